/** The last tool block stands whole, and its results are shortened or moved out by every rule that does so. docs/systems.md#protected-messages */
import { expect, test } from 'vitest';
import { byId } from '../pipelines/index.ts';
import { optionsOf, runNow } from '../testing/contract.ts';
import { block, preparedSession, says, sessionOf, tokensOf } from '../testing/sessions.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message } from '../transcript/types.ts';
import { FATES } from './contract.ts';

const DIFF = `--- a.ts\n+++ b.ts\n@@ -1,400 +1,400 @@\n${'-was here before\n+stands here now\n'.repeat(400)}`;
const ARGS = JSON.stringify({ command: 'run it and look at what it says. '.repeat(200) });

/** The last call has long arguments, its output is over every limit, and eight answers follow it. */
const session = (output: string) =>
  sessionOf([
    says('user', 'Look around.'),
    block('a', 'Bash', '{}', tokensOf(30)),
    block('z', 'Bash', ARGS, output),
    ...Array.from({ length: 8 }, (_, k) => says('assistant', `Seen, part ${k}.`)),
    says('user', 'And?'),
  ]);

const textOf = ({ parts: [part] }: Message): string => {
  const first = part?.type === 'tool-result' ? part.content[0] : undefined;
  return first?.type === 'text' ? first.text : '';
};

test.each([
  ['message-truncation', {}, tokensOf(5000), 'edit'],
  ['tool-output-truncation', {}, tokensOf(5000), 'edit'],
  ['hierarchical', {}, tokensOf(5000), 'edit'],
  ['diff-truncation', { diffShare: 0.001 }, DIFF, 'edit'],
  ['time-decay', { halfLife: 0.1 }, tokensOf(5000), 'edit'],
  ['selective', { threshold: 0.1 }, tokensOf(5000), 'edit'],
  ['offload', { keepRecentResults: 0 }, tokensOf(5000), 'offload'],
] as const)('%s shortens the newest output and leaves its call', (id, params, output, fate) => {
  const strategy = byId.get(id)!;
  const input = preparedSession(session(output));
  const result = runNow(input, strategy, optionsOf(strategy, { window: 10_000, target: null, own: true, params }, countingSummarizer()));
  expect([result.outcome, FATES[result.plan.fates[3]!], FATES[result.plan.fates[4]!]]).toEqual(['compacted', 'keep', fate]);
  const [call, answer] = [3, 4].map((i) => result.context()[result.origins().indexOf(i)]!);
  expect(call).toBe(input.messages[3]);
  expect(answer!.parts).toMatchObject([{ type: 'tool-result', callId: 'z' }]);
  expect(textOf(answer!)).toMatch(/tokens cut|^\[offloaded /);
  expect(result.left[4]).toBeLessThan(2500);
});

test.each([
  ['strands-sliding-window', { overflows: 1 }, 'edit'],
  ['anthropic-clear-tool-uses', { keep: 0 }, 'keep'],
] as const)('repaired, %s may shorten it, never clear it', (id, params, fate) => {
  const strategy = byId.get(id)!;
  const lines = [says('user', 'Go.'), ...['a', 'b'].flatMap((one) => block(one, 'Bash', '{}', `${one} says\n${tokensOf(5000)}`))];
  const input = preparedSession(sessionOf(id === 'strands-sliding-window' ? [lines[0]!, ...lines.slice(3)] : lines));
  const result = runNow(input, strategy, optionsOf(strategy, { window: 10_000, target: null, own: true, params }, countingSummarizer()));
  expect([result.outcome, FATES[result.plan.fates[input.n - 2]!], FATES[result.plan.fates[input.n - 1]!]]).toEqual(['compacted', 'keep', fate]);
});
