/** The whole session as it would have run: settings, what it says, a lane for each row, and below them costs and data. */
import { Check } from '../components/NumberField.tsx';
import { Parts } from '../components/part.tsx';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import '../../i18n/en/loss.ts';
import '../../i18n/en/replay-page.ts';
import { Button, TabTools } from '../components/Button.tsx';
import { Splitter, useSplit } from '../components/Splitter.tsx';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { useApp, useText } from '../store/index.ts';
import { formatReason, lookup, t as text } from '../../i18n/index.ts';
import type { Loop } from '../../engine/replay/contract.ts';
import { Letter, NeverFires } from './Lane.tsx';
import { linesOf, type RunLine, wholeOf } from './lanes.ts';
import styles from './replay.module.css';
import { cancelReplay, openContext, runAgain, show, showRequests, useReplay, useReplayRun } from './replay-state.ts';
import type { Range } from '../charts/scale.ts';
import { ReplayControls } from './ReplayControls.tsx';
import { Lower } from './Lower.tsx';
import { ChartFrame, lookOf, Swatch } from '../charts/ChartFrame.tsx';
import { SIGNS, SizeChart } from './SizeChart.tsx';
import { Sentence } from './Sentence.tsx';
import { SummaryTable } from './SummaryTable.tsx';

/** Loops of one run that are named; others are only counted. */
const NAMED = 2;

function settingName(setting: string): string {
  if (setting === 'strategy') return text('row.summarizer.strategy');
  return lookup(`control.${setting}`) ?? lookup(`param.${setting}`) ?? setting;
}

function LoopLine({ line, loop }: { readonly line: RunLine; readonly loop: Loop }) {
  const { t } = useText();
  return (
    <li>
      <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(loop.reason)}{' '}
      <b>{t('replay.loop.setting', { setting: settingName(loop.setting) })}</b>{' '}
      <Button kind="link" onClick={() => openContext(line.key, loop.from)} text={t('replay.look')} />
    </li>
  );
}

function Banners({ reply, lines }: { readonly reply: ReplayReply | null; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const error = useReplay((s) => s.error);
  const levels = useApp((s) => (s.comparison?.history.levels.length ?? 0) > 0);
  const model = useApp((s) => s.scenario.settings.summarizer !== 'built-in');
  if (error)
    return (
      <div className={`bgApp second ruled pad5-12 ${styles.banner}`} data-tone={error.code === 'cancelled' ? 'plain' : 'bad'} role="status">
        <p>
          {error.code === 'cancelled' ? t('replay.cancelled') : t('failed.run', { message: error.message })}{' '}
          <Button kind="link" onClick={runAgain} text={t('status.again')} />
        </p>
      </div>
    );
  if (!reply) return null;
  const notes: { readonly key: string; readonly tone: 'plain' | 'warn'; readonly content: ReactNode }[] = [];
  if (reply.requests === 0) notes.push({ key: 'empty', tone: 'plain', content: <p>{t('replay.noRequests')}</p> });
  const attempts = lines.some(({ series }) => series.points.length > 0);
  if (reply.requests > 0 && lines.length > 0 && (reply.whatIf !== null || !attempts))
    notes.push({ key: 'never', tone: 'plain', content: <NeverFires reply={reply} /> });
  for (const line of lines.filter(({ series }) => series.failed))
    notes.push({
      key: `failed ${line.key}`,
      tone: 'warn',
      content: (
        <p>
          <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(line.series.failed!)}
        </p>
      ),
    });
  for (const line of lines) {
    const { stopped, refused } = line.series;
    if (stopped)
      notes.push({
        key: `stopped ${line.key}`,
        tone: 'warn',
        content: (
          <p>
            <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b>{' '}
            {refused.length > 0 && t('replay.stopped', { at: stopped.at, count: refused.length })} {formatReason(stopped.reason)}
          </p>
        ),
      });
  }
  const looping = lines.filter(({ series }) => series.loops.length > 0);
  if (looping.length > 0)
    notes.push({
      key: 'loops',
      tone: 'warn',
      content: (
        <>
          <p>{t('replay.loops')}</p>
          <ul>
            {looping.map((line) => {
              const loops = [...line.series.loops].sort((a, b) => b.times - a.times);
              return [
                ...loops.slice(0, NAMED).map((loop) => <LoopLine key={`${line.key} ${loop.from} ${loop.kind}`} line={line} loop={loop} />),
                loops.length > NAMED && (
                  <li key={`${line.key} more`}>{t('replay.loops.more', { title: line.title, count: loops.length - NAMED })}</li>
                ),
              ];
            })}
          </ul>
        </>
      ),
    });
  const over = lines.filter(({ series }) => series.overLimit.length > 0);
  if (over.length > 0)
    notes.push({
      key: 'over',
      tone: 'warn',
      content: (
        <p>
          {t('replay.over', { window: n.whole(reply.window) })}{' '}
          {over.map(({ letter, color, title, series, key }, i) => (
            <span key={key}>
              {i > 0 && text('list.separator')}
              <Letter letter={letter} color={color} /> {title} {n.whole(series.overLimit.length)}
            </span>
          ))}
        </p>
      ),
    });
  for (const line of lines) {
    const lacking = line.series.embedded?.lacking;
    if (lacking)
      notes.push({
        key: `words ${line.key}`,
        tone: 'warn',
        content: (
          <p>
            <Letter letter={line.letter} color={line.color} /> <b>{line.title}</b> {formatReason(lacking)}
          </p>
        ),
      });
  }
  if (levels) notes.push({ key: 'levels', tone: 'plain', content: <p>{t('replay.levels')}</p> });
  if (model) notes.push({ key: 'model', tone: 'plain', content: <p>{t('replay.builtIn')}</p> });
  if (notes.length === 0) return null;
  return (
    <div role="region" aria-label={t('replay.notes')}>
      {notes.map(({ key, tone, content }) => (
        <div key={key} className={`bgApp second ruled pad5-12 ${styles.banner}`} data-tone={tone}>
          {content}
        </div>
      ))}
    </div>
  );
}

export function Overlay({ reply, lines, range }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[]; readonly range: Range }) {
  const { t } = useText();
  return (
    <div className={`pad4-12 ${styles.overlay}`}>
      <ChartFrame
        title={t('replay.chart.size')}
        legend={<Lines lines={lines} recorded={reply.recorded !== null} />}
        table={{ open: () => showRequests('size') }}
      >
        <SizeChart reply={reply} lines={lines} range={range} />
      </ChartFrame>
    </div>
  );
}

function Lines({ lines, recorded }: { readonly lines: readonly RunLine[]; readonly recorded: boolean }) {
  const { t } = useText();
  const others = useReplay((s) => s.others);
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  return (
    <ul className="legend grows" style={{ minWidth: 'min(100%, 260px)' }} aria-label={t('replay.legend')}>
      {lines.map(({ key, letter, title, color, dash }) => (
        <li key={key} {...lookOf(color)}>
          <Swatch look={color} dash={dash} />
          <b>{letter}</b>
          <span className="second">{title}</span>
        </li>
      ))}
      {others && (
        <li>
          <Swatch look="baseline" />
          <span className="second">{t('replay.baseline')}</span>
        </li>
      )}
      {others && recorded && (
        <li>
          <Swatch look="recorded" />
          <span className="second">{t('replay.recorded')}</span>
        </li>
      )}
      {missed && (
        <li>
          <svg width={12} height={8} aria-hidden="true">
            <path d="M2 1v6M6 1v6M10 1v6" {...SIGNS.missed} />
          </svg>
          <span className="second">{t('replay.missed')}</span>
        </li>
      )}
      <li>
        <Check className="inline gap6 leastHighHit" checked={others} onChange={(on) => show({ others: on })} text={t('replay.others')} />
      </li>
    </ul>
  );
}

const MARKS = ['context', 'recorded', 'trigger', 'compaction', 'refused'] as const;

function Sign({ of }: { readonly of: (typeof MARKS)[number] | 'missed' }) {
  switch (of) {
    case 'context':
      return <path fill="none" stroke="var(--keep)" strokeWidth={1.6} strokeLinejoin="round" d="M0 8L8 2V8L18 3" />;
    case 'recorded':
      return <path fill="none" stroke="var(--text-3)" strokeDasharray="1.5 2.5" d="M0 5H18" />;
    case 'trigger':
      return <path stroke="var(--text-2)" strokeDasharray="5 3" d="M0 5H18" />;
    case 'compaction':
      return <path fill="var(--sum)" stroke="var(--lane-ground, var(--bg))" strokeWidth={1.2} d="M9 0l5 5-5 5-5-5z" />;
    case 'refused':
      return <path fill="none" stroke="var(--bad)" strokeWidth={2} d="M5 1l8 8m0 -8l-8 8" />;
    case 'missed':
      return <path fill="none" stroke="var(--text-2)" d="M5 3v5M9 3v5M13 3v5" />;
  }
}

function Legend() {
  const { t } = useText();
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  return (
    <ul className="legend second small narrowGone" aria-label={t('replay.marks')} data-marks>
      {[...MARKS, ...(missed ? (['missed'] as const) : [])].map((one) => (
        <li key={one}>
          <svg width={18} height={10} aria-hidden="true">
            <Sign of={one} />
          </svg>
          {one === 'missed' ? t('replay.missed') : t(`replay.mark.${one}`)}
        </li>
      ))}
    </ul>
  );
}

const NO_LINES: readonly RunLine[] = [];

export function ReplayPane() {
  useReplayRun();
  const { t, language } = useText();
  // Drawn in slices, also when the tab is opened again: many lanes of many requests come at once.
  const reply = useDeferredValue(
    useReplay((s) => s.reply),
    null,
  );
  const running = useReplay((s) => s.running);
  const zoom = useReplay((s) => s.range);
  const overlay = useReplay((s) => s.overlay);
  const alone = useReplay((s) => s.alone);
  const pinned = useApp((s) => s.compared);
  const split = useSplit('replay-split');
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const lines = useMemo(() => (reply ? linesOf(reply, pinned) : NO_LINES), [reply, pinned, language]);
  const requests = reply?.requests ?? 0;
  const range = useMemo((): Range => zoom ?? wholeOf({ requests }), [zoom, requests]);
  return (
    <div className={`stack fill surface relative scrollsDown narrowBlock narrowSpills ${styles.pane}`}>
      <TabTools>
        {reply && requests > 0 && !overlay && <Legend />}
        <Status drawn={reply} />
      </TabTools>
      {running && (
        <div className={`sticky top0 ${styles.progress}`} aria-hidden="true">
          <div className="highFull bgAccent" style={{ width: `${running.share * 100}%` }} />
        </div>
      )}
      <ReplayControls reply={reply} lines={lines} />
      {reply && requests > 0 && <Sentence reply={reply} lines={lines} />}
      <Banners reply={reply} lines={lines} />
      {reply && requests > 0 && (
        <div className={`stack narrowBlock ${styles.work}`} data-alone={alone ?? undefined}>
          <section
            className={`stack ${styles.charts}`}
            style={alone === null ? split.style : undefined}
            aria-label={t('replay.charts')}
            aria-busy={running !== null}
          >
            {overlay && <Overlay reply={reply} lines={lines} range={range} />}
            <SummaryTable reply={reply} lines={lines} range={range} />
          </section>
          <Splitter split={split} />
          <Parts>
            <Lower reply={reply} lines={lines} range={range} />
          </Parts>
        </div>
      )}
    </div>
  );
}

function Status({ drawn }: { readonly drawn: ReplayReply | null }) {
  const { t, n } = useText();
  const reply = useReplay((s) => s.reply);
  const running = useReplay((s) => s.running);
  if (running)
    return (
      <span className="inline gap8" role="status">
        {t('replay.running', { share: Math.floor(running.share * 100) / 100 })}
        <Button kind="link" onClick={cancelReplay} text={t('progress.cancel')} />
      </span>
    );
  if (!reply || reply !== drawn) return null;
  return (
    <span className="num" role="status">
      {t('replay.done', { count: reply.requests, runs: reply.series.length, ms: n.ms(reply.ms) })}
    </span>
  );
}
