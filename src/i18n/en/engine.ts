/**
 * English of everything the engine says as data, and of the samples. One flat object; the key is the prefix and the engine's own key:
 * `reason.*`, `strategy.<id>.title|rule|use|loses`, `strategy.<id>.param.<name>` (what a product's own parameter means), `param.<name>`,
 * `param.<name>.help`, `measure.<id>.title|definition|unit`, `unit.*`, `warning.*`, `check.*`, `violation.*`, `format.<id>.title|expected`,
 * `sample.<id>.title|description`.
 *
 * `{{name}}` of a number prints it with separators and at most three decimals; `{{name, percent}}` a share as `42.3 %`,
 * `{{name, raw}}` a number without separators (message numbers, versions). Plurals: `_one` and `_other`, chosen by `{{count}}`.
 */
import { events } from './events.ts';
import { history } from './history.ts';
import { ledger } from './ledger.ts';
import { measures } from './measures.ts';
import { models } from './models.ts';
import { pipelines } from './pipelines.ts';
import { productAgents } from './product-agents.ts';
import { productFrameworks } from './product-frameworks.ts';
import { productParams } from './product-params.ts';
import { products } from './products.ts';
import { recall } from './recall.ts';
import { recorded } from './recorded.ts';
import { replay } from './replay.ts';
import { samples } from './samples.ts';
import { scenario } from './scenario.ts';
import { selective } from './selective.ts';
import { sentences } from './sentences.ts';
import { similarity } from './similarity.ts';
import { systems } from './systems.ts';
import { truncation } from './truncation.ts';
import { validity } from './validity.ts';

export const engine = {
  ...events,
  ...history,
  ...ledger,
  ...recorded,
  ...measures,
  ...models,
  ...pipelines,
  ...productAgents,
  ...productFrameworks,
  ...productParams,
  ...products,
  ...recall,
  ...replay,
  ...samples,
  ...scenario,
  ...selective,
  ...sentences,
  ...similarity,
  ...systems,
  ...truncation,
  ...validity,
  // S2's priority rules (signals/prepare.ts)
  'reason.priority-pinned': 'CRITICAL: pinned by hand',
  'reason.priority-set': '{{priority}}: set by hand',
  'reason.priority-system': 'CRITICAL: system message',
  'reason.priority-tool': 'HIGH: tool result',
  'reason.priority-first': 'HIGH: message {{position}} of the first {{edge}}',
  'reason.priority-last': 'HIGH: message {{position}} from the end, within the last {{edge}}',
  'reason.priority-long': 'HIGH: {{tokens, noun token}}, over {{limit}}',
  'reason.priority-short': 'LOW: {{tokens, noun token}}, under {{limit}}, no question mark',
  'reason.priority-call': 'HIGH: calls a tool',
  'reason.priority-normal': 'NORMAL: {{tokens, noun token}}, no rule applies (short: under {{short}}, long: over {{long}})',
  // Why a message stays, whatever the strategy
  'reason.keep-header': 'Header (system prompt, memory, skills): always stays',
  'reason.keep-pinned': 'Pinned by hand, or in one tool block with a pinned message',
  'reason.keep-critical': 'CRITICAL, or in one tool block with a CRITICAL message: never touched',
  'reason.keep-last-user': 'Last message of the user: protected',
  'reason.keep-last-tool-block': 'Last tool block: protected',
  'reason.keep-last-message': 'Last message of a session in which no user speaks: protected',
  'reason.keep-boundary-block': 'Its tool block reaches over the boundary: blocks stay whole on the preserved side',

  // Nothing to do
  'reason.unchanged-within-target': '{{tokens}} tokens are within the target of {{target}}',
  'reason.unchanged-nothing-removable': 'Every message is protected: none of the {{tokens}} tokens may go',
  'reason.unchanged-all-preserved': 'Nothing that may go lies between the first {{start}} and the last {{end}} removable messages',
  'reason.unchanged-minimum': 'Removing anything would leave fewer than {{minimum}} of the {{messages, noun message}}',
  'reason.unchanged-too-few': 'This strategy acts on more than {{minimum, noun message}}; the context has {{messages}}',
  'reason.unchanged-nothing-older': 'Nothing that may go is older than the last {{keep}}',
  'reason.unchanged-window': 'A window of {{window}} acts on more than {{needed, noun message}}; the context has {{messages}}',
  'reason.unchanged-rounds-turns': 'Nothing to summarise: user turns {{rounds}}, of which the current one and {{keep}} before it stay',
  'reason.unchanged-rounds-steps': 'Nothing to summarise: steps {{rounds}}, of which the current one and {{keep}} before it stay',
  'reason.unchanged-summary-timeout': 'No summary within {{ms}} ms; {{tokens}} tokens are within the window of {{window}}, so nothing is cut',
  'reason.unchanged-summary-failed':
    'The summary failed ($t(reason.failure-{{failure}})); {{tokens}} tokens are within the window of {{window}}, so nothing is cut',

  // Removal: middle, oldest, controls
  'reason.priority-block': '{{priority}}: tool block of {{members}} messages, {{tokens, noun token}}',
  'reason.drop-middle': '$t(reason.{{because}}); no. {{rank}} of {{of}} removed, from the middle',
  'reason.drop-edge': '$t(reason.{{because}}); no. {{rank}} of {{of}} removed, from the edge because the middle is used up',
  'reason.drop-oldest': '$t(reason.{{because}}); no. {{rank}} of {{of}} removed, low priority before high, old before new',
  'reason.drop-random': 'Drawn no. {{rank}} of {{of}} with seed {{seed, raw}}',
  'reason.drop-between': 'Between head and tail: {{of}} messages removed around the point that has {{headShare, percent}} of the tokens before it',
  'reason.keep-start': 'Among the first {{preserve}} removable messages',
  'reason.keep-end': 'Among the last {{preserve}} removable messages',
  'reason.keep-target-met': 'Its turn did not come: after {{removed}} removals {{tokens}} tokens are left, the target is {{target}}',
  'reason.keep-minimum': 'Its turn did not come: {{left}} messages are left, the minimum is {{minimum}}',

  // Hybrid and auto by provider
  'reason.hybrid-features':
    '{{messages, noun message}}; target ÷ current {{ratio, score}} ($t(reason.severity-{{severity}})); the last five hold {{lastShare, percent}} of the tokens; largest message {{largest, noun token}}; tool or system messages {{special}}',
  'reason.severity-light': 'light',
  'reason.severity-moderate': 'moderate',
  'reason.severity-heavy': 'heavy',
  'reason.hybrid-short': 'Light compression of under 20 messages → middle, confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-long': 'Heavy compression of over 30 messages → oldest, confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-recent-heavy': 'The last five messages hold over 40 % of the tokens → middle, confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-large-message':
    'A message over 300 tokens and more than light compression → oldest, confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-special': 'Tool or system messages are present → middle, confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-none': 'No feature decides: confidence {{confidence}} (threshold {{threshold}})',
  'reason.hybrid-both-middle': 'Both were run: middle {{middle, score}} against oldest {{oldest, score}} → middle',
  'reason.hybrid-both-oldest': 'Both were run: middle {{middle, score}} against oldest {{oldest, score}} → oldest',
  'reason.note-hybrid-middle': '→ middle, {{confidence}}',
  'reason.note-hybrid-oldest': '→ oldest, {{confidence}}',
  'reason.note-hybrid-both-middle': '→ middle, {{middle, score}} : {{oldest, score}}',
  'reason.note-hybrid-both-oldest': '→ oldest, {{middle, score}} : {{oldest, score}}',
  'reason.provider-by-model': 'Model {{model}}',
  'reason.provider-no-model': 'The transcript names no model and none is chosen',
  'reason.provider-by-hand': 'Row of the provider table chosen by hand',
  'reason.provider-openai-gpt-4':
    'OpenAI GPT-4 family → hybrid: balanced preservation of start and end suits general conversation (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.provider-openai-o':
    'OpenAI o-series → middle removal: more is preserved, for models that need more context (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.provider-anthropic':
    'Anthropic → oldest removal: keeps more of the end, which suits the style of its conversations (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.provider-google':
    'Google 1.5 and later → middle removal: a large context asks for careful compression (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.provider-local':
    'LM Studio and Ollama → hybrid: local models mostly have a small context and need harder compression (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.provider-other':
    'No row of its own → hybrid (first {{start}}, last {{end}}, minimum {{minMessages}}; warns at {{warn, percent}}, compresses at {{compress, percent}} of the window)',
  'reason.note-provider-middle': '→ middle {{start}}/{{end}}',
  'reason.note-provider-oldest': '→ oldest {{start}}/{{end}}',
  'reason.note-provider-hybrid-middle': '→ hybrid {{start}}/{{end}} → middle',
  'reason.note-provider-hybrid-oldest': '→ hybrid {{start}}/{{end}} → oldest',

  // Context compactor
  'reason.sum-older-turns': 'Turn {{round}} of {{count}}: older than the current one and the {{keep}} before it, so it goes into the summary',
  'reason.sum-older-turns-none': 'Turn {{round}} of {{count}}: older than the current one, so it goes into the summary',
  'reason.sum-older-steps-none': 'Step {{round}} of {{count}}: older than the current one, so it goes into the summary',
  'reason.sum-older-steps': 'Step {{round}} of {{count}}: older than the current one and the {{keep}} before it, so it goes into the summary',
  'reason.keep-current-turns': 'Current input: the last turn',
  'reason.keep-current-steps': 'Current input: the last step',
  'reason.keep-recent-turns': 'Turn {{back}} before the current one, within the recent {{keep}}',
  'reason.keep-recent-steps': 'Step {{back}} before the current one, within the recent {{keep}}',
  'reason.note-auto-steps': 'auto: steps',
  'reason.trace-auto-steps': 'User turns in this transcript: {{turns}}. The rule needs at least {{needed}}, so it counts steps',
  'reason.note-fewer-rounds': 'rounds {{asked}} → {{keep}}',
  'reason.trace-fewer-rounds': 'Still over {{limit}} tokens with {{asked}} recent rounds: again with {{keep}}',
  'reason.refused-new-session': 'Start a new session: {{tokens}} tokens are over {{limit}} even with {{keep}} recent rounds. Nothing was changed',

  // Auto compression and hard limit
  'reason.sum-before-recent': 'Message {{back}} from the end, older than the last {{keep}}: in the summary',
  'reason.sum-before-recent-none': 'Message {{back}} from the end, where none stays for being recent: in the summary',
  'reason.drop-before-recent': 'Message {{back}} from the end, older than the last {{keep}}: cut by the hard limit',
  'reason.drop-before-recent-none': 'Message {{back}} from the end, where none stays for being recent: cut by the hard limit',
  'reason.drop-safe-default': 'Message {{back}} from the end, older than the last {{keep}}: the safe default text replaces it',
  'reason.drop-safe-default-none': 'Message {{back}} from the end, where none stays for being recent: the safe default text replaces it',
  'reason.keep-recent': 'Message {{back}} from the end, within the last {{keep}}',
  'reason.refused-hard-limit':
    'Still over the hard limit with the last {{keep, noun message}}: {{tokens, noun token}} over {{limit}}. Nothing was changed',
  'reason.failure-empty': 'empty',
  'reason.failure-error': 'error',
  'reason.failure-timeout': 'no answer in time',
  'reason.failure-too-long': 'too long',
  'reason.log-summary-failed': 'warn: summary failed ($t(reason.failure-{{failure}}), limit {{ms}} ms); the hard limit decides',
  'reason.log-over-window': 'warn: over {{limit}} tokens with its summary; the history is truncated',
  'reason.note-hard-limit': 'hard limit',
  'reason.note-safe-default': 'safe default',

  // Summary and sliding window
  'reason.sum-whole': 'The whole conversation becomes one summary; {{tokens, noun token}} of it were here',
  'reason.sum-quoted-task': 'Original task: quoted word for word beside the summary',
  'reason.sum-quoted-last-user': 'Last message of the user: quoted word for word beside the summary',
  'reason.sum-before-window': 'Older than the window of {{window}} ({{userTool}} user or tool and {{assistant}} assistant messages): in the summary',
  'reason.keep-window': 'In the window of {{window}} ({{userTool}} user or tool and {{assistant}} assistant messages, tool blocks whole)',

  // Strategies
  'family.removal': 'Removal',
  'family.removal.help': 'whole messages go',
  'family.cutting': 'Cutting',
  'family.cutting.help': 'long texts are shortened',
  'family.scores': 'Scores',
  'family.scores.help': 'messages are scored, the lowest go',
  'family.similarity': 'Similarity',
  'family.similarity.help': 'what is alike is grouped or looked up',
  'family.summaries': 'Summaries',
  'family.summaries.help': 'a text replaces messages',
  'family.selective': 'Selective',
  'family.selective.help': 'each kind of item has its own rule',
  'family.ledger': 'Ledger',
  'family.ledger.help': 'a list of facts replaces messages',
  'family.limits': 'Limits',
  'family.limits.help': 'only above a bound',
  'family.controls': 'Controls',
  'family.controls.help': 'for scale, never an answer',
  'family.pipelines': 'Pipelines',
  'family.pipelines.help': 'strategies that choose or chain strategies',
  'strategy.middle-removal.title': 'Middle removal',
  'strategy.middle-removal.rule':
    'The first and the last removable messages are preserved. From what lies between, messages go by priority, low before high, and oldest first within a priority, until the target is met. Only when the middle is used up do LOW messages of the two edges go.',
  'strategy.middle-removal.use':
    'Conversations whose opening (the task, the rules) and latest exchange matter most and whose middle is work that is done.',
  'strategy.middle-removal.loses': 'Decisions, findings and errors of the middle, without a trace: nothing replaces them.',
  'strategy.oldest-removal.title': 'Oldest removal',
  'strategy.oldest-removal.rule':
    'All removable messages are ordered by priority, low before high, and by age within a priority. They go in that order until the target or the minimum number of messages is reached. An old HIGH message outlives a new LOW one.',
  'strategy.oldest-removal.use': 'Long conversations in which the recent context matters and short remarks do not.',
  'strategy.oldest-removal.loses':
    'Short and ordinary messages of the whole conversation first, also recent ones; then the oldest tool results. Nothing replaces them.',
  'strategy.hybrid.title': 'Hybrid',
  'strategy.hybrid.rule':
    'Looks at how hard the compression is, how long the conversation is and where its tokens are, and chooses middle or oldest removal with a confidence. Under the confidence threshold both are run and the one with the higher efficiency is kept, middle on a tie.',
  'strategy.hybrid.use': 'When conversations of different shape go through one setting.',
  'strategy.hybrid.loses': 'What the chosen strategy loses; the choice looks at sizes and roles, not at what is said.',
  'strategy.provider-auto.title': 'Auto by provider',
  'strategy.provider-auto.rule':
    'Three layers: provider and model choose the base strategy with its preserved counts; where that is hybrid, the features of the conversation choose; where they are not confident, both candidates are run and the more efficient one is kept.',
  'strategy.provider-auto.use': 'When the same product talks to models of several providers.',
  'strategy.provider-auto.loses': 'What the chosen strategy loses.',
  'strategy.context-compactor.title': 'Context compactor',
  'strategy.context-compactor.rule':
    'System prompt and tool definitions stay; the conversation becomes a short summary, the recent rounds and the current input. If that is still too long it is done again with fewer rounds, down to none; then a new session is the only way.',
  'strategy.context-compactor.use': 'Chats in rounds: the last few exchanges carry the thread, the rest only needs to be known about.',
  'strategy.context-compactor.loses':
    'Everything before the recent rounds but what fits into the summary: exact paths, numbers and outputs of older work.',
  'strategy.auto-compression.title': 'Auto compression',
  'strategy.auto-compression.rule':
    'The last messages stay, everything older becomes one summary. A failed summary stops nothing: within the window the history stays as it is, over it the hard limit cuts to the system prompt and the last messages; still over it, the request is refused with the numbers.',
  'strategy.auto-compression.use': 'Agents that must go on without being asked, with a cheap model for the summary.',
  'strategy.auto-compression.loses': 'Details of everything older than the last messages; with a failed summary all of it.',
  'strategy.hard-limit.title': 'Hard limit',
  'strategy.hard-limit.rule':
    'By its own rule it acts only over the window: the system prompt and the last messages stay, everything between is dropped. Still over the window, the request is refused with the numbers. Two messages or fewer are left alone.',
  'strategy.hard-limit.use': 'The last resort behind another strategy; fast, never fails, needs no model.',
  'strategy.hard-limit.loses': 'Everything before the last messages, the task included, without a trace.',
  'strategy.summary.title': 'Summary',
  'strategy.summary.rule':
    'One summary replaces the conversation. Beside it are quoted, word for word, the original task and the last message of the user, and the state of the task list and of the changed files as far as the transcript shows them; pinned messages stay.',
  'strategy.summary.use': 'Between two stretches of work: the result is what the next one needs, and as short as it gets.',
  'strategy.summary.loses':
    'All exact wording but what is quoted, the recent messages included; its size follows from the summary, not from a target.',
  'strategy.sliding-window.title': 'Sliding window',
  'strategy.sliding-window.rule':
    'The most recent messages stay whole, the larger half of the window for the assistant and the smaller for user and tools, with tool blocks whole; the first that fits neither half ends the window, and a question that nothing has answered yet takes no place in it. Everything older becomes one summary, inserted as a user message, with the original task and the state of the task list beside it. It acts on more than twice the window.',
  'strategy.sliding-window.use': 'Long-running conversations, before anything harder is tried.',
  'strategy.sliding-window.loses': 'Details of everything before the window; a single long message can fill the window alone.',
  'strategy.random-removal.title': 'Random removal',
  'strategy.random-removal.rule':
    'Control: removable messages, tool blocks whole, go in random order until the target is met. The same seed draws the same order.',
  'strategy.random-removal.use': 'As the floor: what a strategy keeps beyond this it keeps by its rule.',
  'strategy.random-removal.loses': 'Anything with equal chance.',
  'strategy.head-tail.title': 'Head + tail',
  'strategy.head-tail.rule':
    'Control: a hole grows from a point within the conversation in both directions until the target is met. Head and tail stay, whatever they say.',
  'strategy.head-tail.use': 'As the floor for strategies that keep beginning and end.',
  'strategy.head-tail.loses': 'One contiguous stretch of the middle.',

  // Parameters
  'param.preserveStart': 'Preserve start',
  'param.preserveStart.help':
    'Removable messages at the beginning that are preserved. The header does not count; a tool block on the boundary is preserved whole.',
  'param.preserveEnd': 'Preserve end',
  'param.preserveEnd.help': 'Removable messages at the end that are preserved. A tool block on the boundary is preserved whole.',
  'param.minMessages': 'Minimum messages',
  'param.minMessages.help': 'Removal stops before fewer original messages than this are left, the header included.',
  'param.confidence': 'Confidence',
  'param.confidence.help': 'A choice by features counts from this confidence on; below it both candidates are run and compared.',
  'param.provider': 'Provider',
  'param.provider.help': 'Row of the provider table; by default the one that the model belongs to.',
  'param.provider.model': 'by model',
  'param.provider.openai-gpt-4': 'OpenAI GPT-4 family',
  'param.provider.openai-o': 'OpenAI o-series',
  'param.provider.anthropic': 'Anthropic',
  'param.provider.google': 'Google 1.5 and later',
  'param.provider.local': 'LM Studio, Ollama',
  'param.provider.other': 'other',
  'param.keepRecentRounds': 'Keep recent rounds',
  'param.keepRecentRounds.help':
    'Rounds before the current input that stay as they are. The budget knob: at an equal target the largest number that meets it is used.',
  'param.unit': 'Rounds are',
  'param.unit.help':
    'User turns, steps (an assistant message with its results), or auto: user turns unless there are too few of them for the rule to do anything.',
  'param.unit.auto': 'auto',
  'param.unit.turns': 'user turns',
  'param.unit.steps': 'steps',
  'param.summaryMaxChars': 'Summary length',
  'param.summaryMaxChars.help': 'The summary has at most this many characters; a longer one is cut at the end of a sentence.',
  'param.maxContextTokens': 'Own window',
  'param.maxContextTokens.help':
    'The window that this strategy is configured with; used with own defaults, and never larger than the window of the page.',
  'param.triggerRatio': 'Trigger ratio',
  'param.triggerRatio.help':
    'Share of its own window from which it compacts by itself. With own defaults this is its target: a result above it is still too long.',
  'param.keepRecentCount': 'Keep recent',
  'param.keepRecentCount.help': 'Last messages that stay as they are. The budget knob: at an equal target the largest number that meets it is used.',
  'param.summaryMaxTokens': 'Summary length',
  'param.summaryMaxTokens.help': 'The summary has at most this many tokens.',
  'param.summaryTimeout': 'Summary time-out',
  'param.summaryTimeout.help': 'A summary that takes longer counts as failed.',
  'param.safeDefaultSummary': 'Safe default summary',
  'param.safeDefaultSummary.help': 'When the summary fails, a fixed sentence that says so takes its place, instead of leaving it to the hard limit.',
  'param.threshold': 'Own threshold',
  'param.threshold.help':
    'Share of the window at which this strategy compacts by itself: its trigger in a replay. With own defaults a result above it has missed its target. The fact ledger has the target alone: it compacts at the common trigger.',
  'param.keyInformation': 'Key information',
  'param.keyInformation.help':
    'The original task, the latest task list and the statistics of shown diffs stand beside the summary. A strategy that only shortens or drops leaves the messages with the task and the task list as they are.',
  'param.window': 'Window',
  'param.window.help':
    'Messages that stay whole: an odd number, the smaller half for user and tool messages, the larger for the assistant. The budget knob: at an equal target the largest number that meets it is used.',
  'param.seed': 'Seed',
  'param.seed.help': 'Added to the seed of the scenario; another number draws another order.',
  'param.headShare': 'Head share',
  'param.headShare.help': 'Share of the kept tokens that the head has; the tail has the rest.',

  // Units of parameters
  'unit.messages': 'messages',
  'unit.tokens': 'tokens',
  'unit.characters': 'characters',
  'unit.rounds': 'rounds',
  'unit.share': 'share',
  'unit.none': '',
  'unit.ms': 'ms',
  'unit.seed': '',

  // Compaction: outcomes that do not come from a strategy
  'reason.error': '{{message}}',
  'reason.error-unknown-strategy': 'unknown strategy "{{id}}"; known: {{known}}',
  'reason.error-parameter': 'parameter "{{param}}": expected {{expected}}',
  'reason.error-target': 'target: expected a share above 0 and up to 1, or whole tokens from 2',
  'reason.error-stage-unknown': 'stage {{number}} "{{id}}": there is no strategy with this id',
  'reason.error-stage-control': 'stage {{number}} "{{id}}": a control cannot be a stage',
  'reason.error-stage-itself': 'stage {{number}} "{{id}}": a pipeline cannot be a stage of itself',
  'reason.error-stage-deep': 'stage {{number}} "{{id}}": pipelines within pipelines go {{depth, raw}} deep at most',
  'reason.error-stage-parameter': 'stage {{number}} "{{id}}": parameter "{{param}}": expected {{expected}}',
  'reason-via': 'Stage {{stage}}, {{title}}: {{text}}',
  'reason.unchanged-nothing-to-do': 'The plan keeps every message as it is',
  'reason.rejected-summary': 'The summary failed ($t(reason.failure-{{failure}})): {{message}}. Everything was rolled back',
  'reason.target-missed':
    '{{tokens, noun token}}, {{over}} over the target of {{target}}; protected messages and tool definitions hold {{protected}} of them, summaries and insertions {{inserted}}',
  'reason.target-missed-aimed':
    '{{tokens, noun token}}, {{over}} over the target of {{target}} even with $t(param.{{param}}) {{value}}; protected messages and tool definitions hold {{protected}} of them, summaries and insertions {{inserted}}',
  'reason.target-missed-set':
    '{{tokens, noun token}}, {{over}} over the target of {{target}}: $t(param.{{param}}) {{value}} was set by hand and is not aimed',

  // Verification after a run
  'check.protected': 'Protected messages',
  'check.tokens-down': 'Fewer tokens',
  'check.last-user': 'Last message of the user',
  'check.tool-blocks': 'Tool blocks whole',
  'check.minimum': 'Minimum messages',
  'check.summaries': 'Summaries written',
  'reason.check-protected-kept_one': '{{count}} protected message is unchanged or quoted',
  'reason.check-protected-kept_other': '{{count}} protected messages are unchanged or quoted',
  'reason.check-protected-lost': 'Message {{message, raw}} is protected and would be changed or lost. $t(reason.keep-{{protection}})',
  'reason.check-tokens-down': '{{before, noun token}} before, {{after}} after',
  'reason.check-tokens-not-down': 'The result would have {{after, noun token}}, the original has {{before}}',
  'reason.check-last-user-none': 'The transcript has no message of a user',
  'reason.check-last-user-kept': 'Message {{message, raw}} is kept',
  'reason.check-last-user-quoted': 'Message {{message, raw}} is quoted word for word',
  'reason.check-last-user-lost': 'Message {{message, raw}} is neither kept nor quoted',
  'reason.check-tool-blocks-whole_one': '{{count}} tool block is whole or gone',
  'reason.check-tool-blocks-whole_other': '{{count}} tool blocks are whole or gone',
  'reason.check-tool-blocks-broken': 'The tool block of message {{message, raw}} would be torn apart',
  'reason.check-minimum-kept': '{{kept}} messages stay, at least {{minimum}} must',
  'reason.check-minimum-below': 'Only {{kept, noun message}} would stay, at least {{minimum}} must',
  'reason.check-summaries-written_one': '{{count}} summary is in the result',
  'reason.check-summaries-written_other': '{{count}} summaries are in the result',
  'reason.check-summaries-missing': '{{summary}} is empty or missing from the result',

  // Triggers
  'reason.trigger-little-left': 'Fires: {{remaining}} of {{window}} tokens are left, under {{share, percent}} (from {{at}} tokens on)',
  'reason.trigger-enough-left':
    'Does not fire: {{remaining}} of {{window}} tokens are left, at least {{share, percent}} (it fires above {{at}} tokens)',
  'reason.trigger-reached': 'Fires: {{tokens}} tokens have reached {{at}} ({{share, percent}} of {{window}})',
  'reason.trigger-not-reached': 'Does not fire: {{tokens}} tokens have not reached {{at}} ({{share, percent}} of {{window}})',
  'reason.trigger-buffer-reached':
    'Fires: {{tokens, noun token}} and a safety buffer of {{buffer}} have reached {{at}} ({{share, percent}} of {{window}})',
  'reason.trigger-buffer-not-reached':
    'Does not fire: {{tokens, noun token}} and a safety buffer of {{buffer}} have not reached {{at}} ({{share, percent}} of {{window}})',

  // Measures

  // Warnings of the importers and exporters (src/engine/formats), with count, line and path.
  'warning.damaged-line_one': 'One line could not be read and was skipped',
  'warning.damaged-line_other': '{{count}} lines could not be read and were skipped',
  'reason.archive-left-out': '$t(warning.{{code}}, {"count": {{count, raw}} })',
  'warning.archive-encrypted_one': 'One encrypted file of the archive was left out',
  'warning.archive-encrypted_other': '{{count}} encrypted files of the archive were left out',
  'warning.archive-method_one': 'One file of the archive is packed by a method that cannot be read and was left out',
  'warning.archive-method_other': '{{count}} files of the archive are packed by a method that cannot be read and were left out',
  'warning.archive-damaged_one': 'One damaged file of the archive was left out',
  'warning.archive-damaged_other': '{{count}} damaged files of the archive were left out',
  'warning.archive-binary_one': 'One image or other binary file of the archive was left out',
  'warning.archive-binary_other': '{{count}} images and other binary files of the archive were left out',
  'warning.archive-too-deep_one': 'One archive inside an archive inside the archive was not unpacked',
  'warning.archive-too-deep_other': '{{count}} archives inside archives inside the archive were not unpacked',
  'warning.pruned-output_one': 'One output that the agent cleared later on was read in full',
  'warning.pruned-output_other': '{{count}} outputs that the agent cleared later on were read in full',
  'warning.hidden-text_one': 'One text that the agent did not send to its model was left out',
  'warning.hidden-text_other': '{{count}} texts that the agent did not send to its model were left out',
  'warning.restored-output_one': 'One output that the history leaves out was taken from the trajectory',
  'warning.restored-output_other': '{{count}} outputs that the history leaves out were taken from the trajectory',
  'warning.missing-attachment_one': 'One attachment that the log refers to is not in it; the reference stays',
  'warning.missing-attachment_other': '{{count}} attachments that the log refers to are not in it; the references stay',
  'warning.unread-member_one': 'One file of the archive is no transcript and was left out',
  'warning.unread-member_other': '{{count}} files of the archive are no transcripts and were left out',
  'warning.deep-value_one': 'A value is nested deeper than 500 levels: what is below them was kept as text',
  'warning.deep-value_other': '{{count}} values are nested deeper than 500 levels: what is below them was kept as text',
  'warning.truncated-last-line': 'The last line stops too early and was skipped; everything before it was read',
  'warning.truncated': 'The text stops too early; everything before its end was read',
  'warning.repaired_one': 'One place was not strict JSON and was repaired',
  'warning.repaired_other': '{{count}} places were not strict JSON and were repaired',
  'warning.fenced-json': 'The transcript was taken from a fenced block; the text around it was left out',
  'warning.stream-assembled_one': 'A captured stream of one event was put together',
  'warning.stream-assembled_other': 'A captured stream of {{count}} events was put together',
  'warning.duplicate-line_one': 'One line repeats an earlier one and was left out',
  'warning.duplicate-line_other': '{{count}} lines repeat earlier ones and were left out',
  'warning.attachment_one': 'One attachment of the harness was left out',
  'warning.attachment_other': '{{count}} attachments of the harness were left out',
  'warning.unknown-entry_one': 'One line of an unknown type was left out',
  'warning.unknown-entry_other': '{{count}} lines of unknown types were left out',
  'warning.compaction-kept_one':
    'One item that stayed beside the summary of a recorded compaction is no earlier message word for word and is missing there',
  'warning.compaction-kept_other':
    '{{count}} items that stayed beside summaries of recorded compactions are no earlier messages word for word and are missing there',
  'warning.interface-note_one': 'One note of the interface, which the model never saw, was left out',
  'warning.interface-note_other': '{{count}} notes of the interface, which the model never saw, were left out',
  'warning.missing-prompt_one': 'The events do not hold the prompt that the run answers',
  'warning.missing-prompt_other': 'The events of {{count}} runs do not hold the prompts that they answer',
  'warning.missing-history_one': 'What was said before is with the provider only: an earlier response or item is referred to by its id',
  'warning.missing-history_other':
    'What was said before is with the provider only: {{count}} earlier responses or items are referred to by their ids',
  'warning.unknown-part_one': 'One content part of an unknown type was left out',
  'warning.unknown-part_other': '{{count}} content parts of unknown types were left out',
  'warning.unknown-role_one': 'One message with an unknown role was read as a user message',
  'warning.unknown-role_other': '{{count}} messages with unknown roles were read as user messages',
  'warning.unread-message_one': 'One entry is no message and was skipped',
  'warning.unread-message_other': '{{count}} entries are no messages and were skipped',
  'warning.unread-tools_one': 'Tool definitions that are not JSON were left out',
  'warning.unread-tools_other': 'Tool definitions that are not JSON were left out ({{count}} times)',
  'warning.continued-elsewhere_one': 'The trajectory goes on in another file',
  'warning.continued-elsewhere_other': '{{count}} trajectories go on in other files',
  'warning.terminal-line_one': 'One line of the terminal belongs to no message and was left out',
  'warning.terminal-line_other': '{{count}} lines of the terminal belong to no message and were left out',
  'warning.unread-record_one': 'One record holds no messages and was skipped',
  'warning.unread-record_other': '{{count}} records hold no messages and were skipped',
  'warning.invalid-field_one': 'One part of the file has not the shape of a transcript and was left out',
  'warning.invalid-field_other': '{{count}} parts of the file have not the shape of a transcript and were left out',
  'warning.empty-message_one': 'One message without any content was left out',
  'warning.empty-message_other': '{{count}} messages without any content were left out',
  'warning.excluded-from-context_one': 'One command was kept out of the context by the person and was left out',
  'warning.excluded-from-context_other': '{{count}} commands were kept out of the context by the person and were left out',
  'warning.foreign-call_one': 'One call in a notation that is not OpenAI’s was kept as text',
  'warning.foreign-call_other': '{{count}} calls in a notation that is not OpenAI’s were kept as text',
  'warning.server-tool_one': 'One call of a server-side tool was kept as text of its answer',
  'warning.server-tool_other': '{{count}} calls of server-side tools were kept as text of their answers',
  'warning.encrypted-content_one': 'One encrypted search result was left out: it is no text',
  'warning.encrypted-content_other': '{{count}} encrypted search results were left out: they are no text',
  'warning.other-choices_one': 'One further choice of a response was left out',
  'warning.other-choices_other': '{{count}} further choices of a response were left out',
  'warning.orphan-result_one': 'One tool result answers no call',
  'warning.orphan-result_other': '{{count}} tool results answer no call',
  'warning.unanswered-call_one': 'One tool call has no result',
  'warning.unanswered-call_other': '{{count}} tool calls have no result',
  'warning.preamble': 'Text before the first role marker is no message',
  'warning.no-role-markers': 'The text has no role markers and was read as one user message',
  'warning.result-added_one': 'One call without a result got a placeholder: the provider insists on a result',
  'warning.result-added_other': '{{count}} calls without a result got a placeholder: the provider insists on results',
  'warning.user-first': 'A short user message was put first: the provider insists on one',
  'warning.system-as-user_one': 'One system message was written as a user message: the format has no place for it there',
  'warning.system-as-user_other': '{{count}} system messages were written as user messages: the format has no place for them there',
  'warning.moved-media_one': 'One image or file moved into a user message: the format takes it only there',
  'warning.moved-media_other': '{{count}} images and files moved into user messages: the format takes them only there',
  'warning.name-changed_one': 'One tool name was changed to what the provider accepts',
  'warning.name-changed_other': '{{count}} tool names were changed to what the provider accepts',
  'warning.args-wrapped_one': 'The arguments of one call are no JSON object and were wrapped',
  'warning.args-wrapped_other': 'The arguments of {{count}} calls are no JSON objects and were wrapped',
  'warning.lost-reasoning_one': 'One piece of reasoning has no valid place in the format and was left out',
  'warning.lost-reasoning_other': '{{count}} pieces of reasoning have no valid place in the format and were left out',
  'warning.lost-media_one': 'One image or file was replaced by a note: the format has no place for it',
  'warning.lost-media_other': '{{count}} images and files were replaced by notes: the format has no place for them',
  'warning.lost-file-name_one': 'The name of one file was left out: the format has no place for it',
  'warning.lost-file-name_other': 'The names of {{count}} files were left out: the format has no place for them',
  'warning.lost-tool-definitions_one': 'One tool definition was left out: the format has no place for it',
  'warning.lost-tool-definitions_other': '{{count}} tool definitions were left out: the format has no place for them',
  'warning.lost-branches_one': 'One abandoned branch was left out: the format cannot show it',
  'warning.lost-branches_other': '{{count}} abandoned branches were left out: the format cannot show them',
  'warning.lost-subagents_one': 'One subagent was left out: the format has no place for it',
  'warning.lost-subagents_other': '{{count}} subagents were left out: the format has no place for them',
  'warning.lost-compactions_one': 'One compaction without a readable summary was left out',
  'warning.lost-compactions_other': '{{count}} compactions without a readable summary were left out',
  'warning.repeated-id_one': 'In one place messages or calls had the id of an earlier one and got ids of their own',
  'warning.repeated-id_other': 'In {{count}} places messages or calls had the id of an earlier one and got ids of their own',
  'warning.blank-text_one': 'One text of nothing but white space was left out: the format takes none',
  'warning.blank-text_other': '{{count}} texts of nothing but white space were left out: the format takes none',
  'warning.final-space': 'White space at the end of the last answer was left out: the provider refuses it there',
  'warning.lone-surrogate_one': 'One half of a surrogate pair was replaced by U+FFFD',
  'warning.lone-surrogate_other': '{{count}} halves of surrogate pairs were replaced by U+FFFD',
  'warning.schema-changed_one': 'The schema of one tool was given the type "object": the provider takes no other',
  'warning.schema-changed_other': 'The schemas of {{count}} tools were given the type "object": the provider takes no other',
  'warning.invalid-usage_one': 'The token counts recorded in one place are none and were not used',
  'warning.invalid-usage_other': 'The token counts recorded in {{count}} places are none and were not used',
  'warning.sessions-joined_one': 'A separate part of a session was joined to it',
  'warning.sessions-joined_other': '{{count}} separate parts of sessions were joined to them',
  'warning.missing-parent_one': 'The parent of one line is not in the file; it was taken to follow the line before',
  'warning.missing-parent_other': 'The parents of {{count}} lines are not in the file; they were taken to follow the lines before',
  'warning.control-characters_one': 'One control character was replaced by its picture: text with it is taken for binary',
  'warning.control-characters_other': '{{count}} control characters were replaced by their pictures: text with them is taken for binary',
} as const;
