import { type CSSProperties, useState } from 'react';
import { FATES } from '../../engine/strategies/contract.ts';
import { PRIORITIES } from '../../engine/signals/contract.ts';
import type { InsertionView, MessageView } from '../../worker/protocol.ts';
import { summarizerName } from '../compare/summarizer-name.ts';
import { useText } from '../store/index.ts';
import { EdgeLine, FateChip, PinLetter, PriorityLetter } from './Chips.tsx';
import { type PinnedRow, useDiff } from './context.ts';
import styles from './diff-cells.module.css';
import bar from './diff.module.css';
import shared from '../theme/shared.module.css';
import { FullText, WordDiff } from './CellTexts.tsx';
import { Found } from './Marked.tsx';
import { summaryOf } from './model.ts';
import { copyText } from '../share/share-files.ts';
import { WhyFate, WhyPriority } from './Why.tsx';

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
      <div className={`${styles.body} ${styles.offloaded}`}>{placeholder}</div>
      <div className={styles.offloadBar}>
        <button type="button" className={bar.smallButton} aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'diff.offload.hide' : 'diff.offload.show')}
        </button>
        {shown && (
          <>
            <button type="button" className={bar.smallButton} onClick={() => void copy()}>
              {t(copied ? 'diff.request.copied' : 'diff.request.copy')}
            </button>
            <span className={copied === false ? `${shared.warn} ${shared.strong} ${shared.caption}` : bar.muted} role="status">
              {t(copied === false ? 'diff.offload.copyFailed' : 'diff.offload.note')}
            </span>
          </>
        )}
      </div>
      {shown && (
        <div className={styles.offloadedText}>
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
  if (!text.trim()) return message.title || message.images ? null : <div className={bar.muted}>{t('diff.empty.message')}</div>;
  return (
    <div
      className={`${styles.body} ${message.mono ? `${shared.mono} ${styles.clamp4}` : shared.clamp}`}
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
      {message.mark === 'pin' && <span className={styles.tag}>{t('diff.pinned')}</span>}
      {message.synthetic && <span className={styles.tag}>{t('diff.synthetic')}</span>}
      {message.summary && <span className={styles.tag}>{t('diff.recorded')}</span>}
      {message.images > 0 && <span className={styles.tag}>{t('diff.images', { count: message.images })}</span>}
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
    <div className={`${styles.cell} ${styles.original} ${open ? styles.open : ''} ${hits.has(index) ? styles.hit : ''}`} data-message={index}>
      <EdgeLine index={index} color={color === 'fate' ? 'priority' : color} priority={transcript.priority} role={transcript.roles} fate={null} />
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-label={t('diff.message', { number: index + 1, role, tokens, priority })}
        onClick={() => toggle(index)}
      >
        <span className={styles.id}>#{index + 1}</span>
        <span className={styles.role}>{t(`diff.role.${role}`)}</span>
        {message && <Marks message={message} />}
        {message?.title && (
          <span className={styles.title} title={message.title}>
            <Found text={message.title} words={find?.words ?? ''} />
          </span>
        )}
        <span className={styles.tokens}>
          <PriorityLetter priority={priority} /> {n.whole(tokens)}
        </span>
      </button>
      {message && (open ? <FullText index={index} /> : <Preview message={message} text={message.preview} />)}
      {message && open && <WhyPriority message={message} />}
      {narrow && pins.length > 0 && (
        <div className={styles.narrowFates}>
          {pins.map((pin) => (
            <span key={pin.result.key} className={`${shared.inline} ${shared.gap4}`}>
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
      <div className={`${styles.cell} ${styles.ghost} ${open ? styles.open : ''}`}>
        <div className={`${styles.head} ${shared.caption}`}>
          <FateChip fate="drop" />
          <span className={styles.id}>#{index + 1}</span>
          <span className={styles.dash} />
          <span className={styles.tokens}>{n.whole(tokens)}</span>
        </div>
        {why}
      </div>
    );
  }
  const role = ROLES[transcript.roles[index] ?? 1]!;
  const changed = fate !== 'keep';
  return (
    <div className={`${styles.cell} ${open ? styles.open : ''} ${hits.has(index) ? styles.hit : ''}`}>
      <EdgeLine index={index} color={color} priority={transcript.priority} role={transcript.roles} fate={fate} />
      <div className={styles.head}>
        <FateChip fate={fate} />
        <span className={styles.id}>#{index + 1}</span>
        <span className={styles.role}>{t(`diff.role.${role}`)}</span>
        {row?.message.title && (
          <span className={styles.title} title={row.message.title}>
            {row.message.title}
          </span>
        )}
        <span className={styles.tokens}>{changed ? t('diff.tokens.change', { before: tokens, after: left }) : n.whole(tokens)}</span>
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
    <div className={`${styles.cell} ${styles.summaryCell} ${open ? styles.open : ''}`}>
      <i className={styles.rail} aria-hidden />
      <div className={styles.head}>
        <FateChip fate="summarize" />
        <button
          type="button"
          className={styles.insertedTitle}
          title={`${head} · ${t('diff.summary.go')}`}
          disabled={!summary}
          onClick={() => summary && reveal(Math.min(summary.before, transcript.n - 1))}
        >
          {head}
        </button>
        <span className={styles.tokens}>{n.whole(tokens)}</span>
      </div>
      {told && (
        <div className={styles.spans}>
          <span className={bar.muted}>{lines.length ? t('diff.summary.spans', { count: lines.length }) : t('diff.summary.spans.none')}</span>
          {lines.map((line) => (
            <q key={`${line.index} ${line.text}`}>
              {line.text} <span className={styles.id}>#{line.index + 1}</span>
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
  if (!pin.result.insertions.some((i) => i.before === before)) return <div className={`${styles.cell} ${styles.insertionEmpty}`} />;
  const here = (insertions.get(pin.result.key) ?? []).filter((i) => i.before === before);
  return (
    <div className={`${styles.cell} ${styles.insertion}`}>
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
  const name = summary ? summaryName(t, summary.id) : t('diff.insertion');
  const head = summary
    ? t('diff.summary.head', { id: name, first: summary.first + 1, last: summary.last + 1, source: summary.sourceTokens, tokens })
    : t('diff.insertion.head', { role: t(`strip.role.${role}`), tokens });
  return (
    <section className={summary ? styles.summary : `${styles.summary} ${styles.note}`} aria-label={`${letter} ${name}`}>
      <i className={styles.rail} aria-hidden />
      <div className={styles.head}>
        <PinLetter letter={letter} />
        {summary ? (
          <button
            type="button"
            className={styles.insertedTitle}
            title={`${head} · ${t('diff.summary.first', { first: summary.first + 1 })}`}
            onClick={() => select(summary.first)}
          >
            {head}
          </button>
        ) : (
          <b className={styles.insertedTitle} title={head}>
            {head}
          </b>
        )}
        <button type="button" className={bar.smallButton} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'diff.summary.close' : 'diff.summary.open')}
        </button>
      </div>
      {summary && (
        <div className={bar.muted}>
          {[
            t('diff.summary.members', { count: summary.members }),
            t('diff.summary.by', { summarizer: summarizerName(summary.summarizer) }),
            ...(summary.generation > 1 ? [t('diff.summary.generation', { generation: summary.generation })] : []),
            ...(summary.masked > 0 ? [t('diff.summary.masked', { count: summary.masked })] : []),
          ].join(' · ')}
        </div>
      )}
      <div className={`${shared.prose} ${open ? styles.full : styles.clamp4}`}>{text}</div>
    </section>
  );
}
