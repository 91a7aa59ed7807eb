/** Snapshot ↔ link and snapshot ↔ file: `#n=<version>.<base64url(deflate-raw(JSON))>`, and the same JSON. docs/snapshots.md */
import type { Result } from '../engine/transcript/types.ts';
import { excessIn } from './bounds.ts';
import { damaged, fail, fromData, type LinkError, newer, parseJson, tooLarge } from './codec.ts';
import { diffFromDefaults, LINK_BUDGET, MAX_FRAGMENT, MAX_INFLATED } from './defaults.ts';
import { checksum, deflate, fromBase64Url, inflate, toBase64Url } from './packing.ts';
import { SCENARIO_VERSION } from './schema.ts';
import { type Snapshot, SNAPSHOT_VERSION } from './snapshot.ts';

function wireOf({ scenario, ...rest }: Snapshot): string {
  const data = { snapshot: SNAPSHOT_VERSION, settings: SCENARIO_VERSION, scenario: diffFromDefaults(scenario), ...rest };
  return JSON.stringify({ ...data, c: checksum(JSON.stringify(data)) });
}

export async function encodeSnapshot(snapshot: Snapshot): Promise<string> {
  return `#n=${SNAPSHOT_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(wireOf(snapshot))))}`;
}

export const fitsLink = (fragment: string): boolean => fragment.length <= LINK_BUDGET;

export const snapshotFile = (snapshot: Snapshot): string => `${wireOf(snapshot)}\n`;

/** Any text after `#` → a snapshot, or what is wrong with it. Never throws, never unpacks more than MAX_INFLATED bytes. */
export async function decodeSnapshot(fragment: string): Promise<Result<Snapshot, LinkError>> {
  if (fragment.length > MAX_FRAGMENT) return tooLarge('characters', MAX_FRAGMENT, { found: fragment.length });
  const match = /^#?n(?:=|%3D)(\d{1,6})\.([\w-]+)$/i.exec(fragment.trim());
  if (!match?.[1] || !match[2]) return damaged;
  if (Number(match[1]) > SNAPSHOT_VERSION) return newer(Number(match[1]));
  const bytes = fromBase64Url(match[2]);
  if (!bytes) return damaged;
  const plain = await inflate(bytes, MAX_INFLATED);
  if (!plain.ok) return plain.error === 'too-large' ? tooLarge('bytes', MAX_INFLATED) : damaged;
  return readSnapshotFile(new TextDecoder().decode(plain.value));
}

export async function readSnapshotFile(text: string): Promise<Result<Snapshot, LinkError>> {
  if (text.length > MAX_INFLATED) return tooLarge('characters', MAX_INFLATED, { found: text.length });
  const parsed = parseJson(text);
  if (!parsed.ok) return parsed;
  if (typeof parsed.value !== 'object' || parsed.value === null || Array.isArray(parsed.value)) return damaged;
  const { c, ...data }: Record<string, unknown> = { ...parsed.value };
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
  const scenario = await fromData(diff, settings as number);
  if (!scenario.ok) return scenario;
  const { validateSnapshot } = await import('./snapshot-schema.ts');
  const valid = validateSnapshot(rest);
  if (!valid.ok) return fail('invalid', valid.error);
  return scenario.value.transcript.kind === 'file' ? { ok: true, value: { ...valid.value, scenario: scenario.value } } : damaged;
}
