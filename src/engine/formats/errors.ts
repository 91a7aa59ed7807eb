import type { ImportError } from './contract.ts';
import { inEnglish, type Said } from '../transcript/english.ts';

/** Why a file cannot be read or written, and what was expected (several = any of them), as reasons and in English. */
export function importError(
  code: string,
  reason: Said,
  expects: Said | readonly Said[],
  place: Pick<ImportError, 'line' | 'path' | 'excerpt'> = {},
): ImportError {
  const list: readonly Said[] = 'key' in expects ? [expects] : expects;
  return { code, reason, expects: list, message: inEnglish(reason), expected: list.map(inEnglish).join('; '), ...place };
}

/** The same as a failed result. */
export const refused = (...error: Parameters<typeof importError>): { readonly ok: false; readonly error: ImportError } => ({
  ok: false,
  error: importError(...error),
});
