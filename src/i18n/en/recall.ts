/** English of hindsight recall: why it has no number. */
export const recall = {
  'reason.recall-few-facts': 'too few facts: the recorded future used {{facts}} from memory, {{least}} are needed',
  'reason.recall-few-cuts': 'too few requests: the recording can be cut at {{cuts}} places, {{least}} are needed',
} as const;
