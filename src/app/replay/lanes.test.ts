import { expect, it } from 'vitest';
import '../../i18n/en/replay-page.ts';
import { areaPath, linePath } from '../charts/thin.ts';
import type { ReplayReply, SeriesView } from '../../worker/loss-protocol.ts';
import { lanesOf, NOTHING, RECORDED, type RunLine, ticksOf } from './lanes.ts';

const series = (size: readonly number[], over: Partial<SeriesView> = {}): SeriesView =>
  ({
    size: Float64Array.from(size),
    points: [],
    refused: [],
    overLimit: [],
    trigger: { triggers: [], combine: 'any' },
    ...over,
  }) as unknown as SeriesView;
const line = (key: string, one: SeriesView): RunLine => ({ key, letter: key, pinned: false, title: key, color: 0, dash: '', series: one });

const reply = (recorded: readonly number[] | null): ReplayReply =>
  ({
    window: 1000,
    requests: 3,
    baseline: series([400, 900, 5000]),
    recorded: recorded && { size: Float64Array.from(recorded), compactions: [3] },
  }) as unknown as ReplayReply;

const run = line(
  'a',
  series([400, 800, 300], {
    trigger: { triggers: [{ kind: 'ratio', share: 0.8 }, { kind: 'turns', count: 9 }, { kind: 'hard-limit' }], combine: 'any' },
    points: [
      { at: 2, outcome: 'unchanged', before: 800 },
      { at: 3, outcome: 'compacted', before: 850 },
    ] as unknown as SeriesView['points'],
    overLimit: [2],
    refused: [3],
  }),
);

it('a lane has the sizes, compactions, refused requests and levels of its row', () => {
  const { byKey } = lanesOf(reply([400, 800, 200]), [run], false);
  expect(byKey.get('a')).toEqual({
    values: run.series.size,
    compactions: [{ at: 3, tokens: 850 }],
    attempts: [{ at: 2, tokens: 800 }],
    refused: [2, 3],
    triggers: [800],
  });
  // Before a recorded compaction: the last size that was recorded.
  expect(byKey.get(RECORDED)!.compactions).toEqual([{ at: 3, tokens: 800 }]);
  expect(lanesOf(reply([400, Number.NaN, 200]), [run], false).byKey.get(RECORDED)!.compactions).toEqual([{ at: 3, tokens: 400 }]);
  expect(byKey.get(NOTHING)!.triggers).toEqual([]);
});

it('all lanes have one axis, which no compaction at all does not stretch until it is asked for', () => {
  expect(lanesOf(reply([400, 800, 200]), [run], false).top).toBeCloseTo(1080);
  expect(lanesOf(reply([400, 800, 200]), [run], true).top).toBeCloseTo(5400);
});

it('dotted is what was recorded or, where nothing was, no compaction', () => {
  const without = reply(null);
  expect(lanesOf(without, [run], false).reference).toBe(without.baseline.size);
  expect(lanesOf(without, [run], false).byKey.has(RECORDED)).toBe(false);
});

it('many requests make a path of the width of the lane', () => {
  const values = Float64Array.from({ length: 10_000 }, (_, i) => (i * 37) % 1000);
  const path = linePath(values, 1, { x: [1, 10_000], y: [0, 1000], width: 400, height: 60 });
  expect(path.split('L').length).toBeLessThanOrEqual(2 * 401 + 2);
});

it('the area closes each part of an interrupted line', () => {
  expect(areaPath('M0 5L10 2M20 3L30 4', 60)).toBe('M0 60L0 5L10 2L10 60ZM20 60L20 3L30 4L30 60Z');
  expect(areaPath('', 60)).toBe('');
});

it('the axis names both ends, and round requests that have room between them', () => {
  const texts = (width: number) => ticksOf({ x: [1, 79], y: [0, 1], width, height: 0 }).map(({ tick, x, anchor }) => [tick, Math.round(x), anchor]);
  expect(texts(390)).toEqual([
    [1, 0, 'start'],
    [79, 390, 'end'],
    [20, 95, 'middle'],
    [40, 195, 'middle'],
    [60, 295, 'middle'],
  ]);
  expect(texts(100)).toEqual([
    [1, 0, 'start'],
    [79, 100, 'end'],
  ]);
});
