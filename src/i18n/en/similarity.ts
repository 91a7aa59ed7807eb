/** Clusters, topics, retrieval, chunks. */
export const similarity = {
  'reason.keep-original-task': 'Original task (key information): stays as it is',
  'reason.keep-task-list': 'Holds the latest task list (key information): stays as it is',
  'reason.keep-memory': 'Holds what a memory tool saved last (key information): stays as it is',
  'reason.keep-small-group': 'Its part holds {{tokens}} tokens that may go: a summary of up to {{limit}} with its frame would save nothing',
  'reason.unchanged-nothing-saved': 'Summaries, with their frames and quotes, would cost what they save',
  'param.summaryShare': 'Summary share',
  'param.summaryShare.help': 'A summary gets at most this share of the tokens that it replaces (60 at least).',

  'reason.drop-represented':
    'Cluster {{cluster}} of {{clusters}}, {{size}} units: similarity {{similarity}} to its representative, message {{message, raw}} (threshold {{threshold}})',
  'reason.keep-representative_one':
    'Represents cluster {{cluster}} of {{clusters}}: its newest unit, at least {{threshold}} similar to the {{count}} other',
  'reason.keep-representative_other':
    'Represents cluster {{cluster}} of {{clusters}}: its newest unit, at least {{threshold}} similar to each of the {{count}} others',
  'reason.keep-unlike': 'In no cluster: a threshold of {{similarity}} would join it to a later one, the threshold is {{threshold}}',
  'reason.keep-alone': 'In no cluster: nothing later is like it (threshold {{threshold}})',
  'reason.unchanged-clusters': 'No two units that may go are at least {{similarity}} similar',
  'strategy.semantic-clustering.title': 'Semantic clustering',
  'strategy.semantic-clustering.rule':
    'Messages and tool blocks that use the same words (cosine of TF-IDF vectors), or with an embedding model those whose embeddings are alike, form clusters. Each cluster keeps its newest unit, which every other is at least as similar to as the threshold says; the others are dropped. What a person said is represented only by what a person said.',
  'strategy.semantic-clustering.loses':
    'How the repeated thing looked before. Without an embedding model words decide: two messages can use the same ones and mean the opposite. Under a threshold of about 0.4 the units of a cluster share a subject, no more.',
  'param.similarity': 'Similarity',
  'param.similarity.help':
    'Units whose cosine is at least this form a cluster. Embeddings have a scale of their own. The budget knob: the highest that meets the target.',

  'reason.sum-topic':
    'Topic {{topic}} of {{topics}}, messages {{from, raw}}–{{to, raw}} ({{words}}): finished. {{tokens}} tokens become a summary of at most {{limit}}',
  'reason.keep-current-topic': 'Current topic: the last of {{topics}}, from message {{from, raw}} on ({{words}})',
  'reason.keep-recent-topic': 'Topic {{topic}} of {{topics}} ({{words}}): among the last {{keep}}, which stay whole',
  'reason.trace-topic': 'Topic {{topic}} of {{topics}}, messages {{from, raw}}–{{to, raw}}: {{words}}',
  'reason.note-topics': 'topics: {{topics}}',
  'reason.unchanged-topics': 'Topics found: {{topics}}, of which the last {{keep}} stay whole',
  'strategy.topic-segmentation.title': 'Topic segmentation',
  'strategy.topic-segmentation.rule':
    'Where the words before a point and those after it differ most (TextTiling), a topic ends; the point moves to the beginning of a turn that is near. Each finished topic becomes a summary of its own, the current one stays whole. Boundaries never part a tool block.',
  'strategy.topic-segmentation.loses':
    'Details of finished topics, also where the next one needs them; a topic that comes back was summarised before.',
  'param.keepTopics': 'Topics kept whole',
  'param.keepTopics.help': 'The last topics, the current one included. The budget knob: the largest that meets the target.',
  'param.depth': 'Depth of a boundary',
  'param.depth.help': 'How far the similarity falls at a point, below its peaks on both sides. Lower values find more and shorter topics.',
  'unit.topics': 'topics',

  'reason.keep-context': 'No. {{rank}} of {{of}}, first {{k}} stay: part of the current context that is searched with',
  'reason.keep-relevant': 'No. {{rank}} of {{of}} by relevance, first {{k}} stay: score {{score}}; {{terms}}',
  'reason.keep-relevant-nothing': 'No. {{rank}} of {{of}}, first {{k}} stay: shares no word with the current context, but there is room',
  'reason.drop-irrelevant': 'No. {{rank}} of {{of}} by relevance, first {{k}} stay: score {{score}}, the last that stays has {{last}}; {{terms}}',
  'reason.drop-irrelevant-nothing': 'No. {{rank}} of {{of}}, first {{k}} stay: shares no word with the current context',
  'reason.trace-retrieval-bm25': 'Searched by BM25 with the last message of the user and the last units ({{units}} in all): {{terms}} …',
  'reason.trace-retrieval-cosine': 'Searched by cosine with the last message of the user and the last units ({{units}} in all): {{terms}} …',
  'reason.unchanged-retrieval': 'Units that may go: {{of}}; the {{k}} most relevant stay',
  'strategy.retrieval.title': 'Retrieval',
  'strategy.retrieval.rule':
    'The last message of the user and the last units are a query; all others are ranked by how relevant they are to it: by their words, or with an embedding model by the cosine of embeddings. The first k stay, in the order of the conversation, the rest is dropped. A tool block counts as one.',
  'strategy.retrieval.loses':
    'Whatever the current question does not name, and the thread between what is kept. With the next question other messages would have been right.',
  'param.k': 'Kept (k)',
  'param.k.help': 'So many of the most relevant units stay. The budget knob: the largest that meets the target.',
  'param.ranking': 'Ranked by',
  'param.ranking.help': 'BM25 counts matching words by their rarity; the cosine compares TF-IDF vectors. Embeddings need neither.',
  'param.ranking.bm25': 'BM25',
  'param.ranking.cosine': 'TF-IDF cosine',
  'param.contextUnits': 'Current context',
  'param.contextUnits.help': 'So many of the last messages are searched with, beside the last one of the user.',

  'reason.keep-near': 'No. {{rank}} of {{of}} by embeddings, first {{k}} stay: similarity {{score}} to the current context',
  'reason.drop-far':
    'No. {{rank}} of {{of}} by embeddings, first {{k}} stay: similarity {{score}} to the current context, the last that stays has {{last}}',
  'reason.trace-retrieval-embeddings':
    'Searched by the cosine of embeddings ({{model}}) with the last message of the user and the last units ({{units}} in all)',
  'reason.trace-clusters-embeddings': 'Compared by the cosine of embeddings ({{model}})',
  'reason.note-by-words': 'by words, not by embeddings',
  'reason.embeddings-missing': 'Compared by words: {{missing}} of {{of}} texts have no embedding by {{model}}',
  'reason.embeddings-lacking': 'Compared by words: {{missing}} of {{of}} texts have no embedding by {{model}}. $t(reason.{{because}})',
  'reason.embeddings-empty': 'The answer holds no vector for a text',
  'reason.embeddings-no-number': 'A vector holds something that is no number, at place {{place}}',
  'reason.embeddings-zero': 'A vector points nowhere: all its numbers are 0',
  'reason.embeddings-dimension':
    'Vectors of {{found}} and of {{dimension}} numbers cannot be compared: the model behind this name has changed. Clear what is kept and embed again',
  'reason.embeddings-too-large':
    'A text is too long for this model ({{status, raw}}), although at most 4,000 characters of each are sent: choose a model that takes more. {{detail}}',
  'reason.embeddings-timeout': 'No answer in time: try again, or choose a faster model',
  'reason.embeddings-cancelled': 'Cancelled before the texts were embedded',
  'reason.embeddings-error': 'The embedder failed: {{message}}',

  'reason.sum-chunk-turns':
    'Turn {{round}} of {{count}}, chunk {{chunk}} of {{chunks}} ({{size, noun turn}} each): its {{tokens}} tokens become a summary of at most {{limit}}',
  'reason.sum-chunk-steps':
    'Step {{round}} of {{count}}, chunk {{chunk}} of {{chunks}} ({{size, noun step}} each): its {{tokens}} tokens become a summary of at most {{limit}}',
  'reason.keep-last-chunk-turns':
    'Turn {{round}} of {{count}}: in the last chunk ({{chunk}} of {{chunks}}, {{size, noun turn}} each), which stays whole',
  'reason.keep-last-chunk-steps':
    'Step {{round}} of {{count}}: in the last chunk ({{chunk}} of {{chunks}}, {{size, noun step}} each), which stays whole',
  'reason.note-smaller-chunk-turns': 'chunks of {{chunk}} turns',
  'reason.note-smaller-chunk-steps': 'chunks of {{chunk}} steps',
  'reason.trace-smaller-chunk-turns':
    'User turns in this transcript: {{count}}. More than two chunks of {{asked}} are needed, so at this target a chunk has {{chunk}}',
  'reason.trace-smaller-chunk-steps':
    'Steps in this transcript: {{count}}. More than two chunks of {{asked}} are needed, so at this target a chunk has {{chunk}}',
  'reason.unchanged-chunks-turns': 'User turns: {{count}}; with chunks of {{chunk}} it acts on more than {{needed}}',
  'reason.unchanged-chunks-steps': 'Steps: {{count}}; with chunks of {{chunk}} it acts on more than {{needed}}',
  'strategy.incremental-summary.title': 'Incremental summary',
  'strategy.incremental-summary.rule':
    'The conversation is cut into chunks of rounds from its beginning. Each earlier chunk becomes a summary of its own, the last one stays whole, and at an equal target as many rounds before it as there is room for. It acts on more than two chunks; at an equal target a shorter conversation is cut into smaller ones.',
  'strategy.incremental-summary.loses': 'Details of every earlier chunk alike; what runs through several chunks is told several times or not at all.',
  'param.chunk': 'Chunk',
  'param.chunk.help': 'Rounds that are summarised together.',
} as const;
