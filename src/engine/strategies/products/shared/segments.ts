/** Estimate of the library tokenx, which Mastra counts with: per run of spaces, of punctuation, and of everything else. */

const PUNCTUATION = String.raw`.,!?;(){}\[\]<>:/\\|@#$%^&*+=\`~_\-`;
const SEGMENTS = new RegExp(String.raw`\s+|([${PUNCTUATION}]+)|([^\s${PUNCTUATION}]+)`, 'g');
/** Han, kana, hangul and the punctuation that goes with them. */
const EAST_ASIAN =
  /[\u1100-\u11FF\u2E80-\u2EFF\u3000-\u303F\u30A0-\u30FF\u3130-\u318F\u31C0-\u31EF\u3200-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uFF00-\uFFEF]/;
const DIGITS = /^\d+$/;
/** Characters per token of words with a letter of these; words of other letters have 6. */
const LETTERS: readonly (readonly [RegExp, number])[] = [
  [/[äöüßẞéèêëàâîïôûùÿçœæáíóúñ]/i, 3],
  [/[ąćęłńśźżěščřžýůďťň]/i, 3.5],
];
const LETTERS_PER_TOKEN = 6;
const SHORT = 3;
const MARKS_PER_TOKEN = 2;

function ofWord(word: string): number {
  if (EAST_ASIAN.test(word)) return [...word].length;
  if (word.length <= SHORT || DIGITS.test(word)) return 1;
  return Math.ceil(word.length / (LETTERS.find(([letters]) => letters.test(word))?.[1] ?? LETTERS_PER_TOKEN));
}

const ofMarks = (marks: string): number => (marks.length <= SHORT ? 1 : Math.ceil(marks.length / MARKS_PER_TOKEN));

/** Spaces count nothing, East Asian words one per character, numbers one, words ⌈letters ÷ 6⌉ (with accents 3), punctuation ⌈marks ÷ 2⌉. */
export function segmentTokens(text: string): number {
  let sum = 0;
  for (const [, marks, word] of text.matchAll(SEGMENTS)) {
    if (word !== undefined) sum += ofWord(word);
    else if (marks !== undefined) sum += ofMarks(marks);
  }
  return sum;
}
