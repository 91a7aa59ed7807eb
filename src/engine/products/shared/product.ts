import type { ChatMessage } from './chat.ts';
import type { Fate, ProductInsertion, Outcome, Product, ProductSummary, Values } from './contract.ts';
import type { BooleanParam, ChoiceParam, NumberParam, Param, TextParam } from '../../strategies/params.ts';

const NONE: ReadonlyMap<number, ChatMessage> = new Map();

/** Every message stays as it is. */
export const unchanged = (messages: readonly ChatMessage[]): Outcome => ({ fates: messages.map(() => 'keep'), edits: NONE, inserted: [] });

/** The messages that `kept` names stay, all others go without a trace. */
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
/** Tool uses. */
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

/** A product from its parameters: values and the moved one come from their schema, so that each number stands once. */
export function defineProduct<P extends Values>(product: Omit<Product<P>, 'defaults' | 'knob'>): Product<P> {
  const params = Object.entries<Param>(product.params);
  const knob = params.find(([, param]) => param.kind === 'number' && param.knob)?.[0];
  return { ...product, defaults: Object.fromEntries(params.map(([name, param]) => [name, param.default])) as P, ...(knob && { knob }) };
}
