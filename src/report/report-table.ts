/** The table of a report: columns with their words, values as text and as numbers to sort by. */
import type { Report, ReportRow } from '../engine/report.ts';
import { lookup, numbers, t } from '../i18n/index.ts';
import { cleanName } from '../engine/sets/sets-lines.ts';
import '../i18n/engine-words.ts';
import '../i18n/report-words.ts';
import type { ReportData } from './contract.ts';

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
    column('tokens', 'after', 'tokens-after', (row) => row.tokensAfter, n.whole),
    column('saved', 'percent', 'token-reduction', (row) => row.tokenReduction, n.share),
    column('kept', 'percent', 'preservation', (row) => row.preservation, n.share),
    column('efficiency', 'score', 'efficiency', (row) => row.efficiency, n.score),
    column('independent', 'percent', 'independent', (row) => row.measures.independentRecall, n.share),
    column('recall', 'percent', 'hindsight-recall', (row) => row.measures.hindsightRecall, n.share),
    column('left-at-cuts', 'percent', 'left-at-cuts', (row) => row.measures.recallLeft, n.share),
    column('binding', 'percent', 'binding', (row) => row.measures.binding, n.share),
    column('valid', 'none', 'validity', (row) => row.violations?.length ?? null, n.whole),
    column('cache', 'survive', 'cache-survival', (row) => row.measures.cacheSurvival, n.whole),
    column('cost', 'next', 'cost', (row) => row.measures.cost, n.money),
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

/** Format, sizes and budget of the session. */
export function factsOf({ report: { transcript, budget } }: ReportData): readonly string[] {
  const n = numbers();
  const tokens = `${transcript.exact ? '' : '≈ '}${n.whole(transcript.tokens)}`;
  return [
    t('report.facts', { format: transcript.format, messages: transcript.messages, tokens, tokenizer: transcript.tokenizer }),
    budget.target === null ? t('report.budget.own', { window: budget.window }) : t('report.budget', { window: budget.window, target: budget.target }),
  ];
}

export const definitionsOf = (columns: readonly ReportColumn[]): readonly (readonly [title: string, text: string])[] =>
  columns.map(({ title, measure }) => [title, lookup(`measure.${measure}.definition`) ?? '']);
