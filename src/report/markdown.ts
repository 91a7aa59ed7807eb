/** A report for issues and pull requests: GitHub's Markdown. */
import { rowToUse } from '../engine/answer/contract.ts';
import { t } from '../i18n/index.ts';
import type { ReportData } from './contract.ts';
import { markdown } from './frame.ts';
import { columnsOf, definitionsOf, factsOf, rowsInOrder, titleOf } from './report-table.ts';

export function markdownReport(data: ReportData): string {
  const { report, told, settings } = data;
  const columns = columnsOf(report);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rows = rowsInOrder(report, told?.answer.order ?? null).map((row) => {
    const title = row.key === rowToUse(told?.answer) ? `**${markdown(row.title)}**` : markdown(row.title);
    const cells = columns.map((column) => {
      const value = row.outcome === 'compacted' ? column.value(row) : null;
      return value === null ? '—' : column.text(value);
    });
    return line([title, ...cells, markdown(row.note)]);
  });
  return [
    `## ${markdown(titleOf(data))}`,
    '',
    ...factsOf(data).map((fact) => `${markdown(fact)}  `),
    '',
    ...(told ? [`**${markdown(told.say)}** ${markdown(told.doubts)}`, ''] : []),
    line([t('report.row'), ...columns.map(({ title, unit }) => markdown([title, unit.trim()].filter(Boolean).join(', '))), t('report.note')]),
    line(['---', ...columns.map(() => '--:'), '---']),
    ...rows,
    '',
    `<details><summary>${t('report.settings')}, ${t('report.definitions')}</summary>`,
    '',
    ...settings.map(([name, value]) => `- ${markdown(name)}: ${markdown(value)}`),
    ...definitionsOf(columns).map(([title, text]) => `- **${markdown(title)}**: ${markdown(text)}`),
    '',
    '</details>',
    '',
    t('report.texts'),
    '',
  ].join('\n');
}
