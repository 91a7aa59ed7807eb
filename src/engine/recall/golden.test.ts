/** What recall says of some rows on a sample and on a made recording, as text beside this file (see pipelines/golden.test.ts). */
import { expect, test } from 'vitest';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { inLine, sampleOf } from '../testing/golden.ts';
import { recordingLines } from '../testing/recordings.ts';
import { talk } from '../testing/talks.ts';
import type { RecallOptions } from './contract.ts';
import { recallNow } from './recall.ts';

const summarizer = createBuiltIn();
const ROWS = ['hard-limit', 'key-information', 'tool-output-truncation', 'sliding-window', 'offload', 'fact-list'];
const options: RecallOptions = { window: 128_000, target: 0.4, own: false, weight: 0.6, seed: 1, rules: 'anthropic', summarizer };

test.each([
  ['support-policies', () => sampleOf('support-policies.json'), { ...options, cuts: 4 }],
  ['recording', () => talk(recordingLines(3, 24)), { ...options, cuts: 5 }],
  ['recording-own', () => talk(recordingLines(3, 24)), { ...options, own: true, window: 4000, cuts: 4, reasoningSeen: false }],
] as const)('%s', async (name, input, of) => {
  const found = recallNow(
    input(),
    ROWS.map((id) => ({ key: id, strategy: id, params: {} })),
    of,
  );
  if (found instanceof Promise) throw new Error('expected an answer at once');
  const { rows, ...all } = found;
  const lines = [
    inLine(all),
    ...rows.flatMap(({ misses, lostItems, ...row }) => [
      '',
      inLine(row),
      ...misses()
        .slice(0, 8)
        .map((miss) => `missed ${inLine(miss)}`),
      ...lostItems()
        .slice(0, 4)
        .map((miss) => `lost ${inLine(miss)}`),
    ]),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
});
