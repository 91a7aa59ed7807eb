/** Strategies in a row: adaptive, combinations, own pipelines. */
export const pipelines = {
  'strategy.adaptive.title': 'Adaptive',
  'strategy.adaptive.rule':
    'The kind of task (code, analysis, conversation, mixed, unknown) is told from tools and words. Its list of strategies is tried in order until the budget holds: sliding window first, then key events (code) or importance scoring, then incremental summary; for mixed tasks incremental summary before importance scoring. Each works on what the one before left; one that has nothing to do or fails is passed over.',
  'strategy.adaptive.use': 'When conversations of different kinds go through one setting.',
  'strategy.adaptive.loses': 'What the strategies that were needed lose; the kind of task is a guess from counts.',
  'strategy.combo-basic.title': 'Basic combination',
  'strategy.combo-basic.rule':
    'The full summary, with the key information beside it: task, task list and changes of files. The token trigger acts in replay.',
  'strategy.combo-basic.use': 'As the plain case that the other combinations are measured by.',
  'strategy.combo-basic.loses': 'The wording of everything but what is quoted.',
  'strategy.combo-advanced.title': 'Advanced combination',
  'strategy.combo-advanced.rule':
    'Importance scoring, then key events, then incremental summary, then sliding window, then the full summary: each on what the one before left, until the budget holds.',
  'strategy.combo-advanced.use': 'When important messages should stay word for word for as long as the budget allows.',
  'strategy.combo-advanced.loses': 'At hard targets the summaries of one stage are summarised by the next.',
  'strategy.combo-smart.title': 'Smart combination',
  'strategy.combo-smart.rule':
    'Adaptive, then incremental summary, then key events: each on what the one before left, until the budget holds. Key information is quoted beside the summaries.',
  'strategy.combo-smart.use': 'When one setting should do for every kind of task, with more to fall back on than adaptive has.',
  'strategy.combo-smart.loses': 'What its stages lose; at hard targets summaries of summaries.',
  'strategy.combo-layers.title': 'Three layers',
  'strategy.combo-layers.rule':
    'The order of selective compaction (S3): long tool outputs are shortened, then large results move out, then rules by item type and a summary, each on what the one before left. What one layer cut the next one does not cut again.',
  'strategy.combo-layers.use': 'When tool outputs fill most of the window: cheap cuts first, a summary only where they do not suffice.',
  'strategy.combo-layers.loses': 'The middle of long outputs, then what its other layers lose.',
  'strategy.pipeline.title': 'Own pipeline',
  'strategy.pipeline.rule':
    'Strategies of your choice in a row, each on what the one before left, until the budget holds. At an equal target the stage that meets it, or else the last one, is aimed at it; those before it use their own parameters.',
  'strategy.pipeline.use': 'When no single strategy fits: cheap cuts first, summaries only where they do not suffice.',
  'strategy.pipeline.loses': 'What its stages lose.',
  'param.stages': 'Stages',
  'param.stages.help': 'The strategies in their order, each with its own parameters. Those after the one that meets the target are not run.',
  'param.name': 'Name',
  'param.name.help': 'Shown beside the pipeline.',
  'reason.adaptive-list':
    '$t(task-type.{{type}}) → $t(strategy.{{first}}.title), $t(strategy.{{second}}.title), $t(strategy.{{third}}.title), until the budget holds',
  'reason.note-task-type': '$t(task-type.{{type}})',
  'reason.note-pipeline-name': '{{name}}',
  'reason.stage-done': '{{before}} → {{after}} tokens',
  'reason.stage-aimed': '{{before}} → {{after}} tokens, $t(param.{{param}}) aimed at {{value}}',
  'reason.stage-not-run': 'Not run: {{tokens}} tokens are within the target of {{target}} already',
  'reason.note-stages': '{{ran}} of {{of}} stages',
  'reason.unchanged-no-stages': 'It has no stages',
  'reason.unchanged-stages_one': 'Its one stage found nothing to do',
  'reason.unchanged-stages_other': 'None of its {{count}} stages found anything to do',
} as const;
