/** Bytes of a link: raw deflate, base64url, a checksum. Runs in browsers, workers and Node. */
import { hex, sha256Plain } from '../engine/lib/hashes.ts';
import type { Result } from '../engine/transcript/types.ts';

// SHA-256 of bytes as 64 hexadecimal digits, by which samples and files are recognised.

/**
 * Uses the platform's implementation where there is one: browsers have it on https and localhost only. Elsewhere the hash is computed by
 * ours, so that files and links still work.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Promise<string> {
  return subtle ? hex(new Uint8Array(await subtle.digest('SHA-256', bytes))) : hex(sha256Plain(bytes));
}

/** Packed input is fed in pieces of this size, so that one piece unpacks to little (about 1,000 times as much at most). */
const PACKED_PIECE = 1024;
const PLAIN_PIECE = 65_536;

async function readAll(readable: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array<ArrayBuffer> | 'too-large'> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const reader = readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > limit) {
      await reader.cancel().catch(() => undefined);
      return 'too-large';
    }
    chunks.push(value);
  }
  const all = new Uint8Array(total);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

async function feed(writable: WritableStream<BufferSource>, bytes: Uint8Array<ArrayBuffer>, piece: number): Promise<void> {
  const writer = writable.getWriter();
  for (let at = 0; at < bytes.length; at += piece) await writer.write(bytes.subarray(at, at + piece));
  await writer.close();
}

export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new CompressionStream('deflate-raw');
  const [packed] = await Promise.all([readAll(stream.readable, Number.POSITIVE_INFINITY), feed(stream.writable, bytes, PLAIN_PIECE)]);
  if (packed === 'too-large') throw new Error('unreachable: no limit was set');
  return packed;
}

export async function inflate(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Result<Uint8Array<ArrayBuffer>, 'damaged' | 'too-large'>> {
  const stream = new DecompressionStream('deflate-raw');
  // Damage is reported at both ends of the stream; the reading end handles it.
  const fed = feed(stream.writable, bytes, PACKED_PIECE).catch(() => undefined);
  try {
    const plain = await readAll(stream.readable, limit);
    if (plain === 'too-large') return { ok: false, error: 'too-large' };
    await fed;
    return { ok: true, value: plain };
  } catch {
    return { ok: false, error: 'damaged' };
  }
}

export function toBase64Url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return btoa(parts.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** null for text that is not base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
