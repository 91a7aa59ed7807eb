/** What both kinds of a set's report say in words. */
import { cleanName } from '../../engine/sets/sets-lines.ts';
import { formatTitle, lookup, numbers, t } from '../../i18n/index.ts';
// Those of the engine are there already: the page fetches them by themselves.
import '../../i18n/report-words.ts';
import { saySet, type SetSentences } from '../../i18n/answer-words.ts';
import type { Terms } from '../frame.ts';
import type { SetColumn } from './set-report-columns.ts';
import type { SetReportData, SetReportSession } from './contract.ts';

/** Sessions of the list, without the files that gave none. */
const sessionsIn = ({ sessions }: Pick<SetReportData, 'sessions'>): readonly SetReportSession[] => sessions.filter(({ session }) => session !== null);

export function titleOfSet(data: SetReportData): string {
  const count = sessionsIn(data).length;
  const sessions = t('tab.set.count', { count });
  return t('report.title', { name: data.names ? t('list.pair', { name: cleanName(data.name), value: sessions }) : sessions });
}

/** What was compared. */
export function factsOfSet(data: SetReportData): readonly string[] {
  const n = numbers();
  const sessions = sessionsIn(data);
  const without = data.sessions.filter(({ state }) => state === 'failed').length;
  const tokens = sessions.reduce((sum, one) => sum + (one.tokens ?? 0), 0);
  const formats = [...new Set(sessions.flatMap(({ format }) => format ?? []))].map(formatTitle);
  const approximate = sessions.some(({ exact }) => !exact);
  return [
    t('report.set.facts', {
      compared: data.overview.sessions,
      count: sessions.length,
      tokens: `${approximate ? '≈ ' : ''}${n.whole(tokens)}`,
      formats: formats.join(t('list.separator')),
    }),
    ...(without > 0 ? [t('report.set.without', { count: without })] : []),
  ];
}

/** The sentences of the page. */
export function sayOfSet({ overview, target, wishes, titleOf, sessions }: SetReportData): SetSentences {
  const { answer, rows } = overview;
  return saySet({ overview, answer, rows, target, wishes, all: sessionsIn({ sessions }).length, titleOf });
}

/** What matters to the person stands first: the answer is the best of the rows that meet it. */
export function settingsOfSet({ wishes, settings }: SetReportData): Terms {
  const met = [
    t(`answer.matters.${wishes.matters}`),
    ...(['accepted', 'withinBudget', 'noModel'] as const).flatMap((wish) => (wishes[wish] ? [t(`answer.wish.${wish}`)] : [])),
    ...(wishes.constraints === null ? [] : [`${t('answer.wish.constraints')} (${numbers().percent(wishes.constraints)})`]),
  ];
  return [[t('answer.matters'), met.join(t('list.separator'))], ...settings];
}

export const definitionsOfSet = (columns: readonly SetColumn[]): Terms => [
  [t('compare.controls.kept'), t('set.key.distribution')],
  ...columns.map(({ title, definition }) => [title, definition] as const),
];

/** A group by its name. */
export const groupTitle = ({ by }: SetReportData, name: string): string =>
  by === 'format' ? formatTitle(name) : by === 'task' ? (lookup(`task.${name}`) ?? name) : name || t('set.noModel');

/** What is to know of a session: '' = nothing. */
export function noteOf({ state, why }: SetReportSession, names: boolean): string {
  if (why) return names ? why.reason : why.code;
  return state === 'compared' ? '' : t(`report.set.state.${state}`);
}

/** Last line: what the report does not hold. */
export const holdsOfSet = ({ names }: SetReportData): string => [t('report.texts'), names ? '' : t('report.set.unnamed')].filter(Boolean).join(' ');
