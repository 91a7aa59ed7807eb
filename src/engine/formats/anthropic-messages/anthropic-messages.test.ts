import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const call = (id: string): Json => ({ type: 'tool_use', id, name: 'ls', input: { p: id } });
const result = (id: string, content: unknown = 'ok', more: Json = {}): Json => ({ type: 'tool_result', tool_use_id: id, content, ...more });
const user = (...content: unknown[]): Json => ({ role: 'user', content });
const assistant = (...content: unknown[]): Json => ({ role: 'assistant', content });
const text = (value: string): Json => ({ type: 'text', text: value });

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('anthropic-messages');
  return parsed.value;
}
const first = (value: unknown): Transcript => parse(value).conversations[0]!;
const body = (transcript: Transcript): { body: Json; codes: string[] } => {
  const written = serializeTranscript(transcript, 'anthropic-messages');
  return {
    body: JSON.parse(written.ok ? written.value.text : 'null') as Json,
    codes: written.ok ? written.value.warnings.map(({ code }) => code) : [],
  };
};

describe('Anthropic Messages', () => {
  it('reads system, thinking, calls, results and media', () => {
    const transcript = first({
      model: 'claude-x',
      max_tokens: 10,
      system: [{ ...text('You are brief.'), cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'ls', description: 'lists', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'go' },
        assistant({ type: 'thinking', thinking: 'hm', signature: 's' }, { type: 'redacted_thinking', data: 'enc' }, text(''), call('a'), call('b')),
        user(
          result('b', [text('x'), { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }], { is_error: true }),
          result('a', null),
          text('<system-reminder>x</system-reminder>'),
          { type: 'document', title: 'd', source: { type: 'url', url: 'https://x.org/d.pdf' } },
        ),
      ],
    });
    expect(transcript).toMatchObject({
      model: 'claude-x',
      tools: [{ name: 'ls', description: 'lists', schema: { type: 'object' } }],
      extra: { max_tokens: 10 },
    });
    expect(transcript.messages.map(({ id, role, parts }) => [id, role, parts])).toEqual([
      ['system', 'system', [{ type: 'text', text: 'You are brief.' }]],
      ['m1', 'user', [{ type: 'text', text: 'go' }]],
      [
        'm2',
        'assistant',
        [
          { type: 'reasoning', text: 'hm', signature: 's' },
          { type: 'reasoning', text: '', encrypted: 'enc' },
          { type: 'tool-call', id: 'a', name: 'ls', args: '{"p":"a"}' },
          { type: 'tool-call', id: 'b', name: 'ls', args: '{"p":"b"}' },
        ],
      ],
      [
        'm3',
        'tool',
        [
          {
            type: 'tool-result',
            callId: 'b',
            name: 'ls',
            isError: true,
            content: [
              { type: 'text', text: 'x' },
              { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' },
            ],
          },
          { type: 'tool-result', callId: 'a', name: 'ls', content: [] },
        ],
      ],
      [
        'm3/2',
        'user',
        [
          { type: 'text', text: '<system-reminder>x</system-reminder>' },
          { type: 'file', name: 'd', url: 'https://x.org/d.pdf' },
        ],
      ],
    ]);
  });

  it('reads what the provider counted for a summary that it wrote within a request', () => {
    const usage = {
      input_tokens: 23,
      output_tokens: 10,
      iterations: [
        { type: 'compaction', input_tokens: 180, output_tokens: 35, cache_read_input_tokens: 4 },
        { type: 'message', input_tokens: 23, output_tokens: 10 },
        { type: 'compaction', input_tokens: 20, output_tokens: 5 },
      ],
    };
    const { messages, compactions } = first({
      messages: [
        { role: 'user', content: 'long' },
        { ...assistant({ type: 'compaction', content: 'In short' }, text('ok')), usage },
      ],
    });
    expect(compactions).toEqual([{ at: 1, summaryId: 'm2/compaction', usage: { input: 200, output: 40, cacheRead: 4, cacheWrite: 0 } }]);
    expect(messages.at(-1)!.usage).toEqual({ input: 23, output: 10, cacheRead: 0, cacheWrite: 0 });
  });

  it('marks the summary of a server-side compaction', () => {
    const { messages, compactions } = first({
      messages: [{ role: 'user', content: 'long' }, assistant({ type: 'compaction', content: 'In short' }, text('ok'))],
    });
    expect(compactions).toEqual([{ at: 1, summaryId: 'm2/compaction' }]);
    expect(messages.map(({ role, compaction }) => [role, compaction?.kind])).toEqual([
      ['user', undefined],
      ['user', 'summary'],
      ['assistant', undefined],
    ]);
  });

  it('reads recorded exchanges, bodies as JSON text too, and keeps server tools as text', () => {
    const request = { method: 'POST', body: JSON.stringify({ model: 'claude-x', messages: [{ role: 'user', content: 'weather?' }] }) };
    const response = {
      body: {
        type: 'message',
        role: 'assistant',
        model: 'claude-y',
        usage: { input_tokens: 3, output_tokens: 4 },
        content: [
          { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: 's',
            content: [{ type: 'web_search_result', title: 'T', url: 'https://t', encrypted_content: 'zzzz' }],
          },
          text('Sunny'),
        ],
      },
    };
    const parsed = parse([{ request, response }]);
    expect(parsed.conversations[0]!.messages[1]).toMatchObject({
      role: 'assistant',
      model: 'claude-y',
      usage: { input: 3, output: 4 },
      parts: [{ text: '[web_search] {"query":"x"}' }, { text: 'T https://t' }, { text: 'Sunny' }],
    });
    expect(parsed.warnings.map(({ code }) => code)).toEqual(['server-tool', 'encrypted-content']);
  });

  it('keeps results that are data, and attached files, as text', () => {
    const { messages } = first([
      user({ type: 'file', path: '/a.ts', content: 'const a = 1;' }),
      assistant(call('a')),
      user(result('a', [{ query: 'q', result: 'r' }])),
    ]);
    expect(messages[0]!.parts).toEqual([{ type: 'text', text: '/a.ts\nconst a = 1;' }]);
    expect(messages[2]!.parts).toMatchObject([{ content: [{ type: 'text', text: '{"query":"q","result":"r"}' }] }]);
  });

  it('reads messages line by line, and says what it does not know', () => {
    const parsed = parse(`${JSON.stringify(user(text('hi'), { type: 'hologram' }))}\n${JSON.stringify(assistant(call('a')))}`);
    expect(parsed.conversations[0]!.messages).toHaveLength(2);
    expect(parsed.warnings.map(({ code, path }) => [code, path])).toEqual([
      ['unknown-part', '$[0]'],
      ['unanswered-call', undefined],
    ]);
  });

  it('writes one user message after each call: results first, then what was said', () => {
    const transcript = first([user(text('go')), assistant(call('a'), call('b')), user(text('wait')), user(result('b')), user(text('so?'))]);
    expect(body(transcript)).toEqual({
      body: {
        max_tokens: 4096,
        messages: [
          { role: 'user', content: 'go' },
          assistant(call('a'), call('b')),
          user(result('a', '[No result was recorded for this call.]'), result('b'), text('wait'), text('so?')),
        ],
      },
      codes: ['result-added'],
    });
  });

  it('puts a user message first, merges neighbours, and leaves out thinking it cannot vouch for', () => {
    const message = (id: string, role: 'system' | 'user' | 'assistant', parts: Transcript['messages'][number]['parts']) => ({ id, role, parts });
    const say = (value: string) => ({ type: 'text', text: value }) as const;
    const { body: written, codes } = body({
      id: 't',
      format: 'openai-chat',
      model: 'gpt-4o',
      tools: [],
      compactions: [],
      branches: [],
      subagents: [],
      messages: [
        message('1', 'system', [say('A')]),
        message('2', 'system', [say('B')]),
        message('3', 'assistant', [{ type: 'reasoning', text: 'hm' }, say('x')]),
        message('4', 'assistant', [say('y')]),
        message('5', 'system', [say('late')]),
      ],
    });
    expect(written).toEqual({
      max_tokens: 4096,
      system: [text('A'), text('B')],
      messages: [
        { role: 'user', content: '[The beginning of this conversation was removed.]' },
        assistant(text('x'), text('y')),
        { role: 'user', content: '<system-prompt>\nlate\n</system-prompt>' },
      ],
    });
    expect(codes).toEqual(['lost-reasoning', 'system-as-user', 'user-first']);
  });

  it('writes nothing that the API refuses: blank texts, white space at the end, half characters, schemas of no object', () => {
    const schema = { properties: { p: { type: 'string' } } };
    const { body: written, codes } = body(
      first({
        system: [text(' '), text('Be careful.')],
        tools: [{ name: 'ls', input_schema: schema }],
        messages: [
          user(text(' \n'), text('go \ud83d')),
          assistant(text('\n\n'), { type: 'tool_use', id: 'a', name: 'ls', input: { p: 'x\udc00' } }),
          user(result('a', ' '), result('b', [text('\t'), text('b')])),
          user(text(' ')),
          assistant(text('done'), text('well \n')),
        ],
      }),
    );
    expect(written).toMatchObject({
      system: 'Be careful.',
      messages: [
        { role: 'user', content: 'go \ufffd' },
        { role: 'assistant', content: [{ type: 'tool_use', input: { p: 'x\ufffd' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a' },
            { type: 'text', text: '[Result of a tool call]\nb' },
          ],
        },
        { role: 'assistant', content: [text('done'), text('well')] },
      ],
      tools: [{ name: 'ls', input_schema: { ...schema, type: 'object' } }],
    });
    expect((written.messages as { content: Json[] }[])[2]!.content[0]).not.toHaveProperty('content');
    expect(codes.sort()).toEqual(['blank-text', 'final-space', 'lone-surrogate', 'orphan-result', 'schema-changed']);
  });

  it('leaves the white space of an answer that is not the last', () => {
    const { body: written, codes } = body(first({ system: 'x', messages: [user(text('go ')), assistant(text('done\n')), user(text('more\n'))] }));
    expect(written.messages).toEqual([
      { role: 'user', content: 'go ' },
      { role: 'assistant', content: 'done\n' },
      { role: 'user', content: 'more\n' },
    ]);
    expect(codes).toEqual([]);
  });

  it('keeps images and files that are references, and texts of documents', () => {
    const source = (type: string, more: Json): Json => ({ type, ...more });
    const given = user(
      text('look'),
      { type: 'image', source: source('url', { url: 'https://example.org/a.png' }) },
      { type: 'image', source: source('file', { file_id: 'file_1' }) },
      { type: 'document', title: 'a.txt', source: source('text', { media_type: 'text/plain', data: 'hello' }) },
    );
    const transcript = first({ system: 'x', messages: [given] });
    expect(transcript.messages[1]!.parts.slice(1)).toEqual([
      { type: 'image', url: 'https://example.org/a.png' },
      { type: 'image', url: 'file_1' },
      { type: 'text', text: 'hello', document: { title: 'a.txt' } },
    ]);
    expect(body(transcript).body.messages).toEqual([given]);
  });
});
