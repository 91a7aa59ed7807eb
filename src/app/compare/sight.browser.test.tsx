/** What stays in sight in the table of strategies, and in the list of what one lost. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { LossDialog } from '../loss/LossDialog.tsx';
import { client, useApp } from '../store/index.ts';
import type { RowRecalls } from '../store/store-state.ts';
import { patch } from '../store/store.ts';
import { openLoss, useUi } from '../store/ui.ts';
import { expectNothingThrough, scrollerOf } from '../testing/heads.ts';
import { newPipeline, OWN_PIPELINE } from '../rows/useTableRows.ts';
import { StrategyTable } from './StrategyTable.tsx';
import { comparison, description, recallRow, result } from './testing/fixture.ts';
import { soon } from '../testing/soon.ts';

const ROWS = [
  result('middle-removal', 'KKDKKK', { tokensAfter: 700, efficiency: 0.5 }),
  result('oldest-removal', 'DDDKKK', { tokensAfter: 580, efficiency: 0.6 }),
  result('sliding-window', 'KDDDDK', { tokensAfter: 140, efficiency: 0.4 }),
  result('hard-limit', 'KDDDDK', { tokensAfter: 160, efficiency: 0.3 }),
  result('random-removal', 'KKKDDD', { tokensAfter: 420, efficiency: 0.7 }),
];
const pipeline = { ...description.strategies[0]!, id: OWN_PIPELINE, onDemand: true };

beforeEach(() => {
  const scenario = defaultScenario();
  patch({
    description: { ...description, strategies: [...description.strategies, pipeline] },
    comparison: comparison(ROWS),
    current: true,
    scenario: { ...scenario, rows: [], view: { ...scenario.view, allRows: true, tables: { strategies: { group: '' } } } },
    compared: [],
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  patch({ description, scenario: defaultScenario() });
});

async function open(width: number, height: number) {
  const screen = await render(
    <div style={{ width, height, display: 'flex' }}>
      <StrategyTable narrow={false} />
    </div>,
  );
  const table = screen.getByRole('table', { name: 'Policies' });
  await expect.element(table).toBeVisible();
  return { screen, table, head: table.element().querySelector('thead')! };
}
/** Whether nothing is in front of an element, at its left end and in the middle of its height. */
function isSeen(element: Element): boolean {
  const { left, top, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + 4, top + height / 2));
}

it('nothing shows through the head of the table, however it is scrolled', async () => {
  const { head } = await open(700, 220);
  const scroller = scrollerOf(head);
  expect(scroller.scrollWidth - scroller.clientWidth).toBeGreaterThan(30);
  await expectNothingThrough(head);
});

it('the details of a row stand beside the table, scroll by themselves, and leave their row in sight', async () => {
  const { screen, table, head } = await open(1100, 300);
  const row = table.getByRole('button', { name: 'Sliding window', exact: true });
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const sheet = screen.getByRole('complementary', { name: 'Sliding window' });
  await expect.element(sheet.getByRole('heading', { name: 'Sliding window' })).toBeVisible();
  await expect.element(sheet).toHaveFocus();
  const element = sheet.element();
  await soon(() => expect(element.scrollHeight).toBeGreaterThan(element.clientHeight + 100));
  expect(element.getBoundingClientRect().bottom).toBeLessThanOrEqual(scrollerOf(head).getBoundingClientRect().bottom);
  element.scrollTop = element.scrollHeight;
  expect(isSeen(row.element())).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

it('a new pipeline is seen where it was added, with its stages', async () => {
  const { screen, table, head } = await open(1100, 220);
  const room = scrollerOf(head);
  expect(room.scrollTop).toBe(0);
  newPipeline();
  await soon(() => {
    expect(room.scrollTop).toBeGreaterThan(0);
    expect(isSeen(table.getByRole('button', { name: 'Chain 1', exact: true }).element())).toBe(true);
  });
  await expect.element(screen.getByRole('complementary', { name: 'Chain 1' })).toBeVisible();
});

it('nothing shows through the head of what was lost', async () => {
  const line = (i: number): ListedLine => ({
    id: `fact ${i}`,
    list: 'fact-retention',
    kind: 'path',
    text: `src/part-${i}.ts`,
    fate: 'lost',
    spots: [{ role: 'said', message: i % 6 }],
    marks: [],
    use: null,
    messages: 1,
    cut: 0,
    beside: null,
  });
  vi.spyOn(client, 'losses').mockResolvedValue({ ok: true, value: { lines: Array.from({ length: 300 }, (_, i) => line(i)) } });
  openLoss('middle-removal', 'fact-retention');
  const screen = await render(<LossDialog onClose={() => undefined} />);
  const table = screen.getByRole('dialog').getByRole('table').first();
  await soon(() => expect(table.element().querySelectorAll('tbody tr[data-index]').length).toBeGreaterThan(3));
  await expectNothingThrough(table.element().querySelector('thead')!);
  useUi.setState({ loss: null });
});

it('an empty list of a row that only its provider can read says so, and not that nothing is lost', async () => {
  const hidden = { key: 'measure-hidden' } as const;
  const of = useApp.getState().comparison!;
  const notes = { independent: hidden, independentRecall: hidden, hindsightRecall: hidden, recallLeft: hidden };
  const reply = { match: null, random: null, oracle: null, cuts: [], rows: [] } as unknown as RowRecalls['reply'];
  const rowOf = (key: string, more: Parameters<typeof recallRow>[1]) => [key, recallRow(key, more)] as const;
  patch({
    recalled: { of, reply, rows: new Map([rowOf('middle-removal', { notes }), rowOf('oldest-removal', { recall: 1, figures: { recall: 1 } })]) },
  });
  vi.spyOn(client, 'losses').mockResolvedValue({ ok: true, value: { lines: [] } });
  openLoss('middle-removal', 'hindsight-recall');
  const screen = await render(<LossDialog onClose={() => undefined} />);
  await expect.element(screen.getByText('only the provider can read what it leaves')).toBeVisible();
  expect(screen.getByText('Nothing of this kind is lost.').query()).toBeNull();
  openLoss('oldest-removal', 'hindsight-recall');
  await expect.element(screen.getByText('Nothing of this kind is lost.')).toBeVisible();
  useUi.setState({ loss: null });
  patch({ recalled: null });
});
