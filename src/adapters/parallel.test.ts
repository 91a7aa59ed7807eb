/** Two calls in one answer: their results are together right after it, in every request, under every strategy. */
import { describe, expect, it } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { hasRow } from '../engine/strategies/contract.ts';
import { deep } from '../engine/testing/scale.ts';
import { messageCompaction as anthropic } from './anthropic.ts';
import { messageCompaction as openai } from './openai.ts';
import { logOf, SETTINGS, TASK } from './testing/loop.ts';

type Json = Record<string, unknown> & { role: string };
type Blocks = readonly Record<string, unknown>[];
const TURNS = 30;
const ids = (step: number): readonly string[] => [`call_${step}_a`, `call_${step}_b`];
const chosen = deep ? strategies.filter((one) => hasRow(one, 0) && !one.preset).map(({ id }) => id) : ['hybrid', 'summary', 'selective'];

const blocksOf = ({ content }: Json): Blocks => (Array.isArray(content) ? (content as Blocks) : []);

/** A rule of the Messages API that a list breaks; null = it would be accepted. */
function brokenAnthropic(list: readonly Json[]): string | null {
  if (list[0]?.role !== 'user') return 'begins with an answer';
  for (const [i, message] of list.entries()) {
    if (i > 0 && message.role === list[i - 1]!.role) return `two of ${message.role} at ${i}`;
    const calls = blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const next = list[i + 1] ? blocksOf(list[i + 1]!) : [];
    const results = next.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
    if (message.role === 'assistant' && JSON.stringify(calls) !== JSON.stringify(results)) return `calls ${calls} and results ${results} at ${i}`;
    const words = next.findIndex(({ type }) => type !== 'tool_result');
    if (results.length > 0 && words >= 0 && words < results.length) return `words before results at ${i + 1}`;
    if ((message.content as string | Blocks).length === 0) return `nothing in ${i}`;
  }
  return null;
}

/** The same of Chat Completions. */
function brokenOpenai(list: readonly Json[]): string | null {
  for (let i = 0; i < list.length; i++) {
    const calls = ((list[i]!.tool_calls ?? []) as { id: string }[]).map(({ id }) => id);
    const results = list.slice(i + 1, i + 1 + calls.length).map((message) => (message.role === 'tool' ? message.tool_call_id : null));
    if (JSON.stringify([...calls].sort()) !== JSON.stringify([...results].sort())) return `calls ${calls} and results ${results} at ${i}`;
    i += calls.length;
    if (list[i]!.role === 'tool' && calls.length === 0) return `a result without its call at ${i}`;
  }
  return null;
}

const kinds = [
  {
    name: 'anthropic',
    broken: brokenAnthropic,
    create: anthropic as unknown as typeof openai,
    turn: (step: number): Json[] => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: `Step ${step}.` },
          ...ids(step).map((id, i) => ({ type: 'tool_use', id, name: 'read_log', input: { step, part: i } })),
        ],
      },
      {
        role: 'user',
        content: [
          ...ids(step).map((id) => ({ type: 'tool_result', tool_use_id: id, content: logOf(step) })),
          ...(step % 7 === 6 ? [{ type: 'text', text: `Go on after ${step}.` }] : []),
        ],
      },
    ],
  },
  {
    name: 'openai',
    broken: brokenOpenai,
    create: openai,
    turn: (step: number): Json[] => [
      {
        role: 'assistant',
        content: `Step ${step}.`,
        tool_calls: ids(step).map((id, i) => ({ id, type: 'function', function: { name: 'read_log', arguments: `{"step":${step},"part":${i}}` } })),
      },
      ...ids(step).map((id) => ({ role: 'tool', tool_call_id: id, content: logOf(step) })),
      ...(step % 7 === 6 ? [{ role: 'user', content: `Go on after ${step}.` }] : []),
    ],
  },
] as const;

describe.each(kinds)('$name', ({ broken, create, turn }) => {
  it.each(chosen)('%s', async (strategy) => {
    let compacted = 0;
    const compaction = create({
      ...SETTINGS,
      window: 12_000,
      strategy,
      onCompaction: ({ outcome }) => {
        if (outcome === 'compacted') compacted++;
      },
    });
    const history: Json[] = [{ role: 'user', content: TASK }];
    for (let step = 0; step < TURNS; step++) {
      const sent = await compaction.messages(history);
      expect([step, broken(sent)]).toEqual([step, null]);
      expect(JSON.stringify(sent)).toContain(step > 6 ? `Go on after ${Math.floor(step / 7) * 7 - 1}.` : TASK);
      history.push(...turn(step));
    }
    expect(compacted).toBeGreaterThanOrEqual(deep ? 0 : 2);
  });
});
