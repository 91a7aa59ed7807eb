import { useMemo } from 'react';
import type { Parts } from '../../engine/measures/types.ts';
import { lookup, numbers, t } from '../../i18n/index.ts';
import type { MeasuredRow } from '../../worker/loss-protocol.ts';
import { lossLists, measureTitle } from '../rows/measures.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/DataTable.tsx';
import { type BarPart, Listed, PartsBar, Term } from './RecallPanel.tsx';

interface MeasureParts {
  readonly row: string;
  readonly measure: string;
  /** null = the transcript has nothing of it. */
  readonly counts: Parts | null;
}

const partsOf = ({ preserved, degraded, lost }: Parts): readonly BarPart[] => [
  { id: 'preserved', count: preserved },
  { id: 'degraded', count: degraded },
  { id: 'lost', count: lost },
];
const nameOf = ({ measure }: MeasureParts): string => measureTitle(measure);

function inWords({ measure, counts }: MeasureParts): string {
  if (!counts) return t('loss.nothing');
  return (
    lookup(`measure.${measure}.parts`, { ...counts, all: counts.preserved + counts.degraded + counts.lost }) ??
    partsOf(counts)
      .filter((part) => part.count > 0)
      .map((part) => `${numbers().whole(part.count)} ${lookup(`loss.fate.${part.id}`)}`)
      .join(' · ')
  );
}

const { words, number } = columnsFor<MeasureParts>();
const COLUMNS = [
  words('measure', {
    title: 'loss.groups',
    width: 92,
    value: nameOf,
    cell: (line) => <Term measure={line.measure}>{nameOf(line)}</Term>,
    names: true,
  }),
  number('share', {
    title: 'loss.share',
    width: 72,
    value: ({ counts }) => counts && counts.preserved / (counts.preserved + counts.degraded + counts.lost),
    cell: ({ counts }) => (counts ? <PartsBar parts={partsOf(counts)} /> : '—'),
  }),
  words('parts', { title: 'strip.title.short', width: 90, value: inWords, grow: true, wraps: true }),
  number('gone', {
    title: 'loss.text',
    width: 44,
    value: ({ counts }) => counts && counts.degraded + counts.lost,
    cell: ({ row, measure, counts }) => counts && <Listed row={row} list={measure} count={counts.degraded + counts.lost} />,
  }),
];
const idOf = ({ measure }: MeasureParts): string => measure;

export function PartsTable({ row, parts }: { readonly row: string; readonly parts: MeasuredRow['parts'] }) {
  const rows = useMemo(
    () => lossLists.filter((list) => list.parts).map(({ id }): MeasureParts => ({ row, measure: id, counts: parts[id] ?? null })),
    [row, parts],
  );
  return <ListTable name="parts" label={t('loss.statements')} columns={COLUMNS} data={rows} rowId={idOf} />;
}
