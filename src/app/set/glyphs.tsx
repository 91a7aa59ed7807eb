/** The pictures of a row over the sessions of a set. Laid out in pixels; what they show is said in words beside them. */
import type { Distribution, RowOfSet } from '../../engine/sets/contract.ts';
import { t } from '../../i18n/index.ts';
import styles from './set.module.css';

export const KEPT_WIDTH = 280;
export const DIFFERENCE_WIDTH = 226;
const HEIGHT = 27;
const MIDDLE = 13.5;
const PAD = 6;

/** x of a share on the axis from 0 to 1. */
const keptAt = (share: number): number => PAD + share * (KEPT_WIDTH - 2 * PAD);
/** Points left and right of no difference. */
export const REACH = 0.74;
const differenceAt = (value: number): number => {
  const half = DIFFERENCE_WIDTH / 2;
  return half + (Math.max(-REACH, Math.min(REACH, value)) / REACH) * (half - PAD);
};

const TICKS = [0, 0.25, 0.5, 0.75, 1];
const STEPS = [-0.6, -0.3, 0, 0.3, 0.6];

export const KeptAxis = () => (
  <svg width={KEPT_WIDTH} height={13} className={styles.axis} aria-hidden="true">
    {TICKS.map((tick) => (
      <text key={tick} x={keptAt(tick)} y={10} textAnchor={tick === 1 ? 'end' : 'middle'}>
        {tick * 100}
      </text>
    ))}
  </svg>
);

export const DifferenceAxis = () => (
  <svg width={DIFFERENCE_WIDTH} height={13} className={styles.axis} aria-hidden="true">
    {STEPS.map((step) => (
      <text key={step} x={differenceAt(step)} y={10} textAnchor="middle">
        {step === 0 ? '0' : `${step > 0 ? '+' : '−'}${Math.round(Math.abs(step) * 100)}`}
      </text>
    ))}
  </svg>
);

interface KeptProps {
  readonly row: Pick<RowOfSet, 'ticks' | 'together'> & { readonly kept: Distribution };
  /** Opens the worst session. */
  onWorst(session: string): void;
}

/** Thin line worst to best, box = middle half, bar = 95 % of the median, tick = median, one small tick per session below. */
export function KeptGlyph({ row: { kept, ticks, together }, onWorst }: KeptProps) {
  const chance = together?.chance ?? null;
  const { worst, best, quartiles, interval, median, worstSession, outliers } = kept;
  const span = ([from, to]: readonly [number, number]) => ({ x: keptAt(from), width: Math.max(1, keptAt(to) - keptAt(from)) });
  return (
    <span className={styles.glyph} style={{ width: KEPT_WIDTH }}>
      <svg width={KEPT_WIDTH} height={HEIGHT} aria-hidden="true">
        {chance !== null && <line className={styles.chance} x1={keptAt(chance)} x2={keptAt(chance)} y1={0} y2={HEIGHT} />}
        <line className={styles.whisker} x1={keptAt(worst)} x2={keptAt(best)} y1={MIDDLE} y2={MIDDLE} />
        <rect className={styles.half} {...span(quartiles)} y={MIDDLE - 6} height={12} rx={1} />
        {ticks.map(({ session, value }) => (
          <line key={session} className={styles.tick} x1={keptAt(value)} x2={keptAt(value)} y1={21.5} y2={25} />
        ))}
        <rect className={styles.interval} {...span(interval)} y={MIDDLE - 1.5} height={3} />
        <rect className={styles.median} x={keptAt(median) - 1.25} y={MIDDLE - 7} width={2.5} height={14} />
      </svg>
      <button
        type="button"
        className={styles.worst}
        data-outlier={outliers.includes(worstSession) || undefined}
        style={{ left: keptAt(worst) - 12, top: MIDDLE - 12 }}
        aria-label={t('set.worst.open')}
        title={t('set.worst.open')}
        onClick={() => onWorst(worstSession)}
      />
    </span>
  );
}

/** Zero line, one tick per session, bar = 95 % of the mean, dot = mean. */
export function DifferenceGlyph({ row: { difference, differences } }: { readonly row: Pick<RowOfSet, 'difference' | 'differences'> }) {
  const zero = differenceAt(0);
  return (
    <svg width={DIFFERENCE_WIDTH} height={HEIGHT} className={styles.difference} aria-hidden="true">
      <line className={styles.zero} x1={zero} x2={zero} y1={0} y2={HEIGHT} />
      {differences.map(({ session, value }) => (
        <line key={session} className={styles.tick} x1={differenceAt(value)} x2={differenceAt(value)} y1={MIDDLE - 6} y2={MIDDLE + 6} />
      ))}
      {difference && (
        <>
          <rect
            className={styles.interval}
            x={differenceAt(difference.interval[0])}
            width={Math.max(1, differenceAt(difference.interval[1]) - differenceAt(difference.interval[0]))}
            y={MIDDLE - 2}
            height={4}
          />
          <circle className={styles.mean} cx={differenceAt(difference.mean)} cy={MIDDLE} r={3.5} />
        </>
      )}
    </svg>
  );
}

const SPARK = { width: 146, height: 18 };

/** The size of the recorded context over the session, with its compactions. */
export function Spark({ sizes, marks }: { readonly sizes: readonly number[]; readonly marks: readonly number[] }) {
  const { width, height } = SPARK;
  const most = Math.max(1, ...sizes);
  // One size is a level line.
  const points = sizes.length === 1 ? [...sizes, ...sizes] : sizes;
  const at = (size: number, i: number): string =>
    `${((i * width) / (points.length - 1)).toFixed(1)} ${(height - 1 - (size / most) * (height - 4)).toFixed(1)}`;
  const line = points.map((size, i) => `${i === 0 ? 'M' : 'L'}${at(size, i)}`).join('');
  return (
    <svg width={width} height={height} className={styles.spark} aria-hidden="true">
      <path d={`${line}L${width} ${height}L0 ${height}Z`} className={styles.area} />
      <path d={line} className={styles.line} />
      {marks.map((share) => (
        <path key={share} d={`M${share * width - 3} 3l3 -3l3 3l-3 3Z`} className={styles.compaction} />
      ))}
    </svg>
  );
}

const BAR = { width: 84, height: 16 };

/** B less A in one session. */
export function DifferenceBar({ value }: { readonly value: number }) {
  const { width, height } = BAR;
  const length = Math.max(1, Math.min(1, Math.abs(value) / REACH) * (width / 2));
  return (
    <svg width={width} height={height} aria-hidden="true">
      <line className={styles.zero} x1={width / 2} x2={width / 2} y1={0} y2={height} />
      <rect className={styles.interval} x={value < 0 ? width / 2 - length : width / 2} y={4} width={length} height={8} />
    </svg>
  );
}
