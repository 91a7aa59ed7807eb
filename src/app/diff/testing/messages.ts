/** What the worker answers about the messages of a comparison that was made by hand. */
import { FATES } from '../../../engine/strategies/contract.ts';
import type { CellView, FateView, MessageView, RowResult, RowView } from '../../../worker/protocol.ts';
import { app } from '../../store/store.ts';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

export const textOf = (index: number): string => `text of message ${index + 1}`;

/** A message of the comparison in the store, with nothing in it but what the test is about. */
function messageView(index: number, changes: Partial<MessageView>): MessageView {
  const { comparison, scenario } = app();
  const { roles, tokens } = comparison!.transcript;
  return {
    index,
    id: `m${index}`,
    role: ROLES[roles[index]!]!,
    name: null,
    ts: null,
    title: '',
    preview: textOf(index),
    mono: false,
    tokens: tokens[index]!,
    priority: 'NORMAL',
    priorityReason: { key: 'priority-default' },
    itemType: 'USER_MESSAGE',
    cacheHint: null,
    mark: scenario.marks[`m${index}`] ?? null,
    synthetic: false,
    summary: false,
    images: 0,
    line: null,
    ...changes,
  };
}

function cellView({ fates, left }: RowResult, index: number, changes: Partial<CellView>): CellView {
  return { fate: FATES[fates[index]!]!, tokensLeft: left[index]!, reason: { key: 'x' }, preview: null, summary: null, ...changes };
}

/** One message with a cell for each of the rows. */
export function rowView(index: number, keys: readonly string[], message: Partial<MessageView> = {}, cell: Partial<CellView> = {}): RowView {
  const { rows } = app().comparison!;
  const results = keys.map((key) => rows.find((row) => row.key === key)!);
  return { message: messageView(index, message), cells: results.map((result) => cellView(result, index, cell)) };
}

/** What every row does with a message. */
export const fatesOf = (index: number): readonly FateView[] =>
  app().comparison!.rows.map(({ key, fates, left }) => ({
    key,
    fate: FATES[fates[index]!]!,
    tokensLeft: left[index]!,
    reason: { key: 'x' },
    summary: null,
  }));
