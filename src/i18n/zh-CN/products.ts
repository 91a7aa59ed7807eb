import type { products as english } from '../en/products.ts';
import type { ChineseKeys } from './keys.ts';

export const products = {
  'family.products': '产品',
  'family.products.help': '已发布的智能体和框架按自身数值的做法',
  'param.repaired': '修复',
  'param.repaired.help': '关：与发布版本一致，包括其缺陷。开：选择不变，但受保护的消息保留，工具块保持完整，请求会被修复，结果会经过校验。',
  'unit.events': '个事件',
  'reason.product-kept': '{{product}} 保留此消息',
  'reason.product-edited': '{{product}} 修改此消息',
  'reason.keep-product-edit': '产品的修改会去掉调用、结果或思考、清空消息或使其变长，故保持原样',
  'reason.product-summarised': '{{product}} 将其写入摘要',
  'reason.product-dropped': '{{product}} 舍弃此消息',
  'reason.unchanged-product': '{{product}} 在此不作任何改动',
  'reason.note-product-fixed': '没有自己的预算参数',
  'reason.note-product-hidden': '不可见：无法得知服务商保留了什么',
  'reason.error-stage-product': '阶段 {{number}}“{{id}}”：产品不能作为阶段',
} satisfies Record<ChineseKeys<typeof english>, string>;
