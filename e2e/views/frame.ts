/** What stands around the comparison and opens over it: settings of a small window, menus, boxes, the guide, documents, finding. */
import { expect, type Locator, type Page } from '@playwright/test';
import { importFile } from '../support.ts';
import { beside, close, command, dialog, first, popover, side } from './steps.ts';
import type { Chapter, View } from './view.ts';

const controls = (page: Page): Locator => page.locator('[data-opens-controls]');
const share = (page: Page): Locator => page.getByRole('button', { name: /^(Share|分享)$/, exact: true });
const open = (page: Page): Promise<void> => expect(popover(page)).toBeVisible();

const opened = (name: string, width: 1280 | 390): View => ({
  name,
  width,
  enter: async (page) => {
    if (width === 390) await share(page).click();
    await controls(page).last().click();
    await expect(controls(page).first()).toHaveAttribute('aria-expanded', 'true');
  },
  leave: async (page) => {
    await page.keyboard.press('Escape');
    await expect(controls(page).first()).toHaveAttribute('aria-expanded', 'false');
  },
});

const note = (page: Page): Locator => page.locator('aside:has(> p[aria-live])');
/** One step of the guide; the first opens it, the last leaves it. */
const step = (at: number): View => ({
  name: `guide-${at}`,
  enter: async (page) => {
    if (at === 1) await command(page, 'Show me around');
    else await note(page).getByRole('button', { name: 'Next' }).click();
    await expect(note(page)).toContainText(`${at} of 5`);
  },
  ...(at === 5 && { leave: (page: Page) => note(page).getByRole('button', { name: 'Done' }).click() }),
});

const box = (page: Page): Locator => side(page).getByRole('searchbox', { name: 'Find in text' });
const LAYOUTS = ['columns', 'unified', 'request'] as const;
/** Hits of a word in one of the three views; the last takes the word away. */
const found = (layout: (typeof LAYOUTS)[number]): View => ({
  name: `find-${layout}`,
  enter: async (page) => {
    await beside(page, true);
    await side(page).getByText(layout, { exact: true }).click();
    await box(page).fill('');
    await box(page).fill('error');
    await expect(side(page).getByRole('status')).toHaveText(/^\d+ of \d+$/);
    await expect(side(page).locator('mark').first()).toBeVisible();
  },
  leave: async (page) => {
    await box(page).fill('');
    if (layout === 'request') await side(page).getByText('columns', { exact: true }).click();
    await beside(page, false);
  },
  part: (page) => page.getByRole('region', { name: /^(Side by side|并排对比)$/ }).last(),
});

/** A line that is no JSON, and a message of a role that no format has. */
const DAMAGED = [
  '{"role":"user","content":"Why does the build fail?"}',
  '{"role":"assistant","content":"It does not find the file src/index.ts.',
  '{"role":"assistant","content":"It does not find src/index.ts."}',
].join('\n');

export const frame: Chapter = {
  name: 'frame',
  begin: first,
  views: [
    opened('rail', 1280),
    opened('all-controls', 390),
    {
      name: 'more',
      width: 390,
      enter: async (page) => {
        await share(page).click();
        await open(page);
      },
      leave: close,
      part: popover,
    },
    step(1),
    step(2),
    step(3),
    step(4),
    step(5),
    {
      name: 'document',
      enter: async (page) => {
        await command(page, 'The five systems');
        await expect(dialog(page).getByRole('heading', { level: 1 })).toBeVisible();
      },
      leave: async (page) => {
        await close(page);
        await expect(page.locator('[data-document-page]')).toHaveCount(0);
      },
    },
    {
      name: 'column-menu',
      wide: true,
      enter: async (page) => {
        await page
          .getByRole('button', { name: /^Menu of column Left/ })
          .first()
          .press('Enter');
        await open(page);
      },
      leave: close,
      part: popover,
    },
    {
      name: 'definition',
      wide: true,
      enter: async (page) => {
        await page
          .getByRole('button', { name: /^Definition of / })
          .first()
          .press('Enter');
        await expect(page.getByRole('note')).toBeVisible();
      },
      leave: close,
      part: popover,
    },
    {
      name: 'palette-results',
      enter: async (page) => {
        await page.keyboard.press('ControlOrMeta+k');
        await dialog(page).getByRole('combobox').fill('summary');
        await expect(dialog(page).getByRole('option').nth(3)).toBeVisible();
      },
      leave: close,
    },
    found('columns'),
    found('unified'),
    found('request'),
    {
      name: 'warnings',
      enter: async (page) => {
        await importFile(page, { name: 'damaged.jsonl', mimeType: 'application/json', buffer: Buffer.from(DAMAGED) });
        await page.getByRole('button', { name: /^\d+ warnings?$/ }).click();
        await open(page);
      },
      leave: close,
      part: popover,
    },
  ],
};
