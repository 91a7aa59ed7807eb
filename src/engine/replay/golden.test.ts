/** What replays of a sample come to, as text beside this file (see pipelines/golden.test.ts). */
import { expect, test } from 'vitest';
import { createBuiltIn } from '../summarizers/built-in.ts';
import type { Prices, ReplayOptions, ReplaySeries } from './contract.ts';
import { inLine, reasonLine, sampleOf } from '../testing/golden.ts';
import { replayOf } from '../testing/replay.ts';

const PRICES: Prices = { currency: 'USD', input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 };
const input = sampleOf('research-session.json');
const window = Math.floor(input.counts.total / 2);

function linesOf(series: ReplaySeries): string[] {
  const { points, loops, log, misses, contextAt, size, key, warnings, overLimit, refused, stopped, peak, totals, against, paidBack, monitoring } =
    series;
  const lost = misses();
  const { messages, ...look } = contextAt(Math.ceil(size.length / 2));
  return [
    `## ${key}`,
    inLine({ warnings, overLimit, refused, stopped, peak, totals, against, paidBack, monitoring }),
    `size ${inLine(size)}`,
    `read ${inLine(series.cacheRead)}`,
    `write ${inLine(series.cacheWrite)}`,
    `cost ${inLine(series.cost)}`,
    ...points.map((point) => `point ${inLine({ ...point, summaryMs: 0 })}`),
    ...loops.map((loop) => `loop ${inLine(loop)}`),
    ...log.map(({ at, level, reason }) => `log ${at} ${level} ${reasonLine(reason)}`),
    `half way ${messages.length} messages ${inLine(look).slice(0, 600)}`,
    `missed ${lost.length}`,
    ...lost.slice(0, 5).map((miss) => `missed ${inLine(miss)}`),
    `records ${series.records().length}`,
    '',
  ];
}

test.each<[string, Partial<ReplayOptions>]>([
  ['hard-limit', { trigger: { triggers: [{ kind: 'ratio', share: 0.8 }], combine: 'any' }, caching: 'anthropic', warning: 0.6 }],
  ['tool-output-truncation', { trigger: { triggers: [{ kind: 'tool-result', share: 0.7 }], combine: 'any' }, caching: 'openai' }],
  ['selective', { own: true }],
  ['auto-compression', { own: true, caching: 'anthropic' }],
  ['context-compactor', { own: true, answer: 'drop-oldest' }],
  [
    'sliding-window',
    {
      trigger: {
        triggers: [
          { kind: 'turns', count: 3 },
          { kind: 'hand', messages: [9] },
        ],
        combine: 'any',
      },
      cooldown: 2,
    },
  ],
])('%s', async (id, changes) => {
  const { baseline, series, recorded } = replayOf(input, id, { window, prices: PRICES, summarizer: createBuiltIn(), ...changes });
  const lines = [...linesOf(baseline), ...series.flatMap(linesOf), `recorded ${inLine(recorded)}`];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/${id}.txt`);
});
