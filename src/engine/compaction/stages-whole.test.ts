/** What a row of stages says as a whole: state, times, failures, and the end where nothing was sent. */
import { describe, expect, test } from 'vitest';
import type { PlannedStrategy, StagedStrategy } from '../strategies/contract.ts';
import type { Summarizer, SummaryFailure } from '../summarizers/contract.ts';
import { letterPlan, rowOf, run, strategyOf } from '../testing/letter-plans.ts';
import { assistant, contextOf, letters, preparedOf, system, user } from '../testing/plans.ts';
import { failingSummarizer } from '../testing/summarizer.ts';

/** Header, five exchanges and a question of 50 tokens each. */
const chat = () => preparedOf([system(50), ...Array.from({ length: 5 }, () => [user(50), assistant(50)]).flat(), user(50, 'end')]);
const stage = (id: string, plan: string, extra: Partial<PlannedStrategy> = {}): PlannedStrategy => strategyOf(letterPlan(plan), { id, ...extra });
const idle = (id: string): PlannedStrategy => strategyOf((p) => letterPlan('K'.repeat(p.n)), { id });

describe('state', () => {
  test('of all stages together; of a field that several set the last counts', () => {
    const row = rowOf(
      stage('one', 'KSSKKKKKKKKK', { state: () => ({ a: 1, b: 1 }) }),
      stage('two', 'KDDDKKKKKKK', { state: () => ({ b: 2, c: 2 }) }),
    );
    const result = run(chat(), row);
    expect(letters(result.plan)).toBe('KDDDDKKKKKKK');
    expect(result.record().state).toEqual({ a: 1, b: 2, c: 2 });
  });

  test('also where one stage did all the work, and of one that did nothing', () => {
    const row = rowOf(stage('one', 'KSSKKKKKKKKK', { state: () => ({ a: 1 }) }), { ...idle('two'), state: () => ({ b: 2 }) });
    expect(run(chat(), row).record()).toMatchObject({ strategy: 'row', state: { a: 1, b: 2 } });
    expect(run(chat(), rowOf(stage('one', 'KSSKKKKKKKKK'), idle('two'))).record()).not.toHaveProperty('state');
    expect(run(chat(), rowOf({ ...idle('one'), state: () => ({ a: 1 }) })).record().state).toEqual({ a: 1 });
  });
});

describe('a row in which one stage did all the work', () => {
  const result = run(chat(), rowOf(idle('one'), stage('two', 'KDDDDKKKKKKK')));

  test('has the result of that stage under its own name, with the stage in every reason', () => {
    const via = { stage: 2, strategy: 'two' };
    expect(result).toMatchObject({ strategy: 'row', params: {}, outcome: 'compacted', tokensAfter: 400, why: { key: 'target-missed', via } });
    expect(result.knob).toBeUndefined();
    expect([result.plan.reason(1), result.plan.reason(0)]).toEqual([
      { key: 'by-letter', values: { index: 1 }, via },
      { key: 'by-letter', values: { index: 0 }, via },
    ]);
    expect(result.note).toEqual({ key: 'note-stages', values: { ran: 1, of: 2 } });
    expect(result.plan.trace).toBe(result.trace);
    expect(Array.from(result.plan.into ?? [])).toEqual(Array.from({ length: 12 }, () => -1));
  });

  test('says nothing of a target that it met', () => {
    expect(run(chat(), rowOf(stage('one', 'KDDDDKKKKKKK')), contextOf({ target: 400 })).why).toBeUndefined();
  });
});

test('times and failures are those of all stages', () => {
  let clock = 0;
  const now = () => (clock += 2);
  const failing = rowOf(stage('one', 'KSSKKKKKKKKK'), stage('two', 'KSSSKKKKKKKK'), stage('three', 'KDDKKKKKKKKK'));
  const result = run(chat(), failing, { now, summarizer: failingSummarizer('timeout') });
  expect([result.summaryMs, result.failures, result.stages!.map(({ ran }) => ran!.result.outcome)]).toEqual([
    6,
    ['timeout', 'timeout'],
    ['rejected', 'rejected', 'compacted'],
  ]);
  expect(run(chat(), rowOf(stage('one', 'KSSKKKKKKKKK'), stage('two', 'KDDKKKKKKKK')), { now }).summaryMs).toBe(4);
});

describe('a summary that was not sent', () => {
  const notSent = (failure: SummaryFailure): Summarizer => ({
    id: 'm',
    title: 'M',
    summarize: () => ({ ok: false, failure, message: 'no', reason: { key: 'model-unasked' }, summarizer: 'm', ms: 0 }),
  });
  const row = rowOf(stage('one', 'KDDKKKKKKKKK'), stage('two', 'KSSKKKKKKK'), stage('three', 'KDDKKKKKKK'));

  test('ends the row: the context after it is not known, and the original stands', () => {
    const result = run(chat(), row, { summarizer: notSent('not-sent') });
    expect(result).toMatchObject({ outcome: 'rejected', why: { key: 'model-unasked', via: { stage: 2, strategy: 'two' } }, tokensAfter: 600 });
    expect(result.stages!.map(({ strategy }) => strategy)).toEqual(['one', 'two']);
    expect(result.trace.map(({ key }) => key)).toEqual(['stage-done', 'model-unasked']);
  });

  test('any other failure passes the stage over', () => {
    const result = run(chat(), row, { summarizer: notSent('error') });
    expect([result.outcome, result.stages!.length]).toEqual(['compacted', 3]);
  });
});

describe('the target of a row by its own rule', () => {
  const row: StagedStrategy = {
    ...rowOf(stage('one', 'KDDKKKKKKKKK'), stage('two', 'KDDKKKKKKK')),
    ownTarget: (_params, window, model, firedAt) => firedAt ?? (model === 'm' ? window : 500),
  };

  test('follows window, model and the level that fired', () => {
    expect(run(chat(), row, contextOf({ own: true, window: 700, model: 'm' })).target).toBe(700);
    expect(run(chat(), row, contextOf({ own: true })).target).toBe(500);
    expect(run(chat(), row, { budget: { window: 700, target: null, own: true, firedAt: 450 } }).target).toBe(450);
    expect(run(chat(), rowOf(stage('one', 'KDDKKKKKKKKK')), contextOf({ own: true })).target).toBeNull();
  });

  test('is met at as many tokens: the next stage runs only above it', () => {
    const ran = (target: number) =>
      run(chat(), rowOf(stage('one', 'KDDKKKKKKKKK'), stage('two', 'KDDKKKKKKK')), contextOf({ target })).stages!.map((s) => s.ran !== null);
    expect([ran(500), ran(499), ran(600)]).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
  });
});
