/** The summaries of a row: what went in, what came out, who wrote them. */
import { t } from '../../i18n/index.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import { summarizerName } from './summarizer-name.ts';

type Summary = RowResult['summaries'][number];

const { words, number } = columnsFor<Summary>();
const COLUMNS = [
  words('id', { title: () => t('row.summary.id'), width: 84, value: ({ id }) => id, names: true }),
  number('members', { title: () => t('row.summary.members'), width: 78, value: ({ members }) => members }),
  number('tokens', { title: () => t('row.summary.tokens'), width: 64, value: ({ tokens }) => tokens }),
  words('writer', {
    title: () => t('row.summary.writer'),
    width: 110,
    value: ({ summarizer, generation }) =>
      generation > 1 ? `${summarizerName(summarizer)} · ${t('row.summary.generation', { generation })}` : summarizerName(summarizer),
    grow: true,
    wraps: true,
  }),
];

const idOf = ({ id }: Summary): string => id;

export function Summaries({ summaries }: { readonly summaries: readonly Summary[] }) {
  return <ListTable name="summaries" label={t('row.summaries', { count: summaries.length })} columns={COLUMNS} data={summaries} rowId={idOf} />;
}
