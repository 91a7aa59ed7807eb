import { describe, expect, it } from 'vitest';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const user = (content: unknown = 'hi'): Json => ({ role: 'user', content });
const calls = (...ids: string[]): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{"a": 1}' } })),
});
const result = (id: string, content: unknown = 'ok'): Json => ({ role: 'tool', tool_call_id: id, content });

function parse(value: unknown, format?: string): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value), { format: format ?? null });
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}
const first = (value: unknown) => parse(value).conversations[0]!;
const body = (value: unknown): Json => {
  const written = serializeTranscript(first(value), 'openai-chat');
  return JSON.parse(written.ok ? written.value.text : 'null') as Json;
};

describe('where conversations are', () => {
  it.each<[string, unknown, number]>([
    ['message array', [user()], 1],
    ['request', { model: 'gpt-4o', messages: [user()] }, 1],
    ['response', { model: 'm', choices: [{ message: { role: 'assistant', content: 'yes' } }] }, 1],
    [
      'batch input',
      `${JSON.stringify({ custom_id: 'a', body: { messages: [user(), calls('x')] } })}\n${JSON.stringify({ custom_id: 'b', body: { messages: [user()] } })}`,
      2,
    ],
    ['batch output', { custom_id: 'a', response: { body: { choices: [{ message: { role: 'assistant', content: 'yes' } }] } } }, 1],
    [
      'τ-bench list',
      [
        { task_id: 0, traj: [user()] },
        { task_id: 1, traj: [user()] },
      ],
      2,
    ],
    ['τ-bench lines', '{"task_id":0,"traj":[{"role":"user","content":"a"}]}\n{"task_id":1,"traj":[{"role":"user","content":"b"}]}', 2],
    ['messages line by line', '{"role":"user","content":"a"}\n{"role":"assistant","content":"b"}', 1],
    ['list of lists', [[user()], [user()]], 2],
    ['display lines', '{"messages_display":"user: a\\nb\\nassistant: None\\ntool: c"}\n{"messages_display":"user: d"}', 2],
  ])('%s', (name, value, count) => {
    expect(parse(value)).toMatchObject({ format: /τ-bench|display/.test(name) ? 'tau-bench' : 'openai-chat' });
    expect(parse(value).conversations).toHaveLength(count);
  });

  it('takes ids from tasks and batches', () => {
    expect(
      parse([{ task_id: 3, trial: 1, traj: [user()] }, { custom_id: 'b', body: { messages: [user()] } }, { messages: [user()] }]).conversations.map(
        ({ id }) => id,
      ),
    ).toEqual(['task-3-trial-1', 'b', 'conversation-3']);
  });

  it('appends the response of a log with its usage and model', () => {
    const { messages, tools } = first({
      messages: [user()],
      tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' } } }],
      response: {
        model: 'deepseek',
        choices: [{ message: { content: 'yes', role: 'assistant' } }],
        usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 90 } },
      },
    });
    expect(messages.at(-1)).toMatchObject({ id: 'm2', model: 'deepseek', usage: { input: 10, output: 5, cacheRead: 90, cacheWrite: 0 } });
    expect(tools).toEqual([{ name: 'f', description: 'd', schema: { type: 'object' } }]);
  });

  it('keeps the less preferred answer as a branch', () => {
    expect(
      first({
        input: { messages: [user()] },
        preferred_output: [{ role: 'assistant', content: 'good' }],
        non_preferred_output: [{ role: 'assistant', content: 'bad' }],
      }),
    ).toMatchObject({
      messages: [{ id: 'm1' }, { id: 'm2' }],
      branches: [{ forkedFrom: 'm2', messages: [{ id: 'rejected-1', parts: [{ text: 'bad' }] }] }],
    });
  });
});

describe('messages', () => {
  it('maps roles, reasoning, media and the older function calls', () => {
    const { messages } = first([
      { role: 'developer', content: 'rules' },
      {
        role: 'user',
        name: 'ann',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,QUJD' } },
        ],
      },
      { role: 'assistant', content: null, reasoning_content: 'hm', function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'ok' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
    ]);
    expect(messages).toMatchObject([
      { role: 'system', extra: { role: 'developer' } },
      {
        role: 'user',
        name: 'ann',
        parts: [
          { type: 'text' },
          { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' },
          { type: 'file', mime: 'audio/mp3' },
          { type: 'file', name: 'a.pdf', mime: 'application/pdf', data: 'QUJD' },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm' },
          { type: 'tool-call', id: 'f#1', name: 'f', args: '{}' },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'f#1', name: 'f', content: [{ text: 'ok' }] }] },
      { role: 'assistant', parts: [{ type: 'text', text: 'no' }] },
    ]);
  });

  it('keeps raw arguments, valid or not, and writes objects as JSON', () => {
    const call = (args: unknown): Json => ({ role: 'assistant', tool_calls: [{ id: 'x', function: { name: 'f', arguments: args } }] });
    const raw = (args: unknown): unknown => (first([user(), call(args)]).messages[1]!.parts[0] as { args: string }).args;
    expect([raw('{"a": 1 }'), raw('{"a":'), raw({ a: 1 }), raw(undefined)]).toEqual(['{"a": 1 }', '{"a":', '{"a":1}', '{}']);
  });

  it('reads keys in any order, reasoning in channels, and what Python printed', () => {
    const { messages } = first(
      "[{'content': 'it\\'s', 'role': 'user'}, {'channels': {'reasoning': [{'text': 'hm'}]}, 'content': None, 'role': 'assistant'}]",
    );
    expect(messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ type: 'text', text: "it's" }]],
      ['assistant', [{ type: 'reasoning', text: 'hm' }]],
    ]);
  });

  it('pairs the results of parallel calls in any order', () => {
    const { messages } = first([user(), calls('a', 'b', 'c'), result('c', '3'), result('a', '1'), result('b', '2')]);
    expect(messages.flatMap(({ parts: [part] }) => (part?.type === 'tool-result' ? [[part.callId, part.content]] : []))).toEqual([
      ['c', [{ type: 'text', text: '3' }]],
      ['a', [{ type: 'text', text: '1' }]],
      ['b', [{ type: 'text', text: '2' }]],
    ]);
  });

  it('gives repeated call ids one each and pairs them in order', () => {
    const { messages } = first([user(), calls('0'), result('0', 'a'), calls('0'), result('0', 'b')]);
    expect(
      messages.flatMap(({ parts }) => parts.map((part) => (part.type === 'tool-call' ? part.id : part.type === 'tool-result' ? part.callId : ''))),
    ).toEqual(['', '0', '0', '0#2', '0#2']);
  });

  it('reports orphans, empties and what it does not know', () => {
    const parsed = parse([
      user(),
      result('gone'),
      calls('x'),
      { role: 'assistant', content: '' },
      { role: 'narrator', content: 'then' },
      user([{ type: 'hologram' }]),
      'noise',
    ]);
    expect(parsed.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unknown-role', '$[4]'],
      ['unknown-part', '$[5]'],
      ['unread-message', '$[6]'],
      ['orphan-result', undefined],
      ['unanswered-call', undefined],
    ]);
    expect(parsed.conversations[0]!.messages.filter(({ parts }) => parts.length === 0).map(({ id }) => id)).toEqual(['m4', 'm6']);
  });

  it('keeps calls in other notations readable and says so', () => {
    const parsed = parse({
      messages: [
        user(),
        { role: 'assistant', content: [], tool_calls: { k: { method: 'tools/call', params: { name: 'search', arguments: { q: 'x' } } } } },
        { role: 'user', content: [], tool_results: { k: { content: [{ type: 'text', text: 'found' }] } } },
      ],
    });
    expect(parsed.conversations[0]!.messages.map(({ role, parts }) => [role, parts])).toEqual([
      ['user', [{ type: 'text', text: 'hi' }]],
      ['assistant', [{ type: 'text', text: 'search {"q":"x"}' }]],
      ['tool', [{ type: 'text', text: 'found' }]],
    ]);
    expect(parsed.warnings).toEqual([expect.objectContaining({ code: 'foreign-call', count: 1 })]);
  });
});

describe('export', () => {
  it('answers each call directly after it, in order, and keeps what has no call as text', () => {
    const written = body([user(), calls('a', 'b', 'c'), user('meanwhile'), result('c'), result('a'), result('gone', 'lost')]);
    expect((written.messages as Json[]).map(({ role, tool_call_id: id, content }) => [role, id, content])).toEqual([
      ['user', undefined, 'hi'],
      ['assistant', undefined, null],
      ['tool', 'a', 'ok'],
      ['tool', 'b', '[No result was recorded for this call.]'],
      ['tool', 'c', 'ok'],
      ['user', undefined, 'meanwhile'],
      ['user', undefined, '[Result of a tool call]\nlost'],
    ]);
  });

  it('makes arguments objects, names and ids acceptable', () => {
    const long = 'x'.repeat(60);
    const written = body([
      user(),
      { role: 'assistant', content: 'a', tool_calls: [{ id: long, function: { name: 'my tool!', arguments: 'not json' } }] },
      result(long),
    ]);
    const [, assistant, tool] = written.messages as [Json, { tool_calls: [{ id: string; function: Json }] }, Json];
    expect(assistant.tool_calls[0]).toEqual({ id: 'call_1', type: 'function', function: { name: 'my_tool_', arguments: '{"input":"not json"}' } });
    expect(tool.tool_call_id).toBe('call_1');
  });

  it('brings fields of the API back and no others, and moves images of results into a user message', () => {
    const given = {
      model: 'gpt-4o',
      temperature: 0.2,
      reward: 1,
      messages: [
        { role: 'developer', content: 'rules', custom: 1, id: 'm1', timestamp: '2026-09-01T10:00:00Z' },
        user(),
        calls('a', 'b'),
        result('a', [
          { type: 'text', text: 'see' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ]),
        result('b'),
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
    };
    const written = body(given);
    expect(written).toMatchObject({
      model: 'gpt-4o',
      temperature: 0.2,
      tools: given.tools,
      messages: [
        { role: 'developer', content: 'rules' },
        user(),
        calls('a', 'b'),
        result('a', 'see'),
        result('b'),
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }] },
      ],
    });
    expect(Object.keys(written)).not.toContain('reward');
    expect(Object.keys((written.messages as readonly object[])[0]!)).toEqual(['role', 'content']);
  });

  it('counts the fields that it leaves out', () => {
    const parsed = parseTranscript(JSON.stringify({ messages: [{ role: 'user', content: 'x', id: 'm1', latency_ms: 12 }], reward: 1 }));
    const written = parsed.ok ? serializeTranscript(parsed.value.conversations[0]!, 'openai-chat') : parsed;
    expect(written.ok && written.value.warnings.map(({ code, count }) => [code, count])).toEqual([['foreign-field', 3]]);
  });
});

describe('fine-tuning lines', () => {
  const lines = [
    { messages: [user(), calls('a'), result('a')], tools: '[{"type":"function","function":{"name":"f"}}]', parallel_tool_calls: false },
    { messages: [user('two'), { role: 'assistant', content: 'x', weight: 0 }] },
  ];
  const jsonl = lines.map((value) => JSON.stringify(value)).join('\n');

  it('are conversations of their own, with tools as JSON text too', () => {
    const parsed = parse(jsonl);
    expect(parsed.format).toBe('openai-finetune');
    expect(parsed.conversations.map(({ id, messages, tools }) => [id, messages.length, tools.length])).toEqual([
      ['conversation-1', 3, 1],
      ['conversation-2', 2, 0],
    ]);
    expect(parsed.conversations[1]!.messages[1]).toMatchObject({ origin: { line: 2 }, extra: { weight: 0 } });
  });

  it('are written one per line', () => {
    const written = parse(jsonl).conversations.map((transcript) => {
      const one = serializeTranscript(transcript, 'openai-finetune');
      return one.ok ? one.value.text : '';
    });
    expect(written.map((text) => text.trim().split('\n').length)).toEqual([1, 1]);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ parallel_tool_calls: false, tools: [{ function: { name: 'f' } }] });
    expect(JSON.parse(written[1] ?? '')).toEqual({
      messages: [
        { role: 'user', content: 'two' },
        { role: 'assistant', content: 'x', weight: 0 },
      ],
    });
  });
});

describe('what no JSON may hold', () => {
  const torn = String.raw`{"a":"\ud83d","b":"\ud83d\ude00","c":"\\ud83d"}`;
  const transcript = first({
    tools: [{ type: 'function', function: { name: 'f', parameters: { properties: {} } } }],
    messages: [
      user('x\ud83d \\ud83d 😀'),
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: torn } }] },
      result('a', 'y\udc00'),
    ],
  });

  it.each(['openai-chat', 'openai-finetune', 'anthropic-messages', 'claude-code', 'pi', 'sharegpt', 'playground', 'text'])(
    'is replaced by U+FFFD in %s, and counted',
    (format) => {
      const written = serializeTranscript(transcript, format);
      if (!written.ok) throw new Error(written.error.message);
      const { text, warnings } = written.value;
      const halves = (value: string): number => (value.match(/\\(?:\\|ud[89a-f]..)/g) ?? []).filter((found) => found !== '\\\\').length;
      expect(text).not.toMatch(/\p{Surrogate}/u);
      // Arguments are a string within the string in the normal form, and stay as they were written.
      expect(format === 'text' || format === 'playground' ? 0 : halves(text)).toBe(0);
      const again = parse(text, format).conversations[0]!;
      const said = JSON.stringify(again.messages);
      expect(said).toContain('x\ufffd \\\\ud83d 😀');
      expect(said).toContain('y\ufffd');
      expect(warnings.find(({ code }) => code === 'lone-surrogate')?.count).toBe(format === 'text' || format === 'playground' ? 2 : 3);
      const args = again.messages.flatMap(({ parts }) => parts).find((part) => part.type === 'tool-call')?.args;
      if (args !== undefined && format !== 'playground') expect(JSON.parse(args)).toEqual({ a: '\ufffd', b: '😀', c: String.raw`\ud83d` });
    },
  );

  it('is a schema of no object', () => {
    const written = serializeTranscript(transcript, 'openai-chat');
    expect(written.ok && JSON.parse(written.value.text)).toMatchObject({ tools: [{ function: { parameters: { type: 'object', properties: {} } } }] });
    expect(written.ok && written.value.warnings.map(({ code }) => code)).toContain('schema-changed');
  });

  it('does not touch arguments that hold whole characters only', () => {
    const args = String.raw`{ "n": 12345678901234567890, "a": "\ud83d\ude00" }`;
    const value = {
      messages: [user(), { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: args } }] }],
    };
    const { messages } = body(value) as { messages: { tool_calls?: { function: { arguments: string } }[] }[] };
    expect(messages[1]!.tool_calls![0]!.function.arguments).toBe(args);
  });
});
