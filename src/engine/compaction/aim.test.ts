/** Aiming a knob: its grid, its ends, and how many plans are made for it. docs/adr/0002-plans-are-synchronous.md */
import { describe, expect, test } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { PlannedStrategy } from '../strategies/contract.ts';
import type { NumberParam } from '../strategies/params.ts';
import { letterPlan, strategyOf } from '../testing/letter-plans.ts';
import { answer, assistant, call, contextOf, preparedOf, user } from '../testing/plans.ts';
import { aim } from './planned.ts';

type Knob = NumberParam;
const knob = (extra: Partial<Knob> = {}): Knob =>
  ({ kind: 'number', unit: 'share', default: 1, min: 0, max: 1, step: 0.1, knob: 'up', ...extra }) as Knob;

/** Twenty messages of 10 tokens. */
const talk = () => preparedOf(Array.from({ length: 20 }, (_, k) => (k % 2 ? assistant(10) : user(10))));

/** Keeps `keeps(value)` messages from the end on; `asked` = the values it was asked for. */
function keeping(keeps: (value: number, p: PreparedTranscript) => number): PlannedStrategy & { readonly asked: number[] } {
  const asked: number[] = [];
  const strategy = strategyOf((p, params) => {
    asked.push(Number(params.v));
    const kept = Math.max(0, Math.min(p.n, Math.round(keeps(Number(params.v), p))));
    return letterPlan('D'.repeat(p.n - kept) + 'K'.repeat(kept));
  });
  return { ...strategy, asked };
}

const aimed = (
  p: PreparedTranscript,
  strategy: PlannedStrategy,
  target: number | null,
  of: Knob,
  params: Record<string, number> = { v: of.default },
) => aim(p, strategy, params, contextOf({ target }), 'v', of);

describe('the value', () => {
  test('of a product that gives up at small numbers is the largest that meets', () => {
    const keeps = (v: number): number => (v < 0.3 ? 20 : v * 20);
    const preset = { product: 'P', where: 'w', evidence: 'read' } as const;
    const product = (): PlannedStrategy => ({ ...keeping(keeps), preset });
    expect([200, 180, 120, 80].map((target) => aimed(talk(), product(), target, knob()).value)).toEqual([1, 0.9, 0.6, 0.4]);
    // Below every value that meets, and for any other strategy: the most aggressive one.
    expect(aimed(talk(), product(), 40, knob()).value).toBe(0);
    expect(aimed(talk(), keeping(keeps), 120, knob()).value).toBe(0);
  });

  test('is the least aggressive one that meets the target, whichever way the knob turns', () => {
    const up = keeping((v) => v * 20);
    expect([200, 199, 100, 99, 21, 19].map((target) => aimed(talk(), up, target, knob()).value)).toEqual([1, 0.9, 0.5, 0.4, 0.1, 0]);
    const down = keeping((v) => 20 - v * 20);
    expect([200, 199, 100, 99, 21, 19].map((target) => aimed(talk(), down, target, knob({ knob: 'down' })).value)).toEqual([
      0, 0.1, 0.5, 0.6, 0.9, 1,
    ]);
  });

  test('comes with its parameters, its plan and its tokens', () => {
    const found = aimed(
      talk(),
      keeping((v) => v * 20),
      60,
      knob(),
      { v: 1, other: 7 },
    );
    expect(found).toMatchObject({ value: 0.3, params: { v: 0.3, other: 7 }, planned: 60 });
    expect(Array.from(found.plan.fates).filter((fate) => fate === 0).length).toBe(6);
  });

  test('has no residue of fractional steps, and starts at the least value', () => {
    const seen = keeping((v) => v * 20);
    for (let target = 5; target <= 200; target += 5) aimed(talk(), seen, target, knob());
    expect(seen.asked.filter((v) => v !== Math.round(v * 10) / 10)).toEqual([]);
    expect(
      aimed(
        talk(),
        keeping((v) => v * 20),
        1,
        knob({ min: 0.2 }),
      ).value,
    ).toBe(0.2);
    expect(
      aimed(
        talk(),
        keeping((v) => 20 - v * 20),
        1,
        knob({ knob: 'down', min: 0.2, max: 0.7 }),
      ).value,
    ).toBe(0.7);
  });

  test('is the most aggressive one where none meets the target', () => {
    const found = aimed(
      talk(),
      keeping((v) => 5 + v * 15),
      49,
      knob(),
    );
    expect([found.value, found.planned]).toEqual([0, 50]);
    expect(
      aimed(
        talk(),
        keeping((v) => 5 + v * 15),
        50,
        knob(),
      ).value,
    ).toBe(0);
  });

  test('without a target all of it may stay', () => {
    expect(
      aimed(
        talk(),
        keeping((v) => v * 20),
        null,
        knob(),
      ).value,
    ).toBe(1);
  });

  test('an idle plan counts with everything there is', () => {
    const idle = strategyOf((p, { v }) =>
      Number(v) > 0.5 ? letterPlan('D'.repeat(p.n), { unchanged: { key: 'no' } }) : letterPlan('D'.repeat(10) + 'K'.repeat(10)),
    );
    expect(aimed(talk(), idle, 150, knob())).toMatchObject({ value: 0.5, planned: 100 });
    expect(aimed(talk(), idle, 200, knob())).toMatchObject({ value: 1, planned: 200 });
  });
});

describe('the end of the grid', () => {
  const all = (of: Partial<Knob>, p: PreparedTranscript) =>
    aimed(
      p,
      keeping(() => 1),
      null,
      knob({ min: 1, max: 5, step: 1, ...of }),
    ).value;
  /** Three turns, six steps with two blocks, twelve messages. */
  const session = preparedOf([
    user(10),
    assistant(10),
    user(10),
    call(10, 'a'),
    answer(10, 'a'),
    call(10, 'b'),
    answer(10, 'b'),
    assistant(10),
    user(10),
    assistant(10),
    assistant(10),
    assistant(10),
  ]);

  test('messages, topics and blocks reach the number of messages; rounds that of turns or steps; others their maximum', () => {
    expect([session.n, session.turns, session.steps]).toEqual([12, 3, 7]);
    for (const unit of ['messages', 'topics', 'blocks'] as const) expect(all({ unit }, session)).toBe(12);
    expect(all({ unit: 'rounds' }, session)).toBe(7);
    expect(all({ unit: 'share' }, session)).toBe(5);
    const turns = preparedOf(Array.from({ length: 6 }, () => user(10)));
    expect([turns.turns, turns.steps, all({ unit: 'rounds' }, turns)]).toEqual([6, 0, 6]);
  });

  test('is never below the least value', () => {
    expect(all({ unit: 'messages', min: 30, max: 40 }, session)).toBe(30);
    expect(all({ unit: 'rounds', min: 30, max: 40 }, session)).toBe(30);
  });

  test('a last step that is not whole still counts', () => {
    expect(all({ min: 0, max: 1, step: 0.4 }, session)).toBeCloseTo(1.2, 10);
    expect(all({ min: 0, max: 0.9, step: 0.3 }, session)).toBe(0.9);
  });
});

describe('plans made', () => {
  const counting = () => keeping((v) => v);
  const wide = knob({ unit: 'messages', min: 0, max: 5, step: 1 });
  const long = () => preparedOf(Array.from({ length: 1000 }, (_, k) => (k % 2 ? assistant(10) : user(10))));

  test('about the logarithm of the steps, each value once', () => {
    const strategy = counting();
    expect(aimed(long(), strategy, 4321, wide).value).toBe(432);
    expect(strategy.asked.length).toBeLessThanOrEqual(12);
    expect(new Set(strategy.asked).size).toBe(strategy.asked.length);
  });

  test('a target seen before needs the plan that is returned, and no others; one nearby few', () => {
    const p = long();
    const strategy = counting();
    aimed(p, strategy, 4321, wide);
    const before = strategy.asked.length;
    expect(aimed(p, strategy, 4321, wide).value).toBe(432);
    expect(strategy.asked.length - before).toBe(1);
    expect(aimed(p, strategy, 4329, wide).value).toBe(432);
    expect(strategy.asked.length - before).toBe(2);
    aimed(p, strategy, 4400, wide);
    expect(strategy.asked.length - before).toBeLessThan(10);
  });

  test('other parameters and circumstances are planned anew', () => {
    const p = long();
    const strategy = counting();
    const first = () => {
      const before = strategy.asked.length;
      return () => strategy.asked.length - before;
    };
    aimed(p, strategy, 4321, wide);
    const other = first();
    aimed(p, strategy, 4321, wide, { v: 1, other: 2 });
    expect(other()).toBeGreaterThan(5);
    const weighed = first();
    aim(p, strategy, { v: 1 }, contextOf({ target: 4321, weight: 0.1 }), 'v', wide);
    expect(weighed()).toBeGreaterThan(5);
  });

  /** The same messages with other priorities: another Prepared, the same counts and protections. */
  const moved = (p: PreparedTranscript, longTokens: number) => prepare(p.transcript, p.counts, { ...DEFAULT_SIGNALS, longTokens });

  test('moved priorities: the values found before are checked, and hold', () => {
    const p = long();
    const strategy = counting();
    aimed(p, strategy, 4321, wide);
    const before = strategy.asked.length;
    expect(aimed(moved(p, 3), strategy, 4321, wide).value).toBe(432);
    // The value and the next one.
    expect(strategy.asked.slice(before).sort()).toEqual([432, 433]);
  });

  test('moved priorities that matter: a guess that fails is found anew', () => {
    const p = long();
    let share = 1;
    const strategy = keeping((v) => Math.floor(v * share));
    expect(aimed(p, strategy, 4321, wide).value).toBe(432);
    share = 0.5;
    expect(aimed(moved(p, 3), strategy, 4321, wide).value).toBe(865);
    share = 2;
    expect(aimed(moved(p, 4), strategy, 4321, wide).value).toBe(216);
    share = 1;
    expect(aimed(moved(p, 5), strategy, 4321, wide).value).toBe(432);
  });
});
