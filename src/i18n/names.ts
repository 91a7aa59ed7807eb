/** Names that are the same in every language. */
export const names = {
  'strategy.claude-code.title': 'Claude Code',
  'strategy.codex-remote.title': 'Codex CLI',
  'strategy.pi.title': 'pi',
  'strategy.qwen-code.title': 'Qwen Code',
  'strategy.goose.title': 'goose',
  'strategy.adk.title': 'Agent Development Kit',
  'strategy.llamaindex.title': 'LlamaIndex',
  'strategy.openhands-sdk.title': 'OpenHands SDK',
  'strategy.aider.title': 'aider',
  'strategy.kimi-cli.title': 'Kimi CLI',
  'strategy.crewai.title': 'CrewAI',
  'strategy.langmem.title': 'LangMem',
  'models.provider.openai': 'OpenAI',
  'models.provider.anthropic': 'Anthropic',
  'models.provider.google': 'Google',
  'param.ranking.bm25': 'BM25',
} as const;
