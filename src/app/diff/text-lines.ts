/** A whole text as lines that a browser can lay out. */

export interface TextLine {
  readonly text: string;
  readonly op?: ' ' | '-' | '+' | '@';
}

/** Longer lines are split into pieces of this many characters, so that one cannot fill the page. */
const WRAP = 4_000;

/** Splits text into lines a browser can lay out: no line over 4,000 characters. */
export function toLines(text: string): TextLine[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= WRAP) return [{ text: line }];
    const pieces: TextLine[] = [];
    for (let at = 0; at < line.length; at += WRAP) pieces.push({ text: line.slice(at, at + WRAP) });
    return pieces;
  });
}
