/** Strips as one SVG: what the table paints, as rectangles. Knows no store, React or canvas. */
import { escaped } from '../../charts/scale.ts';
import type { RowResult, TranscriptView } from '../../../worker/protocol.ts';
import { stripAxis, xOf } from './axis.ts';
import { cachedFateBins, diamond, drawn, type InkColors, insideStrip, stripHeights } from '../../../engine/strips/bins.ts';

const WIDTH = 640;
const HEIGHT = 16;
const LINE = 24;
const EDGE = 12;
const GAP = 12;
const TITLE = 13;
const TEXT = 12;
const SWATCH = 10;

interface PictureColors extends InkColors {
  readonly bg: string;
  readonly text: string;
  readonly track: string;
}

interface PicturedRow {
  readonly title: string;
  readonly result: RowResult;
}

interface PicturedLabel {
  readonly text: string;
  /** px, of the text. */
  readonly width: number;
  readonly fill: string;
}

interface Words {
  readonly title: string;
  readonly font: string;
  /** px that the widest name takes. */
  readonly names: number;
  readonly axis: string;
  readonly legend: readonly PicturedLabel[];
}

/** The axis under the strips, then what the colours mean. */
function under({ axis, legend }: Words, colors: PictureColors, left: number, top: number): string {
  let x = left;
  const labels = legend.map(({ text, width, fill }) => {
    const at = x;
    x += SWATCH + 5 + Math.ceil(width) + GAP;
    return `<rect x="${at}" y="${top + LINE - SWATCH}" width="${SWATCH}" height="${SWATCH}" fill="${fill}" stroke="${colors.text}" stroke-opacity=".3"/><text x="${at + SWATCH + 5}" y="${top + LINE}">${escaped(text)}</text>`;
  });
  return `<text x="${left}" y="${top}">${escaped(axis)}</text>${labels.join('')}`;
}

/** Strips one below the other, each with its name, over their axis and legend. Rows that did not compact have none. */
export function stripsSvg(
  rows: readonly PicturedRow[],
  view: TranscriptView,
  colors: PictureColors,
  words: Words,
): { readonly svg: string; readonly width: number; readonly height: number } | null {
  const { title, font, names } = words;
  const list = rows.filter(({ result }) => result.outcome === 'compacted');
  if (list.length === 0 || view.total === 0) return null;
  const axis = stripAxis(view, 'tokens', null);
  const left = EDGE + Math.ceil(names) + GAP;
  const width = left + WIDTH + EDGE;
  const first = EDGE + TITLE + GAP;
  const end = first + list.length * LINE + TEXT;
  const height = end + LINE + EDGE;
  const lines = list.map(({ title: name, result }, i) => {
    const top = first + i * LINE;
    const heights = stripHeights(cachedFateBins(result, axis, view.tokens, WIDTH), HEIGHT, 1);
    const marks = result.summaries.map(({ before }) => {
      return diamond(left + insideStrip(xOf(axis, axis.edges[before] ?? 0, WIDTH), WIDTH), top, colors.sum, colors.bg);
    });
    return [
      `<text x="${EDGE}" y="${top + 12}">${escaped(name)}</text>`,
      `<rect x="${left}" y="${top}" width="${WIDTH}" height="${HEIGHT}" fill="${colors.track}"/>`,
      drawn(heights, colors, left, top),
      ...marks,
    ].join('');
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" font-size="${TEXT}" fill="${colors.text}"><rect width="${width}" height="${height}" fill="${colors.bg}"/><text x="${EDGE}" y="${EDGE + TITLE - 2}" font-size="${TITLE}" font-weight="600">${escaped(title)}</text>${lines.join('')}${under(words, colors, left, end)}</svg>`;
  return { svg, width, height };
}
