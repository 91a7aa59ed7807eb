/**
 * The normal form that every importer produces and everything else reads. Its values are never mutated after import (the contract suites
 * deep-freeze them).
 */

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** `document`: the text is that of an attached document, which providers that take documents get as one. `blocks`: given in blocks, not as one text. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly document?: { readonly title?: string; readonly blocks?: true };
}

/** Thinking. `encrypted` and `signature` are kept for export; they are never counted as text. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly signature?: string;
  readonly encrypted?: string;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/** The answer to one call, paired by `callId`, never by position. */
export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name?: string;
  readonly content: readonly (TextPart | ImagePart | FilePart)[];
  readonly isError?: boolean;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mime?: string;
  readonly bytes?: number;
  readonly data?: string;
  readonly url?: string;
}

export interface FilePart {
  readonly type: 'file';
  readonly name?: string;
  readonly mime?: string;
  readonly bytes?: number;
  readonly data?: string;
  readonly url?: string;
}

export type Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | ImagePart | FilePart;

export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour?: number;
}

export interface Origin {
  readonly line?: number;
  readonly path?: string;
}

export interface Message {
  /** Unique within the transcript; stable across imports of the same bytes. */
  readonly id: string;
  readonly role: Role;
  readonly parts: readonly Part[];
  /** ISO 8601. */
  readonly ts?: string;
  readonly model?: string;
  readonly usage?: Usage;
  readonly parentId?: string;
  /** Injected by the agent's harness rather than written by a person (reminders, environment context). */
  readonly synthetic?: boolean;
  /** Set on a summary that a compaction wrote: the recorded agent's own, or one of ours. */
  readonly compaction?: {
    readonly kind: 'summary';
    readonly tokensBefore?: number;
    readonly keptFrom?: string;
    readonly trigger?: string;
    /** 2 and up: a summary of summaries, nested this many times; 1 where absent. */
    readonly generation?: number;
  };
  /** The recorded request asked its provider to cache the prompt up to here (Anthropic's `cache_control`). */
  readonly cacheHint?: true;
  /** Speaker's name where the format has one. */
  readonly name?: string;
  readonly origin?: Origin;
  /** Fields of the source format without meaning for the engine, kept for an export to the same format. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
}

export interface RecordedCompaction {
  readonly at: number;
  readonly tokensBefore?: number;
  readonly tokensAfter?: number;
  readonly trigger?: string;
  readonly summaryId?: string;
  readonly keptFrom?: string;
  /** Ids of the earlier messages that stayed, where others between them did not. */
  readonly kept?: readonly string[];
  readonly usage?: Usage;
  readonly summary?: Message;
}

export interface Branch {
  readonly id: string;
  /** Id of the main-line message it forks from; absent = at the start. */
  readonly forkedFrom?: string;
  readonly messages: readonly Message[];
}

/** One conversation. A system prompt, if there is one, is the first message. */
export interface Transcript {
  readonly id: string;
  readonly title?: string;
  readonly format: string;
  readonly model?: string;
  /** Context window in tokens that the recording states. */
  readonly window?: number;
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
  readonly branches: readonly Branch[];
  readonly subagents: readonly Transcript[];
  /** Header fields of the source format needed for an export to it. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export interface Reason {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly via?: { readonly stage: number; readonly strategy: string };
}

export interface Warning {
  /** Stable kebab-case code, e.g. `damaged-line`. */
  readonly code: string;
  /** English sentence, for people and programs; other languages have `warning.<code>` in their dictionary, with `count`, `line`, `path`. */
  readonly message: string;
  readonly line?: number;
  readonly path?: string;
  readonly count: number;
  /** Further values of the sentence. */
  readonly values?: Readonly<Record<string, string | number>>;
}

export const ITEM_TYPES = [
  'SYSTEM_PROMPT',
  'TOOL_DEFINITIONS',
  'MEMORY',
  'SKILL_PROMPT',
  'SKILL_METADATA',
  'USER_MESSAGE',
  'ASSISTANT_MESSAGE',
  'TOOL_RESULT',
  'COMPACTION_SUMMARY',
  'OFFLOAD_PLACEHOLDER',
] as const;
/** S3's classes. */
export type ItemType = (typeof ITEM_TYPES)[number];

/** Either a value or a described failure; errors are values at every boundary. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export interface BeforeAfter {
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** Everything needed to undo one compaction; applying records backwards gives the transcript back (S4). */
export interface CompactionRecord extends BeforeAfter {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly replaced: readonly { readonly start: number; readonly originals: readonly Message[] }[];
  /** Positions in the result of messages that restoring removes: summaries, insertions, edited and offloaded messages. */
  readonly inserted: readonly number[];
  readonly summaries: readonly string[];
  /** State of the strategy: fields for `extra` of the transcript that the compaction leaves. */
  readonly state?: Readonly<Record<string, unknown>>;
  readonly ts?: string;
}
