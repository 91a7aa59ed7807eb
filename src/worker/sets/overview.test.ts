/** Page and terminal find the same in the same lines: one has them in memory, the other in the columns of a reducer. */
import { expect, test } from 'vitest';
import { WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { byId } from '../../engine/pipelines/index.ts';
import { GROUPINGS, type ResultLine, type RowOfSet } from '../../engine/sets/contract.ts';
import { Reducer } from '../../engine/sets/sets-reduce.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { tablesOf } from './worker.ts';

const KEYS = ['fact-ledger', 'claude-code', 'middle-removal', 'random-removal', 'opencode-prune'] as const;
/** It never does anything. */
const IDLE = 4;
const SESSIONS = 9;
/** No pattern that one of them could lean on. */
const shareOf = (k: number, i: number): number => ((k * 37 + i * 53 + k * i * 11) % 97) / 97;

const lineOf = (k: number, i: number): ResultLine =>
  ({
    kind: 'result',
    engine: '5',
    settings: 's',
    session: `${i}#0`,
    file: `${i}.jsonl`,
    format: i % 3 === 0 ? 'pi' : 'claude-code',
    agent: i % 2 === 0 ? 'claude-code' : null,
    model: i % 4 === 0 ? null : `model-${i % 2}`,
    task: i < 4 ? 'code' : 'mixed',
    messages: i,
    tokens: 100 * i,
    exact: true,
    row: KEYS[k],
    strategy: KEYS[k],
    outcome: k === IDLE ? 'unchanged' : k === 2 && i === 1 ? 'failed' : 'compacted',
    independentRecall: k === IDLE || i === 5 || (k === 2 && i === 1) ? null : shareOf(k, i),
    independentUserWords: i % 2 === 0 ? shareOf(k + 1, i) : null,
    constraints: i === 3 ? null : shareOf(k, i + 1),
    hindsightRecall: shareOf(k, i + 2),
    recallLeft: k === IDLE ? null : shareOf(k, i + 3),
    neededFacts: 20 + i,
    overBudget: (k + i) % 4 === 0,
    violations: (k * i) % 5 === 4 ? 1 : 0,
    efficiency: shareOf(k, i + 4),
    cost: i === 2 ? null : shareOf(k, i + 5),
    matched: i > 2,
    target: 1000,
    counts: JSON.stringify([k + i, 12, 3, 2 * k, 10, 2, k, 9, 1, 3 * k, 14, 4, i % 5, 6, 1, 2, 5, 1]),
    note: '',
  }) as unknown as ResultLine;

const sessions = Array.from({ length: SESSIONS }, (_, i) => KEYS.map((_key, k) => lineOf(k, i)));
const byKey = (rows: readonly Pick<RowOfSet, 'key'>[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));

test.each(GROUPINGS)('rows, chance, counts and groups by %s are the same', (group) => {
  const settings = { ...defaultScenario().settings, budget: 'same' as const };
  const rows = KEYS.map((key) => ({ key, strategy: key, params: {} }));
  const page = tablesOf(sessions, {
    request: { settings, rows },
    sessions: [],
    baseline: 'claude-code',
    other: null,
    group,
    wishes: WISHES,
  });
  const reducer = new Reducer();
  for (const line of sessions.flat()) reducer.add(line);
  const terminal = reducer.overview('claude-code', group);
  expect(byKey(terminal.rows)).toEqual(byKey(page.rows));
  expect([terminal.sessions, terminal.enough, terminal.facts]).toEqual([page.sessions, page.enough, page.facts]);
  // A row says what the sentence says of it.
  for (const { key, together } of page.rows) expect([key, together]).toEqual([key, page.answer.kept[key] ?? null]);
  expect(page.enough).toBe(SESSIONS - 1);
  const figures = (of: typeof page.groups) =>
    of.map(({ name, sessions: count, rows: some }) => [name, count, byKey(some.map(({ key, together, left }) => ({ key, together, left })))]);
  expect(figures(terminal.groups).toSorted()).toEqual(figures(page.groups).toSorted());
  const input = reducer.answerInput();
  const answer = answerOfSet(input.rows, (id) => byId.get(id), WISHES, input.asked);
  expect({ ...answer, order: [] }).toEqual({ ...page.answer, order: [] });
  // What did nothing kept everything: no answer can be made of that.
  expect([page.answer.barred['opencode-prune'], page.answer.kept['opencode-prune']]).toEqual(['outcome', undefined]);
});
