import type { ChatMessage } from './shared/chat.ts';
import { defineProduct } from './shared/define.ts';
import { messagesTrigger } from '../triggers/seeds.ts';
import { messages } from './shared/params.ts';
import { keeping, unchanged } from './shared/outcome.ts';

type Params = {
  /** Items besides the user's messages from which on a session is compacted. */
  readonly candidates: number;
};

/** Text, each call and each result are items of their own. */
const items = ({ role, text, calls }: ChatMessage): number => (role === 'tool' ? 1 : role === 'assistant' ? (text === '' ? 0 : 1) + calls.length : 0);

/** From 10 items on the provider replaces the whole session by an encrypted item: what it keeps cannot be seen. */
export const openaiAgents = defineProduct<Params>({
  id: 'openai-agents',
  source: { product: 'OpenAI Agents', version: '0.20.0', where: '@openai/agents-openai, OpenAIResponsesCompactionSession', evidence: 'checked' },
  peers: { 'openai-agents': {} },
  params: { candidates: messages(10) },
  hidden: true,
  trigger: ({ candidates }) => messagesTrigger(candidates, 'user'),
  compact(messages, { candidates }) {
    if (messages.reduce((sum, message) => sum + items(message), 0) < candidates) return unchanged(messages);
    const outcome = keeping(messages, (i) => messages[i]!.role === 'system');
    return { ...outcome, inserted: [{ before: messages.length, role: 'assistant', content: { text: '[compacted by the provider: not readable]' } }] };
  },
});
