import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FATES } from '../../engine/strategies/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { RowView } from '../../worker/protocol.ts';
import { comparison, description, result, TOKENS } from '../compare/testing/fixture.ts';
import { client, useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { SideBySide } from './SideBySide.tsx';

const ROLES = ['system', 'user', 'assistant', 'user', 'tool', 'assistant'] as const;
const ROWS = [result('middle-removal', 'KKDKEK'), result('oldest-removal', 'DKDKKK')];

function rowView(index: number, keys: readonly string[]): RowView {
  return {
    message: {
      index,
      id: `m${index}`,
      role: ROLES[index]!,
      name: null,
      ts: null,
      title: '',
      preview: `text of message ${index + 1}`,
      mono: false,
      tokens: TOKENS[index]!,
      priority: 'NORMAL',
      priorityReason: { key: 'priority-default' },
      itemType: 'USER_MESSAGE',
      cacheHint: null,
      mark: null,
      synthetic: false,
      summary: false,
      images: 0,
      line: null,
    },
    cells: keys.map((key) => {
      const row = ROWS.find((one) => one.key === key)!;
      const fate = FATES[row.fates[index]!]!;
      return {
        fate,
        tokensLeft: row.left[index]!,
        reason: { key: 'x' },
        preview: null,
        summary: null,
      };
    }),
  };
}

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
      view: { ...scenario.view, pinned: ['middle-removal', 'oldest-removal'], selected: null, onlyDifferences: false },
    },
  });
});

async function sideBySide() {
  const screen = await render(
    <div style={{ width: 1200, height: 600, display: 'grid' }}>
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
    await expect.element(region.getByText(/^Original/)).toBeVisible();
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

  it('without a pinned strategy it says how to pin one', async () => {
    const { scenario } = useApp.getState();
    patch({ scenario: { ...scenario, view: { ...scenario.view, pinned: [] } } });
    const screen = await render(<SideBySide />);
    await expect.element(screen.getByText(/^Pin a strategy to compare/)).toBeVisible();
  });
});
