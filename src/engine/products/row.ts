/** A product as a strategy: its decisions about chat messages become a plan over the messages of a transcript. */
import { mayBe, mustBe, wrong } from '../lib/arguments.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { resultText } from '../signals/outcomes.ts';
import { perCounts, perProtection, remembered } from '../signals/remember.ts';
import {
  DROP,
  EDIT,
  type Edits,
  type Insertion,
  KEEP,
  type Plan,
  type PlanContext,
  type PlannedStrategy,
  type Reason,
  SUMMARIZE,
} from '../strategies/contract.ts';
import type { BooleanParam, NumberParam, ParamSchema, ParamValues } from '../strategies/params.ts';
import { keepsAll, isLastResult, planOf, protectionReason, unchangedPlan } from '../strategies/shared/plans.ts';
import type { SummaryRequest } from '../summarizers/contract.ts';
import { checkTranscript } from '../transcript/transcript-json.ts';
import type { Message, Part, Transcript } from '../transcript/types.ts';
import { PRODUCTS } from './index.ts';
import { type Chat, type ChatMessage, chatOf } from './shared/chat.ts';
import { type Fate, keepsShape, type Outcome, partsOf, type Product, type ProductSummary, type Values } from './shared/product.ts';

const goes = (fate: number | undefined): boolean => fate === DROP || fate === SUMMARIZE;

const idsOf = (parts: readonly Part[]): string =>
  parts
    .flatMap((part) => {
      if (part.type === 'tool-call') return [`c${part.id}`];
      if (part.type === 'tool-result') return [`r${part.callId}`];
      return part.type === 'reasoning' ? ['t'] : [];
    })
    .join('\n');

/** An edit that keeps calls, results and thinking, leaves something, and does not make the message longer: some marks are. */
const isHarmless = ({ messages, counts }: PreparedTranscript, i: number, parts: readonly Part[]): boolean =>
  parts.length > 0 && idsOf(parts) === idsOf(messages[i]!.parts) && counts.message({ ...messages[i]!, parts }) <= counts.messages[i]!;

const BEGINNING = 40;

/** An edit of the last tool block that leaves the beginning of each result: one that clears them would take the running task's newest output. */
const shortensLast = (input: PreparedTranscript, i: number, edited: readonly Part[]): boolean =>
  isLastResult(input, i) &&
  input.messages[i]!.parts.every((part, p) => {
    const now = edited[p];
    return part.type === 'tool-result' && now?.type === 'tool-result' && resultText(now).includes(resultText(part).slice(0, BEGINNING));
  });

/**
 * A product's plan under the rules of all other rows: protected messages stay unchanged, but results of the last tool block may be shortened, a tool block of which anything stays is whole, and
 * an edit takes no call, result or thinking away, leaves something and makes no message longer. Summaries without members go.
 */
export function repairedPlan(input: PreparedTranscript, plan: Plan): Plan {
  const { n, protection, units, unitOf } = input;
  const fates = plan.fates.slice();
  const whole = new Set<number>();
  let shaped = true;
  for (let i = 0; i < n; i++) {
    if (protection[i] !== 0 && !(fates[i] === EDIT && shortensLast(input, i, plan.edits.get(i) ?? []))) fates[i] = KEEP;
    else if (fates[i] === EDIT && !isHarmless(input, i, plan.edits.get(i) ?? [])) fates[i] = KEEP;
    if (fates[i] === EDIT) shaped &&= keepsShape(input.messages[i]!.parts, plan.edits.get(i) ?? []);
    if (units[unitOf[i]!]!.isBlock && !goes(fates[i])) whole.add(unitOf[i]!);
  }
  for (let i = 0; i < n; i++) if (goes(fates[i]) && whole.has(unitOf[i]!)) fates[i] = KEEP;
  if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-nothing-removable', values: { tokens: input.counts.total } });

  const members = plan.summaries.map((): number[] => []);
  fates.forEach((fate, i) => {
    if (fate === SUMMARIZE) members[plan.into![i]!]!.push(i);
  });
  const standing = members.flatMap((of, k) => (of.length > 0 ? [k] : []));
  const summaries = standing.map((k) => ({ ...plan.summaries[k]!, members: members[k]! }));
  const ids = new Set(summaries.map(({ id }) => id));
  let size: number | undefined;
  return planOf({
    fates,
    reason(i): Reason {
      if (fates[i] === plan.fates[i]) return plan.reason(i);
      if (protection[i] !== 0) return protectionReason(input, i)!;
      return { key: plan.fates[i] === EDIT ? 'keep-product-edit' : 'keep-boundary-block' };
    },
    edits: {
      get size() {
        size ??= fates.reduce((count, fate) => count + (fate === EDIT ? 1 : 0), 0);
        return size;
      },
      get: (i) => (fates[i] === EDIT ? plan.edits.get(i) : undefined),
      ...(shaped && { keepsShape: true as const }),
    },
    ...(standing.length > 0 && { into: Int16Array.from(fates, (fate, i) => (fate === SUMMARIZE ? standing.indexOf(plan.into![i]!) : -1)) }),
    summaries,
    insertions: plan.insertions
      .filter(({ content }) => 'text' in content || ids.has(content.summary))
      .map((one) => ({ ...one, before: clear(input, fates, one.before) })),
  });
}

function clear({ units }: PreparedTranscript, fates: Uint8Array, before: number): number {
  let place = before;
  // Blocks may reach into each other: from the last to the first.
  for (let u = units.length - 1; u >= 0; u--) {
    const { members, isBlock } = units[u]!;
    if (isBlock && members[0]! < place && place <= members.at(-1)! && !goes(fates[members[0]!])) place = members[0]!;
  }
  return place;
}

const PLANS = 32;
/** … fewer of a long transcript: this many bytes of them, by message a fate, a pointer to its edit and its summary; but so many. */
const PLAN_BYTES = 1 << 22;
const BYTES_PER_MESSAGE = 11;
const FEWEST_PLANS = 4;
const plansOf = (n: number): number => Math.min(PLANS, Math.max(FEWEST_PLANS, Math.floor(PLAN_BYTES / (BYTES_PER_MESSAGE * (n + 1)))));
const plansIn = perProtection(() => new WeakMap<Product, BoundedMap<string, Plan>>());

const SUMMARY_TOKENS = 2000;
const LEAST_SUMMARY = 50;
/** … and at most this share of the context: room is set aside for all of it, and a short session has none. */
const SUMMARY_SHARE = 0.1;

const repaired: BooleanParam = { kind: 'boolean', unit: 'none', default: false };

const summaryMaxTokens: NumberParam = {
  kind: 'number',
  unit: 'tokens',
  default: SUMMARY_TOKENS,
  min: LEAST_SUMMARY,
  max: 20_000,
  step: 50,
  coarse: true,
};

interface IndexedChat extends Chat {
  readonly first: Int32Array;
}

/** By list of messages, so that the products see the same ones while a setting is searched. */
const chatIn = remembered((messages: readonly Message[]): IndexedChat => {
  const chat = chatOf(messages);
  const first = new Int32Array(messages.length + 1).fill(chat.messages.length);
  for (let c = chat.origins.length - 1; c >= 0; c--) first[chat.origins[c]!.message] = c;
  return { ...chat, first };
});

interface EditedMessage {
  readonly pieces: readonly (ChatMessage | null)[];
  readonly parts: readonly Part[];
  readonly shaped: boolean;
}
const editedBy = remembered<Product, WeakMap<Message, EditedMessage>>(() => new WeakMap());

const MOST_TEXTS = 20_000;
const counterOf = perCounts(({ counts }) => {
  const known = new BoundedMap<string, number>(MOST_TEXTS);
  return (text: string): number => known.getOrMake(text, () => counts.text(text));
});

function same(a: ChatMessage | null, b: ChatMessage | null): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  return (
    a.text === b.text &&
    a.callId === b.callId &&
    a.reasoning === b.reasoning &&
    a.images === b.images &&
    a.calls.length === b.calls.length &&
    a.calls.every((call, k) => call === b.calls[k] || (call.id === b.calls[k]!.id && call.args === b.calls[k]!.args))
  );
}

function codesOf(fates: readonly Fate[], { first }: IndexedChat): Uint8Array {
  const codes = new Uint8Array(first.length - 1);
  for (let i = 0; i < codes.length; i++) {
    let [kept, edited, summarised] = [0, 0, 0];
    for (let c = first[i]!; c < first[i + 1]!; c++) {
      const fate = fates[c];
      if (fate === 'keep') kept++;
      else if (fate === 'edit') edited++;
      else if (fate === 'summarise') summarised++;
    }
    if (kept === first[i + 1]! - first[i]!) codes[i] = KEEP;
    else if (kept + edited > 0) codes[i] = EDIT;
    else codes[i] = summarised > 0 ? SUMMARIZE : DROP;
  }
  return codes;
}

function intoOf(codes: Uint8Array, wanted: readonly ProductSummary[], { origins }: IndexedChat): Int16Array {
  const into = new Int16Array(codes.length).fill(-1);
  wanted.forEach(({ of }, k) => {
    for (const c of of) {
      const { message } = origins[c]!;
      if (codes[message] === SUMMARIZE) into[message] = k;
    }
  });
  return into;
}

/** The edited messages of a plan. Those of the same edit as last time are the same objects, so that nothing is counted again. */
function editsOf(product: Product, input: PreparedTranscript, { fates, edits }: Outcome, codes: Uint8Array): Edits {
  const chat = chatIn(input.messages);
  const { first } = chat;
  const known = editedBy(product);
  /** By message: a list is a fifth of a map, and dozens of plans are remembered. */
  const parts = Array.from<readonly Part[] | undefined>({ length: codes.length });
  let size = 0;
  let shaped = true;
  for (let i = 0; i < codes.length; i++) {
    if (codes[i] !== EDIT) continue;
    const original = input.messages[i]!;
    const now = (k: number): ChatMessage | null =>
      fates[first[i]! + k] === 'keep' ? chat.messages[first[i]! + k]! : (edits.get(first[i]! + k) ?? null);
    let edited = known.get(original);
    if (!edited?.pieces.every((piece, k) => same(piece, now(k)))) {
      const pieces = Array.from({ length: first[i + 1]! - first[i]! }, (_, k) => now(k));
      const made = partsOf(original, chat, first[i]!, pieces);
      edited = { pieces, parts: made, shaped: keepsShape(original.parts, made) };
      known.set(original, edited);
    }
    parts[i] = edited.parts;
    size++;
    shaped &&= edited.shaped;
  }
  return editsIn(size > 0 ? parts : [], size, shaped);
}

const editsIn = (parts: readonly (readonly Part[] | undefined)[], size: number, shaped: boolean): Edits => ({
  size,
  get: (i) => parts[i],
  ...(shaped && { keepsShape: true as const }),
});

function placeOf(before: number, { origins, first }: IndexedChat, fates: readonly Fate[]): number {
  if (before >= origins.length) return first.length - 1;
  const { message } = origins[before]!;
  const stays = (c: number): boolean => fates[c] === 'keep' || fates[c] === 'edit';
  for (let c = first[message]!; c < before; c++) if (stays(c)) return message + 1;
  return message;
}

function planFor(product: Product, input: PreparedTranscript, outcome: Outcome, maxTokens: number): Plan {
  const chat = chatIn(input.messages);
  const { fates, inserted } = outcome;
  const codes = codesOf(fates, chat);
  const { product: name } = product.source;
  if (inserted.length === 0 && keepsAll(codes)) return unchangedPlan(input, { key: 'unchanged-product', values: { product: name } });

  const wanted = inserted.flatMap(({ content }) => ('summary' in content ? [content.summary] : []));
  const into = intoOf(codes, wanted, chat);
  let next = 0;
  const insertions = inserted.map(({ before, role, content }): Insertion => {
    const place = placeOf(before, chat, fates);
    return { before: place, role, content: 'text' in content ? content : { summary: `summary-${++next}` } };
  });
  return planOf({
    fates: codes,
    reason: reasonOf(name),
    edits: editsOf(product, input, outcome, codes),
    ...(codes.includes(SUMMARIZE) && { into }),
    summaries: wanted.map((one, k) => requestOf(one, k, { into, chat, maxTokens })),
    insertions,
  });
}

interface SummaryInput {
  readonly into: Int16Array;
  readonly chat: IndexedChat;
  readonly maxTokens: number;
}

/** All that the product summarises in one request: the built-in summariser has no window that chunks would have to fit into. */
function requestOf(
  { of, sections, tokens = Number.POSITIVE_INFINITY }: ProductSummary,
  k: number,
  { into, chat, maxTokens }: SummaryInput,
): SummaryRequest {
  let members: readonly number[] | undefined;
  return {
    id: `summary-${k + 1}`,
    get members() {
      if (members) return members;
      const gone = Array.from(into.keys()).filter((i) => into[i] === k);
      // Where something stays of every message, each is summarised whole: a summariser reads messages, not parts of them.
      members = gone.length > 0 ? gone : [...new Set(of.map((c) => chat.origins[c]!.message))].sort((x, y) => x - y);
      return members;
    },
    maxTokens: Math.min(tokens, maxTokens),
    style: sections ? 'sections' : 'plain',
    ...(sections && { headings: sections }),
  };
}

/** A function of its own, so that a remembered plan holds nothing of how it was made. */
const reasonOf = (product: string): Plan['reason'] => {
  const reason = { key: 'product-rule', values: { product } };
  return () => reason;
};

function schemaOf({ params, row, summaries }: Product): ParamSchema {
  const own = Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, row && name in row ? { ...param, default: row[name] } : param]),
  ) as ParamSchema;
  return {
    ...own,
    ...(summaries !== undefined && { summaryMaxTokens: { ...summaryMaxTokens, default: Math.min(SUMMARY_TOKENS, summaries) } }),
    repaired,
  };
}

/**
 * The row of a product. *As shipped*, flaws included: nothing is protected, no request is repaired, no result is verified. *Repaired*: the
 * same selection under our protections, with whole tool blocks, repairs and verification.
 */
export function rowOf(product: Product): PlannedStrategy {
  const fixed = product.knob === undefined;
  const { source } = product;
  return {
    id: product.id,
    family: 'products',
    source: { seed: 'product' },
    preset: { ...source, ...(product.hidden && { hidden: true as const }) },
    kind: 'strategy',
    params: schemaOf(product),
    ...(product.onDemand && { onDemand: true as const }),
    ...(product.trigger && { trigger: (params: ParamValues, window: number) => product.trigger!(ownOf(product, params), window) }),
    plan(input: PreparedTranscript, params: ParamValues, { budget }: PlanContext): Plan {
      const plans = plansIn(input);
      const known = plans.get(product) ?? new BoundedMap<string, Plan>(plansOf(input.n));
      plans.set(product, known);
      const noted = fixed && !budget.own && budget.target !== null;
      return known.getOrMake(JSON.stringify([params, budget.window, noted]), () => make(input, params, budget.window, noted));
    },
  };

  function make(input: PreparedTranscript, params: ParamValues, window: number, noted: boolean): Plan {
    const outcome = product.compact(chatIn(input.messages).messages, ownOf(product, params), window, counterOf(input));
    const asked = typeof params.summaryMaxTokens === 'number' ? params.summaryMaxTokens : SUMMARY_TOKENS;
    const maxTokens = Math.min(asked, Math.max(LEAST_SUMMARY, Math.ceil(SUMMARY_SHARE * input.counts.total)));
    const plan = planFor(product, input, outcome, maxTokens);
    if (plan.unchanged) return plan;
    const note: Reason | undefined = product.hidden ? { key: 'note-product-hidden' } : noted ? { key: 'note-product-fixed' } : undefined;
    return { ...(params.repaired === true ? repairedPlan(input, plan) : { ...plan, asShipped: true }), ...(note && { note }) };
  }
}
const ownOf = ({ params }: Product, values: ParamValues): Values =>
  Object.fromEntries(Object.keys(params).map((name) => [name, values[name]])) as Values;

export interface ProductCompaction extends Outcome {
  readonly chat: Chat;
  readonly params: Values;
}

interface ProductOptions {
  /** Instead of the product's own values. */
  readonly params?: Values;
  /** Context window in tokens; 200,000 where absent. */
  readonly window?: number;
  /** Tokens of a text by the model's tokenizer; only Cipher's choice of a strategy asks it. Absent: that product's own estimate. */
  readonly count?: (text: string) => number;
}

const DEFAULT_WINDOW = 200_000;

/**
 * Compacts a transcript as a published product does, flaws included: nothing is protected, and no request is repaired. Summaries are asked
 * for, not written.
 * @throws for a product or a parameter that does not exist, or a value of another type than the product's own
 */
export function compactAs(transcript: Transcript, id: string, options: ProductOptions = {}): ProductCompaction {
  checkTranscript('transcript', transcript);
  mustBe('product', id, 'string');
  mustBe('options', options, 'object');
  const { params = {}, window = DEFAULT_WINDOW, count } = options;
  mustBe('params', params, 'object');
  mayBe('count', count, 'function');
  if (!(typeof window === 'number' && window >= 1)) throw wrong('window', 'a number of tokens from 1', window);
  const product = PRODUCTS.find((one) => one.id === id);
  if (!product) throw new Error(`unknown product ${JSON.stringify(id)}; there are ${PRODUCTS.map((one) => one.id).join(', ')}`);
  for (const [name, value] of Object.entries(params)) {
    const own = product.defaults[name];
    if (own === undefined)
      throw new Error(`${id} has no parameter ${JSON.stringify(name)}; it has ${Object.keys(product.defaults).join(', ') || 'none'}`);
    if (typeof own !== typeof value) throw new Error(`${id}: ${name} is a ${typeof own}, not a ${typeof value}`);
  }
  const chat = chatIn(transcript.messages);
  const inForce = { ...product.defaults, ...params };
  return { ...product.compact(chat.messages, inForce, window, count), chat, params: inForce };
}
