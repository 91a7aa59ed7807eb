import { describe, expect, test, vi } from 'vitest';
import type { RowRequest } from '../compare.ts';
import { byId, isHidden, strategies } from '../pipelines/index.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { recordingLines } from '../testing/recordings.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import { type Recall, type RecallOptions, SIZES } from './contract.ts';
import { recallNow, recallSteps, skillOf } from './recall.ts';

const builtIn = createBuiltIn();
const options = (target: number, extra: Partial<RecallOptions> = {}): RecallOptions => ({
  window: 128_000,
  target,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'anthropic',
  summarizer: builtIn,
  ...extra,
});
const readable = ({ rows }: Recall) => rows.filter((row) => !isHidden(row));
const rowsOf = (...ids: string[]): RowRequest[] => ids.map((id) => ({ key: id, strategy: id, params: {} }));
const everyRow = rowsOf(...strategies.filter(({ onDemand }) => !onDemand).map(({ id }) => id));

function now(...args: Parameters<typeof recallNow>): Recall {
  const found = recallNow(...args);
  if (found instanceof Promise) throw new Error('waits');
  return found;
}

const base = talk(recordingLines(7, 60));
/** Every row at a common target: computed once. */
const common = now(base, everyRow, options(0.3));
const rowOf = (recall: Recall, key: string) => recall.rows.find((row) => row.key === key)!;

describe('what the requests of a product lack', () => {
  const task = 'Fix the queue: a job that fails must be tried again.';
  const lines: TalkMessage[] = [
    { system: 'You work on a queue.' },
    ...Array.from({ length: 20 }, (_, k): TalkMessage[] => [
      ...(k === 8 ? [{ user: task }] : []),
      { call: `c${k}`, name: 'read', args: `{"path":"src/a${k}.ts"}` },
      { result: `c${k}`, shows: `export const value${k} = ${k};\n`.repeat(60) },
    ]).flat(),
    { says: 'Done with src/a3.ts.' },
  ];
  const worked = talk(lines);
  const trim = (maxTokens: number, more = {}): RowRequest => ({
    key: `trim ${maxTokens}`,
    strategy: 'langchain-trim',
    params: { maxTokens, ...more },
  });
  const lacks = (...rows: RowRequest[]) => now(worked, rows, options(0.5, { own: true })).rows.map(({ lack }) => lack);

  test('as shipped: how many checkpoints had no message, or none of the user; repaired none', () => {
    const [none, noUser, all] = lacks(trim(50), trim(600), trim(1_000_000));
    expect(none).toMatchObject({ key: 'recall-no-message' });
    expect(noUser).toMatchObject({ key: 'recall-no-last-user' });
    // Before the user spoke nothing of theirs can be gone.
    expect(Number(noUser!.values!.count)).toBeLessThan(Number(noUser!.values!.cuts));
    expect(Number(none!.values!.count)).toBe(Number(none!.values!.cuts));
    expect(all).toBeNull();
    // What was summarised has something in its place.
    expect(lacks(trim(50, { repaired: true }), ...rowsOf('oldest-removal', 'claude-code'))).toEqual([null, null, null]);
  });
});

describe('recall of rows', () => {
  test('the whole context keeps everything', () => {
    const recall = now(base, everyRow, options(1));
    expect(recall.tooFew).toBeNull();
    expect(recall.needed).toBeGreaterThan(100);
    for (const row of readable(recall)) expect([row.key, row.recall, row.misses(), row.compacted]).toEqual([row.key, 1, [], 0]);
    expect([recall.random, recall.oracle]).toEqual([1, 1]);
    expect(recall.curve!.at(-1)).toBe(1);
  });

  test('a smaller target never keeps more by chance or by clairvoyance, and chance keeps less', () => {
    const at = [0.1, 0.2, 0.4, 0.7].map((target) => now(base, [], options(target)));
    for (let k = 0; k < at.length; k++) {
      expect(at[k]!.random!).toBeLessThan(at[k]!.oracle!);
      if (k === 0) continue;
      expect(at[k]!.random!).toBeGreaterThan(at[k - 1]!.random!);
      expect(at[k]!.oracle!).toBeGreaterThanOrEqual(at[k - 1]!.oracle!);
    }
  });

  test('random dropping is a curve over all sizes: it never falls, is a share, and is the chance of a row that leaves the same share everywhere', () => {
    const recall = now(base, rowsOf('oldest-first'), options(0.2));
    const curve = recall.curve!;
    expect(curve.length).toBe(SIZES.length);
    for (const [i, kept] of curve.entries()) {
      expect(kept >= 0 && kept <= 1).toBe(true);
      if (i > 0) expect(kept).toBeGreaterThanOrEqual(curve[i - 1]!);
    }
    const row = recall.rows[0]!;
    const { chance } = row.retained!;
    const at = (share: number): number => curve[SIZES.findIndex((size) => size >= share)]!;
    expect(chance).toBeLessThanOrEqual(at(0.2) + 1e-12);
    expect(chance).toBeGreaterThanOrEqual(at(0.1));
  });

  test('over the window a cut has the share that the target is of the whole', () => {
    const { total } = base.counts;
    const window = Math.floor(total / 4);
    const over = now(base, rowsOf('oldest-first'), options(0.8, { window }));
    // 0.8 of a quarter: the same as a target of so many tokens, and about a fifth of the context at every cut.
    const same = now(base, rowsOf('oldest-first'), options(Math.floor(0.8 * window)));
    expect(over.budget).toBe(same.budget);
    expect(over.budget).toBeCloseTo(0.2, 3);
    expect(rowOf(over, 'oldest-first')).toMatchObject({ tokens: rowOf(same, 'oldest-first').tokens, kept: rowOf(same, 'oldest-first').kept });
    expect(rowOf(over, 'oldest-first').tokens).toBeGreaterThan(0.15);
  });

  test('keeping the recent is above keeping the oldest where memory fades', () => {
    const recall = now(base, rowsOf('hard-limit', 'oldest-first'), options(0.2));
    expect(rowOf(recall, 'hard-limit').recall!).toBeGreaterThan(rowOf(recall, 'oldest-first').recall!);
  });

  test('the fact list with enough room has every fact and binds few of them', () => {
    const row = rowOf(now(base, rowsOf('fact-list'), options(0.6)), 'fact-list');
    expect(row.recall).toBe(1);
    expect(row.binding!).toBeLessThan(0.4);
    expect(row.tokens).toBeLessThan(0.6);
  });

  test('what is left at the cuts is told beside it, with the cuts that had nothing to do', () => {
    const recall = common;
    expect(recall.budget).toBe(0.3);
    expect(recall.rows.filter(({ overBudget }) => overBudget).length).toBeGreaterThan(0);
    expect(recall.rows.filter(({ overBudget }) => !overBudget).length).toBeGreaterThan(3);
    for (const row of recall.rows) {
      expect(row.overBudget, row.key).toBe(row.tokens > 0.3);
      expect(row.belowChance, row.key).toBe(row.recall === null ? null : row.recall < recall.random!);
      expect(row.compacted + row.idle, row.key).toBeLessThanOrEqual(recall.cuts.length);
      // Where nothing was done everything is left: one such cut of twelve is 1/12 at least.
      expect(row.tokens, row.key).toBeGreaterThanOrEqual(row.idle / recall.cuts.length);
    }
    for (const row of now(base, everyRow, options(0.3, { own: true })).rows) expect([row.overBudget, row.belowChance]).toEqual([null, null]);
  });

  test('tells who wrote at the cuts, and nobody where a strategy asks for no summary', () => {
    const { rows } = common;
    const writerOf = (key: string) => rows.find((row) => row.key === key)!.writer;
    expect([writerOf('summary'), writerOf('oldest-first'), writerOf('fact-list')]).toEqual(['built-in', null, null]);
  });

  test('of a row that only its provider can read nothing is said to be kept or lost', () => {
    const hidden = common.rows.filter(isHidden);
    expect(hidden.map(({ key }) => key)).toContain('codex-remote');
    for (const { recall, retained, independent, byCut, lost, ...row } of hidden)
      expect([recall, retained, independent, byCut, lost, row.misses(), row.lostItems()]).toEqual([null, null, null, null, null, [], []]);
    for (const { tokens } of hidden) expect(tokens > 0 && tokens < 1).toBe(true);
  });

  test('groups, counts by cut and misses tell the same', () => {
    const recall = common;
    for (const row of readable(recall)) {
      const kept = row.kept.reduce((a, b) => a + b, 0);
      expect(row.recall, row.key).toBeCloseTo(kept / recall.needed, 12);
      expect(row.misses().length, row.key).toBe(recall.needed - kept);
      for (const groups of [row.bands, row.origins, row.kinds]) {
        const all = Object.values(groups);
        expect(all.reduce((sum, share) => sum + share.needed, 0)).toBe(recall.needed);
        expect(all.reduce((sum, share) => sum + share.kept, 0)).toBe(kept);
      }
      const [low, high] = row.interval!;
      expect(low).toBeLessThanOrEqual(row.recall!);
      expect(high).toBeGreaterThanOrEqual(row.recall!);
      for (const { cut, seenAt, neededAt } of row.misses()) {
        expect(seenAt).toBeLessThan(recall.cuts[cut]!.at);
        expect(neededAt).toBeGreaterThanOrEqual(recall.cuts[cut]!.at);
      }
      expect(
        row.bound.every((bound, c) => bound <= row.kept[c]!),
        row.key,
      ).toBe(true);
    }
  });

  test('the same seed gives the same, another seed other random removals', () => {
    const plain = ({ rows, ...recall }: Recall) => ({
      ...recall,
      rows: rows.map((row) => ({ ...row, misses: row.misses(), lostItems: row.lostItems() })),
    });
    expect(plain(common)).toEqual(plain(now(talk(recordingLines(7, 60)), everyRow, options(0.3))));
    expect(now(base, [], options(0.3, { seed: 9 })).random).not.toBe(now(base, [], options(0.3)).random);
  });

  test('a target in tokens is the share of the whole that it is', () => {
    const half = Math.floor(base.counts.total / 2);
    const inTokens = now(base, rowsOf('head-tail'), options(half));
    expect(rowOf(inTokens, 'head-tail').recall).toBe(rowOf(now(base, rowsOf('head-tail'), options(half / base.counts.total)), 'head-tail').recall);
    expect(rowOf(inTokens, 'head-tail').tokens).toBeLessThanOrEqual(0.5);
  });

  test('with own defaults there is no common budget, so no floor, no ceiling and no skill', () => {
    const recall = now(base, rowsOf('sliding-window'), options(0.5, { own: true, window: 500 }));
    expect([recall.random, recall.oracle, recall.rows[0]!.skill]).toEqual([null, null, null]);
    expect(recall.rows[0]!.recall!).toBeGreaterThan(0);
  });

  test('too little to measure: no number, and the reason with its numbers', () => {
    const quiet = now(
      talk(recordingLines(7, 60).map((line) => ('call' in line ? { ...line, says: 'Next.' } : line))),
      rowsOf('head-tail', 'summary'),
      options(0.2),
    );
    expect(quiet.tooFew).toEqual({ key: 'recall-few-facts', values: { facts: 0, least: 30 } });
    expect(quiet.rows.every(({ recall, interval, binding, skill }) => [recall, interval, binding, skill].every((one) => one === null))).toBe(true);
    // What was left is measured nevertheless.
    expect(quiet.rows.every(({ tokens, byCut }) => tokens > 0 && tokens < 1 && byCut!.length > 0)).toBe(true);
    expect(now(talk(recordingLines(7, 2)), [], options(0.2)).tooFew).toEqual({ key: 'recall-few-cuts', values: { cuts: 1, least: 3 } });
    expect(now(talk([]), [], options(0.2)).tooFew?.key).toBe('recall-few-cuts');
  });

  test('a row that fails does not stop the others', () => {
    const recall = now(base, [{ key: 'x', strategy: 'no-such', params: {} }, ...rowsOf('head-tail')], options(0.2));
    expect(recall.rows[0]!.failed).toMatchObject({ key: 'error-unknown-strategy' });
    expect(recall.rows[0]!.recall).toBeNull();
    expect(recall.rows[1]!.recall!).toBeGreaterThan(0);
  });

  test('a row that fails at a cut does not run at later ones', () => {
    const plan = vi.spyOn(byId.get('head-tail')!, 'plan').mockImplementation(() => {
      throw new Error('broken');
    });
    const [row] = now(base, rowsOf('head-tail'), options(0.2)).rows;
    expect(plan).toHaveBeenCalledTimes(1);
    plan.mockRestore();
    expect(row!.failed).toMatchObject({ key: 'error', values: { message: 'broken' } });
  });

  test('a row that failed has no figures, and no cut of it counts', () => {
    const [failed] = now(base, [{ key: 'x', strategy: 'head-tail', params: { nothing: 1 } }], options(0.2)).rows;
    expect(failed).toMatchObject({
      failed: { key: expect.any(String) },
      recall: null,
      interval: null,
      skill: null,
      binding: null,
      belowChance: null,
      overBudget: null,
      used: null,
      tokens: 1,
      kept: [],
      bound: [],
      compacted: 0,
      idle: 0,
      missed: 0,
      gone: 0,
      kinds: {},
    });
    expect(failed!.misses()).toEqual([]);
  });

  test('what every cut allows is its share in whole tokens, and what is used of it the mean over the cuts', () => {
    const recall = now(base, rowsOf('fact-list'), options(0.6));
    const [row] = recall.rows;
    expect(row!.used!).toBeLessThanOrEqual(1);
    expect(row!.used!).toBeCloseTo(row!.tokens / 0.6, 1);
    expect(row!.compacted).toBe(recall.cuts.length);
    // Everything that is missing is gone or can be fetched again, and a list of facts misses none.
    expect([row!.missed, row!.gone]).toEqual([0, 0]);
    const [cut] = now(base, rowsOf('head-tail'), options(0.2)).rows;
    expect(cut!.missed).toBe(cut!.misses().length);
    expect(cut!.gone).toBe(cut!.misses().filter(({ reFetchable }) => !reFetchable).length);
  });

  test('misses name the fact, its cut, and where it was seen last and needed first', () => {
    const pad = 'and so on '.repeat(60);
    const names = Array.from({ length: 40 }, (_, k) => `walrus${k}Name`);
    const lines: TalkMessage[] = [
      { user: 'Go.' },
      { call: 'a', args: '{"path":"src/walrus.ts"}' },
      { result: 'a', shows: names.join('\n') },
      { call: 'b', args: '{}' },
      { result: 'b', shows: 'ok' },
      ...Array.from({ length: 20 }, (): TalkMessage => ({ says: pad })),
      { user: 'Now.' },
      { says: names.join(', ') },
      { says: 'Done.' },
    ];
    const input = talk(lines);
    const recall = now(input, rowsOf('random-removal'), options(0.02, { cuts: 3 }));
    expect(recall.needed).toBe(40 * recall.cuts.length);
    // Nothing of it is kept, so there is no share that is still bound.
    expect(recall.rows[0]).toMatchObject({ recall: 0, binding: null, interval: [0, 0], missed: 120, gone: 120 });
    const misses = recall.rows[0]!.misses();
    expect(misses.slice(0, 2)).toEqual([
      { fact: 'walrus0Name', kind: 'identifier', cut: 0, seenAt: 2, neededAt: 26, reFetchable: false },
      { fact: 'walrus1Name', kind: 'identifier', cut: 0, seenAt: 2, neededAt: 26, reFetchable: false },
    ]);
    expect(misses.map(({ cut }) => cut)).toEqual([0, 1, 2].flatMap((cut) => names.map(() => cut)));
    // Where a placeholder stands for the result, all of it can be fetched again.
    const offloaded = now(input, [{ key: 'o', strategy: 'offload', params: { offloadOver: 100, keepRecentResults: 0 } }], options(0.9, { cuts: 3 }));
    expect(new Set(offloaded.rows[0]!.misses().map(({ reFetchable }) => reFetchable))).toEqual(new Set([true]));
    expect([offloaded.rows[0]!.missed, offloaded.rows[0]!.gone]).toEqual([120, 0]);
  });

  test('progress rises to its end, in slices', () => {
    const steps = recallSteps(talk(recordingLines(8, 30)), rowsOf('head-tail', 'retrieval'), options(0.3));
    const done: number[] = [];
    let of = 0;
    for (let step = steps.next(); !step.done; step = steps.next()) {
      if (step.value.kind !== 'progress') throw new Error('waits');
      done.push(step.value.done);
      of = step.value.of;
    }
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(done.at(-1)).toBe(of);
    // The facts, and at each of twelve cuts its own measure and that of two rows.
    expect(of).toBe(1 + 12 * 3);
    expect(done.length).toBeGreaterThan(12 * 3);
  });

  test('waits for a summariser that takes its time, and a failing one is a strategy without its summary', async () => {
    const slow: Summarizer = { ...builtIn, id: 'slow', summarize: async (prepared, request) => builtIn.summarize(prepared, request) };
    const recall = await recallNow(base, rowsOf('summary'), options(0.2, { summarizer: slow }));
    expect(recall.rows[0]!.recall).toBe(now(base, rowsOf('summary'), options(0.2)).rows[0]!.recall);
    const broken: Summarizer = { ...builtIn, id: 'broken', summarize: () => Promise.reject(new Error('gone')) };
    const without = await recallNow(base, rowsOf('summary'), options(0.2, { summarizer: broken }));
    expect([without.rows[0]!.recall, without.rows[0]!.compacted]).toEqual([1, 0]);
  });

  test('wrong target', () => {
    expect(() => now(base, [], options(1.5))).toThrow(/target/);
  });

  test('skill: above 1 and below 0 are possible, no room is no skill', () => {
    expect(skillOf(0.75, 0.5, 1)).toBe(0.5);
    expect(skillOf(0.4, 0.5, 1)).toBeCloseTo(-0.2);
    expect(skillOf(1, 0.5, 0.9)).toBeCloseTo(1.25);
    // Two hundredths between chance and clairvoyance at least.
    expect([0.96, 0.969, 0.9701].map((oracle) => skillOf(0.95, 0.95, oracle))).toEqual([null, null, 0]);
    expect(skillOf(null, 0.5, 1)).toBeNull();
  });

  test('no strategy that keeps whole messages within the budget is above the oracle', () => {
    for (const seed of [1, 2, 3]) {
      const recording = talk(recordingLines(seed, 50));
      const recall = now(
        recording,
        rowsOf('middle-removal', 'head-tail', 'random-removal', 'oldest-first', 'hard-limit', 'key-information'),
        options(0.25),
      );
      const above = recall.rows.filter(({ used, recall: kept }) => used! <= 1 && kept! > recall.oracle!);
      expect(above.map(({ key }) => key)).toEqual([]);
    }
  });

  // Anything worse than linear would take minutes here; how it grows is measured by the bench.
  test('lines of half a million characters are no trouble', () => {
    const words = Array.from({ length: 500 }, (_, k) => `valueOf${k}Now in src/part-${k}/file.ts (took ${k} ms)`).join(' ');
    const line = `${words} ${'{"key":"value","list":[1,2,3]} '.repeat(16_000)}`;
    const turn = (k: number): TalkMessage[] => [
      { user: `Go on with step ${k}.` },
      { call: `c${k}`, args: '{"q":"all"}' },
      { result: `c${k}`, shows: k === 0 ? line : 'Done.' },
      { says: `valueOf${k}Now, valueOf${k + 50}Now and valueOf${k + 90}Now are next.` },
    ];
    const recall = now(talk(Array.from({ length: 16 }, (_, k) => turn(k)).flat()), rowsOf('head-tail', 'tool-output-truncation'), options(0.3));
    expect(recall.needed).toBeGreaterThan(100);
    expect(recall.rows.map(({ failed }) => failed)).toEqual([null, null]);
    expect(rowOf(recall, 'head-tail').recall).not.toBeNull();
  });
});
