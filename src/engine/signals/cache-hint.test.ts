import { describe, expect, it } from 'vitest';
import { compact, compare, open } from '../api.ts';
import { parseTranscript, serializeTranscript } from '../formats/index.ts';
import { preparedOf, system, user, assistant } from '../testing/plans.ts';
import type { Transcript } from '../transcript/types.ts';
import { cacheHintOf, hintedPrefix } from './signal-prepare.ts';

const cached = { cache_control: { type: 'ephemeral' } };
const words = (n: number): string => Array.from({ length: n }, (_, i) => `word${i}`).join(' ');

/** A recorded request that marks the system prompt and the messages with these indexes. */
function request(hints: readonly number[], turns = 12): string {
  const messages = Array.from({ length: turns }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: [{ type: 'text', text: `${i}: ${words(60)}`, ...(hints.includes(i) && cached) }],
  }));
  return JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 100, system: [{ type: 'text', text: 'Be brief.', ...cached }], messages });
}

function parsed(text: string): Transcript {
  const read = parseTranscript(text);
  if (!read.ok) throw new Error(read.error.message);
  return read.value.conversations[0]!;
}

interface Body {
  readonly system: readonly { readonly cache_control?: unknown }[];
  readonly messages: readonly { readonly content: string | readonly { readonly cache_control?: unknown }[] }[];
}
/** Indexes of the messages of an Anthropic request that ask for the cache; −1 = the system prompt. */
function hintsOf(transcript: Transcript): number[] {
  const written = serializeTranscript(transcript, 'anthropic-messages');
  const { system: prompt, messages } = JSON.parse(written.ok ? written.value.text : '') as Body;
  const asks = (content: unknown): boolean =>
    Array.isArray(content) && content.some((block: { cache_control?: unknown }) => block.cache_control !== undefined);
  return [...(asks(prompt) ? [-1] : []), ...messages.flatMap(({ content }, i) => (asks(content) ? [i] : []))];
}

describe('cache hints (S3)', () => {
  it('are carried by the items of the header, and by what the recorded request marked', async () => {
    const plain = preparedOf([system(100), user(50), assistant(50)]);
    expect([0, 1, 2].map((i) => cacheHintOf(plain, i))).toEqual(['header', null, null]);
    const { prepared } = await open(parsed(request([6])));
    expect(prepared.messages.map((_, i) => cacheHintOf(prepared, i)).flatMap((hint, i) => (hint ? [[i, hint]] : []))).toEqual([
      [0, 'recorded'],
      [7, 'recorded'],
    ]);
  });

  it('say how many tokens before the last one stand as before', () => {
    const input = preparedOf([system(100), user(50), assistant(50), user(50)]);
    expect(hintedPrefix(input, Uint8Array.from([0, 0, 4, 0]))).toEqual({ hinted: 100, kept: 100 });
    expect(hintedPrefix(input, Uint8Array.from([4, 0, 0, 0]))).toEqual({ hinted: 100, kept: 0 });
    const messages = input.messages.map((message, i) => (i === 2 ? { ...message, cacheHint: true as const } : message));
    const marked = { messages, header: input.header, counts: input.counts };
    expect(hintedPrefix(marked, Uint8Array.from([0, 0, 0, 4]))).toEqual({ hinted: 200, kept: 200 });
    expect(hintedPrefix(marked, Uint8Array.from([0, 0, 4, 0]))).toEqual({ hinted: 200, kept: 150 });
  });

  it('survive an import and an export, at most four in a request, and not without having been there', () => {
    expect(hintsOf(parsed(request([6])))).toEqual([-1, 6]);
    expect(hintsOf(parsed(request([0, 2, 4, 6, 8])))).toEqual([-1, 4, 6, 8]);
    const own = serializeTranscript(parsed(request([6])), 'playground');
    expect(hintsOf(parsed(own.ok ? own.value.text : ''))).toEqual([-1, 6]);
    const { messages: headed, ...rest } = parsed(request([]));
    const unmarked = headed.map(({ id, role, parts }) => ({ id, role, parts }));
    expect(hintsOf({ ...rest, messages: unmarked })).toEqual([]);
  });

  it('are lowered to the last block of their message', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2ln' };
    const transcript = parsed(
      JSON.stringify({
        model: 'claude-sonnet-4-5',
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: [thinking, { type: 'text', text: 'Yes.', ...cached }] },
          { role: 'user', content: 'on' },
        ],
      }),
    );
    const written = serializeTranscript(transcript, 'anthropic-messages');
    const { messages } = JSON.parse(written.ok ? written.value.text : '') as Body;
    expect(messages[1]!.content).toEqual([thinking, { type: 'text', text: 'Yes.', ...cached }]);
  });

  it.each(['selective', 'selective-summary'])('%s says in its explanation what survives, as the measure does', async (strategy) => {
    const transcript = parsed(request([6], 40));
    const { rows, prepared } = await compare(transcript, {
      strategies: [strategy],
      params: { [strategy]: { protectRounds: 0 } },
      target: 0.3,
    });
    const { result } = rows[0]!;
    expect(result?.outcome).toBe('compacted');
    const trace = result!.trace.find(({ key }) => key === 'trace-cache-hint');
    expect(trace?.values).toEqual(hintedPrefix(prepared, result!.plan.fates));
    expect(Number(trace?.values?.kept)).toBeLessThan(Number(trace?.values?.hinted));
    expect(result!.log().map(({ reason }) => reason.key)).not.toContain('trace-cache-hint');
  });

  it('of an offloaded result: what stands before it survives', async () => {
    const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } });
    const transcript = parsed(
      JSON.stringify({
        messages: [
          { role: 'system', content: words(40) },
          { role: 'user', content: 'read it' },
          { role: 'assistant', content: null, tool_calls: [call('a')] },
          { role: 'tool', tool_call_id: 'a', content: words(2000) },
          { role: 'assistant', content: null, tool_calls: [call('b')] },
          { role: 'tool', tool_call_id: 'b', content: 'short' },
          { role: 'assistant', content: 'done' },
          { role: 'user', content: 'thanks' },
        ],
      }),
    );
    const result = await compact(transcript, { strategy: 'offload', params: { keepRecentResults: 0, offloadOver: 100 } });
    const { prepared } = await open(transcript);
    expect(result.trace.find(({ key }) => key === 'trace-cache-hint')?.values).toEqual({
      hinted: prepared.counts.prefix[1],
      kept: prepared.counts.prefix[1],
    });
  });
});
