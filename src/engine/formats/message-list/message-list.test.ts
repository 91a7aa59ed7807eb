import { describe, expect, it } from 'vitest';
import type { Transcript } from '../../transcript/types.ts';
import { parseTranscript } from '../index.ts';
import type { Parsed } from '../contract.ts';

function read(value: unknown): Parsed {
  const parsed = parseTranscript(typeof value === 'string' ? value : JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

const lines = (...values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');
const outline = ({ messages }: Transcript): unknown[] => messages.map(({ role, parts }) => [role, ...parts.map(sayingOf)]);
const sayingOf = (part: Transcript['messages'][number]['parts'][number]): string => {
  if (part.type === 'tool-call') return `${part.name}${part.args}`;
  if (part.type === 'tool-result') return `→ ${part.content.map((inner) => (inner.type === 'text' ? inner.text : inner.type)).join('|')}`;
  return part.type === 'text' ? part.text : part.type === 'reasoning' ? `(${part.text})` : part.type;
};

const TALK = [
  ['user', 'Which number is the lamp?'],
  ['assistant', 'It is 4711.'],
];

describe('a list of roles and contents', () => {
  it.each<readonly [string, unknown]>([
    [
      'roles in capitals',
      {
        log: [
          { role: 'USER', content: TALK[0]![1] },
          { role: 'ASSISTANT', content: TALK[1]![1] },
        ],
      },
    ],
    [
      'the role ai and a text',
      {
        trajectory: [
          { role: 'human', text: TALK[0]![1] },
          { role: 'ai', text: TALK[1]![1] },
        ],
      },
    ],
    [
      'from and value',
      {
        dialog: [
          { from: 'human', value: TALK[0]![1] },
          { from: 'gpt', value: TALK[1]![1] },
        ],
      },
    ],
    [
      'senders',
      {
        chat: [
          { sender: 'customer', message: TALK[0]![1] },
          { sender: 'bot', message: TALK[1]![1] },
        ],
      },
    ],
    [
      'content as one object',
      {
        turns: [
          { role: 'user', content: { type: 'text', text: TALK[0]![1] } },
          { role: 'assistant', content: { text: TALK[1]![1] } },
        ],
      },
    ],
    [
      'messages one below',
      { history: [{ message: { role: 'user', content: TALK[0]![1] } }, { message: { role: 'assistant', content: TALK[1]![1] } }] },
    ],
    ['the type as the role', lines({ type: 'user', content: TALK[0]![1] }, { type: 'assistant', content: TALK[1]![1] })],
    ['a key for the role', { thread: [{ User: { content: [{ Text: TALK[0]![1] }] } }, { Agent: { content: [{ Text: TALK[1]![1] }] } }] }],
    [
      'any key, deep',
      {
        data: {
          run: {
            steps: [
              { role: 'user', content: TALK[0]![1] },
              { role: 'assistant', content: TALK[1]![1] },
            ],
          },
        },
      },
    ],
    [
      'JSON in a text',
      {
        row: JSON.stringify([
          { role: 'user', content: TALK[0]![1] },
          { role: 'assistant', content: TALK[1]![1] },
        ]),
      },
    ],
    [
      'JSON in JSON in a text',
      {
        row: JSON.stringify(
          JSON.stringify([
            { role: 'user', content: TALK[0]![1] },
            { role: 'assistant', content: TALK[1]![1] },
          ]),
        ),
      },
    ],
  ])('is read with %s', (_, value) => {
    const { format, confidence, conversations, warnings } = read(value);
    expect([format, confidence]).toEqual(['message-list', 0.4]);
    expect(warnings.map(({ code }) => code)).toContain('generic-messages');
    expect(outline(conversations[0]!)).toEqual(TALK);
  });

  it('reads every part by its own type, whoever wrote it', () => {
    const { conversations, warnings } = read({
      anything: [
        { role: 'system', content: 'Be short.' },
        {
          role: 'user',
          content: [{ type: 'input_text', text: 'a' }, { text: 'b' }, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
        },
        {
          role: 'assistant',
          content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'c' }] }, { toolUse: { toolUseId: '1', name: 'f', input: { d: 1 } } }],
        },
        { role: 'user', content: [{ toolResult: { toolUseId: '1', status: 'error', content: [{ json: { e: 1 } }] } }] },
        { role: 'model', parts: [{ text: 'g', thought: true }, { functionCall: { id: '2', name: 'h', args: {} } }] },
        { role: 'user', parts: [{ functionResponse: { id: '2', name: 'h', response: { output: 'i' } } }] },
        { role: 'assistant', content: null, tool_calls: [{ function: 'j', args: { k: 2 }, id: '3' }] },
        { role: 'tool', tool_call_id: '3', content: [{ type: 'text', content: 'l' }], error: 'no' },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '4', toolName: 'm', input: {} }] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: '4', output: { type: 'text', value: 'n' } }] },
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'o' }] },
        { role: 'assistant', content: 'p', refusal: 'q', audio: { transcript: 'r' } },
      ],
    });
    expect(outline(conversations[0]!)).toEqual([
      ['system', 'Be short.'],
      ['user', 'a', 'b', 'image'],
      ['assistant', '(c)', 'f{"d":1}'],
      ['tool', '→ {"e":1}'],
      ['assistant', '(g)', 'h{}'],
      ['tool', '→ i'],
      ['assistant', 'j{"k":2}'],
      ['tool', '→ l'],
      ['assistant', 'm{}'],
      ['tool', '→ n'],
      ['assistant', '(o)'],
      ['assistant', 'p', 'q', 'r'],
    ]);
    const results = conversations[0]!.messages.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.type === 'tool-result' ? [part.isError ?? false] : [])),
    );
    expect(results).toEqual([true, false, true, false]);
    expect(warnings.map(({ code }) => code)).toEqual(['generic-messages']);
  });

  it('takes the system prompt, the model, the title and documents from beside it', () => {
    const { conversations } = read({
      title: 'Lamp',
      conversation: {
        system: [{ text: 'Be short.' }],
        modelId: 'm-1',
        documents: [{ id: 'd', data: { text: 'The lamp is 4711.' } }],
        talk: [{ role: 'user', content: [{ text: 'Which?' }] }],
      },
    });
    expect(conversations[0]).toMatchObject({ title: 'Lamp', model: 'm-1' });
    expect(outline(conversations[0]!)).toEqual([
      ['user', expect.stringContaining('The lamp is 4711.')],
      ['system', 'Be short.'],
      ['user', 'Which?'],
    ]);
  });

  it('reads rows as conversations, and a prompt with both of its answers', () => {
    const rows = read([{ conversation: [{ role: 'user', content: 'a' }] }, { conversation: [{ role: 'user', content: 'b' }] }]);
    expect(rows.conversations.map(outline)).toEqual([[['user', 'a']], [['user', 'b']]]);
    const said = (role: string, content: string): unknown[] => [{ role, content }];
    const pairs = read([{ prompt: said('user', 'Which?'), chosen: said('assistant', '4711'), rejected: said('assistant', '12') }]);
    expect(pairs.conversations.map(outline)).toEqual([
      [
        ['user', 'Which?'],
        ['assistant', '4711'],
      ],
      [
        ['user', 'Which?'],
        ['assistant', '12'],
      ],
    ]);
  });

  it('names what it leaves out: other lists, unknown roles, fields and parts', () => {
    const { warnings } = read({
      long: [
        { role: 'user', content: 'a', contextItems: [{ content: 'seen' }] },
        { role: 'narrator', content: 'b' },
        {
          role: 'assistant',
          content: [
            { type: 'hologram', beam: 'c' },
            { type: 'text', text: 'd' },
          ],
        },
      ],
      short: [{ role: 'user', content: 'e' }],
      policy: 'Be kind.',
    });
    expect(Object.fromEntries(warnings.map(({ code, message }) => [code, message]))).toEqual({
      'generic-messages': expect.stringContaining('$.long'),
      'other-list': expect.any(String),
      'unknown-role': expect.stringContaining('narrator'),
      'unknown-part': expect.stringContaining('hologram'),
      'unread-field': expect.stringContaining('contextItems, short, policy'),
    });
  });

  it('reads calls between tags where a result follows', () => {
    const talk = [
      { role: 'user', content: 'Which?' },
      { role: 'assistant', content: 'I look.\n<tool_call>\n{"name": "read", "arguments": {"p": 1}}\n</tool_call>' },
      { role: 'tool', content: '<tool_response>\n4711\n</tool_response>' },
      { role: 'assistant', content: 'Write <tool_call>{"name": "read"}</tool_call> to read.' },
    ];
    const expected = [
      ['user', 'Which?'],
      ['assistant', 'I look.', 'read{"p":1}'],
      ['tool', '→ 4711'],
      ['assistant', 'Write <tool_call>{"name": "read"}</tool_call> to read.'],
    ];
    expect(outline(read({ rows: talk }).conversations[0]!)).toEqual(expected);
    expect(outline(read(talk).conversations[0]!)).toEqual(expected);
  });

  it('is one answer where it was streamed', () => {
    const line = (content: string, done: boolean, more: object = {}): object => ({
      model: 'qwen3',
      message: { role: 'assistant', content },
      done,
      ...more,
    });
    const { conversations } = read(lines(line('4', false), line('711', false), line('', true, { prompt_eval_count: 26, eval_count: 2 })));
    expect(conversations[0]!.messages).toMatchObject([
      { role: 'assistant', parts: [{ type: 'text', text: '4711' }], usage: { input: 26, output: 2 } },
    ]);
  });

  it('is no list of other things', () => {
    for (const value of [
      [
        { type: 'error', message: 'x' },
        { type: 'info', message: 'y' },
      ],
      [
        { from: 'ann@x.test', text: 'hi' },
        { from: 'bob@x.test', text: 'ho' },
      ],
      { users: [{ role: 'admin', name: 'Ann' }] },
    ])
      expect(parseTranscript(JSON.stringify(value)).ok).toBe(false);
  });
});

describe('rows of data sets', () => {
  it('of nebius hold the system prompt in a field of its own', () => {
    const row = {
      trajectory: [
        { role: 'system', system_prompt: 'Be short.', text: null },
        { role: 'user', text: 'Which?', system_prompt: null },
        { role: 'ai', text: '4711', system_prompt: null },
      ],
    };
    expect(outline(read(row).conversations[0]!)).toEqual([
      ['system', 'Be short.'],
      ['user', 'Which?'],
      ['assistant', '4711'],
    ]);
  });

  it('of SWE-smith hold JSON of messages, whose results name their calls in a list', () => {
    const messages = JSON.stringify([
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: 'b', thought: 'b', tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', content: [{ type: 'text', text: 'r' }], tool_call_ids: ['t'] },
    ]);
    const { conversations, warnings } = read({ instance_id: 'i', messages });
    expect(outline(conversations[0]!).at(-1)).toEqual(['tool', '→ r']);
    expect(warnings.map(({ code }) => code)).toEqual(['generic-messages']);
  });

  it('of TRL go on from the prompt, and nothing of them is left out', () => {
    const { conversations, warnings } = read({ prompt: [{ role: 'user', content: 'a' }], completion: [{ role: 'assistant', content: 'b' }] });
    expect(conversations.map(outline)).toEqual([
      [
        ['user', 'a'],
        ['assistant', 'b'],
      ],
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['generic-messages']);
  });
});
