/**
 * Every string of a file of the second collection, and of the small cases, is in what was read of it, or in a warning. What is left out on purpose
 * is here by its key, with the reason.
 */
import { describe, expect, it } from 'vitest';
import { unpack } from './archive.ts';
import { isStore } from './encoding.ts';
import { parseTranscript } from './index.ts';
import { readStore } from './store/index.ts';
import { sharedCases, sharedFiles } from '../testing/shared.ts';

/** Keys whose strings name something and say nothing, in every format: ids, times, kinds, places, versions. */
const NAMES = new Set(
  'id type role kind status timestamp created_at updated_at createdAt time created ts uuid parentUuid parentId sessionId session_id messageId requestId responseId version v state source origin phase format mime media_type mimeType $type part_kind block_type class_name content_type finish_reason finishReason stopReason finish cwd directory path provider providerID provider_name'.split(
    ' ',
  ),
);

/** Keys of one format whose strings are left out, and why. */
const LEFT_OUT: Readonly<Record<string, readonly (readonly [keys: string, why: string])[]>> = {
  amp: [
    ['operationType tags', 'what was paid for, and settings'],
    ['uri', 'the folder'],
  ],
  'anthropic-messages': [['url body_raw', 'of a log of HTTP: the address, and the stream of the answer, which its own test compares']],
  antigravity: [['truncated_fields', 'reported as cut texts']],
  atof: [
    ['parent_uuid api_request_id task_id turn_id tool_call_id child_session_id approval_id', 'ids'],
    ['scope_category category atof_version reason telemetry_schema_version nemo_relay_scope_role', 'the kind of the event'],
  ],
  autogen: [['source', 'the speaker of messages that are not his: results']],
  'bedrock-converse': [],
  'cursor-transcript': [['tool_use_id', 'ids that match no call']],
  continue: [
    ['editorState', 'repeats the prompt'],
    ['toolCall parsedArgs', 'repeat the calls'],
    ['name description', 'the title of a result on the screen'],
  ],
  'copilot-cli': [
    [
      'metadata interactionId turnId apiCallId originatingMessageId parentAgentTaskId delivery producer copilotVersion startTime resumeTime',
      'ids and settings',
    ],
    ['intentionSummary toolTitle shellToolInfo toolTelemetry detailedContent shellExecution', 'for the screen, or repeats the call and its result'],
    ['usage modelMetrics accountingSnapshot agentMetrics providerModelMetrics usageAccountingWatermarks compactionTokensUsed', 'counts'],
    [
      'modelInfo modelCall responseChunk responseUsage requestMessages requestSettings request response messages model message',
      'the requests of the summariser',
    ],
    [
      'compactionAttemptId behaviorModelId checkpointPath tokenAccountingBasis outcome trigger shutdownType currentModel eventsFileSizeBytes',
      'facts about a compaction and the end of a run',
    ],
    ['toolName arguments selectedModel', 'repeat the calls; the model that was chosen'],
  ],
  'deepseek-harness': [
    ['chunk inserted', 'pieces of messages that follow, and prompts that wait'],
    ['rawOutput summary', 'repeat the summary of the context'],
    ['compactionId callId toolCallId code message', 'ids, and the reason why a request failed'],
    ['plugin arguments name title reason', 'repeat calls; names of plugins and turns'],
    ['config target', 'settings'],
  ],
  'factory-droid': [['owner title', 'the account; the title, which stands twice']],
  'claude-code': [['userType filename filePath', 'the account; the path of an attached file whose shorter one is shown']],
  'codex-rollout': [['originator', 'the program']],
  'deepseek-export': [['model', 'the model that a prompt was for']],
  'google-ai-studio': [
    ['model', 'read without its prefix'],
    ['createTime updateTime outcome category probability', 'times, and grades of safety'],
  ],
  'grok-build': [
    ['synthetic_reason prior_turn_interrupt model_fingerprint reasoning_effort', 'marks of the program'],
    ['url', 'bytes of a picture that its authors removed'],
  ],
  'grok-export': [['create_time sender', 'times, and the speaker']],
  hermes: [['base_url session_start last_updated model_config response_item_id call_id', 'settings, ids']],
  'kimi-code': [
    ['input', 'prompts that the message after them repeats'],
    ['turnId stepUuid parentUuid toolCallId messageId hash systemPromptHash toolsHash turnStep modelAlias model provider agentId', 'ids'],
    ['variant', 'the kind of what was put in'],
    ['profileName subagentNames names thinkingEffort thinkingKeep usageScope', 'settings'],
    ['description display action sessionApprovalRule result toolName', 'for the screen'],
    ['tools', 'trimmed by the authors of the fixture: no definitions'],
    ['summary instruction', 'the summary as its model wrote it; the context holds another text'],
  ],
  'kiro-cli': [
    ['transcript', 'repeats the history'],
    ['conversation_id message_id', 'ids'],
    ['env_context', 'the folder'],
  ],
  'kiro-ide': [['workspacePath', 'the folder']],
  letta: [
    ['source_code return_char_limit tool_type json_schema tags tool_rules', 'how tools are made; the definitions of the agent are read'],
    ['llm_config embedding_config agent_type timezone', 'settings'],
    [
      'tool_ids block_ids in_context_message_ids agent_id created_by_id last_updated_by_id system',
      'ids; the system prompt, which the first message has too',
    ],
    ['tool_hash revision_id', 'hashes'],
    ['value label description name', 'memory, which the system prompt has as it was then'],
    ['tool_returns', 'repeat the content'],
  ],
  llamaindex: [],
  openclaw: [['customType thinkingLevel modelId data details', 'states of the interface']],
  opencode: [
    [
      'mode agent variant parentID modelID root snapshot hash files title slug body sessionID messageID projectID reason cost',
      'settings, and states of the folder',
    ],
    ['metadata permission', 'for the screen; what the agent may do'],
    ['name message', 'of an error: the answer was broken off'],
  ],
  'pydantic-ai': [['provider_url provider_response_id run_id identifier outcome', 'ids']],
  'qwen-code': [
    ['systemPayload', 'telemetry, which repeats texts; what a compression left is compared in its own test'],
    ['toolCallResult provenance subtype', 'repeats results; marks'],
  ],
  'strands-session': [['__name__ session_type agent_id', 'the kinds of its manager and session; an agent without a name']],
  'semantic-kernel': [['PluginName FunctionName Label', 'the name of the call has both; the role']],
  smolagents: [
    ['model_input_messages', 'repeat what was said'],
    ['model_output_message code_action', 'repeat the output and its code'],
  ],
  'message-list': [['agent episode', 'of a row of a dataset: named in a warning by their keys']],
  tau2: [['git_commit user_info implementation', 'what the run was, and the model of the simulated user']],
  'vscode-chat': [
    ['name', 'of an attached file: shown without its kind'],
    ['agent', 'what is known about the participant'],
    ['response', 'repeats the rounds'],
    ['requesterUsername responderUsername initialLocation details modelMessageId agentId cacheKey cacheType', 'settings and ids'],
    ['parts', 'of a message repeat its text'],
    ['references props ctorName options', 'of nodes: what is not their text'],
    ['k', 'paths of the log'],
    ['modelId', 'the model'],
  ],
  zed: [['uri', 'compared in its own test']],
  'opencode-storage': [
    ['sessionID messageID projectID parentID tail_start_id snapshot reason hash files slug body title agent', 'ids, and states of the folder'],
    ['name message', 'of an error: the answer was broken off'],
    ['source metadata cwd', 'for the screen'],
  ],
};

/** Uuids, hashes, times, numbers, single words of a few letters say nothing. */
const NOTHING = /^(?:[\da-f-]{20,}|\d{4}-\d\d-\d\d[T ].*|[\d.:]*|[A-Za-z_-]{1,6})$/;

type SkipRule = (key: string, value: unknown) => boolean;

function strings(value: unknown, skips: SkipRule, found: string[]): void {
  if (typeof value === 'string') found.push(value);
  else if (Array.isArray(value)) for (const one of value) strings(one, skips, found);
  else if (typeof value === 'object' && value !== null)
    for (const [key, own] of Object.entries(value)) if (!skips(key, own)) strings(own, skips, found);
}

/** Kinds of parts are between texts that were one. */
const kinds: SkipRule = (key) => key === 'type';

/** Everything that was read, in one text: texts as they are, arguments as JSON and as their values. */
function read(bytes: Uint8Array): string {
  const parsed = parseTranscript(bytes, { store: readStore });
  if (!parsed.ok) throw new Error(parsed.error.message);
  const found: string[] = [];
  strings([parsed.value.conversations, parsed.value.warnings], kinds, found);
  // What is found within them is not looked into again.
  for (const text of found.slice()) {
    try {
      if (/^\s*[[{"]/.test(text)) strings(JSON.parse(text), kinds, found);
    } catch {
      // A text that begins like JSON.
    }
  }
  return found.join('\n');
}

function valuesOf(file: string, bytes: Uint8Array): readonly unknown[] {
  const store = isStore(bytes) ? readStore(bytes, file) : undefined;
  if (store) return store.ok ? store.value.records.map(({ value }) => value) : [];
  const unpacked = unpack(bytes, file);
  const members = unpacked.ok ? unpacked.value.files : [];
  return members.flatMap((member): unknown[] => {
    const text = new TextDecoder().decode(member.bytes);
    // Lines that mark a turn are no text.
    if (file.endsWith('.md')) return text.split(/\n+/).map((line) => line.replace(/^(?:\*\*(?:User|Cursor)\*\*$|# )/, ''));
    try {
      return [JSON.parse(text)];
    } catch {
      return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
    }
  });
}

/** Logs of changes, in which texts are replaced; the first is of the conversation that the export beside it holds. A store without a message. */
const APART = [
  'vscode-chat/Piebald-AI__copilot.patch-log.jsonl',
  'refused__vscode-chat-session-patch-log.jsonl',
  'cursor-store/jazzyalex__test-store.db',
];

const given = sharedFiles('data-next').map(({ file, entry, bytes }) => ({ file, format: entry.format, bytes }));
const files = [...given, ...sharedCases()].filter(({ file }) => !APART.includes(file));

describe.skipIf(files.length === 0)('every string of', () => {
  it.each(files.map((file) => [file.file, file] as const))('%s is in what was read', (name, { format, bytes }) => {
    const skipped = new Set((LEFT_OUT[format === 'opencode-db' ? 'opencode' : format] ?? []).flatMap(([keys]) => keys.split(' ')));
    const own: string[] = [];
    strings(valuesOf(name, bytes()), (key, value) => skipped.has(key) || (NAMES.has(key) && typeof value === 'string'), own);
    const text = read(bytes());
    const plain = (one: string): string => one.replace(/<\/?(?:user_query|USER_REQUEST)>/g, '');
    const squeezed = text.replace(/\s+/g, '');
    const missing = own.filter(
      (one) => one.trim() !== '' && !NOTHING.test(one.trim()) && !text.includes(one) && !squeezed.includes(plain(one).replace(/\s+/g, '')),
    );
    expect(missing.map((one) => one.slice(0, 80))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });
});
