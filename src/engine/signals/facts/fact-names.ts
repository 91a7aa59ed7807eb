/** Shared data of all occurrences of a text as a fact of one kind: created once, keys on demand. */
import { type Fact, FACT_KINDS, type FactKind } from '../contract.ts';
import { commandKey, factKey, numberValue, pathKey, urlKey } from './fact-keys.ts';
import { COMMON_NAMES, COMMON_NUMBERS, COMMON_PATHS, COMMON_URLS } from './common.data.ts';
import { TextMap } from './text-map.ts';

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

export const SELECTIONS = ['all', 'recall'] as const;
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
