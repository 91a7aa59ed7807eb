import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const request = {
  model: 'qwen3:14b',
  options: { num_ctx: 8192 },
  messages: [
    { role: 'user', content: 'Look', images: ['iVBORw0KGgo='] },
    {
      role: 'assistant',
      content: '',
      thinking: 'hm',
      tool_calls: [{ function: { name: 'read', arguments: { p: 1 } } }, { function: { name: 'list', arguments: {} } }],
    },
    { role: 'tool', content: 'a.ts', tool_name: 'list' },
    { role: 'tool', content: '4711', tool_name: 'read' },
  ],
};
const piece = (content: string, more: object = {}): object => ({
  model: 'qwen3:14b',
  created_at: '2026-05-01T10:00:00Z',
  message: { role: 'assistant', content },
  done: false,
  ...more,
});

it('reads a request: results answer by the names of their tools; the pieces of the answer are one', () => {
  const parsed = readAs(
    'ollama',
    jsonLines([
      request,
      piece('It is '),
      piece('4711.', { message: { content: '4711.', thinking: 'so' } }),
      piece('', { done: true, prompt_eval_count: 90, eval_count: 3 }),
    ]),
  );
  const [only] = parsed.conversations;
  expect(outline(only!)).toEqual(['U Look / [image image/png]', 'A ~hm / read{"p":1} / list{}', 'T =a.ts', 'T =4711', 'A ~so / It is 4711.']);
  expect(only).toMatchObject({
    model: 'qwen3:14b',
    window: 8192,
    messages: [{}, {}, {}, {}, { usage: { input: 90, output: 3 }, ts: '2026-05-01T10:00:00Z' }],
  });
  const ids = new Map(
    only!.messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [[part.name, part.id] as const] : []))),
  );
  expect(only!.messages.slice(2, 4).map(({ parts }) => parts.map((part) => part.type === 'tool-result' && part.callId))).toEqual([
    [ids.get('list')],
    [ids.get('read')],
  ]);
  expect(parsed.warnings).toEqual([]);
});

it('reads /api/generate, several answers, and keeps the longest of requests that go on', () => {
  const generate = { model: 'm', prompt: 'Hi', system: 'Be short.', options: { temperature: 0 } };
  const answers = [
    { model: 'm', response: 'Hel', done: false },
    { model: 'm', response: 'lo', done: true, eval_count: 1, prompt_eval_count: 1 },
  ];
  expect(readAs('ollama', jsonLines([generate, ...answers, ...answers])).conversations.map(outline)).toEqual([
    ['S Be short.', 'U Hi', 'A Hello'],
    ['A Hello'],
  ]);
  const parsed = readAs('ollama', jsonLines([{ ...request, messages: request.messages.slice(0, 2) }, request]));
  expect(parsed.conversations.map(({ messages }) => messages.length)).toEqual([4]);
  expect(codes(parsed)).toEqual({ 'sessions-joined': 1 });
});

const given = caseFile('refused__ollama-stream.jsonl');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('ollama', given!);
  expect(outline(conversations[0]!)).toEqual(['A Paris']);
  expect(conversations[0]!.messages[0]!.usage).toMatchObject({ input: 26, output: 2 });
});
