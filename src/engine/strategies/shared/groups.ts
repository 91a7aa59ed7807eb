/**
 * Many summaries in one plan: the older part of a conversation in groups (chunks, topics), each with a summary of its own. A stricter
 * boundary never costs more: a group whose summary would save nothing stays whole.
 */
import type { PreparedTranscript, Reason } from '../../signals/contract.ts';
import type { SummaryRequest } from '../../summarizers/contract.ts';
import { type Insertion, type Plan, SUMMARIZE } from '../contract.ts';
import type { NumberParam } from '../params.ts';
import { perCountsAndKey, perProtection, type ProtectionInput, type CountsInput } from '../../signals/remember.ts';
import { keptForKeyInformation, keyInformationBeside, type SummaryFrame } from './strategy-key-information.ts';
import { unitEnds } from './plans.ts';

/** Largest share of the replaced tokens that a summary may have. */
export const summaryShare = { kind: 'number', unit: 'share', default: 0.2, min: 0.02, max: 1, step: 0.01 } as const satisfies NumberParam;

const SHORTEST = 60;

export interface Grouping {
  /** By unit: its group, from 0 in the order of the conversation; −1 in none. */
  readonly of: Int32Array;
  readonly count: number;
}

export interface GroupOptions {
  readonly boundary: number;
  readonly introduction: string;
  readonly summaryShare: number;
  readonly summaryMaxTokens: number;
  readonly keyInformation: boolean;
  /** Default: under headings. Prose for summaries of a few steps each, where most headings would be empty. */
  readonly style?: 'plain';
}

export interface PlanGroups {
  readonly fates: Uint8Array;
  /** By group: tokens that its summary replaces or would replace. */
  readonly tokens: Float64Array;
  readonly limit: Float64Array;
  readonly summary: Int16Array;
  readonly first: Int32Array;
  readonly into: Int16Array;
}

interface RemovableParts {
  readonly of: Int32Array;
  readonly tokens: Float64Array;
  readonly last: Int32Array;
}

const removablesOf = perProtection(() => new WeakMap<Grouping, [on?: RemovableParts, off?: RemovableParts]>());

function removableOf(input: ProtectionInput, grouping: Grouping, keyInformation: boolean): RemovableParts {
  const removables = removablesOf(input);
  const known = removables.get(grouping) ?? [];
  removables.set(grouping, known);
  const found = known[keyInformation ? 0 : 1] ?? findRemovable(input, grouping, keyInformation);
  known[keyInformation ? 0 : 1] = found;
  return found;
}

function findRemovable(input: ProtectionInput, grouping: Grouping, keyInformation: boolean): RemovableParts {
  const key = keptForKeyInformation(input, keyInformation);
  const ends = unitEnds(input);
  const of = new Int32Array(input.n).fill(-1);
  const tokens = new Float64Array(grouping.count);
  const last = new Int32Array(grouping.count).fill(-1);
  for (let i = input.header; i < input.n; i++) {
    const unit = input.unitOf[i]!;
    const group = grouping.of[unit]!;
    if (group < 0 || input.protection[i] !== 0 || key[unit] !== 0) continue;
    of[i] = group;
    tokens[group]! += input.counts.messages[i]!;
    last[group] = Math.max(last[group]!, ends[i]!);
  }
  return { of, tokens, last };
}

const frameTokens = perCountsAndKey((input: CountsInput, introduction: string): number => {
  const text = `${introduction}\n\n`;
  return input.counts.message({ id: '', role: 'user', parts: [{ type: 'text', text }] }) + 1;
});

export function groupFates(input: PreparedTranscript, grouping: Grouping, options: GroupOptions): PlanGroups {
  const { boundary, introduction, keyInformation } = options;
  const removable = removableOf(input, grouping, keyInformation);
  const { of } = removable;
  const ends = unitEnds(input);
  // A group across the boundary is counted anew, all others are known.
  const tokens = removable.tokens.slice();
  const isCut = new Uint8Array(tokens.length);
  for (let g = 0; g < isCut.length; g++) if (removable.last[g]! >= boundary) isCut[g] = 1;
  const from = isCut.indexOf(1);
  if (from >= 0) {
    for (let g = from; g < tokens.length; g++) if (isCut[g] === 1) tokens[g] = 0;
    for (let i = of.indexOf(from); i >= 0 && i < boundary; i++) {
      const group = of[i]!;
      if (group >= 0 && isCut[group] === 1 && ends[i]! < boundary) tokens[group]! += input.counts.messages[i]!;
    }
  }
  const frame = frameTokens(input, introduction);
  const limit = new Float64Array(tokens.length);
  for (let g = 0; g < limit.length; g++) {
    limit[g] = Math.max(SHORTEST, Math.min(options.summaryMaxTokens, Math.floor(tokens[g]! * options.summaryShare)));
  }
  const summary = new Int16Array(tokens.length).fill(-1);
  let summaries = 0;
  for (let g = 0; g < summary.length; g++) if (frame + limit[g]! < tokens[g]!) summary[g] = summaries++;
  const fates = new Uint8Array(input.n);
  const into = new Int16Array(input.n).fill(-1);
  const first = new Int32Array(tokens.length).fill(-1);
  for (let i = input.header; i < boundary; i++) {
    const group = of[i]!;
    if (group < 0 || summary[group]! < 0 || ends[i]! >= boundary) continue;
    fates[i] = SUMMARIZE;
    into[i] = summary[group]!;
    if (first[group]! < 0) first[group] = i;
  }
  return { fates, tokens, limit, summary, first, into };
}

interface GroupStatements extends Pick<Plan, 'reason'> {
  readonly note: Reason | undefined;
  trace(): readonly Reason[];
}

/**
 * The plan of these fates: one summary for each group, a user message in place of its first member; task list and diff statistics beside
 * the last one. Null where nothing is summarised, or where the summaries with their quotes would cost what they save.
 */
export function groupsPlan(
  input: PreparedTranscript,
  grouped: PlanGroups,
  options: GroupOptions,
  { reason, note, trace }: GroupStatements,
): Plan | null {
  const { fates, tokens, limit, summary, first, into } = grouped;
  const beside = keyInformationBeside(input, fates, options.introduction, options.keyInformation, true);
  const frame = frameTokens(input, options.introduction);
  const members = new Members(into);
  const summaries: SummaryRequest[] = [];
  const insertions: Insertion[] = [];
  const count = summary.reduce((sum, k) => sum + (k < 0 ? 0 : 1), 0);
  let saved = -afterTokens(input, beside) - beside.spare;
  for (let g = 0; g < summary.length; g++) {
    const k = summary[g]!;
    if (k < 0) continue;
    saved += tokens[g]! - frame - limit[g]!;
    const id = `summary-${k + 1}`;
    summaries.push(
      new GroupSummary(id, limit[g]!, members, k, k === count - 1 ? beside : { before: beside.before, quotes: beside.quotes }, options.style),
    );
    insertions.push({ before: first[g]!, role: 'user', content: { summary: id } });
  }
  if (saved <= 0) return null;
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

const afterTokens = ({ counts }: PreparedTranscript, { after }: SummaryFrame): number => (after === '' ? 0 : counts.text(after) + 1);

class Members {
  readonly #into: Int16Array;
  #listed: number[][] | undefined;

  constructor(into: Int16Array) {
    this.#into = into;
  }

  of(summary: number): readonly number[] {
    if (!this.#listed) {
      this.#listed = [];
      for (let i = 0; i < this.#into.length; i++) {
        const k = this.#into[i]!;
        if (k < 0) continue;
        this.#listed[k] ??= [];
        this.#listed[k].push(i);
      }
    }
    return this.#listed[summary] ?? [];
  }
}

class GroupSummary implements SummaryRequest {
  readonly style: SummaryRequest['style'];
  readonly id: string;
  readonly maxTokens: number;
  readonly before: string;
  readonly after?: string;
  readonly spare?: number;
  readonly quotes?: SummaryFrame['quotes'];
  readonly #all: Members;
  readonly #index: number;

  constructor(
    id: string,
    maxTokens: number,
    all: Members,
    index: number,
    { before, after, spare, quotes }: Pick<SummaryFrame, 'before'> & Partial<SummaryFrame>,
    style: SummaryRequest['style'] = 'sections',
  ) {
    this.id = id;
    this.style = style;
    this.maxTokens = maxTokens;
    this.before = before;
    if (after) this.after = after;
    if (spare) this.spare = spare;
    if (quotes) this.quotes = quotes;
    this.#all = all;
    this.#index = index;
  }

  get members(): readonly number[] {
    return this.#all.of(this.#index);
  }
}
