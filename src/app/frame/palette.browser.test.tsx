/** The command palette: found by typing, done by keys or a click. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Description } from '../../worker/protocol.ts';
import { description } from '../compare/testing/fixture.ts';
import { Dialogs } from '../Dialogs.tsx';
import { TabBar } from './Header.tsx';
import { useApp } from '../store/index.ts';
import { readStored, writeStored } from '../store/storage.ts';
import { openDialog, showSet } from '../store/ui.ts';
import { closed, opened, requested } from '../testing/opened.ts';
import { setScheme } from '../theme/scheme.ts';
import { useShortcuts } from './commands.ts';

const pipeline = { ...description.strategies[0]!, id: 'pipeline', onDemand: true };
const described: Description = { ...description, strategies: [...description.strategies, pipeline] };

beforeEach(() => opened({ description: described }));
afterEach(() => {
  openDialog(null);
  showSet(false);
  setScheme('light');
  writeStored('theme', null);
  closed();
});

function Page() {
  useShortcuts();
  return (
    <>
      <TabBar />
      <Dialogs />
    </>
  );
}

async function palette(text: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  const dialog = screen.getByRole('dialog', { name: 'Command palette' });
  await dialog.getByRole('combobox', { name: 'What do you want to do?' }).fill(text);
  return dialog;
}
let screen: Awaited<ReturnType<typeof render>>;
beforeEach(async () => {
  screen = await render(<Page />);
});

describe('the command palette', () => {
  it('does what Enter is pressed on, and is gone; a theme stays for the next visit', async () => {
    const dialog = await palette('dark');
    await expect.element(dialog.getByRole('option').first()).toHaveTextContent(/dark/i);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect([document.documentElement.dataset.theme, readStored('theme')]).toEqual(['dark', 'dark']);
  });

  it('opens every tab by a click', async () => {
    for (const tab of ['Tune', 'Many sessions', 'Replay', 'All policies', 'Plot', 'Answer']) {
      const dialog = await palette(tab);
      // Its title, and the group that all tabs are in.
      await dialog
        .getByRole('option')
        .filter({ hasText: new RegExp(`^${tab}Comparison$`) })
        .click();
      await expect.element(screen.getByRole('tab', { name: new RegExp(`^${tab}`), selected: true })).toBeVisible();
    }
  });

  it('arrow keys choose among what is found, round its ends; words that nothing has are said', async () => {
    const dialog = await palette('budget');
    const found = dialog.getByRole('option').elements();
    expect(found.length).toBeGreaterThan(2);
    const isChosen = (at: number) => vi.waitFor(() => expect(dialog.getByRole('option', { selected: true }).elements()).toEqual([found.at(at)]));
    await isChosen(0);
    await userEvent.keyboard('{ArrowUp}');
    await isChosen(-1);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await isChosen(1);
    await dialog.getByRole('combobox').fill('nothing of the kind');
    await expect.element(dialog.getByText('Nothing matches.')).toBeVisible();
    expect(dialog.getByRole('option').elements()).toEqual([]);
  });

  it('adds a pipeline, each with a name of its own', async () => {
    for (const names of [['Chain 1'], ['Chain 1', 'Chain 2']]) {
      const dialog = await palette('new chain');
      await userEvent.keyboard('{Enter}');
      await expect.element(dialog).not.toBeInTheDocument();
      await vi.waitFor(() => expect(useApp.getState().scenario.rows.map(({ params }) => params.name)).toEqual(names));
      expect(requested()?.rows.map(({ params }) => params.name)).toEqual(expect.arrayContaining(names));
    }
  });
});
