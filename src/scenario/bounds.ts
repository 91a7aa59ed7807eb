/**
 * How much a scenario from outside may hold, checked before anything else looks into it: the validation collects every issue
 * that it finds, and hundreds of thousands of them end it with a stack overflow.
 */
import { KEYWORD_LIST_IDS, MOST_WORDS } from '../engine/signals/keywords.ts';
import {
  MAX_APPLIED,
  MAX_BY_HAND,
  MAX_COLUMNS,
  MAX_ENTRIES,
  MAX_FILTERS,
  MAX_MARKS,
  MAX_MODELS,
  MAX_OPEN,
  MAX_PARAMS,
  MAX_REPLAYED,
  MAX_ROWS,
  MAX_SORTS,
  MAX_TABLES,
  MAX_TRIGGERS,
} from './defaults.ts';
import { FILE_SETTINGS } from './schema.ts';

export interface Excess {
  readonly path: string;
  readonly found: number;
  readonly limit: number;
}

/** Entries that a list or an object may have, by where it is; `*` = any entry of what is around it. */
export const MOST_ENTRIES: Readonly<Record<string, number>> = {
  '$.rows': MAX_ROWS,
  '$.rows.*.params': MAX_PARAMS,
  '$.marks': MAX_MARKS,
  '$.applied': MAX_APPLIED,
  '$.applied.*.params': MAX_PARAMS,
  '$.applied.*.marks': MAX_MARKS,
  '$.applied.*.settings.models': MAX_MODELS,
  '$.applied.*.settings.keywords': KEYWORD_LIST_IDS.length,
  '$.applied.*.settings.keywords.*': MOST_WORDS,
  '$.settings.models': MAX_MODELS,
  '$.settings.keywords': KEYWORD_LIST_IDS.length,
  '$.settings.keywords.*': MOST_WORDS,
  '$.kept': FILE_SETTINGS.length,
  '$.replay.triggers': MAX_TRIGGERS,
  '$.replay.hand': MAX_BY_HAND,
  '$.replay.strategies': MAX_REPLAYED,
  '$.view.tables': MAX_TABLES,
  '$.view.tables.*.sort': MAX_SORTS,
  '$.view.tables.*.columns': MAX_COLUMNS,
  '$.view.tables.*.moved': MAX_COLUMNS,
  '$.view.tables.*.widths': MAX_COLUMNS,
  '$.view.tables.*.frozen': MAX_COLUMNS,
  '$.view.tables.*.filters': MAX_FILTERS,
  '$.view.tables.*.open': MAX_OPEN,
};

/** Lists and objects whose entries have names or numbers of their own, so that the table says `*` for them. */
const ANY_ENTRY = new Set(Object.keys(MOST_ENTRIES).flatMap((path) => (path.includes('.*') ? prefixes(path) : [])));

function prefixes(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.flatMap((part, i) => (part === '*' ? [parts.slice(0, i).join('.')] : []));
}

export function nestingOf(json: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < json.length && deepest <= limit; at++) {
    const c = json.charCodeAt(at);
    if (c === 0x22) {
      // To the end of the string: the next quote that is not escaped.
      for (at++; at < json.length && json.charCodeAt(at) !== 0x22; at++) if (json.charCodeAt(at) === 0x5c) at++;
    } else if (c === 0x7b || c === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (c === 0x7d || c === 0x5d) depth--;
  }
  return deepest;
}

/** The first list or object that has more entries than it may have; null = none. The nesting of `value` is known to be bounded. */
export function excessIn(value: unknown, path = '$', rule = '$'): Excess | null {
  if (typeof value !== 'object' || value === null) return null;
  const isList = Array.isArray(value);
  const names = isList ? null : Object.keys(value);
  const found = names?.length ?? (value as readonly unknown[]).length;
  const limit = MOST_ENTRIES[rule] ?? MAX_ENTRIES;
  if (found > limit) return { path, found, limit };
  const any = ANY_ENTRY.has(rule);
  for (let i = 0; i < found; i++) {
    const name = names?.[i];
    const inner: unknown = name === undefined ? (value as readonly unknown[])[i] : (value as Readonly<Record<string, unknown>>)[name];
    if (typeof inner !== 'object' || inner === null) continue;
    const excess = excessIn(inner, placeOf(path, name ?? i), any ? `${rule}.*` : `${rule}.${name ?? i}`);
    if (excess) return excess;
  }
  return null;
}

const LONGEST_NAME = 80;

export function placeOf(path: string, name: string | number): string {
  if (typeof name === 'number') return `${path}[${name}]`;
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return /^[\w-]+$/.test(short) ? `${path}.${short}` : `${path}[${JSON.stringify(short)}]`;
}
