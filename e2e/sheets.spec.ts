/** The comparison with stored pictures finds what it is for: in the page itself, small changes in one corner, after a way through the file. */
import { expect, settled, test } from './support.ts';
import { isSame, sheetFrom, type Tile, tileOf, tilesIn } from './views/sheet.ts';
import { arranged, windowOf } from './views/shot.ts';
import { type Corner, CORNERS, nameOf, START, turnTo } from './views/view.ts';

test.use({ viewport: { width: START.width, height: START.height }, deviceScaleFactor: 1 });

/** What is done to one element: each as little as somebody would still call a defect. */
const CHANGES = {
  'a button is moved by six pixels': ['header button:not([aria-label])', 'transform: translateX(6px)'],
  'a button has another colour': ['header button:not([aria-label])', 'background: #16a34a'],
  'the label of a button is missing': ['header button:not([aria-label])', 'color: transparent'],
  'a name in the answer is bold no more': [':is([aria-label="Answer"], [aria-label="答案"]) b', 'font-weight: 400'],
  'a name in the table is missing': ['tr[data-key] [data-name]', 'visibility: hidden'],
  'a frame is missing': ['select, input[type=text], input[type=search]', 'border-color: transparent'],
} as const;

test('a changed, moved or missing part differs in its corner alone; the same page twice does not @nightly', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto('./');
  await settled(page);
  const corners: readonly Corner[] = CORNERS.filter(({ width }) => width === 1280);
  const look = async (corner: Corner): Promise<Tile> => {
    const clip = await arranged(page, undefined);
    return tileOf(await windowOf(page), corner, clip);
  };
  const tiles = new Map<Corner, Tile>();
  for (const corner of corners) {
    await turnTo(page, corner);
    tiles.set(corner, await look(corner));
  }
  const stored = await tilesIn(await sheetFrom('compare', tiles), corners);
  expect([...stored.keys()]).toEqual(corners);
  for (const corner of corners) {
    await turnTo(page, corner);
    const unchanged = await look(corner);
    expect(
      corners.filter((one) => isSame(stored.get(one)!, unchanged)),
      nameOf('', corner),
    ).toEqual([corner]);
    for (const [what, [selector, style]] of Object.entries(CHANGES)) {
      // The element itself: what is hidden is no longer the first that is seen.
      const part = (await page.locator(selector).filter({ visible: true }).first().elementHandle())!;
      await part.evaluate((element, added) => {
        element.setAttribute('data-was', element.getAttribute('style') ?? '');
        element.setAttribute('style', `${element.getAttribute('style') ?? ''}; transition: none; ${added.replace(/(;|$)/g, ' !important$1')}`);
      }, style);
      expect(isSame(stored.get(corner)!, await look(corner)), `${nameOf('', corner)}: ${what}`).toBe(false);
      await part.evaluate((element) => element.setAttribute('style', element.getAttribute('data-was')!));
    }
    await expect.poll(async () => isSame(stored.get(corner)!, await look(corner)), nameOf('', corner)).toBe(true);
  }
});

test('a corner without a stored tile is told by a sheet of another grid, and a sheet has a tile for each corner @nightly', async () => {
  const corners = CORNERS.filter(({ width }) => width === 390);
  const tile = (grey: number): Tile => ({ width: 156, height: 338, pixels: Buffer.alloc(156 * 338 * 4, Buffer.from([grey, grey, grey, 255])) });
  const sheet = await sheetFrom('few', new Map(corners.map((corner, at) => [corner, tile(51 * (at + 1))])));
  const read = await tilesIn(sheet, corners);
  expect(corners.map((corner) => read.get(corner)?.pixels[0])).toEqual([51, 102, 153, 204]);
  expect((await tilesIn(sheet, CORNERS)).size).toBe(0);
});
