import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { parseTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const text = (value: string): Json => ({ type: 'text', text: value });
const EVENTS: readonly Json[] = [
  { id: 'e1', type: 'session.status_running', processed_at: '2026-05-04T08:00:00Z' },
  { id: 'e2', type: 'user.message', content: [text('Rename the port to 8081 in the compose file.')], processed_at: '2026-05-04T08:00:01Z' },
  { id: 'e3', type: 'span.model_request_start' },
  { id: 'e4', type: 'agent.thinking' },
  { id: 'e5', type: 'agent.message', content: [text('I look at the file.')], processed_at: '2026-05-04T08:00:03Z' },
  { id: 'e6', type: 'agent.tool_use', name: 'read', input: { file_path: '/srv/compose.yml' } },
  { id: 'e7', type: 'agent.mcp_tool_use', mcp_server_name: 'tickets', name: 'find', input: { q: 'port' } },
  {
    id: 'e8',
    type: 'span.model_request_end',
    model_request_start_id: 'e3',
    model_usage: { input_tokens: 1200, output_tokens: 80, cache_read_input_tokens: 900 },
  },
  { id: 'e9', type: 'agent.mcp_tool_result', mcp_tool_use_id: 'e7', content: [text('OPS-77')] },
  { id: 'e10', type: 'agent.tool_result', tool_use_id: 'e6', content: [text('ports: ["8080:80"]')] },
  { id: 'e11', type: 'agent.thread_context_compacted' },
  { id: 'e12', type: 'agent.custom_tool_use', name: 'deploy', input: { service: 'web' } },
  { id: 'e13', type: 'session.status_idle', stop_reason: { type: 'requires_action', event_ids: ['e12'] } },
  { id: 'e14', type: 'user.custom_tool_result', custom_tool_use_id: 'e12', content: [text('refused')], is_error: true },
  { id: 'e15', type: 'agent.message', content: [text('The deployment was refused.')] },
];
const lines = (events: readonly Json[]): string => events.map((one) => JSON.stringify(one)).join('\n');

function parse(input: string): Parsed {
  const parsed = parseTranscript(input);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('managed-agents');
  return parsed.value;
}

describe('events of Claude Managed Agents', () => {
  const { conversations } = parse(lines(EVENTS));
  const [transcript] = conversations;

  it('become messages: calls and results of all three kinds are paired by the id of the event', () => {
    expect(transcript!.messages).toMatchObject([
      { role: 'user', ts: '2026-05-04T08:00:01Z' },
      {
        role: 'assistant',
        parts: [{ text: 'I look at the file.' }, { id: 'e6', name: 'read', args: '{"file_path":"/srv/compose.yml"}' }, { id: 'e7', name: 'find' }],
        usage: { input: 1200, output: 80, cacheRead: 900, cacheWrite: 0 },
        origin: { line: 5 },
      },
      { role: 'tool', parts: [{ callId: 'e7', content: [{ text: 'OPS-77' }] }] },
      { role: 'tool', parts: [{ callId: 'e6' }] },
      { role: 'assistant', parts: [{ id: 'e12', name: 'deploy' }] },
      { role: 'tool', parts: [{ callId: 'e12', isError: true }] },
      { role: 'assistant', parts: [{ text: 'The deployment was refused.' }] },
    ]);
    expect(transcript!.messages).toHaveLength(7);
  });

  it('tell where the service compacted; it shows no summary', () => {
    expect(transcript!.compactions).toEqual([{ at: 4 }]);
  });

  it('are read from the raw field of a log, from a page of the list, and from a list', () => {
    const logged = EVENTS.map((raw) => ({ role: 'assistant', kind: 'event', time: '2026-05-04T09:00:00Z', raw }));
    const contents = (input: string) => parse(input).conversations[0]!.messages.map(({ role, parts }) => ({ role, parts }));
    const expected = transcript!.messages.map(({ role, parts }) => ({ role, parts }));
    expect(contents(lines(logged))).toEqual(expected);
    expect(contents(JSON.stringify({ data: EVENTS, next_page: null }))).toEqual(expected);
    expect(contents(JSON.stringify(EVENTS))).toEqual(expected);
    expect(parse(lines(logged)).conversations[0]!.messages[4]!.ts).toBe('2026-05-04T09:00:00Z');
  });

  it('that a reopened stream repeats are read once; threads are conversations; unknown kinds are named', () => {
    const more = [
      ...EVENTS.slice(0, 5),
      { id: 't1', type: 'agent.message', session_thread_id: 'sthr_2', content: [text('The other agent speaks.')] },
      { id: 'x1', type: 'agent.dreaming', content: [] },
    ];
    const parsed = parse(lines([...EVENTS, ...more]));
    expect(parsed.conversations.map(({ id, messages }) => [id, messages.length])).toEqual([
      ['session-1', 7],
      ['sthr_2', 1],
    ]);
    expect(parsed.warnings.find(({ code }) => code === 'unknown-entry')?.message).toContain('agent.dreaming');
  });

  it('without a word are refused with what is expected', () => {
    const parsed = parseTranscript(lines(EVENTS.filter(({ type }) => String(type).startsWith('s'))));
    expect(parsed).toMatchObject({ ok: false, error: { code: 'no-messages' } });
  });
});
