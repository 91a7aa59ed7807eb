/** An agent of LangChain runs the loop, with a chat model that only records what it is sent. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { createAgent, tool } from 'langchain';
import { expect, it } from 'vitest';
import { deep } from '../engine/testing/scale.ts';
import * as z from 'zod';
import { compactionMiddleware } from './langchain.ts';
import type { CompactionEvent } from './shared/compactor.ts';
import { expectBreaks, expectAsInThePage, expectValid, logOf, SETTINGS, STEPS, TASK } from './testing/loop.ts';

const dumped = (messages: readonly BaseMessage[]): unknown[] => messages.map((message) => JSON.parse(JSON.stringify(message.toDict())));

class Recording extends BaseChatModel {
  readonly requests: BaseMessage[][] = [];
  _llmType(): string {
    return 'recording';
  }
  override bindTools(): this {
    return this;
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.requests.push(messages);
    const step = this.requests.length;
    const message =
      step === STEPS
        ? new AIMessage('Done.')
        : new AIMessage({ content: '', id: `ai-${step}`, tool_calls: [{ id: `call_${step}`, name: 'read_log', args: { step }, type: 'tool_call' }] });
    return { generations: [{ text: '', message }] };
  }
}

it.each(deep ? ['hybrid', 'summary', 'tool-output-truncation'] : ['hybrid'])(
  '%s: the middleware keeps 30 steps in their limit, valid at each, as in the page',
  async (strategy) => {
    const settings = { ...SETTINGS, strategy };
    const events: CompactionEvent[] = [];
    const model = new Recording({});
    const sizes: number[] = [];
    const agent = createAgent({
      model,
      tools: [
        tool(({ step }: { step: number }) => logOf(step), { name: 'read_log', description: 'Reads a log', schema: z.object({ step: z.number() }) }),
      ],
      middleware: [
        compactionMiddleware({
          ...settings,
          onCompaction: (event) => {
            events.push(event);
            sizes.push(model.requests.length);
          },
        }),
      ],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage({ content: TASK, id: 'task' })] }, { recursionLimit: 100 });
    expect(messages).toHaveLength(2 * STEPS);
    expect(model.requests).toHaveLength(STEPS);
    for (const request of model.requests) expectValid(dumped(request), 'langchain');
    const compacted = events.filter(({ outcome }) => outcome === 'compacted');
    expect(compacted.length).toBeGreaterThanOrEqual(2);
    expectBreaks(model.requests.map(dumped), compacted.length, strategy);
    // The state keeps everything, so what was compacted first is its beginning.
    await expectAsInThePage(events[0]!, dumped(messages.slice(0, 1 + 2 * sizes[0]!)), 'langchain', settings);
  },
);
