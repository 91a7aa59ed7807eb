/** The first screen: two questions, and little else. */
import type { Locator, Page } from '@playwright/test';
import { give, importFile, expect, placeOf, settled, sharedFile, test } from './support.ts';
import { command } from './views/steps.ts';

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
      if (!parent || parent.closest('option, script, style, pre, q, .hidden-text') || !isSeen(parent)) continue;
      words += walker.currentNode.textContent?.match(/[\p{L}\p{N}][^\s·]*/gu)?.length ?? 0;
    }
    return { controls: controls.filter(isSeen).length, words };
  });

const guide = (page: Page): Locator => page.getByRole('complementary', { name: /^(The answer|A policy is|Every number|The budget|Your own)/ });

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

test('a first visit: few controls and words, what was lost, keys to every view, the guide, the start view and a sample from there', async ({
  page,
}) => {
  await page.goto('./');
  await settled(page);
  const beside = page.getByRole('region', { name: 'Side by side' });
  await test.step('at most 60 controls and 350 words, the answer as its heading, and no guide', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Claude Code keeps \d+\s% of what was needed later\. In the same tokens/);
    const { controls, words } = await counted(page);
    expect(controls).toBeLessThanOrEqual(60);
    expect(words).toBeLessThanOrEqual(350);
    await expect(guide(page)).toHaveCount(0);
    for (const act of ['What was lost', 'Why', 'Use in my agent']) expect(await tabsTo(page, act, 12), act).not.toBeNull();
    // The page brings its faces; Chinese alone is the reader's own.
    const faces = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', '')),
    );
    expect(new Set(faces)).toEqual(new Set(['Inter', 'JetBrains Mono']));
  });
  await test.step('a click on a fact shows where it was said and needed, and leads there', async () => {
    const list = page.getByRole('listbox', { name: 'Lost by A, needed later, kept by B' });
    const second = list.getByRole('option').nth(1);
    await second.click();
    await expect(second).toHaveAttribute('aria-selected', 'true');
    const pair = page.getByRole('region', { name: 'Where it was said and needed' });
    await expect(pair.locator('mark').first()).toBeVisible();
    await expect(beside).toHaveCount(0);
    // What A lost is not in its words, and B has it.
    await expect(pair).toContainText(/In hand at checkpoint \d+/);
    const words = (letter: number) => pair.locator('section > span:nth-of-type(2n)').nth(letter);
    await expect(words(1).locator('mark').first()).toHaveText(await pair.locator('code').first().innerText());
    await expect(words(0).locator('mark')).toHaveCount(0);
    await pair
      .getByRole('button', { name: /^#\d+$/ })
      .first()
      .click();
    await expect(beside).toBeVisible();
    await page.keyboard.press('l');
    const lost = page.getByRole('dialog', { name: 'What was lost' }).getByRole('option').first();
    await expect(lost).toBeVisible();
    // The names have the room, not the places.
    expect((await placeOf(page, lost.locator('code'))).width).toBeGreaterThan(150);
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
    await expect(beside).toHaveCount(0);
  });
  await test.step('the guide walks through the page without blocking it', async () => {
    await command(page, 'Show me around');
    await expect(guide(page)).toContainText('1 of 5');
    await expect(page.getByRole('region', { name: 'Answer' })).toBeInViewport();
    const next = guide(page).getByRole('button', { name: 'Next' });
    await next.click();
    await expect(guide(page)).toContainText('A policy is one way to compact');
    await next.click();
    // The page is in use while it is open: what a number opens lies over it, and is left without leaving it.
    await page.locator('tr[data-key] [data-guide="number"]').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(guide(page)).toContainText('3 of 5');
    await next.click();
    await expect(guide(page)).toContainText('The budget');
    await next.click();
    await expect(guide(page)).toContainText('Your own session');
    await guide(page).getByRole('button', { name: 'Done' }).click();
    await expect(guide(page)).toHaveCount(0);
  });
  await test.step('keys lead to every view, and the side by side opens over each of them', async () => {
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
    await expect(beside).toBeVisible();
    expect((await beside.boundingBox())!.height / page.viewportSize()!.height).toBeCloseTo(0.6, 1);
    // What the next visit begins with.
    expect(await page.evaluate(() => localStorage.getItem('beside'))).toBe('1');
  });
  await test.step('the name of the page opens the start view, and a sample is one click from there', async () => {
    await page.getByRole('button', { name: 'Start: what this is, and ways in' }).click();
    const start = page.getByRole('dialog', { name: 'What does my agent forget when it compacts?' });
    await expect(start).toContainText('~/.claude/projects');
    await start.getByRole('button', { name: /^Research/ }).click();
    await expect(start).toHaveCount(0);
    await expect(page).toHaveTitle(/^research-session/);
  });
  await test.step('where nothing was measured, nothing is said to be kept', async () => {
    const messages = [0, 1, 2, 3].map((i) => ({ role: i % 2 ? 'assistant' : 'user', content: `message ${i}` }));
    await importFile(page, { name: 'short.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(messages)) });
    await expect(page.getByText('not measured', { exact: true }).last()).toBeVisible();
  });
});

for (const file of [
  'pi/badlogic__large-session.jsonl',
  'pi/badlogic__before-compaction.jsonl',
  'claude-code/apanloco__session.jsonl',
  'tau-bench/TransluceAI__tb_airline.json',
  'openhands/All-Hands-AI__basic_gui_mode.json',
  'swe-agent-traj/SWE-agent__marshmallow-1867.traj',
  'codex-rollout/lanegrid__codex_session.jsonl',
])
  test(`few controls and words, and each act within 12 presses of Tab: ${file} @deep`, async ({ page }) => {
    const given = sharedFile(file);
    await page.goto('./');
    await settled(page);
    await give(page, given);
    await expect(page).toHaveTitle(new RegExp(`^${file.split('/')[1]!.replaceAll('.', '\\.')}`));
    await settled(page);
    const { controls, words } = await counted(page);
    expect(controls).toBeLessThanOrEqual(60);
    expect(words).toBeLessThanOrEqual(350);
    const acts = await page
      .getByRole('region', { name: 'Answer' })
      .getByRole('button', { name: /^(What was lost|Why|Use in my agent|Add longer sessions)$/ })
      .allTextContents();
    expect(acts).toEqual(['What was lost', 'Why', expect.stringMatching(/^(Use in my agent|Add longer sessions)$/)]);
    for (const act of acts) expect(await tabsTo(page, act, 12), act).not.toBeNull();
  });
