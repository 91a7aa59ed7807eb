/**
 * A text as components: runs of letters, digits and underscores, and single characters of scripts without spaces. Strings, paths and words
 * are made of them. One pass over the text.
 */
/** Numbers for what was hashed: a table without strings, because a long recording has millions of runs of words. */
import { BINDING, BINDS } from '../../measures/independent/contract.ts';
import type { Message, Part } from '../../transcript/types.ts';

/** Two 32-bit hashes over the same values: together 64 bits, so that two different texts in one recording practically never meet. */
export class Hash {
  a = 0;
  b = 0;

  start(): this {
    this.a = 0x811c9dc5 | 0;
    this.b = 0x2545f491 | 0;
    return this;
  }

  add(value: number): this {
    this.a = Math.imul(this.a ^ value, 0x01000193);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b + value + 0x6b43a9b5, 0x5bd1e995);
    this.b ^= this.b >>> 13;
    return this;
  }

  text(text: string): this {
    for (let i = 0; i < text.length; i++) this.add(text.charCodeAt(i));
    return this;
  }
}

/** What `find` gives for hashes without a number. */
export const NOT_FOUND = -1;

/** Numbers of a slot: the number that its hashes have, one more so that 0 is an empty slot, and both hashes. Together they are one cache line. */
const FIELDS = 4;

/** Hashes → numbers from 0, by open addressing. */
export class Ids {
  count = 0;
  #size = 1 << 10;
  #slots = new Int32Array(this.#size * FIELDS);

  find(a: number, b: number): number {
    return this.#slots[this.#slotOf(a, b)]! - 1;
  }

  add(a: number, b: number): number {
    const slot = this.#slotOf(a, b);
    if (this.#slots[slot] !== 0) return this.#slots[slot]! - 1;
    this.#set(slot, this.count + 1, a, b);
    this.count++;
    if (this.count * 2 > this.#size) this.#grow();
    return this.count - 1;
  }

  #set(slot: number, number: number, a: number, b: number): void {
    this.#slots[slot] = number;
    this.#slots[slot + 1] = a;
    this.#slots[slot + 2] = b;
  }

  #slotOf(a: number, b: number): number {
    const slots = this.#slots;
    const last = this.#size - 1;
    let slot = (a ^ (b >>> 7)) & last;
    while (slots[slot * FIELDS] !== 0 && (slots[slot * FIELDS + 1] !== a || slots[slot * FIELDS + 2] !== b)) slot = (slot + 1) & last;
    return slot * FIELDS;
  }

  #grow(): void {
    const old = this.#slots;
    this.#size *= 2;
    this.#slots = new Int32Array(this.#size * FIELDS);
    for (let k = 0; k < old.length; k += FIELDS) {
      if (old[k] !== 0) this.#set(this.#slotOf(old[k + 1]!, old[k + 2]!), old[k]!, old[k + 1]!, old[k + 2]!);
    }
  }
}

/** What stands between a component and the one before it, from what joins most to what parts them. */
export const JOINS = 0;
const SPLITS = 1;
export const ENDS = 2;

const WORD = 1;
const IDEOGRAPH = 2;
const MARK = 3;
const SPLITTER = 4;
const COLON = 5;
const ENDER = 6;

const SPLITTERS = '()[]{}<>,;|=*';
const QUOTES = '"\'`“”‘’«»„‚「」『』';
const OF_ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\w/.test(char)) return WORD;
  if (code <= 32 || QUOTES.includes(char)) return ENDER;
  if (SPLITTERS.includes(char)) return SPLITTER;
  return char === ':' ? COLON : MARK;
});
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const known = new Uint8Array(1 << 16);

/** Halves of characters beyond the first plane count as letters: they stay together, and emoji of one kind are no separators. */
function kindOf(code: number): number {
  if (code < 128) return OF_ASCII[code]!;
  let kind = known[code]!;
  if (kind === 0) {
    const char = String.fromCharCode(code);
    if (IDEOGRAPHS.test(char)) kind = IDEOGRAPH;
    else if (/[\p{L}\p{N}\p{M}\p{Cs}]/u.test(char)) kind = WORD;
    else kind = /\s/.test(char) || QUOTES.includes(char) ? ENDER : SPLITTER;
    known[code] = kind;
  }
  return kind;
}

/** Arrays are reused for the next text, and may be longer than `count`. */
export interface Components {
  count: number;
  text: string;
  start: Int32Array;
  end: Int32Array;
  /** JOINS, SPLITS or ENDS: what stands before it. */
  gap: Uint8Array;
  ideograph: Uint8Array;
  /** Hashes of the component in lower case. */
  a: Int32Array;
  b: Int32Array;
}

const scratch: Components = {
  count: 0,
  text: '',
  start: new Int32Array(64),
  end: new Int32Array(64),
  gap: new Uint8Array(64),
  ideograph: new Uint8Array(64),
  a: new Int32Array(64),
  b: new Int32Array(64),
};

function grow(): void {
  const longer = <T extends Int32Array | Uint8Array>(old: T): T => {
    const made = new (old.constructor as new (length: number) => T)(old.length * 2);
    made.set(old);
    return made;
  };
  for (const name of ['start', 'end', 'a', 'b'] as const) scratch[name] = longer(scratch[name]);
  scratch.gap = longer(scratch.gap);
  scratch.ideograph = longer(scratch.ideograph);
}

const hash = new Hash();

/** Valid until the next call. */
export function componentsOf(text: string): Components {
  const lower = text.toLowerCase();
  // A few characters change their length; then their case counts.
  const low = lower.length === text.length ? lower : text;
  let count = 0;
  let gap = ENDS;
  for (let i = 0; i < text.length; ) {
    const kind = kindOf(text.charCodeAt(i));
    if (kind !== WORD && kind !== IDEOGRAPH) {
      if (kind === ENDER) gap = ENDS;
      else if (kind === COLON && gap === JOINS) gap = text.charCodeAt(i + 1) === 58 || text.charCodeAt(i - 1) === 58 ? JOINS : SPLITS;
      else if (kind === SPLITTER && gap === JOINS) gap = SPLITS;
      i++;
      continue;
    }
    if (count === scratch.start.length) grow();
    const start = i;
    hash.start();
    do hash.add(low.charCodeAt(i++));
    while (kind === WORD && i < text.length && kindOf(text.charCodeAt(i)) === WORD);
    const touches = count > 0 && scratch.end[count - 1] === start;
    scratch.start[count] = start;
    scratch.end[count] = i;
    scratch.gap[count] = touches ? SPLITS : gap;
    scratch.ideograph[count] = kind === IDEOGRAPH ? 1 : 0;
    scratch.a[count] = hash.a;
    scratch.b[count] = hash.b;
    count++;
    gap = JOINS;
  }
  scratch.count = count;
  scratch.text = text;
  return scratch;
}

/** A stretch from the first to the last component of something. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Hash of a stretch as it is written. */
export function hashOf(text: string, start: number, end: number, into: Hash): Hash {
  into.start();
  for (let i = start; i < end; i++) into.add(text.charCodeAt(i));
  return into;
}

// Wording: four words in a row. Where a script writes no spaces, two characters are a word.

/** In halves of a word. */
const LENGTH = 8;
/** Characters of a run, spaces included; a character of a script without spaces counts as three. */
const WORDING_SHORTEST = 18;

/** Calls back for the run that begins at each component, in their order, whether it is long enough for wording; its hash stands in `hash` then. */
export function shinglesIn({ count, start, end, ideograph, a, b }: Components, hash: Hash, tell: (long: boolean) => void): void {
  for (let i = 0; i < count; i++) {
    let halves = 0;
    let characters = 0;
    hash.start();
    let j = i;
    for (; j < count && halves < LENGTH; j++) {
      halves += ideograph[j] === 1 ? 1 : 2;
      characters += ideograph[j] === 1 ? 3 : end[j]! - start[j]!;
      hash.add(a[j]!).add(b[j]!);
    }
    if (halves < LENGTH) return;
    // Three spaces between four words.
    tell(characters + 3 >= WORDING_SHORTEST);
  }
}

/** A value among the arguments of a call, with the name that it is under. */
interface Leaf {
  readonly name: string;
  readonly value: string;
}

export interface Piece {
  readonly text: string;
  /** Said or asked for by an answer: what uses a memory. */
  readonly use: boolean;
  /** The arguments of a call; null for other texts. */
  readonly leaves: readonly Leaf[] | null;
}

/** Deeper JSON stays as it is written. */
const DEEPEST = 24;
const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text);
const unescaped = (text: string): string => text.replaceAll(/\\(?:[nrt]|u000[9ad])/gi, '\n').replaceAll('\\"', '"');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, name: string, names: boolean, found: Leaf[], depth: number): void {
  if (typeof value === 'string' || typeof value === 'number') found.push({ name, value: String(value) });
  else if (depth < DEEPEST && Array.isArray(value)) for (const one of value) collect(one, name, names, found, depth + 1);
  else if (depth < DEEPEST && typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (names) found.push({ name: '', value: key });
      collect(one, key, names, found, depth + 1);
    }
  }
}

const joined = (leaves: readonly Leaf[]): string => leaves.map(({ value }) => value).join('\n');

/** The arguments of a call; free text is one nameless value. */
export function leavesOf(args: string): readonly Leaf[] {
  const value = looksLikeJson(args) ? parsed(args) : undefined;
  if (value === undefined) return [{ name: '', value: looksLikeJson(args) ? unescaped(args) : args }];
  const found: Leaf[] = [];
  collect(value, '', false, found, 0);
  return found;
}

/** A text of a result: names count as content there (files by path, say). A cut off JSON is read with its escapes undone. */
function plain(text: string): string {
  if (!looksLikeJson(text)) return text;
  const value = parsed(text);
  if (value === undefined) return unescaped(text);
  const found: Leaf[] = [];
  collect(value, '', true, found, 0);
  return joined(found);
}

function* piecesOfPart(part: Part, answer: boolean): Iterable<Piece> {
  if (part.type === 'text') yield { text: part.text, use: answer, leaves: null };
  else if (part.type === 'reasoning') yield { text: part.text, use: false, leaves: null };
  else if (part.type === 'tool-call') {
    const leaves = leavesOf(part.args);
    yield { text: joined(leaves), use: answer, leaves };
  } else if (part.type === 'tool-result') {
    for (const one of part.content) if (one.type === 'text') yield { text: plain(one.text), use: false, leaves: null };
  }
}

export const piecesOf = ({ role, parts }: Pick<Message, 'role' | 'parts'>): readonly Piece[] =>
  parts.flatMap((part) => [...piecesOfPart(part, role === 'assistant')]);

// Exact paths among the arguments of calls: by the name of the argument, or path-like in a command.

const NAMED =
  /^(?:abs(?:olute)?_?|rel(?:ative)?_?|target_?|source_?|src_?|dest(?:ination)?_?|old_?|new_?|notebook_?|work(?:ing)?_?)?(?:path|paths|file|files|file_?paths?|file_?names?|dir|directory|folder|cwd)$/i;
const COMMANDS = /^(?:command|commands|cmd|script|argv|input|)$/i;
/** A slash within, or a name with an extension that begins with a letter. */
const PATH_LIKE = /^(?:[^\s/\\]*[/\\])+[^\s/\\]*$|^[\p{L}\p{N}_@.-]*[\p{L}\p{N}_-]\.[a-z][a-z\d]{0,7}$/iu;
const PATCHED = /^(?:\*{3} (?:Update|Delete|Move to|Add) ?(?:File)?: |(?:---|\+\+\+) (?:[ab]\/)?)(?!\/dev\/null)(\S+)/gm;
const SPLIT = /[\s"'`,;|=*()[\]{}<>&]+/;
const OUTER = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;
const LONGEST_PATH = 240;

/** Without the marks at its ends; null if it is none that a text can be searched for. */
function pathOf(text: string): string | null {
  if (text.length > LONGEST_PATH || /[\s"'`]/.test(text.trim()) || /^[a-z]{2,}:\/\//i.test(text)) return null;
  const path = text.replaceAll(OUTER, '');
  return path.length >= 3 && /[\p{L}]/u.test(path) && /[/\\.]/.test(path) ? path : null;
}

/** The paths of a call, each as often as it stands there. */
export function* pathsOf(leaves: readonly Leaf[]): Iterable<string> {
  for (const { name, value } of leaves) {
    for (const [, patched] of value.matchAll(PATCHED)) yield* some(pathOf(patched!));
    if (NAMED.test(name)) yield* some(pathOf(value));
    else if (COMMANDS.test(name) && !value.includes('*** Begin Patch')) {
      for (const word of value.split(SPLIT)) if (PATH_LIKE.test(word)) yield* some(pathOf(word));
    }
  }
}

function* some(path: string | null): Iterable<string> {
  if (path !== null) yield path;
}

// Rules: sentences that bind.

/** Where a sentence ends: at a full stop before a space, a full stop of a script without spaces, or a line's end. */
const SENTENCES = /(?<=[.!?])\s+|(?<=[。！？])|\n+/;
/** Lines of programs end so. */
const PROGRAM = /[{};]\s*$/;

/** The sentences of a text that bind, in order. */
export function* rulesIn(text: string): Iterable<string> {
  if (!BINDS.test(text)) return;
  for (const sentence of text.split(SENTENCES)) {
    const { length } = sentence.trim();
    if (length >= BINDING.shortest && length <= BINDING.longest && BINDS.test(sentence) && !PROGRAM.test(sentence)) yield sentence;
  }
}

// Edits that can still be applied: the lines that an edit must find in a file.

const OLD = /^old(?:_?(?:string|str|text|content|code|lines?))?$|^(?:search|find)(?:_?(?:string|text|block))?$/i;
const SHORTEST = 10;
/** The number of a listing, or the sign of a patch: not part of the line. */
const NUMBERED = /^\s*\d+\s*(?:[→|:\t]|\s-\s)/;
const SEARCHED = /^<{5,9} ?SEARCH[^\n]*\n([\s\S]*?)^={5,9}$/gm;

/** A line as it is compared; null if it is too short to tell. */
export function lineOf(raw: string): string | null {
  const line = raw.replace(NUMBERED, '').trim();
  const bare = line.startsWith('+') || line.startsWith('-') ? line.slice(1).trim() : line;
  return bare.length >= SHORTEST ? bare : null;
}

export function* linesOf(text: string): Iterable<string> {
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    const line = to - from < SHORTEST ? null : lineOf(text.slice(from, to));
    if (line !== null) yield line;
    from = to + 1;
  }
}

const isPatch = (text: string): boolean => text.includes('*** Begin Patch') || /^@@ .*@@/m.test(text) || (/^@@/m.test(text) && /^[-+]/m.test(text));

/** Context and removed lines of a patch, by hunk. */
function* hunksOf(patch: string): Iterable<readonly string[]> {
  let lines: string[] = [];
  for (const line of patch.split('\n')) {
    if (/^(?:@@|\*\*\* |--- |\+\+\+ |diff )/.test(line)) {
      if (lines.length > 0) yield lines;
      lines = [];
    } else if (/^[ -]/.test(line)) lines.push(line.slice(1));
  }
  if (lines.length > 0) yield lines;
}

/** The lines that each edit of a call, or of a text with search and replace blocks, must find; edits without such lines are left out. */
export function editsOf({ text, leaves }: Piece): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  const add = (lines: Iterable<string>): void => {
    const made = [...new Set(lines)];
    if (made.length > 0) found.push(made);
  };
  for (const { name, value } of leaves ?? []) {
    if (OLD.test(name)) add(linesOf(value));
    else if (isPatch(value)) for (const hunk of hunksOf(value)) add(linesOf(hunk.join('\n')));
  }
  if (text.includes('SEARCH')) for (const [, searched] of text.matchAll(SEARCHED)) add(linesOf(searched!));
  return found;
}
