/** The report of a comparison as one HTML file: answer, table, strips, plot, and the messages where somebody asked for them. */
import { rowToUse } from '../engine/answer/contract.ts';
import { t } from '../i18n/index.ts';
import type { Report, ReportRow } from '../engine/report.ts';
import type { ReportData, ReportTexts } from './contract.ts';
import { SIZES } from '../engine/recall/contract.ts';
import { framed, html, sortCell, sortHead, sortTable } from './frame.ts';
import { px, scatter, type ScatterPoint } from './scatter.ts';
import { columnsOf, definitionsOf, factsOf, rowsInOrder, titleOf } from './report-table.ts';

// Strips and the plot of a comparison as SVG.

const STRIP = { width: 240, height: 14 } as const;

/** Runs of one fate as rectangles as wide as their tokens; what was dropped is the ground. */
export function strip({ fates, title }: Pick<ReportRow, 'fates' | 'title'>, prefix: ArrayLike<number>): string {
  const total = prefix[fates.length] ?? 0;
  if (total === 0) return '';
  const rects: string[] = [];
  for (let from = 0; from < fates.length; ) {
    let to = from + 1;
    while (to < fates.length && fates[to] === fates[from]) to++;
    const [left, right] = [prefix[from]! / total, prefix[to]! / total];
    if (fates[from] !== 'D' && right > left) {
      const x = px(left * STRIP.width);
      rects.push(`<rect class="${fates[from]}" x="${x}" width="${px((right - left) * STRIP.width)}" height="${STRIP.height}"/>`);
    }
    from = to;
  }
  return `<svg class="strip" width="${STRIP.width}" height="${STRIP.height}" role="img" aria-label="${html(title)}">${rects.join('')}</svg>`;
}

/** Independent recall against tokens left at the cuts; '' without two rows that have both. */
export function plot({ results, random }: Report, answer: string | null, words: { readonly x: string; readonly y: string }): string {
  const points = results.flatMap(({ key, title, kind, outcome, measures }): ScatterPoint[] => {
    const { recallLeft, independentRecall } = measures;
    if (outcome !== 'compacted' || recallLeft === null || independentRecall === null) return [];
    return [{ title, x: recallLeft, y: independentRecall, sign: key === answer ? 'best' : kind === 'control' ? 'control' : 'point' }];
  });
  return points.length < 2 ? '' : scatter(points, { ...words, random: random?.map((y, i) => ({ x: SIZES[i]!, y })) ?? null });
}

const STYLE = `.rows td:last-child,.rows th:last-child{text-align:left}.rows td:last-child{min-width:460px;white-space:normal;color:var(--text-2);font-size:11px}
.strip{display:block;background:var(--track)}.K{fill:var(--K)}.E{fill:var(--E)}.S{fill:var(--S)}.O{fill:var(--O)}
details{border-bottom:1px solid var(--line)}summary{padding:4px 0;cursor:pointer}pre{margin:0;padding:8px;overflow-x:auto;background:var(--track);white-space:pre-wrap;overflow-wrap:anywhere}`;

const FATE_NAMES = { K: 'keep', E: 'edit', S: 'summarize', O: 'offload', D: 'drop' } as const;

/** Every message folded, with what the answer's row does with it. */
function messagesOf({ messages }: ReportTexts, { results }: Report, best: string | null): string {
  const fates = results.find(({ key }) => key === best)?.fates ?? '';
  const list = messages.map(({ role, text }, i) => {
    const fate = FATE_NAMES[fates[i] as keyof typeof FATE_NAMES];
    const done = fate === undefined ? '' : ` · ${html(t(`report.fate.${fate}`))}`;
    return `<details><summary>#${i + 1} ${html(role)}${done}</summary><pre>${html(text)}</pre></details>`;
  });
  return `<h2>${t('report.messages')}</h2>\n${list.join('\n')}`;
}

/** What of the transcript's texts is in the report. */
function saysOf(texts: ReportTexts | null): string {
  if (!texts) return t('report.texts');
  return texts.masked === null ? t('report.texts.whole') : t('report.texts.masked', { count: texts.masked });
}

export function htmlReport(data: ReportData): string {
  const { report, told, prefix, settings, texts = null } = data;
  const columns = columnsOf(report);
  const best = rowToUse(told?.answer);
  const rows = rowsInOrder(report, told?.answer.order ?? null).map((row) => {
    const compacted = row.outcome === 'compacted';
    const cells = columns.map((column) => {
      const value = compacted ? column.value(row) : null;
      return sortCell(value, value === null ? '' : column.text(value));
    });
    const drawn = `<td>${compacted ? strip(row, prefix) : ''}</td>`;
    return `<tr${row.key === best ? ' class="best"' : ''}>${sortCell(row.title, row.title, true)}${drawn}${cells.join('')}<td>${html(row.note)}</td></tr>`;
  });
  const heads = [
    sortHead(t('report.row'), '', true),
    `<th>${t('report.strip')}</th>`,
    ...columns.map(({ title, unit }) => sortHead(title, unit)),
    `<th>${t('report.note')}</th>`,
  ];
  const points = plot(report, best, { x: t('report.plot.x'), y: t('report.plot.y') });
  return framed({
    title: titleOf(data),
    facts: factsOf(data),
    answer: told && { say: told.say, more: [told.doubts] },
    style: STYLE,
    body: `<h2>${t('report.rows')}</h2>
<p class="second">${t('report.sort')} ${t('report.legend')}</p>
${sortTable(heads, rows, 'rows')}
${points && `<h2>${t('report.plot')}</h2>\n${points}`}`,
    settings,
    definitions: definitionsOf(columns),
    appendix: texts ? messagesOf(texts, report, best) : '',
    holds: saysOf(texts),
  });
}
