import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const request = {
  model: 'magistral-medium-latest',
  safe_prompt: false,
  tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }],
  messages: [
    { role: 'system', content: 'Be short.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Read' },
        { type: 'image_url', image_url: 'https://e.test/a.png' },
        { type: 'document_url', document_url: 'https://e.test/a.pdf', document_name: 'a' },
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'thinking',
          thinking: [
            { type: 'text', text: 'I ' },
            { type: 'text', text: 'read' },
          ],
        },
      ],
      tool_calls: [{ id: 'D681PevKs', function: { name: 'read', arguments: '{}' } }],
      prefix: false,
    },
    { role: 'tool', name: 'read', tool_call_id: 'D681PevKs', content: '4711' },
  ],
};
const answer = {
  id: 'x',
  object: 'chat.completion',
  model: 'magistral-medium-latest',
  created: 1_777_000_000,
  choices: [{ message: { role: 'assistant', content: '4711.' } }],
  usage: { prompt_tokens: 9, completion_tokens: 2 },
};

it('reads thinking that is a list, addresses, calls and their results', () => {
  const parsed = readAs('mistral', { request, response: answer });
  expect(outline(parsed.conversations[0]!)).toEqual([
    'S Be short.',
    'U Read / [image https://e.test/a.png] / [file a https://e.test/a.pdf]',
    'A ~I read / read{}',
    'T =4711',
    'A 4711.',
  ]);
  expect(parsed.conversations[0]).toMatchObject({ model: 'magistral-medium-latest', tools: [{ name: 'read' }], extra: { safe_prompt: false } });
  expect(parsed.conversations[0]!.messages.at(-1)!.usage).toMatchObject({ input: 9, output: 2 });
  expect(parsed.warnings).toEqual([]);
});

it('says what it does not know', () => {
  const messages = [
    { role: 'user', content: [{ type: 'hologram' }, { type: 'text', text: 'a' }] },
    { role: 'watcher', content: 'b', prefix: true },
  ];
  expect(codes(readAs('mistral', messages))).toEqual({ 'unknown-part': 1, 'unknown-role': 1 });
});
