/** The tables of a report: columns with their words, values as text and as numbers to sort by. */
import type { Report, ReportRow } from '../engine/report.ts';
import { type Retention, rowToUse } from '../engine/answer/contract.ts';
import { BUILT_IN_TITLE } from '../engine/summarizers/built-in.ts';
import { UNKNOWN_AGENT } from '../engine/answer/yours.ts';
import { formatTitle, lookup, numbers, t } from '../i18n/index.ts';
import { cleanName } from '../engine/sets/sets-lines.ts';
import '../i18n/answer-words.ts';
import '../i18n/en/engine.ts';
import '../i18n/en/loss.ts';
import '../i18n/en/report.ts';
import { bestIn, LETTERS, type ReportData } from './contract.ts';

interface ReportColumn {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Measure that defines it. */
  readonly measure: string;
  /** null = the row has none. */
  value(row: ReportRow): number | null;
  text(value: number): string;
}

/** Column of the page → what the report's row says. */
export function columnsOf(report: Report): readonly ReportColumn[] {
  const n = numbers();
  const column = (id: string, unit: string, measure: string, value: ReportColumn['value'], text: ReportColumn['text']): ReportColumn => ({
    id,
    title: lookup(`compare.column.${id}`) ?? id,
    unit: lookup(`compare.unit.${unit}`) ?? unit,
    measure,
    value,
    text,
  });
  const all = [
    column('independent', 'percent', 'independent', (row) => row.measures.independentRecall, n.share),
    column('left-at-cuts', 'percent', 'left-at-cuts', (row) => row.measures.recallLeft, n.share),
    column('tokens', 'none', 'tokens-after', (row) => row.tokensAfter, n.whole),
    column('cost', 'none', 'cost', (row) => row.measures.cost, n.money),
    column(
      'valid',
      'none',
      'validity',
      (row) => row.violations?.length ?? null,
      (broken) => (broken === 0 ? '✓' : `✗ ${n.whole(broken)}`),
    ),
    column('efficiency', 'score', 'efficiency', (row) => row.efficiency, n.score),
    column('recall', 'percent', 'hindsight-recall', (row) => row.measures.hindsightRecall, n.share),
    column('binding', 'percent', 'binding', (row) => row.measures.binding, n.share),
    column('cache', 'tokens', 'cache-survival', (row) => row.measures.cacheSurvival, n.whole),
  ];
  return all.filter(({ value }) => report.results.some((row) => value(row) !== null));
}

/** Rows of the answer's order, else as they came; those that did not compact last. */
export function rowsInOrder({ results }: Report, order: readonly string[] | null): readonly ReportRow[] {
  const place = ({ key, outcome }: ReportRow): number => (outcome === 'compacted' ? 0 : results.length) + (order ? order.indexOf(key) : 0);
  return results.toSorted((a, b) => place(a) - place(b));
}

// Words that both kinds of report share.

export const titleOf = ({ name }: ReportData): string => t('report.title', { name: cleanName(name) });

/** Name, format and sizes of the session. */
export function factsOf({ name, report: { transcript } }: ReportData): readonly string[] {
  const { format, messages, tokens, exact } = transcript;
  const size = `${exact ? '' : '≈ '}${numbers().whole(tokens)}`;
  return [[cleanName(name), t('report.facts', { format: formatTitle(format), messages, tokens: size })].filter(Boolean).join(' · ')];
}

// A, B and the next best.

export interface ComparedRow {
  readonly letter: string;
  readonly row: ReportRow;
}

/** A; B, the answer or the best there is; then the best of the others. */
export function comparedIn({ report, told, yours }: ReportData): readonly ComparedRow[] {
  const answer = told?.answer;
  const named = new Set(answer ? bestIn(answer, answer.base?.key ?? yours, (key) => answer.ours.includes(key)) : [yours]);
  const keys = [...named].flatMap((key) => report.results.find((row) => row.key === key) ?? []);
  return keys.slice(0, LETTERS.length).map((row, i) => ({ row, letter: LETTERS[i]! }));
}

/** What a row keeps of what was needed later, and what random dropping keeps in as many tokens; null = not measured. */
export const keptBy = ({ told }: ReportData, key: string): Retention | null => told?.answer.kept[key] ?? null;

/** What a policy is to the reader, and who wrote its summaries. */
export function noteOf(data: ReportData, { row }: ComparedRow): string {
  const { told, runs, report, yours } = data;
  const isYours = row.key === (told?.answer.base?.key ?? yours);
  const what = isYours
    ? t(row.key === UNKNOWN_AGENT ? 'answer.row.unknown' : 'report.agent')
    : row.key === rowToUse(told?.answer)
      ? t('answer.row.best', { count: report.results.length })
      : '';
  const isStandIn = runs.get(row.key)?.summaries.some(({ summarizer }) => summarizer === BUILT_IN_TITLE);
  return [what, isStandIn ? t('answer.row.standIn') : ''].filter(Boolean).join(' · ');
}

/** Tokens left, efficiency, and the next call or that the provider refuses it. */
export function leavesOf({ outcome, tokensAfter, efficiency, violations, measures }: ReportRow): readonly string[] {
  const n = numbers();
  if (outcome !== 'compacted') return [t(outcome === 'failed' ? 'compare.note.failed' : 'compare.note.unchanged'), '—', '—'];
  return [
    tokensAfter === null ? '—' : n.axis(tokensAfter),
    efficiency === null ? '—' : n.score(efficiency),
    violations !== null && violations.length > 0 ? t('compare.note.refused') : measures.cost === null ? '—' : n.money(measures.cost),
  ];
}

export const definitionsOf = (columns: readonly ReportColumn[]): readonly (readonly [title: string, text: string])[] =>
  columns.map(({ title, measure }) => [title, lookup(`measure.${measure}.definition`) ?? '']);
