/** Tables for a terminal: cells in columns that fit the screen. */
import { fitted, printable, widthOf } from './output.ts';

/** Behind a Chinese character a line may end, but not before a mark that closes. */
const BETWEEN_CHARACTERS = /(?<=[\u2e80-\ua4cf\uff00-\uff60])(?![，。；：、）》！？…])/u;

export function wrapped(text: string, columns: number): string[] {
  if (text.includes('\n')) return text.split('\n').flatMap((line) => wrapped(line, columns));
  const lines: string[] = [];
  let width = 0;
  for (const word of text.split(' ')) {
    for (const [i, piece] of word.split(BETWEEN_CHARACTERS).entries()) {
      const last = lines.at(-1);
      const space = i === 0 ? ' ' : '';
      const more = widthOf(piece);
      if (last !== undefined && width + space.length + more <= columns) {
        lines[lines.length - 1] = last + space + piece;
        width += space.length + more;
      } else {
        lines.push(piece);
        width = more;
      }
    }
  }
  return lines;
}

interface Look {
  readonly painted?: (text: string) => string;
  /** In the column that grows: drawn at its width, instead of the text. */
  readonly draw?: (width: number) => string;
}

export type Cell = readonly [text: string, align: 'left' | 'right' | 'rest', look?: Look];

const same = (text: string): string => text;

/** Columns that a line's `rest` needs, so that it says something. */
const LEAST_REST = 16;
/** Columns of a title where the table is too wide for the screen, unless told otherwise. */
const LEAST_TITLE = 24;

export interface Fit {
  /** Columns of the screen; infinity where the output is no screen. */
  readonly columns: number;
  readonly leaves: readonly number[];
  readonly title?: number;
  readonly grows?: { readonly column: number; readonly least: number; readonly usual: number; readonly most: number };
}

/** Cells in columns, the first row as the head; every text is printable. */
export function grid(
  rows: readonly (readonly Cell[])[],
  { columns, leaves, grows, title: least = LEAST_TITLE }: Fit = { columns: Number.POSITIVE_INFINITY, leaves: [] },
): string[] {
  const safe = rows.map((row) => row.map(([text, align, look = {}]): Required<Cell> => [printable(text), align, look]));
  const widths: number[] = [];
  for (const row of safe)
    for (const [c, [text, align]] of row.entries())
      if (align !== 'rest' || c === safe[0]!.length - 1)
        widths[c] = Math.max(widths[c] ?? 0, align === 'rest' ? Math.min(LEAST_REST, widthOf(text)) : widthOf(text));
  if (grows) widths[grows.column] = columns === Number.POSITIVE_INFINITY ? grows.usual : grows.least;
  const shown = new Set(widths.keys());
  const needed = (): number => [...shown].reduce((sum, c) => sum + widths[c]!, 2 * (shown.size - 1));
  const title = widths[0] ?? 0;
  if (needed() > columns) widths[0] = Math.min(title, least);
  for (const c of leaves) {
    if (needed() <= columns) break;
    shown.delete(c);
  }
  if (columns < Number.POSITIVE_INFINITY) {
    widths[0] = Math.min(title, widths[0]! + Math.max(0, columns - needed()));
    if (grows && shown.has(grows.column)) widths[grows.column] = Math.min(grows.most, grows.least + Math.max(0, columns - needed()));
  }
  return safe.map((row) => {
    const cells = row.flatMap(([full, align, { painted = same, draw }], c) => {
      if (!shown.has(c)) return [];
      return [{ text: draw ? draw(widths[c]!) : align === 'rest' ? full : fitted(full, widths[c]!), align, painted, width: widths[c]! }];
    });
    let line = '';
    let room = columns;
    for (const [i, { text, align, painted, width }] of cells.entries()) {
      const cut = fitted(text, room);
      const space = align === 'rest' ? '' : ' '.repeat(Math.max(0, Math.min(width, room) - widthOf(cut)));
      line += align === 'right' ? space + painted(cut) : painted(cut) + space;
      room -= widthOf(cut) + space.length + 2;
      if (room <= 0 || i === cells.length - 1) break;
      line += '  ';
    }
    return line.trimEnd();
  });
}
