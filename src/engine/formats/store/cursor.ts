/**
 * Cursor's two stores, put together for its reader (`cursor-store`). The CLI's holds blobs that name each other by hash, the IDE's values by key.
 * Shapes: a fixture of jazzyalex/agent-sessions @651e854f, and what readers of other tools say of both; no recording was found.
 */
import type { Report } from '../contract.ts';
import { filled, isObject, objectsOf, tryJson, type JsonObject } from '../json.ts';
import type { Database, Stored, Value } from './database.ts';

/** A reference to another blob: field 1, 32 bytes. */
const REFERENCE = [0x0a, 0x20];
const HASH = 32;
const MOST_BLOBS = 100_000;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (value: Value | undefined): Uint8Array => (value instanceof Uint8Array ? value : new TextEncoder().encode(String(value ?? '')));
const textOf = (value: Value | undefined): string => (value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value ?? ''));

/** JSON, or the hexadecimal digits of it. */
function metaOf(value: Value | undefined): JsonObject {
  const given = textOf(value);
  const pairs = /^(?:[\da-f]{2})+$/i.test(given) ? given.match(/../g)! : undefined;
  const read = tryJson(pairs ? new TextDecoder().decode(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))) : given);
  return isObject(read) ? read : {};
}

/** The messages that the newest root leads to, in their order; blobs that it does not reach are of earlier states. */
export function cursorChat(database: Database, report: Report): readonly Stored[] {
  const blobs = new Map<string, Uint8Array>();
  for (const { id, data } of database.rows('blobs')) blobs.set(String(id), bytesOf(data));
  return [...database.rows('meta')].flatMap(({ key, value }): Stored[] => {
    const meta = metaOf(value);
    const root = filled(meta.latestRootBlobId);
    if (root === undefined) return [];
    const messages: unknown[] = [];
    const seen = new Set<string>();
    const open = [root];
    for (let id = open.pop(); id !== undefined && seen.size < MOST_BLOBS; id = open.pop()) {
      const blob = blobs.get(id);
      if (seen.has(id)) continue;
      seen.add(id);
      if (!blob) {
        report({ code: 'missing-blob', message: 'Parts of the session are not in the store.' });
        continue;
      }
      const said = blob[0] === 0x7b ? tryJson(new TextDecoder().decode(blob)) : undefined;
      if (isObject(said) && typeof said.role === 'string') messages.push(said);
      else open.push(...referencesIn(blob).reverse());
    }
    return [{ value: { cursor: 'chat', ...meta, messages }, path: `meta ${String(key)}` }];
  });
}

function referencesIn(blob: Uint8Array): string[] {
  const found: string[] = [];
  for (let at = 0; at + REFERENCE.length + HASH <= blob.length; ) {
    if (blob[at] === REFERENCE[0] && blob[at + 1] === REFERENCE[1]) {
      found.push(hex(blob.subarray(at + 2, at + 2 + HASH)));
      at += 2 + HASH;
    } else at++;
  }
  return found;
}

const KEYS = /^(composerData|bubbleId):(.+)$/;

/** Conversations of the IDE: their headers give the order of the bubbles, whose rows are in none. */
export function cursorComposers(database: Database): readonly Stored[] {
  const bubbles = new Map<string, Value>();
  const composers: { readonly id: string; readonly value: Value }[] = [];
  for (const { key, value } of database.rows('cursorDiskKV')) {
    const [, kind, id] = KEYS.exec(String(key)) ?? [];
    if (kind === 'composerData') composers.push({ id: id!, value: value ?? null });
    else if (kind === 'bubbleId') bubbles.set(id!, value ?? null);
  }
  return composers.flatMap(({ id, value }): Stored[] => {
    const composer = tryJson(textOf(value));
    if (!isObject(composer)) return [];
    const headers = objectsOf(composer.fullConversationHeadersOnly);
    const messages = headers.flatMap((header): unknown[] => {
      const bubble = tryJson(textOf(bubbles.get(`${id}:${filled(header.bubbleId) ?? ''}`)));
      return isObject(bubble) ? [{ ...header, ...bubble }] : [];
    });
    const all = messages.length > 0 ? messages : objectsOf(composer.conversation);
    const missing = headers.length - messages.length;
    if (all.length === 0 && missing === 0) return [];
    const { name, createdAt } = composer;
    return [{ value: { cursor: 'composer', composerId: id, name, createdAt, missing, messages: all }, path: `composerData:${id}` }];
  });
}
