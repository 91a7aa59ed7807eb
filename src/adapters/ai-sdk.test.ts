/** The AI SDK itself runs the loop, with a model that only records what it is sent. */
import { generateText, jsonSchema, type ModelMessage, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import { deep } from '../engine/testing/scale.ts';
import { compaction } from './ai-sdk.ts';
import type { CompactionEvent } from './shared/compactor.ts';
import { expectBreaks, expectAsInThePage, expectValid, logOf, SETTINGS, STEPS, TASK } from './testing/loop.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

it.each(deep ? ['hybrid', 'summary', 'tool-output-truncation'] : ['hybrid'])(
  '%s: prepareStep keeps 30 steps in their limit, valid at each, as in the page',
  async (strategy) => {
    const settings = { ...SETTINGS, strategy };
    const events: CompactionEvent[] = [];
    const given: (readonly ModelMessage[])[] = [];
    const sent: (readonly ModelMessage[])[] = [];
    const prepareStep = compaction({ ...settings, onCompaction: (event) => events.push(event) });
    let step = 0;
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        expect(prompt.length).toBe(sent.at(-1)!.length);
        const last = step++ === STEPS - 1;
        const call = { type: 'tool-call', toolCallId: `call-${step}`, toolName: 'read_log', input: `{"step":${step}}` } as const;
        const signed = { type: 'reasoning', text: `Step ${step}.`, providerMetadata: { anthropic: { signature: `s${step}` } } } as const;
        return {
          content: last ? [{ type: 'text', text: 'Done.' }] : [signed, call],
          finishReason: { unified: last ? 'stop' : 'tool-calls', raw: undefined },
          usage,
          warnings: [],
        };
      },
    });
    const { text, steps } = await generateText({
      model,
      messages: [{ role: 'user', content: TASK }],
      tools: { read_log: tool({ inputSchema: jsonSchema<{ step: number }>({ type: 'object' }), execute: ({ step: at }) => logOf(at) }) },
      stopWhen: stepCountIs(STEPS),
      prepareStep: async (options) => {
        const before = events.length;
        const prepared = await prepareStep(options);
        const { messages } = prepared;
        if (events.length > before) given.push(structuredClone(options.messages));
        expectValid(messages, 'ai-sdk');
        sent.push(messages);
        return prepared;
      },
    });
    expect([text, steps.length]).toEqual(['Done.', STEPS]);
    const compacted = events.filter(({ outcome }) => outcome === 'compacted');
    expect(compacted.length).toBeGreaterThanOrEqual(2);
    expectBreaks(sent, compacted.length, strategy);
    await expectAsInThePage(events[0]!, given[0], 'ai-sdk', settings);
  },
);
