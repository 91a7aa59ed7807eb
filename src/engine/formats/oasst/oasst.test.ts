import { expect, it } from 'vitest';
import { parseTranscript } from '../index.ts';

const node = (id: string, role: string, text: string, replies: readonly object[] = [], more: object = {}): object => ({
  message_id: id,
  role,
  text,
  replies,
  ...more,
});

const TREE = {
  message_tree_id: 't1',
  prompt: node('q', 'prompter', 'How do I undo a commit?', [
    node(
      'bad',
      'assistant',
      'Delete the folder.',
      [node('why', 'prompter', 'Why?', [node('x', 'assistant', 'Forget it.'), node('y', 'assistant', 'It is gone then.')])],
      { rank: 1 },
    ),
    node('good', 'assistant', 'git revert', [node('thanks', 'prompter', 'Thanks.')], { rank: 0 }),
    node('spam', 'assistant', 'Buy now', [], { deleted: true }),
  ]),
};

it('reads the best-ranked replies as the conversation and the others as branches, each with its place on the main line', () => {
  const parsed = parseTranscript(`${JSON.stringify(TREE)}\n${JSON.stringify({ ...TREE, message_tree_id: 't2' })}`);
  if (!parsed.ok) throw new Error(parsed.error.message);
  expect([parsed.value.format, ...parsed.value.conversations.map(({ id }) => id)]).toEqual(['oasst', 't1', 't2']);
  const [only] = parsed.value.conversations;
  expect(only!.messages.map(({ id, role }) => [id, role])).toEqual([
    ['q', 'user'],
    ['good', 'assistant'],
    ['thanks', 'user'],
  ]);
  expect(only!.branches.map(({ forkedFrom, messages }) => [forkedFrom, messages.map(({ id }) => id)])).toEqual([
    ['q', ['bad', 'why', 'x']],
    ['q', ['y']],
  ]);
});
