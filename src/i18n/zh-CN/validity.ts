import type { validity as english } from '../en/validity.ts';
import type { ChineseKeys } from './keys.ts';

export const validity = {
  'measure.validity.title': '有效性',
  'measure.validity.definition':
    '提供商会接受压缩后的请求吗？按提供商列出被违反的规则。OpenAI Chat：每个调用之后紧跟其结果，没有无调用的结果，参数是 JSON，回答不为空。OpenAI Responses：每个调用都有输出，每个输出都有调用，推理与其引出的条目同在。Anthropic：第一条是用户消息，每个调用都在下一条用户消息的开头得到结果，内容不为空，最后一轮的思考保持原样；启用保留思考的模型不接受其前内容已改动的思考。Gemini：第一条是用户消息，调用紧跟在用户消息或函数响应之后，响应与调用数目相同。原始记录中已有的违规会标出，不归咎于策略。',
  'measure.validity.unit': '按提供商列出的违规；以所用模型和所用格式的规则为准',
  'measure.validity.limits':
    '只检查提供商文档中写明、且从请求本身就能看出的规则。长度和数量上限、工具名称、媒体，以及签名是否真实都不检查；名称和媒体由导出负责。有效的请求仍可能是糟糕的请求。',
  'measure.cache-survival.title': '缓存留存',
  'measure.cache-survival.definition':
    '压缩前后请求的最长公共前缀的 token 数（以整条消息计）：提示缓存仍然有效的部分。工具定义位于请求最前，计算在内。',
  'measure.cache-survival.unit': 'token',
  'measure.cache-survival.limits': '提供商实际保留的可能更少：缓存几分钟后失效，有最小长度，并按步长读取。被改动的消息内部不计入公共部分。',
  'measure.cost.title': '费用',
  'measure.cost.definition':
    '压缩后下一次请求及其摘要的费用（美元），按所用模型的价格计算。提示中的公共前缀从缓存读取，其余按提供商的做法作为新输入或写入缓存计价；回答不计入。摘要按接口返回的用量计价，没有时按该模型读取消息并写出文本来计价。',
  'measure.cost.unit': '美元',
  'measure.cost.limits': '价格取自注明日期的价格表；随长度分档时取短提示的一档。内置摘要器不收费，其摘要按由模型写出来计价，以便比较各策略。',
  'measure.cost.by': '{{model}} 的价格：{{list}}（{{date}}）',
  'measure.break-even.title': '回本轮数',
  'measure.break-even.definition':
    '压缩多少次请求后回本：N = (K + (w − r)(C − L)) ÷ (r(S − C))。S、C 为压缩前后的 token 数，L 为公共前缀，K 为摘要费用，r、w 为每个 token 从缓存读取和写入缓存的价格（写入不另收费时 w 取原价）。',
  'measure.break-even.unit': '请求次数',
  'measure.break-even.limits': '假定压缩与否，后续请求增加的消息相同，且缓存在请求之间有效。较小的上下文可能使回答变好或变差，这一点不在其中。',

  'rules.openai-chat': 'OpenAI Chat',
  'rules.openai-responses': 'OpenAI Responses',
  'rules.anthropic': 'Anthropic',
  'rules.gemini': 'Gemini',

  'reason.measure-not-compacted': '没有进行压缩',
  'reason.measure-no-model': '没有价格：记录未注明模型，也没有选择模型',
  'reason.measure-no-prices': '没有价格：{list}（{date}）中没有 {model}',
  'reason.measure-never-pays': '永远不会回本：从缓存读取这些 token 不收费',

  'reason.repaired-user-first': '已修复：提供商要求第一条是用户消息，因此在第 {message, raw} 条消息之前加入了一条 {tokens} token 的简短用户消息',
  'reason.repaired-user-before-call': '已修复：提供商只接受紧跟在用户消息或函数响应之后的调用；加入了 {count} 条简短用户消息（{tokens} token）',
  'reason.repaired-thinking': '已修复：该模型不接受其前内容已改动的思考；从 {count} 条消息中去掉了思考（{tokens} token）',
  'reason.note-repaired-user-first': '已修复：最前加入用户消息',
  'reason.note-repaired-user-before-call': '已修复：调用之前加入用户消息',
  'reason.note-repaired-thinking': '已修复：从 {{count}} 条消息中去掉思考',
  'reason.note-warning-thinking-bound': '⚠ 最后一轮的思考',
  'reason.repaired-thinking-message': '去掉了其中的思考（{tokens} token）：其前的内容已改动，而该模型会校验两者是否一致',
  'reason.warning-thinking-bound':
    '警告：最后一轮有 {count} 条消息的思考与其前的内容绑定。它们必须原样传回，不能去掉：请让提供商丢弃不再匹配的思考（prefix_mismatch_behavior: drop_block），或在两轮之间压缩',

  'violation.openai-call-unanswered': '调用之后没有紧跟结果',
  'violation.openai-result-without-call': '结果之前没有紧邻的调用',
  'violation.openai-arguments-not-json': '参数不是 JSON',
  'violation.openai-empty-content': '回答既无内容也无调用',
  'violation.anthropic-first-user': '第一条消息不是用户消息',
  'violation.anthropic-call-unanswered': '下一条用户消息没有给出调用的结果',
  'violation.anthropic-result-without-call': '前一条消息中没有与结果对应的调用',
  'violation.anthropic-result-not-first': '同一条用户消息中文本位于结果之前',
  'violation.anthropic-empty-content': '内容为空',
  'violation.anthropic-input-not-object': '调用的输入不是对象',
  'violation.anthropic-thinking-changed': '最后一轮的思考被改动',
  'reason.violation-openai-call-unanswered': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其后没有紧跟结果的调用 {{count}} 个',
  'reason.violation-openai-result-without-call': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其前没有紧邻调用的结果 {{count}} 个',
  'reason.violation-openai-arguments-not-json': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：参数不是 JSON 的调用 {{count}} 个',
  'reason.violation-openai-empty-content': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）既无内容也无调用',
  'reason.violation-anthropic-first-user': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）位于最前，却是助手消息；第一条必须是用户消息',
  'reason.violation-anthropic-call-unanswered':
    '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：下一条用户消息未给出结果的调用 {{count}} 个',
  'reason.violation-anthropic-result-without-call':
    '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：前一条助手消息中没有对应调用的结果 {{count}} 个',
  'reason.violation-anthropic-result-not-first': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：同一条用户消息中，文本位于结果之前',
  'reason.violation-anthropic-empty-content': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）没有内容',
  'reason.violation-anthropic-input-not-object': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：输入不是 JSON 对象的调用 {{count}} 个',
  'reason.violation-anthropic-thinking-changed': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其思考属于最后一轮，却被改动',
  'violation.anthropic-thinking-invalidated': '思考之前的内容已改动',
  'violation.responses-call-unanswered': '函数调用没有输出',
  'violation.responses-output-without-call': '输出没有对应的函数调用',
  'violation.responses-reasoning-alone': '推理缺少其引出的条目',
  'violation.responses-reasoning-missing': '条目缺少引出它的推理',
  'violation.gemini-first-user': '第一条内容不是用户的',
  'violation.gemini-call-not-after-user': '函数调用之前既不是用户消息也不是函数响应',
  'violation.gemini-responses-missing': '紧随其后的函数响应少于调用',
  'violation.gemini-response-without-call': '函数响应之前没有紧邻的调用',
  'violation.gemini-args-not-object': '参数不是对象',
  'violation.gemini-empty-content': '内容为空',
  'reason.violation-anthropic-thinking-invalidated':
    '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其思考之前的内容已改动，而该模型会校验两者是否一致',
  'reason.violation-responses-call-unanswered': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：没有输出的函数调用 {{count}} 个',
  'reason.violation-responses-output-without-call': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其前没有函数调用的输出 {{count}} 个',
  'reason.violation-responses-reasoning-alone': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其推理之后没有消息或调用',
  'reason.violation-responses-reasoning-missing': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：缺少引出其内容的推理 {{count}} 项',
  'reason.violation-gemini-first-user': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）位于最前，却是模型消息；第一条必须是用户消息',
  'reason.violation-gemini-call-not-after-user':
    '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其调用紧跟在模型消息之后；之前只能是用户消息或函数响应',
  'reason.violation-gemini-responses-missing': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其后没有紧跟响应的调用 {{count}} 个',
  'reason.violation-gemini-response-without-call': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：其前没有紧邻调用的响应 {{count}} 个',
  'reason.violation-gemini-args-not-object': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）：参数不是 JSON 对象的调用 {{count}} 个',
  'reason.violation-gemini-empty-content': '请求的第 {{position, raw}} 条消息（原文 {{message, raw}}）没有内容',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
