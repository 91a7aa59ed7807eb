/** English of the dialog that writes code; loaded with it. */
export const use = {
  'use.title': 'Use {{title}} in my agent',
  'use.target': 'Built with',
  'use.target.product': '{{product}}’s own settings',
  'use.target.ai-sdk': 'AI SDK',
  'use.target.langchain': 'LangChain',
  'use.target.openai-agents': 'OpenAI Agents',
  'use.target.anthropic': 'Anthropic messages',
  'use.target.openai': 'OpenAI messages',
  'use.target.python': 'Python',
  'use.target.terminal': 'terminal',
  'use.file': 'Goes into {{file}}; fields that are there already stay.',
  'use.copy': 'Copy',
  'use.copied': 'Copied',
  'use.same':
    'The same engine as in this page, with the settings of now; what is not named has its default. It compacts when the context passes the trigger, and prints the tokens before and after.',
  'use.same.terminal': 'The same engine as in this page. It compacts at once, whatever the trigger.',
  'use.sidecar':
    'Messages are those of OpenAI Chat Completions. Node 20.19 or newer runs beside Python; install the package in the folder that the agent runs in.',
  'use.reserve': 'System prompt and tools that the framework does not hand over are not counted: reserve: N sets that many tokens aside.',
  'use.summaries':
    'Its summaries are written by the built-in summariser, as here. To let a model write them, add summarize: async ({ system, prompt, maxTokens }) => text.',
  'use.summaries.model': 'Its summaries are written by the model that was chosen here. The key is read from the environment.',
  'use.summaries.device': 'The browser’s own model wrote its summaries here and is not to be had elsewhere: the built-in summariser writes them.',
  'use.adapter': 'This is what {{product}} does by its own rules, as code for another agent. It does not change the settings of {{product}}.',
  'use.no-settings': 'No setting of {{product}} is known here that would do the same.',
  'use.constants': 'Not to be set there, constants of the product: {{names}}.',
  'use.changed': 'Changed from the product’s own value, but without a setting there: {{names}}.',
  'use.left-out': 'Not carried over, the command has no option for it: {{names}}.',
  'use.as-shipped':
    'As shipped, as the row is: what the product takes away is gone, the running task too. Without `asShipped` an adapter protects the last user message and keeps calls with their results.',
  'use.repaired': 'The row is repaired, the product is not: it runs as shipped.',
  'use.marks': 'Priorities that were set by hand belong to messages of this session and are left out.',
  'use.applied': 'Compactions applied here are left out: an agent begins with its own messages.',
  'use.until': 'The row stands before a recorded compaction; an agent compacts at its trigger instead.',
  'use.embedder': 'The row compares by embeddings here. The code compares by words; embedder: { id, embed } of the library changes that.',
  'use.outcome': 'The failure of the summariser that is set here is left out.',
  'use.prompts': 'Edited instructions and the choice of what is masked are left out: keys, tokens and passwords are always masked.',
  'use.estimate':
    'Where the recording states the usage of its requests, estimates here are fitted to it. An agent has the plain estimate, which may differ.',
  'use.of.codex':
    'model_auto_compact_token_limit is the trigger, in tokens: the page’s, if it was changed, else 0.9 of the window (codex-rs/core/src/compact.rs).',
  'use.of.codex-remote':
    'model_auto_compact_token_limit is the trigger, in tokens: the page’s, if it was changed, else 0.9 of the window. The provider compacts; how many tokens of user messages stay cannot be set.',
  'use.of.gemini-cli':
    'compressionThreshold is the trigger, as a share of the window: the page’s, if it was changed, else the product’s 0.5. The 30 % that stays is a constant of findCompressSplitPoint.',
  'use.of.gemini-cli-masking':
    'toolProtectionThreshold is protect, minPrunableTokensThreshold is minPrunable. Both are the row’s values, the first as it was aimed at the target.',
  'use.of.opencode':
    'reserved is the 20,000 tokens that stay free beside the answer. The share of the usable window becomes preserve_recent_tokens at this window; by itself the product takes 25 %, at least 2,000 and at most 15,000 tokens.',
  'use.of.opencode-prune': 'prune switches it on. The 40,000 tokens that stay and the 20,000 that must be saved are constants of the product.',
  'use.of.claude-code':
    'CLAUDE_CODE_AUTO_COMPACT_WINDOW is the window in tokens, at most the model’s and the row’s autoCompactWindow. CLAUDE_AUTOCOMPACT_PCT_OVERRIDE is the trigger in percent, written if it was changed here; above the product’s own trigger it has no effect.',
  'use.of.langchain-summarization':
    'trigger is the page’s, because the product has none of its own; keep is the row’s value as it was aimed at the target. LangChain counts by its own estimate.',
  'use.of.langchain-clear-tool-uses':
    'trigger is the page’s, if it was changed, else the row’s; keep is the row’s value as it was aimed at the target. LangChain counts by its own estimate.',
  'use.of.openai-agents-tool-output-trimmer':
    'The row’s values under the package’s own names. Nothing is counted: outputs are trimmed at every request.',
  'use.of.openai-agents-session-limit': 'limit is the row’s, as it was aimed at the target. Nothing is counted.',
  'use.of.anthropic-clear-tool-uses':
    'trigger is the page’s, if it was changed, else the 100,000 of the API; keep is the row’s value as it was aimed at the target. Tokens are counted by the API.',
  'use.of.anthropic-compaction':
    'trigger is the page’s, if it was changed, else the row’s; the API takes none below 50,000. The model that answers writes the summary.',
  'use.of.ai-sdk-prune': 'pruneMessages takes the row’s parameters under its own names. Nothing is counted: there is no trigger and no target.',
} as const;
