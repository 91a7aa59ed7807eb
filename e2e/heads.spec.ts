/** What stays in sight: heads that stick, the names of rows, titles of axes, facts of the header, the places of splitters. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, open, test } from './support.ts';
import { settled } from './support.ts';
import { START, turnTo } from './views/view.ts';

const SLOW = { timeout: 150_000 };
const AMOUNTS = [0, 0.07, 0.31, 0.58, 1];

/** Runs in the page: points of the head at which something else is in front, or at which its ground lets through what is behind. */
function seenThrough(head: Element): string[] {
  const isOpaque = (element: Element): boolean => {
    const colour = getComputedStyle(element).backgroundColor;
    return colour !== 'transparent' && !/[,/]\s*0?\.\d+%?\)$|[,/]\s*0\)$/.test(colour);
  };
  const cells = head.matches('thead') ? [...head.querySelectorAll('th')] : [...head.children];
  const found: string[] = [];
  let asked = 0;
  let { left, right, top, bottom } = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
  for (let at = head.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflowX === 'visible') continue;
    const box = at.getBoundingClientRect();
    [left, right] = [Math.max(left, box.left + at.clientLeft), Math.min(right, box.left + at.clientLeft + at.clientWidth)];
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  for (const cell of cells) {
    const box = cell.getBoundingClientRect();
    for (const across of [0.03, 0.5, 0.97])
      for (const down of [0.06, 0.5, 0.94]) {
        const [x, y] = [box.left + box.width * across, box.top + box.height * down];
        if (x <= left || x >= right || y <= top || y >= bottom) continue;
        asked++;
        const at = document.elementFromPoint(x, y);
        if (!at || !head.contains(at)) found.push(`${cell.textContent}: ${at?.localName} “${at?.textContent?.slice(0, 40)}” is in front`);
        else {
          let ground: Element | null = at;
          while (ground && ground !== head.parentElement && !isOpaque(ground)) ground = ground.parentElement;
          if (!ground || ground === head.parentElement) found.push(`${cell.textContent}: its ground is not opaque`);
        }
      }
  }
  return asked === 0 ? ['nothing of the head is in sight'] : [...new Set(found)];
}

/** Scrolls by several amounts in both directions; what cannot scroll far enough would prove nothing. */
async function expectNothingThrough(head: Locator, list?: Locator, least = 30): Promise<void> {
  await head.scrollIntoViewIfNeeded();
  const scroller = await (list ?? head).evaluateHandle((element) => {
    let at = element;
    while (at.parentElement && !(/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight)) at = at.parentElement;
    return at;
  });
  expect(await scroller.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(least);
  for (const down of AMOUNTS)
    for (const across of [0, 0.4, 1]) {
      await scroller.evaluate(
        async (element, [y, x]) => {
          element.scrollTo({
            top: (element.scrollHeight - element.clientHeight) * y,
            left: (element.scrollWidth - element.clientWidth) * x,
            behavior: 'instant',
          });
          for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
        },
        [down, across] as const,
      );
      expect(await head.evaluate(seenThrough), `${down} down, ${across} across`).toEqual([]);
    }
}

async function compared(page: Page): Promise<void> {
  await open(page);
  await settled(page);
}
async function replayed(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Replay' }).click();
  const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
  await expect(window).toBeVisible(SLOW);
  await window.fill('8000');
  await window.press('Enter');
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible(SLOW);
}
async function aSet(page: Page): Promise<void> {
  const samples = path.resolve(import.meta.dirname, '../fixtures/samples');
  await page.goto('./');
  await page.getByLabel('Transcript file').setInputFiles(
    ['research-session.json', 'support-policies.json', 'chinese-data-analysis.jsonl'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: readFileSync(path.join(samples, name)),
    })),
  );
  await page.getByRole('button', { name: /^Compare (all )?[1-9]/ }).click(SLOW);
  await expect(page.getByRole('button', { name: 'All compared' })).toBeVisible({ timeout: 120_000 });
}
const summary = (page: Page): Locator => page.getByRole('region', { name: 'Summary' });
const results = (page: Page): Locator => page.getByRole('region', { name: 'Strategies over the sessions' });

test.describe('in a small window', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('nothing shows through the heads of the comparison, of the messages and of what was lost', { tag: '@deep' }, async ({ page }) => {
    await compared(page);
    const table = page.getByRole('table', { name: 'Strategies' });
    await expectNothingThrough(table.locator('thead'));
    const list = page.getByRole('region', { name: 'Side by side' }).getByRole('group', { name: 'Side by side' });
    await expectNothingThrough(list.locator('xpath=preceding-sibling::*[1]'), list);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('What Middle removal lost');
    await page.keyboard.press('Enter');
    const lost = page.getByRole('dialog').getByRole('table').first();
    await expect(lost.locator('tbody tr[data-index]').first()).toBeVisible();
    await expectNothingThrough(lost.locator('thead'));
  });

  test('nothing shows through the head of the runs; the name of a run stays at the left, whole; a column is chosen and left', {
    tag: '@deep',
  }, async ({ page }) => {
    await compared(page);
    await replayed(page);
    const table = summary(page).getByRole('table');
    const choose = page.getByRole('region', { name: 'What the replay says' }).getByRole('button', { name: 'Columns', exact: true });
    const column = table.getByRole('columnheader', { name: 'Over limit', exact: true });
    await expect(column).toHaveCount(0);
    // 28 columns are listed under five headings, each once.
    await choose.click();
    const groups = page.locator('[popover]:popover-open').getByRole('group');
    await expect(groups).toHaveCount(5);
    const [all, grouped] = await Promise.all([
      page.locator('[popover]:popover-open').getByRole('checkbox').count(),
      groups.getByRole('checkbox').count(),
    ]);
    expect([all, grouped]).toEqual([28, 28]);
    await expect(page.getByRole('group', { name: 'Cost', exact: true }).getByRole('checkbox', { name: 'Break-even' })).toBeVisible();
    await page.keyboard.press('Escape');
    for (const name of [
      'Over limit',
      'Nothing left',
      'Cache written',
      'Cache read',
      'Tokens freed',
      'Messages less',
      'Summary cost',
      'Generations',
    ]) {
      await choose.click();
      await page.getByRole('checkbox', { name, exact: true }).check();
      await page.keyboard.press('Escape');
    }
    await expect(column).toBeVisible();
    await expectNothingThrough(table.locator('thead'));
    const names = table.locator('tbody th[scope=row] [data-run]');
    for (const share of [0, 0.5, 1]) {
      const scrolled = await summary(page).evaluate((region, by) => {
        region.scrollTo({ left: (region.scrollWidth - region.clientWidth) * by, top: 0, behavior: 'instant' });
        return region.scrollLeft;
      }, share);
      if (share > 0) expect(scrolled).toBeGreaterThan(60);
      const left = (await summary(page).boundingBox())!.x;
      for (const name of (await names.all()).slice(0, 2)) {
        const cell = name.locator('xpath=ancestor::th');
        expect(Math.abs((await cell.boundingBox())!.x - left)).toBeLessThan(2);
        const told = await name.evaluate((element) => {
          const { left: from, right, top, bottom } = element.getBoundingClientRect();
          const at = [0.1, 0.5, 0.9].map((x) => document.elementFromPoint(from + (right - from) * x, (top + bottom) / 2));
          return {
            seen: at.every((one) => one !== null && element.closest('th')!.contains(one)),
            cut: element.scrollWidth > element.clientWidth + 1,
          };
        });
        expect(told).toEqual({ seen: true, cut: false });
      }
    }
    await choose.click();
    await page.getByRole('checkbox', { name: 'Over limit', exact: true }).uncheck();
    await page.keyboard.press('Escape');
    await expect(column).toHaveCount(0);
  });

  test('nothing shows through the heads of a set, and nothing of its table is scrolled away', { tag: '@deep' }, async ({ page }) => {
    await aSet(page);
    const table = results(page).getByRole('table');
    await expect(table.getByRole('columnheader', { name: 'Valid', exact: true })).toBeVisible();
    for (const width of [1280, 1366, 1420, 1440, 1560]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(() => results(page).evaluate((region) => region.scrollWidth - region.clientWidth), String(width)).toBe(0);
      const costs = await table.getByRole('columnheader', { name: 'Effic.', exact: true }).count();
      expect(costs, String(width)).toBe(width < 1420 ? 0 : 1);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectNothingThrough(table.locator('thead'));
  });

  test('facts of the header that have no room are behind the name, at 1280 and at 1000 px', { tag: '@deep' }, async ({ page }) => {
    await compared(page);
    const facts = page.locator('header [title*=" · "]').filter({ hasText: 'messages' });
    for (const width of [1280, 1000]) {
      await page.setViewportSize({ width, height: 720 });
      const all = await facts.locator(':scope > span').evaluateAll((spans) =>
        spans.map((span) => {
          const box = span.getBoundingClientRect();
          const room = span.parentElement!.getBoundingClientRect();
          const seen = box.width > 0 && box.top < room.bottom - 1;
          return { text: span.textContent!, seen, whole: box.right <= room.right + 1.5 };
        }),
      );
      expect(all.length).toBeGreaterThanOrEqual(5);
      for (const { text, seen, whole } of all) if (seen) expect(whole, `${text} at ${width} px`).toBe(true);
      const hidden = all.filter(({ seen }) => !seen);
      expect(hidden.length, String(width)).toBeGreaterThan(0);
      await page.getByRole('button', { name: /: details$/ }).click();
      const pairs = await page.locator('[popover]:popover-open dd').allTextContents();
      for (const { text } of hidden)
        for (const part of text.split(', ')) {
          const wanted = /^≈?\s*([\d,]+) [a-z ]+$/.exec(part)?.[1] ?? part;
          expect(
            pairs.some((pair) => pair.split(/[^\p{L}\p{N}.,-]+/u).includes(wanted) || pair.includes(wanted)),
            `${part} in ${pairs.join(' | ')}`,
          ).toBe(true);
        }
      await page.keyboard.press('Escape');
    }
  });
});

test('splitters of the messages and of the replay stand where they were left after a reload', { tag: '@deep' }, async ({ page }) => {
  await compared(page);
  const moved = async (name: string): Promise<number> => {
    const bar = page.getByRole('separator', { name, exact: true });
    const top = async (): Promise<number> => (await bar.boundingBox())!.y;
    const before = await top();
    await bar.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
    await expect.poll(top).toBeLessThan(before - 60);
    return top();
  };
  const stands = async (name: string, at: number): Promise<void> => {
    const bar = page.getByRole('separator', { name, exact: true });
    await expect(bar).toBeVisible(SLOW);
    await expect.poll(async () => Math.abs((await bar.boundingBox())!.y - at), SLOW).toBeLessThan(4);
  };
  const table = await moved('Height of the table');
  await page.reload();
  await settled(page);
  await stands('Height of the table', table);
  await replayed(page);
  const runs = await moved('Height of the table of runs');
  await page.reload();
  await stands('Height of the table of runs', runs);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await settled(page);
  await stands('Height of the table', table);
});

/** A unit, or the word that there is none: 60 / 40 and 0–1 are scales of their own. */
const UNIT = /%|tok|token|request|round|turn|dollar|no unit|60 \/ 40|0–1|0 = random|F1|messages|characters|请求|轮|美元|无单位|消息|字符|ms/i;

/** Every chart in sight with what is said of its two axes. */
const axesIn = (page: Page) =>
  page.locator('figure').evaluateAll((figures) =>
    figures
      .filter((figure) => figure.querySelector('svg.recharts-surface') !== null && figure.getClientRects().length > 0)
      .map((figure) => {
        // The name of an axis may be a choice below the frame.
        const room = figure.closest('section, li') ?? figure;
        const within = room.querySelectorAll('figure').length > 1 ? figure : room;
        const told = (axis: string): string =>
          [...within.querySelectorAll(`[data-axis~="${axis}"]`)]
            .map((element) => (element instanceof HTMLSelectElement ? element.selectedOptions[0]?.textContent : element.textContent) ?? '')
            .join(' ');
        return { name: figure.getAttribute('aria-label') ?? '', x: told('x'), y: told('y') };
      }),
  );
async function expectTold(page: Page, least: number): Promise<void> {
  for (const corner of [START, { ...START, language: 'zh-CN' } as const]) {
    await turnTo(page, corner);
    await expect.poll(async () => (await axesIn(page)).length, corner.language).toBeGreaterThanOrEqual(least);
    for (const { name, x, y } of await axesIn(page)) {
      expect(x, `${name}, ${corner.language}, x`).toMatch(UNIT);
      expect(y, `${name}, ${corner.language}, y`).toMatch(UNIT);
    }
  }
  await turnTo(page, START);
}

test.describe('titles of axes, with their unit, in both languages', () => {
  test.use({ viewport: { width: START.width, height: START.height } });

  test('of the plot, the rounds, the lanes and the charts of the replay', { tag: '@deep' }, async ({ page }) => {
    test.setTimeout(300_000);
    await compared(page);
    await page.getByRole('button', { name: 'Plot at full size' }).click();
    await expectTold(page, 1);
    await page.keyboard.press('Escape');
    await replayed(page);
    // Lanes are drawn in the rows of a table: their head tells their axes.
    const lanes = summary(page).locator('th [data-axis~="x"][data-axis~="y"]');
    await expect(lanes).toHaveText(/request, tokens$/);
    await expectTold(page, 1);
    await page.getByRole('radio', { name: 'overlay' }).check();
    await expectTold(page, 2);
  });

  test('of the curves, the map and the front of tuning', { tag: '@deep' }, async ({ page }) => {
    test.setTimeout(300_000);
    await compared(page);
    await page.getByRole('tab', { name: 'Tune' }).click();
    const form = page.getByRole('region', { name: 'What to tune' });
    await form.getByLabel('values').fill('3');
    await form.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: 'What to set' })).toBeVisible(SLOW);
    await expectTold(page, 5);
  });

  test('of the plot of a set, and of its groups', { tag: '@deep' }, async ({ page }) => {
    test.setTimeout(300_000);
    await aSet(page);
    await page.getByText('plot', { exact: true }).click();
    await expectTold(page, 1);
    await page.getByText('by group', { exact: true }).click();
    await expectTold(page, 2);
  });
});
