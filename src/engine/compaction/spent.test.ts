import { expect, test } from 'vitest';
import type { ModelUsage, Summarizer } from '../summarizers/contract.ts';
import { letterPlan, rowOf, run, strategyOf } from '../testing/letter-plans.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { spentOn, sumOfUsage, writtenOf } from './summaries.ts';

const usage = (n: number): ModelUsage => ({ input: n, output: 2 * n, cacheRead: 3 * n, cacheWrite: 4 * n });
const chat = () => preparedOf([system(50), ...Array.from({ length: 5 }, () => [user(50), assistant(50)]).flat(), user(50, 'last words')]);

/** A model whose k-th call reports the k-th of these; `undefined` = like a summariser without a model. */
function model(...reported: (ModelUsage | null | undefined)[]): Summarizer {
  let calls = 0;
  return {
    id: 'model',
    title: 'Model',
    summarize: () => {
      const one = reported[calls++];
      return { ok: true, text: 'words', tokens: 7, spans: [], masked: 0, summarizer: 'model', ms: 10, ...(one === undefined ? {} : { usage: one }) };
    },
  };
}

const two = strategyOf(letterPlan('KSSTTKKKKKKK'));

test('usages add up field by field; one that was not reported adds nothing', () => {
  expect(sumOfUsage(usage(1), usage(10))).toEqual(usage(11));
  expect(sumOfUsage(null, usage(2))).toEqual(usage(2));
  expect(sumOfUsage(usage(3), null)).toEqual(usage(3));
  expect(sumOfUsage(null, null)).toBeNull();
});

test('calls of a real model with their usage and time; nothing is spent without one', () => {
  expect(spentOn(run(chat(), two, { summarizer: model(usage(1), usage(10)) }))).toEqual({
    summarizer: 'model',
    calls: 2,
    usage: usage(11),
    ms: 20,
  });
  expect(spentOn(run(chat(), two, { summarizer: model(null, null) }))).toEqual({ summarizer: 'model', calls: 2, usage: null, ms: 20 });
  expect(spentOn(run(chat(), two, { summarizer: model(undefined, usage(5)) }))).toMatchObject({ calls: 1, usage: usage(5), ms: 10 });
  expect(spentOn(run(chat(), two))).toBeNull();
});

test('calls of all stages of a pipeline count, those of a stage that never ran do not', () => {
  const row = rowOf(strategyOf(letterPlan('KSSSKKKKKKKK'), { id: 'one' }), strategyOf(letterPlan('KSSSKKKKKK'), { id: 'two' }));
  expect(spentOn(run(chat(), row, { summarizer: model(usage(1), usage(10)) }))).toMatchObject({ calls: 2, usage: usage(11) });
  const enough = { budget: { window: 128_000, target: 500, own: false } };
  expect(spentOn(run(chat(), row, { ...enough, summarizer: model(usage(1), usage(10)) }))).toMatchObject({ calls: 1, usage: usage(1) });
  const p = chat();
  expect(writtenOf(p, run(p, row, { ...enough, summarizer: model(usage(1)) })).map(({ calls }) => calls)).toEqual([1]);
});

test('a written summary costs what was reported, else as if a model had read its messages and written its words', () => {
  const p = chat();
  const costs = (summarizer: Summarizer) => writtenOf(p, run(p, two, { summarizer })).map(({ usage: cost, calls }) => [cost, calls]);
  expect(costs(model(usage(1), null))).toEqual([
    [usage(1), 1],
    [{ input: 100, output: 7, cacheRead: 0, cacheWrite: 0 }, 1],
  ]);
  const row = rowOf(strategyOf(letterPlan('KSSSKKKKKKKK'), { id: 'one' }), strategyOf(letterPlan('KSSSKKKKKK'), { id: 'two' }));
  // The second stage reads the first summary (4 tokens and its overhead) and two messages.
  const [first, second] = writtenOf(p, run(p, row, { summarizer: model() }));
  expect([first!.usage.input, second!.usage.input, second!.summary.generation]).toEqual([150, 100 + 4 + 2, 2]);
});

test('a text that the strategy writes itself costs nothing and no call', () => {
  const p = chat();
  const own = strategyOf(letterPlan('KSSSKKKKKKKK', { summary: { ready: 'three messages' } }));
  const result = run(p, own);
  expect(writtenOf(p, result).map(({ usage: cost, calls }) => [cost, calls])).toEqual([[usage(0), 0]]);
  expect(spentOn(result)).toBeNull();
});
