/** What is left of the facts of each kind; a number opens the list of what is not retained. */
import { useMemo } from 'react';
import type { FactCounts, FactValue } from '../../engine/measures/types.ts';
import { lookup, numbers, t } from '../../i18n/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import { Listed } from './Listed.tsx';
import { type BarPart, PartsBar } from './Parts.tsx';
import styles from './measures.module.css';

interface KindRow {
  /** Of the table of strategies. */
  readonly row: string;
  /** null = all kinds together. */
  readonly kind: string | null;
  readonly counts: FactCounts;
}

export const factParts = ({ retained, recoverable, lost }: FactCounts): readonly BarPart[] => [
  { id: 'retained', count: retained },
  { id: 'recoverable', count: recoverable },
  { id: 'lost', count: lost },
];
export const sum = (parts: readonly BarPart[]): number => parts.reduce((all, { count }) => all + count, 0);

const { words, number, rank } = columnsFor<KindRow>();
const kindWord = ({ kind }: KindRow): string => (kind === null ? t('loss.all') : (lookup(`loss.kind.${kind}`) ?? kind));
const count = (part: 'retained' | 'recoverable' | 'lost', width: number) =>
  number(part, {
    title: () => t(`loss.fate.${part}`),
    mark: () => <i className={styles.key} data-part={part} aria-hidden />,
    width,
    value: ({ counts }) => counts[part],
    cell: ({ row, kind, counts }) =>
      part === 'retained' ? numbers().whole(counts[part]) : <Listed row={row} list="fact-retention" kind={kind} count={counts[part]} />,
  });

const COLUMNS = [
  words('kind', { title: () => t('loss.kind'), width: 76, value: kindWord, names: true }),
  number('share', {
    title: () => t('loss.share'),
    width: 48,
    grow: true,
    value: ({ counts }) => counts.retained / sum(factParts(counts)),
    cell: ({ counts }) => <PartsBar parts={factParts(counts)} />,
  }),
  count('retained', 72),
  count('recoverable', 88),
  count('lost', 48),
  rank('all', ({ kind }) => Number(kind !== null)),
];
/** All kinds together stay on top. */
const FIRST = ['all'];
const idOf = ({ kind }: KindRow): string => kind ?? '';

export function FactTable({ row, facts }: { readonly row: string; readonly facts: FactValue }) {
  const rows = useMemo((): readonly KindRow[] => {
    const kinds = Object.entries(facts.byKind).filter(([, counts]) => sum(factParts(counts)) > 0);
    return [{ row, kind: null, counts: facts.all }, ...kinds.map(([kind, counts]): KindRow => ({ row, kind, counts }))];
  }, [row, facts]);
  return <ListTable name="facts" label={t('loss.facts')} columns={COLUMNS} data={rows} rowId={idOf} first={FIRST} />;
}
