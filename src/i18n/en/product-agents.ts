/** Words of the products, first half: coding agents, providers, libraries of JavaScript, frameworks. */
export const productAgents = {
  'strategy.claude-code.title': 'Claude Code',
  'strategy.claude-code.rule':
    'Everything but the system prompt becomes one summary of 9 sections, at most 20,000 tokens. The 5 files read or edited last follow it; one over 5,000 tokens, or never shown in the session, as its path only.',
  'strategy.claude-code.loses': 'The wording of every message, your last one included.',
  'strategy.claude-code.param.fileTokens': 'A larger file (tokens: characters ÷ 4) comes back as its path only.',
  'strategy.claude-code.param.autoCompactWindow': 'Context window it compacts for, where the model’s is larger; it starts 33,000 tokens below.',

  'strategy.codex-remote.title': 'Codex CLI',
  'strategy.codex-remote.rule':
    'The default with OpenAI or Azure since 2026. Your messages stay, newest first, within 64,000 tokens; the one that does not fit is shortened in its middle. One encrypted item stands for the rest. Other providers: see Codex CLI: local.',
  'strategy.codex-remote.loses': 'Nobody can say: only the provider can read the item, so every answer, call and result counts as gone.',

  'strategy.codex.title': 'Codex CLI: local',
  'strategy.codex.rule':
    'Your messages stay, newest first, within 20,000 tokens; the one that does not fit is shortened in its middle. Everything else but the system prompt becomes one summary at the end.',
  'strategy.codex.loses': 'Every answer, call and result: the work in progress is known from the summary only.',

  'strategy.pi.title': 'pi',
  'strategy.pi.rule':
    'The newest 20,000 tokens stay. Everything before becomes one summary of 6 sections, at most 13,107 tokens; system messages stay.',
  'strategy.pi.loses': 'Details of everything older. The border may fall inside a turn: then the running task is in the summary only.',
  'strategy.pi.param.keepRecentTokens': 'Newest tokens (characters ÷ 4) that stay.',

  'strategy.opencode.title': 'opencode: compaction',
  'strategy.opencode.rule':
    'The newest messages stay within 25 % of the usable window (less the answer and 20,000 tokens), at least 2,000 and at most 15,000 tokens. Everything before becomes one summary of 5 sections; system messages stay.',
  'strategy.opencode.loses': 'Details of all but the newest 15,000 tokens, however large the window.',
  'strategy.opencode.param.output': 'Tokens of the window kept free for the answer.',
  'strategy.opencode.param.share': 'Share of the usable window for the newest messages, from 2,000 to 15,000 tokens.',

  'strategy.opencode-prune.title': 'opencode: prune',
  'strategy.opencode-prune.rule':
    'Before the last 2 turns, the newest 40,000 tokens of tool output stay. Older outputs become a placeholder if that saves more than 20,000 tokens.',
  'strategy.opencode-prune.loses': 'Old tool output: the agent has to run the tool again.',
  'strategy.opencode-prune.param.protect': 'Newest tokens (characters ÷ 4) of tool output before the last 2 turns that stay.',
  'strategy.opencode-prune.param.minimum': 'Nothing is pruned unless more tokens than this are saved.',

  'strategy.gemini-cli.title': 'Gemini CLI: compression',
  'strategy.gemini-cli.rule':
    'At most the newest 30 % of the characters stay, from one of your messages on. Everything before becomes one summary of 7 sections. Outputs beyond the newest 50,000 tokens are first shortened to 40,000 characters.',
  'strategy.gemini-cli.loses': 'Details of everything older; with a single request it is all or nothing.',
  'strategy.gemini-cli.param.preserve': 'Share of the characters (as JSON) that may stay.',
  'strategy.gemini-cli.param.responseTokens': 'Newest tokens of tool output that stay whole.',
  'strategy.gemini-cli.param.outputCharacters': 'Characters, head and tail, that stay of older outputs.',

  'strategy.gemini-cli-masking.title': 'Gemini CLI: masking',
  'strategy.gemini-cli-masking.rule':
    'The newest 50,000 tokens of tool output and the latest message stay. Older outputs, if they have 30,000 tokens together, become 250 characters of each end (10 lines for a shell) and the path of a file.',
  'strategy.gemini-cli-masking.loses': 'The middle of old outputs; in the product the agent can open the file.',
  'strategy.gemini-cli-masking.param.protect': 'Newest tokens of tool output that stay.',
  'strategy.gemini-cli-masking.param.minPrunable': 'Tokens that older outputs must have together, else nothing is masked.',
  'strategy.gemini-cli-masking.param.protectLatestTurn': 'On: the latest message stays whole and does not count.',

  'strategy.cline-basic.title': 'Cline: basic compaction',
  'strategy.cline-basic.rule':
    'Your prompts stay, the newest messages of the latest turn that fit, and the last answer of older turns. Notices name files read, files edited and commands run. It aims at 50 % of the usable window (90 % of the window), or at 70 % of the trigger with fewer than 5 exchanges.',
  'strategy.cline-basic.loses': 'All thinking, and the calls and results of older turns; if the prompts alone are too long, older ones too.',
  'strategy.cline-basic.param.mode': 'auto: aims at a share of the window. manual: at a share of the conversation.',
  'strategy.cline-basic.param.ratio': 'That share.',
  'strategy.cline-basic.param.maxTokens': 'Tokens kept free for the answer.',

  'strategy.cline-classic.title': 'Cline: truncation',
  'strategy.cline-classic.rule':
    'All reads of a file but the last become a notice. If that saves less than 30 % of the characters, 50 % of the messages behind the first two go, in pairs; 75 % if the session is far over the limit (27,000 to 40,000 tokens under the window).',
  'strategy.cline-classic.loses': 'What followed the task; the border counts messages, so results can lose their calls.',
  'strategy.cline-classic.param.keep':
    'What stays behind the first two messages: half, a quarter, or auto: a quarter if the session is far too long.',
  'strategy.cline-classic.param.minSaved': 'If notices save this share of the characters, no message goes.',

  'strategy.roo-code.title': 'Roo Code: condense',
  'strategy.roo-code.rule': 'Everything but the system prompt becomes one summary in a user message.',
  'strategy.roo-code.loses': 'The wording of every message, the task included.',

  'strategy.roo-code-truncation.title': 'Roo Code: truncation',
  'strategy.roo-code-truncation.rule': 'The first message and system messages stay. Of the others the older 50 % go, an even number.',
  'strategy.roo-code-truncation.loses': 'What followed the task; the border counts messages, so results can lose their calls.',
  'strategy.roo-code-truncation.param.share': 'Share of the messages after the first that goes.',

  'strategy.qwen-code.title': 'Qwen Code',
  'strategy.qwen-code.rule': 'Everything but the system prompt becomes one summary. The 5 files read or written last follow it whole.',
  'strategy.qwen-code.loses': 'The wording of every message, your last one included; large files take the room that was saved.',

  'strategy.goose.title': 'goose',
  'strategy.goose.rule': 'Everything but the system prompt becomes one summary, followed by a line of the assistant and a copy of your last message.',
  'strategy.goose.loses': 'The wording of every message but your last.',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API: clear tool uses',
  'strategy.anthropic-clear-tool-uses.rule': 'The results of all tool uses but the newest 3 become a placeholder. Calls and words stay.',
  'strategy.anthropic-clear-tool-uses.loses': 'Old results: the agent has to run the tool again. The cache ends at the first cleared result.',
  'strategy.anthropic-clear-tool-uses.param.keep': 'Newest tool uses whose results stay.',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': 'Nothing is cleared unless it frees this many tokens (characters ÷ 4).',

  'strategy.anthropic-compaction.title': 'Anthropic API: compaction',
  'strategy.anthropic-compaction.rule': 'Everything but the system prompt becomes one summary in an assistant message.',
  'strategy.anthropic-compaction.param.trigger': 'Input tokens at which the API compacts; at least 50,000.',
  'strategy.anthropic-compaction.loses': 'The wording of every message: the model knows your last question from the summary only.',

  'strategy.openai-agents.title': 'OpenAI Agents: compaction session',
  'strategy.openai-agents.rule':
    'From 10 items on (texts, calls and results, without yours), the provider keeps your messages, newest first within 64,000 tokens, and one encrypted item; system messages stay.',
  'strategy.openai-agents.loses': 'Nobody can say: only the provider can read the item, so every answer, call and result counts as gone.',
  'strategy.openai-agents.param.candidates': 'Items, without your messages, at which it compacts.',

  'strategy.ai-sdk-prune.title': 'AI SDK: prune messages',
  'strategy.ai-sdk-prune.rule': 'Takes out thinking, and calls with their results, everywhere or before the newest messages. It counts no tokens.',
  'strategy.ai-sdk-prune.loses': 'Old calls and results; nothing ensures that the rest fits the window.',
  'strategy.ai-sdk-prune.param.reasoning': 'Thinking that goes: none, all, or all before the last message (before-last-message).',
  'strategy.ai-sdk-prune.param.toolCalls': 'Calls and results that go: none, all, before-last-message, or before-last-N-messages.',
  'strategy.ai-sdk-prune.param.tools': 'Only calls of these tools go, separated by commas; empty: of all.',
  'strategy.ai-sdk-prune.param.emptyMessages': 'Messages with nothing left: remove or keep.',

  'strategy.langchain-trim.title': 'LangChain: trim',
  'strategy.langchain-trim.rule':
    'The newest messages stay within 4,000 tokens; all others go, the system message too. LangChain has no default: the 4,000 is ours.',
  'strategy.langchain-trim.loses': 'The system message and the task; a result can come first without its call, which providers refuse.',
  'strategy.langchain-trim.param.maxTokens': 'Tokens (characters ÷ 4) that may stay.',
  'strategy.langchain-trim.param.startOn': 'Role that must come first: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.endOn': 'Role that must come last: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.includeSystem': 'On: a system message at the beginning stays and counts.',

  'strategy.langchain-summarization.title': 'LangChain: summarization',
  'strategy.langchain-summarization.rule':
    'The newest 20 messages stay, no result without its call; everything before, the system message too, becomes one summary in a user message. It has no trigger until you set one.',
  'strategy.langchain-summarization.loses': 'The system message, and details of everything older.',
  'strategy.langchain-summarization.param.messages': 'Newest messages that stay.',
  'strategy.langchain-summarization.param.tokens': 'Newest tokens (characters ÷ 4) that stay instead; 0: by messages.',

  'strategy.langchain-clear-tool-uses.title': 'LangChain: clear tool uses',
  'strategy.langchain-clear-tool-uses.rule': 'From 100,000 tokens on, all tool results but the newest 3 become [cleared]; calls stay.',
  'strategy.langchain-clear-tool-uses.loses': 'Old results: the agent has to run the tool again.',
  'strategy.langchain-clear-tool-uses.param.trigger': 'Tokens (characters ÷ 4) at which results are cleared.',
  'strategy.langchain-clear-tool-uses.param.keep': 'Newest tool results that stay.',

  'strategy.mastra-token-limiter.title': 'Mastra: token limiter',
  'strategy.mastra-token-limiter.rule':
    'The newest messages that fit into 100,000 tokens stay, calls with their results; one that does not fit is skipped. System messages stay. Each message counts 3.8 tokens more, the session 24. Mastra has no default: the 100,000 is ours.',
  'strategy.mastra-token-limiter.loses': 'Older messages, and large recent ones: holes that nothing marks.',
  'strategy.mastra-token-limiter.param.limit': 'Tokens the request may have, by Mastra’s estimate.',
  'strategy.mastra-token-limiter.param.trimMode': 'best-fit: what does not fit is skipped. contiguous: it and everything older goes.',
  'strategy.mastra-token-limiter.param.stage': 'prompt: trims the request. input: trims stored messages, results with their calls.',

  'strategy.mastra-tool-call-filter.title': 'Mastra: tool-call filter',
  'strategy.mastra-tool-call-filter.rule': 'All calls and results go. Words stay.',
  'strategy.mastra-tool-call-filter.loses': 'All that tools were asked and answered, the running task included.',
  'strategy.mastra-tool-call-filter.param.exclude': 'Tools whose calls and results go, separated by commas; all: every tool.',
  'strategy.mastra-tool-call-filter.param.filterAfterToolSteps': 'Newest messages with calls that stay; 0: none.',

  'strategy.cipher-middle.title': 'Cipher: middle removal',
  'strategy.cipher-middle.rule':
    'The first 8 and the last 8 messages and all system messages stay; everything between goes. If fewer than 4 would be left, nothing happens. Cipher’s choice for o1 models.',
  'strategy.cipher-middle.loses': 'The whole middle, even where little had to go; results can lose their calls.',
  'strategy.cipher-middle.param.preserveStart': 'First messages that stay, without system messages.',
  'strategy.cipher-middle.param.preserveEnd': 'Last messages that stay, without system messages.',
  'strategy.cipher-middle.param.minMessagesToKeep': 'If fewer would be left, nothing happens.',

  'strategy.cipher-oldest.title': 'Cipher: oldest removal',
  'strategy.cipher-oldest.rule':
    'The oldest messages go until their text fits 80 % of the window or 4 are left; system messages stay. Cipher’s choice for Anthropic’s models.',
  'strategy.cipher-oldest.loses': 'The task and the beginning; a result without its call may come first.',
  'strategy.cipher-oldest.param.preserveStart': 'Only middle removal reads it.',
  'strategy.cipher-oldest.param.preserveEnd': 'Only middle removal reads it.',
  'strategy.cipher-oldest.param.minMessagesToKeep': 'Messages that are left in any case.',

  'strategy.cipher-hybrid.title': 'Cipher: hybrid',
  'strategy.cipher-hybrid.rule':
    'Chooses middle removal (the first 6 and last 6 stay) or oldest removal (to 80 % of the window, at least 4 messages) by length and sizes; in doubt it runs both and takes the more efficient. Cipher’s choice for GPT-4 models.',
  'strategy.cipher-hybrid.loses': 'What the chosen rule loses; the choice looks at sizes and roles, not at words.',
  'strategy.cipher-hybrid.param.preserveStart': 'First messages that stay in middle removal, without system messages.',
  'strategy.cipher-hybrid.param.preserveEnd': 'Last messages that stay in middle removal, without system messages.',
  'strategy.cipher-hybrid.param.minMessagesToKeep': 'Messages that are left in any case.',

  'strategy.adk.title': 'Agent Development Kit',
  'strategy.adk.rule':
    'Once 3 invocations (a user message and all that follows) are newer than the last summary, they and the 1 before become one summary at the end. Older messages stay. 3 and 1 come from its documentation.',
  'strategy.adk.loses': 'The wording of the newest messages, the current question included.',
  'strategy.adk.param.interval': 'Newer invocations from which it acts.',
  'strategy.adk.param.overlap': 'Invocations before the new ones, summarised once more.',

  'strategy.llamaindex.title': 'LlamaIndex',
  'strategy.llamaindex.rule':
    'Over 3,000 tokens the oldest messages go, and never leave a result or an assistant message first. System messages stay.',
  'strategy.llamaindex.loses': 'The task first; a last message over the limit leaves nothing at all.',
  'strategy.llamaindex.param.limit': 'Tokens (characters ÷ 4) that may stay.',

  'strategy.swe-agent-observations.title': 'SWE-agent: last observations',
  'strategy.swe-agent-observations.rule':
    'Of tool results and the task, the first and the newest 5 stay; the others become one line with the number of lines omitted. The 5 comes from its paper.',
  'strategy.swe-agent-observations.loses': 'Older results; the agent’s words and calls stay, however long.',
  'strategy.swe-agent-observations.param.n': 'Newest observations that stay.',
  'strategy.swe-agent-observations.param.polling': 'The border moves after so many observations, so that the cache lives longer.',
  'strategy.swe-agent-observations.param.users': 'User messages that count as results: first (the task) or all.',

  'strategy.swe-agent-windows.title': 'SWE-agent: closed windows',
  'strategy.swe-agent-windows.rule':
    'Numbered lines of a file in a user message become one line where the file is shown again later; without a file name the whole message goes. Tool results are not read.',
  'strategy.swe-agent-windows.loses': 'Earlier views of a file, and whole messages with numbered lines: a flaw of the product.',
  'strategy.swe-agent-windows.param.tools': 'Role of tool output: tool, or user without function calls.',

  'strategy.openhands-summarizing.title': 'OpenHands: summarizing',
  'strategy.openhands-summarizing.rule': 'Over 100 events (messages, calls and results, 1 each), the first 1, a summary and the newest 48 stay.',
  'strategy.openhands-summarizing.loses': 'Details between, often the task too; calls and results can lose each other.',

  'strategy.openhands-amortized.title': 'OpenHands: amortized forgetting',
  'strategy.openhands-amortized.rule': 'Over 100 events (messages, calls and results, 1 each), the first 1 and the newest 49 stay.',
  'strategy.openhands-amortized.loses': 'Everything between, often the task too; calls and results can lose each other.',

  'strategy.openhands-masking.title': 'OpenHands: observation masking',
  'strategy.openhands-masking.rule': 'Tool results before the newest 100 events (messages, calls and results, 1 each) become <MASKED>.',
  'strategy.openhands-masking.loses': 'Old results, errors included.',
  'strategy.openhands-masking.param.attention_window': 'Newest events whose results stay.',

  'strategy.openhands-recent.title': 'OpenHands: recent events',
  'strategy.openhands-recent.rule':
    'The first 1 and the newest events stay, 100 in all (messages, calls and results, 1 each). With fewer events the first message stands twice.',
  'strategy.openhands-recent.loses': 'Everything between, often the task too; a result without its call may follow.',
  'strategy.openhands-recent.param.max_events': 'Events that stay in all.',

  'strategy.openhands-window.title': 'OpenHands: conversation window',
  'strategy.openhands-window.rule':
    'When a request was too long for the model, the system message, the first user message and the newest half of the other events stay, no result first.',
  'strategy.openhands-window.loses': 'The older half; of parallel calls one can go whose result stays.',

  'strategy.openhands-browser.title': 'OpenHands: browser output',
  'strategy.openhands-browser.rule': 'Outputs of browser tools but the newest 1 become a line with the address.',
  'strategy.openhands-browser.loses': 'Earlier pages; without a browser nothing changes.',
  'strategy.openhands-browser.param.attention_window': 'Newest browser outputs that stay.',
} as const;
