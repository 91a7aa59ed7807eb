import { describe, expect, test } from 'vitest';
import type { FoundSession } from '../../worker/sets/set-worker-protocol.ts';
import { agentOfMost, answerOfSet, type TargetMode, type RowOverSessions, YOURS } from '../../engine/answer/sets.ts';
import { inOrder } from './set-actions.ts';
import { WISHES, type Wishes } from '../../engine/answer/contract.ts';
import { goneOf, isSure, resultRows } from './set-state.ts';
import { info, shares } from './testing/fixture.ts';
import { timeLeft } from './SetPane.tsx';

const infos = new Map(
  [
    info('a', 'product'),
    info('b', 'own'),
    info('claude-code', 'product'),
    info('pi', 'product'),
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
  const found = (wishes: Partial<Wishes>, rows: readonly RowOverSessions[], asked: TargetMode = 'own') =>
    answerOfSet(rows, (strategy) => infos.get(strategy), { ...WISHES, ...wishes }, asked);
  const keyOf = (...rows: readonly RowOverSessions[]): string | undefined => found({}, rows).row?.key;
  const many = (value: number, sessions = 10): readonly number[] => Array.from({ length: sessions }, (_, i) => value + i / 1000);

  test('keeps most over the sessions, whose counts are pooled', () => {
    expect(keyOf(shares('a', many(0.6)), shares('b', many(0.7)))).toBe('b');
    expect(found({}, [shares('a', many(0.6))]).row?.share).toBeCloseTo(0.6045, 12);
  });
  test('is no control and not what the agent did', () =>
    expect(keyOf(shares('chance', many(0.9)), shares('rec', many(0.95)), shares('a', many(0.3)))).toBe('a'));
  test('is never over the budget, refused or without a result in any session, unless a person does not ask for that', () => {
    for (const more of [{ over: 1 }, { invalid: 1 }, { failed: 1 }]) {
      const rows = [shares('a', many(0.6)), shares('b', many(0.9), more)];
      expect(found({}, rows).row?.key).toBe('a');
      expect(found({ withinBudget: false, accepted: false }, rows).row?.key).toBe('b');
    }
  });
  test('has counts in nine sessions of ten in which others have some', () => {
    expect(keyOf(shares('a', many(0.6)), shares('b', many(0.9).slice(1)))).toBe('b');
    expect(keyOf(shares('a', many(0.6)), shares('b', many(0.9).slice(2)))).toBe('a');
  });
  test('is by the user’s words, the constraints or the price where they matter; no model is behind any row', () => {
    const a = shares('a', many(0.8), { words: many(0.4), constraints: 0.9, cost: 2 });
    const b = shares('b', many(0.7), { words: many(0.7), constraints: 1, cost: 1 });
    expect(found({ matters: 'userWords' }, [a, b]).row?.key).toBe('b');
    expect(found({}, [a, b]).row?.key).toBe('a');
    expect(found({ constraints: 0.95 }, [a, b]).row?.key).toBe('b');
    expect(found({ noModel: true }, [a, b]).row?.key).toBe('a');
    expect(found({ matters: 'cost' }, [a, b]).row?.key).toBe('b');
  });
  test('is none where no session has counts, or where each row leaves its own amount', () => {
    expect(found({}, [shares('a', [])])).toMatchObject({ verdict: 'short', row: null });
    expect(found({}, [shares('a', many(0.6))], 'shipped')).toMatchObject({ verdict: 'sizes', row: null });
  });
  test('of five sessions pools their checkpoints; is fair up to nine sessions, high from ten', () => {
    const five = (key: string, share: number) => {
      const one = shares(key, many(share, 5));
      return { ...one, counts: one.counts.map((session) => ({ ...session, cuts: [...session.cuts, ...session.cuts] })) };
    };
    expect(found({}, [five('a', 0.4), five('b', 0.8)])).toMatchObject({ verdict: 'use', row: { key: 'b' }, units: 10, sessions: 5, sure: 'fair' });
    expect(found({}, [shares('b', many(0.8, 9))])).toMatchObject({ units: 9, sessions: 9, sure: 'fair' });
    expect(found({}, [shares('b', many(0.8))])).toMatchObject({ units: 10, sessions: 10, sure: 'high' });
  });
  test('is held against each session’s own agent, in sessions in which that compacted', () => {
    const claude = shares('claude-code', many(0.5));
    const pi = shares('pi', many(0.9));
    const written = (agent: string, one: typeof claude) => ({ ...one, counts: one.counts.map((c, i) => (i % 2 ? { ...c, agent } : c)) });
    const rows = [claude, pi, shares('b', many(0.8))];
    expect(found({}, rows, 'same').base).toMatchObject({ key: 'claude-code', share: expect.closeTo(0.5045, 10) });
    const mixed = rows.map((one) => written('pi', one));
    expect(found({}, mixed, 'same').base).toMatchObject({ key: YOURS, share: expect.closeTo(0.7045, 10) });
    const idle = rows.map((one) => ({ ...one, counts: one.counts.map((c, i) => ({ ...c, matched: i < 7 })) }));
    expect(found({}, idle, 'same').sessions).toBe(7);
    expect(
      found(
        {},
        rows.map((one) => ({ ...one, counts: one.counts.map((c) => ({ ...c, matched: false })) })),
        'same',
      ).base,
    ).toBeNull();
  });
});

test('A, B and C stand above their groups, and one that is worse than random dropping is marked', () => {
  const of = [shares('a', [0.4], { together: { share: 0.4, chance: 0.5 } }), shares('b', [0.6]), shares('gone', [0.9])];
  const answer = answerOfSet(of, (strategy) => infos.get(strategy), WISHES, 'own');
  const tables = { answer, sessions: 1, enough: 1, facts: 1, groups: [], figures: [], aside: 0, rows: of };
  const rows = resultRows(tables, infos, ['b'], [], { strategy: 'a', share: 0.8 });
  expect(rows.map(({ key, kind, letter, below, wrote }) => [key, kind, letter, below, wrote])).toEqual([
    ['a', 'agent', null, true, 0.8],
    ['b', 'compared', 'A', false, null],
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
