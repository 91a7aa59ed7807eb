/** A report for issues and pull requests: GitHub's Markdown. */
import { rowToUse } from '../engine/answer/contract.ts';
import { numbers, t } from '../i18n/index.ts';
import { plain } from '../i18n/answer-words.ts';
import type { ReportData } from './contract.ts';
import { markdown } from './frame.ts';
import { columnsOf, comparedIn, definitionsOf, factsOf, keptBy, leavesOf, noteOf, rowsInOrder, titleOf } from './report-table.ts';

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A, B and the next best. */
function comparedLines(data: ReportData): readonly string[] {
  const n = numbers();
  const rows = comparedIn(data);
  if (rows.length === 0) return [];
  const heads = [
    t('compare.kind.compared'),
    t('compare.column.independent'),
    t('answer.legend.chance'),
    t('compare.column.tokens'),
    t('compare.column.efficiency'),
    t('compare.column.cost'),
    t('label.note'),
  ];
  return [
    line(heads),
    line(['---', ...heads.slice(2).map(() => '--:'), '---']),
    ...rows.map((one) => {
      const kept = keptBy(data, one.row.key);
      const shares = kept ? [n.wholePercent(kept.share), n.wholePercent(kept.chance)] : [t('bar.unmeasured'), '—'];
      return line([`${one.letter} **${markdown(one.row.title)}**`, ...shares, ...leavesOf(one.row), markdown(noteOf(data, one))]);
    }),
    '',
  ];
}

export function markdownReport(data: ReportData): string {
  const { report, told, settings } = data;
  const columns = columnsOf(report);
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
    ...factsOf(data).map(markdown),
    '',
    ...(told ? [`**${markdown(plain(told.say))}** ${markdown(plain(told.doubts))}`, ''] : []),
    ...comparedLines(data),
    `<details><summary>${t('report.policies', { count: rows.length })}</summary>`,
    '',
    line([t('label.policy'), ...columns.map(({ title, unit }) => markdown([title, unit.trim()].filter(Boolean).join(', '))), t('label.note')]),
    line(['---', ...columns.map(() => '--:'), '---']),
    ...rows,
    '',
    '</details>',
    '',
    `<details><summary>${t('frame.controls')} · ${t('report.definitions')}</summary>`,
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
