import { describe, expect, it } from 'vitest';
import type { NumberParam } from '../../engine/strategies/params.ts';
import { fateParts } from '../rows/Lines.tsx';
import { onStep } from './ParamLine.tsx';
import { result, standing, transcriptView } from './testing/fixture.ts';
import { describeOriginal, describeStrip, longestRun } from './strip/Strip.tsx';

describe('a parameter that is typed or moved', () => {
  const window: NumberParam = { kind: 'number', default: 9, min: 1, max: 501, step: 2, unit: 'messages' };
  const share: NumberParam = { kind: 'number', default: 0.6, min: 0, max: 1, step: 0.05, unit: 'share' };

  it('goes to the nearest value that the schema takes', () => {
    expect([8, 9, 9.9, -5, 9999].map((v) => onStep(window, v))).toEqual([9, 9, 9, 1, 501]);
    expect([0.61, 0.15000000000000002, 2].map((v) => onStep(share, v))).toEqual([0.6, 0.15, 1]);
  });
});

describe('tokens by fate', () => {
  it('name every fate that messages have, and what is left of edited ones', () => {
    expect(fateParts(result('x', 'KEKDSS'))).toEqual([
      { fate: 'keep', messages: 2, tokens: 400, left: 400 },
      { fate: 'edit', messages: 1, tokens: 20, left: 10 },
      { fate: 'summarize', messages: 2, tokens: 540, left: 0 },
      { fate: 'drop', messages: 1, tokens: 40, left: 0 },
    ]);
  });
});

describe('a strip in words', () => {
  it('gives the counts, the longest run and the rest', () => {
    expect(describeStrip('Middle removal', result('x', 'KDDDKD'), 'en')).toBe('Middle removal: 2 word for word, 4 gone; gone #2–#4 and 1 elsewhere');
    expect(describeStrip('Summary', result('y', 'SSSSSS'), 'en')).toBe('Summary: 6 summarised; summarised #1–#6');
    expect(describeStrip('Hard limit', standing('z', 'unchanged'), 'en')).toBe('Hard limit: nothing compacted');
  });

  it('finds the longest run of one fate', () => {
    expect(longestRun(Uint8Array.from([0, 4, 4, 2, 2, 2, 0]))).toEqual({ fate: 2, first: 3, last: 5 });
    expect(longestRun(Uint8Array.from([0, 0]))).toBeNull();
    expect(longestRun(new Uint8Array())).toBeNull();
  });

  it('of the original counts priorities', () => {
    expect(describeOriginal(transcriptView())).toBe('Before: 6 messages, 1,000 tokens; 1 critical, 3 high, 1 normal, 1 low priority');
  });
});
