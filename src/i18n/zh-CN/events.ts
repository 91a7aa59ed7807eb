import type { events as english } from '../en/events.ts';
import type { ChineseKeys } from './keys.ts';

export const events = {
  'task-type.code': '代码',
  'task-type.analysis': '分析',
  'task-type.conversation': '对话',
  'task-type.mixed': '混合',
  'task-type.unknown': '未知',
  'reason.trace-task-type':
    '任务类型：$t(task-type.{{type}})。指向代码的消息：按工具 {{codeTools}} 条，按用词 {{codeWords}} 条；指向分析的消息：按工具 {{analysisTools}} 条，按用词 {{analysisWords}} 条；较少的一类占两者之和的 {{smaller, percent}}（达到 {{mixedFrom, percent}} 即为混合）。少于 {{limit}} 个字符的用户消息：{{short}} / {{users}} 条',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
