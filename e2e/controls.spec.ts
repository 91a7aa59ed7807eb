import type { Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open, settledAddress, test } from './support.ts';

const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}, value` });

/** Tokens after each strategy as the table shows them (the only numbers with separators); times and order left out. */
async function tokens(page: Page): Promise<string> {
  const rows = await page.getByRole('table', { name: 'Strategies' }).getByRole('row').allTextContents();
  return rows
    .flatMap((text) => /\d{1,3}(,\d{3})+/.exec(text)?.[0] ?? [])
    .sort()
    .join(' ');
}
async function firstTokens(page: Page): Promise<string> {
  // Not while rows still wait for their summaries.
  await expect(page.getByRole('contentinfo')).toContainText(/strategies compared in/);
  // Rows out of view are drawn a moment after those in view: what three readings in a row say is the table.
  const read: string[] = [];
  await expect
    .poll(
      async () => {
        read.push(await tokens(page));
        return read.length >= 3 && read.at(-1) !== '' && new Set(read.slice(-3)).size === 1;
      },
      { intervals: [400] },
    )
    .toBe(true);
  return read.at(-1)!;
}

test('every slider has its field, and both move the comparison', async ({ page }) => {
  await open(page);
  for (const name of [
    'Context window',
    'Trigger',
    'Target',
    'Keep recent',
    'Preserve start',
    'Preserve end',
    'Long, HIGH over',
    'Short, LOW under',
    'Weights',
  ]) {
    await expect(slider(page, name)).toBeVisible();
    await expect(field(page, name)).toBeVisible();
  }
  const before = await firstTokens(page);
  await slider(page, 'Target').focus();
  for (let i = 0; i < 15; i++) await page.keyboard.press('ArrowLeft');
  await expect(field(page, 'Target')).toHaveValue('35');
  await expect.poll(() => tokens(page)).not.toBe(before);
  await field(page, 'Target').fill('50');
  await field(page, 'Target').press('Enter');
  await expect.poll(() => tokens(page)).toBe(before);
});

test.describe('at a first visit', () => {
  test.use({ more: false });
  test('what few people set is folded, says what it is and how much is changed, and stays as it was left @deep', async ({ page }) => {
    await open(page);
    const more = page.getByRole('region', { name: 'More settings' });
    await expect(more).toContainText('None is changed.');
    await expect(slider(page, 'Keep recent')).toBeHidden();
    await expect(slider(page, 'Target')).toBeVisible();
    const toggle = more.getByRole('button', { name: 'Show 12' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await field(page, 'Preserve start').fill('9');
    await field(page, 'Preserve start').press('Enter');
    expect(await more.getByRole('slider').count()).toBe(10);
    await settledAddress(page);
    await page.reload();
    await expect(field(page, 'Preserve start')).toHaveValue('9');
    await more.getByRole('button', { name: 'Hide' }).click();
    await expect(more).toContainText('One is changed.');
    await page.setViewportSize({ width: 1280, height: 720 });
    const rail = page.getByRole('button', { name: /^Controls · 1 changed, .* of the window used, target / });
    await expect(rail).toContainText('50 %');
    await expectAccessible(page);
  });
});

test('the target takes shares and tokens, and says no to what is neither', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const target = field(page, 'Target');
  for (const [typed, shown] of [
    ['0.25', '25'],
    ['40 %', '40'],
    ['6400', '6,400'],
    ['12k', '12,000'],
  ] as const) {
    await target.fill(typed);
    await target.press('Enter');
    await expect(target).toHaveValue(shown);
  }
  await target.fill('lots');
  await target.press('Enter');
  await expect(target).toHaveAttribute('aria-invalid', 'true');
  await target.press('Escape');
  await expect(target).toHaveValue('12,000');
});

test('a changed value has a dot that takes it back; reset takes back all', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await field(page, 'Preserve start').fill('9');
  await field(page, 'Preserve start').press('Enter');
  await field(page, 'Context window').fill('64k');
  await field(page, 'Context window').press('Enter');
  await expect(field(page, 'Context window')).toHaveValue('64,000');
  await page.getByRole('button', { name: 'Reset Preserve start to 4' }).click();
  await expect(field(page, 'Preserve start')).toHaveValue('4');
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect(page.getByRole('button', { name: /^Reset Context window/ })).toBeHidden();
});

/** A conversation of another model, as a file. */
const another = (words: string) => ({
  name: `${words}.json`,
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      model: 'gpt-4o',
      messages: Array.from({ length: 12 }, (_, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content: `${words} ${i}` })),
    }),
  ),
});

test('a window that was set for one file is automatic with the next, unless it is pinned', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const window = field(page, 'Context window');
  const model = page.getByRole('region', { name: 'Model and summariser' });
  await expect(model.getByText(/^of the model claude/)).toBeVisible();
  const pin = page.getByRole('button', { name: 'Keep for other files: context window' });
  await expect(pin).toBeHidden();
  await window.fill('64k');
  await window.press('Enter');
  await expect(model.getByText(/^set by you; claude.* has 200,000$/)).toBeVisible();
  await importFile(page, another('first'));
  await expect(window).toHaveValue('128,000');
  await expect(page.getByText(/Set for the file before, and automatic again: context window\./)).toBeVisible();
  await window.fill('64k');
  await window.press('Enter');
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await importFile(page, another('second'));
  await expect(page.getByRole('banner')).toContainText('second');
  await expect(window).toHaveValue('64,000');
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
});

test('a target is never over the window, and says what it is a share of', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const window = field(page, 'Context window');
  await window.fill('8k');
  await window.press('Enter');
  await expect(page.getByText('share of the window: 4,000 tokens')).toBeVisible();
  await expect(page.getByRole('img', { name: /over the window of 8,000; target 4,000$/ })).toBeVisible();
  const target = field(page, 'Target');
  await target.fill('30000');
  await target.press('Enter');
  await expect(page.getByText('over the window: 8,000 tokens count')).toBeVisible();
});

test('the gauge says when the transcript is over the window', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await field(page, 'Context window').fill('2000');
  await field(page, 'Context window').press('Enter');
  await expect(page.getByRole('img', { name: /over the window of 2,000/ })).toBeVisible();
  await expect(page.getByText(/^over by /)).toBeVisible();
});

test('a trigger opens its rule with the numbers of now', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /^Context manager would/ }).click();
  const rule = page.getByRole('note');
  await expect(rule).toContainText('Context manager (S2)');
  await expect(rule).toContainText('90 % of the window');
  await expect(rule).toContainText(/\d/);
  await page.keyboard.press('Escape');
  await expect(rule).toBeHidden();
});

test('own defaults and a failing summariser change the table', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await expect(page.getByRole('contentinfo')).toContainText('compared');
  const before = await firstTokens(page);
  await page.getByRole('radio', { name: 'own defaults' }).check();
  await expect.poll(() => tokens(page)).not.toBe(before);
  await page.getByRole('radio', { name: 'equal target' }).check();
  await expect.poll(() => tokens(page)).toBe(before);
  await page.getByRole('combobox', { name: 'It returns' }).selectOption('an error');
  await expect.poll(() => tokens(page)).not.toBe(before);
});

test('choosing a model sets window and tokenizer', async ({ page }) => {
  await open(page);
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('gpt-4o');
  await expect(field(page, 'Context window')).toHaveValue('128,000');
  await expect(page.getByRole('combobox', { name: 'Tokenizer' }).locator('option:checked')).toHaveText(/o200k_base/);
  await expect(page.getByRole('banner')).not.toContainText('≈');
});

test('definitions open on demand', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Target', exact: true }).click();
  await expect(page.getByRole('note')).toContainText('How much may be left');
});

test('the command palette finds and does things', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill('dark');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const tab of ['Tune', 'Set', 'Replay', 'Compare']) {
    await page.keyboard.press('ControlOrMeta+k');
    await palette.getByRole('combobox').fill(tab);
    await palette
      .getByRole('option')
      .filter({ has: page.locator('span').getByText(tab, { exact: true }) })
      .first()
      .click();
    await expect(page.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true })).toBeVisible();
  }
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('all three pinned strategies can be seen beside the original: at once from 1200 px, else by a switch', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page);
  const side = page.getByRole('region', { name: 'Side by side' });
  const heads = (title: string) => side.locator('[class*=columnHead]').filter({ hasText: title });
  for (const title of ['Original', 'Middle removal', 'Oldest removal', 'Context compactor']) await expect(heads(title)).toBeInViewport({ ratio: 1 });
  // The name of a message stands over the neighbours of a narrow strip, and what a column's head cuts can be read.
  const strip = page.getByRole('table').first().locator('thead th').filter({ hasText: 'Fate per message' });
  expect(await strip.evaluate((head) => getComputedStyle(head).overflowX)).toBe('visible');
  // One button in the place of a switch that would stand over the next columns.
  await expect(strip.getByText('messages', { exact: true })).toBeHidden();
  await expect(strip.getByRole('button', { name: /messages|tokens/i }).filter({ hasText: '⇄' })).toBeVisible();
  await expect(heads('Middle removal').locator('em')).toHaveAttribute('title', /^\d+ left · ≈ [\d,]+$/);
  await page.setViewportSize({ width: 1100, height: 720 });
  await expect(heads('Context compactor')).toHaveCount(0);
  const pair = side.getByRole('radiogroup', { name: 'Pinned rows beside the original' });
  await expect(pair.getByRole('radio', { name: 'A B' })).toBeChecked();
  await pair.getByText('B C').click();
  for (const title of ['Original', 'Oldest removal', 'Context compactor']) await expect(heads(title)).toBeInViewport({ ratio: 1 });
  await expect(heads('Middle removal')).toHaveCount(0);
  await expectAccessible(page);
});

test('a fact of the header is there whole or not at all; on a phone the tools share a line', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const facts = page.getByRole('banner').locator('[class*=facts] > span');
  for (const width of [1976, 1600, 1440, 1280, 1180]) {
    await page.setViewportSize({ width, height: 800 });
    // At one moment: the page may still be on its way to the new width.
    const [line, ...boxes] = await facts.evaluateAll((all) => [all[0]!.parentElement!, ...all].map((one) => one.getBoundingClientRect()));
    const seen = boxes.filter(({ top, width: wide }) => wide > 0 && top < line!.y + line!.height / 2);
    // How many depends on the letters of the machine.
    expect(seen.length, `${width}`).toBeGreaterThanOrEqual(2);
    for (const { right, bottom } of seen) {
      expect(right).toBeLessThanOrEqual(line!.x + line!.width + 1);
      expect(bottom).toBeLessThanOrEqual(line!.y + line!.height + 1);
    }
    // The others lie below what is seen, each as a whole.
    for (const box of boxes.filter((one) => !seen.includes(one) && one.width > 0)) expect(box.top).toBeGreaterThanOrEqual(line!.y + line!.height - 1);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await Promise.all(
    ['History', 'Filter', 'Pipeline'].map(async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())!.y),
  );
  expect(new Set(tops.map(Math.round)).size).toBe(1);
});

test('below 1100 px the controls are a drawer, below 721 a sheet; nothing runs over the edge', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await open(page);
  await expect(slider(page, 'Trigger')).toBeHidden();
  await page.getByRole('button', { name: /^Controls/ }).click();
  await expect(slider(page, 'Trigger')).toBeVisible();
  await page.getByRole('button', { name: 'Close the controls' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(slider(page, 'Target')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^All controls/ }).click();
  await expect(slider(page, 'Trigger')).toBeVisible();
  await expectAccessible(page);
});
