/** The plot beside the table, with the bar that shares the width; alone at full size until Escape. */
import { type CSSProperties, memo, Suspense, useEffect } from 'react';
import { part } from '../components/part.ts';
import { Region } from '../frame/Region.tsx';
import { SideSplitter } from '../frame/SideSplitter.tsx';
import { useText } from '../store/index.ts';
import { Later } from '../store/store.ts';
import shared from '../theme/shared.module.css';
import styles from './pareto.module.css';
import { fitting, openPlot, PLOT_WIDTH, setPlotWidth, showPlotAlone, usePlotRoom } from './plotRoom.ts';
import { ToolButton } from '../charts/ToolButton.tsx';

const Plot = part(
  () => import('./ParetoPanel.tsx'),
  (m) => m.ParetoPanel,
);

function RoomButtons({ full }: { readonly full: boolean }) {
  const { t } = useText();
  return (
    <span className={`${shared.inline} ${shared.gap2}`}>
      <ToolButton label={t(full ? 'plot.beside' : 'plot.full')} pressed={full} onClick={() => showPlotAlone(!full)}>
        <span aria-hidden>{full ? '⤡' : '⤢'}</span>
      </ToolButton>
      <ToolButton label={t('plot.close')} onClick={() => openPlot(false)}>
        <span aria-hidden>✕</span>
      </ToolButton>
    </span>
  );
}

/** It draws from the store alone: a frame that is drawn again leaves it as it is. */
export const PlotBeside = memo(function PlotBeside() {
  const { t } = useText();
  const { open, full, width } = usePlotRoom();
  useEffect(() => {
    if (!full) return;
    const back = (e: KeyboardEvent): void => {
      if (e.key === 'Escape' && !e.defaultPrevented) showPlotAlone(false);
    };
    window.addEventListener('keydown', back);
    return () => window.removeEventListener('keydown', back);
  }, [full]);
  // Full size belongs to this view: another tab comes back to the table.
  useEffect(() => () => showPlotAlone(false), []);
  if (!open) return null;
  return (
    <>
      {!full && (
        <SideSplitter
          label={t('plot.width')}
          width={width}
          set={(to, room) => setPlotWidth(fitting(to, room))}
          reset={() => setPlotWidth(PLOT_WIDTH)}
        />
      )}
      <div className={styles.beside} style={{ '--beside': full ? '100%' : `${width}px`, '--beside-most': full ? 'none' : '42%' } as CSSProperties}>
        <Region name={t('plot.title')}>
          <Suspense fallback={<div className={shared.fill} />}>
            <Later last>
              <Plot tools={<RoomButtons full={full} />} />
            </Later>
          </Suspense>
        </Region>
      </div>
    </>
  );
});
