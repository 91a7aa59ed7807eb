import type { productAgents as english } from '../en/product-agents.ts';
import type { ChineseKeys } from './keys.ts';

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
} as const satisfies Record<ChineseKeys<typeof english>, string>;
