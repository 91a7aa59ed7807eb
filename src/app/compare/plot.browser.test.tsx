/** The plot and the table: what is pointed at or selected in one is what the other shows. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import { TabBar } from '../frame/Header.tsx';
import { patch } from '../store/store.ts';
import { expectAxesTold } from '../testing/axes.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { press } from '../testing/tables.ts';
import { ComparePane } from './ComparePane.tsx';
import { linkRow, selectRows } from '../rows/useTableRows.ts';
import { ParetoPanel } from './ParetoPanel.tsx';
import { comparison, description, result } from './testing/fixture.ts';
import { soon } from '../testing/soon.ts';

const ROWS = [
  result('middle-removal', 'KKDKKK', { tokensAfter: 700, preservation: 0.5 }),
  result('oldest-removal', 'DDDKKK', { tokensAfter: 580, preservation: 0.8 }),
  result('sliding-window', 'KDDDDK', { tokensAfter: 140, preservation: 0.3 }),
  result('hard-limit', 'KDDDDK', { tokensAfter: 260, preservation: 0.9 }),
  result('random-removal', 'KKKDDD', { tokensAfter: 420, preservation: 0.6 }),
];

beforeEach(() => {
  const scenario = defaultScenario();
  const tables = { strategies: { group: '' } };
  const plot = { x: 'tokens', y: 'kept' };
  patch({
    description,
    comparison: comparison(ROWS),
    current: true,
    scenario: { ...scenario, view: { ...scenario.view, allRows: true, plot, tables } },
    compared: [],
  });
});
afterEach(() => {
  linkRow(null);
  selectRows(new Set());
});

async function open() {
  const screen = await render(
    <div style={{ width: 1400, height: 500, display: 'flex', flexDirection: 'column' }}>
      <TabBar />
      <div style={{ display: 'flex', flex: 1, minHeight: 0 }}>
        <div style={{ display: 'flex', flex: 1, minWidth: 0 }}>
          <ComparePane />
        </div>
        <div style={{ width: 376 }}>
          <ParetoPanel />
        </div>
      </div>
    </div>,
  );
  const table = screen.getByRole('table', { name: 'Policies' });
  const points = screen.getByRole('group', { name: '5 points' });
  const picture = screen.getByRole('img', { name: /policies; x: / });
  await soon(() => expect(picture.element().querySelectorAll('g[data-point]')).toHaveLength(ROWS.length));
  const row = (title: string) => table.getByRole('row', { name: new RegExp(title) });
  const rows = (): number => table.element().querySelectorAll('tbody tr[data-key]').length;
  return { screen, table, points, picture, row, rows };
}

it('the row under the pointer has a ring in the plot, and the point under the pointer marks its row', async () => {
  const { picture, row } = await open();
  await page.getByRole('tab').first().hover();
  await soon(() => expect(picture.element().querySelector('circle[r="9.5"]')).toBeNull());
  row('Random removal')
    .element()
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await soon(() => expect(picture.element().querySelectorAll('circle[r="9.5"]')).toHaveLength(1));
  picture
    .element()
    .querySelector('g[data-point="Oldest removal"]')!
    .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await expect.element(row('Oldest removal')).toHaveAttribute('data-linked', 'true');
  await expect.element(row('Random removal')).not.toHaveAttribute('data-linked');
});

it('points are selected by keyboard: the table shows these alone, until the chip is clicked', async () => {
  const { screen, points, rows } = await open();
  expect(rows()).toBe(ROWS.length);
  (points.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight} {ArrowRight} ');
  const chip = screen.getByRole('button', { name: /2 from the plot/ });
  await expect.element(chip).toBeVisible();
  expect(rows()).toBe(2);
  await expectAccessible(screen.container);
  await press(chip);
  await expect.element(chip).not.toBeInTheDocument();
  expect(rows()).toBe(ROWS.length);
});

it('points are selected by drawing around them', async () => {
  const { screen, points, rows } = await open();
  await press(screen.getByRole('button', { name: 'Select points by drawing around them' }));
  await expect.element(points).toHaveAttribute('data-lasso');
  const { x, y, width, height } = points.element().getBoundingClientRect();
  const pointer = (type: string, across: number, down: number): void => {
    const at = { clientX: x + width * across, clientY: y + height * down, bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1 };
    points.element().dispatchEvent(new PointerEvent(type, at));
  };
  // The left half: fewer tokens.
  const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(undefined);
  pointer('pointerdown', 0.02, 0.01);
  for (const [across, down] of [
    [0.6, 0.01],
    [0.6, 0.97],
    [0.02, 0.97],
  ] as const)
    pointer('pointermove', across, down);
  pointer('pointerup', 0.02, 0.97);
  capture.mockRestore();
  await expect.element(screen.getByRole('button', { name: /from the plot/ })).toBeVisible();
  const left = [...document.querySelectorAll<HTMLElement>('tbody tr[data-key]')].map((tr) => tr.dataset.key);
  expect(left).toContain('sliding-window');
  expect(left).not.toContain('middle-removal');
  expect(rows()).toBeLessThan(ROWS.length);
});

it('zooms by keys, and the whole is one key or button away', async () => {
  const { screen, points } = await open();
  const all = screen.getByRole('button', { name: 'Show the whole chart' });
  await expect.element(all).toBeDisabled();
  (points.element() as HTMLElement).focus();
  await userEvent.keyboard('+');
  await expect.element(all).toBeEnabled();
  await userEvent.keyboard('0');
  await expect.element(all).toBeDisabled();
});

it('its axes name their measure and its unit, in both languages', async () => {
  const { screen } = await open();
  await expectAxesTold(screen.container, 1);
});
