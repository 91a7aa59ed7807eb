/** Words of the products, first half: coding agents, providers, libraries of JavaScript, frameworks. */
export const productAgents = {
  'strategy.claude-code.title': 'Claude Code',
  'strategy.claude-code.rule':
    'Everything but the system prompt becomes one summary in 9 sections, of at most 20,000 tokens. Behind it the 5 files that were read or edited last come back, each as a user message; a file of more than 5,000 tokens, or one whose content the transcript never shows, comes back as its path.',
  'strategy.claude-code.loses': "The wording of every message, the user's last one included: what the summary does not say is gone.",
  'strategy.claude-code.param.files': 'How many of the files that were read or edited last come back behind the summary.',
  'strategy.claude-code.param.fileTokens': 'A file with more tokens than this (characters ÷ 4) comes back as its path only.',
  'strategy.claude-code.param.autoCompactWindow':
    'Window that it compacts for, where the model has a larger one; it compacts 33,000 tokens below. Its own setting of this name.',

  'strategy.codex-remote.title': 'Codex CLI',
  'strategy.codex-remote.rule':
    "With OpenAI or Azure as the provider, the default since 2026: beside the system prompt only the user's own messages stay, newest first, within 64,000 tokens of text; the one that no longer fits is cut in its middle. One encrypted item at the end stands for everything else. Other providers get a summary: Codex CLI: local.",
  'strategy.codex-remote.loses':
    'Nobody can say: only the provider can read the item, so that every answer, call and result counts as gone, the newest included.',
  'strategy.codex-remote.param.userTokens': 'Tokens (bytes ÷ 4) of user messages that stay. The budget knob.',

  'strategy.codex.title': 'Codex CLI: local',
  'strategy.codex.rule':
    "Beside the system prompt only the user's own messages stay, newest first, within 20,000 tokens; the one that no longer fits is cut in its middle. Everything else (older prompts, answers, calls, results, project instructions, earlier summaries) becomes one summary in a user message at the end.",
  'strategy.codex.loses': 'Every answer, call and result, the newest included: the work in progress is known from the summary only.',
  'strategy.codex.param.userTokens': 'Tokens (bytes ÷ 4) of user messages that stay. The budget knob.',

  'strategy.pi.title': 'pi',
  'strategy.pi.rule':
    'Counts back from the newest message until 20,000 tokens are reached and cuts there, or behind the tool results that stand there. Everything before the cut becomes one summary in 6 sections, of at most 13,107 tokens; system messages stay. A shorter conversation is left alone.',
  'strategy.pi.loses':
    'Details of everything before the cut, which may fall inside a turn: then the prompt of the running task is in the summary only.',
  'strategy.pi.param.keepRecentTokens': 'Tokens (characters ÷ 4) of newest messages at which the cut is made. The budget knob.',

  'strategy.opencode.title': 'opencode: compaction',
  'strategy.opencode.rule':
    'The newest messages stay within 25 % of the usable window (window − 32,000 for the answer − 20,000), the limit being at least 2,000 and at most 15,000 tokens; a tool result never comes first. Everything before becomes one summary in 5 sections; system messages stay.',
  'strategy.opencode.loses':
    'Details of everything older than the tail, which never has more than 15,000 tokens, however large the window; a newest message over that leaves no tail.',
  'strategy.opencode.param.output': 'Tokens that the model may answer with; they are taken off the usable window.',
  'strategy.opencode.param.share': 'Share of the usable window that the newest messages may take, between 2,000 and 15,000 tokens. The budget knob.',

  'strategy.opencode-prune.title': 'opencode: prune',
  'strategy.opencode-prune.rule':
    'Before the last 2 user turns the newest 40,000 tokens of tool output stay; older outputs become a placeholder, if that saves more than 20,000 tokens. Outputs of the tool skill stay; the search ends at a summary or at what was pruned before.',
  'strategy.opencode-prune.loses': 'What old tool output said: the agent has to run the tool again.',
  'strategy.opencode-prune.param.protect': 'Tokens (characters ÷ 4) of the newest tool output before the last 2 turns that stay. The budget knob.',
  'strategy.opencode-prune.param.minimum': 'Nothing is pruned unless it saves more tokens than this.',

  'strategy.gemini-cli.title': 'Gemini CLI: compression',
  'strategy.gemini-cli.rule':
    'At most the newest 30 % of the characters stay, cut at a user message; everything before becomes one summary in 7 sections, with a fixed reply of the model behind it. If no user message has 70 % before it, the newest one is the cut, or everything goes where the last message is an answer without calls. First of all, outputs beyond the newest 50,000 tokens are cut to 40,000 characters, head 20 % and tail 80 %.',
  'strategy.gemini-cli.loses':
    'Details of everything before the cut; in a run under a single prompt it is all or nothing, because only a user message can be the cut.',
  'strategy.gemini-cli.param.preserve': "Share of the history's characters (as JSON) that may stay. The budget knob.",
  'strategy.gemini-cli.param.responseTokens': 'Tokens of the newest tool output that stay whole.',
  'strategy.gemini-cli.param.outputCharacters': 'Characters that stay of an output beyond those tokens: its head and its tail.',

  'strategy.gemini-cli-masking.title': 'Gemini CLI: masking',
  'strategy.gemini-cli-masking.rule':
    "The newest 50,000 tokens of tool output and the latest message stay. Older outputs, the one at the border included, become a preview (the first and the last 250 characters, or 10 lines of a shell's output) with the path of a file, if they have at least 30,000 tokens together. Answers of skills, questions and plan mode stay.",
  'strategy.gemini-cli-masking.loses': 'The middle of old tool output; in the product the agent can open the file that holds the whole of it.',
  'strategy.gemini-cli-masking.param.protect': 'Tokens of the newest tool output that stay. The budget knob.',
  'strategy.gemini-cli-masking.param.minPrunable': 'Tokens that the older outputs must have together, else nothing is masked.',
  'strategy.gemini-cli-masking.param.protectLatestTurn': 'On: the latest message stays whole and does not count.',

  'strategy.cline-basic.title': 'Cline: basic compaction',
  'strategy.cline-basic.rule':
    'Every prompt stays, of the latest turn the newest messages that fit, of older turns the last answer where it fits; thinking goes. Notices name the files read, the files edited and the commands run in what went. The target is 50 % of the usable window (90 % of the window), with fewer than 5 exchanges 70 % of the trigger (90 % of the usable window).',
  'strategy.cline-basic.loses':
    'All thinking, and the calls and results of older turns; if the prompts alone exceed the trigger, older ones are cut or dropped as well.',
  'strategy.cline-basic.param.mode': 'auto: the target is a share of the window. manual, as by hand: a share of the conversation.',
  'strategy.cline-basic.param.ratio': 'This share: of the usable window (auto) or of the tokens of the conversation (manual). The budget knob.',
  'strategy.cline-basic.param.maxTokens':
    'Tokens that the model may answer with. Where they are as many as the usable window, the target is that of a short conversation.',

  'strategy.cline-classic.title': 'Cline: truncation',
  'strategy.cline-classic.rule':
    'All reads of a file but the last become a notice. If that saves less than 30 % of the characters, the first two messages stay, the second with a notice instead of its words, and 50 % of the messages behind them go, in pairs; 75 % where half of the conversation is over the limit (the window less 27,000 to 40,000 tokens).',
  'strategy.cline-classic.loses':
    'What followed the task, without a trace but the notice; the cut counts messages, so that results can lose their calls.',
  'strategy.cline-classic.param.keep':
    'How much stays behind the first two messages. auto: a quarter where half of the conversation is over the limit, else half.',
  'strategy.cline-classic.param.minSaved': 'Share of the characters that notices in place of repeated reads must save, so that no message goes.',

  'strategy.roo-code.title': 'Roo Code: condense',
  'strategy.roo-code.rule': 'Everything but the system prompt becomes one summary in a user message.',
  'strategy.roo-code.loses': 'The wording of every message, of the task too: nothing but the summary is left.',

  'strategy.roo-code-truncation.title': 'Roo Code: truncation',
  'strategy.roo-code-truncation.rule':
    'The first message stays. Of the others the older 50 %, rounded down to an even number of messages, go; system messages do not count and stay.',
  'strategy.roo-code-truncation.loses': 'What followed the task, without a trace; the cut counts messages, so that results can lose their calls.',
  'strategy.roo-code-truncation.param.share': 'Share of the messages after the first that goes. The budget knob.',

  'strategy.qwen-code.title': 'Qwen Code',
  'strategy.qwen-code.rule':
    'Everything but the system prompt becomes one summary. Behind it the 5 files that were read or written last come back whole, each as a user message.',
  'strategy.qwen-code.loses':
    "The wording of every message, the user's last one included; large files come back whole and take the room that was saved.",
  'strategy.qwen-code.param.files': 'How many of the files that were read or written last come back behind the summary.',

  'strategy.goose.title': 'goose',
  'strategy.goose.rule':
    "Everything but the system prompt becomes one summary. Behind it stand a line of the assistant that says to go on and a copy of the user's last message.",
  'strategy.goose.loses': 'The wording of every message but the last of the user; the task stays word for word only if it was that one.',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API: clear tool uses',
  'strategy.anthropic-clear-tool-uses.rule':
    'The results of all tool uses but the newest 3 become a placeholder, whatever their size. Calls and everything that was said stay.',
  'strategy.anthropic-clear-tool-uses.loses':
    'What old results said: the agent has to run the tool again. From the first cleared result on, the cached prefix no longer applies.',
  'strategy.anthropic-clear-tool-uses.param.keep': 'Newest tool uses whose results stay. The budget knob.',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast':
    'Nothing is cleared unless it frees this many tokens (characters ÷ 4), so that the loss of the cache pays; 0 = always.',
  'strategy.anthropic-clear-tool-uses.param.clearToolInputs': "On: the arguments of the cleared tools' calls go too.",
  'strategy.anthropic-clear-tool-uses.param.excludeTools': 'Tools whose results are never cleared: names with commas between.',

  'strategy.anthropic-compaction.title': 'Anthropic API: compaction',
  'strategy.anthropic-compaction.rule': 'Everything but the system prompt becomes one summary in an assistant message, the last question included.',
  'strategy.anthropic-compaction.param.trigger': 'Input tokens from which the API compacts; it takes none below 50,000.',
  'strategy.anthropic-compaction.loses':
    "The wording of every message, also the user's last: the model answers a question that it knows from the summary only.",

  'strategy.openai-agents.title': 'OpenAI Agents: compaction session',
  'strategy.openai-agents.rule':
    "From 10 items on, the user's messages not counted, the provider replaces the session by the user's messages, newest first within 64,000 tokens, and one encrypted item; system messages stay. Text, each call and each result are items of their own.",
  'strategy.openai-agents.loses': 'Nobody can say: only the provider can read the item, so that every answer, call and result counts as gone.',
  'strategy.openai-agents.param.candidates': "Items from which on a session is compacted; the user's messages do not count.",
  'strategy.openai-agents.param.userTokens':
    "Tokens (bytes ÷ 4) of the user's messages that the provider gives back, as Codex states it of the same endpoint.",

  'strategy.ai-sdk-prune.title': 'AI SDK: prune messages',
  'strategy.ai-sdk-prune.rule':
    'Takes out parts by kind: thinking, and calls with their results, of all messages or of those before the newest. A call stays everywhere if one of the newest messages names its id. Messages with nothing left go; no tokens are counted.',
  'strategy.ai-sdk-prune.loses': 'What old calls and results said, without a trace; nothing makes sure that the rest fits into the window.',
  'strategy.ai-sdk-prune.param.reasoning': 'Thinking that goes: none, all, or all before the last message (before-last-message).',
  'strategy.ai-sdk-prune.param.toolCalls':
    'Calls and results that go: none, all, all before the last message (before-last-message) or before the last N (before-last-N-messages).',
  'strategy.ai-sdk-prune.param.tools': 'Only calls of these tools go: names with commas between; empty = of every tool.',
  'strategy.ai-sdk-prune.param.emptyMessages': 'Messages with nothing left in them: remove or keep.',

  'strategy.langchain-trim.title': 'LangChain: trim',
  'strategy.langchain-trim.rule':
    'The newest messages stay within 4,000 tokens, whatever comes first; all others go, the system message too. startOn and endOn move the beginning and the end to a message of the given role. LangChain asks for a maximum: the 4,000 is ours.',
  'strategy.langchain-trim.loses':
    'With these defaults the system message and the task, without a trace; a tool result can come first without its call, which providers refuse.',
  'strategy.langchain-trim.param.maxTokens': "Tokens that may stay, by the library's approximate count (characters ÷ 4). The budget knob.",
  'strategy.langchain-trim.param.startOn': 'Role that what stays must begin with: human, ai, tool or system; empty = any. Messages before it go.',
  'strategy.langchain-trim.param.endOn': 'Role that what stays must end with: human, ai, tool or system; empty = any. Messages after it go.',
  'strategy.langchain-trim.param.includeSystem': 'On: a system message at the beginning stays and counts.',

  'strategy.langchain-summarization.title': 'LangChain: summarization',
  'strategy.langchain-summarization.rule':
    'The newest 20 messages stay; everything before, a leading system message too, becomes one summary in a user message. A cut at a tool result moves back to the message that made the call. It has no trigger until one is set.',
  'strategy.langchain-summarization.loses':
    'The system message, which is summarised like any other, and details of everything before the newest messages.',
  'strategy.langchain-summarization.param.messages': 'Newest messages that stay. The budget knob.',
  'strategy.langchain-summarization.param.tokens':
    "Instead of the messages: newest tokens that stay, by the library's approximate count (characters ÷ 4); 0 = by messages.",

  'strategy.langchain-clear-tool-uses.title': 'LangChain: clear tool uses',
  'strategy.langchain-clear-tool-uses.rule':
    'From 100,000 tokens on, all tool results but the newest 3 become [cleared]; calls stay. Results without a call are deleted at any size.',
  'strategy.langchain-clear-tool-uses.loses': 'What old results said: the agent has to run the tool again. Under the trigger nothing is saved.',
  'strategy.langchain-clear-tool-uses.param.trigger':
    "Tokens of the conversation from which on results are cleared, by the library's approximate count (characters ÷ 4).",
  'strategy.langchain-clear-tool-uses.param.keep': 'Newest tool results that stay. The budget knob.',
  'strategy.langchain-clear-tool-uses.param.clearToolInputs': "On: the arguments of the cleared tools' calls go too.",
  'strategy.langchain-clear-tool-uses.param.excludeTools': 'Tools whose results are never cleared: names with commas between.',

  'strategy.mastra-token-limiter.title': 'Mastra: token limiter',
  'strategy.mastra-token-limiter.rule':
    'System messages stay. Of the others, asked from the newest, those stay that fit into 100,000 tokens, calls together with their results; one that does not fit is skipped. The count adds 24 tokens for the conversation and 3.8 for every message. Mastra asks for a limit: the 100,000 is ours.',
  'strategy.mastra-token-limiter.loses':
    'Older messages, and large recent ones between smaller older ones: the conversation has holes that nothing marks.',
  'strategy.mastra-token-limiter.param.limit': "Tokens that the request may have, by Mastra's estimate. The budget knob.",
  'strategy.mastra-token-limiter.param.trimMode': 'best-fit: a message that does not fit is skipped. contiguous: it and all older ones go.',
  'strategy.mastra-token-limiter.param.stage':
    'prompt: what the model receives is trimmed. input: the stored messages, where a result belongs to the message with its call.',

  'strategy.mastra-tool-call-filter.title': 'Mastra: tool-call filter',
  'strategy.mastra-tool-call-filter.rule': 'All calls go together with their results, and messages with nothing left. What was said stays.',
  'strategy.mastra-tool-call-filter.loses': 'Everything that tools were asked and answered, in the running task too, without a trace.',
  'strategy.mastra-tool-call-filter.param.exclude': 'Tools whose calls and results go: names with commas between; all = of every tool.',
  'strategy.mastra-tool-call-filter.param.filterAfterToolSteps':
    'Newest messages with calls that keep their calls and results; 0 = none. The budget knob.',

  'strategy.cipher-middle.title': 'Cipher: middle removal',
  'strategy.cipher-middle.rule':
    'The first 8 and the last 8 messages stay, and all system messages; everything between goes, whatever the target. If fewer than 4 messages would be left, nothing happens. Cipher chooses it for o1 models.',
  'strategy.cipher-middle.loses': 'The whole middle without a trace, also where little had to go; at both edges results can lose their calls.',
  'strategy.cipher-middle.param.preserveStart': 'Messages at the beginning that stay, system messages not counted.',
  'strategy.cipher-middle.param.preserveEnd': 'Messages at the end that stay, system messages not counted.',
  'strategy.cipher-middle.param.minMessagesToKeep': 'If fewer messages would be left, nothing happens.',

  'strategy.cipher-oldest.title': 'Cipher: oldest removal',
  'strategy.cipher-oldest.rule':
    'Messages go, oldest first, until the text of all has 80 % of the window or 4 messages are left; system messages stay. The arguments of calls are not counted. Cipher chooses it for Anthropic’s models.',
  'strategy.cipher-oldest.loses': 'The task and the beginning, without a trace; what stays can begin with a result that has lost its call.',
  'strategy.cipher-oldest.param.preserveStart': 'Part of the configuration; only middle removal reads it.',
  'strategy.cipher-oldest.param.preserveEnd': 'Part of the configuration; only middle removal reads it.',
  'strategy.cipher-oldest.param.minMessagesToKeep': 'So many messages are left whatever the target.',

  'strategy.cipher-hybrid.title': 'Cipher: hybrid',
  'strategy.cipher-hybrid.rule':
    'Chooses middle removal (the first 6 and the last 6 messages stay) or oldest removal (to 80 % of the window, at least 4 messages) by the length of the conversation, how much must go and where its tokens are. Where that decides nothing, both are run and the more efficient one stays. Cipher chooses it for GPT-4 models.',
  'strategy.cipher-hybrid.loses': 'What the chosen rule loses, calls of results included; the choice looks at sizes and roles, not at what is said.',
  'strategy.cipher-hybrid.param.preserveStart': 'Messages at the beginning that stay in middle removal, system messages not counted.',
  'strategy.cipher-hybrid.param.preserveEnd': 'Messages at the end that stay in middle removal, system messages not counted.',
  'strategy.cipher-hybrid.param.minMessagesToKeep': 'Messages that must be left, whichever rule is chosen.',

  'strategy.adk.title': 'Agent Development Kit',
  'strategy.adk.rule':
    'Once 3 invocations (a user message with all that follows it) are newer than the last summary, they become one summary at the end, together with the 1 before them. What is older stays. The framework sets neither number: 3 and 1 are those of its documentation.',
  'strategy.adk.loses': 'The wording of the newest messages, the current question included; without an earlier summary that of all.',
  'strategy.adk.param.interval': 'Invocations that must be newer than the last summary, else nothing happens.',
  'strategy.adk.param.overlap': 'Invocations before the new ones that are summarised once more.',

  'strategy.llamaindex.title': 'LlamaIndex',
  'strategy.llamaindex.rule':
    'While the history has more than 3,000 tokens its first message goes, then the new first one if it is a tool result, then the new first one if it is an assistant message. System messages are held elsewhere and stay.',
  'strategy.llamaindex.loses':
    'The task first, without a trace; a result can come first without its call, and a last message over the limit leaves nothing at all.',
  'strategy.llamaindex.param.limit': 'Tokens (characters ÷ 4) that may stay. The budget knob.',

  'strategy.swe-agent-observations.title': 'SWE-agent: last observations',
  'strategy.swe-agent-observations.rule':
    'Observations are the tool results and the first user message. The first and the newest 5 stay; of the others one line is left that says how many lines were omitted. The 5 is of its paper: the code has no default.',
  'strategy.swe-agent-observations.loses': "What older observations said; the agent's words and its calls stay, however long they are.",
  'strategy.swe-agent-observations.param.n': 'Newest observations that stay. The budget knob.',
  'strategy.swe-agent-observations.param.polling': 'The border moves only after so many observations, so that the cached prefix lives longer.',
  'strategy.swe-agent-observations.param.users':
    'User messages that are observations: the first, which holds the task, or all, where tool output comes in user messages.',

  'strategy.swe-agent-windows.title': 'SWE-agent: closed windows',
  'strategy.swe-agent-windows.rule':
    'Where a user message shows numbered lines of a file that is shown again later, one line stands for them. A user message with numbered lines and no file name goes. Tool results are not read. With function calling it changes next to nothing.',
  'strategy.swe-agent-windows.loses': 'Earlier views of a file, and whole user messages with numbered lines: the product forgets to put them back.',
  'strategy.swe-agent-windows.param.tools': 'Role that carries tool output: tool, or user where the model calls no functions.',

  'strategy.openhands-summarizing.title': 'OpenHands: summarizing',
  'strategy.openhands-summarizing.rule':
    'Over 100 events (messages, calls and results count 1 each) half as many stay: the first 1, a summary and the newest 48.',
  'strategy.openhands-summarizing.loses':
    'Details of everything between, the task too where a system message comes first; the cut counts events, so that calls and results lose each other.',
  'strategy.openhands-summarizing.param.max_size': 'Events above which it condenses, to half as many. The budget knob.',
  'strategy.openhands-summarizing.param.keep_first': 'Events at the beginning that stay.',
  'strategy.openhands-summarizing.param.replay': 'On: condenses before every answer, as the agent does while it runs. Off: once, at the end.',

  'strategy.openhands-amortized.title': 'OpenHands: amortized forgetting',
  'strategy.openhands-amortized.rule':
    'Over 100 events (messages, calls and results count 1 each) half as many stay: the first 1 and the newest 49. The others go, and nothing replaces them.',
  'strategy.openhands-amortized.loses':
    'Everything between, without a trace, the task too where a system message comes first; the cut counts events, so that calls and results lose each other.',
  'strategy.openhands-amortized.param.max_size': 'Events above which it condenses, to half as many. The budget knob.',
  'strategy.openhands-amortized.param.keep_first': 'Events at the beginning that stay.',
  'strategy.openhands-amortized.param.replay': 'On: condenses before every answer, as the agent does while it runs. Off: once, at the end.',

  'strategy.openhands-masking.title': 'OpenHands: observation masking',
  'strategy.openhands-masking.rule':
    'Tool results before the newest 100 events (messages, calls and results count 1 each) become <MASKED>. Everything else stays.',
  'strategy.openhands-masking.loses': 'What old results said, errors included; the mark does not say what stood there.',
  'strategy.openhands-masking.param.attention_window': 'Newest events whose results stay. The budget knob.',

  'strategy.openhands-recent.title': 'OpenHands: recent events',
  'strategy.openhands-recent.rule':
    'The first 1 and the newest events stay, 100 in all (messages, calls and results count 1 each); the others go. In a conversation with fewer events the first message stands twice.',
  'strategy.openhands-recent.loses':
    'Everything between, without a trace, the task too where a system message comes first; what stays can begin with a result without its call.',
  'strategy.openhands-recent.param.keep_first': 'Events at the beginning that stay.',
  'strategy.openhands-recent.param.max_events': 'Events that stay in all. The budget knob.',

  'strategy.openhands-window.title': 'OpenHands: conversation window',
  'strategy.openhands-window.rule':
    'The system message, the first user message and the newest half of the other events stay, without the tool results that this half would begin with. The rest goes. It acts when a request was too long for the model.',
  'strategy.openhands-window.loses': 'The older half, without a trace, whatever it says; of parallel calls one can go whose result stays.',

  'strategy.openhands-browser.title': 'OpenHands: browser output',
  'strategy.openhands-browser.rule': 'Outputs of browser tools, but for the newest 1, become a line with the address. Everything else stays.',
  'strategy.openhands-browser.loses': 'What earlier pages said; a session without a browser does not change.',
  'strategy.openhands-browser.param.attention_window': 'Newest outputs of the browser that stay. The budget knob.',
} as const;
