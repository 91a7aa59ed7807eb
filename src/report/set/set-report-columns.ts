/** The table of a set's report: strategies × measures over the sessions. */
import type { Retention } from '../../engine/answer/contract.ts';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import { cleanName } from '../../engine/sets/sets-lines.ts';
import { namesOfSet, saySet, type SetSentences } from '../../i18n/answer-words.ts';
import { formatTitle, lookup, numbers, t } from '../../i18n/index.ts';
import '../../i18n/en/report.ts';
import { bestIn, LETTERS, type SetReportData, type SetReportSession } from '../contract.ts';
import type { Terms } from '../frame.ts';

export interface SetColumn {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly definition: string;
  /** What it is sorted by; null = the row has none. */
  value(row: RowOfSet): number | null;
  text(row: RowOfSet): string;
  /** What must not be missed. */
  mark?(row: RowOfSet): boolean;
}

/** A session's number in the list. */
const numbersOf = ({ sessions }: SetReportData): ReadonlyMap<string, number> =>
  new Map(sessions.flatMap(({ session }, i) => (session === null ? [] : [[session, i + 1] as const])));

const isBelow = ({ together }: RowOfSet): boolean => together !== null && together.share < together.chance;

const definitionOf = (measure: string): string => lookup(`measure.${measure}.definition`) ?? '';

/** Those that any row has. */
export function setColumns(data: SetReportData): readonly SetColumn[] {
  const n = numbers();
  const { rows } = data.overview;
  const places = numbersOf(data);
  const range = ([from, to]: readonly [number, number], say: (value: number) => string): string => t('list.range', { from: say(from), to: say(to) });
  const number = (
    id: string,
    title: string,
    unit: string,
    definition: string,
    value: SetColumn['value'],
    say: (value: number) => string,
  ): SetColumn => ({ id, title, unit, definition, value, text: (row) => say(value(row)!) });
  const all: readonly SetColumn[] = [
    number('sessions', t('set.sessions'), '', t('set.sessions.help'), ({ kept }) => kept?.sessions ?? 0, n.whole),
    {
      ...number('together', t('set.together'), '%', t('set.together.help'), ({ together }) => together?.share ?? null, n.share),
      text: (row) => `${isBelow(row) ? '▼ ' : ''}${n.share(row.together!.share)}`,
      mark: isBelow,
    },
    number('median', t('set.median'), '%', t('set.median.help'), ({ kept }) => kept?.median ?? null, n.share),
    {
      id: 'interval',
      title: t('set.interval'),
      unit: '%',
      definition: t('set.interval.help'),
      value: ({ kept }) => kept?.interval[0] ?? null,
      text: ({ kept }) => range(kept!.interval, n.share),
    },
    {
      id: 'worst',
      title: t('set.worst'),
      unit: '%',
      definition: t('report.set.worst.is'),
      value: ({ kept }) => kept?.worst ?? null,
      text: ({ kept }) => `${n.share(kept!.worst)} #${places.get(kept!.worstSession) ?? '—'}`,
    },
    number('own', t('compare.pair.own'), '%', t('set.own.help'), ({ own }) => own, n.share),
    number(
      'difference',
      differenceTitle(data),
      t('set.points'),
      t('set.difference.help'),
      ({ difference }) => difference?.mean ?? null,
      n.shareDelta,
    ),
    {
      id: 'differenceInterval',
      title: t('set.difference.interval'),
      unit: t('set.points'),
      definition: t('set.difference.interval.help'),
      value: ({ difference }) => difference?.interval[0] ?? null,
      text: ({ difference }) => range(difference!.interval, n.shareDelta),
    },
    {
      id: 'counts',
      title: '+ / = / −',
      unit: t('tab.set'),
      definition: t('set.counts.help'),
      value: ({ difference }) => difference?.better ?? null,
      text: ({ difference }) => `${difference!.better} / ${difference!.equal} / ${difference!.worse}`,
    },
    {
      id: 'over',
      title: t('compare.column.target'),
      unit: t('tab.set'),
      definition: t('set.over.help'),
      value: ({ over }) => over,
      text: ({ over }) => (over > 0 ? `▲ ${n.whole(over)}` : '0'),
      mark: ({ over }) => over > 0,
    },
    {
      id: 'valid',
      title: t('compare.column.valid'),
      unit: t('tab.set'),
      definition: t('set.valid.help'),
      value: ({ invalid, failed }) => invalid + failed,
      text: ({ invalid, failed }) =>
        [invalid > 0 ? `${n.whole(invalid)} ✕` : '', failed > 0 ? `${n.whole(failed)} ⚠` : ''].filter(Boolean).join(' ') || '✓',
      mark: ({ invalid, failed }) => invalid + failed > 0,
    },
    number('left', t('set.left'), '', `${t('set.left.help')} ${definitionOf('left-at-cuts')}`, ({ left }) => left?.median ?? null, n.share),
    number('cost', t('compare.column.cost'), '', t('set.cost.help'), ({ cost }) => cost, n.money),
    number(
      'efficiency',
      t('compare.column.efficiency'),
      '',
      `${t('set.efficiency.help')} ${definitionOf('efficiency')}`,
      (row) => row.efficiency,
      n.score,
    ),
  ];
  return all.filter(({ value }) => rows.some((row) => value(row) !== null));
}

interface ComparedInSet {
  readonly letter: string;
  readonly title: string;
  readonly kept: Retention | null;
  /** null = each session has its own. */
  readonly row: RowOfSet | null;
}

/** A, which may be each session's own agent; B and the next best. */
export function comparedInSet({ overview: { answer, rows }, base, titleOf }: SetReportData): readonly ComparedInSet[] {
  const { title } = namesOfSet(titleOf, 1);
  const keys = new Set(bestIn(answer, answer.base?.key ?? base, () => false));
  const found = [...keys].flatMap((key): Omit<ComparedInSet, 'letter'>[] => {
    const row = rows.find((one) => one.key === key) ?? null;
    const kept = key === answer.base?.key ? answer.base : (row?.together ?? null);
    return row || kept ? [{ title: title(key), kept, row }] : [];
  });
  return LETTERS.flatMap((letter, i) => (found[i] ? [{ letter, ...found[i] }] : []));
}

/** Name of the column: what the rows are held against. */
export const differenceTitle = ({ base, titleOf }: SetReportData): string =>
  t('report.set.difference', { title: base === null ? 'A' : titleOf(base) });

/** Rows in the order of the answer. */
export function rowsOfSet({ overview: { rows, answer } }: SetReportData): readonly RowOfSet[] {
  const places = new Map(answer.order.map((key, i) => [key, i]));
  const place = ({ key }: RowOfSet): number => places.get(key) ?? rows.length;
  return rows.toSorted((a, b) => place(a) - place(b));
}

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

/** What matters to the person is first: the answer is the best of the rows that meet it. */
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
