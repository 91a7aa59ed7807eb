export const products = {
  'param.repaired': 'Repaired',
  'param.repaired.help': 'On: $t(row.shipped.repaired.help) Off: as shipped.',
  'param.threshold_count.help': 'Over the target up to which nothing happens.',
  'param.minMessagesToKeep.help': 'Messages that must be left.',
  'param.knob.up': 'How much stays.',
  'param.knob.down': 'How much goes.',
  'param.keep_last_tool_call_groups.help': 'Newest groups of calls that stay.',
  'param.replay.help': 'On: before every answer, as the agent does. Off: once, at the end.',
  'param.keep_first.help': 'First events that stay.',
  'param.max_size.help': 'Events over which it compacts, to half.',
  'param.excludeTools.help': 'Their results stay; separated by commas.',
  'param.clearToolInputs.help': 'The arguments of cleared calls go too.',
  'param.userTokens.help': 'Tokens (bytes ÷ 4) of your messages that stay.',
  'param.files.help': 'Files that come back behind the summary.',
  'product.encrypted': 'One encrypted item, which only the provider can read, stands for the rest, which counts as gone.',
  'product.before': 'All before becomes one summary',
  'compare.place': 'Compared',
  'compare.place.end': 'at the end of the session',
  'compare.place.at': 'at compaction {{number}} of {{of}}',
  'compare.place.end.help': '“As recorded” is the context your agent had there.',
  'compare.place.at.help': 'Every policy compacts the context just before.',
  'row.preset.product': 'Product',
  'row.preset.version': 'Version',
  'row.preset.version.none': 'none is stated',
  'row.preset.where': 'Source',
  'row.preset.checked': 'Checked',
  'row.preset.checked.help': 'Its own code, on the same conversations, does the same, but for differences named in the docs.',
  'row.preset.read': 'Read',
  'row.preset.read.help': 'Read in its source or documentation; its code was not run.',
  'row.shipped': '{{title}}: as shipped or repaired',
  'row.shipped.shipped': 'as shipped',
  'row.shipped.shipped.help': 'Nothing is protected or repaired.',
  'row.shipped.repaired.help': 'Protected messages and tool blocks stay whole and requests are repaired.',
  'products.more': '{{count, noun more product}}',
  'products.less': 'Without {{count, noun product}}',
  'unit.events': 'events',
  'reason.product-rule': 'By the rule of {{product}}',
  'reason.keep-product-edit': 'The product’s change would break calls, results or thinking, or shorten nothing',
  'reason.unchanged-product': '{{product}} would change nothing here',
  'reason.note-product-fixed': 'no budget of its own',
  'reason.note-product-hidden': 'what the provider keeps cannot be seen',
  'reason.error-stage-kind': 'stage {{number}} "{{id}}": controls, products and “As recorded” cannot be stages',
};

/** Words of the products, first half: coding agents, providers, libraries of JavaScript, frameworks. */
export const productAgents = {
  'strategy.claude-code.rule':
    'All but the system prompt becomes one summary of at most 20,000 tokens. The 5 files read or edited last follow; those over 5,000 tokens, or never shown, as paths.',
  'strategy.claude-code.param.fileTokens': 'Larger files (characters ÷ 4) come back as paths.',
  'strategy.claude-code.param.autoCompactWindow': 'Its window, if the model’s is larger; it starts 33,000 tokens below.',

  'strategy.codex-remote.rule': 'The default with OpenAI or Azure since 2026. Your newest messages stay within 64,000 tokens. $t(product.encrypted)',

  'strategy.codex.title': 'Codex CLI: local',
  'strategy.codex.rule':
    'Your newest messages stay within 20,000 tokens, the last that fits shortened. All else but the system prompt becomes one summary at the end.',

  'strategy.pi.rule': 'System messages and the newest 20,000 tokens stay. All before becomes one summary of at most 13,107 tokens.',

  'strategy.opencode.title': 'opencode: compaction',
  'strategy.opencode.rule':
    'System messages stay, and the newest within 25 % of the usable window (less the answer and 20,000 tokens): 2,000 to 15,000 tokens. $t(product.before).',
  'strategy.opencode.param.output': 'Tokens kept free for the answer.',

  'strategy.opencode-prune.title': 'opencode: prune',
  'strategy.opencode-prune.rule':
    'Of tool output before the last 2 turns, the newest 40,000 tokens stay. Older output becomes a placeholder, if that saves over 20,000.',
  'strategy.opencode-prune.param.minimum': 'Tokens (characters ÷ 4) to save, else nothing goes.',

  'strategy.gemini-cli.title': 'Gemini CLI: compression',
  'strategy.gemini-cli.rule':
    'At most the newest 30 % of the characters stay, from one of your messages on. $t(product.before), outputs before the newest 50,000 tokens first shortened to 40,000 characters.',
  'strategy.gemini-cli.param.responseTokens': 'Newest tool output that stays whole.',
  'strategy.gemini-cli.param.outputCharacters': 'What older outputs keep, head and tail.',

  'strategy.gemini-cli-masking.title': 'Gemini CLI: masking',
  'strategy.gemini-cli-masking.rule':
    'The newest 50,000 tokens of tool output and the latest message stay. Older outputs, from 30,000 tokens together on, keep 250 characters of each end (10 lines for a shell) and a path.',
  'strategy.gemini-cli-masking.param.minPrunable': 'Tokens of older outputs together.',
  'strategy.gemini-cli-masking.param.protectLatestTurn': 'The latest message stays whole and does not count.',

  'strategy.cline-basic.title': 'Cline: basic compaction',
  'strategy.cline-basic.rule':
    'Your prompts stay, what fits of the latest turn, and the last answer of older turns; notices name files and commands. It aims at 50 % of 90 % of the window; under 5 exchanges, at 70 % of the trigger.',
  'strategy.cline-basic.loses': 'All thinking; if the prompts alone are too long, older ones too.',
  'strategy.cline-basic.param.mode': 'Aims at a share of the window (auto) or of the conversation (manual).',

  'strategy.cline-classic.title': 'Cline: truncation',
  'strategy.cline-classic.rule':
    'All reads of a file but the last become a notice. If that saves less than 30 % of the characters, 50 % of the messages after the first two go; 75 % if far over the limit (27,000 to 40,000 tokens under the window).',
  'strategy.cline-classic.loses': 'Results can lose their calls.',
  'strategy.cline-classic.param.keep': 'What stays after the first two messages: half, quarter, or auto.',
  'strategy.cline-classic.param.minSaved': 'Share that notices must save, else messages go.',

  'strategy.roo-code.title': 'Roo Code: condense',
  'strategy.roo-code.rule': 'All but the system prompt becomes one summary.',

  'strategy.roo-code-truncation.title': 'Roo Code: truncation',
  'strategy.roo-code-truncation.rule': 'The first message and system messages stay. Of the others the older 50 % go.',

  'strategy.qwen-code.rule': '$t(strategy.roo-code.rule) The 5 files read or written last follow.',

  'strategy.goose.rule': 'All but the system prompt becomes one summary, followed by a copy of your last message.',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API: clear tool uses',
  'strategy.anthropic-clear-tool-uses.rule': 'Results of all tool uses but the newest 3 become a placeholder.',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': 'Tokens (characters ÷ 4) to free, else nothing goes.',

  'strategy.anthropic-compaction.title': 'Anthropic API: compaction',
  'strategy.anthropic-compaction.param.trigger': 'Where the API compacts; at least 50,000.',

  'strategy.openai-agents.title': 'OpenAI Agents: compaction session',
  'strategy.openai-agents.rule':
    'From 10 items on (texts, calls and results, without yours), system messages and your newest messages stay within 64,000 tokens. $t(product.encrypted)',
  'strategy.openai-agents.param.candidates': 'Items from which it compacts.',

  'strategy.ai-sdk-prune.title': 'AI SDK: prune messages',
  'strategy.ai-sdk-prune.rule': 'Thinking goes, and calls with their results, everywhere or before the newest messages.',
  'strategy.ai-sdk-prune.loses': 'It counts no tokens.',
  'strategy.ai-sdk-prune.param.reasoning': 'What goes: none, all, or before-last-message.',
  'strategy.ai-sdk-prune.param.toolCalls': 'What goes: none, all, before-last-message or before-last-N-messages.',
  'strategy.ai-sdk-prune.param.tools': 'Only their calls go; separated by commas; empty: all.',
  'strategy.ai-sdk-prune.param.emptyMessages': 'Messages with nothing left: remove or keep.',

  'strategy.langchain-trim.title': 'LangChain: trim',
  'strategy.langchain-trim.rule': 'The newest messages stay within 4,000 tokens (our number); all others go, the system message too.',
  'strategy.langchain-trim.loses': 'The task; a result can come first without its call.',
  'strategy.langchain-trim.param.startOn': 'First role: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.endOn': 'Last role: human, ai, tool or system; empty: any.',
  'strategy.langchain-trim.param.includeSystem': 'A first system message stays and counts.',

  'strategy.langchain-summarization.title': 'LangChain: summarization',
  'strategy.langchain-summarization.rule':
    'The newest 20 messages stay, no result without its call; all before, the system message too, becomes one summary. As shipped it has no trigger.',
  'strategy.langchain-summarization.param.tokens': 'Newest tokens (characters ÷ 4) instead; 0: by messages.',

  'strategy.langchain-clear-tool-uses.title': 'LangChain: clear tool uses',
  'strategy.langchain-clear-tool-uses.rule': 'From 100,000 tokens on, all tool results but the newest 3 become [cleared].',
  'strategy.langchain-clear-tool-uses.param.trigger': 'Tokens, as characters ÷ 4.',

  'strategy.mastra-token-limiter.title': 'Mastra: token limiter',
  'strategy.mastra-token-limiter.rule':
    'System messages and the newest messages within 100,000 tokens (our number) stay, calls with their results. A message counts 3.8 tokens more, the session 24.',
  'strategy.mastra-token-limiter.loses': 'Large recent messages too, without a mark.',
  'strategy.mastra-token-limiter.param.trimMode': 'What does not fit is skipped (best-fit), or ends it (contiguous).',
  'strategy.mastra-token-limiter.param.stage': 'Trims the request (prompt) or stored messages, results with calls (input).',

  'strategy.mastra-tool-call-filter.title': 'Mastra: tool-call filter',
  'strategy.mastra-tool-call-filter.rule': 'All calls and results go.',
  'strategy.mastra-tool-call-filter.param.exclude': 'Tools that go, separated by commas; all: every tool.',

  'strategy.cipher-middle.title': 'Cipher: middle removal',
  'strategy.cipher-middle.rule': 'For o1 models. The first 8, the last 8 and system messages stay. If fewer than 4 would be left, nothing happens.',
  'strategy.cipher-middle.loses': 'All of the middle; results can lose their calls.',

  'strategy.cipher-oldest.title': 'Cipher: oldest removal',
  'strategy.cipher-oldest.rule':
    'For Anthropic’s models. The oldest messages go until their text fits 80 % of the window or 4 are left; system messages stay.',
  'strategy.cipher-oldest.param.preserveStart': 'Not used here.',

  'strategy.cipher-hybrid.title': 'Cipher: hybrid',
  'strategy.cipher-hybrid.rule':
    'For GPT-4 models. By length and sizes, middle removal (first 6 and last 6 stay) or oldest removal (to 80 % of the window, at least 4 messages); in doubt the more efficient.',

  'strategy.adk.rule':
    'Once 3 invocations (a user message and what follows) are newer than the last summary, they and the 1 before become one summary. Older messages stay. Numbers from its documentation.',
  'strategy.adk.param.interval': 'Newer invocations from which it acts.',
  'strategy.adk.param.overlap': 'Older invocations summarised again.',

  'strategy.llamaindex.rule': 'Over 3,000 tokens the oldest messages go, never leaving a result or an assistant message first. System messages stay.',
  'strategy.llamaindex.loses': 'The task; a last message over the limit leaves nothing.',

  'strategy.swe-agent-observations.title': 'SWE-agent: last observations',
  'strategy.swe-agent-observations.rule': 'Of tool results and the task, the first and the newest 5 (from its paper) stay; the others become a line.',
  'strategy.swe-agent-observations.param.polling': 'The border moves after so many, so that the cache lives longer.',
  'strategy.swe-agent-observations.param.users': 'User messages that count: first (the task) or all.',

  'strategy.swe-agent-windows.title': 'SWE-agent: closed windows',
  'strategy.swe-agent-windows.rule':
    'Numbered lines of a file in a user message become a line where the file is shown again later; without a file name the whole message goes. Tool results stay.',
  'strategy.swe-agent-windows.param.tools': 'Role of tool output: tool, or user without function calls.',

  'strategy.openhands-summarizing.title': 'OpenHands: summarizing',
  'strategy.openhands-summarizing.rule': 'Over 100 events (messages, calls and results), the first 1, a summary and the newest 48 stay.',
  'strategy.openhands-summarizing.loses': 'Often the task; calls and results can lose each other.',

  'strategy.openhands-amortized.title': 'OpenHands: amortized forgetting',
  'strategy.openhands-amortized.rule': 'Over 100 events, the first 1 and the newest 49 stay.',

  'strategy.openhands-masking.title': 'OpenHands: observation masking',
  'strategy.openhands-masking.rule': 'Tool results before the newest 100 events become <MASKED>.',

  'strategy.openhands-recent.title': 'OpenHands: recent events',
  'strategy.openhands-recent.rule': 'The first 1 and the newest events stay, 100 in all. With fewer events the first message is doubled.',
  'strategy.openhands-recent.loses': 'Often the task; a result can lose its call.',

  'strategy.openhands-window.title': 'OpenHands: conversation window',
  'strategy.openhands-window.rule':
    'When a request was too long, the system message, the first user message and the newest half of the other events stay, no result first.',
  'strategy.openhands-window.loses': 'Of parallel calls one can go whose result stays.',

  'strategy.openhands-browser.title': 'OpenHands: browser output',
  'strategy.openhands-browser.rule': 'Outputs of browser tools but the newest 1 become an address.',
} as const;

/** Published products, second half in the order of the table: SDKs and frameworks. Numbers of a rule are the product's own. */
export const productFrameworks = {
  'strategy.openhands-sdk.rule':
    'Over 240 events (messages, calls and results), or over the window, the first 2 and the newest stay, half in all; one summary replaces those between.',
  'strategy.openhands-sdk.param.max_tokens': 'Or over these tokens; 0: the window.',
  'strategy.openhands-sdk.param.minimum_progress': 'Share of events that must go, else nothing happens.',
  'strategy.openhands-sdk.param.request': 'Under the limits too, as when you ask for it.',

  'strategy.aider.rule':
    'Over a sixteenth of the window (1,024 to 8,192 tokens), the newest messages stay within half of that. $t(product.before); where that is 4 messages or fewer, the whole history does.',
  'strategy.aider.param.max_tokens': 'Tokens over which it acts.',
  'strategy.aider.param.by_window': 'A sixteenth of the window, if that is less than 8,192; at least 1,024.',

  'strategy.kimi-cli.rule': 'System messages and the newest 2 messages stay, with tool results among them. $t(product.before).',

  'strategy.autogen-buffered.title': 'AutoGen: buffered',
  'strategy.autogen-buffered.rule': 'System messages and the newest 20 messages stay (our number), no result first.',

  'strategy.autogen-head-and-tail.title': 'AutoGen: head and tail',
  'strategy.autogen-head-and-tail.rule':
    'System messages, the first 5 and the newest 20 messages stay (our numbers), with a note of how many went. Calls keep their results.',
  'strategy.autogen-head-and-tail.param.head_size': 'First messages that stay.',

  'strategy.autogen-token-limited.title': 'AutoGen: token limited',
  'strategy.autogen-token-limited.rule':
    'Over 8,000 tokens without system messages (our number), messages go from the middle one by one, results of parallel calls as one.',
  'strategy.autogen-token-limited.loses': 'Calls and results can lose each other.',

  'strategy.inspect-edit.title': 'Inspect: edit',
  'strategy.inspect-edit.rule':
    'Results of all but the newest 3 tool uses become “(Tool result removed)”. Only the newest assistant message keeps its thinking; assistant messages at the very end go.',
  'strategy.inspect-edit.param.keep_thinking_turns': 'Newest assistant messages whose thinking stays.',
  'strategy.inspect-edit.param.keep_tool_inputs': 'Off: a line of text stands for call and result.',

  'strategy.inspect-trim.title': 'Inspect: trim',
  'strategy.inspect-trim.rule':
    'System messages, all up to the first user message, and the newest 80 % of the rest stay; calls and results without each other go, and an assistant message at the end.',

  'strategy.strands-sliding-window.title': 'Strands Agents: sliding window',
  'strategy.strands-sliding-window.rule':
    'The newest 40 messages stay, from the first user message among them on. Once the model has refused a request as too long, the oldest result keeps its first and last 200 characters instead.',
  'strategy.strands-sliding-window.loses': 'A call may come first, which some providers refuse.',
  'strategy.strands-sliding-window.param.overflows': 'Refusals as too long since the last complete turn.',

  'strategy.strands-summarizing.title': 'Strands Agents: summary',
  'strategy.strands-summarizing.rule':
    'The oldest 30 % of the messages, not the newest 10, become one summary; system messages stay, and calls with their results.',
  'strategy.strands-summarizing.param.preserve_recent_messages': 'Newest that stay, results of parallel calls as one.',

  'strategy.agent-framework-truncation.title': 'Agent Framework: truncation',
  'strategy.agent-framework-truncation.rule':
    'Over 80 messages, the oldest go until 40 are left (our numbers), calls with their results; system messages stay.',
  'strategy.agent-framework-truncation.param.max_n': 'Size over which it begins.',
  'strategy.agent-framework-truncation.param.counted': 'messages, or tokens (characters as JSON ÷ 4).',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework: sliding window',
  'strategy.agent-framework-sliding-window.rule':
    'System messages and the newest 20 groups stay (our number): a call with its results, or any other message.',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework: tool calls',
  'strategy.agent-framework-tool-calls.rule': 'Every message with calls goes with its results, except the newest.',

  'strategy.agent-framework-tool-results.title': 'Agent Framework: tool results',
  'strategy.agent-framework-tool-results.rule':
    'Every message with calls, except the newest, becomes one with the tools’ names and results, cut at 4,000 characters.',

  'strategy.agent-framework-summarization.title': 'Agent Framework: summary',
  'strategy.agent-framework-summarization.rule':
    'Over 4 + 2 messages, system messages and the newest groups with at least 4 stay, calls with their results. Older messages within 8,000 tokens of text become one summary.',
  'strategy.agent-framework-summarization.loses': 'The summariser sees calls, not their arguments and results.',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': 'What the summariser reads (characters ÷ 4); 0: no limit.',

  'strategy.agent-framework-context-window.title': 'Agent Framework: context window',
  'strategy.agent-framework-context-window.rule':
    'Over 50 % of the window less 16,384 tokens for the answer (our number), every group of calls and results but the newest 4 becomes a line; then the oldest groups go, system messages last.',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel: truncation',
  'strategy.semantic-kernel-truncation.rule':
    'Over 20 messages, the first system message and the newest stay, 20 in all; a chain of calls is not split.',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel: summary',
  'strategy.semantic-kernel-summarization.rule':
    'Over 20 messages, the first system message and the newest stay, 20 in all; what was said before becomes one summary, without its calls and results.',

  'strategy.letta-sliding-window.title': 'Letta: sliding window',
  'strategy.letta-sliding-window.rule':
    'The first 40 % of the messages become one summary, 10 % more at a time until the rest takes less than 70 % of the window; in the end all but the system message.',
  'strategy.letta-sliding-window.loses': 'Bytes are counted: a Chinese session may lose more than it must.',

  'strategy.letta-static-buffer.title': 'Letta: static buffer',
  'strategy.letta-static-buffer.rule':
    'Over 60 messages, the system message included, it and the newest 15 stay, from the first user message among them on.',
  'strategy.letta-static-buffer.loses': 'Without a user message among the newest, everything.',
  'strategy.letta-static-buffer.param.message_buffer_limit': 'Messages over which it acts.',

  'strategy.letta-partial-evict.title': 'Letta: partial evict',
  'strategy.letta-partial-evict.rule':
    'The system message and the newest 30 % of the messages stay, from an assistant message on. All between becomes one summary.',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': 'Share of the newest that stays.',

  'strategy.fast-agent-compaction.title': 'fast-agent: compaction',
  'strategy.fast-agent-compaction.rule': 'The newest 2 turns stay, never the first. $t(product.before).',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    'For kept turns and 2,048 of the summary, else fewer turns stay; 0: no limit. fast-agent takes a share of the window.',

  'strategy.fast-agent-tool-loop.title': 'fast-agent: tool loop',
  'strategy.fast-agent-tool-loop.rule':
    'Once the last turn ends in an answer after at least 2 rounds of tools, it keeps only request, last round and answer.',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK: output trimmer',
  'strategy.openai-agents-tool-output-trimmer.rule': 'Tool outputs over 500 characters before the last 2 user messages keep their first 200.',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': 'Outputs after the oldest of these user messages stay.',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': 'Longer outputs are shortened.',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': 'What stays of them.',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK: session limit',
  'strategy.openai-agents-session-limit.rule': 'System messages and the newest 40 items stay (our number): texts, calls and results, one each.',
  'strategy.openai-agents-session-limit.loses': 'The task; a result can lose its call.',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK: tool runner',

  'strategy.crewai.rule': 'All but system messages becomes one summary, written in chunks of 85 % of the window.',
  'strategy.crewai.param.ratio': 'Of the window for one chunk (characters ÷ 4, without calls).',

  'strategy.langmem.rule':
    'The oldest messages, up to 32,000 tokens (our number) or more where the rest would not fit, become a summary of at most 256 tokens; the system message stays.',
  'strategy.langmem.param.max_summary_tokens': 'For the summary.',

  'strategy.deepagents-arguments.title': 'deepagents: arguments',
  'strategy.deepagents-arguments.rule':
    'From 20 messages on, in all but the newest 20, arguments of write_file and edit_file over 2,000 characters keep their first 20.',
  'strategy.deepagents-arguments.param.trigger': 'Messages from which it acts.',
  'strategy.deepagents-arguments.param.max_length': 'Longer arguments are shortened.',
  'strategy.deepagents-arguments.param.tools': 'Separated by commas.',
} as const;
