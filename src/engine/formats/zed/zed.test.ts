import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';
import type { Transcript } from '../../transcript/types.ts';

it('reads variants, results in both forms, mentions, and the usage of the last answer to a prompt', () => {
  const use = (id: string): object => ({ ToolUse: { id, name: 'read', input: {}, raw_input: '{}' } });
  const parsed = readAs('zed', {
    version: '0.3.0',
    title: 'Lamp',
    model: { provider: 'anthropic', model: 'm' },
    request_token_usage: { u: { input_tokens: 8, output_tokens: 2, cache_read_input_tokens: 90 } },
    messages: [
      {
        User: {
          id: 'u',
          content: [{ Text: 'go' }, { Mention: { uri: { File: { abs_path: '/w/a.md' } }, content: '# A' } }, { Image: { source: 'iVBORw==' } }],
        },
      },
      {
        Agent: {
          content: [{ Thinking: { text: 'hm', signature: 's' } }, { RedactedThinking: 'xyz' }, use('1'), use('2')],
          tool_results: { 1: { content: { Text: 'one' } }, 2: { tool_use_id: '2', is_error: true, content: [{ Text: 'two' }] } },
        },
      },
      'Resume',
      { Agent: { content: [{ Text: 'done' }, { Hologram: {} }], tool_results: {} } },
      { Marker: {} },
    ],
  });
  const [only] = parsed.conversations;
  expect(outline(only!)).toEqual([
    'U go / /w/a.md\n# A / [image image/png]',
    'A ~hm <s> / ~ #xyz / read{} / read{}',
    'T =one',
    'T !two',
    'u Continue where you left off',
    'A done',
  ]);
  expect(only!.messages.at(-1)).toMatchObject({ model: 'm', usage: { input: 8, output: 2, cacheRead: 90 } });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1, 'unread-message': 1 });
});

it('reads threads before 0.3.0', () => {
  const { conversations } = readAs('zed', {
    version: '0.2.0',
    summary: 'Older',
    request_token_usage: [
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 8, output_tokens: 2, cache_read_input_tokens: 90 },
    ],
    messages: [
      { id: 0, role: 'user', segments: [{ type: 'text', text: 'go' }], tool_uses: [], tool_results: [], context: '<file/>' },
      {
        id: 1,
        role: 'assistant',
        segments: [
          { type: 'thinking', text: 'hm' },
          { type: 'text', text: 'I read.' },
        ],
        tool_uses: [{ id: 't', name: 'read', input: {} }],
        tool_results: [],
        context: '',
      },
      { id: 2, role: 'user', segments: [], tool_uses: [], tool_results: [{ tool_use_id: 't', is_error: false, content: 'a = 1' }], context: '' },
    ],
  });
  expect(outline(conversations[0]!)).toEqual(['U <file/> / go', 'A ~hm / I read. / read{}', 'T =a = 1']);
  expect(conversations[0]!.messages[1]!.usage).toMatchObject({ input: 8, output: 2, cacheRead: 90 });
});

const thread = (more: object): object => ({
  version: '0.3.0',
  title: 'Lamp',
  messages: [{ User: { id: 'u', content: [{ Text: 'go' }] } }, { Agent: { content: [{ Text: 'done' }], tool_results: {} } }],
  ...more,
});

it('a thread that an agent started belongs to its thread', () => {
  const agent = (id: string, parent_thread_id: string): object => thread({ id, subagent_context: { parent_thread_id, depth: 1 } });
  const { conversations } = readAs('zed', jsonLines([agent('b', 'a'), thread({ id: 'a' }), agent('c', 'b'), agent('d', 'gone')]));
  const shown = (one: Transcript): unknown => [one.id, ...one.subagents.map(shown)];
  expect(conversations.map(shown)).toEqual([['a', ['b', ['c']]], ['d']]);
});

it('a thread that was shared is of no newer version', () => {
  expect(codes(readAs('zed', thread({ version: '1.0.0' })))).toEqual({});
  expect(codes(readAs('zed', thread({ version: '0.4.0' })))).toEqual({ 'newer-version': 1 });
});

const given = caseFile('refused__zed-thread.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('zed', given!);
  expect(outline(conversations[0]!)).toEqual([
    'U Why is the login white?',
    'A ~look <s> / I read it. / read_file{"path":"login.tsx"}',
    'T =return null',
    'U Repair it.',
    'u Continue where you left off',
  ]);
});
