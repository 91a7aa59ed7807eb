/** What the measures say of some results on two samples, as text beside this file (see pipelines/golden.test.ts). */
import { expect, test } from 'vitest';
import { byId } from '../pipelines/index.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { optionsOf, runNow } from '../testing/contract.ts';
import { inLine, sampleOf } from '../testing/golden.ts';
import type { RuleSetId } from './contract.ts';
import { lossList, lossValues } from './run/losses.ts';
import { measureAll } from './run/measured-values.ts';

const builtIn = createBuiltIn();
const ROWS = ['hard-limit', 'message-truncation', 'structured-extraction', 'offload', 'fact-list'];

test.each([
  ['research-session.json', 'anthropic'],
  ['support-policies.json', 'openai-chat'],
] as const)('%s', async (file, rules: RuleSetId) => {
  const input = sampleOf(file);
  const lines = ROWS.flatMap((id) => {
    const strategy = byId.get(id)!;
    const target = Math.floor(input.counts.total * 0.4);
    const result = runNow(input, strategy, optionsOf(strategy, { window: 128_000, target, own: false }, builtIn));
    return [
      `## ${id}`,
      ...Object.entries(measureAll(input, result, { weight: 0.6, rules }))
        .map(([name, value]) => `${name} ${inLine(value)}`)
        .sort(),
      ...Object.entries(lossValues(input, result))
        .map(([name, value]) => `${name} ${inLine(value)}`)
        .sort(),
      ...Object.entries(lossList(input, result))
        .flatMap(([name, lost]) => lost.slice(0, 6).map((one: unknown) => `lost ${name} ${inLine(one).slice(0, 300)}`))
        .sort(),
      '',
    ];
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`golden/${file}.txt`);
});
