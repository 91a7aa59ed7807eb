/** Scores, key events, questions and answers, tool chains, extraction; keyword lists; task types. */
export const events = {
  // Keyword lists (src/engine/signals/keywords.ts).
  'keywords.important.title': 'Important words',
  'keywords.important.purpose': 'Scoring: each word adds half a point, once for each message.',
  'keywords.fixes.title': 'Errors and fixes',
  'keywords.fixes.purpose': 'Scoring and key events: an error, or what was done about it.',
  'keywords.completion.title': 'End of a task',
  'keywords.completion.purpose': 'Scoring and key events: a task has come to its end.',
  'keywords.task-start.title': 'Start of a task',
  'keywords.task-start.purpose': 'Key events: a task begins.',
  'keywords.marks.title': 'Marks of importance',
  'keywords.marks.purpose': 'Scoring and key events: somebody says that something matters. They count in any message but the output of tools.',
  'keywords.decisions.title': 'Decisions',
  'keywords.decisions.purpose': 'Key events: a decision, in a message of more than 100 characters.',
  'keywords.outcomes.title': 'Outcomes',
  'keywords.outcomes.purpose': 'Key events: how something that was run ended.',
  'keywords.tool-marks.title': 'Tool calls as text',
  'keywords.tool-marks.purpose': 'Scoring and key events: marks of a tool call in transcripts that hold calls as text.',
  'keywords.code-words.title': 'Words of code',
  'keywords.code-words.purpose': 'Type of the task: what is said of work on code.',
  'keywords.analysis-words.title': 'Words of analysis',
  'keywords.analysis-words.purpose': 'Type of the task: what is said of looking things up.',
  'keywords.code-tools.title': 'Tools for code',
  'keywords.code-tools.purpose': 'Type of the task: names of tools, compared whole and in any case. A shell that only searches counts as analysis.',
  'keywords.analysis-tools.title': 'Tools for analysis',
  'keywords.analysis-tools.purpose': 'Type of the task: names of tools that look things up, compared whole and in any case.',

  // Languages (src/engine/signals/languages.ts).
  'language.zh': 'Chinese',
  'language.en': 'English',
  'language.ja': 'Japanese',
  'language.ko': 'Korean',
  'language.de': 'German',
  'language.fr': 'French',
  'language.es': 'Spanish',
  'language.pt': 'Portuguese',
  'language.it': 'Italian',
  'language.nl': 'Dutch',
  'language.cyrillic': 'a language in Cyrillic script',
  'language.arabic': 'a language in Arabic script',
  'language.hebrew': 'Hebrew',
  'language.greek': 'Greek',
  'language.devanagari': 'a language in Devanagari script',
  'language.thai': 'Thai',
  'reason.note-keywords-language':
    '{{share, percent}} of the prose is $t(language.{{language}}), {{covered, percent}} Chinese or English: rules that go by keywords see next to none; lists of your own help',

  'reason.note-patterns-language':
    '{{share, percent}} of the prose is $t(language.{{language}}): decisions and rules are found by Chinese and English words, files and errors in any language',

  'task-type.code': 'code',
  'task-type.analysis': 'analysis',
  'task-type.conversation': 'conversation',
  'task-type.mixed': 'mixed',
  'task-type.unknown': 'unknown',
  'task-agent.code': 'The agent is one for code, which decides where none of these tools was called',
  'task-agent.other': 'Nothing says that the agent is one for code',
  'reason.trace-task-type':
    'Task type: $t(task-type.{{type}}). Messages that speak for code: {{codeTools}} by their tools, {{codeWords}} by their words; for analysis: {{analysisTools}} by tools, {{analysisWords}} by words; the smaller family has {{smaller, percent}} of both (mixed from {{mixedFrom, percent}}). Messages of the person under {{limit}} characters: {{short}} of {{users}}. $t(task-agent.{{agent}})',

  // Importance scoring.
  'strategy.importance-scoring.title': 'Importance scoring',
  'strategy.importance-scoring.rule':
    'Every message gets a score from 0 to 10: 5 for the user, 2 for the assistant and tools, 1 for system; half a point for each important word; 2 for a tool call; 2 for an error or a fix; 1.5 for a finished task; 3 where a word marks it as important; half a point less under 50 characters. A tool block has the score of its highest member; of the output of tools only an error counts, not its words. Messages at or above the threshold stay, and the last 5 below it; the rest becomes one summary. Of equal scores, newer messages rank higher by less than half a point. It acts on more than 10 messages.',
  'strategy.importance-scoring.loses': 'What matters without saying so: a plain sentence with a decisive number scores no more than small talk.',
  'param.scoreThreshold': 'Score threshold',
  'param.scoreThreshold.help': 'Messages with this score and more stay. The budget knob: the lowest that meets the target.',
  'param.keepLow': 'Recent low scores',
  'param.keepLow.help': 'So many of the last messages below the threshold stay.',
  'reason.score-parts':
    'Score {{score}} of {{highest}}: role {{base}}, important words +{{keywords}}{{words}}, tool call +{{tool}}, error or fix +{{fix}}, finished task +{{completion}}, marked as important +{{marked}}, length {{short}}',
  'reason.score-block':
    'Score {{score}} of {{highest}}, that of message {{message, raw}} as the highest of its tool block: role {{base}}, important words +{{keywords}}{{words}}, tool call +{{tool}}, error or fix +{{fix}}, finished task +{{completion}}, marked as important +{{marked}}, length {{short}}',
  'reason.keep-score': '$t(reason.{{because}}). At or above the threshold of {{limit}}',
  'reason.keep-recent-low': '$t(reason.{{because}}). Below the threshold of {{limit}}, one of the last {{keep}} that stay as context',
  'reason.sum-score': '$t(reason.{{because}}). Below the threshold of {{limit}}: in the summary',
  'reason.unchanged-scores': 'No message scores below {{limit}} but the last {{keepLow}}, which stay',

  // Key events.
  'strategy.key-events.title': 'Key events',
  'strategy.key-events.rule':
    'Key events stay whole and in order: what the user says, starts and ends of tasks, errors and fixes, decisions in messages of more than 100 characters, tool calls with their results, and outcomes. The rest becomes one summary, but for the last 5 others. At an equal target the strongest kinds stay, in this order, and of one kind the newest. It acts on more than 10 messages.',
  'strategy.key-events.loses':
    'Explanations between the events; by its own rule an agent’s session hardly shrinks, because every tool call is an event.',
  'param.keepEvents': 'Key events',
  'param.keepEvents.help':
    'So many key events stay, the strongest kinds first, then the newest; as shipped all. The budget knob: the largest that meets the target.',
  'param.keepOthers': 'Recent other messages',
  'param.keepOthers.help': 'So many of the last messages that are no key events stay.',
  'event.user': 'said by the user',
  'event.marked': 'marked as important',
  'event.task': 'start or end of a task',
  'event.fix': 'error or fix',
  'event.decision': 'decision',
  'event.tool': 'tool call',
  'event.outcome': 'outcome',
  'reason.keep-event-1': 'Key event: $t(event.{{kind1}})',
  'reason.keep-event-2': 'Key event: $t(event.{{kind1}}), $t(event.{{kind2}})',
  'reason.keep-event-3': 'Key event: $t(event.{{kind1}}), $t(event.{{kind2}}), $t(event.{{kind3}})',
  'reason.keep-event-4': 'Key event: $t(event.{{kind1}}), $t(event.{{kind2}}), $t(event.{{kind3}}), $t(event.{{kind4}})',
  'reason.sum-event': '$t(reason.{{because}}); no. {{place}} of {{of}} by strength and age, {{keep}} stay: in the summary',
  'reason.sum-no-event': 'No key event: in the summary',
  'reason.keep-other': 'No key event, one of the last {{keep}} that stay as context',
  'reason.unchanged-events': 'All {{events, noun message}} that may go are key events, or among the last {{keepOthers}} others, which stay',

  // Key information.
  'strategy.key-information.title': 'Key information',
  'strategy.key-information.rule':
    'Only what no strategy of this family loses stays: system prompt and memory, the original task, pinned messages, the latest task list, recent memories, the last message of the user and the last tool block. Everything else is dropped without a summary. At an equal target the most recent messages stay too, as many as fit.',
  'strategy.key-information.loses': 'Everything that was found out, decided and done on the way.',
  'reason.drop-no-key-information': 'No key information and not recent: {{tokens}} tokens dropped',

  // Questions and answers.
  'strategy.qa-pairs.title': 'Questions and answers',
  'strategy.qa-pairs.rule':
    'Of every turn the user’s message and the assistant’s final answer stay; the steps between them become a summary in their place. The last pairs stay whole. A turn that ends with a tool call has no answer: its question stays. The latest task list stays as it is.',
  'strategy.qa-pairs.loses': 'How an answer was found: files read, outputs, attempts that failed. A session of one long turn hardly has pairs.',
  'param.recentPairs': 'Recent pairs',
  'param.recentPairs.help': 'So many of the last turns stay whole. The budget knob: the largest that meets the target.',
  'param.summaries': 'Summaries',
  'param.summaries.help': 'One for the steps of each pair, or a single one for all, which asks a model once.',
  'param.summaries.pair': 'one for each pair',
  'param.summaries.all': 'one for all',
  'reason.keep-question': 'Question {{pair}} of {{of}}',
  'reason.keep-answer': 'Final answer of pair {{pair}} of {{of}}',
  'reason.keep-before-questions': 'Before the first question',
  'reason.keep-recent-pair': 'Pair {{pair}} of {{of}}, {{back}} from the end: the last {{keep}} stay whole',
  'reason.sum-steps': 'Step of pair {{pair}} of {{of}}: {{tokens}} tokens of steps in a summary of at most {{limit}}',
  'reason.sum-all-steps': 'Step of pair {{pair}} of {{of}}: in the summary of all steps',
  'reason.unchanged-no-steps': 'No steps between question and answer in the {{turns, noun turn}}, the last {{keep}} of which stay whole',

  // Tool chains.
  'strategy.tool-chain.title': 'Tool chain',
  'strategy.tool-chain.rule':
    'In a row of at least three tool blocks the first and the last stay; each block between them becomes one line with what was said, tool, target and outcome (exit code, error, test counts, lines of output). The strategy writes the lines itself, no model is asked. Everything else stays; so does the latest task list.',
  'strategy.tool-chain.loses':
    'What the calls in the middle printed: it has to be read again where it is needed. Long conversations without tools do not shrink.',
  'param.chainEnd': 'End of a chain',
  'param.chainEnd.help': 'So many tool blocks at the end of each chain stay whole. The budget knob: the largest that meets the target.',
  'unit.blocks': 'tool blocks',
  'reason.sum-chain': 'Block {{place}} of {{of}} in its chain, {{tokens}} tokens, became the line: {{line}}',
  'reason.keep-chain-start': 'First of the {{of}} tool blocks in its chain',
  'reason.keep-chain-end': 'Block {{place}} of {{of}} in its chain, among the last {{keep}}',
  'reason.keep-chain-short': 'Block {{place}} of {{of}} in its chain: too little between start and end for lines to save anything',
  'reason.keep-no-chain': 'Tool block with no others before and after it, or no longer than its line',
  'reason.keep-no-block': 'No tool call',
  'reason.unchanged-no-chain': 'No tool blocks to turn into lines: {{chains, noun chain}}, the first and the last {{keep, noun block}} of which stay',

  // Structured extraction.
  'strategy.structured-extraction.title': 'Structured extraction',
  'strategy.structured-extraction.rule':
    'The last messages stay. Of everything older, what has a place of its own is extracted into one structured message: requests and rules of the user, decisions, state, findings, errors with their fixes, files by the last operation on them, commands with their outcomes, the task list. No model writes it. Messages in which nothing of the kind stands become a summary beside it. The original task is quoted.',
  'strategy.structured-extraction.loses':
    'The thread between the facts, and whatever no pattern recognises; output of tools but for errors and short results.',
  'param.structureMaxTokens': 'Structured message at most',
  'param.structureMaxTokens.help': 'Upper bound of the structured message. What one section does not need goes to the others.',
  'reason.sum-structured': '{{back}} from the end, the last {{keep}} stay: extracted into the structured message',
  'reason.sum-unstructured': '{{back}} from the end, the last {{keep}} stay; nothing of it has a place of its own: in the summary',
} as const;
