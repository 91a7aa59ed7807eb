/**
 * One stored picture of each view: all its corners, reduced, in a grid. A tile is compared with what is seen now, so that a difference
 * has the name of its corner.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { type Corner, nameOf } from './view.ts';

// Each worker has a core to itself.
sharp.concurrency(1);

/** Small enough for the repository, and large enough to read. A pixel has the mean of six: edges of letters count less than letters. */
const SCALE = 0.4;
const GAP = 4;
const LABEL = 16;
const BACKGROUND = '#777777';
const PLAIN = { r: 0x77, g: 0x77, b: 0x77, alpha: 1 };
const CHANNELS = 4;
/** Between two colours of a sheet in each channel: sixteen of them make its file half as large, and a colour moves by less than is compared. */
const STEP = 17;

/** Of the distance between black and white, from which on a pixel differs. */
const THRESHOLD = 0.1;
/** So many pixels that differ, of a square of so many at each side: a change is in one place, noise is not. */
const WINDOW = 16;
const TOLERATED = 6;

/** Where a corner stands in the sheet. */
export interface Cell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
/** The pixels of a cell, the rest of it in the colour of the background. */
export interface Tile {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

const reduced = (length: number): number => Math.round(length * SCALE);

/** A column for each width, a row for each language and theme. */
export function gridOf(corners: readonly Corner[]): { readonly width: number; readonly height: number; readonly cells: ReadonlyMap<Corner, Cell> } {
  const widths = [...new Map(corners.map(({ width, height }) => [width, height]))];
  const rows = [...new Set(corners.map(({ language, scheme }) => `${language} ${scheme}`))].toSorted();
  const high = reduced(Math.max(...widths.map(([, height]) => height))) + LABEL + GAP;
  const leftOf = (width: number): number =>
    widths
      .slice(
        0,
        widths.findIndex(([one]) => one === width),
      )
      .reduce((sum, [one]) => sum + reduced(one) + GAP, GAP);
  const cells = new Map(
    corners.map((corner) => {
      const { language, scheme, width, height } = corner;
      const top = rows.indexOf(`${language} ${scheme}`) * high + LABEL;
      return [corner, { left: leftOf(width), top, width: reduced(width), height: reduced(height) }];
    }),
  );
  const last = widths.at(-1)![0];
  return { width: leftOf(last) + reduced(last) + GAP, height: rows.length * high, cells };
}

/** What a picture of the window shows within `clip`, as a cell has it. */
export async function tileOf(picture: Buffer, corner: Corner, clip: Cell): Promise<Tile> {
  const [width, height] = [reduced(corner.width), reduced(corner.height)];
  const [wide, high] = [Math.max(1, reduced(clip.width)), Math.max(1, reduced(clip.height))];
  const part = await sharp(picture).extract(clip).resize(wide, high, { fit: 'fill', kernel: 'linear' }).toBuffer();
  const pixels = await sharp(part)
    .extend({ right: width - wide, bottom: height - high, background: PLAIN })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width, height, pixels };
}

/** Pixels that differ in the square with the most of them. */
function differing(before: Tile, now: Tile, output: Buffer | null): number {
  const options = { threshold: THRESHOLD, includeAA: true, windowSize: WINDOW };
  return pixelmatch(before.pixels, now.pixels, output, now.width, now.height, options);
}

/** Whether a tile is the stored one, but for noise. */
export const isSame = (before: Tile, now: Tile): boolean => differing(before, now, null) <= TOLERATED;

/** The tile with what differs in red, as a file; and how many pixels that are where there are most. */
export async function differenceOf(before: Tile, now: Tile): Promise<{ readonly pixels: number; readonly picture: Buffer }> {
  const pixels = Buffer.alloc(now.pixels.length);
  return { pixels: differing(before, now, pixels), picture: await pictureOf({ ...now, pixels }) };
}

/** A tile as a file. */
export const pictureOf = ({ width, height, pixels }: Tile): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: CHANNELS } })
    .removeAlpha()
    .png()
    .toBuffer();

export const FOLDER = path.resolve(import.meta.dirname, '../pictures');
const sheetOf = (view: string): string => path.join(FOLDER, `${view}.png`);

/** The tiles of a stored sheet; none where there is no sheet, or one of another grid. */
export async function readSheet(view: string, corners: readonly Corner[]): Promise<ReadonlyMap<Corner, Tile>> {
  const file = sheetOf(view);
  return existsSync(file) ? tilesIn(file, corners) : new Map();
}

export async function tilesIn(file: string | Buffer, corners: readonly Corner[]): Promise<ReadonlyMap<Corner, Tile>> {
  const tiles = new Map<Corner, Tile>();
  const grid = gridOf(corners);
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  if (info.width !== grid.width || info.height !== grid.height) return tiles;
  for (const [corner, cell] of grid.cells) {
    const pixels = Buffer.alloc(cell.width * cell.height * CHANNELS);
    for (let y = 0; y < cell.height; y++) {
      const from = ((cell.top + y) * info.width + cell.left) * CHANNELS;
      data.copy(pixels, y * cell.width * CHANNELS, from, from + cell.width * CHANNELS);
    }
    tiles.set(corner, { width: cell.width, height: cell.height, pixels });
  }
  return tiles;
}

const labels = (view: string, width: number, height: number, cells: ReadonlyMap<Corner, Cell>): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif" font-size="11" fill="#fff">${[...cells]
      .map(
        ([corner, { left, top }]) =>
          `<text x="${left}" y="${top - 4}">${corner.width === 390 ? nameOf('', corner).slice(1) : nameOf(view, corner)}</text>`,
      )
      .join('')}</svg>`,
  );

/** Writes the sheet of a view. */
export async function storeSheet(view: string, tiles: ReadonlyMap<Corner, Tile>): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(sheetOf(view), await sheetFrom(view, tiles));
}

/** The file of a sheet. With a palette where that leaves most of the tolerance; otherwise with all colours. */
export async function sheetFrom(view: string, tiles: ReadonlyMap<Corner, Tile>): Promise<Buffer> {
  const corners = [...tiles.keys()];
  const { width, height, cells } = gridOf(corners);
  const placed = [...tiles].map(([corner, tile]) => {
    const { left, top } = cells.get(corner)!;
    const input = tile.pixels.map((value) => Math.min(255, Math.round(value / STEP) * STEP));
    return { input: Buffer.from(input), raw: { width: tile.width, height: tile.height, channels: CHANNELS }, left, top } as const;
  });
  const pixels = await sharp({ create: { width, height, channels: CHANNELS, background: BACKGROUND } })
    .composite([{ input: labels(view, width, height, cells), left: 0, top: 0 }, ...placed])
    .removeAlpha()
    .raw()
    .toBuffer();
  const sheet = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  const small = await sheet().png({ palette: true, colours: 256, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();
  const read = await tilesIn(small, corners);
  const close = [...tiles].every(([corner, tile]) => differing(read.get(corner)!, tile, null) <= TOLERATED / 2);
  return close ? small : sheet().png({ compressionLevel: 9 }).toBuffer();
}
