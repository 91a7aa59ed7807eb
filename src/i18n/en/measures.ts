/** English of hindsight recall: its controls, and why it has no number. */
export const recall = {
  'strategy.oldest-first.title': 'Oldest first',
  'strategy.oldest-first.rule': 'For scale: messages go from the newest back until the budget is met.',
  'strategy.fact-list.title': 'Fact list',
  'strategy.fact-list.rule': 'For scale: a list of facts replaces everything, the last said first.',
  'strategy.newest-half.title': 'Newest half, then words',
  'strategy.newest-half.rule': 'For scale: the newest messages take half of the room, then words and calls of older ones.',
  'reason.keep-newest-half': 'One of the newest {{newest, noun message}}',
  'reason.keep-older-words': 'Older: without results',
  'reason.cut-older-result': 'Older: a mark replaces its results',
  'reason.drop-no-room': 'Older: no room at {{target, noun token}}',
  'reason.drop-newest': 'No. {{rank}} of {{of}}, newest first',
  'reason.sum-fact-list': 'A bare list of facts: {{listed}} of {{facts}} have room',
  'reason.recall-few-facts': 'only {{facts, noun fact}} needed later; {{least}} are needed to rank',
  'reason.recall-few-cuts': 'only {{cuts, noun checkpoint}}; {{least}} are needed',
  'reason.recall-no-room': 'random dropping ({{random, percent}}) about equals best possible ({{oracle, percent}})',
  'reason.measure-few-needs': 'fewer than {{least}} strings and paths each needed later',
  'reason.measure-hidden': 'only the provider can read what it leaves',
  'reason.measure-no-future': 'not measured',
  'reason.measure-no-target': 'no common budget as shipped',
  'reason.recall-long': 'not measured automatically: {{messages}} messages (above {{most}}) take minutes',
  'reason.recall-idle': 'did nothing at any of the {{cuts, noun checkpoint}}',
  'reason.recall-refused': 'no result at any of the {{cuts, noun checkpoint}}',
  'reason.measure-other-writer': 'not measured: summaries by a real model cost money',
  'reason.measure-no-needs': 'none of the needed facts is kept',
} as const;

export const measures = {
  'measure.presence': 'No model was run: what is there can still be misread.',

  'compare.unit.after': 'after',
  'compare.unit.next': 'US dollars',
  'compare.unit.requests': 'requests',
  'compare.unit.skill': '0 = random',
  'compare.unit.kept-left': '% · left %',
  'compare.unit.failedChecks': 'failed checks',

  'measure.tokens-after.definition': 'Tokens of the compacted request, tool definitions included; ≈: an estimate.',

  'compare.column.saved': 'Saved',
  'measure.token-reduction.definition': '1 − tokens left ÷ tokens before.',

  'compare.column.kept': 'Kept',
  'measure.preservation.definition': 'Messages left ÷ messages before; a shortened one counts its share.',

  'measure.efficiency.definition': 'Weight × saved + (1 − weight) × kept; 60 / 40 by default.',
  'measure.efficiency.limits': 'It rewards forgetting.',

  'measure.messages-after.definition': 'Messages of the compacted request.',

  'measure.messages-by-fate.title': 'Messages by fate',
  'measure.messages-by-fate.definition': 'Messages by what became of them.',

  'compare.column.tokens-keep': 'Kept',
  'compare.column.tokens-edit': 'Edited',
  'compare.column.tokens-summarize': 'Summarised',
  'compare.column.tokens-offload': 'Offloaded',
  'compare.column.tokens-drop': 'Dropped',
  'measure.tokens-by-fate.title': 'Tokens by fate',
  'measure.tokens-by-fate.definition': 'Tokens these messages had before.',

  'compare.column.inserted': 'Inserted',
  'measure.inserted-tokens.definition': 'Tokens of summaries and other insertions.',

  'compare.column.target': 'Over budget',
  'measure.target.definition': 'Tokens left − budget.',

  'measure.fact-retention.definition':
    'Share of the session’s different facts still there: paths, URLs, identifiers, numbers, versions, errors, commands, decisions.',
  'measure.fact-retention.list.help': 'Facts that are gone, where they were said last. “Needed”: used after that.',

  'compare.column.recoverable': 'Can be fetched again',
  'measure.recoverable.definition': 'Share of the lost facts to which a call or a reference still leads.',
  'measure.recoverable.limits': 'The model may not read it again.',

  'measure.coverage.title': 'Coverage by position',
  'measure.coverage.definition': 'Facts kept, by the tenth of the session in which they first occur.',

  'measure.hindsight-recall.definition':
    'At 12 checkpoints over 20–85 % of the requests, the share still there of the facts, by our own finder, that are then used from memory.',
  'measure.hindsight-recall.limits':
    'Under 30 needed facts there is no number. A bare list of facts scores high. ▲ over budget; ▼ worse than random dropping.',
  'measure.hindsight-recall.list.help': 'Used from memory after a checkpoint at which they were gone.',

  'compare.column.left-at-cuts': 'Left',
  'measure.left-at-cuts.definition': 'Tokens left ÷ tokens before, mean of the checkpoints.',
  'measure.left-at-cuts.limits': 'A mean hides checkpoints over the budget.',

  'compare.column.skill': 'Skill',
  'measure.recall-skill.definition':
    '(kept − random) ÷ (best possible − random): 0 is the mean of 20 random removals, 1 the whole blocks that were used later.',
  'measure.recall-skill.limits': 'Policies that shorten or insert can pass the best possible.',

  'measure.binding.definition': 'Of the needed facts that are kept, the share with two of the words around them within 120 characters.',
  'measure.binding.limits': 'Words nearby need not make the same sentence.',

  'compare.column.later-strings': 'Strings',
  'compare.column.later-paths': 'Paths',
  'compare.column.later-edits': 'Edits',
  'compare.column.pairs': 'Pairs',
  'measure.independent.title': 'Needed later',
  'measure.independent.definition':
    'Share still there of what answers used after a checkpoint, had been in the context, and no user or tool told again: strings, paths, edits, wording, pairs, your own words. Strings and paths decide. Known anyway: strings 13 of 90, paths 2 of 30, edits 0 of 1, wording 204 of 324, pairs 46 of 197.',
  'measure.independent.list.help': 'Strings and paths needed later and lost at a checkpoint. They decide.',
  'measure.independent.limits': 'Habits (README.md) count as needed: two thirds of wording, a quarter of pairs. Neither decides.',
  'measure.needed-facts.title': 'Needed facts',
  'measure.needed-facts.definition': 'Facts needed from memory, each once per checkpoint.',

  'measure.re-read-cost.title': 'Read again',
  'measure.re-read-cost.definition': 'Tokens of the messages that brought facts back before use, mean of the checkpoints.',

  'compare.column.constraints': 'Your rules',
  'measure.constraints.definition':
    'Sentences of system and user with must, never, always, only or do not (必须, 不要, 禁止, 始终, 只能). Degraded: half of the words stand together.',
  'measure.constraints.limits': '“I have never seen this” counts; a rule without these words does not.',
  'measure.constraints.list.help': 'Sentences that are no longer whole.',

  'compare.column.artifacts': 'Files',
  'measure.artifact-trail.definition':
    'Does the context still say which files calls read, created, modified or deleted last? F1 = 2 × told rightly ÷ (files + files told).',
  'measure.artifact-trail.limits': 'It knows tools and shell commands, not what a script does.',
  'measure.artifact-trail.list.help': 'Files whose last operation is told wrongly or not.',
  'measure.artifact-trail.parts': '{{preserved}} of {{all}} files told rightly, {{degraded}} wrongly',

  'compare.column.open-work': 'Unfinished work',
  'measure.open-work.definition': 'At the end: unticked items of the last task list, the last request, and the next step announced.',
  'measure.open-work.limits': 'A step announced and then done without a word still counts as open.',
  'measure.open-work.list.help': 'What is no longer whole.',

  'compare.column.error-fix': 'Errors with their fix',
  'measure.error-fix-pairs.definition':
    'Pairs still there on both sides: a call that failed, and the last change to a file before it worked, within 100 messages.',
  'measure.error-fix-pairs.limits': 'The last change need not be the fix.',
  'measure.error-fix-pairs.list.help': 'An error and its fix, one of which is gone.',
  'measure.error-fix-pairs.parts': '{{preserved}} both sides · {{degraded}} one side · {{lost}} neither',

  'measure.decay.title': 'Rounds',
  'measure.decay.definition': 'The same measures after 1 to 5 rounds, each compacting to the same share.',
  'measure.decay.limits': 'Compare within a round.',

  'measure.validity.definition': 'Rules of OpenAI Chat, OpenAI Responses, Anthropic and Gemini the compacted request breaks and the session did not.',
  'measure.validity.limits': 'Not checked: lengths, numbers, tool names, media, signatures.',

  'compare.column.cache': 'Cache that survives',
  'measure.cache-survival.definition': 'Tokens of the common start of the request before and after.',
  'measure.cache-survival.limits': 'Caches expire after minutes.',

  'measure.cost.definition': 'US dollars of the next request and of the summaries, the common start from the cache, without the answer.',
  'measure.cost.limits': 'A stand-in summary costs as if a model had written it.',
  'measure.cost.by': 'Prices of {{model}}: {{list}} of {{date}}',

  'compare.column.break-even': 'Pays for itself after',
  'measure.break-even.definition':
    'Requests until it has paid for itself: N = (K + (w − r)(C − L)) ÷ (r(S − C)); tokens before S, after C, common start L; prices of the summaries K, of a token read from the cache r, written to it w.',
  'measure.break-even.limits': 'Later requests grow alike and the cache holds.',

  'compare.column.verification': 'Verification',
  'measure.verification.definition': 'Checks that failed; a failure undoes the compaction.',

  'measure.time.definition': 'Time of the policy on this machine, without the counting that all share.',

  'reason.measure-no-facts': 'no facts',
  'reason.measure-no-constraints': 'no sentence with must, never, always, only or do not',
  'reason.measure-no-files': 'no tool call names a file',
  'reason.measure-no-open-work': 'nothing is unfinished',
  'reason.measure-no-pairs': 'no call that failed worked again later',
  'reason.measure-not-compacted': 'nothing was compacted',
  'reason.measure-no-model': 'no prices: no model named or chosen',
  'reason.measure-no-prices': 'no prices: {{list}} of {{date}} lacks {{model}}',
  'reason.measure-never-pays': 'never: reading these tokens from the cache is free',
} as const;

/** Rules of providers, what is repaired so that they hold, and what a compaction costs. */
export const validity = {
  'reason.repaired-user-first': 'Repaired: a user message of {{tokens}} tokens before message {{message, raw}}, as the provider wants the user first',
  'reason.repaired-user-before-call':
    'Repaired: {{count, noun message}} of the user ({{tokens}} tokens) before calls, as the provider wants one there',
  'reason.repaired-thinking': 'Repaired: {{count, noun message}} without thinking ({{tokens}} tokens), as this model binds it to what stood before',
  'reason.note-no-message': '⚠ sends no message',
  'reason.note-no-last-user': '⚠ last user message gone',
  'reason.recall-no-message': '⚠ sends no message at {{count}} of {{cuts}} checkpoints',
  'reason.recall-no-last-user': '⚠ last user message gone at {{count}} of {{cuts}} checkpoints',
  'reason.note-warning-thinking-bound': '⚠ thinking of the last turn',
  'reason.note-repaired': 'repaired',
  'reason.repaired-reasoning': 'Repaired: {{count, noun message}} without reasoning ({{tokens}} tokens), as what it led to is gone',
  'reason.repaired-message': 'Without its thinking or reasoning ({{tokens}} tokens), which no longer fits',
  'reason.warning-thinking-bound':
    'Warning: this model binds the thinking of {{count, noun message}} of the last turn to what stood before. Ask the provider to drop it (prefix_mismatch_behavior: drop_block), or compact between turns',

  'reason.violation': '$t(violation.{{rule}}) (message {{position, raw}} of the request, original {{message, raw}}; {{count, noun time}})',
  'violation.call-unanswered': 'Call not followed by its result',
  'violation.result-without-call': 'Result without a call directly before it',
  'violation.output-without-call': 'Output without its call',
  'violation.arguments-not-json': 'Arguments that are not JSON',
  'violation.no-messages': 'No message',
  'violation.first-user': 'First message is not the user’s',
  'violation.result-not-first': 'Text before a result',
  'violation.blank-text': 'Text of white space alone',
  'violation.final-space': 'Final answer that ends in white space',
  'violation.lone-surrogate': 'Half of a surrogate pair',
  'violation.thinking-changed': 'Changed thinking in the last turn',
  'violation.thinking-invalidated': 'Thinking before which something has changed',
  'violation.reasoning-alone': 'Reasoning without the item it led to',
  'violation.reasoning-missing': 'Item without the reasoning that led to it',
  'violation.call-not-after-user': 'Call that follows neither the user nor a response',
  'violation.args-not-object': 'Arguments that are not a JSON object',
  'violation.empty-content': 'No content',
  'violation.local-reference': 'Image or file only its own program can find',
} as const;
