/** The map of Tune as one SVG: its axes with their names, and a cell for each combination with its number. Knows no store, React or canvas. */
import type { Picture } from '../charts/picture.ts';
import { escaped, textWidth } from '../charts/scale.ts';

const EDGE = 12;
const TITLE = 13;
const TEXT = 11;
const LINE = 18;
const CELL = 30;
const LEAST = 44;
/** Left and right of the text of a cell. */
const PAD = 8;
const GAP = 1;

export interface MapCell {
  readonly text: string;
  /** From the worst value to the best, 0 … 1. */
  readonly heat: number;
  /** Why it cannot be chosen; null = it can. */
  readonly barred: string | null;
  readonly mark: 'chosen' | 'now' | null;
}

export interface MapGrid {
  readonly columns: { readonly name: string; readonly texts: readonly string[] };
  readonly rows: { readonly name: string; readonly lines: readonly { readonly text: string; readonly cells: readonly MapCell[] }[] };
}

interface MapColours {
  readonly bg: string;
  readonly text: string;
  readonly second: string;
  readonly sunk: string;
  readonly accent: string;
  heat(share: number): string;
}

interface Words {
  readonly title: string;
  readonly note: string;
  readonly legend: string;
  readonly font: string;
}

function cellOf({ text, heat, barred, mark }: MapCell, x: number, y: number, width: number, colours: MapColours): string {
  const frame =
    mark &&
    `<rect x="${x + 1}" y="${y + 1}" width="${width - 2}" height="${CELL - 2}" fill="none" ${
      mark === 'chosen' ? `stroke="${colours.accent}" stroke-width="2"` : `stroke="${colours.second}" stroke-dasharray="3 2"`
    }/>`;
  return [
    '<g>',
    barred && `<title>${escaped(barred)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${CELL}" fill="${barred === null ? colours.heat(heat) : colours.sunk}"/>`,
    frame,
    `<text x="${x + width / 2}" y="${y + CELL / 2 + 4}" text-anchor="middle"`,
    barred !== null && ` fill="${colours.second}"`,
    mark === 'chosen' && ' font-weight="600"',
    `>${escaped(text)}${barred === null ? '' : ' ▲'}</text></g>`,
  ]
    .filter(Boolean)
    .join('');
}

export function mapSvg({ columns, rows }: MapGrid, colours: MapColours, { title, note, legend, font }: Words): Picture {
  const [across, down] = [`${columns.name} →`, `${rows.name} ↓`];
  const wide = (text: string): number => textWidth(text, TEXT);
  const names = Math.ceil(Math.max(wide(down), ...rows.lines.map(({ text }) => wide(text))));
  const texts = [...columns.texts, ...rows.lines.flatMap(({ cells }) => cells.map(({ text, barred }) => (barred === null ? text : `${text} ▲`)))];
  const cell = Math.ceil(Math.max(LEAST, ...texts.map((text) => wide(text) + 2 * PAD)));
  const left = EDGE + names + PAD;
  // Below the title: the note, the name of the columns, and their values.
  const noteAt = EDGE + TITLE + LINE;
  const nameAt = noteAt + LINE + 4;
  const headAt = nameAt + LINE;
  const top = headAt + PAD;
  const grid = columns.texts.length * (cell + GAP);
  const bottom = top + rows.lines.length * (CELL + GAP);
  const width =
    Math.ceil(Math.max(left + Math.max(grid, wide(across)), EDGE + Math.max(textWidth(title, TITLE, 600), wide(note), wide(legend)))) + EDGE;
  const height = bottom + LINE + EDGE;
  const soft = (x: number, y: number, text: string, anchor = 'start'): string =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colours.second}">${escaped(text)}</text>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" font-size="${TEXT}" fill="${colours.text}">`,
    `<rect width="${width}" height="${height}" fill="${colours.bg}"/>`,
    `<text x="${EDGE}" y="${EDGE + TITLE - 2}" font-size="${TITLE}" font-weight="600">${escaped(title)}</text>`,
    soft(EDGE, noteAt, note),
    soft(left, nameAt, across),
    soft(left - PAD, headAt, down, 'end'),
    ...columns.texts.map((text, i) => soft(left + i * (cell + GAP) + cell / 2, headAt, text, 'middle')),
    ...rows.lines.flatMap(({ text, cells }, j) => {
      const y = top + j * (CELL + GAP);
      return [soft(left - PAD, y + CELL / 2 + 4, text, 'end'), ...cells.map((one, i) => cellOf(one, left + i * (cell + GAP), y, cell, colours))];
    }),
    soft(EDGE, bottom + LINE, legend),
    '</svg>',
  ].join('');
  return { svg, width, height };
}
