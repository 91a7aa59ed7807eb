import { describe, expect, it } from 'vitest';
import '../../i18n/en/replay-page.ts';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { plain } from '../../i18n/answer-words.ts';
import type { ReplayReply, SeriesView } from '../../worker/loss-protocol.ts';
import { refusedOf, type RunLine } from './lanes.ts';
import { sayDoubts, sayReplay } from './Sentence.tsx';

interface Run {
  readonly cost?: number | null;
  readonly tokens?: number;
  readonly compactions?: number;
  readonly refused?: readonly number[];
  readonly over?: readonly number[];
  readonly stopped?: boolean;
  readonly failed?: boolean;
  readonly recorded?: boolean;
  readonly sizes?: readonly number[];
}

const run = (title: string, { cost = null, tokens = 0, compactions = 1, refused = [], over = [], ...rest }: Run): RunLine => ({
  key: title,
  letter: title,
  pinned: false,
  title,
  color: 0,
  dash: '',
  series: {
    key: title,
    strategy: title,
    size: Float64Array.from(rest.sizes ?? []),
    failed: rest.failed ? { key: 'x', values: {} } : null,
    stopped: rest.stopped ? { at: 2, reason: { key: 'x', values: {} } } : null,
    refused,
    overLimit: over,
    totals: { cost, promptTokens: tokens },
    monitoring: { compactions },
    trigger: { triggers: rest.recorded ? [{ kind: 'recorded' }] : [], combine: 'any' },
  } as unknown as SeriesView,
});

interface ReplayInput {
  readonly recorded?: {
    readonly cost: number | null;
    readonly compactions: readonly number[];
    readonly requests?: number;
    readonly size?: readonly number[];
  } | null;
  readonly prices?: boolean;
  readonly over?: number;
}
const reply = ({ recorded = null, prices = true, over = 0 }: ReplayInput): ReplayReply =>
  ({
    window: 1000,
    requests: 9,
    recorded: recorded && { requests: 9, ...recorded, size: Float64Array.from(recorded.size ?? []) },
    priced: { prices: prices ? {} : null },
    baseline: { overLimit: Array.from({ length: over }, (_, i) => i + 1) },
  }) as unknown as ReplayReply;

const RECORDED = { cost: 42.6, compactions: [4, 7] };
const said = (given: ReplayInput, lines: readonly RunLine[]): string => plain(sayReplay(reply(given), lines));

describe('what the replay says', () => {
  it('what was recorded, and the row that would have cost least', () => {
    const lines = [run('X', { cost: 30, compactions: 3 }), run('Y', { cost: 25.47, compactions: 6 })];
    expect(said({ recorded: RECORDED }, lines)).toBe(
      'Recorded: 2 compactions, $42.6. Of 2 policies Y would have needed least, $25.5, with 6 compactions.',
    );
  });
  it('numbers, rows and refusals are pieces of their own', () => {
    const lines = [run('X', { cost: 30, compactions: 1 }), run('Y', { cost: 20, over: [3] })];
    const pieces = sayReplay(reply({ recorded: RECORDED }), lines).filter(({ kind }) => kind !== 'text');
    expect(pieces.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'number 2',
      'number $42.6',
      'row X',
      'number $30',
      'number 1',
      'row Y',
      'bad 1 request would be refused',
    ]);
  });
  it('a cheaper row is no answer where its requests would be refused, and that is said', () => {
    const best = run('X', { cost: 30 });
    const one = run('Y', { cost: 20, over: [3, 4], refused: [4, 5] });
    expect(said({ recorded: RECORDED }, [best, one])).toMatch(/X would have needed least, \$30, .*; less with Y, but 3 requests would be refused\.$/);
    expect(said({}, [best, one, run('Z', { cost: 10, stopped: true, refused: [9] })])).toMatch(
      /; less with Z and Y, but requests of theirs would be refused\.$/,
    );
    // A dearer one needs no word.
    expect(said({}, [best, run('Z', { cost: 40, over: [1] })])).toMatch(/with 1 compaction\.$/);
  });
  it('where every row has refused requests there is no cheapest: the fewest are said', () => {
    const lines = [run('X', { cost: 30, over: [1, 2] }), run('Y', { cost: 20, over: [1, 2, 3] })];
    expect(said({}, lines)).toMatch(/ 2 requests would be refused in X, the fewest of 2 policies\.$/);
    expect(said({}, lines.slice(1))).toMatch(/ Y: 3 requests would be refused\.$/);
  });
  it('ties are what reads the same', () => {
    const rows = (...costs: readonly number[]) => costs.map((cost, i) => run('XYZUV'[i]!, { cost }));
    expect(said({}, rows(25.47, 30, 25.49))).toMatch(/Of 3 policies X and Z would have needed least, \$25\.5 each\.$/);
    expect(said({}, rows(1, 1, 1, 1, 2))).toMatch(/Of 5 policies 4 policies would have needed least, \$1 each\.$/);
  });
  it('no recording, no prices, one row, no row, no row that compacts', () => {
    const unrecorded = 'The file does not say what its requests used.';
    expect(said({}, [run('X', { cost: 3, compactions: 2 })])).toBe(`${unrecorded} X would have needed $3, with 2 compactions.`);
    expect(said({ prices: false, recorded: { cost: null, compactions: [4] } }, [run('X', { tokens: 2000 }), run('Y', { tokens: 1500 })])).toBe(
      'Recorded: 1 compaction. Of 2 policies Y would have needed least, 1,500 tokens, with 1 compaction.',
    );
    expect(said({}, [])).toBe(unrecorded);
    expect(said({}, [run('X', { cost: 1, compactions: 0 }), run('Y', { cost: 1, compactions: 0 })])).toBe(
      `${unrecorded} None of 2 policies compacts.`,
    );
    expect(said({}, [run('X', { cost: 1, compactions: 0 })])).toBe(`${unrecorded} X does not compact.`);
  });
  it('what was lost and used again comes first, once it is known of every run', () => {
    const lines = [run('X', { cost: 30 }), run('Y', { cost: 20 }), run('Z', { cost: 40, compactions: 0 })];
    const told = (misses: Readonly<Record<string, number>>): string =>
      plain(sayReplay(reply({ recorded: RECORDED }), lines, new Map(Object.entries(misses).map(([key, count]) => [key, Array(count).fill({})]))));
    expect(told({ X: 4, Y: 0 })).toMatch(/^Lost, needed again: X 4 and Y 0\. Recorded: 2 compactions/);
    expect(told({ X: 0, Y: 0 })).toMatch(/^Nothing lost was needed again\. Recorded/);
    expect(told({ X: 4 })).toMatch(/^Recorded/);
  });
  it('a recorded cost of a part of the requests is said to be that', () => {
    expect(said({ recorded: { ...RECORDED, requests: 8 } }, [])).toBe('Recorded: 2 compactions, $42.6 for 8 of 9 requests.');
  });
  it('neither a failed row nor the recorded compactions walked again are a choice', () => {
    const lines = [run('X', { cost: 1, failed: true }), run('R', { cost: 2, recorded: true }), run('Y', { cost: 3 })];
    expect(said({}, lines)).toMatch(/ Y would have needed \$3, with 1 compaction\.$/);
  });
});

describe('its doubts', () => {
  const miss = (count: number) => Array.from({ length: count }, () => ({}) as ReplayMiss);
  const X = run('X', { cost: 1, sizes: [100, 200, 300] });
  const Y = run('Y', { cost: 2, sizes: [100, 200, 220] });
  const recorded = { ...RECORDED, size: [100, Number.NaN, 210] };
  const doubts = (given: ReplayInput, lines: readonly RunLine[], misses: Readonly<Record<string, number>>, agent: string | null = null): string =>
    plain(sayDoubts(reply(given), lines, new Map(Object.entries(misses).map(([key, count]) => [key, miss(count)])), agent));

  it('the row closest to the recording, and the one that loses least, also where it is the same', () => {
    expect(doubts({ recorded }, [X, Y], { X: 4, Y: 2 }, 'Y')).toBe(
      'Your agent Y stays closest to the recording. The fewest lost and needed again, 2: Your agent Y.',
    );
    expect(doubts({ recorded }, [X, Y], { X: 1, Y: 2 })).toBe('Y stays closest to the recording. The fewest lost and needed again, 1: X.');
  });
  it('only what is known, and only what tells rows apart', () => {
    expect(doubts({}, [X, Y], { X: 4 })).toBe('');
    expect(doubts({ recorded: { ...recorded, size: [100, 200] } }, [X, Y], { X: 3, Y: 3 })).toBe('');
    expect(doubts({ recorded }, [X], { X: 3 })).toBe('');
    const three = [X, Y, run('Z', { cost: 3, sizes: [1, 1, 1] })];
    expect(doubts({}, three, { X: 0, Y: 0, Z: 5 })).toBe('The fewest lost and needed again, 0: X and Y.');
  });
  it('how many requests would not have fitted', () => {
    expect(doubts({ over: 1 }, [], {})).toBe('Without compaction 1 of 9 requests would be over the window of 1,000.');
  });
});

it('a request counts as refused once: over the window, or never sent', () => {
  expect(refusedOf({ overLimit: [2, 5], refused: [5, 6] })).toEqual([2, 5, 6]);
  expect(refusedOf({ overLimit: [2], refused: [] })).toEqual([2]);
});
