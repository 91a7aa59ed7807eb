import { expect, it } from 'vitest';
import { codes, outline, readAs } from '../../testing/read.ts';

it('takes the words of an answer from its logs, and says where they are missing', () => {
  const item = (role: string, content: string, more: object = {}): object => ({ message: { role, content, id: content }, ...more });
  const parsed = readAs('kiro-ide', {
    sessionId: 's',
    title: 'Lamp',
    selectedModel: 'm',
    history: [
      item('user', 'go'),
      item('assistant', 'On it.', { executionId: 'e', promptLogs: [{ prompt: 'x', completion: 'I read.' }] }),
      item('assistant', 'Working.', { executionId: 'f' }),
    ],
  });
  expect(outline(parsed.conversations[0]!)).toEqual(['U go', 'A On it. / I read.', 'A Working.']);
  expect(codes(parsed)).toEqual({ 'placeholder-answer': 1 });
});

it('reads the older chats', () => {
  const { conversations } = readAs('kiro-ide', {
    executionId: 'e',
    metadata: { modelId: 'm' },
    chat: [
      { role: 'human', content: 'go' },
      { role: 'bot', content: 'done' },
    ],
  });
  expect(outline(conversations[0]!)).toEqual(['U go', 'A done']);
});
