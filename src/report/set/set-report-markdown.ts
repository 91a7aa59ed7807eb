/** The report of a set for issues and pull requests: GitHub's Markdown. */
import { cleanName } from '../../engine/sets/sets-lines.ts';
import { rowToUse } from '../../engine/answer/contract.ts';
import { formatTitle, numbers, t } from '../../i18n/index.ts';
import { plain } from '../../i18n/answer-words.ts';
import { markdown } from '../frame.ts';
import {
  definitionsOfSet,
  factsOfSet,
  holdsOfSet,
  noteOf,
  rowsOfSet,
  sayOfSet,
  setColumns,
  settingsOfSet,
  titleOfSet,
} from './set-report-columns.ts';
import type { SetReportData, SetReportSession } from '../contract.ts';

/** An issue takes 65,536 characters. */
const MOST_SESSIONS = 200;

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function sessionLines({ sessions, names }: SetReportData): readonly string[] {
  const n = numbers();
  const row = (one: SetReportSession, i: number): string =>
    line([
      String(i + 1),
      ...(names ? [markdown(cleanName(one.name))] : []),
      one.format === null ? '—' : markdown(formatTitle(one.format)),
      one.messages === null ? '—' : n.whole(one.messages),
      one.tokens === null ? '—' : `${one.exact ? '' : '≈ '}${n.whole(one.tokens)}`,
      markdown(noteOf(one, names)),
    ]);
  const heads = ['#', ...(names ? [t('palette.transcript')] : []), t('label.format'), t('label.messages'), t('label.tokens'), t('set.note')];
  const more = sessions.length - MOST_SESSIONS;
  return [
    line(heads.map(markdown)),
    line(heads.map((_, i) => (i === 0 || i === heads.length - 3 || i === heads.length - 2 ? '--:' : '---'))),
    ...sessions.slice(0, MOST_SESSIONS).map(row),
    ...(more > 0 ? ['', t('report.set.more', { count: more })] : []),
  ];
}

export function setMarkdown(data: SetReportData): string {
  const columns = setColumns(data);
  const { say, doubts } = sayOfSet(data);
  const best = rowToUse(data.overview.answer);
  const rows = rowsOfSet(data).map((row) => {
    const title = markdown(data.titleOf(row.key));
    return line([
      row.key === best ? `**${title}**` : title,
      ...columns.map((column) => (column.value(row) === null ? '—' : markdown(column.text(row)))),
    ]);
  });
  const folded = (title: string, lines: readonly string[]): readonly string[] => [
    `<details><summary>${title}</summary>`,
    '',
    ...lines,
    '',
    '</details>',
    '',
  ];
  const terms = [
    ...settingsOfSet(data).map(([name, value]) => `- ${markdown(name)}: ${markdown(value)}`),
    ...definitionsOfSet(columns).map(([title, text]) => `- **${markdown(title)}**: ${markdown(text)}`),
  ];
  return [
    `## ${markdown(titleOfSet(data))}`,
    '',
    ...factsOfSet(data).map((fact) => `${markdown(fact)}  `),
    '',
    `**${markdown(plain(say))}** ${markdown(plain(doubts).trim())}`,
    '',
    line([t('label.policy'), ...columns.map(({ title, unit }) => markdown([title, unit].filter(Boolean).join(', ')))]),
    line(['---', ...columns.map(() => '--:')]),
    ...rows,
    '',
    markdown(t('report.set.marks')),
    '',
    ...folded(t('set.sessions'), sessionLines(data)),
    ...folded(`${t('frame.controls')}, ${t('report.definitions')}`, terms),
    markdown(holdsOfSet(data)),
    '',
  ].join('\n');
}
