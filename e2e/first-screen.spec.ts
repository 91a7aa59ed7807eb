/** The first screen: two questions, and little else. */
import type { Page } from '@playwright/test';
import { importFile, expect, settled, test } from './support.ts';

test.use({ whole: true, newcomer: true, viewport: { width: 1440, height: 900 } });

/** Controls and words that are in view; quoted messages and choices of a closed list are neither. */
const counted = (page: Page): Promise<{ controls: number; words: number }> =>
  page.evaluate(() => {
    const isSeen = (element: Element): boolean => {
      const { width, height, top, bottom } = element.getBoundingClientRect();
      return width > 1 && height > 1 && top < innerHeight && bottom > 0 && element.checkVisibility({ visibilityProperty: true });
    };
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=slider], [role=listbox], [role=option]')];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let words = 0;
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!parent || parent.closest('option, script, style, pre, .hidden-text') || !isSeen(parent)) continue;
      words += walker.currentNode.textContent?.match(/[\p{L}\p{N}][^\s·]*/gu)?.length ?? 0;
    }
    return { controls: controls.filter(isSeen).length, words };
  });

/** Presses of Tab until something has the focus; null = more than `most`. */
async function tabsTo(page: Page, name: string, most: number): Promise<number | null> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => document.getElementById('main')?.focus());
  for (let presses = 1; presses <= most; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent ?? '')) === name) return presses;
  }
  return null;
}

test('has at most 60 controls and 350 words, the answer as its heading, and no guide', async ({ page }) => {
  await page.goto('./');
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Claude Code keeps \d+\s% of what was needed later\. In the same tokens/);
  const { controls, words } = await counted(page);
  expect(controls).toBeLessThanOrEqual(60);
  expect(words).toBeLessThanOrEqual(350);
  await expect(page.locator('[aria-labelledby] button', { hasText: 'Next' })).toHaveCount(0);
  for (const act of ['What was lost', 'Why', 'Use in my agent']) expect(await tabsTo(page, act, 12), act).not.toBeNull();
  // Where nothing was measured, nothing is said to be kept.
  const messages = [0, 1, 2, 3].map((i) => ({ role: i % 2 ? 'assistant' : 'user', content: `message ${i}` }));
  await importFile(page, { name: 'short.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(messages)) });
  await expect(page.getByText('Not measured: no fact of this session is needed later.')).toBeVisible();
});

test('what was lost: a click on a fact shows where it was said and needed, and leads there', async ({ page }) => {
  await page.goto('./');
  await settled(page);
  const list = page.getByRole('listbox', { name: 'Lost by A, needed later, kept by B' });
  const second = list.getByRole('option').nth(1);
  await second.click();
  await expect(second).toHaveAttribute('aria-selected', 'true');
  const pair = page.getByRole('region', { name: 'Where it was said and needed' });
  await expect(pair.locator('mark').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Side by side' })).toHaveCount(0);
  await pair
    .getByRole('button', { name: /^#\d+$/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Side by side' })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'What was lost' }).getByRole('option').first()).toBeVisible();
});

test('keys lead to every view, and the side by side opens over each of them', async ({ page }) => {
  await page.goto('./');
  await settled(page);
  for (const [key, name] of [
    ['2', 'All policies'],
    ['3', 'Plot'],
    ['4', 'Replay'],
    ['1', 'Answer'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('d');
  await expect(page.getByRole('region', { name: 'Side by side' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Side by side' })).toBeVisible();
});
