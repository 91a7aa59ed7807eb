/** The pictures of a set's report: a row over its sessions, and all rows as points. */
import { rowToUse } from '../../engine/answer/contract.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import { t } from '../../i18n/index.ts';
import { html } from '../escape.ts';
import { px, scatter, type ScatterPoint } from '../scatter.ts';
import type { SetReportData } from './contract.ts';
import { groupTitle } from './words.ts';

const GLYPH = { width: 200, height: 24, middle: 10, pad: 4 } as const;
/** Ticks that are nearer are one, so that a file of 5,000 sessions stays small. */
const TICKS_PER_PX = 2;

/** As in the page: thin line worst to best, box = middle half, bar = 95 % of the median, tick = median, below one tick for each session. */
export function glyph({ kept, ticks, together }: RowOfSet, title: string): string {
  if (!kept) return '';
  const { width, height, middle, pad } = GLYPH;
  const steps = (width - 2 * pad) * TICKS_PER_PX;
  const at = (share: number): string => px(pad + share * (width - 2 * pad));
  const box = (kind: string, [from, to]: readonly [number, number], y: number, tall: number): string =>
    `<rect class="${kind}" x="${at(from)}" y="${y}" width="${px(Math.max(1, (to - from) * (width - 2 * pad)))}" height="${tall}"/>`;
  const line = (kind: string, share: number, from: number, to: number): string =>
    `<line class="${kind}" x1="${at(share)}" x2="${at(share)}" y1="${from}" y2="${to}"/>`;
  const parts = [
    together === null ? '' : line('chance', together.chance, 0, height),
    `<line class="whisker" x1="${at(kept.worst)}" x2="${at(kept.best)}" y1="${middle}" y2="${middle}"/>`,
    box('half', kept.quartiles, middle - 6, 12),
    ...[...new Set(ticks.map(({ value }) => Math.round(value * steps)))]
      .sort((a, b) => a - b)
      .map((step) => line('tick', step / steps, height - 5, height - 1)),
    box('interval', kept.interval, middle - 1.5, 3),
    line('median', kept.median, middle - 7, middle + 7),
    `<circle class="worst" cx="${at(kept.worst)}" cy="${middle}" r="3"/>`,
  ];
  return `<svg class="glyph" width="${width}" height="${height}" role="img" aria-label="${html(title)}">${parts.join('')}</svg>`;
}

type Placed = Pick<RowOfSet, 'key' | 'together' | 'left'>;

function pointsOf(data: SetReportData, of: (row: RowOfSet) => Placed | undefined): readonly ScatterPoint[] {
  const best = rowToUse(data.overview.answer);
  return data.overview.rows.flatMap((row): ScatterPoint[] => {
    const { together, left } = of(row) ?? {};
    if (!together || !left) return [];
    const { key, over, invalid } = row;
    const sign = key === best ? 'best' : data.controls.has(key) ? 'control' : invalid > 0 ? 'refused' : over > 0 ? 'over' : 'point';
    return [{ title: data.titleOf(key), x: left.median, y: together.share, chance: together.chance, sign }];
  });
}

const axes = () => ({ x: t('set.axis.left'), y: t('set.axis.kept') });

/** Kept against tokens left; '' without two rows that have both. */
export function setPlot(data: SetReportData): string {
  const points = pointsOf(data, (row) => row);
  return points.length < 2 ? '' : scatter(points, { ...axes(), name: t('set.plot') });
}

/** The same for each format, model or task type; '' where there is one only. */
export function setGroups(data: SetReportData): string {
  const { groups } = data.overview;
  if (groups.length < 2) return '';
  return groups
    .map(({ name, sessions, rows }) => {
      const byKey = new Map(rows.map((row) => [row.key, row]));
      const points = pointsOf(data, ({ key }) => byKey.get(key));
      const title = groupTitle(data, name);
      const drawn =
        points.length === 0
          ? `<p class="second">${t('set.none.facts')}</p>`
          : scatter(points, { ...axes(), small: true, name: t('set.plot.of', { name: title }) });
      return `<figure><figcaption>${html(title)} <span class="second">${t('set.group.sessions', { count: sessions })}</span></figcaption>${drawn}</figure>`;
    })
    .join('\n');
}
