/** Bytes of a link: deflate without header, base64url, a check sum. Everything here runs in browsers, workers and Node. */
import type { Result } from '../engine/transcript/types.ts';

/** Packed input is fed in pieces of this size, so that what one piece can unpack to (about 1,000 times as much) stays small. */
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

/** Unpacks at most `limit` bytes: reading stops there, before the rest is unpacked. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, limit: number): Promise<Result<Uint8Array<ArrayBuffer>, 'damaged' | 'too-large'>> {
  const stream = new DecompressionStream('deflate-raw');
  // Damage shows on both ends of the stream; the reading end reports it.
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

/** FNV-1a over UTF-16 units, base 36: tells a damaged link from a sound one (deflate without header has no check of its own). */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
