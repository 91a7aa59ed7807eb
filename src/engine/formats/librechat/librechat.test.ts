import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

const sample = readFileSync(new URL('../../../../fixtures/formats/librechat.json', import.meta.url), 'utf8');

it('reads a tree, its branches and its parts', () => {
  const parsed = readAs('librechat', sample);
  const [chat] = parsed.conversations;
  expect(outline(chat!)).toEqual([
    'S You keep a garden.',
    'U [file beds.txt text/plain f-1] / Which beds are dry?',
    'A ~The log says it. / I read the log. / read{"path":"moisture.log"}',
    'T =bed 3: 12 %',
    'A Bed 3.',
  ]);
  expect(chat!.branches.map(outline)).toEqual([['A I do not know.']]);
  expect(chat!.messages[2]!.name).toBe('Gardener');
  expect(codes(parsed)).toEqual({});
});

it('reads a list of messages, which is one branch already', () => {
  const said = (id: string, parent: string, isCreatedByUser: boolean, text: string): object => ({
    messageId: id,
    parentMessageId: parent,
    sender: isCreatedByUser ? 'User' : 'GPT',
    isCreatedByUser,
    text,
  });
  const parsed = readAs('librechat', {
    conversationId: 'c',
    title: 't',
    branches: false,
    recursive: false,
    messages: [said('1', '0', true, 'a'), said('2', '1', false, 'b')],
  });
  expect(outline(parsed.conversations[0]!)).toEqual(['U a', 'A b']);
});
