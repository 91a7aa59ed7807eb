/** Published products, second half in the order of the table: SDKs and frameworks. Numbers of a rule are the product's own. */
export const productFrameworks = {
  'strategy.openhands-sdk.title': 'OpenHands SDK',
  'strategy.openhands-sdk.rule':
    'Above 240 events (messages, calls and results, one each), or when the tokens exceed the window, the first 2 and the newest stay, half in all. A summary in the form of a user message replaces those in between. Cuts move on to a place that separates no call from its result; calls and results that lack each other are removed.',
  'strategy.openhands-sdk.loses':
    'Everything between the opening and the newest events, later requests of the user included, except what the summary says; a call that still waits for its result is dropped.',
  'strategy.openhands-sdk.param.max_size':
    'Events above which it condenses, to half as many. A message, a call or a result is one event. The budget knob.',
  'strategy.openhands-sdk.param.keep_first': 'Events at the beginning that stay; the system message is one of them.',
  'strategy.openhands-sdk.param.max_tokens':
    'Tokens above which it condenses, to half as many, where that is less than the window. 0: only the window counts.',
  'strategy.openhands-sdk.param.minimum_progress': 'Share of the events, 0 to 1, that a condensation must remove; otherwise nothing happens.',
  'strategy.openhands-sdk.param.request':
    'On: condenses to half of the events without a limit being exceeded, as after a request by the user or a prompt that the model refused as too long.',
  'strategy.openhands-sdk.param.replay': 'On: condenses before every answer of the conversation, as the running agent does. Off: once, at its end.',

  'strategy.aider.title': 'aider',
  'strategy.aider.rule':
    'Above a sixteenth of the window (at least 1,024 and at most 8,192 tokens) the newest messages stay, as many as take less than half of that. Everything before them, up to a message of the assistant, becomes a summary in the form of a user message; where that would be 4 messages or fewer, the whole history does, and where too much is left, it is done again. A history that does not end on an answer gets an “Ok.” of the assistant.',
  'strategy.aider.loses':
    'Almost the whole history, however large the window is; a cut right after a call leaves its results without it, and what is too long for the summary request goes without a trace.',
  'strategy.aider.param.max_tokens': 'Tokens that the history may have before it is summarised. The budget knob.',
  'strategy.aider.param.by_window': 'As long as nobody changed the 8,192: a sixteenth of the window where that is less, at least 1,024.',

  'strategy.kimi-cli.title': 'Kimi CLI',
  'strategy.kimi-cli.rule':
    'The newest 2 user or assistant messages stay, with the tool results that follow them. Everything before becomes one summary in 6 sections, in the form of a user message; system messages stay.',
  'strategy.kimi-cli.loses':
    'All exact wording but that of the last step; in the middle of a run of tool calls the user’s request survives only in the summary.',
  'strategy.kimi-cli.param.max_preserved_messages':
    'User and assistant messages at the end that stay; tool results among them stay too and are not counted. The budget knob.',

  'strategy.autogen-buffered.title': 'AutoGen: buffered',
  'strategy.autogen-buffered.rule':
    'The newest 20 messages stay; the results of parallel calls are one message. If results come first among them, these go as well. Nothing replaces the rest; system messages stay.',
  'strategy.autogen-buffered.loses': 'Everything before the newest messages, the original request first of all, without a trace.',
  'strategy.autogen-buffered.param.buffer_size':
    'Messages at the end that stay; the results of parallel calls are one message. AutoGen itself has no default. The budget knob.',

  'strategy.autogen-head-and-tail.title': 'AutoGen: head and tail',
  'strategy.autogen-head-and-tail.rule':
    'The first 5 and the newest 20 messages stay; a user message between them says how many were skipped. A call at the end of the head and results at the beginning of the tail go as well. System messages stay.',
  'strategy.autogen-head-and-tail.loses': 'The whole middle, of which only the number of messages is told.',
  'strategy.autogen-head-and-tail.param.head_size':
    'Messages at the beginning that stay; the results of parallel calls are one message. AutoGen itself has no default.',
  'strategy.autogen-head-and-tail.param.tail_size':
    'Messages at the end that stay; the results of parallel calls are one message. AutoGen itself has no default. The budget knob.',

  'strategy.autogen-token-limited.title': 'AutoGen: token limited',
  'strategy.autogen-token-limited.rule':
    'While there are more than 8,000 tokens, the message in the middle is removed, one after another; the results of parallel calls are one message. Results that end up first go as well. System messages stay and are not counted.',
  'strategy.autogen-token-limited.loses':
    'The middle, without a trace; at the edges of the hole calls may stand without their results or results without their calls, which providers refuse.',
  'strategy.autogen-token-limited.param.token_limit':
    'Tokens that all messages but the system’s may have together. AutoGen itself has no default. The budget knob.',

  'strategy.inspect-edit.title': 'Inspect: edit',
  'strategy.inspect-edit.rule':
    'The results of all but the newest 3 tool uses become “(Tool result removed)”; their calls stay. Only the newest assistant message keeps its thinking. Assistant messages at the very end are removed, and in calls of the memory tool a note replaces what was written.',
  'strategy.inspect-edit.loses': 'What all older tools returned, and the answer at the end, even when it is the one that counts.',
  'strategy.inspect-edit.param.keep_tool_uses': 'Newest tool uses whose results stay; parallel calls are counted one by one. The budget knob.',
  'strategy.inspect-edit.param.keep_thinking_turns': 'Newest assistant messages whose thinking stays.',
  'strategy.inspect-edit.param.keep_tool_inputs':
    'On: a call stays where its result is removed. Off: the result goes altogether, and a line of text stands for the call.',

  'strategy.inspect-trim.title': 'Inspect: trim',
  'strategy.inspect-trim.rule':
    'System messages and everything up to the first user message stay, and of the messages after it the newest 80 %. Among these, calls without results and results without calls are removed, and one assistant message if they end on it.',
  'strategy.inspect-trim.loses': 'The oldest fifth of the work, without a trace, and the answer at the end of the conversation.',
  'strategy.inspect-trim.param.preserve': 'Share of the messages after the first user message, 0 to 1, that stays. The budget knob.',

  'strategy.strands-sliding-window.title': 'Strands Agents: sliding window',
  'strategy.strands-sliding-window.rule':
    'Of the newest 40 messages (the results of parallel calls are one) those from the first user message on stay; without one, those from the first call with its result on. Once the model has refused a request as too long, the oldest result is cut to its first and last 200 characters instead; where it has no more than 400 or was cut before, the oldest messages go. The default of Strands.',
  'strategy.strands-sliding-window.loses':
    'Everything before the window, the task included, without a trace; in a long run of tool calls it begins with a call, which some providers refuse.',
  'strategy.strands-sliding-window.param.window_size': 'Messages that stay; the results of parallel calls are one message. The budget knob.',
  'strategy.strands-sliding-window.param.overflows':
    'How many times the model has refused the conversation as too long since the last complete turn. 0: not once, only the window acts.',

  'strategy.strands-summarizing.title': 'Strands Agents: summary',
  'strategy.strands-summarizing.rule':
    'The oldest 30 % of the messages become one summary in the form of a user message, fewer where the newest 10 would be touched. The cut moves on to the next place that separates no call from its result. System messages stay.',
  'strategy.strands-summarizing.loses':
    'The opening with the original task, except what the summary says; recent messages are never shortened, however large.',
  'strategy.strands-summarizing.param.summary_ratio':
    'Share of the messages that becomes the summary; values under 0.1 or over 0.8 count as these. The budget knob.',
  'strategy.strands-summarizing.param.preserve_recent_messages':
    'Messages at the end that the share does not reach; the results of parallel calls are one message.',

  'strategy.agent-framework-truncation.title': 'Agent Framework: truncation',
  'strategy.agent-framework-truncation.rule':
    'Above 80 messages the oldest go until 40 are left, a call always together with its results. System messages stay, and so does the newest other group. Nothing replaces what went.',
  'strategy.agent-framework-truncation.loses': 'At least the older half of a long conversation, the original request first of all, without a trace.',
  'strategy.agent-framework-truncation.param.max_n': 'Size above which it begins, in the chosen unit. The framework itself has no default.',
  'strategy.agent-framework-truncation.param.compact_to':
    'Size at which it stops, in the chosen unit. The framework itself has no default. The budget knob.',
  'strategy.agent-framework-truncation.param.counted':
    'What max_n and compact_to count: messages, or tokens estimated as characters of the message’s JSON ÷ 4.',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework: sliding window',
  'strategy.agent-framework-sliding-window.rule':
    'System messages and the newest 20 groups stay; a call with its results is one group, every other message one of its own. Nothing replaces the rest.',
  'strategy.agent-framework-sliding-window.loses':
    'Everything before the newest groups, without a trace: the original request goes before any tool output.',
  'strategy.agent-framework-sliding-window.param.keep_last_groups':
    'Groups at the end that stay: a call with its results, or any other message. The framework itself has no default. The budget knob.',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework: tool calls',
  'strategy.agent-framework-tool-calls.rule':
    'Every message that calls tools goes, together with the results, except the newest. System messages, the user’s messages and the assistant’s messages without calls stay.',
  'strategy.agent-framework-tool-calls.loses':
    'All that tools returned and no answer repeats, and the words that the assistant wrote in the same message as a call.',
  'strategy.agent-framework-tool-calls.param.keep_last_tool_call_groups': 'Newest groups of calls and results that stay. The budget knob.',

  'strategy.agent-framework-tool-results.title': 'Agent Framework: tool results',
  'strategy.agent-framework-tool-results.rule':
    'Every message that calls tools, except the newest, becomes together with the results one assistant message that repeats the results after the names of their tools and is cut at 4,000 characters. Everything else stays.',
  'strategy.agent-framework-tool-results.loses':
    'The arguments of the calls, the words beside them, and the end of long results; results that were short hardly shrink.',
  'strategy.agent-framework-tool-results.param.keep_last_tool_call_groups':
    'Newest groups of calls and results that stay as they are. The budget knob.',

  'strategy.agent-framework-summarization.title': 'Agent Framework: summary',
  'strategy.agent-framework-summarization.rule':
    'With more than 4 + 2 messages, the newest groups that make up at least 4 stay, a call always with its results. The older ones become one summary in the form of an assistant message, the oldest first, as far as their text fits into 8,000 tokens; what does not fit stays as well. System messages stay and are not counted.',
  'strategy.agent-framework-summarization.loses':
    'All that tools were given and returned: the summariser is shown at most that there was a call and a result.',
  'strategy.agent-framework-summarization.param.target_count':
    'Messages at the end that stay, in whole groups; system messages are not counted. The budget knob.',
  'strategy.agent-framework-summarization.param.threshold': 'Messages above the target up to which nothing happens.',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens':
    'Tokens that the request for the summary may have, estimated as characters ÷ 4. 0: no limit.',

  'strategy.agent-framework-context-window.title': 'Agent Framework: context window',
  'strategy.agent-framework-context-window.rule':
    'Above 50 % of the window without the 16,384 tokens of the answer, every group of calls and results but the newest 4 becomes a line with its results, as in “Agent Framework: tool results”. Then the oldest groups and lines go until the 50 % are met, system messages last, the newest group never.',
  'strategy.agent-framework-context-window.loses':
    'First the arguments of old calls, then the beginning with the original task, without a trace; where that is not enough, the system prompt too.',
  'strategy.agent-framework-context-window.param.max_output_tokens':
    'Tokens of the window that are set aside for the answer. The framework itself has no default.',
  'strategy.agent-framework-context-window.param.tool_eviction_threshold':
    'Share of the rest of the window, 0 to 1, above which it acts and down to which it goes. The budget knob.',
  'strategy.agent-framework-context-window.param.keep_last_tool_call_groups':
    'Newest groups of calls and results that do not become lines; they may still go as the oldest.',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel: truncation',
  'strategy.semantic-kernel-truncation.rule':
    'Above 20 messages the first system message and the newest others stay, 20 in all. If the cut falls into a chain of calls and results, it moves back to the beginning of the chain. Nothing replaces the rest.',
  'strategy.semantic-kernel-truncation.loses':
    'What was said first, the original request included, without a trace; in a long chain of calls the cut moves back over all of it, and little else goes.',
  'strategy.semantic-kernel-truncation.param.target_count':
    'Messages that stay, the system message among them. Semantic Kernel itself has no default. The budget knob.',
  'strategy.semantic-kernel-truncation.param.threshold_count':
    'Messages above the target up to which nothing happens; the cut goes back by as many at most to begin with a user message.',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel: summary',
  'strategy.semantic-kernel-summarization.rule':
    'Above 20 messages the first system message and the newest others stay, 20 in all; the cut moves back to the beginning of a chain of calls and results. What was said before it becomes one summary in the form of an assistant message; calls and results before it are removed. If there is nothing else, nothing happens.',
  'strategy.semantic-kernel-summarization.loses':
    'Calls and results before the cut, without a trace: the summariser never sees them. The user’s words there survive only as it puts them.',
  'strategy.semantic-kernel-summarization.param.target_count':
    'Messages that stay, the system message among them. Semantic Kernel itself has no default. The budget knob.',
  'strategy.semantic-kernel-summarization.param.threshold_count':
    'Messages above the target up to which nothing happens; the cut goes back by as many at most to begin with a user message.',

  'strategy.letta-sliding-window.title': 'Letta: sliding window',
  'strategy.letta-sliding-window.rule':
    'The first 40 % of the messages become one summary in the form of a user message; the cut moves back to the last assistant message among them. 10 % more follow at a time until the rest takes less than 70 % of the window. If no step is enough, everything but the system message becomes the summary.',
  'strategy.letta-sliding-window.loses':
    'The older part with the original task, except what the summary says; each character outside ASCII counts as at least six bytes, so more of a Chinese conversation may go than needs to.',
  'strategy.letta-sliding-window.param.sliding_window_percentage':
    'Share, 0 to 1: the first step takes 0.1 more than this of the messages, and this much of the window has to become free. The budget knob.',

  'strategy.letta-static-buffer.title': 'Letta: static buffer',
  'strategy.letta-static-buffer.rule':
    'Above 60 messages, the system message included, only the newest 15 stay, from the first user message among them on, and the system message. Nothing replaces the rest.',
  'strategy.letta-static-buffer.loses':
    'Everything older, without a trace; in a long run of tool calls, with no user message among the newest, everything but the system message.',
  'strategy.letta-static-buffer.param.message_buffer_limit': 'Messages above which it acts; the system message is one of them.',
  'strategy.letta-static-buffer.param.message_buffer_min': 'Messages at the end among which the kept ones begin. The budget knob.',

  'strategy.letta-partial-evict.title': 'Letta: partial evict',
  'strategy.letta-partial-evict.rule':
    'The newest 30 % of the messages stay, from the first assistant message among them on, and the system message. Everything between becomes one summary in the form of a user message. If the assistant says nothing there, nothing happens.',
  'strategy.letta-partial-evict.loses':
    'Most of the conversation at once, except what the summary says, and often the very request that the first kept answer replies to.',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': 'Share of the messages at the end, 0 to 1, that stays. The budget knob.',

  'strategy.fast-agent-compaction.title': 'fast-agent: compaction',
  'strategy.fast-agent-compaction.rule':
    'The newest 2 turns stay, a turn being what the user asks with all that follows. Everything before becomes one summary in the form of a user message. The first turn never stays: if it is the only one, all of it is summarised.',
  'strategy.fast-agent-compaction.loses':
    'Everything before these turns, except what the summary says; in a session with one long turn that is every word, the request included.',
  'strategy.fast-agent-compaction.param.keep_turns': 'Turns at the end that stay: a message of the user with all that follows it. The budget knob.',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    'Tokens that the kept turns and 2,048 for the summary may have, else fewer turns stay. 0: no limit. fast-agent itself takes a share of the window.',

  'strategy.fast-agent-tool-loop.title': 'fast-agent: tool loop',
  'strategy.fast-agent-tool-loop.rule':
    'If the last turn has ended in an answer after at least 2 rounds of tools, only the request, the last call with its results and the answer stay of it. The rounds before go without replacement; earlier turns are not touched.',
  'strategy.fast-agent-tool-loop.loses':
    'What all but the last round of tools did and returned, without a trace, even where the answer refers to it.',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK: output trimmer',
  'strategy.openai-agents-tool-output-trimmer.rule':
    'Tool outputs of more than 500 characters before the last 2 user messages become their first 200 characters with a note of the lengths, where that is shorter. Everything else stays.',
  'strategy.openai-agents-tool-output-trimmer.loses':
    'The end of old outputs, where errors and totals mostly stand; with a single user message it does nothing, however long the run of tools.',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns':
    'User messages, counted from the newest; outputs after the oldest of these are not touched.',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': 'Characters above which a tool output is cut. The budget knob.',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': 'Characters at the beginning of a cut output that stay.',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK: session limit',
  'strategy.openai-agents-session-limit.rule':
    'The newest 40 items of the session stay: a text, a call and a result are one each. Everything older goes without replacement, even in the middle of a message. System messages stay.',
  'strategy.openai-agents-session-limit.loses':
    'The request and all early work, without a trace; the cut may separate a result from its call, which the provider refuses.',
  'strategy.openai-agents-session-limit.param.limit':
    'Items that are read: texts, calls and results, one each. The SDK itself has no default. The budget knob.',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK: tool runner',
  'strategy.anthropic-tool-runner.rule':
    'Everything but the system prompt becomes one user message: a summary in 5 sections. Calls at the end that still wait for their results are left out of it.',
  'strategy.anthropic-tool-runner.loses': 'All exact wording, the user’s request and the newest output included.',

  'strategy.crewai.title': 'CrewAI',
  'strategy.crewai.rule':
    'Everything but system messages becomes one user message, a summary in 5 sections. What is longer than 85 % of the window is summarised in chunks of that size, and the summaries are joined.',
  'strategy.crewai.loses': 'All exact wording, the latest request included; what one chunk says is not known when the next is summarised.',
  'strategy.crewai.param.ratio':
    'Share of the window, 0 to 1, that one request for a summary may fill; texts count as characters ÷ 4, calls as nothing.',

  'strategy.langmem.title': 'LangMem',
  'strategy.langmem.rule':
    'The oldest messages, up to the one with which 32,000 tokens are reached, become a summary of at most 256 tokens in the form of a system message; more of them where the rest would not fit into the limit beside it. Results of the last call among them go along; the system message stays.',
  'strategy.langmem.loses':
    'A whole budget of the oldest messages at once, the original task included: the summary is hardly longer than a paragraph.',
  'strategy.langmem.param.max_tokens':
    'Tokens that the result may have: system message, summary and the messages kept; at least as many are summarised. LangMem itself has no default. The budget knob.',
  'strategy.langmem.param.max_summary_tokens': 'Tokens of these that are set aside for the summary.',

  'strategy.deepagents-arguments.title': 'deepagents: arguments',
  'strategy.deepagents-arguments.rule':
    'From 20 messages on, in all but the newest 20, arguments of write_file and edit_file with more than 2,000 characters become their first 20 characters with a mark. Everything else stays.',
  'strategy.deepagents-arguments.loses': 'What was written into files in earlier steps; outputs of tools, mostly the larger part, are not touched.',
  'strategy.deepagents-arguments.param.trigger': 'Messages from which on arguments are cut.',
  'strategy.deepagents-arguments.param.keep': 'Messages at the end that are not touched. The budget knob.',
  'strategy.deepagents-arguments.param.max_length': 'Characters above which an argument is cut to its first 20.',
  'strategy.deepagents-arguments.param.tools': 'Names of the tools whose arguments are cut, separated by commas.',
} as const;
