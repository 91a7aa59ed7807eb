/** The UTF-16 units of a text as numbers, read once for everything that looks at each character. */

/** Longer texts get an array of their own. */
const SHARED = 1 << 16;
const shared = new Uint16Array(SHARED + 1);
const NEWLINE = 10;
/** The text in `shared`: several readers often use the same one in turn. */
let last = '';

/**
 * codes[i] = text.charCodeAt(i), with a line break after the last. The array is longer than the text and valid only until the next call, so
 * do not keep it.
 */
export function codesOf(text: string): Uint16Array {
  const n = text.length;
  if (n <= SHARED && text === last) return shared;
  const codes = n > SHARED ? new Uint16Array(n + 1) : shared;
  if (codes === shared) last = text;
  for (let i = 0; i < n; i++) codes[i] = text.charCodeAt(i);
  codes[n] = NEWLINE;
  return codes;
}
