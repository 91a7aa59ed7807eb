/** What tests measure the counter against: the npm package `tiktoken` (the original in WebAssembly), and texts that are hard to split. */
import fc from 'fast-check';
import { get_encoding, type Tiktoken } from 'tiktoken';
import type { EncodingId } from '../bpe.ts';

export const ENCODINGS: readonly EncodingId[] = ['o200k_base', 'cl100k_base'];

const encoders = new Map<EncodingId, Tiktoken>();

/** Tokens of a text by tiktoken, special tokens as ordinary text. */
export function referenceCount(id: EncodingId, text: string): number {
  let encoder = encoders.get(id);
  if (encoder === undefined) {
    encoder = get_encoding(id);
    encoders.set(id, encoder);
  }
  return encoder.encode_ordinary(text).length;
}

/** Strings at which split patterns and encodings go wrong; spaces separate them, and white space has a list of its own. */
const WORDS = 'a b z A B Z ab AB aB the The HTTPServer é É ß ǅ ʰ ª ſ \u212a Ж ж Ω ω 中 文字 あ カ 한국 ไทย हिन्दी العربية עברית ქ 𝒜 𝒶 𞤀 𞤢';
const MARKS = '\u0301 \u0308 \u200d \u200c \ufe0f \u20e3 \u0483 \u093f';
const NUMBERS = '0 1 12 123 4567 ٣ ² ½ Ⅷ 𝟘 一';
const CONTRACTIONS = "' '' 's 'S 'ſ 't 're 'RE 'vE 'm 'll 'Ll 'd 'l 'r \u2019s \u2019t `s";
const SYMBOLS =
  '/ // \\ ! ... --- = {" "} (); _ - @ # $ € → ■ ， 。 😀 👨‍👩‍👧 🇩🇪 👍🏽 \ud800 \udc00 \udbff\udfff \uffff \ufffd \0 \x07 \x7f \ufeff \u180e \u200b';
const SPECIAL = '<|endoftext|> <|fim_prefix|> <|im_start|> <|endofprompt|>';
const WHITE_SPACE = '\n\n|\r\n| |  |   | The|\t|\n|\r|\v|\f|\u0085|\u00a0|\u1680|\u2003|\u2028|\u2029|\u202f|\u3000';
const AWKWARD = [...[WORDS, MARKS, NUMBERS, CONTRACTIONS, SYMBOLS, SPECIAL].flatMap((list) => list.split(' ')), ...WHITE_SPACE.split('|')];

/** What a UTF-8 encoder sees: U+FFFD in place of each lone surrogate. */
export const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Sequences of awkward strings, of arbitrary code units, and of long runs. */
export const awkwardText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...AWKWARD) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
      { weight: 2, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint)) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...AWKWARD), fc.integer({ min: 2, max: 150 })).map(([s, times]) => s.repeat(times)) },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
