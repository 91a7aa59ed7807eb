import type { models as english } from '../en/models.ts';
import type { ChineseKeys } from './keys.ts';

export const models = {
  'reason.model-no-model': '尚未选择模型：请在摘要器设置中选择',
  'reason.model-no-key': '尚未设置该提供商的密钥：请在摘要器设置中填写',
  'reason.model-bad-address': '端点地址缺失或不被允许：应为 https://…，或 localhost、127.0.0.1 上的 http://',
  'reason.model-unauthorized': '端点不接受该密钥（{{status, raw}}）：请检查密钥是否正确且属于该提供商。{{detail}}',
  'reason.model-forbidden': '该密钥无权使用此模型或端点（{{status, raw}}）：请检查密钥的权限。{{detail}}',
  'reason.model-not-found': '端点没有此模型或地址（{{status, raw}}）：请检查模型名称和基础 URL。{{detail}}',
  'reason.model-rate-limited': '请求过多（{{status, raw}}），等待后仍被拒绝：请稍后重试或减少并发调用数。{{detail}}',
  'reason.model-too-large': '待摘要的消息超出该模型的长度（{{status, raw}}）：请选择窗口更大的模型或摘要更小的策略。{{detail}}',
  'reason.model-rejected': '端点拒绝了请求（{{status, raw}}）。{{detail}}',
  'reason.model-server': '端点出错（{{status, raw}}），重试后仍失败：请稍后再试。{{detail}}',
  'reason.model-unreachable': '无法访问端点，或端点不允许来自本页面的请求（CORS）：请检查其是否运行、地址以及允许的来源。{{detail}}',
  'reason.model-timeout': '未在时限内应答：请提高时限或选择更快的模型',
  'reason.model-cut': '应答中途中断，重试后仍如此：请检查连接。{{detail}}',
  'reason.model-empty': '模型的应答没有任何文本：请换一个模型',
  'reason.model-untagged': '应答没有该策略所需的 <summary> 标签：请换一个模型或修改提示词',
  'reason.model-malformed': '应答不符合所选提供商的格式：请检查基础 URL 是否使用该协议。{{detail}}',
  'reason.model-wrong-type': '应答是网页而不是数据：请检查基础 URL（中间可能有登录页或代理）',
  'reason.model-cancelled': '摘要完成前已取消',
  'reason.model-too-long': '模型写了 {{tokens}} 个 token（{{characters}} 个字符），允许 {{allowed}} 个 token',
  'reason.rejected-model': '{{summarizer}} 没有给出摘要。$t(reason.{{because}})。一切已回滚',
  'reason.model-not-sent': '尚未发送：还没有人同意把这些消息发送给该模型',
  'reason.model-unknown': '方案指定了模型 {{id}}，但其中没有该模型：请选择其他摘要器',
  'reason.failure-not-sent': '尚未发送',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
