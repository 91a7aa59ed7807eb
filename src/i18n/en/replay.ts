/** English of what the engine says of a replay: triggers that fired, its log, loops. */
export const replay = {
  'reason.trigger-requests': 'Fires before every request',
  'reason.trigger-as-recorded': 'Your agent compacted here',
  'reason.trigger-hand': 'By hand',
  'reason.log-replay-triggered': 'Trigger “{{kind}}” fired at {{tokens}} tokens',
  'reason.log-replay-compacted': 'Compacted: {{before}} → {{after}} tokens, {{messagesBefore}} → {{messagesAfter, noun message}}',
  'reason.log-replay-summaries-over': 'Summaries over the window of {{window}}: {{count}}, up to {{tokens}} tokens',
  'reason.log-replay-warning': 'Warning: {{tokens}} tokens, {{share, percent}} of {{window}}',
  'reason.log-replay-cooldown': 'The trigger fired at {{tokens}} tokens, within the cooldown of {{cooldown}} requests',
  'reason.log-replay-stopped': 'Stopped with an error: the {{refused}} requests to come are refused',
  'reason.loop-window': '$t(reason.loop) from {{fires}} tokens on, of which {{fixed}} cannot go: enlarge the window ({{window}}) or fire later',
  'reason.loop-target': '$t(reason.loop). The budget of {{target}} tokens is not below the trigger at {{fires}}: lower it',
  'reason.loop-trigger': '$t(reason.loop). It stops at {{target}} tokens and fires from {{fires}} on: fire later, or set a budget',
  'reason.loop-narrow':
    '$t(reason.loop), freeing {{freed}} tokens each. {{after}} are left, and the next request reaches {{fires}} again: lower the budget',
  'reason.loop-param':
    '$t(reason.loop), freeing {{freed}} tokens each. $t(param.{{param}}) = {{value}} leaves {{after}}, and it fires from {{fires}} on',
  'reason.loop-strategy': '$t(reason.loop), freeing {{freed}} tokens each. It cannot leave less than {{after}} (budget {{target}})',
  'reason.loop': 'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times',
  'reason.loop-answer': '$t(reason.loop), and was told “{{answer}}” at {{after}} tokens',
  'reason.loop-idle': '$t(reason.loop) and did nothing at {{after}} tokens: choose another policy',
  'reason.recorded-difference':
    'Recorded: {{recorded, money}} for {{requests}} of {{of}} requests; they cost {{none, money}} here without compaction',
  'reason.recorded-incomparable': 'Costs cannot be compared: recorded and counted prompts differ by {{error, percent}} in the median',
  'reason.recorded-size': '{{cost, money}} by size: {{recordedPrompt, whole}} tokens recorded, {{nonePrompt, whole}} counted',
  'reason.recorded-cache': '{{cost, money}} by the cache: {{recordedRead, percent}} read as recorded, {{noneRead, percent}} here',
  'reason.recorded-output': '{{cost, money}} by the tokens of answers',
  'reason.recorded-summaries': '{{cost, money}} by summaries that the provider wrote',
  'reason.recorded-compactions': 'the agent itself compacted {{count, noun time}}, so later prompts are smaller',
  'reason.recorded-unseen': '{{unseen}} tokens of each request are not in the file: estimated from recorded usage',
  'reason.recorded-unseen-unknown': 'system prompt and tools that are not in the file do not count',
} as const;
