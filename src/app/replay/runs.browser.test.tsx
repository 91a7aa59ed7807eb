/** The tables of a replay: their columns and sorts, what stays in sight, what is saved; and the axes of its charts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { decode, encode } from '../../scenario/codec.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { expectAxesTold } from '../testing/axes.ts';
import { expectNothingThrough, scrollerOf } from '../testing/heads.ts';
import { choose, columnsOf, keptOf, namesOf, press, savedBy, sortBy } from '../testing/tables.ts';
import { Compactions } from './Compactions.tsx';
import { linesOf, wholeOf } from './lanes.ts';
import { Lower } from './Lower.tsx';
import { Overlay } from './ReplayPane.tsx';
import { show, useReplay } from './replay-state.ts';
import { RunColumns, SummaryTable } from './SummaryTable.tsx';
import { replayOf, series } from './testing/fixture.ts';
import { soon } from '../testing/soon.ts';

const PINNED = ['middle-removal', 'oldest-removal'];
const REPLY = replayOf([
  series('middle-removal', [7, 13], 0.4),
  series('oldest-removal', [5, 9, 15], 0.3),
  series('sliding-window', [6], 0.45),
  series('hard-limit', [17], 0.5),
]);
const LINES = linesOf(REPLY, PINNED);
const GIVEN = { reply: REPLY, lines: LINES, range: wholeOf(REPLY) };

beforeEach(() => {
  const { view, ...scenario } = defaultScenario();
  patch({
    loaded: { ref: { kind: 'file', name: 'week.jsonl', hash: 'x', bytes: 1 }, name: 'week.jsonl', reply: { conversations: [] } as never },
    scenario: { ...scenario, view: { ...view, tab: 'replay' } },
    compared: PINNED,
  });
  useReplay.setState(useReplay.getInitialState());
  show({ reply: REPLY });
});
afterEach(() => {
  patch({ loaded: null });
  useReplay.setState(useReplay.getInitialState());
});

async function summary() {
  const screen = await render(
    <div style={{ width: 900, height: 320, display: 'flex', flexDirection: 'column' }}>
      <RunColumns reply={REPLY} />
      <SummaryTable {...GIVEN} />
    </div>,
  );
  const region = screen.getByRole('region', { name: 'Summary' });
  const table = region.getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'Compacted', exact: true })).toBeVisible();
  return { screen, region: region.element(), table };
}
type Screen = Awaited<ReturnType<typeof summary>>['screen'];
const openColumns = (screen: Screen): Promise<void> => press(screen.getByRole('button', { name: 'Columns', exact: true }));

describe('the table of runs', () => {
  it('lists all of its columns under five headings, each once', async () => {
    const { screen } = await summary();
    await openColumns(screen);
    const list = document.querySelector('[popover]:popover-open')!;
    const groups = [...list.querySelectorAll('[role=group], fieldset')];
    expect(groups).toHaveLength(5);
    const boxes = (within: Element): number => within.querySelectorAll('input[type=checkbox]').length;
    expect(groups.reduce((sum, group) => sum + boxes(group), 0)).toBe(boxes(list));
    expect(boxes(list)).toBe(28);
    expect(list.textContent).not.toMatch(/replay\./);
    await expect.element(screen.getByRole('checkbox', { name: 'Lost, needed again' })).toBeChecked();
    await expect.element(screen.getByRole('group', { name: 'Cost', exact: true }).getByRole('checkbox', { name: 'Break-even' })).toBeInTheDocument();
  });

  it('a column is chosen and left', async () => {
    const { screen, table } = await summary();
    expect(columnsOf(table)).not.toContain('over');
    await openColumns(screen);
    const over = screen.getByRole('checkbox', { name: 'Over limit', exact: true });
    await press(over);
    await soon(() => expect(columnsOf(table)).toContain('over'));
    await press(over);
    await soon(() => expect(columnsOf(table)).not.toContain('over'));
  });

  it('nothing shows through its head; the name of a run stays at the left, whole', async () => {
    const columns = Object.fromEntries(
      ['over', 'refused', 'written', 'read', 'freed', 'removed', 'summaryCost', 'generation'].map((id) => [id, true]),
    );
    const { scenario } = useApp.getState();
    patch({ scenario: { ...scenario, view: { ...scenario.view, tables: { summary: { columns } } } } });
    const { region, table } = await summary();
    await expectNothingThrough(table.element().querySelector('thead')!);
    const scroller = scrollerOf(table.element());
    expect(scroller.scrollWidth - scroller.clientWidth).toBeGreaterThan(60);
    for (const share of [0, 0.5, 1]) {
      scroller.scrollTo({ left: (scroller.scrollWidth - scroller.clientWidth) * share, top: 0, behavior: 'instant' });
      const names = [...table.element().querySelectorAll<HTMLElement>('tbody th[scope=row] [data-run]')].slice(0, 2);
      expect(names).toHaveLength(2);
      for (const name of names) {
        const cell = name.closest('th')!;
        expect(Math.abs(cell.getBoundingClientRect().x - region.getBoundingClientRect().x)).toBeLessThan(2);
        const { left, right, top, bottom } = name.getBoundingClientRect();
        for (const across of [0.1, 0.5, 0.9])
          expect(cell.contains(document.elementFromPoint(left + (right - left) * across, (top + bottom) / 2))).toBe(true);
        expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth + 1);
      }
    }
  });

  it('what was recorded stays above the runs and no compaction below them, whatever the sort', async () => {
    const { screen, table } = await summary();
    const runs = (): readonly string[] => namesOf(table).map((name) => /Recorded|No compaction|Middle|Oldest|Sliding|Hard/.exec(name)?.[0] ?? name);
    expect(runs()).toEqual(['Recorded', 'Middle', 'Oldest', 'Sliding', 'Hard', 'No compaction']);
    await sortBy(table, 'Policy');
    await soon(() => expect(runs()).toEqual(['Recorded', 'Hard', 'Middle', 'Oldest', 'Sliding', 'No compaction']));
    await sortBy(table, 'Policy');
    await soon(() => expect(runs()).toEqual(['Recorded', 'Sliding', 'Oldest', 'Middle', 'Hard', 'No compaction']));
    await expectAccessible(screen.container);
  });

  it('is saved as it is seen, in a file named after the session', async () => {
    const { screen, table } = await summary();
    await openColumns(screen);
    const { name, text } = await savedBy(() => press(screen.getByRole('button', { name: 'Save the table as CSV' })));
    expect(name).toBe('week.summary.csv');
    const lines = text.trim().split('\r\n');
    expect(lines[0]).toBe(
      columnsOf(table)
        .filter((id) => id !== 'lane')
        .join(),
    );
    expect(lines).toHaveLength(1 + namesOf(table).length);
    expect(lines.find((line) => line.startsWith('Oldest removal,'))).toMatch(/^Oldest removal,3,/);
  });
});

it('compactions are grouped by their strategy, and a row opens; a link brings both back', async () => {
  const list = async () => {
    const screen = await render(<Compactions reply={REPLY} lines={LINES} />);
    const table = screen.getByRole('region', { name: 'Compactions' }).getByRole('table');
    await expect.element(table).toBeVisible();
    return {
      screen,
      table,
      group: table.getByRole('button', { name: /Middle removal/ }),
      after: table.getByRole('button', { name: 'Context after it' }),
    };
  };
  const { screen, table, group, after } = await list();
  expect(namesOf(table)).toEqual(['5', '6', '7', '9', '13', '15', '17']);
  await choose(table, 'Policy', 'Group rows by this');
  await expect.element(group).toHaveAttribute('aria-expanded', 'true');
  await expect.element(after).not.toBeInTheDocument();
  await press(table.getByRole('button', { name: '13', exact: true }));
  await expect.element(after).toBeVisible();
  expect(keptOf('compactions')).toEqual({ group: 'strategy', open: { 'middle-removal 1': true } });
  const read = await decode(await encode(useApp.getState().scenario));
  await screen.unmount();
  if (!read.ok) throw new Error(read.error.code);
  patch({ scenario: read.value });
  const again = await list();
  await expect.element(again.group).toHaveAttribute('aria-expanded', 'true');
  await expect.element(again.after).toBeVisible();
  await expectAccessible(again.screen.container);
});

it('a compaction says how many of its summaries are too large for the model’s window', async () => {
  const written = { tokens: 90, characters: 360, input: 9000, calls: 1, generation: 1 };
  const line = series('summary', [7, 13], 0.4);
  const [over, fits] = line.points;
  const points = [
    { ...over!, summaries: [written, written], summariesOver: 2 },
    { ...fits!, summaries: [written] },
  ];
  const reply = replayOf([{ ...line, points }]);
  const screen = await render(<Compactions reply={reply} lines={linesOf(reply, ['summary'])} />);
  const table = screen.getByRole('region', { name: 'Compactions' }).getByRole('table');
  const said = table.getByText('2 too large for the model’s window');
  await press(table.getByRole('button', { name: '13', exact: true }));
  await expect.element(table.getByText(/summary 1/i)).toBeVisible();
  await expect.element(table.getByText(/larger than the window/)).not.toBeInTheDocument();
  await press(table.getByRole('button', { name: '7', exact: true }));
  await expect.element(said).toBeVisible();
});

describe('axes name their unit, in both languages', () => {
  it('of the lanes, in the head of their column', async () => {
    const { table } = await summary();
    // Lanes are drawn in the rows of a table: their head tells their axes.
    await soon(() => expect(table.element().querySelector('th [data-axis~="x"][data-axis~="y"]')?.textContent).toMatch(/request, tokens$/));
  });

  it('of the costs and of all runs in one chart', async () => {
    const screen = await render(
      <div style={{ width: 900, height: 700, display: 'flex', flexDirection: 'column' }}>
        <Overlay {...GIVEN} />
        <Lower {...GIVEN} />
      </div>,
    );
    await expectAxesTold(screen.container, 2);
  });
});
