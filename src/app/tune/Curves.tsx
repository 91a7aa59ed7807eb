/** A measure over the values of the first parameter: the half that it is chosen on with its band, and the other half. */
import { Select } from '../components/NumberField.tsx';
import { useCallback, useMemo, useState } from 'react';
import type { BestSetting, Point, Setting, Target, TuneMeasure, TuneResult } from '../../engine/tune/contract.ts';
import { BY_CUT, LESS, TUNED } from '../../engine/tune/contract.ts';
import { titleOf, tuneValue, unitOf } from '../../i18n/tune-words.ts';
import { ChartFrame, type ChartTable, marginsFor, Plot } from '../charts/ChartFrame.tsx';
import { type ChartPoint, type Link, PointChart } from '../charts/PointChart.tsx';
import { type AxisView, type Range, round, type Scale, ticks, xOf, yOf } from '../charts/scale.ts';
import { useElementSize } from '../components/elements.ts';
import { useText, useUi } from '../store/index.ts';
import styles from './tune.module.css';
import type { RowView } from './useRow.ts';

const MOST_TICKS = 4;
/** From the middle of a label to the middle of the next, px at least. */
const LABEL = 56;
/** Ends that are further apart are drawn by ratio, as the values are spread. */
const WIDE = 50;

interface Step {
  readonly point: Point;
  readonly setting: Setting;
  readonly text: string;
  readonly x: number;
}

interface Props {
  readonly measure: TuneMeasure;
  readonly steps: readonly Step[];
  readonly best: BestSetting;
  readonly now: string;
  readonly param: string;
  readonly across: string;
  readonly halves: readonly [number, number];
  readonly of: TuneResult['of'];
}

/** Places of values: numbers by their size, all else one after the other. */
export function placesOf(values: readonly (number | boolean | string)[]): readonly number[] {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < values.length) return values.map((_, i) => i);
  return isWide(numbers) ? numbers.map((value) => Math.log10(value + 1)) : numbers;
}
const isWide = (values: readonly number[]): boolean =>
  values.every(Number.isInteger) && values[0]! >= 0 && (values.at(-1)! + 1) / (values[0]! + 1) > WIDE;

/** The least that an axis of shares spans: what is closer than that is no difference to look at. */
const LEAST_SPAN = 0.2;
/** The same of costs, as a share of the highest. */
const LEAST_COST = 0.5;

/** From below the lowest value to above the highest; never so close that noise looks like a difference. */
export function spanOf(values: readonly number[], measure: TuneMeasure): Range {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const top = measure === 'cost' ? Number.POSITIVE_INFINITY : 1;
  const span = measure === 'cost' ? most * LEAST_COST : LEAST_SPAN;
  const room = Math.max((most - least) * 0.08, (span - (most - least)) / 2);
  const low = Math.max(0, Math.min(least - room, top - span));
  return [low, Math.min(top, Math.max(most + room, low + span))];
}

function rangeOf(steps: readonly Step[], measure: TuneMeasure): Range {
  const all = steps.flatMap(({ point }) =>
    [point.first[measure], point.second[measure]].flatMap((stat) => (stat ? [stat.mean, ...(stat.interval ?? [])] : [])),
  );
  return spanOf(all, measure);
}

const path = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');

/** The value in force is between the steps, as near to one as it likes: the ends are named, and of others what has room. */
function withRoom(places: readonly number[], near: number): readonly number[] {
  const [least, most] = [Math.min(...places), Math.max(...places)];
  const named: number[] = [];
  for (const place of places) {
    const isEnd = place === least || place === most;
    if (isEnd || (place - (named.at(-1) ?? least) >= near && most - place >= near)) named.push(place);
  }
  return named;
}

export function Curve({ measure, steps, best, now, param, across, halves, of }: Props) {
  const { t, n } = useText();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const x = useMemo((): AxisView & { readonly range: Range } => {
    const places = steps.map((step) => step.x);
    const [least, most] = [Math.min(...places), Math.max(...places)];
    // Dots at the ends are whole.
    const room = (most - least) * 0.02;
    const range: Range = [least - room, most + room];
    const shown = places.length <= MOST_TICKS + 1 ? places : [0, 1, 2, 3].map((i) => places[Math.round((i * (places.length - 1)) / 3)]!);
    const apart = withRoom(shown, ((most - least) * LABEL) / Math.max(1, width));
    const texts = new Map(steps.map((step) => [step.x, step.text]));
    return { range, ticks: apart, format: (value) => texts.get(value) ?? '', name: null };
  }, [steps, width]);
  const y = useMemo((): AxisView & { readonly range: Range } => {
    const range = rangeOf(steps, measure);
    const format = (value: number): string =>
      measure === 'cost' ? n.money(value) : measure === 'efficiency' ? n.score(value) : n.plain(Math.round(value * 1000) / 10);
    return { range, ticks: ticks(range, MOST_TICKS), format, name: unitOf(measure) };
  }, [steps, measure, n]);
  const margins = { ...marginsFor(y), right: 18 };
  const scale: Scale = { x: x.range, y: y.range, width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
  const chosen = steps.find(({ setting }) => setting.key === best.chosen);
  const present = steps.find(({ setting }) => setting.key === now);
  const at = (step: Step, value: number): readonly [number, number] => [xOf(scale, step.x), yOf(scale, value)];
  const line = (half: 'first' | 'second'): string =>
    path(steps.flatMap((step) => (step.point[half][measure] ? [at(step, step.point[half][measure].mean)] : [])));
  const banded = steps.filter(({ point }) => point.first[measure]?.interval);
  const band = (end: 0 | 1) => banded.map((step) => at(step, step.point.first[measure]!.interval![end]));
  const second = chosen?.point.second[measure];
  const text = (value: number | undefined): string => (value === undefined ? '—' : tuneValue(measure, value));
  // Of one session all but the measures by cut are one value.
  const single = of === 'cuts' && !(BY_CUT as readonly TuneMeasure[]).includes(measure);
  const title = titleOf(measure);
  const table = (): ChartTable => ({
    head: [param, t('tune.half.first'), '95 %', t('tune.half.second'), '95 %'],
    rows: steps.map(({ text: value, point: { first, second: other } }) => [
      value,
      text(first[measure]?.mean),
      first[measure]?.interval?.map((end) => tuneValue(measure, end)).join(' … ') ?? '—',
      text(other[measure]?.mean),
      other[measure]?.interval?.map((end) => tuneValue(measure, end)).join(' … ') ?? '—',
    ]),
  });
  return (
    <ChartFrame title={title} table={table}>
      <div
        ref={ref}
        className="fill relative leastHigh120"
        role="img"
        aria-label={t('tune.curve', {
          title,
          param,
          value: chosen?.text ?? '—',
          first: text(chosen?.point.first[measure]?.mean),
          second: text(second?.mean),
        })}
      >
        {scale.width > 0 && scale.height > 0 && (
          <Plot
            margins={margins}
            scale={scale}
            x={x}
            y={y}
            points={steps.flatMap((step) =>
              step.point.first[measure] ? [{ key: step.setting.key, x: step.x, y: step.point.first[measure].mean }] : [],
            )}
            sign={(key, cx, cy) => {
              const step = steps.find(({ setting }) => setting.key === key);
              return (
                <circle
                  fill={step?.point.bar ? 'var(--bg)' : 'var(--keep)'}
                  stroke={step?.point.bar ? 'var(--keep)' : 'none'}
                  cx={cx}
                  cy={cy}
                  r={2.75}
                >
                  <title>
                    {step &&
                      `${param} ${step.text}: ${text(step.point.first[measure]?.mean)}, ${t('tune.half.second')} ${text(step.point.second[measure]?.mean)}`}
                  </title>
                </circle>
              );
            }}
          >
            {banded.length > 1 && <path fill="var(--keep)" opacity={0.16} d={`${path(band(0))}L${path(band(1).toReversed()).slice(1)}Z`} />}
            {present && (
              <line stroke="var(--text-3)" strokeDasharray="2 2" x1={xOf(scale, present.x)} x2={xOf(scale, present.x)} y1={0} y2={scale.height} />
            )}
            {chosen && <line stroke="var(--accent)" strokeWidth={1.5} x1={xOf(scale, chosen.x)} x2={xOf(scale, chosen.x)} y1={0} y2={scale.height} />}
            <path fill="none" stroke="var(--keep)" strokeWidth={1.5} d={line('first')} />
            {!single && <path fill="none" stroke="var(--series-2)" strokeWidth={1.5} strokeDasharray="4 3" d={line('second')} />}
            {chosen && second?.interval && (
              <line
                stroke="var(--series-2)"
                strokeWidth={3}
                opacity={0.55}
                x1={xOf(scale, chosen.x)}
                x2={xOf(scale, chosen.x)}
                y1={yOf(scale, second.interval[0])}
                y2={yOf(scale, second.interval[1])}
              />
            )}
            {!single && chosen && second && <circle fill="var(--series-2)" cx={xOf(scale, chosen.x)} cy={yOf(scale, second.mean)} r={4} />}
          </Plot>
        )}
      </div>
      <p className="row wrap second small gap0-12">
        <span>
          <i className={`inlineBlock marginRight4 ${styles.key}`} />
          {single
            ? t('tune.key.single', { value: text(second?.mean) })
            : t('tune.key.first', { count: halves[0], value: text(chosen?.point.first[measure]?.mean) })}
        </span>
        {!single && (
          <span>
            <i className={`inlineBlock marginRight4 ${styles.key}`} data-second />
            {t('tune.key.second', { count: halves[1], value: text(second?.mean) })}
          </span>
        )}
        {steps.some(({ point }) => point.bar) && <span>{t('tune.key.barred')}</span>}
        <span data-axis="x">{across} →</span>
      </p>
    </ChartFrame>
  );
}

// Points of a row's first parameter, everything else as chosen.

export function stepsOf({ found, settings, now, write }: RowView, target: Target): readonly Step[] {
  const [axis] = found.space.axes;
  if (!axis) return [];
  const best = found.result.best.find((one) => one.target === target);
  const anchor = settings.get(best?.chosen ?? '') ?? now;
  const points = found.result.points.filter((point) => {
    const { values } = settings.get(point.setting)!;
    return point.target === target && Object.entries(anchor.values).every(([param, value]) => param === axis.param || values[param] === value);
  });
  const inOrder = axis.values.flatMap((value) => points.filter(({ setting }) => settings.get(setting)!.values[axis.param] === value).slice(0, 1));
  const places = placesOf(inOrder.map(({ setting }) => settings.get(setting)!.values[axis.param]!));
  return inOrder.map((point, i) => {
    const setting = settings.get(point.setting)!;
    return { point, setting, text: write(axis.param, setting.values[axis.param]!), x: places[i]! };
  });
}

const FRONT_TICKS = 5;
const SIZE = 4;

const LINK: Link = { use: () => useUi((s) => s.point), set: (key) => useUi.setState({ point: key }) };

const better = (measure: TuneMeasure, a: number, b: number): boolean => (LESS.includes(measure) ? a < b : a > b);

/** Points that no other beats in one measure without losing in the other, by the first. */
export function frontOf<T extends { readonly x: number; readonly y: number }>(points: readonly T[], x: TuneMeasure, y: TuneMeasure): readonly T[] {
  const beats = (a: T, b: T): boolean => !better(x, b.x, a.x) && !better(y, b.y, a.y) && (better(x, a.x, b.x) || better(y, a.y, b.y));
  return points.filter((one) => !points.some((other) => beats(other, one))).toSorted((a, b) => a.x - b.x);
}

interface FrontProps {
  readonly result: TuneResult;
  readonly best: BestSetting;
  readonly points: readonly Point[];
  readonly title: (point: Point) => string;
}

const keyOf = ({ setting, target }: Pick<Point, 'setting' | 'target'>): string => `${setting} @ ${target}`;

function axisOf(values: readonly number[], measure: TuneMeasure, name: string): AxisView & { readonly range: Range } {
  const range = spanOf(values, measure);
  return { range, ticks: ticks(range, FRONT_TICKS), format: (value) => tuneValue(measure, value), name };
}

export function Front({ result, best, points, title }: FrontProps) {
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
        t('tune.axis', { title: titleOf(x), unit: unitOf(x) }),
      ),
    [own, x, t],
  );
  const yAxis = useMemo(
    () =>
      axisOf(
        own.map((point) => point.y),
        y,
        t('tune.axis', { title: titleOf(y), unit: unitOf(y) }),
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
      return <path fill="none" stroke="var(--keep)" strokeWidth={1.25} d={steps.join('')} data-front />;
    },
    [front],
  );
  const table = (): ChartTable => ({
    head: [t('tune.setting'), titleOf(y), titleOf(x)],
    rows: own.map((point) => [point.title, tuneValue(y, point.y), tuneValue(x, point.x)]),
  });
  const chooser = (label: string, value: TuneMeasure, set: (measure: TuneMeasure) => void) => (
    <Select aria-label={label} value={value} options={TUNED.map((measure) => [measure, titleOf(measure)])} onChange={set} />
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
          if (point.rank === 0) return <rect fill="var(--accent)" x={cx - 5} y={cy - 5} width={10} height={10} rx={1.5} />;
          if (point.rank === 1) return <circle fill="var(--bg)" stroke="var(--text)" strokeDasharray="2 1.5" cx={cx} cy={cy} r={5} />;
          return onFront.has(key) ? (
            <circle fill="var(--keep)" cx={cx} cy={cy} r={3.5} />
          ) : (
            <circle fill="var(--text-3)" opacity={0.6} cx={cx} cy={cy} r={2.5} />
          );
        }}
        words={(key) => {
          const point = byKey.get(key);
          if (!point) return '';
          return t('tune.front.point', {
            title: point.title,
            y: `${titleOf(y)} ${tuneValue(y, point.y)}`,
            x: `${titleOf(x)} ${tuneValue(x, point.x)}`,
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
