import type { replay as english } from '../en/replay.ts';
import type { ChineseKeys } from './keys.ts';

export const replay = {
  'reason.trigger-requests': '触发：每次请求之前都会执行',
  'reason.trigger-as-recorded': '录制的智能体在此处压缩',
  'reason.trigger-hand': '手动',
  'reason.log-replay-triggered': '触发条件“{{kind}}”在 {{tokens}} token 时触发',
  'reason.log-replay-compacted': '压缩完成：{{before}} → {{after}} token，{{messagesBefore}} → {{messagesAfter}} 条消息',
  'reason.log-replay-summaries-over_other': '有 {{count}} 个摘要实际上写不出来：其调用最多有 {{tokens}} token，而写摘要的模型的窗口为 {{window}}',
  'reason.log-replay-warning': '预警：{{tokens}} token 已达到窗口 {{window}} 的 {{share, percent}}',
  'reason.log-replay-cooldown': '在 {{tokens}} token 时触发，但仍处于 {{cooldown}} 个请求的冷却期内，跳过',
  'reason.log-replay-stopped': '以错误停止：上下文保持原样，其后的全部请求（{{refused}} 个）均被拒绝',
  'reason.loop-window':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。有 {{fixed}} token 不可改动（头部、固定内容、最后一条用户消息和工具块），而触发点为 {{fires}} token。只能增大窗口或推迟触发（窗口 = {{window}}）',
  'reason.loop-target': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。目标 {{target}} token 不低于触发点 {{fires}} token，请调低目标',
  'reason.loop-trigger':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。按其自身规则压缩到 {{target}} token 即止，而触发点为 {{fires}} token，请推迟触发或另设目标',
  'reason.loop-narrow':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，平均每次释放 {{freed}} token。压缩后剩 {{after}} token，下一个请求又达到 {{fires}}，请调低目标',
  'reason.loop-param':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，平均每次释放 {{freed}} token。参数“$t(param.{{param}})”为 {{value}} 时，该策略留下 {{after}} token，而触发点为 {{fires}} token',
  'reason.loop-strategy':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，平均每次释放 {{freed}} token。该策略压缩到极限仍剩 {{after}} token（目标 {{target}}），随即再次触发：剩下的内容不在它的处理范围内',
  'reason.loop-answer': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，每次询问的回答均为“{{answer}}”，在 {{after}} token 时未作任何改动',
  'reason.loop-idle':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，在 {{after}} token 时策略未作任何改动。没有它可处理的内容，需要换用其他策略',
  'reason.recorded-difference': '实际记录：{{of}} 次请求中的 {{requests}} 次共 {{recorded, money}}；同样的请求不压缩在此计为 {{none, money}}',
  'reason.recorded-incomparable': '文件包含的请求内容太少，无法与其费用比较：记录的提示与此处统计的相差中位数为 {{error, percent}}',
  'reason.recorded-size-less': '因提示大小少 {{cost, money}}：记录为 {{recordedPrompt, whole}} token，此处计为 {{nonePrompt, whole}}',
  'reason.recorded-size-more': '因提示大小多 {{cost, money}}：记录为 {{recordedPrompt, whole}} token，此处计为 {{nonePrompt, whole}}',
  'reason.recorded-cache-less': '因缓存少 {{cost, money}}：记录中有 {{recordedRead, percent}} 的提示 token 读自缓存，此处为 {{noneRead, percent}}',
  'reason.recorded-cache-more': '因缓存多 {{cost, money}}：记录中有 {{recordedRead, percent}} 的提示 token 读自缓存，此处为 {{noneRead, percent}}',
  'reason.recorded-output-less': '因回答少 {{cost, money}}：记录的 token 少于此处的统计',
  'reason.recorded-output-more': '因回答多 {{cost, money}}：记录的 token 多于此处的统计',
  'reason.recorded-summaries-more': '因服务商在请求中写的摘要多 {{cost, money}}',
  'reason.recorded-compactions_other': '智能体自身压缩过 {{count}} 次，之后的提示因此变小',
  'reason.recorded-unseen': '每次请求有 {{unseen}} token 不在文件中：由记录拟合得出，并已计入',
  'reason.recorded-unseen-unknown': '文件未包含的部分（系统提示、工具定义）没有计入',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
