import { describe, expect, it } from 'vitest';
import { semanticKernelSummarization, semanticKernelTruncation } from './semantic-kernel.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const truncated = (words: string, target_count = 20, threshold_count = 0) =>
  fatesOf(semanticKernelTruncation.compact(spelled(words), { target_count, threshold_count }, 200_000));
const summarised = (words: string, target_count = 20, threshold_count = 0) =>
  fatesOf(semanticKernelSummarization.compact(spelled(words), { target_count, threshold_count }, 200_000));

describe('Semantic Kernel, truncation', () => {
  it('keeps the newest messages', () => {
    expect(truncated(Array(20).fill('u').join(' '))).toBe('k'.repeat(20));
    expect(truncated(Array(21).fill('u').join(' '))).toBe(`d${'k'.repeat(20)}`);
  });

  it('counts the system message among them', () => {
    expect(truncated('s u a u a u a', 3)).toBe('kddddkk');
  });

  it('goes back to the beginning of a chain of calls and results', () => {
    expect(truncated('u c t c t c t', 2)).toBe('dkkkkkk');
    expect(truncated('u c t a u a', 2)).toBe('ddddkk');
  });

  it('bears as many more as the threshold says, and prefers to cut at a user message among them', () => {
    expect(truncated('u a u a u', 3, 2)).toBe('kkkkk');
    expect(truncated('u a u a u a', 3, 2)).toBe('ddkkkk');
    expect(truncated('u a u a u a', 3)).toBe('dddkkk');
  });
});

describe('Semantic Kernel, summary', () => {
  it('puts the summary where it cuts', () => {
    expect(summarised('s u a u a u a', 3)).toBe('kssss[a]kk');
  });

  it('leaves calls and results out of it', () => {
    expect(summarised('u c t a u a', 2)).toBe('sdds[a]kk');
  });

  it('does nothing if there is nothing else', () => {
    expect(summarised('c t u a', 2)).toBe('kkkk');
  });
});
