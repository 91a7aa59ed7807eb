import { expect, it } from 'vitest';
import { parseTranscript } from '../index.ts';

function read(text: string) {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('goose');
  return parsed.value.conversations;
}

const lines = (values: readonly object[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const says = (role: string, text: string, metadata: object = { userVisible: true, agentVisible: true }): object => ({
  role,
  created: 1_772_000_000,
  content: [{ type: 'text', text }],
  metadata,
});
const HEADER = { working_dir: '/srv/app', description: 'mend the pool', message_count: 4 };
const request = (id: string, toolCall: object): object => ({
  role: 'assistant',
  created: 1_772_000_010,
  content: [{ type: 'toolRequest', id, toolCall }],
});
const response = (id: string, toolResult: object): object => ({
  role: 'user',
  created: 1_772_000_020,
  content: [{ type: 'toolResponse', id, toolResult }],
});

it('reads calls and results, in seconds, with what the header says', () => {
  const [only] = read(
    lines([
      HEADER,
      says('user', 'Why does the pool leak?'),
      request('a', { status: 'success', value: { name: 'developer__shell', arguments: { command: 'grep -n pool src' } } }),
      response('a', { status: 'success', value: [{ type: 'text', text: 'src/pool.ts:12' }] }),
    ]),
  );
  expect(only).toMatchObject({ title: 'mend the pool' });
  expect(only!.messages.map(({ role, ts, parts }) => [role, ts, parts[0]])).toEqual([
    ['user', '2026-02-25T06:13:20.000Z', { type: 'text', text: 'Why does the pool leak?' }],
    ['assistant', '2026-02-25T06:13:30.000Z', { type: 'tool-call', id: 'a', name: 'developer__shell', args: '{"command":"grep -n pool src"}' }],
    [
      'tool',
      '2026-02-25T06:13:40.000Z',
      { type: 'tool-result', callId: 'a', name: 'developer__shell', content: [{ type: 'text', text: 'src/pool.ts:12' }] },
    ],
  ]);
});

it('reads calls and results that failed: they have an error and no value', () => {
  const [only] = read(
    lines([
      HEADER,
      says('user', 'go'),
      request('a', { status: 'error', error: 'no such tool' }),
      response('a', { status: 'error', error: 'Tool not found' }),
      response('b', { status: 'success', value: { content: [{ type: 'text', text: 'exit 1' }], isError: true } }),
    ]),
  );
  expect(only!.messages.slice(1).map(({ parts }) => parts[0])).toMatchObject([
    { type: 'tool-call', name: 'unknown', args: '{"error":"no such tool"}' },
    { type: 'tool-result', isError: true, content: [{ text: 'Tool not found' }] },
    { type: 'tool-result', isError: true, content: [{ text: 'exit 1' }] },
  ]);
});

it('marks the summary that only the agent sees, after messages that it sees no more', () => {
  const gone = { userVisible: true, agentVisible: false };
  const conversation = [
    says('user', 'a', gone),
    says('assistant', 'b', gone),
    says('user', 'In short: a, b.', { userVisible: false, agentVisible: true }),
    says('assistant', 'c'),
  ];
  const [only] = read(JSON.stringify({ id: '20260225_1', name: 'chat', model_config: { model_name: 'gpt-5' }, conversation }));
  expect(only).toMatchObject({ id: '20260225_1', title: 'chat', model: 'gpt-5' });
  expect(only!.compactions).toEqual([{ at: 2, summaryId: only!.messages[2]!.id }]);
  expect(only!.messages[2]).toMatchObject({ synthetic: true, compaction: { kind: 'summary' } });
});

it('counts blocks that it does not know', () => {
  const parsed = parseTranscript(lines([HEADER, { ...says('user', 'hi'), content: [{ type: 'text', text: 'hi' }, { type: 'hologram' }] }]));
  expect(parsed.ok && parsed.value.warnings.map(({ code, count }) => [code, count])).toEqual([['unknown-part', 1]]);
});
