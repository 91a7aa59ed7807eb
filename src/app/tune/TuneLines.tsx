/** Several lines over one axis, each with the intervals of the points that matter: rows over their values, or settings over the budgets. */
import { Tap } from '../components/Button.tsx';
import { useMemo } from 'react';
import { SURE } from '../../engine/answer/contract.ts';
import type { BestSetting, Race, Stat, Target, TuneMeasure } from '../../engine/tune/contract.ts';
import { sayRace, titleOf, tuneDelta, tuneValue, unitOf } from '../../i18n/tune-words.ts';
import verdict from '../answer/answer.module.css';
import { ChartFrame, type ChartTable, marginsFor, Plot } from '../charts/ChartFrame.tsx';
import { type AxisView, type Range, round, type Scale, ticks, xOf, yOf } from '../charts/scale.ts';
import { useElementSize } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { placesOf, stepsOf } from './Curves.tsx';
import { show, targetField, type TuneRun } from './tune-state.ts';
import styles from './tune.module.css';
import { labelOf, type RowView } from './useRow.ts';

const MOST_TICKS = 4;

interface LinePoint {
  readonly x: number;
  readonly text: string;
  readonly stat: Stat;
  readonly strong: boolean;
}
interface Line {
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

function Lines({ title, note, measure, lines, marks, across }: Props) {
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
        className="fill relative leastHigh120"
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
                  <circle fill="var(--series)" style={colour(dot.index)} cx={cx} cy={cy} r={dot.point.strong ? 4.5 : 2.5}>
                    <title>{`${dot.line.title}, ${dot.point.text}: ${spoken(dot.point.stat)}`}</title>
                  </circle>
                )
              );
            }}
          >
            {lines.map(({ key, points }, index) => (
              <g key={key} style={colour(index)}>
                <path
                  fill="none"
                  stroke="var(--series)"
                  strokeWidth={1.5}
                  d={points.map((point, i) => `${i === 0 ? 'M' : 'L'}${round(xOf(scale, point.x))} ${round(yOf(scale, point.stat.mean))}`).join('')}
                />
                {points.map(
                  ({ x: at, stat, strong, text }) =>
                    strong &&
                    stat.interval && (
                      <line
                        key={text}
                        stroke="var(--series)"
                        strokeWidth={3}
                        opacity={0.5}
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
      <p className="row wrap second small gap0-12">
        {lines.map(({ key, title: name }, index) => (
          <span key={key}>
            <i className={`inlineBlock marginRight4 ${styles.key}`} style={colour(index)} />
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

interface RacePartProps {
  readonly found: TuneRun;
  readonly race: Race;
  readonly views: readonly RowView[];
  readonly shown: string;
}

export function RacePart({ found, race, views, shown }: RacePartProps) {
  const { t } = useText();
  const { decides } = found.wishes;
  const named = new Map(views.map((view) => [view.found.key, view]));
  const level = SURE.indexOf(race.sure);
  const title = (row: string): string => named.get(row)?.row.title ?? row;
  const setting = (row: string, key: string): string => named.get(row)?.words(key) ?? key;
  const range = (ends: readonly [number, number] | null | undefined, text: (value: number) => string): string => ends?.map(text).join(' … ') ?? '—';
  return (
    <section className="stack gap6 ruled fixed pad8-12" aria-label={t('tune.race')}>
      <div className="row wrap gap12 second spread">
        <h2>{t('tune.race')}</h2>
        <p className="row gap8 wrap second leastHigh24">
          {t('answer.sure')}: <b>{t(`answer.sure.${race.sure}`)}</b>
          <span className={`row gap2 ${verdict.bars}`} aria-hidden>
            {SURE.map((name, i) => (
              <i key={name} data-on={i <= level || undefined} />
            ))}
          </span>
        </p>
      </div>
      <p className={`size15 line22 ${styles.say}`}>{sayRace(views[0]!.found.result, race, decides, { title, setting })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={`scrollsAcross ${styles.raceRoom}`} tabIndex={0} role="region" aria-label={t('tune.race.table')}>
        <table className={`num ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('label.policy')}</th>
              <th scope="col">{t('tune.race.best')}</th>
              <th scope="col">{t('tune.head.first', { measure: titleOf(decides) })}</th>
              <th scope="col">{t('tune.half.second')}</th>
              <th scope="col">95 %</th>
              <th scope="col">{t('tune.race.behind')}</th>
              <th scope="col">95 %</th>
            </tr>
          </thead>
          <tbody>
            {race.entrants.map(({ row, setting: key, first, second, difference }) => (
              <tr key={row} data-chosen={row === shown || undefined}>
                <th scope="row">
                  <Tap
                    className={`accent toLeft leastHigh24 bgNone pressable ${styles.raceRow}`}
                    aria-pressed={row === shown}
                    onClick={() => show({ shownRow: row })}
                    text={title(row)}
                  />
                </th>
                <td>{key === null ? t('tune.race.no-choice') : setting(row, key)}</td>
                <td>{first ? tuneValue(decides, first.mean) : '—'}</td>
                <td>{second ? tuneValue(decides, second.mean) : '—'}</td>
                <td>{range(second?.interval, (end) => tuneValue(decides, end))}</td>
                <td>{difference ? tuneDelta(decides, -difference.mean) : '—'}</td>
                <td>{range(difference?.interval && [-difference.interval[1], -difference.interval[0]], (end) => tuneDelta(decides, end))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A curve per row. Rows that are tuned by the same parameter share its axis; others each go from their least value to their most. */
export function RaceCurves({
  found,
  views,
  target,
}: {
  readonly found: TuneRun;
  readonly views: readonly RowView[];
  readonly target: Race['target'];
}) {
  const { t } = useText();
  const { decides } = found.wishes;
  const params = new Set(views.map((view) => view.found.space.axes[0]?.param));
  const [only] = params;
  const shared = params.size === 1 && only !== undefined;
  const { lines, marks } = useMemo(() => {
    const own = views.map((view) => ({ view, steps: stepsOf(view, target) }));
    // One axis has the places of all values that any row tried on it.
    const values = [...new Set(own.flatMap(({ steps }) => steps.map(({ setting }) => setting.values[only ?? '']!)))];
    const isNumeric = values.every((value) => typeof value === 'number');
    const order = isNumeric ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
    const places = new Map(shared ? placesOf(order).map((place, i) => [order[i]!, place]) : []);
    const texts = new Map<number, string>();
    const drawn = own.flatMap(({ view, steps }): Line[] => {
      const best = view.found.result.best.find((one) => one.target === target);
      const [least, most] = [Math.min(...steps.map(({ x }) => x)), Math.max(...steps.map(({ x }) => x))];
      const points = steps.flatMap(({ point, setting, text, x }) => {
        const stat = point.second[decides] ?? point.first[decides];
        const at = shared ? places.get(setting.values[only]!)! : most > least ? (x - least) / (most - least) : 0;
        if (shared) texts.set(at, text);
        return stat ? [{ x: at, text, stat, strong: setting.key === best?.chosen }] : [];
      });
      const param = labelOf(view.found.space.axes[0]?.param ?? '');
      return points.length > 0 ? [{ key: view.found.key, title: shared ? view.row.title : `${view.row.title}: ${param}`, points }] : [];
    });
    const all = [...texts].toSorted(([a], [b]) => a - b);
    const some = all.length <= 5 ? all : [0, 1, 2, 3].map((i) => all[Math.round((i * (all.length - 1)) / 3)]!);
    return {
      lines: drawn,
      marks: shared
        ? some.map(([x, text]) => ({ x, text }))
        : [
            { x: 0, text: t('tune.race.least') },
            { x: 1, text: t('tune.race.most') },
          ],
    };
  }, [views, target, decides, shared, only, t]);
  if (lines.every(({ points }) => points.length < 2)) return null;
  return (
    <Lines
      title={t('tune.race.curves', { title: titleOf(decides) })}
      note={t('tune.half.second')}
      measure={decides}
      lines={lines}
      marks={marks}
      across={shared ? labelOf(only) : t('tune.race.across')}
    />
  );
}
