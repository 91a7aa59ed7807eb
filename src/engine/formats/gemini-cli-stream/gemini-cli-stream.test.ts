import { describe, expect, it } from 'vitest';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const ts = '2026-01-02T03:04:05.000Z';
const init = { type: 'init', timestamp: ts, session_id: 's1', model: 'gemini-x' };
const said = (role: string, content: string, more: Json = {}): Json => ({ type: 'message', timestamp: ts, role, content, ...more });
const call = (id: string): Json => ({ type: 'tool_use', timestamp: ts, tool_name: 'run_shell_command', tool_id: id, parameters: { command: id } });
const result = (id: string, more: Json = { status: 'success', output: `${id} done` }): Json => ({ type: 'tool_result', tool_id: id, ...more });

function parse(lines: readonly Json[]) {
  const parsed = parseTranscript(lines.map((value) => JSON.stringify(value)).join('\n'));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('gemini-cli-stream');
  return parsed.value;
}

describe('a stream of Gemini CLI', () => {
  it('puts pieces of an answer, parallel calls and their results together', () => {
    const { conversations, warnings } = parse([
      init,
      said('user', 'go'),
      said('assistant', 'I lo', { delta: true }),
      said('assistant', 'ok', { delta: true }),
      call('a'),
      call('b'),
      result('b', { status: 'error', error: { type: 'shell', message: 'no such file' } }),
      result('a'),
      said('assistant', 'done', { delta: true }),
      { type: 'result', timestamp: ts, status: 'success', stats: { total_tokens: 9 } },
    ]);
    expect(conversations).toMatchObject([
      {
        id: 's1',
        model: 'gemini-x',
        messages: [
          { role: 'user', ts, parts: [{ text: 'go' }] },
          {
            role: 'assistant',
            model: 'gemini-x',
            origin: { line: 3 },
            parts: [{ text: 'I look' }, { id: 'a', name: 'run_shell_command', args: '{"command":"a"}' }, { id: 'b' }],
          },
          {
            role: 'tool',
            parts: [
              { callId: 'b', isError: true, content: [{ text: 'no such file' }] },
              { callId: 'a', content: [{ text: 'a done' }] },
            ],
          },
          { role: 'assistant', parts: [{ text: 'done' }] },
        ],
      },
    ]);
    expect(conversations[0]!.messages).toHaveLength(4);
    expect(warnings).toEqual([]);
  });

  it('keeps two prompts and two runs apart, and counts what it does not know', () => {
    const { conversations, warnings } = parse([
      init,
      said('user', 'one'),
      said('user', 'two'),
      call('a'),
      { type: 'novelty' },
      { ...init, session_id: 's2' },
      said('user', 'three'),
    ]);
    expect(conversations.map(({ id, messages }) => [id, messages.length])).toEqual([
      ['s1', 3],
      ['s2', 1],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['unknown-entry', 'unanswered-call']);
  });
});
