/** One run specification: what a row asks for, checked once, and the only way from there to a compaction. */
import { type CompactOptions, compactNow } from '../compaction/compaction-run.ts';
import type { Eventual } from '../lib/work.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { ReasonError } from '../signals/outcomes.ts';
import type { Strategy } from '../strategies/contract.ts';
import { isKnobSet, type ParamValues, resolveParams, type SharedParam } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import type { Result } from '../transcript/types.ts';
import { type OwnTrigger, SYSTEM_ROW, type TriggerSeed } from '../triggers/contract.ts';
import { byId } from './index.ts';

export interface RunSettings {
  readonly window: number;
  /** Each seed's own rule instead of a common target. */
  readonly own: boolean;
  readonly weight: number;
  readonly model?: string;
  readonly seed: number;
  readonly shared?: Readonly<Partial<Record<SharedParam, number>>>;
  readonly summarizer: Summarizer;
  readonly now?: () => number;
}

export interface RunRequest {
  readonly strategy: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who writes this row's summaries; absent = the settings' summariser. Keep the same object, as there. */
  readonly summarizer?: Summarizer;
}

export interface RunSpec extends Omit<RunSettings, 'shared'> {
  readonly strategy: Strategy;
  readonly params: ParamValues;
  /** A person chose the value of the strategy's budget knob: it is not aimed at the target. */
  readonly knobSet: boolean;
  readonly shared: RunSettings['shared'];
}

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

export function unknownStrategy(id: string): ReasonError {
  const known = [...byId.keys()].join(', ');
  return new ReasonError(`unknown strategy "${id}"; known: ${known}`, { key: 'error-unknown-strategy', values: { id, known } });
}

export const badTarget = (): ReasonError =>
  new ReasonError('target: expected a share above 0 and up to 1, or whole tokens from 2', { key: 'error-target' });

export interface RunOccasion {
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  readonly params?: ParamValues;
  /** As in the budget; null = nobody's check asked. */
  readonly firedAt?: number | null;
  readonly ts?: string | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** One compaction of a context by a row. Throws and rejects as the strategy does. */
export function runSpec(
  context: PreparedTranscript,
  spec: RunSpec,
  { target, firedAt = null, ts, params = spec.params }: RunOccasion,
): Eventual<CompactionResult> {
  const { strategy, knobSet, window, own, shared, summarizer, weight, seed, model, now } = spec;
  const budget = firedAt === null ? { window, target, own } : { window, target, own, firedAt };
  // Absent fields are absent: what is remembered is found by the JSON of such options.
  const options: Mutable<CompactOptions> = { summarizer, weight, seed, budget, params, knobSet };
  if (model !== undefined) options.model = model;
  if (now) options.now = now;
  if (shared) options.shared = shared;
  if (ts !== undefined) options.ts = ts;
  return compactNow(context, strategy, options);
}

const NEVER: OwnTrigger = { rule: { triggers: [], combine: 'any' } };

/** The trigger of a row with all its parameters; undefined if it has none. `enabled`, where a system has it, switches it off. */
export function ownTrigger(strategy: Strategy, params: ParamValues, window: number, model?: string): OwnTrigger | undefined {
  return strategy.trigger && (params.enabled === false ? NEVER : strategy.trigger(params, window, model));
}

/**
 * The trigger of a system for other rows: that of its representative row, with that row's settings. `params` = changed parameters by
 * strategy. Throws a RangeError for values that the row refuses.
 */
export function systemTrigger(
  seed: TriggerSeed,
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  window: number,
  { model, shared }: { readonly model?: string; readonly shared?: Readonly<Partial<Record<SharedParam, number>>> } = {},
): OwnTrigger {
  const id = SYSTEM_ROW[seed];
  const strategy = byId.get(id)!;
  const resolved = resolveParams(strategy.params, params[id], shared);
  if (!resolved.ok) throw new RangeError(`${id}: ${resolved.error}`);
  return ownTrigger(strategy, resolved.value, window, model)!;
}
