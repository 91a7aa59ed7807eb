/** 自有策略：事实账本与交接笔记。 */
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
    '必须保留的消息剩下的余量不足时，账本或笔记仍可使用的 token 数，目标因此最多会超出这么多。设为 0 时，较早的内容在这种情况下直接丢弃，不留一字。',
  'param.ledgerMaxTokens': '账本上限',
  'param.ledgerMaxTokens.help': '无论目标多大，账本或笔记最多可用的 token 数。',
  'param.ledgerWords': '事实旁的词数',
  'param.ledgerWords.help': '事实每一侧保留的词数。词越多，越说得清它是什么，能容下的事实也越少；设为 0 时账本近似一份光秃秃的清单。',
  'reason.sum-ledger':
    '倒数第 {{back}} 条，早于最后 {{keep}} 条。其中 {{facts}} 个事实：{{told}} 个写入账本，{{stand}} 个在保留的消息中再次出现，{{lost}} 个丢失',
  'reason.sum-ledger-none':
    '倒数第 {{back}} 条，没有消息因新近而保留。其中 {{facts}} 个事实：{{told}} 个写入账本，{{stand}} 个在保留的消息中再次出现，{{lost}} 个丢失',
  'reason.drop-no-ledger': '倒数第 {{back}} 条，早于最后 {{keep}} 条：已移除；账本只剩 {{room}} token，少于 {{least}} 时写不下任何内容',
  'reason.drop-no-ledger-none': '倒数第 {{back}} 条，没有消息因新近而保留：已移除；账本只剩 {{room}} token，少于 {{least}} 时写不下任何内容',
  'strategy.handover-note.title': '交接笔记',
  'strategy.handover-note.rule':
    '无论新旧，每个 token 上最可能再次用到的内容先留下：近期的块完整保留，较早的块缩短输出与参数。被移除的内容按对话顺序、注明是谁说的，以单句和单行引入一份笔记。同样的话不算两次：别处已有的就把位置让给其余内容。不经模型写成。',
  'strategy.handover-note.use': '任何长任务：下一步需要准确的名称、用户的原话，以及仍在编辑的文本。',
  'strategy.handover-note.loses': '很久以前的完整输出，以及没有再被提起的步骤。',
  'reason.keep-handover': '倒数第 {{back}} 条完整保留：它的 {{tokens}} 个 token 中有足够多可能用到、而别处没有的内容',
  'reason.edit-handover': '倒数第 {{back}} 条：缩短输出与参数，{{before}} → {{after}} token',
  'reason.sum-handover_other': '倒数第 {{back}} 条，{{tokens}} token：其中 {{count}} 行引入笔记',
  'reason.drop-no-note': '倒数第 {{back}} 条：已移除；笔记只有 {{room}} token，放不下被移除内容的任何一行',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
