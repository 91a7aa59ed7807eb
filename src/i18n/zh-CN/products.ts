import type { productAgents as englishProductAgents, productFrameworks as englishProductFrameworks, products as english } from '../en/products.ts';
import type { ChineseKeys } from './keys.ts';

export const products = {
  'family.products': '产品',
  'family.products.help': '已发布的智能体和框架按自身数值的做法',
  'param.repaired': '修复',
  'param.repaired.help': '关：与发布版本一致，包括缺陷。开：受保护的消息和工具块保持完整，请求会被修复。',
  'param.threshold_count.help': '超出目标的消息不多于此数时，什么也不做。',
  'param.minMessagesToKeep.help': '必须留下的消息数。',
  'param.knob.up': '保留多少，按产品自己的计量。',
  'param.knob.down': '不保留多少，按产品自己的计量。',
  'param.keep_last_tool_call_groups.help': '最新的多少组调用保持原样。',
  'param.replay.help': '打开：像智能体那样，每次回答之前都压缩；关闭：只在最后压缩一次。',
  'param.keep_first.help': '开头保留多少个事件。',
  'param.max_size.help': '超过多少个事件时压缩，压缩到一半。',
  'param.excludeTools.help': '始终保留其结果的工具，以逗号分隔。',
  'param.clearToolInputs.help': '被清除的调用连同参数一起清除。',
  'param.userTokens.help': '你的消息合计保留多少 token（字节数 ÷ 4）。',
  'param.files.help': '摘要之后放回多少个文件。',
  'compare.place': '比较位置',
  'compare.place.end': '会话末尾',
  'compare.place.at': '第 {{number}} 次压缩处（共 {{of}} 次）',
  'compare.place.end.help': '“实际记录”是你的智能体在那里的上下文。',
  'compare.place.at.help': '每种策略都压缩之前一刻的上下文；“实际记录”是你的智能体当时的做法。',
  'row.preset.product': '产品',
  'row.preset.version': '版本',
  'row.preset.version.none': '未标明',
  'row.preset.where': '出处',
  'row.preset.checked': '已核对',
  'row.preset.checked.help': '在相同的对话上运行过它自己的代码：除文档写明的差异外，保留、修改和丢弃的消息一致。',
  'row.preset.read': '据阅读',
  'row.preset.read.help': '读自其源代码或文档；没有运行它的代码。',
  'row.shipped': '{{title}}：按发布原样或修复',
  'row.shipped.shipped': '按发布原样',
  'row.shipped.repaired': '已修复',
  'row.shipped.shipped.help': '带着缺陷：不保护，也不修复。',
  'row.shipped.repaired.help': '选择相同，但受保护的消息和工具块保持完整，请求会被修复。',
  'products.more': '另外 {{count}} 个',
  'products.less': '不含这 {{count}} 个产品',
  'unit.events': '个事件',
  'reason.product-rule': '按 {{product}} 的规则',
  'reason.keep-product-edit': '产品的修改会去掉调用、结果或思考，或并不缩短',
  'reason.unchanged-product': '{{product}} 在此不作任何改动',
  'reason.note-product-fixed': '没有自己的预算参数',
  'reason.note-product-hidden': '无法得知提供商保留了什么',
  'reason.error-stage-kind': '阶段 {{number}}“{{id}}”：参照、产品和“实际记录”不能作为阶段',
} satisfies Record<ChineseKeys<typeof english>, string>;

export const productAgents = {
  'strategy.claude-code.rule':
    '除系统提示词外，全部写成一份 9 节的摘要，最多 20,000 token。随后放回最近读取或编辑的 5 个文件；超过 5,000 token 或从未显示过内容的，只给路径。',
  'strategy.claude-code.param.fileTokens': '更大的文件（字符数 ÷ 4）只给出路径。',
  'strategy.claude-code.param.autoCompactWindow': '模型窗口更大时，按此窗口压缩；在其下 33,000 token 处触发。',

  'strategy.codex-remote.rule':
    '2026 年起，以 OpenAI 或 Azure 为提供商时的默认做法。你最新的消息在 64,000 token 内保留，放不下的那条从中间截短。其余内容由一个加密条目代替。',
  'strategy.codex-remote.loses': '无从得知：该条目只有提供商能读，所以其余都算丢弃。',

  'strategy.codex.title': 'Codex CLI：本地',
  'strategy.codex.rule': '你最新的消息在 20,000 token 内保留，放不下的那条从中间截短。除系统提示词外，其余写成一份摘要，放在末尾。',

  'strategy.pi.rule': '系统消息和最新的 20,000 token 保留。之前的内容写成一份 6 节的摘要，最多 13,107 token。',

  'strategy.opencode.title': 'opencode：压缩',
  'strategy.opencode.rule':
    '系统消息保留，最新的消息在可用窗口（扣除回答和 20,000 token）的 25% 内保留，不低于 2,000、不高于 15,000 token。之前的内容写成一份 5 节的摘要。',
  'strategy.opencode.param.output': '为回答预留的 token 数。',

  'strategy.opencode-prune.title': 'opencode：修剪',
  'strategy.opencode-prune.rule': '最近 2 轮之前的工具输出，最新的 40,000 token 保留；能省下超过 20,000 token 时，更早的换成占位符。',
  'strategy.opencode-prune.param.minimum': '至少要省下的 token（字符数 ÷ 4），否则不修剪。',

  'strategy.gemini-cli.title': 'Gemini CLI：压缩',
  'strategy.gemini-cli.rule':
    '最多保留最新 30% 的字符，从你的某条消息开始。之前的内容写成一份 7 节的摘要。最新 50,000 token 之前的输出先截短到 40,000 个字符。',
  'strategy.gemini-cli.param.responseTokens': '最新的工具输出完整保留多少 token。',
  'strategy.gemini-cli.param.outputCharacters': '更早的输出保留多少个字符，取首尾。',

  'strategy.gemini-cli-masking.title': 'Gemini CLI：遮蔽',
  'strategy.gemini-cli-masking.rule':
    '最新的 50,000 token 工具输出和最新一条消息保留。更早的输出合计达到 30,000 token 时，只留首尾各 250 个字符（shell 为各 10 行）和一个文件路径。',
  'strategy.gemini-cli-masking.param.minPrunable': '更早的输出合计须达到的 token 数。',
  'strategy.gemini-cli-masking.param.protectLatestTurn': '最新一条消息完整保留，也不计入。',

  'strategy.cline-basic.title': 'Cline：基础压缩',
  'strategy.cline-basic.rule':
    '你的输入、最近一轮中放得下的最新消息和较早各轮的最后回答保留；提示列出文件和命令。目标为可用窗口（窗口的 90%）的 50%；往来不足 5 次时为触发点的 70%。',
  'strategy.cline-basic.loses': '全部思考；仅输入就过长时，较早的输入也会丢失。',
  'strategy.cline-basic.param.mode': '目标按窗口（auto）或对话（manual）的比例。',
  'strategy.cline-basic.param.maxTokens': '为回答预留的 token 数。',

  'strategy.cline-classic.title': 'Cline：截断',
  'strategy.cline-classic.rule':
    '同一文件的读取，除最后一次外都换成提示。若省下的字符不足 30%，前两条之后的消息成对移除 50%；远超上限（比窗口少 27,000 至 40,000 token）时移除 75%。',
  'strategy.cline-classic.loses': '分界按条数计算，结果可能失去对应的调用。',
  'strategy.cline-classic.param.keep': '前两条之后保留多少：half、quarter，或 auto。',
  'strategy.cline-classic.param.minSaved': '提示须省下的字符比例，否则移除消息。',

  'strategy.roo-code.title': 'Roo Code：浓缩',
  'strategy.roo-code.rule': '除系统提示词外，全部写成一份摘要，作为一条用户消息。',

  'strategy.roo-code-truncation.title': 'Roo Code：截断',
  'strategy.roo-code-truncation.rule': '第一条消息和系统消息保留。其余消息中较早的 50% 移除，条数取偶数。',
  'strategy.roo-code-truncation.loses': '分界按条数计算，结果可能失去对应的调用。',

  'strategy.qwen-code.rule': '除系统提示词外，全部写成一份摘要。随后全文放回最近读过或写过的 5 个文件。',
  'strategy.qwen-code.loses': '大文件会占去省下的空间。',

  'strategy.goose.rule': '除系统提示词外，全部写成一份摘要，其后是一句助手的话和你最后一条消息的副本。',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API：清除工具结果',
  'strategy.anthropic-clear-tool-uses.rule': '除最新 3 次工具使用外，结果都换成占位符。调用和文字保留。',
  'strategy.anthropic-clear-tool-uses.loses': '缓存到第一个被清除的结果为止。',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': '至少要腾出的 token（字符数 ÷ 4），否则不清除。',

  'strategy.anthropic-compaction.title': 'Anthropic API：压缩',
  'strategy.anthropic-compaction.rule': '除系统提示词外，全部写成一份摘要，作为一条助手消息。',
  'strategy.anthropic-compaction.param.trigger': '输入达到多少 token 时由 API 压缩；不低于 50,000。',

  'strategy.openai-agents.title': 'OpenAI Agents：压缩会话',
  'strategy.openai-agents.rule':
    '达到 10 个条目（文字、调用、结果，不计你的）后，提供商保留系统消息、你最新的消息（64,000 token 内）和一个代替其余内容的加密条目。',
  'strategy.openai-agents.loses': '无从得知：该条目只有提供商能读，所以其余都算丢弃。',
  'strategy.openai-agents.param.candidates': '达到多少个条目时压缩；不计你的消息。',

  'strategy.ai-sdk-prune.title': 'AI SDK：修剪消息',
  'strategy.ai-sdk-prune.rule': '去掉思考，以及调用连同结果，范围是全部或最新几条之前。',
  'strategy.ai-sdk-prune.loses': '它不计算 token，不保证余下的放得进窗口。',
  'strategy.ai-sdk-prune.param.reasoning': '去掉哪些思考：none、all 或 before-last-message。',
  'strategy.ai-sdk-prune.param.toolCalls': '去掉哪些调用和结果：none、all、before-last-message 或 before-last-N-messages。',
  'strategy.ai-sdk-prune.param.tools': '只去掉这些工具的调用，以逗号分隔；空：所有工具。',
  'strategy.ai-sdk-prune.param.emptyMessages': '变空的消息：remove 移除，keep 保留。',

  'strategy.langchain-trim.title': 'LangChain：裁剪',
  'strategy.langchain-trim.rule': '最新的消息在 4,000 token 内保留（由我们选定，LangChain 没有默认值）；其余移除，包括系统消息。',
  'strategy.langchain-trim.loses': '任务；开头可能是失去调用的结果，提供商会拒绝。',
  'strategy.langchain-trim.param.startOn': '必须以哪种角色开头：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.endOn': '必须以哪种角色结尾：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.includeSystem': '开头的系统消息保留并计入。',

  'strategy.langchain-summarization.title': 'LangChain：摘要',
  'strategy.langchain-summarization.rule':
    '最新的 20 条消息保留，结果不与调用分开；之前的内容连同系统消息写成一份摘要，作为一条用户消息。不设置就没有触发条件。',
  'strategy.langchain-summarization.param.tokens': '改为保留最新的多少 token（字符数 ÷ 4）；0：按条数。',

  'strategy.langchain-clear-tool-uses.title': 'LangChain：清除工具结果',
  'strategy.langchain-clear-tool-uses.rule': '达到 100,000 token 后，除最新 3 个以外的工具结果都换成 [cleared]；调用保留。',
  'strategy.langchain-clear-tool-uses.param.trigger': '达到多少 token（字符数 ÷ 4）时清除。',

  'strategy.mastra-token-limiter.title': 'Mastra：token 限制',
  'strategy.mastra-token-limiter.rule':
    '系统消息和放得进 100,000 token（由我们选定，Mastra 没有默认值）的最新消息保留，调用与结果同进退。每条消息另计 3.8 token，会话另计 24。',
  'strategy.mastra-token-limiter.loses': '近期的大消息也会丢：留下没有标记的空缺。',
  'strategy.mastra-token-limiter.param.trimMode': '放不下的跳过（best-fit），或连同更早的全部移除（contiguous）。',
  'strategy.mastra-token-limiter.param.stage': '裁剪请求（prompt），或裁剪存储的消息，结果随其调用（input）。',

  'strategy.mastra-tool-call-filter.title': 'Mastra：工具调用过滤',
  'strategy.mastra-tool-call-filter.rule': '所有调用和结果移除。文字保留。',
  'strategy.mastra-tool-call-filter.param.exclude': '移除哪些工具的调用和结果，以逗号分隔；all：所有工具。',

  'strategy.cipher-middle.title': 'Cipher：中间移除',
  'strategy.cipher-middle.rule': 'Cipher 用于 o1 模型。最前 8 条、最后 8 条和全部系统消息保留。剩下不足 4 条时什么也不做。',
  'strategy.cipher-middle.loses': '整个中间部分，即使只需移除一点；结果可能失去对应的调用。',

  'strategy.cipher-oldest.title': 'Cipher：最旧移除',
  'strategy.cipher-oldest.rule': 'Cipher 用于 Anthropic 的模型。从最旧的起移除，直到文字降到窗口的 80% 或只剩 4 条；系统消息保留。',
  'strategy.cipher-oldest.loses': '任务；剩下的可能以失去调用的结果开头。',
  'strategy.cipher-oldest.param.preserveStart': '只有中间移除会读取。',
  'strategy.cipher-oldest.param.preserveEnd': '只有中间移除会读取。',

  'strategy.cipher-hybrid.title': 'Cipher：混合',
  'strategy.cipher-hybrid.rule':
    'Cipher 用于 GPT-4 系列模型。按长度和大小选中间移除（最前 6 条和最后 6 条保留）或最旧移除（降到窗口的 80%，至少留 4 条）；拿不准时取效率较高的。',

  'strategy.adk.rule': '上次摘要之后满 3 轮（一条用户消息及其后的一切）时，连同之前的 1 轮写成一份摘要，放在末尾。更早的保留。这些数字取自其文档。',
  'strategy.adk.param.interval': '满多少轮才起作用。',
  'strategy.adk.param.overlap': '之前有多少轮再次写入摘要。',

  'strategy.llamaindex.rule': '超过 3,000 token 时从最旧的起移除，开头的结果或助手消息一并移除。系统消息保留。',
  'strategy.llamaindex.loses': '首先是任务；最后一条消息若超过上限，则什么都不留。',

  'strategy.swe-agent-observations.title': 'SWE-agent：最近观察',
  'strategy.swe-agent-observations.rule': '在工具结果和任务中，第一个和最新的 5 个（取自其论文）保留；其余各换成一行，注明省略的行数。',
  'strategy.swe-agent-observations.param.polling': '每隔这么多个观察才移动分界，让缓存用得更久。',
  'strategy.swe-agent-observations.param.users': '哪些用户消息算结果：first 只有任务，all 全部。',

  'strategy.swe-agent-windows.title': 'SWE-agent：关闭旧窗口',
  'strategy.swe-agent-windows.rule': '用户消息中文件带行号的内容，若该文件之后又显示过，就换成一行；没有文件名的整条移除。工具结果不读取。',
  'strategy.swe-agent-windows.loses': '整条带行号的消息：这是产品的缺陷。',
  'strategy.swe-agent-windows.param.tools': '工具输出的角色：tool；不用函数调用时为 user。',

  'strategy.openhands-summarizing.title': 'OpenHands：摘要',
  'strategy.openhands-summarizing.rule': '超过 100 个事件（消息、调用、结果）时，保留最前 1 个、一份摘要和最新的 48 个。',
  'strategy.openhands-summarizing.loses': '往往包括任务；调用和结果可能失散。',

  'strategy.openhands-amortized.title': 'OpenHands：摊销遗忘',
  'strategy.openhands-amortized.rule': '超过 100 个事件（消息、调用、结果）时，保留最前 1 个和最新的 49 个。',
  'strategy.openhands-amortized.loses': '往往包括任务；调用和结果可能失散。',

  'strategy.openhands-masking.title': 'OpenHands：观察遮蔽',
  'strategy.openhands-masking.rule': '最新 100 个事件（消息、调用、结果）之前的工具结果换成 <MASKED>。',

  'strategy.openhands-recent.title': 'OpenHands：最近事件',
  'strategy.openhands-recent.rule': '保留最前 1 个和最新的事件，共 100 个（消息、调用、结果）。事件较少时第一条消息会重复。',
  'strategy.openhands-recent.loses': '往往包括任务；结果可能失去调用。',

  'strategy.openhands-window.title': 'OpenHands：对话窗口',
  'strategy.openhands-window.rule': '请求对模型过长时，保留系统消息、第一条用户消息和其余事件中较新的一半，不以结果开头。',
  'strategy.openhands-window.loses': '并行调用中可能丢了调用却留下结果。',

  'strategy.openhands-browser.title': 'OpenHands：浏览器输出',
  'strategy.openhands-browser.rule': '浏览器工具的输出，除最新 1 个外都换成一行网址。',
} as const satisfies Record<ChineseKeys<typeof englishProductAgents>, string>;

export const productFrameworks = {
  'strategy.openhands-sdk.rule':
    '超过 240 个事件（消息、调用、结果）或超出窗口时，保留前 2 个和最新的，合计一半，调用与结果不分开；中间的写成一份摘要，作为用户消息。',
  'strategy.openhands-sdk.param.max_tokens': '超过多少 token 时压缩到一半；0：窗口。',
  'strategy.openhands-sdk.param.minimum_progress': '至少要移除的事件比例，达不到就什么也不做。',
  'strategy.openhands-sdk.param.request': '未超限也压缩到一半，如同你主动要求。',

  'strategy.aider.rule':
    '超过窗口的十六分之一（1,024 至 8,192 token）时，最新的消息在其一半以内保留。之前的内容写成一份摘要，作为用户消息；之前不超过 4 条时，整段历史都写入。',
  'strategy.aider.param.max_tokens': '历史超过多少 token 时做摘要。',
  'strategy.aider.param.by_window': '窗口的十六分之一，须小于 8,192；最少 1,024。',

  'strategy.kimi-cli.rule': '系统消息和最新的 2 条消息连同其间的工具结果保留。之前的内容写成一份 6 节的摘要，作为用户消息。',

  'strategy.autogen-buffered.title': 'AutoGen：缓冲区',
  'strategy.autogen-buffered.rule': '保留系统消息和最新的 20 条消息（由我们选定，AutoGen 没有默认值），不以结果开头。',

  'strategy.autogen-head-and-tail.title': 'AutoGen：首尾',
  'strategy.autogen-head-and-tail.rule':
    '保留系统消息、最前 5 条和最新 20 条消息（由我们选定，AutoGen 没有默认值），中间注明移除了多少条。调用与结果不分开。',
  'strategy.autogen-head-and-tail.param.head_size': '开头保留多少条消息。',

  'strategy.autogen-token-limited.title': 'AutoGen：token 上限',
  'strategy.autogen-token-limited.rule':
    '系统消息之外超过 8,000 token（由我们选定，AutoGen 没有默认值）时，从正中间起逐条移除，并行调用的结果合算一条。',
  'strategy.autogen-token-limited.loses': '调用和结果可能失散，提供商会拒绝。',

  'strategy.inspect-edit.title': 'Inspect：编辑',
  'strategy.inspect-edit.rule': '除最新 3 次工具使用外，结果换成“(Tool result removed)”；调用保留。只有最新的助手消息保留思考；末尾的助手消息移除。',
  'strategy.inspect-edit.param.keep_thinking_turns': '保留思考的最新几条助手消息。',
  'strategy.inspect-edit.param.keep_tool_inputs': '调用保留，结果移除；关闭时两者换成一行文字。',

  'strategy.inspect-trim.title': 'Inspect：裁剪',
  'strategy.inspect-trim.rule': '保留系统消息、直到第一条用户消息的全部内容和其余中最新的 80%；失散的调用和结果移除，末尾的助手消息也移除。',

  'strategy.strands-sliding-window.title': 'Strands Agents：滑动窗口',
  'strategy.strands-sliding-window.rule':
    'Strands 的默认做法。在最新的 40 条消息中，从第一条用户消息起保留。请求被模型以过长拒绝后，改为把最旧的结果截短到首尾各 200 个字符。',
  'strategy.strands-sliding-window.loses': '开头可能是调用，有的提供商会拒绝。',
  'strategy.strands-sliding-window.param.overflows': '自上一个完整轮次以来，会话因过长被模型拒绝的次数。',

  'strategy.strands-summarizing.title': 'Strands Agents：摘要',
  'strategy.strands-summarizing.rule': '最旧的 30% 消息（不含最新 10 条）写成一份摘要，作为用户消息；系统消息保留，调用与结果不分开。',
  'strategy.strands-summarizing.param.preserve_recent_messages': '始终保留最新的多少条消息，并行调用的结果合算一条。',

  'strategy.agent-framework-truncation.title': 'Agent Framework：截断',
  'strategy.agent-framework-truncation.rule':
    '超过 80 条消息时，从最旧的起移除，直到剩下 40 条（由我们选定，框架没有默认值），调用与结果一起；系统消息保留。',
  'strategy.agent-framework-truncation.param.max_n': '超过此规模才开始。',
  'strategy.agent-framework-truncation.param.counted': '计量单位：messages 消息条数，tokens 按 JSON 的字符数 ÷ 4。',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework：滑动窗口',
  'strategy.agent-framework-sliding-window.rule': '保留系统消息和最新的 20 组（由我们选定，框架没有默认值）：一次调用连同结果，或一条其他消息。',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework：工具调用',
  'strategy.agent-framework-tool-calls.rule': '带调用的消息连同结果移除，只留最新一组。',

  'strategy.agent-framework-tool-results.title': 'Agent Framework：工具结果',
  'strategy.agent-framework-tool-results.rule': '除最新一组外，每条带调用的消息连同结果变为一条助手消息，写明工具名和结果，最多 4,000 个字符。',

  'strategy.agent-framework-summarization.title': 'Agent Framework：摘要',
  'strategy.agent-framework-summarization.rule':
    '超过 4 + 2 条消息时，系统消息和最新的若干组（至少 4 条）保留，调用与结果不分开。更早的消息，文字在 8,000 token 内的，写成一份摘要，作为助手消息。',
  'strategy.agent-framework-summarization.loses': '工具的全部输入和输出：摘要器只看到有过调用。',
  'strategy.agent-framework-summarization.param.threshold': '超出目标的消息不多于此数时，什么也不做。',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': '摘要器最多读取的 token（字符数 ÷ 4）；0：不限。',

  'strategy.agent-framework-context-window.title': 'Agent Framework：上下文窗口',
  'strategy.agent-framework-context-window.rule':
    '用量超过窗口（扣除回答的 16,384 token：由我们选定，框架没有默认值）的 50% 时，除最新 4 组外，每组调用和结果缩成一行；仍放不下就从最旧的组起移除，系统消息最后。',
  'strategy.agent-framework-context-window.param.max_output_tokens': '为回答预留的 token 数。',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel：截断',
  'strategy.semantic-kernel-truncation.rule': '超过 20 条消息时，保留第一条系统消息和最新的消息，共 20 条；一串调用不拆开。',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel：摘要',
  'strategy.semantic-kernel-summarization.rule':
    '超过 20 条消息时，保留第一条系统消息和最新的消息，共 20 条；一串调用不拆开。之前说过的写成一份摘要，作为助手消息；调用和结果移除。',

  'strategy.letta-sliding-window.title': 'Letta：滑动窗口',
  'strategy.letta-sliding-window.rule':
    '最前 40% 的消息写成一份摘要，作为用户消息；每次再多取 10%，直到其余低于窗口的 70%；最后除系统消息外全部写入。',
  'strategy.letta-sliding-window.loses': '它按字节计数，中文会话可能被压缩得超出需要。',

  'strategy.letta-static-buffer.title': 'Letta：静态缓冲区',
  'strategy.letta-static-buffer.rule': '连同系统消息超过 60 条时，保留系统消息，以及最新 15 条中从第一条用户消息起的部分。',
  'strategy.letta-static-buffer.loses': '最新的消息里没有用户消息时，全部丢失。',
  'strategy.letta-static-buffer.param.message_buffer_limit': '超过多少条消息才起作用。',

  'strategy.letta-partial-evict.title': 'Letta：部分淘汰',
  'strategy.letta-partial-evict.rule': '保留系统消息和最新 30% 的消息，从助手消息开始。中间的写成一份摘要，作为用户消息。',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': '保留最新消息的比例。',

  'strategy.fast-agent-compaction.title': 'fast-agent：压缩',
  'strategy.fast-agent-compaction.rule': '保留最新的 2 轮，第一轮除外。之前的内容写成一份摘要，作为用户消息。',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    '保留的各轮加上摘要的 2,048 合计的 token 上限，超出就少留几轮。fast-agent 取窗口的一定比例；0：不限。',

  'strategy.fast-agent-tool-loop.title': 'fast-agent：工具循环',
  'strategy.fast-agent-tool-loop.rule': '最后一轮用了至少 2 次工具并以回答结束时，只留请求、最后一次调用及其结果和回答。',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK：输出裁剪',
  'strategy.openai-agents-tool-output-trimmer.rule': '最近 2 条用户消息之前、超过 500 个字符的工具输出只留前 200 个字符，并注明长度。',
  'strategy.openai-agents-tool-output-trimmer.loses': '旧输出的结尾，报错和合计多在那里。',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': '最新的多少条用户消息；其中最早一条之后的输出保留。',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': '输出超过多少个字符时截短。',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': '截短的输出在开头保留多少个字符。',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK：会话上限',
  'strategy.openai-agents-session-limit.rule': '保留系统消息和最新的 40 个条目（由我们选定，SDK 没有默认值）：文字、调用、结果各算一个。',
  'strategy.openai-agents-session-limit.loses': '任务；结果可能失去调用，提供商会拒绝。',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK：工具运行器',
  'strategy.anthropic-tool-runner.rule': '除系统提示词外，全部变为一条用户消息：一份 5 节的摘要。',

  'strategy.crewai.rule': '除系统消息外，全部变为一条用户消息：一份 5 节的摘要，按窗口的 85% 分块写成。',
  'strategy.crewai.param.ratio': '一块最多占窗口的比例（字符数 ÷ 4，调用不计）。',

  'strategy.langmem.rule':
    '最旧的消息，达到 32,000 token（由我们选定，LangMem 没有默认值）为止，其余放不下时更多，写成一份不超过 256 token 的摘要，作为系统消息；原系统消息保留。',
  'strategy.langmem.param.max_summary_tokens': '其中留给摘要的 token 数。',

  'strategy.deepagents-arguments.title': 'deepagents：参数',
  'strategy.deepagents-arguments.rule': '消息达到 20 条后，在最新 20 条之前，write_file 和 edit_file 超过 2,000 个字符的参数只留前 20 个。',
  'strategy.deepagents-arguments.param.trigger': '消息达到多少条才截短参数。',
  'strategy.deepagents-arguments.param.max_length': '参数超过多少个字符时截短。',
  'strategy.deepagents-arguments.param.tools': '要截短参数的工具，以逗号分隔。',
} as const satisfies Record<ChineseKeys<typeof englishProductFrameworks>, string>;
