import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAtSentence, safeCut, splitSentences } from './sentences.ts';

const split = (text: string): string[] => splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe('splitSentences', () => {
  test.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['v1.2.3 of app.ts is out. Is it?', ['v1.2.3 of app.ts is out.', 'Is it?']],
    ['Use e.g. this one, i.e. the first. Done.', ['Use e.g. this one, i.e. the first.', 'Done.']],
    ['1. First step. 2. Second', ['1. First step.', '2. Second']],
    ['1. Read the file\n2. Run it', ['1. Read the file', '2. Run it']],
    ['He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['**It works.** Next one', ['**It works.**', 'Next one']],
    ['Wait... what? No!!! ok', ['Wait...', 'what?', 'No!!!', 'ok']],
    ['修复了错误。为什么？因为“超时。”然后重试', ['修复了错误。', '为什么？', '因为“超时。”', '然后重试']],
    ['版本是3.5吗？是。', ['版本是3.5吗？', '是。']],
    ['終わりました。次へ｡はい', ['終わりました。', '次へ｡', 'はい']],
    ['यह काम करता है। धन्यवाद', ['यह काम करता है।', 'धन्यवाद']],
    ['\n\n  a\n\t\nb  \n', ['a', 'b']],
    ['', []],
    ['   ', []],
  ])('%j', (text, expected) => {
    expect(split(text)).toEqual(expected);
  });

  const words = fc
    .array(fc.constantFrom('a', '.', '...', '。', '!', '?', ' ', '\n', '"', ')', '1', 'e.g.', '错误', '😀', '\ud83d', '\u3000', '\r\n'), {
      maxLength: 40,
    })
    .map((list) => list.join(''));

  test('sentences are in order, apart, and hold everything but white space', () => {
    fc.assert(
      fc.property(words, (text) => {
        let at = 0;
        for (const { start, end } of splitSentences(text)) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });

  test.each(['.', '。', '!?', 'a', '. ', '."', ')', '\n', '\u3000', '中', 'e.g.'])('long runs of %j end at once', (piece) => {
    const text = piece.repeat(400_000 / piece.length);
    const sentences = splitSentences(`${text}x`);
    expect(sentences.length).toBeLessThanOrEqual(text.length);
    expect(cutAtSentence(text, 300_001).length).toBeLessThanOrEqual(300_001);
  });
});

describe('cutAtSentence', () => {
  test.each([
    ['A short one. And a second.', 20, 'A short one.'],
    ['A short one. And a second.', 100, 'A short one. And a second.'],
    ['Line one\nline two is longer', 15, 'Line one'],
    ['No end of a sentence here at all', 20, 'No end of a sentence'],
    ['No end of a sentence here at all', 19, 'No end of a'],
    ['Ab. A very long second sentence', 20, 'Ab. A very long'],
    ['一二三。四五六七八九十', 6, '一二三。'],
    ['一二三四五六七八九十', 6, '一二三四五六'],
    ['look at v1.2 of it', 11, 'look at'],
    ['😀😀😀', 3, '😀'],
    ['anything', 0, ''],
    ['anything', -3, ''],
  ])('%j at %i', (text, limit, expected) => {
    expect(cutAtSentence(text, limit)).toBe(expected);
  });

  test('never longer than the limit, always a beginning, no half character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 0, max: 100 }), (text, limit) => {
        const cut = cutAtSentence(text, limit);
        expect(cut.length).toBeLessThanOrEqual(Math.max(limit, 0));
        expect(text.startsWith(cut)).toBe(true);
        expect(/[\ud800-\udbff]$/.test(cut)).toBe(false);
      }),
    );
  });
});

test('safeCut steps back out of a surrogate pair only', () => {
  expect(safeCut('😀', 1)).toBe(0);
  expect(safeCut('a😀', 1)).toBe(1);
  expect(safeCut('😀', 2)).toBe(2);
});
