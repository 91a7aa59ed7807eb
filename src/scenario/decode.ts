/** Link → scenario, file → scenario, and the same of snapshots: nothing that comes from outside is believed. Loaded with the first of them. */
import type { Reason, Result } from '../engine/transcript/types.ts';
import { KEYWORD_LIST_IDS, MOST_WORDS } from '../engine/signals/keywords.ts';
import type { StoredSummary } from '../models/contract.ts';
import {
  defaultScenario,
  fillDefaults,
  MAX_APPLIED,
  MAX_BY_HAND,
  MAX_COLUMNS,
  MAX_ENTRIES,
  MAX_FILTERS,
  MAX_FRAGMENT,
  MAX_INFLATED,
  MAX_MARKS,
  MAX_MODELS,
  MAX_NESTING,
  MAX_OPEN,
  MAX_PARAMS,
  MAX_REPLAYED,
  MAX_ROWS,
  MAX_SORTS,
  MAX_TABLES,
  MAX_TRIGGERS,
} from './defaults.ts';
import { checksum, fromBase64Url, inflate } from './packing.ts';
import { FILE_SETTINGS, type Scenario, SCENARIO_VERSION } from './schema.ts';
import { SNAPSHOT_VERSION } from './snapshot.ts';
import { type Snapshot, validateSnapshot } from './snapshot-schema.ts';
import { placeOf, readSummaries, validateScenario } from './validate.ts';

/** Why a link or a scenario file cannot be opened: data, which the page has words for by `code`. */
export interface LinkError {
  readonly code: 'damaged' | 'too-large' | 'newer-version' | 'invalid';
  readonly path?: string;
  readonly expects?: Reason;
  readonly limit?: { readonly of: 'characters' | 'bytes' | 'levels' | 'entries'; readonly most: number; readonly found?: number };
  readonly version?: number;
}

const fail = (code: LinkError['code'], more: Omit<LinkError, 'code'> = {}): { ok: false; error: LinkError } => ({
  ok: false,
  error: { code, ...more },
});
const damaged = fail('damaged');

/**
 * Old links keep their meaning. Step i turns the data of version i + 1 into data of version i + 2: still the difference
 * from the defaults, not validated yet, so a step must accept anything. The rule for adding one: fixtures/links/README.md.
 */
type Migration = (raw: unknown) => unknown;

/** Version 1 is the newest, so there is none yet. */
export const MIGRATIONS: readonly Migration[] = [];

export function migrate(raw: unknown, from: number, steps: readonly Migration[] = MIGRATIONS): unknown {
  return steps.slice(from - 1).reduce((data, step) => step(data), raw);
}

// How much may be in it, checked before anything else looks into it: the validation collects every issue that it finds, and hundreds of
// thousands of them end it with a stack overflow.

interface Excess {
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

const tooLarge = (of: NonNullable<LinkError['limit']>['of'], most: number, more: { found?: number; path?: string } = {}) => {
  const { found, path } = more;
  return fail('too-large', { limit: { of, most, ...(found === undefined ? {} : { found }) }, ...(path === undefined ? {} : { path }) });
};

/** JSON.parse within the limits of a scenario. Refuses `__proto__`, which would become a prototype when fields are copied. */
function parseJson(text: string): Result<unknown, LinkError> {
  if (text.length > MAX_INFLATED) return tooLarge('characters', MAX_INFLATED, { found: text.length });
  if (nestingOf(text, MAX_NESTING) > MAX_NESTING) return tooLarge('levels', MAX_NESTING);
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (key === '__proto__') throw new SyntaxError('forbidden key');
      return inner;
    });
  } catch {
    return damaged;
  }
  const excess = excessIn(value);
  if (!excess) return { ok: true, value };
  const { path, found, limit } = excess;
  return tooLarge('entries', limit, { found, path });
}

function fromData(raw: unknown, version: number): Result<Scenario, LinkError> {
  const current = fillDefaults(migrate(raw, version));
  const valid = validateScenario(current);
  if (valid.ok) return valid;
  return fail('invalid', valid.error);
}

const newer = (version: number) => fail('newer-version', { version });

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text in a fragment `#<letter>=<version>.<packed>`, and its version. Never throws, never unpacks more than MAX_INFLATED bytes. */
async function unpacked(
  fragment: string,
  letter: 's' | 'n',
  newest: number,
): Promise<Result<{ readonly text: string; readonly version: number }, LinkError>> {
  if (fragment.length > MAX_FRAGMENT) return tooLarge('characters', MAX_FRAGMENT, { found: fragment.length });
  const match = /^#?([sn])(?:=|%3D)(\d{1,6})\.([\w-]+)$/i.exec(fragment.trim());
  if (match?.[1]?.toLowerCase() !== letter) return damaged;
  const version = Number(match[2]);
  if (version > newest) return newer(version);
  const bytes = fromBase64Url(match[3]!);
  if (!bytes) return damaged;
  const plain = await inflate(bytes, MAX_INFLATED);
  if (!plain.ok) return plain.error === 'too-large' ? tooLarge('bytes', MAX_INFLATED) : damaged;
  return { ok: true, value: { text: new TextDecoder().decode(plain.value), version } };
}

/** Any text → a scenario, or what is wrong with it. */
export async function decode(fragment: string): Promise<Result<Scenario, LinkError>> {
  const link = await unpacked(fragment, 's', SCENARIO_VERSION);
  if (!link.ok) return link;
  const { text, version } = link.value;
  if (version < 1) return damaged;
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (!isFields(parsed.value)) return damaged;
  const { c, ...diff } = parsed.value;
  if (c !== undefined && c !== checksum(JSON.stringify(diff))) return damaged;
  return fromData(diff, version);
}

export interface ScenarioFile {
  readonly scenario: Scenario;
  readonly summaries: readonly StoredSummary[];
}

export function fromFile(text: string): Result<ScenarioFile, LinkError> {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const version: unknown = typeof parsed.value === 'object' && parsed.value !== null && 'v' in parsed.value ? parsed.value.v : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail('invalid', { path: '$.v', expects: { key: 'expects-version-number' } });
  }
  if (version > SCENARIO_VERSION) return newer(version);
  const { summaries: brought, ...fields } = parsed.value as Record<string, unknown>;
  const summaries = readSummaries(brought);
  if (!summaries) return fail('invalid', { path: '$.summaries', expects: { key: 'expects-summaries' } });
  const scenario = fromData({ ...fields, v: defaultScenario().v }, version);
  return scenario.ok ? { ok: true, value: { scenario: scenario.value, summaries } } : scenario;
}

/** Any text after `#` → a snapshot, or what is wrong with it. */
export async function decodeSnapshot(fragment: string): Promise<Result<Snapshot, LinkError>> {
  const link = await unpacked(fragment, 'n', SNAPSHOT_VERSION);
  return link.ok ? readSnapshotFile(link.value.text) : link;
}

export function readSnapshotFile(text: string): Result<Snapshot, LinkError> {
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (!isFields(parsed.value)) return damaged;
  const { c, ...data } = parsed.value;
  const { snapshot: version, settings, scenario: diff, ...rest } = data;
  for (const [found, newest] of [
    [version, SNAPSHOT_VERSION],
    [settings, SCENARIO_VERSION],
  ] as const) {
    if (typeof found !== 'number' || !Number.isInteger(found) || found < 1) return damaged;
    if (found > newest) return newer(found);
  }
  if (c !== checksum(JSON.stringify(data))) return damaged;
  const excess = excessIn(diff);
  if (excess) return tooLarge('entries', excess.limit, { found: excess.found, path: excess.path });
  const scenario = fromData(diff, settings as number);
  if (!scenario.ok) return scenario;
  const valid = validateSnapshot(rest);
  if (!valid.ok) return fail('invalid', valid.error);
  return scenario.value.transcript.kind === 'file' ? { ok: true, value: { ...valid.value, scenario: scenario.value } } : damaged;
}
