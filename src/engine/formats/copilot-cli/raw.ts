/**
 * Lines of `~/.copilot/session-state/<id>/events.jsonl`: `{type, data, id, timestamp, parentId, agentId?}`. Types of `@github/copilot` 1.0.80
 * to 1.0.102 (`session-events.schema.json` in its package), and a session recorded with 1.0.102.
 */
export interface Event {
  type: string;
  data: object;
  id: string;
  timestamp: string;
  parentId: string | null;
  /** Set on what a subagent said. */
  agentId?: string;
}

export interface SessionStart {
  sessionId: string;
  producer: 'copilot-agent';
  copilotVersion: string;
  selectedModel?: string;
  context?: { cwd: string };
}

export interface UserMessage {
  content: string;
  /** The same with what the program put around it. */
  transformedContent?: string;
  attachments?: readonly { type: string; path?: string; displayName?: string; data?: string; mimeType?: string }[];
  /** Set where the program wrote the message itself. */
  source?: string;
}

export interface AssistantMessage {
  messageId: string;
  content: string;
  model?: string;
  reasoningText?: string;
  reasoningOpaque?: string;
  encryptedContent?: string;
  toolRequests?: readonly { toolCallId: string; name: string; arguments: object | string }[];
  apiCallId?: string;
  /** Of a subagent in older versions. */
  parentToolCallId?: string;
}

export interface ExecutionComplete {
  toolCallId: string;
  success: boolean;
  /** `content` is what the model saw, `detailedContent` what the screen showed. */
  result?: { content: string; detailedContent?: string };
  error?: { message: string; code?: string };
  parentToolCallId?: string;
}

export interface CompactionComplete {
  success: boolean;
  summaryContent?: string;
  preCompactionTokens?: number;
  trigger?: string;
}

/** Input includes cached tokens. */
export interface CallUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  apiCallId?: string;
}

/** Types that say nothing, repeat what others say, or are the summariser's own requests. */
export const UNSPOKEN =
  /^(?:model|hook|permission|elicitation|external_tool|command|sampling|user_input|exit_plan_mode|mcp|pending_messages|commands)\.|^(?:abort|tool\.execution_start|tool\.execution_progress|tool\.execution_partial_result|tool\.user_requested|assistant\.(?:turn_start|turn_end|intent|message_delta|message_start|reasoning_delta|streaming_delta|idle)|subagent\.(?:completed|failed|selected|deselected)|session\.(?:resume|shutdown|idle|compaction_start|model_change|mode_changed|plan_changed|title_changed|context_changed|usage_info|tools_updated|skills_loaded|custom_agents_updated|mcp_servers_loaded|mcp_server_status_changed|extensions_loaded|background_tasks_changed|workspace_file_changed|import_legacy|handoff|task_complete|permissions_changed|remote_steerable_changed))$/;
/** Types whose texts the person saw and the model did not. */
export const NOTES = /^(?:session\.(?:info|warning|error)|system\.notification)$/;
