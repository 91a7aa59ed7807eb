/** Each rule of each provider, violated by a request that is small enough to read. */
import { describe, expect, test } from 'vitest';
import { layoutOf } from '../compaction/repair.ts';
import { compactNow } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { compareRow } from '../compare.ts';
import { bindsThinking, ruleSetOf, ruleSetsOf, type RuleSetId } from '../formats/contract.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { FATE_LETTERS, type Plan } from '../strategies/contract.ts';
import { answer, assistant, call, contextOf, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { letterPlan } from '../testing/letter-plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Part } from '../transcript/types.ts';
import { measureAll, measured } from './run/measured-values.ts';
import { originalViolations, validityByProvider } from './request.ts';

const rulesOf = (rules: RuleSetId, said: readonly MessageSpec[]): string[] =>
  originalViolations(preparedOf(said), rules).map((v) => `${v.rule} ${v.message}`);

/** With other parts in some messages. */
function withParts(p: PreparedTranscript, parts: Readonly<Record<number, readonly Part[]>>): PreparedTranscript {
  const messages = p.messages.map((message, i) => ({ ...message, parts: parts[i] ?? message.parts }));
  return prepare({ ...p.transcript, messages }, p.counts, p.settings);
}

const say = (text: string): Part => ({ type: 'text', text });
const thought = (text: string): Part => ({ type: 'reasoning', text, signature: 's' });
const item = (text: string): Part => ({ type: 'reasoning', text, encrypted: 'e' });

/** Fates as letters, without a repair: the format asks for none. */
function resultOf(p: PreparedTranscript, letters: string, edits: Readonly<Record<number, readonly Part[]>> = {}): CompactionResult {
  const plan: Plan = {
    fates: Uint8Array.from(letters, (l) => FATE_LETTERS.indexOf(l)),
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(Object.entries(edits).map(([i, parts]) => [Number(i), parts])),
    summaries: [],
    insertions: [],
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

const broken = (rules: RuleSetId, p: PreparedTranscript, result: CompactionResult, model?: string): string[] =>
  (measureAll(p, result, { weight: 0.6, rules, ...(model ? { model } : {}) }).violations ?? []).map((v) => `${v.rule} ${v.message}`);

test('a result that came late in the recording is its own, whatever the request breaks with it', () => {
  const p = preparedOf([user(9), call(9, 'a'), user(9), assistant(9), user(9), answer(9, 'a'), assistant(9), user(9)]);
  const left = (letters: string): string[] =>
    (measureAll(p, resultOf(p, letters), { weight: 0.6, rules: 'anthropic' }).violations ?? []).map((v) => `${v.rule} ${v.original}`);
  expect(left('KKKDDKKK')).toEqual(['anthropic-result-not-first true']);
  expect(left('KKKKKKDK')).toEqual(['anthropic-call-unanswered true', 'anthropic-result-without-call true']);
});

describe('OpenAI Responses', () => {
  test('every call has its output somewhere after it, every output its call before it', () => {
    expect(rulesOf('openai-responses', [user(9), call(9, 'a', 'b'), user(9), answer(9, 'b'), answer(9, 'a'), assistant(9)])).toEqual([]);
    expect(rulesOf('openai-responses', [user(9), call(9, 'a', 'b'), answer(9, 'a'), assistant(9)])).toEqual(['responses-call-unanswered 1']);
    expect(rulesOf('openai-responses', [user(9), answer(9, 'a'), call(9, 'a')])).toEqual([
      'responses-output-without-call 1',
      'responses-call-unanswered 2',
    ]);
  });

  test('any message may come first, and none need have content', () => {
    expect(rulesOf('openai-responses', [assistant(9), assistant(9, ''), user(9, '')])).toEqual([]);
  });

  test('reasoning is followed by the item that it led to', () => {
    const p = preparedOf([user(9), assistant(9), assistant(9), user(9)]);
    const rules = (parts: Readonly<Record<number, readonly Part[]>>): string[] =>
      originalViolations(withParts(p, parts), 'openai-responses').map((v) => `${v.rule} ${v.message}`);
    expect(rules({ 1: [item('hm'), say('so')] })).toEqual([]);
    expect(rules({ 1: [item('hm')] })).toEqual([]);
    expect(rules({ 2: [say('so'), item('hm')] })).toEqual(['responses-reasoning-alone 2']);
    expect(rules({ 1: [item('hm')], 2: [] })).toEqual(['responses-reasoning-alone 1']);
  });

  test('what reasoning led to is not sent without it', () => {
    const p = withParts(preparedOf([user(90), assistant(90), user(90), assistant(90), user(90)]), { 1: [item('hm'), say('so')] });
    expect(broken('openai-responses', p, resultOf(p, 'KEKKK', { 1: [say('so')] }))).toEqual(['responses-reasoning-missing 1']);
    expect(broken('openai-responses', p, resultOf(p, 'KEKKK', { 1: [item('hm'), say('s')] }))).toEqual([]);
    expect(broken('openai-responses', p, resultOf(p, 'KDKKK'))).toEqual([]);
  });
});

describe('Gemini', () => {
  test('the user first', () => {
    expect(rulesOf('gemini', [system(9), user(9), assistant(9)])).toEqual([]);
    expect(rulesOf('gemini', [system(9), assistant(9), user(9)])).toEqual(['gemini-first-user 1']);
  });

  test('a call only after the user or a response', () => {
    expect(rulesOf('gemini', [user(9), call(9, 'a'), answer(9, 'a'), call(9, 'b'), answer(9, 'b'), assistant(9)])).toEqual([]);
    expect(rulesOf('gemini', [user(9), assistant(9), call(9, 'a'), answer(9, 'a')])).toEqual(['gemini-call-not-after-user 2']);
    expect(rulesOf('gemini', [user(9), assistant(9), system(9), call(9, 'a'), answer(9, 'a')])).toEqual(['gemini-call-not-after-user 3']);
    expect(rulesOf('gemini', [user(9), assistant(9), assistant(9), user(9)])).toEqual([]);
  });

  test('as many responses as calls, directly after them', () => {
    expect(rulesOf('gemini', [user(9), call(9, 'a', 'b'), answer(9, 'b'), answer(9, 'a')])).toEqual([]);
    expect(rulesOf('gemini', [user(9), call(9, 'a', 'b'), answer(9, 'b'), user(9)])).toEqual(['gemini-responses-missing 1']);
    expect(rulesOf('gemini', [user(9), call(9, 'a'), user(9), answer(9, 'a')])).toEqual([
      'gemini-responses-missing 1',
      'gemini-response-without-call 3',
    ]);
    expect(rulesOf('gemini', [user(9), call(9, 'a')])).toEqual(['gemini-responses-missing 1']);
    expect(rulesOf('gemini', [user(9), call(9, 'a'), answer(9, 'a'), answer(9, 'x')])).toEqual(['gemini-response-without-call 3']);
  });

  test('arguments are an object, and nothing is empty', () => {
    const p = preparedOf([user(9), call(9, 'a'), answer(9, 'a')]);
    const args = (text: string): string[] =>
      originalViolations(withParts(p, { 1: [{ type: 'tool-call', id: 'a', name: 'run', args: text }] }), 'gemini').map((v) => v.rule);
    expect(args('{}')).toEqual([]);
    expect(args('[1]')).toEqual(['gemini-args-not-object']);
    expect(args('*** Begin Patch')).toEqual(['gemini-args-not-object']);
    expect(rulesOf('gemini', [user(9, ''), assistant(9, ' '), user(9)])).toEqual(['gemini-empty-content 0']);
  });
});

describe('Anthropic, texts', () => {
  const p = preparedOf([user(90), assistant(90), user(90), assistant(90), user(90)]);
  const rules = (parts: Readonly<Record<number, readonly Part[]>>): string[] =>
    originalViolations(withParts(p, parts), 'anthropic').map((v) => `${v.rule} ${v.message}`);

  test('none of white space alone', () => {
    expect(rules({ 1: [say('\n'), say('so')], 2: [say('go'), say(' ')] })).toEqual(['anthropic-blank-text 1', 'anthropic-blank-text 2']);
    expect(rules({ 2: [say(' ')] })).toEqual(['anthropic-empty-content 2']);
    expect(rules({ 1: [say('')], 3: [say('so\n')] })).toEqual(['anthropic-empty-content 1']);
  });

  test('no half of a surrogate pair, in texts, thinking, arguments and results', () => {
    const result: Part = { type: 'tool-result', callId: 'a', content: [{ type: 'text', text: 'x\ud83d' }] };
    const tool: Part = { type: 'tool-call', id: 'a', name: 'f', args: '{}' };
    expect(rules({ 0: [say('😀')], 1: [thought('\ude00'), say('so'), tool], 2: [result, say('\ude00\ud83d')] })).toEqual([
      'anthropic-lone-surrogate 1',
      'anthropic-lone-surrogate 2',
    ]);
    expect(originalViolations(withParts(p, { 2: [say('\ud83d')] }), 'openai-chat')).toEqual([]);
  });

  test('a final answer does not end in white space', () => {
    const talk = preparedOf([user(90), assistant(90), user(90), assistant(90), assistant(90)]);
    const ends = withParts(talk, { 1: [say('one\n')], 3: [say('two\n')], 4: [say('three')] });
    expect(originalViolations(ends, 'anthropic')).toEqual([]);
    // Whoever takes out what follows makes an answer the last one.
    expect(broken('anthropic', ends, resultOf(ends, 'KKKKD'))).toEqual(['anthropic-final-space 3']);
    expect(broken('anthropic', ends, resultOf(ends, 'KKKED', { 3: [say('two')] }))).toEqual([]);
    expect(broken('anthropic', ends, resultOf(ends, 'KKKKE', { 4: [say('three ')] }))).toEqual(['anthropic-final-space 4']);
  });

  test('an edit that took out the half pair breaks nothing, also where it keeps the shape', () => {
    const torn = withParts(p, { 2: [say('x\ud83d')] });
    const result = resultOf(torn, 'KKEKK', { 2: [say('x')] });
    const edits = Object.assign(new Map(result.plan.edits as Map<number, readonly Part[]>), { keepsShape: true as const });
    const shaped: CompactionResult = { ...result, plan: { ...result.plan, edits } };
    expect(broken('anthropic', torn, result)).toEqual([]);
    expect(broken('anthropic', torn, shaped)).toEqual([]);
  });
});

describe('Anthropic, models with preserved thinking', () => {
  const talk = withParts(preparedOf([user(90), assistant(90), user(90), assistant(90), user(90), assistant(90), assistant(90)]), {
    1: [thought('one'), say('a')],
    3: [thought('two'), say('b')],
    5: [thought('three'), say('c')],
  });

  test('thinking before which something has changed', () => {
    const bound = (letters: string, edits?: Readonly<Record<number, readonly Part[]>>): string[] =>
      broken('anthropic', talk, resultOf(talk, letters, edits), 'claude-opus-5-5');
    // A message's own thinking is before the rest of it.
    expect(bound('KEKKKKK', { 1: [thought('one'), say('')] })).toEqual(['anthropic-thinking-invalidated 3']);
    expect(bound('KEKEKKK', { 1: [thought('one'), say('')], 3: [say('b')] })).toEqual([]);
    expect(bound('KKDKKKK')).toEqual(['anthropic-thinking-invalidated 3']);
    // That of the last turn must come back as it was: a warning, not a violation.
    expect(bound('KKKKKKD')).toEqual([]);
    expect(bound('KDDDKKK')).toEqual([]);
  });

  test('earlier models look at each block for itself', () => {
    expect(broken('anthropic', talk, resultOf(talk, 'KKDKKKK'), 'claude-opus-4-5')).toEqual([]);
    expect(broken('gemini', talk, resultOf(talk, 'KKDKKKK'), 'claude-opus-5-5')).toEqual([]);
  });
});

describe('what of a violation is told', () => {
  const found = (rules: RuleSetId, p: PreparedTranscript, result: CompactionResult, model?: string) =>
    (measureAll(p, result, { weight: 0.6, rules, ...(model ? { model } : {}) }).violations ?? []).map(
      ({ rule, position, message, original, reason }) => [rule, position, message, original, reason.values?.count],
    );

  test('who comes first belongs to the whole request, all else to its message', () => {
    const p = preparedOf([assistant(90), user(90), assistant(90), call(90, 'a'), user(90), call(90, 'b'), answer(90, 'b'), assistant(90), user(90)]);
    expect(found('anthropic', p, resultOf(p, 'DDKKKKKKK'))).toEqual([
      ['anthropic-first-user', 0, 2, true, 1],
      ['anthropic-call-unanswered', 1, 3, true, 1],
    ]);
    // The runner would not let a call without its result through.
    const torn: CompactionResult = { ...resultOf(p, 'DKKKKKKKK'), plan: letterPlan('DKKDKKDKK'), layout: layoutOf(p, letterPlan('DKKDKKDKK')) };
    expect(found('anthropic', p, torn)).toEqual([['anthropic-call-unanswered', 3, 5, false, 1]]);
  });

  test('what was put in has no message', () => {
    const p = preparedOf([user(90), assistant(90), user(90)]);
    const result = resultOf(p, 'DKK');
    const insertions = [{ before: 0, role: 'assistant', content: { text: 'Before.' } }] as const;
    const plan: Plan = { ...result.plan, insertions };
    const [one] = measureAll(p, { ...result, plan, layout: layoutOf(p, plan) }, { weight: 0.6, rules: 'anthropic' }).violations!;
    expect(one).toMatchObject({
      rule: 'anthropic-first-user',
      position: 0,
      message: -1,
      reason: { values: { position: 1, message: '—', count: 1 } },
    });
  });

  test('changed thinking: its position in the request, for text, signature and encrypted content', () => {
    const signed = (text: string, more: object): Part => ({ type: 'reasoning', text, ...more });
    const own: readonly Part[] = [signed('hm', { signature: 's', encrypted: 'e' }), say('so')];
    const p = withParts(preparedOf([user(90), assistant(90), user(90), assistant(90), assistant(90)]), { 3: own });
    const edited = (parts: readonly Part[]) => found('anthropic', p, resultOf(p, 'KDKEK', { 3: parts }));
    expect(edited([own[0]!, say('s')])).toEqual([]);
    for (const changed of [signed('hm', { encrypted: 'e' }), signed('hm', { signature: 's' }), signed('h', { signature: 's', encrypted: 'e' })])
      expect(edited([changed, say('so')])).toEqual([['anthropic-thinking-changed', 2, 3, false, 1]]);
    // An edit of the last user's message is looked at too, and an edit without parts has none of it.
    expect(edited([])).toContainEqual(['anthropic-thinking-changed', 2, 3, false, 1]);
    const shaped = resultOf(p, 'KDKEK', { 3: [say('so')] });
    const edits = Object.assign(new Map(shaped.plan.edits as Map<number, readonly Part[]>), { keepsShape: true as const });
    expect(found('anthropic', p, { ...shaped, plan: { ...shaped.plan, edits } })).toEqual([]);
  });

  test('bound thinking: how many blocks, behind an insertion too, but not where it was taken out', () => {
    const p = withParts(preparedOf([user(90), assistant(90), user(90), assistant(90), user(90), assistant(90)]), {
      1: [thought('one'), thought('two'), say('a')],
      3: [thought('three'), say('b'), { type: 'reasoning', text: 'no thinking of the provider' }, say('c')],
    });
    const bound = (letters: string, edits?: Readonly<Record<number, readonly Part[]>>) =>
      found('anthropic', p, resultOf(p, letters, edits), 'claude-opus-5-5');
    expect(bound('DKKKKK')).toContainEqual(['anthropic-thinking-invalidated', 0, 1, false, 2]);
    expect(bound('DKKKKK')).toContainEqual(['anthropic-thinking-invalidated', 2, 3, false, 1]);
    expect(bound('KDKOKK', { 3: [thought('three'), say('x')] })).toEqual([['anthropic-thinking-invalidated', 2, 3, false, 1]]);
    expect(bound('KDKOKK', { 3: [say('x')] })).toEqual([]);
    expect(bound('KDDDKK')).toEqual([]);
    const result = resultOf(p, 'KKKKKD');
    const plan: Plan = { ...result.plan, insertions: [{ before: 2, role: 'user', content: { text: 'Between.' } }] };
    const inserted: CompactionResult = { ...result, plan, layout: layoutOf(p, plan) };
    expect(found('anthropic', p, inserted, 'claude-opus-5-5')).toEqual([['anthropic-thinking-invalidated', 4, 3, false, 1]]);
    const bare = { ...plan, edits: Object.assign(new Map(), { bare: (i: number) => i === 3 }) };
    expect(found('anthropic', p, { ...inserted, plan: bare }, 'claude-opus-5-5')).toEqual([]);
    // Without another model in use, that of the recording counts.
    const recorded = { ...p, transcript: { ...p.transcript, model: 'claude-opus-5-5' } };
    expect(found('anthropic', recorded, inserted)).toHaveLength(1);
    expect(found('anthropic', recorded, inserted, 'claude-opus-4-5')).toEqual([]);
    const all = (model?: string) =>
      measured(p, inserted, { pricing: { unknown: { key: 'measure-no-model' } }, ...(model && { model }) }).measures.validity!.anthropic;
    expect([all(), all('claude-opus-5-5')].map((violations) => violations.length)).toEqual([0, 1]);
  });

  test('missing reasoning: how many items, unless what they led to is gone as well', () => {
    const p = withParts(preparedOf([user(90), assistant(90), user(90), assistant(90), user(90)]), {
      3: [item('one'), say('a'), item('two'), say('b'), item('three')],
    });
    const missing = (fate: string, parts: readonly Part[]) => found('openai-responses', p, resultOf(p, `KDK${fate}K`, { 3: parts }));
    expect(missing('E', [say('a'), say('b')])).toEqual([['responses-reasoning-missing', 2, 3, false, 2]]);
    expect(missing('O', [item('one'), say('a')])).toEqual([['responses-reasoning-missing', 2, 3, false, 1]]);
    expect(missing('E', [item('one'), item('two'), say('a')])).toEqual([]);
    expect(missing('E', [])).toEqual([]);
    // Reasoning of other providers has nothing encrypted.
    const q = withParts(p, { 3: [thought('one'), say('a')] });
    expect(found('openai-responses', q, resultOf(q, 'KDKEK', { 3: [say('a')] }))).toEqual([]);
  });
});

describe('a request without messages', () => {
  const PROVIDERS = ['openai-chat', 'anthropic', 'gemini'] as const;

  test('no provider takes one; two count the system’s outside', () => {
    expect(PROVIDERS.map((rules) => rulesOf(rules, []))).toEqual([
      ['openai-no-messages -1'],
      ['anthropic-no-messages -1'],
      ['gemini-no-messages -1'],
    ]);
    expect(PROVIDERS.map((rules) => rulesOf(rules, [system(9)]))).toEqual([[], ['anthropic-no-messages -1'], ['gemini-no-messages -1']]);
    expect(PROVIDERS.map((rules) => rulesOf(rules, [system(9), user(9)]))).toEqual([[], [], []]);
  });

  test('a product that keeps nothing makes one', () => {
    const compacted = (said: readonly MessageSpec[], rules: RuleSetId) => {
      const row = { key: 'langchain-trim', strategy: 'langchain-trim', params: {} };
      const options = { window: 10_000, target: 20, own: false, weight: 0.6, seed: 1, rules, summarizer: countingSummarizer() };
      const made = compareRow(preparedOf(said), row, options);
      if (made instanceof Promise) throw new Error('expected an answer at once');
      return made.measures?.violations?.map(({ rule, message, original, reason }) => [rule, message, original, reason.values!.message]);
    };
    const talk = [user(900), assistant(900)];
    expect(compacted(talk, 'openai-chat')).toEqual([['openai-no-messages', -1, false, '—']]);
    expect(compacted(talk, 'anthropic')).toEqual([['anthropic-no-messages', -1, false, '—']]);
    // A recording without a message of the conversation has it already.
    expect(compacted([system(900), system(900)], 'gemini')).toEqual([['gemini-no-messages', -1, true, '—']]);
  });
});

test('by every provider at once: the same as one by one', () => {
  const p = preparedOf([user(90), assistant(90), call(90, 'a'), answer(90, 'a'), user(90), assistant(90)]);
  const result = resultOf(p, 'DKKKKK');
  const found = validityByProvider(p, result);
  expect(found.openaiChat).toEqual([]);
  expect(found.openaiResponses).toEqual([]);
  expect(found.anthropic).toMatchObject([{ rule: 'anthropic-first-user', position: 0, message: 1, original: false }]);
  expect(found.gemini).toMatchObject([
    { rule: 'gemini-first-user', position: 0, message: 1, original: false },
    { rule: 'gemini-call-not-after-user', position: 1, message: 2, original: true },
  ]);
  expect(measured(p, resultOf(p, 'KKKKKK'), { pricing: { unknown: { key: 'measure-no-model' } } }).measures.validity).toBeNull();
});

describe('whose rules', () => {
  const of = (format: string, model?: string): RuleSetId => ruleSetOf({ format, ...(model ? { model } : {}) });

  test('of the model where its provider has some of its own, else of the format', () => {
    expect(of('gemini-cli')).toBe('gemini');
    expect(of('pi', 'google/gemini-2.5-pro')).toBe('gemini');
    expect(of('codex-rollout', 'gpt-5.2-codex')).toBe('openai-responses');
    expect(of('openai-responses')).toBe('openai-responses');
    expect(of('claude-code', 'gpt-5')).toBe('openai-chat');
    expect(of('anthropic-messages', 'mistral-small')).toBe('anthropic');
    expect(of('text', 'qwen2.5-coder:32b')).toBe('openai-chat');
  });

  test('a compaction holds those of the format too', () => {
    expect(ruleSetsOf({ format: 'anthropic-messages', model: 'gpt-5' })).toEqual(['openai-chat', 'anthropic']);
    expect(ruleSetsOf({ format: 'claude-code', model: 'claude-opus-4-5' })).toEqual(['anthropic']);
    expect(ruleSetsOf({ format: 'pi' }, 'gemini-2.5-pro')).toEqual(['gemini']);
  });

  test('models that bind their thinking', () => {
    const binding = ['claude-opus-5-5', 'claude-sonnet-5.5', 'anthropic/claude-haiku-5.5', 'claude-fable-5-1', 'claude-5-5-opus-20260922'];
    expect(binding.filter((model) => !bindsThinking(model))).toEqual([]);
    const others = [
      'claude-opus-5',
      'claude-sonnet-4-5-20250929',
      'claude-fable-5',
      'claude-opus-4-20250514',
      'claude-3-7-sonnet',
      'gpt-5.5',
      '',
      null,
    ];
    expect(others.filter(bindsThinking)).toEqual([]);
  });
});
