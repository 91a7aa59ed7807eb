import type { use as english } from '../en/use.ts';
import type { ChineseKeys } from './keys.ts';

/** 写代码的对话框。 */
export const use: Readonly<Record<ChineseKeys<typeof english>, string>> = {
  'use.title': '在我的智能体中使用 {{title}}',
  'use.target': '所用框架',
  'use.target.product': '{{product}} 自身的设置',
  'use.target.ai-sdk': 'AI SDK',
  'use.target.langchain': 'LangChain',
  'use.target.openai-agents': 'OpenAI Agents',
  'use.target.anthropic': 'Anthropic 消息',
  'use.target.openai': 'OpenAI 消息',
  'use.target.python': 'Python',
  'use.target.terminal': '终端',
  'use.file': '写入 {{file}}；其中已有的字段保持不变。',
  'use.copy': '复制',
  'use.copied': '已复制',
  'use.same': '与本页相同的引擎和当前设置；未写出的均为默认值。上下文超过触发值时压缩，并输出压缩前后的词元数。',
  'use.same.terminal': '与本页相同的引擎。立即压缩，不看触发值。',
  'use.sidecar': '消息采用 OpenAI Chat Completions 的格式。Python 旁边需要 Node 20.19 或更新版本；请把包装在智能体运行的文件夹里。',
  'use.reserve': '框架不交出的系统提示和工具不计入：reserve: N 为其预留 N 个词元。',
  'use.summaries': '摘要由内置摘要器撰写，与此处相同。要由模型撰写，请加上 summarize: async ({ system, prompt, maxTokens }) => text。',
  'use.summaries.model': '摘要由此处选定的模型撰写。密钥从环境变量读取。',
  'use.summaries.device': '此处的摘要由浏览器自带的模型撰写，别处没有该模型：改由内置摘要器撰写。',
  'use.adapter': '这是 {{product}} 按其自身规则所做的事，以代码形式供其他智能体使用，不会改变 {{product}} 的设置。',
  'use.no-settings': '此处未发现 {{product}} 有能达到同样效果的设置。',
  'use.constants': '在该产品中是常量，无法设置：{{names}}。',
  'use.changed': '与产品自身的值不同，但产品没有相应设置：{{names}}。',
  'use.left-out': '命令没有相应选项，未包含在内：{{names}}。',
  'use.as-shipped':
    '与此行一样按产品发布时的方式运行：产品丢掉的内容就没有了，正在执行的任务也可能如此。去掉 `asShipped`，适配器会保护最后一条用户消息，并让调用与结果在一起。',
  'use.repaired': '此行经过修复，产品并没有：产品按其发布时的方式运行。',
  'use.marks': '手动设定的优先级属于本会话的消息，未包含在内。',
  'use.applied': '此处已执行的压缩未包含在内：智能体从自己的消息开始。',
  'use.until': '此行位于一次已记录的压缩之前；智能体则在达到触发值时压缩。',
  'use.embedder': '此行在此处用嵌入向量比较。代码用词语比较；可用库的 embedder: { id, embed } 改变。',
  'use.outcome': '此处设定的摘要器失败情形未包含在内。',
  'use.prompts': '修改过的指令和遮盖选项未包含在内：密钥、令牌和密码始终会被遮盖。',
  'use.estimate': '若记录中写有请求用量，此处的估算已按其校准。智能体只有未校准的估算，可能有出入。',
  'use.of.codex': 'model_auto_compact_token_limit 是以词元计的触发值：若此处改过则取本页的，否则为窗口的 0.9（codex-rs/core/src/compact.rs）。',
  'use.of.codex-remote':
    'model_auto_compact_token_limit 是以词元计的触发值：若此处改过则取本页的，否则为窗口的 0.9。压缩由提供方完成；用户消息保留多少词元不可设置。',
  'use.of.gemini-cli':
    'compressionThreshold 是以窗口份额计的触发值：若此处改过则取本页的，否则为产品的 0.5。保留的 30 % 是 findCompressSplitPoint 中的常量。',
  'use.of.gemini-cli-masking': 'toolProtectionThreshold 即 protect，minPrunableTokensThreshold 即 minPrunable。二者均为此行的值，前者已按目标调整。',
  'use.of.opencode':
    'reserved 是回答之外留空的 20,000 个词元。可用窗口的份额按此窗口换算为 preserve_recent_tokens；产品自身取 25 %，至少 2,000、至多 15,000 个词元。',
  'use.of.opencode-prune': 'prune 用于开启。保留的 40,000 个词元和至少要省下的 20,000 个词元是产品中的常量。',
  'use.of.claude-code':
    'CLAUDE_CODE_AUTO_COMPACT_WINDOW 是以词元计的窗口，至多为模型的窗口和此行的 autoCompactWindow。CLAUDE_AUTOCOMPACT_PCT_OVERRIDE 是以百分比计的触发值，此处改过才写出；高于产品自身触发值时不起作用。',
  'use.of.langchain-summarization': 'trigger 取本页的触发值，因为产品自身没有；keep 是此行按目标调整后的值。LangChain 按自己的估算计数。',
  'use.of.langchain-clear-tool-uses': 'trigger 若此处改过则取本页的，否则取此行的；keep 是此行按目标调整后的值。LangChain 按自己的估算计数。',
  'use.of.openai-agents-tool-output-trimmer': '本行的值，用该包自己的名称。不计数：每次请求都会裁剪输出。',
  'use.of.openai-agents-session-limit': 'limit 取自本行，已按目标调整。不计数。',
  'use.of.anthropic-clear-tool-uses': 'trigger 若此处改过则取本页的，否则为 API 的 100,000；keep 是此行按目标调整后的值。词元由 API 计数。',
  'use.of.anthropic-compaction': 'trigger 若此处改过则取本页的，否则取此行的；API 不接受低于 50,000 的值。摘要由作答的模型撰写。',
  'use.of.ai-sdk-prune': 'pruneMessages 以自己的名称使用此行的参数。不计数：没有触发值，也没有目标。',
};
