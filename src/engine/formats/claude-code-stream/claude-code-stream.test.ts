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
  expect(only!.compactions).toMatchObject([{ at: 3, tokensBefore: 155_000, trigger: 'auto', summaryId: only!.messages[3]!.id }]);
  expect(only!.messages[3]).toMatchObject({ compaction: { kind: 'summary' }, parts: [{ text: 'This session is being continued.' }] });
  expect(only!.subagents.map(outline)).toEqual([['user: List the files.', 'assistant: Two files.']]);
  expect(only!.subagents[0]).toMatchObject({ title: 'list', format: 'claude-code-stream' });
});

it('holds as many conversations as there are sessions, each with its tools, and counts events that it does not know', () => {
  const window = { 'claude-x': { contextWindow: 200_000 } };
  const events = [
    init,
    assistant('m1', { type: 'text', text: 'one' }),
    user([{ type: 'text', text: 'A reminder' }], { isSynthetic: true }),
    { ...result, session_id: 's1', modelUsage: window },
    { type: 'novelty', session_id: 's1' },
    { ...init, session_id: 's2', tools: ['Read'] },
    assistant('m1', { type: 'text', text: 'two' }, { session_id: 's2' }),
  ];
  const parsed = parseTranscript(events.map((event) => JSON.stringify(event)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.conversations).toMatchObject([
    { id: 's1', window: 200_000, tools: [{ name: 'Bash' }, { name: 'Task' }], messages: [{}, { synthetic: true }] },
    { id: 's2', tools: [{ name: 'Read' }], messages: [{ parts: [{ text: 'two' }] }] },
  ]);
  expect(parsed.value.conversations[1]).not.toHaveProperty('window');
  expect(parsed.value.warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-entry', 5]]);
});

it('leaves sessions that Claude Code stored to their own format', () => {
  const line = { type: 'user', uuid: 'u', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'hi' } };
  const parsed = parseTranscript(
    `${JSON.stringify(line)}\n${JSON.stringify({ ...line, type: 'assistant', uuid: 'v', parentUuid: 'u', message: { role: 'assistant', content: 'hello' } })}`,
  );
  expect(parsed.ok && parsed.value.format).toBe('claude-code');
});
