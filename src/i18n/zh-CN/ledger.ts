/** 自有策略：事实账本。 */
import type { ledger as english } from '../en/ledger.ts';
import type { ChineseKeys } from './keys.ts';

export const ledger = {
  'strategy.fact-ledger.title': '事实账本',
  'strategy.fact-ledger.rule':
    '最后的消息完整保留。更早的内容全部换成一份不经模型写成的账本：文件以及对它做过什么，错误及其原因或修复，请求、规则与决策，名称和数字以及它们旁边的词。最可能再次用到的排在前面：说得多的、新近的、出现在调用中的、助手说过的。',
  'strategy.fact-ledger.use': '名称、文件和数字很多的长任务：摘要往往恰好忘掉下一步要用的那一个。',
  'strategy.fact-ledger.loses': '事情之间的来龙去脉：账本只说有过什么，不说为什么。不含事实的解释最先消失。',
  'param.ledgerShare': '账本占比',
  'param.ledgerShare.help': '扣除必须保留的消息之后，目标中账本最多可占的比例；其余用来完整保留近期消息。近期消息用不完的部分归账本。',
  'param.ledgerMinTokens': '账本下限',
  'param.ledgerMinTokens.help':
    '必须保留的消息剩下的余量不足时，账本仍可使用的 token 数，目标因此最多会超出这么多。设为 0 时，较早的内容在这种情况下直接丢弃，不留一字。',
  'param.ledgerMaxTokens': '账本上限',
  'param.ledgerMaxTokens.help': '无论目标多大，账本最多可用的 token 数。',
  'param.ledgerWords': '事实旁的词数',
  'param.ledgerWords.help': '事实每一侧保留的词数。词越多，越说得清它是什么，能容下的事实也越少；设为 0 时账本近似一份光秃秃的清单。',
  'reason.sum-ledger':
    '倒数第 {{back}} 条，早于最后 {{keep}} 条。其中 {{facts}} 个事实：{{told}} 个写入账本，{{stand}} 个在保留的消息中再次出现，{{lost}} 个丢失',
  'reason.drop-no-ledger': '倒数第 {{back}} 条，早于最后 {{keep}} 条：已移除；账本只剩 {{room}} token，少于 {{least}} 时写不下任何内容',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
