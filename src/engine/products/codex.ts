import { defineProduct, tokens, userWords, userWordsAndHidden } from './shared/product.ts';
import { ratioTrigger } from '../triggers/watch.ts';

type Params = {
  /** Tokens of user messages that stay, bytes ÷ 4. */
  readonly userTokens: number;
};

/**
 * What Codex does with OpenAI or Azure as the provider, by default since 2026-06-11: what the user wrote stays, newest first within 64,000
 * tokens, images not counted; one encrypted item stands for everything else. Developer messages and the environment are written anew, so that
 * the system prompt stays here. openai/codex at 009bd870, codex-rs/core/src/compact_remote_v2.rs.
 */
export const codexRemote = defineProduct<Params>({
  id: 'codex-remote',
  source: { product: 'Codex CLI', version: '009bd870', where: 'codex-rs/core/src/compact_remote_v2.rs', evidence: 'read' },
  params: { userTokens: tokens(64_000, { knob: 'up' }) },
  hidden: true,
  trigger: () => ratioTrigger(0.9),
  compact: (messages, { userTokens }) => userWordsAndHidden(messages, userTokens),
});

/**
 * What Codex does with any other provider: what the user wrote stays within 20,000 tokens, everything else becomes one summary at the end.
 */
export const codex = defineProduct<Params>({
  id: 'codex',
  source: { product: 'Codex CLI', version: 'e06dd0e5', where: 'codex-rs/core/src/compact.rs', evidence: 'read' },
  params: { userTokens: tokens(20_000, { knob: 'up' }) },
  summaries: Number.POSITIVE_INFINITY,
  trigger: () => ratioTrigger(0.9),
  compact(messages, { userTokens }) {
    const { fates, edits } = userWords(messages, { userTokens, least: 0, gone: 'summarise' });
    const of = fates.flatMap((fate, i) => (fate === 'summarise' ? [i] : []));
    const summary = { before: messages.length, role: 'user' as const, content: { summary: { of } } };
    return { fates, edits, inserted: of.length > 0 ? [summary] : [] };
  },
});
