/** One message in every row of the table: the dialog, and the ways to it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { comparison, description, result, standing } from '../compare/testing/fixture.ts';
import { Dialogs } from '../Dialogs.tsx';
import { client, useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { openDialog } from '../store/ui.ts';
import { SideBySide } from './SideBySide.tsx';
import { fatesOf, rowView, textOf } from './testing/messages.ts';

const ROWS = [
  result('middle-removal', 'KKDKEK'),
  result('oldest-removal', 'DDDKKK'),
  result('sliding-window', 'KDKDDK'),
  standing('hard-limit', 'unchanged'),
  result('random-removal', 'KKKDDD'),
];

beforeEach(() => {
  const scenario = defaultScenario();
  vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => ({ ok: true, value: indexes.map((index) => rowView(index, keys)) }));
  vi.spyOn(client, 'fatesOf').mockImplementation(async (index) => ({ ok: true, value: fatesOf(index) }));
  vi.spyOn(client, 'full').mockImplementation(async (index) => ({
    ok: true,
    value: { index, parts: [{ kind: 'text', label: '', text: textOf(index), tokens: 5 }] },
  }));
  patch({
    description,
    comparison: comparison(ROWS),
    current: true,
    hover: null,
    visible: null,
    scenario: { ...scenario, rows: [], view: { ...scenario.view, allRows: true, selected: 2 } },
    compared: ['middle-removal'],
  });
});
afterEach(() => {
  openDialog(null);
  vi.restoreAllMocks();
});

const titled = (number: number) => page.getByRole('dialog', { name: `What became of message #${number}` });
/** The rows with the groups that they are in. */
function listed(): readonly string[] {
  const rows = page.getByRole('table', { name: 'What became of it' }).element().querySelectorAll('tbody th');
  return [...rows].map((head) => head.textContent!.replace(/\s+/g, ' ').trim());
}

describe('the fates of a message', () => {
  it('are those of every row, grouped, with how much is left', async () => {
    openDialog('fates');
    await render(<Dialogs />);
    await expect.element(titled(3)).toHaveTextContent(textOf(2));
    await vi.waitFor(() =>
      expect(listed()).toEqual([
        expect.stringMatching(/word for word 2$/),
        'Sliding window',
        'Random removal',
        expect.stringMatching(/gone 2$/),
        'A Middle removal',
        'Oldest removal',
        expect.stringMatching(/as before 1$/),
        'Hard limit',
      ]),
    );
    const row = (title: string) => page.getByRole('row', { name: title });
    await expect.element(row('Oldest removal')).toHaveTextContent('300 → 0');
    await expect.element(row('Sliding window')).toHaveTextContent('300');
    await expect.element(row('Sliding window')).not.toHaveTextContent('→');
  });

  it('arrows and buttons go from message to message', async () => {
    openDialog('fates');
    await render(<Dialogs />);
    await expect.element(titled(3)).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(titled(4)).toHaveTextContent(textOf(3));
    await page.getByRole('button', { name: /Previous/ }).click();
    await expect.element(titled(3)).toHaveTextContent(textOf(2));
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(titled(2)).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(page.getByRole('button', { name: /Previous/ })).toBeDisabled();
  });

  it('put a row into C', async () => {
    openDialog('fates');
    await render(<Dialogs />);
    await page.getByRole('button', { name: 'Compare Sliding window as C' }).click();
    expect(useApp.getState().scenario.view.other).toBe('sliding-window');
  });

  it('are opened by a button at the message, by F and by the palette', async () => {
    const screen = await render(
      <>
        <div style={{ width: 1200, height: 600, display: 'grid' }}>
          <SideBySide />
        </div>
        <Dialogs />
      </>,
    );
    await screen.getByRole('button', { name: /^All policies/ }).click();
    await expect.element(titled(3)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(titled(3)).not.toBeInTheDocument();
    (screen.getByRole('button', { name: /^Message 3,/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('f');
    await expect.element(titled(3)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    openDialog('palette');
    await screen.getByRole('combobox', { name: 'What do you want to do?' }).fill('became of message');
    await userEvent.keyboard('{Enter}');
    await expect.element(titled(3)).toBeVisible();
  });

  it('narrow: nothing of them is beside the screen', async () => {
    await page.viewport(390, 844);
    try {
      openDialog('fates');
      await render(<Dialogs />);
      await expect.element(page.getByRole('table', { name: 'What became of it' })).toBeVisible();
      await vi.waitFor(() => expect(listed()).toContain('Oldest removal'));
      const ends = [...titled(3).element().querySelectorAll('*')].map((element) => element.getBoundingClientRect().right);
      expect(Math.max(...ends)).toBeLessThanOrEqual(391);
    } finally {
      await page.viewport(1440, 900);
    }
  });
});
