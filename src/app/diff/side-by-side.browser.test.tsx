import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { comparison, description, result } from '../compare/testing/fixture.ts';
import { client, useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { SideBySide } from './SideBySide.tsx';
import { rowView } from './testing/messages.ts';

const ROWS = [result('middle-removal', 'KKDKEK'), result('oldest-removal', 'DKDKKK')];

const asked: number[] = [];
beforeEach(() => {
  const scenario = defaultScenario();
  asked.length = 0;
  vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => {
    asked.push(...indexes);
    return { ok: true, value: indexes.map((index) => rowView(index, keys)) };
  });
  vi.spyOn(client, 'diff').mockResolvedValue({
    ok: true,
    value: [
      { op: 'equal', text: 'text of ' },
      { op: 'delete', text: 'a long ' },
      { op: 'insert', text: 'shorter ' },
    ],
  });
  patch({
    description,
    comparison: comparison(ROWS),
    current: true,
    visible: null,
    reveal: null,
    scenario: {
      ...scenario,
      rows: [],
      view: { ...scenario.view, selected: null, onlyDifferences: false },
    },
    compared: ['middle-removal', 'oldest-removal'],
  });
});

afterEach(() => vi.restoreAllMocks());

async function sideBySide(width = 1200) {
  const screen = await render(
    <div style={{ width, height: 600, display: 'grid' }}>
      <SideBySide />
    </div>,
  );
  await expect.element(screen.getByText('text of message 1', { exact: true }).first()).toBeVisible();
  return screen;
}
const selected = (): number | null => useApp.getState().scenario.view.selected;

describe('the side by side', () => {
  it('has a column for the original and one for each pinned strategy, with what is left in each', async () => {
    const screen = await sideBySide();
    const region = screen.getByRole('region', { name: 'Side by side' });
    await expect.element(region.getByText(/^Before/)).toBeVisible();
    await expect.element(region.getByText('Middle removal', { exact: true })).toBeVisible();
    await expect.element(region.getByText('Oldest removal', { exact: true })).toBeVisible();
    expect([...new Set(asked)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    // Kept twice and dropped once: the original and one column hold the text.
    expect(screen.getByText('text of message 1', { exact: true }).elements()).toHaveLength(2);
    expect(screen.getByText('text of message 2', { exact: true }).elements()).toHaveLength(3);
  });

  it('an edited message shows the words that went and those that came', async () => {
    const screen = await sideBySide();
    await vi.waitFor(() => expect([...screen.container.querySelectorAll('del, ins')].map((e) => e.textContent)).toEqual(['a long ', 'shorter ']));
    expect(client.diff).toHaveBeenCalledWith(4, 'middle-removal');
  });

  it('J and K go from difference to difference', async () => {
    const screen = await sideBySide();
    (screen.getByRole('button', { name: /^Next difference/ }).element() as HTMLElement).focus();
    const went: (number | null)[] = [];
    for (const key of 'jjk') {
      await userEvent.keyboard(key);
      went.push(selected());
    }
    // Message 2 is kept by both, and the first one is in view when it begins.
    expect(went).toEqual([2, 4, 2]);
  });

  it('a button opens the next difference', async () => {
    const screen = await sideBySide();
    const opened = screen.getByRole('button', { name: /^Message/, expanded: true });
    await screen.getByRole('button', { name: /^Next difference/ }).click();
    await expect.element(opened).toHaveAccessibleName(/^Message 3,/);
    await screen.getByRole('button', { name: /^Next difference/ }).click();
    await expect.element(opened).toHaveAccessibleName(/^Message 5,/);
  });

  it('only differences: what all keep is folded, and one click shows it', async () => {
    const screen = await sideBySide();
    await screen.getByRole('checkbox', { name: 'Only differences' }).click();
    const fold = screen.getByText(/kept by all/).first();
    await expect.element(fold).toBeVisible();
    const before = screen.getByRole('button', { name: /^Message \d+/ }).elements().length;
    await screen.getByRole('button', { name: 'Show', exact: true }).first().click();
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /^Message \d+/ }).elements().length).toBeGreaterThan(before));
  });

  it('a click opens a message and closes it again', async () => {
    const screen = await sideBySide();
    const message = screen.getByRole('button', { name: /^Message 2, user, 20 tokens/ });
    await message.click();
    expect(selected()).toBe(1);
    await expect.element(message).toHaveAttribute('aria-expanded', 'true');
    await message.click();
    expect(selected()).toBeNull();
  });

  it('says so where nothing is compared', async () => {
    patch({ compared: [] });
    const screen = await render(<SideBySide />);
    await expect.element(screen.getByText('Nothing is compared yet.')).toBeVisible();
  });

  it('narrow: one list of the messages, with the letters of their fates, and why when one is open', async () => {
    await page.viewport(390, 844);
    try {
      const screen = await sideBySide(390);
      const message = screen.getByRole('button', { name: /^Message 1,/ });
      const fates = screen.getByRole('group', { name: 'Side by side' }).getByRole('img');
      await vi.waitFor(() =>
        expect(
          fates
            .elements()
            .slice(0, 4)
            .map((chip) => chip.getAttribute('aria-label')),
        ).toEqual(['word for word', 'gone', 'word for word', 'word for word']),
      );
      await message.click();
      await expect.element(screen.getByText('why? B: gone')).toBeVisible();
      await expect.element(screen.getByText('why? A keeps it')).not.toBeInTheDocument();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    } finally {
      await page.viewport(1440, 900);
    }
  });
});
