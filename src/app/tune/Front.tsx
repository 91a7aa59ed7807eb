/** Every setting by two measures in the other half, and those that none beats in both. */
import { useCallback, useMemo, useState } from 'react';
import { type BestSetting, LESS, type Point, TUNED, type TuneMeasure, type TuneResult } from '../../engine/tune/contract.ts';
import { tuneValue, unitOf } from '../../i18n/tune-words.ts';
import { ChartFrame, type ChartTable } from '../charts/ChartFrame.tsx';
import { type ChartPoint, type Link, PointChart } from '../charts/PointChart.tsx';
import { type AxisView, type Range, round, type Scale, ticks, xOf, yOf } from '../charts/scale.ts';
import { useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import { spanOf } from './Curves.tsx';
import styles from './tune.module.css';

const MOST_TICKS = 5;
const SIZE = 4;

const LINK: Link = { use: () => useUi((s) => s.point), set: (key) => useUi.setState({ point: key }) };

const better = (measure: TuneMeasure, a: number, b: number): boolean => (LESS.includes(measure) ? a < b : a > b);

/** Points that no other beats in one measure without losing in the other, by the first. */
export function frontOf<T extends { readonly x: number; readonly y: number }>(points: readonly T[], x: TuneMeasure, y: TuneMeasure): readonly T[] {
  const beats = (a: T, b: T): boolean => !better(x, b.x, a.x) && !better(y, b.y, a.y) && (better(x, a.x, b.x) || better(y, a.y, b.y));
  return points.filter((one) => !points.some((other) => beats(other, one))).toSorted((a, b) => a.x - b.x);
}

interface Props {
  readonly result: TuneResult;
  readonly best: BestSetting;
  readonly points: readonly Point[];
  readonly title: (point: Point) => string;
}

const keyOf = ({ setting, target }: Pick<Point, 'setting' | 'target'>): string => `${setting} @ ${target}`;

function axisOf(values: readonly number[], measure: TuneMeasure, name: string): AxisView & { readonly range: Range } {
  const range = spanOf(values, measure);
  return { range, ticks: ticks(range, MOST_TICKS), format: (value) => tuneValue(measure, value), name };
}

export function Front({ result, best, points, title }: Props) {
  const { t } = useText();
  const [x, setX] = useState<TuneMeasure>('efficiency');
  const [y, setY] = useState<TuneMeasure>('kept');
  const own = useMemo(
    () =>
      points.flatMap((point): (ChartPoint & { readonly of: Point })[] => {
        // A search runs only its best on the other half.
        const half = point.second[x] && point.second[y] ? point.second : point.first;
        const [a, b] = [half[x]?.mean, half[y]?.mean];
        if (a === undefined || b === undefined) return [];
        const isAt = point.target === best.target;
        const isChosen = isAt && point.setting === best.chosen;
        const isNow = isAt && point.setting === result.now;
        return [{ key: keyOf(point), title: title(point), x: a, y: b, strong: isChosen || isNow, rank: isChosen ? 0 : isNow ? 1 : 2, of: point }];
      }),
    [points, x, y, best, result.now, title],
  );
  const front = useMemo(
    () =>
      frontOf(
        own.filter(({ of }) => of.bar === null),
        x,
        y,
      ),
    [own, x, y],
  );
  const named = useMemo(() => new Set([front[0], front.at(-1)].map((point) => point?.key)), [front]);
  const shown = useMemo(() => own.map((point) => (point.strong || named.has(point.key) ? point : { ...point, title: '' })), [own, named]);
  const onFront = useMemo(() => new Set(front.map(({ key }) => key)), [front]);
  const xAxis = useMemo(
    () =>
      axisOf(
        own.map((point) => point.x),
        x,
        t('tune.axis', { title: t(`tune.measure.${x}`), unit: unitOf(x) }),
      ),
    [own, x, t],
  );
  const yAxis = useMemo(
    () =>
      axisOf(
        own.map((point) => point.y),
        y,
        t('tune.axis', { title: t(`tune.measure.${y}`), unit: unitOf(y) }),
      ),
    [own, y, t],
  );
  const byKey = useMemo(() => new Map(own.map((point) => [point.key, point])), [own]);
  const under = useCallback(
    (scale: Scale) => {
      const steps = front.flatMap(({ x: a, y: b }, i) => {
        const at = [round(xOf(scale, a)), round(yOf(scale, b))] as const;
        return i === 0 ? [`M${at[0]} ${at[1]}`] : [`V${at[1]}`, `H${at[0]}`];
      });
      return <path className={styles.front} d={steps.join('')} data-front />;
    },
    [front],
  );
  const table = (): ChartTable => ({
    head: [t('tune.setting'), t(`tune.measure.${y}`), t(`tune.measure.${x}`)],
    rows: own.map((point) => [point.title, tuneValue(y, point.y), tuneValue(x, point.x)]),
  });
  const chooser = (label: string, value: TuneMeasure, set: (measure: TuneMeasure) => void) => (
    <select aria-label={label} value={value} onChange={(e) => set(e.currentTarget.value as TuneMeasure)}>
      {TUNED.map((measure) => (
        <option key={measure} value={measure}>
          {t(`tune.measure.${measure}`)}
        </option>
      ))}
    </select>
  );
  const tools = (
    <>
      {chooser(t('tune.front.y'), y, setY)}
      <small>{t('tune.front.against')}</small>
      {chooser(t('tune.front.x'), x, setX)}
    </>
  );
  return (
    <ChartFrame title={t('tune.front')} table={table} tools={tools} note={<small>{t('tune.front.note', { count: own.length })}</small>}>
      <PointChart
        label={t('tune.front')}
        points={shown}
        x={xAxis}
        y={yAxis}
        reach={({ strong }) => (strong ? 6 : SIZE)}
        sign={(key, cx, cy) => {
          const point = byKey.get(key);
          if (!point) return null;
          if (point.rank === 0) return <rect className={styles.isChosen} x={cx - 5} y={cy - 5} width={10} height={10} rx={1.5} />;
          if (point.rank === 1) return <circle className={styles.isNow} cx={cx} cy={cy} r={5} />;
          return <circle className={onFront.has(key) ? styles.onFront : styles.dot} cx={cx} cy={cy} r={onFront.has(key) ? 3.5 : 2.5} />;
        }}
        words={(key) => {
          const point = byKey.get(key);
          if (!point) return '';
          return t('tune.front.point', {
            title: point.title,
            y: `${t(`tune.measure.${y}`)} ${tuneValue(y, point.y)}`,
            x: `${t(`tune.measure.${x}`)} ${tuneValue(x, point.x)}`,
          });
        }}
        under={under}
        notes={() => []}
        link={LINK}
        onPick={() => undefined}
      />
    </ChartFrame>
  );
}
