import { describe, expect, it } from 'vitest';
import type { Message } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';

function read(value: unknown) {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const outline = (messages: readonly Message[]): unknown[] => messages.map(({ role, parts, synthetic }) => [synthetic ? `${role}*` : role, ...parts]);
const text = (value: string) => ({ type: 'text', text: value });
const call = (id: string, name: string, args: string) => ({ type: 'tool-call', id, name, args });
const result = (callId: string, said: string, more: Record<string, unknown> = {}) => ({
  type: 'tool-result',
  callId,
  content: [text(said)],
  ...more,
});

describe('OpenHands events', () => {
  const calls = ['c1', 'c2'].map((id, i) => ({ id, function: { name: 'execute_bash', arguments: `{"command": "step ${i + 1}"}` } }));
  const response = {
    id: 'r1',
    model: 'claude-sonnet-4',
    choices: [{ message: { content: 'Both at once.', tool_calls: calls } }],
    usage: { prompt_tokens: 900, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 700 } },
  };
  const metadata = (id: string) => ({ tool_call_metadata: { function_name: 'execute_bash', tool_call_id: id, model_response: response } });
  const user = {
    id: 1,
    timestamp: '2025-01-20T20:29:32',
    source: 'user',
    action: 'message',
    message: 'Fix it',
    args: { content: 'Fix it', image_urls: ['data:image/png;base64,QUJD'] },
  };
  const events = [
    {
      id: 0,
      source: 'agent',
      action: 'system',
      args: { content: 'You are OpenHands.', tools: [{ type: 'function', function: { name: 'execute_bash', parameters: { type: 'object' } } }] },
    },
    user,
    { id: 2, source: 'environment', observation: 'agent_state_changed', content: '', extras: { agent_state: 'running' } },
    { id: 3, source: 'agent', action: 'run', args: { command: 'step 1', thought: 'Both at once.' }, ...metadata('c1') },
    { id: 4, source: 'agent', action: 'run', args: { command: 'step 2', thought: 'Both at once.' }, ...metadata('c2') },
    // Only its cause says what it answers.
    { id: 5, source: 'agent', observation: 'run', cause: 4, content: 'two' },
    { id: 6, source: 'agent', observation: 'error', cause: 3, content: 'one failed', ...metadata('c1') },
    { id: 7, source: 'agent', observation: 'recall', content: 'knowledge of the workspace' },
    { id: 8, source: 'agent', action: 'finish', args: { final_thought: 'Done.' } },
  ];

  it('reads the first generation: calls of one response are one message, results find their call, the interface is left out', () => {
    const { format, conversations, warnings } = read(events);
    expect(format).toBe('openhands');
    const [transcript] = conversations;
    expect(transcript).toMatchObject({ model: 'claude-sonnet-4', tools: [{ name: 'execute_bash', schema: { type: 'object' } }] });
    expect(outline(transcript!.messages)).toEqual([
      ['system', text('You are OpenHands.')],
      ['user', text('Fix it'), { type: 'image', mime: 'image/png', bytes: 3, data: 'QUJD' }],
      ['assistant', text('Both at once.'), call('c1', 'execute_bash', '{"command": "step 1"}'), call('c2', 'execute_bash', '{"command": "step 2"}')],
      ['tool', result('c2', 'two', { name: 'execute_bash' })],
      ['tool', result('c1', 'one failed', { name: 'execute_bash', isError: true })],
      ['assistant', text('Done.')],
    ]);
    expect(transcript!.messages[2]!.usage).toEqual({ input: 200, output: 30, cacheRead: 700, cacheWrite: 0 });
    expect(warnings).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['listed', { forgotten_event_ids: [1, 3, 4, 5, 6] }],
    ['as a range', { forgotten_events_start_id: 1, forgotten_events_end_id: 6 }],
  ])('a condensation with forgotten events %s is a compaction: its summary, and what stays', (_, args) => {
    const condensed = { id: 9, source: 'agent', action: 'condensation', args: { ...args, summary: 'They asked to fix it.' } };
    const [transcript] = read([...events, condensed, { id: 10, source: 'user', action: 'message', args: { content: 'Go on' } }]).conversations;
    expect(transcript!.compactions).toEqual([{ at: 6, summaryId: '9', keptFrom: '8' }]);
    expect(outline(transcript!.messages).slice(5)).toEqual([
      ['assistant', text('Done.')],
      ['user*', text('They asked to fix it.')],
      ['user', text('Go on')],
    ]);
    expect(transcript!.messages[6]!.compaction).toEqual({ kind: 'summary', keptFrom: '8' });
  });

  it('a condensation without a summary, and one of events that are nowhere', () => {
    const [transcript] = read([...events, { id: 9, source: 'agent', action: 'condensation', args: { forgotten_event_ids: [99] } }]).conversations;
    expect(transcript!.compactions).toEqual([{ at: 6 }]);
    const range = { forgotten_events_start_id: 0, forgotten_events_end_id: 1e15 };
    expect(read([...events, { id: 9, source: 'agent', action: 'condensation', args: range }]).conversations[0]!.compactions).toHaveLength(1);
  });

  it('reads rows of evaluations: the task comes first, fields stand beside the action, results follow in order', () => {
    const row = {
      instance_id: 'relay-7',
      success: true,
      issue: { title: 'Move the relay' },
      metadata: { llm_config: { model: 'gpt-4o' } },
      git_patch: 'diff',
      history: [
        { action: 'message', content: 'Please fix it.', images_urls: null },
        { action: 'run', command: 'ls', thought: 'Look.', keep_prompt: true },
        { observation: 'run', command: 'ls', content: 'a\r\nb', exit_code: 0 },
        { action: 'finish', outputs: {}, thought: 'Fixed.' },
      ],
    };
    const { conversations } = read(
      `${JSON.stringify(row)}\n${JSON.stringify({
        ...row,
        history: [
          [row.history[0], { observation: 'null', content: '' }],
          [row.history[1], row.history[2]],
        ],
      })}`,
    );
    expect(conversations[0]).toMatchObject({ id: 'relay-7', title: 'Move the relay', model: 'gpt-4o', extra: { success: true } });
    const task = [
      ['user', text('Please fix it.')],
      ['assistant', text('Look.'), call('event-1', 'run', '{"command":"ls"}')],
      ['tool', result('event-1', 'a\r\nb', { name: 'run' })],
    ];
    expect(outline(conversations[0]!.messages)).toEqual([...task, ['assistant', text('Fixed.')]]);
    // Pairs of an action and what came of it.
    expect(conversations[1]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
  });

  it('reads a trajectory as the server hands it out, and names what it does not know', () => {
    const { conversations, warnings } = read({ trajectory: [...events, { id: 11, source: 'agent', note: 'x' }] });
    expect(conversations[0]!.messages).toHaveLength(6);
    expect(warnings.map(({ code, count }) => [code, count])).toEqual([['unknown-entry', 1]]);
  });
});

describe('events of the SDK', () => {
  const action = (id: string, callId: string, thought: string, more: Record<string, unknown> = {}) => ({
    id,
    kind: 'ActionEvent',
    source: 'agent',
    thought: thought === '' ? [] : [text(thought)],
    action: { kind: 'TerminalAction', command: 'ls' },
    tool_name: 'terminal',
    tool_call_id: callId,
    tool_call: { id: callId, name: 'terminal', arguments: '{"command": "ls"}' },
    llm_response_id: 'r1',
    ...more,
  });
  const observed = (id: string, callId: string, said: string, error = false) => ({
    id,
    kind: 'ObservationEvent',
    source: 'environment',
    tool_name: 'terminal',
    tool_call_id: callId,
    observation: { kind: 'TerminalObservation', content: [text(said)], is_error: error, command: 'ls' },
  });
  const lines = [
    {
      id: 's',
      kind: 'SystemPromptEvent',
      source: 'agent',
      system_prompt: { type: 'text', text: 'You are OpenHands.' },
      dynamic_context: { type: 'text', text: 'Today.' },
      tools: [{ title: 'terminal', description: 'Runs.' }],
    },
    {
      id: 'u',
      kind: 'MessageEvent',
      source: 'user',
      llm_message: { role: 'user', content: [text('Fix it'), { type: 'image', image_urls: ['https://example.com/a.png'] }] },
      extended_content: [text('A skill.')],
    },
    {
      id: 'x',
      kind: 'ConversationStateUpdateEvent',
      key: 'stats',
      value: { usage_to_metrics: { default: { model_name: 'minimax' }, condenser: { model_name: 'small' } } },
    },
    action('a1', 'c1', '<think>Look first.</think>Looking.', { reasoning_content: 'Look first.\n' }),
    action('a2', 'c2', ''),
    observed('o1', 'c1', 'a', true),
    { id: 'e2', kind: 'AgentErrorEvent', tool_name: 'terminal', tool_call_id: 'c2', error: 'No such tool.' },
    { id: 'k', kind: 'Condensation', source: 'environment', forgotten_event_ids: ['u', 'a1', 'a2'], summary: 'Fix it.' },
    { id: 'q', kind: 'CondensationRequest' },
    action('a3', 'c3', 'Again.', {
      llm_response_id: 'r2',
      thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }],
      tool_call: {},
    }),
    { id: 'z', kind: 'SomethingNewEvent' },
  ];

  it('are read: calls of one response together, thinking once, errors, condensation, injected knowledge', () => {
    const { format, conversations, warnings } = read(lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(format).toBe('openhands');
    const [transcript] = conversations;
    expect(transcript).toMatchObject({ model: 'minimax', tools: [{ name: 'terminal', description: 'Runs.' }] });
    expect(outline(transcript!.messages)).toEqual([
      ['system', text('You are OpenHands.'), text('Today.')],
      ['user', text('Fix it'), { type: 'image', url: 'https://example.com/a.png' }, text('A skill.')],
      [
        'assistant',
        text('<think>Look first.</think>Looking.'),
        call('c1', 'terminal', '{"command": "ls"}'),
        call('c2', 'terminal', '{"command": "ls"}'),
      ],
      ['tool', result('c1', 'a', { name: 'terminal', isError: true })],
      ['tool', result('c2', 'No such tool.', { name: 'terminal', isError: true })],
      ['user*', text('Fix it.')],
      ['assistant', { type: 'reasoning', text: 'Hm.', signature: 'sig' }, text('Again.'), call('c3', 'terminal', '{"command":"ls"}')],
    ]);
    expect(transcript!.compactions).toEqual([{ at: 5, summaryId: 'k', keptFrom: 'o1' }]);
    expect(warnings.map(({ code, count, line }) => [code, count, line])).toEqual([
      ['unknown-entry', 1, 11],
      ['unanswered-call', 1, undefined],
    ]);
  });
});
