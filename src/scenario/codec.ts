/**
 * A scenario or a snapshot → link and file; what reads them again is loaded with the first one. The version of a link is readable without
 * unpacking, so that an old page can tell that a link is newer than itself.
 */
import type { StoredSummary } from '../models/contract.ts';
import type * as Decoding from './decode.ts';
import { diffFromDefaults, LINK_BUDGET } from './defaults.ts';
import { checksum, deflate, toBase64Url } from './packing.ts';
import { type Scenario, SCENARIO_VERSION } from './schema.ts';
import { SNAPSHOT_VERSION } from './snapshot.ts';
import type { Snapshot } from './snapshot-schema.ts';

export type { LinkError } from './decode.ts';

/** Fragment with `#` that carries the scenario, which must be valid. */
export async function encode(scenario: Scenario): Promise<string> {
  const diff = diffFromDefaults(scenario);
  const json = JSON.stringify({ ...diff, c: checksum(JSON.stringify(diff)) });
  return `#s=${SCENARIO_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(json)))}`;
}

export function toFile(scenario: Scenario, summaries: readonly StoredSummary[] = []): string {
  return `${JSON.stringify(summaries.length > 0 ? { ...scenario, summaries } : scenario, null, 2)}\n`;
}

/** Whether a fragment carries a snapshot (snapshot.ts), readable or not. */
export const isSnapshotLink = (fragment: string): boolean => /^#?n(?:=|%3D)/i.test(fragment.trim());
export const isSnapshotFile = (text: string): boolean => /^\s*\{\s*"snapshot"\s*:\s*\d/.test(text);

function wireOf({ scenario, ...rest }: Snapshot): string {
  const data = { snapshot: SNAPSHOT_VERSION, settings: SCENARIO_VERSION, scenario: diffFromDefaults(scenario), ...rest };
  return JSON.stringify({ ...data, c: checksum(JSON.stringify(data)) });
}

export async function encodeSnapshot(snapshot: Snapshot): Promise<string> {
  return `#n=${SNAPSHOT_VERSION}.${toBase64Url(await deflate(new TextEncoder().encode(wireOf(snapshot))))}`;
}

export const fitsLink = (fragment: string): boolean => fragment.length <= LINK_BUDGET;

export const snapshotFile = (snapshot: Snapshot): string => `${wireOf(snapshot)}\n`;

const decoding = (): Promise<typeof Decoding> => import('./decode.ts');

export const decode = async (fragment: string): ReturnType<typeof Decoding.decode> => (await decoding()).decode(fragment);

export const fromFile = async (text: string): Promise<ReturnType<typeof Decoding.fromFile>> => (await decoding()).fromFile(text);
