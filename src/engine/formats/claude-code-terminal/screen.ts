/** What was copied from a terminal, without what only the terminal needed. */

/** Colours and movements of the cursor, and titles and links of the window. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[()][0-9A-B]|[@-Z\\-_=>])/g;
/** The frame of a pane stands before nearly every line. */
const FRAMED = 0.8;

/** Lines as they were seen: no escape sequences, no frame or margin around all of them, of a line that was redrawn the last state. */
export function screenLines(text: string): readonly string[] {
  const shown = text.includes('\u001b') ? text.replace(ESCAPES, '') : text;
  const lines = shown.split(/\r?\n/).map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replaceAll('\u00a0', ' '));
  const filled = lines.filter((line) => line.trim() !== '');
  const framed = filled.length > 2 && filled.filter((line) => /^[│┃|] /.test(line)).length >= filled.length * FRAMED;
  const inner = framed ? lines.map((line) => line.replace(/^[│┃|] ?/, '').replace(/\s+[│┃|]$/, '')) : lines;
  const margin = inner.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length)), 80);
  return margin > 0 && margin < 80 ? inner.map((line) => line.slice(margin)) : inner;
}
