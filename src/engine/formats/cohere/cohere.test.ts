import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

it('reads what was planned before calls as reasoning, documents as text, and the answer with its usage', () => {
  const parsed = readAs('cohere', {
    request: {
      model: 'command-a-03-2025',
      documents: ['The lamp is red.', { id: 'd', data: { title: 'Lantern', text: 'green' } }],
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Which?' },
        { role: 'assistant', tool_plan: 'I read.', tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }] },
        {
          role: 'tool',
          tool_call_id: 'c',
          content: [
            { type: 'document', document: { id: 'c:0', data: '4711' } },
            { type: 'document', document: { data: { n: 815 } } },
          ],
        },
      ],
    },
    response: {
      id: 'r',
      finish_reason: 'COMPLETE',
      message: {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: '4711.' },
        ],
        citations: [{ start: 0, end: 4, text: '4711', sources: [] }],
      },
      usage: { billed_units: { input_tokens: 1, output_tokens: 1 }, tokens: { input_tokens: 90, output_tokens: 3 } },
    },
  });
  expect(outline(parsed.conversations[0]!)).toEqual([
    'S Be short.',
    'u The lamp is red. / {"title":"Lantern","text":"green"}',
    'U Which?',
    'A ~I read. / read{}',
    'T =4711|{"n":815}',
    'A ~hm / 4711.',
  ]);
  expect(parsed.conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 90, output: 3 });
  expect(parsed.warnings).toEqual([]);
});

it('reads the older history', () => {
  const parsed = readAs('cohere', {
    model: 'command-r',
    preamble: 'Be short.',
    message: 'And now?',
    chat_history: [
      { role: 'USER', message: 'Hi' },
      { role: 'CHATBOT', message: 'I look.', tool_calls: [{ name: 'read', parameters: { p: 1 } }] },
      { role: 'TOOL', tool_results: [{ call: { name: 'read', parameters: { p: 1 } }, outputs: [{ n: 1 }] }] },
    ],
  });
  expect(outline(parsed.conversations[0]!)).toEqual(['S Be short.', 'U Hi', 'A I look. / read{"p":1}', 'T ={"n":1}', 'U And now?']);
  expect(codes(parsed)).toEqual({});
});
