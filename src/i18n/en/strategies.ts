/** Cutting messages: diffs, long messages, tool output, layers, time decay. */
export const truncation = {
  'strategy.diff-truncation.title': 'Diff truncation',
  'strategy.diff-truncation.rule':
    'Diffs, found in text, fences, tool calls and results, may together take a share of the window beyond their first lines. The newest keep what there is room for, the oldest are cut first; each keeps its head, cut at a line.',
  'strategy.diff-truncation.loses': 'The later hunks of old diffs. Long outputs that are no diff stay as they are.',
  'strategy.message-truncation.title': 'Message truncation',
  'strategy.message-truncation.rule':
    'A message over the limit keeps its head, cut at the end of a sentence or line; arguments of calls stay valid JSON, their long strings are shortened. The cut says how many tokens are gone.',
  'strategy.message-truncation.loses': 'The end of every long message: the error at the end of a log, the conclusion of a long answer.',
  'strategy.tool-output-truncation.title': 'Tool output truncation',
  'strategy.tool-output-truncation.rule':
    'A tool output may have a share of the window that is left where it stands: limit = max(floor, share × (window − tokens before it)). A longer one keeps its head and its tail.',
  'strategy.tool-output-truncation.loses': 'The middle of long outputs; the more of the window is taken, the shorter the outputs that follow.',
  'strategy.hierarchical.title': 'Hierarchical',
  'strategy.hierarchical.rule':
    'Each layer has its own rule: system and user messages stay whole, calls stay with their key results (errors, exit codes, test and diff statistics first), and intermediate steps of the assistant are shortened to decisions and conclusions.',
  'strategy.hierarchical.loses': 'Details of outputs that look ordinary, and the reasoning between decisions.',
  'strategy.time-decay.title': 'Time decay',
  'strategy.time-decay.rule':
    'A message keeps a share of its tokens that halves with every half-life of its age: recent ones stay, older ones are shortened, and what would keep less than the drop threshold goes. Age is time where there are timestamps, position otherwise.',
  'strategy.time-decay.loses': 'The beginning of a long session, but for the original task, whatever it says.',

  'param.diffShare': 'Diff share',
  'param.diffShare.help': 'Share of the window that all diffs may take beyond their first lines. The budget knob: the largest that meets the target.',
  'param.messageLimit': 'Message limit',
  'param.messageLimit.help': 'A message may have this many tokens. The budget knob: the largest that meets the target.',
  'param.outputShare': 'Output share',
  'param.outputShare.help': 'Share of the window left before a tool output that it may take. The budget knob: the largest that meets the target.',
  'param.outputFloor': 'Output floor',
  'param.outputFloor.help': 'Tokens that every tool output may have, however full the window.',
  'param.layerLimit': 'Output limit',
  'param.layerLimit.help':
    'Tokens that an output, a long argument or an answer may keep; an intermediate step half of it. The budget knob: the largest that meets the target.',
  'param.halfLife': 'Half-life',
  'param.halfLife.help':
    'Age at which a message keeps half of its tokens, as a share of the session. The budget knob: the largest that meets the target.',
  'param.halfLifeMinutes': 'Half-life in minutes',
  'param.halfLifeMinutes.help': 'A duration instead of the share, where there are timestamps; 0 = the share.',
  'param.ageBy': 'Age by',
  'param.ageBy.help': 'Auto and time: by timestamp, where half of the messages have one; else by position.',
  'param.ageBy.auto': 'auto',
  'param.ageBy.time': 'time',
  'param.ageBy.position': 'position',
  'param.dropBelow': 'Drop threshold',
  'param.dropBelow.help': 'What would keep less than this share of its tokens goes.',
  'param.recentAbove': 'Recent above',
  'param.recentAbove.help': 'What would keep at least this share of its tokens stays as it is.',

  'unit.seconds': 'seconds',
  'unit.minutes': 'minutes',

  'reason.keep-nothing-to-cut':
    '{{tokens, noun token}}, the limit is {{limit}}, but nothing in it may be cut: images, reasoning, many short fields, or what was cut before',
  'reason.keep-within-limit': '{{tokens, noun token}}, within the limit of {{limit}}',
  'reason.cut-message': '{{tokens, noun token}}, over the limit of {{limit}}: the head stays, {{gone}} tokens are cut and {{after}} left',
  'reason.unchanged-no-long-message': 'No message that may be cut is over {{limit}} tokens; the largest has {{largest}}',
  'reason.unchanged-nothing-to-cut':
    'The largest message has {{largest}} tokens, over the limit of {{limit}}, but nothing over it may be cut: images, reasoning, short fields, or cut before',
  'reason.cut-output':
    'An output of {{tokens}} tokens; {{left}} of the window were left before it, so it may have max({{floor}}, {{share, percent}} of them) = {{limit}}. Head and tail stay, {{gone}} tokens are cut',
  'reason.keep-output-within-limit':
    'Its output has {{tokens, noun token}}, within max({{floor}}, {{share, percent}} of {{left}} left before it) = {{limit}}',
  'reason.keep-no-output': 'No tool output: this rule leaves it alone',
  'reason.unchanged-no-long-output':
    'No tool output that may be cut is over its limit (floor {{floor}}, {{share, percent}} of what is left before it)',
  'reason.cut-diff':
    '{{gone}} of its {{tokens}} tokens are cut from its diffs: newer diffs hold {{newer}} of the {{budget}} tokens that all may take ({{share, percent}} of the window); the head of each stays',
  'reason.keep-diff-fits': 'Its diffs fit: newer ones hold {{newer}} of the {{budget}} tokens that all may take ({{share, percent}} of the window)',
  'reason.keep-no-diff': 'No diff that may be cut: this rule leaves it alone',
  'reason.unchanged-no-diff': 'No diff that may be cut was found',
  'reason.unchanged-diffs-fit': 'The diffs hold {{diffs, noun token}} beyond their first lines, within {{budget}} ({{share, percent}} of the window)',

  'reason.unchanged-no-long-layer':
    'No output, argument or answer that may be shortened is over {{limit}} tokens, and no intermediate step over half of it',
  'reason.cut-layer-output':
    'Tool output, {{tokens, noun token}}, over {{limit}}: errors, exit codes, test and diff statistics stay first, then its beginning and end; {{gone}} are cut and {{after}} left',
  'reason.cut-layer-step':
    'Intermediate step, {{tokens, noun token}}: the call stays, arguments over {{limit}} tokens are shortened, words over {{step}} to decisions and conclusions; {{gone}} are cut and {{after}} left',
  'reason.cut-layer-answer':
    'Answer of the assistant, {{tokens, noun token}}, over {{limit}}: decisions and conclusions stay first; {{gone}} are cut and {{after}} left',
  'reason.keep-layer-user': 'User layer: stays word for word',
  'reason.keep-layer-system': 'System layer: stays unchanged',
  'reason.keep-layer-short': '{{tokens, noun token}}: nothing in it is over its limit ({{limit}}; {{step}} for the words of an intermediate step)',

  'reason.unchanged-all-recent':
    'Every message that may be touched is recent or too short to shorten: half-life {{halfLife}} ($t(age.{{by}})), recent from {{recentAbove, percent}}',
  'reason.note-age-by-position': 'age: position',
  'age.time': 'Age in minutes',
  'age.position': 'Age in messages',
  'reason.decay-recent': 'Recent: $t(age.{{by}}) {{age}}, half-life {{halfLife}}, factor {{factor, percent}} (recent from {{recentAbove, percent}})',
  'reason.decay-short': '$t(age.{{by}}) {{age}}, half-life {{halfLife}}, factor {{factor, percent}}; its {{tokens, noun token}} cannot be shortened',
  'reason.decay-cut':
    '$t(age.{{by}}) {{age}}, half-life {{halfLife}}: it keeps {{factor, percent}} of its {{tokens, noun token}}, {{after}} are left',
  'reason.decay-drop':
    '$t(age.{{by}}) {{age}}, half-life {{halfLife}}: factor {{factor, percent}}, and all of its block under {{dropBelow, percent}}, so it goes',
} as const;

/** S1 and S4: parameters, questions, logs, configurations. */
export const systems = {
  'reason.unchanged-disabled': 'Switched off: this system would not compact',
  'reason.question-compact': 'Asked before compacting: the context has {{tokens}} of {{maximum}} tokens. Compact it?',
  'reason.answer-yes': 'Answer: yes',
  'reason.answer-drop-oldest': 'Answer: no, drop the oldest messages',
  'reason.answer-new-session': 'Answer: no, start a new session',
  'reason.answer-stop': 'Answer: no, stop',
  'reason.unchanged-stopped': 'Stopped as asked: {{tokens}} of {{maximum}} tokens. Everything is as it was',
  'reason.drop-oldest-asked': 'No. {{rank}} of {{of}} removed, the oldest first: compaction was declined',
  'reason.drop-new-session': 'Left behind in the old session; the new one starts with the current input',
  'reason.log-context-compacted': '{{original_tokens}} → {{new_tokens}} tokens ({{saved_ratio, percent}} saved); rounds compacted: {{rounds}}',
  'reason.log-compression-start':
    'Automatic compression triggered: {{usedTokens}} tokens, {{usagePercent}} of the window (threshold {{threshold}}), {{messageCount, noun message}}',
  'reason.log-compression-done':
    'Automatic compression done: {{beforeCount}} → {{afterCount, noun message}}, summary of {{summaryLength}} characters',
  'reason.log-compression-failed': 'Summary failed ($t(reason.failure-{{reason}})): this compression is skipped and the hard limit decides',
  'reason.log-compression-exception': 'Automatic compression raised an error ($t(reason.failure-{{error}})); the call goes on',
  'reason.log-truncation-start': 'Over the hard limit, truncation starts: {{usedTokens}} of {{maxTokens}} tokens, {{messageCount, noun message}}',
  'reason.log-truncation-done': 'Truncation done: {{beforeCount}} → {{afterCount, noun message}}, {{removedCount}} removed',
  'reason.log-refused': 'Still over the hard limit, the call is refused: {{usedTokens}} of {{maxTokens}} tokens',
  'param.enabled': 'Enabled',
  'param.enabled.help': 'Off: the system does nothing, and its row stays unchanged.',
  'param.turnThreshold': 'Turns',
  'param.turnThreshold.help': 'It compacts by itself after so many turns.',
  'param.summaryMarker': 'Marker',
  'param.summaryMarker.help': 'It compacts by itself when an answer holds this text.',
  'param.compressionThreshold': 'Compress at',
  'param.compressionThreshold.help': 'Share of the window at which the context manager (S2) compacts by itself.',
  'param.checkInterval': 'Check every',
  'param.checkInterval.help': 'Least time between two checks of the trigger.',
  'param.askFirst': 'Ask first',
  'param.askFirst.help': 'The context compactor (S1) asks a person before it compacts. When its compaction is applied, the page asks.',
  'param.answer': 'Answer',
  'param.answer.help': 'What the person answers: yes, or one of the three alternatives.',
  'param.answer.yes': 'yes, compact',
  'param.answer.drop-oldest': 'no, drop the oldest',
  'param.answer.new-session': 'no, start a new session',
  'param.answer.stop': 'no, stop with an error',
  'reason.config-unknown':
    'No configuration of the context compactor (S1, context_compaction: …), of automatic compression (S4, conversation.autoCompression) or of the twenty strategies (S0, sliding_window_size=9 …) was found in the text',
  'reason.config-no-block': 'Line {{line, raw}}: {{path}} holds no settings; expected fields with values',
  'reason.config-field-unknown': 'Line {{line, raw}}: {{path}} means nothing here and was left out',
  'reason.config-besides': 'Only {{block}} was read; left out: {{paths}}',
  'reason.config-besides-more': 'Only {{block}} was read; left out: {{paths}} and {{more}} more',
  'reason.config-model-unknown':
    'summaryModel {{model}}: no model of that name is set up; the row’s summaries are still written by {{summarizer}}. Add it under “Summaries”, then use the configuration again',
  'reason.config-value': 'Line {{line, raw}}: {{path}} is {{found}}, expected {{expected}}',
  'reason.config-empty': '{{path}} holds none of {{expected}}',
  'reason.config-summary-model':
    'Summary model required: automatic compression (S4) does not start with a real summariser until summaryModel is set. The built-in summariser needs none',
  'reason.config-too-long': '{{characters}} characters are no configuration; the most is {{maximum}}',
  'reason.config-syntax': 'Line {{line, raw}}: {{message}}',
  'row.config': 'Configuration…',
  'config.title': 'Configuration of the twenty strategies (S0), the context compactor (S1) or automatic compression (S4)',
  'config.paste': 'Paste a configuration',
  'config.paste.help':
    'Environment variables of the twenty strategies (S0, sliding_window_size=9), YAML of the context compactor (S1, context_compaction) or JSON of automatic compression (S4, conversation.autoCompression). Values set this way are not aimed at the target.',
  'config.use': 'Use it',
  'config.applied': 'Parameters set: {{titles}}',
  'config.copy': 'Copy a configuration',
  'config.copy.help': "The parameters in use, as the system's own reader takes them.",
  'config.copy.system': 'Copy {{system}} {{format}}',
  'config.copied': 'Configuration of {{system}} copied',
  'config.copy.failed': 'The browser did not allow copying the configuration of {{system}}',
} as const;

export const recorded = {
  'family.recorded': 'Recorded',
  'family.recorded.help': 'what the agent itself did',
  'strategy.recorded.title': 'As recorded',
  'strategy.recorded.rule':
    'What the recorded agent itself did: its own summary stands where it had it, before the messages that it kept; everything else from before the compaction is gone. Text, role and order are those of the recording: nothing is protected, repaired or aimed at a target.',
  'strategy.recorded.loses':
    'What its summary does not say. A summary that only its provider can read counts as nothing, because nobody can say what it holds.',
  'reason.recorded-kept': 'The agent had it in its context after the compaction',
  'reason.recorded-summarised': 'Gone from the agent’s context: its own summary stands in its place',
  'reason.recorded-moved': 'The agent’s own summary: it stands in the place of what it summarises',
  'reason.recorded-hidden': 'Gone from the agent’s context, and the summary in its place can be read by the provider alone',
  'reason.recorded-tokens': 'The agent recorded {{tokens}} tokens before its compaction',
  'reason.recorded-tokens-after': 'The agent recorded {{tokens}} tokens after its compaction',
  'reason.recorded-trigger': 'Why the agent compacted, in its own word: {{trigger}}',
  'reason.note-recorded-hidden': 'summary hidden',
  'reason.recall-recorded':
    'The agent compacted at its own places, not at these cuts: what it kept there stands beside the recall as the calibration',
  'reason.unchanged-not-recorded': 'The recorded agent compacted nothing here',
  'reason.error-stage-recorded': 'stage {{number}} "{{id}}": what was recorded cannot be a stage',
} as const;

export const pipelines = {
  'strategy.adaptive.title': 'Adaptive',
  'strategy.adaptive.rule':
    'The kind of task (code, analysis, conversation, mixed, unknown) is told from tools and words. Its list of strategies is tried in order until the budget holds: sliding window first, then key events (code) or importance scoring, then incremental summary; for mixed tasks incremental summary before importance scoring. Each works on what the one before left; one that has nothing to do or fails is passed over.',
  'strategy.adaptive.loses': 'What the strategies that were needed lose; the kind of task is a guess from counts.',
  'strategy.combo-basic.title': 'Basic combination',
  'strategy.combo-basic.rule':
    'The full summary, with the key information beside it: task, task list and changes of files. The token trigger acts in replay.',
  'strategy.combo-basic.loses': 'The wording of everything but what is quoted.',
  'strategy.combo-advanced.title': 'Advanced combination',
  'strategy.combo-advanced.rule':
    'Importance scoring, then key events, then incremental summary, then sliding window, then the full summary: each on what the one before left, until the budget holds.',
  'strategy.combo-advanced.loses': 'At hard targets the summaries of one stage are summarised by the next.',
  'strategy.combo-smart.title': 'Smart combination',
  'strategy.combo-smart.rule':
    'Adaptive, then incremental summary, then key events: each on what the one before left, until the budget holds. Key information is quoted beside the summaries.',
  'strategy.combo-smart.loses': 'What its stages lose; at hard targets summaries of summaries.',
  'strategy.combo-layers.title': 'Three layers',
  'strategy.combo-layers.rule':
    'The order of selective compaction (S3): long tool outputs are shortened, then large results move out, then rules by item type and a summary, each on what the one before left. What one layer cut the next one does not cut again.',
  'strategy.combo-layers.loses': 'The middle of long outputs, then what its other layers lose.',
  'strategy.pipeline.title': 'Own pipeline',
  'strategy.pipeline.rule':
    'Strategies of your choice in a row, each on what the one before left, until the budget holds. At an equal target the stage that meets it, or else the last one, is aimed at it; those before it use their own parameters.',
  'strategy.pipeline.loses': 'What its stages lose.',
  'param.stages': 'Stages',
  'param.stages.help': 'The policies in their order, each with its settings. Those after the one that meets the target are not run.',
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

export const ledger = {
  'strategy.fact-ledger.title': 'Fact ledger',
  'strategy.fact-ledger.rule':
    'The last messages stay whole. Everything older becomes one ledger that no model writes: files with what was done to them, errors with their cause or fix, requests, rules and decisions, and names and numbers with the words beside them. What is most likely needed again comes first: said often, lately, in calls, by the assistant.',
  'strategy.fact-ledger.loses': 'How one thing led to another: a ledger tells what there was, not why. Explanations that hold no fact go first.',
  'param.ledgerShare': 'Ledger share',
  'param.ledgerShare.help': 'Share of the target, less what must stay, that the ledger may take; the rest keeps recent messages whole.',
  'param.ledgerMinTokens': 'Ledger at least',
  'param.ledgerMinTokens.help':
    'Tokens that the ledger or note may take even where the target is missed by them. At 0 the older part may go without a word.',
  'param.ledgerMaxTokens': 'Ledger at most',
  'param.ledgerMaxTokens.help': 'Tokens that the ledger or note may take, however large the target.',
  'param.ledgerWords': 'Words beside a fact',
  'param.ledgerWords.help': 'On each side of a fact: more say better what it is, and leave room for fewer.',
  'reason.sum-ledger':
    'Message {{back}} from the end, the last {{keep}} stay. Facts in it: {{facts}}; told in the ledger: {{told}}, said again in messages that stay: {{stand}}, lost: {{lost}}',
  'reason.drop-no-ledger':
    'Message {{back}} from the end, the last {{keep}} stay: gone; the ledger would have {{room}} tokens, and says nothing under {{least}}',
  'strategy.handover-note.title': 'Hand-over note',
  'strategy.handover-note.rule':
    'What is most likely needed again per token stays, whatever its age: recent blocks whole, older ones with their outputs and arguments cut. Of what goes, single sentences and lines are quoted in a note, in the order of the conversation, with who said them. Nothing counts twice: what is said elsewhere already makes room for the rest. No model writes it.',
  'strategy.handover-note.loses': 'Whole outputs from long ago, and steps in which nothing was said that came up again.',
  'reason.keep-handover':
    'Message {{back}} from the end stays whole: its {{tokens}} tokens hold enough that is likely needed and stands nowhere else',
  'reason.edit-handover': 'Message {{back}} from the end: outputs and arguments cut, {{before}} → {{after}} tokens',
  'reason.sum-handover_one': 'Message {{back}} from the end, {{tokens}} tokens: {{count}} line of it is quoted in the note',
  'reason.sum-handover_other': 'Message {{back}} from the end, {{tokens}} tokens: {{count}} lines of it are quoted in the note',
  'reason.drop-no-note': 'Message {{back}} from the end: dropped; no line of what goes fits the {{room}} tokens that the note has',
} as const;
