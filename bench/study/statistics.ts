/** Averages, intervals and ranks over the study's data. */
import { mean, quantileSorted, sum } from 'simple-statistics';
import { randomSource } from '../../src/engine/lib/random.ts';
import type { Conversation, Row, StudyData, Whole } from './data.ts';

export type Interval = readonly [low: number, high: number];
/** A mean over conversations with the 95 % interval under resampling of files. */
export interface Mean {
  readonly mean: number;
  readonly interval: Interval;
  /** Conversations that have the number. */
  readonly of: number;
}

const DRAWS = 2000;
const SEED = 1;

const draws = new Map<number, Uint16Array>();

/** The files of each draw: the same for every number with as many files. */
function drawsOf(files: number): Uint16Array {
  let drawn = draws.get(files);
  if (!drawn) {
    const draw = randomSource(SEED);
    drawn = Uint16Array.from({ length: DRAWS * files }, () => draw(files));
    draws.set(files, drawn);
  }
  return drawn;
}

/**
 * The mean of a number over conversations (without those where it is null). Interval: whole files are drawn with replacement, 2,000 times,
 * seeded, because conversations in one file are one person's session. Null where no conversation has the number.
 */
export function meanOf(conversations: readonly Conversation[], value: (conversation: Conversation) => number | null): Mean | null {
  const groups = new Map<string, number[]>();
  for (const conversation of conversations) {
    const found = value(conversation);
    if (found !== null) groups.set(conversation.file, [...(groups.get(conversation.file) ?? []), found]);
  }
  const all = [...groups.values()].flat();
  if (all.length === 0) return null;
  // A draw needs only the sum and the count of a file.
  const sums = Float64Array.from(groups.values(), sum);
  const counts = Float64Array.from(groups.values(), (values) => values.length);
  const files = sums.length;
  const drawn = drawsOf(files);
  const means = new Float64Array(DRAWS);
  for (let d = 0; d < DRAWS; d++) {
    let total = 0;
    let count = 0;
    for (let k = d * files; k < (d + 1) * files; k++) {
      const file = drawn[k]!;
      total += sums[file]!;
      count += counts[file]!;
    }
    means[d] = total / count;
  }
  means.sort();
  const sorted = [...means];
  return { mean: mean(all), interval: [quantileSorted(sorted, 0.025), quantileSorted(sorted, 0.975)], of: all.length };
}

export const rowOf = (conversation: Conversation, share: number, id: string): Row =>
  conversation.targets.find((target) => target.share === share)!.rows.find((row) => row.id === id)!;

export const recallOf = (conversation: Conversation, share: number, id: string): number => rowOf(conversation, share, id).kept / conversation.needed;

/** Recall above chance in the same tokens. */
export function gainOf(conversation: Conversation, share: number, id: string): number {
  const { kept, randomAt } = rowOf(conversation, share, id);
  return (kept - randomAt) / conversation.needed;
}

/** The ledger's recall in the same tokens, above the strategy's. */
export function ledgerLead(conversation: Conversation, share: number, id: string): number {
  const { kept, ledgerAt } = rowOf(conversation, share, id);
  return (ledgerAt - kept) / conversation.needed;
}

export function bindingOf(conversation: Conversation, share: number, id: string): number | null {
  const { kept, bound } = rowOf(conversation, share, id);
  return kept === 0 ? null : bound / kept;
}

export const wholeOf = (conversation: Conversation, share: number, id: string, measure: keyof Whole): number | null =>
  rowOf(conversation, share, id).whole?.[measure] ?? null;

/** Whether two strategies separate: the interval of the difference of their gains, by conversation, excludes 0. */
export function separates(conversations: readonly Conversation[], share: number, a: string, b: string): -1 | 0 | 1 {
  const found = meanOf(conversations, (c) => gainOf(c, share, a) - gainOf(c, share, b))!;
  return found.interval[0] > 0 ? 1 : found.interval[1] < 0 ? -1 : 0;
}

/** Kendall's τ-b of two lists; null where one of them is constant. */
export function kendall(x: readonly number[], y: readonly number[]): number | null {
  let score = 0;
  let ofX = 0;
  let ofY = 0;
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const a = Math.sign(x[i]! - x[j]!);
      const b = Math.sign(y[i]! - y[j]!);
      score += a * b;
      ofX += Math.abs(a);
      ofY += Math.abs(b);
    }
  }
  return ofX === 0 || ofY === 0 ? null : score / Math.sqrt(ofX * ofY);
}

/** Pools the short conversations of one file. */
export function pooled(file: string, conversations: readonly Conversation[]): Conversation {
  const [first] = conversations as [Conversation, ...Conversation[]];
  const total = (of: (c: Conversation) => number): number => conversations.reduce((sum, c) => sum + of(c), 0);
  const average = (of: (c: Conversation) => number): number => total(of) / conversations.length;
  return {
    file,
    name: file,
    format: first.format,
    kind: first.kind,
    messages: total((c) => c.messages),
    tokens: total((c) => c.tokens),
    cuts: total((c) => c.cuts),
    seen: total((c) => c.seen),
    needed: total((c) => c.needed),
    recorded: null,
    pooled: conversations.length,
    targets: first.targets.map(({ share, rows }, t) => ({
      share,
      random: total((c) => c.targets[t]!.random),
      oracle: total((c) => c.targets[t]!.oracle),
      rows: rows.map(({ id }, r): Row => {
        const of = (c: Conversation): Row => c.targets[t]!.rows[r]!;
        return {
          id,
          kept: total((c) => of(c).kept),
          bound: total((c) => of(c).bound),
          tokens: average((c) => of(c).tokens),
          used: average((c) => of(c).used),
          met: total((c) => of(c).met),
          compacted: total((c) => of(c).compacted),
          invalid: total((c) => of(c).invalid),
          randomAt: total((c) => of(c).randomAt),
          oracleAt: total((c) => of(c).oracleAt),
          ledgerAt: total((c) => of(c).ledgerAt),
          whole: null,
        };
      }),
    })),
  };
}

/** The half of the conversations on which the ledger's weights were chosen: by name, so that new transcripts move none. */
export const isTuned = ({ name }: Conversation): boolean => [...name].reduce((sum, c) => sum + c.codePointAt(0)!, 0) % 2 === 0;

/** Strategies and pipelines of the systems: neither controls nor our own. */
export const seedIds = ({ strategies }: StudyData): readonly string[] =>
  strategies.filter(({ kind, id }) => (kind === 'strategy' || kind === 'pipeline') && id !== 'fact-ledger').map(({ id }) => id);
