/** English of what the engine says of a replay: triggers that fired, its log, loops. */
export const replay = {
  'reason.trigger-requests': 'Fires: it is applied before every request',
  'reason.trigger-as-recorded': 'Here the recorded agent compacted',
  'reason.trigger-hand': 'By hand',
  'reason.log-replay-triggered': 'Trigger “{{kind}}” fired at {{tokens}} tokens',
  'reason.log-replay-compacted': 'Compacted: {{before}} → {{after}} tokens, {{messagesBefore}} → {{messagesAfter, noun message}}',
  'reason.log-replay-summaries-over_one':
    'A summary could not have been written: its call has {{tokens}} tokens, the window of the model that writes it {{window}}',
  'reason.log-replay-summaries-over_other':
    '{{count}} summaries could not have been written: their calls have up to {{tokens}} tokens, the window of the model that writes them {{window}}',
  'reason.log-replay-warning': 'Warning level: {{tokens}} tokens have reached {{share, percent}} of {{window}}',
  'reason.log-replay-cooldown': 'The trigger fired at {{tokens}} tokens within the cooldown of {{cooldown}} requests and is not followed',
  'reason.log-replay-stopped':
    'Stopped with an error: the context stays as it is, and all requests that were still to come ({{refused}}) are refused',
  'reason.loop-window':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. {{fixed}} tokens may not be touched, and the trigger fires from {{fires}} on: only a larger window or a later trigger helps (window = {{window}})',
  'reason.loop-target':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. The target of {{target}} tokens is not below the {{fires}} at which the trigger fires: lower the target',
  'reason.loop-trigger':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times. By its own rule the strategy stops at {{target}} tokens, and the trigger fires from {{fires}} on: let the trigger fire later, or set a target',
  'reason.loop-narrow':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, {{freed}} tokens freed each time. {{after}} tokens are left, and the next request reaches {{fires}} again: lower the target',
  'reason.loop-param':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, {{freed}} tokens freed each time. With $t(param.{{param}}) = {{value}} the strategy leaves {{after}} tokens, and the trigger fires from {{fires}} on',
  'reason.loop-strategy':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, {{freed}} tokens freed each time. At its strictest it leaves {{after}} tokens (target {{target}}): what is left are not the messages it works on',
  'reason.loop-answer':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, asked first, and was told “{{answer}}”: nothing changed at {{after}} tokens',
  'reason.loop-idle':
    'Requests {{from, raw}} to {{to, raw}}: fired {{times}} times, and nothing changed at {{after}} tokens: another policy is needed',
  'reason.recorded-difference':
    'Recorded: {{recorded, money}} for {{requests}} of {{of}} requests; without compaction the same requests cost {{none, money}} here',
  'reason.recorded-incomparable': 'Costs cannot be compared: recorded and counted prompts differ by {{error, percent}} in the median',
  'reason.recorded-size-less':
    '{{cost, money}} less by the size of prompts: {{recordedPrompt, whole}} tokens were recorded, {{nonePrompt, whole}} are counted here',
  'reason.recorded-size-more':
    '{{cost, money}} more by the size of prompts: {{recordedPrompt, whole}} tokens were recorded, {{nonePrompt, whole}} are counted here',
  'reason.recorded-cache-less':
    '{{cost, money}} less by the cache: {{recordedRead, percent}} of the prompt tokens were read from it as recorded, {{noneRead, percent}} here',
  'reason.recorded-cache-more':
    '{{cost, money}} more by the cache: {{recordedRead, percent}} of the prompt tokens were read from it as recorded, {{noneRead, percent}} here',
  'reason.recorded-output-less': '{{cost, money}} less by answers that were recorded with fewer tokens than are counted here',
  'reason.recorded-output-more': '{{cost, money}} more by answers that were recorded with more tokens than are counted here',
  'reason.recorded-summaries-more': '{{cost, money}} more by summaries that the provider wrote within requests',
  'reason.recorded-compactions_one': 'the agent itself compacted once, which made its later prompts smaller',
  'reason.recorded-compactions_other': 'the agent itself compacted {{count}} times, which made its later prompts smaller',
  'reason.recorded-unseen': '{{unseen}} tokens of each request are not in the file; they are fitted to the recording and counted here',
  'reason.recorded-unseen-unknown': 'what the file does not hold of a request (system prompt, tools) is not counted here',
} as const;
