import {
  agentFrameworkSliding,
  agentFrameworkSummarization,
  agentFrameworkToolCalls,
  agentFrameworkToolResults,
  agentFrameworkTruncation,
  agentFrameworkWindow,
} from '../agent-framework.ts';
import { anthropicToolRunner } from '../anthropic-tool-runner.ts';
import { crewai } from '../crewai.ts';
import { deepagentsArguments } from '../deepagents.ts';
import { fastAgentCompaction, fastAgentToolLoop } from '../fast-agent.ts';
import { langmem } from '../langmem.ts';
import { lettaPartial, lettaSliding, lettaStatic } from '../letta.ts';
import { openaiAgentsSession, openaiAgentsTrimmer } from '../openai-agents-python.ts';
import { semanticKernelSummarization, semanticKernelTruncation } from '../semantic-kernel.ts';
import { strandsSliding, strandsSummarizing } from '../strands.ts';
import { type Case, settled } from './cases.ts';

/** deepagents cuts arguments of its own two tools; here those of other agents that do the same. */
const RENAMED = 'write_file,edit_file,write,Write,edit,Edit';

/** Settings of products for Python, second half. */
export const PYTHON_B: Readonly<Record<string, Case>> = {
  'strands-sliding': settled(strandsSliding),
  'strands-sliding@10': settled(strandsSliding, { window_size: 10 }),
  'strands-sliding@overflow': settled(strandsSliding, { overflows: 1 }),
  'strands-sliding@overflow2': settled(strandsSliding, { overflows: 2 }),
  'strands-summarizing': settled(strandsSummarizing),
  'strands-summarizing@0.8': settled(strandsSummarizing, { summary_ratio: 0.8, preserve_recent_messages: 2 }),
  'sk-truncation': settled(semanticKernelTruncation),
  'sk-truncation@threshold': settled(semanticKernelTruncation, { threshold_count: 10 }),
  'sk-summarization': settled(semanticKernelSummarization),
  'sk-summarization@threshold': settled(semanticKernelSummarization, { threshold_count: 10 }),
  'maf-truncation': settled(agentFrameworkTruncation),
  'maf-truncation@tokens': settled(agentFrameworkTruncation, { max_n: 32_000, compact_to: 16_000, unit: 'tokens' }),
  'maf-sliding': settled(agentFrameworkSliding),
  'maf-tools': settled(agentFrameworkToolCalls),
  'maf-tools@10': settled(agentFrameworkToolCalls, { keep_last_tool_call_groups: 10 }),
  'maf-tool-results': settled(agentFrameworkToolResults),
  'maf-summarization': settled(agentFrameworkSummarization),
  'maf-summarization@unlimited': settled(agentFrameworkSummarization, { target_count: 20, threshold: 0, max_summary_input_tokens: 0 }),
  'maf-window': settled(agentFrameworkWindow, {}, 128_000),
  'maf-window@20k': settled(agentFrameworkWindow, { max_output_tokens: 4096 }, 20_000),
  'letta-sliding': settled(lettaSliding, {}, 128_000),
  'letta-sliding@32k': settled(lettaSliding, {}, 32_000),
  'letta-sliding@0.6': settled(lettaSliding, { sliding_window_percentage: 0.6 }, 128_000),
  'letta-static': settled(lettaStatic),
  'letta-partial': settled(lettaPartial),
  'fast-agent-compact': settled(fastAgentCompaction),
  'fast-agent-compact@budget': settled(fastAgentCompaction, { max_tokens_after: 16_000 }),
  'fast-agent-trim': settled(fastAgentToolLoop),
  'openai-agents-py-trimmer': settled(openaiAgentsTrimmer),
  'openai-agents-py-session': settled(openaiAgentsSession),
  'anthropic-tool-runner': settled(anthropicToolRunner),
  'crewai-summarize': settled(crewai, {}, 128_000),
  'langmem-summarize': settled(langmem),
  'langmem-summarize@8k': settled(langmem, { max_tokens: 8000 }),
  'deepagents-args': settled(deepagentsArguments),
  'deepagents-args@renamed': settled(deepagentsArguments, { tools: RENAMED }),
  'deepagents-args@renamed-500': settled(deepagentsArguments, { tools: RENAMED, max_length: 500 }),
};
