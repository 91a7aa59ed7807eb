/** Our own strategies: the ledger of facts and the hand-over note. */
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
    'Tokens that the ledger or note may take where the messages that must stay leave it less: the target may then be missed by as much. At 0 the older part is dropped without a word there.',
  'param.ledgerMaxTokens': 'Ledger at most',
  'param.ledgerMaxTokens.help': 'Tokens that the ledger or note may take however large the target is.',
  'param.ledgerWords': 'Words beside a fact',
  'param.ledgerWords.help':
    'On each side of a fact. More words say better what it is and leave room for fewer facts; at 0 the ledger is close to a bare list.',
  'reason.sum-ledger':
    'Message {{back}} from the end, older than the last {{keep}}. Facts in it: {{facts}}; told in the ledger: {{told}}, said again in messages that stay: {{stand}}, lost: {{lost}}',
  'reason.sum-ledger-none':
    'Message {{back}} from the end, where none stays for being recent. Facts in it: {{facts}}; told in the ledger: {{told}}, said again in messages that stay: {{stand}}, lost: {{lost}}',
  'reason.drop-no-ledger':
    'Message {{back}} from the end, older than the last {{keep}}: dropped; the ledger would have {{room}} tokens, and says nothing under {{least}}',
  'reason.drop-no-ledger-none':
    'Message {{back}} from the end, where none stays for being recent: dropped; the ledger would have {{room}} tokens, and says nothing under {{least}}',
  'strategy.handover-note.title': 'Hand-over note',
  'strategy.handover-note.rule':
    'What is most likely needed again per token stays, whatever its age: recent blocks whole, older ones with their outputs and arguments cut. Of what goes, single sentences and lines are quoted in a note, in the order of the conversation, with who said them. Nothing counts twice: what is said elsewhere already makes room for the rest. No model writes it.',
  'strategy.handover-note.use':
    'Any long work in which the next step needs exact names, the person’s own words, and text that is still being edited.',
  'strategy.handover-note.loses': 'Whole outputs from long ago, and steps in which nothing was said that came up again.',
  'reason.keep-handover':
    'Message {{back}} from the end stays whole: its {{tokens}} tokens hold enough that is likely needed and stands nowhere else',
  'reason.edit-handover': 'Message {{back}} from the end: outputs and arguments cut, {{before}} → {{after}} tokens',
  'reason.sum-handover_one': 'Message {{back}} from the end, {{tokens}} tokens: {{count}} line of it is quoted in the note',
  'reason.sum-handover_other': 'Message {{back}} from the end, {{tokens}} tokens: {{count}} lines of it are quoted in the note',
  'reason.drop-no-note': 'Message {{back}} from the end: dropped; no line of what goes fits the {{room}} tokens that the note has',
} as const;
