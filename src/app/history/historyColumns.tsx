/** The columns of the history: one row for each attempt. */
import { createColumnHelper } from '@tanstack/react-table';
import { type TextKey, lookup, numbers, t } from '../../i18n/index.ts';
import type { HistoryEntry } from '../../worker/protocol.ts';
import { Icon } from '../components/Icon.tsx';
import { useText } from '../store/index.ts';
import { Disclose } from '../table/DataTable.tsx';
import type { ColumnDef, features } from '../table/features.ts';
import { byNumber, byText } from '../table/sort.ts';
import classes from './history.module.css';
import { titleOf } from './LevelBar.tsx';

const helper = createColumnHelper<typeof features, HistoryEntry>();

export const keyOf = ({ key }: HistoryEntry): string => key;
export const isBad = ({ outcome }: HistoryEntry): boolean => outcome === 'rejected' || outcome === 'refused' || outcome === 'failed';

/** Outcome of an attempt in one word; nothing for a compaction in force. */
function outcomeOf({ outcome, level }: HistoryEntry): string | null {
  if (outcome !== 'compacted') return lookup(`history.outcome.${outcome}`);
  return level === null ? lookup('history.outcome.undone') : null;
}

function Outcome({ entry }: { readonly entry: HistoryEntry }) {
  const word = outcomeOf(entry);
  if (word === null) return null;
  const bad = isBad(entry);
  return (
    <em className={classes.outcome} data-tone={bad ? 'bad' : undefined}>
      {bad && <Icon name="warning" size={11} />}
      {word}
    </em>
  );
}

function When({ ts }: { readonly ts: string | null }) {
  const { language } = useText();
  if (ts === null) return t('history.when.none');
  const when = new Date(ts);
  return (
    <time dateTime={ts} title={when.toLocaleString(language)}>
      {when.toLocaleString(language, { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false })}
    </time>
  );
}

const compacted = ({ outcome }: HistoryEntry): boolean => outcome === 'compacted';

/** A number before and after; of an attempt that changed nothing the number alone. */
const change = (id: 'messages' | 'tokens', size: number, of: (entry: HistoryEntry) => readonly [before: number, after: number]) =>
  helper.accessor((entry) => of(entry)[compacted(entry) ? 1 : 0], {
    id,
    cell: ({ row: { original } }) => {
      const n = numbers();
      const [before, after] = of(original);
      return compacted(original) ? t('history.change', { before: n.whole(before), after: n.whole(after) }) : n.whole(before);
    },
    sortFn: byNumber,
    size,
    meta: { title: () => t(`history.column.${id}`) },
  });

const number = (
  id: 'saved' | 'efficiency' | 'summary',
  size: number,
  of: (entry: HistoryEntry) => number | null,
  say: (value: number) => string,
  lowFirst = false,
) =>
  helper.accessor((entry) => of(entry) ?? undefined, {
    id,
    cell: ({ getValue }) => {
      const value = getValue();
      return value === undefined ? '—' : say(value);
    },
    sortFn: byNumber,
    sortDescFirst: !lowFirst,
    size,
    meta: { title: () => t(`history.column.${id}` satisfies TextKey) },
  });

export const historyColumns: readonly ColumnDef<HistoryEntry>[] = helper.columns([
  helper.accessor(titleOf, {
    id: 'strategy',
    cell: ({ row }) => (
      <>
        <Disclose opened={row.getIsExpanded()} onToggle={() => row.toggleExpanded()}>
          {titleOf(row.original)}
        </Disclose>
        <Outcome entry={row.original} />
      </>
    ),
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: 180,
    minSize: 120,
    meta: { title: () => t('history.column.strategy'), words: true, grow: true, locked: true, rowHeader: true },
  }),
  helper.accessor(({ level }) => level ?? undefined, {
    id: 'level',
    cell: ({ getValue }) => {
      const level = getValue();
      return level === undefined ? '—' : numbers().whole(level);
    },
    sortFn: byNumber,
    size: 52,
    meta: { title: () => t('history.column.level') },
  }),
  change('messages', 96, ({ messagesBefore, messagesAfter }) => [messagesBefore, messagesAfter]),
  change('tokens', 134, ({ tokensBefore, tokensAfter }) => [tokensBefore, tokensAfter]),
  number(
    'saved',
    70,
    (entry) => (compacted(entry) ? 1 - entry.tokensAfter / Math.max(1, entry.tokensBefore) : null),
    (share) => numbers().share(share),
  ),
  number(
    'efficiency',
    80,
    ({ efficiency }) => efficiency,
    (score) => numbers().score(score),
  ),
  number(
    'summary',
    92,
    ({ summaryMs }) => summaryMs,
    (ms) => numbers().ms(ms),
    true,
  ),
  helper.accessor(({ ts }) => ts ?? undefined, {
    id: 'when',
    cell: ({ row }) => <When ts={row.original.ts} />,
    sortFn: byText,
    size: 104,
    meta: { title: () => t('history.column.when') },
  }),
]);
