/** The five systems have names: nowhere in the page does a number such as S2 stand alone. */
import type { Page } from '@playwright/test';
import { expect, open, placeOf, settled, test } from './support.ts';

const NAMES = [/twenty strategies/i, /context compactor/i, /context manager/i, /selective compaction/i, /automatic compression/i];

/** Every text of the page that has a number of a system: texts of elements, options, tooltips, names for screen readers. */
async function numbered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const has = /\bS[0-4]\b/;
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      for (const name of ['title', 'aria-label', 'aria-description', 'placeholder', 'label']) {
        const text = element.getAttribute(name);
        if (text && has.test(text)) found.add(text);
      }
      if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) continue;
      const own = Array.from(element.childNodes, (node) => (node instanceof Text ? node.data : '')).join('');
      // A sentence may be in parts: what the element around them says.
      if (has.test(own)) found.add((element.closest('p, li, td, th, option, label, button, dd, summary') ?? element).textContent ?? own);
    }
    return [...found];
  });
}

/** Texts with a number whose name is not in them. */
const nameless = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => Array.from(text.matchAll(/\bS([0-4])\b/g)).some(([, number]) => !NAMES[Number(number)]!.test(text)));

test('every number of a system has its name: settings, table, details, options, replay, set, tune @deep', async ({ page }) => {
  await open(page);
  const seen: string[] = [];
  const look = async (where: string): Promise<void> => {
    await settled(page);
    const texts = await numbered(page);
    seen.push(...texts);
    expect(nameless(texts), where).toEqual([]);
  };
  await look('Compare');
  // A row of each system, with its source and its parameters.
  for (const key of ['topic-segmentation', 'context-compactor', 'middle-removal', 'selective', 'hard-limit']) {
    await page.getByRole('table', { name: 'Policies' }).locator(`tr[data-key="${key}"] [data-name]`).first().click();
    await expect(page.locator('[data-details]').filter({ hasText: 'Source: ' }).first()).toBeVisible();
    await look(key);
  }
  // Texts of definitions.
  for (const button of await page.getByRole('button', { name: /^(What .* means|Definition of .*)$/ }).all()) {
    if (!(await button.isVisible())) continue;
    await button.click();
    await look('definition');
    await page.keyboard.press('Escape');
  }
  await page.getByRole('tab', { name: 'Replay' }).click();
  await expect(page.getByText(/\d+ requests × \d+ runs/)).toBeVisible();
  await look('Replay');
  await page.getByRole('tab', { name: 'Many sessions' }).click();
  await expect(page.getByRole('heading', { name: 'Many sessions at once' })).toBeVisible();
  await look('Set');
  await page.getByRole('tab', { name: 'Tune' }).click();
  await expect(page.getByRole('region', { name: 'What to tune' })).toBeVisible();
  await look('Tune');
  // The test looks at something: numbers of all five were there.
  for (const [i, name] of NAMES.entries())
    expect(
      seen.some((text) => text.includes(`S${i}`) && name.test(text)),
      `S${i}`,
    ).toBe(true);
});

for (const width of [1440, 390])
  test(`the first visit says what this is, and has the way to bring a session: ${width} px @deep`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('./');
    await settled(page);
    const line = page.getByRole('region', { name: 'Answer' });
    const words = line.getByText('What does my agent forget when it compacts?', { exact: false });
    await expect(words).toBeInViewport({ ratio: 1 });
    await expect(words).toContainText('drop your own session anywhere');
    // Nothing of it is cut off.
    expect(await words.evaluate((text) => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 1)).toBe(true);
    const box = await placeOf(page, words);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(width);
    const bring = page.getByRole('button', { name: 'Open a session', exact: true });
    await expect(bring).toBeInViewport({ ratio: 1 });
    await bring.click();
    const start = page.getByRole('dialog');
    await expect(start.getByRole('button', { name: /file/i }).first()).toBeVisible();
    await expect(start).toContainText('~/.claude/projects');
  });
