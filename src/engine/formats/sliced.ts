/**
 * Large JSON documents, parsed in slices. JSON.parse reads every slice: a list is cut between two of its elements, an object between two of its
 * fields, and each slice is put into brackets of its own. Where to cut is guessed by how the elements of a list begin: a slice that parses in
 * its brackets ends between two elements, because what comes before it has been read. Only where no guess holds are brackets counted.
 */
import type { Share } from '../lib/steps.ts';

/** Characters of a document that is worth it: a shorter one is parsed in a few hundredths of a second. */
const LEAST = 8 << 20;
/** Characters of a slice, about. */
const SLICE = 4 << 20;
/** A guess this many slices away would be a slice too long. */
const FAR = 3;
/** Guesses that may fail in one list. */
const MOST_WRONG = 2;
/** Containers within containers that are sliced; what is deeper is parsed at once. */
const MOST_DEPTH = 8;

export interface SliceSizes {
  readonly least?: number;
  readonly slice?: number;
}

/** Anything unexpected: whoever asked parses the whole text at once, and meets the error there. */
class Surprise extends Error {}

/** The value of a JSON text; undefined where it is short, or anything but JSON: then JSON.parse decides. Steps are characters. */
export function* parseInSlices(
  text: string,
  { least = LEAST, slice = SLICE }: SliceSizes = {},
): Generator<Share, { readonly value: unknown } | undefined> {
  if (text.length < least) return undefined;
  const reader = new Reader(text, slice);
  try {
    const at = reader.space(0);
    if (!opens(text.charCodeAt(at))) return undefined;
    const value = yield* reader.container(at, 1);
    return reader.space(reader.end) === text.length ? { value } : undefined;
  } catch (error) {
    if (error instanceof Surprise || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;
const opens = (code: number): boolean => code === OBJECT || code === LIST;
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** How an element begins that is an object with fields: up to the end of its first key. */
const OPENING = /\{[ \n\r\t]*"[^"\\]{0,100}"/y;

class Reader {
  /** After the container that was read last. */
  end = 0;
  readonly #text: string;
  readonly #size: number;

  constructor(text: string, size: number) {
    this.#text = text;
    this.#size = size;
  }

  /** The first place from `at` on that is no white space. */
  space(at: number): number {
    while (isSpace(this.#text.charCodeAt(at))) at++;
    return at;
  }

  /** The list or object that begins at `start`. */
  *container(start: number, depth: number): Generator<Share, unknown> {
    const text = this.#text;
    const isList = text.charCodeAt(start) === LIST;
    const close = isList ? LIST_END : OBJECT_END;
    const list: unknown[] = [];
    const object: Record<string, unknown> = {};
    let at = this.space(start + 1);
    const opening = isList ? this.#openingAt(at) : null;
    let wrong = 0;
    if (text.charCodeAt(at) === close) {
      this.end = at + 1;
      return isList ? list : object;
    }
    for (;;) {
      const guessed = opening !== null && wrong < MOST_WRONG ? this.#guess(at, opening) : null;
      const end = guessed?.end ?? this.#counted(at);
      if (opening !== null && !guessed) wrong++;
      if (guessed) append(list, guessed.elements);
      else if (end > at) {
        const inside = text.slice(at, end);
        if (isList) append(list, JSON.parse(`[${inside}]`) as unknown[]);
        else for (const [key, value] of Object.entries(JSON.parse(`{${inside}}`) as object)) put(object, key, value);
      } else yield* this.#large(at, depth, isList, (key, value) => void (isList ? list.push(value) : put(object, key, value)));
      at = this.space(end > at ? end : this.end);
      yield { done: at, of: text.length };
      const code = text.charCodeAt(at);
      if (code === close) break;
      if (code !== COMMA) throw new Surprise();
      at = this.space(at + 1);
      // Nothing may follow a comma but an element.
      if (text.charCodeAt(at) === close) throw new Surprise();
    }
    this.end = at + 1;
    return isList ? list : object;
  }

  /** The element of a list, or the field of an object, at `at`: longer than a slice, so in slices of its own. */
  *#large(at: number, depth: number, isList: boolean, found: (key: string, value: unknown) => void): Generator<Share, void> {
    const text = this.#text;
    let key = '';
    let start = at;
    if (!isList) {
      if (text.charCodeAt(at) !== QUOTE) throw new Surprise();
      const keyEnd = this.#stringEnd(at);
      key = JSON.parse(text.slice(at, keyEnd)) as string;
      const colon = this.space(keyEnd);
      if (text.charCodeAt(colon) !== COLON) throw new Surprise();
      start = this.space(colon + 1);
    }
    if (opens(text.charCodeAt(start)) && depth < MOST_DEPTH) {
      found(key, yield* this.container(start, depth + 1));
      return;
    }
    this.end = this.#valueEnd(start);
    found(key, JSON.parse(text.slice(start, this.end)));
  }

  #openingAt(at: number): string | null {
    OPENING.lastIndex = at;
    return OPENING.exec(this.#text)?.[0] ?? null;
  }

  /** Elements up to one that begins like the first, about a slice away; null if there is none, or if it was not between two elements. */
  #guess(from: number, opening: string): { readonly end: number; readonly elements: unknown[] } | null {
    const text = this.#text;
    const next = text.indexOf(opening, from + this.#size);
    if (next < 0 || next - from > FAR * this.#size) return null;
    let end = next - 1;
    while (isSpace(text.charCodeAt(end))) end--;
    if (text.charCodeAt(end) !== COMMA) return null;
    try {
      return { end, elements: JSON.parse(`[${text.slice(from, end)}]`) as unknown[] };
    } catch {
      return null;
    }
  }

  /** The end of the elements from `from` on that are about a slice long together, by counting brackets; `from` where the first one is longer. */
  #counted(from: number): number {
    const text = this.#text;
    const most = Math.min(text.length, from + this.#size);
    let depth = 0;
    let end = from;
    for (let i = from; i < most; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) i = this.#stringEnd(i) - 1;
      else if (opens(code)) depth++;
      else if (code === LIST_END || code === OBJECT_END) {
        if (depth-- === 0) return i;
      } else if (code === COMMA && depth === 0) end = i;
    }
    return end;
  }

  /** After the value that begins at `start`. */
  #valueEnd(start: number): number {
    const text = this.#text;
    let depth = 0;
    for (let i = start; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) i = this.#stringEnd(i) - 1;
      else if (opens(code)) depth++;
      else if (depth === 0 && (code === COMMA || code === LIST_END || code === OBJECT_END)) return i;
      else if (code === LIST_END || code === OBJECT_END) depth--;
    }
    throw new Surprise();
  }

  /** After the string that begins at `start`. */
  #stringEnd(start: number): number {
    const text = this.#text;
    for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
      let before = at - 1;
      while (text.charCodeAt(before) === BACKSLASH) before--;
      if ((at - before) % 2 === 1) return at + 1;
    }
    throw new Surprise();
  }
}

/** A spread of so many arguments would fill the stack. */
function append(to: unknown[], elements: readonly unknown[]): void {
  for (const element of elements) to.push(element);
}

/** A later field takes the place of an earlier one of its name, as with JSON.parse. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  // Plain assignment of `__proto__` would change the object's prototype.
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
