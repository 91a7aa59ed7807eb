/**
 * Scenario ↔ link and scenario ↔ file.
 *
 * A link's fragment is `#s=<version>.<base64url(deflate-raw(JSON))>`; the JSON holds what differs from the defaults, and `c`, a checksum of
 * the rest. The version is readable without unpacking, so that an old page can tell that a link is newer than itself.
 */
import type { Result } from '../engine/transcript/types.ts';
import type { StoredSummary } from '../models/contract.ts';
import { defaultScenario, diffFromDefaults, fillDefaults } from './defaults.ts';
import { excessIn, nestingOf } from './bounds.ts';
import { MAX_FRAGMENT, MAX_INFLATED, MAX_NESTING } from './limits.ts';
import { migrate } from './migrations.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from './packing.ts';
import { type Scenario, SCENARIO_VERSION } from './schema.ts';

/** Why a link or a scenario file cannot be opened. `message` is an English sentence; the page has its own text per code. */
export interface LinkError {
  readonly code: 'damaged' | 'too-large' | 'newer-version' | 'invalid';
  readonly message: string;
  /** For `invalid`, and for `too-large` where one list or object is: its place, such as `$.settings.target`. */
  readonly path?: string;
  /** For `too-large`: which limit, and the size found, where it was counted to the end. */
  readonly limit?: { readonly of: 'characters' | 'bytes' | 'levels' | 'entries'; readonly most: number; readonly found?: number };
  /** For `newer-version`: the version of the link. */
  readonly version?: number;
}

const fail = (code: LinkError['code'], message: string, more: Partial<LinkError> = {}): { ok: false; error: LinkError } => ({
  ok: false,
  error: { code, message, ...more },
});
const damaged = (why: string) => fail('damaged', `The link is damaged: ${why}.`);

/** Fragment with `#` that carries the scenario, which must be valid. */
export async function encode(scenario: Scenario): Promise<string> {
  const diff = diffFromDefaults(scenario);
  const json = JSON.stringify({ ...diff, c: checksum(JSON.stringify(diff)) });
  return `#s=${SCENARIO_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(json)))}`;
}

const tooLarge = (of: NonNullable<LinkError['limit']>['of'], most: number, message: string, more: { found?: number; path?: string } = {}) => {
  const { found, path } = more;
  return fail('too-large', message, { limit: { of, most, ...(found === undefined ? {} : { found }) }, ...(path === undefined ? {} : { path }) });
};

/**
 * JSON.parse within the limits of a scenario. Refuses `__proto__`, which would become a prototype when fields are copied.
 * @param what is being read, for the message: "link" or "scenario file"
 */
function parseJson(text: string, what: string): Result<unknown, LinkError> {
  if (nestingOf(text, MAX_NESTING) > MAX_NESTING)
    return tooLarge('levels', MAX_NESTING, `The ${what} is nested more than ${MAX_NESTING} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text, (key, inner: unknown) => {
      if (key === '__proto__') throw new SyntaxError('forbidden key');
      return inner;
    });
  } catch {
    return fail('damaged', `The ${what} is damaged: its data is not JSON.`);
  }
  const excess = excessIn(value);
  if (!excess) return { ok: true, value };
  const { path, found, limit } = excess;
  return tooLarge('entries', limit, `The ${what} has ${found} entries at ${path}; ${limit} are read at most.`, { found, path });
}

/** Validation is loaded on demand: a page that opens without a link does not need it. */
async function fromData(raw: unknown, version: number): Promise<Result<Scenario, LinkError>> {
  const { validateScenario } = await import('./validate.ts');
  const current = fillDefaults(migrate(raw, version));
  const valid = validateScenario(current);
  if (valid.ok) return valid;
  const { path, expected } = valid.error;
  return fail('invalid', `The scenario is not valid at ${path}: expected ${expected}.`, { path });
}

const newer = (version: number) =>
  fail('newer-version', `This was made by a newer version (${version}); this page knows versions up to ${SCENARIO_VERSION}.`, { version });

/** Any text → a scenario, or what is wrong with it. Never throws, never unpacks more than MAX_INFLATED bytes. */
export async function decode(fragment: string): Promise<Result<Scenario, LinkError>> {
  if (fragment.length > MAX_FRAGMENT) {
    const found = fragment.length;
    return tooLarge('characters', MAX_FRAGMENT, `The link has ${found} characters; ${MAX_FRAGMENT} are read at most.`, { found });
  }
  // Some chat programs percent-encode the first "=".
  const match = /^#?s(?:=|%3D)(\d{1,6})\.([\w-]+)$/i.exec(fragment.trim());
  if (!match?.[1] || !match[2]) return damaged('it does not have the form #s=version.data');
  const version = Number(match[1]);
  if (version > SCENARIO_VERSION) return newer(version);
  if (version < 1) return damaged('there is no version 0');
  const bytes = fromBase64Url(match[2]);
  if (!bytes) return damaged('its data is not base64url');
  const plain = await inflate(bytes, MAX_INFLATED);
  if (!plain.ok) {
    return plain.error === 'too-large'
      ? tooLarge('bytes', MAX_INFLATED, `The link unpacks to more than ${MAX_INFLATED} bytes.`)
      : damaged('its data cannot be unpacked');
  }
  const parsed = parseJson(new TextDecoder().decode(plain.value), 'link');
  if (!parsed.ok) return parsed;
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) return damaged('its data is not a JSON object');
  const { c, ...diff }: Record<string, unknown> = { ...parsed.value };
  // Links made by hand may omit the checksum.
  if (c !== undefined && c !== checksum(JSON.stringify(diff))) return damaged('its check sum does not fit');
  return fromData(diff, version);
}

/** Text of a scenario file: every field, for people to read, and the model summaries that it shows. */
export function toFile(scenario: Scenario, summaries: readonly StoredSummary[] = []): string {
  return `${JSON.stringify(summaries.length > 0 ? { ...scenario, summaries } : scenario, null, 2)}\n`;
}

/** Content of a scenario file. */
export interface ScenarioFile {
  readonly scenario: Scenario;
  readonly summaries: readonly StoredSummary[];
}

/** Text of a scenario file → scenario. Missing fields get their defaults. */
export async function fromFile(text: string): Promise<Result<ScenarioFile, LinkError>> {
  if (text.length > MAX_INFLATED) {
    const found = text.length;
    return tooLarge('characters', MAX_INFLATED, `The scenario file has ${found} characters; ${MAX_INFLATED} are read at most.`, { found });
  }
  const parsed = parseJson(text, 'scenario file');
  if (!parsed.ok) return parsed;
  const version: unknown = typeof parsed.value === 'object' && parsed.value !== null && 'v' in parsed.value ? parsed.value.v : undefined;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return fail('invalid', 'The scenario file does not give its version at $.v.', { path: '$.v' });
  }
  if (version > SCENARIO_VERSION) return newer(version);
  const { summaries: brought, ...fields } = parsed.value as Record<string, unknown>;
  const { readSummaries } = await import('./summaries.ts');
  const summaries = readSummaries(brought);
  if (!summaries) return fail('invalid', 'The scenario file is not valid at $.summaries: expected summaries of models.', { path: '$.summaries' });
  const scenario = await fromData({ ...fields, v: defaultScenario().v }, version);
  return scenario.ok ? { ok: true, value: { scenario: scenario.value, summaries } } : scenario;
}
