/** English of hindsight recall: its controls, and why it has no number. */
export const recall = {
  'strategy.oldest-first.title': 'Oldest first',
  'strategy.oldest-first.rule':
    'Control: removable messages (tool blocks whole) go from the newest back until the target is met. What was said first is what stays.',
  'strategy.oldest-first.use': 'As the negative control: a measure of memory has to put it below whatever keeps the recent messages.',
  'strategy.oldest-first.loses': 'Everything recent but the last user message and the last tool block.',
  'strategy.fact-list.title': 'Fact list',
  'strategy.fact-list.rule':
    'Control: everything that is not protected is replaced by one message that lists its facts, one to a line, the last said first, as many as the target allows.',
  'strategy.fact-list.use': 'As a warning: it shows how well nothing but presence can score. Look at binding beside it.',
  'strategy.fact-list.loses': 'Everything that tells what a fact means: what was done, why, and in which order.',
  'strategy.newest-half.title': 'Newest half, then words',
  'strategy.newest-half.rule':
    'Control: the newest messages (tool blocks whole) take half of the room that the target leaves. Of the older ones words and calls without their results follow, newest first, as many as fit.',
  'strategy.newest-half.use': 'As the plain rule to beat: whatever is more elaborate should keep more than this.',
  'strategy.newest-half.loses': 'Results of older calls, and everything for which no room is left.',
  'reason.keep-newest-half': 'One of the newest {{newest, noun message}} that fill half of the room',
  'reason.keep-older-words': 'Older than the newest half: words and calls stay',
  'reason.cut-older-result': 'Older than the newest half: its results are replaced by a mark',
  'reason.drop-no-room': 'Older than the newest half, and no room is left at a target of {{target, noun token}}',
  'reason.drop-newest': 'No. {{rank}} of {{of}} removed, newest first',
  'reason.sum-fact-list': 'Only its facts are left, in a bare list: {{listed}} of {{facts}} facts have room',
  'reason.recall-few-facts': 'too few facts: the recorded future used {{facts}} from memory, {{least}} are needed',
  'reason.recall-few-cuts': 'too few requests: the recording can be cut in {{cuts}} of the {{least}} places that are needed',
  'reason.recall-no-room': 'chance ({{random, percent}}) and foresight ({{oracle, percent}}) keep as good as the same',
  'reason.measure-few-needs': 'too few: the recorded future needed fewer than {{least}} from memory, of strings and of paths',
  'reason.measure-hidden': 'only the provider can read what it leaves: nobody else can say what is kept',
  'reason.measure-no-future': 'hindsight recall has not been measured',
  'reason.measure-no-target': 'as shipped there is no common target, and so neither chance nor foresight',
  'reason.recall-long':
    'not measured by itself: with {{messages}} messages (above {{most}}) twelve cuts of every row take minutes; an open row, or --recall, asks for it',
  'reason.recall-idle': 'nothing to do at any of the {{cuts, noun cut}}, so there is nothing to measure',
  'reason.recall-refused': 'no result at any of the {{cuts, noun cut}}: rejected, refused, or nothing to do',
  'reason.measure-other-writer':
    'not of this row: a real model writes its summaries, and here the built-in summariser would have written them; the model is not asked unless somebody pays for it',
  'reason.measure-no-needs': 'none of the needed facts is kept, so there is nothing to bind',
} as const;

export const measures = {
  'measure.presence':
    'Presence is an upper bound: what stands there can still be misread, and no comparison of strings sees a negation (“use X” and “do not use X” hold the same words). No model was run.',

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
  'measure.tokens-after.definition': 'Tokens of the compacted request: kept and edited messages, summaries and other insertions, tool definitions.',
  'measure.tokens-after.unit': 'tokens',
  'measure.tokens-after.limits': 'As exact as the tokenizer in use: ≈ marks an estimate. Images and files are a stated flat estimate.',

  'compare.column.saved': 'Saved',
  'measure.token-reduction.title': 'Token reduction',
  'measure.token-reduction.definition': '1 − tokens after ÷ tokens before.',
  'measure.token-reduction.unit': 'share of the tokens, 0–1',
  'measure.token-reduction.limits': 'It says what is saved, not what it costs: an empty context would score 1.',

  'compare.column.kept': 'Kept',
  'measure.preservation.title': 'Preservation',
  'measure.preservation.definition':
    'Retained messages ÷ messages before. A kept message counts 1, an edited one the share of its tokens that is left; summarised, offloaded and dropped ones count 0.',
  'measure.preservation.unit': 'share of the messages, 0–1',
  'measure.preservation.limits':
    'All messages weigh the same, a line and a file alike. A summary counts nothing, however good it is: fact retention and recall look at what it says.',

  'compare.column.efficiency': 'Efficiency',
  'measure.efficiency.title': 'Efficiency',
  'measure.efficiency.definition': 'Weight × token reduction + (1 − weight) × preservation. The weight is a slider, 60 / 40 by default.',
  'measure.efficiency.unit': 'score, 0–1',
  'measure.efficiency.limits':
    'Its weights are a convention. As preservation counts messages, strategies that drop few long ones score higher than those that rewrite many.',

  'compare.column.messages': 'Messages',
  'measure.messages-after.title': 'Messages after',
  'measure.messages-after.definition': 'Messages of the compacted request, insertions included.',
  'measure.messages-after.unit': 'messages',
  'measure.messages-after.limits': 'Formats that put several results into one message have fewer messages than others for the same conversation.',

  'measure.messages-by-fate.title': 'Messages by fate',
  'measure.messages-by-fate.definition': 'Original messages that are kept, edited, summarised, offloaded and dropped.',
  'measure.messages-by-fate.unit': 'messages',
  'measure.messages-by-fate.limits': 'An edited message may have lost a line or nearly everything; its tokens say how much.',

  'compare.column.tokens-keep': 'Kept',
  'compare.column.tokens-edit': 'Edited',
  'compare.column.tokens-summarize': 'Summarised',
  'compare.column.tokens-offload': 'Offloaded',
  'compare.column.tokens-drop': 'Dropped',
  'measure.tokens-by-fate.title': 'Tokens by fate',
  'measure.tokens-by-fate.definition': 'Tokens that the original messages with this fate had; with the tool definitions they add up to the original.',
  'measure.tokens-by-fate.unit': 'tokens',
  'measure.tokens-by-fate.limits': 'Of edited messages these are the tokens that they had, not those that are left.',

  'compare.column.inserted': 'Inserted',
  'measure.inserted-tokens.title': 'Inserted tokens',
  'measure.inserted-tokens.definition': 'Tokens of summaries and other insertions, which no original message has.',
  'measure.inserted-tokens.unit': 'tokens',
  'measure.inserted-tokens.limits': 'Marks inside edited messages belong to those messages and are not counted here.',

  'compare.column.target': 'Target',
  'measure.target.title': 'Over target',
  'measure.target.definition': 'Tokens after − target; zero or less means that the target is met.',
  'measure.target.unit': 'tokens',
  'measure.target.limits': 'What is protected can be larger than the target; then no strategy meets it, and the row says so.',

  'compare.column.facts': 'Facts',
  'measure.fact-retention.title': 'Fact retention',
  'measure.fact-retention.definition':
    'Share of the original’s different facts that stand in the compacted context: file paths, URLs, identifiers, numbers with their key or unit, versions, hashes, ticket ids, error messages, exit codes, commands and decisions. A fact that is said twenty times counts once; two spellings are one fact where they come to the same after normalisation (a path by its last component). It stands there if a message or part that holds it is kept, if it stands outside what was cut out of one, or if a summary or another insertion says it.',
  'measure.fact-retention.unit': 'share of the facts, 0–1; in all and by kind',
  'measure.fact-retention.limits':
    'All facts weigh the same, needed or not: hindsight recall asks for those that were used. A fact that a cut goes through is lost. What the extractor does not know as a fact is not counted.',
  'measure.fact-retention.list': 'Facts',
  'measure.fact-retention.list.help':
    'Facts of the original that do not stand in the compacted context: each once, where it was said last. “Needed” = the recorded future used it from memory at a cut where this strategy had lost it.',

  'compare.column.recoverable': 'Can be fetched again',
  'measure.recoverable.title': 'Recoverable facts',
  'measure.recoverable.definition':
    'Share of the original’s facts that do not stand in the compacted context, but that something there leads to: the path or URL of the call that held or brought them, or the reference of a result that was put aside. With the retained and the lost ones they add up to all facts.',
  'measure.recoverable.unit': 'share of the facts, 0–1',
  'measure.recoverable.limits':
    'That a path is still named does not say that the file still holds what it held then, nor that the model will read it again; reading costs a step and its tokens. A path is known by its last component.',

  'measure.coverage.title': 'Coverage by position',
  'measure.coverage.definition':
    'Fact retention by tenth of the original’s tokens: each fact counts in the tenth in which it stands first. It shows who loses the middle.',
  'measure.coverage.unit': 'share of the facts of each tenth, 0–1',
  'measure.coverage.limits':
    'A fact of the first tenth that is said again at the end counts as retained in the first tenth when only the end is kept: it was not lost.',

  'compare.column.recall': 'Second measure',
  'measure.hindsight-recall.title': 'Hindsight recall',
  'measure.hindsight-recall.definition':
    'The recording is cut at 12 requests, evenly over 20–85 % of them; what came before a cut is compacted, and what the recorded future used from memory is looked for in what is left. A fact is needed from memory where, after the cut, it stands first in the words of the assistant or in the arguments of a call: what a user or a tool says again first is not memory. The share of the needed facts that are still there, pooled over the cuts. Read it with the tokens left at the cuts, which stand beside it: at a cut with nothing to do everything counts as kept.',
  'measure.hindsight-recall.unit': 'share of the needed facts, 0–1, with its interval of 95 %',
  'measure.hindsight-recall.limits':
    'The future was made with the full context: an agent that had less would have asked, read again, or gone another way. Under 30 needed facts there is no number. A bare list of facts scores high: look at binding too. ▲ = more was left at the cuts than the budget allows: not to be held against rows that met it, and never the best. ▼ = less than random removals to the budget keep on average, also where the row left fewer tokens than they. Where a real model writes the summaries there is no number unless that model wrote at the cuts.',
  'measure.hindsight-recall.list': 'Second measure',
  'measure.hindsight-recall.list.help':
    'The recording was cut at several places and what came before each cut was compacted. These facts the recorded future then used from memory, and they were not there: one line for each cut.',

  'compare.column.left-at-cuts': 'Left',
  'measure.left-at-cuts.title': 'Tokens left at the cuts',
  'measure.left-at-cuts.definition':
    'Tokens after ÷ tokens before, mean over the cuts at which recall was measured: what the recall was paid with. It may differ much from what is left of the whole transcript, because a cut is another place.',
  'measure.left-at-cuts.unit': 'share of the tokens, 0–1; mean of the cuts',
  'measure.left-at-cuts.limits': 'At a cut with nothing to do the whole context is left. A mean hides cuts that were over the budget.',

  'compare.column.skill': 'Skill',
  'measure.recall-skill.title': 'Recall skill',
  'measure.recall-skill.definition':
    '(recall − random) ÷ (foresight − random): how much of the way from chance (the mean of 20 random removals) to foresight (whole blocks chosen by what the future used, at the same budget) a strategy goes.',
  'measure.recall-skill.unit': '0 = as good as chance, 1 = as good as foresight; may be negative or above 1',
  'measure.recall-skill.limits':
    'Foresight is the ceiling for strategies that keep whole messages, not for those that edit or insert. Where chance and foresight are close, small differences make large numbers. It needs a common target.',

  'compare.column.binding': 'Still in its sentence',
  'measure.binding.title': 'Binding',
  'measure.binding.definition':
    'Of the needed facts that are kept, the share that still stands within 120 characters of at least two of the words that stood around it before.',
  'measure.binding.unit': 'share of the kept needed facts, 0–1',
  'measure.binding.limits': 'Words that stand near say nothing of the sentence that they make. A good paraphrase loses binding.',

  'compare.column.independent': 'Needed later, kept',
  'compare.column.later-strings': 'Strings',
  'compare.column.later-paths': 'Paths',
  'compare.column.later-edits': 'Edits',
  'compare.column.wording': 'Wording',
  'compare.column.pairs': 'Pairs',
  'compare.column.user-words': 'Your own words',
  'measure.independent.title': 'Independent measures',
  'measure.independent.definition':
    'What is still in the text of what the recorded future needed, by six measures that share no code with the extractor of facts, nor with anything that a strategy writes or selects with; the cuts are those of the recall. An item counts when an answer uses it after the cut (in its words or the arguments of its calls), it stood in the context before, outside the system prompt and the definitions of tools, and no message of user or tool brought it back first. Strings: between white space, brackets, quotes, “, ; | = *” and single colons, 6 to 120 characters, with a digit or a mark within. Paths: arguments of calls that are paths, by the name of the argument or by their form in a command, whole. Edits: the old text of edits and the context and removed lines of patches, by lines of 10 characters and more that were last seen before the cut; an edit counts when all of them are there. Wording: four words in a row, 18 characters and more, in lower case; of scripts without spaces eight characters. Pairs: two strings within 120 characters of each other before the cut and used by one later call; both must stand within 120 characters. User’s words: four words in a row of all user messages but the last, wherever they stand; no future is needed for them. Beside each stand chance (the same tokens of messages chosen at random, mean of 20), the newest messages in the same tokens, and the floor: how often recorded agents “used” what their own compaction had lost (strings 13 of 90, paths 2 of 30, edits 0 of 1, wording 204 of 324, pairs 46 of 197).',
  'measure.independent.unit': 'share of the needed items, 0–1',
  'measure.independent.list': 'Needed later',
  'measure.independent.list.help':
    'Exact strings and paths that were needed later and were lost at a checkpoint, one line for each checkpoint. The answer is made of these.',
  'measure.independent.limits':
    'What is common to all projects (a file called README.md) counts as needed: no list of it is used, and the floor says how much is habit. Wording is habit by two thirds and pairs by a quarter: both are shown with their floor and decide nothing alone. The floors come from two long compactions of one agent, nearly all of them; of edits there was one. Of a message that a strategy shortened only what its tool block held is looked for. Presence is no understanding; no model was run.',
  'measure.needed-facts.title': 'Needed facts',
  'measure.needed-facts.definition': 'Facts that the recorded future needed from memory, over all cuts. The same for every strategy.',
  'measure.needed-facts.unit': 'facts',
  'measure.needed-facts.limits': 'A fact that is needed after several cuts counts at each of them.',

  'measure.re-read-cost.title': 'Re-read cost',
  'measure.re-read-cost.definition':
    'Tokens of the messages by which a user or a tool brought facts of the past back before they were used; mean of the cuts. The same for every strategy: what the recording itself paid for not relying on memory.',
  'measure.re-read-cost.unit': 'tokens per cut',
  'measure.re-read-cost.limits': 'A message that brings one fact back counts whole, with everything else that it says.',

  'compare.column.constraints': 'Your rules',
  'measure.constraints.title': 'Constraints kept',
  'measure.constraints.definition':
    'Sentences with must, never, always, only or do not (必须, 不要, 禁止, 始终, 只能) in system and user messages. Preserved: the sentence stands there word for word, but for case, white space, quotes and Markdown marks. Degraded: at least half of its different words (of Chinese, pairs of characters) stand together in one line or sentence, or at least half of its characters are left of a message that was cut. Otherwise lost. The share is that of the preserved ones.',
  'measure.constraints.unit': 'share of the constraints, 0–1; in all, and by whose words they are',
  'measure.constraints.limits':
    'System messages always stay, so their constraints are always preserved: look at those of the user. A sentence binds by its words alone: “I have never seen this” counts, and a rule without one of the words does not.',
  'measure.constraints.list': 'Your rules',
  'measure.constraints.list.help': 'Sentences with must, never, always, only, do not in system and user messages that do not stand there whole.',

  'compare.column.artifacts': 'Files',
  'measure.artifact-trail.title': 'Artifact trail',
  'measure.artifact-trail.definition':
    'Files that were read, created, modified or deleted by tool calls that did not fail, with the last operation on each (reading counts only for a file that nothing changed). The result tells an operation by a call that is kept, or by a line of an insertion that names the file beside a word such as created, modified, deleted or read; the last one told counts. F1 = 2 × told rightly ÷ (files of the original + files told). Of a file that was created and then modified, both are right.',
  'measure.artifact-trail.unit': 'F1, 0–1',
  'measure.artifact-trail.limits':
    'Known are the tools of today’s agents and the common commands of a shell; what a script or a program does to files is not seen. Files are told apart by the ends of their paths.',
  'measure.artifact-trail.list': 'Files',
  'measure.artifact-trail.list.help': 'Files of which the result does not tell the last operation, or tells another one.',
  'measure.artifact-trail.parts': '{{preserved}} of {{all}} files told rightly, {{degraded}} wrongly',

  'compare.column.open-work': 'Unfinished work',
  'measure.open-work.title': 'Open work',
  'measure.open-work.definition':
    'What is not done at the end of the original: the items of the last task list that are not ticked, the last request of the user, and the last sentence in which the agent announces a step. Preserved, degraded and lost as constraints; what has several sentences is preserved where all of them are, and degraded where half of them are preserved or degraded. The share is that of the preserved ones.',
  'measure.open-work.unit': 'share of the open items, 0–1; in all and by kind',
  'measure.open-work.limits':
    'The last message of the user is protected in every strategy, so its share says little by itself. A step that was announced and then done without a word is still open here.',
  'measure.open-work.list': 'Unfinished work',
  'measure.open-work.list.help': 'Unchecked to-dos, the last request and the last next step, where they do not stand there whole.',

  'compare.column.error-fix': 'Errors with their fix',
  'measure.error-fix-pairs.title': 'Error → fix pairs',
  'measure.error-fix-pairs.definition':
    'A call that failed, and the last change to a file before the same call worked again, within 100 messages; without a change, the call that worked. The same call is the same command, or the same tool on the same file. The error stands if its line is preserved or degraded, the fix if its call is kept or an insertion says that the file was changed. The share is that of the pairs of which both sides stand.',
  'measure.error-fix-pairs.unit': 'share of the pairs, 0–1',
  'measure.error-fix-pairs.limits':
    'What changed last before it worked need not be what fixed it. Errors that were fixed without running the same call again are not seen.',
  'measure.error-fix-pairs.list': 'Errors with their fix',
  'measure.error-fix-pairs.list.help': 'An error and the change that fixed it: at least one of the two is gone.',
  'measure.error-fix-pairs.parts': '{{preserved}} both sides · {{degraded}} one side · {{lost}} neither',

  'measure.decay.title': 'Decay',
  'measure.decay.definition':
    'The same measures after 1 to 5 rounds: each round compacts what the round before left, with the same strategy to the same share (as shipped, to its own rule), and is measured against the original.',
  'measure.decay.unit': 'as each measure, by round',
  'measure.decay.limits':
    'In life new messages come in between two compactions; here nothing is added, so that what is lost is lost by compacting alone. Tokens fall from round to round: strategies are compared within a round.',

  'compare.column.valid': 'Accepted',
  'measure.validity.title': 'Validity',
  'measure.validity.definition':
    'Would the provider accept the compacted request? Rules that it breaks, by provider. OpenAI Chat: every call is answered directly after it, no result without a call, arguments are JSON, no empty answer, at least one message. OpenAI Responses: every call has its output and every output its call, reasoning stands with the item that it led to. Anthropic: a message beside the system’s, the user first, every call answered at the start of the next user message, nothing empty, no text of white space alone and none at the end of a final answer, no half of a surrogate pair, thinking of the last turn as it was; models with preserved thinking take none back before which anything has changed. Gemini: a content, the user first, a call directly after the user or a function response, as many responses as calls. What the recording broke already is marked and not blamed on the strategy.',
  'measure.validity.unit': 'broken rules, by provider; in force are those of the model in use, and those of the format',
  'measure.validity.limits':
    'The rules are those that the providers document and that a request shows by itself. Limits of length and number, names of tools, media, and whether a signature is genuine are not looked at, nor whether Responses takes a request without input; the export sees to names and media. A valid request can still be a bad one.',

  'compare.column.cache': 'Cache that survives',
  'measure.cache-survival.title': 'Cache survival',
  'measure.cache-survival.definition':
    'Tokens of the longest common prefix of the request before and after, by whole messages: what a prompt cache still holds. Tool definitions lead the request and are counted.',
  'measure.cache-survival.unit': 'tokens',
  'measure.cache-survival.limits':
    'A provider may keep less: caches are forgotten after minutes, begin at a least length, and are read in steps. Within a changed message nothing counts as common.',

  'compare.column.cost': 'Next call',
  'measure.cost.title': 'Cost',
  'measure.cost.definition':
    'US dollars of the next request after the compaction and of its summaries, by the prices of the model in use. Of the prompt, the common prefix is read from the cache and the rest is new or written to it, as the provider does it; the answer is not counted. Summaries cost what the endpoint counted, else as if this model had read the messages and written the text.',
  'measure.cost.unit': 'US dollars',
  'measure.cost.limits':
    'Prices are of a list with a date, for short prompts where they rise with the length. The built-in summariser costs nothing; its summaries are priced as if a model had written them, so that strategies can be compared.',
  'measure.cost.by': 'Prices of {{model}}: {{list}} of {{date}}',

  'compare.column.break-even': 'Pays for itself after',
  'measure.break-even.title': 'Break-even',
  'measure.break-even.definition':
    'Requests until the compaction has paid for itself: N = (K + (w − r)(C − L)) ÷ (r(S − C)), with the tokens before (S) and after (C), the common prefix (L), the cost of the summaries (K), and the price of a token read from the cache (r) and written to it (w; at the full price where writing costs nothing extra).',
  'measure.break-even.unit': 'requests',
  'measure.break-even.limits':
    'It takes the next requests to grow by the same messages with and without the compaction, and the cache to hold between them. That a smaller context may give better or worse answers is not in it.',

  'compare.column.verification': 'Verification',
  'measure.verification.title': 'Verification',
  'measure.verification.definition':
    'Checks that failed after the run: protected messages, fewer tokens, last message of the user, tool blocks, minimum, summaries. A run that fails one is rejected and the original stands.',
  'measure.verification.unit': 'failed checks',
  'measure.verification.limits': 'It guards the rules of the compaction, not the sense of what is left.',

  'compare.column.time': 'Time',
  'measure.time.title': 'Time',
  'measure.time.definition': 'Time of the strategy with everything it needs but the counting and the signals, which all strategies share.',
  'measure.time.unit': 'milliseconds',
  'measure.time.limits': 'Of this machine at this moment; only ratios within one run carry over. What is remembered from an earlier run takes less.',

  'reason.measure-no-facts': 'the original holds no facts',
  'reason.measure-no-constraints': 'no sentence of a system or user message has one of the words that bind',
  'reason.measure-no-files': 'no tool call touched a file that it names',
  'reason.measure-no-open-work': 'nothing is open: no task list, no request, no announced step',
  'reason.measure-no-pairs': 'no call that failed worked again later',
  'reason.measure-failed': 'the row failed',
  'reason.measure-not-compacted': 'nothing was compacted',
  'reason.measure-no-model': 'no prices: the transcript names no model and none was chosen',
  'reason.measure-no-prices': 'no prices: {{list}} of {{date}} does not know {{model}}',
  'reason.measure-never-pays': 'it never pays: reading these tokens from the cache costs nothing',
} as const;
