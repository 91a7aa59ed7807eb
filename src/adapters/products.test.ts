/** Products as strategies of an agent: repaired they keep the running task, and no request is ever empty. */
import type { AgentInputItem } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../engine/products/index.ts';
import { deep } from '../engine/testing/scale.ts';
import { messageCompaction } from './openai.ts';
import { compactingFilter } from './openai-agents.ts';
import type { CompactionEvent, CompactionSettings } from './shared/compactor.ts';
import { TASK, logOf } from './testing/loop.ts';

/** Each takes the task, or everything, away as shipped. */
const TAKING = ['roo-code-truncation', 'cipher-oldest', 'openhands-recent', 'inspect-trim', 'letta-static-buffer'];
const EMPTYING = ['langchain-trim', 'llamaindex', 'autogen-buffered', 'autogen-token-limited'];
const chosen = deep ? PRODUCTS.map(({ id }) => id) : [...TAKING, ...EMPTYING];

interface Chat {
  readonly role: string;
  readonly content: string | null;
  readonly [key: string]: unknown;
}
const START: readonly Chat[] = [
  { role: 'system', content: 'You debug a shop.' },
  { role: 'user', content: 'Which files are in src/?' },
  { role: 'assistant', content: 'There are forty.' },
  { role: 'user', content: TASK },
];
const turn = (step: number): readonly Chat[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${step}`, type: 'function', function: { name: 'read_log', arguments: `{"step":${step}}` } }],
  },
  { role: 'tool', tool_call_id: `c${step}`, content: logOf(step) },
];

/** Steps of an agent that keeps what it is given; the events, and the first request without the task. */
async function steps(settings: Partial<CompactionSettings> & { readonly strategy: string }) {
  const events: CompactionEvent[] = [];
  const compaction = messageCompaction({ trigger: 0.8, target: 0.3, window: 4000, onCompaction: (event) => events.push(event), ...settings });
  let list = [...START];
  for (let step = 0; step < 24; step++) {
    list = [...(await compaction.messages([...list, ...turn(step)]))];
    if (!JSON.stringify(list).includes(TASK)) return { events, lost: step, list };
  }
  return { events, lost: null, list };
}

it.each(chosen)('%s keeps the task over 24 steps', async (strategy) => {
  const { lost, events } = await steps({ strategy });
  expect(lost).toBeNull();
  expect(events.length).toBeGreaterThan(0);
});

it('as shipped is a choice: the task goes, and what went is told', async () => {
  const { lost, events } = await steps({ strategy: 'openhands-recent', asShipped: true });
  expect(lost).not.toBeNull();
  const { leftOut, messagesBefore, result } = events.at(-1)!;
  expect(leftOut.map(({ message }) => JSON.stringify(message.parts)).some((said) => said.includes(TASK))).toBe(true);
  expect(leftOut.every(({ fate, why }) => fate === 'dropped' && why.key === 'product-rule')).toBe(true);
  expect(leftOut).toHaveLength(messagesBefore - [...result.plan.fates].filter((fate) => fate < 2).length);
});

it.each([
  [{ strategy: 'hybrid', asShipped: true }, /^asShipped: expected false, .*hybrid/],
  [{ strategy: 'pi', asShipped: 'yes' as never }, /^asShipped: expected true or false/],
  [{ strategy: 'pi', params: { repaired: false } }, /^params\.repaired: expected asShipped/],
])('%o is refused', (settings, message) => {
  expect(() => messageCompaction(settings)).toThrow(message);
});

describe('no request is empty', () => {
  const words = (k: number) => `word ${k} about src/a${k}.ts `.repeat(36);
  const input = [
    { type: 'message', role: 'user', content: words(1).repeat(10) },
    ...Array.from({ length: 8 }, (_, i) => [
      { type: 'function_call', callId: `c${i}`, name: 'bash', arguments: '{}', status: 'completed' },
      { type: 'function_call_result', callId: `c${i}`, name: 'bash', status: 'completed', output: { type: 'text', text: words(i) } },
    ]).flat(),
  ] as AgentInputItem[];

  it.each(EMPTYING.flatMap((strategy) => [false, true].map((asShipped) => ({ strategy, asShipped }))))('%o', async (settings) => {
    let event: CompactionEvent | undefined;
    const filter = compactingFilter({
      ...settings,
      trigger: 200,
      target: 0.1,
      window: 1000,
      onCompaction: (told) => {
        event = told;
      },
    });
    const { input: left } = await filter({ modelData: { input } } as never);
    expect(left.length).toBeGreaterThan(0);
    if (settings.asShipped) expect([event?.outcome, event?.leftOut, left]).toEqual(['invalid', [], input]);
  });
});
