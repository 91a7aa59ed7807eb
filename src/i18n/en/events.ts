/** Scores, key events, questions and answers, tool chains, extraction; keyword lists; task types. */
export const events = {
  'task-type.code': 'code',
  'task-type.analysis': 'analysis',
  'task-type.conversation': 'conversation',
  'task-type.mixed': 'mixed',
  'task-type.unknown': 'unknown',
  'reason.trace-task-type':
    'Task type: $t(task-type.{{type}}). Messages that speak for code: {{codeTools}} by their tools, {{codeWords}} by their words; for analysis: {{analysisTools}} by tools, {{analysisWords}} by words; the smaller family has {{smaller, percent}} of both (mixed from {{mixedFrom, percent}}). Messages of the person under {{limit}} characters: {{short}} of {{users}}',
} as const;
