/** The report of a comparison as one HTML file: answer, table, strips, plot, and the messages where somebody asked for them. */
import { rowToUse } from '../engine/answer/contract.ts';
import { t } from '../i18n/index.ts';
import type { Report } from '../engine/report.ts';
import type { ReportData, ReportTexts } from './contract.ts';
import { plot, strip } from './drawn.ts';
import { html } from './escape.ts';
import { framed, sortCell, sortHead, sortTable } from './frame.ts';
import { columnsOf, rowsInOrder } from './table.ts';
import { definitionsOf, factsOf, titleOf } from './words.ts';

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
