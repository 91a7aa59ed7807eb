/** Shared data of all occurrences of a text as a fact of one kind: created once, keys on demand. */
import { type Fact, FACT_KINDS, type FactKind } from '../contract.ts';
import { COMMON_NAMES, COMMON_NUMBERS, COMMON_PATHS, COMMON_URLS } from './common.data.ts';

/** Entries, and characters of their texts; beyond that it starts anew, which bounds its memory. */
const MOST = 1 << 16;
const MOST_CHARACTERS = 1 << 21;
/** Longer stretches are not cached: they hardly recur. */
const LONGEST = 400;
/** Slots probed: this bounds the cost of crafted hash collisions; entries that find no slot are not cached. */
const PROBES = 32;
const FEWEST = 1 << 10;

/** Applied, because a spread walks the array with an iterator. */
const textOf = (codes: Uint16Array): string => String.fromCharCode.apply(null, codes as unknown as number[]);

/**
 * `make` receives a string of its own, which keeps no other text alive, and the requested `kind`: stretches of different kinds are
 * different keys. The value must depend on nothing else. Open addressing in typed arrays.
 */
export class TextMap<T> {
  readonly #make: (text: string, kind: number) => T;
  /** Four numbers per slot, in one cache line: hash, offset in `characters`, length and kind + 1 (0 = free), entry. */
  #slots = new Int32Array(4 * FEWEST);
  #characters = new Uint16Array(1 << 12);
  #used = 0;
  #values: T[] = [];
  readonly #scratch = new Uint16Array(LONGEST);

  constructor(make: (text: string, kind: number) => T) {
    this.#make = make;
  }

  /** The value of text[start, end) for a `kind` from 0 to 254. `codes`: of the text, if known (codesOf). */
  of(text: string, start: number, end: number, kind: number, codes?: Uint16Array): T {
    if (end - start > LONGEST) return this.#make(text.slice(start, end), kind);
    if (codes) return this.#find(codes, start, end, kind);
    for (let i = start; i < end; i++) this.#scratch[i - start] = text.charCodeAt(i);
    return this.#find(this.#scratch, 0, end - start, kind);
  }

  #find(codes: Uint16Array, start: number, end: number, kind: number): T {
    const slots = this.#slots;
    const characters = this.#characters;
    const shape = ((end - start) << 8) | (kind + 1);
    let hash = kind;
    for (let i = start; i < end; i++) hash = Math.imul(hash ^ codes[i]!, 0x01000193);
    hash ^= hash >>> 15;
    let slot = (hash << 2) & (slots.length - 1);
    for (let probe = 0; probe < PROBES; probe++) {
      if (slots[slot + 2] === 0) return this.#add(codes, start, end, kind, hash, slot);
      if (slots[slot] === hash && slots[slot + 2] === shape) {
        const offset = slots[slot + 1]! - start;
        let i = start;
        while (i < end && characters[offset + i] === codes[i]) i++;
        if (i === end) return this.#values[slots[slot + 3]!]!;
      }
      slot = (slot + 4) & (slots.length - 1);
    }
    return this.#make(textOf(codes.subarray(start, end)), kind);
  }

  #add(codes: Uint16Array, start: number, end: number, kind: number, hash: number, at: number): T {
    if (this.#values.length === MOST || this.#used + LONGEST > MOST_CHARACTERS) {
      this.#slots.fill(0);
      this.#values = [];
      this.#used = 0;
      return this.#add(codes, start, end, kind, hash, (hash << 2) & (this.#slots.length - 1));
    }
    const from = this.#used;
    const to = from + end - start;
    if (to > this.#characters.length) {
      const larger = new Uint16Array(2 * to);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    this.#characters.set(codes.subarray(start, end), from);
    const value = this.#make(textOf(this.#characters.subarray(from, to)), kind);
    this.#used = to;
    this.#slots[at] = hash;
    this.#slots[at + 1] = from;
    this.#slots[at + 2] = ((end - start) << 8) | (kind + 1);
    this.#slots[at + 3] = this.#values.push(value) - 1;
    if (8 * this.#values.length > this.#slots.length) this.#grow();
    return value;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Int32Array(2 * old.length);
    for (let from = 0; from < old.length; from += 4) {
      if (old[from + 2] === 0) continue;
      let slot = (old[from]! << 2) & (slots.length - 1);
      while (slots[slot + 2] !== 0) slot = (slot + 4) & (slots.length - 1);
      slots.set(old.subarray(from, from + 4), slot);
    }
    this.#slots = slots;
  }
}

const COMMON_FILE =
  /^(?:index|readme|license|changelog|package(?:-lock)?|tsconfig|__init__|__main__|mod|lib|main|setup|config|conftest|settings|utils|helpers|types|constants|styles?|app|test|tests|src|dockerfile|makefile|cmakelists|cargo|pyproject|requirements|go|page|layout|route|routes|models?|views?|urls|\.gitignore|\.env)(?:\.[\w.]*)?$/i;

/**
 * The last component of a path in lower case, or the last two where the last is ambiguous (`index.ts`, `README.md`, `package.json`):
 * absolute, relative and Windows forms agree. Trailing patterns (`dist/**`) are dropped.
 */
function pathKey(text: string): string {
  const parts = text
    .replace(/\\+/g, '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~');
  while (parts.length > 1 && /^\*+$/.test(parts.at(-1)!)) parts.pop();
  return parts
    .slice(COMMON_FILE.test(parts.at(-1) ?? '') ? -2 : -1)
    .join('/')
    .toLowerCase();
}

const urlKey = (text: string): string =>
  text
    .replace(/\\\//g, '/')
    .replace(/^git@([^:]+):/, '$1/')
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^www\./, '')
    .replace(/(?:\.git)?[/.,:;!?]*$/, '')
    .replace(/^[^/?#]+/, (host) => host.toLowerCase());

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?|秒)$/i, 's'],
  [/^(?:ms|毫秒)$/i, 'ms'],
  [/^(?:mins?|minutes?|分钟?)$/i, 'min'],
  [/^(?:h|hrs?|hours?|小时)$/i, 'h'],
  [/^(?:d|days?|天)$/i, 'd'],
  [/^(?:%|percent|pct)$/i, '%'],
  [/^(?:B|bytes?|字节)$/i, 'b'],
  [/^(?:\$|usd|dollars?)$/i, '$'],
  [/^(?:€|eur|euros?)$/i, '€'],
  [/^(?:¥|cny|rmb|元)$/i, '¥'],
  [/^(?:passed|passing)$/i, 'passed'],
  [/^(?:failed|failing|failures?)$/i, 'failed'],
  [/^个.*$/, '个'],
];

function unitKey(unit: string): string {
  const trimmed = unit.trim().replace(/^-/, '');
  const known = UNITS.find(([pattern]) => pattern.test(trimmed));
  return known
    ? known[1]
    : trimmed
        .toLowerCase()
        .replace(/ies$/, 'y')
        .replace(/(?<=[a-z]{3})s$/, '');
}

const DATE_OR_TIME = /^(?:\d{4}-\d\d|\d{1,2}:\d\d|(?:\d{4}年)?\d{1,2}月)/;
const VALUE = /([$€£¥]?)(\d[\d,]*(?:\.\d+)?)/;

/** The digits of a number without separators and trailing zeros; null for dates and times. */
function numberValue(text: string): string | null {
  if (DATE_OR_TIME.test(text)) return null;
  const found = lastNumber(text);
  return found === null ? null : plain(found[2]!);
}

const plain = (digits: string): string => {
  const value = digits.replace(/,/g, '');
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
};

function lastNumber(text: string): RegExpExecArray | null {
  const from = /^.*[:=：]\s*/s.exec(text)?.[0].length ?? /^-{0,2}[A-Za-z_][\w.-]*\s/.exec(text)?.[0].length ?? 0;
  const tail = text.slice(from);
  const found = VALUE.exec(tail);
  if (found) found.index += from;
  return found ?? VALUE.exec(text);
}

/**
 * A value of three digits or more is its own identity (`1,280 tokens` is `1280`); a smaller one counts with its unit (`30 s`), or else with
 * the last part of its key (`session.retries: 5`).
 */
function numberKey(text: string): string {
  if (DATE_OR_TIME.test(text)) return text.replace('_', 'T').replace(/(?<=\d) (?=\d)/, 'T');
  const found = lastNumber(text);
  if (found === null) return text.toLowerCase();
  const [shown, currency, digits] = [found[0], found[1]!, found[2]!];
  const value = plain(digits);
  if (value.replace('.', '').length > 2) return value;
  const unit = currency || unitKey(text.slice(found.index + shown.length).replace(/["'\]]+$/, ''));
  if (unit !== '') return `${value} ${unit}`;
  const key = text
    .slice(0, found.index)
    .replace(/[^\w$.-]+/g, ' ')
    .trim()
    .split(/[.\s]/)
    .at(-1)!;
  return `${key.replace(/^-+/, '').toLowerCase()}=${value}`;
}

/** Endings of a command that do not change its effect. */
const SHOWN_PART = /\s*(?:\d?>&\d|&?\d?>{1,2}\s?\/dev\/null|\|\s*(?:head|tail|cat|less)\b[^|]*)$/;

function commandKey(text: string): string {
  let command = text
    .replace(/\\\\/g, '\\')
    .replace(/\\(?=["'`])/g, '')
    .replace(/["'`]/g, '')
    .replace(/\\(?:\n|\\n)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  for (let i = 0; i < 3; i++) command = command.replace(SHOWN_PART, '');
  return command;
}

const errorKey = (text: string): string =>
  text
    .replace(/\\["'`/]/g, (escaped) => escaped[1]!)
    .replace(/^(?:[\s[({]*(?:\d{4}-\d\d-\d\d[T ,]{0,2})?(?:\d{1,2}:\d\d:\d\d[.,\d]*Z?)?[\])}]?\s*)/, '')
    .replace(/^[^\p{L}\d]+/u, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s(]*\d+(?:\.\d+)?\s?m?s\)?$/, '')
    .replace(/[\s.:;,!"'`]+$/, '')
    .toLowerCase();

const sentenceKey = (text: string): string =>
  text
    .replace(/\\["'/]/g, (escaped) => escaped[1]!)
    .replace(/[*_`"'“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.。!！;；,，]+$/, '')
    .toLowerCase();

const nameKey = (text: string): string => (text.includes('@') ? text.toLowerCase() : text.replace(/\(\)$/, ''));

export function factKey({ kind, text }: Pick<Fact, 'kind' | 'text'>): string {
  switch (kind) {
    case 'path':
      return `path ${pathKey(text)}`;
    case 'url':
      return `url ${urlKey(text)}`;
    case 'identifier':
      return `identifier ${nameKey(text)}`;
    case 'number':
      return `number ${numberKey(text)}`;
    case 'version':
      return `version ${text.replace(/^[v^~=]+/i, '').toLowerCase()}`;
    case 'hash':
      return `hash ${/^[0-9a-f]+$/i.test(text) ? text.slice(0, 7).toLowerCase() : text}`;
    case 'ticket':
      return `ticket ${text.toUpperCase()}`;
    case 'error':
      return `error ${errorKey(text)}`;
    case 'exit-code':
      return `exit-code ${/-?\d+$/.exec(text)?.[0] ?? text}`;
    case 'command':
      return `command ${commandKey(text)}`;
    case 'decision':
      return `decision ${sentenceKey(text)}`;
  }
}

export const FACT_PLACES = ['text', 'reasoning', 'arguments', 'result'] as const;
export type FactPlace = (typeof FACT_PLACES)[number];

// Which facts hindsight recall counts, and their identity (docs/facts.md#two-selections).

// Facts that occur in projects of all kinds: knowing them is no memory of this one.

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

const COMMON: ReadonlySet<string> = new Set([
  ...words(COMMON_NAMES).map((name) => `identifier ${name}`),
  ...words(COMMON_NAMES).map((name) => `ticket ${name.toUpperCase()}`),
  ...words(COMMON_PATHS).map((name) => `path ${name}`),
  ...words(COMMON_NUMBERS).map((name) => `number ${name}`),
  ...words(COMMON_URLS).map((name) => `url ${name}`),
]);

const isCommon = (key: string): boolean => COMMON.has(key);

const TRIVIAL =
  /^(?:cd|ls|pwd|echo|cat|head|tail|less|mkdir|rmdir|rm|cp|mv|touch|wc|which|type|sleep|date|whoami|clear|exit|true|man|tree|du|df|ps|kill|chmod|grep|egrep|rg|find|fd|export|source)\b|^sed -n\b|^git (?:status|diff|log|add|show|branch|stash|pull|fetch|push|remote)\b/;
const COMMON_FOLDER = /\*|(?:^|\/)(?:src|lib|app|test|tests|models|views|routes|pages|utils|helpers|config)$/;
const MIN_WORDS = 3;
const MIN_DIGITS = /\d{3}/;
const YEAR = /^(?:19|20)\d\d$/;
const GENERIC_KEY =
  /^\W*(?:offset|limit|head_?limit|timeout(?:_?ms)?|lines?|(?:start_?|end_?)line|line_?numbers?|page(?:_?size)?|size|count|total|length|index|max_?(?:tokens|results|length))\W/i;
/** Colours are not names. */
const COLOUR = /^#/;

/**
 * Identity of a fact as hindsight recall counts it; null where it does not count. Count: paths by their last component (two where one is ambiguous);
 * URLs; camelCase, snake_case and SCREAMING names; ids and tickets; commands of three words or more that are not trivial; numbers of three digits or
 * more outside arguments. Not: years, dates, times, percentages, values of generic keys, flags, hashes, versions, errors, exit codes, decisions, and
 * what is common across projects.
 */
export function recallKey({ kind, text }: Pick<Fact, 'kind' | 'text'>, place: FactPlace): string | null {
  const key = identity(kind, text, place);
  return key === null || isCommon(key) ? null : key;
}

function identity(kind: Fact['kind'], text: string, place: FactPlace): string | null {
  switch (kind) {
    case 'path': {
      const path = pathKey(text);
      return COMMON_FOLDER.test(path) ? null : `path ${path}`;
    }
    case 'url':
      return `url ${urlKey(text)}`;
    case 'identifier':
      return COLOUR.test(text) ? null : factKey({ kind, text });
    case 'ticket':
      return factKey({ kind, text });
    case 'command': {
      const command = commandKey(text);
      return command.split(' ').length >= MIN_WORDS && !TRIVIAL.test(command) ? `command ${command}` : null;
    }
    case 'number': {
      if (place === 'arguments' || text.endsWith('%') || GENERIC_KEY.test(text)) return null;
      const value = numberValue(text);
      return value !== null && MIN_DIGITS.test(value) && !YEAR.test(value) ? `number ${value}` : null;
    }
    default:
      return null;
  }
}

const SELECTIONS = ['all', 'recall'] as const;
export type Selection = (typeof SELECTIONS)[number];

export class Name {
  readonly kind: FactKind;
  readonly kindAt: number;
  readonly text: string;
  #all: string | undefined;
  #recall: string | null | undefined;
  #recallOfArguments: string | null | undefined;

  constructor(kindAt: number, text: string) {
    this.kind = FACT_KINDS[kindAt]!;
    this.kindAt = kindAt;
    this.text = text;
  }

  /** Identity as a fact in `place`; null where it does not count in the selection. */
  keyIn(selection: Selection, place: FactPlace): string | null {
    if (selection === 'all') {
      this.#all ??= factKey(this);
      return this.#all;
    }
    if (place === 'arguments') {
      if (this.#recallOfArguments === undefined) this.#recallOfArguments = recallKey(this, place);
      return this.#recallOfArguments;
    }
    if (this.#recall === undefined) this.#recall = recallKey(this, place);
    return this.#recall;
  }
}

export interface NameOccurrence {
  readonly name: Name;
  readonly start: number;
  readonly end: number;
}

const names = new TextMap((text, kindAt) => new Name(kindAt, text));
const KIND_AT = Object.fromEntries(FACT_KINDS.map((kind, k) => [kind, k])) as Record<FactKind, number>;

export const nameAt = (kind: FactKind, text: string, start: number, end: number, codes?: Uint16Array): Name =>
  names.of(text, start, end, KIND_AT[kind], codes);

export const namedAt = (kind: FactKind, text: string, start: number, end: number, base = 0, codes?: Uint16Array): NameOccurrence => ({
  name: nameAt(kind, text, start, end, codes),
  start: base + start,
  end: base + end,
});

export const asFact = ({ name, start, end }: NameOccurrence): Fact => ({ kind: name.kind, text: name.text, start, end });
