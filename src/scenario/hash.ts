/** SHA-256 of bytes as 64 hexadecimal digits, by which samples and files are recognised. */
import { hex, sha256Plain } from '../engine/lib/sha256.ts';

/**
 * Uses the platform's implementation where there is one: browsers have it on https and localhost only. Elsewhere the hash is computed by
 * ours, so that files and links still work.
 */
export async function sha256(bytes: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Promise<string> {
  return subtle ? hex(new Uint8Array(await subtle.digest('SHA-256', bytes))) : hex(sha256Plain(bytes));
}
