import type { use as english } from '../en/use.ts';
import type { ChineseKeys } from './keys.ts';

/** 写代码的对话框。 */
export const use: Readonly<Record<ChineseKeys<typeof english>, string>> = {
  'use.title': '在我的智能体中使用 {{title}}',
  'use.target': '所用框架',
  'use.target.ai-sdk': 'AI SDK',
  'use.target.langchain': 'LangChain',
  'use.target.openai-agents': 'OpenAI Agents',
  'use.target.anthropic': 'Anthropic 消息',
  'use.target.openai': 'OpenAI 消息',
  'use.target.terminal': '终端',
  'use.copy': '复制',
  'use.copied': '已复制',
  'use.same': '与本页相同的引擎和当前设置；未写出的均为默认值。上下文超过触发值时压缩。',
  'use.same.terminal': '与本页相同的引擎。关键词表和优先级另有选项：--help。',
  'use.summaries': '摘要由内置摘要器撰写，与此处相同。要由模型撰写，请加上 summarize: async ({ system, prompt, maxTokens }) => text。',
  'use.summaries.model': '此处由模型撰写摘要。没有 summarize: async ({ system, prompt, maxTokens }) => text 时由内置摘要器撰写。',
  'use.product': '这是 {{product}} 按其自身规则所做的事，以代码形式供其他智能体使用，不会改变 {{product}} 的设置。',
  'use.marks': '手动设定的优先级属于本会话的消息，未包含在内。',
};
