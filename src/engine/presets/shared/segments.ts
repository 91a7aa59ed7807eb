/** Estimate of the library tokenx, which Mastra counts with: per run of spaces, of punctuation, and of everything else. */
import { codePoints } from './estimates.ts';

const PUNCTUATION = /[.,!?;(){}[\]<>:/\\|@#$%^&*+=`~_-]/;
/** Han, kana, hangul and the punctuation that goes with them. */
const EAST_ASIAN =
  /[\u1100-\u11FF\u2E80-\u2EFF\u3000-\u303F\u30A0-\u30FF\u3130-\u318F\u31C0-\u31EF\u3200-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uFF00-\uFFEF]/;
/** Characters per token of words with a letter of these; words of other letters have 6. */
const ACCENTED = /[äöüßẞéèêëàâîïôûùÿçœæáíóúñ]/i;
const ACCENTED_PER_TOKEN = 3;
const SLAVIC = /[ąćęłńśźżěščřžýůďťň]/i;
const SLAVIC_PER_TOKEN = 3.5;
const LETTERS_PER_TOKEN = 6;
const MARKS_PER_TOKEN = 2;
const SHORT = 3;

/** Kinds of characters, as bits, so that those of a word can be told together. */
const [SPACE, MARK, DIGIT, EAST, ACCENT, SLAV, LETTER] = [1, 2, 4, 8, 16, 32, 64];
const KINDS = [
  [/\s/, SPACE],
  [PUNCTUATION, MARK],
  [/\d/, DIGIT],
  [EAST_ASIAN, EAST],
  [ACCENTED, ACCENT],
  [SLAVIC, SLAV],
] as const;

let kinds: Uint8Array | undefined;
/** Kind of every UTF-16 unit: texts of megabytes are counted with each move of a slider. */
const kindTable = (): Uint8Array =>
  Uint8Array.from({ length: 0x10000 }, (_, code) => KINDS.find(([pattern]) => pattern.test(String.fromCharCode(code)))?.[1] ?? LETTER);

function ofWord(text: string, from: number, to: number, found: number): number {
  if (found & EAST) return codePoints(text.slice(from, to));
  const length = to - from;
  if (length <= SHORT || found === DIGIT) return 1;
  return Math.ceil(length / (found & ACCENT ? ACCENTED_PER_TOKEN : found & SLAV ? SLAVIC_PER_TOKEN : LETTERS_PER_TOKEN));
}

const ofMarks = (length: number): number => (length <= SHORT ? 1 : Math.ceil(length / MARKS_PER_TOKEN));

/** Spaces count nothing, East Asian words one per character, numbers one, words ⌈letters ÷ 6⌉ (with accents 3), punctuation ⌈marks ÷ 2⌉. */
export function segmentTokens(text: string): number {
  kinds ??= kindTable();
  let sum = 0;
  for (let i = 0; i < text.length; ) {
    const from = i;
    const kind = kinds[text.charCodeAt(i++)]!;
    if (kind === SPACE) continue;
    if (kind === MARK) {
      while (kinds[text.charCodeAt(i)] === MARK) i++;
      sum += ofMarks(i - from);
      continue;
    }
    let found = kind;
    for (; i < text.length; i++) {
      const next = kinds[text.charCodeAt(i)]!;
      if (next === SPACE || next === MARK) break;
      found |= next;
    }
    sum += ofWord(text, from, i, found);
  }
  return sum;
}
