import type { productAgents as englishProductAgents, productFrameworks as englishProductFrameworks, products as english } from '../en/products.ts';
import type { ChineseKeys } from '../instance.ts';

export const products = {
  'param.repaired': '修复',
  'param.repaired.help': '开：$t(row.shipped.repaired.help)关：出厂设置。',
  'param.threshold_count.help': '超出目标不多于此数时，什么也不做。',
  'param.minMessagesToKeep.help': '必须留下的消息数。',
  'param.knob.up': '保留多少。',
  'param.knob.down': '去掉多少。',
  'param.keep_last_tool_call_groups.help': '保留最新的几组调用。',
  'param.replay.help': '开：每次回答之前，如同智能体。关：只在末尾一次。',
  'param.keep_first.help': '开头保留多少个事件。',
  'param.max_size.help': '事件超过此数时压缩到一半。',
  'param.excludeTools.help': '其结果保留；以逗号分隔。',
  'param.clearToolInputs.help': '被清除的调用连同参数一起清除。',
  'param.userTokens.help': '你的消息合计保留多少 token（字节数 ÷ 4）。',
  'param.files.help': '摘要之后放回的文件数。',
  'product.encrypted': '其余由一个只有提供商能读的加密条目代替，因此算作丢弃。',
  'product.before': '之前的内容写成一份摘要',
  'compare.place': '比较位置',
  'compare.place.end': '会话末尾',
  'compare.place.at': '第 {{number}} 次压缩处（共 {{of}} 次）',
  'compare.place.end.help': '“实际记录”是你的智能体在那里的上下文。',
  'compare.place.at.help': '各策略压缩此前的上下文。',
  'row.preset.product': '产品',
  'row.preset.version': '版本',
  'row.preset.version.none': '未标明',
  'row.preset.where': '出处',
  'row.preset.checked': '已核对',
  'row.preset.checked.help': '在同样的对话上，其自身代码的做法相同，差异见文档。',
  'row.preset.read': '据阅读',
  'row.preset.read.help': '读自其源代码或文档；没有运行它的代码。',
  'row.shipped': '{{title}}：按发布原样或修复',
  'row.shipped.shipped': '按发布原样',
  'row.shipped.shipped.help': '不保护，也不修复。',
  'row.shipped.repaired.help': '受保护的消息和工具块保持完整，请求得到修复。',
  'products.more': '另外 {{count}} 个',
  'products.less': '不含这 {{count}} 个产品',
  'unit.events': '个事件',
  'reason.product-rule': '按 {{product}} 的规则',
  'reason.keep-product-edit': '产品的改动会破坏调用、结果或思考，或没有缩短',
  'reason.unchanged-product': '{{product}} 在此不作任何改动',
  'reason.note-product-fixed': '没有自己的预算参数',
  'reason.note-product-hidden': '无法得知提供商保留了什么',
  'reason.error-stage-kind': '阶段 {{number}}“{{id}}”：参照、产品和“实际记录”不能作为阶段',
} satisfies Record<ChineseKeys<typeof english>, string>;

export const productAgents = {
  'strategy.claude-code.rule':
    '除系统提示词外，全部写成一份最多 20,000 token 的摘要。随后放回最近读取或编辑的 5 个文件；超过 5,000 token 或从未显示过内容的，只给路径。',
  'strategy.claude-code.param.fileTokens': '更大的文件（字符数 ÷ 4）只给出路径。',
  'strategy.claude-code.param.autoCompactWindow': '模型窗口更大时的窗口；在其下 33,000 token 处触发。',

  'strategy.codex-remote.rule': '2026 年起，以 OpenAI 或 Azure 为提供商时的默认做法。你最新的消息在 64,000 token 内保留。$t(product.encrypted)',

  'strategy.codex.title': 'Codex CLI：本地',
  'strategy.codex.rule': '你最新的消息在 20,000 token 内保留，放不下的那条截短。除系统提示词外，其余写成一份摘要，放在末尾。',

  'strategy.pi.rule': '系统消息和最新的 20,000 token 保留。之前的内容写成一份最多 13,107 token 的摘要。',

  'strategy.opencode.title': 'opencode：压缩',
  'strategy.opencode.rule':
    '系统消息保留，最新的消息在可用窗口（扣除回答和 20,000 token）的 25% 内保留，不低于 2,000、不高于 15,000 token。$t(product.before)。',
  'strategy.opencode.param.output': '为回答预留的 token 数。',

  'strategy.opencode-prune.title': 'opencode：修剪',
  'strategy.opencode-prune.rule': '最近 2 轮之前的工具输出，最新的 40,000 token 保留；能省下超过 20,000 token 时，更早的换成占位符。',
  'strategy.opencode-prune.param.minimum': '要省下的 token（字符数 ÷ 4），否则不修剪。',

  'strategy.gemini-cli.title': 'Gemini CLI：压缩',
  'strategy.gemini-cli.rule': '最多保留最新 30% 的字符，从你的某条消息开始。$t(product.before)，最新 50,000 token 之前的输出先截短到 40,000 个字符。',
  'strategy.gemini-cli.param.responseTokens': '完整保留的最新工具输出。',
  'strategy.gemini-cli.param.outputCharacters': '更早的输出保留首尾多少。',

  'strategy.gemini-cli-masking.title': 'Gemini CLI：遮蔽',
  'strategy.gemini-cli-masking.rule':
    '最新的 50,000 token 工具输出和最新一条消息保留。更早的输出合计达到 30,000 token 时，只留首尾各 250 个字符（shell 为各 10 行）和一个路径。',
  'strategy.gemini-cli-masking.param.minPrunable': '更早的输出合计的 token 数。',
  'strategy.gemini-cli-masking.param.protectLatestTurn': '最新一条消息完整保留，也不计入。',

  'strategy.cline-basic.title': 'Cline：基础压缩',
  'strategy.cline-basic.rule':
    '你的输入、最近一轮中放得下的消息和较早各轮的最后回答保留；提示列出文件和命令。目标为窗口 90% 的 50%；往来不足 5 次时为触发点的 70%。',
  'strategy.cline-basic.loses': '全部思考；仅输入就过长时，较早的输入也会丢失。',
  'strategy.cline-basic.param.mode': '目标按窗口（auto）或对话（manual）的比例。',

  'strategy.cline-classic.title': 'Cline：截断',
  'strategy.cline-classic.rule':
    '同一文件的读取，除最后一次外都换成提示。若省下的字符不足 30%，前两条之后的消息移除 50%；远超上限（比窗口少 27,000 至 40,000 token）时移除 75%。',
  'strategy.cline-classic.loses': '结果可能失去对应的调用。',
  'strategy.cline-classic.param.keep': '前两条之后保留多少：half、quarter，或 auto。',
  'strategy.cline-classic.param.minSaved': '提示须省下的比例，否则移除消息。',

  'strategy.roo-code.title': 'Roo Code：浓缩',
  'strategy.roo-code.rule': '除系统提示词外，全部写成一份摘要。',

  'strategy.roo-code-truncation.title': 'Roo Code：截断',
  'strategy.roo-code-truncation.rule': '第一条消息和系统消息保留。其余消息中较早的 50% 移除。',

  'strategy.qwen-code.rule': '$t(strategy.roo-code.rule)随后放回最近读过或写过的 5 个文件。',

  'strategy.goose.rule': '除系统提示词外，全部写成一份摘要，其后是你最后一条消息的副本。',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API：清除工具结果',
  'strategy.anthropic-clear-tool-uses.rule': '除最新 3 次工具使用外，结果都换成占位符。',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': '要腾出的 token（字符数 ÷ 4），否则不清除。',

  'strategy.anthropic-compaction.title': 'Anthropic API：压缩',
  'strategy.anthropic-compaction.param.trigger': 'API 在此压缩；不低于 50,000。',

  'strategy.openai-agents.title': 'OpenAI Agents：压缩会话',
  'strategy.openai-agents.rule':
    '达到 10 个条目（文字、调用、结果，不计你的）后，系统消息和你最新的消息（64,000 token 内）保留。$t(product.encrypted)',
  'strategy.openai-agents.param.candidates': '达到多少个条目时压缩。',

  'strategy.ai-sdk-prune.title': 'AI SDK：修剪消息',
  'strategy.ai-sdk-prune.rule': '思考移除，调用连同结果移除，范围是全部或最新几条之前。',
  'strategy.ai-sdk-prune.loses': '它不计算 token。',
  'strategy.ai-sdk-prune.param.reasoning': '去掉哪些：none、all 或 before-last-message。',
  'strategy.ai-sdk-prune.param.toolCalls': '去掉哪些：none、all、before-last-message 或 before-last-N-messages。',
  'strategy.ai-sdk-prune.param.tools': '只去掉它们的调用；以逗号分隔；空：所有。',
  'strategy.ai-sdk-prune.param.emptyMessages': '变空的消息：remove 移除，keep 保留。',

  'strategy.langchain-trim.title': 'LangChain：裁剪',
  'strategy.langchain-trim.rule': '最新的消息在 4,000 token 内保留（由我们选定）；其余移除，包括系统消息。',
  'strategy.langchain-trim.loses': '任务；开头可能是失去调用的结果。',
  'strategy.langchain-trim.param.startOn': '开头的角色：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.endOn': '结尾的角色：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.includeSystem': '开头的系统消息保留并计入。',

  'strategy.langchain-summarization.title': 'LangChain：摘要',
  'strategy.langchain-summarization.rule': '最新的 20 条消息保留，结果不与调用分开；之前的内容连同系统消息写成一份摘要。出厂设置没有触发条件。',
  'strategy.langchain-summarization.param.tokens': '改按最新的 token（字符数 ÷ 4）；0：按条数。',

  'strategy.langchain-clear-tool-uses.title': 'LangChain：清除工具结果',
  'strategy.langchain-clear-tool-uses.rule': '达到 100,000 token 后，除最新 3 个以外的工具结果都换成 [cleared]。',
  'strategy.langchain-clear-tool-uses.param.trigger': 'token，按字符数 ÷ 4。',

  'strategy.mastra-token-limiter.title': 'Mastra：token 限制',
  'strategy.mastra-token-limiter.rule':
    '系统消息和放得进 100,000 token（由我们选定）的最新消息保留，调用与结果同进退。每条消息另计 3.8 token，会话另计 24。',
  'strategy.mastra-token-limiter.loses': '近期的大消息也会丢，不留标记。',
  'strategy.mastra-token-limiter.param.trimMode': '放不下的跳过（best-fit），或到此为止（contiguous）。',
  'strategy.mastra-token-limiter.param.stage': '裁剪请求（prompt），或存储的消息，结果随调用（input）。',

  'strategy.mastra-tool-call-filter.title': 'Mastra：工具调用过滤',
  'strategy.mastra-tool-call-filter.rule': '所有调用和结果移除。',
  'strategy.mastra-tool-call-filter.param.exclude': '去掉哪些工具，以逗号分隔；all：所有工具。',

  'strategy.cipher-middle.title': 'Cipher：中间移除',
  'strategy.cipher-middle.rule': '用于 o1 模型。最前 8 条、最后 8 条和全部系统消息保留。剩下不足 4 条时什么也不做。',
  'strategy.cipher-middle.loses': '整个中间部分；结果可能失去对应的调用。',

  'strategy.cipher-oldest.title': 'Cipher：最旧移除',
  'strategy.cipher-oldest.rule': '用于 Anthropic 的模型。从最旧的起移除，直到文字降到窗口的 80% 或只剩 4 条；系统消息保留。',
  'strategy.cipher-oldest.param.preserveStart': '此处不用。',

  'strategy.cipher-hybrid.title': 'Cipher：混合',
  'strategy.cipher-hybrid.rule':
    '用于 GPT-4 系列模型。按长度和大小选中间移除（最前 6 条和最后 6 条保留）或最旧移除（降到窗口的 80%，至少留 4 条）；拿不准时取效率较高的。',

  'strategy.adk.rule': '上次摘要之后满 3 轮（一条用户消息及其后的一切）时，连同之前的 1 轮写成一份摘要。更早的保留。数字取自其文档。',
  'strategy.adk.param.interval': '满多少轮才起作用。',
  'strategy.adk.param.overlap': '再次写入摘要的较早轮次。',

  'strategy.llamaindex.rule': '超过 3,000 token 时从最旧的起移除，开头的结果或助手消息一并移除。系统消息保留。',
  'strategy.llamaindex.loses': '任务；最后一条消息若超过上限，则什么都不留。',

  'strategy.swe-agent-observations.title': 'SWE-agent：最近观察',
  'strategy.swe-agent-observations.rule': '在工具结果和任务中，第一个和最新的 5 个（取自其论文）保留；其余各换成一行。',
  'strategy.swe-agent-observations.param.polling': '每隔这么多个才移动分界，让缓存用得更久。',
  'strategy.swe-agent-observations.param.users': '哪些用户消息计入：first 只有任务，all 全部。',

  'strategy.swe-agent-windows.title': 'SWE-agent：关闭旧窗口',
  'strategy.swe-agent-windows.rule': '用户消息中文件带行号的内容，若该文件之后又显示过，就换成一行；没有文件名的整条移除。工具结果保留。',
  'strategy.swe-agent-windows.param.tools': '工具输出的角色：tool；不用函数调用时为 user。',

  'strategy.openhands-summarizing.title': 'OpenHands：摘要',
  'strategy.openhands-summarizing.rule': '超过 100 个事件（消息、调用、结果）时，保留最前 1 个、一份摘要和最新的 48 个。',
  'strategy.openhands-summarizing.loses': '往往包括任务；调用和结果可能失散。',

  'strategy.openhands-amortized.title': 'OpenHands：摊销遗忘',
  'strategy.openhands-amortized.rule': '超过 100 个事件时，保留最前 1 个和最新的 49 个。',

  'strategy.openhands-masking.title': 'OpenHands：观察遮蔽',
  'strategy.openhands-masking.rule': '最新 100 个事件之前的工具结果都换成 <MASKED>。',

  'strategy.openhands-recent.title': 'OpenHands：最近事件',
  'strategy.openhands-recent.rule': '保留最前 1 个和最新的事件，共 100 个。事件不足时第一条消息会重复。',
  'strategy.openhands-recent.loses': '往往包括任务；结果可能失去对应的调用。',

  'strategy.openhands-window.title': 'OpenHands：对话窗口',
  'strategy.openhands-window.rule': '请求对模型过长时，保留系统消息、第一条用户消息和其余事件中较新的一半，不以结果开头。',
  'strategy.openhands-window.loses': '并行调用中可能丢了调用却留下结果。',

  'strategy.openhands-browser.title': 'OpenHands：浏览器输出',
  'strategy.openhands-browser.rule': '除最新 1 个外，浏览器工具的输出都换成网址。',
} as const satisfies Record<ChineseKeys<typeof englishProductAgents>, string>;

export const productFrameworks = {
  'strategy.openhands-sdk.rule': '超过 240 个事件（消息、调用、结果）或超出窗口时，保留前 2 个和最新的，合计一半；中间的写成一份摘要。',
  'strategy.openhands-sdk.param.max_tokens': '或超过这些 token；0：窗口。',
  'strategy.openhands-sdk.param.minimum_progress': '至少要移除的事件比例，否则什么也不做。',
  'strategy.openhands-sdk.param.request': '未超限也压缩，如同你主动要求。',

  'strategy.aider.rule':
    '超过窗口的十六分之一（1,024 至 8,192 token）时，最新的消息在其一半以内保留。$t(product.before)；之前不超过 4 条时，整段历史都写入。',
  'strategy.aider.param.max_tokens': '超过多少 token 才起作用。',
  'strategy.aider.param.by_window': '窗口的十六分之一，须小于 8,192；最少 1,024。',

  'strategy.kimi-cli.rule': '系统消息和最新的 2 条消息连同其间的工具结果保留。$t(product.before)。',

  'strategy.autogen-buffered.title': 'AutoGen：缓冲区',
  'strategy.autogen-buffered.rule': '保留系统消息和最新的 20 条消息（由我们选定），不以结果开头。',

  'strategy.autogen-head-and-tail.title': 'AutoGen：首尾',
  'strategy.autogen-head-and-tail.rule': '保留系统消息、最前 5 条和最新 20 条消息（由我们选定），中间注明移除了多少条。调用与结果不分开。',
  'strategy.autogen-head-and-tail.param.head_size': '开头保留多少条消息。',

  'strategy.autogen-token-limited.title': 'AutoGen：token 上限',
  'strategy.autogen-token-limited.rule': '系统消息之外超过 8,000 token（由我们选定）时，从正中间起逐条移除，并行调用的结果合算一条。',
  'strategy.autogen-token-limited.loses': '调用和结果可能失散。',

  'strategy.inspect-edit.title': 'Inspect：编辑',
  'strategy.inspect-edit.rule': '除最新 3 次工具使用外，结果换成“(Tool result removed)”。只有最新的助手消息保留思考；末尾的助手消息移除。',
  'strategy.inspect-edit.param.keep_thinking_turns': '保留思考的最新几条助手消息。',
  'strategy.inspect-edit.param.keep_tool_inputs': '关：调用和结果换成一行文字。',

  'strategy.inspect-trim.title': 'Inspect：裁剪',
  'strategy.inspect-trim.rule': '保留系统消息、直到第一条用户消息的全部内容和其余中最新的 80%；失散的调用和结果移除，末尾的助手消息也移除。',

  'strategy.strands-sliding-window.title': 'Strands Agents：滑动窗口',
  'strategy.strands-sliding-window.rule':
    '在最新的 40 条消息中，从第一条用户消息起保留。请求被模型以过长拒绝后，改为把最旧的结果截短到首尾各 200 个字符。',
  'strategy.strands-sliding-window.loses': '开头可能是调用，有的提供商会拒绝。',
  'strategy.strands-sliding-window.param.overflows': '自上一个完整轮次以来，因过长被拒绝的次数。',

  'strategy.strands-summarizing.title': 'Strands Agents：摘要',
  'strategy.strands-summarizing.rule': '最旧的 30% 消息（不含最新 10 条）写成一份摘要；系统消息保留，调用与结果不分开。',
  'strategy.strands-summarizing.param.preserve_recent_messages': '最新的保留，并行调用的结果合算一条。',

  'strategy.agent-framework-truncation.title': 'Agent Framework：截断',
  'strategy.agent-framework-truncation.rule': '超过 80 条消息时，从最旧的起移除，直到剩下 40 条（由我们选定），调用与结果一起；系统消息保留。',
  'strategy.agent-framework-truncation.param.max_n': '超过此规模才开始。',
  'strategy.agent-framework-truncation.param.counted': 'messages 按消息条数，tokens 按 JSON 的字符数 ÷ 4。',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework：滑动窗口',
  'strategy.agent-framework-sliding-window.rule': '保留系统消息和最新的 20 组（由我们选定）：一次调用连同结果，或一条其他消息。',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework：工具调用',
  'strategy.agent-framework-tool-calls.rule': '带调用的消息连同结果移除，只留最新一组。',

  'strategy.agent-framework-tool-results.title': 'Agent Framework：工具结果',
  'strategy.agent-framework-tool-results.rule': '除最新一组外，每条带调用的消息连同结果变为一条，写明工具名和结果，最多 4,000 个字符。',

  'strategy.agent-framework-summarization.title': 'Agent Framework：摘要',
  'strategy.agent-framework-summarization.rule':
    '超过 4 + 2 条消息时，系统消息和最新的若干组（至少 4 条）保留，调用与结果不分开。更早的消息，文字在 8,000 token 内的，写成一份摘要。',
  'strategy.agent-framework-summarization.loses': '摘要器只看到有过调用，看不到参数和结果。',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': '摘要器读取的上限（字符数 ÷ 4）；0：不限。',

  'strategy.agent-framework-context-window.title': 'Agent Framework：上下文窗口',
  'strategy.agent-framework-context-window.rule':
    '用量超过窗口（扣除回答的 16,384 token，由我们选定）的 50% 时，除最新 4 组外，每组调用和结果缩成一行；仍放不下就从最旧的组起移除，系统消息最后。',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel：截断',
  'strategy.semantic-kernel-truncation.rule': '超过 20 条消息时，保留第一条系统消息和最新的消息，共 20 条；一串调用不拆开。',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel：摘要',
  'strategy.semantic-kernel-summarization.rule': '同其截断，共 20 条消息，但之前说过的写成一份摘要；调用和结果移除。',

  'strategy.letta-sliding-window.title': 'Letta：滑动窗口',
  'strategy.letta-sliding-window.rule': '最前 40% 的消息写成一份摘要；每次再多取 10%，直到其余低于窗口的 70%；最后除系统消息外全部写入。',
  'strategy.letta-sliding-window.loses': '它按字节计数，中文会话可能被压缩得超出需要。',

  'strategy.letta-static-buffer.title': 'Letta：静态缓冲区',
  'strategy.letta-static-buffer.rule': '连同系统消息超过 60 条时，保留系统消息，以及最新 15 条中从第一条用户消息起的部分。',
  'strategy.letta-static-buffer.loses': '最新的消息里没有用户消息时，全部丢失。',
  'strategy.letta-static-buffer.param.message_buffer_limit': '超过多少条消息才起作用。',

  'strategy.letta-partial-evict.title': 'Letta：部分淘汰',
  'strategy.letta-partial-evict.rule': '保留系统消息和最新 30% 的消息，从助手消息开始。中间的写成一份摘要。',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': '保留的最新比例。',

  'strategy.fast-agent-compaction.title': 'fast-agent：压缩',
  'strategy.fast-agent-compaction.rule': '保留最新的 2 轮，第一轮除外。$t(product.before)。',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    '保留的各轮加上摘要的 2,048 的上限，超出就少留几轮；0：不限。fast-agent 取窗口的一定比例。',

  'strategy.fast-agent-tool-loop.title': 'fast-agent：工具循环',
  'strategy.fast-agent-tool-loop.rule': '最后一轮用了至少 2 次工具并以回答结束时，只留请求、最后一次调用及其结果和回答。',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK：输出裁剪',
  'strategy.openai-agents-tool-output-trimmer.rule': '最近 2 条用户消息之前、超过 500 个字符的工具输出只留前 200 个。',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': '其中最早一条用户消息之后的输出保留。',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': '更长的输出截短。',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': '截短后保留多少。',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK：会话上限',
  'strategy.openai-agents-session-limit.rule': '保留系统消息和最新的 40 个条目（由我们选定）：文字、调用、结果各算一个。',
  'strategy.openai-agents-session-limit.loses': '任务；结果可能失去对应的调用。',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK：工具运行器',

  'strategy.crewai.rule': '除系统消息外，全部写成一份摘要，按窗口的 85% 分块写成。',
  'strategy.crewai.param.ratio': '一块占窗口的比例（字符数 ÷ 4，调用不计）。',

  'strategy.langmem.rule': '最旧的消息，达到 32,000 token（由我们选定）为止，其余放不下时更多，写成一份不超过 256 token 的摘要；系统消息保留。',
  'strategy.langmem.param.max_summary_tokens': '留给摘要。',

  'strategy.deepagents-arguments.title': 'deepagents：参数',
  'strategy.deepagents-arguments.rule': '消息达到 20 条后，在最新 20 条之前，write_file 和 edit_file 超过 2,000 个字符的参数只留前 20 个。',
  'strategy.deepagents-arguments.param.trigger': '达到多少条消息才起作用。',
  'strategy.deepagents-arguments.param.max_length': '更长的参数截短。',
  'strategy.deepagents-arguments.param.tools': '以逗号分隔。',
} as const satisfies Record<ChineseKeys<typeof englishProductFrameworks>, string>;
