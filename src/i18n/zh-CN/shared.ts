/** 简体中文 of words that page and engine share. */
import type { shared as english } from '../en/shared.ts';
import type { ChineseKeys } from './keys.ts';

export const shared = {
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
  'unit.messages': '消息',
  'unit.tokens': 'token',
  'failure.empty': '空',
  'failure.error': '错误',
  'failure.timeout': '超时未答',
  'failure.too-long': '过长',
  'failure.not-sent': '尚未发送',
  'too-large.characters': '{{found}} 个字符，超过上限 {{most}}',
  'too-large.bytes': '超过 {{most}} 字节',
  'too-large.levels': '嵌套超过 {{most}} 层',
  'too-large.entries': '{{path}} 处有 {{found}} 个条目，超过上限 {{most}}',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
