/**
 * Messages across the worker boundary. Everything is cloneable data; errors are values; messages of the transcript cross only as requested
 * rows.
 */
import type { InUse } from '../engine/api.ts';
import type { HistoryEntry, HistoryStatistics } from '../engine/compaction/history.ts';
import type { FormatMatch } from '../engine/formats/contract.ts';
import type { Figures, RuleSetId, Violation } from '../engine/measures/contract.ts';
import type { EmbeddingUse, PolicyRun } from '../engine/policy-run.ts';
import type { PreparedTranscript, Priority } from '../engine/signals/contract.ts';
import type { SecretKind } from '../engine/signals/secrets.ts';
import type { FateKind, PresetSource, Reason, Strategy } from '../engine/strategies/contract.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import type { Calibration, TokenCounts, TokenizerId, WindowSource } from '../engine/tokens/contract.ts';
import type { ItemType, Result, Role, Warning } from '../engine/transcript/types.ts';
import type { PlannedPrompt, SendPlan } from '../models/sending.ts';
import type { Row, Settings, Step } from '../scenario/schema.ts';

export type { HistoryEntry } from '../engine/compaction/history.ts';

export interface StrategyInfo extends Pick<Strategy, 'id' | 'family' | 'kind' | 'source' | 'params'> {
  /** The published product whose rule it is; null = none. */
  readonly preset: PresetSource | null;
  /** Its rows exist only where the scenario has them. */
  readonly onDemand: boolean;
  /** Has its row also where the recording holds compactions: what the recorded agent did. */
  readonly recorded: boolean;
  /** Can compare by embeddings. */
  readonly embeds: boolean;
}
interface FormatInfo {
  readonly id: string;
  readonly extension: string;
  readonly canExport: boolean;
}
export interface ModelInfo {
  readonly id: string;
  readonly provider: string;
  /** Context window in tokens. */
  readonly window: number;
  readonly tokenizer: TokenizerId;
}
export interface Description {
  readonly strategies: readonly StrategyInfo[];
  readonly formats: readonly FormatInfo[];
  readonly models: readonly ModelInfo[];
  readonly tokenizers: readonly { readonly id: TokenizerId; readonly exact: boolean }[];
}

export interface ConversationInfo {
  readonly index: number;
  readonly id: string;
  readonly title: string;
  readonly messages: number;
  readonly toolCalls: number;
  readonly toolResults: number;
  readonly compactions: number;
  /** Numbers (from 1) of those that a comparison can stand before, and of those whose result can be read. */
  readonly places: readonly number[];
  readonly readable: readonly number[];
  /** Number of the one that it opens before; null = at its end. */
  readonly opensAt: number | null;
  /** Index of the conversation it is a subagent of, or null. */
  readonly parent: number | null;
  /** Id of the product that wrote it; null = not known. */
  readonly agent: string | null;
  /** First words of the first user message, at most 160 characters. */
  readonly preview: string;
}

export interface LoadReply {
  readonly format: string;
  readonly confidence: number;
  readonly candidates: readonly FormatMatch[];
  readonly conversations: readonly ConversationInfo[];
  readonly warnings: readonly Warning[];
  readonly bytes: number;
  /** sha-256 of the bytes, hex. */
  readonly hash: string;
}

export type Progress = {
  readonly phase: 'reading' | 'parsing' | 'counting' | 'comparing' | 'exporting' | 'recall';
  readonly done: number;
  readonly of: number;
  /** While real models write summaries. */
  readonly models?: ModelProgress;
};

/**
 * Receiver of progress, with the ticket of its call. A slow comparison delivers its finished rows (`soFar`), which are in force from then
 * on, until the answer comes.
 */
export type ProgressListener<R = CompareReply> = (ticket: number, progress: Progress, soFar?: R) => void;

export interface CompareRequest {
  readonly conversation: number;
  /** As in a scenario: the comparison is of the context before this compaction of the recorded agent. A number that is none = the end. */
  readonly until?: number;
  readonly settings: Settings;
  readonly marks: Readonly<Record<string, Priority | 'pin'>>;
  readonly rows: readonly Row[];
  /** Compactions to carry out before: the comparison is of the context that they leave. Absent = none. */
  readonly applied?: readonly Step[];
  /** How many of the compactions that the file brings are taken back, the newest first. Absent = none. */
  readonly undone?: number;
  /** Models that a person has agreed to send to for this comparison (choice ids), on this page: never from a scenario. Absent = none. */
  readonly agreed?: readonly string[];
  /** Rows whose missing summaries they may write; the others wait. Absent = all. */
  readonly only?: readonly string[];
  /** The page has the recall of this comparison, from elsewhere: what is read from it is measured again when it is asked for. */
  readonly recalled?: boolean;
}

/** Compactions in force and the last attempts. */
export interface HistoryView {
  /** Levels of the working context, the oldest first. */
  readonly levels: readonly HistoryEntry[];
  /** How many levels the file brought, those that were taken back counted too. */
  readonly restored: number;
  /** The last ten attempts, the oldest first: levels, what was undone, and what was rejected, refused or had nothing to do. */
  readonly entries: readonly HistoryEntry[];
  readonly statistics: HistoryStatistics;
  /** The first of the request's `applied` that could not be carried out; it and later ones are not in force. */
  readonly stopped: { readonly step: number; readonly entry: HistoryEntry } | null;
  /** The full transcript, counted like the working context. */
  readonly full: { readonly messages: number; readonly tokens: number };
}

/** What one compaction replaced, as far as it is shown. */
export interface RecordView {
  /** Texts of the summaries, clipped. */
  readonly summaries: readonly string[];
  /** Runs of consecutive originals; `first` = place of the first in the context before, from 0. */
  readonly replaced: readonly { readonly first: number; readonly count: number; readonly originals: readonly OriginalView[] }[];
  /** Number of originals omitted from the lists above. */
  readonly more: number;
  /** Messages of the result that undoing removes: summaries, placeholders, edited messages. */
  readonly inserted: number;
}
/** An original message in a record; texts as in MessageView. */
export interface OriginalView {
  readonly role: Role;
  readonly title: string;
  readonly preview: string;
  readonly mono: boolean;
  readonly tokens: number;
}

/** The transcript as the page draws it: arrays by message. */
export interface TranscriptView
  extends Omit<InUse, 'provider'>,
    Pick<PreparedTranscript, 'n' | 'turns' | 'priority' | 'priorityRule' | 'protection'>,
    Pick<TokenCounts, 'exact' | 'prefix' | 'total'> {
  readonly conversation: number;
  readonly title: string;
  readonly format: string;
  readonly toolCalls: number;
  /** The transcript's own model, if recorded. */
  readonly ownModel: string | null;
  readonly provider: string;
  /** Whose rules the violations are about. */
  readonly rules: RuleSetId;
  /** The window that would be in use if nobody had set one. */
  readonly ownWindow: { readonly window: number; readonly from: Exclude<WindowSource, 'set'> };
  readonly calibration: Calibration | null;
  /** For the S1 estimate: its error against the exact count, as a share (null until known). */
  readonly s1Error: number | null;
  readonly toolDefinitionTokens: number;
  readonly tokens: Float64Array;
  /** 0 system, 1 user, 2 assistant, 3 tool. */
  readonly roles: Uint8Array;
  /** Index of the first message after each recorded compaction. */
  readonly compactions: readonly number[];
  /** Violations of the original itself, by provider rule set in use. */
  readonly originalViolations: readonly Violation[];
  /** By column: what the row of the original shows. */
  readonly figures: Figures;
  /** Languages of its prose with their shares, most first; empty where there is too little to tell. */
  readonly languages: readonly { readonly language: string; readonly share: number }[];
  /** What to tell where the keyword lists cover next to nothing of the transcript's language; null otherwise. */
  readonly keywordNotice: Reason | null;
}

/** A run as the page has it: everything that the table shows of it without a question. */
export interface RowResult extends PolicyRun {
  /** Who writes its summaries: `built-in`, or the id of a model. */
  readonly summarizer: string;
  /** US dollars; null where no price is known. */
  readonly price: number | null;
  readonly embedded: RowEmbedding | null;
  /** What the strategy asks a person before it is carried out, and the parameter that takes the answer; null where it does not ask. */
  readonly question: { readonly reason: Reason; readonly param: string } | null;
  /**
   * Would the row's trigger fire on this context, with its numbers: its system's with its settings, or the common one (`own` false).
   * null = it has none in force (switched off), or the row failed.
   */
  readonly fires: { readonly fires: boolean; readonly own: boolean; readonly reason: Reason } | null;
}

export interface CompareReply {
  readonly transcript: TranscriptView;
  readonly history: HistoryView;
  readonly rows: readonly RowResult[];
  /** By key of a row: the key of an earlier one with the same fates and tokens. */
  readonly equal: Readonly<Record<string, string>>;
  /** Tokens that each row may leave; null as shipped. */
  readonly target: number | null;
  /** Key of A where the target is what it leaves; else null. */
  readonly match: string | null;
  /** Rows that still wait for their summaries; 0 in an answer. */
  readonly waiting: number;
  readonly models: ModelsView;
  /** Time of all rows in the worker, ms; counting and reading for summaries, which happen once, are not in it. */
  readonly ms: number;
}

/** One message in a list: plain text, clamped; never HTML. */
export interface MessageView {
  readonly index: number;
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  readonly ts: string | null;
  /** Tool calls or the tool that answered, one line: `bash cd packages/tui && npm test`. Empty for plain text. */
  readonly title: string;
  /** First 600 characters of the text (calls' arguments, results, reasoning included). */
  readonly preview: string;
  readonly mono: boolean;
  readonly tokens: number;
  readonly priority: Priority;
  readonly priorityReason: Reason;
  /** S3's class of the message, and why it carries a cache hint (null = it carries none). */
  readonly itemType: ItemType;
  readonly cacheHint: 'header' | 'recorded' | null;
  readonly mark: Priority | 'pin' | null;
  readonly synthetic: boolean;
  readonly summary: boolean;
  readonly images: number;
  readonly line: number | null;
}

export interface CellView {
  readonly fate: FateKind;
  readonly tokensLeft: number;
  readonly reason: Reason;
  /** Text of the edited message or the placeholder, first 600 characters. */
  readonly preview: string | null;
  /** For summarised messages: the summary's id and the sentences that come from this message; null where its writer does not tell. */
  readonly summary: { readonly id: string; readonly spans: readonly string[] | null } | null;
}

export interface RowView {
  readonly message: MessageView;
  /** One per requested row key, in order. */
  readonly cells: readonly CellView[];
}

/** What is known of a summary beside its text. */
export interface SummaryView {
  readonly id: string;
  /** First and last message that went into it. */
  readonly first: number;
  readonly last: number;
  readonly members: number;
  readonly sourceTokens: number;
  readonly summarizer: string;
  readonly masked: number;
  /** 1 = of messages, 2 = of at least one summary of messages, and so on. */
  readonly generation: number;
}

export interface InsertionView {
  /** Original index it stands before (n = at the end). */
  readonly before: number;
  readonly role: Role;
  readonly tokens: number;
  readonly text: string;
  /** null = the strategy's own text: extracted lists, notes. */
  readonly summary: SummaryView | null;
}

export interface FateView {
  readonly key: string;
  readonly fate: FateKind;
  readonly tokensLeft: number;
  readonly reason: Reason;
  /** Id of the summary that it went into. */
  readonly summary: string | null;
}

export interface FullMessage {
  readonly index: number;
  readonly parts: readonly {
    readonly kind: 'text' | 'reasoning' | 'tool-call' | 'tool-result' | 'image' | 'file';
    readonly label: string;
    readonly text: string;
    readonly tokens: number;
    readonly isError?: boolean;
  }[];
}

/** Word-level diff of an edited message. */
export type DiffOp = { readonly op: 'equal' | 'delete' | 'insert'; readonly text: string };

export interface UnifiedLine {
  readonly op: ' ' | '-' | '+' | '@';
  readonly text: string;
}

/** Secrets of one kind in a transcript. */
export interface FoundSecrets {
  readonly kind: SecretKind;
  /** Distinct ones. */
  readonly count: number;
  /** The first one, masked so that a person recognises it but nobody can use it. */
  readonly sample: string;
}

export type WorkerError = {
  readonly code: 'cancelled' | 'no-transcript' | 'unknown-row' | 'bad-params' | 'failed' | 'restarted';
  readonly message: string;
  /** What a person is told instead of the English `message`. */
  readonly reason?: Reason;
};
export type Reply<T> = Promise<Result<T, WorkerError>>;

/** Activity of real models in a run: calls, tokens as reported by the endpoints, time and price. */
export interface ModelProgress {
  readonly running: number;
  readonly finished: number;
  readonly failed: number;
  /** Characters received so far. */
  readonly characters: number;
  readonly usage: ModelUsage;
  readonly ms: number;
  /** US dollars, of the calls whose model the price list knows; null = none. */
  readonly price: number | null;
  /** A refused call waits for its next attempt. */
  readonly waiting: { readonly ms: number; readonly reason: Reason } | null;
  /** The last failure, in words that say what to do. */
  readonly error: Reason | null;
  /** Texts: embedded, on their way, and those whose request failed. Requests for them are not among the calls above. */
  readonly texts: { readonly done: number; readonly running: number; readonly failed: number };
}

export interface ModelsView {
  /**
   * Summaries and embeddings that were not requested, by model and reason: nobody has agreed yet, or a model, a key or an address is
   * missing.
   */
  readonly unsent: readonly { readonly choice: string; readonly summaries: number; readonly texts: number; readonly reason: Reason }[];
  /** Usage of the calls; null = there were none. */
  readonly spent: ModelProgress | null;
}

/** What would go to one model, as sent to the page; texts of prompts are requested one by one. */
export interface SendingView extends Omit<SendPlan, 'prompts'> {
  readonly id: string;
  /** How many prompts, or texts to embed, there are. */
  readonly all: number;
  /** One for each call, or for each text to embed; at most a few hundred. */
  readonly prompts: readonly (Omit<PlannedPrompt, 'system' | 'user'> & { readonly characters: number })[];
}

/** What a row compared by, if embeddings were requested. */
export interface RowEmbedding extends EmbeddingUse {
  /** Their tokens as counted here, and what embedding all of them costs once; US dollars, null where no price is known. */
  readonly tokens: number;
  readonly price: number | null;
}
