/** The long strings in the arguments of a call: what of them can be shortened without making them invalid. */
import type { Region } from './places.ts';

/** Shorter strings (UTF-16 units) are names, paths, flags and short commands: they stay. */
const SHORTEST = 200;

/**
 * Where the long string values of a JSON text stand (without their quotes), in order; keys are none. Null where the text
 * is no JSON.
 */
export function jsonStrings(text: string): readonly Region[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const found: Region[] = [];
  for (let at = text.indexOf('"'); at >= 0; ) {
    let end = at + 1;
    for (;;) {
      end = text.indexOf('"', end);
      let slashes = 0;
      while (text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) break;
      end++;
    }
    if (end - at > SHORTEST && !/^\s*:/.test(text.slice(end + 1, end + 20))) found.push({ start: at + 1, end, raw: true });
    at = text.indexOf('"', end + 1);
  }
  return found;
}
