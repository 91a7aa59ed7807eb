import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';
import { caseFile } from '../../testing/shared.ts';

it('follows the latest leaf; searches are text with their name, other answers branches', () => {
  const node = (id: string, parent: string | null, at: number, ...fragments: object[]): object => ({
    id,
    parent,
    children: [],
    message: fragments.length > 0 ? { inserted_at: `2026-05-01T10:00:0${at}Z`, model: 'deepseek-chat', files: [], fragments } : null,
  });
  const parsed = readAs('deepseek-export', [
    {
      id: 'd',
      title: 'Lamp',
      mapping: {
        root: node('root', null, 0),
        1: node('1', 'root', 1, { type: 'REQUEST', content: 'a' }),
        3: node(
          '3',
          '1',
          3,
          { type: 'THINK', content: 'hm' },
          { type: 'SEARCH', results: [{ url: 'https://e.test' }] },
          { type: 'RESPONSE', content: 'b' },
          { type: 'TIP' },
        ),
        2: node('2', '1', 2, { type: 'RESPONSE', content: 'wrong' }),
      },
    },
  ]);
  expect(outline(parsed.conversations[0]!)).toEqual(['U a', 'A ~hm / [SEARCH]\n[{"url":"https://e.test"}] / b']);
  expect(parsed.conversations[0]!.branches).toMatchObject([{ forkedFrom: '1', messages: [{ parts: [{ text: 'wrong' }] }] }]);
  expect(codes(parsed)).toEqual({ 'unknown-part': 1 });
});

const given = caseFile('wording__deepseek-export-no-message-was-found.json');
it.skipIf(!given)('reads the case', () => {
  const { conversations } = readAs('deepseek-export', given!);
  expect(outline(conversations[0]!)).toEqual(['U Capital of France?', 'A ~Easy. / Paris.']);
  expect(conversations[0]!.title).toBe('Capital');
});
