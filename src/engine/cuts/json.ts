/** The long strings in the arguments of a call, which can be shortened without invalidating them. */
import type { Region } from './places.ts';

/** Shorter strings (UTF-16 units) are names, paths, flags and short commands, and stay. */
const SHORTEST = 200;

/** Positions of the long string values of a JSON text (without quotes), in order; keys do not count. Null for text that is not JSON. */
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
