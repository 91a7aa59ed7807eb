/**
 * The terms of a text, in one pass over its UTF-16 code units.
 * - Words in lower case, a plural `s` taken off. Identifiers (camelCase, PascalCase, snake_case) give their words and, where
 *   these are several, themselves: `parseDate` = `parse_date` → parse, date, parsedate.
 * - Writing without reliable spaces (Chinese, Japanese, Korean …): every pair of neighbouring characters, a lone one as it is.
 * - Left out as noise: stop words, single letters, numbers of one digit or more than 8, hexadecimal runs (hashes,
 *   ids), words that mix letters and digits at random, and runs too long to be a name (base64).
 */
import { IntList } from '../../lib/arrays.ts';
import { CLASS, MARK, NUMBER, UPPER } from '../../tokens/unicode.ts';

/** Numbers terms by two 32-bit hashes without looking up text: a collision of both would take billions of terms. */
class Vocabulary {
  /** Terms, numbered from 0. */
  size = 0;
  /** A term as first written; empty where texts are not kept. */
  readonly texts: string[] = [];
  readonly #keepsTexts: boolean;
  #slots = new Int32Array(1 << 14);
  #first = new Int32Array(1 << 13);
  #second = new Int32Array(1 << 13);

  constructor(keepsTexts = true) {
    this.#keepsTexts = keepsTexts;
  }

  number(first: number, second: number, text: string, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = (first ^ (first >>> 15)) & mask;
    for (;;) {
      const term = this.#slots[slot]! - 1;
      if (term < 0) break;
      if (this.#first[term] === first && this.#second[term] === second) return term;
      slot = (slot + 1) & mask;
    }
    const term = this.size++;
    this.#slots[slot] = term + 1;
    this.#first[term] = first;
    this.#second[term] = second;
    if (this.#keepsTexts) this.texts.push(text.slice(start, end));
    if (this.size === this.#first.length) this.#grow();
    return term;
  }

  #grow(): void {
    const first = new Int32Array(2 * this.size);
    const second = new Int32Array(2 * this.size);
    first.set(this.#first);
    second.set(this.#second);
    this.#first = first;
    this.#second = second;
    this.#slots = new Int32Array(4 * this.size);
    const mask = this.#slots.length - 1;
    for (let term = 0; term < this.size; term++) {
      let slot = (first[term]! ^ (first[term]! >>> 15)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = term + 1;
    }
  }
}

/** Words without a topic. Few on purpose: words common in one transcript only get a low inverse document frequency anyway. */
const STOP_WORDS = `a about above after again all also am an and any are as at back be because been before being below both but by
can cannot could did do does doing don done down each else even ever every few first for from further get gets getting go going got
had has have having he her here him his how however if in instead into is it its itself just last let like ll look looking
made make makes making may maybe me might more most much must my need needs new next no nor not now of off on once one only or other our out over own
per please rather re really right same see seems shall she should since so some still such sure
take than that the their them then there these they thing things this those through to too two under until up us use used uses using
ve very via want wants was way we well were what when where whether which while who whom why will with within without would
oh wait hm hmm hey alright yes yet you your yours true false null undefined none string number boolean const return function import export
可以 能够 能帮 需要 现在 谢谢 如果 因为 所以 但是 然后 以及 对于 关于 进行 通过 使用 没有 应该 可能 已经 好的 一些 以下`;

/** Characters whose pairs with others are grammar rather than words. */
const STOP_CHARACTERS = '的了一个是吗呢吧啊这那你我他她它您们就都也很与及或被把之其什么和哪怎请再又还';

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;
const UNDERSCORE = 4;
const UNSPACED_LETTER = 5;

/** Kind and lower case of every code unit. Surrogates belong to signs and rare characters, which end words. */
const KIND = new Uint8Array(0x10000);
const FOLDED = new Uint16Array(0x10000);
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x1100, 0x11ff],
  [0x3041, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
];

function fillTables(): void {
  for (let code = 0; code < 0x10000; code++) {
    FOLDED[code] = code;
    const kind = CLASS[code]!;
    if (kind === NUMBER) KIND[code] = DIGIT;
    else if (kind >= UPPER && kind <= MARK) {
      KIND[code] = kind === UPPER ? CAPITAL : SMALL;
      if (kind === UPPER) FOLDED[code] = String.fromCharCode(code).toLowerCase().charCodeAt(0);
    }
  }
  KIND[95] = UNDERSCORE;
  for (const [from, to] of UNSPACED) for (let code = from; code <= to; code++) if (KIND[code] === SMALL) KIND[code] = UNSPACED_LETTER;
}
fillTables();

/** Longest run that can be a name, and longest word in it (UTF-16 units). */
const LONGEST_RUN = 80;
const LONGEST_WORD = 32;
const HEX = 7;
/** A word this long that changes twice between letters and digits is an id. */
const MIXED = 6;
const FEWEST_DIGITS = 2;
const MOST_DIGITS = 8;

const SEED_1 = 0x811c9dc5 | 0;
const SEED_2 = 0x2f0b4a27;
const PRIME_1 = 0x01000193;
const PRIME_2 = 0x5bd1e995;

export class TermReader {
  readonly vocabulary: Vocabulary;
  readonly terms = new IntList();
  readonly met = new IntList();
  readonly stops: number;
  readonly #stopCharacters = new Set(Array.from(STOP_CHARACTERS, (c) => c.charCodeAt(0)));

  constructor(keepsTexts = true) {
    this.vocabulary = new Vocabulary(keepsTexts);
    this.stops = 0;
    this.read(STOP_WORDS, STOP_WORDS.length);
    this.stops = this.vocabulary.size;
    this.clear();
  }

  clear(): void {
    this.terms.clear();
    this.met.clear();
  }

  /** Adds a term unless it is a stop word. */
  #put(first: number, second: number, text: string, start: number, end: number): void {
    const term = this.vocabulary.number(first, second, text, start, end);
    if (term < this.stops) return;
    this.terms.push(term);
    this.met.push(term);
  }

  /** Adds the terms of the first `limit` UTF-16 units of a text. */
  read(text: string, limit: number): void {
    const end = Math.min(text.length, limit);
    let at = 0;
    while (at < end) {
      const kind = KIND[text.charCodeAt(at)]!;
      if (kind === OTHER) at++;
      else if (kind === UNSPACED_LETTER) at = this.#pairs(text, at, end);
      else at = this.#run(text, at, end);
    }
  }

  #pairs(text: string, from: number, end: number): number {
    let at = from;
    let before = 0;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (KIND[code] !== UNSPACED_LETTER) break;
      const stops = this.#stopCharacters.has(code);
      if (!stops && before > 0) this.#character(text, at - 1, before, code);
      before = stops ? 0 : code;
    }
    if (at - from === 1 && before > 0) this.#character(text, from, before, 0);
    return at;
  }

  #character(text: string, at: number, one: number, two: number): void {
    const first = Math.imul(Math.imul(SEED_1 ^ one, PRIME_1) ^ two, PRIME_1);
    const second = Math.imul(Math.imul(SEED_2 ^ one, PRIME_2) ^ (two + 1), PRIME_2);
    this.#put(first, second, text, at, two > 0 ? at + 2 : at + 1);
  }

  #run(text: string, from: number, limit: number): number {
    const mark = this.terms.length;
    let whole1 = SEED_1;
    let whole2 = SEED_2;
    let words = 0;
    let hex = true;
    let digits = 0;
    let at = from;
    for (let kind = UNDERSCORE; kind === UNDERSCORE || isLetter(kind); ) {
      const start = at;
      let h1 = SEED_1;
      let h2 = SEED_2;
      let before1 = h1;
      let before2 = h2;
      let last = OTHER;
      let changes = 0;
      let numbers = 0;
      kind = OTHER;
      for (; at < limit; at++) {
        const code = text.charCodeAt(at);
        kind = KIND[code]!;
        if (!isLetter(kind)) break;
        if (kind === CAPITAL && at > start) {
          // `parseDate` splits before D, `HTTPServer` before S; `UPPER` and `utf8` stay whole.
          if (last === SMALL) break;
          if (last === CAPITAL && at + 1 < limit && KIND[text.charCodeAt(at + 1)] === SMALL) break;
        }
        if (kind === DIGIT) numbers++;
        if (last !== OTHER && (kind === DIGIT) !== (last === DIGIT)) changes++;
        const folded = FOLDED[code]!;
        hex &&= folded <= 57 || (folded >= 97 && folded <= 102);
        before1 = h1;
        before2 = h2;
        h1 = Math.imul(h1 ^ folded, PRIME_1);
        h2 = Math.imul(h2 ^ folded, PRIME_2);
        last = kind;
        kind = OTHER;
      }
      digits += numbers;
      const size = at - start;
      if (size > 0 && says(text, start, at, numbers, changes)) {
        const plural = size > 3 && endsPlural(text, at);
        const first = plural ? before1 : h1;
        const second = plural ? before2 : h2;
        words++;
        whole1 = Math.imul(whole1 ^ first, PRIME_1);
        whole2 = Math.imul(whole2 ^ second, PRIME_2);
        this.#put(first, second, text, start, at);
      }
      if (kind === UNDERSCORE) at++;
    }
    const length = at - from;
    // Recognised as noise only at its end, so its words are withdrawn.
    if (length > LONGEST_RUN || (hex && digits > 0 && digits < length && length >= HEX)) this.terms.length = mark;
    else if (words > 1) this.#put(whole1, whole2, text, from, at);
    return at;
  }
}

const isLetter = (kind: number): boolean => kind >= SMALL && kind <= DIGIT;

/** Whether a word is meaningful rather than noise. */
function says(text: string, start: number, end: number, numbers: number, changes: number): boolean {
  const size = end - start;
  if (numbers === size) return size >= FEWEST_DIGITS && size <= MOST_DIGITS;
  if (size < 2 || size > LONGEST_WORD) return false;
  return KIND[text.charCodeAt(start)] !== DIGIT && (changes < 2 || size < MIXED);
}

/** `tests`, `buckets`; not `class`, `status`, `analysis`. */
function endsPlural(text: string, end: number): boolean {
  if (FOLDED[text.charCodeAt(end - 1)] !== 115) return false;
  const before = FOLDED[text.charCodeAt(end - 2)]!;
  return before !== 115 && before !== 117 && before !== 105;
}
