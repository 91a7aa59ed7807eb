/** What a person does to the columns of the table of strategies, and that a link brings it back. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FAMILIES, type Family } from '../../engine/strategies/contract.ts';
import { numbers } from '../../i18n/index.ts';
import { decode, encode } from '../../scenario/codec.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import { TabBar } from '../frame/Header.tsx';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { columnsOf, headOf, keptOf, MORE_COLUMNS, press, savedBy, sortBy } from '../testing/tables.ts';
import { ComparePane } from './ComparePane.tsx';
import { selectRows } from '../rows/useTableRows.ts';
import { comparison, description, result } from './testing/fixture.ts';
import { soon } from '../testing/soon.ts';

const seeds: Readonly<Record<string, StrategyInfo['source']['seed']>> = {
  'middle-removal': 'S2',
  'sliding-window': 'S1',
  'random-removal': 'control',
};
const infos = description.strategies.map((info) => ({ ...info, source: { seed: seeds[info.id] ?? ('S3' as const), section: '1' } }));
const ROWS = [
  result('middle-removal', 'KKDKKK', { tokensAfter: 1700, efficiency: 0.5 }),
  result('oldest-removal', 'DDDKKK', { tokensAfter: 580, efficiency: 0.6 }),
  result('sliding-window', 'KDDDDK', { tokensAfter: 140, efficiency: 0.4 }),
  result('hard-limit', 'KDDDDK', { tokensAfter: 160, efficiency: 0.3 }),
  result('random-removal', 'KKKDDD', { tokensAfter: 420, efficiency: 0.7 }),
];

function compare(strategies: readonly StrategyInfo[] = infos): void {
  const scenario = defaultScenario();
  patch({
    description: { ...description, strategies },
    comparison: comparison(ROWS),
    current: true,
    loaded: { ref: { kind: 'file', name: 'week.jsonl', hash: 'x', bytes: 1 }, name: 'week.jsonl', reply: { conversations: [] } as never },
    scenario: { ...scenario, view: { ...scenario.view, allRows: true, tables: { strategies: { group: '', columns: MORE_COLUMNS } } } },
    compared: [],
  });
}

beforeEach(() => {
  selectRows(new Set());
  compare();
});
afterEach(() => {
  patch({ loaded: null });
});

async function open(height = 500, width = 1270) {
  const screen = await render(
    <div style={{ width, height, display: 'flex', flexDirection: 'column' }}>
      <TabBar />
      <ComparePane />
    </div>,
  );
  const table = screen.getByRole('table', { name: 'Policies' });
  await expect.element(headOf(table, 'Efficiency')).toBeVisible();
  return { screen, table, said: () => screen.container.querySelector('[data-announcer]')!.textContent!.trim() };
}
const th = (table: Locator, name: string): Locator => table.getByRole('columnheader', { name, exact: true });
const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();
const widthOf = (table: Locator, name: string): number => boxOf(th(table, name)).width;
const keysOf = (table: Locator): readonly string[] =>
  [...table.element().querySelectorAll<HTMLElement>('tbody tr[data-key]')].map((row) => row.dataset.key!);
const focus = (locator: Locator): void => (locator.element() as HTMLElement).focus();
const place = (table: Locator, column: string): number => columnsOf(table).indexOf(column);

it('is sorted by two columns; a column is moved, made wider and frozen by keys, and screen readers are told', async () => {
  const { table, said } = await open();
  await sortBy(table, 'Kept');
  await sortBy(table, 'Tokens left', true);
  await soon(() => expect(said()).toBe('Sorted by Kept, largest first; Tokens left, smallest first'));
  // Only the first key is the sort of the table to a reader; the second says what it is in words.
  await expect.element(th(table, 'Kept')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(th(table, 'Tokens left')).not.toHaveAttribute('aria-sort');
  await expect.element(headOf(table, 'Tokens left')).toHaveTextContent('(key 2 of the sort, smallest first)');

  expect(place(table, 'kept')).toBeLessThan(place(table, 'time'));
  focus(headOf(table, 'Kept'));
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await soon(() => expect(place(table, 'kept')).toBe(place(table, 'time') + 1));
  await soon(() => expect(said()).toMatch(/^Kept: column \d+ of \d+$/));
  await expect.element(headOf(table, 'Kept')).toHaveFocus();

  const narrow = widthOf(table, 'Kept');
  await userEvent.keyboard('+');
  await soon(() => expect(said()).toMatch(/^Kept: \d+ pixels$/));
  await soon(() => expect(widthOf(table, 'Kept')).toBeCloseTo(narrow + 8, 0));
  focus(headOf(table, 'Tokens left'));
  await userEvent.keyboard('{ArrowDown}');
  await press(table.getByRole('button', { name: 'Freeze at the left' }));
  await soon(() => expect(place(table, 'tokens')).toBe(2));
  expect(getComputedStyle(th(table, 'Tokens left').element()).position).toBe('sticky');
  expect(keptOf('strategies')).toMatchObject({
    sort: ['-kept', 'tokens'],
    moved: [['kept', 'time']],
    widths: { kept: Math.round(narrow) + 8 },
    frozen: { tokens: 'start' },
  });
});

it('a link brings back its sort, order, widths, edge and closed groups; Default columns takes them away', async () => {
  const { scenario } = useApp.getState();
  const strategies = {
    columns: MORE_COLUMNS,
    sort: ['-kept', 'tokens'],
    moved: [['kept', 'time']],
    widths: { kept: 131 },
    frozen: { tokens: 'start' },
    group: 'system',
    open: { 'system:S2': false },
  } as const;
  const read = await decode(await encode({ ...scenario, view: { ...scenario.view, tables: { strategies } } }));
  if (!read.ok) throw new Error(read.error.code);
  patch({ scenario: read.value });
  const { screen, table } = await open();
  expect(place(table, 'kept')).toBe(place(table, 'time') + 1);
  expect(place(table, 'tokens')).toBe(2);
  expect(widthOf(table, 'Kept')).toBeCloseTo(131, 0);
  expect(getComputedStyle(th(table, 'Tokens left').element()).position).toBe('sticky');
  // Both of S3 keep three of six and two: by the first key, and every group by itself.
  expect(keysOf(table)).toEqual(['sliding-window', 'oldest-removal', 'hard-limit', 'random-removal']);
  const group = table.getByRole('button', { name: /^Context manager/ });
  await expect.element(group).toHaveAttribute('aria-expanded', 'false');
  await expectAccessible(screen.container);
  await press(group);
  await expect.element(group).toHaveAttribute('aria-expanded', 'true');
  expect(keysOf(table)).toContain('middle-removal');

  await press(screen.getByRole('button', { name: 'Columns', exact: true }));
  await press(screen.getByRole('button', { name: 'Default columns' }));
  await soon(() => expect(columnsOf(table)).not.toContain('kept'));
  expect(keptOf('strategies')?.frozen).toBeUndefined();
});

it('rows are grouped by family, in the order of the families', async () => {
  const families = FAMILIES.filter((family): family is Exclude<Family, 'recorded'> => family !== 'recorded');
  compare(families.toReversed().map((family) => ({ ...infos[0]!, id: `of-${family}`, family })));
  const { screen, table } = await open();
  await press(screen.getByRole('button', { name: 'Columns', exact: true }));
  await screen.getByRole('combobox', { name: 'Group rows by' }).selectOptions('Family');
  await userEvent.keyboard('{Escape}');
  const groups = () => [...table.element().querySelectorAll<HTMLElement>('tr[data-group] th')].map((head) => head.innerText.split(/\s/)[0]);
  const named = ['Removal', 'Cutting', 'Scores', 'Similarity', 'Summaries', 'Selective', 'Ledger', 'Limits', 'Products', 'Controls', 'Chains'];
  await soon(() => expect(groups()).toEqual(named));
});

it('heads by keyboard: both ends, a menu, one stop for the tab key', async () => {
  const { table, said } = await open();
  focus(headOf(table, 'Policy'));
  await userEvent.keyboard('{End}');
  const last = columnsOf(table).at(-1)!;
  await soon(() => expect(document.activeElement?.closest('th')?.dataset.column).toBe(last));
  await userEvent.keyboard('{Home}');
  await expect.element(headOf(table, 'Policy')).toHaveFocus();
  expect(table.element().querySelectorAll('[data-head][tabindex="0"]')).toHaveLength(1);
  focus(headOf(table, 'Tokens left'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(table.getByRole('button', { name: 'Sort, smallest first' })).toHaveFocus();
  await press(table.getByRole('button', { name: 'Hide column' }));
  await expect.element(th(table, 'Tokens left')).not.toBeInTheDocument();
  await soon(() => expect(said()).toBe('Tokens left is hidden; Columns shows it again'));
});

it('is saved as it is seen, in a file named after the session', async () => {
  const { screen, table } = await open();
  await press(screen.getByRole('button', { name: 'Columns', exact: true }));
  const { name, text } = await savedBy(() => press(screen.getByRole('button', { name: 'Save the table as JSON' })));
  expect(name).toBe('week.strategies.json');
  const { rows } = JSON.parse(text) as { rows: Readonly<Record<string, number | string | null>>[] };
  expect(rows.map(({ strategy }) => strategy)).toEqual(
    [...table.element().querySelectorAll('tbody tr[data-key] [data-name]')].map((name) => name.textContent),
  );
  const { tokens } = rows.find(({ strategy }) => strategy === 'Middle removal')!;
  expect(tokens).toBe(1700);
  await expect.element(table.getByRole('row', { name: /Middle removal/ })).toHaveTextContent(numbers().whole(tokens as number));
});

describe('a column is dragged', () => {
  // At its own scale: the browser moves a finger to what is near it.
  beforeEach(() => page.viewport(1280, 720));
  afterEach(() => page.viewport(1440, 900));

  interface Point {
    readonly x: number;
    readonly y: number;
  }
  const DEVICES = ['mouse', 'finger', 'pen'] as const;
  type Device = (typeof DEVICES)[number];

  /** From one point to another in small steps, as the browser gets it from the device. */
  async function draw(device: Device, from: Point, to: Point, end = true): Promise<void> {
    // The test is in a frame of the page.
    const frame = window.frameElement!.getBoundingClientRect();
    const send = (phase: 'start' | 'move' | 'end', { x, y }: Point): Promise<unknown> => {
      const at = { x: frame.x + x, y: frame.y + y };
      if (device === 'finger') {
        const type = ({ start: 'touchStart', move: 'touchMove', end: 'touchEnd' } as const)[phase];
        return cdp().send('Input.dispatchTouchEvent', { type, touchPoints: phase === 'end' ? [] : [at] });
      }
      const type = ({ start: 'mousePressed', move: 'mouseMoved', end: 'mouseReleased' } as const)[phase];
      return cdp().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons: 1, clickCount: 1, pointerType: device });
    };
    await send('start', from);
    for (let i = 1; i <= 8; i++) await send('move', { x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 });
    if (end) await send('end', to);
  }
  const within = (locator: Locator, x: number, y: number): Point => ({ x: boxOf(locator).x + x, y: boxOf(locator).y + y });

  for (const device of DEVICES)
    it(`by its head and by its edge, which is no sort: ${device}`, async () => {
      await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: device === 'finger' });
      const { table } = await open();
      const [moved, before] = [th(table, 'Tokens left'), th(table, 'Efficiency')];
      expect(place(table, 'tokens')).toBeGreaterThan(place(table, 'efficiency'));
      await draw(device, within(moved, 20, 20), within(before, 4, 20));
      await soon(() => expect(place(table, 'tokens')).toBe(place(table, 'efficiency') - 1));
      expect(keptOf('strategies')?.sort).toBeUndefined();
      const width = widthOf(table, 'Saved');
      const edge = th(table, 'Saved').getByRole('separator');
      await draw(device, within(edge, 4, 10), within(edge, 44, 10));
      await soon(() => expect(widthOf(table, 'Saved')).toBeCloseTo(width + 40, 0));
      expect(place(table, 'tokens')).toBe(place(table, 'efficiency') - 1);
      await userEvent.dblClick(edge);
      await soon(() => expect(widthOf(table, 'Saved')).toBeCloseTo(width, 0));
    });

  it('Escape leaves it where it was', async () => {
    const { table } = await open();
    const columns = columnsOf(table);
    const over = th(table, 'Tokens left');
    await draw('mouse', within(th(table, 'Efficiency'), 20, 20), within(over, 4, 20), false);
    await expect.element(over).toHaveAttribute('data-over', 'before');
    await userEvent.keyboard('{Escape}');
    await expect.element(over).not.toHaveAttribute('data-over');
    await draw('mouse', within(over, 4, 20), within(over, 4, 20));
    expect(columnsOf(table)).toEqual(columns);
  });
});
