import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import type { Part } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';
import { ItemReader } from './responses-items.ts';

type Json = Record<string, unknown>;
const said = (role: string, text: string): Json => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});
const call = (id: string, more: Json = {}): Json => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'read_file',
  arguments: '{"path":"a.ts"}',
  ...more,
});
const output = (id: string, value: unknown = 'export const a = 1;'): Json => ({ type: 'function_call_output', call_id: id, output: value });
const thought = (text: string, encrypted = 'gAAAAABsk-secret'): Json => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  encrypted_content: encrypted,
});
const request = (input: unknown, more: Json = {}): Json => ({ model: 'gpt-5.4', input, ...more });
const response = (list: unknown, more: Json = {}): Json => ({
  object: 'response',
  id: 'resp_1',
  model: 'gpt-5.4',
  created_at: 1_760_000_000,
  output: list,
  ...more,
});

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('openai-responses');
  return parsed.value;
}
const first = (value: unknown) => parse(value).conversations[0]!;
const body = (value: unknown): Json => {
  const written = serializeTranscript(first(value), 'openai-responses');
  return JSON.parse(written.ok ? written.value.text : 'null') as Json;
};
const codes = (value: unknown) => Object.fromEntries(parse(value).warnings.map(({ code, count }) => [code, count]));
const partsOf = (value: unknown): readonly Part[] => first(value).messages.flatMap(({ parts }) => parts);

describe('where Responses are', () => {
  const list = [said('user', 'hi'), said('assistant', 'hello')];
  it.each<[string, unknown, number]>([
    ['a request', request(list), 1],
    ['a request whose items have roles alone', request([{ role: 'user', content: 'hi' }]), 1],
    ['a request with a text', request('hi', { instructions: 'Be brief.' }), 1],
    ['a response', response(list.slice(1)), 1],
    ['a bare list of items', list, 1],
    ['a list of items, one per line', list.map((item) => JSON.stringify(item)).join('\n'), 1],
    ['a request with its response', { request: request(list), response: response([]) }, 1],
    ['a batch', `${JSON.stringify({ custom_id: 'a', body: request(list) })}\n${JSON.stringify({ custom_id: 'b', body: request(list) })}`, 2],
    ['answers of a batch', { custom_id: 'a', response: { status_code: 200, body: response(list.slice(1)) } }, 1],
  ])('%s', (_, value, conversations) => {
    expect(parse(value).conversations).toHaveLength(conversations);
  });

  it.each<[string, unknown]>([
    ['a request for embeddings', { model: 'text-embedding-3', input: 'hi' }],
    ['records of a batch of embeddings', { model: 'text-embedding-3', input: ['hi', 'there'] }],
    ['messages of Chat Completions', [{ role: 'user', content: 'hi' }]],
    ['messages of Anthropic', { messages: [{ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hi' }] }] }],
    ['preferences', { input: { messages: [{ role: 'user', content: 'hi' }] }, preferred_output: [], non_preferred_output: [] }],
  ])('%s are none', (_, value) => {
    const parsed = parseTranscript(JSON.stringify(value));
    expect(parsed.ok ? parsed.value.candidates.map(({ format }) => format) : []).not.toContain('openai-responses');
  });

  it('a response that goes on from another by its id is the same conversation', () => {
    const two = [
      { request: request('hi', { store: true }), response: response([said('assistant', 'one')]) },
      { request: request('more', { previous_response_id: 'resp_1' }), response: response([said('assistant', 'two')], { id: 'resp_2' }) },
    ];
    const { conversations, warnings } = parse(two);
    expect(conversations.map(({ messages }) => messages.map(({ role }) => role))).toEqual([['user', 'assistant', 'user', 'assistant']]);
    expect(warnings).toEqual([]);
  });

  it('says that history is missing: an earlier response, a stored conversation, an item that is only referred to', () => {
    expect(codes(request([said('user', 'go on')], { previous_response_id: 'resp_0' }))).toEqual({ 'missing-history': 1 });
    expect(codes(response([said('assistant', 'ok')], { conversation: { id: 'conv_1' } }))).toEqual({ 'missing-history': 1 });
    const seen = { ...said('user', 'hi'), id: 'msg_1' };
    expect(codes(request([seen, { type: 'item_reference', id: 'msg_1' }, { type: 'item_reference', id: 'msg_9' }]))).toEqual({
      'missing-history': 1,
    });
    expect(body(request([said('user', 'go on')], { previous_response_id: 'resp_0' }))).not.toHaveProperty('previous_response_id');
  });
});

describe('items', () => {
  it('become one message per answer, paired by call_id and not by id', () => {
    const { messages, model, tools } = first(
      request(
        [
          said('user', 'Read both.'),
          thought('I read.'),
          said('assistant', 'Reading.'),
          call('a'),
          call('b'),
          output('b', 'two'),
          output('a', [{ type: 'input_text', text: 'one' }]),
          said('assistant', 'Done.'),
        ],
        { instructions: 'Be careful.', tools: [{ type: 'function', name: 'read_file', parameters: { type: 'object' } }, { type: 'web_search' }] },
      ),
    );
    expect(model).toBe('gpt-5.4');
    expect(tools.map(({ name }) => name)).toEqual(['read_file', 'web_search']);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(messages[2]!.parts).toMatchObject([
      { type: 'reasoning', text: 'I read.', encrypted: 'gAAAAABsk-secret' },
      { type: 'text', text: 'Reading.' },
      { type: 'tool-call', id: 'a' },
      { type: 'tool-call', id: 'b' },
    ]);
    expect(messages.slice(3, 5).flatMap(({ parts }) => parts)).toMatchObject([
      { callId: 'b', content: [{ text: 'two' }] },
      { callId: 'a', content: [{ text: 'one' }] },
    ]);
    expect(messages[1]!.origin).toEqual({ path: '$.input[0]' });
  });

  it.each<[string, readonly Json[], unknown]>([
    [
      'a search of the web, whose result nobody records',
      [{ type: 'web_search_call', id: 'ws', status: 'completed', action: { type: 'search', query: 'x' } }],
      [
        { name: 'web_search', args: '{"type":"search","query":"x"}' },
        { callId: 'ws', content: [] },
      ],
    ],
    [
      'a search of files',
      [{ type: 'file_search_call', id: 'fs', queries: ['x'], results: [{ filename: 'a.md', text: 'passage', score: 1 }] }],
      [
        { name: 'file_search', args: '{"queries":["x"]}' },
        { callId: 'fs', content: [{ text: 'a.md\npassage' }] },
      ],
    ],
    [
      'a call of a remote server with its result',
      [{ type: 'mcp_call', id: 'mcp', name: 'roll', server_label: 'dice', arguments: '{"n":2}', output: '7', error: null }],
      [
        { name: 'roll', args: '{"n":2}' },
        { callId: 'mcp', content: [{ text: '7' }] },
      ],
    ],
    [
      'a call of a remote server that failed',
      [{ type: 'mcp_call', id: 'mcp', name: 'roll', server_label: 'dice', arguments: '{}', output: null, error: { code: 500 } }],
      [{ name: 'roll' }, { isError: true, content: [{ text: '{"code":500}' }] }],
    ],
    [
      'a shell',
      [
        { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
        { type: 'shell_call_output', call_id: 's', output: [{ stdout: 'a.ts\n', stderr: 'warned', outcome: { type: 'exit', exit_code: 2 } }] },
      ],
      [
        { name: 'shell', args: '{"commands":["ls"]}' },
        { callId: 's', isError: true, content: [{ text: 'a.ts\n' }, { text: 'warned' }] },
      ],
    ],
    [
      'a local shell, whose output has the call’s id as its own',
      [
        { type: 'local_shell_call', id: 'x', call_id: 'l', action: { type: 'exec', command: ['ls'] } },
        { type: 'local_shell_call_output', id: 'l', output: 'a.ts' },
      ],
      [{ name: 'local_shell' }, { callId: 'l', content: [{ text: 'a.ts' }] }],
    ],
    [
      'a patch',
      [
        { type: 'apply_patch_call', call_id: 'p', operation: { type: 'update_file', path: 'a.ts', diff: '+1' } },
        { type: 'apply_patch_call_output', call_id: 'p', status: 'failed', output: 'no such file' },
      ],
      [{ name: 'apply_patch' }, { callId: 'p', isError: true }],
    ],
    [
      'an interpreter',
      [
        {
          type: 'code_interpreter_call',
          id: 'ci',
          code: 'print(1)',
          outputs: [
            { type: 'logs', logs: '1' },
            { type: 'image', url: 'https://e.org/a.png' },
          ],
        },
      ],
      [{ name: 'code_interpreter', args: '{"code":"print(1)"}' }, { content: [{ text: '1' }, { type: 'image', url: 'https://e.org/a.png' }] }],
    ],
    [
      'a computer',
      [
        { type: 'computer_call', call_id: 'c', action: { type: 'screenshot' } },
        { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' } },
      ],
      [{ name: 'computer' }, { callId: 'c', content: [{ type: 'image', bytes: 3, data: 'AAAA' }] }],
    ],
    [
      'a made image',
      [{ type: 'image_generation_call', id: 'ig', revised_prompt: 'a cat', result: 'AAAA' }],
      [{ name: 'image_generation', args: '{"prompt":"a cat"}' }, { content: [{ type: 'image', mime: 'image/png', data: 'AAAA' }] }],
    ],
    [
      'a free-form tool',
      [
        { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin Patch' },
        { type: 'custom_tool_call_output', call_id: 'p', output: 'ok' },
      ],
      [
        { name: 'apply_patch', args: '*** Begin Patch' },
        { callId: 'p', content: [{ text: 'ok' }] },
      ],
    ],
  ])('%s', (_, items, expected) => {
    const parts = partsOf(request([said('user', 'go'), ...items])).slice(1);
    expect(parts).toMatchObject(expected as object[]);
    expect(parts.map(({ type }) => type)).toEqual(['tool-call', 'tool-result']);
  });

  it('lists of a remote server’s tools are tool definitions; unknown items are counted', () => {
    const listed = {
      type: 'mcp_list_tools',
      server_label: 'dice',
      tools: [{ name: 'roll', description: 'Rolls.', input_schema: { type: 'object' } }],
    };
    const value = request([said('user', 'go'), listed, { type: 'mcp_approval_request', name: 'roll' }]);
    expect(first(value).tools).toEqual([{ name: 'roll', description: 'Rolls.', schema: { type: 'object' } }]);
    expect(codes(value)).toEqual({ 'unknown-entry': 1 });
  });

  it('images, files and refusals are parts; a type may be absent', () => {
    const content = [
      { type: 'input_text', text: 'see' },
      { type: 'input_image', file_id: 'file-1' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' },
      { type: 'input_file', file_url: 'https://e.org/b.pdf' },
    ];
    const parts = partsOf(
      request([
        { role: 'user', content },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      ]),
    );
    expect(parts).toMatchObject([
      { text: 'see' },
      { type: 'image', url: 'file-1' },
      { type: 'file', name: 'a.pdf', data: 'AAAA' },
      { type: 'file', url: 'https://e.org/b.pdf' },
      { text: 'No.' },
    ]);
  });

  it('a response has its usage without what the cache gave, and its time', () => {
    const usage = { input_tokens: 100, input_tokens_details: { cached_tokens: 60 }, output_tokens: 7 };
    expect(first({ request: request('hi', { store: false }), response: response([said('assistant', 'yes')], { usage }) }).messages[1]).toMatchObject({
      usage: { input: 40, output: 7, cacheRead: 60, cacheWrite: 0 },
      ts: '2025-10-09T08:53:20.000Z',
      model: 'gpt-5.4',
    });
  });

  it('of another file are read by the same function', () => {
    const items = [said('user', 'hi'), thought(''), call('a'), output('a')];
    const messages = new ItemReader(() => undefined).read(items, { path: '$.observations[3].input' });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(messages[2]!.origin).toEqual({ path: '$.observations[3].input[3]' });
  });
});

describe('streams', () => {
  const done = response([thought('Hm.'), said('assistant', 'Hello there')], { usage: { input_tokens: 9, output_tokens: 3 } });
  const events = (last: Json): Json[] => [
    { type: 'response.created', response: response([]) },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', role: 'assistant', content: [] } },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hello ' },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'there' },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'function_call', call_id: 'a', name: 'f', arguments: '' } },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{"a":' },
    { type: 'response.function_call_arguments.delta', output_index: 1, delta: '1}' },
    last,
  ];
  const sse = (list: readonly Json[]): string => list.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');

  it('give the response of their last event', () => {
    const { conversations, warnings } = parse(
      sse([
        { type: 'response.created', response: response([]) },
        { type: 'response.completed', response: done },
      ]),
    );
    expect(conversations[0]!.messages).toMatchObject([
      { role: 'assistant', usage: { output: 3 }, parts: [{ text: 'Hm.' }, { text: 'Hello there' }] },
    ]);
    expect(warnings).toMatchObject([{ code: 'stream-assembled', count: 2 }]);
  });

  it.each<[string, (list: readonly Json[]) => unknown]>([
    ['as captured', sse],
    ['one per line', (list) => list.map((event) => JSON.stringify(event)).join('\n')],
    ['in a list', (list) => list],
  ])('that break off give what their deltas told: %s', (_, write) => {
    const broken = events({ type: 'response.in_progress' });
    expect(partsOf(write(broken))).toMatchObject([{ text: 'Hello there' }, { type: 'tool-call', id: 'a', name: 'f', args: '{"a":1}' }]);
  });

  it('whose last event has an empty list give the items that were told one by one', () => {
    const items = [said('assistant', 'one'), call('a')];
    const list = [
      { type: 'response.created', response: response([]) },
      ...items.map((item, i) => ({ type: 'response.output_item.done', output_index: i, item })),
      { type: 'response.completed', response: response([]) },
    ];
    expect(partsOf(sse(list))).toMatchObject([{ text: 'one' }, { type: 'tool-call', id: 'a' }]);
  });
});

describe('compactions', () => {
  const sealed = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAA' };

  it('are recorded where their item stands, and their summary goes back as it came', () => {
    const value = request([said('user', 'one'), said('assistant', 'two'), sealed, said('user', 'three')]);
    const { messages, compactions } = first(value);
    expect(compactions).toEqual([{ at: 2 }]);
    expect(messages[2]).toMatchObject({
      synthetic: true,
      compaction: { kind: 'summary' },
      parts: [{ type: 'reasoning', text: '', encrypted: 'gAAAAA' }],
    });
    expect((body(value).input as Json[])[2]).toEqual({ type: 'compaction', encrypted_content: 'gAAAAA' });
  });

  it('of the API give the whole context that goes on: what stands before the summary was kept', () => {
    const value = response([{ ...said('user', 'Fix it.'), id: 'msg_1' }, said('user', 'And test.'), sealed], { object: 'response.compaction' });
    expect(first(value).compactions).toEqual([{ at: 2, keptFrom: 'msg_1' }]);
  });

  it('leave to other formats what they can hold, and count the rest', () => {
    const written = serializeTranscript(first(request([said('user', 'one'), sealed])), 'openai-chat');
    expect(written.ok && written.value.warnings).toMatchObject([{ code: 'lost-reasoning', count: 1 }]);
  });
});

describe('exports', () => {
  it('bring back the request: prompt, tools of every kind in their places, developer messages, free-form calls', () => {
    const items = [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Rules.' }] },
      said('user', 'go'),
      { type: 'reasoning', summary: [], encrypted_content: 'enc' },
      { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin Patch' },
      { type: 'custom_tool_call_output', call_id: 'p', output: 'ok' },
      said('assistant', 'done'),
    ];
    const tools = [
      { type: 'web_search' },
      { type: 'function', name: 'f', parameters: { type: 'object', properties: {} }, strict: false },
      { type: 'custom', name: 'apply_patch', description: 'Patches.' },
    ];
    const whole = request(items, { instructions: 'Be brief.', tools, store: false, include: ['reasoning.encrypted_content'] });
    expect(body(whole)).toEqual(whole);
  });

  it('leave out reasoning that another provider made or nobody encrypted, and count it', () => {
    const chat = parseTranscript(
      JSON.stringify([
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'yes', reasoning_content: 'hm' },
      ]),
    );
    const written = serializeTranscript(chat.ok ? chat.value.conversations[0]! : (null as never), 'openai-responses');
    expect(written.ok && [written.value.text.includes('hm'), written.value.warnings]).toMatchObject([false, [{ code: 'lost-reasoning', count: 1 }]]);
  });
});

const outlineOf = (name: string): string | undefined => {
  const file = sharedFiles().find((one) => one.file === `openai-responses/${name}`);
  const parsed = file && parseTranscript(file.bytes());
  return parsed?.ok ? parsed.value.conversations.map(({ messages }) => messages.map(({ role }) => role[0]).join('')).join(' ') : undefined;
};

describe.skipIf(sharedFiles().length === 0)('real files', () => {
  // One user message each for the manifest, which counts neither prompts nor calls and results.
  it('hold what was asked and answered', () => {
    expect(outlineOf('evalstate__request.json')).toBe('suatatttatattttt');
    expect(outlineOf('vercel__openai-compaction.1.json')).toBe('au');
  });
});
