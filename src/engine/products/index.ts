import { adk } from './adk.ts';
import {
  agentFrameworkSliding,
  agentFrameworkSummarization,
  agentFrameworkToolCalls,
  agentFrameworkToolResults,
  agentFrameworkTruncation,
  agentFrameworkWindow,
} from './agent-framework.ts';
import { aiSdkPrune } from './ai-sdk-prune.ts';
import { aider } from './aider.ts';
import { anthropicClearToolUses } from './anthropic-clear-tool-uses.ts';
import { anthropicCompaction } from './anthropic-compaction.ts';
import { anthropicToolRunner } from './anthropic-tool-runner.ts';
import { autogenBuffered, autogenHeadAndTail, autogenTokenLimited } from './autogen.ts';
import { cipherHybrid, cipherMiddle, cipherOldest } from './cipher.ts';
import { claudeCode } from './claude-code.ts';
import { clineBasic } from './cline-basic.ts';
import { clineClassic } from './cline-classic.ts';
import { codex, codexRemote } from './codex.ts';
import { crewai } from './crewai.ts';
import { deepagentsArguments } from './deepagents.ts';
import { fastAgentCompaction, fastAgentToolLoop } from './fast-agent.ts';
import { geminiCliMasking } from './gemini-cli-masking.ts';
import { geminiCli } from './gemini-cli.ts';
import { goose } from './goose.ts';
import { inspectEdit, inspectTrim } from './inspect.ts';
import { kimi } from './kimi.ts';
import { langchainClearToolUses } from './langchain-clear-tool-uses.ts';
import { langchainSummarization } from './langchain-summarization.ts';
import { langchainTrim } from './langchain-trim.ts';
import { langmem } from './langmem.ts';
import { lettaPartial, lettaSliding, lettaStatic } from './letta.ts';
import { llamaIndex } from './llamaindex.ts';
import { mastraTokenLimiter } from './mastra-token-limiter.ts';
import { mastraToolCallFilter } from './mastra-tool-call-filter.ts';
import { openaiAgentsSession, openaiAgentsTrimmer } from './openai-agents-python.ts';
import { openaiAgents } from './openai-agents.ts';
import { opencode, opencodePrune } from './opencode.ts';
import { openhandsSdk } from './openhands-sdk.ts';
import { openhandsAmortized, openhandsBrowser, openhandsMasking, openhandsRecent, openhandsSummarizing, openhandsWindow } from './openhands.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode, rooCodeTruncation } from './roo-code.ts';
import { semanticKernelSummarization, semanticKernelTruncation } from './semantic-kernel.ts';
import type { Product } from './shared/product.ts';
import { strandsSliding, strandsSummarizing } from './strands.ts';
import { sweAgentObservations, sweAgentWindows } from './swe-agent.ts';

export const PRODUCTS: readonly Product[] = [
  claudeCode,
  codexRemote,
  codex,
  pi,
  opencode,
  opencodePrune,
  geminiCli,
  geminiCliMasking,
  clineBasic,
  clineClassic,
  rooCode,
  rooCodeTruncation,
  qwenCode,
  goose,
  anthropicClearToolUses,
  anthropicCompaction,
  openaiAgents,
  aiSdkPrune,
  langchainTrim,
  langchainSummarization,
  langchainClearToolUses,
  mastraTokenLimiter,
  mastraToolCallFilter,
  cipherMiddle,
  cipherOldest,
  cipherHybrid,
  adk,
  llamaIndex,
  sweAgentObservations,
  sweAgentWindows,
  openhandsSummarizing,
  openhandsAmortized,
  openhandsMasking,
  openhandsRecent,
  openhandsWindow,
  openhandsBrowser,
  openhandsSdk,
  aider,
  kimi,
  autogenBuffered,
  autogenHeadAndTail,
  autogenTokenLimited,
  inspectEdit,
  inspectTrim,
  strandsSliding,
  strandsSummarizing,
  agentFrameworkTruncation,
  agentFrameworkSliding,
  agentFrameworkToolCalls,
  agentFrameworkToolResults,
  agentFrameworkSummarization,
  agentFrameworkWindow,
  semanticKernelTruncation,
  semanticKernelSummarization,
  lettaSliding,
  lettaStatic,
  lettaPartial,
  fastAgentCompaction,
  fastAgentToolLoop,
  openaiAgentsTrimmer,
  openaiAgentsSession,
  anthropicToolRunner,
  crewai,
  langmem,
  deepagentsArguments,
];
