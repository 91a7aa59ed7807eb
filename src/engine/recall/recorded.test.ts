import { describe, expect, test } from 'vitest';
import { factIndexOf } from '../signals/facts/index.ts';
import { type TalkMessage, talk } from '../testing/talks.ts';
import type { RecordedCompaction } from '../transcript/types.ts';
import type { Recall } from './contract.ts';
import { recallNow, recordedCuts, recordedShare } from './recall.ts';
import { yoursOf } from '../answer/yours.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';

const LINES: readonly TalkMessage[] = [
  { user: 'Rename lostName, and keptName, and toldName because readers confuse them.' },
  { says: 'Of course.' },
  { says: 'First keptName.' },
  { user: 'Summary: readers confuse toldName with others.' },
  { user: 'Go on.' },
  { says: 'Now lostName, keptName, toldName.' },
  { user: 'Summary: nothing is left.' },
  { user: 'Go on.' },
  { says: 'Done with keptName.' },
];
const FIRST: RecordedCompaction = { at: 3, summaryId: 'm3', keptFrom: 'm2' };
const SECOND: RecordedCompaction = { at: 6, summaryId: 'm6' };

/** The cuts with their facts as words. */
function cuts(compactions: readonly RecordedCompaction[], lines = LINES, reasoningSeen = true) {
  const base = talk(lines, { compactions });
  const { text } = factIndexOf(base.transcript, 'recall');
  return recordedCuts(base, reasoningSeen).map(({ at, needs, there, bound, told }) => {
    const named = (flags: Uint8Array): string[] =>
      Array.from(needs.facts.subarray(0, needs.needed), (fact) => text[fact]!).filter((_, k) => flags[k]);
    return { at, needed: named(new Uint8Array(needs.needed).fill(1)), there: named(there), bound: named(bound), told: named(told) };
  });
}

describe('the recorded agent’s own compactions', () => {
  test('what stands after one is what was kept and what its summary tells', () => {
    expect(cuts([FIRST])).toEqual([
      {
        at: 3,
        needed: ['lostName', 'keptName', 'toldName'],
        there: ['keptName', 'toldName'],
        bound: ['keptName', 'toldName'],
        told: ['toldName'],
      },
    ]);
  });

  test('a summary that names a fact without its words does not bind it', () => {
    const bare = LINES.map((line, i) => (i === 3 ? { user: 'Summary: toldName.' } : line));
    expect(cuts([FIRST], bare)).toMatchObject([{ there: ['keptName', 'toldName'], bound: ['keptName'], told: ['toldName'] }]);
  });

  test('the context before one is what the one before it left, and its future ends at the next', () => {
    expect(cuts([FIRST, SECOND])).toMatchObject([
      { at: 3, needed: ['lostName', 'keptName', 'toldName'] },
      { at: 6, needed: ['keptName'], there: [], bound: [], told: [] },
    ]);
    // What was said after the second one is no future of the first.
    const quiet = LINES.map((line, i) => (i === 5 ? { says: 'Yes.' } : line));
    expect(cuts([FIRST, SECOND], quiet).map(({ needed }) => needed)).toEqual([[], ['keptName']]);
    expect(cuts([FIRST], quiet).map(({ needed }) => needed)).toEqual([['keptName']]);
  });

  test('one without a readable summary, or before the first message, is not measured', () => {
    expect(cuts([{ at: 3, keptFrom: 'm2' }])).toEqual([]);
    expect(cuts([{ at: 0, summaryId: 'm0' }])).toEqual([]);
    expect(recordedShare(talk(LINES, { compactions: [{ at: 3 }] }), true)).toBeNull();
    expect(recordedShare(talk(LINES), true)).toBeNull();
  });

  test('what only reasoning said counts as seen, or not', () => {
    const thought = LINES.map((line, i) => (i === 1 ? { thinks: 'It may be thoughtName.' } : i === 5 ? { says: 'Now thoughtName.' } : line));
    expect(cuts([FIRST], thought)[0]!.needed).toEqual(['thoughtName', 'keptName']);
    expect(cuts([FIRST], thought, false)[0]!.needed).toEqual(['keptName']);
  });

  test('all of them together: counts are added up', () => {
    expect(recordedShare(talk(LINES, { compactions: [FIRST, SECOND] }), true)).toEqual({ compactions: 2, needed: 4, kept: 2, bound: 2 });
  });
});

describe('a compaction of the recorded agent as a checkpoint', () => {
  const TICKETS: readonly TalkMessage[] = [
    { user: 'Look at INC-2291, INC-2292 and INC-2293 in src/limits.ts because they hang together, and tell me what is wrong with each of them.' },
    { says: 'Reading them now, one after the other, as you asked me to do.' },
    { user: 'Summary: INC-2292 hangs.' },
    { user: 'Go on.' },
    { says: 'INC-2291 and INC-2292 are the same fault.' },
    { user: 'And INC-2293?' },
    { says: 'INC-2293 too. INC-2291 came first.' },
  ];
  const base = talk(TICKETS, { compactions: [{ at: 2, summaryId: 'm2' }] });
  const rows = ['recorded', 'oldest-first', 'none'].map((id) => ({ key: id, strategy: id, params: {} }));
  const recallOf = (from: typeof base): Recall =>
    recallNow(from, rows, {
      target: 0.5,
      own: false,
      match: yoursOf('pi', true),
      recorded: true,
      window: 1000,
      weight: 0.6,
      rules: 'anthropic',
      seed: 1,
      summarizer: createBuiltIn(),
    }) as Recall;

  test('what its agent made there is a row, with what it lost, word for word and by place', () => {
    const recall = recallOf(base);
    expect(recall).toMatchObject({ match: 'recorded', compactions: 1, cuts: [{ at: 2, end: 7 }] });
    const row = recall.rows[0]!;
    expect(row).toMatchObject({ key: 'recorded', failed: null, compacted: 1, lost: { things: 1, first: 4 } });
    // INC-2293 was brought back by the user: nobody had to remember it.
    expect(row.byCut![0]!.strings).toMatchObject({ needed: 2, kept: 1 });
    expect(row.lostItems()).toEqual([{ fact: 'INC-2291', kind: 'string', cut: 0, seenAt: 0, neededAt: 4, reFetchable: false }]);
    // The others get its tokens.
    expect(recall.budget).toBeCloseTo(row.tokens, 9);
    const [, oldest] = recall.rows;
    expect([oldest!.tokens <= row.tokens, oldest!.overBudget]).toContain(true);
  });

  test('another count of the same, that runs no row, agrees', () => {
    for (const from of [base, talk(LINES, { compactions: [FIRST, SECOND] })]) {
      const recall = recallOf(from);
      const { kept, bound, missed } = recall.rows[0]!;
      const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
      expect({ compactions: recall.compactions, needed: recall.needed, kept: sum(kept), bound: sum(bound) }).toEqual(recordedShare(from, true));
      expect(missed).toBe(recall.needed - sum(kept));
    }
  });
});
