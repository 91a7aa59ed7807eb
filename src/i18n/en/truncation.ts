/** Cutting messages: diffs, long messages, tool output, layers, time decay. */
export const truncation = {
  'strategy.diff-truncation.title': 'Diff truncation',
  'strategy.diff-truncation.rule':
    'Diffs, found in text, fences, tool calls and results, may together take a share of the window beyond their first lines. The newest keep what there is room for, the oldest are cut first; each keeps its head, cut at a line.',
  'strategy.diff-truncation.use': 'When edits show their diffs again and again, and the files themselves can be read.',
  'strategy.diff-truncation.loses': 'The later hunks of old diffs. Long outputs that are no diff stay as they are.',
  'strategy.message-truncation.title': 'Message truncation',
  'strategy.message-truncation.rule':
    'A message over the limit keeps its head, cut at the end of a sentence or line; arguments of calls stay valid JSON, their long strings are shortened. The cut says how many tokens are gone.',
  'strategy.message-truncation.use': 'When single messages are huge and say what matters first.',
  'strategy.message-truncation.loses': 'The end of every long message: the error at the end of a log, the conclusion of a long answer.',
  'strategy.tool-output-truncation.title': 'Tool output truncation',
  'strategy.tool-output-truncation.rule':
    'A tool output may have a share of the window that is left where it stands: limit = max(floor, share × (window − tokens before it)). A longer one keeps its head and its tail.',
  'strategy.tool-output-truncation.use': 'When tool outputs fill the window and their beginning and end tell enough.',
  'strategy.tool-output-truncation.loses': 'The middle of long outputs; the more of the window is taken, the shorter the outputs that follow.',
  'strategy.hierarchical.title': 'Hierarchical',
  'strategy.hierarchical.rule':
    'Each layer has its own rule: system and user messages stay whole, calls stay with their key results (errors, exit codes, test and diff statistics first), and intermediate steps of the assistant are shortened to decisions and conclusions.',
  'strategy.hierarchical.use': 'For agent sessions: what was asked stays word for word, what was printed shrinks most.',
  'strategy.hierarchical.loses': 'Details of outputs that look ordinary, and the reasoning between decisions.',
  'strategy.time-decay.title': 'Time decay',
  'strategy.time-decay.rule':
    'A message keeps a share of its tokens that halves with every half-life of its age: recent ones stay, older ones are shortened, and what would keep less than the drop threshold goes. Age is time where there are timestamps, position otherwise.',
  'strategy.time-decay.use': 'When old details matter less the older they are, and a rough memory of them is enough.',
  'strategy.time-decay.loses': 'The beginning of a long session, but for the original task, whatever it says.',

  'param.diffShare': 'Diff share',
  'param.diffShare.help':
    'Share of the window that all diffs together may take beyond their first lines. The budget knob: at an equal target the largest share that meets it is used.',
  'param.messageLimit': 'Message limit',
  'param.messageLimit.help':
    'A message may have at most this many tokens. The budget knob: at an equal target the largest limit that meets it is used.',
  'param.outputShare': 'Output share',
  'param.outputShare.help':
    'Share of the window left before a tool output that it may have. The budget knob: at an equal target the largest share that meets it is used.',
  'param.outputFloor': 'Output floor',
  'param.outputFloor.help': 'Every tool output may have at least this many tokens, however full the window is.',
  'param.layerLimit': 'Output limit',
  'param.layerLimit.help':
    'Tokens that a tool output, a long argument or an answer may keep; an intermediate step may keep half of it. The budget knob: at an equal target the largest limit that meets it is used.',
  'param.halfLife': 'Half-life',
  'param.halfLife.help':
    'Age at which a message keeps half of its tokens, as a share of the conversation: of its messages, or of its duration where age is time. The budget knob: at an equal target the largest value that meets it is used.',
  'param.halfLifeMinutes': 'Half-life in minutes',
  'param.halfLifeMinutes.help': 'A duration instead of the share, where there are timestamps; 0 = the share. It is not aimed at a target.',
  'param.ageBy': 'Age by',
  'param.ageBy.help':
    'What makes a message old. Auto and time: its timestamp, where at least half of the messages have one (others are as old as the one before them); its position otherwise.',
  'param.ageBy.auto': 'auto',
  'param.ageBy.time': 'time',
  'param.ageBy.position': 'position',
  'param.dropBelow': 'Drop threshold',
  'param.dropBelow.help': 'A tool block or message that would keep less than this share of its tokens is dropped.',
  'param.recentAbove': 'Recent above',
  'param.recentAbove.help': 'A message that would keep at least this share of its tokens is recent and stays as it is.',

  'unit.seconds': 'seconds',
  'unit.minutes': 'minutes',

  'reason.keep-nothing-to-cut':
    '{{tokens, noun token}}, the limit is {{limit}}, but nothing in it may be cut: images, reasoning, many short fields, or what was cut before',
  'reason.keep-within-limit': '{{tokens, noun token}}, within the limit of {{limit}}',
  'reason.cut-message': '{{tokens, noun token}}, over the limit of {{limit}}: the head stays, {{gone}} tokens are cut and {{after}} left',
  'reason.unchanged-no-long-message': 'No message that may be cut is over {{limit}} tokens; the largest has {{largest}}',
  'reason.unchanged-nothing-to-cut':
    'The largest message has {{largest}} tokens, over the limit of {{limit}}, but nothing in messages over it may be cut: images, reasoning, many short fields, or what was cut before',
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

  'reason.unchanged-all-recent-time':
    'Every message that may be touched is recent or too short to shorten: half-life {{halfLife, noun minute}}, recent from {{recentAbove, percent}}',
  'reason.unchanged-all-recent-position':
    'Every message that may be touched is recent or too short to shorten: half-life {{halfLife, noun message}}, recent from {{recentAbove, percent}}',
  'reason.note-age-by-position': 'age: position',
  'reason.decay-recent-time':
    'Recent: {{age, noun minute}} old with a half-life of {{halfLife, noun minute}}, factor {{factor, percent}} (recent from {{recentAbove, percent}})',
  'reason.decay-recent-position':
    'Recent: {{age, noun message}} back with a half-life of {{halfLife, noun message}}, factor {{factor, percent}} (recent from {{recentAbove, percent}})',
  'reason.decay-short-time':
    '{{age, noun minute}} old with a half-life of {{halfLife, noun minute}}, factor {{factor, percent}}; its {{tokens, noun token}} cannot be shortened',
  'reason.decay-short-position':
    '{{age, noun message}} back with a half-life of {{halfLife, noun message}}, factor {{factor, percent}}; its {{tokens, noun token}} cannot be shortened',
  'reason.decay-cut-time':
    '{{age, noun minute}} old with a half-life of {{halfLife, noun minute}}: it keeps {{factor, percent}} of its {{tokens, noun token}}, {{after}} are left',
  'reason.decay-cut-position':
    '{{age, noun message}} back with a half-life of {{halfLife, noun message}}: it keeps {{factor, percent}} of its {{tokens, noun token}}, {{after}} are left',
  'reason.decay-drop-time':
    '{{age, noun minute}} old with a half-life of {{halfLife, noun minute}}: factor {{factor, percent}}, and all of its block under {{dropBelow, percent}}, so it goes',
  'reason.decay-drop-position':
    '{{age, noun message}} back with a half-life of {{halfLife, noun message}}: factor {{factor, percent}}, and all of its block under {{dropBelow, percent}}, so it goes',
} as const;
