/** Several lines over one axis, each with the intervals of the points that matter: rows over their values, or settings over the budgets. */
import { useMemo } from 'react';
import type { BestSetting, Stat, Target, TuneMeasure } from '../../engine/tune/contract.ts';
import { titleOf, tuneValue, unitOf } from '../../i18n/tune-words.ts';
import { ChartFrame, type ChartTable } from '../charts/ChartFrame.tsx';
import { marginsFor, Plot } from '../charts/Plot.tsx';
import { type AxisView, type Range, round, type Scale, ticks, xOf, yOf } from '../charts/scale.ts';
import { useElementSize } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { targetField, type TuneRun } from './tune-state.ts';
import styles from './tune.module.css';
import type { RowView } from './useRow.ts';

const MOST_TICKS = 4;

interface LinePoint {
  readonly x: number;
  /** What stands at this place, in words. */
  readonly text: string;
  readonly stat: Stat;
  /** With its interval and a larger dot. */
  readonly strong: boolean;
}
export interface Line {
  readonly key: string;
  readonly title: string;
  readonly points: readonly LinePoint[];
}

interface Props {
  readonly title: string;
  readonly note: string;
  readonly measure: TuneMeasure;
  readonly lines: readonly Line[];
  /** Places with a word under the axis. */
  readonly marks: readonly { readonly x: number; readonly text: string }[];
  /** Of the axis, where its marks do not say it. */
  readonly across: string;
}

/** The colour of a line: the first has the accent of what was chosen. */
const colour = (index: number): React.CSSProperties => ({ '--series': `var(--series-${(index % 8) + 1})` }) as React.CSSProperties;

const room = (least: number, most: number, share: number, floor: number): number => Math.max((most - least) * share, floor);

export function Lines({ title, note, measure, lines, marks, across }: Props) {
  const { n } = useText();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const x = useMemo((): AxisView & { readonly range: Range } => {
    const places = [...lines.flatMap(({ points }) => points.map((point) => point.x)), ...marks.map((mark) => mark.x)];
    const [least, most] = places.length > 0 ? [Math.min(...places), Math.max(...places)] : [0, 1];
    const side = room(least, most, 0.03, 0.001);
    const words = new Map(marks.map((mark) => [mark.x, mark.text]));
    return { range: [least - side, most + side], ticks: marks.map((mark) => mark.x), format: (value) => words.get(value) ?? '', name: null };
  }, [lines, marks]);
  const y = useMemo((): AxisView & { readonly range: Range } => {
    const all = lines.flatMap(({ points }) => points.flatMap(({ stat, strong }) => [stat.mean, ...(strong ? (stat.interval ?? []) : [])]));
    const [least, most] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, 1];
    const side = room(least, most, 0.08, measure === 'cost' ? most * 0.02 : 0.005);
    const range: Range = [Math.max(0, least - side), measure === 'cost' ? most + side : Math.min(1, most + side)];
    const format = (value: number): string =>
      measure === 'cost' ? n.money(value) : measure === 'efficiency' ? n.score(value) : n.plain(Math.round(value * 1000) / 10);
    return { range, ticks: ticks(range, MOST_TICKS), format, name: unitOf(measure) };
  }, [lines, measure, n]);
  const margins = { ...marginsFor(y), right: 18 };
  const scale: Scale = { x: x.range, y: y.range, width: width - margins.left - margins.right, height: height - margins.top - margins.bottom };
  const spoken = (stat: Stat): string => {
    const value = tuneValue(measure, stat.mean);
    return stat.interval ? `${value} (95 %: ${stat.interval.map((end) => tuneValue(measure, end)).join(' … ')})` : value;
  };
  const dots = lines.flatMap((line, index) => line.points.map((point, i) => ({ key: `${line.key} ${i}`, line, index, point })));
  const named = new Map(dots.map((dot) => [dot.key, dot]));
  const table = (): ChartTable => ({
    head: [across, ...lines.map((line) => line.title)],
    rows: [...new Set(dots.map(({ point }) => point.text))].map((text) => [
      text,
      ...lines.map((line) => {
        const point = line.points.find((one) => one.text === text);
        return point ? spoken(point.stat) : '—';
      }),
    ]),
  });
  return (
    <ChartFrame title={title} note={<small>{note}</small>} table={table}>
      <div
        ref={ref}
        className={styles.curve}
        role="img"
        aria-label={`${title}: ${lines
          .map((line) => {
            const point = line.points.find(({ strong }) => strong) ?? line.points.at(-1);
            return point ? `${line.title}, ${point.text}: ${spoken(point.stat)}` : line.title;
          })
          .join('; ')}`}
      >
        {scale.width > 0 && scale.height > 0 && (
          <Plot
            margins={margins}
            scale={scale}
            x={x}
            y={y}
            points={dots.map(({ key, point }) => ({ key, x: point.x, y: point.stat.mean }))}
            sign={(key, cx, cy) => {
              const dot = named.get(key);
              return (
                dot && (
                  <circle className={styles.lineDot} style={colour(dot.index)} cx={cx} cy={cy} r={dot.point.strong ? 4.5 : 2.5}>
                    <title>{`${dot.line.title}, ${dot.point.text}: ${spoken(dot.point.stat)}`}</title>
                  </circle>
                )
              );
            }}
          >
            {lines.map(({ key, points }, index) => (
              <g key={key} style={colour(index)}>
                <path
                  className={styles.line}
                  d={points.map((point, i) => `${i === 0 ? 'M' : 'L'}${round(xOf(scale, point.x))} ${round(yOf(scale, point.stat.mean))}`).join('')}
                />
                {points.map(
                  ({ x: at, stat, strong, text }) =>
                    strong &&
                    stat.interval && (
                      <line
                        key={text}
                        className={styles.lineInterval}
                        x1={xOf(scale, at)}
                        x2={xOf(scale, at)}
                        y1={yOf(scale, stat.interval[0])}
                        y2={yOf(scale, stat.interval[1])}
                      />
                    ),
                )}
              </g>
            ))}
          </Plot>
        )}
      </div>
      <p className={styles.under}>
        {lines.map(({ key, title: name }, index) => (
          <span key={key}>
            <i className={styles.lineKey} style={colour(index)} />
            {name}
          </span>
        ))}
        <span data-axis="x">{across} →</span>
      </p>
    </ChartFrame>
  );
}

interface OverBudgetsProps {
  readonly found: TuneRun;
  readonly views: readonly RowView[];
  readonly shown: RowView;
  readonly best: BestSetting;
}

/** Shares by their size; a strategy's own target, and shares beside tokens, one after the other. */
function placesOfTargets(targets: readonly Target[]): ReadonlyMap<Target, number> {
  const isOneScale = targets.every((target) => target !== 'own' && target <= 1) || targets.every((target) => target !== 'own' && target > 1);
  return new Map(targets.map((target, i) => [target, isOneScale ? (target as number) : i]));
}

/** Of one row: the chosen value, what is set now, and what was chosen at each budget. Of several rows what was chosen in each. */
export function OverBudgets({ found, views, shown, best }: OverBudgetsProps) {
  const { t } = useText();
  const { decides } = found.wishes;
  const { lines, marks } = useMemo(() => {
    const targets = found.targets.toSorted((a, b) => (a === 'own' ? 1 : b === 'own' ? -1 : a - b));
    const places = placesOfTargets(targets);
    const line = (key: string, title: string, view: RowView, setting: (target: Target) => string | null | undefined, strong: boolean): Line => ({
      key,
      title,
      points: targets.flatMap((target) => {
        const wanted = setting(target);
        const point = view.found.result.points.find((one) => one.target === target && one.setting === wanted);
        const stat = point?.second[decides];
        return stat ? [{ x: places.get(target)!, text: targetField(target), stat, strong }] : [];
      }),
    });
    const chosenAt = (view: RowView) => (target: Target) => view.found.result.best.find((one) => one.target === target)?.chosen;
    const drawn =
      views.length > 1
        ? views.map((view) => line(view.found.key, t('tune.budgets.each', { row: view.row.title }), view, chosenAt(view), true))
        : [
            ...(best.chosen === null
              ? []
              : [line('chosen', t('tune.budgets.chosen', { setting: shown.words(best.chosen) }), shown, () => best.chosen, true)]),
            line('now', t('tune.budgets.now', { setting: shown.words(shown.found.result.now) }), shown, () => shown.found.result.now, false),
            line('each', t('tune.budgets.best'), shown, chosenAt(shown), false),
          ];
    // A search runs its best on the other half alone: a value that it found at one budget may have no number at another.
    const kept = drawn.filter(({ points }) => points.length > 1);
    return { lines: kept, marks: targets.map((target) => ({ x: places.get(target)!, text: targetField(target) })) };
  }, [found, views, shown, best, decides, t]);
  if (lines.length === 0) return null;
  return (
    <Lines
      title={t('tune.budgets.curve', { title: titleOf(decides) })}
      note={shown.found.hows ? t('tune.budgets.curve.search') : t('tune.half.second')}
      measure={decides}
      lines={lines}
      marks={marks}
      across={t('control.budget')}
    />
  );
}
