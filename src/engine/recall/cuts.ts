/** Positions of the cuts, and the recorded agent's context at each. */
import { beginsAs } from '../signals/beginnings.ts';
import type { Prepared } from '../signals/contract.ts';
import { prepare } from '../signals/prepare.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { Transcript } from '../transcript/types.ts';

/** Shares of the requests at the first and the last cut. */
const FIRST = 0.2;
const LAST = 0.85;
export const DEFAULT_CUTS = 12;

/** Indexes of the transcript's messages. */
export interface CutPlace {
  /** First message of the future: an answer. */
  readonly at: number;
  /** First message after it: at the next compaction of the recorded agent, or the end. */
  readonly end: number;
}

/** Up to `count` positions, evenly over 20–85 % of the requests, none within a tool block, none twice. In order. */
export function placesOf({ messages, units, n, header, transcript }: Prepared, count: number = DEFAULT_CUTS): readonly CutPlace[] {
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

function nextCompaction({ compactions, messages }: Transcript, at: number): number {
  return compactions.reduce((end, one) => (one.at > at ? Math.min(end, one.at) : end), messages.length);
}

/** Some messages of a transcript, prepared as a context of their own; nothing is counted again. `sources` = their indexes. */
export function preparedPart(base: Prepared, sources: Int32Array): Prepared {
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
