import { describe, expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const read = (input: object | string) => readAs('bedrock-converse', input);
const user = (...content: object[]): object => ({ role: 'user', content });
const answer = (...content: object[]): object => ({ role: 'assistant', content });
const use = (id: string, input: object = {}): object => ({ toolUse: { toolUseId: id, name: 'read', input } });
const result = (id: string, ...content: object[]): object => ({ toolResult: { toolUseId: id, status: 'success', content } });

const body = {
  modelId: 'anthropic.claude-sonnet-4-6-v1:0',
  system: [{ text: 'Be short.' }, { cachePoint: { type: 'default' } }],
  inferenceConfig: { maxTokens: 512 },
  toolConfig: { tools: [{ toolSpec: { name: 'read', description: 'reads', inputSchema: { json: { type: 'object' } } } }] },
  messages: [
    user({ text: 'Which number?' }),
    answer({ reasoningContent: { reasoningText: { text: 'look', signature: 'sig' } } }, use('t1', { path: 'a.md' })),
    user(result('t1', { text: '4711' }, { json: { ok: true } })),
  ],
};

describe('bedrock-converse', () => {
  it('reads a body: system prompt, tools, calls with their results, signed reasoning', () => {
    const { conversations, warnings } = read(body);
    expect(outline(conversations[0]!)).toEqual(['S Be short.', 'U Which number?', 'A ~look <sig> / read{"path":"a.md"}', 'T =4711|{"ok":true}']);
    expect(conversations[0]).toMatchObject({
      model: 'anthropic.claude-sonnet-4-6-v1:0',
      tools: [{ name: 'read', description: 'reads', schema: { type: 'object' } }],
      messages: [{ cacheHint: true }, {}, {}, {}],
    });
    expect(warnings).toEqual([]);
  });

  it('reads documents that are text as text, bytes as files, and what cannot be resolved as a reference', () => {
    const { conversations } = read([
      user(
        { document: { format: 'md', name: 'notes', source: { bytes: btoa('The lamp is red.') } } },
        { document: { format: 'pdf', name: 'spec', source: { bytes: 'JVBERi0x' } } },
        { image: { format: 'png', source: { s3Location: { uri: 's3://pictures/lamp.png' } } } },
        { guardContent: { text: { text: 'guarded' } } },
      ),
      answer(use('t1')),
    ]);
    expect(outline(conversations[0]!)[0]).toBe(
      'U notes\nThe lamp is red. / [file spec application/pdf] / [image image/png s3://pictures/lamp.png] / guarded',
    );
  });

  it('appends the answer with its usage, whose input excludes the cache', () => {
    const usage = { inputTokens: 10, outputTokens: 3, cacheReadInputTokens: 90, cacheWriteInputTokens: 0 };
    const { conversations } = read({ ...body, output: { message: answer({ text: 'It is 4711.' }) }, stopReason: 'end_turn', usage });
    expect(conversations[0]!.messages.at(-1)).toMatchObject({ role: 'assistant', usage: { input: 10, output: 3, cacheRead: 90, cacheWrite: 0 } });
  });

  it('reads a log of invocations: a session that goes on is one, bodies of other providers are theirs, streams are put together', () => {
    const log = (inputBodyJson: unknown, outputBodyJson?: unknown): object => ({
      schemaType: 'ModelInvocationLog',
      timestamp: '2026-05-01T10:00:00Z',
      requestId: 'r1',
      operation: 'Converse',
      modelId: 'anthropic.claude-sonnet-4-6-v1:0',
      input: { inputBodyJson },
      output: { outputBodyJson },
    });
    const stream = [
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'It is ' } } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: '4711.' } } },
      { metadata: { usage: { inputTokens: 7, outputTokens: 2 } } },
    ];
    const { conversations, ...rest } = read(
      jsonLines([
        log({ messages: [body.messages[0]] }, { output: { message: body.messages[1] } }),
        log(JSON.stringify({ messages: body.messages }), stream),
        log(
          { anthropic_version: 'bedrock-2023-05-31', max_tokens: 9, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
          { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Hi.' }], usage: { input_tokens: 1, output_tokens: 1 } },
        ),
        { schemaType: 'ModelInvocationLog', input: { inputBodyS3Path: 's3://logs/big.json' }, output: {} },
      ]),
    );
    expect(conversations.map(outline)).toEqual([
      ['U Which number?', 'A ~look <sig> / read{"path":"a.md"}', 'T =4711|{"ok":true}', 'A It is 4711.'],
      ['U Hello', 'A Hi.'],
    ]);
    expect(conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 7, output: 2 });
    expect(codes({ conversations, ...rest })).toEqual({ 'sessions-joined': 1, 'continued-elsewhere': 1 });
  });

  it('says what it does not know', () => {
    expect(codes(read([user({ text: 'hi' }, { cachePoint: {} }), answer({ text: 'a' }), user({ video: { format: 'mp4' } })]))).toEqual({
      'unknown-part': 1,
    });
  });

  const given = caseFile('misread__bedrock-converse-body.json');
  it.skipIf(!given)('reads the case', () => {
    const { conversations, warnings } = readAs('bedrock-converse', given!);
    expect(outline(conversations[0]!)).toEqual([
      'S You are a coding agent.',
      'U Read a.ts and b.ts.',
      'A ~Two reads. <ErUB> / I read both. / read{"p":"a.ts"} / read{"p":"b.ts"}',
      'T =a = 1 / !{"b":2}|[image image/png]',
      'A a is 1; b failed.',
      'U Try again / [file spec application/pdf] / guarded',
    ]);
    expect(conversations[0]!.tools).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
