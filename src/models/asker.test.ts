/** Next steps and probes asked of models that answer by rule, over a real connection: every score is known beforehand. */
import { describe, expect, test } from 'vitest';
import { FULL, type AskReport, type OfflineId } from '../engine/ask/contract.ts';
import { type AskPlan, askPlan } from '../engine/ask/ask-plan.ts';
import { askReport, judgeTasks } from '../engine/ask/score.ts';
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { anthropicProblems, chatProblems, geminiProblems } from '../engine/testing/provider-rules.ts';
import { deep } from '../engine/testing/scale.ts';
import { askTasks, asking, type AskResult } from './asker.ts';
import type { EndpointProvider, ModelChoice } from './contract.ts';
import { memoryStore, Queue, type WriteOutcome } from './model-summarizer.ts';
import { askedTalk } from './testing/asked-talk.ts';
import { LAST_CHARACTERS, type Reader } from './testing/readers.ts';
import { KEY, modelServer } from './testing/setup.ts';

const server = modelServer();
const base = askedTalk();
const masking = { secrets: true, emails: false };
const KEEPS = 'middle-removal';
const LOSES = 'oldest-removal';
const CUTS = deep ? 6 : 3;
const SAMPLES = 2;
const settings = {
  window: 200_000,
  target: 0.3,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'openai-chat',
  summarizer: createBuiltIn(),
  masking,
  cuts: CUTS,
  samples: SAMPLES,
} as const;
const rowsOf = (...ids: string[]) => ids.map((id) => ({ key: id, strategy: id, params: {} }));
const planned: Promise<AskPlan> = askPlan(base, rowsOf(KEEPS, LOSES), settings);

const choiceOf = (reader: Reader, provider: EndpointProvider = 'compatible'): ModelChoice => ({
  provider,
  model: `reader-${reader}`,
  baseUrl: `${server.origin}${provider === 'google' ? '/v1beta' : '/v1'}`,
});
const optionsFor = (reader: Reader, provider?: EndpointProvider, store = memoryStore(), signal = new AbortController().signal) => ({
  choice: choiceOf(reader, provider),
  key: () => KEY,
  store,
  queue: new Queue<WriteOutcome>(8),
  signal: () => signal,
  call: { timeoutMs: 10_000, attempts: 1 },
});

type ReportWithAnswers = AskReport & { readonly asked: AskResult };
const told = new Map<Reader, Promise<ReportWithAnswers>>();

async function reportOf(reader: Reader): Promise<ReportWithAnswers> {
  const plan = await planned;
  const asked = await askTasks(plan.tasks, optionsFor(reader));
  return { ...askReport(plan, asked.answers), asked };
}

/** Each reader is asked once. */
function report(reader: Reader): Promise<ReportWithAnswers> {
  const found = told.get(reader) ?? reportOf(reader);
  told.set(reader, found);
  return found;
}
const row = ({ rows }: AskReport, key: string) => rows.find((one) => one.key === key)!;

test('the plan: the list is in every context of one strategy and in none of the other', async () => {
  const { cuts, tasks } = await planned;
  expect(cuts).toHaveLength(CUTS);
  // Three contexts, each with its answers to the next step and one to the questions.
  expect(tasks).toHaveLength(CUTS * 3 * (SAMPLES + 1));
  for (const { recorded, probes, contexts } of cuts) {
    expect(recorded.calls.map(({ name }) => name)).toEqual(['edit_file']);
    expect(new Set(probes.map(({ kind }) => kind))).toEqual(new Set(['decision', 'value', 'rule']));
    expect(contexts[0]!.there.every(Boolean)).toBe(true);
    expect(contexts.find((context) => context.row === LOSES)!.there.some(Boolean)).toBe(false);
  }
});

test('a perfect reader agrees wherever the list is, says what is gone, and makes nothing up', async () => {
  const found = await report('perfect');
  const [full, kept, lost] = [FULL, KEEPS, LOSES].map((key) => row(found, key));
  for (const one of [full!, kept!]) {
    expect(one.recorded).toEqual({ tool: 1, args: 1, files: 1 });
    expect(one.full).toEqual({ tool: 1, args: 1, files: 1 });
    expect(one).toMatchObject({ repeated: 0, reRead: 0, steps: CUTS * SAMPLES, stepsFailed: 0 });
  }
  expect(full).toMatchObject({ right: 1, used: 1, madeUp: null });
  expect(lost!.recorded).toEqual({ tool: 0, args: 0, files: 0 });
  expect(lost!.full).toEqual({ tool: 0, args: 0, files: 0 });
  expect(lost!.lost.absent).toBe(found.cuts.reduce((sum, { answers }) => sum + answers.length / 3, 0));
  expect(lost).toMatchObject({ right: 0, used: null, madeUp: 0 });
  // What keeps the answers answers them: presence goes with right answers everywhere.
  expect(found.correlations.find(({ measure }) => measure === 'present')!.right).toMatchObject({ value: 1, interval: [1, 1], pairs: 2 * CUTS });
});

test('measures without a model are of the contexts that were sent; what keeps the paths goes with what the perfect reader does', async () => {
  const { measures, correlations, supported } = await report('perfect');
  const all = (value: number | null) => Array.from({ length: CUTS }, () => value);
  const valuesOf = (id: OfflineId) => measures.find((one) => one.id === id)!.values;
  // The list has the path of every later call: one row keeps it whole at every cut, the other nothing of it. Nobody edits by an old text.
  expect(valuesOf('paths')).toEqual([all(1), all(0)]);
  expect(valuesOf('edits')).toEqual([all(null), all(null)]);
  const correlationOf = (id: OfflineId) => correlations.find(({ measure }) => measure === id)!;
  expect(correlationOf('paths')).toMatchObject({ args: { value: 1, interval: [1, 1], pairs: 2 * CUTS }, right: { value: 1, interval: [1, 1] } });
  expect(correlationOf('edits').args).toEqual({ value: null, interval: null, pairs: 0 });
  expect(supported.args).toContain('paths');
  expect(supported.args).not.toContain('edits');
  // A liar agrees with itself whatever is kept: no measure goes with that.
  expect((await report('liar')).supported).toEqual({ args: [], tool: [], right: [] });
});

test('a reader of the last 2,000 tokens loses the list in the full context, too', async () => {
  const found = await report('last');
  const full = row(found, FULL);
  expect(base.messages[1]!.parts).toMatchObject([{ type: 'text' }]);
  expect(base.counts.total * 4).toBeGreaterThan(3 * LAST_CHARACTERS);
  expect(full.recorded).toEqual({ tool: 0, args: 0, files: 0 });
  // It agrees with itself: chance is none, but what it does is not what the agent did.
  expect(full.full).toEqual({ tool: 1, args: 1, files: null });
  expect(full).toMatchObject({ right: 0, used: 0 });
});

test('a liar calls the right tool with wrong arguments and makes up everything', async () => {
  const found = await report('liar');
  for (const key of [FULL, KEEPS, LOSES]) {
    const one = row(found, key);
    expect(one.recorded).toMatchObject({ tool: 1, files: 0 });
    expect(one.recorded.args).toBeLessThan(0.5);
    expect(one.full.args).toBe(1);
    expect(one.right).toBe(0);
  }
  expect(row(found, LOSES).madeUp).toBe(1);
  expect(row(found, FULL)).toMatchObject({ used: 0, madeUp: null });
});

test('a silent model has no scores, and every failure is named', async () => {
  const found = await report('silent');
  expect(found.asked.answers.size).toBe(0);
  expect(new Set([...found.asked.failures.values()].map(({ kind }) => kind))).toEqual(new Set(['empty']));
  const one = row(found, FULL);
  expect(one).toMatchObject({ steps: 0, stepsFailed: CUTS * SAMPLES, recorded: { tool: null, args: null, files: null }, right: 0 });
  expect(one.there).toMatchObject({ right: 0, wrong: 0, absent: 0 });
  expect(one.there.none).toBeGreaterThan(0);
});

test('a refusing model answers in words: no call agrees, and no question has an answer', async () => {
  const found = await report('refusing');
  const one = row(found, KEEPS);
  expect(one).toMatchObject({
    steps: CUTS * SAMPLES,
    recorded: { tool: 0, args: 0, files: 0 },
    full: { tool: 1, args: 1, files: null },
    right: 0,
    used: 0,
  });
  expect(one.there.none + one.lost.none).toBe(found.cuts.reduce((sum, { answers }) => sum + answers.length / 3, 0));
});

test('a slow model is cancelled; what it had answered is not asked again', async () => {
  const plan = await planned;
  const store = memoryStore();
  const stop = new AbortController();
  const first = await askTasks(plan.tasks, optionsFor('slow', 'compatible', store, stop.signal), (done) => {
    if (done === 8) stop.abort();
  });
  expect(first.answers.size).toBeGreaterThanOrEqual(8);
  expect(first.failures.size).toBeGreaterThan(0);
  expect(new Set([...first.failures.values()].map(({ kind }) => kind))).toEqual(new Set(['cancelled']));
  const left = await asking(choiceOf('slow'), plan.tasks, store, (text) => text.length / 4);
  expect(left).toMatchObject({ calls: first.failures.size, remembered: first.answers.size, price: null });
  const sent = await server.sent(async () => {
    const second = await askTasks(plan.tasks, optionsFor('slow', 'compatible', store));
    expect(second.answers.size).toBe(plan.tasks.length);
    expect(row(askReport(plan, second.answers), KEEPS).recorded).toEqual({ tool: 1, args: 1, files: 1 });
  });
  expect(sent).toHaveLength(first.failures.size);
});

test('without consent nothing is sent', async () => {
  const plan = await planned;
  const sent = await server.sent(async () => {
    const asked = await askTasks(plan.tasks.slice(0, 3), { ...optionsFor('perfect'), send: () => false });
    expect([...asked.failures.values()]).toEqual([{ kind: 'not-sent' }, { kind: 'not-sent' }, { kind: 'not-sent' }]);
  });
  expect(sent).toEqual([]);
});

test('a judge sees neither strategy nor context, is asked in both orders, and only agreement counts', async () => {
  const plan = await planned;
  const { answers } = (await report('liar')).asked;
  const tasks = judgeTasks(plan, answers);
  // A liar gives every context the same answer: each question is judged once, in two orders.
  const questions = new Set(plan.cuts.flatMap(({ probes }) => probes.map(({ question }) => question)));
  expect(tasks.length).toBe(2 * questions.size);
  const bodies = await server.sent(async () => {
    const { answers: judged } = await askTasks(tasks, optionsFor('perfect'));
    expect(row(askReport(plan, answers, judged), FULL).right).toBe(0);
  });
  expect(bodies).toHaveLength(tasks.length);
  for (const { body } of bodies) expect(body).not.toMatch(/middle-removal|oldest-removal|transcript/);
  const saying = (one: string, other: string) => new Map(tasks.map(({ id }) => [id, { text: id.endsWith('/a') ? one : other, calls: [] }]));
  expect(row(askReport(plan, answers, saying('same', 'same')), FULL).right).toBe(1);
  expect(row(askReport(plan, answers, saying('same', 'different')), FULL).right).toBe(0);
});

/** The library writes a tool's schema into the older field of the two that Google has. */
function googleProblems(body: Record<string, unknown>): string[] {
  const tools = (body.tools as { functionDeclarations: Record<string, unknown>[] }[]).map(({ functionDeclarations }) => ({
    functionDeclarations: functionDeclarations.map(({ parameters, ...rest }) => ({ ...rest, parametersJsonSchema: parameters })),
  }));
  return geminiProblems({ ...body, tools });
}

describe.each([
  ['openai', chatProblems],
  ['compatible', chatProblems],
  ['anthropic', anthropicProblems],
  ['google', googleProblems],
] as const)('%s', (provider, problems) => {
  test('a request with tools is valid, and the call in the answer is read', async () => {
    const plan = await planned;
    const tasks = plan.tasks.filter(({ id }) => id.endsWith('/step/0'));
    const bodies = await server.sent(async () => {
      const { answers, failures } = await askTasks(tasks, optionsFor('perfect', provider));
      expect([...failures.values()]).toEqual([]);
      for (const { contexts, recorded } of plan.cuts) expect(answers.get(contexts[0]!.steps[0]!)!.calls).toEqual(recorded.calls);
    });
    expect(bodies).toHaveLength(tasks.length);
    for (const { body } of bodies) {
      expect(problems(JSON.parse(body))).toEqual([]);
      expect(body).toContain('edit_file');
    }
  });
});
