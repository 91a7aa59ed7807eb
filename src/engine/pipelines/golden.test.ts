/**
 * What every strategy makes of two samples, as text beside this file: a changed rule shows in the diff. Where the change is wanted:
 * `npx vitest run src/engine/pipelines/golden.test.ts -u`, and read it.
 */
import { expect, test } from 'vitest';
import { restore } from '../compaction/history.ts';
import { FATE_LETTERS } from '../strategies/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { type Circumstance, optionsOf, runNow } from '../testing/contract.ts';
import { inLine, reasonLine, reasonLines, sampleOf } from '../testing/golden.ts';
import { strategies } from './index.ts';

const builtIn = createBuiltIn();
const samples = ['research-session.json', 'support-policies.json'].map((file) => [file, sampleOf(file)] as const);

const firstLine = (text: string): string => text.trim().split('\n')[0]!.slice(0, 120);

function linesOf(input: PreparedTranscript, result: CompactionResult): string[] {
  const { plan, summaries, knob, why, outcome, tokensBefore, tokensAfter, metTarget, failures } = result;
  const record = result.record();
  expect(restore(result.context(), [record])).toMatchObject({ ok: true });
  return [
    `${outcome}: ${tokensBefore} → ${tokensAfter} ${inLine({ metTarget, knob, failures: failures.length })}`,
    ...(why ? [`why ${reasonLine(why)}`] : []),
    ...(plan.note ? [`note ${reasonLine(plan.note)}`] : []),
    Array.from(plan.fates, (fate) => FATE_LETTERS[fate]).join(''),
    ...reasonLines(input.n, (i) => plan.reason(i)),
    ...(plan.trace ?? []).map((reason) => `trace ${reasonLine(reason)}`),
    ...plan.insertions.map(
      ({ before, role, content }) => `before ${before} ${role}: ${inLine('text' in content ? firstLine(content.text) : content)}`,
    ),
    ...summaries.map(
      ({ text, tokens, request }) =>
        `summary of ${request.members.length}, ${tokens} of ${request.maxTokens} tokens: ${firstLine(text)} … ${text.length} characters`,
    ),
    ...result.log().map(({ level, reason }) => `log ${level} ${reasonLine(reason)}`),
    `origins ${Array.from(result.origins()).join(' ')}`,
    ...(record.state ? [`state ${inLine(record.state).slice(0, 400)}`] : []),
  ];
}

test.each(strategies.filter(({ onDemand }) => !onDemand).map((strategy) => [strategy.id, strategy] as const))('%s', async (id, strategy) => {
  const parts = samples.flatMap(([file, input]) => {
    const { total } = input.counts;
    const at = (name: string, circumstance: Circumstance): string[] => [
      `## ${file}, ${name}`,
      ...linesOf(input, runNow(input, strategy, optionsOf(strategy, circumstance, builtIn))),
      '',
    ];
    return [
      ...at('30 %', { window: 128_000, target: Math.floor(total * 0.3), own: false }),
      ...at('by its own rule in a window of three quarters', { window: Math.floor(total * 0.75), target: null, own: true }),
    ];
  });
  await expect(`${parts.join('\n')}\n`).toMatchFileSnapshot(`golden/${id}.txt`);
});
