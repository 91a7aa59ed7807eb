/** How many columns of a terminal a text takes. */

/** Chinese, Japanese and Korean characters, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks on the character before, and what joins or picks its form. */
const NONE = /[\p{Mn}\p{Me}\u200b-\u200d\u2060]/u;

const columnsOf = (character: string): number => (WIDE.test(character) ? 2 : NONE.test(character) ? 0 : 1);

/** Columns of a text. */
export function widthOf(text: string): number {
  let width = 0;
  for (const c of text) width += columnsOf(c);
  return width;
}

/** A text of at most so many columns; what is cut ends with an ellipsis. */
export function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let cut = '';
  let width = 0;
  for (const c of text) {
    width += columnsOf(c);
    if (width > most - 1) break;
    cut += c;
  }
  return `${cut.trimEnd()}…`;
}
