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

/** By format: its name, the same in every language, and the shape of such a file. */
const FORMATS: Readonly<Record<string, { readonly name?: string; readonly shape: string }>> = {
  playground: { shape: '{"format": "compaction-playground", "version": 2, "conversations": […]}' },
  'claude-code': { name: 'Claude Code', shape: 'JSONL {"type", "uuid", "parentUuid", "sessionId", "message"}' },
  'codex-rollout': { name: 'Codex rollout', shape: 'JSONL {"type": "session_meta"}, {"type": "response_item", "payload"}' },
  pi: { name: 'pi', shape: 'JSONL {"type": "session"}, {"type": "message"}' },
  'claude-code-stream': { name: 'Claude Code stream-json', shape: '--output-format stream-json' },
  'claude-code-terminal': { name: 'Claude Code terminal', shape: '"> …", "⏺ …"' },
  'codex-terminal': { name: 'Codex terminal', shape: '"› …", "• …"' },
  specstory: { name: 'SpecStory Markdown', shape: '"_**User**_", "_**Agent**_"' },
  aider: { name: 'Aider chat history', shape: '"# aider chat started at", "#### …"' },
  atif: { name: 'ATIF', shape: '{"schema_version": "ATIF-…", "steps"}' },
  toolbench: { name: 'ToolBench', shape: '{"answer_generation": {"train_messages"}}' },
  oasst: { name: 'OpenAssistant', shape: '{"message_tree_id", "prompt": {"replies"}}' },
  goose: { name: 'goose', shape: '[{"toolRequest"}, {"toolResponse"}], {"conversation"}' },
  langsmith: { name: 'LangSmith', shape: '{"run_type", "inputs", "outputs"}' },
  langfuse: { name: 'Langfuse', shape: '{"trace", "observations"}, [observation]' },
  otel: { name: 'OpenTelemetry', shape: '[span] (GenAI, OpenLLMetry, OpenInference, AI SDK)' },
  cline: { name: 'Cline, Roo Code', shape: 'api_conversation_history.json ("<environment_details>"), ui_messages.json, SDK' },
  langchain: { name: 'LangChain', shape: '[{"type", "data"}], [{"lc", "id", "kwargs"}], [{"type", "content"}]' },
  'ai-sdk': { name: 'AI SDK', shape: '[{"id", "role", "parts"}], [{"role", "content": [{"type": "tool-call"}, {"type": "tool-result"}]}]' },
  'gemini-cli-stream': {
    name: 'Gemini CLI stream-json',
    shape: 'JSONL {"type": "init"}, {"type": "message"}, {"type": "tool_use", "tool_name"}, {"type": "tool_result", "tool_id"}',
  },
  sharegpt: { name: 'ShareGPT', shape: '[{"conversations": [{"from", "value"}]}]' },
  'openai-responses': { name: 'OpenAI Responses', shape: '{"input"}, {"output"}, [{"type": "message"}, {"type": "function_call"}]' },
  'managed-agents': {
    name: 'Claude Managed Agents',
    shape: '[{"type": "user.message"}, {"type": "agent.tool_use"}, {"type": "agent.tool_result"}], JSONL {"raw"}',
  },
  'codex-exec': { name: 'Codex exec', shape: 'JSONL {"type": "thread.started"}, {"type": "item.completed", "item"}' },
  'gemini-cli': { name: 'Gemini CLI', shape: '{"sessionId", "projectHash", "messages": [{"type": "user" | "gemini"}]}, JSONL' },
  adk: { name: 'Google ADK', shape: '{"events": [{"author", "content": {"role", "parts"}}]}' },
  'gemini-api': { name: 'Gemini API', shape: '{"contents": [{"role", "parts"}]}, {"candidates"}' },
  'anthropic-messages': { name: 'Anthropic Messages', shape: '{"messages": [{"role", "content": [{"type": "tool_use"}, {"type": "tool_result"}]}]}' },
  'openai-finetune': { name: 'OpenAI fine-tuning', shape: 'JSONL {"messages": […]}' },
  'openai-chat': { name: 'OpenAI Chat Completions', shape: '[{"role", "content"}], {"messages"}' },
  'swe-agent': { name: 'SWE-agent', shape: '{"trajectory": […], "history": [{"role", "content", "action"}], "info"}' },
  'mini-swe-agent': { name: 'mini-swe-agent', shape: '{"messages": […], "trajectory_format": "mini-swe-agent-1"}' },
  'tau-bench': { name: 'τ-bench', shape: '[{"task_id", "reward", "traj": […]}], JSONL {"messages_display"}' },
  'chatgpt-export': { name: 'ChatGPT', shape: 'conversations.json: [{"title", "mapping", "current_node"}]' },
  'claude-ai-export': { name: 'Claude.ai', shape: 'conversations.json: [{"uuid", "name", "chat_messages"}]' },
  inspect: { name: 'Inspect', shape: '{"version", "eval", "samples": [{"messages"}]}, .eval' },
  opencode: { name: 'opencode', shape: '"opencode export": {"info", "messages": [{"info", "parts"}]}' },
  openhands: { name: 'OpenHands', shape: '[{"action"}, {"observation"}], [{"kind"}], JSONL {"history"}' },
  'message-list': { shape: '[{"role" | "from" | "sender", "content" | "text" | "parts"}]' },
  'strands-session': { name: 'Strands', shape: 'session.json, message_<n>.json' },
  'bedrock-converse': { name: 'Amazon Bedrock Converse', shape: '{"messages": [{"content": [{"text"}, {"toolUse"}, {"toolResult"}]}]}' },
  'copilot-cli': {
    name: 'Copilot CLI',
    shape: 'JSONL {"type": "session.start"}, {"type": "user.message", "data"}, {"type": "assistant.message", "data"}',
  },
  'qwen-code': { name: 'Qwen Code', shape: 'JSONL {"uuid", "parentUuid", "sessionId", "message": {"parts"}}' },
  'cursor-transcript': { name: 'Cursor transcript', shape: 'JSONL {"role", "message": {"content": […]}}' },
  'cursor-markdown': { name: 'Cursor Markdown', shape: '"_Exported on … from Cursor (…)_", "---", "**User**", "**Cursor**"' },
  'vscode-chat': { name: 'VS Code chat', shape: '"Chat: Export Chat…": {"requests": [{"message", "response"}]}' },
  'pydantic-ai': { name: 'Pydantic AI', shape: '[{"kind": "request" | "response", "parts": [{"part_kind"}]}]' },
  autogen: { name: 'AutoGen', shape: '[{"type": "UserMessage" | "TextMessage", "source"}]' },
  llamaindex: { name: 'LlamaIndex', shape: '{"store": {"…": […]}}, [{"blocks", "additional_kwargs"}]' },
  cohere: { name: 'Cohere', shape: '{"messages": [{"tool_plan"}]}, {"chat_history"}' },
  mistral: { name: 'Mistral', shape: '{"model", "messages": [{"thinking": […]}]}' },
  ollama: { name: 'Ollama', shape: '{"messages", "options"}, {"done"}, JSONL {"done"}' },
  'factory-droid': { name: 'Factory Droid', shape: 'JSONL {"type": "session_start"}, {"type": "message"}' },
  'factory-droid-stream': {
    name: 'Factory Droid stream-json',
    shape: '[{"type": "message"}, {"type": "tool_call", "toolName"}, {"type": "completion", "finalText"}]',
  },
  'kimi-code': { name: 'Kimi Code', shape: 'JSONL {"type": "metadata", "protocol_version"}, {"type": "context.append_message"}' },
  amp: { name: 'Amp', shape: '{"messages": [{"role", "messageId", "content"}]}' },
  continue: { name: 'Continue', shape: '{"history": [{"message", "contextItems"}]}' },
  zed: { name: 'Zed', shape: '{"messages": [{"User"}, {"Agent"}]}' },
  letta: { name: 'Letta', shape: '.af: {"agents": [{"messages", "in_context_message_ids"}]}' },
  'grok-build': { name: 'Grok Build', shape: 'JSONL {"type": "user" | "reasoning" | "assistant" | "tool_result"}' },
  'grok-export': { name: 'grok.com', shape: '{"conversations": [{"conversation", "responses"}]}' },
  'google-ai-studio': { name: 'Google AI Studio', shape: '{"chunkedPrompt": {"chunks": [{"role", "text"}]}}' },
  smolagents: { name: 'smolagents', shape: '[{"model_output", "tool_calls", "observations"}]' },
  'semantic-kernel': { name: 'Semantic Kernel', shape: '[{"Items": [{"$type"}]}], [{"items": [{"content_type"}]}]' },
  hermes: { name: 'Hermes', shape: '{"session_id", "system_prompt", "messages"}, JSONL {"role": "session_meta"}' },
  openclaw: { name: 'OpenClaw', shape: 'JSONL {"type": "session"}, {"customType": "openclaw.…"}' },
  'deepseek-export': { name: 'DeepSeek', shape: 'conversations.json: [{"title", "mapping": {"…": {"message": {"fragments"}}}}]' },
  'deepseek-harness': {
    name: 'DeepSeek Harness',
    shape: 'JSONL {"type": "session"}, {"type": "user/message", "data"}, {"type": "assistant/message", "data"}',
  },
  antigravity: { name: 'Antigravity', shape: 'JSONL {"step_index", "source", "type"}' },
  'kiro-cli': { name: 'Kiro CLI', shape: '{"conversation_id", "history": [{"user", "assistant"}]}' },
  'kiro-ide': { name: 'Kiro', shape: '{"sessionId", "history": [{"message"}]}' },
  tau2: { name: 'τ²-bench', shape: '{"simulations": [{"task_id", "messages", "reward_info"}]}' },
  agentdojo: { name: 'AgentDojo', shape: '{"suite_name", "user_task_id", "messages"}' },
  haystack: { name: 'Haystack', shape: '[{"meta", "content": [{"text"}, {"tool_call"}, {"tool_call_result"}]}]' },
  'agent-framework': { name: 'Agent Framework', shape: '[{"type": "message", "contents": [{"type"}]}]' },
  atof: { name: 'ATOF', shape: 'JSONL {"atof_version", "kind", "category"}' },
  'open-webui': { name: 'Open WebUI', shape: '[{"title", "chat": {"history": {"messages", "currentId"}}}]' },
  librechat: { name: 'LibreChat', shape: '{"conversationId", "messages" | "messagesTree": [{"isCreatedByUser"}]}' },
  'lm-studio': { name: 'LM Studio', shape: '{"messages": [{"versions", "currentlySelected"}]}' },
  'openai-threads': { name: 'OpenAI Threads', shape: '[{"object": "thread.message"}, {"object": "thread.run.step"}]' },
  'cursor-store': { name: 'Cursor SQLite', shape: 'store.db, state.vscdb' },
  text: { shape: '"User: …", "Assistant: …", "## User", "## Assistant"' },
};

/** Names of formats as an English dictionary has them, for all languages. */
export const formatNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMATS).flatMap(([id, { name }]) => (name ? [[`format.${id}.title`, name]] : [])),
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

export const expectsFormat = (format: string): EnglishReason => ({ key: 'expects-format', values: { format, shape: FORMATS[format]?.shape ?? '' } });

/** Where Claude Code keeps its sessions. */
export const CLAUDE_SESSIONS = '~/.claude/projects/*/*.jsonl';
export const CODEX_SESSIONS = '~/.codex/sessions/**/*.jsonl';

/** A file of a program that is none of its sessions. */
export const otherFile = (program: string, sessions: string): EnglishReason => ({ key: 'import-other-file', values: { program, sessions } });
