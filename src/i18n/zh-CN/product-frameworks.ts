import type { productFrameworks as english } from '../en/product-frameworks.ts';
import type { ChineseKeys } from './keys.ts';

export const productFrameworks = {
  'strategy.openhands-sdk.title': 'OpenHands SDK',
  'strategy.openhands-sdk.rule':
    '事件（消息、调用、结果各算一个）超过 240 个，或 token 超出窗口时，保留前 2 个和最新的若干个，合计一半；中间的写成一份摘要，作为用户消息插入。切点后移到不拆散调用与结果的位置；没有结果的调用和没有调用的结果会被删除。',
  'strategy.openhands-sdk.loses': '开头与最新事件之间的一切，包括用户后来的要求，只剩摘要所述；仍在等待结果的调用会被丢弃。',
  'strategy.openhands-sdk.param.max_size': '事件数超过此值时压缩到它的一半。一条消息、一次调用或一个结果算一个事件。预算旋钮。',
  'strategy.openhands-sdk.param.keep_first': '开头保留的事件数，系统消息也算在内。',
  'strategy.openhands-sdk.param.max_tokens': 'token 数超过此值（且此值小于窗口）时压缩到它的一半。0：只看窗口。',
  'strategy.openhands-sdk.param.minimum_progress': '一次压缩至少要移除的事件比例，0 到 1；达不到则什么也不做。',
  'strategy.openhands-sdk.param.request': '开：未超限也压缩到事件数的一半，相当于用户主动要求，或请求过长被模型拒绝之后。',
  'strategy.openhands-sdk.param.replay': '开：像运行中的智能体那样，在对话的每次回答之前都检查并压缩。关：只在末尾压缩一次。',

  'strategy.aider.title': 'aider',
  'strategy.aider.rule':
    '历史超过窗口的十六分之一（最少 1,024、最多 8,192 个 token）时，保留最新的消息，总量不到该上限的一半；更早的内容（止于一条助手消息）写成一份摘要，作为用户消息插入。若这部分不超过 4 条，则整段历史都写成摘要；剩余仍太长就再做一遍。历史不以回答结尾时，补一条助手的“Ok.”。',
  'strategy.aider.loses': '窗口再大，历史也几乎全部丢失；切点紧跟在调用之后时，其结果会失去对应的调用；摘要请求容纳不下的内容不留痕迹。',
  'strategy.aider.param.max_tokens': '历史的 token 上限，超过即做摘要。预算旋钮。',
  'strategy.aider.param.by_window': '未改动 8,192 时：取窗口的十六分之一（若更小），最少 1,024。',

  'strategy.kimi-cli.title': 'Kimi CLI',
  'strategy.kimi-cli.rule':
    '保留最新的 2 条用户或助手消息，连同其后的工具结果。更早的全部写成一份分 6 个小节的摘要，作为用户消息插入；系统消息保留。',
  'strategy.kimi-cli.loses': '除最后一步外的全部原文；如果正处在连续的工具调用中，用户的要求也只剩摘要所述。',
  'strategy.kimi-cli.param.max_preserved_messages': '末尾保留的用户和助手消息数；夹在其间的工具结果一并保留，不计数。预算旋钮。',

  'strategy.autogen-buffered.title': 'AutoGen：缓冲区',
  'strategy.autogen-buffered.rule':
    '保留最新的 20 条消息，并行调用的各个结果合为一条；如果其中打头的是结果，也一并删除。其余直接丢弃，没有内容代替；系统消息保留。',
  'strategy.autogen-buffered.loses': '最新消息之前的一切，首先是原始任务，不留痕迹。',
  'strategy.autogen-buffered.param.buffer_size': '末尾保留的消息数，并行调用的各个结果合为一条。AutoGen 本身没有默认值。预算旋钮。',

  'strategy.autogen-head-and-tail.title': 'AutoGen：首尾',
  'strategy.autogen-head-and-tail.rule':
    '保留最前的 5 条和最新的 20 条消息，中间插入一条用户消息，说明跳过了多少条。首段末尾的调用和尾段开头的结果也会删除。系统消息保留。',
  'strategy.autogen-head-and-tail.loses': '整个中间部分，只留下一个条数。',
  'strategy.autogen-head-and-tail.param.head_size': '开头保留的消息数，并行调用的各个结果合为一条。AutoGen 本身没有默认值。',
  'strategy.autogen-head-and-tail.param.tail_size': '末尾保留的消息数，并行调用的各个结果合为一条。AutoGen 本身没有默认值。预算旋钮。',

  'strategy.autogen-token-limited.title': 'AutoGen：token 上限',
  'strategy.autogen-token-limited.rule':
    '只要总量超过 8,000 个 token，就删除位于正中间的消息，一条接一条；并行调用的各个结果合为一条。删完后位于开头的结果也会删除。系统消息保留，不计入总量。',
  'strategy.autogen-token-limited.loses': '中间部分，不留痕迹；缺口两侧可能剩下没有结果的调用或没有调用的结果，提供商会拒绝这样的请求。',
  'strategy.autogen-token-limited.param.token_limit': '除系统消息外，全部消息合计的 token 上限。AutoGen 本身没有默认值。预算旋钮。',

  'strategy.inspect-edit.title': 'Inspect：编辑',
  'strategy.inspect-edit.rule':
    '只保留最近 3 次工具使用的结果，更早的换成“(Tool result removed)”，调用保留。只有最新的一条助手消息保留思考；位于最末尾的助手消息删除；记忆工具的调用中，写入的内容换成一句说明。',
  'strategy.inspect-edit.loses': '较早的工具返回的全部内容，以及末尾的回答，哪怕它才是最要紧的。',
  'strategy.inspect-edit.param.keep_tool_uses': '保留结果的最近几次工具使用，并行调用逐个计数。预算旋钮。',
  'strategy.inspect-edit.param.keep_thinking_turns': '保留思考的最新几条助手消息。',
  'strategy.inspect-edit.param.keep_tool_inputs': '开：结果移除后，调用保留。关：结果整条删除，调用换成一行文字。',

  'strategy.inspect-trim.title': 'Inspect：裁剪',
  'strategy.inspect-trim.rule':
    '保留系统消息和直到第一条用户消息为止的全部内容，其后的消息保留最新的 80%。在这部分中，没有结果的调用和没有调用的结果都会删除；若以助手消息结尾，也删除这一条。',
  'strategy.inspect-trim.loses': '最早五分之一的工作，不留痕迹；还有对话末尾的回答。',
  'strategy.inspect-trim.param.preserve': '第一条用户消息之后的消息中保留的比例，0 到 1。预算旋钮。',

  'strategy.strands-sliding-window.title': 'Strands Agents：滑动窗口',
  'strategy.strands-sliding-window.rule':
    '在最新的 40 条消息（并行调用的各个结果合为一条）中，从第一条用户消息起保留；没有用户消息，就从第一个带结果的调用起。请求因过长被模型拒绝后，改为把最旧的结果截到首尾各 200 个字符；它不超过 400 个字符或已截过时，删除最旧的消息。这是 Strands 的默认值。',
  'strategy.strands-sliding-window.loses': '窗口之前的一切，包括任务，不留痕迹；在连续的工具调用中，请求会以调用开头，有的提供商会拒绝。',
  'strategy.strands-sliding-window.param.window_size': '保留的消息数，并行调用的各个结果合为一条。预算旋钮。',
  'strategy.strands-sliding-window.param.overflows': '自上一个完整的轮次以来，对话因过长被模型拒绝的次数。0：没有被拒绝过，只有窗口起作用。',

  'strategy.strands-summarizing.title': 'Strands Agents：摘要',
  'strategy.strands-summarizing.rule':
    '最旧的 30% 消息写成一份摘要，作为用户消息插入；如果会动到最新的 10 条，就少取一些。切点再后移到不拆散调用与结果的位置。系统消息保留。',
  'strategy.strands-summarizing.loses': '开头连同原始任务，只剩摘要所述；最近的消息再大也不会缩短。',
  'strategy.strands-summarizing.param.summary_ratio': '写成摘要的消息所占比例，最小 0.1，最大 0.8；超出的按边界计。预算旋钮。',
  'strategy.strands-summarizing.param.preserve_recent_messages': '末尾不计入该比例的消息数，并行调用的各个结果合为一条。',

  'strategy.agent-framework-truncation.title': 'Agent Framework：截断',
  'strategy.agent-framework-truncation.rule':
    '消息超过 80 条时，从最旧的开始删除，直到剩下 40 条，调用总与其结果一起删除。系统消息保留，其余消息中最新的一组也保留。删去的没有内容代替。',
  'strategy.agent-framework-truncation.loses': '长对话中至少较早的一半，首先是原始任务，不留痕迹。',
  'strategy.agent-framework-truncation.param.max_n': '超过此规模才开始，单位由 unit 决定。框架本身没有默认值。',
  'strategy.agent-framework-truncation.param.compact_to': '降到此规模为止，单位由 counted 决定。框架本身没有默认值。预算旋钮。',
  'strategy.agent-framework-truncation.param.counted':
    'max_n 和 compact_to 的计量单位：messages 为消息条数，tokens 为估算的 token 数（消息 JSON 的字符数 ÷ 4）。',

  'strategy.agent-framework-sliding-window.title': 'Agent Framework：滑动窗口',
  'strategy.agent-framework-sliding-window.rule':
    '保留系统消息和最新的 20 组；一次调用连同结果为一组，其他消息各成一组。其余直接丢弃，没有内容代替。',
  'strategy.agent-framework-sliding-window.loses': '最新几组之前的一切，不留痕迹：原始任务比任何工具输出都先丢。',
  'strategy.agent-framework-sliding-window.param.keep_last_groups':
    '末尾保留的组数：一次调用连同结果，或一条其他消息。框架本身没有默认值。预算旋钮。',

  'strategy.agent-framework-tool-calls.title': 'Agent Framework：工具调用',
  'strategy.agent-framework-tool-calls.rule': '带工具调用的消息连同结果全部删除，只留最新的一组。系统消息、用户消息和助手不带调用的消息都保留。',
  'strategy.agent-framework-tool-calls.loses': '工具返回而回答没有复述的一切，以及助手与调用写在同一条消息里的话。',
  'strategy.agent-framework-tool-calls.param.keep_last_tool_call_groups': '保留的最新几组调用和结果。预算旋钮。',

  'strategy.agent-framework-tool-results.title': 'Agent Framework：工具结果',
  'strategy.agent-framework-tool-results.rule':
    '除最新的一组外，每条带工具调用的消息连同结果合成一条助手消息，在工具名之后复述结果，最多 4,000 个字符。其余不变。',
  'strategy.agent-framework-tool-results.loses': '调用的参数、调用旁的文字，以及长结果的结尾；本来就短的结果几乎不会变小。',
  'strategy.agent-framework-tool-results.param.keep_last_tool_call_groups': '保持原样的最新几组调用和结果。预算旋钮。',

  'strategy.agent-framework-summarization.title': 'Agent Framework：摘要',
  'strategy.agent-framework-summarization.rule':
    '消息超过 4 + 2 条时，保留最新的若干组，凑足至少 4 条，调用总与其结果一起。更早的从最旧的起写成一份摘要，作为助手消息插入，以文字不超过 8,000 个 token 为限；容纳不下的也保留。系统消息保留，不计数。',
  'strategy.agent-framework-summarization.loses': '工具的全部输入和输出：摘要器最多只看到有过调用和结果。',
  'strategy.agent-framework-summarization.param.target_count': '末尾保留的消息数，按整组保留；系统消息不计数。预算旋钮。',
  'strategy.agent-framework-summarization.param.threshold': '超出目标的消息不多于此数时，什么也不做。',
  'strategy.agent-framework-summarization.param.max_summary_input_tokens': '摘要请求的 token 上限，按字符数 ÷ 4 估算。0：不限。',

  'strategy.agent-framework-context-window.title': 'Agent Framework：上下文窗口',
  'strategy.agent-framework-context-window.rule':
    '从窗口中扣除留给回答的 16,384 个 token，用量超过其余的 50% 时，除最新的 4 组外，每组调用和结果缩成一行结果，做法同“Agent Framework：工具结果”。仍超过 50% 就从最旧的组和行开始删除，系统消息最后才删，最新的一组从不删。',
  'strategy.agent-framework-context-window.loses': '先是旧调用的参数，然后是开头和原始任务，不留痕迹；还不够时，连系统提示词也会丢。',
  'strategy.agent-framework-context-window.param.max_output_tokens': '窗口中留给回答的 token 数。框架本身没有默认值。',
  'strategy.agent-framework-context-window.param.tool_eviction_threshold': '其余窗口的比例，0 到 1：超过它才开始，降到它为止。预算旋钮。',
  'strategy.agent-framework-context-window.param.keep_last_tool_call_groups': '不缩成一行的最新几组调用和结果；作为最旧的组仍可能被删除。',

  'strategy.semantic-kernel-truncation.title': 'Semantic Kernel：截断',
  'strategy.semantic-kernel-truncation.rule':
    '消息超过 20 条时，保留第一条系统消息和最新的其他消息，共 20 条。切点落在一连串调用和结果之中时，前移到这一串的开头。其余直接丢弃，没有内容代替。',
  'strategy.semantic-kernel-truncation.loses': '最先说的话，包括原始任务，不留痕迹；遇到很长的调用链，切点会越过整条链前移，此外几乎什么也删不掉。',
  'strategy.semantic-kernel-truncation.param.target_count': '保留的消息数，系统消息也算在内。Semantic Kernel 本身没有默认值。预算旋钮。',
  'strategy.semantic-kernel-truncation.param.threshold_count': '超出目标的消息不多于此数时什么也不做；为了从用户消息开始，切点最多再前移这么多条。',

  'strategy.semantic-kernel-summarization.title': 'Semantic Kernel：摘要',
  'strategy.semantic-kernel-summarization.rule':
    '消息超过 20 条时，保留第一条系统消息和最新的其他消息，共 20 条；切点前移到一连串调用和结果的开头。之前说过的话写成一份摘要，作为助手消息插入，调用和结果则删除。如果之前只有调用和结果，就什么也不做。',
  'strategy.semantic-kernel-summarization.loses': '切点之前的调用和结果，不留痕迹：摘要器根本看不到它们。用户此前的话只剩摘要的转述。',
  'strategy.semantic-kernel-summarization.param.target_count': '保留的消息数，系统消息也算在内。Semantic Kernel 本身没有默认值。预算旋钮。',
  'strategy.semantic-kernel-summarization.param.threshold_count':
    '超出目标的消息不多于此数时什么也不做；为了从用户消息开始，切点最多再前移这么多条。',

  'strategy.letta-sliding-window.title': 'Letta：滑动窗口',
  'strategy.letta-sliding-window.rule':
    '最前的 40% 消息写成一份摘要，作为用户消息插入；切点退回到其中最后一条助手消息。每次再多取 10%，直到其余低于窗口的 70%。怎样都不够时，除系统消息外全部写成摘要。',
  'strategy.letta-sliding-window.loses':
    '较早的部分连同原始任务，只剩摘要所述；ASCII 以外的每个字符至少按六个字节估算，所以中文对话可能被压缩得超出需要。',
  'strategy.letta-sliding-window.param.sliding_window_percentage': '比例，0 到 1：第一步取走的消息比它多 0.1，窗口中需要腾出的部分等于它。预算旋钮。',

  'strategy.letta-static-buffer.title': 'Letta：静态缓冲区',
  'strategy.letta-static-buffer.rule':
    '消息（含系统消息）超过 60 条时，只看最新的 15 条，从其中第一条用户消息起保留，此外保留系统消息。其余直接丢弃，没有内容代替。',
  'strategy.letta-static-buffer.loses': '更早的一切，不留痕迹；在连续的工具调用中，如果最新的消息里没有用户消息，就只剩系统消息。',
  'strategy.letta-static-buffer.param.message_buffer_limit': '消息超过此数才起作用，系统消息也算在内。',
  'strategy.letta-static-buffer.param.message_buffer_min': '末尾的消息数，保留的消息从这一段之中开始。预算旋钮。',

  'strategy.letta-partial-evict.title': 'Letta：部分淘汰',
  'strategy.letta-partial-evict.rule':
    '在最新的 30% 消息中，从第一条助手消息起保留，此外保留系统消息；两者之间的全部写成一份摘要，作为用户消息插入。这一段里没有助手消息时，什么也不做。',
  'strategy.letta-partial-evict.loses': '大部分对话一次就只剩摘要所述，往往也包括保留下来的第一条回答所针对的问题。',
  'strategy.letta-partial-evict.param.partial_evict_summarizer_percentage': '末尾保留的消息所占比例，0 到 1。预算旋钮。',

  'strategy.fast-agent-compaction.title': 'fast-agent：压缩',
  'strategy.fast-agent-compaction.rule':
    '保留最新的 2 轮，一轮是用户的一次输入及其后的一切；更早的全部写成一份摘要，作为用户消息插入。第一轮从不保留：如果只有这一轮，就整轮写成摘要。',
  'strategy.fast-agent-compaction.loses': '这几轮之前的一切，只剩摘要所述；只有一个长轮次的会话则连同用户的要求，全部原文都会丢失。',
  'strategy.fast-agent-compaction.param.keep_turns': '末尾保留的轮数：用户的一条消息及其后的一切为一轮。预算旋钮。',
  'strategy.fast-agent-compaction.param.max_tokens_after':
    '保留的各轮加上为摘要预留的 2,048 合计的 token 上限，超出就少留几轮。0：不限。fast-agent 本身取窗口的一定比例。',

  'strategy.fast-agent-tool-loop.title': 'fast-agent：工具循环',
  'strategy.fast-agent-tool-loop.rule':
    '最后一轮用了至少 2 次工具并以回答结束时，这一轮只留用户的要求、最后一次调用及其结果和回答；之前的调用和结果直接丢弃。更早的轮次不动。',
  'strategy.fast-agent-tool-loop.loses': '除最后一次外，各次工具调用做了什么、返回了什么，不留痕迹，即使回答还在引用。',

  'strategy.openai-agents-tool-output-trimmer.title': 'OpenAI Agents SDK：输出裁剪',
  'strategy.openai-agents-tool-output-trimmer.rule':
    '最近 2 条用户消息之前、超过 500 个字符的工具输出只留前 200 个字符，并注明原来的长度；若并不因此变短则不动。其余不变。',
  'strategy.openai-agents-tool-output-trimmer.loses': '旧输出的结尾，而报错和合计多在那里；只有一条用户消息时，工具调用再多也不起作用。',
  'strategy.openai-agents-tool-output-trimmer.param.recent_turns': '从最新的算起的用户消息数；其中最早一条之后的输出不动。',
  'strategy.openai-agents-tool-output-trimmer.param.max_output_chars': '工具输出超过此字符数时截断。预算旋钮。',
  'strategy.openai-agents-tool-output-trimmer.param.preview_chars': '截断的输出在开头保留的字符数。',

  'strategy.openai-agents-session-limit.title': 'OpenAI Agents SDK：会话上限',
  'strategy.openai-agents-session-limit.rule':
    '只保留会话最新的 40 个条目，文本、调用、结果各算一个；更早的直接丢弃，即使切在一条消息中间。系统消息保留。',
  'strategy.openai-agents-session-limit.loses': '用户的要求和全部早期工作，不留痕迹；切点可能使结果失去对应的调用，提供商会拒绝。',
  'strategy.openai-agents-session-limit.param.limit': '读取的条目数：文本、调用、结果各算一个。SDK 本身没有默认值。预算旋钮。',

  'strategy.anthropic-tool-runner.title': 'Anthropic SDK：工具运行器',
  'strategy.anthropic-tool-runner.rule': '除系统提示词外，全部变为一条用户消息：一份分 5 个小节的摘要。末尾仍在等待结果的调用不写入摘要。',
  'strategy.anthropic-tool-runner.loses': '全部原文，包括用户的要求和最新的输出。',

  'strategy.crewai.title': 'CrewAI',
  'strategy.crewai.rule': '除系统消息外，全部变为一条用户消息：一份分 5 个小节的摘要。超过窗口 85% 的对话按这一大小分块，各块分别摘要后拼接。',
  'strategy.crewai.loses': '全部原文，包括最近的要求；摘要一块时，并不知道前一块的内容。',
  'strategy.crewai.param.ratio': '一次摘要请求最多占窗口的比例，0 到 1；文字按字符数 ÷ 4 估算，调用不计。',

  'strategy.langmem.title': 'LangMem',
  'strategy.langmem.rule':
    '从最旧的消息起，到累计达到 32,000 个 token 的那一条为止，写成一份不超过 256 个 token 的摘要，作为系统消息插入；其余部分在上限内放不下时，再多取一些。其中最后一次调用的结果一并写入；系统消息保留。',
  'strategy.langmem.loses': '一次就丢掉相当于整个上限的旧消息，包括原始任务：摘要不过一小段话。',
  'strategy.langmem.param.max_tokens':
    '压缩后系统消息、摘要和保留消息合计的 token 上限；写成摘要的也至少有这么多。LangMem 本身没有默认值。预算旋钮。',
  'strategy.langmem.param.max_summary_tokens': '其中留给摘要的 token 数。',

  'strategy.deepagents-arguments.title': 'deepagents：参数',
  'strategy.deepagents-arguments.rule':
    '消息达到 20 条后，在最新 20 条之前，write_file 和 edit_file 超过 2,000 个字符的参数只留前 20 个字符，并加上标记。其余不变。',
  'strategy.deepagents-arguments.loses': '之前写入文件的内容；通常占大头的工具输出不受影响。',
  'strategy.deepagents-arguments.param.trigger': '消息达到此数才开始截断参数。',
  'strategy.deepagents-arguments.param.keep': '末尾不动的消息数。预算旋钮。',
  'strategy.deepagents-arguments.param.max_length': '参数超过此字符数时，只留前 20 个字符。',
  'strategy.deepagents-arguments.param.tools': '要截断参数的工具名，用逗号分隔。',
} as const satisfies Record<ChineseKeys<typeof english>, string>;
