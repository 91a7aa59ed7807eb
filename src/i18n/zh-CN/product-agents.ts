import type { productAgents as english } from '../en/product-agents.ts';
import type { ChineseKeys } from './keys.ts';

export const productAgents = {
  'strategy.claude-code.title': 'Claude Code',
  'strategy.claude-code.rule':
    '除系统提示词外，全部写成一份 9 个小节的摘要，最多 20,000 token。随后重新读入最近读取或编辑的 5 个文件，每个作为一条用户消息；超过 5,000 token 的文件，或会话记录中从未出现其内容的文件，只给出路径。',
  'strategy.claude-code.loses': '每条消息的原文，包括用户的最后一条：摘要没有提到的就没有了。',
  'strategy.claude-code.param.files': '摘要之后重新读入多少个最近读取或编辑的文件。',
  'strategy.claude-code.param.fileTokens': '文件的 token 数（字符数 ÷ 4）超过此值时只给出路径。',
  'strategy.claude-code.param.autoCompactWindow': '模型窗口更大时，按多大的窗口压缩；在此之下 33,000 token 处触发。与它自己的同名设置一致。',

  'strategy.codex-remote.title': 'Codex CLI',
  'strategy.codex-remote.rule':
    '以 OpenAI 或 Azure 为提供商时（2026 年起为默认）：除系统提示词外，只保留用户自己的消息，从最新的往前，文字合计不超过 64,000 token；放不下的那一条从中间截断。其余内容由末尾的一个加密条目代替。其他提供商得到摘要，见“Codex CLI：本地”。',
  'strategy.codex-remote.loses': '无从得知：该条目只有提供商能读，所以所有的回答、工具调用和结果（包括最新的）都算丢失。',
  'strategy.codex-remote.param.userTokens': '保留的用户消息合计多少 token（字节数 ÷ 4）。预算旋钮。',

  'strategy.codex.title': 'Codex CLI：本地',
  'strategy.codex.rule':
    '除系统提示词外，只保留用户自己的消息：从最新的往前，合计不超过 20,000 token；放不下的那一条从中间截断。其余内容（更早的用户消息、回答、工具调用、结果、项目说明、以前的摘要）写成一份摘要，作为用户消息放在末尾。',
  'strategy.codex.loses': '所有的回答、工具调用和结果，包括最新的：正在进行的工作只剩摘要里的描述。',
  'strategy.codex.param.userTokens': '保留的用户消息合计多少 token（字节数 ÷ 4）。预算旋钮。',

  'strategy.pi.title': 'pi',
  'strategy.pi.rule':
    '从最新的消息往前累计，达到 20,000 token 处就是切点；那里若是工具结果，切点移到其后。切点之前的内容写成一份 6 个小节的摘要，最多 13,107 token；系统消息保留。较短的对话保持不变。',
  'strategy.pi.loses': '切点之前的全部细节；切点可能落在一轮中间，那时正在进行的任务只剩摘要里的描述。',
  'strategy.pi.param.keepRecentTokens': '最新的消息累计到多少 token（字符数 ÷ 4）时切开。预算旋钮。',

  'strategy.opencode.title': 'opencode：压缩',
  'strategy.opencode.rule':
    '最新的消息在可用窗口（窗口 − 回答的 32,000 − 20,000）的 25% 之内保留，这一额度不低于 2,000、不高于 15,000 token；保留部分不以工具结果开头。之前的内容写成一份 5 个小节的摘要；系统消息保留。',
  'strategy.opencode.loses': '保留部分之前的全部细节；窗口再大也只留 15,000 token，最新一条消息超过额度时则一条都不留。',
  'strategy.opencode.param.output': '模型的回答最多多少 token，从可用窗口中扣除。',
  'strategy.opencode.param.share': '最新的消息可占可用窗口的比例，介于 2,000 和 15,000 token 之间。预算旋钮。',

  'strategy.opencode-prune.title': 'opencode：修剪',
  'strategy.opencode-prune.rule':
    '最近 2 轮用户输入之前，最新的 40,000 token 工具输出保留；能省下超过 20,000 token 时，更早的输出换成占位符。工具 skill 的输出保留；遇到摘要或以前修剪过的输出就不再往前。',
  'strategy.opencode-prune.loses': '旧工具输出的内容：需要时智能体得重新调用工具。',
  'strategy.opencode-prune.param.protect': '最近 2 轮之前，最新的工具输出保留多少 token（字符数 ÷ 4）。预算旋钮。',
  'strategy.opencode-prune.param.minimum': '能省下的 token 不超过此值时不修剪。',

  'strategy.gemini-cli.title': 'Gemini CLI：压缩',
  'strategy.gemini-cli.rule':
    '最多保留最新 30% 的字符，切点总是一条用户消息；之前的内容写成一份 7 个小节的摘要，后接一句固定的模型回复。没有哪条用户消息之前达到 70% 时，以最新的用户消息为切点；但若最后一条是不带工具调用的回答，则全部写成摘要。在此之前，最新 50,000 token 以外的工具输出先截短到 40,000 个字符，开头占 20%，结尾占 80%。',
  'strategy.gemini-cli.loses': '切点之前的全部细节；整个会话只有一条用户输入时非全即无，因为只有用户消息可以作切点。',
  'strategy.gemini-cli.param.preserve': '历史的字符数（按 JSON 计）最多保留的比例。预算旋钮。',
  'strategy.gemini-cli.param.responseTokens': '最新的工具输出完整保留多少 token。',
  'strategy.gemini-cli.param.outputCharacters': '超出这些 token 的输出保留多少个字符，取首尾。',

  'strategy.gemini-cli-masking.title': 'Gemini CLI：遮蔽',
  'strategy.gemini-cli-masking.rule':
    '最新的 50,000 token 工具输出和最新一条消息保留。更早的输出（包括跨在边界上的那个）合计至少 30,000 token 时换成预览加文件路径：预览为首尾各 250 个字符，shell 输出为首尾各 10 行。技能、提问和计划模式的结果保留。',
  'strategy.gemini-cli-masking.loses': '旧工具输出的中间部分；在产品中，智能体可以打开存有完整输出的文件。',
  'strategy.gemini-cli-masking.param.protect': '最新的工具输出保留多少 token。预算旋钮。',
  'strategy.gemini-cli-masking.param.minPrunable': '更早的输出合计不到这么多 token 时不遮蔽。',
  'strategy.gemini-cli-masking.param.protectLatestTurn': '打开时，最新一条消息完整保留，也不计入。',

  'strategy.cline-basic.title': 'Cline：基础压缩',
  'strategy.cline-basic.rule':
    '用户输入全部保留；最近一轮保留放得下的最新消息，更早的各轮只在放得下时保留最后的回答；思考一律去掉。提示文字列出被移除部分读过的文件、改过的文件和运行过的命令。目标为可用窗口（窗口的 90%）的 50%；往来不足 5 次时为触发点（可用窗口的 90%）的 70%。',
  'strategy.cline-basic.loses': '全部思考，以及较早各轮的工具调用和结果；仅用户输入就超过触发点时，较早的输入也会被截断或移除。',
  'strategy.cline-basic.param.mode': 'auto：目标是窗口的一定比例；manual（手动压缩）：目标是对话的一定比例。',
  'strategy.cline-basic.param.ratio': '这一比例：占可用窗口（auto）或对话 token 数（manual）。预算旋钮。',
  'strategy.cline-basic.param.maxTokens': '模型的回答最多多少 token。不小于可用窗口时，按短对话的目标压缩。',

  'strategy.cline-classic.title': 'Cline：截断',
  'strategy.cline-classic.rule':
    '同一文件的多次读取，除最后一次外都换成提示文字。若由此节省的字符不足 30%，则保留前两条消息（第二条的文字换成提示），其后的消息成对移除 50%；对话的一半仍超过上限（窗口减去 27,000 至 40,000 token）时移除 75%。',
  'strategy.cline-classic.loses': '任务之后的内容，除提示外不留痕迹；切点按条数计算，工具结果可能失去对应的调用。',
  'strategy.cline-classic.param.keep': '前两条消息之后保留多少。half：一半；quarter：四分之一；auto：对话的一半超过上限时为 quarter，否则为 half。',
  'strategy.cline-classic.param.minSaved': '以提示代替重复读取须节省的字符比例，达到时不移除任何消息。',

  'strategy.roo-code.title': 'Roo Code：浓缩',
  'strategy.roo-code.rule': '除系统提示词外，全部写成一份摘要，作为一条用户消息。',
  'strategy.roo-code.loses': '每条消息的原文，包括任务本身：只剩摘要。',

  'strategy.roo-code-truncation.title': 'Roo Code：截断',
  'strategy.roo-code-truncation.rule': '第一条消息保留。其余消息中较早的 50% 移除，条数向下取为偶数；系统消息不计入，予以保留。',
  'strategy.roo-code-truncation.loses': '任务之后的内容，不留痕迹；切点按条数计算，工具结果可能失去对应的调用。',
  'strategy.roo-code-truncation.param.share': '第一条之后的消息移除多大比例。预算旋钮。',

  'strategy.qwen-code.title': 'Qwen Code',
  'strategy.qwen-code.rule': '除系统提示词外，全部写成一份摘要。随后重新读入最近读过或写过的 5 个文件，全文放入，每个作为一条用户消息。',
  'strategy.qwen-code.loses': '每条消息的原文，包括用户的最后一条；大文件全文放回，会占去省下的空间。',
  'strategy.qwen-code.param.files': '摘要之后重新读入多少个最近读过或写过的文件。',

  'strategy.goose.title': 'goose',
  'strategy.goose.rule': '除系统提示词外，全部写成一份摘要。其后是一句要求继续的助手消息，以及用户最后一条消息的副本。',
  'strategy.goose.loses': '除用户最后一条以外所有消息的原文；只有任务正好是这一条时，它才一字不差地留下。',

  'strategy.anthropic-clear-tool-uses.title': 'Anthropic API：清除工具结果',
  'strategy.anthropic-clear-tool-uses.rule': '除最新 3 次工具使用外，所有结果不论大小都换成占位符。工具调用和所有对话文字保留。',
  'strategy.anthropic-clear-tool-uses.loses': '旧结果的内容：需要时智能体得重新调用工具。从第一个被清除的结果起，缓存的前缀失效。',
  'strategy.anthropic-clear-tool-uses.param.keep': '最新的多少次工具使用保留结果。预算旋钮。',
  'strategy.anthropic-clear-tool-uses.param.clearAtLeast': '腾出的 token（字符数 ÷ 4）不到此值时不清除，以免得不偿失地破坏缓存；0 = 总是清除。',
  'strategy.anthropic-clear-tool-uses.param.clearToolInputs': '打开时，被清除的工具使用连同调用参数一起清除。',
  'strategy.anthropic-clear-tool-uses.param.excludeTools': '从不清除其结果的工具，名称以逗号分隔。',

  'strategy.anthropic-compaction.title': 'Anthropic API：压缩',
  'strategy.anthropic-compaction.rule': '除系统提示词外，全部写成一份摘要，作为一条助手消息，最后的提问也在其中。',
  'strategy.anthropic-compaction.param.trigger': '输入达到多少 token 时由 API 压缩；API 不接受低于 50,000 的值。',
  'strategy.anthropic-compaction.loses': '每条消息的原文，包括用户的最后一条：模型要回答的问题只剩摘要里的描述。',

  'strategy.openai-agents.title': 'OpenAI Agents：压缩会话',
  'strategy.openai-agents.rule':
    '不计用户消息，达到 10 个条目后，提供商用用户消息（从最新的往前，合计不超过 64,000 token）和一个加密条目代替整个会话；系统消息保留。文字、每个工具调用和每个结果各算一个条目。',
  'strategy.openai-agents.loses': '无从得知：该条目只有提供商能读，所以所有的回答、工具调用和结果都算丢失。',
  'strategy.openai-agents.param.candidates': '达到多少个条目才压缩会话；用户消息不计。',
  'strategy.openai-agents.param.userTokens': '提供商返回的用户消息合计多少 token（字节数 ÷ 4），依据 Codex 对同一接口的说明。',

  'strategy.ai-sdk-prune.title': 'AI SDK：修剪消息',
  'strategy.ai-sdk-prune.rule':
    '按种类去掉内容：思考，以及工具调用连同结果，范围是全部消息或最新几条之前的消息。最新几条消息提到其 id 的调用处处保留。变空的消息移除；不计算 token。',
  'strategy.ai-sdk-prune.loses': '旧工具调用和结果的内容，不留痕迹；也不保证余下的内容放得进窗口。',
  'strategy.ai-sdk-prune.param.reasoning': '去掉哪些思考：none 不去掉，all 全部，before-last-message 最后一条消息之前的。',
  'strategy.ai-sdk-prune.param.toolCalls':
    '去掉哪些工具调用和结果：none 不去掉，all 全部，before-last-message 最后一条消息之前的，before-last-N-messages 最后 N 条之前的。',
  'strategy.ai-sdk-prune.param.tools': '只去掉这些工具的调用，名称以逗号分隔；空 = 所有工具。',
  'strategy.ai-sdk-prune.param.emptyMessages': '变空的消息：remove 移除，keep 保留。',

  'strategy.langchain-trim.title': 'LangChain：裁剪',
  'strategy.langchain-trim.rule':
    '最新的消息在 4,000 token 之内保留，不论开头是什么；其余移除，系统消息也不例外。startOn 和 endOn 把开头和结尾移到指定角色的消息。LangChain 要求给出上限：4,000 由我们选定。',
  'strategy.langchain-trim.loses': '按这些默认值，系统消息和任务不留痕迹地丢失；开头可能是失去调用的工具结果，提供商会拒绝。',
  'strategy.langchain-trim.param.maxTokens': '最多保留多少 token，按该库的近似计数（字符数 ÷ 4）。预算旋钮。',
  'strategy.langchain-trim.param.startOn': '保留部分必须以哪种角色开头：human、ai、tool 或 system；空 = 不限。之前的消息移除。',
  'strategy.langchain-trim.param.endOn': '保留部分必须以哪种角色结尾：human、ai、tool 或 system；空 = 不限。之后的消息移除。',
  'strategy.langchain-trim.param.includeSystem': '打开时，开头的系统消息保留并计入。',

  'strategy.langchain-summarization.title': 'LangChain：摘要',
  'strategy.langchain-summarization.rule':
    '最新的 20 条消息保留；之前的内容连同开头的系统消息写成一份摘要，作为一条用户消息。切点落在工具结果上时，退回到发出调用的消息。不设置就没有触发条件。',
  'strategy.langchain-summarization.loses': '系统消息，它与其他消息一样被写进摘要；以及最新消息之前的全部细节。',
  'strategy.langchain-summarization.param.messages': '保留最新的多少条消息。预算旋钮。',
  'strategy.langchain-summarization.param.tokens': '改为保留最新的多少 token，按该库的近似计数（字符数 ÷ 4）；0 = 按条数。',

  'strategy.langchain-clear-tool-uses.title': 'LangChain：清除工具结果',
  'strategy.langchain-clear-tool-uses.rule':
    '达到 100,000 token 后，除最新 3 个以外的工具结果都换成 [cleared]；工具调用保留。没有调用的结果不论大小一律移除。',
  'strategy.langchain-clear-tool-uses.loses': '旧结果的内容：需要时智能体得重新调用工具。未达到触发值时什么也不省。',
  'strategy.langchain-clear-tool-uses.param.trigger': '对话达到多少 token 才清除，按该库的近似计数（字符数 ÷ 4）。',
  'strategy.langchain-clear-tool-uses.param.keep': '保留最新的多少个工具结果。预算旋钮。',
  'strategy.langchain-clear-tool-uses.param.clearToolInputs': '打开时，被清除的工具使用连同调用参数一起清除。',
  'strategy.langchain-clear-tool-uses.param.excludeTools': '从不清除其结果的工具，名称以逗号分隔。',

  'strategy.mastra-token-limiter.title': 'Mastra：token 限制',
  'strategy.mastra-token-limiter.rule':
    '系统消息保留。其余消息从最新的往前，放得进 100,000 token 的保留，工具调用与其结果同进退；放不下的跳过。计数时整个对话另加 24 token，每条消息另加 3.8。Mastra 要求给出上限：100,000 由我们选定。',
  'strategy.mastra-token-limiter.loses': '较早的消息，以及夹在较小的旧消息之间的近期大消息：对话中留下没有标记的空缺。',
  'strategy.mastra-token-limiter.param.limit': '请求最多多少 token，按 Mastra 的估算。预算旋钮。',
  'strategy.mastra-token-limiter.param.trimMode': 'best-fit：跳过放不下的消息；contiguous：它和更早的全部移除。',
  'strategy.mastra-token-limiter.param.stage': 'prompt：裁剪模型收到的内容；input：裁剪存储的消息，其中结果属于发出调用的消息。',

  'strategy.mastra-tool-call-filter.title': 'Mastra：工具调用过滤',
  'strategy.mastra-tool-call-filter.rule': '所有工具调用连同结果移除，变空的消息也移除。说过的话保留。',
  'strategy.mastra-tool-call-filter.loses': '向工具问过的和工具答过的一切，包括正在进行的任务，不留痕迹。',
  'strategy.mastra-tool-call-filter.param.exclude': '移除哪些工具的调用和结果，名称以逗号分隔；all = 所有工具。',
  'strategy.mastra-tool-call-filter.param.filterAfterToolSteps': '最新的多少条带调用的消息保留调用和结果；0 = 都不保留。预算旋钮。',

  'strategy.cipher-middle.title': 'Cipher：中间移除',
  'strategy.cipher-middle.rule':
    '最前 8 条和最后 8 条消息保留，系统消息全部保留；中间的不论目标一律移除。若剩下的不足 4 条，则保持不变。Cipher 对 o1 模型使用它。',
  'strategy.cipher-middle.loses': '整个中间部分，不留痕迹，即使只需移除一点；两端的工具结果可能失去对应的调用。',
  'strategy.cipher-middle.param.preserveStart': '开头保留多少条消息，系统消息不计。',
  'strategy.cipher-middle.param.preserveEnd': '结尾保留多少条消息，系统消息不计。',
  'strategy.cipher-middle.param.minMessagesToKeep': '剩下的消息不足此数时保持不变。',

  'strategy.cipher-oldest.title': 'Cipher：最旧移除',
  'strategy.cipher-oldest.rule':
    '从最旧的消息起逐条移除，直到全部文字降到窗口的 80%，或只剩 4 条；系统消息保留。工具调用的参数不计入。Cipher 对 Anthropic 的模型使用它。',
  'strategy.cipher-oldest.loses': '任务和开头部分，不留痕迹；留下的内容可能以失去调用的工具结果开头。',
  'strategy.cipher-oldest.param.preserveStart': '属于其配置，但只有中间移除会读取。',
  'strategy.cipher-oldest.param.preserveEnd': '属于其配置，但只有中间移除会读取。',
  'strategy.cipher-oldest.param.minMessagesToKeep': '不论目标，至少留下这么多条消息。',

  'strategy.cipher-hybrid.title': 'Cipher：混合',
  'strategy.cipher-hybrid.rule':
    '根据对话长度、需要移除的量和 token 的分布，选择中间移除（最前 6 条和最后 6 条保留）或最旧移除（降到窗口的 80%，至少留 4 条）。无法判断时都运行，取效率更高的。Cipher 对 GPT-4 系列模型使用它。',
  'strategy.cipher-hybrid.loses': '所选规则会丢失的内容，包括结果对应的调用；选择只看大小和角色，不看说了什么。',
  'strategy.cipher-hybrid.param.preserveStart': '中间移除时开头保留多少条消息，系统消息不计。',
  'strategy.cipher-hybrid.param.preserveEnd': '中间移除时结尾保留多少条消息，系统消息不计。',
  'strategy.cipher-hybrid.param.minMessagesToKeep': '不论选择哪种规则，必须留下这么多条消息。',

  'strategy.adk.title': 'Agent Development Kit',
  'strategy.adk.rule':
    '上次摘要之后满 3 轮（一条用户消息及其后的全部内容）时，把它们连同之前的 1 轮一起写成一份摘要，放在末尾。更早的内容保留。框架不设默认值：3 和 1 取自其文档。',
  'strategy.adk.loses': '最新消息的原文，包括当前的提问；没有早先的摘要时，则是全部消息的原文。',
  'strategy.adk.param.interval': '上次摘要之后至少要有多少轮，否则什么也不做。',
  'strategy.adk.param.overlap': '新的各轮之前，有多少轮再次写入摘要。',

  'strategy.llamaindex.title': 'LlamaIndex',
  'strategy.llamaindex.rule':
    '历史超过 3,000 token 时，移除第一条消息；新的第一条若是工具结果也移除，随后的第一条若是助手消息也移除；如此重复。系统消息另外保存，予以保留。',
  'strategy.llamaindex.loses': '首先丢失的就是任务，不留痕迹；开头可能是失去调用的结果，最后一条消息若单独超过上限，则什么都不留。',
  'strategy.llamaindex.param.limit': '最多保留多少 token（字符数 ÷ 4）。预算旋钮。',

  'strategy.swe-agent-observations.title': 'SWE-agent：最近观察',
  'strategy.swe-agent-observations.rule':
    '观察是工具结果和第一条用户消息。第一个和最新的 5 个保留；其余各留一行，说明省略了多少行。5 取自其论文，代码没有默认值。',
  'strategy.swe-agent-observations.loses': '较早观察的内容；智能体自己的话和工具调用不论多长都保留。',
  'strategy.swe-agent-observations.param.n': '保留最新的多少个观察。预算旋钮。',
  'strategy.swe-agent-observations.param.polling': '每隔这么多个观察才移动一次边界，让缓存的前缀用得更久。',
  'strategy.swe-agent-observations.param.users': '哪些用户消息算观察：first 只有第一条，即任务；all 全部，用于工具输出放在用户消息里的情况。',

  'strategy.swe-agent-windows.title': 'SWE-agent：关闭旧窗口',
  'strategy.swe-agent-windows.rule':
    '用户消息显示了某个文件带行号的内容，而该文件之后又显示过，这些行就换成一行说明。带行号却没有文件名的用户消息移除。工具结果不读取。使用函数调用时几乎不起作用。',
  'strategy.swe-agent-windows.loses': '文件较早的显示内容，以及整条带行号的用户消息：产品忘了把它们放回去。',
  'strategy.swe-agent-windows.param.tools': '工具输出所在的角色：tool；模型不用函数调用时为 user。',

  'strategy.openhands-summarizing.title': 'OpenHands：摘要',
  'strategy.openhands-summarizing.rule': '超过 100 个事件（消息、工具调用、结果各计 1 个）时减半：保留最前 1 个、一份摘要和最新的 48 个。',
  'strategy.openhands-summarizing.loses': '两者之间的细节，第一条是系统消息时还包括任务；切点按事件计算，工具调用和结果会彼此失散。',
  'strategy.openhands-summarizing.param.max_size': '超过多少个事件时压缩，压缩到一半。预算旋钮。',
  'strategy.openhands-summarizing.param.keep_first': '开头保留多少个事件。',
  'strategy.openhands-summarizing.param.replay': '打开：每次回答之前都压缩，与智能体实际运行时一样；关闭：只在最后压缩一次。',

  'strategy.openhands-amortized.title': 'OpenHands：摊销遗忘',
  'strategy.openhands-amortized.rule':
    '超过 100 个事件（消息、工具调用、结果各计 1 个）时减半：保留最前 1 个和最新的 49 个。其余移除，没有任何内容代替。',
  'strategy.openhands-amortized.loses': '两者之间的一切，不留痕迹，第一条是系统消息时还包括任务；切点按事件计算，工具调用和结果会彼此失散。',
  'strategy.openhands-amortized.param.max_size': '超过多少个事件时压缩，压缩到一半。预算旋钮。',
  'strategy.openhands-amortized.param.keep_first': '开头保留多少个事件。',
  'strategy.openhands-amortized.param.replay': '打开：每次回答之前都压缩，与智能体实际运行时一样；关闭：只在最后压缩一次。',

  'strategy.openhands-masking.title': 'OpenHands：观察遮蔽',
  'strategy.openhands-masking.rule': '最新 100 个事件（消息、工具调用、结果各计 1 个）之前的工具结果换成 <MASKED>。其余全部保留。',
  'strategy.openhands-masking.loses': '旧结果的内容，包括报错；标记不说明原来是什么。',
  'strategy.openhands-masking.param.attention_window': '最新的多少个事件保留结果。预算旋钮。',

  'strategy.openhands-recent.title': 'OpenHands：最近事件',
  'strategy.openhands-recent.rule':
    '保留最前 1 个和最新的事件，共 100 个（消息、工具调用、结果各计 1 个）；其余移除。事件较少的对话中，第一条消息会重复出现。',
  'strategy.openhands-recent.loses': '两者之间的一切，不留痕迹，第一条是系统消息时还包括任务；最新部分可能以失去调用的结果开头。',
  'strategy.openhands-recent.param.keep_first': '开头保留多少个事件。',
  'strategy.openhands-recent.param.max_events': '共保留多少个事件。预算旋钮。',

  'strategy.openhands-window.title': 'OpenHands：对话窗口',
  'strategy.openhands-window.rule':
    '保留系统消息、第一条用户消息，以及其余事件中最新的一半，但去掉这一半开头的工具结果。其余移除。请求超出模型长度时起作用。',
  'strategy.openhands-window.loses': '较早的一半，不留痕迹，无论内容是什么；并行的工具调用中可能少了某个调用，却留下它的结果。',

  'strategy.openhands-browser.title': 'OpenHands：浏览器输出',
  'strategy.openhands-browser.rule': '浏览器工具的输出除最新 1 个外都换成一行网址。其余全部保留。',
  'strategy.openhands-browser.loses': '较早网页的内容；没有浏览器的会话不会变化。',
  'strategy.openhands-browser.param.attention_window': '保留最新的多少个浏览器输出。预算旋钮。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
