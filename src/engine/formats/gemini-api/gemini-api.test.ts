import { describe, expect, it } from 'vitest';
import { sharedFiles } from '../../testing/shared.ts';
import type { Part } from '../../transcript/types.ts';
import type { Parsed } from '../contract.ts';
import { parseTranscript, serializeTranscript } from '../index.ts';

type Json = Record<string, unknown>;
const content = (role: string, ...parts: readonly (string | Json)[]): Json => ({
  role,
  parts: parts.map((part) => (typeof part === 'string' ? { text: part } : part)),
});
const call = (name: string, args: Json = {}): Json => ({ functionCall: { name, args } });
const answer = (name: string, response: unknown): Json => ({ functionResponse: { name, response } });
const chunk = (parts: readonly Json[], more: Json = {}): Json => ({ candidates: [{ content: { role: 'model', parts }, index: 0 }], ...more });

function parse(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect(parsed.value.format).toBe('gemini-api');
  return parsed.value;
}
const first = (value: unknown) => parse(value).conversations[0]!;
const messagesOf = (value: unknown) => first(value).messages;
const partsOf = (...contents: readonly Json[]): readonly Part[] => messagesOf({ contents }).flatMap(({ parts }) => parts);
function body(value: unknown): Json {
  const written = serializeTranscript(first(value), 'gemini-api');
  return JSON.parse(written.ok ? written.value.text : 'null') as Json;
}

describe('where contents are', () => {
  const contents = [content('user', 'hi'), content('model', 'hello')];
  it.each<[string, unknown, number]>([
    ['a request', { contents }, 2],
    ['contents as one content', { contents: content('user', 'hi') }, 1],
    ['contents as a text, in a dump of the SDK', { model: 'gemini-3-pro', contents: 'hi', config: { system_instruction: 'Be brief.' } }, 2],
    ['a bare history', contents, 2],
    ['one content per line', contents.map((one) => JSON.stringify(one)).join('\n'), 2],
    ['a response', chunk([{ text: 'hello' }]), 1],
    ['a request with its response', { request: { contents: contents.slice(0, 1) }, response: chunk([{ text: 'hello' }]) }, 2],
    ['a content without a role', { contents: [{ parts: [{ text: 'hi' }] }] }, 1],
  ])('%s', (_, value, messages) => {
    expect(messagesOf(value)).toHaveLength(messages);
  });

  it.each<[string, unknown]>([
    ['messages of the AI SDK', [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }]],
    ['messages of a trace', [{ role: 'user', parts: [{ type: 'text', content: 'hi' }] }]],
    ['a table of contents', { contents: ['one', 'two'] }],
  ])('%s are none', (_, value) => {
    const parsed = parseTranscript(JSON.stringify(value));
    expect(parsed.ok ? parsed.value.candidates.map(({ format }) => format) : []).not.toContain('gemini-api');
  });

  it('a recording has each answer once, and names the model in the address', () => {
    const recorded = (asked: readonly Json[], text: string): Json => ({
      request: { url: '{URL}/models/gemini-2.5-flash:generateContent', body_segments: [{ contents: asked }] },
      response: {
        body_segments: [chunk([{ text }])],
        sdk_response_segments: [{ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }],
      },
    });
    const value = { replay_id: 'r', interactions: [recorded([content('user', 'one')], '1'), recorded([content('user', 'two')], '2')] };
    const { conversations } = parse(value);
    expect(conversations.map(({ model, messages }) => [model, messages.length])).toEqual([
      ['gemini-2.5-flash', 2],
      ['gemini-2.5-flash', 2],
    ]);
    const longer = [content('user', 'one'), content('model', '1'), content('user', 'more')];
    const repeated = parse({ replay_id: 'r', interactions: [recorded(longer.slice(0, 1), '1'), recorded(longer, '2')] });
    expect(repeated.conversations.map(({ messages }) => messages.length)).toEqual([4]);
    expect(repeated.warnings).toMatchObject([{ code: 'sessions-joined', count: 1 }]);
  });
});

describe('contents', () => {
  it('pair calls without ids by name, in order; results come from the user or from a function', () => {
    const contents = [
      content('user', 'go'),
      content('model', 'Both.', call('read', { path: 'a' }), call('list'), call('read', { path: 'b' })),
      content('user', answer('read', { output: 'A' }), answer('list', { output: 'L' }), answer('read', { output: 'B' }), 'And then?'),
      content('model', call('list')),
      content('function', answer('list', { output: 'L2' })),
      content('model', 'Done.'),
    ];
    const messages = messagesOf({ contents });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'assistant']);
    const results = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part.content]] : [])));
    expect(results).toEqual([
      ['read#1', [{ type: 'text', text: 'A' }]],
      ['list#1', [{ type: 'text', text: 'L' }]],
      ['read#2', [{ type: 'text', text: 'B' }]],
      ['list#2', [{ type: 'text', text: 'L2' }]],
    ]);
    expect(messages[3]!.parts).toEqual([{ type: 'text', text: 'And then?' }]);
  });

  it('are read in snake case, thoughts and signatures apart from text', () => {
    const value = {
      contents: [
        content(
          'user',
          { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
          { file_data: { file_uri: 'gs://b/a.pdf', mime_type: 'application/pdf' } },
        ),
        content('model', { text: 'Hm.', thought: true }, { function_call: { name: 'f', args: {} }, thought_signature: 'c2ln' }),
        content('user', { function_response: { name: 'f', response: { error: 'no' } } }),
      ],
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      tools: [
        { function_declarations: [{ name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } }] },
        { google_search: {} },
      ],
    };
    const { messages, tools } = first(value);
    expect(messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
      ['system', 'text'],
      ['user', 'image', 'file'],
      ['assistant', 'reasoning', 'reasoning', 'tool-call'],
      ['tool', 'tool-result'],
    ]);
    expect(messages[2]!.parts).toMatchObject([{ text: 'Hm.' }, { text: '', signature: 'c2ln' }, { id: 'f#1' }]);
    expect(messages[3]!.parts).toMatchObject([{ isError: true, content: [{ text: 'no' }] }]);
    expect(tools).toEqual([{ name: 'f', schema: { type: 'object', properties: { a: { type: 'string' } } } }, { name: 'google_search' }]);
  });

  it('hold code that the provider ran, and what it gave', () => {
    const ran = content(
      'model',
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'no' } },
      'It failed.',
    );
    expect(messagesOf({ contents: [content('user', 'go'), ran] }).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(partsOf(content('user', 'go'), ran).slice(1)).toMatchObject([
      { name: 'code_execution', args: '{"language":"PYTHON","code":"print(1)"}' },
      { callId: 'code_execution#1', isError: true, content: [{ text: 'no' }] },
      { text: 'It failed.' },
    ]);
  });

  it.each<[unknown, string | undefined]>([
    [{ output: 'plain' }, 'plain'],
    [{ result: 'plain' }, 'plain'],
    [{ output: '' }, undefined],
    [{ result: { ok: true } }, '{"ok":true}'],
    [{ output: 'x', code: 1 }, '{"output":"x","code":1}'],
    [undefined, undefined],
  ])('a response %j is the text %s', (response, text) => {
    const [result] = partsOf(content('user', 'go'), content('model', call('f')), content('user', answer('f', response))).slice(2);
    expect(result).toMatchObject({ content: text === undefined ? [] : [{ text }] });
  });

  it('say what is not understood', () => {
    const { warnings } = parse({ contents: [content('user', 'hi', { hologram: {} })] });
    expect(warnings).toMatchObject([{ code: 'unknown-part', count: 1, path: '$.contents[0]' }]);
  });
});

describe('responses', () => {
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    candidatesTokenCount: 7,
    thoughtsTokenCount: 20,
    toolUsePromptTokenCount: 5,
  };
  const chunks = [
    chunk([{ text: 'I ', thought: true }], { responseId: 'r1', modelVersion: 'gemini-3-pro' }),
    chunk([{ text: 'think.', thought: true }, { text: 'Hel' }], { responseId: 'r1' }),
    chunk([{ text: 'lo' }, call('f')], { responseId: 'r1', usageMetadata }),
  ];

  it.each<[string, unknown]>([
    ['a list', chunks],
    ['an event stream', chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('')],
    ['lines', chunks.map((one) => JSON.stringify(one)).join('\n')],
  ])('as a stream of chunks are one answer: %s', (_, value) => {
    expect(first(value)).toMatchObject({
      model: 'gemini-3-pro',
      messages: [
        {
          role: 'assistant',
          usage: { input: 45, output: 27, cacheRead: 60, cacheWrite: 0 },
          parts: [{ type: 'reasoning', text: 'I think.' }, { text: 'Hello' }, { name: 'f' }],
        },
      ],
    });
  });

  it('have alternatives that are counted, and refuse implausible token counts', () => {
    const value = { candidates: ['a', 'b'].map((text) => ({ content: content('model', text) })), usageMetadata: { promptTokenCount: -1 } };
    expect(parse(value).warnings.map(({ code }) => code)).toEqual(['other-choices', 'invalid-usage']);
  });
});

describe('exports', () => {
  it('bring a request back: prompt, tools of both kinds, signatures with their parts, objects that tools gave', () => {
    const value = {
      model: 'gemini-3-pro',
      generationConfig: { temperature: 0.2 },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        content('user', 'go'),
        content('model', { text: 'Hm.', thought: true }, { ...call('f', { a: 1 }), thoughtSignature: 'c2ln' }, call('g')),
        content('user', answer('f', { rows: [1, 2] }), answer('g', { error: 'no' })),
        content('model', 'Done.'),
      ],
      tools: [{ functionDeclarations: [{ name: 'f', description: 'F.', parametersJsonSchema: { type: 'object' } }] }, { googleSearch: {} }],
    };
    expect(body(value)).toEqual(value);
  });

  it('give no thoughts of another provider, and tell names of files that are lost', () => {
    const chat = parseTranscript(
      JSON.stringify({
        messages: [
          { role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } }] },
          { role: 'assistant', content: 'yes', reasoning_content: 'secret thought' },
        ],
      }),
    );
    const written = serializeTranscript(chat.ok ? chat.value.conversations[0]! : (null as never), 'gemini-api');
    expect(written.ok && written.value.text).not.toContain('secret thought');
    expect(written.ok && written.value.warnings.map(({ code }) => code).toSorted()).toEqual(['lost-file-name', 'lost-reasoning']);
  });
});

const real = sharedFiles().find(({ file }) => file === 'gemini-api/BeehiveInnovations__mldev.json');
describe.skipIf(!real)('a real recording', () => {
  it('is one question with one answer and its usage', () => {
    const [{ messages, model }] = parse(new TextDecoder().decode(real!.bytes())).conversations as [ReturnType<typeof first>];
    expect(model).toBe('gemini-2.5-flash');
    expect(messages.map(({ role, usage }) => [role, usage])).toEqual([
      ['user', undefined],
      ['assistant', { input: 1404, output: 884 + 1883, cacheRead: 0, cacheWrite: 0 }],
    ]);
  });
});
