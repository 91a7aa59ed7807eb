/**
 * What a future could need of a recording, and where it stands: strings, paths, lines, wording and pairs that answers use, and the words of
 * the user, each with a number, by message. Linear in the text; made once for a transcript, for all cuts and rows.
 */
import { IntList } from '../../lib/arrays.ts';
import { perTranscript } from '../../signals/remember.ts';
import type { Message } from '../../transcript/types.ts';
import {
  type Components,
  componentsOf,
  editsOf,
  ENDS,
  Hash,
  hashOf,
  Ids,
  JOINS,
  linesOf,
  NOT_FOUND,
  pathsOf,
  type Piece,
  piecesOf,
  rulesIn,
  shinglesIn,
  type Stretch,
} from './components.ts';

/** Characters between two strings that stand together. */
const NEAR = 120;
/** A call uses each of its strings together with this many that follow it: bounds the pairs of a call that writes a whole file. */
const FOLLOWING = 16;

/** Strings of a text as they follow each other: number, start and end of each. */
type Occurrences = ArrayLike<number>;
const FIELDS = 3;

/** Two different strings, the smaller number first. */
type Tell = (one: number, other: number) => void;
const inOrder = (a: number, b: number, tell: Tell): void => (a < b ? tell(a, b) : tell(b, a));

/** Pairs that stand within NEAR characters of each other. */
function pairsNear(found: Occurrences, tell: Tell): void {
  for (let i = 0; i < found.length; i += FIELDS) {
    for (let j = i + FIELDS; j < found.length && found[j + 1]! - found[i + 2]! <= NEAR; j += FIELDS) {
      if (found[i] !== found[j]) inOrder(found[i]!, found[j]!, tell);
    }
  }
}

/** Pairs that a call uses together; `usable` = strings that were seen before it. */
function pairsUsed(found: Occurrences, usable: (id: number) => boolean, tell: Tell): void {
  const ids = new Set<number>();
  for (let i = 0; i < found.length; i += FIELDS) if (usable(found[i]!)) ids.add(found[i]!);
  const list = [...ids];
  for (let i = 0; i < list.length; i++) {
    for (let j = i + 1; j < list.length && j <= i + FOLLOWING; j++) inOrder(list[i]!, list[j]!, tell);
  }
}

// Exact strings: identifiers, numbers, dates, paths, flags: whatever has a digit or a mark within.

const SHORTEST = 6;
const LONGEST = 120;
const TELLING = /[\d_]|[^\p{L}\p{M}]/u;
const ENOUGH = /\p{L}|\d.*\d.*\d/u;

/** Whether a stretch without marks at its ends is a string. */
function isString(text: string): boolean {
  return text.length >= SHORTEST && text.length <= LONGEST && TELLING.test(text) && ENOUGH.test(text);
}

/** The strings of a text in order: between spaces, brackets, quotes, `, ; | = *` and single colons, without the marks at their ends. */
export function* stringsIn({ count, text, start, end, gap, ideograph }: Components): Iterable<Stretch> {
  for (let i = 0; i < count; ) {
    let j = i + 1;
    while (j < count && gap[j] === JOINS) j++;
    const [from, to] = [start[i]!, end[j - 1]!];
    if (ideograph[i] === 0 && to - from >= SHORTEST && to - from <= LONGEST && isString(text.slice(from, to))) yield { start: from, end: to };
    i = j;
  }
}

/** How a message holds an item: it uses it, has it, a user says it, a call has it as a path. */
export const USES = 1;
const HAS = 2;
export const USER_SAYS = 4;
export const USES_AS_PATH = 8;

const STRING = 1;
const LONG = 2;

/** A person's own words: not what a harness put in their place, nor a summary. */
export const isUsers = ({ role, synthetic, compaction }: Message): boolean => role === 'user' && synthetic !== true && compaction === undefined;
const isAnswer = ({ role, compaction }: Message): boolean => role === 'assistant' && compaction === undefined;

const hash = new Hash();

export class Items {
  /** Items of message i: `ids[from[i] … from[i + 1] − 1]`, each once, with how it holds them. */
  from: Int32Array = new Int32Array(0);
  ids: Int32Array = new Int32Array(0);
  places = new Uint8Array(0);
  /** By message: the lines, by their own numbers, that each of its edits must find. */
  readonly #edits = new Map<number, readonly Int32Array[]>();
  /** By message of the user: the runs of words of each sentence that binds. */
  readonly #rules = new Map<number, readonly Int32Array[]>();
  /** By pair, from `pairsFrom` on: its two strings. */
  readonly first = new IntList();
  readonly second = new IntList();
  readonly #strings = new Ids();
  readonly #kind = new IntList();
  /** First components of strings and paths, and the longest of those that begin with each. */
  readonly #begins = new Ids();
  readonly #longest = new IntList();
  readonly #shingles = new Ids();
  readonly #long = new IntList();
  readonly #lines = new Ids();
  readonly #pairs = new Ids();
  #stamps = new Int32Array(0);
  #slots = new Int32Array(0);
  #stamp = 0;

  /** Numbers of strings and paths end here, those of lines, of wording, and of pairs. */
  get linesFrom(): number {
    return this.#strings.count;
  }
  get wordsFrom(): number {
    return this.linesFrom + this.#lines.count;
  }
  get pairsFrom(): number {
    return this.wordsFrom + this.#shingles.count;
  }
  get count(): number {
    return this.pairsFrom + this.#pairs.count;
  }
  isLong(item: number): boolean {
    return this.#long.get(item - this.wordsFrom) === LONG;
  }
  isStringItem(item: number): boolean {
    return this.#kind.get(item) === STRING;
  }

  /** The lines, as items, that each edit of message i must find. */
  editsAt(i: number): readonly Int32Array[] {
    return (this.#edits.get(i) ?? []).map((lines) => lines.map((line) => this.linesFrom + line));
  }

  /** The runs of words, as items, of each sentence of message i that binds; those under four words have none. */
  rulesAt(i: number): readonly Int32Array[] {
    return (this.#rules.get(i) ?? []).map((runs) => runs.map((run) => this.wordsFrom + run));
  }

  /** What can be needed: of a message's own texts. */
  propose(message: Message, i: number): number {
    let characters = 0;
    const edits: Int32Array[] = [];
    const rules: Int32Array[] = [];
    for (const piece of piecesOf(message)) {
      characters += piece.text.length;
      if (!piece.use && !isUsers(message)) continue;
      if (!piece.use) rules.push(...Array.from(rulesIn(piece.text), (rule) => this.#addRuns(componentsOf(rule))));
      const components = componentsOf(piece.text);
      this.#addRuns(components);
      if (!piece.use) continue;
      for (const { start, end } of stringsIn(components)) this.#addString(components, start, end, STRING);
      for (const path of piece.leaves ? pathsOf(piece.leaves) : []) this.#addString(componentsOf(path), 0, path.length, 0);
      for (const lines of editsOf(piece)) edits.push(Int32Array.from(lines, (line) => this.#lines.add(hash.start().text(line).a, hash.b)));
    }
    if (edits.length > 0) this.#edits.set(i, edits);
    if (rules.length > 0) this.#rules.set(i, rules);
    return characters;
  }

  #addRuns(components: Components): Int32Array {
    const runs = new IntList(16);
    shinglesIn(components, hash, (long) => {
      const id = this.#shingles.add(hash.a, hash.b);
      if (id === this.#long.length) this.#long.push(long ? LONG : 0);
      runs.push(id);
    });
    return runs.done();
  }

  #addString({ text, a, b, start: starts, count }: Components, start: number, end: number, kind: number): void {
    hashOf(text, start, end, hash);
    const id = this.#strings.add(hash.a, hash.b);
    if (id < this.#kind.length) {
      if (kind === STRING) this.#kind.set(id, STRING);
      return;
    }
    this.#kind.push(kind);
    let c = 0;
    for (let high = count - 1; c < high; ) {
      const middle = (c + high) >>> 1;
      if (starts[middle]! < start) c = middle + 1;
      else high = middle;
    }
    const begin = this.#begins.add(a[c]!, b[c]!);
    if (begin === this.#longest.length) this.#longest.push(0);
    this.#longest.set(begin, Math.max(this.#longest.get(begin), end - start));
  }

  /** Tells the items of a message, an item as often as it is held in one way or another; `occurrences` = strings in each of its texts. */
  scan(
    message: Pick<Message, 'role' | 'parts'>,
    users: boolean,
    tell: (item: number, place: number) => void,
    occurrences: (of: IntList, piece: Piece) => void,
  ): void {
    for (const piece of piecesOf(message)) {
      const components = componentsOf(piece.text);
      this.#scanRuns(components, tell);
      const found = new IntList(16);
      for (const { start, end } of stringsIn(components)) {
        hashOf(piece.text, start, end, hash);
        const id = this.#strings.find(hash.a, hash.b);
        if (id === NOT_FOUND) continue;
        found.push(id);
        found.push(start);
        found.push(end);
        if (piece.use) tell(id, USES);
      }
      occurrences(found, piece);
      if (this.#shingles.count > 0) {
        const { wordsFrom } = this;
        const place = (piece.use ? USES : HAS) | (users ? USER_SAYS : 0);
        shinglesIn(components, hash, () => {
          const id = this.#shingles.find(hash.a, hash.b);
          if (id !== NOT_FOUND) tell(wordsFrom + id, place);
        });
      }
      if (this.#lines.count > 0) {
        for (const line of linesOf(piece.text)) {
          hash.start().text(line);
          const id = this.#lines.find(hash.a, hash.b);
          if (id !== NOT_FOUND) tell(this.linesFrom + id, HAS);
        }
      }
      if (piece.use && piece.leaves) {
        for (const path of pathsOf(piece.leaves)) {
          hashOf(path, 0, path.length, hash);
          const id = this.#strings.find(hash.a, hash.b);
          if (id !== NOT_FOUND) tell(id, USES_AS_PATH);
        }
      }
    }
  }

  /** Strings and paths from the edge of a component to the edge of another, with no space or quote between. */
  #scanRuns({ text, count, start, end, gap, a, b }: Components, tell: (item: number, place: number) => void): void {
    if (this.#strings.count === 0) return;
    for (let i = 0; i < count; i++) {
      const begin = this.#begins.find(a[i]!, b[i]!);
      if (begin === NOT_FOUND) continue;
      const most = start[i]! + this.#longest.get(begin);
      hash.start();
      let at = start[i]!;
      for (let j = i; j < count && end[j]! <= most && (j === i || gap[j] !== ENDS); j++) {
        while (at < end[j]!) hash.add(text.charCodeAt(at++));
        const id = this.#strings.find(hash.a, hash.b);
        if (id !== NOT_FOUND) tell(id, HAS);
      }
    }
  }

  /** The words of a string or a path that a message uses; null where it uses no such item. */
  textOf(item: number, message: Message): string | null {
    const is = (text: string, start: number, end: number): boolean => {
      hashOf(text, start, end, hash);
      return this.#strings.find(hash.a, hash.b) === item;
    };
    for (const { text, use, leaves } of piecesOf(message)) {
      if (!use) continue;
      for (const { start, end } of stringsIn(componentsOf(text))) if (is(text, start, end)) return text.slice(start, end);
      for (const path of leaves ? pathsOf(leaves) : []) if (is(path, 0, path.length)) return path;
    }
    return null;
  }

  /** Number of a pair of strings, made if `make`. */
  pair(one: number, other: number, make: boolean): number {
    hash.start().add(one).add(other);
    if (!make) {
      const id = this.#pairs.find(hash.a, hash.b);
      return id === NOT_FOUND ? NOT_FOUND : this.pairsFrom + id;
    }
    const before = this.#pairs.count;
    const id = this.#pairs.add(hash.a, hash.b);
    if (id === before) {
      this.first.push(one);
      this.second.push(other);
    }
    return this.pairsFrom + id;
  }

  /** The items of any message, say one that a strategy wrote, each once. */
  itemsOf(message: Pick<Message, 'role' | 'parts'>): Int32Array {
    const found = new IntList(64);
    const stamp = ++this.#stamp;
    const tell = (item: number): void => {
      if (this.#stamps[item] === stamp) return;
      this.#stamps[item] = stamp;
      found.push(item);
    };
    this.scan(message, false, tell, (strings) =>
      pairsNear(strings.values.subarray(0, strings.length), (one, other) => {
        const id = this.pair(one, other, false);
        if (id !== NOT_FOUND) tell(id);
      }),
    );
    return found.done();
  }

  build(messages: readonly Message[]): this {
    for (const [i, message] of messages.entries()) {
      if (isAnswer(message) || isUsers(message)) this.propose(message, i);
    }
    const ids = new IntList();
    const places = new IntList();
    const from = new Int32Array(messages.length + 1);
    const seen = new Uint8Array(this.linesFrom);
    /** By message: its texts as runs of strings, and whether each is a call of an answer. */
    const texts: { readonly call: boolean; readonly strings: Int32Array }[][] = [];
    this.#resize();
    const add = (item: number, place: number): void => {
      if (this.#stamps[item] === this.#stamp) {
        places.set(this.#slots[item]!, places.get(this.#slots[item]!) | place);
        return;
      }
      this.#stamps[item] = this.#stamp;
      this.#slots[item] = ids.length;
      ids.push(item);
      places.push(place);
    };
    for (const [i, message] of messages.entries()) {
      this.#stamp++;
      const of: { readonly call: boolean; readonly strings: Int32Array }[] = [];
      this.scan(message, isUsers(message), add, (strings, piece) => {
        const call = piece.leaves !== null && isAnswer(message);
        if (strings.length > FIELDS) of.push({ call, strings: strings.done() });
        if (call)
          pairsUsed(
            strings.values.subarray(0, strings.length),
            (id) => seen[id] === 1,
            (one, other) => this.pair(one, other, true),
          );
      });
      texts.push(of);
      from[i + 1] = ids.length;
      for (let k = from[i]!; k < ids.length; k++) if (ids.get(k) < seen.length) seen[ids.get(k)] = 1;
    }
    this.#resize();
    this.#buildPairs(texts, from, ids, places);
    return this;
  }

  /** Where the pairs that some call uses stand; they follow the other items of their message. */
  #buildPairs(
    texts: readonly (readonly { readonly call: boolean; readonly strings: Int32Array }[])[],
    from: Int32Array,
    ids: IntList,
    places: IntList,
  ): void {
    const allIds = new IntList(ids.length + 1);
    const allPlaces = new IntList(ids.length + 1);
    const allFrom = new Int32Array(from.length);
    for (const [i, of] of texts.entries()) {
      this.#stamp++;
      allIds.pushAll(ids.values.subarray(from[i]!, from[i + 1]!));
      allPlaces.pushAll(places.values.subarray(from[i]!, from[i + 1]!));
      const tell = (place: number) => (one: number, other: number) => {
        const item = this.pair(one, other, false);
        if (item === NOT_FOUND) return;
        if (this.#stamps[item] === this.#stamp) {
          allPlaces.set(this.#slots[item]!, allPlaces.get(this.#slots[item]!) | place);
          return;
        }
        this.#stamps[item] = this.#stamp;
        this.#slots[item] = allIds.length;
        allIds.push(item);
        allPlaces.push(place);
      };
      for (const { call, strings } of of) {
        pairsNear(strings, tell(HAS));
        if (call) pairsUsed(strings, () => true, tell(USES));
      }
      allFrom[i + 1] = allIds.length;
    }
    this.from = allFrom;
    this.ids = allIds.done();
    this.places = Uint8Array.from(allPlaces.values.subarray(0, allPlaces.length));
  }

  #resize(): void {
    this.#stamps = new Int32Array(this.count);
    this.#slots = new Int32Array(this.count);
    this.#stamp = 0;
  }
}

/** The items of a transcript. */
export const itemsOf = perTranscript(({ messages }): Items => new Items().build(messages));
