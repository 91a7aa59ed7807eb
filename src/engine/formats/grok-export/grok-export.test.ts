import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

it('follows the links; answers that were asked for again are branches', () => {
  const response = (_id: string, parent_response_id: string | null, sender: string, message: string, more: object = {}): object => ({
    response: { _id, parent_response_id, sender, message, ...more },
  });
  const parsed = readAs('grok-export', {
    conversations: [
      {
        conversation: { id: 'g', title: 'Lamp' },
        responses: [
          response('1', null, 'human', 'a', { file_attachments: ['f1'] }),
          response('2', '1', 'ASSISTANT', 'wrong'),
          response('3', '1', 'assistant', 'right', { model: 'grok-4', thinking_trace: 'hm', steps: [{ kind: 'x' }] }),
        ],
      },
    ],
  });
  expect(outline(parsed.conversations[0]!)).toEqual(['U a / [file f1]', 'A ~hm / right']);
  expect(parsed.conversations[0]!.branches).toMatchObject([{ forkedFrom: '1', messages: [{ parts: [{ text: 'wrong' }] }] }]);
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

const given = caseFile('refused__grok-com-export.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('grok-export', given!);
  expect(outline(conversations[0]!)).toEqual(['U Capital of France?', 'A Paris.']);
  expect(conversations[0]!.messages[0]!.ts).toBe('2025-09-04T15:33:20.000Z');
});
