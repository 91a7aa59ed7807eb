import { Tap } from '../components/Button.tsx';
import { ACTS, PART_KEYS } from '../components/acts.ts';
import { Select } from '../components/NumberField.tsx';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { PRIORITIES } from '../../engine/signals/contract.ts';
import { FATES } from '../../engine/strategies/contract.ts';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { CellView, InsertionView, MessageView } from '../../worker/protocol.ts';
import { summarizerName } from '../rows/compare-rows.ts';
import { copyText } from '../components/elements.ts';
import { actions, openLoss, soon, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { EdgeLine, FateChip, PinLetter, PriorityLetter } from '../rows/Chips.tsx';
import { Found, foundIn, Marked, piecesOf, wordsIn } from './FindBox.tsx';
import { type MessageReads, type PinnedRow, useDiff } from './diff-rows.ts';
import bar from './diff.module.css';
import { shortenEqual, shortenRemoved, summaryOf } from './model.ts';

/** Milliseconds until the messages around a jump target have their heights. */
const SETTLED_MS = 250;
const SMALL = `card oneLine surface hovers plainText high20 ${bar.smallButton}`;

function FullText({ index }: { readonly index: number }) {
  const { t, n } = useText();
  const { reads, find } = useDiff();
  const comparison = useApp((s) => s.comparison);
  const { answer: message, failed } = useAsk(reads.full, [index], [comparison]);
  const marked = useUi((s) => (s.marked?.index === index ? s.marked : null));
  const box = useRef<HTMLDivElement>(null);
  const words = message && marked ? wordsIn(message.parts, marked.texts) : null;
  const sought = find?.words ?? '';
  const hit = find?.at?.index === index ? find.at : null;

  const isThere = message !== null;
  useEffect(() => {
    if (!marked || !isThere) return;
    const show = (): void => (box.current?.querySelector('mark') ?? box.current)?.scrollIntoView({ block: 'center' });
    show();
    // Content that arrives a moment later would push it away.
    return soon(show, SETTLED_MS);
  }, [isThere, marked]);
  // The list brings the message into its middle; here its first hit comes into view.
  useEffect(() => {
    if (hit && isThere) box.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [hit, isThere]);

  if (failed) return <p className="small muted num">{t('diff.failed', { message: formatReason(failed) })}</p>;
  if (!message) return <p className="small muted num">{t('diff.loading')}</p>;
  if (!message.parts.length) return <p className="small muted num">{t('diff.empty.message')}</p>;
  const single = message.parts.length === 1 && message.parts[0]!.kind === 'text';
  return (
    <div
      ref={box}
      className="margin2-0 scrolls"
      style={{ maxHeight: 'min(60vh, 460px)' }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={t('action.open')}
    >
      {message.parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <div key={`${i}-${part.kind}`} className={bar.part}>
          {!single && (
            <div className={`small gap6 muted ruled flex ${bar.partHead} ${part.isError ? 'bad' : ''}`}>
              <span>
                {t(part.isError ? 'diff.part.error' : `diff.part.${part.kind}`)}
                {part.label && <span className="code"> {part.label}</span>}
              </span>
              <span className="fixed muted regular num caption atEnd">{n.whole(part.tokens)}</span>
            </div>
          )}
          <div className={part.kind === 'text' || part.kind === 'reasoning' ? 'prose' : `prose code`}>
            {words !== null && !hit ? (
              <Marked pieces={piecesOf(part.text, words)} />
            ) : sought ? (
              <Marked pieces={foundIn(part.text, sought)} />
            ) : (
              part.text
            )}
          </div>
        </div>
      ))}
    </div>
  );
}

function WordDiff({ index, rowKey, clamp }: { readonly index: number; readonly rowKey: string; readonly clamp: boolean }) {
  const { t } = useText();
  const { reads } = useDiff();
  const comparison = useApp((s) => s.comparison);
  const { answer: ops, failed } = useAsk(reads.diff, [index, rowKey], [comparison]);
  const [all, setAll] = useState(false);

  if (failed) return <p className="small muted num">{t('diff.failed', { message: formatReason(failed) })}</p>;
  if (!ops) return <p className="small muted num">{t('diff.loading')}</p>;
  return (
    <div className={`prose second ${bar.edited} code ${clamp ? `clamp ${bar.clamp4}` : `scrolls ${bar.full}`}`}>
      {ops.map((op, i) => {
        const key = `${i}`;
        if (op.op === 'insert') return <ins key={key}>{op.text}</ins>;
        if (op.op === 'equal') return <span key={key}>{clamp ? shortenEqual(op.text, i === 0, i === ops.length - 1) : op.text}</span>;
        const short = all ? null : shortenRemoved(op.text);
        if (!short) return <del key={key}>{op.text}</del>;
        return (
          <del key={key}>
            {short[0]}
            <Tap
              className={`second surface rounded framed pad0-5 leastWide24 ${bar.more}`}
              title={t('diff.removed.show')}
              aria-label={t('diff.removed.show')}
              onClick={() => setAll(true)}
              text="…"
            />
            {short[1]}
          </del>
        );
      })}
    </div>
  );
}

function WhyPriority({ message }: { readonly message: MessageView }) {
  const { t } = useText();
  // The fates of all rows belong to the comparison; there are none elsewhere.
  const { reads } = useDiff();
  const pinned = message.mark === 'pin';
  const set = message.mark !== null && !pinned ? message.mark : '';
  return (
    <div className={`second breaks surface framedFaint rounder ${bar.why}`}>
      <div className={`row small wrap muted gap5 ${bar.whyHead}`}>
        <span>{t('diff.why.priority', { priority: message.priority })}</span>
        {reads.why === undefined && (
          <Tap className={SMALL} title={t('fates.help')} onClick={ACTS.fates.perform}>
            {t('tab.policies')} <kbd>{PART_KEYS.fates[2]}</kbd>
          </Tap>
        )}
        <Tap
          className={SMALL}
          aria-pressed={pinned}
          title={t('diff.pin.help')}
          onClick={() => actions.mark(message.id, pinned ? null : 'pin')}
          text={t(pinned ? 'diff.unpin' : 'diff.pin')}
        />
        <Select
          className={`card high20 pad0 ${bar.smallSelect}`}
          aria-label={t('diff.set')}
          value={set}
          none={t('diff.set.auto')}
          options={[...PRIORITIES].reverse().map((p) => [p, p])}
          onChange={(chosen) => actions.mark(message.id, chosen || null)}
        />
      </div>
      {formatReason(message.priorityReason)}
      <p>
        {t('diff.item', { type: lookup(`item-type.${message.itemType}`) ?? message.itemType })}
        {message.cacheHint && ` · ${t(`diff.cache-hint.${message.cacheHint}`)}`}
      </p>
    </div>
  );
}

interface WhyFateProps {
  readonly index: number;
  readonly rowKey: string;
  readonly cell: CellView;
  readonly letter: string;
  readonly children?: ReactNode;
}

function WhyFate({ index, rowKey, cell, letter, children }: WhyFateProps) {
  const { t } = useText();
  const { reads } = useDiff();
  return (
    <div className={`second breaks surface framedFaint rounder ${bar.why}`}>
      <div className={`row small wrap muted gap5 ${bar.whyHead}`}>
        <span>{t('diff.why.fate', { letter, fate: t(`fate.${cell.fate}`) })}</span>
      </div>
      {reads.why ? <LateReason index={index} rowKey={rowKey} why={reads.why} /> : formatReason(cell.reason)}
      {reads.lossesIn && cell.fate !== 'keep' && <Lost index={index} rowKey={rowKey} lossesIn={reads.lossesIn} />}
      {children}
    </div>
  );
}

function Lost({
  index,
  rowKey,
  lossesIn,
}: {
  readonly index: number;
  readonly rowKey: string;
  readonly lossesIn: NonNullable<MessageReads['lossesIn']>;
}) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const { answer: losses, late } = useAsk(lossesIn, [index, rowKey], [comparison]);
  if (!losses || late) return null;
  const { constraints, lost, recoverable } = losses;
  return (
    <>
      {constraints.map(({ text, fate }) => (
        <p key={text} className={`bad breaks marginTop4 ${bar.lost}`}>
          <span aria-hidden>⚠</span> {t(`diff.constraint.${fate}`, { text })}
        </p>
      ))}
      {lost > 0 && (
        <p className={`bad breaks marginTop4 ${bar.lost}`}>
          <span aria-hidden>⚠</span> {t('diff.facts.lost', { count: lost })}{' '}
          <Tap className={SMALL} onClick={() => openLoss(rowKey)} text={t('diff.facts.list')} />
        </p>
      )}
      {recoverable > 0 && (
        <p className={`bad breaks marginTop4 ${bar.lost}`} data-recoverable>
          {t('diff.facts.recoverable', { count: recoverable })}
        </p>
      )}
    </>
  );
}

function LateReason({ index, rowKey, why }: { readonly index: number; readonly rowKey: string; readonly why: NonNullable<MessageReads['why']> }) {
  const { t } = useText();
  const { answer: found, late, failed } = useAsk(why, [index, rowKey], []);
  if (failed) return formatReason(failed);
  if (!found || late) return t('diff.loading');
  return (
    <>
      {found.level > 0 && `${lookup('replay.level', { level: found.level }) ?? found.level}: `}
      {formatReason(found.reason)}
    </>
  );
}

// An offloaded message: the placeholder that is sent, and on request the original.

function Offloaded({ index, placeholder }: { readonly index: number; readonly placeholder: string }) {
  const { t } = useText();
  const { reads } = useDiff();
  const [shown, setShown] = useState(false);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = async (): Promise<void> => {
    const reply = await reads.full(index);
    setCopied(reply.ok && (await copyText(reply.value.parts.map((part) => part.text).join('\n\n'))));
  };
  return (
    <>
      <div className={`prose second ${bar.offloaded}`}>{placeholder}</div>
      <div className={`row wrap marginTop2 ${bar.offloadBar}`}>
        <Tap className={SMALL} aria-expanded={shown} onClick={() => setShown(!shown)} text={t(shown ? 'diff.offload.hide' : 'diff.offload.show')} />
        {shown && (
          <>
            <Tap className={SMALL} onClick={() => void copy()} text={t(copied ? 'action.copied' : 'action.copy')} />
            <span className={copied === false ? `warn strong caption` : 'small muted num'} role="status">
              {t(copied === false ? 'config.copy.failed' : 'diff.offload.note')}
            </span>
          </>
        )}
      </div>
      {shown && (
        <div className={`marginTop4 ${bar.offloadedText}`}>
          <FullText index={index} />
        </div>
      )}
    </>
  );
}

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

function Preview({ message, text }: { readonly message: MessageView; readonly text: string }) {
  const { t } = useText();
  const { find, lines } = useDiff();
  if (!text.trim()) return message.title || message.images ? null : <div className="small muted num">{t('diff.empty.message')}</div>;
  return (
    <div
      className={`prose second ${message.mono ? `code clamp ${bar.clamp4}` : 'clamp'}`}
      style={lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties)}
    >
      <Found text={text} words={find?.words ?? ''} />
    </div>
  );
}

function Marks({ message }: { readonly message: MessageView }) {
  const { t } = useText();
  return (
    <>
      {message.mark === 'pin' && <span className="fixed second medium tiny framed pad0-4 edge legible">{t('diff.pinned')}</span>}
      {message.synthetic && <span className="fixed second medium tiny framed pad0-4 edge legible">{t('diff.synthetic')}</span>}
      {message.summary && <span className="fixed second medium tiny framed pad0-4 edge legible">{t('item-type.COMPACTION_SUMMARY')}</span>}
      {message.images > 0 && (
        <span className="fixed second medium tiny framed pad0-4 edge legible">{t('diff.images', { count: message.images })}</span>
      )}
    </>
  );
}

export function OriginalCell({ index }: { readonly index: number }) {
  const { t, n } = useText();
  const { transcript, source, color, selected, hits, find, pins, narrow, toggle } = useDiff();
  const row = source.get(index);
  const open = selected === index;
  const role = ROLES[transcript.roles[index] ?? 1]!;
  const priority = PRIORITIES[transcript.priority[index] ?? 1]!;
  const tokens = transcript.tokens[index] ?? 0;
  const message = row?.message;
  return (
    <div className={`relative ${bar.cell} ${bar.original} ${open ? `bgSel ${bar.open}` : ''} ${hits.has(index) ? bar.hit : ''}`} data-message={index}>
      <EdgeLine index={index} color={color === 'fate' ? 'priority' : color} priority={transcript.priority} role={transcript.roles} fate={null} />
      <Tap
        className={`row gap6 shrinks oneLine toLeft wideFull ${bar.head}`}
        aria-expanded={open}
        aria-label={t('diff.message', { number: index + 1, role, tokens, priority })}
        onClick={() => toggle(index)}
      >
        <span className={`fixed muted regular num caption ${bar.id}`}>#{index + 1}</span>
        <span className={`fixed strong ${bar.role}`}>{t(`strip.role.${role}`)}</span>
        {message && <Marks message={message} />}
        {message?.title && (
          <span className="shrinks second code ellipsis" title={message.title}>
            <Found text={message.title} words={find?.words ?? ''} />
          </span>
        )}
        <span className="fixed muted regular num caption atEnd">
          <PriorityLetter priority={priority} /> {n.whole(tokens)}
        </span>
      </Tap>
      {message && (open ? <FullText index={index} /> : <Preview message={message} text={message.preview} />)}
      {message && open && <WhyPriority message={message} />}
      {narrow && pins.length > 0 && (
        <div className="row gap12 muted caption marginTop4">
          {pins.map((pin) => (
            <span key={pin.result.key} className="inline gap4">
              {pin.letter}
              <FateChip fate={FATES[pin.result.fates[index] ?? 0]!} />
            </span>
          ))}
        </div>
      )}
      {narrow &&
        open &&
        row?.cells.map((cell, k) => {
          const pin = pins[k];
          return (
            pin &&
            cell.fate !== 'keep' && (
              <WhyFate key={pin.result.key} index={index} rowKey={pin.result.key} cell={cell} letter={pin.letter}>
                {cell.fate === 'edit' && <WordDiff index={index} rowKey={pin.result.key} clamp />}
              </WhyFate>
            )
          );
        })}
    </div>
  );
}

/** One strategy's cell of a message that is not summarised. */
export function FateCell({ index, pin, column }: { readonly index: number; readonly pin: PinnedRow; readonly column: number }) {
  const { t, n } = useText();
  const { transcript, source, color, selected, hits } = useDiff();
  const fate = FATES[pin.result.fates[index] ?? 0]!;
  const row = source.get(index);
  const cell = row?.cells[column];
  const current = cell?.fate === fate ? cell : undefined;
  const open = selected === index;
  const tokens = transcript.tokens[index] ?? 0;
  const left = pin.result.left[index] ?? 0;
  const why = open && current && <WhyFate index={index} rowKey={pin.result.key} cell={current} letter={pin.letter} />;
  if (fate === 'drop') {
    return (
      <div className={`relative ${bar.cell} textDropText ${open ? `bgSel ${bar.open}` : ''}`}>
        <div className={`row gap6 shrinks oneLine toLeft wideFull ${bar.head} caption`}>
          <FateChip fate="drop" />
          <span className={`fixed muted regular num caption ${bar.id}`}>#{index + 1}</span>
          <span className={`grows ${bar.dash}`} />
          <span className="fixed muted regular num caption atEnd">{n.whole(tokens)}</span>
        </div>
        {why}
      </div>
    );
  }
  const role = ROLES[transcript.roles[index] ?? 1]!;
  const changed = fate !== 'keep';
  return (
    <div className={`relative ${bar.cell} ${open ? `bgSel ${bar.open}` : ''} ${hits.has(index) ? bar.hit : ''}`}>
      <EdgeLine index={index} color={color} priority={transcript.priority} role={transcript.roles} fate={fate} />
      <div className={`row gap6 shrinks oneLine toLeft wideFull ${bar.head}`}>
        <FateChip fate={fate} />
        <span className={`fixed muted regular num caption ${bar.id}`}>#{index + 1}</span>
        <span className={`fixed strong ${bar.role}`}>{t(`strip.role.${role}`)}</span>
        {row?.message.title && (
          <span className="shrinks second code ellipsis" title={row.message.title}>
            {row.message.title}
          </span>
        )}
        <span className="fixed muted regular num caption atEnd">
          {changed ? t('diff.tokens.change', { before: tokens, after: left }) : n.whole(tokens)}
        </span>
      </div>
      {row && fate === 'keep' && <Preview message={row.message} text={row.message.preview} />}
      {current && fate === 'edit' && <WordDiff index={index} rowKey={pin.result.key} clamp={!open} />}
      {current && fate === 'offload' && <Offloaded index={index} placeholder={current.preview ?? ''} />}
      {why}
    </div>
  );
}

export function SummaryCell({
  first,
  last,
  pin,
  column,
}: {
  readonly first: number;
  readonly last: number;
  readonly pin: PinnedRow;
  readonly column: number;
}) {
  const { t, n } = useText();
  const { transcript, source, selected, reveal } = useDiff();
  const id = summaryOf(pin.result, first);
  const lines: { readonly index: number; readonly text: string }[] = [];
  for (let i = first; i <= last; i++) {
    for (const text of source.get(i)?.cells[column]?.summary?.spans ?? []) lines.push({ index: i, text });
  }
  /** The cell of the first message, if its summary states the sources of its sentences. */
  const told = (source.get(first)?.cells[column]?.summary?.spans ?? null) !== null;
  const tokens = (transcript.prefix[last + 1] ?? 0) - (transcript.prefix[first] ?? 0);
  const open = selected !== null && selected >= first && selected <= last;
  const cell = open && selected !== null ? source.get(selected)?.cells[column] : undefined;
  const head = t(first === last ? 'diff.summary.cell.single' : 'diff.summary.cell', { first: first + 1, last: last + 1, id: summaryName(t, id) });
  const summary = pin.result.summaries.find((s) => s.id === id);
  return (
    <div className={`relative ${bar.cell} clips ${bar.summaryCell} ${open ? `bgSel ${bar.open}` : ''}`}>
      <i className={`absolute edge ${bar.rail}`} aria-hidden />
      <div className={`row gap6 shrinks oneLine toLeft wideFull ${bar.head}`}>
        <FateChip fate="summarize" />
        <Tap
          className={`strong underlines toLeft edge textSumText ellipsis ${bar.insertedTitle}`}
          title={`${head} · ${t('diff.summary.go')}`}
          disabled={!summary}
          onClick={() => summary && reveal(Math.min(summary.before, transcript.n - 1))}
          text={head}
        />
        <span className="fixed muted regular num caption atEnd">{n.whole(tokens)}</span>
      </div>
      {told && (
        <div className={`second sticky top0 ${bar.spans}`}>
          <span className="small muted num">{lines.length ? t('diff.summary.spans', { count: lines.length }) : t('diff.summary.spans.none')}</span>
          {lines.map((line) => (
            <q className="block plainText breaks" key={`${line.index} ${line.text}`}>
              {line.text} <span className={`fixed muted regular num caption ${bar.id}`}>#{line.index + 1}</span>
            </q>
          ))}
        </div>
      )}
      {cell && selected !== null && <WhyFate index={selected} rowKey={pin.result.key} cell={cell} letter={pin.letter} />}
    </div>
  );
}

function summaryName(t: ReturnType<typeof useText>['t'], id: string): string {
  const number = /\d+$/.exec(id)?.[0];
  return number ? `${t('diff.summary')} ${number}` : t('diff.summary');
}

export function InsertionCell({ before, pin }: { readonly before: number; readonly pin: PinnedRow }) {
  const { insertions } = useDiff();
  if (!pin.result.insertions.some((i) => i.before === before)) return <div className={`relative ${bar.cell} ${bar.insertionEmpty}`} />;
  const here = (insertions.get(pin.result.key) ?? []).filter((i) => i.before === before);
  return (
    <div className={`relative ${bar.cell} ${bar.insertion}`}>
      {here.map((insertion, k) => (
        <Inserted key={insertion.summary?.id ?? k} insertion={insertion} letter={pin.letter} />
      ))}
    </div>
  );
}

function Inserted({ insertion, letter }: { readonly insertion: InsertionView; readonly letter: string }) {
  const { t } = useText();
  const { select } = useDiff();
  const [open, setOpen] = useState(false);
  const { summary, tokens, role, text } = insertion;
  const name = summary ? summaryName(t, summary.id) : t('compare.column.inserted').toLocaleLowerCase();
  const head = summary
    ? t('diff.summary.head', { id: name, first: summary.first + 1, last: summary.last + 1, source: summary.sourceTokens, tokens })
    : t('diff.insertion.head', { role: t(`strip.role.${role}`), tokens });
  return (
    <section className={summary ? `relative ${bar.summary}` : `relative ${bar.summary} bgApp ${bar.note}`} aria-label={`${letter} ${name}`}>
      <i className={`absolute edge ${bar.rail}`} aria-hidden />
      <div className={`row gap6 shrinks oneLine toLeft wideFull ${bar.head}`}>
        <PinLetter letter={letter} />
        {summary ? (
          <Tap
            className={`strong underlines toLeft edge textSumText ellipsis ${bar.insertedTitle}`}
            title={`${head} · ${t('diff.summary.first', { first: summary.first + 1 })}`}
            onClick={() => select(summary.first)}
            text={head}
          />
        ) : (
          <b className={`strong underlines toLeft edge textSumText ellipsis ${bar.insertedTitle}`} title={head}>
            {head}
          </b>
        )}
        <Tap className={SMALL} aria-expanded={open} onClick={() => setOpen(!open)} text={t(open ? 'diff.summary.close' : 'diff.summary.open')} />
      </div>
      {summary && (
        <div className="small muted num">
          {[
            t('samples.messages', { count: summary.members }),
            t('diff.summary.by', { summarizer: summarizerName(summary.summarizer) }),
            ...(summary.generation > 1 ? [t('diff.summary.generation', { generation: summary.generation })] : []),
            ...(summary.masked > 0 ? [t('diff.summary.masked', { count: summary.masked })] : []),
          ].join(' · ')}
        </div>
      )}
      <div className={`prose ${open ? `scrolls ${bar.full}` : `clamp ${bar.clamp4}`}`}>{text}</div>
    </section>
  );
}
