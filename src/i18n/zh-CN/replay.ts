import type { replay as english } from '../en/replay.ts';
import type { ChineseKeys } from './keys.ts';

export const replay = {
  'reason.trigger-requests': '触发：每次请求之前',
  'reason.trigger-as-recorded': '你的智能体在此处压缩',
  'reason.trigger-hand': '手动',
  'reason.log-replay-triggered': '触发条件“{{kind}}”在 {{tokens}} token 时触发',
  'reason.log-replay-compacted': '压缩完成：{{before}} → {{after}} token，{{messagesBefore}} → {{messagesAfter}} 条消息',
  'reason.log-replay-summaries-over': '超出窗口 {{window}} 的摘要：{{count}} 个，最多 {{tokens}} token',
  'reason.log-replay-warning': '预警：{{tokens}} token，达到 {{window}} 的 {{share, percent}}',
  'reason.log-replay-cooldown': '在 {{tokens}} token 时触发，仍处于 {{cooldown}} 个请求的冷却期内',
  'reason.log-replay-stopped': '以错误停止：其后的 {{refused}} 个请求被拒绝',
  'reason.loop-window':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。{{fixed}} token 不可移除，而触发点为 {{fires}}：请增大窗口（{{window}}）或推迟触发',
  'reason.loop-target': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。预算 {{target}} token 不低于触发点 {{fires}}：请调低',
  'reason.loop-trigger':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次。它压缩到 {{target}} token 即止，而触发点为 {{fires}}：请推迟触发或设置预算',
  'reason.loop-narrow':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，每次释放 {{freed}} token。剩 {{after}}，下一个请求又达到 {{fires}}：请调低预算',
  'reason.loop-param':
    '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，每次释放 {{freed}} token。“$t(param.{{param}})”为 {{value}} 时剩 {{after}}，而触发点为 {{fires}}',
  'reason.loop-strategy': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，每次释放 {{freed}} token。它最少剩 {{after}}（预算 {{target}}）',
  'reason.loop-answer': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，在 {{after}} token 时得到的回答均为“{{answer}}”',
  'reason.loop-idle': '请求 {{from, raw}} 至 {{to, raw}}：触发 {{times}} 次，在 {{after}} token 时没有动作：请换用其他策略',
  'reason.recorded-difference': '实际记录：{{of}} 次请求中的 {{requests}} 次共 {{recorded, money}}；不压缩在此计为 {{none, money}}',
  'reason.recorded-incomparable': '费用无法比较：实际记录与此处统计的提示，中位数相差 {{error, percent}}',
  'reason.recorded-size-less': '因大小少 {{cost, money}}：记录 {{recordedPrompt, whole}} token，此处 {{nonePrompt, whole}}',
  'reason.recorded-size-more': '因大小多 {{cost, money}}：记录 {{recordedPrompt, whole}} token，此处 {{nonePrompt, whole}}',
  'reason.recorded-cache-less': '因缓存少 {{cost, money}}：记录中读取 {{recordedRead, percent}}，此处 {{noneRead, percent}}',
  'reason.recorded-cache-more': '因缓存多 {{cost, money}}：记录中读取 {{recordedRead, percent}}，此处 {{noneRead, percent}}',
  'reason.recorded-output-less': '因回答少 {{cost, money}}：记录的 token 较少',
  'reason.recorded-output-more': '因回答多 {{cost, money}}：记录的 token 较多',
  'reason.recorded-summaries-more': '因服务商写的摘要多 {{cost, money}}',
  'reason.recorded-compactions': '智能体自身压缩过 {{count}} 次，之后的提示因此变小',
  'reason.recorded-unseen': '每次请求有 {{unseen}} token 不在文件中：由实际用量估算',
  'reason.recorded-unseen-unknown': '不在文件中的系统提示和工具没有计入',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
