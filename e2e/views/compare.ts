/** The comparison: its table, its rows, its plot, its messages. */
import { settled } from '../support.ts';
import { expect, type Locator, type Page } from '@playwright/test';
import { beside, closeRow, details, first, openRow, popover, close, side } from './steps.ts';
import { type Chapter, SLOW } from './view.ts';

const tab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name, exact: true }).click();

/** In every language and layout. */
const messages = (page: Page): Locator => page.getByRole('region', { name: /^(Side by side|并排对比)$/ }).last();

async function layout(page: Page, name: string): Promise<void> {
  await beside(page, true);
  await side(page).getByText(name, { exact: true }).click();
  await expect(side(page).getByRole('group', { name })).toBeVisible();
}

export const compare: Chapter = {
  name: 'compare',
  begin: first,
  views: [
    { name: 'compare' },
    {
      name: 'why',
      enter: (page) => page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Why', exact: true }).click(),
      leave: close,
    },
    { name: 'policies', enter: (page) => tab(page, 'All policies') },
    { name: 'row', enter: (page) => openRow(page, 'fact-ledger'), leave: closeRow, part: details },
    {
      name: 'row-rounds',
      enter: async (page) => {
        const details = await openRow(page, 'codex');
        await details.getByRole('button', { name: 'Compact five times' }).click();
        await expect(details.getByRole('rowheader', { name: 'before' })).toBeVisible(SLOW);
        await details.getByRole('rowheader', { name: 'before' }).scrollIntoViewIfNeeded();
      },
      leave: closeRow,
      part: details,
    },
    {
      name: 'message',
      enter: async (page) => {
        await beside(page, true);
        await side(page)
          .getByRole('button', { name: /^Message 3,/ })
          .click();
        await expect(side(page).getByText(/why\? priority/)).toBeVisible();
      },
      leave: async (page) => {
        await side(page)
          .getByRole('button', { name: /^Message 3,/ })
          .click();
        await beside(page, false);
      },
      part: messages,
    },
    { name: 'unified', enter: (page) => layout(page, 'unified'), part: messages },
    {
      name: 'request',
      enter: (page) => layout(page, 'request'),
      leave: async (page) => {
        await side(page).getByText('columns', { exact: true }).click();
        await beside(page, false);
      },
      part: messages,
    },
    {
      name: 'plot',
      enter: (page) => tab(page, 'Plot'),
      leave: (page) => tab(page, 'All policies'),
    },
    {
      name: 'columns',
      wide: true,
      enter: async (page) => {
        await page.getByRole('button', { name: 'Columns' }).first().click();
        await expect(page.getByRole('checkbox', { name: /^Time/ })).toBeVisible();
      },
      leave: close,
      part: popover,
    },
    { name: 'details', enter: (page) => page.getByRole('button', { name: /: details$/ }).click(), leave: close, part: popover },
    {
      name: 'every-row',
      enter: async (page) => {
        await page
          .getByRole('button', { name: /^Show \d+ more policies$/ })
          .last()
          .click();
        await page.getByRole('button', { name: /^\d+ more products$/ }).click();
        await page.getByRole('button', { name: 'Filter', exact: true }).click();
        await settled(page);
      },
    },
  ],
};
