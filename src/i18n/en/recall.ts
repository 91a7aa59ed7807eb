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
