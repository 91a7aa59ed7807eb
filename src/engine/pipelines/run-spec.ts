/**
 * One run specification: what a row asks for, checked once, and the only way from there to a compaction. A comparison, recall, decay,
 * a replay and the study differ in the context that they compact and in its target, and in nothing else.
 */
import { type CompactOptions, compactSteps } from '../compaction/compaction-run.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { finished, type Slice } from '../lib/lib-steps.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { ReasonError } from '../signals/failure.ts';
import type { Strategy } from '../strategies/contract.ts';
import { isKnobSet, type ParamValues, resolveParams, type SharedParam } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import type { Result } from '../transcript/types.ts';
import { byId } from './index.ts';

/** What all rows have in common. Pins, priorities and keywords are settings of the prepared transcript. */
export interface RunSettings {
  /** Context window in tokens. */
  readonly window: number;
  /** Each seed's own rule instead of a common target. */
  readonly own: boolean;
  /** Efficiency weight of token reduction, 0–1. */
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  /** Controls that several strategies share; a row's own parameters win. */
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
  /** Keep the same object from one run to the next: written summaries and compactions are remembered with it. */
  readonly summarizer: Summarizer;
  /** Milliseconds of some clock; without it every time is 0. */
  readonly now?: () => number;
}

/** What one row asks for. */
export interface RunRequest {
  /** Id. */
  readonly strategy: string;
  /** The parameters that a person changed. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Who writes this row's summaries; absent = the settings' summariser. Keep the same object, as there. */
  readonly summarizer?: Summarizer;
}

/** A row that can run. */
export interface RunSpec extends Omit<RunSettings, 'shared'> {
  readonly strategy: Strategy;
  /** Every parameter, checked. */
  readonly params: ParamValues;
  /** A person chose the value of the strategy's budget knob: it is not aimed at the target. */
  readonly knobSet: boolean;
  readonly shared: RunSettings['shared'];
}

/** The specification of a row; the error names an unknown strategy or a bad parameter. */
export function specOf(request: RunRequest, settings: RunSettings): Result<RunSpec, ReasonError> {
  const { window, own, weight, seed, shared, model, now, summarizer } = settings;
  const strategy = byId.get(request.strategy);
  if (!strategy) return { ok: false, error: unknownStrategy(request.strategy) };
  const params = resolveParams(strategy.params, request.params, shared);
  if (!params.ok) return { ok: false, error: new ReasonError(params.error, params.reason) };
  const value = {
    strategy,
    params: params.value,
    knobSet: isKnobSet(strategy.params, request.params),
    summarizer: request.summarizer ?? summarizer,
    window,
    own,
    weight,
    seed,
    shared,
    ...(model !== undefined && { model }),
    ...(now && { now }),
  };
  return { ok: true, value };
}

/** Names the strategies that there are. */
export function unknownStrategy(id: string): ReasonError {
  const known = [...byId.keys()].join(', ');
  return new ReasonError(`unknown strategy "${id}"; known: ${known}`, { key: 'error-unknown-strategy', values: { id, known } });
}

/** A target that is none. */
export const badTarget = (): ReasonError =>
  new ReasonError('target: expected a share above 0 and up to 1, or whole tokens from 2', { key: 'error-target' });

/** What differs from one compaction of a row to the next. */
export interface RunOccasion {
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  /** Parameters in place of the row's: a replay answers questions with one. */
  readonly params?: ParamValues;
  /** As in the budget; null = nobody's check asked. */
  readonly firedAt?: number | null;
  /** ISO time for the record. */
  readonly ts?: string | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One compaction of a context by a row. Throws and rejects as the strategy does. */
export const runSpec = (context: PreparedTranscript, spec: RunSpec, at: RunOccasion): CompactionResult | Promise<CompactionResult> =>
  finished(runSpecSteps(context, spec, at));

/** The same in slices (see `compactSteps`); with `inSlices`, the summariser's reading too. */
export function* runSpecSteps(
  context: PreparedTranscript,
  spec: RunSpec,
  { target, firedAt = null, ts, params = spec.params }: RunOccasion,
  inSlices = false,
): Generator<Slice, CompactionResult | Promise<CompactionResult>> {
  const { strategy, knobSet, window, own, shared, summarizer, weight, seed, model, now } = spec;
  const budget = firedAt === null ? { window, target, own } : { window, target, own, firedAt };
  // Absent fields are absent: what is remembered is found by the JSON of such options.
  const options: Mutable<CompactOptions> = { summarizer, weight, seed, budget, params, knobSet };
  if (model !== undefined) options.model = model;
  if (now) options.now = now;
  if (shared) options.shared = shared;
  if (ts !== undefined) options.ts = ts;
  if (inSlices) options.inSlices = true;
  return yield* compactSteps(context, strategy, options);
}
