/** 事后召回率：为什么没有数值。 */
import type { recall as english } from '../en/recall.ts';
import type { ChineseKeys } from './keys.ts';

export const recall = {
  'reason.recall-few-facts': '事实太少：录制的后续只凭记忆用到 {{facts}} 条，至少需要 {{least}} 条',
  'reason.recall-few-cuts': '请求太少：录制内容只有 {{cuts}} 处可以切分，至少需要 {{least}} 处',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
