import { expect, it } from 'vitest';
import { parseTranscript } from '../index.ts';

const trajectory = (steps: readonly object[], more: object = {}): string =>
  JSON.stringify({ schema_version: 'ATIF-v1.4', session_id: 's1', agent: { name: 'fixer', version: '2', model_name: 'gpt-5' }, steps, ...more });

const STEPS = [
  { step_id: 1, source: 'system', message: 'You repair builds.' },
  { step_id: 2, source: 'user', timestamp: '2026-02-01T10:00:00Z', message: 'The build of api fails.' },
  {
    step_id: 3,
    source: 'agent',
    timestamp: '2026-02-01T10:00:04Z',
    model_name: 'gpt-5-mini',
    reasoning_content: 'Look at the log first.',
    message: 'I read the log.',
    tool_calls: [
      { tool_call_id: 'a', function_name: 'read_file', arguments: { path: 'build.log' } },
      { tool_call_id: 'b', function_name: 'run', arguments: { command: 'make api' } },
    ],
    observation: {
      results: [
        { source_call_id: 'b', content: 'exit 2' },
        {
          source_call_id: 'a',
          content: [
            { type: 'text', text: 'missing symbol' },
            { type: 'image', source: { media_type: 'image/png', path: 'shot.png' } },
          ],
        },
      ],
    },
    metrics: { prompt_tokens: 500, completion_tokens: 40, cached_tokens: 300, prompt_token_ids: [1, 2, 3], logprobs: [-0.1] },
  },
];

function read(text: string) {
  const parsed = parseTranscript(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('atif');
  return parsed.value;
}

it('reads steps: results by the call that they name, reasoning, times, usage without what was cached', () => {
  const [only] = read(trajectory(STEPS)).conversations;
  expect(only).toMatchObject({ id: 's1', title: 'fixer', model: 'gpt-5' });
  expect(only!.messages.map(({ role, parts }) => [role, parts])).toEqual([
    ['system', [{ type: 'text', text: 'You repair builds.' }]],
    ['user', [{ type: 'text', text: 'The build of api fails.' }]],
    [
      'assistant',
      [
        { type: 'reasoning', text: 'Look at the log first.' },
        { type: 'text', text: 'I read the log.' },
        { type: 'tool-call', id: 'a', name: 'read_file', args: '{"path":"build.log"}' },
        { type: 'tool-call', id: 'b', name: 'run', args: '{"command":"make api"}' },
      ],
    ],
    ['tool', [{ type: 'tool-result', callId: 'b', name: 'run', content: [{ type: 'text', text: 'exit 2' }] }]],
    [
      'tool',
      [
        {
          type: 'tool-result',
          callId: 'a',
          name: 'read_file',
          content: [
            { type: 'text', text: 'missing symbol' },
            { type: 'image', mime: 'image/png', url: 'shot.png' },
          ],
        },
      ],
    ],
  ]);
  expect(only!.messages[2]).toMatchObject({
    model: 'gpt-5-mini',
    ts: '2026-02-01T10:00:04Z',
    usage: { input: 200, output: 40, cacheRead: 300, cacheWrite: 0 },
  });
  // Token ids and log probabilities are no text of the message.
  expect(JSON.stringify(only!.messages)).not.toContain('logprobs');
});

it('says that a trajectory goes on elsewhere, and reads what a system observed without a call as text', () => {
  const observed = { step_id: 4, source: 'system', message: '', observation: { results: [{ content: 'container restarted' }] } };
  const { conversations, warnings } = read(trajectory([...STEPS, observed], { continued_trajectory_ref: 'part-2.json' }));
  expect(conversations[0]!.messages.at(-1)).toMatchObject({ role: 'tool', parts: [{ type: 'text', text: 'container restarted' }] });
  expect(warnings.map(({ code }) => code)).toEqual(['continued-elsewhere']);
});

it('tells who spoke where the source was redacted', () => {
  const redacted = STEPS.slice(1).map((step) => ({ ...step, source: '<redacted>' }));
  expect(read(trajectory(redacted)).conversations[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool']);
});

it('has no conversation without steps', () => {
  const parsed = parseTranscript(trajectory([]));
  expect(parsed.ok ? '' : parsed.error.code).toBe('no-messages');
});
