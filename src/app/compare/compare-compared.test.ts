import { describe, expect, it } from 'vitest';
import { answerOf, CUTS } from '../../engine/answer/answer.ts';
import { type Candidate, type Unit, WISHES } from '../../engine/answer/contract.ts';
import { comparedOf } from '../rows/useTableRows.ts';

const units = (kept: number): readonly Unit[] => Array.from({ length: 12 }, () => ({ strings: { kept, needed: 10, chance: 1 } }));
const candidate = (key: string, kept: number): Candidate => ({
  key,
  control: false,
  compacted: true,
  accepted: true,
  withinBudget: true,
  model: false,
  constraints: null,
  units: units(kept),
  own: null,
  cost: 1,
  left: 0.3,
});
const rows = [candidate('mine', 3), candidate('best', 9), candidate('ours', 7), candidate('next', 6)];
const answer = answerOf(rows, WISHES, 'mine', CUTS);
const isOurs = (key: string): boolean => key === 'ours';

describe('A, B and C', () => {
  it('are yours, the answer, and the best of the others that is not ours', () => {
    expect(comparedOf('mine', answer, null, isOurs)).toEqual(['mine', 'best', 'next']);
  });

  it('C is what was opened last, unless that has a letter already', () => {
    expect(comparedOf('mine', answer, 'ours', isOurs)).toEqual(['mine', 'best', 'ours']);
    expect(comparedOf('mine', answer, 'best', isOurs)).toEqual(['mine', 'best', 'next']);
    expect(comparedOf('mine', answer, 'mine', isOurs)).toEqual(['mine', 'best', 'next']);
  });

  it('B is the best that was found where nothing is surely better, and is never A', () => {
    const none = answerOf([candidate('mine', 8), candidate('b', 7)], WISHES, 'mine', CUTS);
    expect([none.verdict, comparedOf('mine', none, null, isOurs)[1]]).toEqual(['nothing', 'b']);
    // At a budget of its own A can be the best.
    const alone = answerOf([candidate('mine', 8), candidate('b', 7)], WISHES, null, CUTS);
    expect([alone.row?.key, comparedOf('mine', alone, null, isOurs)]).toEqual(['mine', ['mine', 'b', 'auto-compression']]);
  });

  it('B is what the sentence names where it is too short to rank', () => {
    const few = answerOf(
      [candidate('mine', 3), candidate('most', 9), { ...candidate('rules', 5), constraints: 1 }].map((one) => ({
        ...one,
        units: one.units!.slice(0, 3),
        constraints: one.constraints ?? 0.5,
      })),
      WISHES,
      'mine',
      CUTS,
    );
    expect([few.verdict, few.row?.key, few.instead?.key]).toEqual(['short', 'most', 'rules']);
    expect(comparedOf('mine', few, null, isOurs)[1]).toBe('rules');
  });

  it('are three different ones before anything is measured', () => {
    for (const yours of [null, 'claude-code', 'fact-ledger', 'auto-compression']) {
      const compared = comparedOf(yours, null, null, isOurs);
      expect([compared[0], new Set(compared).size]).toEqual([yours ?? 'oldest-removal', 3]);
    }
  });
});
