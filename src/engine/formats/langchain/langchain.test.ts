import { describe, expect, it } from 'vitest';
import type { Message, Transcript } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const lc = (name: string, kwargs: Json): Json => ({ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', name], kwargs });
const dict = (type: string, data: Json): Json => ({ type, data: { additional_kwargs: {}, response_metadata: {}, ...data } });
const CALL = { name: 'search', args: { q: 'x' }, id: 'c1', type: 'tool_call' };

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('langchain');
  return parsed.value;
}
const messagesOf = (value: unknown) => parse(value).conversations[0]!.messages;
const codes = ({ warnings }: Parsed): Record<string, number> => Object.fromEntries(warnings.map(({ code, count }) => [code, count]));

describe('LangChain', () => {
  const outline = [
    { role: 'system', parts: [{ text: 'Be brief.' }] },
    { role: 'user', parts: [{ text: 'go' }] },
    { role: 'assistant', parts: [{ text: 'I search' }, { type: 'tool-call', id: 'c1', name: 'search', args: '{"q":"x"}' }] },
    { role: 'tool', parts: [{ callId: 'c1', name: 'search', isError: true, content: [{ text: 'nothing' }] }] },
  ];

  it.each<[string, unknown]>([
    [
      'dumps',
      [
        lc('SystemMessage', { content: 'Be brief.', type: 'system' }),
        lc('HumanMessage', { content: 'go', type: 'human' }),
        lc('AIMessageChunk', { content: 'I search', tool_calls: [CALL], tool_call_chunks: [{ args: '{"q"' }] }),
        lc('ToolMessage', { content: 'nothing', tool_call_id: 'c1', status: 'error', artifact: { big: 'x' } }),
      ],
    ],
    [
      'messages_to_dict',
      [
        dict('system', { content: 'Be brief.' }),
        dict('human', { content: 'go' }),
        dict('ai', { content: 'I search', tool_calls: [CALL] }),
        dict('tool', { content: 'nothing', tool_call_id: 'c1', status: 'error' }),
      ],
    ],
    [
      'plain messages in the state of a graph',
      {
        values: {
          messages: [
            { type: 'system', content: 'Be brief.' },
            { type: 'human', content: 'go' },
            { type: 'AIMessageChunk', content: 'I search', tool_calls: [CALL] },
            { type: 'tool', content: 'nothing', tool_call_id: 'c1', status: 'error' },
          ],
        },
      },
    ],
    [
      'messages line by line',
      [
        dict('system', { content: 'Be brief.' }),
        dict('human', { content: 'go' }),
        dict('ai', { content: 'I search', tool_calls: [CALL] }),
        dict('tool', { content: 'nothing', tool_call_id: 'c1', status: 'error' }),
      ]
        .map((message) => JSON.stringify(message))
        .join('\n'),
    ],
  ])('reads %s', (_, value) => {
    const parsed = parse(value);
    expect(parsed.conversations).toHaveLength(1);
    expect(parsed.conversations[0]!.messages).toMatchObject(outline);
    expect(parsed.conversations[0]!.messages).toHaveLength(4);
    expect(JSON.stringify(parsed.conversations)).not.toContain('big');
    expect(codes(parsed)).toEqual({});
  });

  it('counts a call once that stands in the content and beside it, at its place, with the whole arguments', () => {
    const messages = messagesOf([
      dict('human', { content: 'go' }),
      dict('ai', {
        content: [
          { type: 'thinking', thinking: 'hm', signature: 's' },
          { type: 'tool_use', id: 'c1', name: 'search', input: {}, partial_json: '{"q":"x"}' },
          { type: 'input_json_delta', partial_json: '{' },
          { type: 'text', text: 'and this' },
        ],
        tool_calls: [CALL, { name: 'other', args: {}, id: 'c2' }],
        invalid_tool_calls: [{ name: 'broken', args: '{"q":', id: 'c3', error: 'no JSON' }],
        additional_kwargs: { tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{}' } }] },
      }),
    ]);
    expect(messages[1]!.parts).toEqual([
      { type: 'reasoning', text: 'hm', signature: 's' },
      { type: 'tool-call', id: 'c1', name: 'search', args: '{"q":"x"}' },
      { type: 'text', text: 'and this' },
      { type: 'tool-call', id: 'c2', name: 'other', args: '{}' },
      { type: 'tool-call', id: 'c3', name: 'broken', args: '{"q":' },
    ]);
  });

  it('takes calls of older versions from the fields of the provider', () => {
    const kwargs = { additional_kwargs: { tool_calls: [{ id: 'c1', function: { name: 'search', arguments: '{"q":"x"}' } }] } };
    const old = { additional_kwargs: { function_call: { name: 'search', arguments: '{}' } } };
    const messages = messagesOf([
      dict('ai', { content: '', ...kwargs }),
      dict('ai', { content: '', ...old }),
      dict('function', { content: 'found', name: 'search' }),
    ]);
    expect(messages.flatMap(({ parts }) => parts)).toMatchObject([
      { type: 'tool-call', id: 'c1', args: '{"q":"x"}' },
      { type: 'tool-call', name: 'search' },
      { type: 'tool-result', content: [{ text: 'found' }] },
    ]);
  });

  it('reads model and usage without cached tokens, reasoning of several providers, media of both versions', () => {
    const [human, ai] = messagesOf([
      dict('human', {
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image', source_type: 'base64', data: 'BBBB', mime_type: 'image/png' },
          { type: 'file', base64: 'CCCC', mime_type: 'application/pdf', filename: 'a.pdf' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'DDDD' } },
          { type: 'novelty' },
        ],
        name: 'ann',
      }),
      dict('ai', {
        content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'ZW5j' }, 'plain'],
        usage_metadata: { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_token_details: { cache_read: 60, cache_creation: 10 } },
        response_metadata: { model_name: 'claude-x' },
      }),
    ]);
    expect(human).toMatchObject({
      name: 'ann',
      parts: [
        { text: 'look' },
        { data: 'AAAA', bytes: 3 },
        { type: 'image', data: 'BBBB' },
        { type: 'file', name: 'a.pdf', data: 'CCCC' },
        { data: 'DDDD' },
      ],
    });
    expect(ai).toMatchObject({
      model: 'claude-x',
      usage: { input: 30, output: 5, cacheRead: 60, cacheWrite: 10 },
      parts: [{ type: 'reasoning', text: 'hm', encrypted: 'ZW5j' }, { text: 'plain' }],
    });
  });

  it('marks the summary of LangChain’s own compaction, and counts what is no message', () => {
    const parsed = parse([
      dict('human', { content: 'Here is a summary of the conversation to date: …', additional_kwargs: { lc_source: 'summarization' }, id: 's' }),
      dict('remove', { content: '', id: '__remove_all__' }),
      dict('human', { content: 'go on' }),
    ]);
    expect(parsed.conversations[0]!.compactions).toEqual([{ at: 0, summaryId: 's' }]);
    expect(parsed.conversations[0]!.messages).toMatchObject([{ synthetic: true, compaction: { kind: 'summary' } }, { parts: [{ text: 'go on' }] }]);
    expect(codes(parsed)).toEqual({ 'unread-message': 1 });
  });

  it('joins the chunks of one streamed answer', () => {
    const chunk = (kwargs: Json): Json => lc('AIMessageChunk', { id: 'run-1', ...kwargs });
    const piece = (args: string, more: Json = {}): Json => ({ tool_call_chunks: [{ index: 0, args, ...more }] });
    const messages = messagesOf([
      lc('HumanMessage', { content: 'go' }),
      chunk({ content: 'I ', usage_metadata: { input_tokens: 9, output_tokens: 0, total_tokens: 9, input_token_details: { cache_read: 4 } } }),
      chunk({ content: 'look.', ...piece('{"q"', { id: 'c1', name: 'search' }), tool_calls: [{ id: 'c1', name: 'search', args: {} }] }),
      chunk({ content: '', ...piece(':"x"}'), usage_metadata: { input_tokens: 0, output_tokens: 3, total_tokens: 3 } }),
      lc('ToolMessage', { content: 'found', tool_call_id: 'c1' }),
      lc('AIMessageChunk', { id: 'run-2', content: [{ type: 'text', text: 'It ', index: 0 }] }),
      lc('AIMessageChunk', { id: 'run-2', content: [{ type: 'text', text: 'works.', index: 0 }], response_metadata: { model_name: 'claude-x' } }),
      lc('AIMessageChunk', { content: 'Another.' }),
      lc('AIMessageChunk', { content: 'And another.' }),
    ]);
    expect(messages).toMatchObject([
      { parts: [{ text: 'go' }] },
      { parts: [{ text: 'I look.' }, { id: 'c1', name: 'search', args: '{"q":"x"}' }], usage: { input: 5, output: 3, cacheRead: 4 } },
      { parts: [{ callId: 'c1' }] },
      { parts: [{ text: 'It works.' }], model: 'claude-x' },
      { parts: [{ text: 'Another.' }] },
      { parts: [{ text: 'And another.' }] },
    ]);
    expect(messages).toHaveLength(6);
    expect(messages[1]!.parts).toHaveLength(2);
  });

  it('keeps data that a tool answered with, what ran at the provider as text, and names of files in both places', () => {
    const [human, ai, tool] = messagesOf([
      dict('human', { content: [{ type: 'file', base64: 'CCCC', mime_type: 'application/pdf', extras: { filename: 'a.pdf' } }] }),
      dict('ai', { content: [{ type: 'server_tool_use', name: 'web_search', input: { query: 'x' } }], tool_calls: [CALL] }),
      dict('tool', { content: [{ port: 8443 }], tool_call_id: 'c1' }),
    ]);
    expect(human!.parts).toMatchObject([{ type: 'file', name: 'a.pdf' }]);
    expect(ai!.parts).toMatchObject([
      { type: 'text', text: '[web_search] {"query":"x"}' },
      { type: 'tool-call', id: 'c1' },
    ]);
    expect(tool!.parts).toMatchObject([{ content: [{ type: 'text', text: '{"port":8443}' }] }]);
  });

  it('leaves messages of other notations alone', () => {
    const formatOf = (value: unknown): string => {
      const parsed = parseTranscript(JSON.stringify(value));
      return parsed.ok ? parsed.value.format : parsed.error.code;
    };
    expect(formatOf([{ role: 'human', type: 'message', content: 'x' }])).toBe('openai-chat');
    expect(formatOf({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'x' }] })).toBe('anthropic-messages');
  });
});

/** What the constructors of LangChain's messages insist on, by the documentation of their fields. */
function problemsOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return ['no list'];
  const open = new Set<unknown>();
  return (list as readonly Json[]).flatMap(({ type, data, ...others }, i) => {
    const at = (problem: string): string => `${i}: ${problem}`;
    if (typeof data !== 'object' || data === null || Object.keys(others).length > 0) return [at('not {type, data}')];
    const { content, tool_calls: calls, tool_call_id: answered, status, id, name, additional_kwargs: kwargs, ...fields } = data as Json;
    const blocks = Array.isArray(content) ? (content as readonly Json[]) : [];
    const problems = [
      ...(['human', 'ai', 'system', 'tool'].includes(String(type)) ? [] : ['type']),
      ...(fields.type === type ? [] : ['data.type differs from type']),
      ...(typeof content === 'string' || (blocks.length > 0 && blocks.every((block) => typeof block.type === 'string')) ? [] : ['content']),
      ...(typeof id === 'string' ? [] : ['id']),
      ...(name === null || typeof name === 'string' ? [] : ['name']),
      ...(typeof kwargs === 'object' && kwargs !== null && typeof fields.response_metadata === 'object' ? [] : ['additional_kwargs']),
      ...((type === 'tool') === (typeof answered === 'string') ? [] : ['tool_call_id']),
      ...(type !== 'tool' || status === 'success' || status === 'error' ? [] : ['status']),
      ...(type !== 'tool' || open.delete(answered) ? [] : ['answers no call']),
      ...(type === 'tool' || open.size === 0 ? [] : ['calls without a result before it']),
    ];
    for (const call of (calls ?? []) as readonly Json[]) {
      open.add(call.id);
      const named = typeof call.name === 'string' && typeof call.id === 'string' && call.type === 'tool_call';
      if (!named || typeof call.args !== 'object' || call.args === null || Array.isArray(call.args)) problems.push('tool_calls');
    }
    return problems.map(at);
  });
}

describe('an export to LangChain', () => {
  const transcript: Transcript = {
    id: 't',
    format: 'playground',
    model: 'claude-x',
    tools: [],
    compactions: [{ at: 0, summaryId: 's' }],
    branches: [],
    subagents: [],
    messages: [
      { id: 's', role: 'user', synthetic: true, compaction: { kind: 'summary' }, parts: [{ type: 'text', text: 'So far: one' }] },
      {
        id: 'a',
        role: 'assistant',
        model: 'claude-x',
        usage: { input: 30, output: 5, cacheRead: 60, cacheWrite: 10 },
        parts: [
          { type: 'reasoning', text: 'hm', signature: 's' },
          { type: 'tool-call', id: 'c 1', name: 'read file', args: 'no JSON' },
          { type: 'text', text: 'and after it' },
          { type: 'tool-call', id: 'c2', name: 'f', args: '{"q":1}' },
        ],
      },
      {
        id: 'r',
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c 1', content: [{ type: 'image', mime: 'image/png', data: 'AAAA' }], isError: true }],
      },
      { id: 'u', role: 'user', name: 'ann b', parts: [{ type: 'text', text: 'go on' }] },
    ],
  };

  it('is a list that messages_from_dict takes, every call answered, and a summary known as one', () => {
    const written = serializeTranscript(transcript, 'langchain');
    if (!written.ok) throw new Error(written.error.message);
    const list = JSON.parse(written.value.text) as readonly { readonly type: string; readonly data: Json }[];
    expect(problemsOf(list)).toEqual([]);
    expect(list.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'tool', 'human']);
    expect(list[0]!.data.additional_kwargs).toEqual({ lc_source: 'summarization' });
    expect(list[1]!.data).toMatchObject({
      content: [{ type: 'thinking' }, { type: 'tool_use', name: 'read_file' }, { type: 'text' }, { type: 'tool_use', name: 'f' }],
      tool_calls: [
        { name: 'read_file', args: { input: 'no JSON' } },
        { name: 'f', args: { q: 1 }, id: 'c2' },
      ],
      usage_metadata: { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_token_details: { cache_read: 60, cache_creation: 10 } },
      response_metadata: { model_name: 'claude-x' },
    });
    expect(list[2]!.data).toMatchObject({ status: 'error', content: [{ type: 'image', source_type: 'base64', mime_type: 'image/png' }] });
    expect(list[4]!.data.name).toBe('ann_b');
    expect(written.value.warnings.map(({ code }) => code).toSorted()).toEqual(['args-wrapped', 'name-changed', 'result-added']);
  });

  it('gives every message an id of its own, because a graph takes one with a known id for its new version', () => {
    const result = (callId: string): Message['parts'][number] => ({ type: 'tool-result', callId, content: [{ type: 'text', text: callId }] });
    const both: Transcript = {
      ...transcript,
      messages: [transcript.messages[1]!, { id: 'r', role: 'tool', parts: [result('c 1'), result('c2')] }],
    };
    const written = serializeTranscript(both, 'langchain');
    if (!written.ok) throw new Error(written.error.message);
    const list = JSON.parse(written.value.text) as readonly { readonly data: Json }[];
    expect(list.map(({ data }) => data.id)).toEqual(['a', 'r', 'r~2']);
  });

  it('would fail the check without its parts', () => {
    const [first] = [dict('ai', { content: '', type: 'ai', id: 'a', name: null, tool_calls: [CALL] })];
    expect(problemsOf([first, dict('human', { content: 'x', type: 'human', id: 'b', name: null })])).toEqual(['1: calls without a result before it']);
    expect(problemsOf([{ type: 'human', content: 'x' }])).toEqual(['0: not {type, data}']);
  });
});
