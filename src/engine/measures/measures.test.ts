import { describe, expect, test } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { FATE_LETTERS, type Plan } from '../strategies/contract.ts';
import { answer, assistant, call, contextOf, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message, Part } from '../transcript/types.ts';
import type { RuleSetId } from './contract.ts';
import { efficiency } from './shared/define.ts';
import { measureAll } from './run/measured-values.ts';
import { ruleSetOf } from '../formats/contract.ts';
import { originalViolations } from './request.ts';

/** Fates as letters, applied without the help of a strategy. `edits`: new parts by message. */
function resultOf(
  p: PreparedTranscript,
  letters: string,
  edits: Record<number, readonly Part[]> = {},
  note?: { before: number; text: string },
): CompactionResult {
  const plan: Plan = {
    fates: Uint8Array.from(letters, (l) => FATE_LETTERS.indexOf(l)),
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(Object.entries(edits).map(([i, parts]) => [Number(i), parts])),
    summaries: [],
    insertions: note ? [{ before: note.before, role: 'user', content: { text: note.text } }] : [],
  };
  const strategy = {
    id: 'test',
    family: 'removal' as const,
    source: { seed: 'own' as const },
    kind: 'strategy' as const,
    params: {},
    plan: () => plan,
  };
  const result = compactNow(p, strategy, { ...contextOf({ target: 1 }), params: {}, summarizer: countingSummarizer() });
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

const options = { weight: 0.6, rules: 'openai-chat' as RuleSetId };

describe('efficiency', () => {
  test("the seed's worked case", () => {
    const before = { tokensBefore: 9000, messagesBefore: 15 };
    expect(efficiency({ ...before, tokensAfter: 6200, retained: 12 })).toBeCloseTo(0.5067, 4);
    expect(efficiency({ ...before, tokensAfter: 5800, retained: 10 })).toBeCloseTo(0.48, 4);
  });

  test('the weight moves between its two halves', () => {
    const input = { tokensBefore: 1000, tokensAfter: 250, messagesBefore: 10, retained: 4 };
    expect(efficiency({ ...input, weight: 1 })).toBe(0.75);
    expect(efficiency({ ...input, weight: 0 })).toBe(0.4);
    expect(efficiency({ ...input, weight: 0.5 })).toBeCloseTo(0.575, 12);
  });

  test('of an original without tokens or messages nothing was reduced, and all of it is preserved', () => {
    const input = { tokensBefore: 1000, tokensAfter: 250, messagesBefore: 10, retained: 4 };
    expect(efficiency({ ...input, tokensBefore: 0, weight: 1 })).toBe(0);
    expect(efficiency({ ...input, messagesBefore: 0, weight: 0 })).toBe(1);
  });

  test('takes no number below 0, none that is not finite, and no weight above 1', () => {
    const input = { tokensBefore: 1000, tokensAfter: 250, messagesBefore: 10, retained: 4 };
    expect(() => efficiency({ ...input, weight: 1.1 })).toThrow(new RangeError('weight: expected a number from 0 to 1, got 1.1'));
    expect(() => efficiency({ ...input, retained: -1 })).toThrow(new RangeError('retained: expected a number from 0, got -1'));
    for (const tokensAfter of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => efficiency({ ...input, tokensAfter })).toThrow(RangeError);
    expect(efficiency({ ...input, tokensAfter: 2000, weight: 1 })).toBe(-1);
  });

  test('an edited message counts the share of its tokens that is left', () => {
    const p = preparedOf([user(100), assistant(104, 'long'), user(100), user(100, 'last')]);
    // 4 overhead + 12 ÷ 4 tokens of text = 7 of 104 are left.
    const values = measureAll(p, resultOf(p, 'KEDK', { 1: [{ type: 'text', text: 'twelve chars' }] }), options);
    expect(values.preservation).toBeCloseTo((2 + 7 / 104) / 4, 12);
    expect(values.tokenReduction).toBeCloseTo(1 - 207 / 404, 12);
    expect(values.efficiency).toBeCloseTo(0.6 * (1 - 207 / 404) + 0.4 * ((2 + 7 / 104) / 4), 12);
    expect(values.messagesByFate).toEqual({ keep: 2, edit: 1, summarize: 0, offload: 0, drop: 1 });
    expect(values.tokensByFate).toEqual({ keep: 200, edit: 104, summarize: 0, offload: 0, drop: 100 });
    expect(values.overTarget).toBe(206);
  });

  test('no scores without a compaction', () => {
    const p = preparedOf([user(100), user(100)]);
    const values = measureAll(p, resultOf(p, 'KK'), options);
    expect([values.tokenReduction, values.preservation, values.efficiency, values.violations]).toEqual([null, null, null, null]);
  });
});

describe('validity', () => {
  const rulesOf = (rules: RuleSetId, said: readonly MessageSpec[]): string[] =>
    originalViolations(preparedOf(said), rules).map((v) => `${v.rule} ${v.message}`);

  test('OpenAI Chat: answered directly after, nothing without a call', () => {
    expect(rulesOf('openai-chat', [user(9), call(9, 'a', 'b'), answer(9, 'b'), answer(9, 'a'), assistant(9)])).toEqual([]);
    expect(rulesOf('openai-chat', [user(9), call(9, 'a', 'b'), answer(9, 'a'), assistant(9)])).toEqual(['openai-call-unanswered 1']);
    expect(rulesOf('openai-chat', [call(9, 'a'), user(9), answer(9, 'a')])).toEqual(['openai-call-unanswered 0', 'openai-result-without-call 2']);
    expect(rulesOf('openai-chat', [user(9), answer(9, 'x')])).toEqual(['openai-result-without-call 1']);
    expect(rulesOf('openai-chat', [call(9, 'a'), answer(9, 'a'), answer(9, 'a')])).toEqual(['openai-result-without-call 2']);
    expect(rulesOf('openai-chat', [user(9), call(9, 'a')])).toEqual(['openai-call-unanswered 1']);
    expect(rulesOf('openai-chat', [user(9, ''), assistant(9, ''), user(9), assistant(9, ' ')])).toEqual(['openai-empty-content 1']);
  });

  test('Anthropic: user first, results in the next user message and before its text', () => {
    expect(rulesOf('anthropic', [system(9), user(9), call(9, 'a'), call(9, 'b'), answer(9, 'a'), answer(9, 'b'), user(9)])).toEqual([]);
    expect(rulesOf('anthropic', [system(9), assistant(9), user(9)])).toEqual(['anthropic-first-user 1']);
    expect(rulesOf('anthropic', [user(9), call(9, 'a', 'b'), answer(9, 'a'), assistant(9)])).toEqual(['anthropic-call-unanswered 1']);
    expect(rulesOf('anthropic', [user(9), call(9, 'a'), user(9), answer(9, 'a')])).toEqual(['anthropic-result-not-first 3']);
    expect(rulesOf('anthropic', [user(9), call(9, 'a'), answer(9, 'a'), assistant(9), answer(9, 'a')])).toEqual(['anthropic-result-without-call 4']);
    expect(rulesOf('anthropic', [user(9), assistant(9, ' \n'), user(9), assistant(9, '')])).toEqual(['anthropic-empty-content 1']);
  });

  test('arguments: JSON for OpenAI, an object for Anthropic', () => {
    const p = preparedOf([user(9), call(9, 'a'), answer(9, 'a')]);
    const withArgs = (args: string): PreparedTranscript => {
      const messages = p.messages.map((m, i): Message => (i === 1 ? { ...m, parts: [{ type: 'tool-call', id: 'a', name: 'run', args }] } : m));
      return prepare({ ...p.transcript, messages }, p.counts, p.settings);
    };
    const rules = (set: RuleSetId, args: string): string[] => originalViolations(withArgs(args), set).map((v) => v.rule);
    expect(rules('openai-chat', '[1]')).toEqual([]);
    expect(rules('openai-chat', '*** Begin Patch')).toEqual(['openai-arguments-not-json']);
    expect(rules('anthropic', '{}')).toEqual([]);
    expect(rules('anthropic', '[1]')).toEqual(['anthropic-input-not-object']);
  });

  test('what the recording broke already is marked', () => {
    const p = preparedOf([user(90), answer(90, 'x'), assistant(90), user(90), assistant(90), user(90)]);
    const result = resultOf(p, 'KKDDKK');
    expect(measureAll(p, result, options).violations).toMatchObject([
      { rule: 'openai-result-without-call', position: 1, message: 1, original: true },
    ]);
    const gone = resultOf(p, 'DDKKKK');
    expect(measureAll(p, gone, { ...options, rules: 'anthropic' }).violations).toMatchObject([
      { rule: 'anthropic-first-user', position: 0, message: 2, original: false, reason: { values: { position: 1, message: 3 } } },
    ]);
  });

  test('insertions count: a summary of the user first makes an assistant second valid', () => {
    const p = preparedOf([user(90), assistant(90), user(90), assistant(90), user(90)]);
    const result = resultOf(p, 'DKKKK', {}, { before: 0, text: 'earlier' });
    expect(measureAll(p, result, { ...options, rules: 'anthropic' }).violations).toEqual([]);
  });

  test('Anthropic: thinking of the last turn must come back as it was', () => {
    const p = preparedOf([user(90), assistant(90), user(90), assistant(90), assistant(90)]);
    const thinking = (text: string): Part => ({ type: 'reasoning', text, signature: 's' });
    const messages = p.messages.map((m): Message => (m.role === 'assistant' ? { ...m, parts: [thinking('hm'), ...m.parts] } : m));
    const q = prepare({ ...p.transcript, messages }, p.counts, p.settings);
    const edited = (i: number, part: Part): Record<number, Part[]> => ({ [i]: [part, { type: 'text', text: 'cut' }] });
    const rules = (letters: string, edits: Record<number, Part[]>): string[] =>
      (measureAll(q, resultOf(q, letters, edits), { ...options, rules: 'anthropic' }).violations ?? []).map((v) => `${v.rule} ${v.message}`);
    expect(rules('KKKEK', edited(3, thinking('hm')))).toEqual([]);
    expect(rules('KKKEK', edited(3, thinking('')))).toEqual(['anthropic-thinking-changed 3']);
    expect(rules('KEKKK', edited(1, thinking('')))).toEqual([]);
  });

  test('whose rules apply: the model’s provider, else the format’s', () => {
    const of = (format: string, model?: string): RuleSetId => ruleSetOf({ ...preparedOf([]).transcript, format, ...(model ? { model } : {}) });
    expect(of('claude-code')).toBe('anthropic');
    expect(of('openai-chat')).toBe('openai-chat');
    expect(of('pi', 'anthropic/claude-opus-4-5')).toBe('anthropic');
    expect(of('claude-code', 'gpt-5')).toBe('openai-chat');
    expect(ruleSetOf({ ...preparedOf([]).transcript, model: 'gpt-5' }, 'claude-haiku-4-5')).toBe('anthropic');
  });
});
