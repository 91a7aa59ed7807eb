import type { ChatMessage } from '../shared/chat.ts';

const message = (role: ChatMessage['role'], text: string): ChatMessage => ({ role, text, calls: [], images: 0 });
export const system = (text: string): ChatMessage => message('system', text);
export const user = (text: string): ChatMessage => message('user', text);
export const assistant = (text: string): ChatMessage => message('assistant', text);
/** A call with its arguments, under an id. */
export const call = (id: string, name: string, args: unknown, text = ''): ChatMessage => ({
  ...message('assistant', text),
  calls: [{ id, name, args: JSON.stringify(args) }],
});
export const result = (callId: string, text: string, tool = 'read'): ChatMessage => ({ ...message('tool', text), callId, tool });
/** Letters of the fates: K, E, S, D, one per message. */
export const letters = (fates: readonly string[]): string => fates.map((fate) => fate[0]!.toUpperCase()).join('');
