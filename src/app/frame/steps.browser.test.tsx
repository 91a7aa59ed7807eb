/** Steps of the settings as commands, and the list of keys. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { description } from '../compare/testing/fixture.ts';
import { Dialogs } from '../Dialogs.tsx';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { EMPTY, recorded, useUndo } from '../store/undo.ts';
import { useShortcuts } from './commands.ts';
import { soon } from '../testing/soon.ts';

const before = { ...defaultScenario(), rows: [] };
const after = { ...before, settings: { ...before.settings, budget: 'shipped' as const } };

beforeEach(() => {
  patch({ description, comparison: null, loaded: null, scenario: before });
  useUndo.setState(EMPTY);
});
afterEach(() => {
  openDialog(null);
  useUndo.setState(EMPTY);
  patch({ scenario: defaultScenario() });
});

function Page() {
  useShortcuts();
  return <Dialogs />;
}
const isOwn = (): boolean => useApp.getState().scenario.settings.budget === 'shipped';

it('as shipped, undo and redo are commands, and say what they change', async () => {
  const screen = await render(<Page />);
  const command = async (text: string): Promise<void> => {
    await userEvent.keyboard('{Control>}k{/Control}');
    const dialog = screen.getByRole('dialog', { name: 'Command palette' });
    await dialog.getByRole('combobox').fill(text);
    await expect.element(dialog.getByRole('option').first()).toHaveTextContent(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await command('Budget: as shipped');
  await soon(() => expect(isOwn()).toBe(true));
  useUndo.setState(recorded(EMPTY, before, after, 1));
  await command('Undo: ');
  await soon(() => expect(isOwn()).toBe(false));
  await command('Redo: ');
  await soon(() => expect(isOwn()).toBe(true));
});

it('the shortcuts tell the keys of the heads of tables', async () => {
  const screen = await render(<Page />);
  await userEvent.keyboard('?');
  await expect.element(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Move the column');
});
