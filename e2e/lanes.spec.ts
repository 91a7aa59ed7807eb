/** The lanes of a replay, its sentence and its settings. */
import { size, panel, replayed, moreSettings, answer, type CELLS, summary, cell } from './replay-view.ts';
import { expect, expectAccessible, settledAddress, test } from './support.ts';

test.use({ whole: true });

test.describe('lanes', () => {
  test('a lane for every row, all with one axis; the cursor says the tokens of each, by mouse and by keyboard', async ({ page }) => {
    await replayed(page);
    const lanes = summary(page).locator('[data-lane]');
    const rows = summary(page).locator('tbody th');
    await expect(lanes).toHaveCount(await rows.count());
    await expect(lanes.locator('path[data-line]')).toHaveCount(await rows.count());
    const boxes = await lanes.evaluateAll((list) => list.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().width]));
    expect(new Set(boxes.map(String)).size).toBe(1);
    // Which request stands where: the axis and every lane agree.
    const [left, width] = boxes[0]!;
    await lanes.nth(1).hover({ position: { x: width! * 0.75, y: 30 } });
    const at = page.getByText(/^request \d+ of 79$/);
    const request = Number(/\d+/.exec((await at.textContent())!)![0]);
    expect(Math.abs(request - (1 + 78 * ((width! * 0.75 - 6) / (width! - 12))))).toBeLessThanOrEqual(1);
    const cursors = lanes.locator('i');
    await expect(cursors).toHaveCount(await rows.count());
    const places = await cursors.evaluateAll((list) => list.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(places).size).toBe(1);
    expect(Math.abs(places[0]! - (left! + width! * 0.75))).toBeLessThanOrEqual(width! / 78);
    const tokens = lanes.locator('span');
    for (const text of await tokens.allTextContents()) expect(text).toMatch(/^[\d,]+$/);
    // By keyboard the same, and the slider says it.
    await page.mouse.move(0, 0);
    await size(page).focus();
    await page.keyboard.press('End');
    await expect(page.getByText('request 79 of 79')).toBeVisible();
    const last = await lanes.nth(1).locator('span').textContent();
    await expect(size(page)).toHaveAttribute('aria-valuetext', new RegExp(`^Request 79, Middle removal ${last}`));
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByText('request 78 of 79')).toBeVisible();
    await expect(tokens).toHaveCount(await rows.count());
  });

  test('a click on a compaction of a lane opens the context after it, one on a name its compactions', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    const lane = summary(page).locator('[data-lane="middle-removal"]');
    const [x, y] = await lane.locator('path[data-mark="compaction"]').evaluate((path) => {
      const [, at, top] = /^M([\d.]+) (-?[\d.]+)/.exec(path.getAttribute('d')!)!;
      return [Number(at) + 6, Number(top) + 7];
    });
    await lane.click({ position: { x: x!, y: y! } });
    await expect(panel(page, 'Context')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText(/recorded so far · 1 compaction/)).toBeVisible();
    await summary(page).getByRole('button', { name: 'Oldest removal' }).click();
    await expect(panel(page, 'Compactions')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('radiogroup', { name: 'Strategy' }).getByRole('radio', { name: /^B Oldest removal · \d+$/ })).toBeChecked();
  });

  test('overlay is a switch, and lanes come back', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    const lanes = summary(page).locator('[data-lane]');
    await expect(lanes.first()).toBeVisible();
    await page.getByRole('radio', { name: 'overlay' }).check();
    await expect(lanes).toHaveCount(0);
    await expect(page.getByRole('figure', { name: 'Context size' })).toBeVisible();
    await expect(size(page)).toHaveCount(1);
    await page.getByRole('radio', { name: 'lanes' }).check();
    await expect(lanes.first()).toBeVisible();
    await expect(page.getByRole('figure', { name: 'Context size' })).toBeHidden();
    await expect(size(page)).toHaveCount(1);
  });

  test('more settings stay open for the next visit, and say how many are changed', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    const hand = page.getByRole('textbox', { name: 'Messages after which a person compacts' });
    await expect(hand).toBeHidden();
    await moreSettings(page);
    await hand.fill('60');
    await hand.press('Enter');
    await expect(page.getByRole('button', { name: 'More settings, 1 changed', expanded: true })).toBeVisible();
    await settledAddress(page);
    await page.reload();
    await expect(hand).toHaveValue('60', { timeout: 45_000 });
    await page.getByRole('button', { name: /^More settings/, expanded: true }).click();
    await expect(hand).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: /^More settings/, expanded: false })).toBeVisible({ timeout: 45_000 });
    await expect(hand).toBeHidden();
  });

  test('the numbers of the sentence are those of the table', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    const said = await answer(page).locator('p').first().textContent();
    const [, compactions, cost, rows, least, amount, times] =
      /^Recorded: ([\d,]+) compactions?, (\$[\d.,]+)\. Of (\d+) rows, (?:[A-Z] )?(.+) would have cost least, (\$[\d.,]+), with ([\d,]+) compactions?/.exec(
        said!,
      )!;
    const text = (row: RegExp, column: keyof typeof CELLS) => cell(page, row, column).textContent();
    expect([compactions, cost]).toEqual([await text(/^Recorded what/, 'compacted'), await text(/^Recorded what/, 'cost')]);
    const row = new RegExp(`^${least} `);
    expect([amount, times]).toEqual([await text(row, 'cost'), await text(row, 'compacted')]);
    expect(await text(row, 'refused')).toBe('0');
    expect(Number(rows)).toBe((await summary(page).locator('tbody tr').count()) - 2);
    // Of the rows that nothing refuses none is cheaper.
    const costs = await Promise.all(
      [/Middle removal/, /Oldest removal/, /Context compactor/].map(async (one) =>
        (await text(one, 'refused')) === '0' ? await text(one, 'cost') : null,
      ),
    );
    const dollars = (money: string) => Number(money.replace(/[$,]/g, ''));
    expect(dollars(amount!)).toBe(Math.min(...costs.flatMap((one) => (one === null ? [] : dollars(one)))));
  });

  test('on a narrow page each row is a block, its lane as wide as the block', { tag: '@deep' }, async ({ page }) => {
    await replayed(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const lanes = summary(page).locator('[data-lane]');
    await expect.poll(() => lanes.first().evaluate((lane) => lane.getBoundingClientRect().width)).toBeGreaterThan(340);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });
});
