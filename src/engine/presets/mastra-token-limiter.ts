import { argumentsOf, type ChatMessage } from './shared/chat.ts';
import type { Outcome } from './shared/contract.ts';
import { defineProduct } from './shared/define.ts';
import { overTrigger } from '../triggers/seeds.ts';
import { choice, tokens } from './shared/params.ts';
import { keeping, unchanged } from './shared/outcome.ts';
import { remembered } from './shared/remembered.ts';
import { segmentTokens } from './shared/segments.ts';

type Params = {
  /** Tokens of the whole request. The product has no value of its own. */
  readonly limit: number;
  /** `best-fit` skips what does not fit and goes on, `contiguous` stops there. */
  readonly trimMode: string;
  /** `prompt` trims what the model receives, `input` the stored messages, in which results are a part of the message that asked for them. */
  readonly stage: string;
};

const PER_CONVERSATION = 24;
const PER_MESSAGE = 3.8;
/** Taken off again for arguments that are written down as JSON. */
const JSON_OVERHEAD = 12;

/** Messages that stay or go together. */
interface Group {
  readonly of: readonly number[];
  readonly tokens: number;
}

/** What is counted of a message: its role, its text, its calls. */
class Counted {
  private text: string;
  private overhead = 0;
  private results = 0;

  constructor({ role, text }: ChatMessage) {
    this.text = role + text;
  }

  call(name: string, args: unknown): this {
    this.text += name;
    if (typeof args === 'string') this.text += args;
    else {
      this.text += JSON.stringify(args);
      this.overhead -= JSON_OVERHEAD;
    }
    return this;
  }

  result(text: string): this {
    this.text += text;
    this.results++;
    return this;
  }

  get tokens(): number {
    return segmentTokens(this.text) + (this.overhead + PER_MESSAGE + this.results * PER_MESSAGE);
  }
}

const tokensOf = remembered((message: ChatMessage): number => {
  const counted = new Counted(message);
  for (const call of message.calls) counted.call(call.name, argumentsOf(call));
  return counted.tokens;
});

/** A message with calls and the results that follow it at once. */
const promptGroups = remembered((messages: readonly ChatMessage[]): readonly Group[] => {
  const groups: Group[] = [];
  for (let i = 0; i < messages.length; i++) {
    if (messages[i]!.role === 'system') continue;
    const ids = new Set<string | undefined>(messages[i]!.calls.map(({ id }) => id));
    const of = [i];
    while (ids.has(messages[i + 1]?.callId)) of.push(++i);
    groups.push({ of, tokens: of.reduce((sum, k) => sum + tokensOf(messages[k]!), 0) });
  }
  return groups;
});

/** A message with all results of its calls, wherever they stand; results without a call have no place. */
const storedGroups = remembered((messages: readonly ChatMessage[]): readonly Group[] => {
  const stored: { readonly of: number[]; readonly message: ChatMessage; readonly results: (string | undefined)[] }[] = [];
  const owners = new Map<string, { readonly at: number; readonly call: number }>();
  messages.forEach((message, i) => {
    if (message.role === 'system') return;
    const owner = message.role === 'tool' ? owners.get(message.callId!) : undefined;
    if (owner !== undefined) {
      stored[owner.at]!.of.push(i);
      stored[owner.at]!.results[owner.call] = message.text;
    }
    if (message.role === 'tool') return;
    message.calls.forEach(({ id }, call) => {
      owners.set(id, { at: stored.length, call });
    });
    stored.push({ of: [i], message, results: message.calls.map(() => undefined) });
  });
  return stored.map(({ of, message, results }) => {
    const counted = new Counted(message);
    message.calls.forEach((call, k) => {
      const result = results[k];
      // Of stored calls null, 0, false and an empty text do not count as arguments.
      if (result === undefined) counted.call(call.name, argumentsOf(call) || '');
      else counted.result(result);
    });
    return { of, tokens: counted.tokens };
  });
});

/** System messages stay; of the others, from the newest, those that fit into the limit: holes are left where one does not. */
export const mastraTokenLimiter = defineProduct<Params>({
  id: 'mastra-token-limiter',
  source: { product: 'Mastra', version: '1.71.0', where: '@mastra/core, TokenLimiterProcessor', evidence: 'checked' },
  peers: {
    'mastra-tokenlimiter': { params: { limit: 100_000, stage: 'input' } },
    'mastra-tokenlimiter-prompt': { params: { limit: 100_000 } },
    'mastra-tokenlimiter-prompt@10k': { params: { limit: 10_000 } },
    'mastra-tokenlimiter-prompt@contiguous': { params: { limit: 30_000, trimMode: 'contiguous' } },
  },
  params: {
    limit: tokens(100_000, { knob: 'up' }),
    trimMode: choice('best-fit', ['best-fit', 'contiguous']),
    stage: choice('prompt', ['prompt', 'input']),
  },
  trigger: ({ limit }) => overTrigger(limit),
  compact(messages, { limit, trimMode, stage }): Outcome {
    const groups = stage === 'input' ? storedGroups(messages) : promptGroups(messages);
    const system = messages.reduce((sum, message) => (message.role === 'system' ? sum + tokensOf(message) : sum), 0);
    const budget = limit - system - PER_CONVERSATION;
    const kept = new Set<number>();
    let used = 0;
    for (const { of, tokens } of groups.toReversed()) {
      if (used + tokens <= budget) {
        used += tokens;
        for (const i of of) kept.add(i);
      } else if (trimMode === 'contiguous') break;
    }
    // Without a message to send the product sends nothing.
    if (kept.size === 0 || budget <= 0) return unchanged(messages);
    return keeping(messages, (i) => kept.has(i) || messages[i]!.role === 'system');
  },
});
