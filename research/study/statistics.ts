/** Averages, intervals and ranks over the study's data. */
import { mean, quantileSorted, sum } from 'simple-statistics';
import { randomSource } from '../../src/engine/lib/random.ts';
import type { Independent } from '../../src/engine/recall/independent/contract.ts';
import { LEAST_FACTS } from '../../src/engine/recall/recall.ts';
import type { Conversation, Counted, Row, StudyData, Whole } from './data.ts';
import { isSeen, projectOf, VERSIONS } from './sets.ts';

export type Interval = readonly [low: number, high: number];
/** A mean over conversations with the 95 % interval under resampling of files or projects. */
export interface Mean {
  readonly mean: number;
  readonly interval: Interval;
  /** Conversations that have the number, and the files or projects they are from. */
  readonly of: number;
  readonly groups: number;
}
type Origin = (file: string) => string;
const fileItself: Origin = (file) => file;

const DRAWS = 2000;
const SEED = 1;

const draws = new Map<number, Uint16Array>();

/** The files (or projects) of each draw: the same for every number with as many. */
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
 * seeded, because conversations in one file are one person's session; with `projectOf`, whole projects. Null where no conversation has the
 * number.
 */
export function meanOf(
  conversations: readonly Conversation[],
  value: (conversation: Conversation) => number | null,
  origin: Origin = fileItself,
): Mean | null {
  const groups = new Map<string, number[]>();
  for (const conversation of conversations) {
    const found = value(conversation);
    const from = origin(conversation.file);
    if (found !== null) groups.set(from, [...(groups.get(from) ?? []), found]);
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
  return { mean: mean(all), interval: [quantileSorted(sorted, 0.025), quantileSorted(sorted, 0.975)], of: all.length, groups: files };
}

/** The same mean with both intervals. */
export interface Spread {
  readonly mean: number;
  readonly byFile: Interval;
  readonly byProject: Interval;
  readonly of: number;
  readonly files: number;
  readonly projects: number;
}

export function spreadOf(conversations: readonly Conversation[], value: (conversation: Conversation) => number | null): Spread | null {
  const [byFile, byProject] = [meanOf(conversations, value), meanOf(conversations, value, projectOf)];
  if (byFile === null || byProject === null) return null;
  const { mean, of } = byFile;
  return { mean, of, byFile: byFile.interval, byProject: byProject.interval, files: byFile.groups, projects: byProject.groups };
}

/** Fewer needed items of an independent measure give no number for a conversation. */
export const LEAST_ITEMS = 10;
/** What must stay takes at most half of the smallest budget that the headline is about, 20 %: there is something to choose. */
const MOST_STAYS = 0.1;

/** Conversations in which what must stay leaves room to choose; in the others whole messages are hardly a choice. */
export const isLong = ({ stays }: Conversation): boolean => stays <= MOST_STAYS;
export const longOf = (all: readonly Conversation[]): readonly Conversation[] => all.filter(isLong);
export const shortOf = (all: readonly Conversation[]): readonly Conversation[] => all.filter((c) => !isLong(c));

/** The files that were, or were not, looked at while a strategy was written. */
export const seenBy = (id: string, all: readonly Conversation[], seen: boolean): readonly Conversation[] => {
  const version = VERSIONS.find((one) => one.id === id)!;
  return all.filter(({ file }) => isSeen(version, file) === seen);
};

export const rowOf = (conversation: Conversation, share: number, id: string): Row =>
  conversation.targets.find((target) => target.share === share)!.rows.find((row) => row.id === id)!;

/** A share of the needed facts; null where too few are needed. */
const ofFacts = ({ needed, pooled }: Conversation, count: number): number | null =>
  needed === 0 || (needed < LEAST_FACTS && pooled === undefined) ? null : count / needed;

export const recallOf = (c: Conversation, share: number, id: string): number | null => ofFacts(c, rowOf(c, share, id).kept);

/** Chance and the oracle of own recall within the target, and in the tokens that a row left. */
export const boundOf = (c: Conversation, share: number, bound: 'random' | 'oracle'): number | null =>
  ofFacts(c, c.targets.find((target) => target.share === share)![bound]);
export const boundAt = (c: Conversation, share: number, id: string, bound: 'randomAt' | 'oracleAt'): number | null =>
  ofFacts(c, rowOf(c, share, id)[bound]);

/** Recall above chance in the same tokens. */
export function gainOf(c: Conversation, share: number, id: string): number | null {
  const { kept, randomAt } = rowOf(c, share, id);
  return ofFacts(c, kept - randomAt);
}

/** The ledger's recall in the same tokens, above the strategy's. */
export function ledgerLead(c: Conversation, share: number, id: string): number | null {
  const { kept, ledgerAt } = rowOf(c, share, id);
  return ofFacts(c, ledgerAt - kept);
}

export function bindingOf(c: Conversation, share: number, id: string): number | null {
  const { kept, bound } = rowOf(c, share, id);
  return kept === 0 || ofFacts(c, kept) === null ? null : bound / kept;
}

/** One number of an independent measure as a share of what was needed; null where too little was needed, or it has none. */
export function itemsOf(c: Conversation, share: number, id: string, measure: Independent, of: (counted: Counted) => number | null): number | null {
  const needed = c.items[measure];
  const count = of(rowOf(c, share, id).independent[measure]);
  return needed < LEAST_ITEMS || count === null ? null : count / needed;
}

export const wholeOf = (conversation: Conversation, share: number, id: string, measure: keyof Whole): number | null =>
  rowOf(conversation, share, id).whole?.[measure] ?? null;

/** Whether two strategies separate: the interval of the difference of their gains, by conversation, excludes 0. */
export function separates(conversations: readonly Conversation[], share: number, a: string, b: string): -1 | 0 | 1 {
  const found = meanOf(conversations, (c) => {
    const [of, from] = [gainOf(c, share, a), gainOf(c, share, b)];
    return of === null || from === null ? null : of - from;
  });
  if (found === null) return 0;
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

/** The half of the conversations on which the ledger's weights were chosen: by name, so that new transcripts move none. */
export const isTuned = ({ name }: Conversation): boolean => [...name].reduce((sum, c) => sum + c.codePointAt(0)!, 0) % 2 === 0;

/** Strategies and pipelines of the systems: neither controls nor our own. */
export const seedIds = ({ strategies }: StudyData): readonly string[] =>
  strategies.filter(({ kind, id }) => (kind === 'strategy' || kind === 'pipeline') && !VERSIONS.some((one) => one.id === id)).map(({ id }) => id);

/** Our own versions among the rows, in order of their edition. */
export const ownVersions = ({ strategies }: StudyData): readonly string[] =>
  VERSIONS.filter(({ id }) => strategies.some((one) => one.id === id)).map(({ id }) => id);
