import { describe, expect, it } from 'vitest';
import '../../i18n/en/replay-page.ts';
import type { LogLevel } from '../../engine/strategies/contract.ts';
import type { CompactionPoint, ReplayLine } from '../../engine/replay/contract.ts';
import type { TriggerRule } from '../../engine/triggers/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { ReplayReply, SeriesView } from '../../worker/loss-protocol.ts';
import { letterOf, linesOf, rulesOf, type RunLine, topOf } from './lanes.ts';
import { filterLog, logJsonl, logRows, textOf } from './Lower.tsx';
import { replayedRows, systemRows } from './replay-state.ts';
import { runsOf } from './SizeChart.tsx';
import { medianBreakEven } from './replay-summary.ts';

const entry = (at: number, level: LogLevel, key: string, values: Record<string, string | number> = {}): ReplayLine => ({
  at,
  level,
  strategy: 'summary',
  reason: { key, values },
});
const series = (over: Partial<SeriesView>): SeriesView =>
  ({ key: 'summary', strategy: 'summary', params: {}, size: new Float64Array(0), points: [], log: [], ...over }) as SeriesView;
const line = (letter: string, over: Partial<SeriesView>): RunLine => ({
  key: over.key ?? 'summary',
  letter,
  pinned: false,
  title: letter,
  color: 0,
  dash: '',
  series: series(over),
});

describe('which rows run', () => {
  const compared = ['oldest-removal', 'fact-ledger', 'auto-compression'];
  const strategies = [...compared, 'middle-removal', 'summary'].map((id) => ({ id }));
  it('A, B and C, until others are chosen, in their order and without those that are gone', () => {
    const scenario = { ...defaultScenario(), compared };
    expect(replayedRows(scenario, strategies, 0).map(({ key }) => key)).toEqual(compared);
    const chosen = { ...scenario, replay: { ...scenario.replay, strategies: ['summary', 'gone', 'middle-removal'] } };
    expect(replayedRows(chosen, strategies, 0).map(({ key }) => key)).toEqual(['summary', 'middle-removal']);
  });

  it('and what the recorded agent did, where it compacted; once where it is A', () => {
    const known = [...strategies, { id: 'recorded', onDemand: true, recorded: true }];
    const scenario = { ...defaultScenario(), compared };
    const keys = (of: readonly string[], compactions: number) =>
      replayedRows({ ...scenario, compared: of }, known, compactions).map(({ key }) => key);
    expect(keys(['summary'], 2)).toEqual(['summary', 'recorded']);
    expect(keys(['recorded', 'summary'], 1)).toEqual(['recorded', 'summary']);
    expect(keys(['recorded', 'summary'], 0)).toEqual(['summary']);
    const chosen = { ...scenario, replay: { ...scenario.replay, strategies: ['summary'] } };
    expect(replayedRows(chosen, known, 2).map(({ key }) => key)).toEqual(['summary']);
  });
});

it('rows that speak for their systems are told where a person changed them, the first of each', () => {
  const row = (key: string, strategy: string) => ({ key, strategy, params: { threshold: 0.5 } });
  const rows = [row('auto-compression', 'auto-compression'), row('auto-compression~2', 'auto-compression'), row('adaptive', 'adaptive')];
  expect(systemRows(rows).map(({ key }) => key)).toEqual(['auto-compression']);
});

describe('lines', () => {
  it('have a letter each, and dashes where the colours come round again', () => {
    const reply = { series: Array.from({ length: 10 }, (_, i) => series({ key: `summary~${i + 2}` })) } as unknown as ReplayReply;
    const lines = linesOf(reply, []);
    expect(lines.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJ');
    expect([lines[0]!.color, lines[8]!.color, lines[0]!.dash === lines[8]!.dash]).toEqual([0, 0, false]);
    expect(letterOf(27)).toBe('B');
  });
  it('have the letters of their pins, and the others those behind them', () => {
    const reply = { series: ['x', 'b', 'y', 'a'].map((key) => series({ key })) } as unknown as ReplayReply;
    const lines = linesOf(reply, ['a', 'b', 'c']);
    expect(lines.map(({ letter, pinned }) => `${letter}${pinned ? '*' : ''}`)).toEqual(['D', 'B*', 'E', 'A*']);
  });
  it('of levels: the window, the warning, and every trigger that looks at tokens', () => {
    const trigger: TriggerRule = {
      triggers: [
        { kind: 'ratio', share: 0.8 },
        { kind: 'remaining', share: 0.2 },
        { kind: 'tool-result', share: 0.9, buffer: 0.02 },
        { kind: 'turns', count: 9 },
        { kind: 'hard-limit' },
      ],
      combine: 'any',
    };
    const common = [
      { tokens: 1000, kind: 'window', triggers: [], letters: [] },
      { tokens: 700, kind: 'warning', triggers: [], letters: [] },
      { tokens: 800, kind: 'trigger', triggers: ['ratio', 'remaining'], letters: [] },
      { tokens: 880, kind: 'trigger', triggers: ['tool-result'], letters: [] },
    ];
    const warning = 0.7;
    expect(rulesOf([{ letter: 'A', trigger, warning }], 1000)).toEqual(common);
    expect(
      rulesOf(
        ['A', 'B'].map((letter) => ({ letter, trigger, warning })),
        1000,
      ),
    ).toEqual(common);
  });
  it('of levels: each is said of the runs that it is true for', () => {
    const at = (letter: string, share: number, warning: number | null) => ({
      letter,
      trigger: { triggers: [{ kind: 'ratio', share }], combine: 'any' } as TriggerRule,
      warning,
    });
    expect(rulesOf([at('A', 0.9, 0.8), at('B', 0.5, 0.8), at('C', 0.9, null)], 1000).slice(1)).toEqual([
      { tokens: 800, kind: 'warning', triggers: [], letters: ['A', 'B'] },
      { tokens: 900, kind: 'trigger', triggers: ['ratio'], letters: ['A', 'C'] },
      { tokens: 500, kind: 'trigger', triggers: ['ratio'], letters: ['B'] },
    ]);
  });
  it('that run away from the window leave the axis until all is asked for', () => {
    const values = Float64Array.from([100, 900, 5000]);
    const given = { reply: { window: 1000 } as ReplayReply, lines: [line('A', { size: values })], range: [1, 3] as const };
    expect(topOf(given, [{ values }], false)).toEqual({ max: 1500, cut: true });
    expect(topOf(given, [{ values }], true).max).toBeCloseTo(5400);
    // A run that is above it from its first request to its last would leave an empty chart.
    const above = Float64Array.from([1501, 2000, 5000]);
    expect(topOf({ ...given, lines: [...given.lines, line('B', { size: above })] }, [{ values }, { values: above }], false).cut).toBe(false);
    expect(topOf({ ...given, lines: [line('B', { size: Float64Array.from([1500, 5000]) })] }, [{ values }], false).cut).toBe(true);
    // A window far above everything is left out, one within reach is shown.
    const low = { ...given, range: [1, 2] as const };
    expect(topOf(low, [{ values }], false).max).toBeCloseTo(1080);
    expect(topOf({ ...low, reply: { window: 100_000 } as ReplayReply }, [{ values }], false).max).toBeCloseTo(972);
  });
  it('runs of requests over the limit', () => {
    expect(runsOf([3, 4, 5, 9])).toEqual([
      { x: 3, end: 5 },
      { x: 9, end: 9 },
    ]);
  });
});

describe('the log', () => {
  const lines = [
    line('A', { key: 'summary', log: [entry(1, 'debug', 'a'), entry(7, 'error', 'b', { reason: 'timeout' })] }),
    line('B', { key: 'summary~2', log: [entry(3, 'warn', 'c'), entry(3, 'info', 'd')] }),
  ];
  const rows = logRows(lines);
  it('goes by request, each run in its own order', () => {
    expect(rows.map(({ line: { letter }, entry: { reason } }) => letter + reason.key)).toEqual(['Aa', 'Bc', 'Bd', 'Ab']);
  });
  it('is filtered by level, run and words, fields included', () => {
    const keys = (filter: Partial<Parameters<typeof filterLog>[1]>) =>
      filterLog(rows, { level: 'debug', key: '', search: '', ...filter })
        .map(({ entry: { reason } }) => reason.key)
        .join('');
    expect(keys({})).toBe('acdb');
    expect(keys({ level: 'warn' })).toBe('cb');
    expect(keys({ key: 'summary' })).toBe('ab');
    expect(keys({ search: 'TimeOut' })).toBe('b');
    expect(textOf(rows[3]!)).toContain('reason=timeout');
  });
  it('is exported one object per line', () => {
    const parsed = logJsonl(rows)
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    expect(parsed).toHaveLength(4);
    expect(parsed[3]).toMatchObject({ request: 7, row: 'summary', level: 'error', fields: { reason: 'timeout' } });
  });
});

it('break-even is the median of the compactions that ever pay for themselves', () => {
  const points = [4, null, 10, 30].map((breakEven) => ({ breakEven }) as CompactionPoint);
  expect(medianBreakEven(series({ points }))).toBe(10);
  expect(medianBreakEven(series({ points: [] }))).toBeNull();
});
