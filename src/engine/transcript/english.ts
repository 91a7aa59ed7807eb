/**
 * English of what importers and exporters refuse and expect, of what word lists must be, of why the built-in summariser failed, and the names
 * of the formats: what programs are told, and the part of the English dictionary that other languages translate by key. Written like the
 * dictionary: `{{name}}` is a value, `$t(key)` another sentence.
 */
import type { Reason } from './types.ts';

export const english = {
  // Why a file was not understood
  'reason.import-argument': 'The function was called with something else than it takes: {{message, raw}}.',
  'reason.import-no-bytes': 'Nothing was given that could be read.',
  'reason.import-empty': 'The file is empty: the program has not written to it yet, or the copy failed. Choose another file of the session.',
  'reason.import-blank': 'The file holds nothing but white space. Choose another file of the session.',
  'reason.import-too-large': 'The file has {{size, raw}} MB; the limit is {{limit, raw}} MB.',
  'reason.import-binary': 'The file is binary, not text. Export the session as JSON, JSON lines or Markdown from the program that wrote it.',
  'reason.import-pdf': 'This is a PDF document, not text. Copy its text into a file, or export the conversation as JSON or Markdown.',
  'reason.import-png': 'This is a PNG image, not text. Of a screenshot copy the text of the conversation, or import the file that the program keeps.',
  'reason.import-jpeg':
    'This is a JPEG image, not text. Of a photograph or screenshot copy the text of the conversation, or import the file that the program keeps.',
  'reason.import-image': 'This is an image, not text. Copy the text of the conversation, or import the file that the program keeps.',
  'reason.import-media': 'This is an image, a sound or a video, not text. Import a transcript of what was said, or the file that the program keeps.',
  'reason.import-parquet': 'This is a Parquet table. Write its rows as JSON lines and import those.',
  'reason.import-tar': 'This is a tar archive. Pack the folder as zip, or unpack it and import the files inside.',
  'reason.import-other-archive':
    'This archive is of a kind that cannot be unpacked here (zip, gzip and zstd can). Unpack it and import the files inside.',
  'reason.import-sqlite':
    'This is an SQLite database. Export the session as JSON from the program that keeps it: "opencode export", "goose session export --format json".',
  'reason.import-sqlite-opencode': 'This is the database of opencode. Export a session as JSON: opencode export SESSION > session.json',
  'reason.import-sqlite-goose':
    'This is the database of goose. Export a session as JSON: goose session export --session-id ID --format json --output session.json',
  'reason.import-sqlite-cursor':
    'This is the database of Cursor. Export a chat from its menu (Export Transcript), or import the JSON lines in ~/.cursor/projects/*/agent-transcripts.',
  'reason.import-archive-damaged': 'The {{kind}} archive is damaged or incomplete and could not be unpacked.',
  'reason.import-archive-large': 'The archive unpacks to more than {{limit, raw}} MB, which is the limit.',
  'reason.import-archive-members': 'The archive holds {{count, raw}} files; the limit is {{limit, raw}}.',
  'reason.import-archive-encrypted': 'The archive is encrypted. Unpack {{name}} with its password and import it.',
  'reason.import-archive-method':
    'The archive is packed by a method that cannot be read here (number {{method, raw}}; deflate and zstd can). Pack it again as an ordinary zip.',
  'reason.import-archive-empty': 'The archive holds no file.',
  'reason.import-archive-no-text': 'The archive holds no text that could be a transcript: {{count, raw}} files, the first is {{name}}.',
  'reason.import-archive-no-transcript': 'None of the {{count, raw}} files in the archive is a transcript; the first is {{name}}.',
  'reason.import-archive-too-deep': 'An archive inside an archive inside an archive is not unpacked.',
  'reason.import-html': 'This is a web page, not a transcript. Of an export import its JSON file or the whole zip; of any other page copy the text.',
  'reason.import-unknown-json': 'The JSON in this file has none of the known shapes of a transcript.',
  'reason.import-unknown-object': 'The JSON in this file is an object with {{keys}}: none of the known shapes of a transcript.',
  'reason.import-unknown-list': 'The JSON in this file is a list of {{count, raw}} objects with {{keys}}: none of the known shapes of a transcript.',
  'reason.import-unknown-text':
    'The text has no role markers and is none of the known formats. Begin each turn with "User:" or "Assistant:", or choose plain text to read it as one message.',
  'reason.import-settings': 'These are settings, not a session. Choose a file of a session: a log that the program wrote while it ran.',
  'reason.import-settings-claude': 'These are settings of Claude Code, not a session. Its sessions are the .jsonl files in ~/.claude/projects.',
  'reason.import-settings-gemini': 'These are settings of Gemini CLI, not a session. Its sessions are in ~/.gemini/tmp/PROJECT/chats.',
  'reason.import-settings-opencode': 'These are settings of opencode, not a session. Export one: opencode export SESSION > session.json',
  'reason.import-settings-mcp':
    'This is a list of MCP servers, not a session. Choose a file of a session: a log that the program wrote while it ran.',
  'reason.import-settings-text':
    'This is a file of settings (TOML, INI or .env), not a session. Sessions of Codex are the .jsonl files in ~/.codex/sessions, not its config.toml.',
  'reason.import-package': 'This describes a package, not a session. Choose a file of a session: a log that the program wrote while it ran.',
  'reason.import-history-claude':
    'This is the list of prompts that Claude Code offers again, without its answers. The sessions are the .jsonl files in ~/.claude/projects.',
  'reason.import-history-codex':
    'This is the list of prompts that Codex offers again, without its answers. The sessions are the .jsonl files in ~/.codex/sessions.',
  'reason.import-scores': 'These are predictions for a benchmark, not what the agent did. Import the trajectory of a run: its .traj or .json file.',
  'reason.import-pairs':
    'These are pairs for training, not conversations. Write each as {"messages": [{"role": "user", "content": …}, {"role": "assistant", …}]}, one per line.',
  'reason.import-embeddings': 'These are embeddings, not what was said. Import the texts that they were made of, as a session.',
  'reason.import-log':
    'This is the log of a program, not of a conversation. Import the requests that were sent to the model, or traces (OpenTelemetry, Langfuse, LangSmith).',
  'reason.import-table': 'This is a table (CSV or TSV). Write each conversation as JSON lines, one turn per line: {"role": "user", "content": …}.',
  'reason.import-code': 'This is source code, not a session. Choose a file of a session: a log that the program wrote while it ran.',
  'reason.import-json-value': 'The file holds the JSON value {{value}}, not a transcript.',
  'reason.import-single-value': 'The text begins like JSON but holds a single value.',
  'reason.import-no-format': 'There is no format "{{format}}".',
  'reason.import-summariser':
    'This is the agent with which Claude Code writes the summaries of its compactions, not a session. Its sessions are the other .jsonl files in ~/.claude/projects.',
  'reason.import-no-lines': 'The session holds no user or assistant line.',
  'reason.import-events-only': 'The session holds {{count, raw}} events of the interface, and nothing that was said.',
  'reason.import-no-session-message': 'The session holds no message.',
  'reason.import-no-text': 'The file holds no plain text.',
  'reason.import-empty-list': 'The list of messages is empty.',
  'reason.import-no-message': 'No message was found.',
  'reason.import-no-model-call': 'The trace holds no call of a model with its messages.',
  'reason.import-no-conversation': 'No conversation was found.',
  'reason.import-not-ours': 'The file is no file of this program.',
  'reason.import-version': 'The file has version {{version}}; this program reads up to {{newest, raw}}.',
  'reason.import-ours-empty': 'The file holds no conversation.',
  'reason.export-no-format': '"{{format}}" is no format to export to.',
  'reason.export-failed': 'The transcript could not be written: {{message}}',

  // Where JSON breaks off
  'reason.json-ends': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: the text ends too early.',
  'reason.json-unexpected': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: unexpected {{char}}.',
  'reason.json-comma': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: a comma or a closing bracket was expected.',
  'reason.json-key': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: a key was expected.',
  'reason.json-colon': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: a colon was expected.',
  'reason.json-value': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: a value was expected.',
  'reason.json-none': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: no JSON value begins here.',
  'reason.json-more': 'The JSON breaks off at line {{line, raw}}, column {{column, raw}}: there is more text after the JSON document.',

  // What was expected instead
  'reason.expects-argument': 'what docs/library.md names',
  'reason.expects-bytes': 'bytes (Uint8Array or ArrayBuffer) or text',
  'reason.expects-file': 'a transcript as JSON, JSONL, text or Markdown in UTF-8 or UTF-16, or packed as zip, gzip or zstd',
  'reason.expects-archive-size': 'an archive whose files have at most {{limit, raw}} MB all together',
  'reason.expects-size': 'a file of at most {{limit, raw}} MB',
  'reason.expects-one-of': 'one of {{list}}',
  'reason.expects-shallow': 'values nested less deeply',
  'reason.expects-messages': 'an object or array with messages',
  'reason.expects-json': 'a JSON document, or one JSON object per line',
  'reason.expects-chat-messages': 'an array of {"role", "content"} or an object with "messages"',
  'reason.expects-blocks': 'a request with "messages" whose "content" is text or a list of blocks',
  'reason.expects-claude-code-lines': 'lines of the type "user" or "assistant" with a "message"',
  'reason.expects-pi-lines': 'lines of the type "message"',
  'reason.expects-codex-lines': 'lines of the type "response_item"',
  'reason.expects-model-calls': 'spans or runs with the messages that a model was given, and its answer',
  'reason.expects-version': '"version": {{newest, raw}}',
  'reason.expects-format': '$t(format.{{format}}.title): $t(format.{{format}}.expected)',
  'reason.expects-content': '$t(format.{{format}}.expected)',

  // What was expected of a person's word lists
  'reason.expects-word-lists': 'an object of word lists',
  'reason.expects-list-of': 'one of the lists {{list}}',
  'reason.expects-words': 'a list of words',
  'reason.expects-fewer-words': 'at most {{most, raw}} words',
  'reason.expects-word': 'a word of 1 to {{longest, raw}} characters without white space around it',
  'reason.expects-different-words': 'words that differ',

  // Why the built-in summariser failed
  'reason.summary-empty': 'the summary was empty',
  'reason.summary-told-to-fail': 'told to fail',
  'reason.summary-timeout': 'no answer within {{ms, raw}} ms',
  'reason.summary-too-long': '{{tokens, raw}} tokens, {{limit, raw}} allowed',
  'reason.summary-nothing': 'nothing in these messages could be summarised within the limit',

  // By format: its name, and what a person would expect in such a file
  'format.playground.title': 'Compaction Playground',
  'format.playground.expected': '{"format": "compaction-playground", "version": 2, "conversations": […]}',
  'format.claude-code.title': 'Claude Code session',
  'format.claude-code.expected': 'one JSON object per line with "type", "uuid", "parentUuid", "sessionId" and "message"',
  'format.codex-rollout.title': 'Codex rollout',
  'format.codex-rollout.expected': 'one JSON object per line: "session_meta", then lines of the type "response_item" with a "payload"',
  'format.pi.title': 'pi session',
  'format.pi.expected': 'one JSON object per line: a "session" header, then entries of the type "message"',
  'format.claude-code-stream.title': 'Claude Code stream',
  'format.claude-code-stream.expected': 'events of "--output-format stream-json"',
  'format.claude-code-terminal.title': 'Terminal copy',
  'format.claude-code-terminal.expected': '"⏺ " before answers, "> " before prompts, as Claude Code shows them',
  'format.codex-terminal.title': 'Codex terminal copy',
  'format.codex-terminal.expected': '"› " before prompts, "• " before answers, as Codex shows them',
  'format.specstory.title': 'SpecStory Markdown',
  'format.specstory.expected': '"_**User**_" and "_**Agent**_" before each turn',
  'format.aider.title': 'Aider chat history',
  'format.aider.expected': '"# aider chat started at", "#### " before what a person said',
  'format.atif.title': 'ATIF trajectory',
  'format.atif.expected': 'a "schema_version" of ATIF and "steps"',
  'format.toolbench.title': 'ToolBench answer',
  'format.toolbench.expected': 'an "answer_generation" with "train_messages"',
  'format.oasst.title': 'OpenAssistant tree',
  'format.oasst.expected': 'trees with a "message_tree_id" and a "prompt" with its "replies"',
  'format.goose.title': 'goose session',
  'format.goose.expected': 'messages with "toolRequest" and "toolResponse", or an export with a "conversation"',
  'format.langsmith.title': 'LangSmith runs',
  'format.langsmith.expected': 'runs with "run_type", "inputs" and "outputs"',
  'format.langfuse.title': 'Langfuse trace',
  'format.langfuse.expected': 'a "trace" with its "observations", or a list of observations',
  'format.otel.title': 'OpenTelemetry spans',
  'format.otel.expected': 'spans with attributes of model calls (GenAI conventions, OpenLLMetry, OpenInference, AI SDK)',
  'format.cline.title': 'Cline or Roo Code task',
  'format.cline.expected': 'api_conversation_history.json (messages with "<environment_details>"), ui_messages.json, or a session of its SDK',
  'format.langchain.title': 'LangChain messages',
  'format.langchain.expected':
    'messages of "messages_to_dict" ({"type", "data"}), of "dumps" ({"lc", "id", "kwargs"}), or plain ({"type", "content"})',
  'format.ai-sdk.title': 'AI SDK messages',
  'format.ai-sdk.expected': 'UI messages ({"id", "role", "parts"}) or model messages with "tool-call" and "tool-result" parts',
  'format.gemini-cli-stream.title': 'Gemini CLI stream',
  'format.gemini-cli-stream.expected':
    'one JSON object per line: "init", then "message", "tool_use" with "tool_name" and "tool_result" with "tool_id"',
  'format.sharegpt.title': 'ShareGPT',
  'format.sharegpt.expected': 'a list of {"conversations": [{"from", "value"}]}',
  'format.openai-responses.title': 'OpenAI Responses',
  'format.openai-responses.expected':
    'a request with "input" items, a response with "output", or a list of items such as "message" and "function_call"',
  'format.managed-agents.title': 'Claude Managed Agents events',
  'format.managed-agents.expected': 'events such as "user.message", "agent.tool_use" and "agent.tool_result", bare or in the "raw" of each line',
  'format.codex-exec.title': 'Codex exec events',
  'format.codex-exec.expected': 'one JSON object per line: "thread.started", then events such as "item.completed" with an "item"',
  'format.gemini-cli.title': 'Gemini CLI session',
  'format.gemini-cli.expected':
    'a session with "sessionId", "projectHash" and messages of the type "user" or "gemini", as one document or one per line',
  'format.adk.title': 'Google ADK session',
  'format.adk.expected': 'a session with "events" of {"author", "content": {"role", "parts"}}',
  'format.gemini-api.title': 'Gemini API',
  'format.gemini-api.expected': 'a request with "contents" of {"role", "parts"}, or a response with "candidates"',
  'format.anthropic-messages.title': 'Anthropic Messages',
  'format.anthropic-messages.expected': 'a request with "messages" whose "content" is text or a list of blocks such as "tool_use" and "tool_result"',
  'format.openai-finetune.title': 'OpenAI fine-tuning',
  'format.openai-finetune.expected': 'one conversation per line: {"messages": […]}',
  'format.openai-chat.title': 'OpenAI Chat Completions',
  'format.openai-chat.expected': 'an array of {"role", "content"} messages, or a request with "messages"',
  'format.swe-agent.title': 'SWE-agent trajectory',
  'format.swe-agent.expected': '{"trajectory": […], "history": [{"role", "content", "action"}], "info"}',
  'format.mini-swe-agent.title': 'mini-swe-agent trajectory',
  'format.mini-swe-agent.expected': '{"messages": […], "trajectory_format": "mini-swe-agent-1"}, or its list of messages with commands in fences',
  'format.tau-bench.title': 'τ-bench results',
  'format.tau-bench.expected': 'a list of {"task_id", "reward", "traj": […]}, or lines with "messages_display"',
  'format.chatgpt-export.title': 'ChatGPT export',
  'format.chatgpt-export.expected': 'conversations.json (or its zip): a list of {"title", "mapping", "current_node"}',
  'format.claude-ai-export.title': 'Claude.ai export',
  'format.claude-ai-export.expected': 'conversations.json (or its zip): a list of {"uuid", "name", "chat_messages"}',
  'format.inspect.title': 'Inspect evaluation log',
  'format.inspect.expected': '{"version", "eval", "samples": [{"messages"}]}, or an .eval archive',
  'format.opencode.title': 'opencode session',
  'format.opencode.expected': '{"info": {…}, "messages": [{"info", "parts"}]} of "opencode export", or files of its storage',
  'format.openhands.title': 'OpenHands events',
  'format.openhands.expected': 'a list of events with "action" or "observation", or with "kind", or evaluation rows with "history"',
  'format.message-list.title': 'Generic messages',
  'format.message-list.expected': 'a list of objects with a role ("role", "from", "sender") and content ("content", "text", "parts"), at any key',
  'format.strands-session.title': 'Strands session',
  'format.strands-session.expected': 'a folder (or its zip) with "session.json" and one "message_<n>.json" per message',
  'format.bedrock-converse.title': 'Amazon Bedrock Converse',
  'format.bedrock-converse.expected':
    'a body with "messages" of blocks such as {"text"}, {"toolUse"} and {"toolResult"}, its answer, or a log of invocations',
  'format.copilot-cli.title': 'Copilot CLI session',
  'format.copilot-cli.expected': 'one JSON object per line: "session.start", then events such as "user.message" and "assistant.message" with "data"',
  'format.qwen-code.title': 'Qwen Code session',
  'format.qwen-code.expected': 'one JSON object per line with "uuid", "parentUuid", "sessionId" and a "message" of "parts"',
  'format.cursor-transcript.title': 'Cursor transcript',
  'format.cursor-transcript.expected': 'one JSON object per line: {"role", "message": {"content": […]}}, without ids',
  'format.cursor-markdown.title': 'Cursor Markdown export',
  'format.cursor-markdown.expected': '"_Exported on … from Cursor (…)_", then "---" and "**User**" or "**Cursor**" before each turn',
  'format.vscode-chat.title': 'VS Code chat',
  'format.vscode-chat.expected': '{"requests": [{"message", "response"}]} of "Chat: Export Chat…", or a stored session or its log',
  'format.pydantic-ai.title': 'Pydantic AI messages',
  'format.pydantic-ai.expected': 'a list of {"kind": "request" | "response", "parts": [{"part_kind"}]}',
  'format.autogen.title': 'AutoGen messages',
  'format.autogen.expected': 'messages such as "UserMessage" and "TextMessage" with a "source", or the state of a team',
  'format.llamaindex.title': 'LlamaIndex chat store',
  'format.llamaindex.expected': '{"store": {"…": […]}}, or messages with "blocks" and "additional_kwargs"',
  'format.cohere.title': 'Cohere Chat',
  'format.cohere.expected': 'a request with "messages" whose answers have a "tool_plan", or with a "chat_history"',
  'format.mistral.title': 'Mistral Chat',
  'format.mistral.expected': 'a request with "messages" whose "thinking" is a list, or of one of its models',
  'format.ollama.title': 'Ollama Chat',
  'format.ollama.expected': 'a request with "messages" and "options", or answers with "done", whole or one piece per line',
  'format.factory-droid.title': 'Factory Droid session',
  'format.factory-droid.expected': 'one JSON object per line: "session_start", then lines of the type "message"',
  'format.factory-droid-stream.title': 'Factory Droid stream',
  'format.factory-droid-stream.expected': 'events such as "message", "tool_call" with "toolName" and "completion" with "finalText"',
  'format.kimi-code.title': 'Kimi Code session',
  'format.kimi-code.expected': 'one JSON object per line: "metadata" with a "protocol_version", then records such as "context.append_message"',
  'format.amp.title': 'Amp thread',
  'format.amp.expected': 'a thread with "messages" of {"role", "messageId", "content"}',
  'format.continue.title': 'Continue session',
  'format.continue.expected': 'a session with a "history" of {"message", "contextItems"}',
  'format.zed.title': 'Zed thread',
  'format.zed.expected': 'a thread with "messages" of {"User"} and {"Agent"}',
  'format.letta.title': 'Letta agent file',
  'format.letta.expected': '{"agents": [{"messages", "in_context_message_ids"}]} (.af)',
  'format.grok-build.title': 'Grok Build session',
  'format.grok-build.expected': 'one JSON object per line of the type "user", "reasoning", "assistant" or "tool_result"',
  'format.grok-export.title': 'grok.com export',
  'format.grok-export.expected': '{"conversations": [{"conversation", "responses"}]}',
  'format.google-ai-studio.title': 'Google AI Studio prompt',
  'format.google-ai-studio.expected': 'a prompt with "chunkedPrompt": {"chunks": [{"role", "text"}]}',
  'format.smolagents.title': 'smolagents steps',
  'format.smolagents.expected': 'a list of steps with "model_output", "tool_calls" and "observations"',
  'format.semantic-kernel.title': 'Semantic Kernel chat history',
  'format.semantic-kernel.expected': 'messages with "Items" of a "$type", or "items" of a "content_type"',
  'format.hermes.title': 'Hermes session',
  'format.hermes.expected': 'a session with "session_id", "system_prompt" and "messages", or lines after one of the role "session_meta"',
  'format.openclaw.title': 'OpenClaw session',
  'format.openclaw.expected': 'a session of pi with entries of the kind "openclaw.…"',
  'format.deepseek-export.title': 'DeepSeek export',
  'format.deepseek-export.expected': 'conversations.json (or its zip): a list of {"title", "mapping"} whose messages have "fragments"',
  'format.deepseek-harness.title': 'DeepSeek Harness session',
  'format.deepseek-harness.expected': 'one JSON object per line: "session", then events such as "user/message" and "assistant/message" with "data"',
  'format.antigravity.title': 'Antigravity log',
  'format.antigravity.expected': 'one JSON object per line with "step_index", "source" and "type"',
  'format.kiro-cli.title': 'Kiro CLI conversation',
  'format.kiro-cli.expected': 'a conversation with "conversation_id" and a "history" of {"user", "assistant"}',
  'format.kiro-ide.title': 'Kiro session',
  'format.kiro-ide.expected': 'a session with "sessionId" and a "history" of {"message"}',
  'format.text.title': 'Plain text or Markdown',
  'format.text.expected': 'text with role markers at line starts, such as "User:" and "Assistant:" or "## User" and "## Assistant"',
} as const;

type Key = keyof typeof english;
/** Keys of reasons that this table has words for. */
export type SaidKey = Key extends infer K ? (K extends `reason.${infer Said}` ? Said : never) : never;
/** A reason whose English is in this table. */
export interface Said extends Reason {
  readonly key: SaidKey;
}

const isKey = (key: string): key is Key => Object.hasOwn(english, key);

/** The English of a key of the table; values are never taken for templates. */
function sentence(key: string, values: Reason['values'] = {}): string {
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

/** What a program is told: the English of a reason. */
export const inEnglish = ({ key, values }: Said): string => sentence(`reason.${key}`, values);

/** Name of a format in English, as its makers write it. */
export const titleOf = (format: string): string => sentence(`format.${format}.title`);
