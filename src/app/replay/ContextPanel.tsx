/** The exact context of a run at a request, beside the recording: fates, reasons, summaries in place; forward, back and play. */
import { useEffect, useMemo, useState } from 'react';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason } from '../../i18n/index.ts';
import type { ContextView, ReplayReply } from '../../worker/replay-protocol.ts';
import type { InsertionView, WorkerError } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { ColumnsView } from '../diff/ColumnsView.tsx';
import { DiffContext, type DiffContextValue, type PinnedRow } from '../diff/context.ts';
import { buildItems } from '../diff/model.ts';
import { useRowSource } from '../diff/diff-rows.ts';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import { WholeField } from './ReplayFields.tsx';
import { type RunLine, runTitle } from './replay-lines.ts';
import styles from './panels.module.css';
import replay from './replay.module.css';
import { Letter } from './RunMarks.tsx';
import { show, useReplay } from './replay-state.ts';

const PACE = 450;
const NONE: ReadonlySet<number> = new Set();

interface LoadedContext {
  readonly view: ContextView;
  readonly insertions: readonly InsertionView[];
  readonly key: string;
}

async function contextOf(id: number, key: string, at: number): Promise<Result<LoadedContext, WorkerError>> {
  const [context, insertions] = await Promise.all([client.replayContext(id, key, at), client.replayInsertions(id, key, at)]);
  if (!context.ok) return context;
  return { ok: true, value: { key, view: context.value, insertions: insertions.ok ? insertions.value : [] } };
}

function usePlay(requests: number): void {
  const playing = useReplay((s) => s.playing);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const at = (useReplay.getState().at ?? 0) + 1;
      show(at > requests ? { playing: false } : { at, playing: at < requests });
    }, PACE);
    return () => clearInterval(timer);
  }, [playing, requests]);
  // Nobody sees it any more.
  useEffect(() => () => show({ playing: false }), []);
}

export function ContextPanel({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const at = useReplay((s) => s.at) ?? 1;
  const chosen = useReplay((s) => s.key);
  const playing = useReplay((s) => s.playing);
  const key = chosen ?? lines[0]?.key ?? reply.baseline.key;
  const line = lines.find((one) => one.key === key);
  const series = line?.series ?? reply.baseline;
  const { stopped } = series;
  const last = Math.min(stopped?.at ?? reply.requests + 1, reply.requests + 1);
  const { answer: found, failed } = useAsk(contextOf, at <= last ? [reply.id, key, at] : null, []);
  usePlay(Math.min(last, reply.requests));
  const go = (to: number) => show({ at: Math.max(1, Math.min(last, to)), playing: false });
  const compactions = series.points.filter((point) => point.level > 0).map((point) => point.at);
  const previous = compactions.findLast((x) => x < at);
  const next = compactions.find((x) => x > at);
  const read = series.cacheRead[at - 1];
  const written = series.cacheWrite[at - 1];
  const view = found?.view;
  return (
    <>
      <div className={styles.bar}>
        <select aria-label={t('replay.context.run')} value={key} onChange={(e) => show({ key: e.currentTarget.value })}>
          {lines.map((one) => (
            <option key={one.key} value={one.key}>
              {one.letter} {one.title}
            </option>
          ))}
          <option value={reply.baseline.key}>{t('replay.baseline')}</option>
        </select>
        <span className={styles.steps}>
          <Button aria-label={t('replay.context.back')} title={t('replay.context.back')} disabled={at <= 1} onClick={() => go(at - 1)}>
            ‹
          </Button>
          <span className={replay.tokens}>
            <WholeField label={t('replay.column.request')} value={at} least={1} most={last} onChange={go} />
          </span>
          <Button aria-label={t('replay.context.forward')} title={t('replay.context.forward')} disabled={at >= last} onClick={() => go(at + 1)}>
            ›
          </Button>
        </span>
        <Button aria-pressed={playing} onClick={() => show({ playing: !playing, ...(at >= Math.min(last, reply.requests) ? { at: 1 } : {}) })}>
          {t(playing ? 'replay.context.pause' : 'replay.context.play')}
        </Button>
        <Button disabled={previous === undefined} onClick={() => previous !== undefined && go(previous)}>
          {t('replay.context.previous')}
        </Button>
        <Button disabled={next === undefined} onClick={() => next !== undefined && go(next)}>
          {t('replay.context.next')}
        </Button>
        {view && (
          <span className="num" role="status">
            {line && <Letter letter={line.letter} color={line.color} />}{' '}
            {t('replay.context.facts', {
              tokens: n.whole(view.total),
              share: view.total / reply.window,
              messages: n.whole(view.messages),
              of: n.whole(view.n),
              count: view.levels,
            })}
            {read !== undefined && written !== undefined && (
              <>
                {' · '}
                {t('replay.context.cache', { read, written, fresh: Math.max(0, (series.size[at - 1] ?? 0) - read - written) })}
              </>
            )}
          </span>
        )}
      </div>
      {stopped && at > last && (
        <p className={styles.note} role="status">
          {t('replay.context.stopped', { at: stopped.at })} {formatReason(stopped.reason)}
        </p>
      )}
      {failed && <p className={styles.note}>{t('replay.failed', { message: formatReason(failed) })}</p>}
      {found && <Aligned reply={reply} found={found} title={runTitle(lines, found.key)} letter={line?.letter ?? '–'} />}
    </>
  );
}

function Aligned({
  reply,
  found,
  title,
  letter,
}: {
  readonly reply: ReplayReply;
  readonly found: LoadedContext;
  readonly title: string;
  readonly letter: string;
}) {
  const { t } = useText();
  const narrow = useMediaQuery('(max-width: 720px)');
  const color = useApp((s) => s.scenario.view.color);
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(NONE);
  const [selected, setSelected] = useState<number | null>(null);
  const [target, setTarget] = useState<{ readonly index: number } | null>(null);
  const { view, key } = found;
  const { id, transcript } = reply;
  const { at, n } = view;
  const pins = useMemo((): readonly PinnedRow[] => [{ letter, title, result: { key, ...view } }], [letter, title, key, view]);
  const keys = useMemo(() => [key], [key]);
  const fetch = useMemo(() => (indexes: readonly number[]) => client.replayRows(id, key, at, indexes), [id, key, at]);
  const source = useRowSource(fetch, view, keys);
  const reads = useMemo(
    (): DiffContextValue['reads'] => ({
      full: (index) => client.replayFull(id, index),
      diff: (index) => client.replayDiff(id, key, at, index),
      why: (index) => client.replayWhy(id, key, at, index),
    }),
    [id, key, at],
  );
  const items = useMemo(
    () =>
      buildItems(
        n,
        pins.map(({ result }) => ({ key: result.key, fates: result.fates, insertionsBefore: result.insertions.map((one) => one.before) })),
        { onlyDifferences: onlyChanged, opened, forced: (i) => i === selected, prefix: transcript.prefix },
      ),
    [n, pins, onlyChanged, opened, selected, transcript],
  );
  const open = useReplay((s) => s.open);
  useEffect(() => {
    if (open) setSelected(open.index);
  }, [open]);
  // A later request scrolls to what is new: its last message, unless one is open.
  useEffect(() => {
    setTarget({ index: selected !== null && selected < n ? selected : Math.max(0, n - 1) });
  }, [n, selected]);
  const value = useMemo(
    (): DiffContextValue => ({
      transcript: { ...transcript, n },
      reads,
      pins,
      source,
      insertions: new Map([[key, found.insertions]]),
      color,
      selected,
      hits: NONE,
      narrow,
      toggle: (index) => setSelected((now) => (now === index ? null : index)),
      select: setSelected,
      reveal: (index) => setTarget({ index }),
    }),
    [transcript, n, reads, pins, source, key, found, color, selected, narrow],
  );
  return (
    <div className={styles.aligned}>
      <div className={styles.bar}>
        <label className={replay.check}>
          <input type="checkbox" checked={onlyChanged} onChange={(e) => setOnlyChanged(e.currentTarget.checked)} />
          {t('replay.context.only')}
        </label>
      </div>
      <DiffContext.Provider value={value}>
        <ColumnsView items={items} target={target} onUnfold={(first) => setOpened(new Set([...opened, first]))} />
      </DiffContext.Provider>
    </div>
  );
}
