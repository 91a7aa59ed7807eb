/** The columns of a message's fates: one row for each strategy of the table. */
import { createColumnHelper } from '@tanstack/react-table';
import { FATES, type FateKind } from '../../engine/strategies/contract.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import type { FateView } from '../../worker/protocol.ts';
import type { TableRow } from '../compare/rows.ts';
import { Button } from '../components/Button.tsx';
import { actions } from '../store/index.ts';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber, byText } from '../table/sort.ts';
import { FateChip, PinLetter } from './Chips.tsx';

export interface Fated {
  readonly row: TableRow;
  readonly view: FateView;
  /** Of the message in the original. */
  readonly tokens: number;
}

/** `stands`: the strategy left the whole context as it is. */
export type Fate = FateKind | 'stands';
export const ALL_FATES: readonly Fate[] = [...FATES, 'stands'];

export const keyOf = ({ row }: Fated): string => row.key;
export const fateOf = ({ row, view }: Fated): Fate => (row.state === 'compacted' ? view.fate : 'stands');
/** Column that groups the rows by default. */
export const FATE = 'fate';

export const fateTitle = (fate: Fate): string => t(fate === 'stands' ? 'fates.stands.short' : `diff.fate.${fate}`);

function why({ row, view }: Fated): string {
  const reason = row.state === 'compacted' ? formatReason(view.reason) : (row.note?.title ?? formatReason(view.reason));
  // The number of the summary tells something only where there are several.
  const several = view.summary !== null && (row.result?.summaries.length ?? 0) > 1;
  return several ? `${reason} · ${view.summary!.replace('-', ' ')}` : reason;
}

const helper = createColumnHelper<typeof features, Fated>();

export const fateColumns: readonly ColumnDef<Fated>[] = helper.columns([
  helper.accessor(({ row }) => row.title, {
    id: 'strategy',
    cell: ({ row: { original } }) => (
      <>
        {original.row.pin && <PinLetter letter={original.row.pin} />} {original.row.title}
      </>
    ),
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: 190,
    meta: { title: () => t('compare.strategy'), words: true, wraps: true, locked: true, rowHeader: true },
  }),
  helper.accessor(fateOf, {
    id: FATE,
    cell: ({ getValue }) => fateTitle(getValue()),
    sortFn: (a, b) => ALL_FATES.indexOf(fateOf(a.original)) - ALL_FATES.indexOf(fateOf(b.original)),
    sortDescFirst: false,
    size: 110,
    meta: {
      title: () => t('fates.fate'),
      words: true,
      optional: true,
      group: {
        title: (fate) => (
          <>
            {fate !== 'stands' && <FateChip fate={fate as FateKind} />} {fateTitle(fate as Fate)}
          </>
        ),
      },
    },
  }),
  helper.accessor(why, {
    id: 'why',
    cell: ({ getValue }) => getValue(),
    sortFn: byText,
    sortDescFirst: false,
    minSize: 160,
    meta: { title: () => t('fates.why'), words: true, wraps: true, grow: true },
  }),
  helper.accessor(({ view }) => view.tokensLeft, {
    id: 'left',
    cell: ({ row: { original } }) => {
      const n = numbers();
      const { tokens, view } = original;
      return view.tokensLeft === tokens ? n.whole(tokens) : `${n.whole(tokens)} → ${n.whole(view.tokensLeft)}`;
    },
    sortFn: byNumber,
    size: 130,
    meta: { title: () => t('fates.left') },
  }),
  helper.display({
    id: 'pin',
    cell: ({ row: { original } }) => (
      <Button
        kind="link"
        aria-label={t('compare.other', { title: original.row.title })}
        aria-pressed={original.row.pin !== null}
        onClick={() => actions.compareWith(original.row.key)}
      >
        {t('row.other')}
      </Button>
    ),
    enableResizing: false,
    size: 72,
    meta: { title: () => t('compare.head.pin'), words: true },
  }),
]);
