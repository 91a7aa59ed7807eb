/** Words of the products, first half: coding agents, providers, libraries of JavaScript, frameworks. */
export const productAgents = {
  'strategy.claude-code.rule':
    'All but the system prompt becomes one summary of 9 sections, at most 20,000 tokens. The 5 files read or edited last follow; those over 5,000 tokens, or never shown, as paths.',
  'strategy.claude-code.param.fileTokens': 'Larger files (characters ÷ 4) come back as paths only.',
  'strategy.claude-code.param.autoCompactWindow': 'The window it compacts for, if the model’s is larger; it starts 33,000 tokens below.',

  'strategy.codex-remote.rule':
    'The default with OpenAI or Azure since 2026. Your newest messages stay within 64,000 tokens, the one at the border shortened in its middle. One encrypted item stands for the rest.',
  'strategy.codex-remote.loses': 'Nobody can say: only the provider can read the item. The rest counts as gone.',

  'strategy.codex.title': 'Codex CLI: local',
  'strategy.codex.rule':
    'Your newest messages stay within 20,000 tokens, the one at the border shortened in its middle. All else but the system prompt becomes one summary at the end.',

  'strategy.pi.rule':
    'System messages and the newest 20,000 tokens stay. Everything before becomes one summary of 6 sections, at most 13,107 tokens.',

  'strategy.opencode.title': 'opencode: compaction',
  'strategy.opencode.rule':
    'System messages stay, and the newest within 25 % of the usable window (less the answer and 20,000 tokens): 2,000 to 15,000 tokens. Everything before becomes one summary of 5 sections.',
  'strategy.opencode.param.output': 'Tokens kept free for the answer.',

  'strategy.opencode-prune.title': 'opencode: prune',
  'strategy.opencode-prune.rule':
    'Of tool output before the last 2 turns, the newest 40,000 tokens stay. Older output becomes a placeholder, if that saves over 20,000.',
  'strategy.opencode-prune.param.minimum': 'Tokens (characters ÷ 4) that must be saved, else nothing is pruned.',

  'strategy.gemini-cli.title': 'Gemini CLI: compression',
  'strategy.gemini-cli.rule':
    'At most the newest 30 % of the characters stay, from one of your messages on. All before becomes one summary of 7 sections; outputs before the newest 50,000 tokens are first shortened to 40,000 characters.',
  'strategy.gemini-cli.param.responseTokens': 'Newest tokens of tool output that stay whole.',
  'strategy.gemini-cli.param.outputCharacters': 'Characters, head and tail, that older outputs keep.',

  'strategy.gemini-cli-masking.title': 'Gemini CLI: masking',
  'strategy.gemini-cli-masking.rule':
    'The newest 50,000 tokens of tool output and the latest message stay. Older outputs, 30,000 tokens or more together, keep 250 characters of each end (10 lines for a shell) and a file’s path.',
  'strategy.gemini-cli-masking.param.minPrunable': 'Tokens that older outputs must have together.',
  'strategy.gemini-cli-masking.param.protectLatestTurn': 'The latest message stays whole and does not count.',

  'strategy.cline-basic.title': 'Cline: basic compaction',
  'strategy.cline-basic.rule':
    'Your prompts stay, what fits of the latest turn, newest first, and the last answer of older turns; notices name files and commands. It aims at 50 % of the usable window (90 % of the window); under 5 exchanges, at 70 % of the trigger.',
  'strategy.cline-basic.loses': 'All thinking; if the prompts alone are too long, older ones too.',
  'strategy.cline-basic.param.mode': 'Aims at a share of the window (auto) or of the conversation (manual).',
  'strategy.cline-basic.param.maxTokens': 'Tokens kept free for the answer.',

  'strategy.cline-classic.title': 'Cline: truncation',
  'strategy.cline-classic.rule':
    'All reads of a file but the last become a notice. If that saves less than 30 % of the characters, 50 % of the messages after the first two go, in pairs; 75 % if far over the limit (27,000 to 40,000 tokens under the window).',
  'strategy.cline-classic.loses': 'The border counts messages: results can lose their calls.',
  'strategy.cline-classic.param.keep': 'What stays after the first two messages: half, quarter, or auto.',
  'strategy.cline-classic.param.minSaved': 'Share of the characters that notices must save, else messages go.',

  'strategy.roo-code.title': 'Roo Code: condense',
  'strategy.roo-code.rule': 'All but the system prompt becomes one summary in a user message.',

  'strategy.roo-code-truncation.title': 'Roo Code: truncation',
  'strategy.roo-code-truncation.rule': 'The first message and system messages stay. Of the others the older 50 % go, an even number.',
  'strategy.roo-code-truncation.loses': 'The border counts messages: results can lose their calls.',

  'strategy.qwen-code.rule': 'All but the system prompt becomes one summary. The 5 files read or written last follow whole.',
  'strategy.qwen-code.loses': 'Large files take the room that was saved.',

  'strategy.goose.rule': 'All but the system prompt becomes one summary, followed by a line of the assistant and a copy of your last message.',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API: clear tool uses',
  'strategy.anthropic-clear-tool-uses.rule': 'Results of all tool uses but the newest 3 become a placeholder. Calls and words stay.',
  'strategy.anthropic-clear-tool-uses.loses': 'The cache ends at the first cleared result.',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': 'Tokens (characters ÷ 4) that must be freed, else nothing is cleared.',

  'strategy.anthropic-compaction.title': 'Anthropic API: compaction',
  'strategy.anthropic-compaction.rule': 'All but the system prompt becomes one summary in an assistant message.',
  'strategy.anthropic-compaction.param.trigger': 'Input tokens at which the API compacts; at least 50,000.',

  'strategy.openai-agents.title': 'OpenAI Agents: compaction session',
  'strategy.openai-agents.rule':
    'From 10 items on (texts, calls and results, without yours), system messages and your newest messages stay within 64,000 tokens, and one encrypted item for the rest.',
  'strategy.openai-agents.loses': 'Nobody can say: only the provider can read the item. The rest counts as gone.',
  'strategy.openai-agents.param.candidates': 'Items, without your messages, at which it compacts.',

  'strategy.ai-sdk-prune.title': 'AI SDK: prune messages',
  'strategy.ai-sdk-prune.rule': 'Takes out thinking, and calls with their results, everywhere or before the newest messages.',
  'strategy.ai-sdk-prune.loses': 'It counts no tokens: nothing ensures that the rest fits the window.',
  'strategy.ai-sdk-prune.param.reasoning': 'Thinking that goes: none, all, or before-last-message.',
  'strategy.ai-sdk-prune.param.toolCalls': 'Calls and results that go: none, all, before-last-message or before-last-N-messages.',
  'strategy.ai-sdk-prune.param.tools': 'Only calls of these tools go, separated by commas; empty: of all.',
  'strategy.ai-sdk-prune.param.emptyMessages': 'Messages with nothing left: remove or keep.',

  'strategy.langchain-trim.title': 'LangChain: trim',
  'strategy.langchain-trim.rule':
    'The newest messages stay within 4,000 tokens (our number: LangChain has none); all others go, the system message too.',
  'strategy.langchain-trim.loses': 'The task; a result can come first without its call, which providers refuse.',
  'strategy.langchain-trim.param.startOn': 'Role that must come first: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.endOn': 'Role that must come last: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.includeSystem': 'A system message at the beginning stays and counts.',

  'strategy.langchain-summarization.title': 'LangChain: summarization',
  'strategy.langchain-summarization.rule':
    'The newest 20 messages stay, no result without its call; all before, the system message too, becomes one summary in a user message. It has no trigger until you set one.',
  'strategy.langchain-summarization.param.tokens': 'Newest tokens (characters ÷ 4) that stay instead; 0: by messages.',

  'strategy.langchain-clear-tool-uses.title': 'LangChain: clear tool uses',
  'strategy.langchain-clear-tool-uses.rule': 'From 100,000 tokens on, all tool results but the newest 3 become [cleared]; calls stay.',
  'strategy.langchain-clear-tool-uses.param.trigger': 'Tokens (characters ÷ 4) at which results are cleared.',

  'strategy.mastra-token-limiter.title': 'Mastra: token limiter',
  'strategy.mastra-token-limiter.rule':
    'System messages and the newest messages within 100,000 tokens (our number: Mastra has none) stay, calls with their results. A message counts 3.8 tokens more, the session 24.',
  'strategy.mastra-token-limiter.loses': 'Large recent messages too: holes that nothing marks.',
  'strategy.mastra-token-limiter.param.trimMode': 'What does not fit is skipped (best-fit), or everything older goes too (contiguous).',
  'strategy.mastra-token-limiter.param.stage': 'Trims the request (prompt), or stored messages, results with their calls (input).',

  'strategy.mastra-tool-call-filter.title': 'Mastra: tool-call filter',
  'strategy.mastra-tool-call-filter.rule': 'All calls and results go. Words stay.',
  'strategy.mastra-tool-call-filter.param.exclude': 'Tools whose calls and results go, separated by commas; all: every tool.',

  'strategy.cipher-middle.title': 'Cipher: middle removal',
  'strategy.cipher-middle.rule':
    'Cipher’s choice for o1 models. The first 8, the last 8 and system messages stay. If fewer than 4 would be left, nothing happens.',
  'strategy.cipher-middle.loses': 'The whole middle, even where little had to go; results can lose their calls.',

  'strategy.cipher-oldest.title': 'Cipher: oldest removal',
  'strategy.cipher-oldest.rule':
    'Cipher’s choice for Anthropic’s models. The oldest messages go until their text fits 80 % of the window or 4 are left; system messages stay.',
  'strategy.cipher-oldest.loses': 'The task; a result without its call may come first.',
  'strategy.cipher-oldest.param.preserveStart': 'Only middle removal reads it.',
  'strategy.cipher-oldest.param.preserveEnd': 'Only middle removal reads it.',

  'strategy.cipher-hybrid.title': 'Cipher: hybrid',
  'strategy.cipher-hybrid.rule':
    'Cipher’s choice for GPT-4 models. By length and sizes, middle removal (first 6 and last 6 stay) or oldest removal (to 80 % of the window, at least 4 messages); in doubt the more efficient.',

  'strategy.adk.rule':
    'Once 3 invocations (a user message and what follows) are newer than the last summary, they and the 1 before become one summary at the end. Older messages stay. Both numbers are from its documentation.',
  'strategy.adk.param.interval': 'Newer invocations from which it acts.',
  'strategy.adk.param.overlap': 'Invocations before them that are summarised again.',

  'strategy.llamaindex.rule': 'Over 3,000 tokens the oldest messages go, never leaving a result or an assistant message first. System messages stay.',
  'strategy.llamaindex.loses': 'The task first; a last message over the limit leaves nothing at all.',

  'strategy.swe-agent-observations.title': 'SWE-agent: last observations',
  'strategy.swe-agent-observations.rule':
    'Of tool results and the task, the first and the newest 5 (a number from its paper) stay; the others become one line with the number of lines omitted.',
  'strategy.swe-agent-observations.param.polling': 'The border moves after so many observations, so that the cache lives longer.',
  'strategy.swe-agent-observations.param.users': 'User messages that count as results: first (the task) or all.',

  'strategy.swe-agent-windows.title': 'SWE-agent: closed windows',
  'strategy.swe-agent-windows.rule':
    'Numbered lines of a file in a user message become one line where the file is shown again later; without a file name the whole message goes. Tool results are not read.',
  'strategy.swe-agent-windows.loses': 'Whole messages with numbered lines: a flaw of the product.',
  'strategy.swe-agent-windows.param.tools': 'Role of tool output: tool, or user without function calls.',

  'strategy.openhands-summarizing.title': 'OpenHands: summarizing',
  'strategy.openhands-summarizing.rule': 'Over 100 events (messages, calls and results), the first 1, a summary and the newest 48 stay.',
  'strategy.openhands-summarizing.loses': 'Often the task too; calls and results can lose each other.',

  'strategy.openhands-amortized.title': 'OpenHands: amortized forgetting',
  'strategy.openhands-amortized.rule': 'Over 100 events (messages, calls and results), the first 1 and the newest 49 stay.',
  'strategy.openhands-amortized.loses': 'Often the task too; calls and results can lose each other.',

  'strategy.openhands-masking.title': 'OpenHands: observation masking',
  'strategy.openhands-masking.rule': 'Tool results before the newest 100 events (messages, calls and results) become <MASKED>.',

  'strategy.openhands-recent.title': 'OpenHands: recent events',
  'strategy.openhands-recent.rule':
    'The first 1 and the newest events stay, 100 in all (messages, calls and results). With fewer events the first message stands twice.',
  'strategy.openhands-recent.loses': 'Often the task too; a result can lose its call.',

  'strategy.openhands-window.title': 'OpenHands: conversation window',
  'strategy.openhands-window.rule':
    'When a request was too long, the system message, the first user message and the newest half of the other events stay, no result first.',
  'strategy.openhands-window.loses': 'Of parallel calls one can go whose result stays.',

  'strategy.openhands-browser.title': 'OpenHands: browser output',
  'strategy.openhands-browser.rule': 'Outputs of browser tools but the newest 1 become a line with the address.',
} as const;
