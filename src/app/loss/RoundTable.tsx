/** The rounds of decay in numbers: tokens, and what is left of each kind of content. */
import { useMemo } from 'react';
import { lookup, numbers, t } from '../../i18n/index.ts';
import type { DecayRoundView } from '../../worker/loss-protocol.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import { DECAY_LISTS } from './decay-lists.ts';

const { number } = columnsFor<DecayRoundView>();
/** A round without a compaction has no numbers: its outcome stands in their place. */
const hasNumbers = ({ round, outcome }: DecayRoundView): boolean => round === 0 || outcome === 'compacted';

const COLUMNS = [
  number('round', {
    title: () => t('loss.decay.round'),
    width: 60,
    value: ({ round }) => round,
    cell: ({ round }) => (round === 0 ? t('loss.decay.original') : numbers().whole(round)),
    names: true,
    lowFirst: true,
  }),
  number('tokens', {
    title: () => t('loss.decay.tokens'),
    width: 84,
    value: (round) => (hasNumbers(round) ? round.tokens : null),
    cell: (round) => (round.round > 0 && round.outcome !== 'compacted' ? t(`loss.decay.${round.outcome}`) : numbers().whole(round.tokens)),
  }),
  ...DECAY_LISTS.map(({ id }) =>
    number(id, {
      title: () => lookup(`measure.${id}.list`) ?? id,
      width: 64,
      value: (round) => (hasNumbers(round) ? (round.shares[id] ?? null) : null),
      say: (share) => numbers().share(share),
    }),
  ),
];
const idOf = ({ round }: DecayRoundView): string => String(round);

export function RoundTable({ rounds }: { readonly rounds: readonly DecayRoundView[] }) {
  // Kinds that the transcript has nothing of have no column.
  const shown = useMemo(
    () =>
      Object.fromEntries(DECAY_LISTS.flatMap(({ id }) => (rounds.some(({ shares }) => (shares[id] ?? null) !== null) ? [] : [[id, false] as const]))),
    [rounds],
  );
  return <ListTable name="decay" label={t('loss.decay')} columns={COLUMNS} data={rounds} rowId={idOf} shown={shown} />;
}
