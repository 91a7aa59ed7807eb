/** Several rows of one run: which of them wins with its best value, and all of them over their values in one plot. */
import { useMemo } from 'react';
import { SURE } from '../../engine/answer/contract.ts';
import type { Race } from '../../engine/tune/contract.ts';
import { sayRace, titleOf, tuneDelta, tuneValue } from '../../i18n/tune-words.ts';
import line from '../answer/answer.module.css';
import { useText } from '../store/index.ts';
import { placesOf, stepsOf } from './Curves.tsx';
import { type Line, Lines } from './TuneLines.tsx';
import { type TuneRun, show } from './tune-state.ts';
import { labelOf, type RowView } from './useRow.ts';
import styles from './tune.module.css';

interface Props {
  readonly found: TuneRun;
  readonly race: Race;
  readonly views: readonly RowView[];
  readonly shown: string;
}

export function RacePart({ found, race, views, shown }: Props) {
  const { t } = useText();
  const { decides } = found.wishes;
  const named = new Map(views.map((view) => [view.found.key, view]));
  const level = SURE.indexOf(race.sure);
  const title = (row: string): string => named.get(row)?.row.title ?? row;
  const setting = (row: string, key: string): string => named.get(row)?.words(key) ?? key;
  const range = (ends: readonly [number, number] | null | undefined, text: (value: number) => string): string => ends?.map(text).join(' … ') ?? '—';
  return (
    <section className={styles.race} aria-label={t('tune.race')}>
      <div className={styles.top}>
        <h2>{t('tune.race')}</h2>
        <p className={line.sure}>
          {t('answer.sure')}: <b>{t(`answer.sure.${race.sure}`)}</b>
          <span className={line.bars} aria-hidden>
            {SURE.map((name, i) => (
              <i key={name} data-on={i <= level || undefined} />
            ))}
          </span>
        </p>
      </div>
      <p className={styles.say}>{sayRace(views[0]!.found.result, race, decides, { title, setting })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.raceRoom} tabIndex={0} role="region" aria-label={t('tune.race.table')}>
        <table className={styles.table}>
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
                  <button type="button" className={styles.raceRow} aria-pressed={row === shown} onClick={() => show({ shownRow: row })}>
                    {title(row)}
                  </button>
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
