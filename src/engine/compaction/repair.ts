/**
 * Repairs a plan whose request the provider would refuse, before the plan is counted, so that repairs are part of its tokens:
 *
 * - where the provider requires a user message and none is left (at the start, or before a call), a short one is inserted;
 * - where a model binds its thinking to everything before it, thinking invalidated by a change is removed;
 * - so is reasoning whose item is gone, where the provider accepts neither without the other.
 *
 * Whatever the recording breaks itself stays, and a plan that breaks nothing is unchanged. docs/adr/0010-repairs.md
 */
import { NO_BEGINNING } from '../formats/prepare.ts';
import { bindsThinking, ruleSetsOf } from '../formats/contract.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { type CountsInput, perCounts, perTranscript, type TranscriptInput } from '../signals/remember.ts';
import { blockStarts } from '../signals/structure.ts';
import { DROP, EDIT, type Edits, type Insertion, KEEP, OFFLOAD, type Plan } from '../strategies/contract.ts';
import type { Message, Part } from '../transcript/types.ts';
import type { GapListener } from '../truncation/texts.ts';
import { type Runs, runsOf, stands, textMessageTokens } from './estimate.ts';
import type { Layout } from './types.ts';

/** Moves insertions to valid positions: no provider accepts anything between a call and its results, so such an insertion moves before the call. */
class Places {
  readonly #fates: Uint8Array;
  readonly #runs: Runs;
  readonly #first: Int32Array;
  #run = 0;

  constructor(prepared: PreparedTranscript, plan: Plan) {
    this.#fates = plan.fates;
    this.#runs = runsOf(plan);
    this.#first = blockStarts(prepared).first;
  }

  settle(before: number): number {
    let at = before;
    for (;;) {
      const following = this.#next(at);
      if (following >= this.#fates.length) return at;
      const start = this.#first[following]!;
      if (start >= at) return at;
      at = start;
    }
  }

  #next(at: number): number {
    const { starts, count } = this.#runs;
    if (at >= this.#fates.length) return at;
    let run = this.#run;
    while (starts[run]! > at) run--;
    while (starts[run + 1]! <= at) run++;
    this.#run = run;
    if (stands(this.#fates[at])) return at;
    while (run < count && !stands(this.#fates[starts[run]!])) run++;
    return starts[run]!;
  }
}

export function layoutOf(prepared: PreparedTranscript, plan: Plan): Layout {
  const { fates, insertions } = plan;
  const { starts, count } = runsOf(plan);
  const order: number[] = [];
  const before: number[] = [];
  if (insertions.length > 0) {
    const settled = new Places(prepared, plan);
    // What is as shipped stays where the product puts it, accepted or not.
    const places = insertions.map(({ before }) => (plan.asShipped ? before : settled.settle(before)));
    for (let index = 0; index < places.length; index++) order.push(index);
    if (places.some((place, index) => index > 0 && place < places[index - 1]!)) order.sort((a, b) => places[a]! - places[b]! || a - b);
    for (const index of order) before.push(places[index]!);
  }
  const position: number[] = [];
  let length = 0;
  let next = 0;
  for (let run = 0; run < count; run++) {
    const from = starts[run]!;
    const to = starts[run + 1]!;
    const standing = stands(fates[from]);
    for (; next < before.length && before[next]! < to; next++) position.push(length + next + (standing ? before[next]! - from : 0));
    if (standing) length += to - from;
  }
  for (; next < before.length; next++) position.push(length + next);
  return { order, before, position, length: length + before.length };
}

const GAP = '[Messages of this conversation were removed here.]';

interface Needs {
  readonly userFirst: boolean;
  readonly userBeforeCalls: boolean;
  readonly bound: boolean;
  /** Reasoning must be followed by its item. */
  readonly paired: boolean;
}

const NOTHING: Needs = { userFirst: false, userBeforeCalls: false, bound: false, paired: false };
const needsByModel = perTranscript(() => new Map<string | undefined, Needs>());

function needsOf(prepared: PreparedTranscript, model: string | undefined): Needs {
  const known = needsByModel(prepared);
  let needs = known.get(model);
  if (!needs) {
    const { transcript } = prepared;
    const rules = ruleSetsOf(transcript, model);
    const apart = rules.includes('anthropic') || rules.includes('gemini');
    needs = {
      userFirst: apart && !opensWithAssistant(prepared),
      userBeforeCalls: rules.includes('gemini'),
      bound: rules.includes('anthropic') && bindsThinking(model ?? transcript.model) && thinkingIn(prepared).length > 0,
      paired: rules.includes('openai-responses') && leadsIn(prepared).length > 0,
    };
    if (!Object.values(needs).includes(true)) needs = NOTHING;
    known.set(model, needs);
  }
  return needs;
}

const opensWithAssistant = ({ messages }: TranscriptInput) => messages.find(({ role }) => role !== 'system')?.role === 'assistant';

export function repaired(prepared: PreparedTranscript, plan: Plan, model: string | undefined): Plan {
  const needs = needsOf(prepared, model);
  if (needs === NOTHING || plan.unchanged || plan.asShipped) return plan;
  const spoken = needs.userFirst || needs.userBeforeCalls ? withUsers(prepared, plan, needs) : plan;
  const paired = needs.paired ? withoutLoneReasoning(prepared, spoken) : spoken;
  return needs.bound ? withoutBoundThinking(prepared, paired) : paired;
}

function changed(plan: Plan, fields: Partial<Omit<Plan, 'into'>>, repairs: readonly Reason[]): Plan {
  const { fates, edits, summaries, insertions, note, limit } = { ...withoutInto(plan), ...fields };
  const [main] = repairs;
  const found: Reason | undefined = note ?? (main && { ...main, key: main.key.startsWith('repaired-') ? 'note-repaired' : `note-${main.key}` });
  return {
    fates,
    edits,
    summaries,
    insertions,
    get into() {
      return plan.into;
    },
    reason: fields.reason ?? ((i) => plan.reason(i)),
    ...(found && { note: found }),
    ...(limit && { limit }),
    trace: [...(plan.trace ?? []), ...repairs],
  };
}

const withoutInto = ({ fates, edits, summaries, insertions, note, limit }: Plan) => ({ fates, edits, summaries, insertions, note, limit });

interface UserGaps {
  readonly first: number | null;
  readonly between: readonly number[];
}

function withUsers(prepared: PreparedTranscript, plan: Plan, needs: Needs): Plan {
  const { first, between } = missingUsers(prepared, plan, needs);
  if (first === null && between.length === 0) return plan;
  const user = (before: number, text: string): Insertion => ({ before, role: 'user', content: { text } });
  const insertions = [...(first === null ? [] : [user(first, NO_BEGINNING)]), ...plan.insertions, ...between.map((before) => user(before, GAP))];
  const repairs: Reason[] = [];
  if (first !== null) {
    repairs.push({ key: 'repaired-user-first', values: { message: first + 1, tokens: textMessageTokens(prepared.counts, NO_BEGINNING) } });
  }
  if (between.length > 0) {
    const tokens = between.length * textMessageTokens(prepared.counts, GAP);
    repairs.push({ key: 'repaired-user-before-call', values: { count: between.length, tokens } });
  }
  return changed(plan, { insertions }, repairs);
}

const SYSTEM = 0;
const USER = 1;
const ASSISTANT = 2;

const sides = ({ messages, n }: TranscriptInput): Uint8Array => {
  const found = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    const { role } = messages[i]!;
    found[i] = role === 'system' ? SYSTEM : role === 'assistant' ? ASSISTANT : USER;
  }
  return found;
};

/** By message: 1 = makes a call, and does not directly follow the assistant in the recording. */
const callsAfterUser = (input: TranscriptInput): Uint8Array => {
  const side = sides(input);
  const found = new Uint8Array(input.n);
  let last = SYSTEM;
  for (let i = 0; i < found.length; i++) {
    if (side[i] === SYSTEM) continue;
    if (side[i] === ASSISTANT && last !== ASSISTANT && input.messages[i]!.parts.some(({ type }) => type === 'tool-call')) found[i] = 1;
    last = side[i]!;
  }
  return found;
};

const ASIDE = { system: SYSTEM, user: USER, assistant: ASSISTANT } as const;
const NO_PLACES: Pick<Layout, 'before' | 'order'> = { before: [], order: [] };

function missingUsers(prepared: PreparedTranscript, plan: Plan, needs: Needs): UserGaps {
  if (!needs.userBeforeCalls && opensWithUser(prepared, plan)) return { first: null, between: [] };
  const { fates, insertions } = plan;
  const { before, order } = insertions.length > 0 ? layoutOf(prepared, plan) : NO_PLACES;
  const side = sides(prepared);
  const asked = needs.userBeforeCalls ? callsAfterUser(prepared) : null;
  const between: number[] = [];
  let first: number | null = null;
  let last = SYSTEM;
  let next = 0;
  for (let i = 0; i <= fates.length; i++) {
    for (; next < before.length && before[next]! <= i; next++) {
      const inserted = ASIDE[insertions[order[next]!]!.role];
      if (last === SYSTEM && inserted === ASSISTANT) first = i;
      if (inserted !== SYSTEM) last = inserted;
    }
    if (i === fates.length) break;
    const here = side[i]!;
    if (here === SYSTEM || !stands(fates[i])) continue;
    if (here === ASSISTANT) {
      if (last === SYSTEM) first = i;
      else if (last === ASSISTANT && asked?.[i] === 1) between.push(i);
    }
    if (asked === null) break;
    last = here;
  }
  return { first: needs.userFirst ? first : null, between };
}

function opensWithUser(prepared: PreparedTranscript, { fates, insertions }: Plan): boolean {
  const side = sides(prepared);
  let i = 0;
  while (i < fates.length && (side[i] === SYSTEM || !stands(fates[i]))) i++;
  const opens = i < fates.length && side[i] !== ASSISTANT;
  if (insertions.length === 0) return opens || i === fates.length;
  return insertions.every(({ role }) => role === 'user') && (opens || insertions.some(({ before }) => before <= i));
}

/** Thinking with a provider's signature: it must be returned unchanged, or not at all. */
export const isThinking = (part: Part): boolean => part.type === 'reasoning' && (part.signature !== undefined || part.encrypted !== undefined);

export const withoutThinking = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => !isThinking(part));

export const thinkingIn = ({ messages }: TranscriptInput): readonly number[] => {
  const found: number[] = [];
  messages.forEach(({ parts }, i) => {
    if (parts.some(isThinking)) found.push(i);
  });
  return found;
};

/** Messages without some of their reasoning, by index. Tokens are in an array of their own, because aiming knobs reads them often. */
interface BareMessages {
  /** Of the message with the remaining parts; NaN if nothing else is in it. */
  readonly tokens: Float64Array;
  readonly parts: (readonly Part[] | undefined)[];
  readonly stays: (parts: readonly Part[]) => readonly Part[];
}

const bareBy = (indexes: (input: CountsInput) => readonly number[], stays: BareMessages['stays']) =>
  perCounts((input): BareMessages => {
    const tokens = new Float64Array(input.n).fill(Number.NaN);
    const parts: (readonly Part[] | undefined)[] = Array.from({ length: input.n });
    for (const i of indexes(input)) {
      const message = input.messages[i]!;
      const left = stays(message.parts);
      parts[i] = left;
      if (!left.every(isNothing)) tokens[i] = input.counts.message({ ...message, parts: left });
    }
    return { tokens, parts, stays };
  });

export const isNothing = (part: Part): boolean =>
  part.type === 'text' ? part.text === '' : part.type === 'reasoning' && part.text === '' && !part.signature && !part.encrypted;

const withoutThinkingOf = bareBy(thinkingIn, withoutThinking);

function tellGaps({ parts }: Message, left: readonly Part[], found: GapListener): void {
  parts.forEach((part, p) => {
    if (part.type === 'reasoning' && part.text !== '' && !left.includes(part)) found(p, 0, 0, part.text.length);
  });
}

/**
 * The first message whose thinking has different content before it than when it was written; n without one. A message's thinking precedes
 * its other parts, so an edit leaves its own valid. `inserted` = position of the first insertion.
 */
export function firstUnbound({ fates }: Pick<Plan, 'fates'>, inserted = fates.length): number {
  let i = 0;
  while (i < fates.length && i < inserted && fates[i] === KEEP) i++;
  return i < inserted && (fates[i] === EDIT || fates[i] === OFFLOAD) ? i + 1 : i;
}

const BARE = 1;
const GONE = 2;

function withoutBoundThinking(prepared: PreparedTranscript, plan: Plan): Plan {
  const { lastUser, units, unitOf, protection, counts } = prepared;
  const bare = withoutThinkingOf(prepared);
  const inserted = plan.insertions.length > 0 ? layoutOf(prepared, plan).before[0] : undefined;
  const from = firstUnbound(plan, inserted);
  const loses = new Uint8Array(prepared.n);
  const losers: number[] = [];
  let freed = 0;
  let bound = 0;
  for (const i of thinkingIn(prepared)) {
    if (i < from || !stands(plan.fates[i])) continue;
    const tokens = bare.tokens[i]!;
    const empty = Number.isNaN(tokens);
    if (i >= lastUser || (empty && (units[unitOf[i]!]!.members.length > 1 || protection[i] !== 0))) {
      bound++;
      continue;
    }
    loses[i] = empty ? GONE : BARE;
    freed += counts.messages[i]! - (empty ? 0 : tokens);
    losers.push(i);
  }
  const warnings: Reason[] = bound > 0 ? [{ key: 'warning-thinking-bound', values: { count: bound } }] : [];
  if (losers.length === 0) return bound > 0 ? changed(plan, {}, warnings) : plan;
  return taken(prepared, plan, { loses, losers, bare }, 'repaired-thinking', freed, warnings);
}

interface Loss {
  readonly loses: Uint8Array;
  readonly losers: readonly number[];
  readonly bare: BareMessages;
}

function taken(prepared: PreparedTranscript, plan: Plan, loss: Loss, key: string, freed: number, warnings: readonly Reason[] = []): Plan {
  const { loses, losers, bare } = loss;
  const values = { count: losers.length, tokens: freed };
  const fates = plan.fates.slice();
  for (const i of losers) {
    if (loses[i] === GONE) fates[i] = DROP;
    else if (fates[i] === KEEP) fates[i] = EDIT;
  }
  const reason = (i: number): Reason => {
    if (loses[i] === 0 || (loses[i] === BARE && plan.fates[i] !== KEEP)) return plan.reason(i);
    return { key: 'repaired-message', values: { tokens: prepared.counts.messages[i]! - (bare.tokens[i] || 0) } };
  };
  return changed(plan, { fates, edits: bareEdits(prepared, plan, loss), reason }, [{ key, values }, ...warnings]);
}

const endsInReasoning = ({ role, parts }: Message): boolean =>
  role === 'assistant' && parts.findLast((part) => !isNothing(part))?.type === 'reasoning';

export const withoutLastReasoning = (parts: readonly Part[]): readonly Part[] =>
  parts.slice(0, parts.findLastIndex((part) => part.type !== 'reasoning' && !isNothing(part)) + 1);

const leadsIn = ({ messages }: TranscriptInput): readonly number[] => {
  const found: number[] = [];
  for (let i = 0; i + 1 < messages.length; i++) if (endsInReasoning(messages[i]!) && isItem(messages[i + 1]!)) found.push(i);
  return found;
};

const isItem = ({ role, parts }: Message): boolean => role === 'assistant' && !parts.every(isNothing);

const withoutLastReasoningOf = bareBy(leadsIn, withoutLastReasoning);

function withoutLoneReasoning(prepared: PreparedTranscript, plan: Plan): Plan {
  const { units, unitOf, protection, counts, messages, n } = prepared;
  const bare = withoutLastReasoningOf(prepared);
  const places = plan.insertions.length > 0 ? new Set(layoutOf(prepared, plan).before) : null;
  const loses = new Uint8Array(n);
  const losers: number[] = [];
  let freed = 0;
  for (const i of leadsIn(prepared).toReversed()) {
    if (!stands(plan.fates[i])) continue;
    let next = i + 1;
    while (next < n && !places?.has(next) && (!stands(plan.fates[next]) || loses[next] === GONE)) next++;
    if (next < n && !places?.has(next) && isItem(messages[next]!)) continue;
    const empty = Number.isNaN(bare.tokens[i]!);
    if (empty ? units[unitOf[i]!]!.members.length > 1 || protection[i] !== 0 : protection[i] !== 0) continue;
    loses[i] = empty ? GONE : BARE;
    freed += counts.messages[i]! - (empty ? 0 : bare.tokens[i]!);
    losers.push(i);
  }
  return losers.length === 0 ? plan : taken(prepared, plan, { loses, losers, bare }, 'repaired-reasoning', freed);
}

function bareEdits({ counts, messages }: PreparedTranscript, { fates, edits }: Plan, { loses, losers, bare }: Loss): Edits {
  const made = new Map<number, readonly Part[]>();
  let { size } = edits;
  for (const i of losers) {
    if (loses[i] === BARE && fates[i] === KEEP) size++;
    else if (loses[i] === GONE && fates[i] !== KEEP) size--;
  }
  const get = (i: number): readonly Part[] | undefined => {
    if (loses[i] !== BARE) return loses[i] === GONE ? undefined : edits.get(i);
    if (fates[i] === KEEP) return bare.parts[i];
    let parts = made.get(i);
    if (!parts) {
      parts = bare.stays(edits.get(i) ?? []);
      made.set(i, parts);
    }
    return parts;
  };
  const tokens = (i: number): number => {
    if (loses[i] === BARE && fates[i] === KEEP) return bare.tokens[i]!;
    if (loses[i] === 0 && edits.tokens) return edits.tokens(i);
    // A message's tokens follow from its parts, and the reasoning in the edit is the original's.
    if (loses[i] === BARE && edits.tokens && edits.keepsShape) return edits.tokens(i) - (counts.messages[i]! - bare.tokens[i]!);
    return counts.message({ ...messages[i]!, parts: get(i) ?? [] });
  };
  return {
    size,
    get,
    bare: (i) => loses[i] === BARE,
    gaps(i, found) {
      if (loses[i] === 0) return edits.gaps?.(i, found) === true;
      if (fates[i] !== KEEP) return false;
      tellGaps(messages[i]!, bare.parts[i] ?? [], found);
      return true;
    },
    ...((edits.tokens || edits.size === 0) && { tokens }),
    // A request without thinking passes the same checks as one with it; one without its last reasoning does not.
    ...((edits.keepsShape || edits.size === 0) && bare.stays === withoutThinking && { keepsShape: true }),
  };
}
