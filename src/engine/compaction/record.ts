import { isOf, wrong } from '../lib/arguments.ts';
import { messagesError } from '../transcript/transcript-check.ts';
import { sameData } from '../transcript/transcript-json.ts';
import type { Message, Result } from '../transcript/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DROP, KEEP, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { CompactionRecord, Layout } from './types.ts';

type RecordHead = Pick<CompactionRecord, 'strategy' | 'params' | 'summaries' | 'tokensBefore' | 'tokensAfter' | 'state' | 'ts'>;

export function recordOf(
  { messages, n }: Pick<PreparedTranscript, 'messages' | 'n'>,
  plan: Pick<Plan, 'fates'>,
  layout: Pick<Layout, 'before' | 'position' | 'length'>,
  head: RecordHead,
): CompactionRecord {
  const replaced: { start: number; originals: Message[] }[] = [];
  const inserted: number[] = [...layout.position];
  let position = 0;
  let next = 0;
  for (let i = 0; i < n; i++) {
    while (next < layout.before.length && layout.before[next]! <= i) {
      position++;
      next++;
    }
    const fate = plan.fates[i];
    if (fate !== KEEP) {
      const run = replaced.at(-1);
      if (run && run.start + run.originals.length === i) run.originals.push(messages[i]!);
      else replaced.push({ start: i, originals: [messages[i]!] });
      if (fate !== SUMMARIZE && fate !== DROP) inserted.push(position);
    }
    if (fate !== SUMMARIZE && fate !== DROP) position++;
  }
  inserted.sort((a, b) => a - b);
  return { ...head, replaced, inserted, messagesBefore: n, messagesAfter: layout.length };
}

export interface RestoreError {
  readonly code: 'record-does-not-fit';
  readonly message: string;
  /** Index of the record that does not fit. */
  readonly record: number;
}

/**
 * Applies records backwards, the last first, and returns the original messages: the same objects where they were kept. Messages appended
 * after a compaction stay at the end. A record that does not belong to the context is an error, and so is one that is undone already (the
 * same record twice).
 */
export function restore(context: readonly Message[], records: readonly CompactionRecord[]): Result<readonly Message[], RestoreError> {
  const misfit = (message: string, record: number) => ({ ok: false, error: { code: 'record-does-not-fit', message, record } }) as const;
  const none = messagesError('context', context) ?? (Array.isArray(records) ? null : wrong('records', 'a list', records));
  if (none) return misfit(none.message, 0);
  let messages = context;
  for (let r = records.length - 1; r >= 0; r--) {
    if (!isRecord(records[r])) return misfit(wrong(`records[${r}]`, 'what record() of a result gives', records[r]).message, r);
    const undone = undo(messages, records[r]!);
    if (typeof undone === 'string') return misfit(undone, r);
    messages = undone;
  }
  return { ok: true, value: messages };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

function isRecord(value: unknown): value is CompactionRecord {
  if (!isOf(value, 'object')) return false;
  const { messagesBefore, messagesAfter, inserted, replaced } = value as Readonly<Record<string, unknown>>;
  return (
    isNumber(messagesBefore) &&
    isNumber(messagesAfter) &&
    Array.isArray(inserted) &&
    Array.isArray(replaced) &&
    replaced.every(
      (run) => isOf(run, 'object') && isNumber((run as { start?: unknown }).start) && Array.isArray((run as { originals?: unknown }).originals),
    )
  );
}

/** One level; a string says why the record does not fit. */
function undo(context: readonly Message[], record: CompactionRecord): Message[] | string {
  const { messagesAfter, messagesBefore } = record;
  if (context.length < messagesAfter) return `the context has ${context.length} messages, the record's result had ${messagesAfter}`;
  const out = new Set(record.inserted);
  const result: Message[] = [];
  let kept = 0;
  let run = 0;
  while (result.length < messagesBefore) {
    const replaced = record.replaced[run];
    if (replaced?.start === result.length) {
      for (const original of replaced.originals) result.push(original);
      run++;
      continue;
    }
    while (kept < messagesAfter && out.has(kept)) kept++;
    if (kept >= messagesAfter) return `only ${result.length} of ${messagesBefore} messages can be put back`;
    result.push(context[kept++]!);
  }
  while (kept < messagesAfter && out.has(kept)) kept++;
  if (kept !== messagesAfter || run !== record.replaced.length || result.length !== messagesBefore) {
    return `${messagesBefore} messages were expected, the record does not add up to that`;
  }
  for (let i = messagesAfter; i < context.length; i++) result.push(context[i]!);
  return isUndone(context, record, out) ? 'what the record puts back stands in the context already' : result;
}

/**
 * Whether the context is from before the compaction: a message that the record restores is already present among those it leaves alone, or
 * everything that it would remove is what it restores.
 */
function isUndone(context: readonly Message[], { replaced }: CompactionRecord, out: ReadonlySet<number>): boolean {
  const originals = new Map(replaced.flatMap((run) => run.originals.map((message) => [message.id, message] as const)));
  const isOriginal = (message: Message): boolean => originals.has(message.id) && sameData(message, originals.get(message.id));
  if (context.some((message, i) => !out.has(i) && isOriginal(message))) return true;
  return out.size > 0 && [...out].every((i) => isOriginal(context[i]!));
}
