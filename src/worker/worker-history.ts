/** The session's record of the compactions that were carried out. */
import { follow, type HistoryEntry, type Level, levelOf, statisticsOf, withHistory } from '../engine/compaction/history.ts';
import type { Words } from '../engine/report.ts';
import type { TokenCounts } from '../engine/tokens/contract.ts';
import type { Message, Transcript } from '../engine/transcript/types.ts';
import type { Comparison } from './comparing.ts';
import type { Stack } from './levels.ts';
import type { HistoryView, OriginalView, RecordView } from './protocol.ts';
import { outline } from './text/message.ts';
import { clip, PREVIEW, toolNames } from './views.ts';

/** S2 keeps the last ten compactions. */
const LISTED = 10;
const MOST_ORIGINALS = 200;

/** The attempts on one conversation; another conversation begins a new log. */
export class HistoryLog {
  #of: Transcript | null = null;
  #entries: readonly HistoryEntry[] = [];

  /** Records the levels in force and returns the history. */
  take({ base, entries: levels, restored, stopped }: Stack, full: TokenCounts): HistoryView {
    if (this.#of !== base) this.#entries = [];
    this.#of = base;
    this.#entries = follow(this.#entries, levels, stopped?.entry ?? null);
    const entries = this.#entries.slice(-LISTED);
    return {
      levels,
      restored,
      entries,
      statistics: statisticsOf(entries),
      stopped,
      full: { messages: base.messages.length, tokens: full.total },
    };
  }
}

/** What a compaction replaced, as far as it is shown; `messages` have the names of the tools. */
export function replacedIn(
  { replaced }: Level['record'],
  messages: readonly Message[],
  { message: tokensOf }: Pick<TokenCounts, 'message'>,
): Pick<RecordView, 'replaced' | 'more'> {
  const names = toolNames(messages);
  let room = MOST_ORIGINALS;
  let more = 0;
  const shown = replaced.map(({ start, originals }) => {
    const some = originals.slice(0, room);
    room -= some.length;
    more += originals.length - some.length;
    const views = some.map((message): OriginalView => {
      const { title, preview, mono } = outline(message, PREVIEW, (id) => names.get(id));
      return { role: message.role, title, preview, mono, tokens: tokensOf(message) };
    });
    return { first: start, count: originals.length, originals: views };
  });
  return { replaced: shown, more };
}

export const recordView = ({ record }: Level, counts: TokenCounts): RecordView => ({
  summaries: record.summaries.map(clip),
  ...replacedIn(
    record,
    record.replaced.flatMap(({ originals }) => originals),
    counts,
  ),
  inserted: record.inserted.length,
});

/** The conversation with its history in our own format; with `key`, as it is after that row was carried out. */
export function savedTranscript({ stack, rows, prepared, inUse }: Comparison, key: string | null, now: string, damaged: boolean): Transcript {
  const row = key === null ? undefined : rows.get(key);
  const result = row?.result?.outcome === 'compacted' ? row.result : null;
  const efficiency = row?.measures.efficiency ?? null;
  const levels = [...stack.levels];
  if (result) {
    const level = levelOf(stack.transcript, result, efficiency === null ? {} : { efficiency });
    levels.push({ ...level, record: { ...level.record, ts: now } });
  }
  // History that did not fit its messages is returned unchanged.
  if (levels.length === 0 && damaged) return stack.base;
  const usedTokens = result?.tokensAfter ?? prepared.counts.total;
  const { base, until } = stack;
  // The compaction that the context ends before has not happened in it.
  const conversation = until === null ? base : { ...base, compactions: base.compactions.slice(0, -1) };
  return withHistory(conversation, levels, { tokenUsage: { usedTokens, maxTokens: inUse.window }, updatedAt: now });
}

/** The history for other programs: attempts, statistics, and what each level replaced where. The originals travel in our own format. */
export function historyJson({ stack, reply }: Comparison, name: string, words: Words): string {
  const { entries, levels, statistics, full, restored } = reply.history;
  const told = (entry: HistoryEntry) => {
    const { key: _, why, log, ...rest } = entry;
    return {
      ...rest,
      title: words.title(entry.strategy),
      why: why ? words.reason(why) : null,
      log: log.map(({ level, event, reason }) => ({
        level,
        ...(event !== undefined && { event }),
        text: words.reason(reason),
        fields: reason.values ?? {},
      })),
    };
  };
  return `${JSON.stringify(
    {
      transcript: { name, title: stack.base.title ?? '', ...full, restored },
      levels: stack.levels.map(({ record }, i) => ({
        ...told(levels[i]!),
        replaced: record.replaced.map(({ start, originals }) => ({ start, count: originals.length })),
        inserted: record.inserted,
        summaryTexts: record.summaries,
      })),
      attempts: entries.map(told),
      statistics,
    },
    null,
    2,
  )}\n`;
}
