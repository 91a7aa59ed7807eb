/** The whole session as it would have run: settings, notices, two charts, and their data below. */
import { type KeyboardEvent, useMemo } from 'react';
import '../../i18n/loss-words.ts';
import '../../i18n/replay-words.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { TabTools } from '../frame/TabBar.tsx';
import { Banners } from './Banners.tsx';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { Range } from '../charts/scale.ts';
import { lookOf, Swatch } from '../charts/Swatch.tsx';
import { ToolButton } from '../charts/ToolButton.tsx';
import { ZoomButtons } from '../charts/Zoom.tsx';
import { Compactions } from './Compactions.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { ReplayControls } from './Controls.tsx';
import { CostChart } from './CostChart.tsx';
import { type RunLine, linesOf, wholeOf } from './lines.ts';
import { LogPanel } from './LogPanel.tsx';
import marks from './marks.module.css';
import { Misses } from './Misses.tsx';
import styles from './replay.module.css';
import panels from './panels.module.css';
import shared from '../theme/shared.module.css';
import { Difference, WhatIfMark } from './Reference.tsx';
import { RequestsTable } from './RequestsTable.tsx';
import { cancelReplay, useReplayRun } from './run.ts';
import { SizeChart } from './SizeChart.tsx';
import { PANELS, type Panel, show, showRequests, useReplay } from './state.ts';
import { SummaryTable } from './SummaryTable.tsx';

const NO_LINES: readonly RunLine[] = [];

export function ReplayPane() {
  useReplayRun();
  const { t, n, language } = useText();
  const reply = useReplay((s) => s.reply);
  const running = useReplay((s) => s.running);
  const zoom = useReplay((s) => s.range);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  const lines = useMemo(() => (reply ? linesOf(reply) : NO_LINES), [reply, language]);
  const requests = reply?.requests ?? 0;
  const range = useMemo((): Range => zoom ?? wholeOf({ requests }), [zoom, requests]);
  return (
    <div className={styles.pane}>
      <TabTools>
        {running ? (
          <span className={`${shared.inline} ${shared.gap8}`} role="status">
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
            <ChartFrame
              title={t('replay.chart.size')}
              note={<WhatIfMark reply={reply} />}
              legend={<Legend lines={lines} recorded={reply.recorded !== null} />}
              tools={
                <ZoomButtons view={useReplay} whole={wholeOf(reply)}>
                  <TallButton />
                </ZoomButtons>
              }
              table={{ open: () => showRequests('size') }}
            >
              <SizeChart reply={reply} lines={lines} range={range} />
            </ChartFrame>
            {reply.priced.prices ? (
              <>
                <ChartFrame
                  title={t('replay.chart.cost')}
                  note={<span className={shared.muted}>{t('replay.cost.by', { model: reply.priced.model ?? '', date: reply.priced.date })}</span>}
                  table={{ open: () => showRequests('cost') }}
                >
                  <CostChart reply={reply} lines={lines} range={range} />
                </ChartFrame>
                <Difference reply={reply} />
              </>
            ) : (
              <p className={panels.note}>
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

/** The axis extends to the highest line, or slightly above the window. */
function TallButton() {
  const { t } = useText();
  const tall = useReplay((s) => s.tall);
  return (
    <ToolButton label={t('replay.zoom.tall')} pressed={tall} onClick={() => show({ tall: !tall })}>
      ↕
    </ToolButton>
  );
}

/** Every line with its letter, colour and dash; a click shows its contexts. */
function Legend({ lines, recorded }: { readonly lines: readonly RunLine[]; readonly recorded: boolean }) {
  const { t } = useText();
  const others = useReplay((s) => s.others);
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  return (
    <ul className={styles.legend} aria-label={t('replay.legend')}>
      {lines.map(({ key, letter, title, color, dash }) => (
        <li key={key} {...lookOf(color)}>
          <Swatch look={color} dash={dash} />
          <b>{letter}</b>
          <span>{title}</span>
        </li>
      ))}
      {others && (
        <li>
          <Swatch look="baseline" />
          <span>{t('replay.baseline')}</span>
        </li>
      )}
      {others && recorded && (
        <li>
          <Swatch look="recorded" />
          <span>{t('replay.recorded')}</span>
        </li>
      )}
      {missed && (
        <li>
          <svg width={12} height={8} aria-hidden="true">
            <path d="M2 1v6M6 1v6M10 1v6" className={marks.mark} data-kind="missed" />
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

/** Content below the charts, as tabs. */
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
    <div className={panels.panels} role="tablist" aria-label={t('replay.panels')} onKeyDown={keyDown}>
      {PANELS.map((one: Panel) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`replay-tab-${one}`}
          aria-selected={panel === one}
          aria-controls="replay-panel"
          tabIndex={panel === one ? 0 : -1}
          className={panels.tab}
          onClick={() => show({ panel: one })}
        >
          {t(`replay.panel.${one}`)}
        </button>
      ))}
    </div>
  );
}

function PanelBody({ lines, range }: { readonly lines: readonly RunLine[]; readonly range: Range }) {
  const panel = useReplay((s) => s.panel);
  const reply = useReplay((s) => s.reply);
  if (!reply) return null;
  return (
    <div role="tabpanel" id="replay-panel" aria-labelledby={`replay-tab-${panel}`} className={panels.panel}>
      {panel === 'summary' && <SummaryTable reply={reply} lines={lines} />}
      {panel === 'requests' && <RequestsTable reply={reply} lines={lines} range={range} />}
      {panel === 'compactions' && <Compactions reply={reply} lines={lines} />}
      {panel === 'misses' && <Misses reply={reply} lines={lines} />}
      {panel === 'log' && <LogPanel lines={lines} requests={reply.requests} />}
      {panel === 'context' && <ContextPanel reply={reply} lines={lines} />}
    </div>
  );
}
