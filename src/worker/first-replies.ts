/**
 * Replies of the engine to the calls of a first visit, in their order: what it is, the first sample, its comparison, measures and recall.
 * They are made when the site is built, so that the first paint has its answer. docs/adr/0100-the-first-sample-ships-answered.md
 */
import { sha256 } from '../scenario/packing.ts';
import type { MethodName } from './worker-calls.ts';

/** Path below the page. */
export const FIRST_REPLIES = 'samples/first-replies.json';

/** Names a call; of a file its hash. */
export const callId = (name: MethodName, args: readonly unknown[]): string => `${name} ${JSON.stringify(args)}`;

/** Replies by call, as text: each is read in a task of its own when it is asked for (devalue's `parse`). */
export type FirstReplies = ReadonlyMap<string, string>;

/** What the build wrote, or null where there is nothing: the engine answers then. */
export async function fetchFirstReplies(): Promise<FirstReplies | null> {
  try {
    const response = await fetch(`./${FIRST_REPLIES}`);
    return response.ok ? new Map((await response.json()) as [string, string][]) : null;
  } catch {
    return null;
  }
}

/** Id of the call that reads a file. */
export async function loadId(source: Blob, name: string, format: string | null): Promise<string> {
  return callId('load', [await sha256(new Uint8Array(await source.arrayBuffer())), name, format]);
}
