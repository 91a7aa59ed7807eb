import { describe, expect, it } from 'vitest';
import { validateScenario } from '../../scenario/validate.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { LISTED, newTrigger, readHand, readShare, readWhole, writeHand } from './ReplayFields.tsx';

describe('what a person types', () => {
  it('messages by hand', () => {
    expect(readHand('12, 3 #40', 50)).toEqual([2, 11, 39]);
    expect(readHand('', 50)).toEqual([]);
    expect(readHand('7 7', 50)).toEqual([6]);
    expect(readHand('0', 50)).toBeNull();
    expect(readHand('51', 50)).toBeNull();
    expect(readHand('a', 50)).toBeNull();
    expect(writeHand([2, 11])).toBe('3, 12');
  });
  it('shares in percent', () => {
    expect(readShare('80 %')).toBe(0.8);
    expect(readShare('12,5')).toBe(0.125);
    expect(readShare('0')).toBeNull();
    expect(readShare('0', 0, 0.5)).toBe(0);
    expect(readShare('101')).toBeNull();
    expect(readShare('x')).toBeNull();
  });
  it('whole numbers', () => {
    expect(readWhole('12,000', 1, 100_000)).toBe(12_000);
    expect(readWhole('1.5', 1, 10)).toBeNull();
    expect(readWhole('0', 1, 10)).toBeNull();
  });
});

it('every trigger that can be added fits into a link', () => {
  const scenario = defaultScenario();
  const triggers = LISTED.map((kind) => newTrigger(kind, 0.9));
  expect(validateScenario({ ...scenario, replay: { ...scenario.replay, triggers } }).ok).toBe(true);
});
