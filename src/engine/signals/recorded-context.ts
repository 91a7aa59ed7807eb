import type { Message, RecordedCompaction } from '../transcript/types.ts';
import type { PreparedTranscript } from './contract.ts';
import type { TranscriptInput } from './remember.ts';

/**
 * Indexes of the messages in the recorded agent's context before message `at`: everything so far or, after a compaction, the header, its
 * summary if readable, what it kept, and everything since.
 */
export function contextBefore({ transcript, header }: Pick<PreparedTranscript, 'transcript' | 'header'>, at: number): Int32Array {
  const { messages, compactions } = transcript;
  const last = compactions.filter((one) => one.at <= at).at(-1);
  if (!last) return Int32Array.from({ length: at }, (_, i) => i);
  const summary = last.summaryId === undefined ? -1 : messages.findIndex(({ id }) => id === last.summaryId);
  const kept = last.keptFrom === undefined ? -1 : messages.findIndex(({ id }) => id === last.keptFrom);
  const from = Math.max(header, kept < 0 ? last.at : Math.min(kept, last.at));
  const found = Array.from({ length: Math.min(header, at) }, (_, i) => i);
  if (summary >= 0 && summary <= at) found.push(summary);
  if (last.kept) {
    const stayed = new Set(last.kept);
    for (let i = header; i < from; i++) if (stayed.has(messages[i]!.id)) found.push(i);
  }
  for (let i = from; i < at; i++) if (i !== summary) found.push(i);
  return Int32Array.from(found);
}

export function summaryText({ summary, summaryId }: RecordedCompaction, messages: readonly Message[]): string {
  const message = summaryId === undefined ? undefined : messages.find(({ id }) => id === summaryId);
  return ((message ?? summary)?.parts ?? [])
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n')
    .trim();
}

/** Summaries that the recorded agent wrote itself: nobody said their content. */
export const ownSummaries = ({ transcript }: TranscriptInput): ReadonlySet<string> =>
  new Set(transcript.compactions.flatMap(({ summaryId }) => summaryId ?? []));
