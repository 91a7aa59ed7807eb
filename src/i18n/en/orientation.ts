/** English of the documents inside the page and of the guide. */
import { english } from '../instance.ts';

export const orientation = english({
  'documents.back': 'Back',
  'documents.close': 'Close the documents',
  'documents.contents': 'Contents',
  'documents.search': 'Search titles',
  'documents.onThisPage': 'On this page',
  'documents.english': 'Documents are in English.',
  'documents.failed': 'The document {{id}} could not be loaded.',
  'documents.group.use': 'Reading and using',
  'documents.group.measures': 'Measures',
  'documents.group.strategies': 'Strategies',
  'documents.group.develop': 'For developers',
  'documents.group.decisions': 'Decisions',

  'guide.step': '{{step}} of {{of}}',
  'guide.done': 'Done',
  'guide.leave': 'Leave the guide',
  'guide.more': 'The guide as a document',
  'guide.answer': 'The answer',
  'guide.answer.text': 'What your agent keeps of what was needed later, which policy keeps more, and how sure that is.',
  'guide.row': 'A policy is one way to compact',
  'guide.row.text': 'The strip is the session, oldest message at the left; beside it stands what the policy saves and loses.',
  'guide.number': 'Every number opens',
  'guide.number.text': 'One click lists what was lost, where it was said and what needed it. Try it; the guide waits.',
  'guide.budget': 'The budget',
  'guide.budget.text': 'What may be left. Everything is computed again, and the answer may change.',
  'guide.own': 'Your own session',
  'guide.own.text': 'Drop a file or folder anywhere, paste it, or choose it here. It stays in this browser.',
});
