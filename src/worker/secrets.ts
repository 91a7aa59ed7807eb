/** Secrets that a link with the transcript would reveal, by kind, masked. */
import { findSecrets, type SecretKind } from '../engine/signals/secrets.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { every, pause } from './pause.ts';
import type { FoundSecrets } from './protocol.ts';

/** Milliseconds of work between two pauses. */
const STRETCH = 20;
/** Fields with noise that looks like keys by chance. */
const NOT_TEXT = new Set(['data', 'encrypted', 'signature']);

/** At most a quarter of a secret, four characters at most; of an e-mail address the first letter and the domain. */
function mask(kind: SecretKind, secret: string): string {
  const at = secret.lastIndexOf('@');
  if (kind === 'e-mail' && at > 0) return `${secret[0]}…${secret.slice(at)}`;
  return `${secret.slice(0, Math.min(4, secret.length >> 2))}… (${secret.length})`;
}

/**
 * Searches every string of a transcript: messages, arguments, tool definitions, subagents, fields kept for export. 50 MB take seconds, so
 * it pauses to let other calls through.
 */
export async function secretsIn(transcript: Transcript): Promise<readonly FoundSecrets[]> {
  const found = new Map<SecretKind, Set<string>>();
  const look = (text: string): void => {
    // Arguments are JSON inside a string: quotes in them are escaped, but patterns expect plain ones.
    const plain = text.includes('\\"') ? text.replaceAll('\\"', '"') : text;
    for (const { kind, start, end } of findSecrets(plain, { emails: true })) {
      const known = found.get(kind);
      if (known) known.add(plain.slice(start, end));
      else found.set(kind, new Set([plain.slice(start, end)]));
    }
  };
  // A list instead of recursion: fields kept for export may be nested as deeply as JSON allows.
  const open: unknown[] = [transcript];
  const due = every(STRETCH);
  while (open.length > 0) {
    if (due()) await pause();
    const value = open.pop();
    if (typeof value === 'string') look(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value).reverse()) if (!NOT_TEXT.has(name)) open.push(inner);
    }
  }
  return [...found].map(([kind, secrets]) => ({ kind, count: secrets.size, sample: mask(kind, [...secrets][0] ?? '') }));
}
