/** Long sessions side by side: words that are looked for, a message pinned by a key, heads that stay. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DROP, KEEP } from '../../engine/strategies/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { View } from '../../scenario/schema.ts';
import { comparison, description, result, transcriptView } from '../compare/testing/fixture.ts';
import { useShortcuts } from '../frame/commands.ts';
import { actions, client, useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { expectNothingThrough } from '../testing/heads.ts';
import { press } from '../testing/tables.ts';
import { SideBySide } from './SideBySide.tsx';
import { rowView } from './testing/messages.ts';
import { soon } from '../testing/soon.ts';

const MESSAGES = 400;
const EACH = 10;
const NEEDLE = 150;
const textOf = (index: number): string =>
  index === NEEDLE ? 'the needle of the haystack' : `${index % 40 === 7 ? 'an Error of the tool, ' : ''}message ${index} ${'words '.repeat(40)}`;
const holding = (words: string): number[] =>
  Array.from({ length: MESSAGES }, (_, i) => i).filter((i) => textOf(i).toLowerCase().includes(words.toLowerCase()));
const LINES = Array.from({ length: MESSAGES }, (_, i) => textOf(i));

const tokens = new Float64Array(MESSAGES).fill(EACH);
const long = transcriptView({
  n: MESSAGES,
  tokens,
  total: MESSAGES * EACH,
  prefix: Float64Array.from({ length: MESSAGES + 1 }, (_, i) => i * EACH),
  roles: Uint8Array.from({ length: MESSAGES }, (_, i) => 1 + (i % 2)),
  priority: new Uint8Array(MESSAGES).fill(1),
  priorityRule: new Uint8Array(MESSAGES),
  protection: new Uint8Array(MESSAGES),
});
/** Keeps both ends of the session. */
const fates = Uint8Array.from({ length: MESSAGES }, (_, i) => (i < 4 || i >= 396 ? KEEP : DROP));
const ROW = result('middle-removal', 'KKKKKK', { fates, left: tokens.map((each, i) => (fates[i] === KEEP ? each : 0)) });

let layout: View['layout'] = 'columns';
beforeEach(() => {
  layout = 'columns';
  vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => ({
    ok: true,
    value: indexes.map((index) => rowView(index, keys, { preview: textOf(index) })),
  }));
  vi.spyOn(client, 'full').mockImplementation(async (index) => ({
    ok: true,
    value: { parts: [{ kind: 'text', label: '', text: textOf(index), tokens: EACH, isError: false }] } as never,
  }));
  vi.spyOn(client, 'find').mockImplementation(async (words) => ({ ok: true, value: holding(words) }));
  vi.spyOn(client, 'unified').mockResolvedValue({ ok: true, value: { lines: LINES.map((text) => ({ op: ' ', text })), total: MESSAGES } });
  vi.spyOn(client, 'request').mockResolvedValue({ ok: true, value: { format: 'openai-chat', text: LINES.join('\n'), warnings: [] } });
});
afterEach(() => vi.restoreAllMocks());

function Page() {
  useShortcuts();
  return (
    <main tabIndex={-1} aria-label="page" style={{ width: 1200, height: 380, display: 'grid' }}>
      <SideBySide />
    </main>
  );
}
async function open() {
  const scenario = defaultScenario();
  patch({
    description,
    comparison: comparison([ROW], long),
    current: true,
    visible: null,
    reveal: null,
    scenario: { ...scenario, rows: [], view: { ...scenario.view, layout, selected: null, onlyDifferences: false } },
    compared: [ROW.key],
  });
  const screen = await render(<Page />);
  const box = screen.getByRole('searchbox', { name: 'Find in text' });
  const list = screen.getByRole('group', { name: layout === 'columns' ? 'Side by side' : layout, exact: true });
  await expect.element(list).toBeVisible();
  return { screen, box, list, count: screen.getByRole('status') };
}

it('nothing shows through the head of the columns', async () => {
  const { list } = await open();
  await expectNothingThrough(list.element().previousElementSibling!, list.element());
});

it('either key leads to the find box; Escape clears it, and once more leaves it for the list', async () => {
  const { screen, box, list } = await open();
  for (const key of ['{Control>}f{/Control}', '/']) {
    (screen.getByRole('main').element() as HTMLElement).focus();
    await userEvent.keyboard(key);
    await expect.element(box).toHaveFocus();
  }
  await box.fill('error');
  await userEvent.keyboard('{Escape}');
  await expect.element(box).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(list).toHaveFocus();
});

for (const view of ['columns', 'unified', 'request'] as const)
  it(`finds as one types and goes from hit to hit by keys and arrows, the hit about the middle: ${view}`, async () => {
    layout = view;
    const { screen, box, list, count } = await open();
    const total = holding('error').length;
    await box.fill('ERROR');
    const at = async (hit: number): Promise<void> => {
      await expect.element(count).toHaveTextContent(`${hit} of ${total}`);
    };
    await at(1);
    for (const [key, hit] of [
      ['{Enter}', 2],
      ['{Shift>}{Enter}{/Shift}', 1],
      ['{ArrowUp}', total],
      ['{ArrowDown}', 1],
    ] as const) {
      await userEvent.keyboard(key);
      await at(hit);
    }
    const middle = Math.ceil(total / 2);
    for (let hit = 2; hit <= middle; hit++) await press(screen.getByRole('button', { name: 'Next match' }));
    await at(middle);
    const current = view === 'columns' ? '[data-message]:has([aria-expanded=true]) mark' : '[aria-current=true] mark';
    await soon(() => {
      const word = list.element().querySelector(current)!;
      expect(word.textContent).toMatch(/^error$/i);
      expect(word.parentElement!.textContent).toContain(`message ${holding('error')[middle - 1]} `);
      const [line, room] = [word.getBoundingClientRect(), list.element().getBoundingClientRect()];
      expect(Math.abs(line.y + line.height / 2 - room.y - room.height / 2) / room.height).toBeLessThan(0.3);
    });
    await box.fill('no such words anywhere 4711');
    await expect.element(count).toHaveTextContent('no match');
    await expect.element(screen.getByRole('button', { name: 'Next match' })).toBeDisabled();
  });

it('what is looked for stays from one view to the next', async () => {
  const { screen, box, count } = await open();
  await box.fill('needle');
  await expect.element(count).toHaveTextContent('1 of 1');
  await press(screen.getByRole('radio', { name: 'request' }));
  await expect.element(screen.getByRole('group', { name: 'request' })).toBeVisible();
  await expect.element(box).toHaveValue('needle');
  await expect.element(count).toHaveTextContent('1 of 1');
});

it('a hit in a fold is unfolded', async () => {
  const { screen, box, count, list } = await open();
  await expect.element(screen.getByText(/messages? gone in all/).first()).toBeVisible();
  expect(list.element().querySelector(`[data-message="${NEEDLE}"]`)).toBeNull();
  await box.fill('needle');
  await expect.element(count).toHaveTextContent('1 of 1');
  await soon(() => expect(list.element().querySelector(`[data-message="${NEEDLE}"] mark`)?.textContent).toBe('needle'));
});

it('P pins a message whose text is still to come', async () => {
  const { list } = await open();
  await expect.element(list.getByText(/^message 0 /).first()).toBeVisible();
  let arrive = (): void => undefined;
  const arriving = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.mocked(client.rows).mockImplementation(async (indexes, keys) => {
    await arriving;
    return { ok: true, value: indexes.map((index) => rowView(index, keys)) };
  });
  (list.element() as HTMLElement).focus();
  actions.select(NEEDLE);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}p');
  expect(useApp.getState().scenario.view.selected).toBe(NEEDLE + 1);
  expect(useApp.getState().scenario.marks).toEqual({});
  arrive();
  await soon(() => expect(useApp.getState().scenario.marks).toEqual({ [`m${NEEDLE + 1}`]: 'pin' }));
});
