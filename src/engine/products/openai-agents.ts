import type { ChatMessage } from './shared/chat.ts';
import { defineProduct, messages, tokens, unchanged, userWordsAndHidden } from './shared/product.ts';
import { messagesTrigger } from '../triggers/watch.ts';

type Params = {
  readonly candidates: number;
  /** Tokens of user messages that the endpoint gives back, bytes ÷ 4. */
  readonly userTokens: number;
};

const items = ({ role, text, calls }: ChatMessage): number => (role === 'tool' ? 1 : role === 'assistant' ? (text === '' ? 0 : 1) + calls.length : 0);

/**
 * From 10 items on the session is what `responses.compact` gives back: what the user wrote, and an encrypted item (openai/openai-agents-js at
 * 6d0c61a5, packages/agents-openai/src/memory/openaiResponsesCompactionSession.ts). How much of the user's messages it gives back is what Codex
 * says of the same endpoint (openai/codex at 009bd870, codex-rs/core/src/compact_remote_v2.rs).
 */
export const openaiAgents = defineProduct<Params>({
  id: 'openai-agents',
  source: { product: 'OpenAI Agents', version: '0.20.0', where: '@openai/agents-openai, OpenAIResponsesCompactionSession', evidence: 'checked' },
  peers: { 'openai-agents': { params: { userTokens: 0 } } },
  params: { candidates: messages(10), userTokens: tokens(64_000) },
  hidden: true,
  trigger: ({ candidates }) => messagesTrigger(candidates, 'user'),
  compact(messages, { candidates, userTokens }) {
    if (messages.reduce((sum, message) => sum + items(message), 0) < candidates) return unchanged(messages);
    return userWordsAndHidden(messages, userTokens);
  },
});
