import { describe, expect, it, test } from 'vitest';
import { randomSource } from '../lib/random.ts';
import type { FailedLine, Line, ResultLine } from './contract.ts';
import { cutsOf, Reducer } from './sets-reduce.ts';

/** The cells that tables read; the rest of a line is in sets.test.ts. */
function line(session: string, row: string, cells: Partial<ResultLine> = {}): ResultLine {
  const facts = { session, file: `${session}.json`, format: 'pi', model: 'm', task: 'code', conversation: 0, parent: null, title: '', agent: null };
  const more = { date: null, messages: 3, requests: 1, tokens: 100, exact: true, compactions: 0, problems: 0 };
  return {
    kind: 'result',
    engine: '1',
    settings: `of-${row}`,
    ...facts,
    ...more,
    row,
    strategy: row,
    outcome: 'compacted',
    tokensAfter: 50,
    note: '',
    ...cells,
  };
}
const failed = (file: string, session: string | null): FailedLine => ({
  kind: 'failed',
  engine: '1',
  settings: 'r',
  file,
  session,
  code: 'not-json',
  reason: 'no',
});
function reduced(lines: readonly Line[]): Reducer {
  const reducer = new Reducer();
  for (const one of lines) reducer.add(one);
  return reducer;
}

const lines: readonly Line[] = [
  line('a#0', 'summary', { tokenReduction: 0.5, metTarget: true, hindsightRecall: 0.9 }),
  line('b#0', 'summary', { tokenReduction: 0.3, metTarget: false, hindsightRecall: 0.7, format: 'text' }),
  line('c#0', 'summary', { outcome: 'unchanged', tokenReduction: null }),
  line('a#0', 'oldest-removal', { tokenReduction: 0.6, hindsightRecall: 0.4 }),
  line('b#0', 'oldest-removal', { tokenReduction: 0.3, hindsightRecall: 0.7, format: 'text' }),
];

describe('counts at the checkpoints', () => {
  const counts = JSON.stringify([9, 10, 3]);
  it('are of sessions in which the policy compacted: what did nothing kept everything, and is no answer', () => {
    const { rows } = reduced([line('a#0', 'summary', { counts }), line('b#0', 'summary', { counts, outcome: 'unchanged' })]).answerInput();
    expect(rows[0]!.counts.map(({ session }) => session)).toEqual(['a#0']);
  });
});

test('counts of lines up to engine 12 are those of three measures, cut by cut', () => {
  const cut = (k: number) => ({
    strings: { kept: k, needed: 12, chance: 3 },
    paths: { kept: k, needed: 10, chance: 2.5 },
    userWords: { kept: 0, needed: 9, chance: 1 },
  });
  expect(cutsOf(JSON.stringify([5, 12, 3, 5, 10, 2.5, 0, 9, 1, 6, 12, 3, 6, 10, 2.5, 0, 9, 1]))).toEqual([cut(5), cut(6)]);
  expect(cutsOf('{"strings":[5,12,3,6,12,3],"rules":[1,2,0.5,2,2,1]}')).toEqual([
    { strings: { kept: 5, needed: 12, chance: 3 }, rules: { kept: 1, needed: 2, chance: 0.5 } },
    { strings: { kept: 6, needed: 12, chance: 3 }, rules: { kept: 2, needed: 2, chance: 1 } },
  ]);
});

describe('tables', () => {
  it('by hand: distributions, outcomes, differences in the same sessions', () => {
    const { groups, sessions, lines: read } = reduced(lines).tables({ baseline: 'oldest-removal' });
    expect([sessions, read]).toEqual([3, 5]);
    const [base, row] = groups[0]!.rows;
    expect([base!.row, row!.row]).toEqual(['oldest-removal', 'summary']);
    expect(base!.against).toBeNull();
    expect(row!.outcomes).toEqual({ compacted: 2, unchanged: 1, rejected: 0, refused: 0, failed: 0 });
    expect(row!.sessions).toBe(3);
    expect(row!.measures.tokenReduction).toMatchObject({ sessions: 2, median: 0.4, worst: 0.3, worstSession: 'b#0' });
    expect(row!.measures.metTarget).toMatchObject({ sessions: 2, mean: 0.5 });
    expect(row!.measures.binding).toBeNull();
    expect(row!.against!.hindsightRecall).toMatchObject({ sessions: 2, mean: 0.25, better: 1, equal: 1, worse: 0 });
    expect(row!.against!.tokenReduction!.mean).toBeCloseTo(-0.05, 12);
  });

  it('by group: each with its own sessions, after all of them', () => {
    const { groups } = reduced(lines).tables({ by: 'format' });
    expect(groups.map(({ group, sessions }) => [group, sessions])).toEqual([
      [null, 3],
      ['pi', 2],
      ['text', 1],
    ]);
    expect(groups[2]!.rows.map(({ row, sessions }) => [row, sessions])).toEqual([
      ['oldest-removal', 1],
      ['summary', 1],
    ]);
    expect(groups[2]!.rows[1]!.measures.tokenReduction).toMatchObject({ sessions: 1, median: 0.3 });
  });

  it('do not depend on the order of the lines, nor on how often one was written', () => {
    const many = Array.from({ length: 40 }, (_, s) =>
      ['summary', 'oldest-removal', 'pi'].map((row, r) => line(`s${s}#0`, row, { tokenReduction: ((s * 7 + r * 3) % 11) / 11, model: `m${s % 3}` })),
    ).flat();
    const told = reduced(many).tables({ baseline: 'summary', by: 'model' });
    const draw = randomSource(9);
    const mixed = many.map((one) => ({ one, at: draw(1_000_000) })).sort((a, b) => a.at - b.at);
    const reducer = reduced(mixed.map(({ one }) => one));
    expect(reducer.add(many[0]!)).toBe(false);
    expect(reducer.tables({ baseline: 'summary', by: 'model' })).toEqual({ ...told, lines: 121, duplicates: 1 });
  });

  it('one key with two settings is two rows', () => {
    const { groups } = reduced([line('a#0', 'summary'), line('a#0', 'summary', { settings: 'other', tokensAfter: 10 })]).tables();
    expect(groups[0]!.rows.map(({ settings, measures }) => [settings, measures.tokensAfter!.median])).toEqual([
      ['of-summary', 50],
      ['other', 10],
    ]);
  });

  it('a file with two names is one session, by the first name', () => {
    const failure = failed('z.json', null);
    const tables = reduced([line('a#0', 'summary', { file: 'b.json' }), line('a#0', 'pi', { file: 'a.json' }), failure]).tables();
    expect([tables.sessions, tables.failed]).toEqual([1, [failure]]);
  });

  it('a failure counts once, and no longer once a run has read the file', () => {
    const ofSession = failed('a#0.json', 'a#0');
    expect(reduced([failed('x', null), failed('x', null), ofSession]).tables()).toMatchObject({
      duplicates: 1,
      failed: [ofSession, failed('x', null)],
    });
    expect(reduced([failed('a#0.json', null), ofSession, line('a#0', 'pi')]).tables().failed).toEqual([]);
    expect(reduced([failed('a#0.json', 'a#1'), line('a#0', 'pi')]).tables().failed).toHaveLength(1);
  });

  it('an unknown baseline is refused with those that there are', () => {
    expect(() => reduced(lines).tables({ baseline: 'nope' })).toThrow(/expected one of oldest-removal, summary, got nope/);
  });

  it('only what was asked for is counted', () => {
    const { groups } = reduced(lines).tables({ measures: ['binding', 'tokenReduction'] });
    expect(Object.keys(groups[0]!.rows[0]!.measures)).toEqual(['tokenReduction', 'binding']);
  });
});
