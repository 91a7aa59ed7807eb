import type { ItemType, Message, Reason, Transcript } from '../transcript/types.ts';
import type { TokenCounts } from '../tokens/contract.ts';

export type { Reason };

export const PRIORITIES = ['LOW', 'NORMAL', 'HIGH', 'CRITICAL'] as const;
export type Priority = (typeof PRIORITIES)[number];
export type PriorityLevel = 0 | 1 | 2 | 3;

/** S2's thresholds and a person's own settings: everything that priorities depend on. */
export interface SignalSettings {
  readonly longTokens: number;
  readonly shortTokens: number;
  /** The first and last messages of the conversation (header not counted) → HIGH (rule 4). */
  readonly edgeStart: number;
  readonly edgeEnd: number;
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  readonly keywords: Readonly<Record<string, readonly string[]>>;
}

export const PROTECTIONS = ['none', 'header', 'pinned', 'critical', 'last-user', 'last-tool-block', 'last-message'] as const;
export type Protection = (typeof PROTECTIONS)[number];

export interface Unit {
  readonly members: readonly number[];
  readonly isBlock: boolean;
}

export const FACT_KINDS = ['path', 'url', 'identifier', 'number', 'version', 'hash', 'ticket', 'error', 'exit-code', 'command', 'decision'] as const;
export type FactKind = (typeof FACT_KINDS)[number];
export interface Fact {
  readonly kind: FactKind;
  readonly text: string;
  /** UTF-16 offsets within the text it was found in. */
  readonly start: number;
  readonly end: number;
}

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
  readonly protection: Uint8Array;
  readonly header: number;
  readonly units: readonly Unit[];
  readonly unitOf: Int32Array;
  /** Turn of each message, 0-based; −1 in the header and before the first user message. */
  readonly turn: Int32Array;
  readonly turns: number;
  readonly step: Int32Array;
  readonly steps: number;
  readonly lastUser: number;
  /** Vectors for strategies that use them (`Strategy.embeds`); absent = comparison by words. */
  readonly embeddings?: Embeddings;
}

/** Vectors of texts from a model, as data, so that a strategy stays a pure function of its input. */
export interface Embeddings {
  readonly id: string;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Why some are missing; absent where none is, or the reason is unknown. */
  readonly lacking?: Reason;
}
