/** How a plan is chosen, replaced and carried out by one strategy. */
import { describe, expect, test, vi } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Plan, PlanContext, PlannedStrategy } from '../strategies/contract.ts';
import type { ParamSchema, ParamValues } from '../strategies/params.ts';
import { letterPlan, options, run, strategyOf } from '../testing/letter-plans.ts';
import { answer, assistant, call, contextOf, letters, preparedOf, user } from '../testing/plans.ts';
import { countingSummarizer, failingSummarizer } from '../testing/summarizer.ts';
import type { Summarizer, SummaryOutcome } from '../summarizers/contract.ts';
import { NO_BEGINNING } from '../formats/prepare.ts';
import { makePlan, planContext } from './planned.ts';
import { compactNow } from './compaction-run.ts';

const ANTHROPIC = 'claude-opus-4-5';
/** What the message takes that is put in where the provider wants the user first. */
const MARKER = 4 + Math.ceil(NO_BEGINNING.length / 4);
/** The same before a call: "[Messages of this conversation were removed here.]". */
const GAP = 4 + 13;

/** Ten messages of 100 tokens, the user's and the assistant's in turn. */
const talk = () => preparedOf(Array.from({ length: 10 }, (_, k) => (k % 2 ? assistant(100) : user(100))));

describe('a strategy that takes its target directly', () => {
  /** Drops from the front until the target is met, and tells which targets it was given. */
  function removal(given: (number | null)[], plan: (target: number, p: PreparedTranscript) => string): PlannedStrategy {
    return strategyOf((p, _params, ctx) => {
      given.push(ctx.budget.target);
      return letterPlan(plan(ctx.budget.target ?? 0, p));
    });
  }
  /** So many are dropped that the rest meets the target by itself. */
  const oldest = (target: number) => {
    const gone = Math.max(0, 10 - Math.floor(target / 100));
    return 'D'.repeat(gone) + 'K'.repeat(10 - gone);
  };

  test('a repair that adds tokens: the target given is lower by as much', () => {
    const given: (number | null)[] = [];
    // 7 messages meet 700, and the assistant is first: with the message put in, it is over.
    const result = run(talk(), removal(given, oldest), { ...contextOf({ target: 700, model: ANTHROPIC }) });
    expect([letters(result.plan), result.tokensAfter]).toEqual(['DDDDKKKKKK', 600]);
    expect(given).toEqual([700, 700 - MARKER, 700]);
    // A token more than both together: nothing has to be saved.
    const enough: (number | null)[] = [];
    const roomy = run(talk(), removal(enough, oldest), { ...contextOf({ target: 700 + MARKER, model: ANTHROPIC }) });
    expect([letters(roomy.plan), roomy.tokensAfter]).toEqual(['DDDKKKKKKK', 700 + MARKER]);
    expect(enough[0]).toBe(700 + MARKER);
  });

  test('without a repair there is one plan', () => {
    const given: (number | null)[] = [];
    expect(run(talk(), removal(given, oldest), contextOf({ target: 700 })).tokensAfter).toBe(700);
    expect(run(talk(), removal(given, oldest), { ...contextOf({ target: 800, model: ANTHROPIC }) }).tokensAfter).toBe(800);
    expect(given).toEqual([700, 800]);
  });

  /** The n-th plan of a run, whatever its target: letters by attempt. Odd numbers of dropped messages need the message put in. */
  const inTurn = (given: (number | null)[], ...plans: string[]) => removal(given, () => plans[Math.min(given.length - 1, plans.length - 1)]!);
  const dropping = (n: number) => 'D'.repeat(n) + 'K'.repeat(10 - n);
  const tried = (target: number, ...plans: string[]) => {
    const given: (number | null)[] = [];
    const result = run(talk(), inTurn(given, ...plans), { ...contextOf({ target, model: ANTHROPIC }) });
    return [letters(result.plan), given.length];
  };

  test('is adjusted three times at most, each time by what the last repair added', () => {
    const exchanges = Array.from({ length: 6 }, (_, k) => [assistant(100), user(100), call(100, `c${k}`), answer(100, `c${k}`)]).flat();
    const p = preparedOf([user(100), ...exchanges]);
    const given: (number | null)[] = [];
    // Each plan takes one more user message from before a call, where Gemini wants one.
    const strategy = strategyOf((_p, _params, ctx) => {
      const gone = given.push(ctx.budget.target);
      return letterPlan(`K${'KDKK'.repeat(gone)}${'KKKK'.repeat(6 - gone)}`);
    });
    const result = run(p, strategy, { ...contextOf({ target: 100, model: 'gemini-2.5-pro' }) });
    expect(given).toEqual([100, 100 - GAP, 100 - 2 * GAP, 100 - 3 * GAP]);
    expect([letters(result.plan), result.tokensAfter]).toEqual([`K${'KDKK'.repeat(4)}${'KKKK'.repeat(2)}`, 2100 + 4 * GAP]);
  });

  test('over the target the closer plan counts, within it the fuller one; any within beats any over', () => {
    // Over, then closer: taken. Over, then farther: the first stays.
    expect(tried(300, dropping(3), dropping(5))).toEqual([dropping(5), 2]);
    expect(tried(300, dropping(3), dropping(1))).toEqual([dropping(3), 2]);
    expect(tried(300, dropping(3), dropping(3))).toEqual([dropping(3), 2]);
    // Over, then within.
    expect(tried(300, dropping(3), dropping(8))[0]).toBe(dropping(8));
    // Within, then fuller but still within; then over.
    expect(tried(500 + MARKER, dropping(7), dropping(5))[0]).toBe(dropping(5));
    expect(tried(500 + MARKER, dropping(7), dropping(3))[0]).toBe(dropping(7));
    expect(tried(500 + MARKER, dropping(7), dropping(9))[0]).toBe(dropping(7));
  });

  test('a plan that gives up at a lower target is not taken', () => {
    let k = 0;
    const strategy = strategyOf((p) => (k++ === 0 ? letterPlan(dropping(3)) : letterPlan('K'.repeat(p.n), { unchanged: { key: 'no' } })));
    expect(letters(run(talk(), strategy, { ...contextOf({ target: 300, model: ANTHROPIC }) }).plan)).toBe(dropping(3));
  });

  test('a target below nothing is not tried, nothing at all is', () => {
    const at = (target: number) => {
      const given: (number | null)[] = [];
      run(
        talk(),
        removal(given, () => dropping(5)),
        { ...contextOf({ target, model: ANTHROPIC }) },
      );
      return given;
    };
    expect(at(MARKER)).toEqual([MARKER, 0]);
    expect(at(MARKER - 1)).toEqual([MARKER - 1]);
  });

  test('by its own rule nothing is adjusted', () => {
    const given: (number | null)[] = [];
    run(
      talk(),
      removal(given, () => dropping(3)),
      { ...contextOf({ own: true, model: ANTHROPIC }) },
    );
    expect(given).toEqual([null]);
  });
});

describe('a strategy with a knob', () => {
  const schema = { keep: { kind: 'number', unit: 'messages', default: 4, min: 0, max: 8, step: 1, knob: 'up' } } as const satisfies ParamSchema;
  const recent: PlannedStrategy = {
    ...strategyOf(letterPlan('')),
    params: schema,
    plan: (p: PreparedTranscript, params: ParamValues) => letterPlan('D'.repeat(p.n - Number(params.keep)) + 'K'.repeat(Number(params.keep))),
  };
  const made = (target: number | null, aiming: 'always' | 'when-met', extra: object = {}, strategy = recent) => {
    const given = options({ ...contextOf({ target, ...extra }), params: { keep: 4 }, ...extra });
    const { plan, params, knob } = makePlan(talk(), strategy, given, planContext(given, target), aiming);
    return [letters(plan), params.keep, knob?.value, knob?.aimed];
  };

  test('aimed always, or only where its own value meets the target', () => {
    expect(made(650, 'always')).toEqual(['DDDDKKKKKK', 6, 6, true]);
    expect(made(250, 'always')).toEqual(['DDDDDDDDKK', 2, 2, true]);
    expect(made(650, 'when-met')).toEqual(['DDDDKKKKKK', 6, 6, true]);
    expect(made(400, 'when-met')).toEqual(['DDDDDDKKKK', 4, 4, true]);
    expect(made(399, 'when-met')).toEqual(['DDDDDDKKKK', 4, 4, false]);
    const idle = strategyOf((p) => letterPlan('K'.repeat(p.n), { unchanged: { key: 'no' } }), { params: schema });
    expect(made(2000, 'when-met', {}, idle).slice(1)).toEqual([4, 4, false]);
  });

  test('never without a target, by its own rule, or where a person set it', () => {
    expect(made(null, 'always')).toEqual(['DDDDDDKKKK', 4, 4, false]);
    expect(made(650, 'always', { own: true, target: 650 })).toEqual(['DDDDDDKKKK', 4, 4, false]);
    expect(made(650, 'always', { knobSet: true })).toEqual(['DDDDDDKKKK', 4, 4, false]);
  });

  test('the result names the knob; within the target it is as a person left it', () => {
    const knobOf = (target: number, extra: object = {}) => run(talk(), recent, { ...contextOf({ target }), params: { keep: 4 }, ...extra }).knob;
    expect(knobOf(650)).toEqual({ param: 'keep', value: 6, aimed: true });
    expect(knobOf(650, { knobSet: true })).toEqual({ param: 'keep', value: 4, aimed: false });
    expect(knobOf(1000)).toEqual({ param: 'keep', value: 4, aimed: true });
    expect(knobOf(1000, { knobSet: true })).toEqual({ param: 'keep', value: 4, aimed: false });
    expect(run(talk(), strategyOf(letterPlan('KDDKKKKKKK'))).knob).toBeUndefined();
  });

  test('two rows that begin with the same plan share it and its result', () => {
    const p = talk();
    const plan = vi.fn(recent.plan);
    const counted: PlannedStrategy = { ...recent, plan };
    const summarizer = countingSummarizer();
    const at = (target: number, weight = 0.6) => run(p, counted, { ...contextOf({ target, weight }), params: { keep: 4 }, summarizer });
    const first = at(650);
    const calls = plan.mock.calls.length;
    expect(at(650).plan).toBe(first.plan);
    expect(plan).toHaveBeenCalledTimes(calls);
    // A strategy may read the weight, too.
    expect(at(650, 0.7).plan).not.toBe(first.plan);
  });
});

test('a shared result took no time, and belongs to its summariser and its time', () => {
  const schema = { keep: { kind: 'number', unit: 'messages', default: 4, min: 0, max: 10, step: 1, knob: 'up' } } as const satisfies ParamSchema;
  const p = talk();
  const strategy: PlannedStrategy = {
    ...strategyOf(letterPlan('')),
    params: schema,
    plan: (_, params) => letterPlan(`${'S'.repeat(9 - Number(params.keep))}${'K'.repeat(1 + Number(params.keep))}`),
  };
  let clock = 0;
  const now = () => (clock += 5);
  const [one, two] = [countingSummarizer(), countingSummarizer()];
  const at = (summarizer: Summarizer, ts?: string) =>
    run(p, strategy, { ...contextOf({ target: 500 }), params: { keep: 4 }, now, summarizer, ...(ts ? { ts } : {}) });
  expect([at(one).summaryMs, at(one).summaryMs, at(two).summaryMs, at(two, '2026-01-01T00:00:00Z').summaryMs, at(two).summaryMs]).toEqual([
    5, 0, 5, 5, 5,
  ]);
  expect(at(two, '2026-01-01T00:00:00Z').record().ts).toBe('2026-01-01T00:00:00Z');
  expect(at(two).record()).not.toHaveProperty('ts');
});

test('time is that of writing the summaries, of every attempt together', () => {
  let clock = 0;
  const now = () => (clock += 3);
  const strategy = strategyOf(letterPlan('SSSSKKKKKK'), { onSummaryFailure: () => letterPlan('DDDDKKKKKK') });
  expect(run(talk(), strategy, { now, summarizer: failingSummarizer('timeout') }).summaryMs).toBe(6);
  expect(run(talk(), strategy).summaryMs).toBe(0);
});

describe('a failed summary', () => {
  const failing = (outcome: Partial<SummaryOutcome>): Summarizer => ({
    id: 'm',
    title: 'M',
    summarize: () => ({ ok: false, failure: 'error', message: 'no', summarizer: 'model', ms: 0, ...outcome }) as SummaryOutcome,
  });
  const at = (outcome: Partial<SummaryOutcome>, extra: Partial<PlannedStrategy> = {}) =>
    run(talk(), strategyOf(letterPlan('SSSSKKKKKK'), extra), { summarizer: failing(outcome) });
  const reason = { key: 'model-refused', values: { status: 401 } };

  test('rejects with its failure, in a model’s own words where it has some', () => {
    expect(at({}).why).toEqual({ key: 'rejected-summary', values: { failure: 'error', summarizer: 'model', message: 'no' } });
    expect(at({ reason }).why).toEqual({ key: 'rejected-model', values: { status: 401, because: 'model-refused', summarizer: 'model' } });
    expect(at({ failure: 'not-sent', reason }).why).toEqual(reason);
    expect(at({}).failures).toEqual(['error']);
  });

  test('that was never sent is no failure: the strategy does nothing else', () => {
    const dropping = { onSummaryFailure: () => letterPlan('DDDDKKKKKK') };
    expect(at({ failure: 'not-sent', reason }, dropping).outcome).toBe('rejected');
    expect(at({ failure: 'timeout', reason }, dropping).outcome).toBe('compacted');
  });

  test('the strategy sees which failure it was; its refusal is the reason, a plan with a summary is none', () => {
    const rejecting = at({ failure: 'too-long' }, { onSummaryFailure: (_p, _params, _ctx, failure) => ({ rejected: { key: `own-${failure}` } }) });
    expect([rejecting.outcome, rejecting.why]).toEqual(['rejected', { key: 'own-too-long' }]);
    expect(letters(rejecting.attempted!)).toBe('SSSSKKKKKK');
    const again = at({}, { onSummaryFailure: () => letterPlan('SSKKKKKKKK') });
    expect([again.outcome, again.why?.key]).toEqual(['rejected', 'rejected-summary']);
    const gives = at({}, { onSummaryFailure: (p) => letterPlan('K'.repeat(p.n), { unchanged: { key: 'too-few' } }) });
    expect([gives.outcome, gives.why?.key, gives.failures]).toEqual(['unchanged', 'too-few', ['error']]);
  });

  test('the plan instead of it is repaired like any', () => {
    const strategy = strategyOf(letterPlan('SKKKKKKKKK'), { onSummaryFailure: () => letterPlan('DKKKKKKKKK') });
    const result = run(talk(), strategy, { ...contextOf({ target: 100, model: ANTHROPIC }), summarizer: failingSummarizer('empty') });
    expect(result.context()[0]?.role).toBe('user');
    expect(result.tokensAfter).toBe(900 + MARKER);
  });
});

describe('a limit', () => {
  const limit = (tokens: number, otherwise?: () => Plan) => ({ tokens, refused: { key: 'refused-hard-limit' }, ...(otherwise ? { otherwise } : {}) });
  test('counts the finished result: as many tokens are within it', () => {
    const at = (tokens: number) => run(talk(), strategyOf(letterPlan('DDDDKKKKKK', { limit: limit(tokens) }))).outcome;
    expect([at(599), at(600)]).toEqual(['refused', 'compacted']);
  });

  test('the plan instead is repaired, and its own limit counts', () => {
    const strategy = strategyOf(letterPlan('DDKKKKKKKK', { limit: limit(750, () => letterPlan('DDDKKKKKKK', { limit: limit(700 + MARKER) })) }));
    expect(run(talk(), strategy, { ...contextOf({ target: 100, model: ANTHROPIC }) }).tokensAfter).toBe(700 + MARKER);
  });

  test('a plan that does nothing asks for no summaries', () => {
    const summarizer = countingSummarizer();
    const idle = letterPlan('SSSSKKKKKK', { unchanged: { key: 'no' } });
    expect(run(talk(), strategyOf(idle), { summarizer })).toMatchObject({ outcome: 'unchanged', why: { key: 'no' }, summaryMs: 0 });
    expect(summarizer.asked).toEqual([]);
  });
});

describe('whether anything happens', () => {
  test('an insertion alone is a change, a plan that keeps everything is none', () => {
    expect(run(talk(), strategyOf(letterPlan('K'.repeat(10)))).why).toEqual({ key: 'unchanged-nothing-to-do' });
    const note = { before: 0, role: 'user', content: { text: 'n' } } as const;
    expect(run(talk(), strategyOf(letterPlan('K'.repeat(10), { insertions: [note] }))).why?.key).toBe('check-tokens-not-down');
  });

  test('within the target nothing is planned; by its own rule the strategy decides', () => {
    const drop = strategyOf(letterPlan('DDDDKKKKKK'), { ownTarget: (_params, window, model, firedAt) => (model === 'm' ? window : (firedAt ?? 7)) });
    expect(run(talk(), drop, contextOf({ target: 1000 })).why).toEqual({ key: 'unchanged-within-target', values: { tokens: 1000, target: 1000 } });
    expect(run(talk(), drop, contextOf({ target: 999 })).outcome).toBe('compacted');
    expect(run(talk(), drop, contextOf({ own: true, window: 5000, model: 'm' }))).toMatchObject({
      outcome: 'compacted',
      target: 5000,
      metTarget: true,
    });
    expect(run(talk(), drop, contextOf({ own: true })).target).toBe(7);
    const fired = { ...options(contextOf({ own: true })), budget: { window: 5000, target: null, own: true, firedAt: 42 } };
    expect(run(talk(), drop, fired).target).toBe(42);
    expect(run(talk(), strategyOf(letterPlan('DDDDKKKKKK')), contextOf({ own: true }))).toMatchObject({ target: null, metTarget: null });
  });

  test('the strategy sees its circumstances', () => {
    const seen: PlanContext[] = [];
    const strategy = strategyOf((_p, _params, ctx) => {
      seen.push(ctx);
      return letterPlan('DDDDKKKKKK');
    });
    run(talk(), strategy, { ...contextOf({ target: 700, window: 900, weight: 0.3, seed: 5, model: 'gpt-5' }), shared: { keepRecent: 3 } });
    expect(seen[0]).toEqual({ budget: { target: 700, window: 900, own: false }, weight: 0.3, seed: 5, model: 'gpt-5', shared: { keepRecent: 3 } });
    run(talk(), strategy);
    expect(seen[1]).not.toHaveProperty('shared');
  });
});

test('a model’s answers and ready ones may come together', async () => {
  const mixed: Summarizer = {
    id: 'x',
    title: 'X',
    summarize(_p, { members }) {
      const outcome: SummaryOutcome = { ok: true, text: `of ${members[0]}`, tokens: 1, spans: [], masked: 0, summarizer: 'x', ms: 0 };
      return members[0] === 0 ? Promise.resolve(outcome) : outcome;
    },
  };
  const result = compactNow(talk(), strategyOf(letterPlan('SSTTKKKKKK')), options({ summarizer: mixed }));
  expect(result).toBeInstanceOf(Promise);
  expect((await result).summaries.map(({ text }) => text)).toEqual(['of 0', 'of 2']);
});
