import { remembered } from '../../signals/remember.ts';
import type { PresetSource } from '../../strategies/contract.ts';
import type { BooleanParam, ChoiceParam, NumberParam, Param, TextParam } from '../../strategies/params.ts';
import type { Message, Part } from '../../transcript/types.ts';
import type { OwnTrigger } from '../../triggers/contract.ts';
import { bytes, CHARACTERS, type Chat, type ChatMessage, quarter, textBytes } from './chat.ts';

const NONE: ReadonlyMap<number, ChatMessage> = new Map();

export const unchanged = (messages: readonly ChatMessage[]): Outcome => ({ fates: messages.map(() => 'keep'), edits: NONE, inserted: [] });

export const keeping = (messages: readonly ChatMessage[], kept: (i: number) => boolean): Outcome => ({
  fates: messages.map((_, i): Fate => (kept(i) ? 'keep' : 'drop')),
  edits: NONE,
  inserted: [],
});

export function among(messages: readonly ChatMessage[], lists: readonly { readonly messages: readonly number[] }[]): (i: number) => boolean {
  const held = new Uint8Array(messages.length);
  for (const list of lists) for (const i of list.messages) held[i] = 1;
  return (i) => held[i] === 1;
}

const same = (a: ChatMessage, b: ChatMessage): boolean =>
  a.text === b.text &&
  a.reasoning === b.reasoning &&
  a.images === b.images &&
  a.calls.length === b.calls.length &&
  a.calls.every(({ id, args }, k) => id === b.calls[k]!.id && args === b.calls[k]!.args);

/** Messages that are replaced (null = gone); those that the map does not name, or that are what they were, stay: a mark is not marked again. */
export function editing(messages: readonly ChatMessage[], changed: ReadonlyMap<number, ChatMessage | null>): Outcome {
  const fates = messages.map((): Fate => 'keep');
  const edits = new Map<number, ChatMessage>();
  for (const [i, to] of changed) {
    if (to === null) fates[i] = 'drop';
    else if (!same(to, messages[i]!)) {
      fates[i] = 'edit';
      edits.set(i, to);
    }
  }
  return { fates, edits, inserted: [] };
}

export function summarising(
  messages: readonly ChatMessage[],
  kept: (i: number) => boolean,
  at: { readonly before: number; readonly role: ProductInsertion['role'] } & Omit<ProductSummary, 'of'>,
): Outcome {
  const of: number[] = [];
  const fates = messages.map((_, i): Fate => {
    if (kept(i)) return 'keep';
    of.push(i);
    return 'summarise';
  });
  const { before, role, ...wanted } = at;
  return {
    fates,
    edits: NONE,
    inserted: of.length > 0 ? [{ before, role, content: { summary: { of, ...wanted } } }] : [],
  };
}

type ParamExtras = Partial<Pick<NumberParam, 'knob' | 'min' | 'max'>>;

const whole =
  (unit: NumberParam['unit'], { min, max, step }: Pick<NumberParam, 'min' | 'max' | 'step'>) =>
  (value: number, more: ParamExtras = {}): NumberParam => ({ kind: 'number', unit, default: value, min, max, step, coarse: true, ...more });

/** Tokens by the product's own estimate. */
export const tokens = whole('tokens', { min: 0, max: 2_000_000, step: 250 });
export const characters = whole('characters', { min: 0, max: 1_000_000, step: 50 });
/** At least one: slices of "the newest 0" are everything in the products' languages. */
export const messages = whole('messages', { min: 1, max: 100_000, step: 1 });
export const events = whole('events', { min: 1, max: 100_000, step: 1 });
export const blocks = whole('blocks', { min: 0, max: 100_000, step: 1 });
export const rounds = whole('rounds', { min: 1, max: 10_000, step: 1 });
export const number = whole('none', { min: 0, max: 1000, step: 1 });

export const share = (value: number, more: ParamExtras = {}): NumberParam => ({
  kind: 'number',
  unit: 'share',
  default: value,
  min: 0,
  max: 1,
  step: 0.01,
  ...more,
});
export const flag = (value: boolean): BooleanParam => ({ kind: 'boolean', unit: 'none', default: value });
export const choice = (value: string, options: readonly string[]): ChoiceParam => ({ kind: 'choice', unit: 'none', default: value, options });
/** Names with commas between. */
export const text = (value: string): TextParam => ({ kind: 'text', unit: 'none', default: value, maxLength: 500 });

/** A product from its parameters: values and the moved one come from their schema, so that each number is once. */
export function defineProduct<P extends Values>(product: Omit<Product<P>, 'defaults' | 'knob'>): Product<P> {
  const params = Object.entries<Param>(product.params);
  const knob = params.find(([, param]) => param.kind === 'number' && param.knob)?.[0];
  return { ...product, defaults: Object.fromEntries(params.map(([name, param]) => [name, param.default])) as P, ...(knob && { knob }) };
}

export interface Item {
  readonly role: Exclude<ChatMessage['role'], 'system'>;
  readonly calls: boolean;
  readonly messages: readonly number[];
}

/** Without system messages, which these products hold elsewhere. */
export const itemsOf = remembered((messages: readonly ChatMessage[]): readonly Item[] => {
  const items: (Item & { messages: number[] })[] = [];
  messages.forEach(({ role, calls }, i) => {
    if (role === 'system') return;
    if (role === 'tool' && items.at(-1)?.role === 'tool') items.at(-1)!.messages.push(i);
    else items.push({ role, calls: calls.length > 0, messages: [i] });
  });
  return items;
});

export function heldBy(messages: readonly ChatMessage[], items: readonly Item[]): (i: number) => boolean {
  const held = among(messages, items);
  return (i) => held(i) || messages[i]!.role === 'system';
}

export const holding = (messages: readonly ChatMessage[], items: readonly Item[]): Outcome => keeping(messages, heldBy(messages, items));

export const startOf = (messages: readonly ChatMessage[], item: Item | undefined): number => item?.messages[0] ?? messages.length;

const PREFIX = /^\s*(?:# AGENTS\.md instructions|<user_instructions>|<environment_context>)/;

const pointBytes = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

function headWithin(text: string, budget: number): { readonly end: number; readonly used: number } {
  let [end, used] = [0, 0];
  while (end < text.length) {
    const point = text.codePointAt(end)!;
    if (used + pointBytes(point) > budget) break;
    used += pointBytes(point);
    end += point < 0x10000 ? 1 : 2;
  }
  return { end, used };
}

function cutInTheMiddle(text: string, tokens: number): string {
  const budget = tokens * CHARACTERS;
  const head = headWithin(text, Math.floor(budget / 2));
  let [from, after] = [text.length, 0];
  while (from > head.end) {
    const pair = from - 2 >= head.end && text.codePointAt(from - 2)! >= 0x10000;
    const size = pair ? 4 : pointBytes(text.charCodeAt(from - 1));
    if (after + size > budget - Math.floor(budget / 2)) break;
    after += size;
    from -= pair ? 2 : 1;
  }
  return `${text.slice(0, head.end)}…${quarter(bytes(text) - head.used - after)} tokens truncated…${text.slice(from)}`;
}

interface Rule {
  readonly userTokens: number;
  readonly least: 0 | 1;
  readonly gone: 'summarise' | 'drop';
}

/**
 * Beside system messages only what the user wrote stays: newest first while it fits, the message that no longer fits is cut in its middle
 * and is the last.
 */
export function userWords(
  messages: readonly ChatMessage[],
  { userTokens, least, gone }: Rule,
): { readonly fates: readonly Fate[]; readonly edits: ReadonlyMap<number, ChatMessage> } {
  const fates: Fate[] = messages.map(({ role }) => (role === 'system' ? 'keep' : gone));
  const edits = new Map<number, ChatMessage>();
  let left = userTokens;
  for (let i = messages.length - 1; i >= 0 && left > 0; i--) {
    const message = messages[i]!;
    if (message.role !== 'user' || message.summary || PREFIX.test(message.text)) continue;
    const size = Math.max(least, quarter(textBytes(message)));
    if (size <= left) fates[i] = 'keep';
    else {
      fates[i] = 'edit';
      edits.set(i, { ...message, text: cutInTheMiddle(message.text, left) });
    }
    left -= size;
  }
  return { fates, edits };
}

export function userWordsAndHidden(messages: readonly ChatMessage[], userTokens: number) {
  const text = '[compacted by the provider: not readable]';
  return {
    ...userWords(messages, { userTokens, least: 1, gone: 'drop' }),
    inserted: [{ before: messages.length, role: 'assistant' as const, content: { text } }],
  };
}

/**
 * Parts of a message after a product changed some of the chat messages that it consists of. `first` = index of the first of them, `now` =
 * what each is now, null = gone. Parts that nothing changed are the same objects, in their order.
 */
export function partsOf(message: Message, { messages, origins }: Chat, first: number, now: readonly (ChatMessage | null)[]): readonly Part[] {
  const parts: (readonly Part[])[] = message.parts.map(() => []);
  now.forEach((edited, k) => {
    const was = messages[first + k]!;
    const { parts: places } = origins[first + k]!;
    if (!edited) return;
    if (edited === was) for (const p of places) parts[p] = [message.parts[p]!];
    else if (was.callId !== undefined) for (const p of places) parts[p] = resultOf(message.parts[p]!, was, edited);
    else spread(message, places, was, edited, parts);
  });
  return parts.flat();
}

/** A result with another text, which is before what else it holds; images go where the product takes them out. */
function resultOf(part: Part, was: ChatMessage, { callId, text, images }: ChatMessage): readonly Part[] {
  if (part.type !== 'tool-result' || callId === undefined) return [];
  const content = images > 0 ? part.content : part.content.filter(({ type }) => type !== 'image');
  if (text === was.text) return [{ ...part, content }];
  return [{ ...part, content: [{ type: 'text', text }, ...content.filter(({ type }) => type !== 'text')] }];
}

function spread(message: Message, places: readonly number[], was: ChatMessage, edited: ChatMessage, parts: (readonly Part[])[]): void {
  const calls = new Map(edited.calls.map((call) => [call.id, call]));
  const text: readonly Part[] = edited.text === '' ? [] : [{ type: 'text', text: edited.text }];
  const stays = edited.text === was.text;
  let said = stays;
  for (const p of places) {
    const part = message.parts[p]!;
    if (part.type === 'text') {
      parts[p] = stays ? [part] : said ? [] : text;
      said = true;
    } else if (part.type === 'tool-call') {
      const call = calls.get(part.id);
      if (call) parts[p] = [call.args === part.args ? part : { ...part, args: call.args }];
    } else if (part.type === 'reasoning') {
      if (edited.reasoning !== undefined || was.reasoning === undefined) parts[p] = [part];
    } else if (part.type !== 'image' || edited.images > 0) parts[p] = [part];
  }
  if (said) return;
  const at = places.find((p) => message.parts[p]!.type !== 'reasoning');
  if (at === undefined) parts.push(text);
  else parts[at] = [...text, ...parts[at]!];
}

const isText = (text: string): boolean => text !== '' && !/\p{Surrogate}/u.test(text);

export function keepsShape(original: readonly Part[], parts: readonly Part[]): boolean {
  return (
    parts.length === original.length &&
    parts.every((part, p) => {
      const was = original[p]!;
      if (part === was) return true;
      if (part.type === 'text') return was.type === 'text' && isText(part.text);
      if (part.type !== 'tool-result' || was.type !== 'tool-result') return false;
      return part.content.length > 0 && part.content.every((one) => one.type !== 'text' || isText(one.text));
    })
  );
}

export type Fate = 'keep' | 'edit' | 'summarise' | 'drop';

export interface ProductInsertion {
  readonly before: number;
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: { readonly text: string } | { readonly summary: ProductSummary };
}

export interface ProductSummary {
  readonly of: readonly number[];
  /** Headings of its sections, in the product's order and wording. Absent: free text. */
  readonly sections?: readonly string[];
  /** Most tokens of its text. Absent: the product sets no limit. */
  readonly tokens?: number;
  /** Parts of `of` that are summarised one by one; the texts are joined. Absent: all in one request. */
  readonly chunks?: readonly (readonly number[])[];
}

export interface Outcome {
  readonly fates: readonly Fate[];
  readonly edits: ReadonlyMap<number, ChatMessage>;
  readonly inserted: readonly ProductInsertion[];
}

export type { PresetSource as Source };

export type Values = Readonly<Record<string, number | string | boolean>>;

type ParamOf<V> = V extends number ? NumberParam : V extends boolean ? BooleanParam : ChoiceParam | TextParam;
type ProductParams<P extends Values> = { readonly [K in keyof P]: ParamOf<P[K]> };

export interface Peer<P extends Values = Values> {
  /** Parameters that were not the product's own. */
  readonly params?: Partial<P>;
  /** Context window in tokens; 200,000 where absent. */
  readonly window?: number;
  readonly differs?: Readonly<Record<string, string>>;
}

/** The compaction of one published product, with the product's own defaults and its own flaws. */
export interface Product<P extends Values = Values> {
  /** `pi`, `gemini-cli`, … unique among the products. */
  readonly id: string;
  readonly source: PresetSource;
  /** By the product's own names, with its own values as defaults. */
  readonly params: ProductParams<P>;
  readonly defaults: P;
  /** Recordings of its published code, by name. Absent: its code was not run. */
  readonly peers?: Readonly<Record<string, Peer<P>>>;
  /** The parameter that says how much stays, moved to reach an equal target; absent = the rule has no such number. */
  readonly knob?: string;
  /** One of several rules of a product, or one that few use: it has a row where a person asks for it. */
  readonly onDemand?: true;
  /** What stands for the conversation is encrypted: nobody can see what it holds. */
  readonly hidden?: true;
  /** Values of its row where the product's own change nothing. */
  readonly row?: Partial<P>;
  /** Most tokens of a summary that it asks for, infinity where it sets no limit; absent = it writes none. */
  readonly summaries?: number;
  /** When the product compacts by itself in this window; absent = not known, and the common trigger decides. */
  trigger?(params: P, window: number): OwnTrigger;
  /**
   * What it keeps, edits and drops if it compacted now. Pure. The product's trigger is not asked; limits that are part of the selection
   * ("only if at least 30,000 tokens can be saved") are.
   * @param window context window of the model in tokens
   * @param count tokens of a text by the model's tokenizer, for products that ask it; without it they estimate as they do where it is missing
   */
  compact(messages: readonly ChatMessage[], params: P, window: number, count?: (text: string) => number): Outcome;
}
