/** The UTF-16 units of a text as numbers, read once for everything that looks at each character. */

const LONGEST = 1 << 16;
const NEWLINE = 10;

class CodePool {
  readonly #codes = new Uint16Array(LONGEST + 1);
  #held = '';

  of(text: string): Uint16Array {
    const n = text.length;
    if (n <= LONGEST && text === this.#held) return this.#codes;
    const codes = n > LONGEST ? new Uint16Array(n + 1) : this.#codes;
    if (codes === this.#codes) this.#held = text;
    for (let i = 0; i < n; i++) codes[i] = text.charCodeAt(i);
    codes[n] = NEWLINE;
    return codes;
  }
}
const pool = new CodePool();

/**
 * codes[i] = text.charCodeAt(i), with a line break after the last. The array is longer than the text and valid only until the next call, so
 * do not keep it.
 */
export const codesOf = (text: string): Uint16Array => pool.of(text);
