/**
 * 简体中文 of everything the engine says as data. The keys are those of `../en/engine.ts`; the names of the priorities
 * (CRITICAL, HIGH, NORMAL, LOW) are identifiers of the seeds and stay.
 */
import type { engine as english } from '../en/engine.ts';
import { events } from './events.ts';
import { history } from './history.ts';
import type { ChineseKeys } from './keys.ts';
import { ledger } from './ledger.ts';
import { measures } from './measures.ts';
import { models } from './models.ts';
import { pipelines } from './pipelines.ts';
import { recall } from './recall.ts';
import { replay } from './replay.ts';
import { samples } from './samples.ts';
import { scenario } from './scenario.ts';
import { selective } from './selective.ts';
import { sentences } from './sentences.ts';
import { similarity } from './similarity.ts';
import { systems } from './systems.ts';
import { truncation } from './truncation.ts';
import { validity } from './validity.ts';

export const engine = {
  ...events,
  ...history,
  ...ledger,
  ...measures,
  ...models,
  ...pipelines,
  ...recall,
  ...replay,
  ...samples,
  ...scenario,
  ...selective,
  ...sentences,
  ...similarity,
  ...systems,
  ...truncation,
  ...validity,
  // S2's priority rules (signals/prepare.ts)
  'reason.priority-pinned': 'CRITICAL：手动固定',
  'reason.priority-set': '{{priority}}：手动设定',
  'reason.priority-system': 'CRITICAL：系统消息',
  'reason.priority-tool': 'HIGH：工具结果',
  'reason.priority-first': 'HIGH：最前面第 {{position}} 条，属于前 {{edge}} 条',
  'reason.priority-last': 'HIGH：倒数第 {{position}} 条，属于最后 {{edge}} 条',
  'reason.priority-long': 'HIGH：{{tokens}} token，超过 {{limit}}',
  'reason.priority-short': 'LOW：{{tokens}} token，少于 {{limit}}，没有问号',
  'reason.priority-call': 'HIGH：调用了工具',
  'reason.priority-normal': 'NORMAL：{{tokens}} token，不符合任何规则（短：少于 {{short}}，长：超过 {{long}}）',
  // Why a message stays, whatever the strategy
  'reason.keep-header': '头部（系统提示词、记忆、技能）：始终保留',
  'reason.keep-pinned': '手动固定，或与固定的消息同在一个工具块',
  'reason.keep-critical': 'CRITICAL，或与 CRITICAL 消息同在一个工具块：绝不改动',
  'reason.keep-last-user': '用户的最后一条消息：受保护',
  'reason.keep-last-tool-block': '最后一个工具块：受保护',
  'reason.keep-boundary-block': '所在工具块跨越边界：整块归入保留一侧',

  // Nothing to do
  'reason.unchanged-within-target': '{{tokens}} token 已在目标 {{target}} 以内',
  'reason.unchanged-nothing-removable': '所有消息都受保护：{{tokens}} token 一个也不能移除',
  'reason.unchanged-all-preserved': '前 {{start}} 条与最后 {{end}} 条可移除消息之间，没有可以移除的内容',
  'reason.unchanged-minimum': '共 {{messages}} 条消息，再移除就会少于最少保留的 {{minimum}} 条',
  'reason.unchanged-too-few': '共 {{messages}} 条消息；此策略在多于 {{minimum}} 条时才起作用',
  'reason.unchanged-nothing-older': '最后 {{keep}} 条之前没有可以移除的内容',
  'reason.unchanged-window': '共 {{messages}} 条消息；大小为 {{window}} 的窗口在多于 {{needed}} 条时才起作用',
  'reason.unchanged-rounds-turns': '没有可摘要的内容：用户轮次共 {{rounds}} 轮，当前轮和之前的 {{keep}} 轮保留',
  'reason.unchanged-rounds-steps': '没有可摘要的内容：共 {{rounds}} 步，当前步和之前的 {{keep}} 步保留',
  'reason.unchanged-summary-timeout': '{{ms}} ms 内没有摘要；{{tokens}} token 仍在窗口 {{window}} 以内，因此不做截断',
  'reason.unchanged-summary-failed': '摘要失败（$t(reason.failure-{{failure}})）；{{tokens}} token 仍在窗口 {{window}} 以内，因此不做截断',

  // Removal: middle, oldest, controls
  'reason.priority-block': '{{priority}}：{{members}} 条消息组成的工具块，{{tokens}} token',
  'reason.drop-middle': '$t(reason.{{because}})；从中间移除，第 {{rank}} 个，共移除 {{of}} 个',
  'reason.drop-edge': '$t(reason.{{because}})；中间已用尽，从首尾移除，第 {{rank}} 个，共移除 {{of}} 个',
  'reason.drop-oldest': '$t(reason.{{because}})；先低优先级、再由旧到新，第 {{rank}} 个移除，共移除 {{of}} 个',
  'reason.drop-random': '随机抽中，第 {{rank}} 个，共 {{of}} 个，种子 {{seed, raw}}',
  'reason.drop-between': '位于首尾之间：围绕其前占 {{headShare, percent}} token 的位置移除 {{of}} 条消息',
  'reason.keep-start': '属于最前面的 {{preserve}} 条可移除消息',
  'reason.keep-end': '属于最后面的 {{preserve}} 条可移除消息',
  'reason.keep-target-met': '没有轮到它：移除 {{removed}} 个后剩 {{tokens}} token，目标为 {{target}}',
  'reason.keep-minimum': '没有轮到它：已剩 {{left}} 条消息，最少保留 {{minimum}} 条',

  // Hybrid and auto by provider
  'reason.hybrid-features':
    '{{messages}} 条消息；目标 ÷ 当前 = {{ratio, score}}（$t(reason.severity-{{severity}})）；最后 5 条占 {{lastShare, percent}} 的 token；最大的消息 {{largest}} token；工具或系统消息 {{special}} 条',
  'reason.severity-light': '轻度',
  'reason.severity-moderate': '中度',
  'reason.severity-heavy': '重度',
  'reason.hybrid-short': '轻度压缩且不足 20 条消息 → 中间移除，置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-long': '重度压缩且超过 30 条消息 → 最旧移除，置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-recent-heavy': '最后 5 条消息占 token 的 40% 以上 → 中间移除，置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-large-message': '有超过 300 token 的消息且不是轻度压缩 → 最旧移除，置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-special': '存在工具或系统消息 → 中间移除，置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-none': '没有特征可据以决定：置信度 {{confidence}}（阈值 {{threshold}}）',
  'reason.hybrid-both-middle': '两种都运行了：中间移除 {{middle, score}}，最旧移除 {{oldest, score}} → 中间移除',
  'reason.hybrid-both-oldest': '两种都运行了：中间移除 {{middle, score}}，最旧移除 {{oldest, score}} → 最旧移除',
  'reason.note-hybrid-middle': '→ 中间，{{confidence}}',
  'reason.note-hybrid-oldest': '→ 最旧，{{confidence}}',
  'reason.note-hybrid-both-middle': '→ 中间，{{middle, score}} : {{oldest, score}}',
  'reason.note-hybrid-both-oldest': '→ 最旧，{{middle, score}} : {{oldest, score}}',
  'reason.provider-by-model': '模型 {{model}}',
  'reason.provider-no-model': '会话记录没有写明模型，也没有选定模型',
  'reason.provider-by-hand': '手动选定了提供商表中的一行',
  'reason.provider-openai-gpt-4':
    'OpenAI GPT-4 系列 → 混合策略：平衡的开始和结束保留，适合通用对话（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.provider-openai-o':
    'OpenAI o 系列 → 中间移除策略：更高的保留数量，适合需要更多上下文的模型（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.provider-anthropic':
    'Anthropic → 最旧移除策略：保留更多结束消息，适合其对话风格（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.provider-google':
    'Google 1.5 及以后 → 中间移除策略：大上下文模型，需要更保守的压缩（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.provider-local':
    'LM Studio 和 Ollama → 混合策略：本地模型通常上下文较小，需要更激进的压缩（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.provider-other':
    '表中没有对应的行 → 混合策略（前 {{start}} 条，后 {{end}} 条，最少 {{minMessages}} 条；窗口用到 {{warn, percent}} 警告，{{compress, percent}} 压缩）',
  'reason.note-provider-middle': '→ 中间 {{start}}/{{end}}',
  'reason.note-provider-oldest': '→ 最旧 {{start}}/{{end}}',
  'reason.note-provider-hybrid-middle': '→ 混合 {{start}}/{{end}} → 中间',
  'reason.note-provider-hybrid-oldest': '→ 混合 {{start}}/{{end}} → 最旧',

  // Context compactor
  'reason.sum-older-turns': '第 {{round}} 轮，共 {{count}} 轮：早于当前轮及其前 {{keep}} 轮，因此写入摘要',
  'reason.sum-older-steps': '第 {{round}} 步，共 {{count}} 步：早于当前步及其前 {{keep}} 步，因此写入摘要',
  'reason.keep-current-turns': '当前输入：最后一轮',
  'reason.keep-current-steps': '当前输入：最后一步',
  'reason.keep-recent-turns': '当前轮之前第 {{back}} 轮，属于最近 {{keep}} 轮',
  'reason.keep-recent-steps': '当前步之前第 {{back}} 步，属于最近 {{keep}} 步',
  'reason.note-auto-steps': '自动：按步',
  'reason.trace-auto-steps': '这份会话记录有 {{turns}} 个用户轮次。规则至少需要 {{needed}} 轮，因此按步计数',
  'reason.note-fewer-rounds': '轮数 {{asked}} → {{keep}}',
  'reason.trace-fewer-rounds': '保留最近 {{asked}} 轮仍超过 {{limit}} token：改为 {{keep}} 轮重试',
  'reason.refused-new-session': '请开始新会话：即使只保留最近 {{keep}} 轮，{{tokens}} token 仍超过 {{limit}}。未做任何改动',

  // Auto compression and hard limit
  'reason.sum-before-recent': '倒数第 {{back}} 条，早于最后 {{keep}} 条：写入摘要',
  'reason.drop-before-recent': '倒数第 {{back}} 条，早于最后 {{keep}} 条：被硬性限制截断',
  'reason.drop-safe-default': '倒数第 {{back}} 条，早于最后 {{keep}} 条：由安全默认文本代替',
  'reason.keep-recent': '倒数第 {{back}} 条，属于最后 {{keep}} 条',
  'reason.refused-hard-limit': '只留最后 {{keep}} 条消息仍超过硬性限制：{{tokens}} token，上限 {{limit}}。未做任何改动',
  'reason.failure-empty': '空',
  'reason.failure-error': '错误',
  'reason.failure-timeout': '超时未答',
  'reason.failure-too-long': '过长',
  'reason.log-summary-failed': 'warn：摘要失败（$t(reason.failure-{{failure}})，时限 {{ms}} ms）；改由硬性限制处理',
  'reason.log-over-window': 'warn：加上摘要仍超过 {{limit}} token；截断历史消息',
  'reason.note-hard-limit': '硬性限制',
  'reason.note-safe-default': '安全默认',

  // Summary and sliding window
  'reason.sum-whole': '整段对话写成一份摘要；此处原有 {{tokens}} token',
  'reason.sum-quoted-task': '原始任务：在摘要旁逐字引用',
  'reason.sum-quoted-last-user': '用户的最后一条消息：在摘要旁逐字引用',
  'reason.sum-before-window': '早于大小为 {{window}} 的窗口（用户或工具消息 {{userTool}} 条，助手消息 {{assistant}} 条）：写入摘要',
  'reason.keep-window': '在大小为 {{window}} 的窗口内（用户或工具消息 {{userTool}} 条，助手消息 {{assistant}} 条，工具块保持完整）',

  // Strategies
  'strategy.middle-removal.title': '中间移除策略',
  'strategy.middle-removal.rule':
    '保留最前和最后的可移除消息。两者之间的消息按优先级由低到高移除，同一优先级先移除最旧的，直到达到目标。只有中间用尽后，才移除首尾的 LOW 消息。',
  'strategy.middle-removal.use': '开头（任务、规则）和最近的往来最重要，而中间是已完成工作的对话。',
  'strategy.middle-removal.loses': '中间的决策、发现和错误，不留痕迹：没有任何内容代替它们。',
  'strategy.oldest-removal.title': '最旧移除策略',
  'strategy.oldest-removal.rule':
    '所有可移除消息按优先级由低到高、同一优先级由旧到新排序，依次移除，直到达到目标或最少消息数。旧的 HIGH 比新的 LOW 留得更久。',
  'strategy.oldest-removal.use': '最近上下文重要、简短插话不重要的长对话。',
  'strategy.oldest-removal.loses': '先是整段对话中简短和普通的消息，包括最近的；然后是最旧的工具结果。没有任何内容代替它们。',
  'strategy.hybrid.title': '混合策略',
  'strategy.hybrid.rule':
    '分析压缩的严重程度、对话长度和 token 分布，以一定置信度选择中间移除或最旧移除。低于置信度阈值时两种都运行，保留效率更高的；相同则取中间移除。',
  'strategy.hybrid.use': '形态各异的对话共用一套设置时。',
  'strategy.hybrid.loses': '所选策略会丢失的内容；选择只看大小和角色，不看说了什么。',
  'strategy.provider-auto.title': '按提供商自动选择',
  'strategy.provider-auto.rule':
    '三层筛选：提供商和模型决定基础策略及其保留数量；基础策略为混合时，由对话特征选择；置信度不足时，两个候选都运行，保留效率更高的。',
  'strategy.provider-auto.use': '同一产品对接多家提供商的模型时。',
  'strategy.provider-auto.loses': '所选策略会丢失的内容。',
  'strategy.context-compactor.title': '上下文压缩器',
  'strategy.context-compactor.rule':
    '系统提示词和工具定义保留；对话变为一份简短摘要、最近几轮和当前输入。仍然过长时减少保留轮数重做，直到 0 轮；再不行就只能开始新会话。',
  'strategy.context-compactor.use': '按轮往来的聊天：最近几次交流承载主线，其余只需知道发生过。',
  'strategy.context-compactor.loses': '最近几轮之前、摘要容纳不下的一切：旧工作的确切路径、数字和输出。',
  'strategy.auto-compression.title': '自动压缩',
  'strategy.auto-compression.rule':
    '最后几条消息保留，更早的全部写成一份摘要。摘要失败不会中断任何事：在窗口以内则历史保持原样，超出则由硬性限制截断为系统提示词加最后几条消息；仍然超出，就拒绝请求并给出数字。',
  'strategy.auto-compression.use': '必须无人值守继续运行的智能体，摘要用便宜的模型。',
  'strategy.auto-compression.loses': '最后几条之前所有消息的细节；摘要失败时则是全部内容。',
  'strategy.hard-limit.title': '硬性限制',
  'strategy.hard-limit.rule':
    '按自身规则只在超出窗口时起作用：系统提示词和最后几条消息保留，中间全部丢弃。仍超出窗口，就拒绝请求并给出数字。不多于两条消息时不动。',
  'strategy.hard-limit.use': '其他策略之后的最后手段；快速、从不失败、无需模型。',
  'strategy.hard-limit.loses': '最后几条消息之前的一切，包括任务本身，不留痕迹。',
  'strategy.summary.title': '摘要压缩',
  'strategy.summary.rule':
    '一份摘要代替整段对话。旁边逐字保留原始任务和用户的最后一条消息，以及会话记录中可见的任务列表和已改文件的状态；固定的消息保留。',
  'strategy.summary.use': '两段工作之间：结果正是下一段所需，而且最短。',
  'strategy.summary.loses': '除引用外的所有确切措辞，包括最近的消息；结果大小取决于摘要，而非目标。',
  'strategy.sliding-window.title': '滑动窗口压缩',
  'strategy.sliding-window.rule':
    '最近的消息完整保留：窗口中较多的一半给助手，较少的一半给用户和工具，工具块保持完整；第一条超出份额的消息即为窗口的边界，尚未得到回答的输入不占份额。更早的全部写成一份摘要，作为一条用户消息插入，旁边保留原始任务和任务列表的状态。消息多于窗口大小的 2 倍时执行。',
  'strategy.sliding-window.use': '长期运行的对话，在尝试更重的手段之前。',
  'strategy.sliding-window.loses': '窗口之前一切的细节；一条很长的消息就可能占满窗口。',
  'strategy.random-removal.title': '随机移除',
  'strategy.random-removal.rule': '对照：可移除消息（工具块保持完整）按随机顺序移除，直到达到目标。种子相同，顺序相同。',
  'strategy.random-removal.use': '作为下限：策略比它多保留的，才是规则的功劳。',
  'strategy.random-removal.loses': '任何内容，机会均等。',
  'strategy.head-tail.title': '首尾保留',
  'strategy.head-tail.rule': '对照：从对话中的一点向两侧挖空，直到达到目标。无论内容如何，首尾都保留。',
  'strategy.head-tail.use': '作为保留开头和结尾的策略的下限。',
  'strategy.head-tail.loses': '中间连续的一段。',

  // Parameters
  'param.preserveStart': '保留开头',
  'param.preserveStart.help': '开头保留的可移除消息数。头部不计入；边界上的工具块整块保留。',
  'param.preserveEnd': '保留结尾',
  'param.preserveEnd.help': '结尾保留的可移除消息数。边界上的工具块整块保留。',
  'param.minMessages': '最少消息数',
  'param.minMessages.help': '剩余的原始消息（含头部）将少于此数时停止移除。',
  'param.confidence': '置信度',
  'param.confidence.help': '按特征作出的选择达到此置信度才算数；低于它则两个候选都运行并比较。',
  'param.provider': '提供商',
  'param.provider.help': '提供商表中的行；默认为模型所属的那一行。',
  'param.provider.model': '按模型',
  'param.provider.openai-gpt-4': 'OpenAI GPT-4 系列',
  'param.provider.openai-o': 'OpenAI o 系列',
  'param.provider.anthropic': 'Anthropic',
  'param.provider.google': 'Google 1.5 及以后',
  'param.provider.local': 'LM Studio、Ollama',
  'param.provider.other': '其他',
  'param.keepRecentRounds': '保留最近轮数',
  'param.keepRecentRounds.help': '当前输入之前原样保留的轮数。预算参数：同一目标下，取能达到目标的最大值。',
  'param.unit': '轮的单位',
  'param.unit.help': '用户轮次、步（一条助手消息及其结果），或自动：取用户轮次，除非轮次太少、规则无从起作用。',
  'param.unit.auto': '自动',
  'param.unit.turns': '用户轮次',
  'param.unit.steps': '步',
  'param.summaryMaxChars': '摘要长度',
  'param.summaryMaxChars.help': '摘要最多有这么多字符；更长的在句子结尾处截断。',
  'param.maxContextTokens': '自身窗口',
  'param.maxContextTokens.help': '此策略配置的窗口；按各自默认对比时使用，且不会大于页面上的窗口。',
  'param.triggerRatio': '触发比例',
  'param.triggerRatio.help': '达到自身窗口的这一比例时自行压缩。按各自默认对比时它就是目标：结果高于它即为过长。',
  'param.keepRecentCount': '保留最近条数',
  'param.keepRecentCount.help': '末尾原样保留的消息数。预算参数：同一目标下，取能达到目标的最大值。',
  'param.summaryMaxTokens': '摘要长度',
  'param.summaryMaxTokens.help': '摘要最多有这么多 token。',
  'param.summaryTimeout': '摘要超时',
  'param.summaryTimeout.help': '超过此时间的摘要视为失败。',
  'param.safeDefaultSummary': '安全默认摘要',
  'param.safeDefaultSummary.help': '摘要失败时，以一句说明失败的固定文本代替，而不是交给硬性限制。',
  'param.threshold': '自身阈值',
  'param.threshold.help':
    '达到窗口的这一比例时，此策略自行压缩：这是它在回放中的触发条件。按各自默认对比时，结果高于它即为未达目标。事实账本只把它作为目标，按公用触发条件压缩。',
  'param.keyInformation': '关键信息',
  'param.keyInformation.help': '原始任务、最新任务列表和出现过的 diff 统计写在摘要旁。只缩短或丢弃的策略则让原始任务和任务列表所在的消息保持原样。',
  'param.window': '窗口大小',
  'param.window.help': '完整保留的消息数：为奇数，较少的一半给用户和工具消息，较多的一半给助手。预算参数：同一目标下，取能达到目标的最大值。',
  'param.seed': '随机种子',
  'param.seed.help': '与场景的种子相加；数字不同，抽取顺序不同。',
  'param.headShare': '开头占比',
  'param.headShare.help': '保留的 token 中开头所占的比例；其余归结尾。',

  // Units of parameters
  'unit.messages': '消息',
  'unit.tokens': 'token',
  'unit.characters': '字符',
  'unit.rounds': '轮',
  'unit.share': '比例',
  'unit.none': '',
  'unit.ms': 'ms',
  'unit.seed': '',

  // Compaction: outcomes that do not come from a strategy
  'reason.error': '{{message}}',
  'reason.error-unknown-strategy': '没有策略“{{id}}”；已有：{{known}}',
  'reason.error-parameter': '参数“{{param}}”：应为 {{expected}}',
  'reason.error-target': '目标：应为大于 0 且不超过 1 的比例，或不小于 2 的整数 token 数',
  'reason.error-stage-unknown': '阶段 {{number}}“{{id}}”：没有这个 id 的策略',
  'reason.error-stage-control': '阶段 {{number}}“{{id}}”：对照行不能作为阶段',
  'reason.error-stage-itself': '阶段 {{number}}“{{id}}”：流水线不能包含自身',
  'reason.error-stage-deep': '阶段 {{number}}“{{id}}”：流水线最多嵌套 {{depth, raw}} 层',
  'reason.error-stage-parameter': '阶段 {{number}}“{{id}}”：参数“{{param}}”：应为 {{expected}}',
  'reason-via': '第 {{stage}} 阶段（{{title}}）：{{text}}',
  'reason.unchanged-nothing-to-do': '计划原样保留每条消息',
  'reason.rejected-summary': '摘要失败（$t(reason.failure-{{failure}})）：{{message}}。已全部回滚',
  'reason.target-missed':
    '{{tokens}} token，超出目标 {{target}} 共 {{over}}；其中受保护的消息和工具定义占 {{protected}}，摘要和插入内容占 {{inserted}}',
  'reason.target-missed-aimed':
    '{{tokens}} token，即使$t(param.{{param}})取 {{value}}，仍超出目标 {{target}} 共 {{over}}；其中受保护的消息和工具定义占 {{protected}}，摘要和插入内容占 {{inserted}}',
  'reason.target-missed-set': '{{tokens}} token，超出目标 {{target}} 共 {{over}}：$t(param.{{param}})已手动设为 {{value}}，不再按目标取值',

  // Verification after a run
  'check.protected': '受保护的消息',
  'check.tokens-down': 'token 减少',
  'check.last-user': '用户的最后一条消息',
  'check.tool-blocks': '工具块完整',
  'check.minimum': '最少消息数',
  'check.summaries': '摘要已写入',
  'reason.check-protected-kept_other': '{{count}} 条受保护的消息保持不变或被引用',
  'reason.check-protected-lost': '消息 {{message, raw}} 受保护，却会被改动或丢失。$t(reason.keep-{{protection}})',
  'reason.check-tokens-down': '压缩前 {{before}} token，压缩后 {{after}}',
  'reason.check-tokens-not-down': '结果将有 {{after}} token，原文为 {{before}}',
  'reason.check-last-user-none': '会话记录中没有用户消息',
  'reason.check-last-user-kept': '消息 {{message, raw}} 保留',
  'reason.check-last-user-quoted': '消息 {{message, raw}} 被逐字引用',
  'reason.check-last-user-lost': '消息 {{message, raw}} 既未保留也未被引用',
  'reason.check-tool-blocks-whole_other': '{{count}} 个工具块整块保留或整块移除',
  'reason.check-tool-blocks-broken': '消息 {{message, raw}} 所在的工具块会被拆散',
  'reason.check-minimum-kept': '保留 {{kept}} 条消息，至少须有 {{minimum}} 条',
  'reason.check-minimum-below': '只会保留 {{kept}} 条消息，至少须有 {{minimum}} 条',
  'reason.check-summaries-written_other': '结果中有 {{count}} 份摘要',
  'reason.check-summaries-missing': '{{summary}} 为空，或不在结果中',

  // Triggers
  'reason.trigger-little-left': '会触发：窗口 {{window}} 剩余 {{remaining}} token，不足 {{share, percent}}（达到 {{at}} token 起）',
  'reason.trigger-enough-left': '不会触发：窗口 {{window}} 剩余 {{remaining}} token，不少于 {{share, percent}}（超过 {{at}} token 才触发）',
  'reason.trigger-reached': '会触发：{{tokens}} token 已达到 {{at}}（{{window}} 的 {{share, percent}}）',
  'reason.trigger-not-reached': '不会触发：{{tokens}} token 未达到 {{at}}（{{window}} 的 {{share, percent}}）',
  'reason.trigger-buffer-reached': '会触发：{{tokens}} token 加安全余量 {{buffer}} 已达到 {{at}}（{{window}} 的 {{share, percent}}）',
  'reason.trigger-buffer-not-reached': '不会触发：{{tokens}} token 加安全余量 {{buffer}} 未达到 {{at}}（{{window}} 的 {{share, percent}}）',

  // Measures

  // Warnings of the importers and exporters (src/engine/formats), with count, line and path.
  'warning.damaged-line_other': '{{count}} 行无法读取，已跳过',
  'warning.deep-value_other': '{{count}} 个值的嵌套超过 500 层：更深的部分保留为文本',
  'warning.truncated-last-line': '最后一行不完整，已跳过；之前的内容均已读取',
  'warning.truncated': '文本不完整；截断之前的内容均已读取',
  'warning.repaired_other': '{{count}} 处不是严格的 JSON，已修复',
  'warning.fenced-json': '会话记录取自代码块；其外的文本未导入',
  'warning.stream-assembled_other': '抓取的流式响应（{{count}} 个事件）已拼合',
  'warning.duplicate-line_other': '{{count}} 行与前面的行重复，未导入',
  'warning.attachment_other': '{{count}} 个由运行框架附加的附件未导入',
  'warning.unknown-entry_other': '{{count}} 行类型未知，未导入',
  'warning.compaction-kept_other': '录制的压缩之后，{{count}} 条较早的用户消息与摘要一起保留；这里只以摘要代表它们',
  'warning.unknown-part_other': '{{count}} 个内容部分类型未知，未导入',
  'warning.unknown-role_other': '{{count}} 条消息角色未知，按用户消息读取',
  'warning.unread-message_other': '{{count}} 个条目不是消息，已跳过',
  'warning.unread-tools_other': '{{count}} 处工具定义不是 JSON，未读入',
  'warning.unread-record_other': '{{count}} 条记录不含消息，已跳过',
  'warning.invalid-field_other': '文件中有 {{count}} 处不符合会话记录的结构，未导入',
  'warning.empty-message_other': '{{count}} 条没有内容的消息未写出',
  'warning.excluded-from-context_other': '{{count}} 条命令被使用者排除在上下文之外，未导入',
  'warning.foreign-call_other': '{{count}} 次调用不是 OpenAI 的写法，按文本保留',
  'warning.server-tool_other': '{{count}} 次服务器端工具调用按其回答的文本保留',
  'warning.encrypted-content_other': '{{count}} 条加密的搜索结果不是文本，未导入',
  'warning.other-choices_other': '响应的另外 {{count}} 个候选未导入',
  'warning.orphan-result_other': '{{count}} 个工具结果没有对应的调用',
  'warning.unanswered-call_other': '{{count}} 次工具调用没有结果',
  'warning.preamble': '第一个角色标记之前的文本不算消息',
  'warning.no-role-markers': '文本没有角色标记，按一条用户消息读取',
  'warning.result-added_other': '{{count}} 次没有结果的调用补上了占位内容：提供商要求必须有结果',
  'warning.user-first': '最前面加了一条简短的用户消息：提供商要求以用户消息开头',
  'warning.system-as-user_other': '{{count}} 条系统消息写成了用户消息：该格式在此处不允许系统消息',
  'warning.moved-media_other': '{{count}} 个图片或文件移到了用户消息中：该格式只允许放在那里',
  'warning.name-changed_other': '{{count}} 个工具名改成了提供商接受的写法',
  'warning.args-wrapped_other': '{{count}} 次调用的参数不是 JSON 对象，已包装',
  'warning.lost-reasoning_other': '{{count}} 段推理在该格式中没有合法位置，未写出',
  'warning.lost-media_other': '{{count}} 个图片或文件以说明文字代替：该格式无法容纳',
  'warning.lost-tool-definitions_other': '{{count}} 个工具定义未写出：该格式无法容纳',
  'warning.lost-branches_other': '{{count}} 个已放弃的分支未写出：该格式无法表示',
  'warning.lost-subagents_other': '{{count}} 个子智能体未写出：该格式无法容纳',
  'warning.lost-compactions_other': '{{count}} 次没有可读摘要的压缩未写出',
  'warning.repeated-id_other': '{{count}} 处消息或调用与前面的 id 重复，已改用各自的 id',
  'warning.blank-text_other': '{{count}} 段只有空白的文本未写出：该格式不接受',
  'warning.final-space': '最后一条回答末尾的空白未写出：服务商不接受',
  'warning.lone-surrogate_other': '{{count}} 个不成对的代理项已换成 U+FFFD',
  'warning.schema-changed_other': '{{count}} 个工具的 schema 已加上类型 object：服务商只接受这一种',
  'warning.invalid-usage_other': '{{count}} 处记录的 token 数无效，未使用',
  'warning.sessions-joined_other': '会话在文件中分散的 {{count}} 个部分已接到一起',
  'warning.missing-parent_other': '{{count}} 行的父行不在文件中，已视为接在前一行之后',
  'warning.control-characters_other': '{{count}} 个控制字符已换成对应的图形符号：含有它们的文本会被当成二进制',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
