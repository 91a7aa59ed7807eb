/** Asking a model over compacted contexts: requests, answers and scores as plain data (docs/ask.md). */
import { INDEPENDENT } from '../recall/independent/contract.ts';
import type { Reason } from '../signals/contract.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface AskCall {
  readonly name: string;
  readonly input: JsonObject;
}

export type AskTurn =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly (AskCall & { readonly id: string })[] }
  | {
      readonly role: 'tool';
      readonly results: readonly { readonly id: string; readonly name: string; readonly text: string; readonly isError: boolean }[];
    };

export interface AgentRequest {
  readonly system: string;
  readonly turns: readonly AskTurn[];
  readonly tools: readonly { readonly name: string; readonly description?: string; readonly schema: JsonObject }[];
  readonly masked: number;
}

export interface TextRequest {
  readonly system: string;
  readonly user: string;
  readonly masked: number;
}

export interface AskAnswer {
  readonly text: string;
  readonly calls: readonly AskCall[];
}

export const FULL = '(full)';

export interface AskTask {
  readonly id: string;
  readonly kind: 'step' | 'probes' | 'judge';
  readonly sample: number;
  readonly request: AgentRequest | TextRequest;
}

export const PROBE_KINDS = ['decision', 'file', 'value', 'rule', 'repair', 'open'] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

export type Expectation = { readonly value: string; readonly path: boolean } | { readonly words: readonly string[] };

export interface Probe {
  readonly kind: ProbeKind;
  readonly question: string;
  readonly expected: Expectation;
  readonly answer: string;
  readonly message: number;
}

/** `absent` = the model says that the context does not have it; `none` = no answer to this question. */
export const VERDICTS = ['right', 'wrong', 'absent', 'none'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type VerdictCounts = Readonly<Record<Verdict, number>>;

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
  readonly key: string;
  readonly strategy: string;
  readonly failed: Reason | null;
  readonly cuts: number;
  /** Those where it left the context as it was because a summary failed or was refused, and why at the last; their scores are the original's. */
  readonly rolledBack: { readonly cuts: readonly number[]; readonly reason: Reason } | null;
  readonly tokens: number | null;
  readonly steps: number;
  readonly stepsFailed: number;
  readonly recorded: Agreement;
  readonly full: Agreement;
  /** 95 % of the agreement in arguments with the full context, by drawing whole cuts. */
  readonly fullInterval: Interval | null;
  readonly repeated: number | null;
  readonly reRead: number | null;
  /** Verdicts of probes whose answer is in the context, and of those whose answer is not. */
  readonly there: VerdictCounts;
  readonly lost: VerdictCounts;
  readonly right: number | null;
  readonly rightInterval: Interval | null;
  readonly used: number | null;
  readonly madeUp: number | null;
}

export interface Correlation {
  /** Rank correlation of the deviations from the mean of the cut; null without variation. */
  readonly value: number | null;
  readonly interval: Interval | null;
  readonly pairs: number;
}

export const OFFLINE = ['recall', 'binding', ...INDEPENDENT, 'tokens', 'present'] as const;
export type OfflineId = (typeof OFFLINE)[number];

export interface OfflineMeasure {
  readonly id: OfflineId;
  readonly values: readonly (readonly (number | null)[])[];
}

export const OUTCOMES = ['args', 'tool', 'right'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface CorrelationRow extends Readonly<Record<Outcome, Correlation>> {
  readonly measure: OfflineId;
}

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
  readonly recorded: { readonly tools: readonly string[]; readonly repeated: number; readonly reRead: number };
  readonly answers: readonly ProbeAnswer[];
}

export interface AskReport {
  readonly samples: number;
  readonly rows: readonly AskRow[];
  readonly cuts: readonly AskCutReport[];
  readonly measures: readonly OfflineMeasure[];
  readonly correlations: readonly CorrelationRow[];
  readonly supported: OutcomeSupport;
}
