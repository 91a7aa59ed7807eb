export const products = {
  'family.products': 'Products',
  'family.products.help': 'what published agents and frameworks do, with their own numbers',
  'param.repaired': 'Repaired',
  'param.repaired.help': 'Off: as shipped, flaws included. On: protected messages and tool blocks stay whole, and requests are repaired.',
  'param.threshold_count.help': 'Messages over the target up to which nothing happens.',
  'param.minMessagesToKeep.help': 'Messages that must be left.',
  'param.knob.up': 'How much stays, by the product’s own count.',
  'param.knob.down': 'How much does not stay, by the product’s own count.',
  'param.keep_last_tool_call_groups.help': 'Newest groups of calls that stay as they are.',
  'param.replay.help': 'On: compacts before every answer, as the agent does. Off: once, at the end.',
  'param.keep_first.help': 'First events that stay.',
  'param.max_size.help': 'Events over which it compacts, to half as many.',
  'param.excludeTools.help': 'Tools whose results always stay, separated by commas.',
  'param.clearToolInputs.help': 'The arguments of cleared calls go too.',
  'param.userTokens.help': 'Tokens (bytes ÷ 4) of your messages that stay.',
  'param.files.help': 'How many files come back behind the summary.',
  'compare.place': 'Compared',
  'compare.place.end': 'at the end of the session',
  'compare.place.at': 'at compaction {{number}} of {{of}}',
  'compare.place.end.help': '“As recorded” is the context that your agent had there.',
  'compare.place.at.help': 'Every policy compacts the context just before; “As recorded” is what your agent did.',
  'row.preset.product': 'Product',
  'row.preset.version': 'Version',
  'row.preset.version.none': 'none is stated',
  'row.preset.where': 'Source',
  'row.preset.checked': 'Checked',
  'row.preset.checked.help':
    'Its own code, run on the same conversations, keeps, changes and drops the same messages, but for differences named in the docs.',
  'row.preset.read': 'Read',
  'row.preset.read.help': 'Read in its source or documentation; its code was not run.',
  'row.shipped': '{{title}}: as shipped or repaired',
  'row.shipped.shipped': 'as shipped',
  'row.shipped.repaired': 'repaired',
  'row.shipped.shipped.help': 'With its flaws: nothing is protected or repaired.',
  'row.shipped.repaired.help': 'The same choice, but protected messages and tool blocks stay whole and requests are repaired.',
  'products.more': '{{count, noun more product}}',
  'products.less': 'Without {{count, noun product}}',
  'unit.events': 'events',
  'reason.product-rule': 'By the rule of {{product}}',
  'reason.keep-product-edit': 'The product’s change would take out calls, results or thinking, or shorten nothing',
  'reason.unchanged-product': '{{product}} would change nothing here',
  'reason.note-product-fixed': 'no budget of its own',
  'reason.note-product-hidden': 'what the provider keeps cannot be seen',
  'reason.error-stage-kind': 'stage {{number}} "{{id}}": controls, products and “As recorded” cannot be stages',
};

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

/** Published products, second half in the order of the table: SDKs and frameworks. Numbers of a rule are the product's own. */
export const productFrameworks = {
  'strategy.openhands-sdk.rule':
    'Over 240 events (messages, calls and results), or over the window, the first 2 and the newest stay, half in all, calls with their results; one summary replaces those between.',
  'strategy.openhands-sdk.param.max_tokens': 'Tokens over which it halves the session; 0: the window.',
  'strategy.openhands-sdk.param.minimum_progress': 'Share of the events that must go, else nothing happens.',
  'strategy.openhands-sdk.param.request': 'Halves the events under the limits too, as when you ask for it.',

  'strategy.aider.rule':
    'Over a sixteenth of the window (1,024 to 8,192 tokens), the newest messages stay within half of that. All before becomes one summary in a user message; where that is 4 messages or fewer, the whole history does.',
  'strategy.aider.param.max_tokens': 'Tokens over which the history is summarised.',
  'strategy.aider.param.by_window': 'A sixteenth of the window, if that is less than 8,192; at least 1,024.',

  'strategy.kimi-cli.rule':
    'System messages and the newest 2 messages stay, with tool results among them. Everything before becomes one summary of 6 sections in a user message.',

  'strategy.autogen-buffered.title': 'AutoGen: buffered',
  'strategy.autogen-buffered.rule': 'System messages and the newest 20 messages stay (our number: AutoGen has none), no result first.',

  'strategy.autogen-head-and-tail.title': 'AutoGen: head and tail',
  'strategy.autogen-head-and-tail.rule':
    'System messages, the first 5 and the newest 20 messages stay (our numbers: AutoGen has none), with a note of how many went. Calls and results are not separated.',
  'strategy.autogen-head-and-tail.param.head_size': 'First messages that stay.',

  'strategy.autogen-token-limited.title': 'AutoGen: token limited',
  'strategy.autogen-token-limited.rule':
    'Over 8,000 tokens without system messages (our number: AutoGen has none), messages go from the middle one by one, results of parallel calls as one.',
  'strategy.autogen-token-limited.loses': 'Calls and results can lose each other, which providers refuse.',

  'strategy.inspect-edit.title': 'Inspect: edit',
  'strategy.inspect-edit.rule':
    'Results of all but the newest 3 tool uses become “(Tool result removed)”; calls stay. Only the newest assistant message keeps its thinking; assistant messages at the very end go.',
  'strategy.inspect-edit.param.keep_thinking_turns': 'Newest assistant messages whose thinking stays.',
  'strategy.inspect-edit.param.keep_tool_inputs': 'Calls stay without their results, else a line of text stands for both.',

  'strategy.inspect-trim.title': 'Inspect: trim',
  'strategy.inspect-trim.rule':
    'System messages, everything up to the first user message, and the newest 80 % of the rest stay; calls and results without each other go, and an assistant message at the very end.',

  'strategy.strands-sliding-window.title': 'Strands Agents: sliding window',
  'strategy.strands-sliding-window.rule':
    'The default of Strands. The newest 40 messages stay, from the first user message among them on. Once the model has refused a request as too long, the oldest result keeps its first and last 200 characters instead.',
  'strategy.strands-sliding-window.loses': 'A call may come first, which some providers refuse.',
  'strategy.strands-sliding-window.param.overflows': 'How often the model has refused the session as too long since the last complete turn.',

  'strategy.strands-summarizing.title': 'Strands Agents: summary',
  'strategy.strands-summarizing.rule':
    'The oldest 30 % of the messages, not the newest 10, become one summary in a user message; system messages stay, and calls with their results.',
  'strategy.strands-summarizing.param.preserve_recent_messages': 'Newest messages that always stay, results of parallel calls as one.',

  'strategy.agent-framework-truncation.title': 'Agent Framework: truncation',
  'strategy.agent-framework-truncation.rule':
    'Over 80 messages, the oldest go until 40 are left (our numbers: it has none), calls with their results; system messages stay.',
  'strategy.agent-framework-truncation.param.max_n': 'Size over which it begins.',
  'strategy.agent-framework-truncation.param.counted': 'What is counted: messages, or tokens (characters as JSON ÷ 4).',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework: sliding window',
  'strategy.agent-framework-sliding-window.rule':
    'System messages and the newest 20 groups stay (our number: it has none): a call with its results, or any other message.',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework: tool calls',
  'strategy.agent-framework-tool-calls.rule': 'Every message with calls goes with its results, except the newest.',

  'strategy.agent-framework-tool-results.title': 'Agent Framework: tool results',
  'strategy.agent-framework-tool-results.rule':
    'Every message with calls, except the newest, becomes one assistant message with the names of the tools and their results, cut at 4,000 characters.',

  'strategy.agent-framework-summarization.title': 'Agent Framework: summary',
  'strategy.agent-framework-summarization.rule':
    'Over 4 + 2 messages, system messages and the newest groups with at least 4 stay, calls with their results. Older messages within 8,000 tokens of text become one summary in an assistant message.',
  'strategy.agent-framework-summarization.loses': 'All that tools were given and returned: the summariser sees only that there was a call.',
  'strategy.agent-framework-summarization.param.threshold': 'Messages over the target up to which nothing happens.',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': 'Tokens (characters ÷ 4) that the summariser may read; 0: no limit.',

  'strategy.agent-framework-context-window.title': 'Agent Framework: context window',
  'strategy.agent-framework-context-window.rule':
    'Over 50 % of the window less 16,384 tokens for the answer (our number: it has none), every group of calls and results but the newest 4 becomes a line; then the oldest groups go, system messages last.',
  'strategy.agent-framework-context-window.param.max_output_tokens': 'Tokens kept free for the answer.',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel: truncation',
  'strategy.semantic-kernel-truncation.rule':
    'Over 20 messages, the first system message and the newest stay, 20 in all; a chain of calls is not split.',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel: summary',
  'strategy.semantic-kernel-summarization.rule':
    'As its truncation: over 20 messages, the first system message and the newest stay, 20 in all. What was said before becomes one summary in an assistant message; calls and results go.',

  'strategy.letta-sliding-window.title': 'Letta: sliding window',
  'strategy.letta-sliding-window.rule':
    'The first 40 % of the messages become one summary in a user message, 10 % more at a time until the rest takes less than 70 % of the window; in the end all but the system message.',
  'strategy.letta-sliding-window.loses': 'A Chinese session may lose more than it needs to: bytes are counted.',

  'strategy.letta-static-buffer.title': 'Letta: static buffer',
  'strategy.letta-static-buffer.rule':
    'Over 60 messages, the system message included, it and the newest 15 stay, from the first user message among them on.',
  'strategy.letta-static-buffer.loses': 'Without a user message among the newest, everything.',
  'strategy.letta-static-buffer.param.message_buffer_limit': 'Messages over which it acts.',

  'strategy.letta-partial-evict.title': 'Letta: partial evict',
  'strategy.letta-partial-evict.rule':
    'The system message and the newest 30 % of the messages stay, from an assistant message on. Everything between becomes one summary in a user message.',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': 'Share of the newest messages that stays.',

  'strategy.fast-agent-compaction.title': 'fast-agent: compaction',
  'strategy.fast-agent-compaction.rule': 'The newest 2 turns stay, never the first. Everything before becomes one summary in a user message.',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    'Tokens for the kept turns and 2,048 of the summary, else fewer turns stay. fast-agent takes a share of the window; 0: no limit.',

  'strategy.fast-agent-tool-loop.title': 'fast-agent: tool loop',
  'strategy.fast-agent-tool-loop.rule':
    'Once the last turn ends in an answer after at least 2 rounds of tools, it keeps only the request, the last round and the answer.',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK: output trimmer',
  'strategy.openai-agents-tool-output-trimmer.rule':
    'Tool outputs over 500 characters before the last 2 user messages keep their first 200 characters and a note of the length.',
  'strategy.openai-agents-tool-output-trimmer.loses': 'The end of old outputs, where errors and totals stand.',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': 'Newest user messages; outputs after the oldest of them stay.',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': 'Characters over which an output is shortened.',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': 'First characters of a shortened output that stay.',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK: session limit',
  'strategy.openai-agents-session-limit.rule':
    'System messages and the newest 40 items stay (our number: the SDK has none): texts, calls and results, one each.',
  'strategy.openai-agents-session-limit.loses': 'The task; a result can lose its call, which providers refuse.',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK: tool runner',
  'strategy.anthropic-tool-runner.rule': 'All but the system prompt becomes one user message with a summary of 5 sections.',

  'strategy.crewai.rule': 'All but system messages becomes one user message with a summary of 5 sections, written in chunks of 85 % of the window.',
  'strategy.crewai.param.ratio': 'Share of the window for one chunk (characters ÷ 4, without calls).',

  'strategy.langmem.rule':
    'The oldest messages, up to 32,000 tokens (our number: LangMem has none) or more where the rest would not fit, become a summary of at most 256 tokens in a system message; the system message stays.',
  'strategy.langmem.param.max_summary_tokens': 'Tokens of these for the summary.',

  'strategy.deepagents-arguments.title': 'deepagents: arguments',
  'strategy.deepagents-arguments.rule':
    'From 20 messages on, in all but the newest 20, arguments of write_file and edit_file over 2,000 characters keep their first 20.',
  'strategy.deepagents-arguments.param.trigger': 'Messages from which arguments are shortened.',
  'strategy.deepagents-arguments.param.max_length': 'Characters over which an argument is shortened.',
  'strategy.deepagents-arguments.param.tools': 'Tools whose arguments are shortened, separated by commas.',
} as const;
