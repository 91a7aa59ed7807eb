import { describe, expect, it } from 'vitest';
import { notByItself } from '../rows/useTableRows.ts';
import { numberFormats } from '../../i18n/index.ts';
import { comparison, description, recallRow, result, standing } from './testing/fixture.ts';
import { chooseColumns } from './strategyColumns.tsx';
import { formatDelta, formatValue, isLate, measureColumns } from '../rows/measures.ts';
import { bestValues, isBest, type RowExtras, rankOf, tableRows } from '../rows/compare-rows.ts';

const n = numberFormats('en');
const column = (id: string) => {
  const found = measureColumns.find((c) => c.id === id);
  if (!found) throw new Error(`no column ${id}`);
  return found;
};
const violation = { rule: 'openai-answer', position: 1, message: 2, reason: { key: 'x' }, original: false };

describe('rows', () => {
  const rows = tableRows(
    [{ key: 'sliding-window~2', strategy: 'sliding-window', params: { window: 5 } }],
    description,
    comparison(
      [
        result('middle-removal', 'KKDDDK'),
        result('oldest-removal', 'KDDKDK'),
        result('sliding-window', 'KSSSSK', { knob: { param: 'window', value: 7, aimed: true } }),
        standing('hard-limit', 'rejected', { why: { key: 'no-such-reason', values: { a: 1 } } }),
        result('random-removal', 'DDDDDK'),
      ],
      undefined,
      { 'oldest-removal': 'middle-removal' },
    ),
    n,
  );
  const byKey = new Map(rows.map((r) => [r.key, r]));

  it('are every strategy once and the duplicates behind their first row', () => {
    expect(rows.map((r) => r.key)).toEqual([
      'middle-removal',
      'oldest-removal',
      'sliding-window',
      'sliding-window~2',
      'hard-limit',
      'random-removal',
    ]);
    expect(byKey.get('sliding-window~2')).toMatchObject({ state: 'waiting', result: null });
    expect(byKey.get('sliding-window~2')?.title).toMatch(/\(2\)$/);
  });

  it('say the one thing to know: equal rows, the knob, control, the outcome', () => {
    expect(byKey.get('oldest-removal')?.note?.text).toBe(`= ${byKey.get('middle-removal')?.title}`);
    expect(byKey.get('sliding-window')?.note?.text).toMatch(/ 7$/);
    expect(byKey.get('random-removal')?.note?.text).toBe('for scale');
    expect(byKey.get('hard-limit')?.note).toMatchObject({ text: 'failed', tone: 'bad' });
    expect(byKey.get('hard-limit')?.note?.title).toContain('no-such-reason');
    expect(byKey.get('middle-removal')?.note).toBeNull();
  });

  it('say by how much a refused result is over the limit', () => {
    const [, , , limit] = tableRows(
      [],
      description,
      comparison([standing('hard-limit', 'refused', { why: { key: 'x', values: { tokens: 214_300, limit: 200_000 } } })]),
      n,
    );
    expect(limit?.note).toMatchObject({ text: 'refused · 214,300 over 200,000', tone: 'bad' });
  });

  it('without scores rank behind the others, rejected before unchanged', () => {
    expect(['unchanged', 'compacted', 'rejected', 'refused'].sort((a, b) => rankOf(a as 'unchanged') - rankOf(b as 'unchanged'))).toEqual([
      'compacted',
      'rejected',
      'refused',
      'unchanged',
    ]);
  });
});

describe('best of a column', () => {
  const rows = tableRows(
    [],
    description,
    comparison([
      result('middle-removal', 'KKDDDK', { tokenReduction: 0.5, efficiency: 0.5 }),
      result('oldest-removal', 'KKDDDK', { tokenReduction: 0.6, efficiency: 0.6, violations: [violation] }),
      result('sliding-window', 'KKDDDK', { tokenReduction: 0.4, efficiency: 0.55, violations: [{ ...violation, original: true }] }),
      result('hard-limit', 'KKDDDK', { tokenReduction: 0.9, efficiency: 0.9, metTarget: false }),
      result('random-removal', 'KKDDDK', { tokenReduction: 0.95, efficiency: 0.95 }),
    ]),
    n,
  );
  const best = bestValues(rows);

  it('is taken among rows that are valid, met the target and are no controls', () => {
    expect(best.get('saved')).toBe(0.5);
    expect(best.get('efficiency')).toBe(0.55);
    expect(rows.map((r) => isBest(r, column('efficiency'), best))).toEqual([false, false, true, false, false]);
  });

  it('is none where all are equal', () => {
    expect(best.has('tokens')).toBe(false);
  });
});

describe('what comes after the result', () => {
  const noNeed = { key: 'recall-too-few' };
  const facts = column('facts');
  const recall = column('recall');
  const rowOf = (known: Partial<RowExtras>, outcome: 'compacted' | 'unchanged' = 'compacted') =>
    tableRows([], description, comparison([outcome === 'compacted' ? result('middle-removal', 'KKDDDK') : standing('middle-removal', outcome)]), n, {
      measured: new Map(),
      recalled: new Map(),
      noMeasures: null,
      noRecall: null,
      held: null,
      stale: { measured: true, recall: true },
      ...known,
    })[0]!;

  it('is still to come, or of an earlier comparison, until it is there', () => {
    const waiting = rowOf({});
    expect([facts.value(waiting), isLate(waiting, facts), isLate(waiting, recall), isLate(waiting, column('saved'))]).toEqual([
      null,
      true,
      true,
      false,
    ]);
    const old = rowOf({ recalled: new Map([['middle-removal', recallRow('middle-removal', { recall: 0.8 })]]) });
    expect([recall.value(old), isLate(old, recall)]).toEqual([0.8, true]);
    const there = rowOf({
      recalled: new Map([['middle-removal', recallRow('middle-removal', { recall: 0.8 })]]),
      stale: { measured: true, recall: false },
    });
    expect([recall.value(there), isLate(there, recall), isLate(there, facts)]).toEqual([0.8, false, true]);
  });

  it('a recall of an earlier comparison stays marked as such where no newer one comes', () => {
    const old = new Map([['middle-removal', recallRow('middle-removal', { recall: 0.8 })]]);
    const row = rowOf({ noRecall: { key: 'recall-long' }, recalled: old });
    expect([recall.value(row), isLate(row, recall)]).toEqual([0.8, true]);
  });

  it('is not measured by itself above 20,000 messages', () => {
    const of = (messages: number) => notByItself({ ...comparison([]), transcript: { ...comparison([]).transcript, n: messages } });
    expect([of(20_000), of(20_001)?.key, notByItself(null)]).toEqual([null, 'recall-long', null]);
  });

  it('measures that could not be made come no more, and say why', () => {
    const why = { key: 'error', values: { message: 'stuck' } };
    const row = rowOf({ noMeasures: why, noRecall: why });
    expect([facts.value(row), facts.why(row), isLate(row, facts), isLate(row, recall)]).toEqual([null, why, false, false]);
  });

  it('says why a value does not apply, and comes no more then', () => {
    const none = rowOf({ noRecall: noNeed });
    expect([recall.value(none), recall.why(none), isLate(none, recall)]).toEqual([null, noNeed, false]);
  });

  it('is nothing for a row that did not compact', () => {
    const row = rowOf({ recalled: new Map([['middle-removal', recallRow('middle-removal', { recall: 1 })]]) }, 'unchanged');
    expect([recall.value(row), isLate(row, recall), isLate(row, facts)]).toEqual([null, false, false]);
  });
});

describe('columns', () => {
  const ids = (switched: Record<string, boolean> = {}) => chooseColumns(switched, ['efficiency'], false, true).columns.map((c) => c.id);

  it('are five beside the name and the strip, what decides first', () => {
    expect(ids()).toEqual(['independent', 'left-at-cuts', 'cost', 'valid', 'efficiency']);
  });

  it('that a person switched on come, and those switched off go', () => {
    const choice = chooseColumns({ time: true, kept: true }, ['efficiency'], false, true);
    expect(choice.columns.map((c) => c.id)).toContain('time');
    expect(ids({ cost: false, messages: true })).toEqual(['independent', 'left-at-cuts', 'valid', 'efficiency', 'messages']);
  });

  it('have a delta where sorted, all of them with the switch, none without a baseline', () => {
    expect([...chooseColumns({ saved: true }, ['saved', 'tokens'], false, true).deltas]).toEqual(['saved']);
    expect([...chooseColumns({ saved: true }, ['saved'], true, true).deltas]).toEqual(['independent', 'left-at-cuts', 'efficiency', 'saved']);
    expect(chooseColumns({}, ['saved'], true, false).deltas.size).toBe(0);
  });

  it('write numbers as the palette asks', () => {
    expect(formatValue(column('tokens'), 64036, n)).toBe('64,036');
    expect(formatValue(column('saved'), 0.5012, n)).toBe('50.1');
    expect(formatValue(column('efficiency'), 0.5, n)).toBe('0.500');
    expect(formatValue(column('time'), 0.4, n)).toBe('<1');
    expect(formatDelta(column('efficiency'), -0.113, n)).toBe('−.113');
    expect(formatDelta(column('saved'), 0.089, n)).toBe('+8.9');
    expect(formatDelta(column('valid'), 1, n)).toBeNull();
  });

  it('are as wide as a person made them; an arrow and its number need room', () => {
    const sizes = (sorted: readonly string[], widths = {}) => chooseColumns({}, sorted, false, false, widths).sizes;
    expect(sizes(['tokens']).tokens! - sizes(['saved']).tokens!).toBe(14);
    expect(sizes(['saved', 'tokens']).tokens! - sizes(['saved']).tokens!).toBe(22);
    expect(sizes(['tokens'], { tokens: 200 }).tokens).toBe(200);
  });
});
