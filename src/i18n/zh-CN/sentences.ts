/**
 * 简体中文 of what comes as an English sentence: errors of the importers, what a format expects, the summariser, the titles
 * of the samples. Found by the sentence; a test holds each to its source.
 */
export const sentences: Readonly<Record<string, string>> = {
  // Why a file was not understood (src/engine/formats)
  'The file is empty.': '文件是空的。',
  'Nothing was given that could be read.': '没有给出可读取的内容。',
  'The file holds nothing but white space.': '文件中只有空白字符。',
  'The file has {{size}} MB; the limit is {{limit}} MB.': '文件有 {{size}} MB，上限为 {{limit}} MB。',
  'The file is binary, not text.': '这是二进制文件，不是文本。',
  'This is {{what}}, not text. Unpack it first and import the file inside.': '这是压缩文件（{{what}}），不是文本。请先解压，再导入其中的文件。',
  'This is {{what}}, not text.': '这不是文本，而是 {{what}}。',
  'This is a web page, not a transcript.': '这是网页，不是会话记录。',
  'This looks like a file of "{{title}}", which cannot be imported yet.': '这看起来是“{{title}}”的文件，目前还不能导入。',
  'The JSON in this file has none of the known shapes of a transcript.': '文件中的 JSON 不属于任何已知的会话记录结构。',
  'The text has no role markers and is none of the known formats.': '文本没有角色标记，也不属于任何已知格式。',
  'The file holds the JSON value {{value}}, not a transcript.': '文件的内容是 JSON 值 {{value}}，不是会话记录。',
  'The JSON breaks off at line {{line}}, column {{column}}: {{problem}}.': 'JSON 在第 {{line}} 行第 {{column}} 列处中断（{{problem}}）。',
  'The text begins like JSON but holds a single value.': '文本开头像 JSON，但只有一个值。',
  'There is no format "{{format}}".': '没有名为“{{format}}”的格式。',
  '"{{format}}" is no format to export to.': '不能导出为“{{format}}”格式。',
  'The transcript could not be written: {{message}}': '无法写出会话记录：{{message}}',
  'The session holds no user or assistant line.': '会话中没有类型为 user 或 assistant 的行。',
  'The session holds no message.': '会话中没有消息。',
  'The file holds no plain text.': '文件中没有纯文本。',
  'No message was found.': '没有找到消息。',
  'No conversation was found.': '没有找到对话。',
  'The file is no file of this program.': '这不是本程序的文件。',
  'The file has version {{version}}; this program reads up to {{newest}}.': '文件版本为 {{version}}；本程序最高支持 {{newest}}。',
  'The file holds no conversation.': '文件中没有对话。',

  // What was expected instead
  'bytes (Uint8Array or ArrayBuffer) or text': '字节（Uint8Array 或 ArrayBuffer）或文本',
  'a transcript as JSON, JSONL, text or Markdown in UTF-8 or UTF-16': 'JSON、JSONL、文本或 Markdown 格式的会话记录，编码为 UTF-8 或 UTF-16',
  'a file of at most {{limit}} MB': '不超过 {{limit}} MB 的文件',
  'one of {{list}}': '{{list}} 之一',
  'values nested less deeply': '嵌套较浅的值',
  'an object or array with messages': '含有消息的对象或数组',
  'a JSON document, or one JSON object per line': '一个 JSON 文档，或每行一个 JSON 对象',
  'an array of {"role", "content"} messages, or a request with "messages"': '由 {"role", "content"} 消息组成的数组，或带有 "messages" 的请求',
  'an array of {"role", "content"} or an object with "messages"': '由 {"role", "content"} 组成的数组，或带有 "messages" 的对象',
  'one conversation per line: {"messages": […]}': '每行一段对话：{"messages": […]}',
  'a request with "messages" whose "content" is text or a list of blocks such as "tool_use" and "tool_result"':
    '带有 "messages" 的请求，其 "content" 为文本，或由 "tool_use"、"tool_result" 等块组成的列表',
  'a request with "messages" whose "content" is text or a list of blocks': '带有 "messages" 的请求，其 "content" 为文本或块的列表',
  'one JSON object per line with "type", "uuid", "parentUuid", "sessionId" and "message"':
    '每行一个 JSON 对象，含 "type"、"uuid"、"parentUuid"、"sessionId" 和 "message"',
  'lines of the type "user" or "assistant" with a "message"': '类型为 "user" 或 "assistant"、带有 "message" 的行',
  'one JSON object per line: a "session" header, then entries of the type "message"':
    '每行一个 JSON 对象：先是 "session" 头，然后是类型为 "message" 的条目',
  'lines of the type "message"': '类型为 "message" 的行',
  'one JSON object per line: "session_meta", then lines of the type "response_item" with a "payload"':
    '每行一个 JSON 对象：先是 "session_meta"，然后是类型为 "response_item"、带有 "payload" 的行',
  'lines of the type "response_item"': '类型为 "response_item" 的行',
  'a list of {"conversations": [{"from", "value"}]}': '由 {"conversations": [{"from", "value"}]} 组成的列表',
  'text with role markers at line starts, such as "User:" and "Assistant:" or "## User" and "## Assistant"':
    '行首带有角色标记的文本，例如 "User:" 和 "Assistant:"，或 "## User" 和 "## Assistant"',

  // Formats whose name is a description (src/engine/formats); the others are named as their makers write them
  'Compaction Playground': '上下文压缩试验场',
  'Plain text or Markdown': '纯文本或 Markdown',
  'Claude Code session': 'Claude Code 会话',
  'pi session': 'pi 会话',
  'OpenAI fine-tuning': 'OpenAI 微调',

  // Links and scenario files (src/scenario)
  'The {{what}} is damaged: its data is not JSON.': '文件已损坏：数据不是 JSON。',
  'The {{what}} is nested more than {{most}} levels deep.': '嵌套超过 {{most}} 层。',
  'The {{what}} has {{found}} entries at {{path}}; {{most}} are read at most.': '{{path}} 处有 {{found}} 个条目，最多读取 {{most}} 个。',
  'The scenario file has {{found}} characters; {{most}} are read at most.': '场景文件有 {{found}} 个字符，最多读取 {{most}} 个。',
  'The scenario file does not give its version at $.v.': '场景文件在 $.v 处没有给出版本。',
  'The scenario is not valid at {{path}}: expected {{expected}}.': '场景在 {{path}} 处无效：应为 {{expected}}。',
  'This was made by a newer version ({{version}}); this page knows versions up to {{newest}}.':
    '由更新的版本（{{version}}）生成；此页面最高支持版本 {{newest}}。',

  // The built-in summariser (src/engine/summarizers)
  'built-in (extractive)': '内置（抽取式）',
  'the summary was empty': '摘要为空',
  'told to fail': '按设置故意失败',
  'no answer within {{ms}} ms': '{{ms}} ms 内没有应答',
  '{{tokens}} tokens, {{limit}} allowed': '{{tokens}} token，上限 {{limit}}',

  // Samples (fixtures/samples/index.json)
  'Coding session: seat holds for a ferry': '编程会话：轮渡座位预留',
  'An agent fixes overselling and adds seat holds to a TypeScript API. Rules stated at the start, a change of mind (Redis to PostgreSQL), failing tests, a deadlock, a load test, open next steps.':
    '智能体为一个 TypeScript API 修复超售并加入座位预留。开头定下规则，中途改变方案（Redis 换成 PostgreSQL），有失败的测试、一次死锁、一次压测和未完成的后续步骤。',
  'Research: cold-climate heat pumps': '调研：寒冷地区热泵',
  'Web searches and fetched pages for a housing cooperative: contradicting sources, prices, a corrected figure and a recommendation. An Anthropic request body with tools.':
    '为住房合作社所做的网络搜索和网页抓取：互相矛盾的来源、价格、一处更正的数字和最终建议。带工具的 Anthropic 请求体。',
  'Customer support with policies': '客户服务：按政策办理',
  'An agent of an online shop helps three times over one long chat: exchange, refund, warranty. The policy stands in the system prompt; many order numbers, amounts and tool calls.':
    '网店智能体在一段长对话中帮助了三次：换货、退款、保修。政策写在系统提示词里；有许多订单号、金额和工具调用。',
  'A conversation in Chinese about the sales of tea shops, with SQL and Python tools, errors in the data, corrections and a report for the boss.':
    '关于茶饮门店销售的中文对话，用到 SQL 和 Python 工具，有数据错误、更正和给老板的报告。',
  'Short chat with a pasted 50 KB log': '粘贴了 50 KB 日志的短对话',
  'One message holds almost everything: a service log of an outage, with an example key in it. Then a few short questions and answers.':
    '几乎全部内容都在一条消息里：一次故障的服务日志，其中有一个示例密钥。之后是几次简短问答。',
  'Markdown chat: planning a workshop': 'Markdown 聊天：筹划研讨会',
  'A chat exported as Markdown with role headings, without tools: agenda, budget, changes and a final plan.':
    '导出为 Markdown、以角色为标题的聊天，没有工具：议程、预算、改动和最终方案。',
};
