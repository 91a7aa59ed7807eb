/**
 * Many summaries in one plan: the older part of a conversation in groups (chunks, topics), each with a summary of its own.
 * A stricter boundary never costs more: a group whose summary would save nothing stays whole.
 */
import type { Prepared, Reason } from '../../signals/contract.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { type Insertion, type Plan, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { perPreparedAndKey } from './cache.ts';
import { type Beside, keyInformationBeside } from './key-information.ts';
import { keptForKeyInformation } from './key-units.ts';
import { unitEnds } from './layout.ts';

/** A summary gets at most this part of the tokens that it replaces. */
export const summaryShare = { kind: 'number', unit: 'share', default: 0.2, min: 0.02, max: 1, step: 0.01 } as const satisfies NumberParam;

/** Under this many tokens nothing can be said about a group. */
const SHORTEST = 60;

export interface Grouping {
  /** By unit: its group, from 0 in the order of the conversation; −1 in none. */
  readonly of: Int32Array;
  readonly count: number;
}

export interface GroupOptions {
  /** First message of what stays whole; a tool block that reaches over it stays too. */
  readonly boundary: number;
  /** What the text of every summary begins with, on a line of its own. */
  readonly introduction: string;
  readonly summaryShare: number;
  readonly summaryMaxTokens: number;
  readonly keyInformation: boolean;
}

/** The groups of a plan, for its reasons. */
export interface Grouped {
  readonly fates: Uint8Array;
  /** By group: tokens that its summary replaces or would replace. */
  readonly tokens: Float64Array;
  /** By group: most tokens of its summary. */
  readonly limit: Float64Array;
  /** By group: is it summarised? */
  readonly summarized: Uint8Array;
}

/** Tokens of a summary's message besides its text: frame, overhead and a token where texts meet. */
const frameTokens = perPreparedAndKey((input: Prepared, introduction: string): number => {
  const text = `${introduction}\n\n`;
  return input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text }] }) + 1;
});

/** Every group before the boundary becomes one summary where that saves something. Two passes over typed arrays. */
export function groupFates(input: Prepared, { of, count }: Grouping, options: GroupOptions): Grouped {
  const { boundary, introduction } = options;
  const { protection, unitOf, n } = input;
  const messageTokens = input.counts.messages;
  const ends = unitEnds(input);
  const key = keptForKeyInformation(input, options.keyInformation);
  const mayGo = (i: number): boolean => protection[i] === 0 && ends[i]! < boundary && key[unitOf[i]!] === 0;
  const tokens = new Float64Array(count);
  for (let i = input.header; i < boundary; i++) {
    const group = of[unitOf[i]!]!;
    if (group >= 0 && mayGo(i)) tokens[group]! += messageTokens[i]!;
  }
  const frame = frameTokens(input, introduction);
  const limit = tokens.map((sum) => Math.max(SHORTEST, Math.min(options.summaryMaxTokens, Math.floor(sum * options.summaryShare))));
  const summarized = Uint8Array.from(tokens, (sum, g) => (frame + limit[g]! < sum ? 1 : 0));
  const fates = new Uint8Array(n);
  for (let i = input.header; i < boundary; i++) {
    const group = of[unitOf[i]!]!;
    if (group >= 0 && summarized[group] === 1 && mayGo(i)) fates[i] = SUMMARIZE;
  }
  return { fates, tokens, limit, summarized };
}

/** What a plan of groups says of itself; plans are made many times while a knob is aimed, and asked for their trace once. */
interface GroupsSaid extends Pick<Plan, 'reason'> {
  readonly note: Reason | undefined;
  trace(): readonly Reason[];
}

/**
 * The plan of these fates: one summary for each group, a user message where the first of its members stood; task list and diff
 * statistics beside the last one. Null where nothing is summarised, or where all summaries with what stands beside them
 * would cost what they save.
 */
export function groupsPlan(
  input: Prepared,
  { of }: Grouping,
  { fates, tokens, limit, summarized }: Grouped,
  options: GroupOptions,
  parts: GroupsSaid,
): Plan | null {
  const last = summarized.lastIndexOf(1);
  if (last < 0) return null;
  const beside = keyInformationBeside(input, fates, options.introduction, options.keyInformation);
  const frame = frameTokens(input, options.introduction);
  const groups = new Members(input, of, fates, summarized.length);
  const summaryOf = new Int16Array(summarized.length).fill(-1);
  const summaries: SummaryRequest[] = [];
  const insertions: Insertion[] = [];
  let saved = -afterTokens(input, beside) - beside.spare;
  for (let g = 0; g < summarized.length; g++) {
    if (summarized[g] === 0) continue;
    saved += tokens[g]! - frame - limit[g]!;
    summaryOf[g] = summaries.length;
    const id = `summary-${summaries.length + 1}`;
    summaries.push(new GroupSummary(id, limit[g]!, groups, g, g === last ? beside : { before: beside.before }));
    insertions.push({ before: groups.first[g]!, role: 'user', content: { summary: id } });
  }
  if (saved <= 0) return null;
  const into = new Int16Array(input.n).fill(-1);
  for (let i = 0; i < into.length; i++) if (fates[i] === SUMMARIZE) into[i] = summaryOf[of[input.unitOf[i]!]!]!;
  const { reason, note, trace } = parts;
  return {
    fates,
    summaries,
    insertions,
    into,
    edits: NO_EDITS,
    reason,
    ...(note && { note }),
    get trace() {
      return trace();
    },
  };
}

const NO_EDITS: Plan['edits'] = new Map();

const tokensAfter = new WeakMap<Beside, number>();

/** Tokens of what stands after the last summary: counted once for each text. */
function afterTokens(input: Prepared, beside: Beside): number {
  let tokens = tokensAfter.get(beside);
  if (tokens === undefined) {
    tokens = beside.after === '' ? 0 : input.counts.text(beside.after) + 1;
    tokensAfter.set(beside, tokens);
  }
  return tokens;
}

/** The messages of every group, listed all at once when the first is asked for. */
class Members {
  /** By group: its first message. */
  readonly first: Int32Array;
  readonly #list: () => readonly (readonly number[])[];
  #listed: readonly (readonly number[])[] | undefined;

  constructor({ unitOf }: Prepared, of: Int32Array, fates: Uint8Array, groups: number) {
    this.first = new Int32Array(groups).fill(-1);
    for (let i = fates.length - 1; i >= 0; i--) if (fates[i] === SUMMARIZE) this.first[of[unitOf[i]!]!] = i;
    this.#list = () => {
      const lists = Array.from({ length: groups }, (): number[] => []);
      for (let i = 0; i < fates.length; i++) if (fates[i] === SUMMARIZE) lists[of[unitOf[i]!]!]!.push(i);
      return lists;
    };
  }

  of(group: number): readonly number[] {
    this.#listed ??= this.#list();
    return this.#listed[group]!;
  }
}

class GroupSummary implements SummaryRequest {
  readonly style = 'sections';
  readonly id: string;
  readonly maxTokens: number;
  readonly before: string;
  readonly after?: string;
  readonly spare?: number;
  readonly #groups: Members;
  readonly #group: number;

  constructor(id: string, maxTokens: number, groups: Members, group: number, { before, after, spare }: Pick<Beside, 'before'> & Partial<Beside>) {
    this.id = id;
    this.maxTokens = maxTokens;
    this.before = before;
    if (after) this.after = after;
    if (spare) this.spare = spare;
    this.#groups = groups;
    this.#group = group;
  }

  get members(): readonly number[] {
    return this.#groups.of(this.#group);
  }
}
