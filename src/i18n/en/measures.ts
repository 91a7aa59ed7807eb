/** English of hindsight recall: its controls, and why it has no number. */
export const recall = {
  'strategy.oldest-first.title': 'Oldest first',
  'strategy.oldest-first.rule': 'For scale: removable messages (tool blocks whole) go from the newest back until the target is met.',
  'strategy.oldest-first.loses': 'Everything recent but the last user message and the last tool block.',
  'strategy.fact-list.title': 'Fact list',
  'strategy.fact-list.rule': 'For scale: what is not protected becomes one list of its facts, the last said first, as many as the target allows.',
  'strategy.fact-list.loses': 'Everything that tells what a fact means.',
  'strategy.newest-half.title': 'Newest half, then words',
  'strategy.newest-half.rule':
    'For scale: the newest messages (tool blocks whole) take half of the room; of older ones words and calls without results follow, newest first.',
  'strategy.newest-half.loses': 'Results of older calls, and everything for which no room is left.',
  'reason.keep-newest-half': 'One of the newest {{newest, noun message}} that fill half of the room',
  'reason.keep-older-words': 'Older than the newest half: words and calls stay',
  'reason.cut-older-result': 'Older than the newest half: its results are replaced by a mark',
  'reason.drop-no-room': 'Older than the newest half, and no room is left at a target of {{target, noun token}}',
  'reason.drop-newest': 'No. {{rank}} of {{of}} removed, newest first',
  'reason.sum-fact-list': 'Only its facts are left, in a bare list: {{listed}} of {{facts}} facts have room',
  'reason.recall-few-facts': 'too few facts: {{facts}} were needed later, {{least}} are needed to rank',
  'reason.recall-few-cuts': 'too few requests: {{cuts}} of the {{least}} checkpoints that are needed',
  'reason.recall-no-room': 'random dropping ({{random, percent}}) and best possible ({{oracle, percent}}) keep as good as the same',
  'reason.measure-few-needs': 'too few: of strings and of paths under {{least}} each were needed later',
  'reason.measure-hidden': 'only the provider can read what it leaves',
  'reason.measure-no-future': 'not measured',
  'reason.measure-no-target': 'as shipped there is no common target to compare with',
  'reason.recall-long': 'not measured by itself: {{messages}} messages (above {{most}}) take minutes; an open row, or --recall, asks for it',
  'reason.recall-idle': 'nothing to do at any of the {{cuts, noun checkpoint}}',
  'reason.recall-refused': 'no result at any of the {{cuts, noun checkpoint}}: rejected, refused, or nothing to do',
  'reason.measure-other-writer': 'not measured: a real model writes its summaries, and is not asked at the checkpoints unless somebody pays',
  'reason.measure-no-needs': 'none of the needed facts is kept',
} as const;

export const measures = {
  'measure.presence':
    'Presence is an upper bound: what stands there can still be misread, and no comparison of strings sees a negation. No model was run.',

  'compare.unit.after': 'after',
  'compare.unit.percent': '%',
  'compare.unit.score': '0–1',
  'compare.unit.tokens': 'tokens',
  'compare.unit.none': ' ',
  'compare.unit.survive': 'tokens kept',
  'compare.unit.next': 'US dollars',
  'compare.unit.requests': 'requests',
  'compare.unit.skill': '0 = random',
  'compare.unit.f1': 'F1',
  'compare.unit.kept-left': '% · left %',
  'compare.unit.ms': 'ms',
  'compare.unit.overTarget': 'tokens over',
  'compare.unit.failedChecks': 'failed checks',

  'compare.column.tokens': 'Tokens left',
  'measure.tokens-after.title': 'Tokens after',
  'measure.tokens-after.definition': 'Tokens of the compacted request, tool definitions included.',
  'measure.tokens-after.unit': 'tokens',
  'measure.tokens-after.limits': 'As exact as the tokenizer: ≈ marks an estimate. Images and files are a flat estimate.',

  'compare.column.saved': 'Saved',
  'measure.token-reduction.title': 'Token reduction',
  'measure.token-reduction.definition': '1 − tokens after ÷ tokens before.',
  'measure.token-reduction.unit': 'share of the tokens, 0–1',
  'measure.token-reduction.limits': 'It says what is saved, not what it costs: an empty context would score 1.',

  'compare.column.kept': 'Kept',
  'measure.preservation.title': 'Preservation',
  'measure.preservation.definition':
    'Messages left ÷ messages before. One word for word counts 1, a shortened one the share of its tokens that is left, all others 0.',
  'measure.preservation.unit': 'share of the messages, 0–1',
  'measure.preservation.limits': 'A line and a file weigh the same, and a summary counts nothing, however good it is.',

  'compare.column.efficiency': 'Efficiency',
  'measure.efficiency.title': 'Efficiency',
  'measure.efficiency.definition': 'Weight × token reduction + (1 − weight) × preservation; 60 / 40 by default.',
  'measure.efficiency.unit': 'score, 0–1',
  'measure.efficiency.limits': 'Its weights are a convention. Policies that drop few long messages score higher than those that rewrite many.',

  'compare.column.messages': 'Messages',
  'measure.messages-after.title': 'Messages after',
  'measure.messages-after.definition': 'Messages of the compacted request, insertions included.',
  'measure.messages-after.unit': 'messages',
  'measure.messages-after.limits': 'Formats that put several results into one message have fewer messages.',

  'measure.messages-by-fate.title': 'Messages by fate',
  'measure.messages-by-fate.definition': 'Messages of the session by what became of them.',
  'measure.messages-by-fate.unit': 'messages',
  'measure.messages-by-fate.limits': 'A shortened message may have lost a line or nearly everything.',

  'compare.column.tokens-keep': 'Kept',
  'compare.column.tokens-edit': 'Edited',
  'compare.column.tokens-summarize': 'Summarised',
  'compare.column.tokens-offload': 'Offloaded',
  'compare.column.tokens-drop': 'Dropped',
  'measure.tokens-by-fate.title': 'Tokens by fate',
  'measure.tokens-by-fate.definition': 'Tokens that these messages had; with the tool definitions they add up to the session.',
  'measure.tokens-by-fate.unit': 'tokens',
  'measure.tokens-by-fate.limits': 'Of shortened messages these are the tokens that they had, not those that are left.',

  'compare.column.inserted': 'Inserted',
  'measure.inserted-tokens.title': 'Inserted tokens',
  'measure.inserted-tokens.definition': 'Tokens of summaries and other insertions.',
  'measure.inserted-tokens.unit': 'tokens',
  'measure.inserted-tokens.limits': 'Marks inside shortened messages are not counted here.',

  'compare.column.target': 'Target',
  'measure.target.title': 'Over target',
  'measure.target.definition': 'Tokens after − target; zero or less means that the target is met.',
  'measure.target.unit': 'tokens',
  'measure.target.limits': 'What is protected can be larger than the target: then no policy meets it.',

  'compare.column.facts': 'Facts',
  'measure.fact-retention.title': 'Fact retention',
  'measure.fact-retention.definition':
    'Share of the different facts of the session that still stand: paths, URLs, identifiers, numbers with their key or unit, versions, hashes, tickets, errors, exit codes, commands, decisions. Each counts once, however often it was said.',
  'measure.fact-retention.unit': 'share of the facts, 0–1; in all and by kind',
  'measure.fact-retention.limits':
    'All facts weigh the same, needed or not. A fact that a cut goes through is lost, and what the extractor does not know is not counted.',
  'measure.fact-retention.list': 'Facts',
  'measure.fact-retention.list.help':
    'Facts that no longer stand: each once, where it was said last. “Needed” = used after a checkpoint at which this policy had lost it.',

  'compare.column.recoverable': 'Can be fetched again',
  'measure.recoverable.title': 'Recoverable facts',
  'measure.recoverable.definition':
    'Share of the facts that no longer stand but that something still leads to: the path or URL of a call, or the reference of a result that was moved out.',
  'measure.recoverable.unit': 'share of the facts, 0–1',
  'measure.recoverable.limits': 'The file may have changed since, and the model may not read it again. A path is known by its last component.',

  'measure.coverage.title': 'Coverage by position',
  'measure.coverage.definition':
    'Fact retention by tenth of the session’s tokens: each fact counts where it stands first. It shows who loses the middle.',
  'measure.coverage.unit': 'share of the facts of each tenth, 0–1',
  'measure.coverage.limits': 'A fact of the beginning that is said again at the end is not lost when only the end stays.',

  'compare.column.recall': 'Second measure',
  'measure.hindsight-recall.title': 'Hindsight recall',
  'measure.hindsight-recall.definition':
    'At 12 checkpoints, evenly over 20–85 % of the requests, what came before is compacted, and searched for the facts that the session then used from memory: first in words or calls of the assistant, not told again by a user or a tool. The share that still stands, over all checkpoints.',
  'measure.hindsight-recall.unit': 'share of the needed facts, 0–1, with its interval of 95 %',
  'measure.hindsight-recall.limits':
    'The session had the full context: with less, its agent would have asked or read again. Under 30 needed facts there is no number. A bare list of facts scores high. ▲ leaves more than the budget; ▼ keeps less than random dropping.',
  'measure.hindsight-recall.list': 'Second measure',
  'measure.hindsight-recall.list.help':
    'Facts that the session used from memory after a checkpoint and that were gone there: one line for each checkpoint.',

  'compare.column.left-at-cuts': 'Left',
  'measure.left-at-cuts.title': 'Tokens left at the cuts',
  'measure.left-at-cuts.definition':
    'Tokens after ÷ tokens before, mean of the checkpoints: what was paid for what is kept. It may differ much from what is left at the end of the session.',
  'measure.left-at-cuts.unit': 'share of the tokens, 0–1; mean of the cuts',
  'measure.left-at-cuts.limits': 'Where there is nothing to do everything is left. A mean hides checkpoints over the budget.',

  'compare.column.skill': 'Skill',
  'measure.recall-skill.title': 'Recall skill',
  'measure.recall-skill.definition':
    '(kept − random) ÷ (best possible − random): random is the mean of 20 random removals; best possible keeps the whole blocks that the future used, at the same budget.',
  'measure.recall-skill.unit': '0 = as good as chance, 1 = as good as foresight; may be negative or above 1',
  'measure.recall-skill.limits':
    'Best possible is the ceiling for policies that keep whole messages, not for those that shorten or insert. It needs a common target.',

  'compare.column.binding': 'Still in its sentence',
  'measure.binding.title': 'Binding',
  'measure.binding.definition':
    'Of the needed facts that are kept, the share that still stands within 120 characters of two of the words that stood around it.',
  'measure.binding.unit': 'share of the kept needed facts, 0–1',
  'measure.binding.limits': 'Words that stand near say nothing of the sentence that they make. A good paraphrase loses.',

  'compare.column.independent': 'Needed later, kept',
  'compare.column.later-strings': 'Strings',
  'compare.column.later-paths': 'Paths',
  'compare.column.later-edits': 'Edits',
  'compare.column.wording': 'Wording',
  'compare.column.pairs': 'Pairs',
  'compare.column.user-words': 'Your own words',
  'measure.independent.title': 'Independent measures',
  'measure.independent.definition':
    'What still stands of what the session needed later, by code that no policy uses. An item counts when an answer uses it after the checkpoint, it stood in the context before, and neither user nor tool brought it back. Strings: 6 to 120 characters with a digit or a mark within. Paths: arguments of calls that are paths. Edits: the old lines of an edit, all of them. Wording: four words in a row. Pairs: two strings within 120 characters, used by one call. User’s words: four words in a row, whenever said. Beside each: random dropping (mean of 20), the newest messages in the same tokens, and the floor: how often agents used what they had really lost (strings 13 of 90, paths 2 of 30, edits 0 of 1, wording 204 of 324, pairs 46 of 197).',
  'measure.independent.unit': 'share of the needed items, 0–1',
  'measure.independent.list': 'Needed later',
  'measure.independent.list.help':
    'Strings and paths that were needed later and lost at a checkpoint, one line for each checkpoint. The answer is made of these.',
  'measure.independent.limits':
    'What all projects have (README.md) counts as needed: the floor says how much is habit. Wording is habit by two thirds, pairs by a quarter: neither decides. The floors come from two long compactions of one agent. Presence is no understanding.',
  'measure.needed-facts.title': 'Needed facts',
  'measure.needed-facts.definition': 'Facts that the session needed from memory, over all checkpoints; the same for every policy.',
  'measure.needed-facts.unit': 'facts',
  'measure.needed-facts.limits': 'A fact that is needed after several checkpoints counts at each.',

  'measure.re-read-cost.title': 'Re-read cost',
  'measure.re-read-cost.definition':
    'Tokens of the messages by which a user or a tool brought facts back before they were used; mean of the checkpoints, the same for every policy.',
  'measure.re-read-cost.unit': 'tokens per cut',
  'measure.re-read-cost.limits': 'A message that brings one fact back counts whole.',

  'compare.column.constraints': 'Your rules',
  'measure.constraints.title': 'Constraints kept',
  'measure.constraints.definition':
    'Sentences with must, never, always, only or do not (必须, 不要, 禁止, 始终, 只能) in system and user messages. Kept: it stands word for word, but for case, space, quotes and Markdown. Degraded: half of its words stand together, or half of a shortened message is left. Else lost.',
  'measure.constraints.unit': 'share of the constraints, 0–1; in all, and by whose words they are',
  'measure.constraints.limits':
    'System messages always stay: look at the rules of the user. “I have never seen this” counts, and a rule without one of the words does not.',
  'measure.constraints.list': 'Your rules',
  'measure.constraints.list.help': 'Sentences with must, never, always, only, do not that no longer stand whole.',

  'compare.column.artifacts': 'Files',
  'measure.artifact-trail.title': 'Artifact trail',
  'measure.artifact-trail.definition':
    'Files that calls read, created, modified or deleted, with the last operation on each. What is left tells it by a call, or by a line that names the file beside such a word. F1 = 2 × told rightly ÷ (files + files told).',
  'measure.artifact-trail.unit': 'F1, 0–1',
  'measure.artifact-trail.limits':
    'Known are the tools of today’s agents and common commands of a shell; what a script does is not seen. Files are told apart by the ends of their paths.',
  'measure.artifact-trail.list': 'Files',
  'measure.artifact-trail.list.help': 'Files whose last operation is not told, or told wrongly.',
  'measure.artifact-trail.parts': '{{preserved}} of {{all}} files told rightly, {{degraded}} wrongly',

  'compare.column.open-work': 'Unfinished work',
  'measure.open-work.title': 'Open work',
  'measure.open-work.definition':
    'What is not done at the end: unticked items of the last task list, the last request, and the last step that the agent announced. Kept, degraded and lost as your rules.',
  'measure.open-work.unit': 'share of the open items, 0–1; in all and by kind',
  'measure.open-work.limits':
    'The last message of the user is always protected. A step that was announced and then done without a word is still open here.',
  'measure.open-work.list': 'Unfinished work',
  'measure.open-work.list.help': 'Unticked to-dos, the last request and the last next step that no longer stand whole.',

  'compare.column.error-fix': 'Errors with their fix',
  'measure.error-fix-pairs.title': 'Error → fix pairs',
  'measure.error-fix-pairs.definition':
    'A call that failed, and the last change to a file before the same call worked again, within 100 messages. The error stands by its line, the fix by its call or by a line that says the file was changed. The share of the pairs of which both stand.',
  'measure.error-fix-pairs.unit': 'share of the pairs, 0–1',
  'measure.error-fix-pairs.limits': 'What changed last need not be what fixed it. An error whose call is never run again is not seen.',
  'measure.error-fix-pairs.list': 'Errors with their fix',
  'measure.error-fix-pairs.list.help': 'An error and the change that fixed it: one of the two is gone.',
  'measure.error-fix-pairs.parts': '{{preserved}} both sides · {{degraded}} one side · {{lost}} neither',

  'measure.decay.title': 'Decay',
  'measure.decay.definition':
    'The same measures after 1 to 5 rounds: each compacts what the round before left, to the same share, and is measured against the session.',
  'measure.decay.unit': 'as each measure, by round',
  'measure.decay.limits': 'In life new messages come in between. Tokens fall from round to round: compare within a round.',

  'compare.column.valid': 'Accepted',
  'measure.validity.title': 'Validity',
  'measure.validity.definition':
    'Would the provider accept the compacted request? The rules that it breaks. OpenAI Chat: a call is answered directly after it, a result has its call, arguments are JSON, no empty answer. OpenAI Responses: calls and outputs in pairs, reasoning with the item that it led to. Anthropic: the user first, calls answered at the start of the next user message, nothing empty, the last turn’s thinking as it was. Gemini: the user first, a call directly after the user or a function response, as many responses as calls. What the session broke already is marked and not blamed.',
  'measure.validity.unit': 'broken rules, by provider',
  'measure.validity.limits':
    'Documented rules that a request shows by itself. Limits of length and number, names of tools, media and signatures are not looked at.',

  'compare.column.cache': 'Cache that survives',
  'measure.cache-survival.title': 'Cache survival',
  'measure.cache-survival.definition':
    'Tokens of the longest common start of the request before and after, by whole messages, tool definitions included: what a prompt cache still holds.',
  'measure.cache-survival.unit': 'tokens',
  'measure.cache-survival.limits': 'A provider may keep less: caches are forgotten after minutes, begin at a least length, and are read in steps.',

  'compare.column.cost': 'Next call',
  'measure.cost.title': 'Cost',
  'measure.cost.definition':
    'US dollars of the next request and of the summaries, by the prices of the model in use: the common start is read from the cache, the rest is new or written to it. The answer is not counted.',
  'measure.cost.unit': 'US dollars',
  'measure.cost.limits': 'Prices are of a dated list. A stand-in summary is priced as if a model had written it.',
  'measure.cost.by': 'Prices of {{model}}: {{list}} of {{date}}',

  'compare.column.break-even': 'Pays for itself after',
  'measure.break-even.title': 'Break-even',
  'measure.break-even.definition':
    'Requests until the compaction has paid for itself: N = (K + (w − r)(C − L)) ÷ (r(S − C)), with tokens before (S) and after (C), common start (L), price of the summaries (K), of a token read from the cache (r) and written to it (w).',
  'measure.break-even.unit': 'requests',
  'measure.break-even.limits': 'It takes the next requests to grow alike, and the cache to hold. Better or worse answers are not in it.',

  'compare.column.verification': 'Verification',
  'measure.verification.title': 'Verification',
  'measure.verification.definition':
    'Checks that failed after the run: protected messages, fewer tokens, last user message, tool blocks, minimum, summaries. A run that fails one is rejected.',
  'measure.verification.unit': 'failed checks',
  'measure.verification.limits': 'It guards the rules of the compaction, not the sense of what is left.',

  'compare.column.time': 'Time',
  'measure.time.title': 'Time',
  'measure.time.definition': 'Time of the policy, without the counting that all share.',
  'measure.time.unit': 'milliseconds',
  'measure.time.limits': 'Of this machine now: only ratios within one run carry over.',

  'reason.measure-no-facts': 'the original holds no facts',
  'reason.measure-no-constraints': 'no sentence has one of the words that bind',
  'reason.measure-no-files': 'no tool call touched a file that it names',
  'reason.measure-no-open-work': 'nothing is open: no task list, no request, no announced step',
  'reason.measure-no-pairs': 'no call that failed worked again later',
  'reason.measure-failed': 'the row failed',
  'reason.measure-not-compacted': 'nothing was compacted',
  'reason.measure-no-model': 'no prices: the transcript names no model and none was chosen',
  'reason.measure-no-prices': 'no prices: {{list}} of {{date}} does not know {{model}}',
  'reason.measure-never-pays': 'it never pays: reading these tokens from the cache costs nothing',
} as const;
