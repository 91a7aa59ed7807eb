import type { samples as english } from '../en/samples.ts';
import type { ChineseKeys } from './keys.ts';

export const samples = {
  'sample.coding-session.title': '编程会话：轮渡座位预留',
  'sample.coding-session.description': '智能体为一个 TypeScript API 修复超售：有规则、中途变更、失败的测试、死锁和未完成的步骤。',
  'sample.research-session.title': '调研：寒冷地区热泵',
  'sample.research-session.description': '为住房合作社所做的搜索：互相矛盾的来源、价格、一处更正的数字。',
  'sample.support-policies.title': '客户服务：按政策办理',
  'sample.support-policies.description': '网店的一段长对话：换货、退款、保修；有订单号、金额和工具调用。',
  'sample.chinese-data-analysis.title': '中文：茶饮门店销售分析',
  'sample.chinese-data-analysis.description': '茶饮门店销售，用到 SQL 和 Python，数据有错误。',
  'sample.pasted-log.title': '粘贴了 50 KB 日志的短对话',
  'sample.pasted-log.description': '几乎全部内容都在一条消息里：一次故障的日志，含一个示例密钥。',
  'sample.markdown-chat.title': 'Markdown 聊天：筹划研讨会',
  'sample.markdown-chat.description': '导出为 Markdown，没有工具：议程、预算、改动、最终方案。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
