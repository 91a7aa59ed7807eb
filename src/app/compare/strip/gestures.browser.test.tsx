import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../../scenario/defaults.ts';
import type { RowResult } from '../../../worker/protocol.ts';
import { SideBySide } from '../../diff/SideBySide.tsx';
import { rowView, textOf } from '../../diff/testing/messages.ts';
import { client, useApp } from '../../store/index.ts';
import { patch } from '../../store/store.ts';
import { StrategyTable } from '../StrategyTable.tsx';
import { comparison, description, result, transcriptView } from '../testing/fixture.ts';

/** Messages of 100, 20, 300, 40, 500 and 40 tokens: a share of the width is a share of the tokens. */
const ROWS = [
  result('middle-removal', 'KKDKEK'),
  result('oldest-removal', 'DDDKKK'),
  result('sliding-window', 'KDDDDK'),
  result('random-removal', 'KKKDDD'),
];
/** So many that not all of them are in view, nor taken for it. */
const COPIES = Array.from({ length: 23 }, (_, i) => ({ key: `oldest-removal~${i + 2}`, strategy: 'oldest-removal', params: {} }));

function show(rows: readonly RowResult[], compared: readonly string[] = [], transcript = transcriptView()): void {
  const scenario = defaultScenario();
  const view = { ...scenario.view, allRows: true, tables: { strategies: { group: '' } } };
  patch({
    description,
    comparison: comparison(rows, transcript),
    current: true,
    hover: null,
    range: null,
    visible: null,
    reveal: null,
    scenario: { ...scenario, rows: [], view },
    compared,
  });
}
beforeEach(() => show(ROWS));
afterEach(() => patch({ hover: null, range: null }));

async function table() {
  const screen = await render(
    <>
      <div style={{ width: 1100, height: 300, display: 'flex' }}>
        <StrategyTable narrow={false} />
      </div>
      <p>elsewhere</p>
    </>,
  );
  await vi.waitFor(() => expect(strip(screen, 'middle-removal').width).toBeGreaterThan(100));
  return screen;
}
type Screen = Awaited<ReturnType<typeof table>>;

const strip = (screen: Screen, key: string): HTMLCanvasElement => screen.container.querySelector(`tr[data-key="${key}"] canvas`)!;
const axisOf = (screen: Screen) => screen.getByRole('slider', { name: 'Message', exact: true });
const showAll = (screen: Screen) => screen.getByRole('button', { name: /^Show all/ });
/** A place in an element: so much of its width from the left. */
const at = (element: Element, share: number, y = 8) => ({ x: element.getBoundingClientRect().width * share, y });
const picturesOf = (screen: Screen): readonly string[] => ROWS.map(({ key }) => strip(screen, key).toDataURL());
const isPainted = (canvas: HTMLCanvasElement): boolean => {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).some((pixel) => pixel !== 0);
};

describe('the strips of the table', () => {
  it('are one for each row and the original, and say what they show', async () => {
    const screen = await table();
    expect(screen.container.querySelectorAll('tbody canvas')).toHaveLength(ROWS.length + 1);
    await expect.element(screen.getByRole('img', { name: /^Middle removal: 4 word for word, 1 shortened, 1 gone; .*#\d/ })).toBeVisible();
    await expect.element(screen.getByRole('img', { name: /^Before: 6 messages, 1,000 tokens; 1 critical/ })).toBeVisible();
    for (const canvas of screen.container.querySelectorAll<HTMLCanvasElement>('tbody canvas')) expect(isPainted(canvas)).toBe(true);
  });

  it('are painted when their row comes into view', async () => {
    show([...ROWS, ...COPIES.map(({ key }) => result(key, 'DDDKKK'))]);
    patch({ scenario: { ...useApp.getState().scenario, rows: COPIES } });
    const screen = await table();
    const last = [...screen.container.querySelectorAll('canvas')].at(-1)!;
    expect(isPainted(last)).toBe(false);
    last.scrollIntoView();
    await vi.waitFor(() => expect(isPainted(last)).toBe(true));
  });

  it('pointer: one line through all strips with the fate in each, and the message in words; a click selects it', async () => {
    const screen = await table();
    const canvas = strip(screen, 'middle-removal');
    const tip = screen.getByRole('table').getByText(/^#\d/).first();
    await userEvent.hover(canvas, { position: at(canvas, 0.6) });
    await expect.element(tip).toHaveTextContent('#5');
    const letters = [...screen.container.querySelectorAll<HTMLElement>('[data-fate]')].map((chip) => {
      const { top, height } = chip.getBoundingClientRect();
      const over = ROWS.find(({ key }) => {
        const box = strip(screen, key).getBoundingClientRect();
        return box.top < top + height / 2 && top + height / 2 < box.bottom;
      });
      return `${over?.key} ${chip.dataset.fate}`;
    });
    expect(letters.toSorted()).toEqual(['middle-removal E', 'oldest-removal K', 'random-removal D', 'sliding-window D']);
    await userEvent.hover(canvas, { position: at(canvas, 0.3) });
    await expect.element(tip).toHaveTextContent('#3');
    await userEvent.click(canvas, { position: at(canvas, 0.6) });
    await userEvent.hover(canvas, { position: at(canvas, 0.3) });
    await expect.element(tip).toHaveTextContent('#3');
    // Elsewhere it is about the selected one again.
    await userEvent.hover(screen.getByText('elsewhere'));
    await expect.element(tip).toHaveTextContent('#5');
    expect(useApp.getState().scenario.view.selected).toBe(4);
  });

  it('keys: message by message, to the next difference, closer and back', async () => {
    show(ROWS, ['middle-removal', 'oldest-removal']);
    const screen = await table();
    const axis = axisOf(screen);
    (axis.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(axis).toHaveAttribute('aria-valuenow', '1');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(axis).toHaveAttribute('aria-valuenow', '2');
    // Message 3 is dropped by both, 4 kept by both, 5 edited by one of them.
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    await expect.element(axis).toHaveAttribute('aria-valuenow', '5');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(axis).toHaveAttribute('aria-valuenow', '4');
    await userEvent.keyboard('+');
    await expect.element(showAll(screen)).toBeVisible();
    await userEvent.keyboard('0');
    await expect.element(showAll(screen)).not.toBeInTheDocument();
  });

  it('a brush on the axis and Ctrl with the wheel zoom all of them; a double click and a button show all again', async () => {
    const screen = await table();
    const whole = picturesOf(screen);
    const differs = () => picturesOf(screen).map((picture, i) => picture !== whole[i]);
    const axis = axisOf(screen).element();
    await userEvent.dragAndDrop(axis, axis, { sourcePosition: at(axis, 0.2, 5), targetPosition: at(axis, 0.45, 5) });
    await expect.element(showAll(screen)).toBeVisible();
    await vi.waitFor(() => expect(differs()).toEqual(ROWS.map(() => true)));
    const canvas = strip(screen, 'oldest-removal');
    await userEvent.dblClick(canvas, { position: at(canvas, 0.5) });
    await expect.element(showAll(screen)).not.toBeInTheDocument();
    await vi.waitFor(() => expect(differs()).toEqual(ROWS.map(() => false)));

    await userEvent.wheel(canvas, { delta: { y: -200 } });
    expect(useApp.getState().range).toBeNull();
    await userEvent.keyboard('{Control>}');
    await userEvent.wheel(canvas, { delta: { y: -200 } });
    await userEvent.keyboard('{/Control}');
    await expect.element(showAll(screen)).toBeVisible();
    await showAll(screen).click();
    await expect.element(showAll(screen)).not.toBeInTheDocument();
  });

  it('are as wide as the tokens, or each message as wide as any other', async () => {
    const screen = await table();
    const canvas = strip(screen, 'middle-removal');
    const isEmpty = (share: number): boolean => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      const column = (x: number): readonly number[] => Array.from({ length: canvas.height }, (_, y) => data[4 * (y * canvas.width + x)]!);
      // The first message is kept: where another is dropped, the column has another colour.
      return column(Math.round(canvas.width * share)).join() !== column(2).join();
    };
    expect([isEmpty(0.25), isEmpty(0.45)]).toEqual([true, false]);
    await screen.getByRole('radio', { name: 'messages' }).click();
    await vi.waitFor(() => expect([isEmpty(0.25), isEmpty(0.45)]).toEqual([false, true]));
  });
});

describe('the bar on the axis', () => {
  const MESSAGES = 60;

  beforeEach(() => {
    const tokens = new Float64Array(MESSAGES).fill(50);
    const zeros = new Uint8Array(MESSAGES);
    const prefix = Float64Array.from({ length: MESSAGES + 1 }, (_, i) => 50 * i);
    const long = transcriptView({
      n: MESSAGES,
      total: 50 * MESSAGES,
      tokens,
      prefix,
      roles: zeros,
      priority: zeros,
      priorityRule: zeros,
      protection: zeros,
    });
    show([{ ...result('middle-removal', ''), fates: zeros, left: tokens }], ['middle-removal'], long);
    vi.spyOn(client, 'rows').mockImplementation(async (indexes, keys) => ({ ok: true, value: indexes.map((index) => rowView(index, keys)) }));
  });

  it('is the part that the list below shows, and scrolls it', async () => {
    const screen = await render(
      <>
        <div style={{ width: 1100, height: 200, display: 'flex' }}>
          <StrategyTable narrow={false} />
        </div>
        <div style={{ width: 1100, height: 350, display: 'grid' }}>
          <SideBySide />
        </div>
      </>,
    );
    const first = screen.getByText(textOf(0), { exact: true });
    await expect.element(first.first()).toBeVisible();
    await vi.waitFor(() => expect(useApp.getState().visible?.[0]).toBe(0));
    const axis = axisOf(screen).element();
    await userEvent.dragAndDrop(axis, axis, { sourcePosition: { x: 3, y: 18 }, targetPosition: at(axis, 0.7, 18) });
    await expect.element(first.first()).not.toBeInTheDocument();
    await expect.element(screen.getByText(textOf(Math.floor(0.7 * MESSAGES)), { exact: true }).first()).toBeInViewport();
    // It is no brush.
    await expect.element(showAll(screen)).not.toBeInTheDocument();
  });
});
