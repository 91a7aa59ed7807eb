/**
 * Records of `~/.kimi-code/sessions/<project>/<session>/agents/<agent>/wire.jsonl`. Shapes: MoonshotAI/kimi-code (its manifest of 55 record
 * types), a real session of protocol 1.4, and the older `context.jsonl` of MoonshotAI/kimi-cli.
 */
export interface WireRecord {
  type: string;
  /** Milliseconds since 1970. */
  time: number;
  agentId?: string;
  protocol_version?: string;
  systemPrompt?: string;
  modelAlias?: string;
  model?: string;
  tools?: unknown;
  message?: WireMessage;
  event?: LoopEvent;
  count?: number;
}

export interface WireMessage {
  role: string;
  content: readonly ContentPart[] | string;
  toolCalls?: readonly { id: string; function?: { name: string; arguments: string }; name?: string }[];
  toolCallId?: string;
  /** `user` = the person; anything else was put in by the program. */
  origin?: { kind: string };
}

export interface ContentPart {
  type: 'text' | 'think' | 'image_url' | 'audio_url' | 'video_url';
  text: string;
  think: string;
  encrypted: string;
  imageUrl: { url: string };
  image_url: { url: string };
}

/** Fields of all events. */
export interface LoopEvent {
  type: 'step.begin' | 'content.part' | 'tool.call' | 'tool.result' | 'step.end';
  uuid: string;
  stepUuid: string;
  part: ContentPart;
  toolCallId: string;
  name: string;
  args: object | string;
  result: { output: string | readonly object[]; isError?: boolean };
  usage: { inputOther: number; output: number; inputCacheRead: number; inputCacheCreation: number };
}

export interface ApplyCompaction {
  /** What the model gets; `summary` in older versions is a message. */
  contextSummary?: string;
  summary?: string | WireMessage;
  tokensBefore?: number;
  tokensAfter?: number;
  keptUserMessageCount?: number;
}

/** Records that repeat others, or change nothing of the context. */
export const UNSPOKEN =
  /^(?:metadata|config\.|profile\.|tools\.|turn\.|llm\.|usage\.|permission\.|plan_mode\.|full_compaction\.|micro_compaction\.|session\.|state\.|goal\.|cron\.|task\.|subagent\.|hook\.|mcp\.|skill\.|todo\.|forked$|swarm_mode\.|interaction\.)/;
