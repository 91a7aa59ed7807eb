import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const message = (messageId: number, role: string, content: object[], more: object = {}): object => ({ role, messageId, content, ...more });
const text = (value: string): object => ({ type: 'text', text: value });
const run = (toolUseID: string, own: object): object => ({ type: 'tool_result', toolUseID, run: own });
const use = (id: string): object => ({ type: 'tool_use', id, name: 'Read', input: { path: id } });

it('reads runs of every kind, what was put into the context, and the usage of models that write no cache', () => {
  const usage = { model: 'gpt-5', inputTokens: 1, outputTokens: 2, cacheCreationInputTokens: 90, cacheReadInputTokens: 5 };
  const parsed = readAs('amp', {
    id: 'T-1',
    title: 'Lamp',
    messages: [
      message(0, 'info', [text('use tabs')]),
      message(1, 'user', [text('go')]),
      message(2, 'assistant', [use('a'), use('b'), use('c'), { type: 'hologram' }], { usage }),
      message(3, 'user', [
        run('a', { status: 'done', result: { output: '4711' } }),
        run('b', { status: 'done', result: { exitCode: 1, output: 'x' } }),
        run('c', { status: 'cancelled' }),
      ]),
      { role: 'assistant', messageId: 4, text: 'older' },
    ],
  });
  expect(outline(parsed.conversations[0]!)).toEqual([
    'u use tabs',
    'U go',
    'A Read{"path":"a"} / Read{"path":"b"} / Read{"path":"c"}',
    'T =4711 / ={"exitCode":1,"output":"x"} / !',
    'A older',
  ]);
  expect(parsed.conversations[0]!.messages[2]).toMatchObject({ model: 'gpt-5', usage: { input: 91, output: 2, cacheRead: 5, cacheWrite: 0 } });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

const given = caseFile('misread__amp-thread-results-empty.json');
it.skipIf(!given)('reads the case', () => {
  const parsed = readAs('amp', given!);
  expect(outline(parsed.conversations[0]!)).toEqual([
    'u AGENTS.md: use tabs.',
    'U Why is the login white?',
    'A ~look <s> / I read it. / Read{"path":"/w/login.tsx"} / Read{"path":"/w/none.tsx"}',
    'T ={"absolutePath":"/w/login.tsx","content":"1: return null"} / !no such file',
    'A It returns null.',
  ]);
  expect(parsed.conversations[0]!.title).toBe('Repair login');
  expect(parsed.conversations[0]!.messages[2]!.usage).toEqual({ input: 10, output: 30, cacheWrite: 100, cacheRead: 9000 });
});
