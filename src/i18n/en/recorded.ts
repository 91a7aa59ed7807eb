/** What the recorded agent itself did, as a row. */
export const recorded = {
  'family.recorded': 'Recorded',
  'family.recorded.help': 'what the agent itself did',
  'strategy.recorded.title': 'As recorded',
  'strategy.recorded.rule':
    'What the recorded agent itself did: its own summary stands where it had it, before the messages that it kept; everything else from before the compaction is gone. Text, role and order are those of the recording: nothing is protected, repaired or aimed at a target.',
  'strategy.recorded.use': 'To see what your agent lost, beside what other strategies would have kept of the same context.',
  'strategy.recorded.loses':
    'What its summary does not say. A summary that only its provider can read counts as nothing, because nobody can say what it holds.',
  'reason.recorded-kept': 'The agent had it in its context after the compaction',
  'reason.recorded-summarised': 'Gone from the agent’s context: its own summary stands in its place',
  'reason.recorded-moved': 'The agent’s own summary: it stands in the place of what it summarises',
  'reason.recorded-hidden': 'Gone from the agent’s context, and the summary in its place can be read by the provider alone',
  'reason.recorded-tokens': 'The agent recorded {{tokens}} tokens before its compaction',
  'reason.recorded-trigger': 'Why the agent compacted, in its own word: {{trigger}}',
  'reason.note-recorded-hidden': 'summary hidden',
  'reason.recall-recorded':
    'The agent compacted at its own places, not at these cuts: what it kept there stands beside the recall as the calibration',
  'reason.unchanged-not-recorded': 'The recorded agent compacted nothing here',
  'reason.error-stage-recorded': 'stage {{number}} "{{id}}": what was recorded cannot be a stage',
} as const;
