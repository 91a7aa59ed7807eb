import type { pipelines as english } from '../en/pipelines.ts';
import type { ChineseKeys } from './keys.ts';

export const pipelines = {
  'reason.stage-done': '{{before}} → {{after}} 个 token',
  'reason.stage-aimed': '{{before}} → {{after}} 个 token，$t(param.{{param}}) 按目标自动取值 {{value}}',
  'reason.stage-not-run': '未运行：{{tokens}} 个 token 已在目标 {{target}} 之内',
  'reason.note-stages': '{{of}} 个阶段中执行了 {{ran}} 个',
  'reason.unchanged-stages_other': '{{count}} 个阶段均无可做之事',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
