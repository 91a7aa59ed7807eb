/** Which product wrote a session, told by the format that it is kept in. */

/** Format → the product whose sessions have it; null = many programs write it. */
export const AGENTS: Readonly<Record<string, string | null>> = {
  playground: null,
  'claude-code': 'claude-code',
  'claude-code-stream': 'claude-code',
  'claude-code-terminal': 'claude-code',
  'codex-rollout': 'codex',
  'codex-exec': 'codex',
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
  sharegpt: null,
  'anthropic-messages': null,
  'openai-responses': null,
  'gemini-cli': 'gemini-cli',
  adk: null,
  'gemini-api': null,
  'openai-finetune': null,
  'openai-chat': null,
  'swe-agent': 'swe-agent-observations',
  'mini-swe-agent': null,
  'tau-bench': null,
  'chatgpt-export': null,
  'claude-ai-export': null,
  inspect: null,
  opencode: 'opencode',
  openhands: 'openhands-sdk',
  text: null,
};

/** The product that wrote sessions of a format; null where that is not known. */
export const agentOf = (format: string): string | null => (Object.hasOwn(AGENTS, format) ? AGENTS[format]! : null);
