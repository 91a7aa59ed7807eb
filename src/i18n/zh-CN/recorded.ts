/** 录制的智能体自己的做法，作为一行。 */
import type { recorded as english } from '../en/recorded.ts';
import type { ChineseKeys } from './keys.ts';

export const recorded = {
  'family.recorded': '记录',
  'family.recorded.help': '智能体自己的做法',
  'strategy.recorded.title': '如记录所示',
  'strategy.recorded.rule':
    '录制的智能体自己的做法：它自己的摘要位于原处，在它保留的消息之前；压缩之前的其余内容都不在了。文字、角色和顺序与记录一致：不作保护，不作修复，也不以任何目标为准。',
  'strategy.recorded.use': '看看你的智能体丢了什么，并与其他策略对同一上下文的保留结果对照。',
  'strategy.recorded.loses': '它的摘要没有说到的内容。只有提供方能读的摘要按没有内容计，因为无人知道其中有什么。',
  'reason.recorded-kept': '压缩之后仍在智能体的上下文中',
  'reason.recorded-summarised': '已不在智能体的上下文中：由它自己的摘要代替',
  'reason.recorded-moved': '智能体自己的摘要：位于它所概括内容的位置',
  'reason.recorded-hidden': '已不在智能体的上下文中，代替它的摘要只有提供方能读',
  'reason.recorded-tokens': '智能体记录的压缩前 token 数：{{tokens}}',
  'reason.recorded-trigger': '智能体压缩的原因（原文）：{{trigger}}',
  'reason.note-recorded-hidden': '摘要不可读',
  'reason.recall-recorded': '智能体在它自己的位置压缩，而不是在这些切点：它在那里保留了什么，见召回率旁的校准值',
  'reason.unchanged-not-recorded': '录制的智能体在此没有压缩',
  'reason.error-stage-recorded': '阶段 {{number}}“{{id}}”：所记录的做法不能作为阶段',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
