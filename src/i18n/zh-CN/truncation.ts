import type { truncation as english } from '../en/truncation.ts';
import type { ChineseKeys } from './keys.ts';

export const truncation = {
  'strategy.diff-truncation.title': 'Diff 截断',
  'strategy.diff-truncation.rule':
    '正文、代码块、工具调用和工具结果中的 diff，除各自开头几行外，合计最多占用窗口的一定比例。较新的在额度内完整保留，最旧的最先截断；每个 diff 都保留开头，按行截断。',
  'strategy.diff-truncation.use': '编辑操作反复展示 diff，而文件本身随时可以再读时。',
  'strategy.diff-truncation.loses': '旧 diff 中靠后的改动块。不是 diff 的长输出保持原样。',
  'strategy.message-truncation.title': '消息截断',
  'strategy.message-truncation.rule':
    '超过上限的消息只保留开头，在句末或行末截断；工具调用的参数仍是合法 JSON，只缩短其中的长字符串。截断处注明少了多少 token。',
  'strategy.message-truncation.use': '个别消息特别长，而要点都在开头时。',
  'strategy.message-truncation.loses': '每条长消息的结尾：日志末尾的报错、长回答的结论。',
  'strategy.tool-output-truncation.title': '工具输出截断',
  'strategy.tool-output-truncation.rule':
    '工具输出的上限取决于它之前窗口还剩多少（窗口 − 之前的 token）：取其一定比例，但不低于下限。超出的保留首尾。',
  'strategy.tool-output-truncation.use': '窗口被工具输出占满，而输出的首尾已足够说明问题时。',
  'strategy.tool-output-truncation.loses': '长输出的中间部分；窗口占用越多，后面的输出留得越短。',
  'strategy.hierarchical.title': '分层压缩',
  'strategy.hierarchical.rule':
    '每一层各有规则：系统消息和用户消息完整保留；工具调用连同关键结果保留（优先保留报错、退出码、测试统计和 diff 统计）；助手的中间步骤缩短为决策和结论。',
  'strategy.hierarchical.use': '适合智能体会话：用户的要求一字不动，打印出来的内容压缩最多。',
  'strategy.hierarchical.loses': '看起来普通的输出细节，以及决策之间的推理过程。',
  'strategy.time-decay.title': '时间衰减',
  'strategy.time-decay.rule':
    '消息保留的 token 比例随年龄每过一个半衰期减半：近期的不动，较旧的缩短，低于丢弃阈值的删除。有时间戳时按时间计算年龄，否则按位置。',
  'strategy.time-decay.use': '细节越旧越不重要，有个大致印象就够时。',
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

  'reason.unchanged-all-recent-time':
    '可处理的消息都是近期的，或短得无法再缩短：半衰期 {{halfLife}} 分钟，保留比例不低于 {{recentAbove, percent}} 的算近期',
  'reason.unchanged-all-recent-position':
    '可处理的消息都是近期的，或短得无法再缩短：半衰期 {{halfLife}} 条消息，保留比例不低于 {{recentAbove, percent}} 的算近期',
  'reason.note-age-by-position': '年龄：按位置',
  'reason.decay-recent-time':
    '近期：距今 {{age}} 分钟，半衰期 {{halfLife}} 分钟，保留比例 {{factor, percent}}（不低于 {{recentAbove, percent}} 的算近期）',
  'reason.decay-recent-position':
    '近期：之后还有 {{age}} 条消息，半衰期 {{halfLife}} 条消息，保留比例 {{factor, percent}}（不低于 {{recentAbove, percent}} 的算近期）',
  'reason.decay-short-time': '距今 {{age}} 分钟，半衰期 {{halfLife}} 分钟，保留比例 {{factor, percent}}；共 {{tokens}} token，无法再缩短',
  'reason.decay-short-position': '之后还有 {{age}} 条消息，半衰期 {{halfLife}} 条消息，保留比例 {{factor, percent}}；共 {{tokens}} token，无法再缩短',
  'reason.decay-cut-time': '距今 {{age}} 分钟，半衰期 {{halfLife}} 分钟：保留 {{tokens}} token 的 {{factor, percent}}，剩 {{after}}',
  'reason.decay-cut-position': '之后还有 {{age}} 条消息，半衰期 {{halfLife}} 条消息：保留 {{tokens}} token 的 {{factor, percent}}，剩 {{after}}',
  'reason.decay-drop-time':
    '距今 {{age}} 分钟，半衰期 {{halfLife}} 分钟：保留比例 {{factor, percent}}，整个工具块都低于 {{dropBelow, percent}}，丢弃',
  'reason.decay-drop-position':
    '之后还有 {{age}} 条消息，半衰期 {{halfLife}} 条消息：保留比例 {{factor, percent}}，整个工具块都低于 {{dropBelow, percent}}，丢弃',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
