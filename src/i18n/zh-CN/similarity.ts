import type { similarity as english } from '../en/similarity.ts';
import type { ChineseKeys } from './keys.ts';

export const similarity = {
  'reason.keep-original-task': '原始任务（关键信息）：原样保留',
  'reason.keep-task-list': '含有最新的任务列表（关键信息）：原样保留',
  'reason.keep-memory': '保存了最近的记忆（关键信息）：原样保留',
  'reason.keep-small-group': '这一段可压缩的只有 {{tokens}} token：一份最多 {{limit}} token 的摘要加上外框，省不下什么',
  'reason.unchanged-nothing-saved': '各份摘要连同外框和附带内容，用掉的不少于省下的',
  'param.summaryShare': '摘要占比',
  'param.summaryShare.help': '每份摘要最多占其所替代 token 的这一比例，至少 60 token，且不超过摘要长度上限。',

  'reason.drop-represented':
    '第 {{cluster}} 簇（共 {{clusters}} 簇），簇内 {{size}} 个单元：与代表消息 {{message, raw}} 的相似度为 {{similarity}}（阈值 {{threshold}}）',
  'reason.keep-representative_other':
    '第 {{cluster}} 簇（共 {{clusters}} 簇）的代表：簇内最新的单元，与其余 {{count}} 个的相似度均不低于 {{threshold}}',
  'reason.keep-unlike': '不属于任何簇：阈值降到 {{similarity}} 才会并入后面的某个单元，当前阈值为 {{threshold}}',
  'reason.keep-alone': '不属于任何簇：后面没有与之相似的内容（阈值 {{threshold}}）',
  'reason.unchanged-clusters': '可移除的单元中，没有两个相似度达到 {{similarity}}',
  'strategy.semantic-clustering.title': '语义聚类',
  'strategy.semantic-clustering.rule':
    '用词相近（TF-IDF 向量的余弦）的消息和工具块聚成一簇；选用嵌入模型时，嵌入向量相近的聚成一簇。每簇保留最新的一个单元，其余单元与它的相似度都不低于阈值，予以丢弃。人说的话只由人说的话来代表。',
  'strategy.semantic-clustering.loses':
    '重复内容以前的样子。未选用嵌入模型时，判断只看用词：用词相同，意思也可能相反。阈值低于约 0.4 时，同簇单元只是话题相近。',
  'param.similarity': '相似度',
  'param.similarity.help':
    '余弦达到此值（1 = 用词及次数相同，或两个嵌入向量方向相同）的单元聚为一簇。嵌入向量的余弦有自己的尺度，因模型而异。它是预算旋钮：在相同目标下取能达标的最高阈值。',

  'reason.sum-topic':
    '第 {{topic}} 个主题（共 {{topics}} 个），消息 {{from, raw}}–{{to, raw}}（{{words}}）：已结束，{{tokens}} token 压缩为最多 {{limit}} token 的摘要',
  'reason.keep-current-topic': '当前主题：{{topics}} 个主题中的最后一个，自消息 {{from, raw}} 起（{{words}}）',
  'reason.keep-recent-topic': '第 {{topic}} 个主题（共 {{topics}} 个；{{words}}）：属于完整保留的最后 {{keep}} 个',
  'reason.trace-topic': '第 {{topic}} 个主题（共 {{topics}} 个），消息 {{from, raw}}–{{to, raw}}：{{words}}',
  'reason.note-topics': '主题：{{topics}}',
  'reason.unchanged-topics': '找到的主题数：{{topics}}，其中最后 {{keep}} 个完整保留',
  'strategy.topic-segmentation.title': '主题分割',
  'strategy.topic-segmentation.rule':
    '前后用词差异最大之处（TextTiling）视为主题的边界，并移到邻近一轮对话的开头。每个已结束的主题各压缩为一份摘要，当前主题完整保留。边界不会拆开工具块。',
  'strategy.topic-segmentation.loses': '已结束主题的细节，即使后面的主题还用得上；重新提起的主题此前已被压缩。',
  'param.keepTopics': '完整保留的主题数',
  'param.keepTopics.help': '最后几个主题，包括当前主题。它是预算旋钮：在相同目标下取能达标的最大值。',
  'param.depth': '边界深度',
  'param.depth.help': '某处前后内容的相似度比两侧的峰值低多少（两侧之差相加，0–2）。值越低，主题越多、越短。',
  'unit.topics': '个主题',

  'reason.keep-context': '排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：属于用来检索的当前上下文',
  'reason.keep-relevant': '相关性排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：得分 {{score}}；匹配：{{terms}}',
  'reason.keep-relevant-nothing': '排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：与当前上下文没有共同的词，但名额有余',
  'reason.drop-irrelevant': '相关性排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：得分 {{score}}，入选的最后一个为 {{last}}；匹配：{{terms}}',
  'reason.drop-irrelevant-nothing': '排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：与当前上下文没有共同的词',
  'reason.trace-retrieval-bm25': '用最后一条用户消息和最近的单元（共 {{units}} 个）按 BM25 检索：{{terms}} …',
  'reason.trace-retrieval-cosine': '用最后一条用户消息和最近的单元（共 {{units}} 个）按余弦检索：{{terms}} …',
  'reason.unchanged-retrieval': '可移除的单元：{{of}} 个；最相关的 {{k}} 个保留',
  'strategy.retrieval.title': '检索',
  'strategy.retrieval.rule':
    '以最后一条用户消息和最近的单元作为查询，其余单元按与它的相关性排序：按用词，或在选用嵌入模型时按嵌入向量的余弦。前 k 个按对话顺序保留，其余丢弃。一个工具块算一个。',
  'strategy.retrieval.loses': '当前问题没有提到的一切，以及所保留内容之间的脉络。换一个问题，该留的就是另一些消息。',
  'param.k': '保留数 k',
  'param.k.help': '保留最相关的若干单元；一个工具块算一个。它是预算旋钮：在相同目标下取能达标的最大值。',
  'param.ranking': '排序方式',
  'param.ranking.help': 'BM25 按词的稀有程度计分，重复出现的加分递减；余弦比较 TF-IDF 向量。按嵌入向量比较时不起作用。',
  'param.ranking.bm25': 'BM25',
  'param.ranking.cosine': 'TF-IDF 余弦',
  'param.contextUnits': '当前上下文',
  'param.contextUnits.help': '除最后一条用户消息外，用最近多少条消息（一个工具块算一条）来检索；越靠前，权重越低。',

  'reason.keep-near': '按嵌入向量排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：与当前上下文的相似度为 {{score}}',
  'reason.drop-far': '按嵌入向量排第 {{rank}}（共 {{of}}），保留前 {{k}} 个：与当前上下文的相似度为 {{score}}，入选的最后一个为 {{last}}',
  'reason.trace-retrieval-embeddings': '用最后一条用户消息和最近的单元（共 {{units}} 个）按嵌入向量（{{model}}）的余弦检索',
  'reason.trace-clusters-embeddings': '按嵌入向量（{{model}}）的余弦比较',
  'reason.note-by-words': '按用词比较，未用嵌入向量',
  'reason.embeddings-missing': '按用词比较：{{of}} 段文本中有 {{missing}} 段没有 {{model}} 的嵌入向量',
  'reason.embeddings-lacking': '按用词比较：{{of}} 段文本中有 {{missing}} 段没有 {{model}} 的嵌入向量。$t(reason.{{because}})',
  'reason.embeddings-empty': '应答中有一段文本没有向量',
  'reason.embeddings-no-number': '某个向量的第 {{place}} 位不是数字',
  'reason.embeddings-zero': '某个向量没有方向：其中的数全为 0',
  'reason.embeddings-dimension': '长度为 {{found}} 和 {{dimension}} 的向量无法相互比较：该名称背后的模型已更换。请清除已保存的内容后重新嵌入',
  'reason.embeddings-too-large':
    '某段文本超出该模型的长度（{{status, raw}}），尽管每段最多只发送 4,000 个字符：请选择可接受更长文本的模型。{{detail}}',
  'reason.embeddings-timeout': '未在时限内应答：请重试或选择更快的模型',
  'reason.embeddings-cancelled': '嵌入完成前已取消',
  'reason.embeddings-error': '嵌入器出错：{{message}}',

  'reason.sum-chunk-turns':
    '第 {{round}} 轮（共 {{count}} 轮），第 {{chunk}} 块（共 {{chunks}} 块，每块 {{size}} 轮）：{{tokens}} token 压缩为最多 {{limit}} token 的摘要',
  'reason.sum-chunk-steps':
    '第 {{round}} 步（共 {{count}} 步），第 {{chunk}} 块（共 {{chunks}} 块，每块 {{size}} 步）：{{tokens}} token 压缩为最多 {{limit}} token 的摘要',
  'reason.keep-last-chunk-turns': '第 {{round}} 轮（共 {{count}} 轮）：在完整保留的最后一块中（第 {{chunk}} 块，共 {{chunks}} 块，每块 {{size}} 轮）',
  'reason.keep-last-chunk-steps': '第 {{round}} 步（共 {{count}} 步）：在完整保留的最后一块中（第 {{chunk}} 块，共 {{chunks}} 块，每块 {{size}} 步）',
  'reason.note-smaller-chunk-turns': '每块 {{chunk}} 轮',
  'reason.note-smaller-chunk-steps': '每块 {{chunk}} 步',
  'reason.trace-smaller-chunk-turns': '这份记录有 {{count}} 轮用户对话，不足两块以上（每块 {{asked}} 轮），在此目标下改为每块 {{chunk}} 轮',
  'reason.trace-smaller-chunk-steps': '这份记录有 {{count}} 步，不足两块以上（每块 {{asked}} 步），在此目标下改为每块 {{chunk}} 步',
  'reason.unchanged-chunks-turns': '用户轮次：{{count}}；每块 {{chunk}} 轮时，超过 {{needed}} 轮才执行',
  'reason.unchanged-chunks-steps': '步数：{{count}}；每块 {{chunk}} 步时，超过 {{needed}} 步才执行',
  'strategy.incremental-summary.title': '增量摘要',
  'strategy.incremental-summary.rule':
    '对话从头起按轮次切成若干块。前面的每一块各压缩为一份摘要，最后一块完整保留；在相同目标下，还有余地时再多保留其前面的若干轮。超过两块才执行；在相同目标下，较短的对话会切成更小的块。',
  'strategy.incremental-summary.loses': '前面每一块的细节一律丢失；贯穿多块的内容会重复出现，或者无处提及。',
  'param.chunk': '块大小',
  'param.chunk.help': '合在一起压缩为一份摘要的轮数。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
