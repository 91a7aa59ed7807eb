import { remembered } from '../signals/remember.ts';
import { argumentsOf, type ChatMessage, codePoints } from './shared/chat.ts';
import { choice, defineProduct, keeping, type Outcome, tokens, unchanged } from './shared/product.ts';
import { overTrigger } from '../triggers/watch.ts';

// Estimate of the library tokenx, which Mastra counts with: per run of spaces, of punctuation, and of everything else.

const PUNCTUATION = /[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_-]/;
const EAST_ASIAN =
  /[\u1100-\u11FF\u2E80-\u2EFF\u3000-\u303F\u30A0-\u30FF\u3130-\u318F\u31C0-\u31EF\u3200-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uFF00-\uFFEF]/;
const ACCENTED = /[äöüßẞéèêëàâîïôûùÿçœæáíóúñ]/i;
const ACCENTED_PER_TOKEN = 3;
const SLAVIC = /[ąćęłńśźżěščřžýůďťň]/i;
const SLAVIC_PER_TOKEN = 3.5;
const LETTERS_PER_TOKEN = 6;
const MARKS_PER_TOKEN = 2;
const SHORT = 3;

/** Kinds of characters, as bits, so that those of a word can be told together. */
const [SPACE, MARK, DIGIT, EAST, ACCENT, SLAV, LETTER] = [1, 2, 4, 8, 16, 32, 64];
const KINDS = [
  [/\s/, SPACE],
  [PUNCTUATION, MARK],
  [/\d/, DIGIT],
  [EAST_ASIAN, EAST],
  [ACCENTED, ACCENT],
  [SLAVIC, SLAV],
] as const;

let kinds: Uint8Array | undefined;
const kindTable = (): Uint8Array =>
  Uint8Array.from({ length: 0x10000 }, (_, code) => KINDS.find(([pattern]) => pattern.test(String.fromCharCode(code)))?.[1] ?? LETTER);

function ofWord(text: string, from: number, to: number, found: number): number {
  if (found & EAST) return codePoints(text.slice(from, to));
  const length = to - from;
  if (length <= SHORT || found === DIGIT) return 1;
  return Math.ceil(length / (found & ACCENT ? ACCENTED_PER_TOKEN : found & SLAV ? SLAVIC_PER_TOKEN : LETTERS_PER_TOKEN));
}

const ofMarks = (length: number): number => (length <= SHORT ? 1 : Math.ceil(length / MARKS_PER_TOKEN));

export function segmentTokens(text: string): number {
  kinds ??= kindTable();
  let sum = 0;
  for (let i = 0; i < text.length; ) {
    const from = i;
    const kind = kinds[text.charCodeAt(i++)]!;
    if (kind === SPACE) continue;
    if (kind === MARK) {
      while (kinds[text.charCodeAt(i)] === MARK) i++;
      sum += ofMarks(i - from);
      continue;
    }
    let found = kind;
    for (; i < text.length; i++) {
      const next = kinds[text.charCodeAt(i)]!;
      if (next === SPACE || next === MARK) break;
      found |= next;
    }
    sum += ofWord(text, from, i, found);
  }
  return sum;
}

type Params = {
  readonly limit: number;
  /** `best-fit` skips what does not fit and goes on, `contiguous` stops there. */
  readonly trimMode: string;
  readonly stage: string;
};

const PER_CONVERSATION = 24;
const PER_MESSAGE = 3.8;
const JSON_OVERHEAD = 12;

interface Group {
  readonly of: readonly number[];
  readonly tokens: number;
}

class MessageCounter {
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

const tokensOf = (message: ChatMessage): number => {
  const counted = new MessageCounter(message);
  for (const call of message.calls) counted.call(call.name, argumentsOf(call));
  return counted.tokens;
};

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
    const counted = new MessageCounter(message);
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
    if (kept.size === 0 || budget <= 0) return unchanged(messages);
    return keeping(messages, (i) => kept.has(i) || messages[i]!.role === 'system');
  },
});
