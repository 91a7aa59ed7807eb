import { describe, expect, it } from 'vitest';
import { formatReason } from '../../i18n/index.ts';
import { middleRemoval } from '../strategies/removal/middle-removal.ts';
import { oldestRemoval } from '../strategies/removal/oldest-removal.ts';
import { assistant, call, answer, letters, planned, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { chooseByFeatures, type Features, featuresOf, hybrid } from './hybrid.ts';

const base: Features = { messages: 25, ratio: 0.7, severity: 'moderate', lastShare: 0.2, largest: 100, special: 0 };
const talk = (n: number, tokens = 50): MessageSpec[] => Array.from({ length: n }, (_, i) => (i % 2 ? assistant(tokens) : user(tokens)));

describe('the table of features (S2)', () => {
  it.each<[string, Partial<Features>, ReturnType<typeof chooseByFeatures>]>([
    ['light and under 20 messages', { severity: 'light', messages: 19 }, { strategy: 'middle', confidence: 0.8, rule: 'short' }],
    ['heavy and over 30 messages', { severity: 'heavy', messages: 31 }, { strategy: 'oldest', confidence: 0.9, rule: 'long' }],
    ['the last five hold over 40 %', { lastShare: 0.41 }, { strategy: 'middle', confidence: 0.7, rule: 'recent-heavy' }],
    ['a message over 300 tokens', { largest: 301 }, { strategy: 'oldest', confidence: 0.6, rule: 'large-message' }],
    ['tool or system messages', { special: 1 }, { strategy: 'middle', confidence: 0.7, rule: 'special' }],
    ['nothing', {}, { strategy: null, confidence: 0, rule: 'none' }],
    // The edges: each number itself does not count, and the first line that applies wins.
    ['light with 20 messages', { severity: 'light', messages: 20 }, { strategy: null, confidence: 0, rule: 'none' }],
    ['heavy with 30 messages', { severity: 'heavy', messages: 30 }, { strategy: null, confidence: 0, rule: 'none' }],
    ['exactly 40 %, exactly 300', { lastShare: 0.4, largest: 300 }, { strategy: null, confidence: 0, rule: 'none' }],
    ['a large message but light', { severity: 'light', largest: 900 }, { strategy: null, confidence: 0, rule: 'none' }],
    [
      'a large message but light, with tools',
      { severity: 'light', largest: 900, special: 3 },
      { strategy: 'middle', confidence: 0.7, rule: 'special' },
    ],
    [
      'heavy, long, and everything else',
      { severity: 'heavy', messages: 40, lastShare: 0.9, largest: 900, special: 9 },
      { strategy: 'oldest', confidence: 0.9, rule: 'long' },
    ],
  ])('%s', (_name, features, choice) => {
    expect(chooseByFeatures({ ...base, ...features })).toEqual(choice);
  });

  it('reads severity from target ÷ current: above 0.8 light, above 0.6 moderate', () => {
    const input = preparedOf(talk(20));
    const severity = (target: number): string => featuresOf(input, target).severity;
    expect([801, 800, 601, 600, 100].map(severity)).toEqual(['light', 'moderate', 'moderate', 'heavy', 'heavy']);
  });

  it('measures a transcript', () => {
    const input = preparedOf([system(100), user(50), call(20, 'a'), answer(330, 'a'), assistant(100), user(400)]);
    expect(featuresOf(input, 750)).toEqual({ messages: 6, ratio: 0.75, severity: 'moderate', lastShare: 0.9, largest: 400, special: 2 });
  });
});

describe('hybrid', () => {
  it('runs what the features chose and shows it', () => {
    const input = preparedOf(talk(40));
    const plan = planned(hybrid, input, { target: 1000 });
    expect(letters(plan)).toBe(letters(planned(oldestRemoval, input, { target: 1000 })));
    expect(formatReason(plan.note!)).toBe('→ oldest (0.9)');
    expect(plan.trace?.map(formatReason)).toEqual([
      '40 messages; budget ÷ current 0.500 (heavy); last five 12.5\u00a0%; largest 50 tokens; tool or system 0',
      'Heavy, over 30 messages → oldest, confidence 0.9 (needed 0.6)',
    ]);
  });

  it('takes a confidence equal to the threshold', () => {
    // Moderate, 25 messages, one of 301 tokens in the middle: oldest with 0.6.
    const input = preparedOf(talk(25).map((said, i) => (i === 12 ? { ...said, tokens: 301 } : said)));
    const target = Math.floor(input.counts.total * 0.7);
    expect(formatReason(planned(hybrid, input, { target }).note!)).toBe('→ oldest (0.6)');
    expect(formatReason(planned(hybrid, input, { target }, { confidence: 0.65 }).note!)).toMatch(/^→ (middle|oldest) \(0\.\d{3} : 0\.\d{3}\)$/);
  });

  it('without a confident feature runs both and keeps the more efficient one, middle on a tie', () => {
    // Equal messages: both remove as many, so the scores are equal.
    const input = preparedOf(talk(25));
    const plan = planned(hybrid, input, { target: 875 });
    // 8 of 25 messages go: 0.6 × 0.32 + 0.4 × 0.68.
    expect(plan.trace?.map(formatReason).at(-1)).toBe('Both: middle 0.464, oldest 0.464');
    expect(letters(plan)).toBe(letters(planned(middleRemoval, input, { target: 875 })));
    expect(letters(plan)).not.toBe(letters(planned(oldestRemoval, input, { target: 875 })));
  });

  it('keeps oldest where its score is higher', () => {
    // Removable messages of the middle (4–18) are small, those before and behind large: oldest needs fewer removals.
    const input = preparedOf(talk(25).map((said, i) => (i === 2 || i === 3 ? { ...said, tokens: 290 } : { ...said, tokens: 30 })));
    const target = Math.floor(input.counts.total * 0.65);
    const plan = planned(hybrid, input, { target });
    expect(plan.note).toMatchObject({ key: 'note-hybrid-both', values: { strategy: 'oldest' } });
    expect(letters(plan)).toBe(letters(planned(oldestRemoval, input, { target })));
    // All weight on preservation or on reduction decides by that half alone.
    const preservation = planned(hybrid, input, { target, weight: 0 });
    expect(preservation.note?.values).toMatchObject({ middle: expect.any(Number), oldest: 23 / 25 });
  });

  it('changes nothing within the target', () => {
    const plan = planned(hybrid, preparedOf(talk(10)), { target: 500 });
    expect(plan.unchanged?.key).toBe('unchanged-within-target');
    expect(plan.note).toBeUndefined();
  });

  it('passes preserved counts and the minimum on', () => {
    const input = preparedOf(talk(12));
    const params = { preserveStart: 1, preserveEnd: 1, minMessages: 9, confidence: 0 };
    const plan = planned(hybrid, input, { target: 500 }, params);
    expect(plan.note).toMatchObject({ key: 'note-hybrid', values: { strategy: 'middle' } });
    expect(letters(plan)).toBe('KKDDKKKKKKKK');
    expect(letters(planned(hybrid, input, { target: 10 }, params)).replaceAll('D', '')).toHaveLength(9);
  });
});
