/** The row of every product, as shipped, is what the product makes of the conversation: fates and texts, with any parameters. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import { conversationsOf, parseTranscript } from '../formats/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { FATES } from '../strategies/contract.ts';
import type { Param, ParamSchema } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { contextOf } from '../testing/plans.ts';
import { richTranscripts } from '../testing/rich-transcripts.ts';
import { runs, someConversations, someSharedFiles } from '../testing/scale.ts';
import type { Message, Transcript } from '../transcript/types.ts';
import { compactAs, type ProductCompaction, rowOf } from './row.ts';
import { PRODUCTS } from './index.ts';
import { type ChatMessage, chatOf } from './shared/chat.ts';
import type { Product, Values } from './shared/product.ts';

const SUMMARY = 'what was before';
const summarizer: Summarizer = {
  id: 'fixed',
  title: 'Fixed',
  summarize: () => ({ ok: true, text: SUMMARY, tokens: 4, spans: [], masked: 0, summarizer: 'fixed', ms: 0 }),
};

const rows = new Map(PRODUCTS.map((product) => [product.id, rowOf(product)]));
const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(deepFreeze(transcript), charCounts(transcript), DEFAULT_SIGNALS);

/** What a model reads of a message. */
type ModelReading = Pick<ChatMessage, 'role' | 'text' | 'images'> & {
  readonly calls: readonly string[];
  readonly answers: string;
  readonly thinks: string;
};
const readOf = ({ role, text, images, calls, callId = '', reasoning = '' }: ChatMessage): ModelReading => ({
  role,
  text,
  images,
  calls: calls.map(({ id, args }) => `${id} ${args}`),
  answers: callId,
  thinks: reasoning,
});
const says = ({ text, images, calls, answers, thinks }: ModelReading): boolean => text + calls.join('') + answers + thinks !== '' || images > 0;
const read = (messages: readonly ChatMessage[]): ModelReading[] => messages.map(readOf).filter(says);

/** The conversation that the product leaves. What it puts inside a message of the transcript is behind what stays of it before. */
function left({ chat, fates, edits, inserted }: ProductCompaction): ChatMessage[] {
  const out: ChatMessage[] = [];
  const put = (at: number): ChatMessage[] =>
    inserted.flatMap(({ before, role, content }) =>
      before === at ? [{ role, text: 'text' in content ? content.text : SUMMARY, calls: [], images: 0 }] : [],
    );
  for (let c = 0; c < fates.length; ) {
    const { message } = chat.origins[c]!;
    const stay: ChatMessage[] = [];
    const behind: ChatMessage[] = [];
    for (; chat.origins[c]?.message === message; c++) {
      (stay.length > 0 ? behind : out).push(...put(c));
      if (fates[c] === 'keep') stay.push(chat.messages[c]!);
      else if (fates[c] === 'edit') stay.push(edits.get(c)!);
    }
    out.push(...stay, ...behind);
  }
  return [...out, ...put(fates.length)];
}

/** The fate of each message of the transcript by the fates of the chat messages that it consists of. */
function fatesOf({ chat, fates }: ProductCompaction, n: number): string[] {
  const of = Array.from({ length: n }, () => new Set<string>());
  chat.origins.forEach(({ message }, c) => {
    of[message]!.add(fates[c]!);
  });
  return of.map((all) => {
    if (all.size === 1) return all.has('summarise') ? 'summarize' : [...all][0]!;
    if (all.has('keep') || all.has('edit')) return 'edit';
    return 'summarize';
  });
}

const valuesOfRow = ({ defaults, row }: Product): Values => ({ ...defaults, ...row }) as Values;

function planOf(product: Product, input: PreparedTranscript, params: Values, window: number) {
  return rows.get(product.id)!.plan(input, { summaryMaxTokens: 2000, ...params }, contextOf({ own: true, window }));
}

/** Compares the row with what the library says of the product. */
function compare(product: Product, input: PreparedTranscript, params: Values, window: number): void {
  const outcome = compactAs(input.transcript, product.id, { params, window, count: (text) => input.counts.text(text) });
  const plan = planOf(product, input, params, window);
  expect(Array.from(plan.fates, (fate) => FATES[fate])).toEqual(fatesOf(outcome, input.n));
  expect(plan.edits.size).toBe(plan.fates.filter((fate) => FATES[fate] === 'edit').length);
  expect(plan.summaries.length > 0 && product.summaries === undefined, 'a summary that it does not declare').toBe(false);
  for (const { members, headings, style } of plan.summaries) {
    expect(members.length).toBeGreaterThan(0);
    expect(style).toBe(headings ? 'sections' : 'plain');
  }
  const result = compactNow(input, rows.get(product.id)!, {
    ...contextOf({ own: true, window }),
    params: { summaryMaxTokens: 2000, ...params },
    summarizer,
  });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  const context: readonly Message[] = result.context();
  expect(read(chatOf(context).messages)).toEqual(read(left(outcome)));
}

const someWindow = fc.constantFrom(2, 8000, 32_000, 200_000);

/** Any allowed value, the edges among them. */
function someValue(param: Param): fc.Arbitrary<number | boolean | string> {
  switch (param.kind) {
    case 'number': {
      const { min, max, step } = param;
      const small = fc.nat(60).map((k) => Math.min(max, Number((min + k * step).toFixed(6))));
      return fc.oneof(
        fc.constantFrom(min, max, param.default),
        small,
        fc.nat(Math.floor((max - min) / step)).map((k) => Math.min(max, Number((min + k * step).toFixed(6)))),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...param.options);
    default:
      return fc.constantFrom('', 'all', 'Bash', 'Bash,read_file', ' , ', '*');
  }
}
const valuesOf = (params: ParamSchema): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(Object.entries(params).map(([name, param]) => [name, someValue(param)])));

const talk = fc.oneof(transcripts(20), richTranscripts());

describe.each(PRODUCTS.map((product) => [product.id, product] as const))('%s', (_id, product) => {
  test('as shipped the row has the product’s fates and texts, whatever its parameters', () => {
    fc.assert(
      fc.property(talk, someWindow, valuesOf(product.params), (transcript, window, params) => {
        compare(product, preparedFrom(transcript), params, window);
      }),
      { numRuns: runs(100) },
    );
  });

  test('the row plans the same twice, as shipped and repaired', () => {
    fc.assert(
      fc.property(talk, someWindow, valuesOf(product.params), fc.boolean(), (transcript, window, params, repaired) => {
        const [one, two] = [0, 1].map(() => {
          const { fates, edits, insertions, summaries, unchanged, asShipped } = planOf(
            product,
            preparedFrom(transcript),
            { ...params, repaired } as Values,
            window,
          );
          const parts = Array.from(fates.keys(), (i) => edits.get(i));
          return { fates, parts, insertions, unchanged, asShipped, summaries: summaries.map((summary) => ({ ...summary })) };
        });
        expect(two).toEqual(one);
        expect(one!.asShipped ?? false).toBe(!repaired && one!.unchanged === undefined);
      }),
      { numRuns: runs(20) },
    );
  });
});

const files = someSharedFiles();
describe.skipIf(files.length === 0)('as shipped on real transcripts the row has the product’s fates and texts', () => {
  it.each(files.map((file) => [file.file, file] as const))(
    '%s',
    (_name, file) => {
      const parsed = parseTranscript(file.bytes(), { name: file.file });
      if (!parsed.ok) {
        expect(parsed.error.message).not.toBe('');
        return;
      }
      const conversations = someConversations(conversationsOf(parsed.value));
      expect(conversations.length).toBeGreaterThan(0);
      for (const { transcript } of conversations) {
        const input = preparedFrom(transcript);
        for (const product of PRODUCTS) compare(product, input, valuesOfRow(product), 32_000);
      }
    },
    600_000,
  );
});

/** A long session with everything in it, more than any product leaves as it is. */
const long = preparedFrom({
  id: 'long',
  format: 'playground',
  tools: [],
  messages: Array.from({ length: 300 }, (_, k): Message => {
    const id = `m${k}`;
    const text = { type: 'text' as const, text: `words of message ${k} ${'and more '.repeat(200)}` };
    if (k % 5 === 0) return { id, role: 'user', parts: [text] };
    if (k % 2 === 0) return { id, role: 'tool', parts: [{ type: 'tool-result', callId: `c${k - 1}`, content: [text] }] };
    return { id, role: 'assistant', parts: k % 5 === 4 ? [text] : [text, { type: 'tool-call', id: `c${k}`, name: 'Bash', args: '{}' }] };
  }),
  compactions: [],
  branches: [],
  subagents: [],
});

test('a product declares summaries exactly where it asks for one', () => {
  const asking = PRODUCTS.filter((product) => planOf(product, long, valuesOfRow(product), 32_000).summaries.length > 0);
  expect(asking.map(({ id }) => id)).toEqual(PRODUCTS.filter(({ summaries }) => summaries !== undefined).map(({ id }) => id));
});
