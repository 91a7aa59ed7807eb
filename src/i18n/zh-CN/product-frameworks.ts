import type { productFrameworks as english } from '../en/product-frameworks.ts';
import type { ChineseKeys } from './keys.ts';

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
} as const satisfies Record<ChineseKeys<typeof english>, string>;
