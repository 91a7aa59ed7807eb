/** The examples of docs/measures.md are true. */
import { describe, expect, test } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { FATE_LETTERS, type Plan } from '../strategies/contract.ts';
import { contextOf } from '../testing/plans.ts';
import { preparedSession } from '../testing/sessions.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message, Part } from '../transcript/types.ts';
import { decayNow } from '../decay/decay-rounds.ts';
import { preparedPart } from '../recall/recall-cuts.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { Checkpoint } from '../recall/recall-kept.ts';
import { needsOf } from '../recall/needs.ts';
import { independentAt } from '../recall/independent-at.ts';
import { sum } from '../recall/recall-values.ts';
import { skillOf } from '../recall/recall.ts';
import { breakEven, costOf } from './shared/costs.ts';
import { measures } from './index.ts';
import { measureAll, measured } from './run/measured-values.ts';
import { efficiency } from './shared/define.ts';
import type { Example, ExampleMessage, SessionExample } from './shared/example.ts';
import { exampleOf } from './testing/examples.ts';

function partsOf(message: ExampleMessage, i: number, text = message.text): Part[] {
  if (message.role === 'tool') return [{ type: 'tool-result', callId: `c${i - 1}`, content: [{ type: 'text', text }] }];
  const said: Part[] = text === '' ? [] : [{ type: 'text', text }];
  return message.call ? [...said, { type: 'tool-call', id: `c${i}`, name: message.call.name, args: JSON.stringify(message.call.args) }] : said;
}

function preparedFrom(messages: readonly ExampleMessage[]): PreparedTranscript {
  return preparedSession({
    id: 'example',
    format: 'playground',
    tools: [],
    messages: messages.map((message, i): Message => ({ id: `m${i}`, role: message.role, parts: partsOf(message, i) })),
    compactions: [],
    branches: [],
    subagents: [],
  });
}

/** The example's fates, applied without the help of a strategy. */
function resultOf({ messages, inserted }: SessionExample, before: PreparedTranscript): CompactionResult {
  const plan: Plan = {
    fates: Uint8Array.from(messages, ({ fate }) => FATE_LETTERS.indexOf(fate)),
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(messages.flatMap((message, i) => (message.becomes === undefined ? [] : [[i, partsOf(message, i, message.becomes)]]))),
    summaries: [],
    insertions: inserted ? [{ before: inserted.before, role: 'user', content: { text: inserted.text } }] : [],
  };
  const strategy = {
    id: 'example',
    family: 'removal' as const,
    source: { seed: 'own' as const },
    kind: 'strategy' as const,
    params: {},
    plan: () => plan,
  };
  const after = compactNow(before, strategy, { ...contextOf({ target: 20 }), params: {}, summarizer: countingSummarizer() });
  if (after instanceof Promise) throw new Error('expected an answer at once');
  expect(after.outcome).toBe('compacted');
  return after;
}

/** What a strategy left of the messages up to the future, and what it needed. */
function futureOf(example: SessionExample): unknown {
  const base = preparedFrom(example.messages);
  const past = example.messages.filter(({ fate }) => fate !== 'F');
  const sources = contextBefore(base, past.length);
  const needs = needsOf(base, { sources, at: past.length, end: base.n, reasoningSeen: true });
  const prefix = preparedPart(base, sources);
  const result = resultOf({ ...example, messages: past }, prefix);
  const { there, bound } = new Checkpoint(prefix, needs, true).keptIn({ ...result, fates: result.plan.fates });
  const [kept, standing] = [sum(there.subarray(0, needs.needed)), sum(bound)];
  const { seen, needed, reRead } = needs;
  const left = result.tokensAfter / result.tokensBefore;
  const independent = independentAt(base, { at: past.length, end: base.n }, () => result);
  return { future: { independent, left, seen, needed, reRead, kept, bound: standing, recall: kept / needed, binding: standing / kept } };
}

/** The value at a path such as `values.facts.all.lost`. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((found: unknown, key) => (found as Readonly<Record<string, unknown>> | null)?.[key], value);

type Numbers = Readonly<Record<string, number>>;
const pricesOf = ({ read = 0, write = 0 }: Numbers) => ({ currency: 'USD', input: 1, cacheRead: read, cacheWrite: write, output: 5 }) as const;
const score = (input: Numbers): number => efficiency(input as unknown as Parameters<typeof efficiency>[0]);
const FORMULAS: Readonly<Record<string, (input: Numbers) => number | null>> = {
  'recall-skill': ({ recall, random, oracle }) => skillOf(recall!, random!, oracle!),
  'token-reduction': score,
  preservation: score,
  efficiency: score,
  cost: (input) => costOf({ input: 0, cacheRead: input.cached!, cacheWrite: input.written!, output: 0 }, pricesOf(input)) / 1e6 + input.summaries!,
  'break-even': (input) => breakEven('anthropic', pricesOf(input), input.summaries!, input.before!, input.after!, input.prefix!),
};

function check(found: unknown, expected: Readonly<Record<string, number | null>>): void {
  for (const [path, value] of Object.entries(expected)) {
    const is = at(found, path);
    expect(typeof is === 'number' ? Math.round(is * 1e4) / 1e4 : is, path).toBe(value);
  }
}

const EXAMPLES: readonly (readonly [string, Example | undefined])[] = await Promise.all(
  measures.map(async (measure) => [measure.id, await exampleOf(measure)] as const),
);

describe('worked examples', () => {
  test('every measure has one but the clock', () => {
    expect(EXAMPLES.flatMap(([id, example]) => (example ? [] : [id]))).toEqual(['time']);
  });

  test.each(EXAMPLES.flatMap(([id, example]) => (example ? [[id, example] as const] : [])))('%s', (id, example) => {
    if ('strategy' in example) {
      const { strategy, target, messages } = example;
      const options = { window: 128_000, target, own: false, weight: 0.6, seed: 1, rules: 'openai-chat', summarizer: countingSummarizer() } as const;
      const decay = decayNow(preparedFrom(messages), { key: strategy, strategy, params: {} }, options);
      if (decay instanceof Promise) throw new Error('expected an answer at once');
      check(decay.rounds, example.expected);
      return;
    }
    if ('messages' in example) {
      if (example.messages.some(({ fate }) => fate === 'F')) {
        check(futureOf(example), example.expected);
        return;
      }
      const before = preparedFrom(example.messages);
      const after = resultOf(example, before);
      const row = {
        ...measureAll(before, after, { weight: 0.6, rules: 'openai-chat' }),
      };
      const introduced = row.violations?.filter(({ original }) => !original).length ?? null;
      const found = measured(before, after, { pricing: { unknown: { key: 'measure-no-model' } } });
      check({ ...found, result: after, row: { ...row, introduced } }, example.expected);
      return;
    }
    expect(FORMULAS[id]?.(example.input)).toBeCloseTo(example.expected, 4);
  });
});
