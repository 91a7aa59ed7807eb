import { describe, expect, it } from 'vitest';
import { numberFormats } from '../../i18n/index.ts';
import type { RecallRowView } from '../../worker/loss-protocol.ts';
import { isLate, type MeasureColumn, measureColumns, pairOf } from '../rows/measures.ts';
import { belowChance, bestValues, idleNote, isBest, recallSign, recallWords, type TableRow, tableRows } from '../rows/compare-rows.ts';
import { type Changes, comparison, description, independentOf, recallRow, result } from './testing/fixture.ts';

const n = numberFormats('en');
const held = { cuts: 12, budget: 0.3, random: 0.7 };
const column = (id: string): MeasureColumn => measureColumns.find((c) => c.id === id)!;
const KEYS = ['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal'];

const rowsOf = (recalls: Readonly<Record<string, Partial<RecallRowView>>>, changes: Readonly<Record<string, Changes>> = {}) =>
  tableRows([], description, comparison(KEYS.map((key) => result(key, 'KKDDDK', changes[key]))), n, {
    measured: new Map(),
    recalled: new Map(Object.entries(recalls).map(([key, one]) => [key, recallRow(key, one)])),
    noMeasures: null,
    noRecall: null,
    held,
    stale: { measured: false, recall: false },
  });
const rowOf = (recall: Partial<RecallRowView>): TableRow => rowsOf({ 'middle-removal': recall })[0]!;
const bold = (rows: readonly TableRow[], id: string): readonly string[] =>
  rows.filter((row) => isBest(row, column(id), bestValues(rows))).map(({ key }) => key);

const NOTHING = { recallLeft: { key: 'recall-few-cuts' } };

describe('beside a recall', () => {
  it('stands what was left where it was measured', () => {
    const row = rowOf({ recall: 0.991, tokens: 0.708 });
    expect(column('recall').beside?.(row)).toBe(0.708);
    expect(recallWords(row)).toEqual([expect.stringMatching(/^70\.8\s% of the tokens are left at the checkpoints, 30\s% are allowed$/)]);
  });

  it('stands a sign over the budget, and another one below chance; each has its words', () => {
    expect(recallSign(rowOf({ recall: 0.9 }))).toBeNull();
    const over = rowOf({ recall: 0.9, overBudget: true, belowChance: false });
    expect([recallSign(over), recallWords(over)[1]]).toEqual(['over', expect.stringMatching(/^over the budget at the checkpoints/)]);
    const below = rowOf({ recall: 0.6, belowChance: true });
    expect([recallSign(below), recallWords(below)[1]]).toEqual(['below', expect.stringMatching(/^worse than random dropping, which keeps 70\s%$/)]);
    expect(recallSign(rowOf({ recall: 0.6, overBudget: true, belowChance: true }))).toBe('over');
    expect(recallSign(rowOf({ recall: null, overBudget: true, notes: NOTHING }))).toBeNull();
  });

  it('cuts with nothing to do are counted apart from those that were rejected, and the row says so in its note', () => {
    const row = rowOf({ recall: 0.99, tokens: 0.71, overBudget: true, compacted: 3, idle: 8 });
    expect(recallWords(row).slice(2)).toEqual([
      'did nothing at 8 of 12 checkpoints: everything is kept there',
      'failed or refused at 1 of 12 checkpoints: everything is kept there',
    ]);
    expect(row.note).toMatchObject({ text: 'did nothing at 8 of 12', tone: 'warn', title: expect.stringMatching(/did nothing/) });
    expect(idleNote(rowOf({ recall: 0.9 }))).toBeNull();
  });

  it('stands the independent recall, in words and by its own chance', () => {
    expect(pairOf(column('recall'))?.id).toBe('independent');
    expect(pairOf(column('independent'))).toBeNull();
    const above = rowOf({ recall: 0.9, independent: independentOf(0.6, 0.6) });
    expect([column('independent').value(above), belowChance(above)]).toEqual([0.6, false]);
    expect(recallWords(above).slice(1)).toEqual([
      expect.stringMatching(/^needed later, kept: 60\s%; random dropping 60\s%, the newest messages 50\s%$/),
    ]);
    const below = rowOf({ recall: 0.9, independent: independentOf(0.599, 0.6) });
    expect([recallSign(below), belowChance(below), recallWords(below).at(-1)]).toEqual([null, true, 'worse than random dropping']);
    const few = rowOf({ recall: 0.9, independent: independentOf(0.1, 0.6, 9) });
    expect([column('independent').value(few), belowChance(few)]).toEqual([null, false]);
    expect(recallWords(few).at(-1)).toBe('too few strings and paths were needed later');
    const unknown = rowOf({ recall: null, independent: independentOf(0.1, 0.6), notes: NOTHING });
    expect([recallWords(unknown), belowChance(unknown)]).toEqual([[], false]);
    // Too few own facts take nothing away from the others.
    const other = rowOf({ recall: null, independent: independentOf(0.1, 0.6) });
    expect([recallWords(other).length, belowChance(other)]).toEqual([3, true]);
  });

  it('without a number of its own says why, in every column', () => {
    const why = { key: 'measure-other-writer' };
    const notes = { hindsightRecall: why, binding: why, recallSkill: why, recallLeft: why };
    const row = rowOf({ recall: 0.8, idle: 2, otherWriter: true, notes });
    for (const id of ['recall', 'binding', 'skill', 'left-at-cuts'])
      expect([column(id).value(row), column(id).why(row), isLate(row, column(id))], id).toEqual([null, why, false]);
    expect(row.note?.text ?? '').not.toContain('idle');
  });
});

describe('bold', () => {
  it('goes to no recall over the budget or below chance, however high', () => {
    const rows = rowsOf({
      'middle-removal': { recall: 0.991, binding: 0.99, skill: 1.2, tokens: 0.708, overBudget: true },
      'oldest-removal': { recall: 0.65, binding: 0.97, skill: -0.1, tokens: 0.1, belowChance: true },
      'sliding-window': { recall: 0.8, binding: 0.7, skill: 0.4, tokens: 0.29 },
      'hard-limit': { recall: 0.75, binding: 0.6, skill: 0.2, tokens: 0.3 },
      'random-removal': { recall: 0.95, binding: 0.98, skill: 0.9, tokens: 0.05 },
    });
    for (const id of ['recall', 'binding', 'skill', 'left-at-cuts']) expect(bold(rows, id), id).toEqual(['sliding-window']);
  });

  it('goes to no row that is below chance by either family, each figure by itself', () => {
    const rows = rowsOf({
      'middle-removal': { recall: 0.95, independent: independentOf(0.5, 0.6) },
      'oldest-removal': { recall: 0.6, independent: independentOf(0.9, 0.6), belowChance: true },
      'sliding-window': { recall: 0.8, independent: independentOf(0.7, 0.6) },
      'hard-limit': { recall: 0.75, independent: independentOf(0.8, 0.6) },
    });
    expect(bold(rows, 'recall')).toEqual(['sliding-window']);
    expect(bold(rows, 'independent')).toEqual(['hard-limit']);
  });

  it('goes to no row that missed the target of the table, in any column', () => {
    const rows = rowsOf(
      {
        'middle-removal': { recall: 0.9, tokens: 0.1 },
        'oldest-removal': { recall: 0.8, tokens: 0.2 },
        'sliding-window': { recall: 0.7, tokens: 0.25 },
      },
      { 'middle-removal': { metTarget: false, efficiency: 0.9, tokenReduction: 0.99 }, 'oldest-removal': { efficiency: 0.8, tokenReduction: 0.98 } },
    );
    for (const id of ['recall', 'efficiency', 'saved', 'left-at-cuts']) expect(bold(rows, id), id).toEqual(['oldest-removal']);
  });

  it('goes to two that share the best, to none where three do; what looks the same is the same', () => {
    const of = (...values: readonly number[]) =>
      bold(rowsOf(Object.fromEntries(values.map((recall, i) => [KEYS[i]!, { recall, tokens: 0.2 }]))), 'recall');
    expect(of(0.91231, 0.91229, 0.8)).toEqual(['middle-removal', 'oldest-removal']);
    expect(of(0.9124, 0.9116, 0.8)).toEqual(['middle-removal', 'oldest-removal']);
    expect(of(0.9, 0.9, 0.9, 0.8)).toEqual([]);
    expect(of(0.9, 0.9)).toEqual([]);
  });
});
