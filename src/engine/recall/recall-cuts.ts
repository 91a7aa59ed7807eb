/** Positions of the cuts, and the recorded agent's context at each. */
import { contextAt, readablePlaces } from '../compaction/compaction-recorded.ts';
import { beginsAs, prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { Transcript } from '../transcript/types.ts';

/** Shares of the requests at the first and the last cut. */
const FIRST = 0.2;
const LAST = 0.85;
export const DEFAULT_CUTS = 12;

/** Indexes of the transcript's messages. */
export interface CutPlace {
  /** Number (from 1) of the recorded compaction that is due here: the context is the one that the agent had right before it. */
  readonly due?: number;
  /** First message of the future: an answer. */
  readonly at: number;
  /** First message after it: at the next compaction of the recorded agent, or the end. */
  readonly end: number;
}

/** Up to `count` positions, evenly over 20–85 % of the requests, none within a tool block, none twice. In order. */
export function placesOf({ messages, units, n, header, transcript }: PreparedTranscript, count: number = DEFAULT_CUTS): readonly CutPlace[] {
  const inBlock = new Int32Array(n + 1);
  for (const { members } of units) {
    inBlock[members[0]! + 1]! += 1;
    inBlock[members[members.length - 1]! + 1]! -= 1;
  }
  for (let i = 1; i <= n; i++) inBlock[i]! += inBlock[i - 1]!;
  const answers: number[] = [];
  messages.forEach(({ role }, i) => {
    if (role === 'assistant' && i > header) answers.push(i);
  });
  /** Numbers of requests before which no tool block is open. */
  const open = [...answers.keys()].filter((k) => inBlock[answers[k]!] === 0);
  const found = new Set<number>();
  for (let c = 0; c < count && open.length > 0; c++) {
    const share = count === 1 ? (FIRST + LAST) / 2 : FIRST + ((LAST - FIRST) * c) / (count - 1);
    const ideal = share * answers.length;
    const nearest = open.reduce((best, k) => (Math.abs(k - ideal) < Math.abs(best - ideal) ? k : best));
    if (nearest > 0) found.add(answers[nearest]!);
  }
  return [...found].sort((a, b) => a - b).map((at) => ({ at, end: nextCompaction(transcript, at) }));
}

/** Right before each of the recorded agent's own compactions whose result can be read; the future of each ends at the next one. */
export const recordedPlacesOf = ({ transcript }: Pick<PreparedTranscript, 'transcript'>): readonly CutPlace[] =>
  readablePlaces(transcript).map((due) => {
    const { at } = transcript.compactions[due - 1]!;
    return { due, at, end: nextCompaction(transcript, at) };
  });

/** The context at a place, as a context of its own, and the indexes of its messages in the recording. */
export function prefixAt(base: PreparedTranscript, { at, due }: CutPlace): { readonly prefix: PreparedTranscript; readonly sources: Int32Array } {
  if (due === undefined) {
    const sources = contextBefore(base, at);
    return { sources, prefix: preparedPart(base, sources) };
  }
  const { transcript, origins: sources } = contextAt(base.transcript, due)!;
  return { sources, prefix: prepare(transcript, partOfCounts(base.counts, sources), base.settings) };
}

/** The cuts of a recall: `recorded` = right before the recorded agent's own compactions, else `cuts` of them. */
export const cutsOf = (base: PreparedTranscript, { recorded, cuts }: { readonly recorded?: boolean; readonly cuts?: number }): readonly CutPlace[] =>
  recorded ? recordedPlacesOf(base) : placesOf(base, cuts);

function nextCompaction({ compactions, messages }: Transcript, at: number): number {
  return compactions.reduce((end, one) => (one.at > at ? Math.min(end, one.at) : end), messages.length);
}

/** Some messages of a transcript, prepared as a context of their own; nothing is counted again. `sources` = their indexes. */
export function preparedPart(base: PreparedTranscript, sources: Int32Array): PreparedTranscript {
  const messages = Array.from(sources, (i) => base.messages[i]!);
  const transcript: Transcript = { ...base.transcript, messages, compactions: [], branches: [], subagents: [] };
  if (sources.every((i, j) => i === j)) beginsAs(transcript, base.transcript);
  return prepare(transcript, partOfCounts(base.counts, sources), base.settings);
}

function partOfCounts(counts: TokenCounts, sources: Int32Array): TokenCounts {
  const messages = Float64Array.from(sources, (i) => counts.messages[i]!);
  const prefix = new Float64Array(messages.length + 1);
  for (let j = 0; j < messages.length; j++) prefix[j + 1] = prefix[j]! + messages[j]!;
  return {
    ...counts,
    messages,
    prefix,
    total: prefix[messages.length]! + counts.toolDefinitions,
    parts: (j) => counts.parts(sources[j]!),
  };
}
