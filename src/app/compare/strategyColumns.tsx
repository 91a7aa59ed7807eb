/** The columns of the table of strategies: their sort keys, heads and cells. */
import { createColumnHelper } from '@tanstack/react-table';
import { FAMILIES, type Family } from '../../engine/strategies/contract.ts';
import { lookup, t } from '../../i18n/index.ts';
import type { AnyColumn, ColumnDef, features } from '../table/features.ts';
import { SortButton } from '../table/Head.tsx';
import { byNumber, byText } from '../table/sort.ts';
import { defaultsOf } from '../table/useDataTable.ts';
import { NAME_WIDTH, PIN_WIDTH, STRIP_LEAST } from './columns.ts';
import { cellOf } from './MeasureCell.tsx';
import { MeasureHead } from './MeasureHead.tsx';
import { type MeasureColumn, measureColumns } from './measures.ts';
import { NameCell, PinCell, StripCell } from './RowCells.tsx';
import { LETTERS, rankOf, type TableRow } from './rows.ts';
import { useHead } from './shared.ts';
import { StripHead } from './strip/StripHead.tsx';
import { BY_ANSWER, FAMILY, KIND, KINDS, type Kind, kindOf, passes, PLACE, SEARCH, SYSTEM, SYSTEMS, type System, systemOf } from './table.ts';
import { useApp, useText } from '../store/index.ts';
import { isTheirs } from '../store/state.ts';

const helper = createColumnHelper<typeof features, TableRow>();

const measureColumn = (measure: MeasureColumn) => {
  const Cell = cellOf(measure);
  return helper.accessor((row) => measure.value(row) ?? undefined, {
    id: measure.id,
    header: ({ column }) => <MeasureHead column={column} measure={measure} />,
    cell: ({ column, row }) => <Cell column={column} measure={measure} row={row.original} />,
    sortFn: byNumber,
    sortDescFirst: measure.first === 'high',
    size: measure.width,
    meta: { title: () => t(measure.title), unit: () => t(measure.unit), optional: !measure.shown },
  });
};

/** The agent of a session that came by a link is not the reader's. */
const kindTitle = (kind: Kind): string => t(kind === 'agent' && isTheirs(useApp.getState()) ? 'compare.kind.agent.theirs' : `compare.kind.${kind}`);

/** Never shown: only sorted, grouped or filtered by. */
const internal = (title: () => string) => ({ internal: true, title });

/** A, B and C come first; failed rows and rows without scores come after the others whatever the sort, controls after those. */
export const ALWAYS_FIRST: readonly string[] = ['letter', 'control', 'rank'];

function NameHead({ column }: { readonly column: AnyColumn }) {
  const { t } = useText();
  const { count } = useHead();
  return (
    <SortButton column={column}>
      <small>{t('compare.strategy.facts', { count })}</small>
    </SortButton>
  );
}

function AxisHead() {
  const { frame, ruler, onStripKey } = useHead();
  return <StripHead frame={frame} onKey={onStripKey} ruler={ruler} />;
}

function PinHead() {
  const { t } = useText();
  return <span className="hidden-text">{t('compare.head.pin')}</span>;
}

export const strategyColumns: readonly ColumnDef<TableRow>[] = helper.columns([
  helper.display({
    id: 'pin',
    header: () => <PinHead />,
    cell: ({ column, row }) => <PinCell column={column} row={row.original} />,
    enableHiding: false,
    enableResizing: false,
    size: PIN_WIDTH,
    minSize: PIN_WIDTH,
    meta: { title: () => t('compare.head.pin'), words: true, locked: true },
  }),
  helper.accessor('title', {
    id: 'strategy',
    header: ({ column }) => <NameHead column={column} />,
    cell: ({ column, row }) => <NameCell column={column} row={row.original} />,
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: NAME_WIDTH,
    minSize: 120,
    meta: { title: () => t('compare.strategy'), words: true, locked: true },
  }),
  helper.display({
    id: 'strip',
    header: () => <AxisHead />,
    cell: ({ column, row }) => <StripCell column={column} row={row.original} />,
    enableHiding: false,
    enablePinning: false,
    enableResizing: false,
    size: STRIP_LEAST,
    meta: { title: () => t('strip.title'), words: true, grow: true },
  }),
  ...measureColumns.map(measureColumn),
  helper.accessor((row): Kind => kindOf(row), {
    id: KIND,
    sortFn: (a, b, id) => KINDS.indexOf(a.getValue<Kind>(id)) - KINDS.indexOf(b.getValue<Kind>(id)),
    meta: {
      ...internal(() => t('compare.group.kind')),
      group: { title: (kind) => kindTitle(kind as Kind), help: (kind) => t(`compare.kind.${kind as Kind}.help`) },
    },
  }),
  helper.accessor((row): System => systemOf(row), {
    id: SYSTEM,
    sortFn: (a, b, id) => SYSTEMS.indexOf(a.getValue<System>(id)) - SYSTEMS.indexOf(b.getValue<System>(id)),
    meta: {
      ...internal(() => t('compare.group.system')),
      group: { title: (system) => t(`compare.chip.${system as System}`), help: (system) => t(`compare.chip.${system as System}.help`) },
    },
  }),
  helper.accessor((row): Family => row.info.family, {
    id: FAMILY,
    sortFn: (a, b, id) => FAMILIES.indexOf(a.getValue<Family>(id)) - FAMILIES.indexOf(b.getValue<Family>(id)),
    meta: {
      ...internal(() => t('compare.group.family')),
      group: { title: (family) => lookup(`family.${family}`) ?? family, help: (family) => lookup(`family.${family}.help`) ?? '' },
    },
  }),
  helper.accessor((row) => (row.pin === null ? LETTERS.length : LETTERS.indexOf(row.pin)), {
    id: 'letter',
    sortFn: byNumber,
    meta: internal(() => t('compare.kind.compared')),
  }),
  helper.accessor((row) => Number(row.info.kind === 'control'), { id: 'control', sortFn: byNumber, meta: internal(() => t('compare.controls')) }),
  helper.accessor('place', { id: PLACE, sortFn: byNumber, sortDescFirst: false, meta: internal(() => t('compare.order.answer')) }),
  helper.accessor((row) => rankOf(row.state), { id: 'rank', sortFn: byNumber, meta: internal(() => t('compare.order')) }),
  helper.accessor('search', {
    id: SEARCH,
    filterFn: (row, _id, filter: string) => passes(row.original, filter),
    meta: internal(() => t('compare.filter')),
  }),
]);

export const strategyDefaults = defaultsOf(strategyColumns, BY_ANSWER, KIND);
