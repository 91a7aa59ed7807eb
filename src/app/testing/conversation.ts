/** A conversation of a file as the worker tells of it: what a test is about, the rest plain. */
import type { ConversationInfo } from '../../worker/protocol.ts';

export const conversationInfo = (changes: Partial<ConversationInfo> = {}): ConversationInfo => ({
  index: 0,
  id: 'one',
  title: 'One',
  messages: 6,
  toolCalls: 1,
  toolResults: 1,
  compactions: 0,
  places: [],
  readable: [],
  opensAt: null,
  parent: null,
  agent: null,
  preview: '',
  ...changes,
});
