/**
 * Repairs of a plan whose request the provider would not take, made before the plan is counted, so that they are in its tokens:
 *
 * - where the provider wants a user message and none stands any more (first of all, or before a call), a short one is put in;
 * - where a model binds its thinking to what stands before it, thinking that a change has made worthless is taken out.
 *
 * What the recording breaks itself is left as it is, and so is every plan that breaks nothing.
 */
import { NO_BEGINNING } from '../formats/prepare.ts';
import { bindsThinking, ruleSetsOf } from '../formats/rule-sets.ts';
import type { Prepared, Reason } from '../signals/contract.ts';
import { perCounts, perTranscript } from '../signals/remember.ts';
import { DROP, EDIT, type Edits, type Gap, type Insertion, KEEP, OFFLOAD, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import type { Part } from '../transcript/types.ts';
import { textMessageTokens } from './estimate.ts';
import { layoutOf } from './layout.ts';

/** Stands for messages that are gone where a provider insists on the user between two messages of the assistant. */
const GAP = '[Messages of this conversation were removed here.]';

/** What the rules in force ask of a compaction. */
interface Needs {
  readonly userFirst: boolean;
  readonly userBeforeCalls: boolean;
  readonly bound: boolean;
}

const NOTHING: Needs = { userFirst: false, userBeforeCalls: false, bound: false };
const needsByModel = perTranscript(() => new Map<string | undefined, Needs>());

function needsOf(prepared: Prepared, model: string | undefined): Needs {
  const known = needsByModel(prepared);
  let needs = known.get(model);
  if (!needs) {
    const { transcript } = prepared;
    const rules = ruleSetsOf(transcript, model);
    needs = {
      userFirst: (rules.includes('anthropic') || rules.includes('gemini')) && !opensWithAssistant(prepared),
      userBeforeCalls: rules.includes('gemini'),
      bound: rules.includes('anthropic') && bindsThinking(model ?? transcript.model) && thinkingIn(prepared).length > 0,
    };
    if (!needs.userFirst && !needs.userBeforeCalls && !needs.bound) needs = NOTHING;
    known.set(model, needs);
  }
  return needs;
}

const opensWithAssistant = perTranscript(({ messages }) => messages.find(({ role }) => role !== 'system')?.role === 'assistant');

const stands = (fate: number | undefined): boolean => fate !== SUMMARIZE && fate !== DROP;

/** The plan with what it lacks; the plan itself where it lacks nothing. `model` = in use, else the transcript's. */
export function repaired(prepared: Prepared, plan: Plan, model: string | undefined): Plan {
  const needs = needsOf(prepared, model);
  if (needs === NOTHING || plan.unchanged) return plan;
  const spoken = needs.userFirst || needs.userBeforeCalls ? withUsers(prepared, plan, needs) : plan;
  return needs.bound ? withoutBoundThinking(prepared, spoken) : spoken;
}

/** A plan with something else in some places; `into` may be a getter that nobody has asked yet. */
function changed(plan: Plan, fields: Partial<Omit<Plan, 'into'>>, repairs: readonly Reason[]): Plan {
  const { fates, edits, summaries, insertions, note, limit } = { ...withoutInto(plan), ...fields };
  const [main] = repairs;
  const found: Reason | undefined = note ?? (main && { ...main, key: `note-${main.key}` });
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

/** Places where a user message is missing, as original indexes; `first` = the one before everything. */
interface Missing {
  readonly first: number | null;
  readonly between: readonly number[];
}

function withUsers(prepared: Prepared, plan: Plan, needs: Needs): Plan {
  const { first, between } = missingUsers(prepared, plan, needs);
  if (first === null && between.length === 0) return plan;
  const user = (before: number, text: string): Insertion => ({ before, role: 'user', content: { text } });
  // Of insertions at one place the first of the plan stands first.
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

function missingUsers(prepared: Prepared, plan: Plan, needs: Needs): Missing {
  if (!needs.userBeforeCalls && opensWithUser(prepared, plan)) return { first: null, between: [] };
  const { messages, n } = prepared;
  const { fates, insertions } = plan;
  const { before: places, order } = layoutOf(prepared, plan);
  const asked = needs.userBeforeCalls ? callsAfterUser(prepared) : null;
  const between: number[] = [];
  let first: number | null = null;
  let last: 'nobody' | 'user' | 'assistant' = 'nobody';
  let next = 0;
  for (let i = 0; i <= n; i++) {
    for (; next < places.length && places[next]! <= i; next++) {
      const { role } = insertions[order[next]!]!;
      if (role === 'system') continue;
      if (last === 'nobody' && role === 'assistant') first = i;
      last = role;
    }
    if (i === n) break;
    const { role } = messages[i]!;
    if (role === 'system' || !stands(fates[i])) continue;
    const side = role === 'assistant' ? 'assistant' : 'user';
    if (side === 'assistant' && last === 'nobody' && needs.userFirst) first = i;
    else if (last === 'assistant' && asked?.[i] === 1) between.push(i);
    last = side;
    if (!asked) break;
  }
  return { first: needs.userFirst ? first : null, between };
}

/** Without a look at the whole plan, because most plans do: what stands first is the user's, or a summary in the user's place. */
function opensWithUser({ messages, n }: Prepared, { fates, insertions }: Plan): boolean {
  let i = 0;
  while (i < n && (!stands(fates[i]) || messages[i]!.role === 'system')) i++;
  const opens = i < n && messages[i]!.role !== 'assistant';
  if (insertions.length === 0) return opens || i === n;
  return insertions.every(({ role }) => role === 'user') && (opens || insertions.some(({ before }) => before <= i));
}

/** By message: 1 = makes a call, and does not come directly after the assistant in the recording. */
const callsAfterUser = perTranscript(({ messages, n }): Uint8Array => {
  const found = new Uint8Array(n);
  let last = '';
  for (let i = 0; i < n; i++) {
    const { role, parts } = messages[i]!;
    if (role === 'system') continue;
    if (role === 'assistant' && last !== 'assistant' && parts.some(({ type }) => type === 'tool-call')) found[i] = 1;
    last = role;
  }
  return found;
});

/** Thinking that a provider made: it comes back to it as it is, or not at all. */
export const isThinking = (part: Part): boolean => part.type === 'reasoning' && (part.signature !== undefined || part.encrypted !== undefined);

export const withoutThinking = (parts: readonly Part[]): readonly Part[] => parts.filter((part) => !isThinking(part));

/** Indexes of the messages with thinking, ascending. */
const thinkingIn = perTranscript(({ messages }): readonly number[] => {
  const found: number[] = [];
  messages.forEach(({ parts }, i) => {
    if (parts.some(isThinking)) found.push(i);
  });
  return found;
});

/** A message without its thinking. */
interface Bare {
  readonly parts: readonly Part[];
  /** Of the message with these parts; null where nothing but thinking was in it. */
  readonly tokens: number | null;
  readonly gaps: readonly Gap[];
}

const bareBy = perCounts(() => new Map<number, Bare>());

function bareOf(prepared: Prepared, i: number): Bare {
  const known = bareBy(prepared);
  let bare = known.get(i);
  if (!bare) {
    const message = prepared.messages[i]!;
    const parts = withoutThinking(message.parts);
    const empty = parts.every((part) => part.type === 'text' && part.text === '');
    const gaps = message.parts.flatMap((part, p): Gap[] =>
      isThinking(part) && part.type === 'reasoning' && part.text !== '' ? [{ part: p, piece: 0, from: 0, to: part.text.length }] : [],
    );
    bare = { parts, tokens: empty ? null : prepared.counts.message({ ...message, parts }), gaps };
    known.set(i, bare);
  }
  return bare;
}

/**
 * The first message whose thinking has something else before it than when it was written; n where none has. The thinking of a
 * message stands before the rest of it, so an edit leaves its own alone. `inserted` = where the first insertion stands.
 */
export function firstUnbound({ fates }: Pick<Plan, 'fates'>, inserted = fates.length): number {
  let i = 0;
  while (i < fates.length && i < inserted && fates[i] === KEEP) i++;
  return i < inserted && (fates[i] === EDIT || fates[i] === OFFLOAD) ? i + 1 : i;
}

/** The last turn keeps its thinking: the provider wants it back as it was. */
function withoutBoundThinking(prepared: Prepared, plan: Plan): Plan {
  const { lastUser, units, unitOf, protection } = prepared;
  const inserted = plan.insertions.length > 0 ? layoutOf(prepared, plan).before[0] : undefined;
  const from = firstUnbound(plan, inserted);
  const bare = new Set<number>();
  const gone = new Set<number>();
  let freed = 0;
  let bound = 0;
  for (const i of thinkingIn(prepared)) {
    if (i < from || !stands(plan.fates[i])) continue;
    const { tokens } = bareOf(prepared, i);
    const alone = units[unitOf[i]!]!.members.length === 1 && protection[i] === 0;
    if (i >= lastUser || (tokens === null && !alone)) bound++;
    else {
      (tokens === null ? gone : bare).add(i);
      freed += prepared.counts.messages[i]! - (tokens ?? 0);
    }
  }
  const warnings: Reason[] = bound > 0 ? [{ key: 'warning-thinking-bound', values: { count: bound } }] : [];
  if (bare.size + gone.size === 0) return bound > 0 ? changed(plan, {}, warnings) : plan;

  const fates = plan.fates.slice();
  for (const i of bare) if (fates[i] === KEEP) fates[i] = EDIT;
  for (const i of gone) fates[i] = DROP;
  const values = { count: bare.size + gone.size, tokens: freed };
  return changed(
    plan,
    {
      fates,
      edits: bareEdits(prepared, plan, bare, gone),
      reason: (i) => {
        if (!bare.has(i) && !gone.has(i)) return plan.reason(i);
        const tokens = prepared.counts.messages[i]! - (bareOf(prepared, i).tokens ?? 0);
        return plan.fates[i] === KEEP || gone.has(i) ? { key: 'repaired-thinking-message', values: { tokens } } : plan.reason(i);
      },
    },
    [{ key: 'repaired-thinking', values }, ...warnings],
  );
}

/** The plan's edits, with the thinking of some messages taken out of what they leave. */
function bareEdits(prepared: Prepared, { fates, edits }: Plan, bare: ReadonlySet<number>, gone: ReadonlySet<number>): Edits {
  const made = new Map<number, readonly Part[]>();
  let size = edits.size;
  for (const i of bare) if (fates[i] === KEEP) size++;
  for (const i of gone) if (fates[i] !== KEEP) size--;
  const get = (i: number): readonly Part[] | undefined => {
    if (gone.has(i)) return undefined;
    if (!bare.has(i)) return edits.get(i);
    if (fates[i] === KEEP) return bareOf(prepared, i).parts;
    let parts = made.get(i);
    if (!parts) {
      parts = withoutThinking(edits.get(i) ?? []);
      made.set(i, parts);
    }
    return parts;
  };
  const tokens = (i: number): number => {
    if (bare.has(i) && fates[i] === KEEP) return bareOf(prepared, i).tokens ?? 0;
    if (!bare.has(i) && edits.tokens) return edits.tokens(i);
    return prepared.counts.message({ ...prepared.messages[i]!, parts: get(i) ?? [] });
  };
  return {
    size,
    get,
    ...((edits.tokens || edits.size === 0) && { tokens }),
    ...((edits.keepsShape || edits.size === 0) && { keepsShape: true }),
    gaps: (i) => (bare.has(i) && fates[i] === KEEP ? bareOf(prepared, i).gaps : bare.has(i) ? undefined : edits.gaps?.(i)),
  };
}
