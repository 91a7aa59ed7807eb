/** The answer: one row by what matters, why, how sure, and what to do with it. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, open, openSettings, settled, settledAddress, test, visitor, target } from './support.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Answer' });

test('holds every row to what A leaves, names the best with its figures at a budget of one’s own; what matters changes it', async ({ page }) => {
  await open(page, '');
  await settled(page);
  const say = line(page).getByRole('heading', { level: 1 });
  await expect(say).toContainText(/Claude Code(: it)? keeps \d+\s% of what was needed later/);
  await expect(target(page)).toHaveAttribute('aria-valuetext', /^as A: [\d.]+k? tokens$/);
  await page.getByRole('radio', { name: 'own budget' }).check({ force: true });
  await settled(page);
  await expect(say).toContainText(/^At 50\s% (any of \d+ policies keeps about|.* keeps) \d+\s% of what was needed later\./);
  await expect(line(page)).toContainText(/Random dropping keeps \d+\s% there\./);
  const share = /(\d+)\s% of what/.exec(await say.innerText())![1]!;
  await expect(page.getByRole('group', { name: /^B: / })).toContainText(`${share} %`);
  await page.getByLabel('judged by').selectOption('cost');
  await expect(line(page)).toContainText(/has the cheapest next call/);
});

test('why: the best of the others and what bars the rest; axe finds nothing, in both themes', { tag: '@deep' }, async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await page.keyboard.press('1');
    await settled(page);
    await line(page).getByRole('button', { name: 'Why' }).click();
    const box = page.getByRole('group', { name: 'Why this policy' });
    await expect(box.getByRole('listitem').first()).toContainText(/%$/);
    await expect(box).toContainText(/did nothing|refused by the provider|leaves? more than the budget|random dropping/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(box).toHaveCount(0);
  }
});

test.describe('of a whole session', () => {
  test.use({ whole: true });

  test('the wishes travel in the link, and bar rows', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    await page.keyboard.press('1');
    await settled(page);
    const why = line(page).getByRole('button', { name: 'Why', exact: true });
    const box = page.getByRole('group', { name: 'Why this policy' });
    /** Each wish has a reason of its own in the list of what is not the answer, and only while it is wished. */
    for (const { wish, reason } of [
      { wish: 'no model call', reason: /[1-9]\d* with a model call/ },
      { wish: 'your rules kept', reason: /[1-9]\d* with too few of your rules/ },
    ]) {
      await why.click();
      await expect(box).toContainText('Not the answer');
      await expect(box).not.toContainText(reason);
      await page.keyboard.press('Escape');
      const settings = await openSettings(page);
      await settings.getByLabel(wish).check();
      await settings.getByRole('button', { name: 'Close the settings' }).click();
      await why.click();
      await expect(box).toContainText(reason);
      await page.keyboard.press('Escape');
      await expect(box).toHaveCount(0);
    }
    let settings = await openSettings(page);
    await settings.getByLabel('your rules kept').uncheck();
    await settings.getByLabel('judged by').selectOption('userWords');
    await expect(line(page)).toContainText('the user’s words that were needed later');
    await settledAddress(page);
    await page.reload();
    settings = await openSettings(page);
    await expect(settings.getByLabel('no model call')).toBeChecked();
    await expect(settings.getByLabel('your rules kept')).not.toBeChecked();
    await expect(settings.getByLabel('judged by')).toHaveValue('userWords');
  });
});

test('a policy that is opened stands beside A and B as C; another act replays A and B', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await settled(page);
  const table = page.getByRole('table', { name: 'Policies' });
  const letter = (title: string) => table.getByRole('button', { name: `Compare ${title} as C`, exact: true });
  const titleOf = async (at: string) =>
    (
      await table
        .locator('tr[data-pinned]', { has: page.getByText(at, { exact: true }) })
        .locator('[data-name]')
        .innerText()
    ).trim();
  const [mine, best] = [await titleOf('A'), await titleOf('B')];
  await letter('Sliding window').click();
  await expect(letter('Sliding window')).toHaveText('C');
  await expect(letter(mine)).toHaveText('A');
  await expect(letter(best)).toHaveText('B');
  await page.getByRole('tab', { name: 'Answer', exact: true }).click();
  for (const [at, title] of [
    ['A', mine],
    ['B', best],
    ['C', 'Sliding window'],
  ])
    await expect(page.getByRole('group', { name: `${at}: ${title}`, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Replay request by request' }).click();
  await expect(page.getByRole('tab', { name: 'Replay' })).toHaveAttribute('aria-selected', 'true');
  for (const title of [mine, best]) await expect(page.getByRole('region', { name: 'Summary' }).getByRole('row', { name: title })).toBeVisible();
});

for (const { width, locale } of [
  { width: 1440, locale: 'en-US' },
  { width: 1280, locale: 'zh-CN' },
  { width: 1280, locale: 'en-US' },
])
  test(`nothing moves when another answer comes, ${width} px, ${locale} @deep`, async ({ page, browser, baseURL }) => {
    await page.close();
    const context = await visitor(browser, { viewport: { width, height: 900 }, locale });
    const other = await context.newPage();
    await other.goto(baseURL!);
    await settled(other);
    // Where the strip of A stands at every change of the page.
    await other.evaluate(() => {
      const topOf = (): number => document.querySelector('[role=tabpanel] [role=group][data-key]')!.getBoundingClientRect().top + scrollY;
      const tops = [topOf()];
      Object.assign(window, { tops });
      new MutationObserver(() => tops.push(topOf())).observe(document, { attributes: true, childList: true, subtree: true });
    });
    const say = line(other).or(other.getByRole('region', { name: '答案' }));
    const before = await say.first().innerText();
    await other.getByRole('radio', { name: /^(own budget|自定预算)$/ }).check({ force: true });
    await settled(other);
    expect(await say.first().innerText()).not.toBe(before);
    const tops = await other.evaluate(() => (window as unknown as { tops: number[] }).tops);
    expect(tops.length).toBeGreaterThan(1);
    expect(tops.filter((top) => Math.abs(top - tops[0]!) >= 1)).toEqual([]);
    await context.close();
  });
