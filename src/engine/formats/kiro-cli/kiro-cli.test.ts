import { expect, it } from 'vitest';
import { codes, jsonLines, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

const prompt = (text: string): object => ({ content: { Prompt: { prompt: text } }, additional_context: '', timestamp: null });
const turn = (user: object, assistant: object): object => ({ user, assistant });
const answer = (content: string): object => ({ Response: { message_id: null, content } });

it('puts the summary in the place of turns that are no longer sent', () => {
  const parsed = readAs('kiro-cli', {
    conversation_id: 'k',
    model: 'm',
    history: [
      turn(
        { ...prompt('a'), additional_context: 'rules' },
        { ToolUse: { message_id: '1', content: 'I read.', tool_uses: [{ id: 't', name: 'fs_read', args: { p: 1 } }] } },
      ),
      turn(
        {
          content: {
            CancelledToolUses: { prompt: 'no, b', tool_use_results: [{ tool_use_id: 't', content: [{ Json: { n: 1 } }], status: 'Error' }] },
          },
        },
        answer('c'),
      ),
      turn(prompt('d'), answer('e')),
      turn({ content: { Hologram: {} } }, answer('f')),
    ],
    valid_history_range: [2, 4],
    latest_summary: ['In short: a, b.', {}],
    transcript: ['> a'],
  });
  expect(outline(parsed.conversations[0]!)).toEqual([
    'U rules / a',
    'A I read. / fs_read{"p":1}',
    'T !{"n":1}',
    'U no, b',
    'A c',
    'C In short: a, b.',
    'U d',
    'A e',
    'A f',
  ]);
  expect(parsed.conversations[0]).toMatchObject({ id: 'k', model: 'm', compactions: [{ at: 5, summaryId: 'summary' }] });
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

it('reads the newer lines', () => {
  const line = (kind: string, ...content: object[]): object => ({ version: 'v1', kind, data: { message_id: `${kind}-1`, content } });
  const { conversations } = readAs(
    'kiro-cli',
    jsonLines([
      line('Prompt', { kind: 'text', data: 'go' }),
      line('AssistantMessage', { kind: 'text', data: 'I read.' }, { kind: 'toolUse', data: { toolUseId: 't', name: 'read', input: {} } }),
      line('ToolResults', { kind: 'toolResult', data: { toolUseId: 't', content: [{ kind: 'text', data: 'a = 1' }], status: 'success' } }),
    ]),
  );
  expect(outline(conversations[0]!)).toEqual(['U go', 'A I read. / read{}', 'T =a = 1']);
});

const given = caseFile('refused__kiro-cli-conversation.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('kiro-cli', given!);
  expect(outline(conversations[0]!)).toEqual([
    'U Why is the login white?',
    'A I read it. / fs_read{"path":"login.tsx"}',
    'T =return null',
    'A It returns null.',
  ]);
});
