import { describe, expect, test } from 'vitest';
import { factsOfText } from '../signals/facts/index.ts';
import { ContextWords, isBound } from './recall-binding.ts';

const FACT = 'src/engine/parser.ts';

/** Words around the one fact of a text. */
function wordsAround(words: ContextWords, text: string): Int32Array {
  const facts = factsOfText(text, 'text', 'recall');
  const k = facts.starts.findIndex((start, i) => facts.keyOf(i) !== null && text.slice(start, facts.ends[i]) === FACT);
  expect(k).toBeGreaterThanOrEqual(0);
  return words.around({ facts, k });
}

describe('words that a fact stands among', () => {
  const words = new ContextWords();
  /** A word that begins `before` characters in front of the fact, or ends `after` characters behind it. */
  const infront = (before: number): string => `walrus${' '.repeat(before - 6)}${FACT}`;
  const behind = (after: number): string => `${FACT}${' '.repeat(after - 6)}walrus`;

  test('reach 120 characters to both sides', () => {
    const [walrus] = wordsAround(words, infront(7));
    for (const text of [infront(120), behind(120)]) expect([...wordsAround(words, text)]).toEqual([walrus]);
    for (const text of [infront(121), behind(121)]) expect([...wordsAround(words, text)]).toEqual([]);
  });

  test('what another fact has behind the reach does not count', () => {
    expect([...wordsAround(words, `${behind(121)} otherName`)]).toEqual([]);
    expect([...wordsAround(words, `otherName ${infront(121)}`)]).toEqual([]);
  });

  test('words of other facts do not count, those of what is no counted fact do', () => {
    const [walrus, penguin] = wordsAround(words, `walrus penguin ${FACT}`);
    expect([...wordsAround(words, `walrus sessionStore ${FACT} otherName penguin`)]).toEqual([walrus, penguin]);
    // The name of an error is a fact, but not one that recall counts.
    expect(wordsAround(words, `walrus ENOENT ${FACT}`)).toHaveLength(2);
  });

  test('a word is listed once, however often it is there, on both sides', () => {
    const [walrus, penguin] = wordsAround(words, `walrus penguin ${FACT}`);
    expect([...wordsAround(words, `walrus walrus ${FACT} penguin walrus`)]).toEqual([walrus, penguin]);
  });

  test('two of them have to be there again, or those that there were', () => {
    const around = (text: string) => wordsAround(words, text);
    const former = (text: string) => new Set(around(text));
    const three = former(`walrus penguin otter ${FACT}`);
    expect(three.size).toBe(3);
    expect(isBound(three, around(`otter walrus ${FACT}`))).toBe(true);
    expect(isBound(three, around(`otter ${FACT}`))).toBe(false);
    expect(isBound(former(`otter ${FACT}`), around(`${FACT} otter`))).toBe(true);
    expect(isBound(former(FACT), around(`${FACT} otter`))).toBe(true);
  });
});
