import type { start as english } from '../en/start.ts';
import type { ChineseKeys } from './keys.ts';

export const start = {
  'start.open': '开始：这是什么，如何导入',
  'start.first': '这是一个示例。本页展示每种压缩方式会保留、丢失对话中的哪些内容。导入自己的会话即可查看。',
  'start.first.label': '首次访问',
  'start.first.bring': '从这里开始',
  'start.first.dismiss': '不再显示此行',
  'start.title': '智能体压缩上下文时会忘记什么？',
  'start.lead':
    '长时间运行的智能体会填满上下文，然后进行压缩：删除、截断或摘要。导入一段记录下来的会话，即可看到各种产品和公开规则会保留多少后来用到的内容、代价是多少，以及服务商是否接受。',
  'start.bring': '拖入一个会话或整个文件夹',
  'start.bring.help': '可拖到页面任意位置。JSON、JSONL、Markdown 和 zip 按内容识别。多个文件组成一个会话集。',
  'start.before': '曾在此打开',
  'start.before.all': '全部最近会话',
  'start.paste': '粘贴',
  'start.paste.help': '剪贴板中的会话：在页面任意位置按 Ctrl V 或 ⌘V，或粘贴到导入窗口的输入框中。',
  'start.sample': '使用示例',
  'start.sample.help': '专为本页编写，打开后立即比较。',
  'start.sample.name': '示例',
  'start.sample.format': '格式',
  'start.sample.messages': '消息',
  'start.get': '依次得到什么',
  'start.get.answer': '结论：哪一行保留最多，与自己的智能体和随机水平相比如何，把握有多大。',
  'start.get.compare': '比较：每一行是一条色带和若干数字；点击数字即可看到丢失的事实以及需要它的消息。',
  'start.get.set': '会话集：在多个会话上做同样的比较，并逐个会话给出差异。',
  'start.get.replay': '重放：逐个请求，按各产品自己的触发条件，给出大小、被拒绝的请求和费用。',
  'start.private': '没有服务器。文件只在本浏览器中读取并留在其中；除非自行配置模型并同意，否则不会发送任何内容。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
