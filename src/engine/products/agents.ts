/** Which product wrote a session, told by the format that it is kept in, and for Codex by what the session says of its program. */
import type { Transcript } from '../transcript/types.ts';

type SessionOrigin = Pick<Transcript, 'format' | 'extra'>;

/** Format → the product whose sessions have it; null = many programs write it. */
export const AGENTS: Readonly<Record<string, string | null>> = {
  playground: null,
  'claude-code': 'claude-code',
  'claude-code-stream': 'claude-code',
  'claude-code-terminal': 'claude-code',
  'codex-rollout': 'codex',
  'codex-exec': 'codex',
  'codex-terminal': 'codex',
  'managed-agents': null,
  pi: 'pi',
  specstory: null,
  aider: 'aider',
  atif: null,
  toolbench: null,
  oasst: null,
  goose: 'goose',
  langsmith: null,
  langfuse: null,
  otel: null,
  cline: 'cline-basic',
  langchain: null,
  'ai-sdk': null,
  'gemini-cli-stream': 'gemini-cli',
  sharegpt: null,
  'anthropic-messages': null,
  'openai-responses': null,
  'gemini-cli': 'gemini-cli',
  adk: null,
  'gemini-api': null,
  'openai-finetune': null,
  'message-list': null,
  'openai-chat': null,
  'swe-agent': 'swe-agent-observations',
  'mini-swe-agent': null,
  'tau-bench': null,
  'chatgpt-export': null,
  'claude-ai-export': null,
  inspect: null,
  opencode: 'opencode',
  openhands: 'openhands-sdk',
  'strands-session': null,
  'bedrock-converse': null,
  'copilot-cli': null,
  'qwen-code': 'qwen-code',
  'cursor-transcript': null,
  'cursor-markdown': null,
  'vscode-chat': null,
  'pydantic-ai': null,
  autogen: null,
  llamaindex: null,
  cohere: null,
  mistral: null,
  ollama: null,
  'factory-droid': null,
  'factory-droid-stream': null,
  'kimi-code': null,
  amp: null,
  continue: null,
  zed: null,
  letta: null,
  'grok-build': null,
  'grok-export': null,
  'google-ai-studio': null,
  smolagents: null,
  'semantic-kernel': null,
  hermes: null,
  openclaw: null,
  'deepseek-export': null,
  'deepseek-harness': null,
  antigravity: null,
  'kiro-cli': null,
  'kiro-ide': null,
  tau2: null,
  agentdojo: null,
  atof: null,
  haystack: null,
  'agent-framework': null,
  'open-webui': null,
  librechat: null,
  'lm-studio': null,
  'openai-threads': null,
  'cursor-store': null,
  text: null,
};

/** The first release of Codex that compacts at its provider by default, where that is OpenAI or Azure. openai/codex #27573, in rust-v0.140.0 (2026-06-15). */
const REMOTE_SINCE = 140;
const REMOTE_PROVIDERS = /openai|azure/i;

/** Codex since 0.140, with a provider that compacts by itself or none named (OpenAI is the default): 0.145.2 and 1.0.0, not 0.139.1. */
function isRemote({ version, provider }: Readonly<Record<string, unknown>>): boolean {
  const [, major, minor] = (typeof version === 'string' && /^(\d+)\.(\d+)/.exec(version)) || [];
  if (major === undefined || (Number(major) === 0 && Number(minor) < REMOTE_SINCE)) return false;
  return typeof provider !== 'string' || REMOTE_PROVIDERS.test(provider);
}

/** The row of the product that wrote a session; null where that is not known. Codex without a known version has the rule that it began with. */
export function agentOf({ format, extra }: SessionOrigin): string | null {
  const agent = Object.hasOwn(AGENTS, format) ? AGENTS[format]! : null;
  return agent === 'codex' && isRemote(extra ?? {}) ? 'codex-remote' : agent;
}
