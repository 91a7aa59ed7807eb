import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const item = (message: object, more: object = {}): object => ({ message, contextItems: [], ...more });
const call = { id: 'c', type: 'function', function: { name: 'Read', arguments: '{}' } };

it('reads context, thinking before its answer, results of states, and the summary of a compaction', () => {
  const parsed = readAs('continue', {
    sessionId: 's',
    title: 'Lamp',
    workspaceDirectory: '/w',
    history: [
      { message: { role: 'user', content: 'go' }, contextItems: [{ name: 'a.md', content: '4711' }], editorState: 'go' },
      item({ role: 'thinking', content: 'hm', signature: 's' }),
      item(
        {
          role: 'assistant',
          content: 'I read.',
          toolCalls: [call, { ...call, id: 'd' }],
          usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 90 }, model: 'm' },
        },
        {
          toolCallStates: [
            { toolCallId: 'c', status: 'done', output: [{ name: 'Tool Result', content: 'x' }] },
            { toolCallId: 'd', status: 'errored', output: [{ name: 'e', content: 'no' }] },
          ],
        },
      ),
      item(
        { role: 'assistant', content: [{ type: 'hologram' }, { type: 'text', text: 'done' }] },
        { reasoning: { text: 'so' }, conversationSummary: 'In short: go.' },
      ),
      item({ role: 'user', content: 'on' }),
    ],
  });
  const [only] = parsed.conversations;
  expect(outline(only!)).toEqual([
    'U a.md\n4711 / go',
    'A ~hm <s> / I read. / Read{} / Read{}',
    'T =x',
    'T !no',
    'A ~so / done',
    'C In short: go.',
    'U on',
  ]);
  expect(only).toMatchObject({ model: 'm', compactions: [{ at: 5 }], messages: [{}, { usage: { input: 10, cacheRead: 90 } }, {}, {}, {}, {}, {}] });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

const given = caseFile('refused__continue-session.json');
it.skipIf(!given)('reads the case: a result that stands twice is one', () => {
  const { conversations } = readAs('continue', given!);
  expect(outline(conversations[0]!)).toEqual([
    'U login.tsx\nexport function Login(){return null} / Why is the login white?',
    'A read_file{"filepath":"login.tsx"}',
    'T =export function Login(){return null}',
    'A It returns null.',
  ]);
});
