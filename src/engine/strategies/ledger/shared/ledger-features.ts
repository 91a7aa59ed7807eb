/**
 * What a message says, as features that are compared across messages: strings (names, paths, numbers, dates), runs of words, and lines of
 * outputs and calls. Read once per message, and remembered in a third of the room.
 */
import { IntList } from '../../../lib/arrays.ts';
import { maskSecrets } from '../../../signals/secrets.ts';
import { splitSentences } from '../../../signals/sentences.ts';
import type { Message } from '../../../transcript/types.ts';
import { textAt } from './entries.ts';

export const CALLED = 0;
export const ANSWERED = 1;
export const ASKED = 2;
const SHOWN = 3;

export const RUN = 0;
export const STRING = 1;
export const LINE = 2;

export type Features = Int32Array;
export const FIELDS = 4;
export const HASH = 0;
export const PLACE = 1;
export const START = 2;
export const END = 3;

const PIECES = 1 << 10;
const placeOf = (part: number, piece: number, speaker: number, kind: number): number =>
  ((part * PIECES + Math.min(piece, PIECES - 1)) << 4) | (speaker << 2) | kind;
export const kindAt = (place: number): number => place & 3;
export const speakerAt = (place: number): number => (place >> 2) & 3;
export const partAt = (place: number): number => Math.floor((place >> 4) / PIECES);
export const pieceAt = (place: number): number => (place >> 4) % PIECES;

const WORDS = 4;
const SHORTEST = 5;
const LONGEST = 160;
const SHORTEST_LINE = 10;

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const JOIN = 3;
const IDEOGRAPH = 4;
const JOINS = '_./:@#$~+-%';
const UNDERSCORE = 95;
const BACKSLASH = 92;
const ofAscii = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/i.test(char)) return LETTER;
  if (/\d/.test(char)) return DIGIT;
  return JOINS.includes(char) ? JOIN : OTHER;
});
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Classes beyond ASCII, + 1; 0 = not looked up yet. */
const beyond = new Uint8Array(1 << 16);

function classOf(code: number): number {
  if (code < 128) return ofAscii[code]!;
  if (beyond[code] === 0) {
    const char = String.fromCharCode(code);
    const found = IDEOGRAPHS.test(char) ? IDEOGRAPH : /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(char) ? LETTER : OTHER;
    beyond[code] = found + 1;
  }
  return beyond[code]! - 1;
}

const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** A byte holds seven bits; the eighth says that more follow. */
const MORE = 0x80;

class ByteList {
  #bytes = new Uint8Array(1 << 10);
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  /** A whole number from 0, seven bits per byte, the lowest first. */
  number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    let rest = value;
    for (; rest >= MORE; rest = Math.floor(rest / MORE)) this.#bytes[this.#length++] = (rest % MORE) + MORE;
    this.#bytes[this.#length++] = rest;
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

const EMPTY = 0x811c9dc5 | 0;
const mixed = (hash: number, value: number): number => {
  const next = Math.imul(hash ^ value, 0x01000193);
  return next ^ (next >>> 15);
};

function hashOf(text: string, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let k = start; k < end; k++) hash = mixed(hash, text.charCodeAt(k));
  return hash;
}

class Runs {
  readonly #hashes = new Int32Array(WORDS);
  readonly #starts = new Int32Array(WORDS);
  readonly #into: IntList;
  readonly #place: number;
  #count = 0;

  constructor(into: IntList, place: number) {
    this.#into = into;
    this.#place = place;
  }

  add(hash: number, start: number, end: number): void {
    this.#hashes[this.#count % WORDS] = hash;
    this.#starts[this.#count % WORDS] = start;
    const first = ++this.#count % WORDS;
    if (this.#count < WORDS) return;
    let run = EMPTY;
    for (let k = 0; k < WORDS; k++) run = mixed(run, this.#hashes[(first + k) % WORDS]!);
    this.#into.pushAll([run, this.#place, this.#starts[first]!, end]);
  }
}

function readWords(text: string, part: number, piece: number, speaker: number, into: IntList): void {
  const runs = speaker === SHOWN ? null : new Runs(into, placeOf(part, piece, speaker, RUN));
  const ofString = placeOf(part, piece, speaker, STRING);
  for (let i = 0; i < text.length; ) {
    const code = text.charCodeAt(i);
    const first = classOf(code);
    if (first === OTHER || (first === JOIN && code !== UNDERSCORE)) {
      i += code === BACKSLASH ? 2 : 1;
      continue;
    }
    if (first === IDEOGRAPH) {
      runs?.add(mixed(EMPTY, code), i, i + 1);
      i++;
      continue;
    }
    const start = i;
    /** After the last letter or digit: marks at the end are no part of a string. */
    let end = i;
    let isTelling = false;
    let isJoined = false;
    let word = EMPTY;
    let wordStart = i;
    for (; i < text.length; i++) {
      const next = text.charCodeAt(i);
      const of = classOf(next);
      if (of === OTHER || of === IDEOGRAPH) break;
      if (of === JOIN && next !== UNDERSCORE) {
        if (i > wordStart) runs?.add(word, wordStart, i);
        word = EMPTY;
        wordStart = i + 1;
      } else {
        word = mixed(word, isCapital(next) ? next + 32 : next);
        end = i + 1;
        isTelling ||= isJoined || of === DIGIT || next === UNDERSCORE || (isCapital(next) && i > start && text.charCodeAt(i - 1) >= 97);
      }
      isJoined ||= of === JOIN;
    }
    if (i > wordStart) runs?.add(word, wordStart, i);
    if (isTelling && end - start >= SHORTEST && end - start <= LONGEST) into.pushAll([hashOf(text, start, end, 1), ofString, start, end]);
  }
}

const LISTED = /^\s*\d+\s*(?:[→|:\t]|\s-\s)|^[+-]/;
const LINES = /[^\n]+/g;
const CALL_LINES = /[^\n\\"]+(?:\\[^n][^\n\\"]*)*/g;

function readLines(text: string, part: number, piece: number, speaker: number, into: IntList): void {
  const place = placeOf(part, piece, speaker, LINE);
  for (const { 0: line, index } of text.matchAll(speaker === CALLED ? CALL_LINES : LINES)) {
    const bare = line.replace(LISTED, '').trim();
    if (bare.length >= SHORTEST_LINE) into.pushAll([hashOf(bare, 0, bare.length, 2), place, index, index + line.length]);
  }
}

/**
 * Features as they are remembered: hashes, and the rest in bytes, because there is a feature for every 20 characters: a number per feature
 * with its kind, the distance to the start of the one before and whether part, piece or speaker change (then they follow), and its length.
 */
interface PackedFeatures {
  readonly hashes: Int32Array;
  readonly bytes: Uint8Array;
}
const remembered = new WeakMap<Message, PackedFeatures>();

const KIND_BITS = 3;
const CHANGES = 4;
const writer = new ByteList();

function packed(features: Features): PackedFeatures {
  const hashes = new Int32Array(features.length / FIELDS);
  writer.clear();
  let start = 0;
  let said = -1;
  for (let k = 0; k < hashes.length; k++) {
    const at = k * FIELDS;
    const place = features[at + PLACE]!;
    hashes[k] = features[at + HASH]!;
    const changes = place >>> 2 !== said;
    const by = features[at + START]! - start;
    writer.number((by < 0 ? -2 * by - 1 : 2 * by) * (1 << KIND_BITS) + (changes ? CHANGES : 0) + kindAt(place));
    if (changes) writer.number(place >>> 2);
    writer.number(features[at + END]! - features[at + START]!);
    start = features[at + START]!;
    said = place >>> 2;
  }
  return { hashes, bytes: writer.done() };
}

function unpacked({ hashes, bytes }: PackedFeatures): Features {
  const features = new Int32Array(hashes.length * FIELDS);
  let b = 0;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= MORE) {
      const byte = bytes[b++]!;
      value += (byte & (MORE - 1)) * unit;
      if (byte < MORE) return value;
    }
  };
  let start = 0;
  let said = -1;
  for (let k = 0; k < hashes.length; k++) {
    const at = k * FIELDS;
    const first = number();
    const distance = Math.floor(first / (1 << KIND_BITS));
    if (first & CHANGES) said = number();
    start += distance % 2 === 0 ? distance / 2 : -(distance + 1) / 2;
    features[at + HASH] = hashes[k]!;
    features[at + PLACE] = said * CHANGES + (first & (CHANGES - 1));
    features[at + START] = start;
    features[at + END] = start + number();
  }
  return features;
}

export function featuresOf(message: Message): Features {
  const known = remembered.get(message);
  if (known) return unpacked(known);
  const features = read(message);
  remembered.set(message, packed(features));
  return features;
}

function read(message: Message): Features {
  const list = new IntList(64);
  const by = message.role === 'assistant' ? ANSWERED : message.role === 'user' ? ASKED : SHOWN;
  const readText = (text: string, part: number, piece: number, speaker: number): void => {
    readWords(text, part, piece, speaker, list);
    if (speaker === CALLED || speaker === SHOWN) readLines(text, part, piece, speaker, list);
  };
  message.parts.forEach((part, p) => {
    if (part.type === 'text') readText(part.text, p, 0, by);
    else if (part.type === 'tool-call') readText(part.args, p, 0, CALLED);
    else if (part.type === 'tool-result') {
      part.content.forEach((inner, piece) => {
        if (inner.type === 'text') readText(inner.text, p, piece, SHOWN);
      });
    }
  });
  return list.done();
}

export interface Quote {
  readonly message: number;
  readonly part: number;
  readonly piece: number;
  readonly start: number;
  readonly end: number;
}

export const NOTE_INTRODUCTION = 'Hand-over note of the earlier conversation, quoted in its order (… = left out):';
export const GAP = ' … ';

const MOST_LINE = 140;
const MOST_SENTENCE = 600;

const BREAKS = ['}, ', '},', '. ', '; ', '", ', '",', ', ', ' '];
function breakAt(text: string, from: number, most: number): number {
  // Only there: a mark that is rare would be searched to the beginning of the text again and again.
  const there = text.slice(from, from + most);
  for (const mark of BREAKS) {
    const at = there.lastIndexOf(mark);
    if (at > most / 3) return from + at + mark.length;
  }
  return safeEnd(text, from + most);
}
/** Not between the halves of a character. */
const safeEnd = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at);

function parted(text: string, from: number, to: number, most: number, into: number[]): void {
  for (let start = from; start < to; ) {
    const end = to - start > most ? breakAt(text, start, most) : to;
    let [a, b] = [start, end];
    while (a < b && text.charCodeAt(a) <= 32) a++;
    while (b > a && text.charCodeAt(b - 1) <= 32) b--;
    if (b > a) into.push(a, b);
    start = end;
  }
}

function linesIn(text: string, escaped: boolean, into: number[]): void {
  const find = (mark: string, from: number): number => {
    const at = text.indexOf(mark, from);
    return at < 0 ? text.length : at;
  };
  // Each mark is looked for once: one that is rare would be searched to the end of the text again and again.
  let line = find('\n', 0);
  let mark = escaped ? find('\\n', 0) : text.length;
  for (let from = 0; from < text.length; ) {
    if (line < from) line = find('\n', from);
    if (mark < from) mark = find('\\n', from);
    const to = Math.min(line, mark);
    parted(text, from, to, MOST_LINE, into);
    from = to + (mark < line ? 2 : 1);
  }
}

export function stretchesOf(message: Message, part: number, piece: number): readonly number[] {
  const text = textAt(message, part, piece);
  const { type } = message.parts[part]!;
  const found: number[] = [];
  if (type !== 'text') linesIn(text, type === 'tool-call', found);
  else
    for (const { start, end } of splitSentences(text)) if (!text.startsWith(NOTE_INTRODUCTION, start)) parted(text, start, end, MOST_SENTENCE, found);
  return found;
}

export function quoted(message: Message, { part, piece, start, end }: Quote): string {
  const text = textAt(message, part, piece).slice(start, end);
  const plain =
    message.parts[part]!.type === 'tool-call'
      ? text
          .replace(/\\[nrt]/g, ' ')
          .replace(/[{}"]+/g, ' ')
          .replaceAll('\\', '')
          .replace(/ +([:,])/g, '$1')
      : text;
  return maskSecrets(plain.replace(/\s+/g, ' ').trim()).text;
}

export function labelOf({ role, compaction, parts }: Message, part: number): string {
  const of = parts[part]!;
  if (of.type === 'tool-call') return `- ${of.name}: `;
  if (of.type === 'tool-result') return of.name === undefined ? '- → ' : `- ${of.name} → `;
  if (compaction !== undefined) return '';
  return role === 'user' ? '- user: ' : '- agent: ';
}

export function writeNote(messages: readonly Message[], quotes: readonly Quote[]): string {
  const inOrder = quotes.toSorted((a, b) => a.message - b.message || a.part - b.part || a.piece - b.piece || a.start - b.start);
  const lines: string[] = [];
  let before: Quote | undefined;
  for (const quote of inOrder) {
    const message = messages[quote.message]!;
    const text = quoted(message, quote);
    if (text === '') continue;
    if (before?.message === quote.message && before.part === quote.part) {
      const follows = before.piece === quote.piece && textAt(message, quote.part, quote.piece).slice(before.end, quote.start).trim() === '';
      lines[lines.length - 1] += `${message.compaction !== undefined ? '\n' : follows ? ' ' : GAP}${text}`;
    } else lines.push(`${labelOf(message, quote.part)}${text}`);
    before = quote;
  }
  return lines.join('\n');
}

export const FIELDS_OF_TEXT = 4;

export class Quotes {
  readonly #texts: Int32Array;
  readonly #of: Int32Array;
  readonly #starts: Int32Array;
  readonly #lengths: Uint16Array;

  constructor(texts: IntList, of: IntList, starts: IntList, lengths: IntList) {
    this.#texts = texts.done();
    this.#of = of.done();
    this.#starts = starts.done();
    this.#lengths = Uint16Array.from(lengths.done());
  }

  messageOf(k: number): number {
    return this.#texts[this.#of[k]! * FIELDS_OF_TEXT]!;
  }

  lineOf(k: number): number {
    return this.#texts[this.#of[k]! * FIELDS_OF_TEXT + 3]!;
  }

  at(k: number): Quote {
    const text = this.#of[k]! * FIELDS_OF_TEXT;
    const start = this.#starts[k]!;
    return {
      message: this.#texts[text]!,
      part: this.#texts[text + 1]!,
      piece: this.#texts[text + 2]!,
      start,
      end: start + this.#lengths[k]!,
    };
  }
}
