/** The whole session as it would have run: settings, notes, two charts, and their data below. */
import { type KeyboardEvent, useMemo } from 'react';
import '../../i18n/loss-words.ts';
import '../../i18n/replay-words.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { TabTools } from '../frame/TabBar.tsx';
import { Banners } from './Banners.tsx';
import { ZoomButtons } from '../charts/Chart.tsx';
import chart from '../charts/chart.module.css';
import type { Range } from '../charts/scale.ts';
import { Compactions } from './Compactions.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { ReplayControls } from './Controls.tsx';
import { CostChart } from './CostChart.tsx';
import { type Line, linesOf } from './lines.ts';
import { LogPanel } from './LogPanel.tsx';
import { Misses } from './Misses.tsx';
import styles from './replay.module.css';
import { Difference, WhatIfMark } from './Reference.tsx';
import { RequestsTable } from './RequestsTable.tsx';
import { cancelReplay, useReplayRun } from './run.ts';
import { SizeChart } from './SizeChart.tsx';
import { PANELS, type Panel, show, useReplay } from './state.ts';
import { SummaryTable } from './SummaryTable.tsx';

const NO_LINES: readonly Line[] = [];

export function ReplayPane() {
  useReplayRun();
  const { t, n, language } = useText();
  const reply = useReplay((s) => s.reply);
  const running = useReplay((s) => s.running);
  const zoom = useReplay((s) => s.range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const lines = useMemo(() => (reply ? linesOf(reply) : NO_LINES), [reply, language]);
  const requests = reply?.requests ?? 0;
  const range = useMemo((): Range => zoom ?? [1, Math.max(1, requests)], [zoom, requests]);
  return (
    <div className={styles.pane}>
      <TabTools>
        {running ? (
          <span className={styles.running} role="status">
            {t('replay.running', { share: Math.floor(running.share * 100) / 100 })}
            <Button kind="link" onClick={cancelReplay}>
              {t('progress.cancel')}
            </Button>
          </span>
        ) : (
          reply && (
            <span className="num" role="status">
              {t('replay.done', { count: requests, runs: lines.length, ms: n.ms(reply.ms) })}
            </span>
          )
        )}
      </TabTools>
      {running && (
        <div className={styles.progress} aria-hidden="true">
          <div style={{ width: `${running.share * 100}%` }} />
        </div>
      )}
      <ReplayControls reply={reply} />
      <Banners reply={reply} lines={lines} />
      {reply && requests > 0 && (
        <>
          <section className={styles.charts} aria-label={t('replay.charts')} aria-busy={running !== null}>
            <div className={styles.chartHead}>
              <h2>{t('replay.chart.size')}</h2>
              <WhatIfMark reply={reply} />
              <Legend lines={lines} recorded={reply.recorded !== null} />
              <ZoomButtons requests={requests} />
            </div>
            <SizeChart reply={reply} lines={lines} range={range} />
            {reply.priced.prices ? (
              <>
                <div className={styles.chartHead}>
                  <h2>{t('replay.chart.cost')}</h2>
                  <span className={styles.soft}>{t('replay.cost.by', { model: reply.priced.model ?? '', date: reply.priced.date })}</span>
                </div>
                <CostChart reply={reply} lines={lines} range={range} />
                <Difference reply={reply} />
              </>
            ) : (
              <p className={styles.note}>
                {reply.priced.model === null
                  ? t('replay.cost.noModel')
                  : t('replay.cost.unknown', { model: reply.priced.model, list: reply.priced.list, date: reply.priced.date })}
              </p>
            )}
          </section>
          <Panels />
          <PanelBody lines={lines} range={range} />
        </>
      )}
    </div>
  );
}

/** Every line with its letter, colour and dash; a click shows its contexts. */
function Legend({ lines, recorded }: { readonly lines: readonly Line[]; readonly recorded: boolean }) {
  const { t } = useText();
  const others = useReplay((s) => s.others);
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  const swatch = (className: string | undefined, dash: string) => (
    <svg width={20} height={8} aria-hidden="true">
      <line x1={0} x2={20} y1={4} y2={4} className={`${chart.line} ${className}`} strokeDasharray={dash || undefined} />
    </svg>
  );
  return (
    <ul className={styles.legend} aria-label={t('replay.legend')}>
      {lines.map(({ key, letter, title, color, dash }) => (
        <li key={key} className={chart[`series${color + 1}`]}>
          {swatch('', dash)}
          <b>{letter}</b>
          <span>{title}</span>
        </li>
      ))}
      {others && (
        <li>
          {swatch(chart.baseline, '')}
          <span>{t('replay.baseline')}</span>
        </li>
      )}
      {others && recorded && (
        <li>
          {swatch(chart.recorded, '')}
          <span>{t('replay.recorded')}</span>
        </li>
      )}
      {missed && (
        <li>
          <svg width={12} height={8} aria-hidden="true">
            <path d="M2 1v6M6 1v6M10 1v6" className={chart.missed} />
          </svg>
          <span>{t('replay.missed')}</span>
        </li>
      )}
      <li>
        <label className={styles.check}>
          <input type="checkbox" checked={others} onChange={(e) => show({ others: e.currentTarget.checked })} />
          {t('replay.others')}
        </label>
      </li>
    </ul>
  );
}

/** What stands below the charts, as tabs. */
function Panels() {
  const { t } = useText();
  const panel = useReplay((s) => s.panel);
  const keyDown = (e: KeyboardEvent<HTMLDivElement>): void => {
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    e.preventDefault();
    const next = PANELS[(PANELS.indexOf(panel) + by + PANELS.length) % PANELS.length]!;
    show({ panel: next });
    e.currentTarget.querySelector<HTMLElement>(`#replay-tab-${next}`)?.focus();
  };
  return (
    <div className={styles.panels} role="tablist" aria-label={t('replay.panels')} onKeyDown={keyDown}>
      {PANELS.map((one: Panel) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`replay-tab-${one}`}
          aria-selected={panel === one}
          aria-controls="replay-panel"
          tabIndex={panel === one ? 0 : -1}
          className={styles.panelTab}
          onClick={() => show({ panel: one })}
        >
          {t(`replay.panel.${one}`)}
        </button>
      ))}
    </div>
  );
}

function PanelBody({ lines, range }: { readonly lines: readonly Line[]; readonly range: Range }) {
  const panel = useReplay((s) => s.panel);
  const reply = useReplay((s) => s.reply);
  if (!reply) return null;
  return (
    <div role="tabpanel" id="replay-panel" aria-labelledby={`replay-tab-${panel}`} className={styles.panel}>
      {panel === 'summary' && <SummaryTable reply={reply} lines={lines} />}
      {panel === 'requests' && <RequestsTable reply={reply} lines={lines} range={range} />}
      {panel === 'compactions' && <Compactions reply={reply} lines={lines} />}
      {panel === 'misses' && <Misses reply={reply} lines={lines} />}
      {panel === 'log' && <LogPanel lines={lines} requests={reply.requests} />}
      {panel === 'context' && <ContextPanel reply={reply} lines={lines} />}
    </div>
  );
}
