/** How the study writes numbers, tables and names. */
import type { Conversation, StudyData } from './data.ts';
import { gainOf, type Interval, type Mean, meanOf, rowOf } from './statistics.ts';

export const SHARES = [0.1, 0.2, 0.3, 0.5] as const;

/** `.74`, `−.05`, `1.00`. */
export const share2 = (value: number): string =>
  value
    .toFixed(2)
    .replace(/^(-?)0\./, '$1.')
    .replace('-', '−')
    .replace(/^−(\.00)$/, '$1');
export const interval2 = ([low, high]: Interval): string => `${share2(low)} to ${share2(high)}`;
export const shown = (mean: Mean | null): string => (mean === null ? '–' : share2(mean.mean));
export const withInterval = (mean: Mean | null): string => (mean === null ? '–' : `${share2(mean.mean)} (${interval2(mean.interval)})`);
export const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;
export const thousands = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `| ${head.map((_, k) => (k === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

export const linkOf = (data: StudyData, id: string): string => {
  const { kind, title } = data.strategies.find((strategy) => strategy.id === id)!;
  return kind === 'variant' ? title : `[${title}](${kind === 'product' ? 'products' : 'strategies'}.md#${id})`;
};
export const ids = (data: StudyData): readonly string[] => data.strategies.map(({ id }) => id);
export const isControl = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'control';
export const isVariant = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'variant';
export const isProduct = (data: StudyData, id: string): boolean => data.strategies.find((strategy) => strategy.id === id)!.kind === 'product';
/** The rows of the playground's own tables: products have theirs. */
export const ownIds = (data: StudyData): readonly string[] => ids(data).filter((id) => !isVariant(data, id) && !isProduct(data, id));

/** The number of a strategy in the plots: its place in the registry. */
export const numberOf = (data: StudyData, id: string): number => ids(data).indexOf(id) + 1;

/** The largest gain first. */
export const byGain = (data: StudyData, all: readonly Conversation[], share: number) => {
  const gains = new Map(ids(data).map((id) => [id, meanOf(all, (c) => gainOf(c, share, id))?.mean ?? Number.NEGATIVE_INFINITY]));
  return (a: string, b: string): number => gains.get(b)! - gains.get(a)!;
};

export const cutsOf = (all: readonly Conversation[]): number => all.reduce((sum, c) => sum + c.cuts, 0);
export const totalOf = (all: readonly Conversation[], share: number, id: string, of: 'met' | 'invalid' | 'lacks' | 'compacted'): number =>
  all.reduce((sum, c) => sum + (rowOf(c, share, id)[of] ?? 0), 0);
/** Mean share of tokens that a row left. */
export const leftOf = (all: readonly Conversation[], share: number, id: string): string => {
  const mean = meanOf(all, (c) => rowOf(c, share, id).tokens);
  return mean === null ? '–' : percent(mean.mean);
};
