import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultWords, KEYWORD_LISTS } from '../../scenario/schema.ts';
import { problemOf, readWords, SCRIPTS, textOf, withWords, wordsByScript } from './KeywordsDialog.tsx';

const list = (id: string) => KEYWORD_LISTS.find((one) => one.id === id)!;

describe('keyword lists as text', () => {
  it.each(KEYWORD_LISTS.map((one) => [one.id, one] as const))('%s: the defaults fall into their languages and come back whole', (id, one) => {
    const parts = wordsByScript(defaultWords(id), one);
    expect([...parts.zh].sort()).toEqual([...one.zh].sort());
    expect(SCRIPTS.flatMap((script) => readWords(textOf(parts[script]))).sort()).toEqual([...defaultWords(id)].sort());
  });

  it('are separated by commas of either script and by line breaks, each word once', () => {
    expect(readWords(' 修复，错误、bug\nall done , bug;;')).toEqual(['修复', '错误', 'bug', 'all done']);
    expect(readWords(' \n')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const words = readWords(text);
        expect(readWords(textOf(words))).toEqual(words);
        expect(words.every((word) => word.trim() === word && word !== '')).toBe(true);
      }),
    );
  });

  it('names what is too long or too much', () => {
    expect(problemOf(['a', 'x'.repeat(61)])).toEqual({ kind: 'long', word: 'x'.repeat(61) });
    expect(problemOf(Array.from({ length: 201 }, (_, i) => `w${i}`))).toEqual({ kind: 'many', count: 201 });
    expect(problemOf(['fine'])).toBeNull();
  });

  it('travel only where they differ from the defaults', () => {
    const nothing = {};
    const one = withWords(nothing, list('marks'), ['wichtig'], nothing);
    expect(one).toEqual({ marks: ['wichtig'] });
    const two = withWords(one, list('fixes'), [], nothing);
    expect(two).toEqual({ marks: ['wichtig'], fixes: [] });
    expect(withWords(two, list('fixes'), [...defaultWords('fixes')].reverse(), nothing)).toEqual(one);
    expect(withWords(one, list('marks'), defaultWords('marks'), nothing)).toBe(nothing);
  });
});
