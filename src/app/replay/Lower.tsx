/** Below the table: what the runs have cost so far, and beside it their data. Either takes all the room on request. */
import { type KeyboardEvent, useEffect } from 'react';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { Range } from '../charts/scale.ts';
import { ToolButton } from '../charts/ToolButton.tsx';
import { useText } from '../store/index.ts';
import { Compactions } from './Compactions.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { CostChart } from './CostChart.tsx';
import type { RunLine } from './lines.ts';
import { LogPanel } from './LogPanel.tsx';
import { Misses } from './Misses.tsx';
import styles from './panels.module.css';
import shared from '../theme/shared.module.css';
import { RequestsTable } from './RequestsTable.tsx';
import { PANELS, type Panel, type ReplayState, show, showRequests, useReplay } from './state.ts';

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function Lower({ reply, lines, range }: Props) {
  const alone = useReplay((s) => s.alone);
  useEffect(() => {
    if (alone === null) return;
    const back = (e: globalThis.KeyboardEvent): void => {
      if (e.key === 'Escape' && !e.defaultPrevented) show({ alone: null });
    };
    window.addEventListener('keydown', back);
    return () => window.removeEventListener('keydown', back);
  }, [alone]);
  // Full size belongs to this visit: the tab opens with its table.
  useEffect(() => () => show({ alone: null }), []);
  return (
    <div className={styles.lower}>
      {alone !== 'panel' && <Cost reply={reply} lines={lines} range={range} />}
      {alone !== 'cost' && (
        <div className={styles.side}>
          <div className={styles.panels}>
            <Tabs />
            <AloneButton of="panel" />
          </div>
          <PanelBody reply={reply} lines={lines} range={range} />
        </div>
      )}
    </div>
  );
}

function AloneButton({ of }: { readonly of: NonNullable<ReplayState['alone']> }) {
  const { t } = useText();
  const alone = useReplay((s) => s.alone === of);
  return (
    <ToolButton label={t(alone ? 'replay.beside' : 'replay.full')} pressed={alone} onClick={() => show({ alone: alone ? null : of })}>
      <span aria-hidden>{alone ? '⤡' : '⤢'}</span>
    </ToolButton>
  );
}

function Cost({ reply, lines, range }: Props) {
  const { t } = useText();
  return (
    <div className={styles.cost}>
      {reply.priced.prices ? (
        <ChartFrame
          title={t('replay.chart.cost')}
          note={
            <span className={shared.second} data-axis="x y">
              {t('replay.cost.unit')}
            </span>
          }
          tools={<AloneButton of="cost" />}
          table={{ open: () => showRequests('cost') }}
        >
          <CostChart reply={reply} lines={lines} range={range} />
        </ChartFrame>
      ) : (
        <p className={styles.note}>
          {reply.priced.model === null
            ? t('replay.cost.noModel')
            : t('replay.cost.unknown', { model: reply.priced.model, list: reply.priced.list, date: reply.priced.date })}
        </p>
      )}
    </div>
  );
}

/** The data of the runs, as tabs. */
function Tabs() {
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
    <div className={styles.tablist} role="tablist" aria-label={t('replay.panels')} onKeyDown={keyDown}>
      {PANELS.map((one: Panel) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`replay-tab-${one}`}
          aria-selected={panel === one}
          aria-controls="replay-panel"
          tabIndex={panel === one ? 0 : -1}
          className={styles.tab}
          onClick={() => show({ panel: one })}
        >
          {t(`replay.panel.${one}`)}
        </button>
      ))}
    </div>
  );
}

function PanelBody({ reply, lines, range }: Props) {
  const panel = useReplay((s) => s.panel);
  return (
    <div role="tabpanel" id="replay-panel" aria-labelledby={`replay-tab-${panel}`} className={styles.panel}>
      {panel === 'requests' && <RequestsTable reply={reply} lines={lines} range={range} />}
      {panel === 'compactions' && <Compactions reply={reply} lines={lines} />}
      {panel === 'misses' && <Misses reply={reply} lines={lines} />}
      {panel === 'log' && <LogPanel lines={lines} requests={reply.requests} />}
      {panel === 'context' && <ContextPanel reply={reply} lines={lines} />}
    </div>
  );
}
