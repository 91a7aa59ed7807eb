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
  'reason.loop-window':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. {{fixed}} tokens cannot go, and it fires from {{fires}} on: enlarge the window ({{window}}) or fire later',
  'reason.loop-target':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. The budget of {{target}} tokens is not below the trigger at {{fires}}: lower it',
  'reason.loop-trigger':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. It stops at {{target}} tokens and fires from {{fires}} on: fire later, or set a budget',
  'reason.loop-narrow':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, freeing {{freed}} tokens each. {{after}} are left, and the next request reaches {{fires}} again: lower the budget',
  'reason.loop-param':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, freeing {{freed}} tokens each. With $t(param.{{param}}) = {{value}} it leaves {{after}}, and it fires from {{fires}} on',
  'reason.loop-strategy':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, freeing {{freed}} tokens each. It cannot leave less than {{after}} (budget {{target}})',
  'reason.loop-answer': 'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, and was told “{{answer}}” at {{after}} tokens',
  'reason.loop-idle': 'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, did nothing at {{after}} tokens: choose another policy',
  'reason.recorded-difference':
    'Recorded: {{recorded, money}} for {{requests}} of {{of}} requests; they cost {{none, money}} here without compaction',
  'reason.recorded-incomparable': 'Costs cannot be compared: recorded and counted prompts differ by {{error, percent}} in the median',
  'reason.recorded-size-less': '{{cost, money}} less by size: {{recordedPrompt, whole}} tokens recorded, {{nonePrompt, whole}} counted',
  'reason.recorded-size-more': '{{cost, money}} more by size: {{recordedPrompt, whole}} tokens recorded, {{nonePrompt, whole}} counted',
  'reason.recorded-cache-less': '{{cost, money}} less by the cache: {{recordedRead, percent}} read as recorded, {{noneRead, percent}} here',
  'reason.recorded-cache-more': '{{cost, money}} more by the cache: {{recordedRead, percent}} read as recorded, {{noneRead, percent}} here',
  'reason.recorded-output-less': '{{cost, money}} less by answers, recorded with fewer tokens',
  'reason.recorded-output-more': '{{cost, money}} more by answers, recorded with more tokens',
  'reason.recorded-summaries-more': '{{cost, money}} more by summaries that the provider wrote',
  'reason.recorded-compactions': 'the agent itself compacted {{count, noun time}}, so later prompts are smaller',
  'reason.recorded-unseen': '{{unseen}} tokens of each request are not in the file: estimated from recorded usage',
  'reason.recorded-unseen-unknown': 'system prompt and tools that are not in the file do not count',
} as const;
