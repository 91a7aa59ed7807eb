/** Ways that several chapters go. */
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ModelServer } from '../../src/models/testing/server.ts';
import { settled } from '../support.ts';
import type { View } from './view.ts';

export const sample = (name: string): string => path.resolve(import.meta.dirname, '../../fixtures/samples', name);
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
export const popover = (page: Page): Locator => page.locator('[popover]:popover-open').last();
export const details = (page: Page): Locator => page.locator('[data-details]').first();
export const side = (page: Page): Locator => page.getByRole('region', { name: 'Side by side' });

/** Opens the drawer of the messages, or closes it. */
export async function beside(page: Page, open: boolean): Promise<void> {
  // A key in a field is a letter of its text.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  if ((await side(page).count()) > 0 !== open) await page.keyboard.press('d');
  await expect(side(page)).toHaveCount(open ? 1 : 0);
}

export async function first(page: Page): Promise<void> {
  await page.goto('./');
  await settled(page);
}

export async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await palette.getByRole('combobox').fill(text);
  await expect(palette.getByRole('option').first()).toContainText(text, { ignoreCase: true });
  await page.keyboard.press('Enter');
}

export const close = (page: Page): Promise<void> => page.keyboard.press('Escape');
/** A view that is one command away from the compared sample. */
export const by = (name: string, text: string, then?: (page: Page) => Promise<void>): View => ({
  name,
  enter: async (page) => {
    await command(page, text);
    await expect(dialog(page)).toBeVisible();
    await then?.(page);
  },
  leave: close,
});

export async function openRow(page: Page, key: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'All policies', exact: true }).click();
  const name = page.locator(`tr[data-key="${key}"] [data-name]`).first();
  await name.scrollIntoViewIfNeeded();
  await name.click();
  const details = page.locator('[data-details]');
  await expect(details).toBeVisible();
  return details;
}

/** Adds a model of the test's own server, without a key. */
export async function addModel(page: Page, server: ModelServer, model: string): Promise<void> {
  await command(page, 'Real models, keys and prompts');
  const form = dialog(page).getByRole('form', { name: 'Add model' });
  await form.getByLabel('Provider').selectOption({ label: 'OpenAI-compatible' });
  await form.getByLabel(/^Base URL/).fill(`${server.origin}/v1`);
  await form.getByLabel('Model', { exact: true }).fill(model);
  await form.getByRole('button', { name: 'Add model' }).click();
  await expect(dialog(page).getByRole('button', { name: `Edit: ${model}` })).toBeVisible();
}

export async function withModel(page: Page, server: ModelServer, model: string): Promise<void> {
  await first(page);
  await addModel(page, server, model);
  await close(page);
  await expect(page.getByRole('button', { name: 'Review and send' })).toBeVisible();
}

/** The row's name again closes it. */
export const closeRow = (page: Page): Promise<void> => page.locator('tr[data-key] [data-name][aria-expanded=true]').first().click();
