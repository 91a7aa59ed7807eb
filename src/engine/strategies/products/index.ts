import { adk } from './adk.ts';
import {
  agentFrameworkSliding,
  agentFrameworkSummarization,
  agentFrameworkToolCalls,
  agentFrameworkToolResults,
  agentFrameworkTruncation,
  agentFrameworkWindow,
} from './agent-framework.ts';
import { aider } from './aider.ts';
import { anthropicClearToolUses } from './anthropic-clear-tool-uses.ts';
import { anthropicCompaction } from './anthropic-compaction.ts';
import { anthropicToolRunner } from './anthropic-tool-runner.ts';
import { autogenBuffered, autogenHeadAndTail, autogenTokenLimited } from './autogen.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { crewai } from './crewai.ts';
import { deepagentsArguments } from './deepagents.ts';
import { fastAgentCompaction, fastAgentToolLoop } from './fast-agent.ts';
import { goose } from './goose.ts';
import { inspectEdit, inspectTrim } from './inspect.ts';
import { kimi } from './kimi.ts';
import { langmem } from './langmem.ts';
import { lettaPartial, lettaSliding, lettaStatic } from './letta.ts';
import { llamaIndex } from './llamaindex.ts';
import { opencode, opencodePrune } from './opencode.ts';
import { openaiAgentsSession, openaiAgentsTrimmer } from './openai-agents-python.ts';
import { openhandsAmortized, openhandsBrowser, openhandsMasking, openhandsRecent, openhandsSummarizing, openhandsWindow } from './openhands.ts';
import { openhandsSdk } from './openhands-sdk.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode, rooCodeTruncation } from './roo-code.ts';
import { semanticKernelSummarization, semanticKernelTruncation } from './semantic-kernel.ts';
import type { Product } from './shared/contract.ts';
import { strandsSliding, strandsSummarizing } from './strands.ts';
import { sweAgentObservations, sweAgentWindows } from './swe-agent.ts';

/** Every product, in the order of the table. */
export const PRODUCTS: readonly Product[] = [
  claudeCode,
  codex,
  pi,
  opencode,
  opencodePrune,
  rooCode,
  rooCodeTruncation,
  qwenCode,
  goose,
  anthropicClearToolUses,
  anthropicCompaction,
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
