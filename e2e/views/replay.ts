/** The session as it would have run. */
import { expect, type Locator, type Page } from '@playwright/test';
import { close, first, popover } from './steps.ts';
import { type Chapter, SLOW, type View } from './view.ts';

const panelOf = (page: Page): Locator => page.locator('#replay-panel');

async function begin(page: Page): Promise<void> {
  await first(page);
  await page.getByRole('tab', { name: 'Replay' }).click();
  await expect(page.getByRole('slider', { name: 'Context size' })).toBeVisible(SLOW);
  const window = page.getByRole('region', { name: 'When to compact' }).getByRole('textbox', { name: 'Window', exact: true });
  await window.fill('8000');
  await window.press('Enter');
  await expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible(SLOW);
}

const panel = (name: string): View => ({
  name: `replay-${name.toLowerCase()}`,
  enter: async (page) => {
    await page.getByRole('tablist', { name: 'Data of the replay' }).getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  },
  part: panelOf,
});

const done = (page: Page) => expect(page.getByText(/requests × \d+ runs? in/)).toBeVisible(SLOW);

export const replay: Chapter = {
  name: 'replay',
  begin,
  views: [
    { name: 'replay' },
    panel('Compactions'),
    panel('Requests'),
    panel('Lost, needed again'),
    panel('Context'),
    panel('Log'),
    {
      name: 'replay-columns',
      wide: true,
      enter: async (page) => {
        await page.getByRole('region', { name: 'What the replay says' }).getByRole('button', { name: 'Columns', exact: true }).click();
        await expect(page.getByRole('checkbox', { name: 'Over limit' })).toBeVisible();
      },
      leave: close,
      part: popover,
    },
    {
      // A fourth row is added, and the list stays open.
      name: 'replay-rows',
      enter: async (page) => {
        await page.getByRole('button', { name: 'Choose policies' }).click();
        await page.getByRole('searchbox', { name: 'Find a policy' }).fill('summary');
        await page.getByRole('checkbox', { name: 'Summary', exact: true }).check();
        await done(page);
      },
      leave: close,
      part: popover,
    },
    {
      name: 'replay-overlay',
      enter: async (page) => {
        await page.getByRole('radio', { name: 'overlay' }).check();
        await expect(page.getByRole('figure', { name: 'Context size' }).locator('path').first()).toBeVisible();
      },
    },
  ],
};
