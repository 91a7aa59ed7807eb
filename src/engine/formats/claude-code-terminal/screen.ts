/** What was copied from a terminal, without what only the terminal needed. */

const ESCAPE = '\u001b';
const BELL = '\u0007';
/** After an escape character: colours and movements of the cursor, titles and links of the window. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*|[()][0-9A-B]|[@-Z\\-_=>])/u;

const withoutEscapes = (text: string): string =>
  text
    .split(ESCAPE)
    .map((part, i) => (i === 0 ? part : part.replace(SEQUENCE, '')))
    .join('')
    .replaceAll(BELL, '');

/** The frame of a pane stands before nearly every line. */
const FRAMED = 0.8;

/** Lines as they were seen: no escape sequences, no frame or margin around all of them, of a line that was redrawn the last state. */
export function screenLines(text: string): readonly string[] {
  const shown = text.includes(ESCAPE) ? withoutEscapes(text) : text;
  const lines = shown.split(/\r?\n/).map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replaceAll('\u00a0', ' '));
  const filled = lines.filter((line) => line.trim() !== '');
  const framed = filled.length > 2 && filled.filter((line) => /^[│┃|] /.test(line)).length >= filled.length * FRAMED;
  const inner = framed ? lines.map((line) => line.replace(/^[│┃|] ?/, '').replace(/\s+[│┃|]$/, '')) : lines;
  const margin = inner.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, line.length - line.trimStart().length)), 80);
  return margin > 0 && margin < 80 ? inner.map((line) => line.slice(margin)) : inner;
}
