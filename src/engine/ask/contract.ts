/** Asking a model over compacted contexts: requests, answers and scores as plain data (docs/ask.md). */
import { INDEPENDENT } from '../recall/independent/contract.ts';
import type { Reason } from '../signals/contract.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface AskCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** One turn of a request that every provider's family accepts. */
export type AskTurn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly (AskCall & { readonly id: string })[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string; readonly isError: boolean }[];
    };

/** A request of an agent: its conversation with its tools. */
export interface AgentRequest {
  readonly system: string;
  readonly turns: readonly AskTurn[];
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly schema: JsonObject }[];
  /** Secrets that are masked in it. */
  readonly masked: number;
}

/** A question about a text. */
export interface TextRequest {
  readonly system: string;
  readonly user: string;
  readonly masked: number;
}

export interface AskAnswer {
  readonly text: string;
  readonly calls: readonly AskCall[];
}

/** The row of the context as recorded: the yardstick, and the chance of disagreement. */
export const FULL = '(full)';

/** One call. The same id stands for the same request and sample. */
export interface AskTask {
  readonly id: string;
  readonly kind: 'step' | 'probes' | 'judge';
  /** Tells samples of the same request apart. */
  readonly sample: number;
  readonly request: AgentRequest | TextRequest;
}

/** Six kinds of questions that a recording answers without a model. */
export const PROBE_KINDS = ['decision', 'file', 'value', 'rule', 'repair', 'open'] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** A value that has to occur, or words most of which have to (of one of several statements). */
export type Expectation = { readonly value: string; readonly path: boolean } | { readonly words: readonly string[] };

export interface Probe {
  readonly kind: ProbeKind;
  readonly question: string;
  readonly expected: Expectation;
  /** The answer as the conversation has it. */
  readonly answer: string;
  /** Index of the message with the answer, in the transcript. */
  readonly message: number;
}

/** `absent` = the model says that the context does not have it; `none` = no answer to this question. */
export const VERDICTS = ['right', 'wrong', 'absent', 'none'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type VerdictCounts = Readonly<Record<Verdict, number>>;

/** What was done next: calls in order, or words alone. */
export interface Action {
  readonly calls: readonly AskCall[];
  readonly words: string;
}

/** Of two actions, 0–1; null where neither says anything of it. */
export interface Agreement {
  readonly tool: number | null;
  readonly args: number | null;
  readonly files: number | null;
}

export type Interval = readonly [number, number];

export interface AskRow {
  /** FULL for the context as recorded. */
  readonly key: string;
  readonly strategy: string;
  readonly failed: Reason | null;
  /** Cuts that it was asked at. */
  readonly cuts: number;
  /** Those where it left the context as it was because a summary failed or was refused, and why at the last; their scores are the original's. */
  readonly rolledBack: { readonly cuts: readonly number[]; readonly reason: Reason } | null;
  /** Mean share of the context that is left. */
  readonly tokens: number | null;
  /** Next steps: answered, and without an answer. */
  readonly steps: number;
  readonly stepsFailed: number;
  /** With the recorded action; with the same model's answers over the full context (for the full context: among themselves). */
  readonly recorded: Agreement;
  readonly full: Agreement;
  /** 95 % of the agreement in arguments with the full context, by drawing whole cuts. */
  readonly fullInterval: Interval | null;
  /** Mean calls per answer that repeat an earlier call or read a file again, though nothing was changed in between. */
  readonly repeated: number | null;
  readonly reRead: number | null;
  /** Verdicts of probes whose answer is in the context, and of those whose answer is not. */
  readonly there: VerdictCounts;
  readonly lost: VerdictCounts;
  /** Right answers ÷ probes. */
  readonly right: number | null;
  readonly rightInterval: Interval | null;
  /** Share of what is there that is answered rightly, and share of what is lost that is answered with something wrong. */
  readonly used: number | null;
  readonly madeUp: number | null;
}

/** How one offline measure goes with one of the model's, over cuts and rows. */
export interface Correlation {
  /** Rank correlation of the deviations from the mean of the cut; null without variation. */
  readonly value: number | null;
  readonly interval: Interval | null;
  /** Pairs of a row and a cut. */
  readonly pairs: number;
}

/** Measures that need no model: of recall, the independent ones, the share of tokens left, and the probes whose answer is in the context. */
export const OFFLINE = ['recall', 'binding', ...INDEPENDENT, 'tokens', 'present'] as const;
export type OfflineId = (typeof OFFLINE)[number];

/** An offline measure, by row and cut; null where nothing was needed. */
export interface OfflineMeasure {
  readonly id: OfflineId;
  readonly values: readonly (readonly (number | null)[])[];
}

/** What the offline measures are held against: agreement in arguments with the full context, in tools, and right answers to probes. */
export const OUTCOMES = ['args', 'tool', 'right'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CorrelationRow extends Readonly<Record<Outcome, Correlation>> {
  readonly measure: OfflineId;
}

/** By outcome, the measures whose interval lies above 0, the closest first. */
export type OutcomeSupport = Readonly<Record<Outcome, readonly OfflineId[]>>;

export interface ProbeAnswer {
  readonly row: string;
  readonly probe: Probe;
  readonly there: boolean;
  readonly said: string;
  readonly verdict: Verdict;
}

export interface AskCutReport {
  readonly at: number;
  readonly tokens: number;
  /** Calls of the recorded action that repeat, as for the rows. */
  readonly recorded: { readonly tools: readonly string[]; readonly repeated: number; readonly reRead: number };
  readonly answers: readonly ProbeAnswer[];
}

export interface AskReport {
  readonly samples: number;
  /** The context as recorded first, then the rows as asked for. */
  readonly rows: readonly AskRow[];
  readonly cuts: readonly AskCutReport[];
  /** Of the rows, without the context as recorded. */
  readonly measures: readonly OfflineMeasure[];
  readonly correlations: readonly CorrelationRow[];
  readonly supported: OutcomeSupport;
}
