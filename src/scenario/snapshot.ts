/**
 * The numbers of a run, to be shown to somebody who does not have the session: sizes, fates, measures and settings, and no text of a
 * message. A link carries it as `#n=<version>.<base64url(deflate-raw(JSON))>`, a file as JSON. docs/snapshots.md
 */
import type { Answer, Bar } from '../engine/answer/contract.ts';
import type { PolicyRun } from '../engine/policy-run.ts';
import { FATES } from '../engine/strategies/contract.ts';
import type { Reason } from '../engine/transcript/types.ts';
import type { Scenario } from './schema.ts';

export const SNAPSHOT_VERSION = 1;
export const MAX_CELLS = 1000;

type Value = number | null;
/** A reason whose values are numbers, or names of this project's strategies and products: words of the transcript cannot be in it. */
export type SentReason = Reason;

export interface SentOriginal {
  readonly format: string;
  /** Product that wrote the session, by its id; null = not known. */
  readonly agent: string | null;
  readonly messages: number;
  readonly toolCalls: number;
  readonly turns: number;
  readonly tokens: number;
  readonly toolDefinitionTokens: number;
  readonly exact: boolean;
  readonly tokenizer: string;
  readonly model: string | null;
  readonly ownModel: string | null;
  readonly provider: string;
  readonly rules: string;
  readonly window: number;
  readonly windowFrom: string;
  readonly compactions: number;
  readonly violations: readonly (readonly [string, number])[];
  readonly figures: Readonly<Record<string, Value>>;
}

export interface SentCells {
  readonly counts: readonly number[];
  readonly tokens: readonly number[];
  readonly roles: readonly number[];
  readonly priorities: readonly number[];
}

export type IndependentFigures = readonly [kept: number, needed: number, share: Value, chance: Value, newest: Value, floor: Value];

export interface SentRecall {
  readonly figures: readonly Value[];
  readonly recall: Value;
  readonly skill: Value;
  readonly binding: Value;
  readonly interval: readonly [number, number] | null;
  readonly tokens: number;
  readonly used: Value;
  readonly idle: number;
  readonly compacted: number;
  /** What its requests lack at the cuts; absent = nothing. */
  readonly lack?: SentReason | undefined;
  readonly overBudget: boolean | null;
  readonly belowChance: boolean | null;
  readonly otherWriter: boolean;
  readonly kept: readonly number[];
  readonly independent: readonly IndependentFigures[] | null;
  /** 95 % of the independent recall. */
  readonly independentInterval: readonly [number, number] | null;
  readonly notes: Readonly<Record<string, SentReason>>;
}

export interface SentRow extends Pick<PolicyRun, 'key' | 'strategy' | 'outcome' | 'target' | 'metTarget'> {
  readonly summarizer: string;
  readonly tokensAfter: number;
  readonly messagesAfter: number;
  readonly inserted: number;
  readonly knob: readonly [param: string, value: number, aimed: boolean] | null;
  readonly sameAs: string | null;
  readonly why: SentReason | null;
  readonly note: SentReason | null;
  readonly counts: readonly number[];
  readonly tokensByFate: readonly number[];
  readonly violations: readonly (readonly [string, number, number])[];
  readonly summaries: readonly (readonly [number, number, number, number])[];
  readonly fates: string;
  readonly left: readonly number[];
  readonly figures: readonly Value[];
  readonly measured: { readonly figures: readonly Value[]; readonly notes: Readonly<Record<string, SentReason>> } | null;
  readonly recall: SentRecall | null;
}

export interface SentCuts {
  readonly needed: readonly number[];
  readonly budget: Value;
  readonly match: string | null;
  /** Compactions of the recorded agent that the cuts are before; null = evenly. */
  readonly compactions: number | null;
  readonly random: Value;
  readonly oracle: Value;
  readonly curve: readonly number[] | null;
  readonly tooFew: SentReason | null;
}

export type SentAnswer = Omit<Answer, 'kept' | 'barred' | 'bars' | 'ours'> & {
  readonly baseBar?: Bar | undefined;
};

export interface Snapshot {
  readonly v: typeof SNAPSHOT_VERSION;
  /** Version of the engine that ran, and the day, ISO 8601. */
  readonly engine: string;
  readonly day: string;
  readonly scenario: Scenario;
  readonly original: SentOriginal;
  readonly cells: SentCells;
  readonly columns: Readonly<Record<'result' | 'measured' | 'recall', readonly string[]>>;
  readonly cuts: SentCuts | null;
  readonly prices: { readonly model: string; readonly list: string; readonly date: string } | null;
  /** null without a recall. */
  readonly answer: SentAnswer | null;
  readonly rows: readonly SentRow[];
}

export const OUTCOMES = ['compacted', 'unchanged', 'rejected', 'refused', 'failed'] as const;
const LETTERS = FATES.map((fate) => fate[0]!.toUpperCase()).join('');

export function packFates(fates: ArrayLike<number>): string {
  let text = '';
  for (let first = 0; first < fates.length; ) {
    let next = first + 1;
    while (next < fates.length && fates[next] === fates[first]) next++;
    text += `${LETTERS[fates[first]!]}${next - first}`;
    first = next;
  }
  return text;
}

/** null where the runs do not make `length` cells. */
export function unpackFates(text: string, length: number): Uint8Array | null {
  const fates = new Uint8Array(length);
  let at = 0;
  for (const [, letter, digits] of text.matchAll(/([A-Z])(\d{1,6})/g)) {
    const count = Number(digits);
    if (at + count > length) return null;
    fates.fill(LETTERS.indexOf(letter!), at, at + count);
    at += count;
  }
  return at === length ? fates : null;
}

export function brief(value: number): number {
  for (let digits = 9; digits < 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if ([1, 1e3, 1e4].every((scale) => Math.round(short * scale) === Math.round(value * scale))) return short;
  }
  return value;
}
