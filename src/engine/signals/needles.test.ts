import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codesOf } from './codes.ts';
import { anyCase, type Needle, Needles } from './needles.ts';
import { signsOf } from './facts/fact-commands.ts';

function found(needles: readonly Needle[], text: string): string[] {
  const places: string[] = [];
  new Needles(needles).scan(codesOf(text), text.length, (needle, start) => places.push(`${needle}@${start}`));
  return places;
}

test('every needle is found where it ends, overlapping ones too', () => {
  expect(found([anyCase('error'), [...'or']], 'An ERROR or')).toEqual(['0@3', '1@9']);
  expect(found([['45', '0123456789', '0123456789', ' ']], '404 and 4503 x')).toEqual(['0@0', '0@9']);
  expect(found([[...'aa'], [...'aaa']], 'aaaa')).toEqual(['0@0', '1@0', '0@1', '1@1', '0@2']);
});

test('any needles, any text: as looked for one by one', () => {
  const small = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '中'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.uniqueArray(small, { minLength: 1, maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '中', 'x'), maxLength: 60 }),
      (words, text) => {
        const wanted = words.flatMap((word, k) => [...text].flatMap((_, at) => (text.startsWith(word, at) ? [`${k}@${at}`] : [])));
        expect(
          found(
            words.map((word) => [...word]),
            text,
          ).sort(),
        ).toEqual(wanted.sort());
      },
    ),
  );
});

test('signs of failures, exit codes, decisions, prompts and tags', () => {
  const of = (text: string) => signsOf(text, codesOf(text));
  expect(of('e: file x\nno e: file, exited, reexit, 504 Bad').failures).toEqual([0, 22, 38]);
  expect(of('状态退出码 1').exit).toBe(2);
  expect(of('preexit 1').exit).toBe(-1);
  expect(of('we use a instead of b').decision).toBe(9);
  expect(of('$ ls <bash>')).toMatchObject({ prompt: true, tag: true });
  expect(of('nothing of all this')).toEqual({ failures: [], exit: -1, decision: -1, prompt: false, tag: false });
});
