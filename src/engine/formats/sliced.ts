/**
 * Large JSON documents, parsed in slices. Where to cut is guessed by how the elements of a list begin: a slice that parses in its brackets ends
 * between two elements, because what comes before it has been read.
 */
import type { Share } from '../lib/lib-steps.ts';

/** Bytes of a document that is worth it: a shorter one is parsed in a few hundredths of a second. */
const LEAST = 8 << 20;
const SLICE = 4 << 20;
/** A guess this many slices away would be a slice too long. */
const FAR = 3;
const MOST_WRONG = 2;
const MOST_DEPTH = 8;

export interface SliceSizes {
  readonly least?: number;
  readonly slice?: number;
}

class Surprise extends Error {}

/** The value of a JSON document in UTF-8; undefined where it is short, or anything but JSON: then JSON.parse decides. Steps are bytes. */
export function* parseInSlices(
  utf8: Uint8Array,
  { least = LEAST, slice = SLICE }: SliceSizes = {},
): Generator<Share, { readonly value: unknown } | undefined> {
  if (utf8.length < least) return undefined;
  const reader = new Reader(utf8, slice);
  try {
    const at = reader.space(0);
    if (!opens(utf8[at])) return undefined;
    const value = yield* reader.container(at, 1);
    return reader.space(reader.end) === utf8.length ? { value } : undefined;
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
const opens = (code: number | undefined): boolean => code === OBJECT || code === LIST;
const isSpace = (code: number | undefined): boolean => code === 32 || code === 10 || code === 13 || code === 9;

/** Bytes of a key that are compared at most. */
const MOST_KEY = 100;

class Reader {
  end = 0;
  readonly #bytes: Uint8Array;
  readonly #size: number;
  readonly #decoder = new TextDecoder();
  #scratch = new Uint8Array(0);

  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#size = size;
  }

  space(at: number): number {
    while (isSpace(this.#bytes[at])) at++;
    return at;
  }

  *container(start: number, depth: number): Generator<Share, unknown> {
    const bytes = this.#bytes;
    const isList = bytes[start] === LIST;
    const close = isList ? LIST_END : OBJECT_END;
    const list: unknown[] = [];
    const object: Record<string, unknown> = {};
    let at = this.space(start + 1);
    const opening = isList ? this.#openingAt(at) : null;
    let wrong = 0;
    if (bytes[at] === close) {
      this.end = at + 1;
      return isList ? list : object;
    }
    for (;;) {
      const guessed = opening !== null && wrong < MOST_WRONG ? this.#guess(at, opening) : null;
      const end = guessed?.end ?? this.#counted(at);
      if (opening !== null && !guessed) wrong++;
      if (guessed) append(list, guessed.elements);
      else if (end > at) {
        const inside = this.#parsed(at, end, isList);
        if (isList) append(list, inside as unknown[]);
        else for (const [key, value] of Object.entries(inside as object)) put(object, key, value);
      } else yield* this.#large(at, depth, isList, (key, value) => void (isList ? list.push(value) : put(object, key, value)));
      at = this.space(end > at ? end : this.end);
      yield { done: at, of: bytes.length };
      const code = bytes[at];
      if (code === close) break;
      if (code !== COMMA) throw new Surprise();
      at = this.space(at + 1);
      if (bytes[at] === close) throw new Surprise();
    }
    this.end = at + 1;
    return isList ? list : object;
  }

  *#large(at: number, depth: number, isList: boolean, found: (key: string, value: unknown) => void): Generator<Share, void> {
    const bytes = this.#bytes;
    let key = '';
    let start = at;
    if (!isList) {
      if (bytes[at] !== QUOTE) throw new Surprise();
      const keyEnd = this.#stringEnd(at);
      key = this.#value(at, keyEnd) as string;
      const colon = this.space(keyEnd);
      if (bytes[colon] !== COLON) throw new Surprise();
      start = this.space(colon + 1);
    }
    if (opens(bytes[start]) && depth < MOST_DEPTH) {
      found(key, yield* this.container(start, depth + 1));
      return;
    }
    this.end = this.#valueEnd(start);
    found(key, this.#value(start, this.end));
  }

  #parsed(start: number, end: number, isList: boolean): unknown {
    const size = end - start + 2;
    if (this.#scratch.length < size) this.#scratch = new Uint8Array(size);
    const scratch = this.#scratch;
    scratch[0] = isList ? LIST : OBJECT;
    scratch.set(this.#bytes.subarray(start, end), 1);
    scratch[size - 1] = isList ? LIST_END : OBJECT_END;
    return JSON.parse(this.#decoder.decode(scratch.subarray(0, size)));
  }

  #value(start: number, end: number): unknown {
    return JSON.parse(this.#decoder.decode(this.#bytes.subarray(start, end)));
  }

  #openingAt(at: number): Uint8Array | null {
    const bytes = this.#bytes;
    if (bytes[at] !== OBJECT) return null;
    const key = this.space(at + 1);
    if (bytes[key] !== QUOTE) return null;
    const end = bytes.indexOf(QUOTE, key + 1);
    return end < 0 || end - key > MOST_KEY ? null : bytes.subarray(at, end + 1);
  }

  /** The next place from `from` on, but not too far, where these bytes are; −1 if there is none. */
  #find(wanted: Uint8Array, from: number): number {
    const bytes = this.#bytes;
    const most = Math.min(bytes.length, from + (FAR - 1) * this.#size);
    for (let at = bytes.indexOf(OBJECT, from); at >= 0 && at < most; at = bytes.indexOf(OBJECT, at + 1)) {
      let same = 1;
      while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
      if (same === wanted.length) return at;
    }
    return -1;
  }

  /** Elements up to one that begins like the first, about a slice away; null if there is none, or if it was not between two elements. */
  #guess(from: number, opening: Uint8Array): { readonly end: number; readonly elements: unknown[] } | null {
    const next = this.#find(opening, from + this.#size);
    if (next < 0) return null;
    let end = next - 1;
    while (isSpace(this.#bytes[end])) end--;
    if (this.#bytes[end] !== COMMA) return null;
    try {
      return { end, elements: this.#parsed(from, end, true) as unknown[] };
    } catch {
      return null;
    }
  }

  #counted(from: number): number {
    const bytes = this.#bytes;
    const most = Math.min(bytes.length, from + this.#size);
    let depth = 0;
    let end = from;
    for (let i = from; i < most; i++) {
      const code = bytes[i];
      if (code === QUOTE) i = this.#stringEnd(i) - 1;
      else if (opens(code)) depth++;
      else if (code === LIST_END || code === OBJECT_END) {
        if (depth-- === 0) return i;
      } else if (code === COMMA && depth === 0) end = i;
    }
    return end;
  }

  #valueEnd(start: number): number {
    const bytes = this.#bytes;
    let depth = 0;
    for (let i = start; i < bytes.length; i++) {
      const code = bytes[i];
      if (code === QUOTE) i = this.#stringEnd(i) - 1;
      else if (opens(code)) depth++;
      else if (depth === 0 && (code === COMMA || code === LIST_END || code === OBJECT_END)) return i;
      else if (code === LIST_END || code === OBJECT_END) depth--;
    }
    throw new Surprise();
  }

  #stringEnd(start: number): number {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(QUOTE, start + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
      let before = at - 1;
      while (bytes[before] === BACKSLASH) before--;
      if ((at - before) % 2 === 1) return at + 1;
    }
    throw new Surprise();
  }
}

/** A spread of so many arguments would fill the stack. */
function append(to: unknown[], elements: readonly unknown[]): void {
  for (const element of elements) to.push(element);
}

function put(object: Record<string, unknown>, key: string, value: unknown): void {
  // Plain assignment of `__proto__` would change the object's prototype.
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
