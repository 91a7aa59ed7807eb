/** Tokens that a plan keeps and adds, without building a message. */
import { remembered, rememberedWith } from '../signals/remember.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DROP, EDIT, KEEP, OFFLOAD, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { SummaryRequest } from '../summarizers/contract.ts';
import type { TokenCounts } from '../tokens/contract.ts';
import type { Message, Part } from '../transcript/types.ts';

// A plan as runs of messages with the same fate. Most plans have few, so that code over runs need not visit every message.

export interface Runs {
  readonly starts: Int32Array;
  readonly count: number;
}

export const runsOf = (plan: Plan): Runs => runsIn(plan.fates, severalOf(plan));

const runsIn = rememberedWith((fates: Uint8Array, into: Int16Array | undefined): Runs => {
  const n = fates.length;
  const starts: number[] = [];
  if (n > 0) starts.push(0);
  if (into) {
    for (let i = 1; i < n; i++) if (fates[i] !== fates[i - 1] || into[i] !== into[i - 1]) starts.push(i);
  } else {
    for (let i = 1; i < n; i++) if (fates[i] !== fates[i - 1]) starts.push(i);
  }
  const count = starts.length;
  starts.push(n);
  return { starts: new Int32Array(starts), count };
});

export const severalOf = (plan: Plan): Int16Array | undefined => (plan.summaries.length > 1 ? plan.into : undefined);

export const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;

interface Memo {
  readonly overhead: number;
  readonly texts: BoundedMap<string, number>;
  readonly edits: WeakMap<readonly Part[], number>;
}

const TEXTS = 5000;
const memoWith = remembered(
  (tokensOf: TokenCounts['message']): Memo => ({
    overhead: tokensOf({ id: '', role: 'user', parts: [] }),
    texts: new BoundedMap(TEXTS),
    edits: new WeakMap(),
  }),
);
const memoOf = ({ message }: TokenCounts): Memo => memoWith(message);

export function textMessageTokens(counts: TokenCounts, text: string): number {
  const { texts, overhead } = memoOf(counts);
  return texts.getOrMake(text, () => counts.text(text) + overhead);
}

export const textTokens = (counts: TokenCounts, text: string): number => textMessageTokens(counts, text) - memoOf(counts).overhead;

export function editedTokens(prepared: PreparedTranscript, plan: Plan, i: number): number {
  if (plan.edits.tokens) return plan.edits.tokens(i);
  const parts = plan.edits.get(i) ?? [];
  const { edits } = memoOf(prepared.counts);
  let tokens = edits.get(parts);
  if (tokens === undefined) {
    tokens = prepared.counts.message({ ...(prepared.messages[i] as Message), parts });
    edits.set(parts, tokens);
  }
  return tokens;
}

/** Remaining tokens of each original message: full for kept ones, of the new parts for edited and offloaded ones, 0 otherwise. */
export function tokensLeft(prepared: PreparedTranscript, plan: Plan): Float64Array {
  const { fates } = plan;
  const tokens = prepared.counts.messages;
  const left = new Float64Array(prepared.n);
  for (let i = 0; i < left.length; i++) {
    if (fates[i] === KEEP) left[i] = tokens[i]!;
    else if (fates[i] === EDIT || fates[i] === OFFLOAD) left[i] = editedTokens(prepared, plan, i);
  }
  return left;
}

export interface Sums {
  readonly messages: readonly number[];
  readonly tokens: readonly number[];
  readonly left: number;
  readonly retained: number;
  readonly members: Float64Array;
}

const sumsByPlan = new WeakMap<Plan, { readonly counts: TokenCounts; readonly sums: Sums }>();

export function sumsOf(prepared: PreparedTranscript, plan: Plan): Sums {
  const known = sumsByPlan.get(plan);
  if (known?.counts === prepared.counts) return known.sums;
  const sums = makeSums(prepared, plan);
  sumsByPlan.set(plan, { counts: prepared.counts, sums });
  return sums;
}

function makeSums(prepared: PreparedTranscript, plan: Plan): Sums {
  const { fates, summaries, edits } = plan;
  const { prefix, messages: tokensOf } = prepared.counts;
  const { starts, count } = runsOf(plan);
  const several = severalOf(plan);
  const messages = [0, 0, 0, 0, 0];
  const tokens = [0, 0, 0, 0, 0];
  const members = new Float64Array(summaries.length);
  let left = 0;
  let retained = 0;
  for (let r = 0; r < count; r++) {
    const from = starts[r]!;
    const to = starts[r + 1]!;
    const fate = fates[from]!;
    const was = prefix[to]! - prefix[from]!;
    messages[fate]! += to - from;
    tokens[fate]! += was;
    if (fate === SUMMARIZE) {
      if (members.length > 0) members[several ? several[from]! : 0]! += was;
    } else if (fate === KEEP) {
      left += was;
      // Beside shares the ones are added one by one, because a sum of fractions depends on its order.
      if (edits.size === 0) retained += to - from;
      else for (let i = from; i < to; i++) retained += 1;
    } else if (fate !== DROP) {
      for (let i = from; i < to; i++) {
        const rest = editedTokens(prepared, plan, i);
        left += rest;
        if (fate === EDIT) retained += tokensOf[i]! > 0 ? Math.min(1, rest / tokensOf[i]!) : 1;
      }
    }
  }
  return { messages, tokens, left, retained, members };
}

/** A summary never gets more room than what it replaces, and at least enough to say something. */
const SHORTEST_SUMMARY = 50;

export function reserveOf(request: SummaryRequest, members: number): number {
  return Math.min(request.maxTokens, Math.max(SHORTEST_SUMMARY, Math.floor(members)));
}

export function summaryAt({ insertions, summaries }: Plan, index: number): number {
  const { content } = insertions[index]!;
  if ('text' in content) return -1;
  return summaries[index]?.id === content.summary ? index : summaries.findIndex((s) => s.id === content.summary);
}

function insertionReserves(counts: TokenCounts, plan: Plan, members: Float64Array): number {
  const { overhead } = memoOf(counts);
  let sum = 0;
  let last: string | undefined;
  let lastTokens = 0;
  const frame = (text: string | undefined): number => {
    if (!text) return 0;
    // Joined texts can take a token more than their parts: estimates are rounded, and pieces of a word meet.
    if (text !== last) lastTokens = textMessageTokens(counts, text) - overhead + 1;
    last = text;
    return lastTokens;
  };
  for (let index = 0; index < plan.insertions.length; index++) {
    const { content } = plan.insertions[index]!;
    if ('text' in content) {
      sum += textMessageTokens(counts, content.text);
      continue;
    }
    const at = summaryAt(plan, index);
    const request = plan.summaries[at];
    if (request) sum += frame(request.before) + frame(request.after) + overhead + (request.spare ?? 0) + reserveOf(request, members[at]!);
  }
  return sum;
}

/**
 * Upper bound of a plan's tokens: what remains, tool definitions, and for each summary its reserve, because the length of a summary is
 * unknown before it is written (docs/adr/0002-plans-are-synchronous.md).
 */
export function plannedTokens(prepared: PreparedTranscript, plan: Plan): number {
  const { left, members } = sumsOf(prepared, plan);
  return prepared.counts.toolDefinitions + left + insertionReserves(prepared.counts, plan, members);
}
