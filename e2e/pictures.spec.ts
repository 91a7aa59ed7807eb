/** Pictures of all views in every corner, beside the stored sheets (e2e/pictures): scripts/pictures.mjs says what differs, and stores. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { withModels } from './with-models.ts';
import { CHAPTERS } from './views/index.ts';
import { differenceOf, FOLDER, isSame, pictureOf, readSheet, storeSheet, type Tile, tileOf } from './views/sheet.ts';
import { arranged, windowOf } from './views/shot.ts';
import { type Corner, CORNERS, cornersOf, nameOf, partOf, START, visit } from './views/view.ts';

const test = withModels(/Failed to load resource/);
test.use({ viewport: { width: START.width, height: START.height }, deviceScaleFactor: 1 });

const STORING = process.env.PICTURES === 'store';
/** Old, new and difference of every tile that differs. */
const REPORT = path.resolve(import.meta.dirname, '../test-results/pictures');

/** Asked again while it is another than the one before: what was just drawn may be drawn again. */
const PATIENCE = 20_000;
async function shownIn(page: Page, corner: Corner, part: Locator | undefined, stored: Tile | undefined): Promise<Tile> {
  let before = stored;
  for (const until = Date.now() + PATIENCE; ; ) {
    const clip = await arranged(page, part);
    const now = await tileOf(await windowOf(page), corner, clip);
    if ((before && isSame(before, now)) || Date.now() > until) return now;
    before = now;
  }
}

async function report(stored: Tile | undefined, now: Tile, name: string): Promise<void> {
  mkdirSync(REPORT, { recursive: true });
  const write = (kind: string, picture: Buffer): void => writeFileSync(path.join(REPORT, `${name}-${kind}.png`), picture);
  write('new', await pictureOf(now));
  if (!stored) return;
  const { pixels, picture } = await differenceOf(stored, now);
  write('old', await pictureOf(stored));
  write('difference', picture);
  console.log(`${name}: ${pixels} pixels of one place differ`);
}

// A sheet of no view is compared with nothing.
const VIEWS = new Set(CHAPTERS.flatMap(({ views }) => views.map(({ name }) => `${name}.png`)));
if (STORING) for (const name of readdirSync(FOLDER)) if (!VIEWS.has(name)) rmSync(path.join(FOLDER, name), { force: true });

for (const { name, begin, views } of CHAPTERS) {
  test(`${name}: pictures of ${views.length} views @nightly`, async ({ page, server }) => {
    test.setTimeout(1_200_000);
    await begin(page, server);
    for (const view of views) {
      const stored = await readSheet(view.name, cornersOf(view));
      const tiles = new Map<Corner, Tile>();
      await visit(page, server, view, CORNERS, async (corner) => {
        tiles.set(corner, await shownIn(page, corner, await partOf(page, view), stored.get(corner)));
      });
      const changed = [...tiles].filter(([corner, tile]) => !stored.has(corner) || !isSame(stored.get(corner)!, tile));
      if (STORING && changed.length > 0) await storeSheet(view.name, tiles);
      else for (const [corner, tile] of changed) await report(stored.get(corner), tile, nameOf(view.name, corner));
    }
  });
}
