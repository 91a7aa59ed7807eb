/** The columns of the list of losses: one row for each fact, sentence, file or pair that is lost or not whole. */
import { createColumnHelper } from '@tanstack/react-table';
import { lookup, t } from '../../i18n/index.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { USES } from '../../engine/measures/types.ts';
import type { ColumnDef, features } from '../table/features.ts';
import { byCharacters, byNumber, byText, isEqual } from '../table/sort.ts';
import { holdsWords, type LineFate } from './loss-lines.ts';
import styles from './loss.module.css';
import { Spots } from './Spots.tsx';

export const idOf = ({ id }: ListedLine): string => id;

const FATES: readonly LineFate[] = ['lost', 'degraded', 'recoverable'];
const helper = createColumnHelper<typeof features, ListedLine>();
const kindWord = (kind: string): string => lookup(`loss.kind.${kind}`) ?? kind;

function beside({ beside: found }: ListedLine): string | null {
  if (!found || found.value === '') return null;
  return t(`loss.beside.${found.what}`, { value: found.what === 'told' ? kindWord(found.value) : found.value });
}

function placeOf({ spots: [first] }: ListedLine): number | null {
  return first === undefined ? null : first.message + 1;
}

export const lossColumns: readonly ColumnDef<ListedLine>[] = helper.columns([
  helper.accessor(({ text }) => text.toLowerCase(), {
    id: 'text',
    cell: ({ row: { original } }) => {
      const below = beside(original);
      return (
        <>
          <span className={styles.fact} title={original.text}>
            {original.text}
          </span>
          {below && (
            <small className={styles.beside} title={below}>
              {below}
            </small>
          )}
        </>
      );
    },
    sortFn: byCharacters,
    sortDescFirst: false,
    filterFn: (row, _id, words: string) => holdsWords(row.original, words),
    enableHiding: false,
    minSize: 160,
    meta: { title: () => t('loss.text'), saved: (row) => (row as ListedLine).text, words: true, grow: true, locked: true, rowHeader: true },
  }),
  helper.accessor(({ kind }) => kindWord(kind), {
    id: 'kind',
    cell: ({ getValue }) => getValue(),
    sortFn: byText,
    sortDescFirst: false,
    filterFn: ({ original }, _id, kind: string) => original.kind === kind,
    size: 92,
    meta: { title: () => t('loss.kind'), words: true, group: { title: (word) => word } },
  }),
  helper.accessor('fate', {
    id: 'fate',
    cell: ({ getValue }) => (
      <span className={styles.fate} data-fate={getValue()}>
        {t(`loss.fate.${getValue()}`)}
      </span>
    ),
    sortFn: (a, b) => FATES.indexOf(a.original.fate) - FATES.indexOf(b.original.fate),
    sortDescFirst: false,
    filterFn: isEqual,
    size: 104,
    meta: {
      title: () => t('loss.fate'),
      help: () => t('loss.fate.help'),
      words: true,
      group: { title: (fate) => t(`loss.fate.${fate as LineFate}`) },
    },
  }),
  helper.accessor(({ use }) => use ?? undefined, {
    id: 'use',
    cell: ({ getValue }) => {
      const use = getValue();
      return use ? t(`loss.use.${use}`) : '—';
    },
    sortFn: (a, b) => USES.indexOf(a.original.use!) - USES.indexOf(b.original.use!),
    sortDescFirst: false,
    filterFn: isEqual,
    size: 112,
    meta: { title: () => t('loss.use'), help: () => t('loss.use.help'), words: true, optional: true },
  }),
  helper.accessor(({ spots }) => spots[0]?.message, {
    id: 'where',
    cell: ({ row }) => <Spots line={row.original} />,
    sortFn: byNumber,
    sortDescFirst: false,
    size: 252,
    meta: { title: () => t('loss.where'), help: () => t('loss.where.help'), saved: (row) => placeOf(row as ListedLine), words: true },
  }),
  helper.accessor('messages', {
    id: 'messages',
    cell: ({ getValue }) => (getValue() > 0 ? getValue() : '—'),
    sortFn: byNumber,
    size: 84,
    meta: { title: () => t('loss.column.messages'), help: () => t('loss.column.messages.help'), optional: true },
  }),
]);
