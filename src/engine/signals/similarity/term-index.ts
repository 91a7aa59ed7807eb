/** The inverted index of a transcript: terms and their counts by unit (tool block or single message), and units by term. */
import { IntList } from '../../lib/arrays.ts';
import { remembered } from '../remember.ts';
import { textsOf } from '../../tokens/count.ts';
import { CLASS, MARK, NUMBER, UPPER } from '../../tokens/unicode.ts';
import type { Message, Transcript } from '../../transcript/types.ts';
import { wholeOf } from '../signal-prepare.ts';
import { type Structure, structureOf } from '../structure.ts';

/** Numbers terms by two 32-bit hashes without looking up text: a collision of both would take billions of terms. */
class Vocabulary {
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

const termReader = new TermReader();

/** Longest text that `termsOf` reads, in characters. */
const LONGEST_TEXT = 20_000;

export function termsOf(text: string): ReadonlySet<number> {
  termReader.clear();
  termReader.read(text, LONGEST_TEXT);
  return new Set(termReader.terms.values.subarray(0, termReader.terms.length));
}

export const READ_CHARACTERS = 4000;

export interface MessageTerms {
  readonly terms: Int32Array;
  readonly counts: Uint16Array;
  readonly length: number;
  readonly read: number;
}

const known = new WeakMap<Message, { readonly reader: MessageReader; readonly terms: MessageTerms }>();

export class MessageReader {
  readonly #reader = new TermReader(false);
  #message = new Int32Array(1 << 13);
  #place = new Int32Array(1 << 13);
  #messages = 0;

  get stops(): number {
    return this.#reader.stops;
  }

  get size(): number {
    return this.#reader.vocabulary.size;
  }

  termsOf(message: Message): MessageTerms {
    const found = known.get(message);
    if (found?.reader === this) return found.terms;
    const terms = this.#read(message);
    known.set(message, { reader: this, terms });
    return terms;
  }

  #read(message: Message): MessageTerms {
    const reader = this.#reader;
    const read = readMessage(reader, message);
    const own = ++this.#messages;
    this.#reserve(reader.vocabulary.size);
    const distinct: number[] = [];
    for (let k = 0; k < reader.met.length; k++) {
      const term = reader.met.get(k);
      if (this.#message[term] === own) continue;
      this.#message[term] = own;
      this.#place[term] = distinct.length;
      distinct.push(term);
    }
    const counts = new Uint16Array(distinct.length);
    for (let k = 0; k < reader.terms.length; k++) counts[this.#place[reader.terms.get(k)]!]! += 1;
    return { terms: Int32Array.from(distinct), counts, length: reader.terms.length, read };
  }

  #reserve(terms: number): void {
    if (terms <= this.#message.length) return;
    const message = new Int32Array(2 * terms);
    message.set(this.#message);
    this.#message = message;
    this.#place = new Int32Array(2 * terms);
  }
}

export function readerOf(messages: readonly Message[]): MessageReader {
  for (const message of messages) {
    const found = known.get(message);
    if (found) return found.reader;
  }
  return new MessageReader();
}

function readMessage(reader: TermReader, { parts }: Message): number {
  reader.clear();
  let left = READ_CHARACTERS;
  for (const thought of [false, true]) {
    for (const part of parts) {
      if ((part.type === 'reasoning') !== thought) continue;
      for (const text of textsOf(part)) {
        reader.read(text, left);
        left = Math.max(0, left - text.length);
      }
    }
  }
  return READ_CHARACTERS - left;
}

export const writtenIn = remembered((message: Message): readonly string[] => {
  const reader = new TermReader();
  readMessage(reader, message);
  return reader.vocabulary.texts.slice(reader.stops);
});

/** Arrays by unit are indexed as `prepared.units`. Units of the header are empty here: they are never compared. */
export interface TermIndex {
  readonly n: number;
  readonly first: Int32Array;
  readonly term: Int32Array;
  readonly count: Uint16Array;
  /** TF-IDF, (1 + ln count) × idf, of length 1 for every non-empty unit, so that a dot product is the cosine. */
  readonly weight: Float32Array;
  readonly postFirst: Int32Array;
  readonly postUnit: Int32Array;
  readonly postAt: Int32Array;
  /** By term: ln(1 + (N − df + ½) ÷ (df + ½)), as in BM25. */
  readonly idf: Float32Array;
  readonly length: Float64Array;
  readonly meanLength: number;
  textOf(term: number): string;
}

export const termIndex = remembered((transcript: Transcript): TermIndex => {
  const structure = structureOf(transcript);
  const whole = wholeOf(transcript);
  if (whole) {
    const index = termIndex(whole);
    const entries = beginningOf(index, structure, structureOf(whole));
    // Terms are numbered as they occur, so those of the beginning have the same numbers.
    if (entries) return indexOf(entries, index.idf.length, index.textOf);
  }
  const { units, header } = structure;
  const { messages } = transcript;
  const n = units.length;
  const reader = readerOf(messages);
  const ofMessages: MessageTerms[] = [];
  let entries = 0;
  for (let i = header; i < messages.length; i++) {
    const one = reader.termsOf(messages[i]!);
    ofMessages[i] = one;
    entries += one.terms.length;
  }
  const said = new TermSequence(n, reader, entries);
  for (let u = 0; u < n; u++) {
    for (const i of units[u]!.members) {
      if (i < header) continue;
      said.add(u, i, ofMessages[i]!);
    }
    said.close(u);
  }
  const { size, meetsIn, numberOf } = said;
  const textOf = (term: number): string => {
    const i = meetsIn[term]!;
    return writtenIn(messages[i]!)[ofMessages[i]!.terms.indexOf(numberOf[term]!)]!;
  };
  return indexOf(sorted(said, size), size, textOf);
});

/**
 * Terms and counts of units in reading order. Terms are numbered as they are met, so the numbers of a transcript do not depend on what
 * the reader has read before.
 */
class TermSequence {
  readonly first: Int32Array;
  readonly length: Float64Array;
  readonly term = new IntList(1 << 14);
  readonly count = new IntList(1 << 14);
  size: number;
  readonly units: Int32Array;
  readonly meetsIn: Int32Array;
  readonly numberOf: Int32Array;
  /** By the reader's number: the term, 0 = not met yet (a stop word's number). */
  readonly #term: Int32Array;
  readonly #unit: Int32Array;
  readonly #entry: Int32Array;

  constructor(n: number, { stops, size }: { readonly stops: number; readonly size: number }, entries: number) {
    this.first = new Int32Array(n + 1);
    this.length = new Float64Array(n);
    this.size = stops;
    const most = stops + Math.min(size, entries);
    this.units = new Int32Array(most);
    this.meetsIn = new Int32Array(most);
    this.numberOf = new Int32Array(most);
    this.#term = new Int32Array(size);
    this.#unit = new Int32Array(most);
    this.#entry = new Int32Array(most);
  }

  add(u: number, i: number, { terms, counts, length }: MessageTerms): void {
    for (let k = 0; k < terms.length; k++) {
      const number = terms[k]!;
      let t = this.#term[number]!;
      if (t === 0) {
        t = this.size++;
        this.#term[number] = t;
        this.meetsIn[t] = i;
        this.numberOf[t] = number;
      }
      const times = counts[k]!;
      if (times === 0) continue;
      if (this.#unit[t] === u + 1) {
        this.count.values[this.#entry[t]!]! += times;
        continue;
      }
      this.units[t]! += 1;
      this.#unit[t] = u + 1;
      this.#entry[t] = this.term.length;
      this.term.push(t);
      this.count.push(times);
    }
    this.length[u]! += length;
  }

  close(u: number): void {
    this.first[u + 1] = this.term.length;
  }
}

const MOST_COUNTED = 0xffff;

function sorted({ first, length, term: said, count: times, units }: TermSequence, terms: number): Entries {
  const n = length.length;
  const { values: term, length: entries } = said;
  const { values: count } = times;
  const next = new Int32Array(terms);
  for (let t = 1; t < terms; t++) next[t] = next[t - 1]! + units[t - 1]!;
  const ofUnit = new Int32Array(entries);
  const counts = new Uint16Array(entries);
  for (let u = 0; u < n; u++) {
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const at = next[term[k]!]!++;
      ofUnit[at] = u;
      counts[at] = Math.min(count[k]!, MOST_COUNTED);
    }
  }
  const fill = first.slice(0, n);
  const byTerm = { first, length, term: new Int32Array(entries), count: new Uint16Array(entries) };
  let p = 0;
  for (let t = 0; t < terms; t++) {
    for (const end = next[t]!; p < end; p++) {
      const at = fill[ofUnit[p]!]!++;
      byTerm.term[at] = t;
      byTerm.count[at] = counts[p]!;
    }
  }
  return byTerm;
}

type Entries = Pick<TermIndex, 'first' | 'length' | 'term' | 'count'>;

const RAISED = Float64Array.from({ length: 1 << 8 }, (_, count) => 1 + Math.log(count));

function indexOf({ first, length, term, count }: Entries, terms: number, textOf: TermIndex['textOf']): TermIndex {
  const entries = term.length;
  const n = length.length;
  const postFirst = new Int32Array(terms + 1);
  for (let k = 0; k < entries; k++) postFirst[term[k]! + 1]! += 1;
  const idf = new Float32Array(terms);
  for (let t = 0; t < terms; t++) {
    const df = postFirst[t + 1]!;
    idf[t] = Math.log(1 + (n - df + 0.5) / (df + 0.5));
    postFirst[t + 1]! += postFirst[t]!;
  }
  const next = postFirst.slice(0, terms);
  const postUnit = new Int32Array(entries);
  const postAt = new Int32Array(entries);
  const weight = new Float32Array(entries);
  let total = 0;
  for (let u = 0; u < n; u++) {
    total += length[u]!;
    let square = 0;
    for (let k = first[u]!; k < first[u + 1]!; k++) {
      const t = term[k]!;
      const c = count[k]!;
      const w = (c < RAISED.length ? RAISED[c]! : 1 + Math.log(c)) * idf[t]!;
      weight[k] = w;
      square += w * w;
      const p = next[t]!++;
      postUnit[p] = u;
      postAt[p] = k;
    }
    const norm = 1 / Math.sqrt(square || 1);
    for (let k = first[u]!; k < first[u + 1]!; k++) weight[k]! *= norm;
  }
  return { n, first, term, count, weight, postFirst, postUnit, postAt, idf, length, meanLength: total / Math.max(1, n), textOf };
}

/** The first units of an index; null where the other transcript begins with other units. */
function beginningOf(index: TermIndex, part: Structure, whole: Structure): Entries | null {
  const n = part.units.length;
  const same =
    part.header === whole.header &&
    n <= whole.units.length &&
    part.units.every(({ members }, u) => members.length === whole.units[u]!.members.length && members[0] === whole.units[u]!.members[0]);
  if (!same) return null;
  const entries = index.first[n]!;
  return {
    first: index.first.subarray(0, n + 1),
    length: index.length.subarray(0, n),
    term: index.term.subarray(0, entries),
    count: index.count.subarray(0, entries),
  };
}

/** Cosine of two units by their TF-IDF vectors, 0–1, in millionths (so that equal units give exactly 1). Linear in their distinct terms. */
export function cosine({ first, term, weight }: TermIndex, u: number, v: number): number {
  let sum = 0;
  let a = first[u]!;
  let b = first[v]!;
  const endA = first[u + 1]!;
  const endB = first[v + 1]!;
  while (a < endA && b < endB) {
    const x = term[a]!;
    const y = term[b]!;
    if (x === y) sum += weight[a]! * weight[b]!;
    if (x <= y) a++;
    if (y <= x) b++;
  }
  return Math.round(1e6 * sum) / 1e6;
}

/** The same with the terms of one unit spread out: `spread` = its weight by term, 0 for absent ones. */
export function cosineWith({ first, term, weight }: TermIndex, spread: Float32Array, v: number): number {
  let sum = 0;
  for (let b = first[v]!; b < first[v + 1]!; b++) sum += spread[term[b]!]! * weight[b]!;
  return Math.round(1e6 * sum) / 1e6;
}
