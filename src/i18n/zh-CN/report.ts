import type { report as english } from '../en/report.ts';
import type { ChineseKeys } from './keys.ts';

/** 报告。 */
export const report: Readonly<Record<ChineseKeys<typeof english>, string>> = {
  'report.title': '{{name}} 的压缩',
  'report.facts': '{{format}} · {{messages}} 条消息 · {{tokens}} token（{{tokenizer}}）',
  'report.budget': '窗口 {{window}}，目标 {{target}}',
  'report.budget.own': '窗口 {{window}}，各行自己的默认值',
  'report.answer': '答案',
  'report.rows': '各行',
  'report.row': '行',
  'report.strip': '最旧在左',
  'report.note': '备注',
  'report.sort': '点击表头排序。',
  'report.plot': '后来所需内容的保留与切点处剩余 token',
  'report.plot.x': '切点处剩余 token，%',
  'report.plot.y': '独立召回率，%',
  'report.settings': '设置',
  'report.definitions': '定义',
  'report.legend': '条带：保留、编辑、摘要、卸载、丢弃（空白），按 token。',
  'report.texts': '本报告不含任何消息文本。',
  'report.messages': '消息',
  'report.texts.whole': '本报告含有消息原文，未作任何遮盖。',
  'report.texts.masked_other': '本报告含有消息文本；{{count}} 处疑似机密已遮盖。',
  'report.fate.keep': '保留',
  'report.fate.edit': '编辑',
  'report.fate.summarize': '摘要',
  'report.fate.offload': '卸载',
  'report.fate.drop': '丢弃',
  'report.hidden': '隐藏',
};
