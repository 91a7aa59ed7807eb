import { convertToModelMessages, type ModelMessage, safeValidateUIMessages, type UIMessage } from 'ai';
import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const text = (value: string): Json => ({ type: 'text', text: value, state: 'done' });
const tool = (id: string, state: string, more: Json = {}): Json => ({ type: 'tool-search', toolCallId: id, state, input: { q: 'x' }, ...more });
const ui = (role: string, parts: readonly Json[], more: Json = {}): Json => ({ id: `${role}-1`, role, parts, ...more });

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('ai-sdk');
  return parsed.value;
}
const messagesOf = (value: unknown) => parse(value).conversations[0]!.messages;
const codes = ({ warnings }: Parsed): Record<string, number> => Object.fromEntries(warnings.map(({ code, count }) => [code, count]));
const outline = (value: unknown): unknown =>
  messagesOf(value).map(({ role, parts }) => [role, parts.map((part) => (part.type === 'text' ? part.text : part.type))]);

describe('UI messages', () => {
  it('of several steps are as many answers, each with its results', () => {
    const parsed = parse({
      id: 'chat-1',
      messages: [
        ui('user', [text('go'), { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' }, { type: 'data-weather', data: {} }]),
        ui(
          'assistant',
          [
            { type: 'step-start' },
            { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 's' } } },
            tool('c1', 'output-available', { output: { hits: 2 } }),
            tool('c2', 'output-error', { errorText: 'no such host' }),
            { type: 'step-start' },
            { type: 'dynamic-tool', toolName: 'mcp', toolCallId: 'c3', state: 'output-available', input: {}, output: { content: [text('found')] } },
            { type: 'source-url', sourceId: 's', url: 'https://example.org' },
            { type: 'step-start' },
            text('done'),
          ],
          { metadata: { createdAt: '2026-01-02T03:04:05Z', model: 'claude-x' } },
        ),
      ],
    });
    expect(parsed.conversations).toMatchObject([
      {
        id: 'chat-1',
        model: 'claude-x',
        messages: [
          { id: 'user-1', role: 'user', parts: [{ text: 'go' }, { type: 'image', mime: 'image/png', data: 'AAAA' }] },
          {
            id: 'assistant-1',
            role: 'assistant',
            ts: '2026-01-02T03:04:05Z',
            parts: [{ type: 'reasoning', signature: 's' }, { id: 'c1', name: 'search', args: '{"q":"x"}' }, { id: 'c2' }],
          },
          {
            role: 'tool',
            parts: [
              { callId: 'c1', content: [{ text: '{"hits":2}' }] },
              { callId: 'c2', isError: true, content: [{ text: 'no such host' }] },
            ],
          },
          { id: 'assistant-1/2', parts: [{ name: 'mcp', args: '{}' }] },
          { role: 'tool', parts: [{ content: [{ text: 'found' }] }] },
          { id: 'assistant-1/3', parts: [{ text: 'done' }] },
        ],
      },
    ]);
    expect(parsed.conversations[0]!.messages).toHaveLength(6);
    expect(codes(parsed)).toEqual({ 'hidden-text': 1 });
  });

  it('have calls without an end, and calls that a person denied', () => {
    const parsed = parse([
      ui('user', [text('go')]),
      ui('assistant', [
        tool('c1', 'input-streaming', { input: undefined }),
        tool('c2', 'input-available'),
        tool('c3', 'approval-requested', { approval: { id: 'a' } }),
        tool('c4', 'output-denied', { approval: { id: 'b', approved: false, reason: 'too dear' } }),
      ]),
    ]);
    const results = parsed.conversations[0]!.messages[2]!.parts;
    expect(results).toEqual([{ type: 'tool-result', callId: 'c4', name: 'search', content: [{ type: 'text', text: 'too dear' }], isError: true }]);
    expect(codes(parsed)).toEqual({ 'unanswered-call': 3 });
  });

  it('of version 4 are read from their parts, whose text `content` repeats', () => {
    const invocation = { toolCallId: 'c1', toolName: 'search', args: { q: 'x' }, state: 'result', result: 'found' };
    const reasoning = {
      type: 'reasoning',
      reasoning: 'hm',
      details: [
        { type: 'text', text: 'hm', signature: 's' },
        { type: 'redacted', data: 'ZW5j' },
      ],
    };
    const parts = [{ type: 'step-start' }, reasoning, { type: 'tool-invocation', toolInvocation: invocation }, { type: 'step-start' }, text('done')];
    expect(
      outline([
        {
          id: 'u',
          role: 'user',
          content: 'go',
          parts: [text('go')],
          experimental_attachments: [{ contentType: 'image/png', url: 'data:image/png;base64,AAAA' }],
        },
        { id: 'a', role: 'assistant', content: 'done', parts },
      ]),
    ).toEqual([
      ['user', ['go', 'image']],
      ['assistant', ['reasoning', 'reasoning', 'tool-call']],
      ['tool', ['tool-result']],
      ['assistant', ['done']],
    ]);
  });

  it('of version 4 without parts end with their content', () => {
    const call = (toolCallId: string, step: number): Json => ({ toolCallId, toolName: 'f', args: {}, state: 'result', result: 'r', step });
    expect(outline([{ id: 'a', role: 'assistant', content: 'done', toolInvocations: [call('c1', 0), call('c2', 0), call('c3', 1)] }])).toEqual([
      ['assistant', ['tool-call', 'tool-call']],
      ['tool', ['tool-result', 'tool-result']],
      ['assistant', ['tool-call']],
      ['tool', ['tool-result']],
      ['assistant', ['done']],
    ]);
  });
});

describe('model messages', () => {
  it('are read with outputs of every kind, and bytes that JSON made an object of', () => {
    const result = (id: string, fields: Json): Json => ({ type: 'tool-result', toolCallId: id, toolName: 'f', ...fields });
    const messages = messagesOf([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', image: { 0: 137, 1: 80, 2: 78, 3: 71 }, mediaType: 'image/png' },
        ],
      },
      { role: 'assistant', content: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'f', input: { id } })) },
      {
        role: 'tool',
        content: [
          result('a', { output: { type: 'text', value: 'plain' } }),
          result('b', { output: { type: 'json', value: [1] } }),
          result('c', { output: { type: 'error-json', value: { code: 5 } } }),
          result('d', { output: { type: 'content', value: [text('seen'), { type: 'media', mediaType: 'image/png', data: 'AAAA' }] } }),
          result('e', { result: 'of version 4' }),
        ],
      },
    ]);
    expect(messages[1]!.parts[1]).toEqual({ type: 'image', mime: 'image/png', bytes: 4, data: 'iVBORw==' });
    expect(messages[3]).toMatchObject({
      role: 'tool',
      parts: [
        { callId: 'a', content: [{ text: 'plain' }] },
        { callId: 'b', content: [{ text: '[1]' }] },
        { callId: 'c', isError: true, content: [{ text: '{"code":5}' }] },
        { callId: 'd', content: [{ text: 'seen' }, { type: 'image', data: 'AAAA' }] },
        { callId: 'e', content: [{ text: 'of version 4' }] },
      ],
    });
    expect(messages).toHaveLength(4);
  });
});

describe('an export to the AI SDK', () => {
  const said = (value: string) => ({ type: 'text', text: value }) as const;
  const call = (id: string, args: string) => ({ type: 'tool-call', id, name: 'read_file', args }) as const;
  const transcript: Transcript = {
    id: 't',
    format: 'playground',
    tools: [],
    compactions: [],
    branches: [],
    subagents: [],
    messages: [
      { id: 's', role: 'system', parts: [said('Be brief.')] },
      { id: 'u', role: 'user', parts: [said('look'), { type: 'image', mime: 'image/png', data: 'AAAA' }] },
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'reasoning', text: 'hm', signature: 's' }, said('I look'), call('c1', '{"path":"a"}'), call('c2', '{}'), call('c3', '{}')],
      },
      { id: 'r', role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', content: [said('one'), said('two')] }] },
      { id: 'r2', role: 'tool', parts: [{ type: 'tool-result', callId: 'c2', content: [said('no such file')], isError: true }] },
      { id: 'b', role: 'assistant', parts: [said('done')] },
    ],
  };
  const exported = (): UIMessage[] => {
    const written = serializeTranscript(transcript, 'ai-sdk');
    if (!written.ok) throw new Error(written.error.message);
    return JSON.parse(written.value.text) as UIMessage[];
  };

  it('is a list that the package validates, and converts to what a model gets: every call with its result', async () => {
    const messages = exported();
    const valid = await safeValidateUIMessages({ messages });
    expect(valid.success ? [] : [valid.error.message]).toEqual([]);
    const converted: ModelMessage[] = await convertToModelMessages(messages);
    expect(converted).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'file', mediaType: 'image/png', data: 'data:image/png;base64,AAAA' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's' } } },
          { type: 'text', text: 'I look' },
          { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a' } },
          { type: 'tool-call', toolCallId: 'c2' },
          { type: 'tool-call', toolCallId: 'c3' },
        ],
      },
      {
        role: 'tool',
        content: [
          { toolCallId: 'c1', output: { type: 'json', value: { content: [{ text: 'one' }, { text: 'two' }] } } },
          { toolCallId: 'c2', output: { type: 'error-text', value: 'no such file' } },
          { toolCallId: 'c3', output: { type: 'text', value: '[No result was recorded for this call.]' } },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
    ]);
    expect(converted).toHaveLength(5);
  });

  it('reads the converted messages again as the same conversation', async () => {
    const texts = (value: unknown): readonly string[] =>
      JSON.stringify(messagesOf(value).map(({ role, parts }) => [role, parts])).match(/"text":"[^"]*"/g) ?? [];
    expect(texts(await convertToModelMessages(exported()))).toEqual(texts(exported()));
  });

  it('would be refused with a part missing', async () => {
    const [first, ...rest] = exported();
    expect((await safeValidateUIMessages({ messages: [{ ...first, parts: [{ type: 'text' }] }, ...rest] })).success).toBe(false);
  });
});
