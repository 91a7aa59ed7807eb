/** The report of a set as one HTML file: answer, table, plots and the list of its sessions. */
import { cleanName } from '../../engine/sets/names.ts';
import { rowToUse } from '../../engine/answer/contract.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import { formatTitle, numbers, t } from '../../i18n/index.ts';
import { html } from '../escape.ts';
import { framed, sortCell, sortHead, sortTable } from '../frame.ts';
import { rowsOfSet, setColumns, type SetColumn } from './columns.ts';
import type { SetReportData, SetReportSession } from './contract.ts';
import { glyph, setGroups, setPlot } from './drawn.ts';
import { definitionsOfSet, factsOfSet, holdsOfSet, noteOf, sayOfSet, settingsOfSet, titleOfSet } from './words.ts';

const STYLE = `body{max-width:1600px}.glyph{display:block}.glyph .whisker{stroke:var(--text-2)}.half{fill:var(--line)}.interval{fill:var(--K)}.glyph .median{stroke:var(--text);stroke-width:2.5}.tick{stroke:var(--text-2)}.worst{fill:var(--bg);stroke:var(--text-2)}
.chance{stroke:var(--text-2);stroke-dasharray:3 2}.range{stroke:var(--text-2);opacity:.4}.over{fill:var(--bg);stroke:var(--warn);stroke-width:1.5}.refused{stroke:var(--bad);stroke-width:2;fill:none}.warn{color:var(--warn)}
.tag{margin-left:6px;padding:0 4px;border:1px solid var(--line);border-radius:3px;color:var(--text-2);font-weight:400;font-size:11px}
.groups{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}.sessions .words{max-width:520px;white-space:normal;overflow-wrap:anywhere}`;

function rowOf(data: SetReportData, row: RowOfSet, columns: readonly SetColumn[]): string {
  const title = data.titleOf(row.key);
  const isAnswer = row.key === rowToUse(data.overview.answer);
  const tags = [row.key === data.base ? 'A' : '', isAnswer ? t('set.answer') : ''].filter(Boolean).map((tag) => `<span class="tag">${tag}</span>`);
  const cells = columns.map((column) => {
    const value = column.value(row);
    if (value === null) return sortCell(null, '');
    const cell = sortCell(value, column.text(row));
    return column.mark?.(row) ? cell.replace('<td', '<td class="warn"') : cell;
  });
  return `<tr${isAnswer ? ' class="best"' : ''}><td data-v="${html(title)}">${html(title)}${tags.join('')}</td><td>${glyph(row, title)}</td>${cells.join('')}</tr>`;
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
  const heads = [
    sortHead('#'),
    ...(names ? [sortHead(t('set.session'), '', true)] : []),
    sortHead(t('set.format'), '', true),
    sortHead(t('set.messages')),
    sortHead(t('set.tokens')),
    ...kept.map(({ key }) => sortHead(t('report.set.keeps', { title: data.titleOf(key) }), '%')),
    sortHead(t('set.note'), '', true),
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
  return sortTable(heads, data.sessions.map(row), 'sessions');
}

export function setHtml(data: SetReportData): string {
  const columns = setColumns(data);
  const { say, doubts, sure } = sayOfSet(data);
  const heads = [
    sortHead(t('set.row'), '', true),
    `<th>${t('set.kept')}<small>0–100</small></th>`,
    ...columns.map(({ title, unit }) => sortHead(title, unit)),
  ];
  const [plot, groups] = [setPlot(data), setGroups(data)];
  const parts = [
    `<h2>${t('set.results')}</h2>`,
    `<p class="second">${t('report.sort')} ${t('report.set.legend')}</p>`,
    sortTable(
      heads,
      rowsOfSet(data).map((row) => rowOf(data, row, columns)),
    ),
    plot && `<h2>${t('set.plot')}</h2>\n<p class="second">${t('report.set.plot.legend')}</p>\n${plot}`,
    groups && `<h2>${t(`report.set.by.${data.by}`)}</h2>\n<div class="groups">${groups}</div>`,
    `<h2>${t('set.sessions.title')}</h2>`,
    sessionsTable(data),
  ];
  return framed({
    title: titleOfSet(data),
    facts: factsOfSet(data),
    answer: { say, more: [doubts, sure].filter(Boolean) },
    style: STYLE,
    body: parts.filter(Boolean).join('\n'),
    settings: settingsOfSet(data),
    definitions: definitionsOfSet(columns),
    holds: holdsOfSet(data),
  });
}
