import type { ItemType, Message, Reason, Transcript } from '../transcript/types.ts';
import type { TokenCounts } from '../tokens/contract.ts';

export type { Reason };

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'] as const;
export type Priority = (typeof PRIORITIES)[number];
/** 0 LOW, 1 NORMAL, 2 HIGH, 3 CRITICAL: the index into PRIORITIES, kept in typed arrays. */
export type PriorityLevel = 0 | 1 | 2 | 3;

/** S2's thresholds and a person's own settings: everything that priorities depend on. */
export interface SignalSettings {
  /** Over this many tokens → HIGH (rule 5). */
  readonly longTokens: number;
  /** Under this many tokens and no question mark → LOW (rule 6). */
  readonly shortTokens: number;
  /** The first and last messages of the conversation (header not counted) → HIGH (rule 4). */
  readonly edgeStart: number;
  readonly edgeEnd: number;
  /** A person's decisions by message id: 'pin' protects, a priority replaces the computed one (rule 1). */
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  /** Word lists that a person replaced, by list id (signals/keywords.ts); missing lists have their defaults. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
}

export const PROTECTIONS = ['none', 'header', 'pinned', 'critical', 'last-user', 'last-tool-block', 'last-message'] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** Tool blocks and single messages: the units that stay or go whole. Ordered by first member. */
export interface Unit {
  /** Message indexes, ascending. */
  readonly members: readonly number[];
  /** Holds a tool call with at least one result. */
  readonly isBlock: boolean;
}

export const FACT_KINDS = ['path', 'url', 'identifier', 'number', 'version', 'hash', 'ticket', 'error', 'exit-code', 'command', 'decision'] as const;
export type FactKind = (typeof FACT_KINDS)[number];
/** One occurrence. `factKey` (signals/facts) decides whether two occurrences are the same fact. */
export interface Fact {
  readonly kind: FactKind;
  /** As written in the text. */
  readonly text: string;
  /** UTF-16 offsets within the text it was found in. */
  readonly start: number;
  readonly end: number;
}

/**
 * Everything known of a transcript before any strategy: counts, priorities, structure. Arrays are indexed by message. Built once per
 * (transcript, tokenizer, settings); lazy members are computed on first use.
 */
export interface PreparedTranscript {
  readonly transcript: Transcript;
  readonly messages: readonly Message[];
  readonly n: number;
  readonly counts: TokenCounts;
  readonly settings: SignalSettings;
  readonly priority: Uint8Array;
  /** Number of S2's rule that decided (1–8). */
  readonly priorityRule: Uint8Array;
  readonly itemType: readonly ItemType[];
  /** Index into PROTECTIONS. */
  readonly protection: Uint8Array;
  /** Number of leading header messages (system prompt and anything else before the conversation). */
  readonly header: number;
  readonly units: readonly Unit[];
  /** Unit of each message. */
  readonly unitOf: Int32Array;
  /** Turn of each message, 0-based; −1 in the header and before the first user message. */
  readonly turn: Int32Array;
  readonly turns: number;
  /** Step of each message: an assistant message with its results (and anything before the next one). −1 before the first. */
  readonly step: Int32Array;
  readonly steps: number;
  readonly lastUser: number;
  /** Vectors for strategies that use them (`Strategy.embeds`); absent = comparison by words. */
  readonly embeddings?: Embeddings;
}

/** Vectors of texts from a model, as data, so that a strategy stays a pure function of its input. */
export interface Embeddings {
  readonly id: string;
  /** By text (signals/embeddings.ts: embeddedText), all of one dimension and of length 1. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Why some are missing; absent where none is, or the reason is unknown. */
  readonly lacking?: Reason;
}
