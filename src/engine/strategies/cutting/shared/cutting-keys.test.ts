/** What stands out of a text, and how much of it may. */
import { describe, expect, test } from 'vitest';
import { chars4Counter } from '../../../tokens/tokenizers.ts';
import { Splicer } from '../../../tokens/splice.ts';
import { KEY_LINES, KEY_SENTENCES } from './cutting-plan.ts';
import type { CutBuilder } from '../../../truncation/truncation.ts';

/** The text at four characters a token, at every rung, the shortest first; null where nothing may be cut. */
function rungs(text: string, by: CutBuilder = KEY_LINES): string[] {
  const cuts = by.cuts(text, () => new Splicer(chars4Counter, text), 1)!;
  return Array.from(cuts.tokens, (_, k) => cuts.text(k));
}

const filler = (k: number): string => `step ${k} ${'went on as before '.repeat(5)}`;
const lines = (...some: readonly (string | readonly string[])[]): string => some.flat().join('\n');
const fillers = (n: number): string[] => Array.from({ length: n }, (_, k) => filler(k));

describe('key lines', () => {
  test('errors come before tests and exit codes, these before statistics, and all of them before ordinary lines', () => {
    // Each takes most of the smallest rung.
    const keys = [' src/a.ts | 12 ++--'.padStart(60, 'a'), `3 passed ${'in a while '.repeat(5)}`, `TypeError: cannot read ${"'x' of ".repeat(5)}`];
    const text = lines(fillers(15), keys[0]!, fillers(5), keys[1]!, fillers(5), keys[2]!, fillers(15));
    const found = rungs(text);
    const [statistics, tests, error] = keys.map((key) => found.findIndex((rung) => rung.split('\n').includes(key)));
    const ordinary = found.findIndex((rung) => rung.startsWith(filler(0)));
    expect([error! < tests!, tests! < statistics!, statistics! < ordinary, error]).toEqual([true, true, true, 0]);
  });

  test('of many the first 12 are kept before the ends of the text', () => {
    const key = (k: number) => `TypeError: number ${k} is wrong`;
    const text = lines(fillers(20), ...Array.from({ length: 14 }, (_, k) => [key(k), filler(100 + k)]), fillers(20));
    const first = rungs(text).find((rung) => rung.startsWith(filler(0)))!;
    expect(Array.from({ length: 14 }, (_, k) => k).filter((k) => first.includes(`${key(k)}\n`))).toEqual(Array.from({ length: 12 }, (_, k) => k));
  });

  test('a line of up to 400 characters is kept whole or not at all, a longer one in pieces of half of it', () => {
    const start = (length: number): string => {
      const text = lines(
        'ab '
          .repeat(200)
          .slice(0, length - 1)
          .padEnd(length, 'x'),
        fillers(30),
      );
      return rungs(text)[0]!.split('\n')[0]!;
    };
    expect(start(400).length).toBe(400);
    expect(start(401).length).toBeLessThan(300);
    expect(start(401).length).toBeGreaterThanOrEqual(200);
  });

  test('a gap of fewer than 16 tokens is no gap: its mark would cost as much', () => {
    const between = (characters: number): string => {
      // With the line breaks on both sides.
      const small = 'ordinary '
        .repeat(10)
        .slice(0, characters - 3)
        .padEnd(characters - 2, 'x');
      return rungs(lines('Error: one failed', small, 'Error: two failed', fillers(30)))[0]!;
    };
    expect(between(60)).toContain('Error: one failed\nordinary');
    expect(between(61)).not.toContain('ordinary');
    expect(between(61)).toContain('Error: one failed\n[… 16 of');
  });
});

describe('key sentences', () => {
  const talk = 'The work goes on as it did before, and nothing of it matters much. ';
  const of = (text: string): string => rungs(text, KEY_SENTENCES)[0]!;

  test('a decision is kept first, then a cause; the last sentence before ordinary ones', () => {
    const decision = 'We decided to use the other parser instead.';
    const text = `${talk.repeat(12)}${decision} ${talk.repeat(12)}So much for today.`;
    expect(of(text)).toContain(decision);
    expect(of(text)).not.toContain('The work goes on as it did before');
    const all = rungs(text, KEY_SENTENCES);
    const ends = all.findIndex((rung) => rung.endsWith('So much for today.'));
    expect(ends).toBeGreaterThanOrEqual(0);
    expect(ends).toBeLessThanOrEqual(all.findIndex((rung) => rung.startsWith(talk.trim())));
  });

  test('program text decides nothing', () => {
    const fenced = `${talk.repeat(6)}\n\`\`\`\nWe decided to use the other parser instead.\n\`\`\`\n${talk.repeat(6)}The cause is a stale cache.\n${talk.repeat(6)}`;
    expect(of(fenced)).toContain('The cause is a stale cache.');
    expect(of(fenced)).not.toContain('We decided');
  });
});
