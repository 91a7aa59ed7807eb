import type { Format } from './contract.ts';
import { adk } from './adk/index.ts';
import { agentFramework } from './agent-framework/index.ts';
import { agentdojo } from './agentdojo/index.ts';
import { aiSdk } from './ai-sdk/index.ts';
import { aider } from './aider/index.ts';
import { amp } from './amp/index.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { antigravity } from './antigravity/index.ts';
import { atif } from './atif/index.ts';
import { atof } from './atof/index.ts';
import { autogen } from './autogen/index.ts';
import { bedrockConverse } from './bedrock-converse/index.ts';
import { chatgptExport } from './chatgpt-export/index.ts';
import { claudeAiExport } from './claude-ai-export/index.ts';
import { claudeCodeStream } from './claude-code-stream/index.ts';
import { claudeCodeTerminal } from './claude-code-terminal/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { cline } from './cline/index.ts';
import { codexExec } from './codex-exec/index.ts';
import { codexRollout } from './codex-rollout/index.ts';
import { codexTerminal } from './codex-terminal/index.ts';
import { cohere } from './cohere/index.ts';
import { continueSession } from './continue/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { cursorMarkdown } from './cursor-markdown/index.ts';
import { cursorStore } from './cursor-store/index.ts';
import { cursorTranscript } from './cursor-transcript/index.ts';
import { deepseekExport } from './deepseek-export/index.ts';
import { deepseekHarness } from './deepseek-harness/index.ts';
import { factoryDroidStream } from './factory-droid-stream/index.ts';
import { factoryDroid } from './factory-droid/index.ts';
import { geminiApi } from './gemini-api/index.ts';
import { geminiCliStream } from './gemini-cli-stream/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { googleAiStudio } from './google-ai-studio/index.ts';
import { goose } from './goose/index.ts';
import { grokBuild } from './grok-build/index.ts';
import { grokExport } from './grok-export/index.ts';
import { haystack } from './haystack/index.ts';
import { hermes } from './hermes/index.ts';
import { inspect } from './inspect/index.ts';
import { kimiCode } from './kimi-code/index.ts';
import { kiroCli } from './kiro-cli/index.ts';
import { kiroIde } from './kiro-ide/index.ts';
import { langchain } from './langchain/index.ts';
import { langfuse } from './langfuse/index.ts';
import { langsmith } from './langsmith/index.ts';
import { letta } from './letta/index.ts';
import { librechat } from './librechat/index.ts';
import { llamaindex } from './llamaindex/index.ts';
import { lmStudio } from './lm-studio/index.ts';
import { managedAgents } from './managed-agents/index.ts';
import { messageList } from './message-list/index.ts';
import { miniSweAgent } from './mini-swe-agent/index.ts';
import { mistral } from './mistral/index.ts';
import { oasst } from './oasst/index.ts';
import { ollama } from './ollama/index.ts';
import { openWebui } from './open-webui/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiFinetune } from './openai-finetune/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { openaiThreads } from './openai-threads/index.ts';
import { openclaw } from './openclaw/index.ts';
import { opencode } from './opencode/index.ts';
import { openhands } from './openhands/index.ts';
import { otel } from './otel/index.ts';
import { pi } from './pi/index.ts';
import { playground } from './playground/index.ts';
import { pydanticAi } from './pydantic-ai/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { semanticKernel } from './semantic-kernel/index.ts';
import { sharegpt } from './sharegpt/index.ts';
import { smolagents } from './smolagents/index.ts';
import { specstory } from './specstory/index.ts';
import { strandsSession } from './strands-session/index.ts';
import { sweAgent } from './swe-agent/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { tau2 } from './tau2/index.ts';
import { textFormat } from './text/index.ts';
import { toolbench } from './toolbench/index.ts';
import { vscodeChat } from './vscode-chat/index.ts';
import { zed } from './zed/index.ts';

export const formats: readonly Format[] = [
  playground,
  claudeCode,
  qwenCode,
  claudeCodeStream,
  geminiCliStream,
  codexRollout,
  codexExec,
  copilotCli,
  kimiCode,
  managedAgents,
  factoryDroid,
  factoryDroidStream,
  openclaw,
  deepseekHarness,
  pi,
  cursorTranscript,
  cursorStore,
  grokBuild,
  antigravity,
  geminiCli,
  vscodeChat,
  adk,
  sweAgent,
  miniSweAgent,
  inspect,
  openhands,
  atif,
  atof,
  tau2,
  agentdojo,
  toolbench,
  oasst,
  opencode,
  amp,
  continueSession,
  zed,
  letta,
  hermes,
  kiroCli,
  kiroIde,
  cline,
  pydanticAi,
  autogen,
  llamaindex,
  smolagents,
  semanticKernel,
  haystack,
  agentFramework,
  langchain,
  aiSdk,
  deepseekExport,
  chatgptExport,
  openWebui,
  librechat,
  lmStudio,
  grokExport,
  googleAiStudio,
  claudeAiExport,
  goose,
  langsmith,
  langfuse,
  otel,
  sharegpt,
  openaiThreads,
  openaiResponses,
  geminiApi,
  strandsSession,
  bedrockConverse,
  cohere,
  mistral,
  ollama,
  anthropicMessages,
  openaiFinetune,
  openaiChat,
  tauBench,
  messageList,
  cursorMarkdown,
  specstory,
  codexTerminal,
  claudeCodeTerminal,
  aider,
  textFormat,
];

export const formatById = (id: string): Format | undefined => formats.find((format) => format.id === id);
