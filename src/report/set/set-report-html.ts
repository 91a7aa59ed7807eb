/** The report of a set as one HTML file: answer, table, plots and the list of its sessions. */
import { cleanName } from '../../engine/sets/sets-lines.ts';
import { rowToUse } from '../../engine/answer/contract.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import { formatTitle, numbers, t } from '../../i18n/index.ts';
import { plain } from '../../i18n/answer-words.ts';
import { folded, framed, type Head, html, KEPT_STYLE, keptCell, plotOf, px, scatter, type ScatterPoint, sortCell, tableOf } from '../frame.ts';
import {
  comparedInSet,
  definitionsOfSet,
  differenceTitle,
  factsOfSet,
  groupTitle,
  holdsOfSet,
  noteOf,
  rowsOfSet,
  sayOfSet,
  type SetColumn,
  setColumns,
  settingsOfSet,
  titleOfSet,
} from './set-report-columns.ts';
import type { SetReportData, SetReportSession } from '../contract.ts';

// The pictures of a set's report: a row over its sessions, and all rows as points.

const GLYPH = { width: 200, height: 24, middle: 10, pad: 4 } as const;
/** Ticks that are nearer are one, so that a file of 5,000 sessions stays small. */
const TICKS_PER_PX = 2;

/** As in the page: thin line worst to best, box = middle half, bar = 95 % of the median, tick = median, below one tick for each session. */
function glyph({ kept, ticks, together }: RowOfSet, title: string): string {
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
  return `<svg class="glyph" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${html(title)}">${parts.join('')}</svg>`;
}

type PointRow = Pick<RowOfSet, 'key' | 'together' | 'left'>;

function pointsOf(data: SetReportData, of: (row: RowOfSet) => PointRow | undefined): readonly ScatterPoint[] {
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
function setPlot(data: SetReportData): string {
  const points = pointsOf(data, (row) => row);
  return points.length < 2 ? '' : plotOf(points, { ...axes(), name: t('set.plot') });
}

/** The same for each format, model or task type; '' where there is one only. */
function setGroups(data: SetReportData): string {
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
          : scatter(points, { ...axes(), small: true, name: t('list.pair', { name: t('set.plot'), value: title }) });
      return `<figure><figcaption>${html(title)} <span class="second">${t('tab.set.count', { count: sessions })}</span></figcaption>${drawn}</figure>`;
    })
    .join('\n');
}

const STYLE = `${KEPT_STYLE}.glyph{display:block;max-width:100%;height:auto}.glyph .whisker{stroke:var(--text-2)}.half{fill:var(--line)}.interval{fill:var(--keep)}.glyph .median{stroke:var(--text);stroke-width:2.5}.tick{stroke:var(--text-2)}.worst{fill:var(--bg);stroke:var(--text-2)}
.range{stroke:var(--text-2);opacity:.4}.over{fill:var(--bg);stroke:var(--warn);stroke-width:1.5}.refused{stroke:var(--bad);stroke-width:2;fill:none}.warn{color:var(--warn)}
.groups{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0;max-width:100%}@media (min-width:901px){.rows th,.rows td{padding:5px 4px}.rows{font-size:12px}.rows .glyph{width:120px;max-width:none}}`;

/** A, B and the next best over the sessions. */
function comparedTable(data: SetReportData): string {
  const n = numbers();
  const best = rowToUse(data.overview.answer);
  const difference = (row: RowOfSet | null): string => {
    if (!row?.difference) return '—';
    const [from, to] = row.difference.interval.map(n.shareDelta);
    return `${n.shareDelta(row.difference.mean)}<small>${html(t('list.range', { from: from!, to: to! }))}</small>`;
  };
  const rows = comparedInSet(data).map(({ letter, title, kept, row }) => {
    const note = row?.key === best ? `<small>${html(t('answer.row.best', { count: data.overview.rows.length }))}</small>` : '';
    const name = `<td class="words whole"><span class="letter">${letter}</span><b>${html(title)}</b>${note}</td>`;
    const picture = `<td class="words whole">${row ? glyph(row, title) : ''}</td>`;
    const cost = row?.cost ?? null;
    return `<tr>${name}${picture}${keptCell(kept)}<td>${difference(row)}</td><td>${row?.kept ? n.whole(row.kept.sessions) : '—'}</td><td>${cost === null ? '—' : html(n.money(cost))}</td></tr>`;
  });
  const heads: Head[] = [
    { title: t('compare.kind.compared'), words: true },
    { title: t('report.set.picture'), words: true },
    { title: t('compare.column.independent'), words: true },
    { title: differenceTitle(data), unit: t('set.points') },
    { title: t('set.sessions') },
    { title: t('compare.column.cost') },
  ];
  const isMeasured = data.overview.rows.some(({ kept }) => kept);
  return rows.length === 0 ? '' : `${tableOf('compared', heads, rows)}${isMeasured ? `\n<p class="second">${html(t('report.set.legend'))}</p>` : ''}`;
}

function rowOf(data: SetReportData, row: RowOfSet, columns: readonly SetColumn[]): string {
  const title = data.titleOf(row.key);
  const isAnswer = row.key === rowToUse(data.overview.answer);
  const tag = isAnswer ? `<span class="tag">${html(t('compare.answer'))}</span>` : '';
  const cells = columns.map((column) => {
    const value = column.value(row);
    if (value === null) return sortCell(null, '');
    const cell = sortCell(value, column.text(row));
    return column.mark?.(row) ? cell.replace('<td', '<td class="warn"') : cell;
  });
  return `<tr${isAnswer ? ' class="best"' : ''}>${sortCell(title, title, true, html(title) + tag)}<td class="words whole">${glyph(row, title)}</td>${cells.join('')}</tr>`;
}

const sharesOf = ({ overview }: SetReportData, key: string | null | undefined): ReadonlyMap<string, number> =>
  new Map(overview.rows.find((row) => row.key === key)?.ticks.map(({ session, value }) => [session, value]));

function sessionsTable(data: SetReportData): string {
  const n = numbers();
  const { names, base, overview } = data;
  const best = rowToUse(overview.answer);
  const kept = [...(best === null ? [] : [best]), ...(base === null || base === best ? [] : [base])].map((key) => ({
    key,
    shares: sharesOf(data, key),
  }));
  const heads: Head[] = [
    { title: '#', sorts: 'numbers' },
    ...(names ? [{ title: t('palette.transcript'), sorts: 'words' } as const] : []),
    { title: t('label.format'), sorts: 'words' },
    { title: t('label.messages'), sorts: 'numbers' },
    { title: t('label.tokens'), sorts: 'numbers' },
    ...kept.map(({ key }): Head => ({ title: t('answer.blank.before', { title: data.titleOf(key) }), unit: '%', sorts: 'numbers' })),
    { title: t('set.note'), sorts: 'words' },
  ];
  const row = (one: SetReportSession, i: number): string => {
    const { session, format, messages, tokens, exact } = one;
    const name = cleanName(one.name);
    const share = (shares: ReadonlyMap<string, number>): number | null => (session === null ? null : (shares.get(session) ?? null));
    const cells = [
      sortCell(i + 1, String(i + 1)),
      ...(names ? [sortCell(name, name, true)] : []),
      sortCell(format, format === null ? '' : formatTitle(format), true),
      sortCell(messages, messages === null ? '' : n.whole(messages)),
      sortCell(tokens, tokens === null ? '' : `${exact ? '' : '≈ '}${n.whole(tokens)}`),
      ...kept.map(({ shares }) => sortCell(share(shares), n.share(share(shares) ?? 0))),
      sortCell(noteOf(one, names), noteOf(one, names), true),
    ];
    return `<tr>${cells.join('')}</tr>`;
  };
  return tableOf('sessions', heads, data.sessions.map(row));
}

/** Every policy, sortable. */
function rowsTable(data: SetReportData, columns: readonly SetColumn[]): string {
  const heads: Head[] = [
    { title: t('label.policy'), sorts: 'words' },
    { title: t('report.set.picture'), words: true },
    ...columns.map(({ title, unit }): Head => ({ title, unit, sorts: 'numbers' })),
  ];
  const rows = rowsOfSet(data).map((row) => rowOf(data, row, columns));
  return `<p class="second">${html(t('report.set.marks'))}</p>\n${tableOf('rows', heads, rows)}`;
}

export function setHtml(data: SetReportData): string {
  const columns = setColumns(data);
  const { say, doubts } = sayOfSet(data);
  const [plot, groups] = [setPlot(data), setGroups(data)];
  const parts = [
    comparedTable(data),
    folded(t('report.policies', { count: data.overview.rows.length }), rowsTable(data, columns)),
    plot && folded(t('tab.plot'), `<p class="second">${html(t('report.set.plot.legend'))}</p>\n${plot}`),
    groups && folded(t('report.set.by', { group: t(`set.group.${data.by}`) }), `<div class="groups">${groups}</div>`),
    folded(t('set.sessions'), sessionsTable(data)),
  ];
  return framed({
    title: titleOfSet(data),
    facts: [...(data.names ? [cleanName(data.name)] : []), ...factsOfSet(data)],
    answer: { say, more: [plain(doubts)].filter(Boolean) },
    style: STYLE,
    body: parts.filter(Boolean).join('\n'),
    settings: settingsOfSet(data),
    definitions: definitionsOfSet(columns),
    holds: holdsOfSet(data),
  });
}
