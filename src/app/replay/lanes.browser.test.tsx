/** The lanes of a replay, its sentence, its settings. */
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { ContextView } from '../../worker/loss-protocol.ts';
import { client, useApp } from '../store/index.ts';
import { writeStored } from '../store/storage.ts';
import { patch } from '../store/store.ts';
import { ReplayControls } from './ReplayControls.tsx';
import { linesOf, wholeOf } from './lanes.ts';
import { Lower } from './Lower.tsx';
import { ReplayPane } from './ReplayPane.tsx';
import { Sentence } from './Sentence.tsx';
import { show, useReplay } from './replay-state.ts';
import { SummaryTable } from './SummaryTable.tsx';
import { replayOf, series } from './testing/fixture.ts';

const MORE = 'replay-more-settings';
const PINNED = ['middle-removal', 'oldest-removal'];
const A = series('middle-removal', [7, 13], 0.4);
const B = series('oldest-removal', [5, 9, 15], 0.3, { overLimit: [8] });
const C = series('sliding-window', [6], 0.45);
const REPLY = replayOf([A, B, C]);
/** Without the chart of costs, where nothing is looked for in it. */
const UNPRICED = replayOf([A, B, C], { priced: { ...REPLY.priced, prices: null } });

beforeEach(() => {
  const { view, ...scenario } = defaultScenario();
  patch({ loaded: null, comparison: null, scenario: { ...scenario, view: { ...view, tab: 'replay' } }, compared: PINNED });
  useReplay.setState(useReplay.getInitialState());
  show({ reply: REPLY });
});
afterEach(async () => {
  vi.restoreAllMocks();
  useReplay.setState(useReplay.getInitialState());
  writeStored(MORE, null);
  await page.viewport(1440, 900);
});

const LINES = linesOf(REPLY, PINNED);
const GIVEN = { reply: REPLY, lines: LINES, range: wholeOf(REPLY) };

/** The table of the replay, and below it what else is given. */
async function replay(others?: ReactNode) {
  const screen = await render(
    <div style={{ display: 'grid', gridTemplate: '480px 360px / minmax(0, 1fr)' }}>
      <SummaryTable {...GIVEN} />
      {others}
    </div>,
  );
  await expect.element(screen.getByRole('slider', { name: 'Context size' })).toBeVisible();
  return screen;
}
const summary = (screen: RenderResult) => screen.getByRole('region', { name: 'Summary' });
const all = (screen: RenderResult, selector: string) => [...summary(screen).element().querySelectorAll<HTMLElement>(selector)];
const lane = (screen: RenderResult, key: string) => all(screen, `[data-lane="${key}"]`)[0]!;
/** The cell of a lane, which it fills. */
const cellOf = (screen: RenderResult, row: RegExp) => summary(screen).getByRole('row', { name: row }).getByRole('cell').first();
const tab = (screen: RenderResult, name: string) =>
  screen.getByRole('tablist', { name: 'Data of the replay' }).getByRole('tab', { name, exact: true });

describe('lanes', () => {
  it('there is one for every row, all with one axis; the cursor says the tokens of each, by mouse and by keyboard', async () => {
    const screen = await replay();
    const rows = REPLY.series.length + 2;
    await vi.waitFor(() => expect(all(screen, '[data-lane] path[data-line]')).toHaveLength(rows));
    const boxes = all(screen, '[data-lane]').map((one) => one.getBoundingClientRect());
    expect(new Set(boxes.map(({ left, width }) => `${left} ${width}`)).size).toBe(1);
    const { left, width } = boxes[0]!;
    await cellOf(screen, /Middle removal/).hover({ position: { x: width * 0.75, y: 30 } });
    // Axis and lanes agree on where a request is.
    await expect.element(screen.getByText('request 15 of 20')).toBeVisible();
    const cursors = all(screen, '[data-lane] i').map((one) => one.getBoundingClientRect().left);
    expect(cursors).toHaveLength(rows);
    expect(new Set(cursors.map(Math.round)).size).toBe(1);
    expect(Math.abs(cursors[0]! - (left + width * 0.75))).toBeLessThanOrEqual(width / 19);
    const tokens = () => all(screen, '[data-lane] span').map(({ textContent }) => textContent);
    const at = (i: number) => [REPLY.recorded!.size, A.size, B.size, C.size, REPLY.baseline.size].map((size) => size[i - 1]!.toLocaleString('en'));
    expect(tokens()).toEqual(at(15));
    await cellOf(screen, /Middle removal/).unhover();
    await vi.waitFor(() => expect(tokens()).toEqual([]));
    // By keyboard the same, and the slider says it.
    const axis = screen.getByRole('slider', { name: 'Context size' });
    (axis.element() as HTMLElement).focus();
    await userEvent.keyboard('{End}');
    await expect.element(screen.getByText('request 20 of 20')).toBeVisible();
    await expect.element(axis).toHaveAttribute('aria-valuetext', expect.stringMatching(new RegExp(`^Request 20, Middle removal ${at(20)[1]}, `)));
    expect(tokens()).toEqual(at(20));
    await userEvent.keyboard('{ArrowLeft}');
    await expect.element(screen.getByText('request 19 of 20')).toBeVisible();
    expect(tokens()).toEqual(at(19));
  });

  it('a click on a compaction opens the context after it, one on a name its compactions', async () => {
    const context = {
      at: 7,
      total: 200,
      messages: 4,
      levels: 1,
      n: 30,
      fates: new Uint8Array(30),
      into: null,
      left: new Float64Array(30).fill(10),
      summaries: [],
      insertions: [],
    } as unknown as ContextView;
    const asked = vi.spyOn(client, 'replayContext').mockResolvedValue({ ok: true, value: context });
    vi.spyOn(client, 'replayInsertions').mockResolvedValue({ ok: true, value: [] });
    vi.spyOn(client, 'replayRows').mockReturnValue(new Promise(() => undefined));
    const screen = await replay(<Lower {...GIVEN} reply={UNPRICED} />);
    await vi.waitFor(() => expect(all(screen, '[data-lane] path[data-line]').length).toBeGreaterThan(0));
    const marks = lane(screen, 'middle-removal').querySelector('path[data-mark="compaction"]')!;
    const [, x, y] = /^M([\d.]+) (-?[\d.]+)/.exec(marks.getAttribute('d')!)!;
    // The picture begins 6 px from the left, and the mark is as high as wide.
    await cellOf(screen, /Middle removal/).click({ position: { x: Number(x) + 6, y: Number(y) + 7 } });
    await expect.element(tab(screen, 'Context')).toHaveAttribute('aria-selected', 'true');
    await expect.element(screen.getByText(/recorded so far · 1 compaction/)).toBeVisible();
    expect(asked).toHaveBeenLastCalledWith(REPLY.id, 'middle-removal', A.points[0]!.at);
    await summary(screen).getByRole('button', { name: 'Oldest removal' }).click();
    await expect.element(tab(screen, 'Compactions')).toHaveAttribute('aria-selected', 'true');
    const filter = screen.getByRole('radiogroup', { name: 'Policy' });
    await expect.element(filter.getByRole('radio', { name: /^B Oldest removal · 3$/ })).toBeChecked();
  });

  it('overlay is a switch, and lanes come back', async () => {
    show({ reply: UNPRICED });
    const screen = await render(<ReplayPane />);
    await expect.element(summary(screen)).toBeVisible();
    const figure = screen.getByRole('figure', { name: 'Context size' });
    const sliders = screen.getByRole('slider', { name: 'Context size' });
    await vi.waitFor(() => expect(all(screen, '[data-lane]')).toHaveLength(5));
    (screen.getByRole('radio', { name: 'overlay' }).element() as HTMLElement).click();
    await expect.element(figure).toBeVisible();
    expect([all(screen, '[data-lane]').length, sliders.elements().length]).toEqual([0, 1]);
    (screen.getByRole('radio', { name: 'lanes' }).element() as HTMLElement).click();
    await expect.element(figure).not.toBeInTheDocument();
    expect([all(screen, '[data-lane]').length, sliders.elements().length]).toEqual([5, 1]);
  });

  it('on a narrow page each row is a block, its lane as wide as the block', async () => {
    await page.viewport(390, 844);
    const screen = await replay();
    await vi.waitFor(() => {
      const block = lane(screen, 'middle-removal').closest('tr')!.getBoundingClientRect().width;
      expect(block).toBeGreaterThan(340);
      expect(lane(screen, 'middle-removal').getBoundingClientRect().width / block).toBeGreaterThan(0.9);
    });
    // The name is above it and not beside it.
    const name = lane(screen, 'middle-removal').closest('tr')!.querySelector('th')!;
    expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(lane(screen, 'middle-removal').getBoundingClientRect().top + 1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

it('the numbers of the sentence are those of the table', async () => {
  const screen = await replay(<Sentence {...GIVEN} />);
  const said = screen.getByRole('region', { name: 'What the replay says' });
  const [, compactions, recorded, rows, best, amount, times, cheaper, refused] =
    /Recorded: (\S+) compactions?, (\$\S+)\. Of (\d+) policies (?:A )?(.+) would have needed least, (\$\S+), with (\S+) compactions?; less with (?:B )?(.+), but (\S+) request/.exec(
      said.element().textContent,
    )!;
  expect([best, cheaper, rows]).toEqual(['Middle removal', 'Oldest removal', '3']);
  const columns = all(screen, 'thead th').map((head) => head.dataset.column!);
  const cell = (name: RegExp, column: string): string =>
    [...summary(screen).getByRole('row', { name }).element().children][columns.indexOf(column)]!.textContent.replace(/^[^$\d]+/, '');
  expect([compactions, recorded]).toEqual([cell(/^Recorded what/, 'compactions'), cell(/^Recorded what/, 'cost')]);
  expect([amount, times]).toEqual([cell(/Middle removal/, 'cost'), cell(/Middle removal/, 'compactions')]);
  expect([cell(/Middle removal/, 'unsendable'), refused]).toEqual(['0', cell(/Oldest removal/, 'unsendable')]);
  // Of the rows that nothing refuses none is cheaper.
  expect([cell(/Sliding window/, 'unsendable'), cell(/Sliding window/, 'cost')]).toEqual(['0', '$0.45']);
  expect(amount).toBe('$0.4');
});

it('more settings stay open for the next visit, and say how many are changed', async () => {
  const controls = () => render(<ReplayControls reply={REPLY} lines={LINES} />);
  const hand = (screen: RenderResult) => screen.getByRole('textbox', { name: 'Messages after which you compact' });
  const first = await controls();
  await expect.element(hand(first)).not.toBeInTheDocument();
  await first.getByRole('button', { name: /^More settings/ }).click();
  await hand(first).fill('60');
  await userEvent.keyboard('{Enter}');
  await expect.element(first.getByRole('button', { name: 'More settings, 1 changed', expanded: true })).toBeVisible();
  expect(useApp.getState().scenario.replay.hand).toEqual([59]);
  await first.unmount();
  const second = await controls();
  await expect.element(hand(second)).toHaveValue('60');
  await second.getByRole('button', { name: /^More settings/, expanded: true }).click();
  await expect.element(hand(second)).not.toBeInTheDocument();
  await second.unmount();
  const third = await controls();
  await expect.element(third.getByRole('button', { name: /^More settings/, expanded: false })).toBeVisible();
  await expect.element(hand(third)).not.toBeInTheDocument();
});
