/** Measures of loss: title, definition, unit and limits of each, and why one has no number. */
export const measures = {
  'measure.presence':
    'Presence is an upper bound: what stands there can still be misread, and no comparison of strings sees a negation (“use X” and “do not use X” hold the same words). No model was run.',

  'measure.fact-retention.title': 'Fact retention',
  'measure.fact-retention.definition':
    'Share of the original’s different facts that stand in the compacted context: file paths, URLs, identifiers, numbers with their key or unit, versions, hashes, ticket ids, error messages, exit codes, commands and decisions. A fact that is said twenty times counts once; two spellings are one fact where they come to the same after normalisation (a path by its last component). It stands there if a message or part that holds it is kept, if it stands outside what was cut out of one, or if a summary or another insertion says it.',
  'measure.fact-retention.unit': 'share of the facts, 0–1; in all and by kind',
  'measure.fact-retention.limits':
    'All facts weigh the same, needed or not: hindsight recall asks for those that were used. A fact that a cut goes through is lost. What the extractor does not know as a fact is not counted.',

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

  'measure.constraints.title': 'Constraints kept',
  'measure.constraints.definition':
    'Sentences with must, never, always, only or do not (必须, 不要, 禁止, 始终, 只能) in system and user messages. Preserved: the sentence stands there word for word, but for case, white space, quotes and Markdown marks. Degraded: at least half of its different words (of Chinese, pairs of characters) stand together in one line or sentence, or at least half of its characters are left of a message that was cut. Otherwise lost. The share is that of the preserved ones.',
  'measure.constraints.unit': 'share of the constraints, 0–1; in all, and by whose words they are',
  'measure.constraints.limits':
    'System messages always stay, so their constraints are always preserved: look at those of the user. A sentence binds by its words alone: “I have never seen this” counts, and a rule without one of the words does not.',

  'measure.artifact-trail.title': 'Artifact trail',
  'measure.artifact-trail.definition':
    'Files that were read, created, modified or deleted by tool calls that did not fail, with the last operation on each (reading counts only for a file that nothing changed). The result tells an operation by a call that is kept, or by a line of an insertion that names the file beside a word such as created, modified, deleted or read; the last one told counts. F1 = 2 × told rightly ÷ (files of the original + files told). Of a file that was created and then modified, both are right.',
  'measure.artifact-trail.unit': 'F1, 0–1',
  'measure.artifact-trail.limits':
    'Known are the tools of today’s agents and the common commands of a shell; what a script or a program does to files is not seen. Files are told apart by the ends of their paths.',

  'measure.open-work.title': 'Open work',
  'measure.open-work.definition':
    'What is not done at the end of the original: the items of the last task list that are not ticked, the last request of the user, and the last sentence in which the agent announces a step. Preserved, degraded and lost as constraints; what has several sentences is preserved where all of them are, and degraded where half of them are preserved or degraded. The share is that of the preserved ones.',
  'measure.open-work.unit': 'share of the open items, 0–1; in all and by kind',
  'measure.open-work.limits':
    'The last message of the user is protected in every strategy, so its share says little by itself. A step that was announced and then done without a word is still open here.',

  'measure.error-fix-pairs.title': 'Error → fix pairs',
  'measure.error-fix-pairs.definition':
    'A call that failed, and the last change to a file before the same call worked again, within 100 messages; without a change, the call that worked. The same call is the same command, or the same tool on the same file. The error stands if its line is preserved or degraded, the fix if its call is kept or an insertion says that the file was changed. The share is that of the pairs of which both sides stand.',
  'measure.error-fix-pairs.unit': 'share of the pairs, 0–1',
  'measure.error-fix-pairs.limits':
    'What changed last before it worked need not be what fixed it. Errors that were fixed without running the same call again are not seen.',

  'measure.decay.title': 'Decay',
  'measure.decay.definition':
    'The same measures after 1 to 5 rounds: each round compacts what the round before left, with the same strategy to the same share (with own defaults, to its own rule), and is measured against the original.',
  'measure.decay.unit': 'as each measure, by round',
  'measure.decay.limits':
    'In life new messages come in between two compactions; here nothing is added, so that what is lost is lost by compacting alone. Tokens fall from round to round: strategies are compared within a round.',

  'measure.hindsight-recall.title': 'Hindsight recall',
  'measure.hindsight-recall.definition':
    'The recording is cut at 12 requests, evenly over 20–85 % of them; what came before a cut is compacted, and what the recorded future used from memory is looked for in what is left. A fact is needed from memory where, after the cut, it stands first in the words of the assistant or in the arguments of a call: what a user or a tool says again first is not memory. The share of the needed facts that are still there, pooled over the cuts. Read it with the tokens left at the cuts, which stand beside it: at a cut with nothing to do everything counts as kept.',
  'measure.hindsight-recall.unit': 'share of the needed facts, 0–1, with its interval of 95 %',
  'measure.hindsight-recall.limits':
    'The future was made with the full context: an agent that had less would have asked, read again, or gone another way. Under 30 needed facts there is no number. A bare list of facts scores high: look at binding too. ▲ = more was left at the cuts than the budget allows: not to be held against rows that met it, and never the best. ▼ = less than random removals to the budget keep on average, also where the row left fewer tokens than they. Where a real model writes the summaries there is no number unless that model wrote at the cuts.',

  'measure.recall-skill.title': 'Recall skill',
  'measure.recall-skill.definition':
    '(recall − random) ÷ (oracle − random): how much of the way from chance (the mean of 20 random removals) to foresight (whole blocks chosen by what the future used, at the same budget) a strategy goes.',
  'measure.recall-skill.unit': '0 = as good as chance, 1 = as good as foresight; may be negative or above 1',
  'measure.recall-skill.limits':
    'The oracle is the ceiling for strategies that keep whole messages, not for those that edit or insert. Where chance and foresight are close, small differences make large numbers. It needs a common target.',

  'measure.binding.title': 'Binding',
  'measure.binding.definition':
    'Of the needed facts that are kept, the share that still stands within 120 characters of at least two of the words that stood around it before.',
  'measure.binding.unit': 'share of the kept needed facts, 0–1',
  'measure.binding.limits': 'Words that stand near say nothing of the sentence that they make. A good paraphrase loses binding.',

  'measure.needed-facts.title': 'Needed facts',
  'measure.needed-facts.definition': 'Facts that the recorded future needed from memory, over all cuts. The same for every strategy.',
  'measure.needed-facts.unit': 'facts',
  'measure.needed-facts.limits': 'A fact that is needed after several cuts counts at each of them.',

  'measure.re-read-cost.title': 'Re-read cost',
  'measure.re-read-cost.definition':
    'Tokens of the messages by which a user or a tool brought facts of the past back before they were used; mean of the cuts. The same for every strategy: what the recording itself paid for not relying on memory.',
  'measure.re-read-cost.unit': 'tokens per cut',
  'measure.re-read-cost.limits': 'A message that brings one fact back counts whole, with everything else that it says.',

  'measure.tokens-after.unit': 'tokens',
  'measure.tokens-after.limits': 'As exact as the tokenizer in use: ≈ marks an estimate. Images and files are a stated flat estimate.',
  'measure.token-reduction.unit': 'share of the tokens, 0–1',
  'measure.token-reduction.limits': 'It says what is saved, not what it costs: an empty context would score 1.',
  'measure.preservation.unit': 'share of the messages, 0–1',
  'measure.preservation.limits':
    'All messages weigh the same, a line and a file alike. A summary counts nothing, however good it is: fact retention and recall look at what it says.',
  'measure.efficiency.unit': 'score, 0–1',
  'measure.efficiency.limits':
    'Its weights are a convention. As preservation counts messages, strategies that drop few long ones score higher than those that rewrite many.',
  'measure.messages-after.unit': 'messages',
  'measure.messages-after.limits': 'Formats that put several results into one message have fewer messages than others for the same conversation.',
  'measure.messages-by-fate.unit': 'messages',
  'measure.messages-by-fate.limits': 'An edited message may have lost a line or nearly everything; its tokens say how much.',
  'measure.tokens-by-fate.unit': 'tokens',
  'measure.tokens-by-fate.limits': 'Of edited messages these are the tokens that they had, not those that are left.',
  'measure.inserted-tokens.unit': 'tokens',
  'measure.inserted-tokens.limits': 'Marks inside edited messages belong to those messages and are not counted here.',
  'measure.target.unit': 'tokens',
  'measure.target.limits': 'What is protected can be larger than the target; then no strategy meets it, and the row says so.',
  'measure.verification.unit': 'failed checks',
  'measure.verification.limits': 'It guards the rules of the compaction, not the sense of what is left.',
  'measure.time.unit': 'milliseconds',
  'measure.time.limits': 'Of this machine at this moment; only ratios within one run carry over. What is remembered from an earlier run takes less.',

  'reason.measure-no-facts': 'the original holds no facts',
  'reason.measure-no-constraints': 'no sentence of a system or user message has one of the words that bind',
  'reason.measure-no-files': 'no tool call touched a file that it names',
  'reason.measure-no-open-work': 'nothing is open: no task list, no request, no announced step',
  'reason.measure-no-pairs': 'no call that failed worked again later',
  'reason.measure-failed': 'the row failed',
} as const;
