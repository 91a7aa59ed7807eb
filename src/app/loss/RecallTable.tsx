/** How much of what was needed later is left, by the age, origin and kind of the facts. */
import { useMemo } from 'react';
import type { Share } from '../../engine/recall/contract.ts';
import { lookup, t } from '../../i18n/index.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import { PartsBar } from './Parts.tsx';

const BANDS = ['newest', 'middle', 'older'] as const;
const ORIGINS = ['user', 'tool', 'assistant'] as const;
const SORTS = ['bands', 'origins', 'kinds'] as const;
type Sort = (typeof SORTS)[number];

interface Part {
  /** What the facts are told apart by. */
  readonly by: Sort;
  readonly id: string;
  readonly title: string;
  readonly share: Share;
}

/** Parts of which something was needed. */
function partsOf({ bands, origins, kinds }: RecallRowView): readonly Part[] {
  const all: readonly Part[] = [
    ...BANDS.map((id): Part => ({ by: 'bands', id, title: t(`loss.recall.band.${id}`), share: bands[id] })),
    ...ORIGINS.map((id): Part => ({ by: 'origins', id, title: t(`loss.recall.origin.${id}`), share: origins[id] })),
    ...Object.entries(kinds).map(([id, share]): Part => ({ by: 'kinds', id, title: lookup(`loss.kind.${id}`) ?? id, share })),
  ];
  return all.filter(({ share }) => share.needed > 0);
}

const { words, number } = columnsFor<Part>();
const BY = 'by';
const COLUMNS = [
  words('part', { title: () => t('loss.recall.part'), width: 84, value: ({ title }) => title, names: true }),
  words(BY, {
    title: () => t('loss.recall.by'),
    width: 84,
    value: ({ by }) => by,
    cell: ({ by }) => t(`loss.recall.${by}`),
    order: SORTS,
    optional: true,
    group: { title: (by) => t(`loss.recall.${by as Sort}`) },
  }),
  number('share', {
    title: () => t('loss.share'),
    width: 60,
    grow: true,
    value: ({ share: { kept, needed } }) => kept / needed,
    cell: ({ share: { kept, needed } }) => (
      <PartsBar
        parts={[
          { id: 'retained', count: kept },
          { id: 'lost', count: needed - kept },
        ]}
      />
    ),
  }),
  number('needed', {
    title: () => t('loss.recall.kept'),
    width: 92,
    value: ({ share }) => share.needed,
    cell: ({ share: { kept, needed } }) => t('loss.recall.share', { kept, needed }),
  }),
];
const idOf = ({ by, id }: Part): string => `${by} ${id}`;

export function RecallTable({ recall }: { readonly recall: RecallRowView }) {
  const parts = useMemo(() => partsOf(recall), [recall]);
  return <ListTable name="recall" label={t('loss.recall')} columns={COLUMNS} data={parts} rowId={idOf} group={BY} all />;
}
