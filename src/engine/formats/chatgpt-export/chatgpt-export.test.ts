import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../testing/zip.ts';
import type { Message } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown) {
  const parsed = parseTranscript(value instanceof Uint8Array ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const outline = (messages: readonly Message[]): unknown[] => messages.map(({ role, parts, synthetic }) => [synthetic ? `${role}*` : role, ...parts]);

const node = (id: string, parent: string | null, role?: string, content?: unknown, more: Record<string, unknown> = {}) => ({
  [id]: {
    id,
    parent,
    children: [],
    message:
      role === undefined
        ? null
        : {
            id,
            author: { role, name: null },
            recipient: 'all',
            weight: 1,
            metadata: {},
            content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
            ...more,
          },
  },
});
const chat = (mapping: Record<string, unknown>, current?: string, more: Record<string, unknown> = {}) => ({
  title: 'Distances',
  create_time: 1695326273.9,
  conversation_id: 'c-1',
  default_model_slug: 'gpt-5',
  mapping,
  ...(current !== undefined && { current_node: current }),
  ...more,
});

describe('ChatGPT export', () => {
  const python = { author: { role: 'tool', name: 'python' } };
  const mapping = {
    ...node('root', null),
    ...node('sys', 'root', 'system', '', { weight: 0, metadata: { is_visually_hidden_from_conversation: true } }),
    ...node(
      'ctx',
      'sys',
      'user',
      { content_type: 'user_editable_context', user_profile: 'I teach.', user_instructions: 'Be brief.' },
      { metadata: { is_user_system_message: true } },
    ),
    ...node('ask', 'ctx', 'user', 'How far apart?'),
    ...node('think', 'ask', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Integrate', content: 'Over both.' }] }),
    ...node('recap', 'think', 'assistant', { content_type: 'reasoning_recap', content: 'Thought for 8 seconds' }),
    ...node(
      'call',
      'recap',
      'assistant',
      { content_type: 'code', language: 'python', text: 'print(1/3)' },
      { recipient: 'python', metadata: { model_slug: 'gpt-5-thinking' } },
    ),
    ...node('out', 'call', 'tool', { content_type: 'execution_output', text: '0.333' }, python),
    ...node(
      'more',
      'out',
      'tool',
      { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://plot', size_bytes: 900 }] },
      python,
    ),
    ...node('say', 'more', 'assistant', 'A third.', { create_time: 1695326300 }),
    ...node('old', 'ask', 'assistant', 'A half.'),
    ...node('edit', 'ctx', 'user', 'How near?'),
    ...node('near', 'edit', 'assistant', 'Quite.'),
  };

  it('walks from the current node: calls by their recipient, the answer of a tool paired with the call before it, siblings as branches', () => {
    const { format, conversations, warnings } = read([chat(mapping, 'say')]);
    expect(format).toBe('chatgpt-export');
    const [transcript] = conversations;
    expect(transcript).toMatchObject({ id: 'c-1', title: 'Distances', model: 'gpt-5' });
    expect(outline(transcript!.messages)).toEqual([
      ['system*'],
      ['user*', { type: 'text', text: 'I teach.\nBe brief.' }],
      ['user', { type: 'text', text: 'How far apart?' }],
      ['assistant', { type: 'reasoning', text: 'Integrate\nOver both.' }],
      ['assistant', { type: 'tool-call', id: 'call', name: 'python', args: 'print(1/3)' }],
      ['tool', { type: 'tool-result', callId: 'call', name: 'python', content: [{ type: 'text', text: '0.333' }] }],
      ['tool', { type: 'image', url: 'file-service://plot', bytes: 900 }],
      ['assistant', { type: 'text', text: 'A third.' }],
    ]);
    expect(transcript!.messages.at(-1)!.ts).toBe('2023-09-21T19:58:20.000Z');
    expect(transcript!.messages[4]!.model).toBe('gpt-5-thinking');
    expect(transcript!.branches.map(({ id, forkedFrom, messages }) => [id, forkedFrom, messages.length])).toEqual([
      ['old', 'ask', 1],
      ['edit', 'ctx', 2],
    ]);
    expect(warnings).toEqual([]);
  });

  it('without a current node ends at the latest leaf; parents are known from children too', () => {
    const times = {
      a: { id: 'a', children: ['b', 'c'], message: null },
      ...node('b', null, 'user', 'first', { create_time: 5 }),
      ...node('c', null, 'user', 'second', { create_time: 9 }),
    };
    const [transcript] = read([chat(times)]).conversations;
    expect(transcript!.messages.map(({ id }) => id)).toEqual(['c']);
    expect(transcript!.branches.map(({ id }) => id)).toEqual(['b']);
  });

  it('survives parents in a circle', () => {
    const circle = { ...node('a', 'b', 'user', 'x'), ...node('b', 'a', 'assistant', 'y') };
    expect(read([chat(circle, 'b')]).conversations[0]!.messages.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('counts contents of unknown types', () => {
    const { warnings } = read([chat({ ...node('a', null, 'user', 'x'), ...node('b', 'a', 'assistant', { content_type: 'hologram' }) }, 'b')]);
    expect(warnings.map(({ code, message, path }) => [code, message, path])).toEqual([
      ['unknown-part', 'Content parts of the type "hologram" were left out.', '$[0].mapping.b'],
    ]);
  });

  it('is read from its zip, in several files, with the file as place', () => {
    const one = (id: string) =>
      utf8(
        JSON.stringify([
          chat({ ...node('a', null, 'user', id), ...node('b', 'a', 'assistant', { content_type: 'hologram' }) }, 'b', { conversation_id: id }),
        ]),
      );
    const { format, conversations, warnings } = read(
      zipSync({ 'conversations-001.json': one('two'), 'conversations-000.json': one('one'), 'chat.html': utf8('<html>') }),
    );
    expect([format, conversations.map(({ id }) => id)]).toEqual(['chatgpt-export', ['one', 'two']]);
    expect(warnings).toMatchObject([{ code: 'unknown-part', count: 2, path: 'conversations-000.json:$[0].mapping.b' }]);
  });
});
