/** Published products, second half in the order of the table: SDKs and frameworks. Numbers of a rule are the product's own. */
export const productFrameworks = {
  'strategy.openhands-sdk.title': 'OpenHands SDK',
  'strategy.openhands-sdk.rule':
    'Over 240 events (messages, calls and results), or over the window, the first 2 and the newest stay, half in all; one summary in a user message replaces those between. Calls stay with their results.',
  'strategy.openhands-sdk.loses': 'Details of everything between, later requests included.',
  'strategy.openhands-sdk.param.max_tokens': 'Tokens over which it halves the session; 0: the window.',
  'strategy.openhands-sdk.param.minimum_progress': 'Share of the events that must go, else nothing happens.',
  'strategy.openhands-sdk.param.request': 'On: halves the events under the limits too, as when you ask for it.',

  'strategy.aider.title': 'aider',
  'strategy.aider.rule':
    'Over a sixteenth of the window (1,024 to 8,192 tokens), the newest messages stay within half of that. Everything before becomes one summary in a user message; where that is 4 messages or fewer, the whole history does.',
  'strategy.aider.loses': 'Almost the whole history, however large the window; a call can lose its results.',
  'strategy.aider.param.max_tokens': 'Tokens over which the history is summarised.',
  'strategy.aider.param.by_window': 'On: a sixteenth of the window where that is less than 8,192, at least 1,024.',

  'strategy.kimi-cli.title': 'Kimi CLI',
  'strategy.kimi-cli.rule':
    'The newest 2 messages stay, with tool results among them. Everything before becomes one summary of 6 sections in a user message; system messages stay.',
  'strategy.kimi-cli.loses': 'All wording but that of the last step; in a run of calls your request is in the summary only.',
  'strategy.kimi-cli.param.max_preserved_messages': 'Newest messages that stay; tool results do not count.',

  'strategy.autogen-buffered.title': 'AutoGen: buffered',
  'strategy.autogen-buffered.rule': 'The newest 20 messages stay, no result first; system messages stay.',
  'strategy.autogen-buffered.loses': 'Everything older, the task first of all.',
  'strategy.autogen-buffered.param.buffer_size': 'Newest messages that stay, results of parallel calls as one. AutoGen has no default.',

  'strategy.autogen-head-and-tail.title': 'AutoGen: head and tail',
  'strategy.autogen-head-and-tail.rule':
    'The first 5 and the newest 20 messages stay, with a note between them that says how many went. Calls and results are not separated; system messages stay.',
  'strategy.autogen-head-and-tail.loses': 'The whole middle.',
  'strategy.autogen-head-and-tail.param.head_size': 'First messages that stay, results of parallel calls as one. AutoGen has no default.',
  'strategy.autogen-head-and-tail.param.tail_size': 'Newest messages that stay, results of parallel calls as one. AutoGen has no default.',

  'strategy.autogen-token-limited.title': 'AutoGen: token limited',
  'strategy.autogen-token-limited.rule':
    'Over 8,000 tokens, messages go from the middle one by one, results of parallel calls as one; system messages stay and do not count.',
  'strategy.autogen-token-limited.loses': 'The middle; calls and results can lose each other, which providers refuse.',
  'strategy.autogen-token-limited.param.token_limit': 'Tokens that may stay, without system messages. AutoGen has no default.',

  'strategy.inspect-edit.title': 'Inspect: edit',
  'strategy.inspect-edit.rule':
    'Results of all but the newest 3 tool uses become “(Tool result removed)”; calls stay. Only the newest assistant message keeps its thinking; assistant messages at the very end go.',
  'strategy.inspect-edit.loses': 'What older tools returned, and the answer at the end.',
  'strategy.inspect-edit.param.keep_tool_uses': 'Newest tool uses whose results stay, parallel calls one by one.',
  'strategy.inspect-edit.param.keep_thinking_turns': 'Newest assistant messages whose thinking stays.',
  'strategy.inspect-edit.param.keep_tool_inputs': 'On: calls stay without their results. Off: a line of text stands for both.',

  'strategy.inspect-trim.title': 'Inspect: trim',
  'strategy.inspect-trim.rule':
    'System messages, everything up to the first user message, and the newest 80 % of the rest stay; calls and results without each other go, and an assistant message at the very end.',
  'strategy.inspect-trim.loses': 'The oldest fifth of the work, and the answer at the end.',
  'strategy.inspect-trim.param.preserve': 'Share of the messages after the first user message that stays.',

  'strategy.strands-sliding-window.title': 'Strands Agents: sliding window',
  'strategy.strands-sliding-window.rule':
    'The newest 40 messages stay, from the first user message among them on. Once the model has refused a request as too long, the oldest result is shortened to its first and last 200 characters instead. The default of Strands.',
  'strategy.strands-sliding-window.loses': 'Everything older, the task included; a call may come first, which some providers refuse.',
  'strategy.strands-sliding-window.param.window_size': 'Newest messages that stay, results of parallel calls as one.',
  'strategy.strands-sliding-window.param.overflows': 'How often the model has refused the session as too long since the last complete turn.',

  'strategy.strands-summarizing.title': 'Strands Agents: summary',
  'strategy.strands-summarizing.rule':
    'The oldest 30 % of the messages, not the newest 10, become one summary in a user message; calls stay with their results, system messages stay.',
  'strategy.strands-summarizing.loses': 'Details of the beginning, the task included; recent messages stay however large.',
  'strategy.strands-summarizing.param.summary_ratio': 'Share of the messages that is summarised, from 0.1 to 0.8.',
  'strategy.strands-summarizing.param.preserve_recent_messages': 'Newest messages that always stay, results of parallel calls as one.',

  'strategy.agent-framework-truncation.title': 'Agent Framework: truncation',
  'strategy.agent-framework-truncation.rule': 'Over 80 messages, the oldest go until 40 are left, calls with their results; system messages stay.',
  'strategy.agent-framework-truncation.loses': 'The older half of a long session, the task first of all.',
  'strategy.agent-framework-truncation.param.max_n': 'Size over which it begins. The framework has no default.',
  'strategy.agent-framework-truncation.param.compact_to': 'Size at which it stops. The framework has no default.',
  'strategy.agent-framework-truncation.param.counted': 'What is counted: messages, or tokens (characters as JSON ÷ 4).',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework: sliding window',
  'strategy.agent-framework-sliding-window.rule': 'System messages and the newest 20 groups stay: a call with its results, or any other message.',
  'strategy.agent-framework-sliding-window.loses': 'Everything older, the task before any tool output.',
  'strategy.agent-framework-sliding-window.param.keep_last_groups': 'Newest groups that stay. The framework has no default.',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework: tool calls',
  'strategy.agent-framework-tool-calls.rule': 'Every message with calls goes with its results, except the newest. All others stay.',
  'strategy.agent-framework-tool-calls.loses': 'What tools returned, and what the assistant wrote beside a call.',

  'strategy.agent-framework-tool-results.title': 'Agent Framework: tool results',
  'strategy.agent-framework-tool-results.rule':
    'Every message with calls, except the newest, becomes one assistant message with the names of the tools and their results, cut at 4,000 characters.',
  'strategy.agent-framework-tool-results.loses': 'Arguments of calls, the words beside them, and the end of long results.',

  'strategy.agent-framework-summarization.title': 'Agent Framework: summary',
  'strategy.agent-framework-summarization.rule':
    'Over 4 + 2 messages, the newest groups with at least 4 stay, calls with their results. Older messages whose text fits 8,000 tokens become one summary in an assistant message. System messages stay.',
  'strategy.agent-framework-summarization.loses': 'All that tools were given and returned: the summariser sees only that there was a call.',
  'strategy.agent-framework-summarization.param.threshold': 'Messages over the target up to which nothing happens.',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': 'Tokens (characters ÷ 4) that the summariser may read; 0: no limit.',

  'strategy.agent-framework-context-window.title': 'Agent Framework: context window',
  'strategy.agent-framework-context-window.rule':
    'Over 50 % of the window less 16,384 tokens for the answer, every group of calls and results but the newest 4 becomes a line; then the oldest groups go until it fits, system messages last.',
  'strategy.agent-framework-context-window.loses': 'Arguments of old calls, then the beginning with the task, in the end even the system prompt.',
  'strategy.agent-framework-context-window.param.max_output_tokens': 'Tokens of the window kept free for the answer. The framework has no default.',
  'strategy.agent-framework-context-window.param.tool_eviction_threshold': 'Share of the rest of the window that may stay.',
  'strategy.agent-framework-context-window.param.keep_last_tool_call_groups': 'Newest groups that do not become lines.',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel: truncation',
  'strategy.semantic-kernel-truncation.rule':
    'Over 20 messages, the first system message and the newest stay, 20 in all; a chain of calls is not split.',
  'strategy.semantic-kernel-truncation.loses': 'The beginning, the task included; a long chain of calls keeps almost everything.',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel: summary',
  'strategy.semantic-kernel-summarization.rule':
    'Over 20 messages, the first system message and the newest stay, 20 in all; a chain of calls is not split. What was said before becomes one summary in an assistant message; calls and results go.',
  'strategy.semantic-kernel-summarization.loses': 'Older calls and results: the summariser never sees them.',

  'strategy.letta-sliding-window.title': 'Letta: sliding window',
  'strategy.letta-sliding-window.rule':
    'The first 40 % of the messages become one summary in a user message, 10 % more at a time until the rest takes less than 70 % of the window; in the end everything but the system message.',
  'strategy.letta-sliding-window.loses':
    'Details of the older part, the task included; a Chinese session may lose more than it needs to, as bytes are counted.',
  'strategy.letta-sliding-window.param.sliding_window_percentage':
    'Share of the window that has to be free afterwards; the first step takes 0.1 more of the messages.',

  'strategy.letta-static-buffer.title': 'Letta: static buffer',
  'strategy.letta-static-buffer.rule': 'Over 60 messages, the system message and the newest 15 stay, from the first user message among them on.',
  'strategy.letta-static-buffer.loses': 'Everything older; without a user message among the newest, everything.',
  'strategy.letta-static-buffer.param.message_buffer_limit': 'Messages over which it acts, the system message included.',
  'strategy.letta-static-buffer.param.message_buffer_min': 'Newest messages that may stay.',

  'strategy.letta-partial-evict.title': 'Letta: partial evict',
  'strategy.letta-partial-evict.rule':
    'The system message and the newest 30 % of the messages stay, from an assistant message on. Everything between becomes one summary in a user message.',
  'strategy.letta-partial-evict.loses': 'Most of the session at once, often the request that the first kept answer replies to.',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': 'Share of the newest messages that stays.',

  'strategy.fast-agent-compaction.title': 'fast-agent: compaction',
  'strategy.fast-agent-compaction.rule': 'The newest 2 turns stay, never the first. Everything before becomes one summary in a user message.',
  'strategy.fast-agent-compaction.loses': 'All older wording; in a session of one long turn all wording.',
  'strategy.fast-agent-compaction.param.keep_turns': 'Newest turns that stay.',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    'Tokens for the kept turns and 2,048 of the summary, else fewer turns stay. fast-agent takes a share of the window; 0: no limit.',

  'strategy.fast-agent-tool-loop.title': 'fast-agent: tool loop',
  'strategy.fast-agent-tool-loop.rule':
    'Once the last turn ends in an answer after at least 2 rounds of tools, it keeps only the request, the last round and the answer.',
  'strategy.fast-agent-tool-loop.loses': 'Earlier rounds of the last turn, even where the answer refers to them.',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK: output trimmer',
  'strategy.openai-agents-tool-output-trimmer.rule':
    'Tool outputs over 500 characters before the last 2 user messages keep their first 200 characters and a note of the length.',
  'strategy.openai-agents-tool-output-trimmer.loses': 'The end of old outputs, where errors and totals stand; with one user message nothing changes.',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': 'Newest user messages; outputs after the oldest of them stay.',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': 'Characters over which an output is shortened.',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': 'First characters of a shortened output that stay.',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK: session limit',
  'strategy.openai-agents-session-limit.rule': 'The newest 40 items stay: texts, calls and results, one each. System messages stay.',
  'strategy.openai-agents-session-limit.loses': 'The task and all early work; a result can lose its call, which providers refuse.',
  'strategy.openai-agents-session-limit.param.limit': 'Items that stay. The SDK has no default.',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK: tool runner',
  'strategy.anthropic-tool-runner.rule': 'Everything but the system prompt becomes one user message with a summary of 5 sections.',
  'strategy.anthropic-tool-runner.loses': 'All wording, your request and the newest output included.',

  'strategy.crewai.title': 'CrewAI',
  'strategy.crewai.rule':
    'Everything but system messages becomes one user message with a summary of 5 sections, written in chunks of 85 % of the window.',
  'strategy.crewai.loses': 'All wording, your last request included; no chunk knows the one before.',
  'strategy.crewai.param.ratio': 'Share of the window for one chunk (characters ÷ 4, without calls).',

  'strategy.langmem.title': 'LangMem',
  'strategy.langmem.rule':
    'The oldest messages, up to 32,000 tokens or more where the rest would not fit, become a summary of at most 256 tokens in a system message; the system message stays.',
  'strategy.langmem.loses': 'A whole budget of the oldest messages, the task included, for one short paragraph.',
  'strategy.langmem.param.max_tokens': 'Tokens that may be left. LangMem has no default.',
  'strategy.langmem.param.max_summary_tokens': 'Tokens of these for the summary.',

  'strategy.deepagents-arguments.title': 'deepagents: arguments',
  'strategy.deepagents-arguments.rule':
    'From 20 messages on, in all but the newest 20, arguments of write_file and edit_file over 2,000 characters keep their first 20.',
  'strategy.deepagents-arguments.loses': 'What earlier steps wrote into files; outputs, mostly the larger part, stay.',
  'strategy.deepagents-arguments.param.trigger': 'Messages from which arguments are shortened.',
  'strategy.deepagents-arguments.param.keep': 'Newest messages that stay.',
  'strategy.deepagents-arguments.param.max_length': 'Characters over which an argument keeps its first 20.',
  'strategy.deepagents-arguments.param.tools': 'Tools whose arguments are shortened, separated by commas.',
} as const;
