/**
 * The layout of the views (views/): nothing is cut, covered or beside the page, no target is below 24 px, and axe finds nothing, in both
 * languages. Thirteen views at two widths every day; all of them in every corner with the tag `@deep`.
 */
import type { Page } from '@playwright/test';
import { accessibilityOf, type Contrasts, contrastOf } from './accessibility.ts';
import { layoutOf, placesOf } from './layout.ts';
import type { ModelServer } from '../src/models/testing/server.ts';
import { expect } from './support.ts';
import { withModels } from './with-models.ts';
import { CHAPTERS } from './views/index.ts';
import { arranged } from './views/shot.ts';
import { type Chapter, type Corner, CORNERS, nameOf, partOf, START, type View, visit } from './views/view.ts';

const test = withModels(/Failed to load resource/);
test.use({ newcomer: true, viewport: { width: START.width, height: START.height }, deviceScaleFactor: 1 });

/** What most people see, and of each kind of view one. */
const DAILY: ReadonlySet<string> = new Set([
  'compare',
  'why',
  'policies',
  'row',
  'message',
  'plot',
  'document',
  'import',
  'share',
  'lost',
  'replay',
  'set',
  'tune',
]);
/** Each language at two widths, and each in a theme of its own. */
const isDaily = ({ language, scheme, width }: Corner): boolean => width !== 1280 && scheme === (language === 'en' ? 'light' : 'dark');

/** By all chapters of this process. */
const CONTRASTS: Contrasts = new Set();

/**
 * Where every box stands as in `before`, the other theme of the same corner, layout and targets are those. All rules of axe are asked in
 * English at every width, of another language those that words can break; and of a view that is a part of the page the whole page once,
 * because the rest is a view of its own.
 */
async function measure(page: Page, view: View, corner: Corner, before: number | undefined): Promise<number> {
  const name = nameOf(view.name, corner);
  const part = await partOf(page, view);
  await arranged(page, part);
  const places = await placesOf(page);
  // A narrow page adds few kinds of text; the deep tests check their contrast.
  if (process.env.DEEP || corner.width === START.width) expect.soft(await contrastOf(page, CONTRASTS), name).toEqual([]);
  if (places === before) return places;
  expect.soft(await layoutOf(page), name).toEqual({ cut: [], overlapping: [], outside: [] });
  const [within, words] = [corner === START ? undefined : part, corner.language !== START.language];
  expect.soft(await accessibilityOf(page, { within, words, contrast: false }), name).toEqual([]);
  return places;
}

async function walk(page: Page, server: ModelServer, views: readonly View[], corners: readonly Corner[]): Promise<void> {
  for (const view of views) {
    const places = new Map<string, number>();
    await visit(page, server, view, corners, async (corner) => {
      const place = `${corner.language} ${corner.width}`;
      places.set(place, await measure(page, view, corner, places.get(place)));
    });
  }
}

/** Views of the day whose chapters begin alike are of one page. */
const daily = new Map<Chapter['begin'], View[]>();
for (const { begin, views } of CHAPTERS) for (const view of views) if (DAILY.has(view.name)) daily.set(begin, [...(daily.get(begin) ?? []), view]);
for (const [begin, views] of daily)
  test(`layout and accessibility of ${views.map(({ name }) => name).join(', ')}`, async ({ page, server }) => {
    await begin(page, server);
    await walk(page, server, views, CORNERS.filter(isDaily));
  });

for (const { name, begin, views } of CHAPTERS)
  test(`${name}: layout and accessibility of ${views.length} views @deep`, async ({ page, server }) => {
    test.setTimeout(1_200_000);
    await begin(page, server);
    await walk(page, server, views, CORNERS);
  });
