import type { measures as english, recall as englishRecall, validity as englishValidity } from '../en/measures.ts';
import type { ChineseKeys } from '../instance.ts';

export const recall = {
  'strategy.oldest-first.title': '只留最早',
  'strategy.oldest-first.rule': '参照：从最新的消息往前移除，直到达到预算。',
  'strategy.fact-list.title': '事实清单',
  'strategy.fact-list.rule': '参照：用事实清单代替一切，最近说到的在前。',
  'strategy.newest-half.title': '最新一半加旧话',
  'strategy.newest-half.rule': '参照：最新的消息占一半空间，其余放较早的文字和调用。',
  'reason.keep-newest-half': '最新 {{newest}} 条消息之一',
  'reason.keep-older-words': '较早的：不含结果',
  'reason.cut-older-result': '较早：结果换成一个标记',
  'reason.drop-no-room': '较早的：{{target}} token 放不下',
  'reason.drop-newest': '从最新的开始，第 {{rank}} 条，共移除 {{of}} 条',
  'reason.sum-fact-list': '只剩事实清单：{{facts}} 条中有 {{listed}} 条放得下',
  'reason.recall-few-facts': '后来只需要 {{facts}} 条事实；至少 {{least}} 条才能排名',
  'reason.recall-few-cuts': '只有 {{cuts}} 个检查点；至少需要 {{least}} 个',
  'reason.recall-no-room': '随机丢弃（{{random, percent}}）与理论上限（{{oracle, percent}}）几乎相等',
  'reason.measure-few-needs': '后来需要的字符串和路径都不足 {{least}} 个',
  'reason.measure-hidden': '它留下的内容只有提供商能读',
  'reason.measure-no-future': '没有测量',
  'reason.measure-no-target': '出厂设置没有同一预算',
  'reason.recall-long': '不会自动测量：{{messages}} 条消息（超过 {{most}} 条）需要几分钟',
  'reason.recall-idle': '{{cuts}} 个检查点上都没有动作',
  'reason.recall-refused': '{{cuts}} 个检查点上都没有结果',
  'reason.measure-other-writer': '没有测量：真实模型撰写的摘要需要付费',
  'reason.measure-no-needs': '需要的事实一个也没有保留',
} as const satisfies Record<ChineseKeys<typeof englishRecall>, string>;

export const measures = {
  'measure.presence': '没有运行模型：在上下文中的内容仍可能被误读。',

  'compare.unit.after': '压缩后',
  'compare.unit.next': '美元',
  'compare.unit.requests': '请求数',
  'compare.unit.skill': '0 = 随机',
  'compare.unit.kept-left': '% · 留下 %',
  'compare.unit.failedChecks': '未通过项',

  'measure.tokens-after.definition': '压缩后请求的 token 数，含工具定义；≈ 为估计。',

  'compare.column.saved': '节省',
  'measure.token-reduction.definition': '1 − 剩余 token ÷ 压缩前 token。',

  'compare.column.kept': '保留率',
  'measure.preservation.definition': '剩余消息 ÷ 之前的消息；截短的按比例计。',

  'measure.efficiency.definition': '权重 × 节省 +（1 − 权重）× 保留率；默认 60 / 40。',
  'measure.efficiency.limits': '它奖励遗忘。',

  'measure.messages-after.definition': '压缩后请求的消息数。',

  'measure.messages-by-fate.title': '各去向的消息数',
  'measure.messages-by-fate.definition': '按去向统计的消息。',

  'compare.column.tokens-keep': '保留',
  'compare.column.tokens-edit': '编辑',
  'compare.column.tokens-summarize': '摘要',
  'compare.column.tokens-offload': '卸载',
  'compare.column.tokens-drop': '丢弃',
  'measure.tokens-by-fate.title': '各去向的 token',
  'measure.tokens-by-fate.definition': '这些消息之前的 token 数。',

  'compare.column.inserted': '插入',
  'measure.inserted-tokens.definition': '摘要及其他插入内容的 token 数。',

  'compare.column.target': '超出预算',
  'measure.target.definition': '剩余 token − 预算。',

  'measure.fact-retention.definition': '会话中不同的事实仍在的比例：路径、URL、标识符、数字、版本、报错、命令、决策。',
  'measure.fact-retention.list.help': '已丢失的事实，及其最后出现的位置。“需要”：此后用到。',

  'compare.column.recoverable': '可再取回',
  'measure.recoverable.definition': '调用或引用仍能指向的丢失事实的比例。',
  'measure.recoverable.limits': '模型未必会重读。',

  'measure.coverage.title': '按位置的覆盖率',
  'measure.coverage.definition': '按会话的十等分统计保留的事实，计入首次出现处：可以看出谁丢了中间。',

  'measure.hindsight-recall.definition': '在 20–85% 请求之间的 12 个检查点，随后凭记忆用到的事实（由我们自己的方法找出）仍在的比例。',
  'measure.hindsight-recall.limits': '需要的事实不足 30 个时没有数字。光是事实清单也会得高分。▲ 超出预算；▼ 不及随机丢弃。',
  'measure.hindsight-recall.list.help': '在检查点已丢失、之后又凭记忆用到的事实。',

  'compare.column.left-at-cuts': '剩余',
  'measure.left-at-cuts.definition': '剩余 token ÷ 压缩前 token，各检查点的均值。',
  'measure.left-at-cuts.limits': '平均值会掩盖超出预算的检查点。',

  'compare.column.skill': '得分率',
  'measure.recall-skill.definition': '（保留 − 随机）÷（理论上限 − 随机）：0 为 20 次随机丢弃的均值，1 为保留后来用到的整块。',
  'measure.recall-skill.limits': '会截短或插入的策略可以超过理论上限。',

  'measure.binding.definition': '保留的所需事实中，120 个字符之内仍有至少两个原先的旁词的比例。',
  'measure.binding.limits': '附近的词未必构成同一句话。',

  'compare.column.later-strings': '字符串',
  'compare.column.later-paths': '路径',
  'compare.column.later-edits': '编辑',
  'compare.column.pairs': '成对',
  'measure.independent.title': '后来需要的',
  'measure.independent.definition':
    '回答在检查点之后用到、曾在上下文中、且用户或工具没有再说过的内容，仍在的比例：字符串、路径、编辑、措辞、配对、你的原话。由字符串和路径决定。本来就知道的：字符串 90 中 13，路径 30 中 2，编辑 1 中 0，措辞 324 中 204，配对 197 中 46。',
  'measure.independent.list.help': '后来需要、在检查点丢失的字符串和路径。由它们决定。',
  'measure.independent.limits': '各项目的习惯（README.md）也算需要。措辞有三分之二、成对有四分之一是习惯：二者不作结论。',
  'measure.needed-facts.title': '所需事实',
  'measure.needed-facts.definition': '凭记忆需要的事实，每个检查点各计一次。',

  'measure.re-read-cost.title': '重读',
  'measure.re-read-cost.definition': '事实在用到之前由消息带回，这些消息的 token，各检查点的平均。',

  'compare.column.constraints': '你的规则',
  'measure.constraints.definition':
    '系统和用户的句子中含有 必须、不要、禁止、始终、只能（must、never、always、only、do not）的。保留：原文还在。弱化：一半的词还在一起。否则为丢失。',
  'measure.constraints.limits': '“我从没见过”也会计入；不含这些词的规则不计入。',
  'measure.constraints.list.help': '不再完整的句子。',

  'compare.column.artifacts': '文件',
  'measure.artifact-trail.definition': '上下文是否仍说明调用最后读取、创建、修改或删除了哪些文件？F1 = 2 × 说对的 ÷（文件数 + 提到的文件数）。',
  'measure.artifact-trail.limits': '它认得工具和 shell 命令，不知道脚本做了什么。',
  'measure.artifact-trail.list.help': '最后一次操作没有说明或说错的文件。',
  'measure.artifact-trail.parts': '{{all}} 个文件中 {{preserved}} 个说对，{{degraded}} 个说错',

  'compare.column.open-work': '未完成的事',
  'measure.open-work.definition': '结尾时：最后一份任务清单中未勾选的条目、最后一个请求，以及智能体说出的下一步。',
  'measure.open-work.limits': '你的最后一条消息始终受保护。说出后不声不响做完的步骤仍算未完成。',
  'measure.open-work.list.help': '不再完整的内容。',

  'compare.column.error-fix': '错误及其修法',
  'measure.error-fix-pairs.definition': '两者都还在的对所占的比例：一次失败的调用，以及 100 条消息内同一调用成功之前对文件的最后一次改动。',
  'measure.error-fix-pairs.limits': '最后一次修改未必是修法。',
  'measure.error-fix-pairs.list.help': '一个错误和它的修法，两者至少丢了一个。',
  'measure.error-fix-pairs.parts': '{{preserved}} 两边都在 · {{degraded}} 只剩一边 · {{lost}} 两边皆失',

  'measure.decay.title': '逐轮',
  'measure.decay.definition': '1 到 5 轮之后的同一组指标，每轮把上一轮剩下的压缩到同样的比例。',
  'measure.decay.limits': '只在同一轮内比较。',

  'measure.validity.definition': '压缩后的请求违反、而会话没有违反的 OpenAI Chat、OpenAI Responses、Anthropic 和 Gemini 规则。',
  'measure.validity.limits': '不检查：长度、数量、工具名、媒体、签名。',

  'compare.column.cache': '仍有效的缓存',
  'measure.cache-survival.definition': '压缩前后请求的公共开头的 token 数，以整条消息计。',
  'measure.cache-survival.limits': '缓存几分钟后过期。',

  'measure.cost.definition': '下一次请求和摘要的费用（美元），公共开头从缓存读取，不含回答。',
  'measure.cost.limits': '价格取自注明日期的价格表。代用摘要按由模型写出来计价。',
  'measure.cost.by': '{{model}} 的价格：{{list}}（{{date}}）',

  'compare.column.break-even': '多少次后回本',
  'measure.break-even.definition':
    '多少次请求后回本：N = (K + (w − r)(C − L)) ÷ (r(S − C))；之前的 token S，之后 C，共同开头 L；摘要价格 K，从缓存读取一个 token 的价格 r，写入缓存 w。',
  'measure.break-even.limits': '假定后续请求增长相同，缓存一直有效。',

  'compare.column.verification': '校验',
  'measure.verification.definition': '未通过的检查；未通过则撤销压缩。',

  'measure.time.definition': '策略在本机的用时，不含共用的计数。',

  'reason.measure-no-facts': '没有事实',
  'reason.measure-no-constraints': '没有含“必须、不要、禁止、始终、只能”的句子',
  'reason.measure-no-files': '没有工具调用指名文件',
  'reason.measure-no-open-work': '没有未完成的事',
  'reason.measure-no-pairs': '没有哪次失败的调用后来成功',
  'reason.measure-not-compacted': '没有进行压缩',
  'reason.measure-no-model': '没有价格：没有写明或选定模型',
  'reason.measure-no-prices': '没有价格：{{list}}（{{date}}）中没有 {{model}}',
  'reason.measure-never-pays': '永远不会：从缓存读取这些 token 不收费',
} as const satisfies Record<ChineseKeys<typeof english>, string>;

export const validity = {
  'reason.repaired-user-first': '已修复：提供商要求以用户消息开头，因此在第 {{message, raw}} 条之前加入了一条 {{tokens}} token 的用户消息',
  'reason.repaired-user-before-call': '已修复：提供商要求调用紧跟用户消息，因此在调用之前加入了 {{count}} 条（{{tokens}} token）',
  'reason.repaired-thinking': '已修复：该模型把思考与其前内容绑定，因此从 {{count}} 条消息中去掉了思考（{{tokens}} token）',
  'reason.note-no-message': '⚠ 请求里没有消息',
  'reason.note-no-last-user': '⚠ 用户最后一条消息已丢弃',
  'reason.recall-no-message': '⚠ {{cuts}} 个检查点中有 {{count}} 个的请求里没有消息',
  'reason.recall-no-last-user': '⚠ {{cuts}} 个检查点中有 {{count}} 个丢弃了用户最后一条消息',
  'reason.note-warning-thinking-bound': '⚠ 最后一轮的思考',
  'reason.note-repaired': '已修复',
  'reason.repaired-reasoning': '已修复：推理引出的条目已不在，因此从 {{count}} 条消息中去掉了推理（{{tokens}} token）',
  'reason.repaired-message': '去掉了不再成立的思考（{{tokens}} token）',
  'reason.warning-thinking-bound':
    '警告：该模型把最后一轮 {{count}} 条消息的思考与其前内容绑定，必须原样传回。请让提供商丢弃不再匹配的思考（prefix_mismatch_behavior: drop_block），或在两轮之间压缩',

  'reason.violation': '$t(violation.{{rule}})（请求的第 {{position, raw}} 条消息，原文 {{message, raw}}；{{count}} 处）',
  'violation.call-unanswered': '调用之后没有结果',
  'violation.result-without-call': '结果之前没有紧邻的调用',
  'violation.output-without-call': '输出没有对应的调用',
  'violation.arguments-not-json': '参数不是 JSON',
  'violation.no-messages': '没有消息',
  'violation.first-user': '第一条消息不是用户消息',
  'violation.result-not-first': '文本位于结果之前',
  'violation.blank-text': '只含空白的文本',
  'violation.final-space': '最后的回答以空白结束',
  'violation.lone-surrogate': '不成对的代理项',
  'violation.thinking-changed': '最后一轮的思考被改动',
  'violation.thinking-invalidated': '思考之前的内容已改动',
  'violation.reasoning-alone': '推理缺少其引出的条目',
  'violation.reasoning-missing': '条目缺少引出它的推理',
  'violation.call-not-after-user': '调用之前既不是用户消息也不是响应',
  'violation.args-not-object': '参数不是 JSON 对象',
  'violation.empty-content': '没有内容',
  'violation.local-reference': '只有原程序才能找到的图片或文件',
} as const satisfies Record<ChineseKeys<typeof englishValidity>, string>;
