import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';

it('builds the context from events; packed lines count as many events as they have chunks', () => {
  const text = (value: string): object => ({ type: 'text', text: value });
  const parsed = readAs(
    'deepseek-harness',
    jsonLines([
      { type: 'session', version: 0, id: 's', createdAt: 0, cwd: '/w' },
      { type: 'turn/start', data: { turn: 1 } },
      { type: 'user/message', data: { content: [text('a')], source: { kind: 'user' } }, surfaceOp: 'append' },
      { type: 'request/header', data: { header: { system: 'You are.', config: { model: 'm' }, tools: [{ name: 'bash' }] } } },
      { type: 'request/context', data: { contextWindow: 128_000 } },
      { type: 'text-chunks', data: { chunks: [1, 2, 3] } },
      {
        type: 'assistant/message',
        data: {
          message: {
            id: 'x',
            content: [
              { type: 'reasoning', text: 'hm' },
              { type: 'tool-call', id: 'c', name: 'bash', arguments: '{}' },
            ],
            source: { kind: 'model', model: 'm' },
          },
          usage: { inputTokens: 9, outputTokens: 2 },
        },
      },
      { type: 'tool/result', data: { callId: 'c', content: [text('no')], isError: true } },
      { type: 'user/message', data: { content: [text('In short: a.')], source: { kind: 'plugin' } }, surfaceOp: { op: 'replace', start: 0, end: 6 } },
      { type: 'hologram', data: {} },
    ]),
  );
  const [only] = parsed.conversations;
  expect(outline(only!)).toEqual(['S You are.', 'U a', 'A ~hm / bash{}', 'T !no', 'C In short: a.']);
  // Events 7 and 8 are the answer and the result.
  expect(only!.compactions).toMatchObject([{ at: 4, keptFrom: 'x', kept: ['x', only!.messages[3]!.id] }]);
  expect(only).toMatchObject({
    id: 's',
    model: 'm',
    window: 128_000,
    tools: [{ name: 'bash' }],
    messages: [{}, {}, { usage: { input: 9 } }, {}, {}],
  });
  expect(codes(parsed)).toEqual({ 'unknown-entry': 1 });
});
