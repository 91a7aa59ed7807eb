/** The head of the lanes: their name and axis. For the keyboard and for screen readers it is a slider over the requests. */
import { type KeyboardEvent, use } from 'react';
import { useElementWidth } from '../components/useMedia.ts';
import { useText } from '../store/index.ts';
import { xOf } from '../charts/scale.ts';
import { stepByKey } from '../charts/steps.ts';
import { FIRST, wholeOf } from './lines.ts';
import { LANE_PAD, LaneContext, type LaneView, scaleOf, stepAt } from './Lane.tsx';
import { ticksOf } from './lanes.ts';
import styles from './lanes.module.css';
import { openContext, show, useReplay } from './state.ts';

/** Half of the words at the cursor, px: they stay above the lanes. */
const HALF = 52;

export function LaneAxis() {
  const view = use(LaneContext)!;
  const { t, n } = useText();
  const { ref, width } = useElementWidth<HTMLDivElement>();
  const { reply, lines, range, lanes } = view;
  const whole = wholeOf(reply);
  const selected = useReplay((s) => s.at);
  const at = Math.max(FIRST, Math.min(whole[1], selected ?? FIRST));
  const scale = scaleOf(view, width);
  const sizeAt = (values: Float64Array): string => {
    const value = values[at - FIRST];
    return value === undefined || Number.isNaN(value) ? '—' : n.whole(value);
  };
  const keyDown = (e: KeyboardEvent): void => {
    const onEnter = (step: number): void => openContext(useReplay.getState().key ?? lines[0]?.key ?? reply.baseline.key, step);
    stepByKey(e, { view: useReplay, whole, range, onEnter });
  };
  return (
    <div
      ref={ref}
      className={styles.head}
      role="slider"
      tabIndex={0}
      aria-label={t('replay.chart.size')}
      aria-valuemin={whole[0]}
      aria-valuemax={whole[1]}
      aria-valuenow={at}
      aria-valuetext={[
        t('replay.request', { at }),
        ...lines.map(({ title, series }) => `${title} ${sizeAt(series.size)}`),
        ...(reply.recorded ? [`${t('replay.recorded')} ${sizeAt(lanes.reference)}`] : []),
      ].join(', ')}
      aria-description={t('replay.chart.keys')}
      onKeyDown={keyDown}
      onPointerMove={(e) => show({ hover: stepAt(e, scale) })}
      onPointerLeave={() => show({ hover: null })}
      onClick={(e) => show({ at: stepAt(e, scale) })}
    >
      <span className={styles.name} title={t('replay.lanes')} data-axis="x y">
        {t('replay.lanes')}
      </span>
      {width > 0 && (
        <svg width={width} height={14} aria-hidden="true">
          {ticksOf(scale).map(({ tick, x, anchor }) => (
            <text key={tick} className={styles.tick} x={x + LANE_PAD} y={10} textAnchor={anchor}>
              {n.whole(tick)}
            </text>
          ))}
        </svg>
      )}
      {width > 0 && <At view={view} width={width} />}
    </div>
  );
}

/** Which request the cursor is at. */
function At({ view, width }: { readonly view: LaneView; readonly width: number }) {
  const { t, n } = useText();
  const at = useReplay((s) => s.hover ?? s.at);
  if (at === null) return null;
  const { requests } = view.reply;
  const step = Math.min(at, requests);
  const [from, to] = view.range;
  if (step < from || step > to) return null;
  const x = xOf(scaleOf(view, width), step) + LANE_PAD;
  return (
    <span className={styles.at} style={{ left: Math.max(HALF, Math.min(width - HALF, x)) }} aria-hidden="true">
      {t('replay.at', { at: n.whole(step), of: n.whole(requests) })}
    </span>
  );
}
