import { CLASS, NEWLINE, SPACE } from './unicode.ts';

const SLASH = 0x2f;

/**
 * End of a stretch of `text` that begins at `from` and has at least `size` UTF-16 units if there are as many: the next place at which both
 * encodings always end a piece, whatever surrounds it. So the counts of stretches add up to the count of the text, and no stretch ends
 * inside a surrogate pair. Such a place is before white space (other than a line end) that follows something else, and after a line end
 * that is followed by neither white space nor a slash.
 */
export function stretchEnd(text: string, from: number, size: number): number {
  for (let at = from + size; at < text.length; at++) {
    const before = CLASS[text.charCodeAt(at - 1)]!;
    const unit = text.charCodeAt(at);
    const here = CLASS[unit]!;
    if (before < SPACE ? here === SPACE : before === NEWLINE && here < SPACE && unit !== SLASH) return at;
  }
  return text.length;
}
