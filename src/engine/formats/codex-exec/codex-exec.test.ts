import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const thread = (id = 't1'): Json => ({ type: 'thread.started', thread_id: id });
const event = (kind: string, item: Json): Json => ({ type: `item.${kind}`, item });
const done = (id: string, item: Json): Json => event('completed', { id, status: 'completed', ...item });
const command = { type: 'command_execution', command: "bash -lc 'ls'", aggregated_output: 'a.ts\n', exit_code: 0 };

function parse(events: readonly Json[]): Parsed {
  const parsed = parseTranscript(events.map((one) => JSON.stringify(one)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('codex-exec');
  return parsed.value;
}
const first = (events: readonly Json[]) => parse(events).conversations[0]!;

describe('events of codex exec', () => {
  it('become answers, calls and results; usage of a whole turn is no answer’s', () => {
    const { id, messages } = first([
      thread(),
      { type: 'turn.started' },
      done('i0', { type: 'reasoning', text: '**Looking**' }),
      done('i1', { type: 'agent_message', text: 'I look.' }),
      event('started', { id: 'i2', ...command, aggregated_output: '', exit_code: null, status: 'in_progress' }),
      done('i2', command),
      done('i3', { type: 'agent_message', text: 'One file.' }),
      { type: 'turn.completed', usage: { input_tokens: 24_763, cached_input_tokens: 24_448, output_tokens: 122 } },
    ]);
    expect(id).toBe('t1');
    expect(messages).toMatchObject([
      {
        role: 'assistant',
        parts: [{ type: 'reasoning' }, { text: 'I look.' }, { id: 'i2', name: 'shell', args: JSON.stringify({ command: command.command }) }],
      },
      { role: 'tool', parts: [{ callId: 'i2', name: 'shell', content: [{ text: 'a.ts\n' }] }] },
      { role: 'assistant', parts: [{ text: 'One file.' }] },
    ]);
    expect(messages.filter(({ usage }) => usage)).toEqual([]);
  });

  it.each<[string, Json, unknown, unknown]>([
    ['a command that failed', { ...command, exit_code: 2, status: 'failed' }, { name: 'shell' }, { isError: true, content: [{ text: 'a.ts\n' }] }],
    [
      'a change of files',
      { type: 'file_change', changes: [{ path: 'a.ts', kind: 'update' }] },
      { name: 'apply_patch', args: '{"changes":[{"path":"a.ts","kind":"update"}]}' },
      { content: [] },
    ],
    [
      'a remote tool',
      {
        type: 'mcp_tool_call',
        server: 'docs',
        tool: 'search',
        arguments: { q: 'x' },
        result: { content: [{ type: 'text', text: 'found' }] },
        error: null,
      },
      { name: 'search', args: '{"q":"x"}' },
      { content: [{ text: 'found' }] },
    ],
    [
      'a remote tool that failed',
      { type: 'mcp_tool_call', server: 'docs', tool: 'search', arguments: {}, result: null, error: { message: 'offline' }, status: 'failed' },
      { name: 'search' },
      { isError: true, content: [{ text: 'offline' }] },
    ],
    ['a search', { type: 'web_search', query: 'x' }, { name: 'web_search', args: '{"query":"x"}' }, { content: [] }],
    [
      'a plan',
      { type: 'todo_list', items: [{ text: 'one', completed: false }] },
      { name: 'update_plan', args: '{"plan":[{"text":"one","completed":false}]}' },
      { content: [] },
    ],
  ])('%s is a call with its result', (_, item, call, result) => {
    const parts = first([thread(), done('i0', item)]).messages.flatMap((message) => message.parts);
    expect(parts).toMatchObject([
      { type: 'tool-call', ...(call as object) },
      { type: 'tool-result', callId: 'i0', ...(result as object) },
    ]);
  });

  it('that break off leave the last call open; the prompt, errors and unknown items are told', () => {
    const { conversations, warnings } = parse([
      thread(),
      done('i0', { type: 'hologram' }),
      done('i1', { type: 'error', message: 'reconnecting' }),
      { type: 'turn.failed', error: { message: 'x' } },
      event('started', { id: 'i2', ...command, status: 'in_progress' }),
    ]);
    expect(conversations[0]!.messages.map(({ role }) => role)).toEqual(['assistant']);
    expect(Object.fromEntries(warnings.map(({ code, count }) => [code, count]))).toEqual({
      'unknown-entry': 1,
      'interface-note': 2,
      'missing-prompt': 1,
      'unanswered-call': 1,
    });
  });

  it('of several threads are several conversations; a resumed one goes on, its items numbered anew', () => {
    const said = (text: string): Json => done('i0', { type: 'agent_message', text });
    const { conversations } = parse([thread('a'), said('one'), thread('b'), said('two'), thread('a'), said('three')]);
    expect(conversations.map(({ id, messages }) => [id, messages.flatMap(({ parts }) => parts)])).toEqual([
      [
        'a',
        [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'three' },
        ],
      ],
      ['b', [{ type: 'text', text: 'two' }]],
    ]);
  });

  it('without a message are refused', () => {
    const parsed = parseTranscript(`${JSON.stringify(thread())}\n${JSON.stringify({ type: 'turn.started' })}`);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'no-messages' } });
  });
});
