/** The Agents SDK itself runs the loop, with a model that only records what it is sent. */
import {
  Agent,
  type AgentInputItem,
  MemorySession,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents';
import { beforeAll, describe, expect, it } from 'vitest';
import { deep } from '../engine/testing/scale.ts';
import * as z from 'zod';
import { compactingFilter, compactingSession } from './openai-agents.ts';
import type { CompactionEvent } from './shared/compactor.ts';
import { expectBreaks, expectAsInThePage, expectValid, logOf, SETTINGS, STEPS, TASK, WINDOW } from './testing/loop.ts';

beforeAll(() => setTracingDisabled(true));

/** Calls a tool and says so: in every run once, or until all steps are done. */
class Recording implements Model {
  readonly requests: AgentInputItem[][] = [];
  readonly #steps: number;
  constructor(steps: number) {
    this.#steps = steps;
  }
  async getResponse({ input }: ModelRequest): Promise<ModelResponse> {
    this.requests.push(structuredClone(input as AgentInputItem[]));
    const step = this.requests.length;
    const output: ModelResponse['output'] =
      step % this.#steps === 0
        ? [{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: `Done with ${step}.` }] }]
        : [{ type: 'function_call', callId: `call_${step}`, name: 'read_log', arguments: `{"step":${step}}`, status: 'completed' }];
    return { usage: new Usage(), output };
  }
  getStreamedResponse(): AsyncIterable<never> {
    throw new Error('not used');
  }
}

const readLog = tool({
  name: 'read_log',
  description: 'Reads a log',
  parameters: z.object({ step: z.number() }),
  execute: ({ step }) => logOf(step),
});

const apiItem = (item: AgentInputItem): unknown => {
  if (item.type === 'function_call') return { type: item.type, call_id: item.callId, name: item.name, arguments: item.arguments };
  if (item.type === 'function_call_result') {
    const { output } = item;
    return { type: 'function_call_output', call_id: item.callId, output: typeof output === 'string' ? output : 'text' in output ? output.text : '' };
  }
  const { role, content } = item as { role: string; content: string | { text: string }[] };
  const text = typeof content === 'string' ? content : content.map((part) => part.text).join('');
  return { type: 'message', role, content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }] };
};
const body = (items: readonly AgentInputItem[]) => ({ input: items.map(apiItem), store: false });

describe.each(deep ? ['hybrid', 'summary', 'tool-output-truncation'] : ['hybrid'])('%s', (strategy) => {
  const settings = { ...SETTINGS, strategy };

  it('a session keeps the beginnings of 15 runs of 2 steps in their limit, valid at each, and stores everything', async () => {
    const events: CompactionEvent[] = [];
    const model = new Recording(2);
    const store = new MemorySession();
    const session = compactingSession(store, { ...settings, window: WINDOW / 2, onCompaction: (event) => events.push(event) });
    const agent = new Agent({ name: 'shop', model, tools: [readLog] });
    for (let run = 0; run < STEPS / 2; run++) await new Runner().run(agent, run === 0 ? TASK : `Go on with ${run}.`, { session });
    expect(model.requests).toHaveLength(STEPS);
    expect(await store.getItems()).toHaveLength(STEPS * 2);
    expect(await session.getItems(3)).toEqual((await store.getItems()).slice(-3));
    for (const [i, request] of model.requests.entries())
      expectValid(body(request), 'openai-responses', i < 2 ? TASK : `Go on with ${Math.floor(i / 2)}.`);
    const compacted = events.filter(({ outcome }) => outcome === 'compacted');
    expect(compacted.length).toBeGreaterThanOrEqual(2);
    expectBreaks(model.requests, compacted.length, strategy);
  });

  it('a session and a filter together keep 5 runs of 6 steps in their limit, valid at each, and store everything', async () => {
    const events: CompactionEvent[] = [];
    const model = new Recording(6);
    const store = new MemorySession();
    const told = { ...settings, window: WINDOW / 2, onCompaction: (event: CompactionEvent) => events.push(event) };
    const session = compactingSession(store, told);
    const runner = new Runner({ callModelInputFilter: compactingFilter(told) });
    const agent = new Agent({ name: 'shop', model, tools: [readLog] });
    for (let run = 0; run < STEPS / 6; run++) await runner.run(agent, run === 0 ? TASK : `Go on with ${run}.`, { session });
    expect(model.requests).toHaveLength(STEPS);
    for (const [i, request] of model.requests.entries())
      expectValid(body(request), 'openai-responses', i < 6 ? TASK : `Go on with ${Math.floor(i / 6)}.`);
    expect(events.filter(({ outcome }) => outcome === 'compacted').length).toBeGreaterThanOrEqual(2);
    // 5 prompts, 5 answers, and 25 calls with their results, as they were said.
    const stored = await store.getItems();
    expect(stored).toHaveLength(60);
    expect(stored.filter(({ type }) => type === 'function_call_result').map((item) => JSON.stringify(item).length > 500)).toEqual(
      Array(25).fill(true),
    );
    expectValid(body(stored), 'openai-responses');
  });

  it('a filter keeps 30 steps of one run in their limit, valid at each, as in the page', async () => {
    const events: CompactionEvent[] = [];
    const model = new Recording(STEPS);
    const filter = compactingFilter({ ...settings, onCompaction: (event) => events.push(event) });
    const given: AgentInputItem[][] = [];
    const runner = new Runner({
      callModelInputFilter: async (args) => {
        const before = events.length;
        const filtered = await filter(args);
        if (events.length > before) given.push(structuredClone(args.modelData.input));
        return filtered;
      },
    });
    const { finalOutput } = await runner.run(new Agent({ name: 'shop', model, tools: [readLog] }), TASK, { maxTurns: 40 });
    expect(finalOutput).toBe(`Done with ${STEPS}.`);
    for (const request of model.requests) expectValid(body(request), 'openai-responses');
    const compacted = events.filter(({ outcome }) => outcome === 'compacted');
    expect(compacted.length).toBeGreaterThanOrEqual(2);
    expectBreaks(model.requests, compacted.length, strategy);
    await expectAsInThePage(events[0]!, body(given[0]!), 'openai-responses', settings);
  });
});
