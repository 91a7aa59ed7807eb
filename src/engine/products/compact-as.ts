import { mayBe, mustBe, wrong } from '../lib/arguments.ts';
import { checkTranscript } from '../transcript/transcript-json.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { PRODUCTS } from './index.ts';
import { type Chat, chatOf } from './shared/chat.ts';
import type { Outcome, Values } from './shared/contract.ts';
import { remembered } from '../signals/remember.ts';

export interface ProductCompaction extends Outcome {
  readonly chat: Chat;
  readonly params: Values;
}

export interface ProductOptions {
  /** Instead of the product's own values. */
  readonly params?: Values;
  /** Context window in tokens; 200,000 where absent. */
  readonly window?: number;
  /** Tokens of a text by the model's tokenizer; only Cipher's choice of a strategy asks it. Absent: that product's own estimate. */
  readonly count?: (text: string) => number;
}

const DEFAULT_WINDOW = 200_000;

const chatIn = remembered((messages: readonly Message[]): Chat => chatOf(messages));

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
