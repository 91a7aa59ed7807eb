import { aiSdkPrune } from '../ai-sdk-prune.ts';
import { cipherHybrid, cipherMiddle, cipherOldest } from '../cipher.ts';
import { clineBasic } from '../cline-basic.ts';
import { geminiCli } from '../gemini-cli.ts';
import { geminiCliMasking } from '../gemini-cli-masking.ts';
import { langchainClearToolUses } from '../langchain-clear-tool-uses.ts';
import { langchainSummarization } from '../langchain-summarization.ts';
import { langchainTrim } from '../langchain-trim.ts';
import { mastraTokenLimiter } from '../mastra-token-limiter.ts';
import { mastraToolCallFilter } from '../mastra-tool-call-filter.ts';
import { openaiAgents } from '../openai-agents.ts';
import { pi } from '../pi.ts';
import { type Case, settled } from './cases.ts';

/** Settings of packages for JavaScript. */
export const JAVASCRIPT: Readonly<Record<string, Case>> = {
  pi: settled(pi),
  'pi@4k': settled(pi, { keepRecentTokens: 4000 }),
  'ai-prune': settled(aiSdkPrune),
  'ai-prune-tools': settled(aiSdkPrune, { toolCalls: 'before-last-2-messages', reasoning: 'all' }),
  'ai-prune@last-6': settled(aiSdkPrune, { toolCalls: 'before-last-6-messages', reasoning: 'before-last-message' }),
  // The cut alone was recorded, on outputs as they are.
  'gemini-split': settled(geminiCli, { responseTokens: Number.POSITIVE_INFINITY }),
  'gemini-split@0.5': settled(geminiCli, { responseTokens: Number.POSITIVE_INFINITY, preserve: 0.5 }),
  'gemini-mask': settled(geminiCliMasking),
  'gemini-mask@5k': settled(geminiCliMasking, { protect: 5000, minPrunable: 3000 }),
  'langchain-trim': settled(langchainTrim, { maxTokens: 4000, startOn: 'human' }),
  'langchain-trim@30k': settled(langchainTrim, { maxTokens: 30_000, startOn: 'human', includeSystem: true }),
  'langchain-trim@bare': settled(langchainTrim, { maxTokens: 30_000 }),
  'langchain-summarize': settled(langchainSummarization),
  'langchain-summarize@8k': settled(langchainSummarization, { tokens: 8000 }),
  'langchain-clear': settled(langchainClearToolUses),
  'langchain-clear@4k': settled(langchainClearToolUses, { trigger: 4000, keep: 5 }),
  'mastra-tokenlimiter': settled(mastraTokenLimiter, { limit: 100_000, stage: 'input' }),
  'mastra-tokenlimiter-prompt': settled(mastraTokenLimiter, { limit: 100_000 }),
  'mastra-tokenlimiter-prompt@10k': settled(mastraTokenLimiter, { limit: 10_000 }),
  'mastra-tokenlimiter-prompt@contiguous': settled(mastraTokenLimiter, { limit: 30_000, trimMode: 'contiguous' }),
  'mastra-toolcallfilter': settled(mastraToolCallFilter),
  'mastra-toolcallfilter@4': settled(mastraToolCallFilter, { filterAfterToolSteps: 4 }),
  'cline-basic': settled(clineBasic, { mode: 'manual' }),
  'cline-basic@20k': settled(clineBasic, { mode: 'manual', maxTokens: 2048 }, 20_000),
  // Without a window the product assumes 8,192 tokens.
  'cipher-middle': settled(cipherMiddle, {}, 8192),
  'cipher-oldest': settled(cipherOldest, {}, 8192),
  'cipher-hybrid': settled(cipherHybrid, {}, 8192),
  'openai-agents': settled(openaiAgents),
};
