import { expect, it } from 'vitest';
import type { Message } from '../../transcript/types.ts';
import { chatOf } from './chat.ts';

const asks = (name: string): Message => ({ id: name, role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name, args: '{}' }] });
const answer: Message = { id: 'answer', role: 'tool', parts: [{ type: 'tool-result', callId: 'c', content: [{ type: 'text', text: 'found' }] }] };
const said: Message = { id: 'said', role: 'user', parts: [{ type: 'text', text: 'thanks' }] };

it('contexts share the chat messages of the messages that they share', () => {
  const long = chatOf([asks('search'), answer, said]).messages;
  const short = chatOf([said]);
  expect(short.messages[0]).toBe(long[2]);
  expect(short.origins).toEqual([{ message: 0, parts: [0] }]);
});

it('a result has the tool of the call in its own context', () => {
  const toolIn = (...messages: Message[]) => chatOf(messages).messages.at(-1)!.tool;
  expect(toolIn(asks('search'), answer)).toBe('search');
  expect(toolIn(asks('grep'), answer)).toBe('grep');
  expect(toolIn(answer)).toBeUndefined();
  expect(toolIn(asks('search'), answer)).toBe('search');
});
