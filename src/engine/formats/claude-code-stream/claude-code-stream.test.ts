import { expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(events: readonly object[]): readonly Transcript[] {
  const parsed = parseTranscript(events.map((event) => JSON.stringify(event)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('claude-code-stream');
  return parsed.value.conversations;
}

const outline = ({ messages }: Transcript): readonly string[] =>
  messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type === 'tool-call' ? part.name : part.type)).join(', ')}`,
  );

const init = { type: 'system', subtype: 'init', session_id: 's1', model: 'claude-sonnet-4-5', tools: ['Bash', 'Task'] };
const assistant = (id: string, block: object, more: object = {}): object => ({
  type: 'assistant',
  session_id: 's1',
  message: { id, role: 'assistant', content: [block] },
  ...more,
});
const user = (content: unknown, more: object = {}): object => ({ type: 'user', session_id: 's1', message: { role: 'user', content }, ...more });
const result = { type: 'result', subtype: 'success', num_turns: 2, total_cost_usd: 0.02, result: 'Done.' };

it('reads a run: blocks of one answer as one message, tools by name, nothing twice', () => {
  const partial = { type: 'stream_event', session_id: 's1', event: { type: 'content_block_delta' } };
  const [only, ...others] = read([
    init,
    user('Run the tests.'),
    partial,
    assistant('m1', { type: 'text', text: 'I run them.' }),
    assistant('m1', { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: 'npm test' } }),
    user([{ type: 'tool_result', tool_use_id: 'c1', content: '12 passed' }]),
    assistant('m2', { type: 'text', text: 'Done.' }),
    result,
  ]);
  expect(others).toEqual([]);
  expect(outline(only!)).toEqual(['user: Run the tests.', 'assistant: I run them., Bash', 'tool: tool-result', 'assistant: Done.']);
  expect(only).toMatchObject({ id: 's1', model: 'claude-sonnet-4-5', tools: [{ name: 'Bash' }, { name: 'Task' }] });
});

it('reads a compaction of the run and a subagent apart', () => {
  const boundary = { type: 'system', subtype: 'compact_boundary', session_id: 's1', compact_metadata: { trigger: 'auto', pre_tokens: 155_000 } };
  const inner = { parent_tool_use_id: 'c9' };
  const [only] = read([
    init,
    user('Look around.'),
    assistant('m1', { type: 'tool_use', id: 'c9', name: 'Task', input: { prompt: 'List the files.', description: 'list' } }),
    user('List the files.', inner),
    assistant('a1', { type: 'text', text: 'Two files.' }, inner),
    user([{ type: 'tool_result', tool_use_id: 'c9', content: 'Two files.' }]),
    boundary,
    user('This session is being continued.', { isSynthetic: true }),
    assistant('m2', { type: 'text', text: 'I go on.' }),
  ]);
  expect(only!.compactions).toMatchObject([{ at: 3, tokensBefore: 155_000, trigger: 'auto' }]);
  expect(only!.subagents.map(outline)).toEqual([['user: List the files.', 'assistant: Two files.']]);
  expect(only!.subagents[0]).toMatchObject({ title: 'list', format: 'claude-code-stream' });
});

it('reads flat events: pieces of an answer are one, errors are marked', () => {
  const [only] = read([
    { type: 'init', session_id: 'g1', model: 'gemini-2.5-pro', timestamp: '2026-02-01T10:00:00Z' },
    { type: 'message', role: 'user', content: 'List the files.' },
    { type: 'message', role: 'assistant', content: 'I list ', delta: true },
    { type: 'message', role: 'assistant', content: 'them.', delta: true },
    { type: 'tool_use', tool_name: 'list_directory', tool_id: 't1', parameters: { path: '.' } },
    { type: 'tool_result', tool_id: 't1', status: 'error', error: { message: 'no such folder' } },
    { type: 'result', status: 'success', stats: { total_tokens: 10 } },
  ]);
  expect(outline(only!)).toEqual(['user: List the files.', 'assistant: I list them.', 'assistant: list_directory', 'tool: tool-result']);
  expect(only!.messages.at(-1)!.parts).toEqual([
    { type: 'tool-result', callId: 't1', name: 'list_directory', content: [{ type: 'text', text: 'no such folder' }], isError: true },
  ]);
});

it('leaves sessions that Claude Code stored to their own format', () => {
  const line = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'hi' } };
  const parsed = parseTranscript(
    `${JSON.stringify(line)}\n${JSON.stringify({ ...line, type: 'assistant', uuid: 'v', parentUuid: 'u', message: { role: 'assistant', content: 'hello' } })}`,
  );
  expect(parsed.ok && parsed.value.format).toBe('claude-code');
});
