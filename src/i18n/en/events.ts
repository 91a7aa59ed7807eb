/** Scores, key events, questions and answers, tool chains, extraction; keyword lists; task types. */
export const events = {
  'keywords.important.title': 'Important words',
  'keywords.fixes.title': 'Errors and fixes',
  'keywords.completion.title': 'End of a task',
  'keywords.task-start.title': 'Start of a task',
  'keywords.marks.title': 'Marks of importance, outside tool output',
  'keywords.decisions.title': 'Decisions, in over 100 characters',
  'keywords.outcomes.title': 'Outcomes',
  'keywords.tool-marks.title': 'Tool calls as text',
  'keywords.code-words.title': 'Words of code',
  'keywords.analysis-words.title': 'Words of analysis',
  'keywords.code-tools.title': 'Tools for code',
  'keywords.analysis-tools.title': 'Tools for analysis',
  'keywords.use.scoring': 'Scoring: half a point per word and message',
  'keywords.use.events': 'Key events',
  'keywords.use.both': 'Scoring and key events',
  'keywords.use.task': 'Type of the task',

  'reason.note-keywords-language':
    '{{share, percent}} of the prose is {{language, language}}, {{covered, percent}} Chinese or English: keyword rules see next to nothing; add words of your own',

  'reason.note-patterns-language':
    '{{share, percent}} of the prose is {{language, language}}: decisions and rules are found in Chinese and English only',

  'task-type.code': 'code',
  'task-type.analysis': 'analysis',
  'task-type.conversation': 'conversation',
  'task-type.mixed': 'mixed',
  'task-type.unknown': 'unknown',
  'task-agent.code': 'An agent for code',
  'task-agent.other': 'Not known to be an agent for code',
  'reason.trace-task-type':
    'Task type: $t(task-type.{{type}}). Code: {{codeTools}} messages by tools, {{codeWords}} by words; analysis: {{analysisTools}} by tools, {{analysisWords}} by words; the smaller has {{smaller, percent}} (mixed from {{mixedFrom, percent}}). {{short}} of {{users}} of the user under {{limit}} characters. $t(task-agent.{{agent}})',

  'strategy.importance-scoring.title': 'Importance scoring',
  'strategy.importance-scoring.rule':
    'Every message scores 0 to 10: role, important words, tool calls, errors and fixes, finished tasks, marks. Those at the threshold stay, and the last 5 below; the rest becomes one summary. It acts on more than 10 messages.',
  'strategy.importance-scoring.loses': 'What matters without saying so: a decisive number in a plain sentence.',
  'param.scoreThreshold': 'Stays from score',
  'param.keepLow': 'Low scores that stay',
  'reason.score':
    'Score {{score}} of {{highest}}, message {{message, raw}}: role {{base}}, words +{{keywords}}{{words}}, tool call +{{tool}}, error or fix +{{fix}}, end of task +{{completion}}, mark +{{marked}}, length {{short}}',
  'reason.score-limit': '$t(reason.score). Stays from {{limit}}',
  'reason.keep-recent-low': '$t(reason.score). Stays as one of the last {{keep}} under {{limit}}',
  'reason.unchanged-scores': 'Only the last {{keepLow}}, which stay, score below {{limit}}',

  'strategy.key-events.title': 'Key events',
  'strategy.key-events.rule':
    'Key events stay: what the user says, starts and ends of tasks, errors and fixes, decisions in over 100 characters, tool calls, outcomes. The rest becomes one summary, but for the last 5. It acts on more than 10 messages.',
  'strategy.key-events.loses': 'Explanations between the events. As shipped an agent’s session hardly shrinks: every call is an event.',
  'param.keepEvents': 'Events that stay',
  'param.keepEvents.help': 'The strongest kinds first, then the newest; as shipped all.',
  'param.keepOthers': 'Others that stay',
  'event.user': 'said by the user',
  'event.marked': 'marked as important',
  'event.task': 'start or end of a task',
  'event.fix': 'error or fix',
  'event.decision': 'decision',
  'event.tool': 'tool call',
  'event.outcome': 'outcome',
  'reason.keep-event': 'Key event: {{kinds, each event}}',
  'reason.sum-event': '$t(reason.keep-event); no. {{place}} of {{of}}, {{keep}} stay: summarised',
  'reason.sum-no-event': 'No key event: summarised',
  'reason.keep-other': 'No key event, one of the last {{keep}}: stays',
  'reason.unchanged-events': 'All {{events, noun message}} are key events, or among the last {{keepOthers}} others',

  'strategy.key-information.title': 'Key information',
  'strategy.key-information.rule':
    'Only system prompt, memory, task, pinned messages, the latest task list, your last message and the last tool block stay; within a budget the newest messages too.',
  'strategy.key-information.loses': 'What was found out, decided and done on the way.',
  'reason.drop-no-key-information': 'No key information, not recent: {{tokens}} tokens go',

  'strategy.qa-pairs.title': 'Questions and answers',
  'strategy.qa-pairs.rule':
    'Of every turn your message and the final answer stay; the steps between become a summary. The last pairs and the latest task list stay.',
  'strategy.qa-pairs.loses': 'How an answer was found: files, outputs, failed attempts.',
  'param.recentPairs': 'Recent pairs that stay',
  'param.summaries': 'Summaries',
  'param.summaries.pair': 'one for each pair',
  'param.summaries.all': 'one for all',
  'reason.keep-question': 'Question {{pair}} of {{of}}',
  'reason.keep-answer': 'Final answer of pair {{pair}} of {{of}}',
  'reason.keep-before-questions': 'Before the first question',
  'reason.keep-recent-pair': 'Pair {{pair}} of {{of}}, {{back}} from the end: the last {{keep}} stay',
  'reason.sum-steps': 'Step of pair {{pair}} of {{of}}: {{tokens}} tokens of steps, a summary of at most {{limit}}',
  'reason.sum-all-steps': 'Step of pair {{pair}} of {{of}}: summarised with all others',
  'reason.unchanged-no-steps': 'No steps to summarise in the {{turns, noun turn}}, the last {{keep}} of which stay',

  'strategy.tool-chain.title': 'Tool chain',
  'strategy.tool-chain.rule':
    'In a row of at least three tool blocks the first and the last stay; those between become one line each: words, tool, target, outcome. No model writes them.',
  'strategy.tool-chain.loses': 'What the calls between printed. Sessions without tools do not shrink.',
  'param.chainEnd': 'Last blocks that stay',
  'unit.blocks': 'tool blocks',
  'reason.sum-chain': 'Block {{place}} of {{of}} in its chain, {{tokens}} tokens, now: {{line}}',
  'reason.keep-chain-start': 'First of {{of}} tool blocks in its chain',
  'reason.keep-chain-end': 'Block {{place}} of {{of}} in its chain, among the last {{keep}}',
  'reason.keep-chain-short': 'Block {{place}} of {{of}} in its chain, too short to save anything',
  'reason.keep-no-chain': 'Tool block without others beside it, or no longer than its line',
  'reason.keep-no-block': 'No tool call',
  'reason.unchanged-no-chain': 'No tool blocks to turn into lines: {{chains, noun chain}}, of which the first and the last {{keep, noun block}} stay',

  'strategy.structured-extraction.title': 'Structured extraction',
  'strategy.structured-extraction.rule':
    'The last messages and the task stay. Requests, rules, decisions, state, findings, errors, files, commands and the task list of older ones go into one structured message that no model writes; the rest becomes a summary.',
  'strategy.structured-extraction.loses': 'The thread between the facts, what no pattern knows, and long outputs.',
  'param.structureMaxTokens': 'Structured message at most',
  'reason.sum-structured': 'In the structured message',
  'reason.sum-unstructured': 'Nothing to extract: summarised',
} as const;
