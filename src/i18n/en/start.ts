/** English of the start view and of the line at the first visit. */
export const start = {
  'start.open': 'Start: what this is, and ways in',
  'start.first':
    'This is a sample. The page shows what each way of compacting a conversation keeps of it, and what it loses. Bring a session of your own to see it there.',
  'start.first.label': 'First visit',
  'start.first.bring': 'Start here',
  'start.first.dismiss': 'Do not show this line again',
  'start.title': 'What does my agent forget when it compacts?',
  'start.lead':
    'Agents that run long fill their context and then compact it: they drop, cut or summarise. Bring a recorded session and see what products and published rules would have kept of what was needed later, what that costs, and whether the provider accepts it.',
  'start.bring': 'Drop a session or a whole folder',
  'start.bring.help': 'Anywhere on this page. JSON, JSONL, Markdown and zip are recognised by what is in them. Several files become a set.',
  'start.before': 'Opened here before',
  'start.before.all': 'All recent sessions',
  'start.paste': 'Paste',
  'start.paste.help': 'A session from the clipboard: with Ctrl V or ⌘V anywhere on this page, or into the field of the import.',
  'start.sample': 'Take a sample',
  'start.sample.help': 'Written for this page, compared at once.',
  'start.sample.name': 'Sample',
  'start.sample.format': 'Format',
  'start.sample.messages': 'Messages',
  'start.get': 'What you get, in this order',
  'start.get.answer': 'An answer: which row keeps most, against your own agent and against chance, and how sure that is.',
  'start.get.compare': 'Compare: every row as a strip and its numbers; one click from a number to the lost fact, and to the message that needed it.',
  'start.get.set': 'Set: the same over many sessions, with differences session by session.',
  'start.get.replay': 'Replay: request by request, with each product’s own trigger: size, refusals, cost.',
  'start.private':
    'There is no server. Files are read in this browser and stay in it; nothing is sent unless you set up a model of your own and agree.',
} as const;
