/** The table of strategies with its tools: filter, columns, definitions, rows that are added, violations, the narrow list. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { decode, encode } from '../../scenario/codec.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { View } from '../../scenario/schema.ts';
import type { RowResult, StrategyInfo } from '../../worker/protocol.ts';
import { TabBar } from '../frame/Header.tsx';
import { client, useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { ComparePane } from './ComparePane.tsx';
import { StrategyTable } from './StrategyTable.tsx';
import { comparison, description, result, standing, transcriptView } from './testing/fixture.ts';

const ROWS = [
  result('middle-removal', 'KKDKKK', { tokensAfter: 700, efficiency: 0.5 }),
  result('oldest-removal', 'DDDKKK', { tokensAfter: 580, efficiency: 0.6 }),
  result('sliding-window', 'KDDDDK', { tokensAfter: 140, efficiency: 0.4 }),
  result('hard-limit', 'KKKKDK', { tokensAfter: 500, efficiency: 0.3 }),
  result('random-removal', 'KKKDDD', { tokensAfter: 420, efficiency: 0.7 }),
];
const SEEDS: Readonly<Record<string, StrategyInfo['source']['seed']>> = { 'hard-limit': 'S0', 'random-removal': 'control' };

function show(rows: readonly RowResult[], transcript = transcriptView()): void {
  const scenario = defaultScenario();
  patch({
    description: { ...description, strategies: description.strategies.map((info) => ({ ...info, source: { seed: SEEDS[info.id] ?? 'S2' } })) },
    comparison: comparison(rows, transcript),
    current: true,
    hover: null,
    range: null,
    loaded: { ref: { kind: 'file', name: 'a', hash: 'x', bytes: 1 }, name: 'a', reply: { conversations: [] } as never },
    scenario: { ...scenario, rows: [], view: { ...scenario.view, selected: null, allRows: true, tables: { strategies: { group: '' } } } },
    compared: [],
  });
}
beforeEach(() => show(ROWS));
afterEach(() => {
  vi.restoreAllMocks();
  patch({ description, loaded: null });
});

async function pane() {
  const screen = await render(
    <div style={{ width: 1400, height: 500, display: 'flex', flexDirection: 'column' }}>
      <TabBar />
      <ComparePane />
    </div>,
  );
  const table = screen.getByRole('table', { name: 'Policies' });
  await expect.element(table).toBeVisible();
  return { screen, table };
}
const keysIn = ({ table }: Awaited<ReturnType<typeof pane>>): readonly string[] =>
  [...table.element().querySelectorAll<HTMLElement>('tbody tr[data-key]')].map((row) => row.dataset.key!);
const rowOf = (title: string) => page.getByRole('table', { name: 'Policies' }).getByRole('rowheader', { name: title, exact: true });
const nameOf = (title: string) => rowOf(title).getByRole('button', { name: title, exact: true });
/** A click without the way of the pointer there. */
async function press(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).click();
}
/** What a link carries of the table. */
async function sent(): Promise<View['tables'][string] | undefined> {
  const scenario = await decode(await encode(useApp.getState().scenario));
  return scenario.ok ? scenario.value.view.tables.strategies : undefined;
}

describe('rows that came to no result', () => {
  it('say so, have no scores, and come after those that did; the unchanged ones last', async () => {
    show([standing('middle-removal', 'unchanged'), ROWS[1]!, standing('hard-limit', 'rejected'), ROWS[2]!, ROWS[4]!]);
    const view = await pane();
    await vi.waitFor(() => expect(keysIn(view)).toEqual(['oldest-removal', 'sliding-window', 'hard-limit', 'middle-removal', 'random-removal']));
    const idle = view.screen.getByRole('row', { name: 'Middle removal' });
    await expect.element(idle).toHaveTextContent('did nothing');
    await expect.element(idle.getByRole('cell', { name: '—', exact: true }).first()).toBeVisible();
    await expect.element(view.screen.getByRole('row', { name: 'Oldest removal' })).toHaveTextContent('.600');
  });
});

describe('a head', () => {
  it('has the definition of its measure: by Alt and a click, and by a button for the keyboard', async () => {
    const { screen, table } = await pane();
    const note = screen.getByRole('note');
    const valid = table
      .getByRole('columnheader', { name: /^Accepted/ })
      .getByRole('button')
      .first();
    await valid.click({ modifiers: ['Alt'] });
    await expect.element(note).toHaveTextContent('OpenAI Responses');
    // It does not sort.
    expect(useApp.getState().scenario.view.tables.strategies?.sort).toBeUndefined();
    await userEvent.keyboard('{Escape}');
    await expect.element(note).not.toBeInTheDocument();
    (screen.getByRole('button', { name: 'Definition of Efficiency' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(note).toHaveTextContent('Weight');
  });
});

describe('the filter', () => {
  it('finds rows by their text; none that matches says so, and clears it', async () => {
    const view = await pane();
    const { screen, table } = view;
    await screen.getByRole('button', { name: 'Filter', exact: true }).click();
    const input = screen.getByRole('searchbox', { name: 'Filter policies' });
    await expect.element(input).toHaveFocus();
    await input.fill('removal');
    await vi.waitFor(() => expect(keysIn(view).toSorted()).toEqual(['middle-removal', 'oldest-removal', 'random-removal']));
    await input.fill('foo');
    await expect.element(table).toHaveTextContent('No policy matches');
    await table.getByRole('button', { name: 'Clear' }).click();
    await vi.waitFor(() => expect(keysIn(view)).toHaveLength(ROWS.length));
  });

  const chip = (name: RegExp) => page.getByRole('group', { name: 'Systems and kinds' }).getByRole('button', { name });

  it('has a chip for each system, with its rows: those of any chosen one are shown', async () => {
    const view = await pane();
    await view.screen.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect.element(chip(/^For scale/)).toHaveTextContent(/1$/);
    await expect.element(chip(/^Context manager/)).toHaveTextContent(/3$/);
    await chip(/^For scale/).click();
    await vi.waitFor(() => expect(keysIn(view)).toEqual(['random-removal']));
    await chip(/^Context manager/).click();
    await vi.waitFor(() => expect(keysIn(view)).toHaveLength(4));
    await expect.element(view.screen.getByText(/^4 of 5/)).toBeVisible();
    expect((await sent())?.filters).toEqual({ search: '@control @S2' });
  });

  it('of a link is open, with its chips and its text; closing it clears it', async () => {
    const { scenario } = useApp.getState();
    const tables = { strategies: { group: '', filters: { search: '@control @S0 removal' } } };
    patch({ scenario: { ...scenario, view: { ...scenario.view, tables } } });
    const view = await pane();
    await expect.element(chip(/^For scale/)).toHaveAttribute('aria-pressed', 'true');
    await expect.element(chip(/^Context manager/)).toHaveAttribute('aria-pressed', 'false');
    await expect.element(view.screen.getByRole('searchbox')).toHaveValue('removal');
    expect(keysIn(view)).toEqual(['random-removal']);
    await view.screen.getByRole('button', { name: 'Close and clear the filter' }).click();
    await vi.waitFor(() => expect(keysIn(view)).toHaveLength(ROWS.length));
    await expect.element(view.screen.getByRole('searchbox')).not.toBeInTheDocument();
  });

  it('orders by system: each under its name', async () => {
    const { screen, table } = await pane();
    await screen.getByRole('button', { name: 'Filter', exact: true }).click();
    await screen.getByRole('radiogroup', { name: 'Order' }).getByRole('radio', { name: 'by system' }).click();
    const listed = () =>
      [...table.element().querySelectorAll<HTMLElement>('tbody tr[data-group], tbody tr[data-key]')].map((r) => r.dataset.key ?? r.dataset.group);
    await vi.waitFor(() =>
      expect(listed()).toEqual([
        'system:S0',
        'hard-limit',
        'system:S2',
        'middle-removal',
        'oldest-removal',
        'sliding-window',
        'system:control',
        'random-removal',
      ]),
    );
    await expect.element(table.getByRole('button', { name: /^Context manager \(S2\) 3/ })).toBeVisible();
    expect((await sent())?.group).toBe('system');
  });
});

describe('the columns', () => {
  it('are chosen from a list, which a link carries', async () => {
    const { screen, table } = await pane();
    const head = (name: RegExp) => table.getByRole('columnheader', { name });
    await expect.element(head(/^Efficiency/)).toBeVisible();
    await press(screen.getByRole('button', { name: 'Columns' }));
    await press(screen.getByRole('checkbox', { name: /^Efficiency/ }));
    await expect.element(head(/^Efficiency/)).not.toBeInTheDocument();
    await expect.element(head(/^Messages/)).not.toBeInTheDocument();
    await press(screen.getByRole('checkbox', { name: /^Messages/ }));
    await expect.element(head(/^Messages/)).toBeVisible();
    expect((await sent())?.columns).toEqual({ efficiency: false, messages: true });
    await press(screen.getByRole('button', { name: 'Default columns' }));
    await expect.element(head(/^Efficiency/)).toBeVisible();
    await expect.element(head(/^Messages/)).not.toBeInTheDocument();
  });
});

describe('a second row of a strategy', () => {
  const KEY = 'sliding-window~2';
  const COPY = nameOf('Sliding window (2)');

  beforeEach(() => {
    vi.spyOn(client, 'compare').mockImplementation(async ({ rows }) => ({
      ok: true,
      value: comparison(
        rows.map(({ key }) => ROWS.find((row) => row.key === key) ?? { ...ROWS[2]!, key }),
        undefined,
        Object.fromEntries(rows.flatMap(({ key }) => (ROWS.some((row) => row.key === key) ? [] : [[key, 'sliding-window']]))),
      ),
    }));
  });

  it('stands open, in sight and with the focus where its result puts it, and says what it equals', async () => {
    const { screen } = await pane();
    await press(nameOf('Sliding window'));
    await press(screen.getByRole('button', { name: 'Duplicate' }));
    await expect.element(COPY).toHaveFocus();
    await expect.element(COPY).toHaveAttribute('aria-expanded', 'true');
    await expect.element(COPY).toBeInViewport();
    await expect.element(rowOf('Sliding window (2)')).toHaveTextContent('= Sliding window');
  });

  it('can be removed', async () => {
    const { scenario } = useApp.getState();
    patch({ scenario: { ...scenario, rows: [{ key: KEY, strategy: 'sliding-window', params: {} }] } });
    const { screen } = await pane();
    await press(COPY);
    await press(screen.getByRole('button', { name: 'Remove' }));
    await expect.element(COPY).not.toBeInTheDocument();
    await expect.element(rowOf('Sliding window')).toBeVisible();
  });
});

describe('violations', () => {
  const orphan = { rule: 'openai-result-without-call', position: 4, message: 4, reason: { key: 'x' }, original: true };
  const list = () => page.getByRole('table', { name: /^1 rule/ });

  beforeEach(() => {
    const rows = ROWS.map((row) => (row.key === 'sliding-window' ? { ...row, measures: { ...row.measures, violations: [orphan] } } : row));
    show(rows, transcriptView({ originalViolations: [orphan], figures: { ...transcriptView().figures, valid: 1 } }));
  });

  it('of the original are listed beside their number, and lead to the message', async () => {
    await pane();
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Before', exact: true }) })
      .getByRole('button', { name: /broken$/ })
      .click();
    await expect.element(list()).toHaveTextContent('Result without a call directly before it');
    await list().getByRole('button', { name: '#5' }).click();
    await expect.element(list()).not.toBeInTheDocument();
    expect(useApp.getState().scenario.view.selected).toBe(4);
  });

  it('of a row are listed in its details, which come into view', async () => {
    await pane();
    await page
      .getByRole('row', { name: 'Sliding window' })
      .getByRole('button', { name: /broken before/ })
      .click();
    await expect.element(page.getByRole('heading', { name: /^1 rule/ })).toBeInViewport();
    await expect.element(list()).toHaveTextContent('broken before too');
  });
});

describe('narrow', () => {
  beforeEach(() => page.viewport(390, 844));
  afterEach(() => page.viewport(1440, 900));
  it('a block for each of a few rows, the rest on demand', async () => {
    const copies = [2, 3].map((n) => ({ key: `sliding-window~${n}`, strategy: 'sliding-window', params: {} }));
    show([...ROWS, ...copies.map(({ key }) => ({ ...ROWS[2]!, key }))]);
    patch({ scenario: { ...useApp.getState().scenario, rows: copies } });
    const screen = await render(<StrategyTable narrow />);
    const count = () => screen.container.querySelectorAll('tbody tr[data-key]').length;
    await vi.waitFor(() => expect(count()).toBe(6));
    expect(screen.container.querySelector('tr[data-key="middle-removal"] [data-label="left %"]')?.checkVisibility()).toBe(true);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await screen.getByRole('button', { name: /^Show 1 more/ }).click();
    await vi.waitFor(() => expect(count()).toBe(7));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
