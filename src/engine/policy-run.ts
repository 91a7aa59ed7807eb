/** One policy on one context as data: whatever shows, sends or writes a row reads this, or is a short projection of it. */
import { type SummaryExpense, spentOn } from './compaction/summaries.ts';
import type { CompactionResult, StageRun } from './compaction/types.ts';
import type { Figures, MeasureValues, Violation } from './measures/contract.ts';
import { figuresOf } from './measures/run/measured-values.ts';
import { tallyOf } from './measures/shared/define.ts';
import type { PreparedTranscript, Reason } from './signals/contract.ts';
import { FATE_LETTERS, type FateKind, type LogLine, type Outcome } from './strategies/contract.ts';
import type { BeforeAfter } from './transcript/types.ts';

export interface EmbeddingUse {
  readonly id: string;
  readonly texts: number;
  /** Why the row compared by words after all; null if it compared by embeddings. */
  readonly lacking: Reason | null;
}

interface RunParams {
  readonly params: Readonly<Record<string, unknown>>;
  readonly knob: { readonly param: string; readonly value: number; readonly aimed: boolean } | null;
  readonly note: Reason | null;
}

/** One strategy of a pipeline as it ran, or did not because the target was already met; its effect is on what the stage before left. */
export interface StageOfRun extends BeforeAfter, RunParams {
  /** From 1, over all that were reached; stages of a pipeline within the pipeline are numbered like its own. */
  readonly stage: number;
  readonly strategy: string;
  /** Ids of the pipelines within this one that the stage belongs to, outermost first. */
  readonly within: readonly string[];
  readonly outcome: Outcome | 'not-run';
  /** Why it did nothing or was not run; why it missed the target. */
  readonly why: Reason | null;
  readonly messagesByFate: Readonly<Record<FateKind, number>>;
}

export interface PolicyRun
  extends RunParams,
    Pick<CompactionResult, 'strategy' | 'trace' | 'left' | 'tokensBefore' | 'target' | 'metTarget' | 'checks'> {
  readonly key: string;
  readonly outcome: Outcome | 'failed';
  /** Why not compacted, why the target was missed, or the error of a failed run. */
  readonly why: Reason | null;
  /** Fate code per original message (index into FATES). */
  readonly fates: Uint8Array;
  /** By original message: index into `summaries` of the summary that it went into, −1 otherwise; null with fewer than two summaries. */
  readonly into: Int16Array | null;
  /** By name of the registry: those that come with the result. Of a failed run as if it had left everything. */
  readonly measures: MeasureValues;
  /** The same by column; empty of a failed run. */
  readonly figures: Figures;
  readonly summaries: readonly {
    readonly id: string;
    readonly before: number;
    readonly members: number;
    readonly tokens: number;
    readonly summarizer: string;
    /** 1 = of messages, 2 = of at least one summary of messages, and so on. */
    readonly generation: number;
  }[];
  readonly insertions: readonly { readonly before: number; readonly role: string }[];
  /** The strategies of a pipeline in their order; null where the strategy is none. */
  readonly stages: readonly StageOfRun[] | null;
  readonly log: readonly LogLine[];
  /** null where nobody requested embeddings, or the strategy cannot use them. */
  readonly embedded: EmbeddingUse | null;
  /** Calls of a real model behind the summaries; null = none. */
  readonly spent: SummaryExpense | null;
  readonly ms: number;
}

/** A run in the engine, with the compacted context that it is of. */
export interface EngineRun extends PolicyRun {
  /** null where it failed, and `error` says why. */
  readonly result: CompactionResult | null;
  readonly error: Error | null;
}

interface RunFacts {
  readonly key: string;
  readonly embedded: EmbeddingUse | null;
  readonly ms: number;
}

export function runOf(result: CompactionResult, measures: MeasureValues, { key, embedded, ms }: RunFacts): EngineRun {
  const { layout, plan, summaries, strategy, outcome, trace, params, tokensBefore, target, metTarget, checks } = result;
  const places = new Map<string, number>();
  layout.order.forEach((index, k) => {
    const { content } = plan.insertions[index]!;
    if ('summary' in content) places.set(content.summary, layout.before[k]!);
  });
  return {
    key,
    strategy,
    outcome,
    why: result.why ?? null,
    note: result.note ?? null,
    trace,
    params,
    knob: result.knob ?? null,
    fates: plan.fates,
    into: summaries.length > 1 ? (plan.into ?? null) : null,
    // What not everybody reads is made when it is read.
    get left() {
      return result.left;
    },
    tokensBefore,
    target,
    metTarget,
    measures,
    figures: figuresOf('result', { ...measures, ms }, outcome === 'compacted'),
    checks,
    summaries: summaries.map(({ request: { id, members }, tokens, outcome: { summarizer }, generation }) => ({
      id,
      before: places.get(id) ?? 0,
      members: members.length,
      tokens,
      summarizer,
      generation,
    })),
    insertions: layout.order.map((index, k) => ({ before: layout.before[k] ?? 0, role: plan.insertions[index]!.role })),
    get stages() {
      return result.stages?.map(stageOf) ?? null;
    },
    get log() {
      return result.log();
    },
    embedded,
    spent: spentOn(result),
    ms,
    result,
    error: null,
  };
}

const NO_FATES: Readonly<Record<FateKind, number>> = { keep: 0, edit: 0, summarize: 0, offload: 0, drop: 0 };

function stageOf({ ran, why, tokens, messages, params, stage, strategy, within }: StageRun): StageOfRun {
  const head = { stage, strategy, within, why: why ?? null, tokensBefore: tokens, messagesBefore: messages };
  if (!ran) {
    const messagesByFate = { ...NO_FATES, keep: messages };
    return { ...head, outcome: 'not-run', note: null, params, knob: null, tokensAfter: tokens, messagesAfter: messages, messagesByFate };
  }
  const { outcome, note = null, knob = null, params: used, tokensAfter, layout } = ran.result;
  const messagesByFate = tallyOf(ran.input, ran.result).messages;
  return { ...head, outcome, note, params: used, knob, tokensAfter, messagesAfter: layout.length, messagesByFate };
}

/** A failed run looks like one that changed nothing, so that its strip and columns can be drawn. */
export function failedRun(
  { counts, n }: PreparedTranscript,
  { key, strategy }: Pick<PolicyRun, 'key' | 'strategy'>,
  error: Error,
  why: Reason | null,
): EngineRun {
  return {
    key,
    strategy,
    outcome: 'failed',
    why,
    note: null,
    trace: [],
    params: {},
    knob: null,
    fates: new Uint8Array(n),
    into: null,
    left: counts.messages,
    tokensBefore: counts.total,
    target: null,
    metTarget: null,
    measures: {
      tokensAfter: counts.total,
      messagesAfter: n,
      insertedTokens: 0,
      tokenReduction: null,
      preservation: null,
      efficiency: null,
      messagesByFate: { ...NO_FATES, keep: n },
      tokensByFate: { ...NO_FATES, keep: counts.total - counts.toolDefinitions },
      overTarget: null,
      failedChecks: null,
      violations: null,
    },
    figures: {},
    checks: [],
    summaries: [],
    insertions: [],
    stages: null,
    log: [],
    embedded: null,
    spent: null,
    ms: 0,
    result: null,
    error,
  };
}

/** By key of a run: the key of an earlier one with the same fates and tokens. */
export function equalRuns(runs: readonly PolicyRun[]): Readonly<Record<string, string>> {
  const equal: Record<string, string> = {};
  const compacted = runs.filter(({ outcome }) => outcome === 'compacted');
  for (const [i, { key, fates, measures }] of compacted.entries()) {
    const same = compacted.find((one, k) => k < i && one.measures.tokensAfter === measures.tokensAfter && sameFates(one.fates, fates));
    if (same) equal[key] = same.key;
  }
  return equal;
}

const sameFates = (a: Uint8Array, b: Uint8Array): boolean => a === b || a.every((fate, i) => fate === b[i]);

export function fatesString(fates: Uint8Array): string {
  let letters = '';
  for (let i = 0; i < fates.length; i++) letters += FATE_LETTERS[fates[i]!];
  return letters;
}

/** Names of report and set line; each is null of a failed run. */
export interface RunSizes extends Pick<MeasureValues, 'tokenReduction' | 'preservation' | 'efficiency'> {
  readonly tokensAfter: number | null;
  readonly messagesAfter: number | null;
  readonly kept: number | null;
  readonly edited: number | null;
  readonly summarized: number | null;
  readonly offloaded: number | null;
  readonly dropped: number | null;
  /** null = this row has no token target. */
  readonly metTarget: boolean | null;
}

export function sizesOf({ outcome, measures, metTarget }: PolicyRun): RunSizes {
  const ran = outcome === 'failed' ? null : measures;
  const fates = ran?.messagesByFate;
  return {
    tokensAfter: ran?.tokensAfter ?? null,
    messagesAfter: ran?.messagesAfter ?? null,
    kept: fates?.keep ?? null,
    edited: fates?.edit ?? null,
    summarized: fates?.summarize ?? null,
    offloaded: fates?.offload ?? null,
    dropped: fates?.drop ?? null,
    tokenReduction: measures.tokenReduction,
    preservation: measures.preservation,
    efficiency: measures.efficiency,
    metTarget,
  };
}

/** Provider rules that the compaction broke; null unless compacted. */
export const introduced = ({ outcome, measures: { violations } }: PolicyRun): readonly Violation[] | null =>
  outcome === 'compacted' ? (violations?.filter(({ original }) => !original) ?? null) : null;
