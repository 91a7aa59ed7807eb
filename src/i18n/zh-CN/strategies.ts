/** 自有策略：事实账本与交接笔记。 */
import type {
  ledger as english,
  pipelines as englishPipelines,
  recorded as englishRecorded,
  systems as englishSystems,
  truncation as englishTruncation,
} from '../en/strategies.ts';
import type { ChineseKeys } from './keys.ts';

export const truncation = {
  'strategy.diff-truncation.title': 'Diff 截断',
  'strategy.diff-truncation.rule':
    '正文、代码块、工具调用和工具结果中的 diff，除各自开头几行外，合计最多占用窗口的一定比例。较新的在额度内完整保留，最旧的最先截断；每个 diff 都保留开头，按行截断。',
  'strategy.diff-truncation.loses': '旧 diff 中靠后的改动块。不是 diff 的长输出保持原样。',
  'strategy.message-truncation.title': '消息截断',
  'strategy.message-truncation.rule':
    '超过上限的消息只保留开头，在句末或行末截断；工具调用的参数仍是合法 JSON，只缩短其中的长字符串。截断处注明少了多少 token。',
  'strategy.message-truncation.loses': '每条长消息的结尾：日志末尾的报错、长回答的结论。',
  'strategy.tool-output-truncation.title': '工具输出截断',
  'strategy.tool-output-truncation.rule':
    '工具输出的上限取决于它之前窗口还剩多少（窗口 − 之前的 token）：取其一定比例，但不低于下限。超出的保留首尾。',
  'strategy.tool-output-truncation.loses': '长输出的中间部分；窗口占用越多，后面的输出留得越短。',
  'strategy.hierarchical.title': '分层压缩',
  'strategy.hierarchical.rule':
    '每一层各有规则：系统消息和用户消息完整保留；工具调用连同关键结果保留（优先保留报错、退出码、测试统计和 diff 统计）；助手的中间步骤缩短为决策和结论。',
  'strategy.hierarchical.loses': '看起来普通的输出细节，以及决策之间的推理过程。',
  'strategy.time-decay.title': '时间衰减',
  'strategy.time-decay.rule':
    '消息保留的 token 比例随年龄每过一个半衰期减半：近期的不动，较旧的缩短，低于丢弃阈值的删除。有时间戳时按时间计算年龄，否则按位置。',
  'strategy.time-decay.loses': '长会话的开头部分，无论内容是什么（原始任务除外）。',

  'param.diffShare': 'Diff 占比',
  'param.diffShare.help': '所有 diff 除开头几行外合计最多占用窗口的比例。预算旋钮：目标相同时，取能达到目标的最大比例。',
  'param.messageLimit': '消息上限',
  'param.messageLimit.help': '每条消息最多的 token 数。预算旋钮：目标相同时，取能达到目标的最大上限。',
  'param.outputShare': '输出占比',
  'param.outputShare.help': '工具输出最多占用它之前剩余窗口的比例。预算旋钮：目标相同时，取能达到目标的最大比例。',
  'param.outputFloor': '输出下限',
  'param.outputFloor.help': '无论窗口多满，每个工具输出至少可以有这么多 token。',
  'param.layerLimit': '输出上限',
  'param.layerLimit.help': '工具输出、长参数或回答最多保留的 token 数；中间步骤减半。预算旋钮：目标相同时，取能达到目标的最大上限。',
  'param.halfLife': '半衰期',
  'param.halfLife.help':
    '到这个年龄的消息只保留一半 token，以占整个对话的比例表示：按位置时是消息数的比例，按时间时是时长的比例。预算旋钮：目标相同时，取能达到目标的最大值。',
  'param.halfLifeMinutes': '半衰期（分钟）',
  'param.halfLifeMinutes.help': '有时间戳时，用固定时长代替比例；0 = 使用比例。它不参与目标搜索。',
  'param.ageBy': '年龄依据',
  'param.ageBy.help': '按什么判断消息的新旧。自动和时间：至少一半消息有时间戳时按时间戳（没有的与前一条同龄），否则按位置。',
  'param.ageBy.auto': '自动',
  'param.ageBy.time': '时间',
  'param.ageBy.position': '位置',
  'param.dropBelow': '丢弃阈值',
  'param.dropBelow.help': '保留比例低于此值的工具块或消息会被丢弃。',
  'param.recentAbove': '近期阈值',
  'param.recentAbove.help': '保留比例不低于此值的消息算近期，保持原样。',

  'unit.seconds': '秒',
  'unit.minutes': '分钟',

  'reason.keep-nothing-to-cut': '{{tokens}} token，上限 {{limit}}，但没有可截断的内容：图片、推理、零碎的短字段，或之前已截断过',
  'reason.keep-within-limit': '{{tokens}} token，未超过上限 {{limit}}',
  'reason.cut-message': '{{tokens}} token，超过上限 {{limit}}：保留开头，截去 {{gone}} token，剩 {{after}}',
  'reason.unchanged-no-long-message': '可截断的消息都不超过 {{limit}} token；最大的为 {{largest}}',
  'reason.unchanged-nothing-to-cut':
    '最大的消息为 {{largest}} token，超过上限 {{limit}}，但超限的消息中没有可截断的内容：图片、推理、零碎的短字段，或之前已截断过',
  'reason.cut-output':
    '输出为 {{tokens}} token；之前窗口还剩 {{left}}，所以上限为 max({{floor}}, 其 {{share, percent}}) = {{limit}}。保留首尾，截去 {{gone}} token',
  'reason.keep-output-within-limit': '输出为 {{tokens}} token，未超过 max({{floor}}, 之前所剩 {{left}} 的 {{share, percent}}) = {{limit}}',
  'reason.keep-no-output': '没有工具输出：此规则不涉及',
  'reason.unchanged-no-long-output': '可截断的工具输出都未超过各自的上限（下限 {{floor}}，之前所剩窗口的 {{share, percent}}）',
  'reason.cut-diff':
    '从其 {{tokens}} token 的 diff 中截去 {{gone}}：更新的 diff 已占全部额度 {{budget}}（窗口的 {{share, percent}}）中的 {{newer}}；每个 diff 保留开头',
  'reason.keep-diff-fits': '其 diff 在额度内：更新的 diff 占全部额度 {{budget}}（窗口的 {{share, percent}}）中的 {{newer}}',
  'reason.keep-no-diff': '没有可截断的 diff：此规则不涉及',
  'reason.unchanged-no-diff': '没有找到可截断的 diff',
  'reason.unchanged-diffs-fit': '除开头几行外，diff 共 {{diffs}} token，未超过 {{budget}}（窗口的 {{share, percent}}）',

  'reason.unchanged-no-long-layer': '可缩短的输出、参数和回答都不超过 {{limit}} token，中间步骤都不超过其一半',
  'reason.cut-layer-output':
    '工具输出，{{tokens}} token，超过 {{limit}}：优先保留报错、退出码、测试和 diff 统计，其次是首尾；截去 {{gone}}，剩 {{after}}',
  'reason.cut-layer-step':
    '中间步骤，{{tokens}} token：保留调用，缩短超过 {{limit}} token 的参数，超过 {{step}} 的文字只留决策和结论；截去 {{gone}}，剩 {{after}}',
  'reason.cut-layer-answer': '助手的回答，{{tokens}} token，超过 {{limit}}：优先保留决策和结论；截去 {{gone}}，剩 {{after}}',
  'reason.keep-layer-user': '用户层：一字不动',
  'reason.keep-layer-system': '系统层：保持不变',
  'reason.keep-layer-short': '{{tokens}} token：各部分都未超过上限（{{limit}}；中间步骤的文字为 {{step}}）',

  'reason.unchanged-all-recent':
    '可处理的消息都是近期的，或短得无法再缩短：半衰期 {{halfLife}}（$t(age.{{by}})），不低于 {{recentAbove, percent}} 为近期',
  'reason.note-age-by-position': '年龄：按位置',
  'age.time': '距今分钟数',
  'age.position': '之后的消息数',
  'reason.decay-recent':
    '近期：{{age}}（$t(age.{{by}})），半衰期 {{halfLife}}，保留比例 {{factor, percent}}（不低于 {{recentAbove, percent}} 为近期）',
  'reason.decay-short': '$t(age.{{by}}) {{age}}，半衰期 {{halfLife}}，保留比例 {{factor, percent}}；共 {{tokens}} token，无法再缩短',
  'reason.decay-cut': '$t(age.{{by}}) {{age}}，半衰期 {{halfLife}}：保留 {{tokens}} token 的 {{factor, percent}}，剩 {{after}}',
  'reason.decay-drop': '$t(age.{{by}}) {{age}}，半衰期 {{halfLife}}：保留比例 {{factor, percent}}，整块都低于 {{dropBelow, percent}}，因此移除',
} as const satisfies Record<ChineseKeys<typeof englishTruncation>, string>;

export const systems = {
  'reason.unchanged-disabled': '已关闭：该系统不会压缩',
  'reason.question-compact': '压缩前询问：上下文已用 {{tokens}}/{{maximum}} 个 token，是否压缩？',
  'reason.answer-yes': '回答：是',
  'reason.answer-drop-oldest': '回答：否，删除最旧的消息',
  'reason.answer-new-session': '回答：否，开始新会话',
  'reason.answer-stop': '回答：否，停止',
  'reason.unchanged-stopped': '按要求停止：{{tokens}}/{{maximum}} 个 token，一切保持原样',
  'reason.drop-oldest-asked': '第 {{rank}} 条（共 {{of}} 条）被删除，最旧的先删：压缩被拒绝',
  'reason.drop-new-session': '留在旧会话中；新会话从当前输入开始',
  'reason.log-context-compacted': '{{original_tokens}} → {{new_tokens}} 个 token（节省 {{saved_ratio, percent}}）；压缩轮数：{{rounds}}',
  'reason.log-compression-start': '触发自动压缩：{{usedTokens}} 个 token，占窗口 {{usagePercent}}（阈值 {{threshold}}），{{messageCount}} 条消息',
  'reason.log-compression-done': '自动压缩完成：{{beforeCount}} → {{afterCount}} 条消息，摘要 {{summaryLength}} 个字符',
  'reason.log-compression-failed': '摘要失败（$t(reason.failure-{{reason}})）：忽略本次压缩，由硬性限制决定',
  'reason.log-compression-exception': '自动压缩异常（$t(reason.failure-{{error}})）；调用继续',
  'reason.log-truncation-start': '超过硬性限制，开始截断：{{usedTokens}}/{{maxTokens}} 个 token，{{messageCount}} 条消息',
  'reason.log-truncation-done': '截断完成：{{beforeCount}} → {{afterCount}} 条消息，移除 {{removedCount}} 条',
  'reason.log-refused': '仍超过硬性限制，拒绝调用：{{usedTokens}}/{{maxTokens}} 个 token',
  'param.enabled': '启用',
  'param.enabled.help': '关闭时系统什么也不做，该行保持不变。',
  'param.turnThreshold': '轮次',
  'param.turnThreshold.help': '距上次压缩达到这么多轮时，此策略自行压缩。',
  'param.summaryMarker': '标记',
  'param.summaryMarker.help': '模型的回答中出现这段文本时，此策略自行压缩。留空则不看标记。',
  'param.compressionThreshold': '压缩阈值',
  'param.compressionThreshold.help': '窗口使用率达到这一比例时，上下文管理器（S2）自行压缩：这是它在回放中的触发条件。',
  'param.checkInterval': '检查间隔',
  'param.checkInterval.help': '两次检查之间的最短时间，以消息的时间戳为准。',
  'param.askFirst': '先询问',
  'param.askFirst.help': '上下文压缩器（S1）在压缩前询问用户，并给出当前与最大 token 数。在页面上执行压缩时会弹出询问。',
  'param.answer': '回答',
  'param.answer.help': '用户对上下文压缩器（S1）询问的回答：同意，或拒绝后的三种替代方案之一。',
  'param.answer.yes': '是，压缩',
  'param.answer.drop-oldest': '否，删除最旧的消息',
  'param.answer.new-session': '否，开始新会话',
  'param.answer.stop': '否，报错停止',
  'reason.config-unknown':
    '文本中没有找到上下文压缩器（S1，context_compaction: …）、自动压缩（S4，conversation.autoCompression）或二十种策略（S0，sliding_window_size=9 …）的配置',
  'reason.config-no-block': '第 {{line, raw}} 行：{{path}} 中没有设置，应为带值的字段',
  'reason.config-field-unknown': '第 {{line, raw}} 行：{{path}} 在此没有意义，已忽略',
  'reason.config-besides': '只读取了 {{block}}；未读取：{{paths}}',
  'reason.config-besides-more': '只读取了 {{block}}；未读取：{{paths}} 以及另外 {{more}} 项',
  'reason.config-model-unknown':
    'summaryModel {{model}}：没有配置这个名称的模型，该行的摘要仍由 {{summarizer}} 生成。请先在“摘要”中添加，再次使用此配置',
  'reason.config-value': '第 {{line, raw}} 行：{{path}} 为 {{found}}，应为 {{expected}}',
  'reason.config-empty': '{{path}} 不包含任何已知字段：{{expected}}',
  'reason.config-summary-model': '必须配置摘要模型：使用真实摘要器时，未设置 summaryModel 的自动压缩（S4）不会启动；内置摘要器不需要',
  'reason.config-too-long': '{{characters}} 个字符不可能是配置，最多 {{maximum}} 个',
  'reason.config-syntax': '第 {{line, raw}} 行：{{message}}',
  'row.config': '配置…',
  'config.title': '二十种策略（S0）、上下文压缩器（S1）或自动压缩（S4）的配置',
  'config.paste': '粘贴配置',
  'config.paste.help':
    '二十种策略（S0）的环境变量（sliding_window_size=9）、上下文压缩器（S1）的 YAML（context_compaction）或自动压缩（S4）的 JSON（conversation.autoCompression）。其中的值会成为对应系统各行的参数；这样设置的值不会再对准目标。',
  'config.use': '使用',
  'config.applied': '已设置参数：{{titles}}',
  'config.copy': '复制配置',
  'config.copy.help': '当前使用的参数，可由该系统自身直接读取。',
  'config.copy.system': '复制 {{system}} {{format}}',
  'config.copied': '已复制 {{system}} 的配置',
  'config.copy.failed': '浏览器不允许复制 {{system}} 的配置',
} as const satisfies Record<ChineseKeys<typeof englishSystems>, string>;

// 录制的智能体自己的做法，作为一行。

export const recorded = {
  'family.recorded': '记录',
  'family.recorded.help': '智能体自己的做法',
  'strategy.recorded.title': '如记录所示',
  'strategy.recorded.rule':
    '录制的智能体自己的做法：它自己的摘要位于原处，在它保留的消息之前；压缩之前的其余内容都不在了。文字、角色和顺序与记录一致：不作保护，不作修复，也不以任何目标为准。',
  'strategy.recorded.loses': '它的摘要没有说到的内容。只有提供方能读的摘要按没有内容计，因为无人知道其中有什么。',
  'reason.recorded-kept': '压缩之后仍在智能体的上下文中',
  'reason.recorded-summarised': '已不在智能体的上下文中：由它自己的摘要代替',
  'reason.recorded-moved': '智能体自己的摘要：位于它所概括内容的位置',
  'reason.recorded-hidden': '已不在智能体的上下文中，代替它的摘要只有提供方能读',
  'reason.recorded-tokens': '智能体记录的压缩前 token 数：{{tokens}}',
  'reason.recorded-tokens-after': '智能体记录的压缩后 token 数：{{tokens}}',
  'reason.recorded-trigger': '智能体压缩的原因（原文）：{{trigger}}',
  'reason.note-recorded-hidden': '摘要不可读',
  'reason.recall-recorded': '智能体在它自己的位置压缩，而不是在这些切点：它在那里保留了什么，见召回率旁的校准值',
  'reason.unchanged-not-recorded': '录制的智能体在此没有压缩',
  'reason.error-stage-recorded': '阶段 {{number}}“{{id}}”：所记录的做法不能作为阶段',
} as const satisfies Record<ChineseKeys<typeof englishRecorded>, string>;

export const pipelines = {
  'strategy.adaptive.title': '自适应压缩',
  'strategy.adaptive.rule':
    '根据工具和用词识别任务类型（代码、分析、对话、混合、未知），再按该类型的列表依次尝试，直到满足预算：先滑动窗口，再关键事件（代码任务）或重要性评分，最后增量摘要；混合任务先增量摘要、后重要性评分。每个策略都在前一个的结果上继续；无事可做或失败的策略会被跳过。',
  'strategy.adaptive.loses': '取决于实际用到的策略；任务类型只是根据计数作出的推测。',
  'strategy.combo-basic.title': '基础组合',
  'strategy.combo-basic.rule': '完整摘要，旁边保留关键信息：任务、任务列表和文件变更。token 阈值触发在回放中生效。',
  'strategy.combo-basic.loses': '除引用内容外的全部原文。',
  'strategy.combo-advanced.title': '高级组合',
  'strategy.combo-advanced.rule': '依次为重要性评分、关键事件、增量摘要、滑动窗口、完整摘要：每个策略都在前一个的结果上继续，直到满足预算。',
  'strategy.combo-advanced.loses': '目标很紧时，前一阶段的摘要会被后一阶段再次摘要。',
  'strategy.combo-smart.title': '智能组合',
  'strategy.combo-smart.rule': '依次为自适应、增量摘要、关键事件：每个策略都在前一个的结果上继续，直到满足预算。关键信息保留在摘要旁边。',
  'strategy.combo-smart.loses': '取决于各阶段；目标很紧时会出现摘要的摘要。',
  'strategy.combo-layers.title': '三层',
  'strategy.combo-layers.rule':
    '选择性压缩（S3）的处理顺序：先截短过长的工具输出，再移出大的结果，最后按条目类型压缩并在必要时写摘要，每层都在前一层的结果上继续。某一层截过的内容，后面的层不再截。',
  'strategy.combo-layers.loses': '长输出的中段，以及其他各层丢失的内容。',
  'strategy.pipeline.title': '自定义流水线',
  'strategy.pipeline.rule':
    '自选若干策略依次执行，每个都在前一个的结果上继续，直到满足预算。在相同目标下，能达到目标的那个阶段（否则为最后一个阶段）按目标自动取值，之前的阶段使用各自的参数。',
  'strategy.pipeline.loses': '取决于各阶段。',
  'param.stages': '阶段',
  'param.stages.help': '按顺序排列的策略，各有自己的参数。达到目标之后的阶段不再运行。',
  'param.name': '名称',
  'param.name.help': '显示在流水线旁边。',
  'reason.adaptive-list':
    '依次尝试，直到满足预算（$t(task-type.{{type}})）：$t(strategy.{{first}}.title)、$t(strategy.{{second}}.title)、$t(strategy.{{third}}.title)',
  'reason.note-task-type': '$t(task-type.{{type}})',
  'reason.note-pipeline-name': '{{name}}',
  'reason.stage-done': '{{before}} → {{after}} token',
  'reason.stage-aimed': '{{before}} → {{after}} token，$t(param.{{param}})自动取值 {{value}}',
  'reason.stage-not-run': '未运行：{{tokens}} token 已在目标 {{target}} 之内',
  'reason.note-stages': '执行了 {{ran}}/{{of}} 个阶段',
  'reason.unchanged-no-stages': '没有任何阶段',
  'reason.unchanged-stages_other': '{{count}} 个阶段均无事可做',
} as const satisfies Record<ChineseKeys<typeof englishPipelines>, string>;

export const ledger = {
  'strategy.fact-ledger.title': '事实账本',
  'strategy.fact-ledger.rule':
    '最后的消息完整保留。更早的内容全部换成一份不经模型写成的账本：文件以及对它做过什么，错误及其原因或修复，请求、规则与决策，名称和数字以及它们旁边的词。最可能再次用到的排在前面：说得多的、新近的、出现在调用中的、助手说过的。',
  'strategy.fact-ledger.loses': '事情之间的来龙去脉：账本只说有过什么，不说为什么。不含事实的解释最先消失。',
  'param.ledgerShare': '账本占比',
  'param.ledgerShare.help': '扣除必须保留的消息之后，目标中账本最多可占的比例；其余用来完整保留近期消息。近期消息用不完的部分归账本。',
  'param.ledgerMinTokens': '账本下限',
  'param.ledgerMinTokens.help':
    '必须保留的消息剩下的余量不足时，账本或笔记仍可使用的 token 数，目标因此最多会超出这么多。设为 0 时，较早的内容在这种情况下直接丢弃，不留一字。',
  'param.ledgerMaxTokens': '账本上限',
  'param.ledgerMaxTokens.help': '无论目标多大，账本或笔记最多可用的 token 数。',
  'param.ledgerWords': '事实旁的词数',
  'param.ledgerWords.help': '事实每一侧保留的词数。词越多，越说得清它是什么，能容下的事实也越少；设为 0 时账本近似一份光秃秃的清单。',
  'reason.sum-ledger':
    '倒数第 {{back}} 条，最后 {{keep}} 条保留。其中事实 {{facts}} 条；账本记下 {{told}} 条，在保留的消息中再次出现 {{stand}} 条，丢失 {{lost}} 条',
  'reason.drop-no-ledger': '倒数第 {{back}} 条，最后 {{keep}} 条保留：已移除；账本只剩 {{room}} token，少于 {{least}} 时写不下任何内容',
  'strategy.handover-note.title': '交接笔记',
  'strategy.handover-note.rule':
    '无论新旧，每个 token 上最可能再次用到的内容先留下：近期的块完整保留，较早的块缩短输出与参数。被移除的内容按对话顺序、注明是谁说的，以单句和单行引入一份笔记。同样的话不算两次：别处已有的就把位置让给其余内容。不经模型写成。',
  'strategy.handover-note.loses': '很久以前的完整输出，以及没有再被提起的步骤。',
  'reason.keep-handover': '倒数第 {{back}} 条完整保留：它的 {{tokens}} 个 token 中有足够多可能用到、而别处没有的内容',
  'reason.edit-handover': '倒数第 {{back}} 条：缩短输出与参数，{{before}} → {{after}} token',
  'reason.sum-handover_other': '倒数第 {{back}} 条，{{tokens}} token：其中 {{count}} 行引入笔记',
  'reason.drop-no-note': '倒数第 {{back}} 条：已移除；笔记只有 {{room}} token，放不下被移除内容的任何一行',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
