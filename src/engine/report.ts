/** A comparison as data for other programs: the output of `compare --json`, and the page's export. */
import { fieldsOf } from './measures/shared/define.ts';
import type { Parsed } from './formats/contract.ts';
import {
  type KnownPricing,
  type LossShares,
  type Notes,
  type Prices,
  type PriceSource,
  PROVIDER_RULES,
  type ProviderRules,
  type ResultMeasures,
} from './measures/contract.ts';
import type { Decay } from './decay/decay-rounds.ts';
import { isBy } from './recall/writer.ts';
import { lossShares, measured, REPORTED, type MeasureNames } from './measures/run/measured-values.ts';
import { byId, isHidden } from './pipelines/index.ts';
import { type EmbeddingUse, type EngineRun, fatesString, introduced, type PolicyRun, type RunSizes, sizesOf, type StageOfRun } from './policy-run.ts';
import type { Outcome } from './strategies/contract.ts';
import type { Recall } from './recall/contract.ts';
import { recallValues } from './recall/recall-values.ts';
import type { PreparedTranscript, Reason } from './signals/contract.ts';
import { BUILT_IN, type ModelUsage } from './summarizers/contract.ts';
import type { WindowSource } from './tokens/contract.ts';
import type { BeforeAfter, Warning } from './transcript/types.ts';

export interface Words {
  title(strategy: string): string;
  reason(reason: Reason): string;
}

export interface ReportStage extends BeforeAfter, Pick<StageOfRun, 'stage' | 'strategy' | 'within' | 'outcome' | 'params'> {
  readonly title: string;
  readonly why: string;
  readonly kept: number;
  readonly edited: number;
  readonly summarized: number;
  readonly offloaded: number;
  readonly dropped: number;
}

/** The published product behind a row; both null for every other row. */
export interface ReportedProduct {
  /** `version`: null where nothing states one. `source`: where the rule stands. `checked`: compared with the product's own code, not only read. */
  readonly preset: { readonly product: string; readonly version: string | null; readonly source: string; readonly checked: boolean } | null;
  readonly repaired: boolean | null;
}

export interface ReportRow extends ReportedProduct, RunSizes, Pick<PolicyRun, 'key' | 'strategy' | 'outcome' | 'params' | 'ms'> {
  readonly title: string;
  /** A control is a scale, never the answer. */
  readonly kind: 'strategy' | 'control' | 'pipeline';
  readonly tokensBefore: number;
  readonly messagesBefore: number;
  /** Provider rules broken by the compaction; null unless compacted. */
  readonly violations: readonly { readonly rule: string; readonly message: number; readonly reason: string }[] | null;
  readonly note: string;
  /** The strategies of a pipeline in order; null for other strategies. */
  readonly stages: readonly ReportStage[] | null;
  /** Usage of the real model's calls behind the summaries; null = none. Cost in US dollars, null where no price is known. */
  readonly calls: {
    readonly summarizer: string;
    readonly count: number;
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    readonly ms: number;
    readonly cost: number | null;
  } | null;
  /** What a row compared by if embeddings were requested; absent for all others. */
  readonly similarity?: { readonly embedder: string; readonly texts: number; readonly by: 'embeddings' | 'words'; readonly reason: string };
  readonly fates: string;
  /** What was lost, validity, and cost; null where a measure does not apply. */
  readonly measures: ReportMeasures;
  /** By measure: why it is null, in words. */
  readonly notes: Readonly<Partial<Record<keyof ResultMeasures, string>>>;
  /** The original (round 0) and what remains after each round of compaction on top of the others; null if not requested. */
  readonly decay: readonly ReportRound[] | null;
}

export interface ReportRound extends LossShares {
  readonly round: number;
  readonly tokens: number;
  readonly outcome: Outcome;
}

export interface ReportViolation {
  readonly rule: string;
  readonly message: number;
  readonly original: boolean;
  readonly reason: string;
}

export type ReportMeasures = Omit<ResultMeasures, 'validity'> & {
  readonly validity: Readonly<Record<ProviderRules, readonly ReportViolation[]>> | null;
};

export interface Report {
  readonly transcript: {
    readonly format: string;
    readonly title: string;
    readonly messages: number;
    readonly tokens: number;
    readonly tokenizer: string;
    readonly exact: boolean;
    /** Number of the recorded agent's compaction that the context ends before, from 1; null = the end of the recording. */
    readonly atCompaction: number | null;
    readonly warnings: readonly Warning[];
  };
  /** Tokens; target null with "own defaults". */
  readonly budget: { readonly window: number; readonly windowFrom: WindowSource; readonly target: number | null };
  /** Basis of the costs: US dollars per token, from a dated list; null where no price is known. */
  readonly prices: (Prices & Partial<PriceSource>) | null;
  /** What random messages keep of the independent recall, by size (`SIZES`); null = not measured. */
  readonly random: readonly number[] | null;
  readonly results: readonly ReportRow[];
}

export interface ReportInput {
  readonly prepared: PreparedTranscript;
  readonly parsed: Pick<Parsed, 'format' | 'warnings'>;
  readonly window: number;
  readonly windowFrom: WindowSource;
  readonly target: number | null;
  readonly rows: readonly EngineRun[];
  readonly words: Words;
  /** Price of a model's usage in US dollars; without it no cost is known. */
  readonly priceOf?: (summarizer: string, usage: ModelUsage) => number | null;
  readonly pricing: KnownPricing;
  readonly model: string | null;
  /** Hindsight recall of the same rows; null where it was not measured. */
  readonly recall: Recall | null;
  /**
   * Who writes the summaries of a row, as the id of a summariser; absent = the built-in one. Recall and decay of another writer are not the row's.
   */
  readonly writerOf?: (key: string) => string;
  /** As `Report.transcript.atCompaction`; absent = null. */
  readonly atCompaction?: number | null;
  /** Rounds of the same rows; absent if not requested. */
  readonly decays?: readonly Decay[];
  /** Names of the measures that rows have; absent = all. */
  readonly wanted?: MeasureNames;
}

export type RowInput = Omit<ReportInput, 'rows' | 'recall' | 'decays' | 'parsed' | 'window' | 'windowFrom' | 'target' | 'atCompaction'>;
export type FutureInput = Pick<ReportInput, 'recall' | 'decays' | 'words' | 'writerOf' | 'wanted'>;

export function reportOf(input: ReportInput): Report {
  return { ...reportHead(input), random: input.recall?.curve ?? null, results: input.rows.map((row) => withFuture(reportRow(row, input), input)) };
}

export type ReportHead = Omit<Report, 'random' | 'results'>;

export function reportHead(
  input: Pick<ReportInput, 'prepared' | 'parsed' | 'window' | 'windowFrom' | 'target' | 'pricing' | 'atCompaction'>,
): ReportHead {
  const { prepared, parsed, window, windowFrom, target, pricing } = input;
  const { counts, transcript } = prepared;
  return {
    transcript: {
      format: parsed.format,
      title: transcript.title ?? '',
      messages: prepared.n,
      tokens: counts.total,
      tokenizer: counts.tokenizer,
      exact: counts.exact,
      atCompaction: input.atCompaction ?? null,
      warnings: parsed.warnings,
    },
    budget: { window, windowFrom, target },
    prices: 'unknown' in pricing ? null : { ...pricing.prices, ...pricing.source },
  };
}

function reportStage({ messagesByFate, ...stage }: StageOfRun, words: Words): ReportStage {
  const { keep: kept, edit: edited, summarize: summarized, offload: offloaded, drop: dropped } = messagesByFate;
  return {
    stage: stage.stage,
    strategy: stage.strategy,
    title: words.title(stage.strategy),
    within: stage.within,
    outcome: stage.outcome,
    why: stage.why ? words.reason(stage.why) : '',
    params: stage.params,
    tokensBefore: stage.tokensBefore,
    tokensAfter: stage.tokensAfter,
    messagesBefore: stage.messagesBefore,
    messagesAfter: stage.messagesAfter,
    kept,
    edited,
    summarized,
    offloaded,
    dropped,
  };
}

function callsOf({ spent }: PolicyRun, priceOf: ReportInput['priceOf']): ReportRow['calls'] {
  if (!spent) return null;
  const { summarizer, calls, usage, ms } = spent;
  return {
    summarizer,
    count: calls,
    inputTokens: usage && usage.input + usage.cacheRead + usage.cacheWrite,
    outputTokens: usage?.output ?? null,
    ms,
    cost: (usage && priceOf?.(summarizer, usage)) ?? null,
  };
}

const similarityOf = ({ id, texts, lacking }: EmbeddingUse, words: Words): NonNullable<ReportRow['similarity']> => ({
  embedder: id,
  texts,
  by: lacking ? 'words' : 'embeddings',
  reason: lacking ? words.reason(lacking) : '',
});

type MeasureWords = Pick<ReportRow, 'measures' | 'notes'>;

function decayOf({ key }: ReportRow, { decays, writerOf = () => BUILT_IN }: FutureInput): ReportRow['decay'] {
  const found = decays?.find((decay) => decay.key === key);
  return found && !found.failed && isBy(found, writerOf(key))
    ? found.rounds.map(({ round, tokens, outcome, values }) => ({ round, tokens, outcome, ...lossShares(values) }))
    : null;
}

function measuresOf({ result, strategy }: EngineRun, { prepared, pricing, model, words, wanted = null }: RowInput): MeasureWords {
  if (!result) {
    const names = REPORTED.filter((name) => wanted?.has(name) !== false);
    const why = words.reason({ key: 'measure-failed' });
    return { measures: fieldsOf(Object.fromEntries(names.map((name) => [name, null]))), notes: Object.fromEntries(names.map((name) => [name, why])) };
  }
  const { measures, notes } = measured(prepared, result, { pricing, ...(model !== null && { model }), hidden: isHidden({ strategy }) }, wanted);
  const { validity } = measures;
  return {
    measures: fieldsOf({ ...measures, ...(validity && { validity: validityInWords(validity, words) }) }),
    notes: inWords(notes, words),
  };
}

const inWords = (notes: Notes, words: Words): ReportRow['notes'] =>
  Object.fromEntries(Object.entries(notes).map(([name, reason]) => [name, words.reason(reason)]));

export function withFuture(row: ReportRow, input: FutureInput): ReportRow {
  const decay = decayOf(row, input);
  if (row.outcome === 'failed') return { ...row, decay };
  const { recall, words, wanted = null, writerOf = () => BUILT_IN } = input;
  const future = recallValues(recall, row.key, { outcome: row.outcome }, writerOf(row.key), wanted);
  const lack = recall?.rows.find(({ key }) => key === row.key)?.lack;
  const note = [row.note, lack ? words.reason(lack) : ''].filter(Boolean).join(' · ');
  return { ...row, note, measures: { ...row.measures, ...future.measures }, notes: { ...row.notes, ...inWords(future.notes, words) }, decay };
}

function validityInWords(validity: NonNullable<ResultMeasures['validity']>, words: Words): NonNullable<ReportMeasures['validity']> {
  const told = PROVIDER_RULES.map((provider) => [
    provider,
    validity[provider].map(({ rule, message, original, reason }) => ({ rule, message, original, reason: words.reason(reason) })),
  ]);
  return Object.fromEntries(told) as NonNullable<ReportMeasures['validity']>;
}

export function reportedProduct(strategy: string, params: Readonly<Record<string, unknown>>): ReportedProduct {
  const found = byId.get(strategy)?.preset;
  if (!found) return { preset: null, repaired: null };
  const { product, version = null, where, evidence } = found;
  return { preset: { product, version, source: where, checked: evidence === 'checked' }, repaired: params.repaired === true };
}

export function reportRow(run: EngineRun, input: RowInput): ReportRow {
  const { prepared, words, priceOf } = input;
  const { key, strategy, outcome, params, ms, why, note, stages, embedded, fates } = run;
  return {
    key,
    strategy,
    title: words.title(strategy),
    kind: byId.get(strategy)?.kind ?? 'strategy',
    ...reportedProduct(strategy, params),
    tokensBefore: prepared.counts.total,
    messagesBefore: prepared.n,
    ms,
    outcome,
    ...sizesOf(run),
    violations: introduced(run)?.map(({ rule, message, reason }) => ({ rule, message, reason: words.reason(reason) })) ?? null,
    params,
    note: [why, note].flatMap((reason) => (reason ? [words.reason(reason)] : [])).join(' · '),
    stages: stages?.map((stage) => reportStage(stage, words)) ?? null,
    calls: callsOf(run, priceOf),
    ...(embedded && { similarity: similarityOf(embedded, words) }),
    fates: outcome === 'failed' ? '' : fatesString(fates),
    ...measuresOf(run, input),
    decay: null,
  };
}
