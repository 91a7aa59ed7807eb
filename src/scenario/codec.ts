/** Scenario ↔ link and scenario ↔ file. The version is readable without unpacking, so that an old page can tell that a link is newer than itself. */
import type { Reason, Result } from '../engine/transcript/types.ts';
import type { StoredSummary } from '../models/contract.ts';
import { defaultScenario, diffFromDefaults, fillDefaults, MAX_FRAGMENT, MAX_INFLATED, MAX_NESTING } from './defaults.ts';
import { excessIn, nestingOf } from './bounds.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from './packing.ts';
import { type Scenario, SCENARIO_VERSION } from './schema.ts';

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

/** Why a link or a scenario file cannot be opened: data, which the page has words for by `code`. */
export interface LinkError {
  readonly code: 'damaged' | 'too-large' | 'newer-version' | 'invalid';
  readonly path?: string;
  readonly expects?: Reason;
  readonly limit?: { readonly of: 'characters' | 'bytes' | 'levels' | 'entries'; readonly most: number; readonly found?: number };
  readonly version?: number;
}

export const fail = (code: LinkError['code'], more: Omit<LinkError, 'code'> = {}): { ok: false; error: LinkError } => ({
  ok: false,
  error: { code, ...more },
});
export const damaged = fail('damaged');

/** Fragment with `#` that carries the scenario, which must be valid. */
export async function encode(scenario: Scenario): Promise<string> {
  const diff = diffFromDefaults(scenario);
  const json = JSON.stringify({ ...diff, c: checksum(JSON.stringify(diff)) });
  return `#s=${SCENARIO_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(json)))}`;
}

export const tooLarge = (of: NonNullable<LinkError['limit']>['of'], most: number, more: { found?: number; path?: string } = {}) => {
  const { found, path } = more;
  return fail('too-large', { limit: { of, most, ...(found === undefined ? {} : { found }) }, ...(path === undefined ? {} : { path }) });
};

/** JSON.parse within the limits of a scenario. Refuses `__proto__`, which would become a prototype when fields are copied. */
export function parseJson(text: string): Result<unknown, LinkError> {
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

/** Validation is loaded on demand: a page that opens without a link does not need it. */
export async function fromData(raw: unknown, version: number): Promise<Result<Scenario, LinkError>> {
  const { validateScenario } = await import('./validate.ts');
  const current = fillDefaults(migrate(raw, version));
  const valid = validateScenario(current);
  if (valid.ok) return valid;
  return fail('invalid', valid.error);
}

export const newer = (version: number) => fail('newer-version', { version });

/** Any text → a scenario, or what is wrong with it. Never throws, never unpacks more than MAX_INFLATED bytes. */
export async function decode(fragment: string): Promise<Result<Scenario, LinkError>> {
  if (fragment.length > MAX_FRAGMENT) return tooLarge('characters', MAX_FRAGMENT, { found: fragment.length });
  const match = /^#?s(?:=|%3D)(\d{1,6})\.([\w-]+)$/i.exec(fragment.trim());
  if (!match?.[1] || !match[2]) return damaged;
  const version = Number(match[1]);
  if (version > SCENARIO_VERSION) return newer(version);
  if (version < 1) return damaged;
  const bytes = fromBase64Url(match[2]);
  if (!bytes) return damaged;
  const plain = await inflate(bytes, MAX_INFLATED);
  if (!plain.ok) return plain.error === 'too-large' ? tooLarge('bytes', MAX_INFLATED) : damaged;
  const parsed = parseJson(new TextDecoder().decode(plain.value));
  if (!parsed.ok) return parsed;
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) return damaged;
  const { c, ...diff }: Record<string, unknown> = { ...parsed.value };
  if (c !== undefined && c !== checksum(JSON.stringify(diff))) return damaged;
  return fromData(diff, version);
}

/** Whether a fragment carries a snapshot (snapshot.ts), readable or not. */
export const isSnapshotLink = (fragment: string): boolean => /^#?n(?:=|%3D)/i.test(fragment.trim());
export const isSnapshotFile = (text: string): boolean => /^\s*\{\s*"snapshot"\s*:\s*\d/.test(text);

export function toFile(scenario: Scenario, summaries: readonly StoredSummary[] = []): string {
  return `${JSON.stringify(summaries.length > 0 ? { ...scenario, summaries } : scenario, null, 2)}\n`;
}

export interface ScenarioFile {
  readonly scenario: Scenario;
  readonly summaries: readonly StoredSummary[];
}

export async function fromFile(text: string): Promise<Result<ScenarioFile, LinkError>> {
  if (text.length > MAX_INFLATED) return tooLarge('characters', MAX_INFLATED, { found: text.length });
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  const version: unknown = typeof parsed.value === 'object' && parsed.value !== null && 'v' in parsed.value ? parsed.value.v : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail('invalid', { path: '$.v', expects: { key: 'expects-version-number' } });
  }
  if (version > SCENARIO_VERSION) return newer(version);
  const { summaries: brought, ...fields } = parsed.value as Record<string, unknown>;
  const { readSummaries } = await import('./validate.ts');
  const summaries = readSummaries(brought);
  if (!summaries) return fail('invalid', { path: '$.summaries', expects: { key: 'expects-summaries' } });
  const scenario = await fromData({ ...fields, v: defaultScenario().v }, version);
  return scenario.ok ? { ok: true, value: { scenario: scenario.value, summaries } } : scenario;
}
