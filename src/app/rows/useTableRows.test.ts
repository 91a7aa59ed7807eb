import { beforeAll, describe, expect, it } from 'vitest';
import { FATES } from '../../engine/strategies/contract.ts';
import { numberFormats } from '../../i18n/index.ts';
import { bytesOf, roundsOf } from '../../worker/testing/session.ts';
import { checkedStrips } from '../snapshot/Recomputed.tsx';
import { snapshotOf } from '../snapshot/make.ts';
import { runOf } from '../snapshot/testing/run.ts';
import { shownOf } from '../store/show.ts';
import { type TableRow, tableRows } from './compare-rows.ts';
import { measureColumns } from './measures.ts';
import { checked, isSameRun, markOf, sentScores } from './useTableRows.ts';

type Run = Awaited<ReturnType<typeof runOf>>;
let run: Run;
beforeAll(async () => {
  run = await runOf(bytesOf(roundsOf(12)), 'talk.json');
}, 180_000);

const rowsOf = ({ scenario, description, comparison, measured, recalled }: Run): readonly TableRow[] =>
  tableRows(scenario.rows, description!, comparison, numberFormats('en'), {
    measured: measured?.rows ?? new Map(),
    recalled: recalled?.rows ?? new Map(),
    noMeasures: null,
    noRecall: null,
    held: null,
    stale: { measured: false, recall: false },
  }).filter(({ result }) => result);

const sentBy = (from: Run) => ({ said: shownOf(snapshotOf(from, '2026-01-02')!) });
const column = (id: string) => measureColumns.find((one) => one.id === id)!;

describe('a run that is done again', () => {
  it('has no difference from itself', () => {
    const found = checked(rowsOf(run), measureColumns, sentBy(run));
    expect(found).toMatchObject({ added: 0, differences: [], late: false });
    expect(found.same).toBeGreaterThan(200);
  });

  it('tells each value that is another, with both', () => {
    const [first] = run.comparison!.rows.filter(({ outcome }) => outcome === 'compacted');
    const other = { ...first!, figures: { ...first!.figures, tokens: first!.figures.tokens! + 1 } };
    const comparison = { ...run.comparison!, rows: run.comparison!.rows.map((row) => (row === first ? other : row)) };
    const { differences, same } = checked(rowsOf({ ...run, comparison }), measureColumns, sentBy(run));
    expect(differences).toEqual([
      { key: first!.key, title: expect.any(String), column: column('tokens'), was: first!.figures.tokens, now: first!.figures.tokens! + 1 },
    ]);
    expect(same).toBe(checked(rowsOf(run), measureColumns, sentBy(run)).same - 1);
  });

  it('has new values where the sender had none', () => {
    const without = sentBy({ ...run, measured: null });
    const found = checked(rowsOf(run), measureColumns, without);
    expect(found.differences).toEqual([]);
    expect(found.added).toBeGreaterThan(0);
    const [row] = rowsOf(run);
    expect(markOf(column('tokens'), row!, sentScores(without, 'no-such-row'))).toBe('new');
  });

  it('does not hold times against one another, nor what is still to come', () => {
    const [row] = rowsOf(run);
    const there = sentScores(sentBy(run), row!.key);
    expect(markOf(column('time'), row!, there)).toBeNull();
    expect(markOf(column('recall'), { ...row!, recall: null }, there)).toBeNull();
  });

  it('has the strips that were sent, and tells per row what another one does', () => {
    const snapshot = snapshotOf(run, '2026-01-02')!;
    const { counts } = snapshot.cells;
    const sent = { said: shownOf(snapshot), snapshot, starts: counts.map((_, cell) => counts.slice(0, cell).reduce((sum, one) => sum + one, 0)) };
    const view = run.comparison!.transcript;
    const rows = rowsOf(run);
    expect(checkedStrips(rows, view, sent)).toEqual({ same: rows.length, differences: [] });
    // One message that was kept is dropped, the first of its row.
    const row = rows.find(({ result }) => result!.fates.includes(0))!;
    const at = row.result!.fates.indexOf(0);
    const fates = row.result!.fates.slice();
    fates[at] = FATES.indexOf('drop');
    const others = rows.map((one) => (one === row ? { ...one, result: { ...one.result!, fates } } : one));
    expect(checkedStrips(others, view, sent)).toEqual({
      same: rows.length - 1,
      differences: [
        { key: row.key, title: row.title, messages: 1, of: view.n, at, was: { fate: 'keep', left: null }, now: { fate: 'drop', left: null } },
      ],
    });
    // Rows that the sender did not have, and a transcript of other messages, say nothing.
    expect(checkedStrips([{ ...row, key: 'no-such-row' }], view, sent)).toEqual({ same: 0, differences: [] });
    expect(checkedStrips(rows, { ...view, n: view.n + 1 }, sent)).toEqual({ same: 0, differences: [] });
  });

  it('is the same run whatever is in C, and another one with another target', () => {
    const { scenario } = run;
    expect(isSameRun(scenario, { ...scenario, view: { ...scenario.view, other: 'hybrid' } })).toBe(true);
    expect(isSameRun(scenario, { ...scenario, settings: { ...scenario.settings, target: 0.3 } })).toBe(false);
  });
});
