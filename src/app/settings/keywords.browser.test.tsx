/** The word lists as a person changes them, and what the settings say of that. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Dialogs } from '../Dialogs.tsx';
import { useApp } from '../store/index.ts';
import { writeStored } from '../store/storage.ts';
import { openDialog } from '../store/ui.ts';
import { closed, opened, requested } from '../testing/opened.ts';
import { MoreSettings } from './Controls.tsx';

beforeEach(() => {
  writeStored('more-settings', '1');
  opened();
});
afterEach(() => {
  openDialog(null);
  writeStored('more-settings', null);
  closed();
});

const keywords = () => useApp.getState().scenario.settings.keywords;

// The dialog has every list, which a busy machine looks through slowly.
it('keyword lists are changed, counted, refused where a word is too long, and reset', async () => {
  const screen = await render(
    <>
      <MoreSettings />
      <Dialogs />
    </>,
  );
  await screen.getByRole('button', { name: 'Edit …' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Keyword lists' });
  const words = dialog.getByRole('textbox', { name: 'Important words: English' });
  await words.fill('banana, all done');
  // A pause after the last key applies them, and the field is still typed into.
  await expect.element(dialog.getByRole('button', { name: 'Reset: Important words' })).toBeVisible();
  await expect.element(words).toHaveFocus();
  const [important] = Object.keys(keywords());
  expect(requested()?.settings.keywords[important!]).toEqual(expect.arrayContaining(['banana', 'all done']));
  await dialog.getByRole('region', { name: 'Decisions, in over 100 characters' }).getByRole('button', { name: 'use', exact: true }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Decisions, in over 100 characters: English' }))
    .toHaveValue(expect.stringMatching(/, use$/));
  await expect.element(dialog.getByRole('button', { name: 'Reset all changed lists (2)' })).toBeVisible();
  await words.fill('x'.repeat(70));
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('too long');
  expect(keywords()[important!]).toContain('banana');
  // What was typed last is kept when the dialog is closed at once.
  await words.fill('cherry');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(keywords()[important!]).toContain('cherry');
  expect(keywords()[important!]).not.toContain('banana');
  await screen.getByRole('button', { name: '2 changed …' }).click();
  await expect.element(words).toHaveValue('cherry');
  await dialog.getByRole('button', { name: 'Reset all changed lists (2)' }).click();
  await expect.element(words).toHaveValue(expect.stringMatching(/^error, fail/));
  await vi.waitFor(() => expect(requested()?.settings.keywords).toEqual({}));
}, 30_000);
