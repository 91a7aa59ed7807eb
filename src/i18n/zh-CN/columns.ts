/** 简体中文 of titles of columns. */
import type { columns as english } from '../en/columns.ts';
import type { ChineseKeys } from './keys.ts';

export const columns = {
  'compare.column.tokens': '剩余 token',
  'compare.column.messages': '消息',
  'compare.column.efficiency': '效率',
  'compare.column.facts': '事实',
  'compare.column.recall': '第二指标',
  'compare.column.binding': '仍在原句中',
  'compare.column.independent': '后来需要的，保留了',
  'compare.column.wording': '措辞',
  'compare.column.user-words': '你的原话',
  'compare.column.valid': '服务商接受',
  'compare.column.cost': '下次调用',
  'compare.column.time': '用时',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
