import { expect, test } from 'vitest';
import type { ConversationInfo } from '../../worker/protocol.ts';
import { conversationInfo } from '../testing/conversation.ts';
import { inFamilies } from './FileStates.tsx';

const info = (index: number, parent: number | null): ConversationInfo => conversationInfo({ index, parent, id: `c${index}` });

test('subagents follow their conversation, one step in, whatever their place in the file', () => {
  const entries = inFamilies([info(0, null), info(1, null), info(2, 0), info(3, 2), info(4, 1)]);
  expect(entries.map(({ info: i, depth }) => [i.index, depth])).toEqual([
    [0, 0],
    [2, 1],
    [3, 2],
    [1, 0],
    [4, 1],
  ]);
});
