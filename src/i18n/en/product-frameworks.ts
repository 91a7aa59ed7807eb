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
