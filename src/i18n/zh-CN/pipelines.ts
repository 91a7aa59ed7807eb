import type { pipelines as english } from '../en/pipelines.ts';
import type { ChineseKeys } from './keys.ts';

export const pipelines = {
  'strategy.adaptive.title': '自适应压缩',
  'strategy.adaptive.rule':
    '根据工具和用词识别任务类型（代码、分析、对话、混合、未知），再按该类型的列表依次尝试，直到满足预算：先滑动窗口，再关键事件（代码任务）或重要性评分，最后增量摘要；混合任务先增量摘要、后重要性评分。每个策略都在前一个的结果上继续；无事可做或失败的策略会被跳过。',
  'strategy.adaptive.use': '用同一套设置处理不同类型的对话时。',
  'strategy.adaptive.loses': '取决于实际用到的策略；任务类型只是根据计数作出的推测。',
  'strategy.combo-basic.title': '基础组合',
  'strategy.combo-basic.rule': '完整摘要，旁边保留关键信息：任务、任务列表和文件变更。token 阈值触发在回放中生效。',
  'strategy.combo-basic.use': '作为衡量其他组合的基准。',
  'strategy.combo-basic.loses': '除引用内容外的全部原文。',
  'strategy.combo-advanced.title': '高级组合',
  'strategy.combo-advanced.rule': '依次为重要性评分、关键事件、增量摘要、滑动窗口、完整摘要：每个策略都在前一个的结果上继续，直到满足预算。',
  'strategy.combo-advanced.use': '希望在预算允许时尽量逐字保留重要消息。',
  'strategy.combo-advanced.loses': '目标很紧时，前一阶段的摘要会被后一阶段再次摘要。',
  'strategy.combo-smart.title': '智能组合',
  'strategy.combo-smart.rule': '依次为自适应、增量摘要、关键事件：每个策略都在前一个的结果上继续，直到满足预算。关键信息保留在摘要旁边。',
  'strategy.combo-smart.use': '希望一套设置适用于各类任务，并且比自适应多几道退路。',
  'strategy.combo-smart.loses': '取决于各阶段；目标很紧时会出现摘要的摘要。',
  'strategy.combo-layers.title': '三层',
  'strategy.combo-layers.rule':
    '选择性压缩（S3）的处理顺序：先截短过长的工具输出，再移出大的结果，最后按条目类型压缩并在必要时写摘要，每层都在前一层的结果上继续。某一层截过的内容，后面的层不再截。',
  'strategy.combo-layers.use': '窗口大多被工具输出占用时：先做代价小的裁剪，不够再写摘要。',
  'strategy.combo-layers.loses': '长输出的中段，以及其他各层丢失的内容。',
  'strategy.pipeline.title': '自定义流水线',
  'strategy.pipeline.rule':
    '自选若干策略依次执行，每个都在前一个的结果上继续，直到满足预算。在相同目标下，能达到目标的那个阶段（否则为最后一个阶段）按目标自动取值，之前的阶段使用各自的参数。',
  'strategy.pipeline.use': '单个策略都不合适时：先做代价小的裁剪，不够再做摘要。',
  'strategy.pipeline.loses': '取决于各阶段。',
  'param.stages': '阶段',
  'param.stages.help': '按顺序排列的策略，各有自己的参数。达到目标之后的阶段不再运行。',
  'param.name': '名称',
  'param.name.help': '显示在流水线旁边。',
  'reason.adaptive-list':
    '依次尝试，直到满足预算（$t(task-type.{{type}})）：$t(strategy.{{first}}.title)、$t(strategy.{{second}}.title)、$t(strategy.{{third}}.title)',
  'reason.note-task-type': '$t(task-type.{{type}})',
  'reason.note-pipeline-name': '{{name}}',
  'reason.stage-done': '{{before}} → {{after}} token',
  'reason.stage-aimed': '{{before}} → {{after}} token，$t(param.{{param}})自动取值 {{value}}',
  'reason.stage-not-run': '未运行：{{tokens}} token 已在目标 {{target}} 之内',
  'reason.note-stages': '执行了 {{ran}}/{{of}} 个阶段',
  'reason.unchanged-no-stages': '没有任何阶段',
  'reason.unchanged-stages_other': '{{count}} 个阶段均无事可做',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
