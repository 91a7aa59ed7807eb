import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { WISHES } from '../../engine/answer/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { RecallReply } from '../../worker/loss-protocol.ts';
import type { RowResult, StrategyInfo } from '../../worker/protocol.ts';
import { patch } from '../store/store.ts';
import { useApp } from '../store/index.ts';
import { MORE_COLUMNS } from '../testing/tables.ts';
import { StrategyTable } from './StrategyTable.tsx';
import { comparison, description, independentOf, recallRow, result, standing } from './testing/fixture.ts';

const ROWS = [
  result('middle-removal', 'KKDKKK', { tokensAfter: 700, efficiency: 0.5 }),
  result('oldest-removal', 'DDDKKK', { tokensAfter: 580, efficiency: 0.6 }),
  result('sliding-window', 'KDDDDK', { tokensAfter: 140, efficiency: 0.4 }),
  standing('hard-limit', 'rejected'),
  result('random-removal', 'KKKDDD', { tokensAfter: 420, efficiency: 0.7 }),
];

const EVERY_ROW = { allRows: true, tables: { strategies: { group: '', columns: MORE_COLUMNS } } };

beforeEach(() => {
  const scenario = defaultScenario();
  patch({
    description,
    comparison: comparison(ROWS),
    current: true,
    hover: null,
    range: null,
    scenario: { ...scenario, rows: [], view: { ...scenario.view, ...EVERY_ROW } },
    compared: [],
  });
});

async function table(narrow = false) {
  const screen = await render(
    <div style={{ width: 1100, height: 500, display: 'flex' }}>
      <StrategyTable narrow={narrow} />
    </div>,
  );
  const element = screen.getByRole('table', { name: 'Policies' });
  await expect.element(element).toBeVisible();
  return { screen, element };
}
/** Keys of the rows as they are. */
const order = (element: Element): readonly string[] =>
  [...element.querySelectorAll<HTMLElement>('tbody tr[data-key]')].map((row) => row.dataset.key!);

describe('the table of strategies', () => {
  it('is in the order of the registry before the answer; what came to no result follows, and controls stand last', async () => {
    const { element } = await table();
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']),
    );
  });

  it('a click on a head sorts by it, a second one turns it round, and screen readers are told; the original stays first', async () => {
    const { screen, element } = await table();
    const head = screen.getByRole('columnheader', { name: /^Tokens left/ });
    const sort = head.getByRole('button', { name: /^Tokens left/ }).first();
    await sort.click();
    await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['sliding-window', 'oldest-removal', 'middle-removal', 'hard-limit', 'random-removal']),
    );
    await sort.click();
    await expect.element(head).toHaveAttribute('aria-sort', 'descending');
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']),
    );
    await expect.element(element.getByRole('rowheader').first()).toHaveTextContent('Before');
  });

  it('is walked by keyboard, and C is chosen by it', async () => {
    const { screen } = await table();
    const name = (title: string) => screen.getByRole('button', { name: title, exact: true });
    (name('Middle removal').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(name('Oldest removal')).toHaveFocus();
    await userEvent.keyboard('c');
    expect(useApp.getState().scenario.view.other).toBe('oldest-removal');
    await userEvent.keyboard('{Home}');
    await expect.element(name('Middle removal')).toHaveFocus();
  });

  it('the tokens of every row stand in their cell, and a rejected row says so', async () => {
    const { screen } = await table();
    await expect.element(screen.getByRole('row', { name: /Middle removal/ }).getByRole('cell', { name: '700', exact: true })).toBeVisible();
    await expect.element(screen.getByRole('row', { name: /Hard limit/ })).toHaveTextContent('failed');
  });

  it('its strips share one axis, which is read by keyboard', async () => {
    const { screen } = await table();
    await vi.waitFor(() => expect(screen.container.querySelectorAll('tbody canvas').length).toBeGreaterThanOrEqual(ROWS.length));
    const axis = screen.getByRole('slider').first();
    (axis.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(axis).toHaveAttribute('aria-valuetext', expect.stringMatching(/^#\d+ \w+ · (LOW|NORMAL|HIGH|CRITICAL)/));
    const before = axis.element().getAttribute('aria-valuenow');
    await userEvent.keyboard('{ArrowRight}');
    await vi.waitFor(() => expect(axis.element().getAttribute('aria-valuenow')).not.toBe(before));
  });

  it('narrow: blocks of a few rows, and the rest on demand', async () => {
    const { screen, element } = await table(true);
    await expect.element(screen.getByText('Middle removal')).toBeVisible();
    expect(order(element.element()).length).toBeLessThanOrEqual(ROWS.length);
    expect(element.element().querySelectorAll('[data-label]').length).toBeGreaterThan(0);
  });
});

describe('what was needed later', () => {
  /** Twelve cuts of which a row keeps so many of ten strings and paths, and of the user's words. */
  const recalledAs = (key: string, kept: number, words: number) => {
    const tally = (k: number) => ({ kept: k, needed: 10, chance: 1, newest: 1 });
    const none = { kept: 0, needed: 0, chance: 0, newest: 0 };
    const cut = {
      strings: tally(kept),
      paths: tally(kept),
      userWords: tally(words),
      edits: none,
      wording: none,
      pairs: none,
      rules: none,
      files: none,
    };
    return recallRow(key, { recall: 0.5, tokens: 0.4, byCut: Array.from({ length: 12 }, () => cut), independent: independentOf(kept / 10, 0.1) });
  };
  const measured = ROWS.map((row) => (row.outcome === 'compacted' ? { ...row, metTarget: true } : row));
  const rows = [
    recalledAs('oldest-removal', 3, 5),
    recalledAs('middle-removal', 6, 9),
    recalledAs('sliding-window', 9, 3),
    recalledAs('random-removal', 7, 7),
  ];

  beforeEach(() => {
    const of = comparison(measured);
    const reply = {
      cuts: Array.from({ length: 12 }, () => ({})),
      needed: 240,
      tooFew: null,
      budget: 0.5,
      random: null,
      oracle: null,
      independent: null,
      recorded: null,
      rows,
      ms: 1,
    } as unknown as RecallReply;
    patch({ comparison: of, recalled: { of, reply, rows: new Map(rows.map((row) => [row.key, row])) } });
  });
  afterEach(() => patch({ recalled: null }));

  it('orders the rows, whatever their efficiency; the first of them is the answer', async () => {
    const { screen, element } = await table();
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['sliding-window', 'middle-removal', 'oldest-removal', 'hard-limit', 'random-removal']),
    );
    await expect.element(screen.getByRole('row', { name: /Sliding window/ })).toHaveTextContent('best');
    await expect.element(screen.getByRole('row', { name: /Oldest removal/ })).not.toHaveTextContent('best');
  });

  it('orders them anew when something else matters', async () => {
    const { element } = await table();
    await vi.waitFor(() => expect(order(element.element())[0]).toBe('sliding-window'));
    const { scenario } = useApp.getState();
    patch({ scenario: { ...scenario, view: { ...scenario.view, wishes: { ...WISHES, matters: 'userWords' } } } });
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'random-removal']),
    );
  });

  it('a row over the budget follows those that meet what matters', async () => {
    const of = comparison(measured.map((row) => (row.key === 'middle-removal' ? { ...row, metTarget: false } : row)));
    const { recalled } = useApp.getState();
    patch({ comparison: of, recalled: recalled && { ...recalled, of } });
    const { element } = await table();
    await vi.waitFor(() =>
      expect(order(element.element())).toEqual(['sliding-window', 'oldest-removal', 'middle-removal', 'hard-limit', 'random-removal']),
    );
  });
});

describe('the short list', () => {
  const headings = (element: Element): readonly string[] =>
    [...element.querySelectorAll<HTMLElement>('tbody tr[data-group], tbody tr[data-key]')].map((row) => row.dataset.key ?? row.dataset.group!);
  const groupOf: Readonly<Record<string, StrategyInfo['source']['seed']>> = {
    'hard-limit': 'product',
    'middle-removal': 'own',
    'random-removal': 'control',
  };
  const mixed = {
    ...description,
    strategies: description.strategies.map((info) => ({ ...info, source: { seed: groupOf[info.id] ?? ('S2' as const) } })),
  };

  beforeEach(() => {
    const { scenario } = useApp.getState();
    patch({ description: mixed, scenario: { ...scenario, view: { ...scenario.view, allRows: false, tables: {} } } });
  });

  it('has products before seeds before ours; a line below the rows brings the controls, last, and takes them away', async () => {
    patch({ comparison: comparison(ROWS.map((row) => ({ ...row, outcome: 'compacted' as const, metTarget: true }))) });
    const { screen, element } = await table();
    const short = ['kind:products', 'hard-limit', 'kind:seeds', 'oldest-removal', 'sliding-window', 'kind:own', 'middle-removal'];
    await vi.waitFor(() => expect(headings(element.element())).toEqual(short));
    const line = screen.getByRole('group', { name: 'For scale' });
    await expect.element(line).toHaveTextContent('Random removal');
    await line.getByRole('button', { name: 'Show as rows' }).click();
    await vi.waitFor(() => expect(headings(element.element())).toEqual([...short, 'kind:controls', 'random-removal']));
    await expect.element(line).not.toBeInTheDocument();
    await screen.getByRole('button', { name: /^For scale/, expanded: true }).click();
    await vi.waitFor(() => expect(headings(element.element())).toEqual(short));
    await expect.element(line).toBeVisible();
  });

  it('sets aside, with the reason, what is refused or did nothing, after those that count', async () => {
    const broken = [{ rule: 'role-order', original: false }] as unknown as RowResult['measures']['violations'];
    const rows = [
      result('middle-removal', 'KKDKKK', { violations: broken }),
      result('oldest-removal', 'DDDKKK', { metTarget: true }),
      standing('sliding-window', 'unchanged'),
      result('hard-limit', 'KKKKDK', { metTarget: false }),
    ];
    patch({ comparison: comparison(rows) });
    const { screen, element } = await table();
    await vi.waitFor(() =>
      expect(headings(element.element())).toEqual(['kind:seeds', 'oldest-removal', 'kind:aside', 'middle-removal', 'hard-limit', 'sliding-window']),
    );
    await expect.element(screen.getByRole('row', { name: /Middle removal/ })).toHaveTextContent('✗ refused');
    await expect.element(screen.getByRole('row', { name: /Hard limit/ })).toHaveTextContent('▲ over the budget');
    await expect.element(screen.getByRole('row', { name: /Sliding window/ })).toHaveTextContent('did nothing');
  });

  it('begins with the agent that wrote the session, which says so', async () => {
    patch({
      loaded: {
        ref: { kind: 'file', name: 'a', hash: 'x', bytes: 1 },
        name: 'a',
        reply: { conversations: [{ agent: 'hard-limit', places: [], readable: [] }] } as never,
      },
    });
    const { screen, element } = await table();
    await vi.waitFor(() => expect(headings(element.element()).slice(0, 2)).toEqual(['kind:agent', 'hard-limit']));
    await expect.element(screen.getByRole('row', { name: /Hard limit/ })).toHaveTextContent('your agent');
    // The file of a link was dropped: it is still the sender's session.
    const other = { ...defaultScenario(), marks: { 1: 'pin' } };
    patch({ sent: { snapshot: { scenario: other } } as never });
    await expect.element(screen.getByRole('row', { name: /Hard limit/ })).toHaveTextContent('their agent');
    await expect.element(screen.getByRole('button', { name: /^Their agent/ })).toBeVisible();
    patch({ loaded: null, sent: null });
  });
});
