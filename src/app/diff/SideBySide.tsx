import { ACTS, keyAt, PART_KEYS } from '../components/acts.ts';
import { Check, Select } from '../components/NumberField.tsx';
import { type CSSProperties, type KeyboardEvent, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { EDIT, OFFLOAD } from '../../engine/strategies/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason, formatTitle, formatWarning, lookup } from '../../i18n/index.ts';
import type { View } from '../../scenario/schema.ts';
import type { InsertionView, RowResult } from '../../worker/protocol.ts';
import { LETTERS, strategyTitle } from '../rows/compare-rows.ts';
import { Segmented, Tap } from '../components/Button.tsx';
import { bringIntoView, useElementSize, useMediaQuery } from '../components/elements.ts';
import { actions, agentIn, client, isTheirs, useApp, useAsk, useText } from '../store/index.ts';
import { PinLetter } from '../rows/Chips.tsx';
import { ColumnsView } from './ColumnsView.tsx';
import { type Find, FindBox, Found, type TextLine, toLines, useFind, useLineHits } from './FindBox.tsx';
import chipsStyles from '../rows/rows.module.css';
import { DiffContext, type DiffContextValue, type PinnedRow, useRowSource, WHOLE } from './diff-rows.ts';
import styles from './diff.module.css';
import { buildItems, differenceStops, nextStop } from './model.ts';

const KINDS = { ' ': undefined, '-': 'removed', '+': 'added', '@': 'mark' } as const;

function TextView({ lines, label, find }: { readonly lines: readonly TextLine[]; readonly label: string; readonly find: Find }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: () => 16, overscan: 20 });
  const { words, at, found, search } = find;
  const hits = useLineHits(lines, words);
  const first = useRef(0);
  useEffect(() => {
    first.current = virtual.range?.startIndex ?? 0;
  });
  useEffect(() => {
    if (words === '') return;
    if (hits) found(hits, first.current);
    else search();
  }, [hits, words, found, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another hit scrolls
  useEffect(() => {
    const list = scroller.current;
    if (!at || !list) return;
    // A line may be higher than the list: its words are brought there, not the line.
    return bringIntoView(
      list,
      () => list.querySelector('[aria-current] mark'),
      'center',
      () => virtual.scrollToIndex(at.index, { align: 'center' }),
    );
  }, [at]);
  const shown = virtual.getVirtualItems();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={`fillHeight scrolls relative stableGutter ${styles.scroller}`} ref={scroller} tabIndex={0} role="group" aria-label={label}>
      <div className="relative wideFull" style={{ height: virtual.getTotalSize() }}>
        <div className="absolute wideFull top0 left0" style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
          {shown.map((v) => {
            const line = lines[v.index]!;
            return (
              <div
                key={v.key}
                ref={virtual.measureElement}
                data-index={v.index}
                className={`code prose pad0-12 ${styles.textLine}`}
                data-op={KINDS[line.op ?? ' ']}
                aria-current={v.index === at?.index || undefined}
              >
                {line.op && line.op !== '@' && <span className="inlineBlock muted unselectable wide14">{line.op}</span>}
                {line.text ? <Found text={line.text} words={words} /> : ' '}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Lines of a unified diff that are fetched; the rest is only counted. */
const UNIFIED_LIMIT = 20_000;

function PinChoice({ pins, value, onChange }: { readonly pins: readonly PinnedRow[]; readonly value: string; onChange(key: string): void }) {
  const { t } = useText();
  return (
    <label className="inline gap6 second">
      {t('label.policy')}
      <Select
        className={`card high20 pad0 ${styles.smallSelect}`}
        value={value}
        options={pins.map((p) => [p.result.key, `${p.letter} ${p.title}`])}
        onChange={onChange}
      />
    </label>
  );
}

interface Props {
  readonly pins: readonly PinnedRow[];
  readonly find: Find;
}

function UnifiedView({ pins, find }: Props) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const [chosen, setChosen] = useState<string | null>(null);
  const pin = pins.find((p) => p.result.key === chosen) ?? pins[0];
  const key = pin?.result.key;
  const { answer: reply, failed } = useAsk(client.unified, key === undefined ? null : [key, UNIFIED_LIMIT], [comparison]);

  if (key === undefined) return <p className={`second ${styles.message}`}>{t('diff.empty')}</p>;
  return (
    <div className={`stack fillHeight ${styles.whole}`}>
      <div className="row wrap gap12 ruled bgApp pad4-12">
        <PinChoice pins={pins} value={key} onChange={setChosen} />
        {reply && reply.total > reply.lines.length && (
          <span className="small muted num">{t('diff.unified.more', { count: reply.total - reply.lines.length })}</span>
        )}
      </div>
      {failed ? (
        <p className={`second ${styles.message}`}>{t('diff.failed', { message: formatReason(failed) })}</p>
      ) : !reply ? (
        <p className={`second ${styles.message}`}>{t('diff.loading')}</p>
      ) : reply.lines.length === 0 ? (
        <p className={`second ${styles.message}`}>{t('diff.unified.none')}</p>
      ) : (
        <TextView lines={reply.lines} label={t('diff.layout.unified')} find={find} />
      )}
    </div>
  );
}

function RequestView({ pins, find }: Props) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const formats = useApp((s) => s.description?.formats);
  const [chosen, setChosen] = useState<string | null>(null);
  const [format, setFormat] = useState<string | null>(null);
  const key = (pins.find((p) => p.result.key === chosen) ?? pins[0])?.result.key;
  const { answer: reply, failed } = useAsk(client.request, key === undefined ? null : [key, format], [comparison]);
  const [copied, setCopied] = useState<string | null>(null);

  const lines = useMemo(() => (reply ? toLines(reply.text) : []), [reply]);
  if (key === undefined) return <p className={`second ${styles.message}`}>{t('diff.empty')}</p>;
  return (
    <div className={`stack fillHeight ${styles.whole}`}>
      <div className="row wrap gap12 ruled bgApp pad4-12">
        <PinChoice pins={pins} value={key} onChange={setChosen} />
        <label className="inline gap6 second">
          {t('label.format')}
          <Select
            className={`card high20 pad0 ${styles.smallSelect}`}
            value={format ?? reply?.format ?? ''}
            options={formats?.filter((f) => f.canExport).map((f) => [f.id, formatTitle(f.id)]) ?? []}
            onChange={setFormat}
          />
        </label>
        {reply && (
          <>
            <Tap
              className={`card oneLine surface hovers plainText high20 ${styles.smallButton}`}
              onClick={() => void navigator.clipboard.writeText(reply.text).then(() => setCopied(reply.text))}
              text={t(copied === reply.text ? 'action.copied' : 'action.copy')}
            />
            <span className="small muted num">{t('diff.request.size', { characters: reply.text.length, lines: lines.length })}</span>
            {reply.warnings.length > 0 && (
              <span className="warn strong caption" title={reply.warnings.map(formatWarning).join('\n')}>
                {t('status.warnings', { count: reply.warnings.length })}
              </span>
            )}
          </>
        )}
      </div>
      {failed ? (
        <p className={`second ${styles.message}`}>{t('diff.failed', { message: formatReason(failed) })}</p>
      ) : !reply ? (
        <p className={`second ${styles.message}`}>{t('diff.loading')}</p>
      ) : (
        <TextView lines={lines} label={t('diff.layout.request')} find={find} />
      )}
    </div>
  );
}

function FateBar({ result, total }: { readonly result: RowResult; readonly total: number }) {
  if (result.outcome !== 'compacted' || total === 0) return null;
  const left = { edit: 0, offload: 0 };
  for (let i = 0; i < result.fates.length; i++) {
    if (result.fates[i] === EDIT) left.edit += result.left[i] ?? 0;
    if (result.fates[i] === OFFLOAD) left.offload += result.left[i] ?? 0;
  }
  const parts = [
    ['K', result.measures.tokensByFate.keep],
    ['E', left.edit],
    ['O', left.offload],
    ['S', result.measures.insertedTokens],
  ] as const;
  let at = 0;
  return (
    <span className="absolute left0" style={{ right: 0, bottom: -1, height: 3 }} aria-hidden>
      {parts.map(([letter, tokens]) => {
        const start = at;
        at += tokens;
        return (
          tokens > 0 && (
            <i
              key={letter}
              className={`absolute top0 bottom0 ${chipsStyles.chipBar}`}
              data-fate={letter}
              style={{ left: `${(start / total) * 100}%`, width: `${(tokens / total) * 100}%` }}
            />
          )
        );
      })}
    </span>
  );
}

const NONE: ReadonlySet<number> = new Set();
/** The region from which on messages are whole, what of it is no text, and a line, px. */
const HIGH = 400;
const HEADS = 130;
const LINE = 19;
const NO_INSERTIONS: ReadonlyMap<string, readonly InsertionView[]> = new Map();

export function SideBySide() {
  const { t, n, language } = useText();
  // Deferred, so that React draws the list in slices: a table or a slider never waits for it.
  const comparison = useDeferredValue(
    useApp((s) => s.comparison),
    null,
  );
  const view = useApp((s) => s.scenario.view);
  const agent = useApp(agentIn);
  const theirs = useApp(isTheirs);
  const compared = useApp((s) => s.compared);
  const visible = useApp((s) => s.visible);
  const narrow = useMediaQuery('(max-width: 720px)');
  const medium = useMediaQuery('(max-width: 1199px)');
  const layout = view.layout;
  const find = useFind(layout);
  const { words, hits, at, found, search } = find;
  // Whole messages where the list is high enough, none of them longer than the list.
  const { ref: region, height } = useElementSize<HTMLElement>();
  const lines = !narrow && height >= HIGH ? Math.floor((height - HEADS) / LINE) : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the language decides what lookup answers
  const pins = useMemo(
    () =>
      compared.flatMap((key, i): readonly PinnedRow<RowResult>[] => {
        const result = comparison?.rows.find((r) => r.key === key);
        if (!result) return [];
        const { strategy, params } = result;
        return [{ letter: LETTERS[i] ?? '', title: strategyTitle(strategy, key, params), agent: strategy === agent, result }];
      }),
    [compared, comparison, agent, language],
  );
  // Below 1200 px two strategies fit beside the original: a switch says which.
  const [leftOut, setLeftOut] = useState('C');
  const pairs = medium && !narrow && pins.length > 2;
  const columns = useMemo(() => (pairs ? pins.filter(({ letter }) => letter !== leftOut) : pins), [pins, pairs, leftOut]);

  const keys = useMemo(() => columns.map((p) => p.result.key), [columns]);
  const source = useRowSource(client.rows, comparison, keys, lines === undefined ? undefined : WHOLE);
  const inserting = columns.filter((p) => p.result.insertions.length > 0).map((p) => p.result.key);
  const insertions = useAsk(insertionsOf, inserting, [comparison]).answer ?? NO_INSERTIONS;
  const hitSet = useMemo(() => (hits.length ? new Set(hits) : NONE), [hits]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(NONE);
  const [target, setTarget] = useState<{ readonly index: number; readonly middle?: boolean } | null>(null);
  const { selected } = view;

  const transcript = comparison?.transcript ?? null;
  const level = comparison?.history.levels.length ?? 0;
  const modelPins = useMemo(
    () => columns.map((p) => ({ key: p.result.key, fates: p.result.fates, insertionsBefore: p.result.insertions.map((i) => i.before) })),
    [columns],
  );
  const items = useMemo(
    () =>
      transcript
        ? buildItems(transcript.n, modelPins, {
            onlyDifferences: view.onlyDifferences,
            opened: unfolded,
            forced: (i) => i === selected || hitSet.has(i),
            prefix: transcript.prefix,
          })
        : [],
    [transcript, modelPins, view.onlyDifferences, unfolded, selected, hitSet],
  );
  const stops = useMemo(() => (transcript ? differenceStops(transcript.n, modelPins) : []), [transcript, modelPins]);

  const inColumns = layout === 'columns' && words !== '';
  const asked = useAsk(client.find, inColumns ? [words] : null, [comparison]);
  useEffect(() => {
    if (!inColumns) return;
    if (asked.failed) found([], 0);
    else if (asked.answer && !asked.late) found(asked.answer, useApp.getState().visible?.[0] ?? 0);
    else search();
  }, [inColumns, asked.answer, asked.late, asked.failed, found, search]);
  // Scrolls to a selection made elsewhere (strip, link); a click in this list needs no scrolling.
  const sought = useRef<number | null>(null);
  useEffect(() => {
    if (selected !== null) setTarget({ index: selected, middle: sought.current === selected });
    sought.current = null;
  }, [selected]);
  // A hit is opened, because the words may stand far below what a closed message shows.
  useEffect(() => {
    if (layout !== 'columns' || !at) return;
    if (useApp.getState().scenario.view.selected === at.index) setTarget({ index: at.index, middle: true });
    else {
      sought.current = at.index;
      actions.select(at.index);
    }
  }, [layout, at]);
  const reveal = useApp((s) => s.reveal);
  useEffect(() => {
    if (reveal) setTarget(reveal);
  }, [reveal]);

  const toggle = useCallback((index: number) => actions.select(useApp.getState().scenario.view.selected === index ? null : index), []);
  const jump = (direction: 1 | -1): void => {
    const from = selected ?? visible?.[0] ?? -1;
    const stop = nextStop(stops, from, direction);
    if (stop !== null) actions.select(stop);
  };
  const step = (direction: 1 | -1): void => {
    if (!transcript) return;
    const from = selected ?? visible?.[0] ?? 0;
    actions.select(Math.max(0, Math.min(transcript.n - 1, selected === null ? from : from + direction)));
  };
  const keyDown = (e: KeyboardEvent): void => {
    if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test((e.target as HTMLElement).tagName)) return;
    const next = keyAt('next', e);
    if (next >= 0) jump(next === 0 ? 1 : -1);
    else if (keyAt('pin', e) === 0 && selected !== null) void pinSelected(selected);
    else if (keyAt('fates', e) === 0 && selected !== null) ACTS.fates.perform();
    else if (e.shiftKey && e.key === 'ArrowDown') step(1);
    else if (e.shiftKey && e.key === 'ArrowUp') step(-1);
    else return;
    e.preventDefault();
  };
  const pinSelected = async (index: number): Promise<void> => {
    const row = await source.load(index);
    if (row) actions.mark(row.message.id, row.message.mark === 'pin' ? null : 'pin');
  };

  const context = useMemo<DiffContextValue | null>(
    () =>
      transcript
        ? {
            transcript,
            reads: client,
            pins: columns,
            source,
            insertions,
            color: view.color,
            selected,
            hits: hitSet,
            find,
            lines,
            narrow,
            toggle,
            select: actions.select,
            reveal: actions.reveal,
          }
        : null,
    [transcript, columns, source, insertions, view.color, selected, hitSet, find, lines, narrow, toggle],
  );
  // Arriving rows make new cells: the version is a dependency of the list.
  const approx = transcript && !transcript.exact ? '≈ ' : '';

  return (
    // Shortcuts of the region; each also has a button or a control.
    <section ref={region} className="stack shrinks surface" aria-label={t('diff.title')} onKeyDown={keyDown}>
      <div className={`row gap12 shrinks second oneLine ruled pad0-12 leastHighRegion narrowWrap ${styles.bar}`}>
        <h2 className="plainText">{t('diff.title')}</h2>
        {transcript && visible && layout === 'columns' && (
          <span className="small muted num">{t('diff.range', { first: visible[0] + 1, last: visible[1] + 1, count: transcript.n })}</span>
        )}
        <FindBox find={find} layout={layout} onLeave={() => region.current?.querySelector<HTMLElement>('[role=group][tabindex]')?.focus()} />
        <span className="fill" />
        {layout === 'columns' && (
          <>
            <span className={`inline gap6 ${styles.wideOnly}`}>
              {t('diff.colour')}
              <Segmented<View['color']>
                label={t('diff.colour')}
                value={view.color}
                options={[
                  ['priority', t('diff.colour.priority')],
                  ['fate', t('diff.colour.fate')],
                  ['role', t('diff.colour.role')],
                ]}
                onChange={(v) => actions.setView('color', v)}
              />
            </span>
            <Check
              className="inline leastHigh24 pressable gap5"
              checked={view.onlyDifferences}
              onChange={(on) => actions.setView('onlyDifferences', on)}
              text={t('diff.only')}
            />
            <Tap
              className={`inline gap6 second medium hovers rounder pad0-4 high24 ${styles.barButton}`}
              disabled={!stops.length}
              onClick={() => jump(1)}
            >
              {t('diff.next')} <kbd>{PART_KEYS.next[2][0]}</kbd>
            </Tap>
          </>
        )}
        {pairs && layout === 'columns' && (
          <Segmented
            label={t('diff.pair')}
            value={leftOut}
            options={['C', 'B', 'A'].map((value) => [value, ['A', 'B', 'C'].filter((letter) => letter !== value).join(' ')])}
            onChange={setLeftOut}
          />
        )}
        <Segmented<View['layout']>
          label={t('diff.layout')}
          value={layout}
          options={[
            ['columns', t('diff.layout.columns')],
            ['unified', t('diff.layout.unified')],
            ['request', t('diff.layout.request')],
          ]}
          onChange={(v) => actions.setView('layout', v)}
        />
      </div>
      {!transcript || !context ? (
        <p className={`second ${styles.message}`}>{t('details.nothing')}</p>
      ) : layout === 'unified' ? (
        <UnifiedView pins={pins} find={find} />
      ) : layout === 'request' ? (
        <RequestView pins={pins} find={find} />
      ) : (
        <DiffContext.Provider value={context}>
          {!narrow && (
            <div className={`fixed bgApp clips grid shrinks stableGutter ${styles.heads}`} style={{ '--columns': columns.length } as CSSProperties}>
              <div className={`row shrinks strong oneLine relative gap7 ruledStrong ${styles.columnHead}`}>
                {level > 0 ? t('history.original', { level }) : t('compare.original')}
                <em className={`muted regular num caption fixed atEnd ellipsis ${styles.columnFacts}`}>
                  {t('diff.original.facts', { count: transcript.n, approx, tokens: n.whole(transcript.total) })}
                </em>
              </div>
              {columns.map((pin) => {
                const facts =
                  pin.result.outcome === 'compacted'
                    ? t('diff.column.facts', {
                        messages: n.whole(pin.result.measures.messagesAfter),
                        approx,
                        tokens: n.whole(pin.result.measures.tokensAfter),
                      })
                    : t('diff.column.none', { outcome: lookup(`compare.note.${pin.result.outcome}`) ?? pin.result.outcome });
                return (
                  <div key={pin.result.key} className={`row shrinks strong oneLine relative gap7 ruledStrong ${styles.columnHead}`}>
                    <PinLetter letter={pin.letter} />
                    <span className="ellipsis" title={pin.title}>
                      {pin.title}
                    </span>
                    {pin.agent && <ColumnNote text={t(theirs ? 'compare.agent.theirs' : 'compare.agent')} />}
                    <em className={`muted regular num caption fixed atEnd ellipsis ${styles.columnFacts}`} title={facts}>
                      {facts}
                    </em>
                    <FateBar result={pin.result} total={transcript.total} />
                  </div>
                );
              })}
            </div>
          )}
          {!columns.length && <p className="second ruled bgApp pad6-12">{t('diff.empty')}</p>}
          {columns.length > 0 && view.onlyDifferences && !stops.length && <p className="second ruled bgApp pad6-12">{t('diff.same')}</p>}
          <ColumnsView items={items} target={target} onUnfold={(first) => setUnfolded(new Set([...unfolded, first]))} />
        </DiffContext.Provider>
      )}
    </section>
  );
}

const ColumnNote = ({ text }: { readonly text: string }) => (
  <small className="muted ellipsis" style={{ flexShrink: 999 }} title={text}>
    {text}
  </small>
);

/** Insertions by row key; rows that do not answer have none. */
async function insertionsOf(...keys: readonly string[]): Promise<Result<ReadonlyMap<string, readonly InsertionView[]>, never>> {
  const replies = await Promise.all(keys.map(async (key) => [key, await client.insertions(key)] as const));
  return { ok: true, value: new Map(replies.flatMap(([key, reply]) => (reply.ok ? [[key, reply.value] as const] : []))) };
}
