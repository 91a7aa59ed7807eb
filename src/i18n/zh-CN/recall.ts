/** 事后召回率：对照行，以及为什么没有数值。 */
import type { recall as english } from '../en/recall.ts';
import type { ChineseKeys } from './keys.ts';

export const recall = {
  'strategy.oldest-first.title': '只留最早',
  'strategy.oldest-first.rule': '对照：可移除消息（工具块保持完整）从最新的开始往前移除，直到达到目标。留下的是最早说的内容。',
  'strategy.oldest-first.use': '作为反向对照：衡量记忆的指标，应当让它低于任何保留近期消息的策略。',
  'strategy.oldest-first.loses': '除最后一条用户消息和最后一个工具块之外的全部近期内容。',
  'strategy.fact-list.title': '事实清单',
  'strategy.fact-list.rule': '对照：凡不受保护的内容都换成一条消息，每行列出一个事实，最近提到的在前，目标容得下多少就列多少。',
  'strategy.fact-list.use': '作为警示：仅凭“出现”就能得多少分。请同时看绑定率。',
  'strategy.fact-list.loses': '一切说明事实含义的内容：做了什么、为什么、先后顺序。',
  'reason.drop-newest': '从最新的开始，第 {{rank}} 条被移除（共 {{of}} 条）',
  'reason.sum-fact-list': '只剩其中的事实，列成清单：{{facts}} 条中有 {{listed}} 条放得下',
  'reason.recall-few-facts': '事实太少：录制的后续只凭记忆用到 {{facts}} 条，至少需要 {{least}} 条',
  'reason.recall-few-cuts': '请求太少：录制内容只有 {{cuts}} 处可以切分，至少需要 {{least}} 处',
  'reason.recall-no-room': '随机（{{random, percent}}）与先知（{{oracle, percent}}）保留的几乎一样多',
  'reason.measure-few-needs': '太少：录制的后续凭记忆需要的字符串和路径都不足 {{least}} 个',
  'reason.measure-hidden': '压缩后的内容只有服务商能读取：旁人无法得知保留了什么',
  'reason.measure-no-future': '尚未测量后见召回率',
  'reason.measure-no-target': '采用出厂设置时没有共同目标，因此没有随机基线与先知上限',
  'reason.recall-long': '不会自动测量：共 {{messages}} 条消息（超过 {{most}} 条），每行切 12 处要花几分钟；可在展开的行中测量，或使用 --recall',
  'reason.recall-idle': '{{cuts}} 个切点上都无事可做，因此没有可测量的',
  'reason.recall-refused': '{{cuts}} 个切点上都没有结果：被否决、被拒绝或无事可做',
  'reason.measure-other-writer': '不属于本行：本行的摘要由真实模型撰写，而这里会由内置摘要器撰写；除非有人付费，否则不会调用该模型',
  'reason.measure-no-needs': '需要的事实一个也没有保留，无从谈绑定率',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
