/** Our own strategy, the ledger of facts. */
export const ledger = {
  'strategy.fact-ledger.title': 'Fact ledger',
  'strategy.fact-ledger.rule':
    'The last messages stay whole. Everything older becomes one ledger that no model writes: files with what was done to them, errors with their cause or fix, requests, rules and decisions, and names and numbers with the words beside them. What is most likely needed again comes first: said often, lately, in calls, by the assistant.',
  'strategy.fact-ledger.use': 'Long work with many names, files and numbers, where a summary would forget the one that is needed next.',
  'strategy.fact-ledger.loses': 'How one thing led to another: a ledger tells what there was, not why. Explanations that hold no fact go first.',
  'param.ledgerShare': 'Ledger share',
  'param.ledgerShare.help':
    'Share of what the messages that must stay leave of the target that the ledger may take; the rest keeps recent messages whole. What they do not use goes to the ledger.',
  'param.ledgerMinTokens': 'Ledger at least',
  'param.ledgerMinTokens.help':
    'Tokens that the ledger may take where the messages that must stay leave it less: the target may then be missed by as much. At 0 the older part is dropped without a word there.',
  'param.ledgerMaxTokens': 'Ledger at most',
  'param.ledgerMaxTokens.help': 'Tokens that the ledger may take however large the target is.',
  'param.ledgerWords': 'Words beside a fact',
  'param.ledgerWords.help':
    'On each side of a fact. More words say better what it is and leave room for fewer facts; at 0 the ledger is close to a bare list.',
  'reason.sum-ledger':
    'Message {{back}} from the end, older than the last {{keep}}. Of its {{facts}} facts {{told}} are told in the ledger, {{stand}} are said again in messages that stay, {{lost}} are lost',
  'reason.drop-no-ledger':
    'Message {{back}} from the end, older than the last {{keep}}: dropped; the ledger would have {{room}} tokens, and says nothing under {{least}}',
} as const;
