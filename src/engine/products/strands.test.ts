import { describe, expect, it } from 'vitest';
import { strandsSliding, strandsSummarizing } from './strands.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const sliding = (words: string, window_size = 40, overflows = 0) => strandsSliding.compact(spelled(words), { window_size, overflows }, 200_000);
const summarizing = (words: string, summary_ratio = 0.3, preserve_recent_messages = 10) =>
  strandsSummarizing.compact(spelled(words), { summary_ratio, preserve_recent_messages }, 200_000);
const pairs = (count: number): string => Array(count).fill('u a').join(' ');

describe('Strands, sliding window', () => {
  it('keeps 40 messages by itself', () => {
    expect(fatesOf(sliding(pairs(20)))).toBe('k'.repeat(40));
    expect(fatesOf(sliding(pairs(21)))).toBe(`dd${'k'.repeat(40)}`);
  });

  it('begins with what the user wrote, not with an answer', () => {
    expect(fatesOf(sliding('s u a u a u a', 4))).toBe('kddkkkk');
    expect(fatesOf(sliding('s u a u a u a', 3))).toBe('kddddkk');
  });

  it('begins with a call that has its result if the user wrote nothing more', () => {
    expect(fatesOf(sliding('u c t c t c t', 4))).toBe('dddkkkk');
    expect(fatesOf(sliding('u c t a a', 3))).toBe('kkkkk');
  });

  it('counts the results of parallel calls as one', () => {
    expect(fatesOf(sliding('u cc t t a', 4))).toBe('kkkkk');
  });

  it('cuts the oldest results first when the model has refused: those of more than 400 characters', () => {
    expect(fatesOf(sliding('u c t400 a u a', 40, 1))).toBe('ddddkk');
    const { fates, edits, inserted } = sliding('u cc t401 t c t500', 40, 1);
    expect(fatesOf({ fates, edits, inserted })).toBe('kkekkk');
    const end = 'x'.repeat(200);
    expect(edits.get(2)!.text).toBe(`${end}...\n\n... [truncated: 1 chars removed] ...\n\n...${end}`);
  });

  it('trims at least two messages when the oldest results were cut before', () => {
    expect(fatesOf(sliding('u c t500 c t500', 40, 2))).toBe('dddkk');
    expect(fatesOf(sliding('u a u a', 40, 1))).toBe('ddkk');
  });

  it('leaves everything where no cut is allowed', () => {
    expect(fatesOf(sliding('u a a a', 40, 1))).toBe('kkkk');
  });
});

describe('Strands, summary', () => {
  it('summarises the oldest 30 %', () => {
    expect(fatesOf(summarizing(pairs(10)))).toBe(`ssssss[u]${'k'.repeat(14)}`);
  });

  it('never touches the newest 10', () => {
    expect(fatesOf(summarizing('u a u a u a u a u a'))).toBe('k'.repeat(10));
    expect(fatesOf(summarizing('u a u a u a u a u a u'))).toBe(`s[u]${'k'.repeat(10)}`);
  });

  it('does not separate results from their calls', () => {
    expect(fatesOf(summarizing('s u c t u a u a u', 0.3, 2))).toBe('ksss[u]kkkkk');
  });

  it('takes a share from 0.1 to 0.8', () => {
    expect(fatesOf(summarizing(pairs(5), 0.9, 0))).toBe(`${'s'.repeat(8)}[u]kk`);
    expect(fatesOf(summarizing(pairs(10), 0, 0))).toBe(`ss[u]${'k'.repeat(18)}`);
  });
});
