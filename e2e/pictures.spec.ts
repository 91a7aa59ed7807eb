/** A chart saved from the page: an SVG that depends on nothing, a PNG of twice its size. */
import { expect, expectAccessible, expectSaved, open, test } from './support.ts';

test('the plot of the comparison is saved as SVG and as PNG @deep', async ({ page }) => {
  await open(page);
  await expect(page.locator('figure').first().locator('[data-chart] svg text').first()).toBeVisible();
  await expectSaved(page, page.getByRole('button', { name: /^Save .* as a picture$/ }).first());
});

test.describe('a long session', () => {
  test.use({ whole: true });

  test('the lanes of the replay are saved with all rows, their names, the axis and every mark @deep', async ({ page }) => {
    await open(page);
    await page.getByRole('tab', { name: 'Replay' }).click();
    await expect(page.getByRole('slider', { name: 'Context size' })).toBeVisible();
    const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
    await window.fill('40000');
    await window.press('Enter');
    const rows = page.getByRole('region', { name: 'Summary' }).locator('tr:has([data-lane])');
    await expect(rows.locator('text').filter({ hasText: 'window 40,000' })).toBeVisible();
    await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible();
    const menu = page.getByRole('button', { name: 'Save Context at every request as a picture' });
    const box = (await menu.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    const { svg, texts } = await expectSaved(page, menu);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Context at every request, tokens',
        'request',
        '1',
        '79',
        'window 40,000',
        'compaction',
        'refused request',
        'own trigger',
      ]),
    );
    const names = await rows.locator('[data-run] > :is(b, button)').allTextContents();
    expect(names.length).toBe(await rows.count());
    expect(texts.filter((text) => names.some((name) => text.endsWith(name)))).toHaveLength(names.length);
    const drawn = await rows.locator('[data-lane] path').evaluateAll((list) => list.flatMap((path) => path.getAttribute('d') || []));
    expect(drawn.filter((d) => !svg.includes(`d="${d}"`))).toEqual([]);
    const marks = await rows.locator('path[data-mark="compaction"]').evaluateAll((list) => list.filter((path) => path.getAttribute('d')).length);
    expect(marks).toBeGreaterThan(0);
    await expectAccessible(page);
    // Above the overlay stands a menu of its own.
    await page.getByRole('radio', { name: 'overlay' }).check();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Save Context size as a picture' })).toBeVisible();
  });
});
