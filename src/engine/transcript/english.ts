/**
 * English of what importers and exporters refuse and expect, of what word lists must be, of why the built-in summariser failed, and the names of the
 * formats: what programs are told, and the part of the English dictionary that other languages translate by key.
 */
import type { Reason } from './types.ts';

export const english = {
  // Why a file was not understood
  'reason.import-argument': 'Called with something else than it takes: {{message, raw}}.',
  'reason.import-no-bytes': 'Nothing was given to read.',
  'reason.import-empty': 'The file is empty. Choose another file of the session.',
  'reason.import-too-large': 'The file has {{size, raw}} MB; the limit is {{limit, raw}} MB.',
  'reason.import-binary': 'The file is binary. Export the session as JSON or Markdown.',
  'reason.import-media': 'This is a PDF, an image, a sound or a video. Import its text.',
  'reason.import-parquet': 'This is a Parquet table: its rows can be read as JSON lines.',
  'reason.import-other-archive': 'This archive cannot be unpacked (zip, gzip and zstd can). Import its files.',
  'reason.import-sqlite': 'This is an SQLite database: give what storeReader loads as the option "store".',
  'reason.import-store-unknown': 'This SQLite database is of no known program; its tables: {{list}}.',
  'reason.import-store-damaged': 'The SQLite database is damaged or incomplete: {{problem}}.',
  'reason.import-archive-damaged': 'The {{kind}} archive is damaged or incomplete.',
  'reason.import-archive-large': 'The archive unpacks to more than {{limit, raw}} MB.',
  'reason.import-archive-members': 'The archive holds {{count, raw}} files; the limit is {{limit, raw}}.',
  'reason.import-archive-encrypted': 'The archive is encrypted. Unpack {{name}} and import it.',
  'reason.import-archive-method': 'The archive is packed by method {{method, raw}}; deflate and zstd can be read.',
  'reason.import-lfs': 'This is a pointer of Git LFS. Fetch the file (git lfs pull).',
  'reason.import-archive-empty': 'The archive holds no file.',
  'reason.import-archive-no-transcript': 'None of the {{count, raw}} files in the archive is a session; the first is {{name}}.',
  'reason.import-archive-too-deep': 'Archives are nested too deep.',
  'reason.import-html': 'This is a web page. Import an export or its text.',
  'reason.import-unknown-json': 'The JSON is no session.',
  'reason.import-unknown-object': 'The JSON is no session, but an object with {{keys}}.',
  'reason.import-unknown-list': 'The JSON is no session, but a list of {{count, raw}} objects with {{keys}}.',
  'reason.import-unknown-text': 'No known format. Begin each turn with "User:" or "Assistant:", or read it as plain text.',
  'reason.import-settings': 'This is configuration or code. Choose a log that the program wrote.',
  'reason.import-other-file': 'This file of {{program}} is not a session. Import {{sessions}}',
  'reason.import-scores': 'These are predictions of a benchmark. Import the .traj or .json of a run.',
  'reason.import-pairs': 'These are pairs for training. Write one {"messages": [{"role", "content"}]} per line.',
  'reason.import-embeddings': 'These are embeddings. Import their texts.',
  'reason.import-log': 'This is a program’s log. Import requests to the model, or traces (OpenTelemetry, Langfuse, LangSmith).',
  'reason.import-table': 'This is a table (CSV or TSV). Write one turn per line: {"role": "user", "content": …}.',
  'reason.import-no-format': 'There is no format "{{format}}".',
  'reason.import-no-message': 'No message was found.',
  'reason.import-voice': 'The runs were by voice.',
  'reason.import-not-ours': 'The file is not of this program.',
  'reason.import-version': 'The file has version {{version}}; this program reads up to {{newest, raw}}.',
  'reason.export-no-format': '"{{format}}" is no format to export to.',
  'reason.export-failed': 'The session could not be written: {{message}}',

  'reason.json': 'JSON breaks off in line {{line, raw}}, column {{column, raw}}: expected {{expected}}.',

  // What was expected instead
  'reason.expects-argument': 'what docs/library.md names',
  'reason.expects-bytes': 'bytes (Uint8Array or ArrayBuffer) or text',
  'reason.expects-file': 'a session as JSON, JSONL, text or Markdown, or packed as zip, gzip or zstd',
  'reason.expects-archive-size': 'at most {{limit, raw}} MB unpacked',
  'reason.expects-size': 'at most {{limit, raw}} MB',
  'reason.expects-one-of': 'one of {{list}}',
  'reason.expects-shallow': 'less deep values',
  'reason.expects-messages': 'an object or array with messages',
  'reason.expects-json': 'JSON, or a JSON object per line',
  'reason.expects-model-calls': 'spans or runs with messages to a model and its answer',
  'reason.expects-version': '"version": {{newest, raw}}',
  'reason.expects-format': '$t(format.{{format}}.title): {{shape}}',

  'reason.expects-word-lists': 'an object of word lists',
  'reason.expects-list-of': 'one of the lists {{list}}',
  'reason.expects-words': 'a list of words',
  'reason.expects-fewer-words': 'at most {{most, raw}} words',
  'reason.expects-word': 'a word of 1 to {{longest, raw}} characters',
  'reason.expects-different-words': 'words that differ',

  'reason.summary-empty': 'the summary was empty',
  'reason.summary-told-to-fail': 'told to fail',
  'reason.summary-timeout': 'no answer within {{ms, raw}} ms',
  'reason.summary-too-long': '{{tokens, raw}} tokens, {{limit, raw}} allowed',
  'reason.summary-nothing': 'nothing could be summarised within the limit',

  // Names of formats that are words; the other names are data
  'format.playground.title': 'Compaction Playground',
  'format.message-list.title': 'Generic messages',
  'format.text.title': 'Plain text or Markdown',
} as const;

/** By format: the shape of such a file, and its name where that is the same in every language. */
const FORMATS: Readonly<Record<string, readonly [shape: string, name?: string]>> = {
  playground: ['{"format": "compaction-playground", "version": 2, "conversations": […]}'],
  'claude-code': ['JSONL {"type", "uuid", "parentUuid", "sessionId", "message"}', 'Claude Code'],
  'codex-rollout': ['JSONL {"type": "session_meta"}, {"type": "response_item", "payload"}', 'Codex rollout'],
  pi: ['JSONL {"type": "session"}, {"type": "message"}', 'pi'],
  'claude-code-stream': ['"--output-format stream-json"', 'Claude Code stream-json'],
  'claude-code-terminal': ['"> …", "⏺ …"', 'Claude Code terminal'],
  'codex-terminal': ['"› …", "• …"', 'Codex terminal'],
  specstory: ['"_**User**_", "_**Agent**_"', 'SpecStory Markdown'],
  aider: ['"# aider chat started at", "#### …"', 'Aider chat history'],
  atif: ['{"schema_version": "ATIF-…", "steps"}', 'ATIF'],
  toolbench: ['{"answer_generation": {"train_messages"}}', 'ToolBench'],
  oasst: ['{"message_tree_id", "prompt": {"replies"}}', 'OpenAssistant'],
  goose: ['[{"toolRequest"}, {"toolResponse"}], {"conversation"}', 'goose'],
  langsmith: ['{"run_type", "inputs", "outputs"}', 'LangSmith'],
  langfuse: ['{"trace", "observations"}, [observation]', 'Langfuse'],
  otel: ['[span] (GenAI, OpenLLMetry, OpenInference, AI SDK)', 'OpenTelemetry'],
  cline: ['api_conversation_history.json ("<environment_details>"), ui_messages.json, SDK', 'Cline, Roo Code'],
  langchain: ['[{"type", "data"}], [{"lc", "id", "kwargs"}], [{"type", "content"}]', 'LangChain'],
  'ai-sdk': ['[{"id", "role", "parts"}], [{"role", "content": [{"type": "tool-call"}, {"type": "tool-result"}]}]', 'AI SDK'],
  'gemini-cli-stream': [
    'JSONL {"type": "init"}, {"type": "message"}, {"type": "tool_use", "tool_name"}, {"type": "tool_result", "tool_id"}',
    'Gemini CLI stream-json',
  ],
  sharegpt: ['[{"conversations": [{"from", "value"}]}]', 'ShareGPT'],
  'openai-responses': ['{"input"}, {"output"}, [{"type": "message"}, {"type": "function_call"}]', 'OpenAI Responses'],
  'managed-agents': ['[{"type": "user.message"}, {"type": "agent.tool_use"}, {"type": "agent.tool_result"}], JSONL {"raw"}', 'Claude Managed Agents'],
  'codex-exec': ['JSONL {"type": "thread.started"}, {"type": "item.completed", "item"}', 'Codex exec'],
  'gemini-cli': ['{"sessionId", "projectHash", "messages": [{"type": "user" | "gemini"}]}, JSONL', 'Gemini CLI'],
  adk: ['{"events": [{"author", "content": {"role", "parts"}}]}', 'Google ADK'],
  'gemini-api': ['{"contents": [{"role", "parts"}]}, {"candidates"}', 'Gemini API'],
  'anthropic-messages': ['{"messages": [{"role", "content": [{"type": "tool_use"}, {"type": "tool_result"}]}]}', 'Anthropic Messages'],
  'openai-finetune': ['JSONL {"messages": […]}', 'OpenAI fine-tuning'],
  'openai-chat': ['[{"role", "content"}], {"messages"}', 'OpenAI Chat Completions'],
  'swe-agent': ['{"trajectory": […], "history": [{"role", "content", "action"}], "info"}', 'SWE-agent'],
  'mini-swe-agent': ['{"messages": […], "trajectory_format": "mini-swe-agent-1"}', 'mini-swe-agent'],
  'tau-bench': ['[{"task_id", "reward", "traj": […]}], JSONL {"messages_display"}', 'τ-bench'],
  'chatgpt-export': ['conversations.json: [{"title", "mapping", "current_node"}]', 'ChatGPT'],
  'claude-ai-export': ['conversations.json: [{"uuid", "name", "chat_messages"}]', 'Claude.ai'],
  inspect: ['{"version", "eval", "samples": [{"messages"}]}, .eval', 'Inspect'],
  opencode: ['"opencode export": {"info", "messages": [{"info", "parts"}]}', 'opencode'],
  openhands: ['[{"action"}, {"observation"}], [{"kind"}], JSONL {"history"}', 'OpenHands'],
  'message-list': ['[{"role" | "from" | "sender", "content" | "text" | "parts"}]'],
  'strands-session': ['session.json, message_<n>.json', 'Strands'],
  'bedrock-converse': ['{"messages": [{"content": [{"text"}, {"toolUse"}, {"toolResult"}]}]}', 'Amazon Bedrock Converse'],
  'copilot-cli': ['JSONL {"type": "session.start"}, {"type": "user.message", "data"}, {"type": "assistant.message", "data"}', 'Copilot CLI'],
  'qwen-code': ['JSONL {"uuid", "parentUuid", "sessionId", "message": {"parts"}}', 'Qwen Code'],
  'cursor-transcript': ['JSONL {"role", "message": {"content": […]}}', 'Cursor transcript'],
  'cursor-markdown': ['"_Exported on … from Cursor (…)_", "---", "**User**", "**Cursor**"', 'Cursor Markdown'],
  'vscode-chat': ['"Chat: Export Chat…": {"requests": [{"message", "response"}]}', 'VS Code chat'],
  'pydantic-ai': ['[{"kind": "request" | "response", "parts": [{"part_kind"}]}]', 'Pydantic AI'],
  autogen: ['[{"type": "UserMessage" | "TextMessage", "source"}]', 'AutoGen'],
  llamaindex: ['{"store": {"…": […]}}, [{"blocks", "additional_kwargs"}]', 'LlamaIndex'],
  cohere: ['{"messages": [{"tool_plan"}]}, {"chat_history"}', 'Cohere'],
  mistral: ['{"model", "messages": [{"thinking": […]}]}', 'Mistral'],
  ollama: ['{"messages", "options"}, {"done"}, JSONL {"done"}', 'Ollama'],
  'factory-droid': ['JSONL {"type": "session_start"}, {"type": "message"}', 'Factory Droid'],
  'factory-droid-stream': [
    '[{"type": "message"}, {"type": "tool_call", "toolName"}, {"type": "completion", "finalText"}]',
    'Factory Droid stream-json',
  ],
  'kimi-code': ['JSONL {"type": "metadata", "protocol_version"}, {"type": "context.append_message"}', 'Kimi Code'],
  amp: ['{"messages": [{"role", "messageId", "content"}]}', 'Amp'],
  continue: ['{"history": [{"message", "contextItems"}]}', 'Continue'],
  zed: ['{"messages": [{"User"}, {"Agent"}]}', 'Zed'],
  letta: ['.af: {"agents": [{"messages", "in_context_message_ids"}]}', 'Letta'],
  'grok-build': ['JSONL {"type": "user" | "reasoning" | "assistant" | "tool_result"}', 'Grok Build'],
  'grok-export': ['{"conversations": [{"conversation", "responses"}]}', 'grok.com'],
  'google-ai-studio': ['{"chunkedPrompt": {"chunks": [{"role", "text"}]}}', 'Google AI Studio'],
  smolagents: ['[{"model_output", "tool_calls", "observations"}]', 'smolagents'],
  'semantic-kernel': ['[{"Items": [{"$type"}]}], [{"items": [{"content_type"}]}]', 'Semantic Kernel'],
  hermes: ['{"session_id", "system_prompt", "messages"}, JSONL {"role": "session_meta"}', 'Hermes'],
  openclaw: ['JSONL {"type": "session"}, {"customType": "openclaw.…"}', 'OpenClaw'],
  'deepseek-export': ['conversations.json: [{"title", "mapping": {"…": {"message": {"fragments"}}}}]', 'DeepSeek'],
  'deepseek-harness': ['JSONL {"type": "session"}, {"type": "user/message", "data"}, {"type": "assistant/message", "data"}', 'DeepSeek Harness'],
  antigravity: ['JSONL {"step_index", "source", "type"}', 'Antigravity'],
  'kiro-cli': ['{"conversation_id", "history": [{"user", "assistant"}]}', 'Kiro CLI'],
  'kiro-ide': ['{"sessionId", "history": [{"message"}]}', 'Kiro'],
  tau2: ['{"simulations": [{"task_id", "messages", "reward_info"}]}', 'τ²-bench'],
  agentdojo: ['{"suite_name", "user_task_id", "messages"}', 'AgentDojo'],
  haystack: ['[{"meta", "content": [{"text"}, {"tool_call"}, {"tool_call_result"}]}]', 'Haystack'],
  'agent-framework': ['[{"type": "message", "contents": [{"type"}]}]', 'Agent Framework'],
  atof: ['JSONL {"atof_version", "kind", "category"}', 'ATOF'],
  'open-webui': ['[{"title", "chat": {"history": {"messages", "currentId"}}}]', 'Open WebUI'],
  librechat: ['{"conversationId", "messages" | "messagesTree": [{"isCreatedByUser"}]}', 'LibreChat'],
  'lm-studio': ['{"messages": [{"versions", "currentlySelected"}]}', 'LM Studio'],
  'openai-threads': ['[{"object": "thread.message"}, {"object": "thread.run.step"}]', 'OpenAI Threads'],
  'cursor-store': ['store.db, state.vscdb', 'Cursor SQLite'],
  text: ['"User: …", "Assistant: …", "## User", "## Assistant"'],
};

/** Names of formats as an English dictionary has them, for all languages. */
export const formatNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMATS).flatMap(([id, [, name]]) => (name ? [[`format.${id}.title`, name]] : [])),
);

type Key = keyof typeof english;
export type EnglishKey = Key extends infer K ? (K extends `reason.${infer Said}` ? Said : never) : never;
export interface EnglishReason extends Reason {
  readonly key: EnglishKey;
}

const isKey = (key: string): key is Key => Object.hasOwn(english, key);

/** The English of a key of the table; values are never taken for templates. */
function sentence(key: string, values: Reason['values'] = {}): string {
  const name = formatNames[key];
  if (name) return name;
  if (!isKey(key)) throw new RangeError(`no sentence "${key}"`);
  return english[key].replace(/\$t\((.*?)\)|\{\{(\w+).*?\}\}/g, (_, nested: string | undefined, name: string) =>
    nested === undefined
      ? String(values[name] ?? '')
      : sentence(
          nested.replace(/\{\{(\w+)\}\}/g, (_place, part: string) => String(values[part])),
          values,
        ),
  );
}

export const inEnglish = ({ key, values }: EnglishReason): string => sentence(`reason.${key}`, values);

export const titleOf = (format: string): string => sentence(`format.${format}.title`);

export const expectsFormat = (format: string): EnglishReason => ({ key: 'expects-format', values: { format, shape: FORMATS[format]?.[0] ?? '' } });

/** Where Claude Code keeps its sessions. */
export const CLAUDE_SESSIONS = '~/.claude/projects/*/*.jsonl';
export const CODEX_SESSIONS = '~/.codex/sessions/**/*.jsonl';

/** A file of a program that is none of its sessions. */
export const otherFile = (program: string, sessions: string): EnglishReason => ({ key: 'import-other-file', values: { program, sessions } });
