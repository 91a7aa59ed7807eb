import type { productAgents as english } from '../en/product-agents.ts';
import type { ChineseKeys } from './keys.ts';

export const productAgents = {
  'strategy.claude-code.title': 'Claude Code',
  'strategy.claude-code.rule':
    '除系统提示词外，全部写成一份 9 节的摘要，最多 20,000 token。随后放回最近读取或编辑的 5 个文件；超过 5,000 token 或会话中从未出现过内容的，只给路径。',
  'strategy.claude-code.loses': '每条消息的原文，包括你的最后一条。',
  'strategy.claude-code.param.fileTokens': '更大的文件（token 按字符数 ÷ 4）只给出路径。',
  'strategy.claude-code.param.autoCompactWindow': '模型窗口更大时，按多大的窗口压缩；在此之下 33,000 token 处触发。',

  'strategy.codex-remote.title': 'Codex CLI',
  'strategy.codex-remote.rule':
    '2026 年起，以 OpenAI 或 Azure 为提供商时的默认做法。你的消息从最新的往前保留，不超过 64,000 token；放不下的那条从中间截短。其余内容由一个加密条目代替。其他提供商见“Codex CLI：本地”。',
  'strategy.codex-remote.loses': '无从得知：该条目只有提供商能读，所以所有回答、调用和结果都算丢弃。',

  'strategy.codex.title': 'Codex CLI：本地',
  'strategy.codex.rule': '你的消息从最新的往前保留，不超过 20,000 token；放不下的那条从中间截短。除系统提示词外，其余写成一份摘要，放在末尾。',
  'strategy.codex.loses': '所有回答、调用和结果：进行中的工作只剩摘要里的描述。',

  'strategy.pi.title': 'pi',
  'strategy.pi.rule': '最新的 20,000 token 保留。之前的内容写成一份 6 节的摘要，最多 13,107 token；系统消息保留。',
  'strategy.pi.loses': '更早内容的细节。分界可能落在一轮中间，那时正在进行的任务只在摘要里。',
  'strategy.pi.param.keepRecentTokens': '保留最新的多少 token（字符数 ÷ 4）。',

  'strategy.opencode.title': 'opencode：压缩',
  'strategy.opencode.rule':
    '最新的消息在可用窗口（扣除回答和 20,000 token）的 25% 内保留，不低于 2,000、不高于 15,000 token。之前的内容写成一份 5 节的摘要；系统消息保留。',
  'strategy.opencode.loses': '最新 15,000 token 之外的细节，窗口再大也一样。',
  'strategy.opencode.param.output': '窗口中为回答预留的 token 数。',
  'strategy.opencode.param.share': '最新的消息可占可用窗口的比例，介于 2,000 和 15,000 token 之间。',

  'strategy.opencode-prune.title': 'opencode：修剪',
  'strategy.opencode-prune.rule': '最近 2 轮之前，最新的 40,000 token 工具输出保留；能省下超过 20,000 token 时，更早的输出换成占位符。',
  'strategy.opencode-prune.loses': '旧的工具输出：需要时智能体得重新运行工具。',
  'strategy.opencode-prune.param.protect': '最近 2 轮之前，最新的工具输出保留多少 token（字符数 ÷ 4）。',
  'strategy.opencode-prune.param.minimum': '省下的 token 不超过此值时不修剪。',

  'strategy.gemini-cli.title': 'Gemini CLI：压缩',
  'strategy.gemini-cli.rule':
    '最多保留最新 30% 的字符，从你的某条消息开始。之前的内容写成一份 7 节的摘要。最新 50,000 token 以外的输出先截短到 40,000 个字符。',
  'strategy.gemini-cli.loses': '更早内容的细节；只有一条请求时，要么全留，要么全不留。',
  'strategy.gemini-cli.param.preserve': '字符数（按 JSON 计）最多保留的比例。',
  'strategy.gemini-cli.param.responseTokens': '最新的工具输出完整保留多少 token。',
  'strategy.gemini-cli.param.outputCharacters': '更早的输出保留多少个字符，取首尾。',

  'strategy.gemini-cli-masking.title': 'Gemini CLI：遮蔽',
  'strategy.gemini-cli-masking.rule':
    '最新的 50,000 token 工具输出和最新一条消息保留。更早的输出合计达到 30,000 token 时，换成首尾各 250 个字符（shell 为各 10 行）和文件路径。',
  'strategy.gemini-cli-masking.loses': '旧输出的中间部分；在产品中智能体可以打开那个文件。',
  'strategy.gemini-cli-masking.param.protect': '最新的工具输出保留多少 token。',
  'strategy.gemini-cli-masking.param.minPrunable': '更早的输出合计不到这么多 token 时不遮蔽。',
  'strategy.gemini-cli-masking.param.protectLatestTurn': '打开时，最新一条消息完整保留，也不计入。',

  'strategy.cline-basic.title': 'Cline：基础压缩',
  'strategy.cline-basic.rule':
    '你的输入、最近一轮放得下的最新消息和较早各轮的最后回答保留。提示列出读过的文件、改过的文件和运行过的命令。目标为可用窗口（窗口的 90%）的 50%；往来不足 5 次时为触发点的 70%。',
  'strategy.cline-basic.loses': '全部思考，以及较早各轮的调用和结果；仅输入就过长时，较早的输入也会丢失。',
  'strategy.cline-basic.param.mode': 'auto：目标是窗口的一定比例；manual：对话的一定比例。',
  'strategy.cline-basic.param.ratio': '这一比例。',
  'strategy.cline-basic.param.maxTokens': '为回答预留的 token 数。',

  'strategy.cline-classic.title': 'Cline：截断',
  'strategy.cline-classic.rule':
    '同一文件的读取，除最后一次外都换成提示。若省下的字符不足 30%，前两条之后的消息成对移除 50%；远超上限（比窗口少 27,000 至 40,000 token）时移除 75%。',
  'strategy.cline-classic.loses': '任务之后的内容；分界按条数计算，结果可能失去对应的调用。',
  'strategy.cline-classic.param.keep': '前两条之后保留多少：half 一半，quarter 四分之一，auto 会话过长时取四分之一。',
  'strategy.cline-classic.param.minSaved': '提示省下的字符达到此比例时，不移除任何消息。',

  'strategy.roo-code.title': 'Roo Code：浓缩',
  'strategy.roo-code.rule': '除系统提示词外，全部写成一份摘要，作为一条用户消息。',
  'strategy.roo-code.loses': '每条消息的原文，包括任务本身。',

  'strategy.roo-code-truncation.title': 'Roo Code：截断',
  'strategy.roo-code-truncation.rule': '第一条消息和系统消息保留。其余消息中较早的 50% 移除，条数取偶数。',
  'strategy.roo-code-truncation.loses': '任务之后的内容；分界按条数计算，结果可能失去对应的调用。',
  'strategy.roo-code-truncation.param.share': '第一条之后的消息移除多大比例。',

  'strategy.qwen-code.title': 'Qwen Code',
  'strategy.qwen-code.rule': '除系统提示词外，全部写成一份摘要。随后全文放回最近读过或写过的 5 个文件。',
  'strategy.qwen-code.loses': '每条消息的原文，包括你的最后一条；大文件会占去省下的空间。',

  'strategy.goose.title': 'goose',
  'strategy.goose.rule': '除系统提示词外，全部写成一份摘要，其后是一句助手的话和你最后一条消息的副本。',
  'strategy.goose.loses': '除你最后一条以外所有消息的原文。',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API：清除工具结果',
  'strategy.anthropic-clear-tool-uses.rule': '除最新 3 次工具使用外，结果都换成占位符。调用和文字保留。',
  'strategy.anthropic-clear-tool-uses.loses': '旧结果：需要时智能体得重新运行工具。缓存到第一个被清除的结果为止。',
  'strategy.anthropic-clear-tool-uses.param.keep': '最新的多少次工具使用保留结果。',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': '腾出的 token（字符数 ÷ 4）不到此值时不清除。',

  'strategy.anthropic-compaction.title': 'Anthropic API：压缩',
  'strategy.anthropic-compaction.rule': '除系统提示词外，全部写成一份摘要，作为一条助手消息。',
  'strategy.anthropic-compaction.param.trigger': '输入达到多少 token 时由 API 压缩；不低于 50,000。',
  'strategy.anthropic-compaction.loses': '每条消息的原文：模型只能从摘要得知你最后的问题。',

  'strategy.openai-agents.title': 'OpenAI Agents：压缩会话',
  'strategy.openai-agents.rule':
    '达到 10 个条目（文字、调用、结果，不计你的）后，提供商保留你的消息（从最新的往前，不超过 64,000 token）和一个加密条目；系统消息保留。',
  'strategy.openai-agents.loses': '无从得知：该条目只有提供商能读，所以所有回答、调用和结果都算丢弃。',
  'strategy.openai-agents.param.candidates': '达到多少个条目时压缩；不计你的消息。',

  'strategy.ai-sdk-prune.title': 'AI SDK：修剪消息',
  'strategy.ai-sdk-prune.rule': '去掉思考，以及调用连同结果，范围是全部或最新几条之前。不计算 token。',
  'strategy.ai-sdk-prune.loses': '旧的调用和结果；也不保证余下的放得进窗口。',
  'strategy.ai-sdk-prune.param.reasoning': '去掉哪些思考：none 不去掉，all 全部，before-last-message 最后一条之前的。',
  'strategy.ai-sdk-prune.param.toolCalls':
    '去掉哪些调用和结果：none 不去掉，all 全部，before-last-message 最后一条之前，before-last-N-messages 最后 N 条之前。',
  'strategy.ai-sdk-prune.param.tools': '只去掉这些工具的调用，以逗号分隔；空：所有工具。',
  'strategy.ai-sdk-prune.param.emptyMessages': '变空的消息：remove 移除，keep 保留。',

  'strategy.langchain-trim.title': 'LangChain：裁剪',
  'strategy.langchain-trim.rule': '最新的消息在 4,000 token 内保留；其余移除，包括系统消息。LangChain 没有默认值：4,000 由我们选定。',
  'strategy.langchain-trim.loses': '系统消息和任务；开头可能是失去调用的结果，提供商会拒绝。',
  'strategy.langchain-trim.param.maxTokens': '最多保留多少 token（字符数 ÷ 4）。',
  'strategy.langchain-trim.param.startOn': '必须以哪种角色开头：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.endOn': '必须以哪种角色结尾：human、ai、tool 或 system；空：不限。',
  'strategy.langchain-trim.param.includeSystem': '打开时，开头的系统消息保留并计入。',

  'strategy.langchain-summarization.title': 'LangChain：摘要',
  'strategy.langchain-summarization.rule':
    '最新的 20 条消息保留，结果不与调用分开；之前的内容连同系统消息写成一份摘要，作为一条用户消息。不设置就没有触发条件。',
  'strategy.langchain-summarization.loses': '系统消息，以及更早内容的细节。',
  'strategy.langchain-summarization.param.messages': '保留最新的多少条消息。',
  'strategy.langchain-summarization.param.tokens': '改为保留最新的多少 token（字符数 ÷ 4）；0：按条数。',

  'strategy.langchain-clear-tool-uses.title': 'LangChain：清除工具结果',
  'strategy.langchain-clear-tool-uses.rule': '达到 100,000 token 后，除最新 3 个以外的工具结果都换成 [cleared]；调用保留。',
  'strategy.langchain-clear-tool-uses.loses': '旧结果：需要时智能体得重新运行工具。',
  'strategy.langchain-clear-tool-uses.param.trigger': '达到多少 token（字符数 ÷ 4）时清除。',
  'strategy.langchain-clear-tool-uses.param.keep': '保留最新的多少个工具结果。',

  'strategy.mastra-token-limiter.title': 'Mastra：token 限制',
  'strategy.mastra-token-limiter.rule':
    '放得进 100,000 token 的最新消息保留，调用与结果同进退；放不下的跳过。系统消息保留。每条消息另计 3.8 token，会话另计 24。Mastra 没有默认值：100,000 由我们选定。',
  'strategy.mastra-token-limiter.loses': '较早的消息，以及近期的大消息：留下没有标记的空缺。',
  'strategy.mastra-token-limiter.param.limit': '请求最多多少 token，按 Mastra 的估算。',
  'strategy.mastra-token-limiter.param.trimMode': 'best-fit：跳过放不下的；contiguous：它和更早的全部移除。',
  'strategy.mastra-token-limiter.param.stage': 'prompt：裁剪请求；input：裁剪存储的消息，结果随其调用。',

  'strategy.mastra-tool-call-filter.title': 'Mastra：工具调用过滤',
  'strategy.mastra-tool-call-filter.rule': '所有调用和结果移除。文字保留。',
  'strategy.mastra-tool-call-filter.loses': '工具的全部输入和输出，包括正在进行的任务。',
  'strategy.mastra-tool-call-filter.param.exclude': '移除哪些工具的调用和结果，以逗号分隔；all：所有工具。',
  'strategy.mastra-tool-call-filter.param.filterAfterToolSteps': '最新的多少条带调用的消息保留；0：都不保留。',

  'strategy.cipher-middle.title': 'Cipher：中间移除',
  'strategy.cipher-middle.rule': '最前 8 条、最后 8 条和全部系统消息保留；中间的移除。剩下不足 4 条时什么也不做。Cipher 用于 o1 模型。',
  'strategy.cipher-middle.loses': '整个中间部分，即使只需移除一点；结果可能失去对应的调用。',
  'strategy.cipher-middle.param.preserveStart': '开头保留多少条消息，系统消息不计。',
  'strategy.cipher-middle.param.preserveEnd': '结尾保留多少条消息，系统消息不计。',
  'strategy.cipher-middle.param.minMessagesToKeep': '剩下的不足此数时什么也不做。',

  'strategy.cipher-oldest.title': 'Cipher：最旧移除',
  'strategy.cipher-oldest.rule': '从最旧的起移除，直到文字降到窗口的 80% 或只剩 4 条；系统消息保留。Cipher 用于 Anthropic 的模型。',
  'strategy.cipher-oldest.loses': '任务和开头；剩下的可能以失去调用的结果开头。',
  'strategy.cipher-oldest.param.preserveStart': '只有中间移除会读取。',
  'strategy.cipher-oldest.param.preserveEnd': '只有中间移除会读取。',
  'strategy.cipher-oldest.param.minMessagesToKeep': '无论如何至少留下这么多条。',

  'strategy.cipher-hybrid.title': 'Cipher：混合',
  'strategy.cipher-hybrid.rule':
    '按长度和大小选择中间移除（最前 6 条和最后 6 条保留）或最旧移除（降到窗口的 80%，至少留 4 条）；拿不准就都运行，取效率高的。Cipher 用于 GPT-4 系列模型。',
  'strategy.cipher-hybrid.loses': '所选规则丢失的内容；选择只看大小和角色，不看说了什么。',
  'strategy.cipher-hybrid.param.preserveStart': '中间移除时开头保留多少条，系统消息不计。',
  'strategy.cipher-hybrid.param.preserveEnd': '中间移除时结尾保留多少条，系统消息不计。',
  'strategy.cipher-hybrid.param.minMessagesToKeep': '无论如何至少留下这么多条。',

  'strategy.adk.title': 'Agent Development Kit',
  'strategy.adk.rule': '上次摘要之后满 3 轮（一条用户消息及其后的一切）时，连同之前的 1 轮写成一份摘要，放在末尾。更早的保留。3 和 1 取自其文档。',
  'strategy.adk.loses': '最新消息的原文，包括当前的问题。',
  'strategy.adk.param.interval': '满多少轮才起作用。',
  'strategy.adk.param.overlap': '新的各轮之前，有多少轮再次写入摘要。',

  'strategy.llamaindex.title': 'LlamaIndex',
  'strategy.llamaindex.rule': '超过 3,000 token 时从最旧的起移除，开头的结果或助手消息一并移除。系统消息保留。',
  'strategy.llamaindex.loses': '首先是任务；最后一条消息若超过上限，则什么都不留。',
  'strategy.llamaindex.param.limit': '最多保留多少 token（字符数 ÷ 4）。',

  'strategy.swe-agent-observations.title': 'SWE-agent：最近观察',
  'strategy.swe-agent-observations.rule': '在工具结果和任务中，第一个和最新的 5 个保留；其余各换成一行，注明省略的行数。5 取自其论文。',
  'strategy.swe-agent-observations.loses': '较早的结果；智能体的话和调用不论多长都保留。',
  'strategy.swe-agent-observations.param.n': '保留最新的多少个观察。',
  'strategy.swe-agent-observations.param.polling': '每隔这么多个观察才移动分界，让缓存用得更久。',
  'strategy.swe-agent-observations.param.users': '哪些用户消息算结果：first 只有任务，all 全部。',

  'strategy.swe-agent-windows.title': 'SWE-agent：关闭旧窗口',
  'strategy.swe-agent-windows.rule': '用户消息中文件带行号的内容，若该文件之后又显示过，就换成一行；没有文件名的整条移除。工具结果不读取。',
  'strategy.swe-agent-windows.loses': '文件较早的显示内容，以及整条带行号的消息：这是产品的缺陷。',
  'strategy.swe-agent-windows.param.tools': '工具输出的角色：tool；不用函数调用时为 user。',

  'strategy.openhands-summarizing.title': 'OpenHands：摘要',
  'strategy.openhands-summarizing.rule': '超过 100 个事件（消息、调用、结果各算 1 个）时，保留最前 1 个、一份摘要和最新的 48 个。',
  'strategy.openhands-summarizing.loses': '两者之间的细节，往往包括任务；调用和结果可能失散。',

  'strategy.openhands-amortized.title': 'OpenHands：摊销遗忘',
  'strategy.openhands-amortized.rule': '超过 100 个事件（消息、调用、结果各算 1 个）时，保留最前 1 个和最新的 49 个。',
  'strategy.openhands-amortized.loses': '两者之间的一切，往往包括任务；调用和结果可能失散。',

  'strategy.openhands-masking.title': 'OpenHands：观察遮蔽',
  'strategy.openhands-masking.rule': '最新 100 个事件（消息、调用、结果各算 1 个）之前的工具结果换成 <MASKED>。',
  'strategy.openhands-masking.loses': '旧结果，包括报错。',
  'strategy.openhands-masking.param.attention_window': '最新的多少个事件保留结果。',

  'strategy.openhands-recent.title': 'OpenHands：最近事件',
  'strategy.openhands-recent.rule': '保留最前 1 个和最新的事件，共 100 个（消息、调用、结果各算 1 个）。事件较少时第一条消息会重复。',
  'strategy.openhands-recent.loses': '两者之间的一切，往往包括任务；其后可能是失去调用的结果。',
  'strategy.openhands-recent.param.max_events': '共保留多少个事件。',

  'strategy.openhands-window.title': 'OpenHands：对话窗口',
  'strategy.openhands-window.rule': '请求对模型过长时，保留系统消息、第一条用户消息和其余事件中较新的一半，不以结果开头。',
  'strategy.openhands-window.loses': '较早的一半；并行调用中可能丢了调用却留下结果。',

  'strategy.openhands-browser.title': 'OpenHands：浏览器输出',
  'strategy.openhands-browser.rule': '浏览器工具的输出，除最新 1 个外都换成一行网址。',
  'strategy.openhands-browser.loses': '较早的网页；没有浏览器的会话不会变化。',
  'strategy.openhands-browser.param.attention_window': '保留最新的多少个浏览器输出。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
