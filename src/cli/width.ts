/** How many columns of a terminal a text takes. */
import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Columns of a text. */
export const widthOf = (text: string): number => stringWidth(text);

/** A text of at most so many columns; what is cut ends with an ellipsis. */
export function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let cut = '';
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > most - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
