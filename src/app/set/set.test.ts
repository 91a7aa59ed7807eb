import { describe, expect, test } from 'vitest';
import type { RowOfSet } from '../../engine/sets/contract.ts';
import type { FoundSession } from '../../worker/sets/protocol.ts';
import { agentOfMost } from '../../engine/answer/sets.ts';
import { inOrder } from './order.ts';
import { WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { isSure, resultRows } from './rows.ts';
import { goneOf } from './state.ts';
import { info, row, shares } from './testing/fixture.ts';
import { timeLeft } from './time-left.ts';

const infos = new Map(
  [
    info('a', 'product'),
    info('b', 'own'),
    info('chance', 'control', 'control'),
    info('random-removal', 'control', 'control'),
    info('rec', 'recording'),
  ].map((one) => [one.id, one]),
);

test('files are given again that are not here, but for those that could not be read', () => {
  const file = { path: 'a.json', bytes: 1, hash: null, why: null };
  const blob = new Blob(['x']);
  const files = [
    { ...file, blob, state: 'read' as const },
    { ...file, path: 'b.json', blob: null, state: 'read' as const },
    { ...file, path: 'c.bin', blob: null, state: 'failed' as const },
  ];
  expect(goneOf({ files }).map(({ path }) => path)).toEqual(['b.json']);
});

describe('the answer', () => {
  const found = (wishes: Partial<Wishes>, rows: readonly RowOfSet[], base: string | null = null, facts = 500) =>
    answerOfSet({ rows, facts }, (strategy) => infos.get(strategy), { ...WISHES, ...wishes }, base);
  const keyOf = (...rows: readonly RowOfSet[]): string | undefined => found({}, rows).row?.key;
  const many = (value: number): readonly number[] => Array.from({ length: 10 }, (_, i) => value + i / 1000);

  test('is the best mean', () => expect(keyOf(shares('a', [0.6, 0.7]), shares('b', [0.9, 0.5]))).toBe('b'));
  test('is no control and not what the agent did', () => expect(keyOf(shares('chance', [0.9]), shares('rec', [0.95]), shares('a', [0.1]))).toBe('a'));
  test('keeps as much as random removal', () => {
    const chance = (value: number) => shares('random', [value], { strategy: 'random-removal' });
    expect(keyOf(shares('a', [0.5]), chance(0.5))).toBe('a');
    expect(keyOf(shares('a', [0.5]), chance(0.51))).toBeUndefined();
  });
  test('may be over the budget in one session of ten, not in more', () => {
    expect(keyOf(shares('a', [0.6]), shares('b', [0.9], { over: 2 }))).toBe('b');
    expect(keyOf(shares('a', [0.6]), shares('b', [0.9], { over: 3 }))).toBe('a');
    expect(keyOf(shares('a', [0.6]), shares('b', [0.9], { over: 1, sessions: 4 }))).toBe('b');
    expect(found({ withinBudget: false }, [shares('a', [0.6]), shares('b', [0.9], { over: 3 })]).row?.key).toBe('b');
  });
  test('has a share in nine sessions of ten in which others have one: it is held against them in the same sessions', () => {
    expect(keyOf(shares('a', many(0.6)), shares('b', many(0.9).slice(1)))).toBe('b');
    expect(keyOf(shares('a', many(0.6)), shares('b', many(0.9).slice(2)))).toBe('a');
    expect(keyOf(shares('a', many(0.6).slice(1)), shares('b', many(0.9).slice(2)))).toBe('a');
  });
  test('is accepted and has a result everywhere, unless a person does not ask for that', () => {
    expect(keyOf(shares('a', [0.6]), shares('b', [0.9], { invalid: 1 }))).toBe('a');
    expect(keyOf(shares('a', [0.6]), shares('b', [0.9], { failed: 1 }))).toBe('a');
    expect(found({ accepted: false }, [shares('a', [0.6]), shares('b', [0.9], { invalid: 1 })]).row?.key).toBe('b');
  });
  test('is the cheapest where that matters', () =>
    expect(found({ matters: 'cost' }, [shares('a', [0.6], { cost: 1 }), shares('b', [0.9], { cost: 2 })]).row?.key).toBe('a'));
  test('is what keeps most of the user’s words where they matter, and keeps the floor of constraints where one is set', () => {
    const words = (value: number) => [{ session: 's0', value }];
    const [a, b] = [
      shares('a', [0.9], { userWords: words(0.2), constraints: 0.94 }),
      shares('b', [0.5], { userWords: words(0.8), constraints: 0.95 }),
    ];
    expect(found({ matters: 'userWords' }, [a, b]).row).toMatchObject({ key: 'b', share: 0.8 });
    expect(found({}, [a, b]).row?.key).toBe('a');
    expect(found({ constraints: 0.95 }, [a, b]).row?.key).toBe('b');
    expect(found({ noModel: true }, [a, b]).row?.key).toBe('a');
  });
  test('is none where no session has enough facts', () => expect(keyOf(row('a', null))).toBeUndefined());
  test('is sure from ten sessions whose differences leave out 0, very sure where own recall agrees, weak under 100 facts', () => {
    const sure = (values: readonly number[], own: number, facts?: number) =>
      found(
        {},
        [
          shares(
            'a',
            values.map((value) => value - 0.2),
            { own: 0.5 },
          ),
          shares('b', values, { own }),
        ],
        'a',
        facts,
      ).sure;
    expect([sure(many(0.6), 0.6), sure(many(0.6), 0.4), sure(many(0.6).slice(1), 0.6), sure(many(0.6), 0.6, 99)]).toEqual([
      'very-high',
      'high',
      'fair',
      'weak',
    ]);
  });
});

test('pinned rows stand above their groups, and a median below chance is marked', () => {
  const of = [row('a', 0.4), row('b', 0.6), row('gone', 0.9)];
  const answer = answerOfSet({ rows: of, facts: 1 }, (strategy) => infos.get(strategy), WISHES, null);
  const tables = { answer, sessions: 1, enough: 1, facts: 1, chance: 0.5, groups: [], figures: [], rows: of };
  const rows = resultRows(tables, infos, ['b'], [], { strategy: 'a', share: 0.8 });
  expect(rows.map(({ key, kind, letter, below, wrote }) => [key, kind, letter, below, wrote])).toEqual([
    ['a', 'agent', null, true, 0.8],
    ['b', 'pinned', 'A', false, null],
  ]);
});

test('a difference is sure where its interval leaves out 0', () => {
  const of = (from: number, to: number) => isSure({ difference: { sessions: 3, mean: 0, interval: [from, to], better: 0, equal: 0, worse: 0 } });
  expect([of(0.1, 0.2), of(-0.2, -0.1), of(-0.1, 0.2), of(0, 0.1), isSure({ difference: null })]).toEqual([true, true, false, false, false]);
});

test('the product that wrote most of the tokens is the agent', () => {
  const of = (agent: string | null, tokens: number) => ({ agent, tokens });
  expect(agentOfMost([of('aider', 10), of('aider', 10), of(null, 900), of('codex', 30)])).toEqual({ strategy: 'codex', share: 30 / 950 });
  expect(agentOfMost([of(null, 5)])).toBeNull();
});

test('large files first, the sessions of one file together', () => {
  const session = (file: string, tokens: number): FoundSession => ({ file, tokens }) as FoundSession;
  const order = inOrder([session('a', 5), session('b', 4), session('a', 1), session('b', 9), session('c', 6)]);
  expect(order.map(({ file, tokens }) => `${file}${tokens}`)).toEqual(['b9', 'b4', 'a5', 'a1', 'c6']);
});

test('time left follows the tokens, once there are enough of them', () => {
  expect(timeLeft({ tokens: [25, 100], since: 1000 }, 2000)).toBe(3000);
  expect(timeLeft({ tokens: [1, 100], since: 1000 }, 2000)).toBeNull();
  expect(timeLeft({ tokens: [0, 0], since: 1000 }, 2000)).toBeNull();
});
