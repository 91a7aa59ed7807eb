/** The tables of what an open row lost, and of a row's result: their columns, sorts, and where their numbers lead. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { FactKind } from '../../engine/signals/contract.ts';
import type { DecayRoundView, ListedLine } from '../../worker/loss-protocol.ts';
import type { HistoryEntry } from '../../worker/protocol.ts';
import { FateTokens, LogLines } from '../rows/Lines.tsx';
import { Summaries } from '../compare/RowDetails.tsx';
import { type Changes, comparison, independentOf, recallRow, result } from '../compare/testing/fixture.ts';
import type { TableRow } from '../rows/compare-rows.ts';
import type { RowRecalls } from '../store/store-state.ts';
import { Violations } from '../rows/Violations.tsx';
import { HistoryDialog } from '../history/HistoryDialog.tsx';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { useUi } from '../store/ui.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { VirtualTable } from '../table/DataTable.tsx';
import { choose, columnsOf, forgetTables, keptOf, namesOf, sortBy } from '../testing/tables.ts';
import { FactTable, RoundTable } from './RowLosses.tsx';
import { GoContext, idOf, lossColumns } from './LossDialog.tsx';
import { PartsTable } from './PartsTable.tsx';
import { IndependentTable, RecallPanel, RecallTable } from './RecallPanel.tsx';

beforeEach(() => {
  forgetTables();
  useUi.setState({ dialog: null, loss: null, entry: null });
});

const counts = (retained: number, recoverable: number, lost: number) => ({ retained, recoverable, lost });

describe('what an open row lost', () => {
  it('the best choice of whole messages stands as a bound only beside a policy that keeps whole messages', async () => {
    const origin = { needed: 40, kept: 30 };
    const recall = recallRow('hybrid', { recall: 0.75, origins: { user: origin, tool: origin, assistant: origin } });
    const reply = { match: null, random: 0.4, oracle: 0.6, cuts: [], rows: [recall] } as unknown as RowRecalls['reply'];
    const all = { noMeasures: null, noRecall: null, held: null, stale: { measured: false, recall: false } };
    patch({ recalled: { of: comparison([]), reply, rows: new Map() } });
    const labelOf = async (letters: string, changes: Changes = {}): Promise<string> => {
      const row = { key: 'hybrid', state: 'compacted', recall, all, result: result('hybrid', letters, changes), info: {} } as unknown as TableRow;
      const screen = await render(<RecallPanel row={row} />);
      const label =
        screen
          .getByRole('img', { name: /^Second measure: / })
          .element()
          .getAttribute('aria-label') ?? '';
      await screen.unmount();
      return label.replaceAll('\u00a0', ' ');
    };
    expect(await labelOf('KKDDKK')).toMatch(/^Second measure: 75 %, .*40 %, .*60 %$/);
    expect(await labelOf('KKEDKK')).toMatch(/^Second measure: 75 %, .*40 %$/);
    expect(await labelOf('KSSSKK', { insertions: [{ before: 1, role: 'user' }] })).toMatch(/^Second measure: 75 %, .*40 %$/);
  });

  it('with too few own facts the panel says why, and shows what the other measures say', async () => {
    const few = { key: 'recall-few-facts', values: { facts: 12, least: 30 } } as const;
    const recall = recallRow('hybrid', { independent: independentOf(0.75, 0.5), notes: { hindsightRecall: few } });
    const retained = { share: 0.75, chance: 0.5, newest: 0.4 };
    const reply = { match: null, random: null, oracle: null, cuts: [], rows: [recall] } as unknown as RowRecalls['reply'];
    const all = { noMeasures: null, noRecall: null, held: null, stale: { measured: false, recall: false } };
    patch({ recalled: { of: comparison([]), reply, rows: new Map() } });
    const row = {
      key: 'hybrid',
      state: 'compacted',
      recall: { ...recall, retained },
      all,
      result: result('hybrid', 'KKDDKK'),
      info: {},
    } as unknown as TableRow;
    const screen = await render(<RecallPanel row={row} />);
    await expect.element(screen.getByText('only 12 facts needed later; 30 are needed to rank')).toBeVisible();
    await expect.element(screen.getByText(/^75/).first()).toBeVisible();
    expect(screen.getByRole('img', { name: /^Second measure/ }).query()).toBeNull();
    expect(screen.getByRole('table').elements()).toHaveLength(1);
    await screen.unmount();
  });

  it('facts: all kinds stay on top of the sort, and a number opens its list', async () => {
    const byKind = { path: counts(8, 0, 2), version: counts(1, 2, 1), url: counts(0, 0, 5) } as unknown as Record<
      FactKind,
      ReturnType<typeof counts>
    >;
    const screen = await render(<FactTable row="hybrid" facts={{ all: counts(9, 2, 8), byKind, byTenth: [] }} />);
    const table = screen.getByRole('table', { name: 'Facts' });
    expect(namesOf(table)).toEqual(['all', 'path', 'version', 'URL']);
    await sortBy(table, 'lost');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['all', 'URL', 'path', 'version']));
    await sortBy(table, 'Share');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['all', 'path', 'version', 'URL']));
    (table.getByRole('row', { name: /^URL/ }).getByRole('button', { name: '5' }).element() as HTMLElement).click();
    expect(useUi.getState().loss).toEqual({ key: 'hybrid', list: 'fact-retention', kind: 'url' });
  });

  it('the other measures: in their own words, those without anything last', async () => {
    const parts = {
      constraints: { preserved: 3, degraded: 1, lost: 1 },
      'artifact-trail': { preserved: 0, degraded: 0, lost: 4 },
      'open-work': null,
    };
    const screen = await render(<PartsTable row="hybrid" parts={parts} />);
    const table = screen.getByRole('table', { name: 'What else has to stay' });
    await sortBy(table, 'Lost');
    await vi.waitFor(() => expect(namesOf(table).slice(0, 2)).toEqual(['Files', 'Your rules']));
    await expect.element(table.getByRole('row', { name: /^Unfinished work/ })).toHaveTextContent('none in the session');
    (
      table
        .getByRole('row', { name: /^Files/ })
        .getByRole('button', { name: '4', exact: true })
        .element() as HTMLElement
    ).click();
    expect(useUi.getState().loss).toMatchObject({ list: 'artifact-trail' });
  });

  it('recall: groups by age, origin and kind, of what was needed only', async () => {
    const none = { needed: 0, kept: 0 };
    const recall = recallRow('hybrid', {
      independent: null,
      bands: { newest: { needed: 4, kept: 4 }, middle: none, older: { needed: 10, kept: 1 } },
      origins: { user: { needed: 2, kept: 2 }, tool: none, assistant: none },
      kinds: { path: { needed: 6, kept: 3 } },
    });
    const screen = await render(<RecallTable recall={recall} />);
    const table = screen.getByRole('table', { name: 'Second measure' });
    expect(namesOf(table)).toEqual(['newest 10 %', 'older', 'user', 'path']);
    await choose(table, 'Share', 'Sort, smallest first');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['older', 'newest 10 %', 'user', 'path']));
  });

  it('independent measures: all six with their counts, those that decide nothing are marked, sorted by any figure', async () => {
    const screen = await render(<IndependentTable values={independentOf(0.25, 0.5)} />);
    const table = screen.getByRole('table', { name: 'Needed later, kept' });
    expect(namesOf(table)).toEqual([
      'exact strings25 of 100',
      'paths25 of 100',
      'edited text0 of 0',
      'exact wording *25 of 100',
      'word pairs *25 of 100',
      'your own words25 of 100',
    ]);
    await expect.element(table.getByRole('row', { name: /^exact wording/ })).toHaveTextContent(/25\.0\s*50\.0\s*50\.0\s*63\.0$/);
    await expect.element(table.getByRole('row', { name: /^edited text/ })).toHaveTextContent(/————$/);
    await sortBy(table, 'Known anyway %');
    await vi.waitFor(() => expect(namesOf(table)[0]).toBe('exact wording *25 of 100'));
  });

  it('rounds of decay: a round without a compaction says why, and comes last by its numbers', async () => {
    const round = (at: number, tokens: number, outcome: DecayRoundView['outcome'] = 'compacted'): DecayRoundView =>
      ({ round: at, outcome, tokens, shares: { 'fact-retention': tokens / 1000 } }) as unknown as DecayRoundView;
    const screen = await render(<RoundTable rounds={[round(0, 1000), round(1, 500), round(2, 500, 'unchanged'), round(3, 250)]} />);
    const table = screen.getByRole('table', { name: 'Compacted again and again' });
    expect(columnsOf(table)).toEqual(['round', 'tokens', 'fact-retention']);
    await expect.element(table.getByRole('row', { name: /^2/ })).toHaveTextContent('did nothing');
    await choose(table, 'Tokens', 'Sort, smallest first');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['3', '1', 'before', '2']));
  });
});

describe('the list of losses', () => {
  const plain = { list: 'fact-retention', marks: [], use: null, messages: 1, cut: 0, beside: null } as const;
  const LINES: readonly ListedLine[] = [
    { ...plain, id: 'a', kind: 'version', text: '6.0.3', fate: 'recoverable', spots: [{ role: 'said', message: 4 }] },
    { ...plain, id: 'b', kind: 'path', text: 'src/b.ts', fate: 'lost', spots: [{ role: 'said', message: 2 }] },
    { ...plain, id: 'c', kind: 'path', text: 'src/A.ts', fate: 'degraded', spots: [{ role: 'said', message: 0 }] },
  ];
  function Lines() {
    const data = useDataTable({ name: 'losses', data: LINES, columns: lossColumns, rowId: idOf });
    return (
      <div style={{ height: 300, display: 'grid' }}>
        <VirtualTable data={data} label="Losses" stacks />
      </div>
    );
  }

  it('is sorted by text, kind, what is left, and place; a place leads to its message', async () => {
    const go = vi.fn();
    patch({ comparison: comparison([result('hybrid', 'KKDDDK')]), current: true });
    const screen = await render(
      <GoContext value={go}>
        <Lines />
      </GoContext>,
    );
    const table = screen.getByRole('table', { name: 'Losses' });
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['6.0.3', 'src/b.ts', 'src/A.ts']));
    await sortBy(table, 'Lost');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['6.0.3', 'src/A.ts', 'src/b.ts']));
    await sortBy(table, 'What is left');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['src/b.ts', 'src/A.ts', '6.0.3']));
    await sortBy(table, 'Kind');
    await sortBy(table, 'Where', true);
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['src/A.ts', 'src/b.ts', '6.0.3']));
    (table.getByRole('button', { name: 'said #3' }).element() as HTMLElement).click();
    expect(go).toHaveBeenCalledOnce();
    expect(useApp.getState().scenario.view.selected).toBe(2);
  });
});

describe('what became of a row', () => {
  it('tokens by fate: what was inserted stays below the original', async () => {
    const row = result('hybrid', 'KEKDSS', { insertedTokens: 900, insertions: [{ before: 1 }, { before: 2 }] as never });
    const screen = await render(<FateTokens result={row} />);
    const table = screen.getByRole('table', { name: 'Tokens by what became of them' });
    await sortBy(table, 'tokens');
    await vi.waitFor(() =>
      expect(namesOf(table).map((name) => name.split(' ').at(-1))).toEqual(['summarised', 'word', 'gone', 'shortened', 'inserted']),
    );
    await expect.element(table.getByRole('row', { name: /inserted/ })).toHaveTextContent('+900');
  });

  it('violations: by message, and the message opens', async () => {
    const violation = (message: number, original: boolean) => ({ rule: 'r', position: message, message, reason: { key: 'x' }, original });
    const screen = await render(<Violations name="Violations" violations={[violation(4, false), violation(-1, true), violation(1, false)]} />);
    const table = screen.getByRole('table', { name: 'Violations' });
    const messages = (): readonly string[] => [...table.element().querySelectorAll('tbody td[data-label="Message"]')].map((td) => td.textContent!);
    await sortBy(table, 'Message');
    await vi.waitFor(() => expect(messages()).toEqual(['#2', '#5', '—']));
    patch({ comparison: comparison([result('hybrid', 'KKDDDK')]), current: true });
    (table.getByRole('button', { name: '#5' }).element() as HTMLElement).click();
    expect(useApp.getState().scenario.view.selected).toBe(4);
  });

  it('summaries and log: by number and by level', async () => {
    const summary = (n: number) => ({ id: `summary-${n}`, members: n, tokens: 100 - n, summarizer: 'built-in', generation: 1 });
    const line = (level: string, event: string) => ({ level, event, reason: { key: 'unchanged-disabled' } });
    const screen = await render(
      <>
        <Summaries summaries={[summary(10), summary(9), summary(2)] as never} />
        <LogLines log={[line('info', 'one'), line('error', 'two'), line('warn', 'three')] as never} />
      </>,
    );
    const table = screen.getByRole('table', { name: '3 summaries' });
    await sortBy(table, 'Summary');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['summary-2', 'summary-9', 'summary-10']));
    const log = screen.getByRole('table', { name: 'Log of its own system' });
    await sortBy(log, 'Level');
    await vi.waitFor(() => expect(namesOf(log)).toEqual(['error', 'warn', 'info']));
    expect(log.element().querySelector('tbody tr')!.getAttribute('data-tone')).toBe('bad');
  });
});

describe('the history', () => {
  const entry = (key: string, changes: Partial<HistoryEntry>): HistoryEntry =>
    ({
      key,
      strategy: key,
      params: {},
      outcome: 'compacted',
      level: null,
      why: null,
      messagesBefore: 10,
      messagesAfter: 5,
      tokensBefore: 1000,
      tokensAfter: 500,
      efficiency: 0.5,
      summaryMs: null,
      ts: null,
      log: [],
      ...changes,
    }) as HistoryEntry;

  it('has the newest first, is sorted by several columns, and its rows open', async () => {
    const now = comparison([result('hybrid', 'KKDDDK')]);
    const entries = [
      entry('middle-removal', { level: 1, tokensAfter: 300 }),
      entry('oldest-removal', { outcome: 'refused', efficiency: null, why: { key: 'unchanged-disabled' } }),
      entry('sliding-window', { level: 2, tokensAfter: 100 }),
    ];
    patch({ comparison: { ...now, history: { ...now.history, entries } }, current: true });
    const screen = await render(<HistoryDialog onClose={() => {}} />);
    const table = screen.getByRole('table');
    const names = (): readonly string[] => namesOf(table).map((name) => name.replace(/refused|undone/, ''));
    expect(names()).toEqual(['Sliding window', 'Oldest removal', 'Middle removal']);
    await sortBy(table, 'Efficiency');
    await sortBy(table, 'Tokens', true);
    await vi.waitFor(() => expect(names()).toEqual(['Middle removal', 'Sliding window', 'Oldest removal']));
    await choose(table, 'Messages', 'Hide column');
    await vi.waitFor(() => expect(columnsOf(table)).not.toContain('messages'));
    expect(keptOf('history')).toEqual({ sort: ['-efficiency', '-tokens'], columns: { messages: false } });
    (table.getByRole('button', { name: 'Oldest removal' }).element() as HTMLElement).click();
    await expect.element(table.getByText(/switched off|disabled/i).first()).toBeVisible();
    // Which rows are open is of this dialog, not of the link.
    expect(keptOf('history')!.open).toBeUndefined();
  });
});
