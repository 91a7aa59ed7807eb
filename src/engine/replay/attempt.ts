/** One attempt to compact the running context, remembered: the same history leads to the same attempt. */
import { BoundedMap } from '../lib/bounded-map.ts';
import { writtenOf } from '../compaction/spent.ts';
import { resolveTarget } from '../compaction/compaction-target.ts';
import type { CompactionResult } from '../compaction/types.ts';
import type { Embeddings, PreparedTranscript, Reason } from '../signals/contract.ts';
import { type RunSpec, runSpec } from '../pipelines/run-spec.ts';
import { EDIT, type LogLine, OFFLOAD } from '../strategies/contract.ts';
import type { ParamValues } from '../strategies/params.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import type { Usage } from '../transcript/types.ts';
import type { ReplayOptions, SummaryPoint } from './contract.ts';
import type { Recording } from './recording.ts';
import { carrierAfter, commonPrefix, type Context, type Delta, deltaOf, preparedAt, type LastCompaction } from './running.ts';

export interface Runner {
  readonly spec: RunSpec;
  /** Vectors that its contexts are compared by; null = by words. */
  readonly embeddings: Embeddings | null;
  readonly options: ReplayOptions;
}

export interface Attempt {
  readonly node: number;
  readonly outcome: CompactionResult['outcome'];
  readonly why: Reason | null;
  readonly params: ParamValues;
  readonly knob: CompactionResult['knob'];
  readonly target: number | null;
  readonly before: number;
  readonly after: number;
  readonly messagesBefore: number;
  readonly messagesAfter: number;
  /** null where the context is unchanged. */
  readonly delta: Delta | null;
  readonly stops: boolean;
  readonly carrier: number;
  readonly state: Readonly<Record<string, unknown>> | undefined;
  readonly summaries: readonly (SummaryPoint & { readonly usage: Usage })[];
  readonly summaryTokens: number;
  readonly failures: number;
  readonly summaryMs: number;
  readonly log: readonly LogLine[];
  readonly prefix: number;
  readonly fixed: number;
}

const REMEMBERED = 25_000;

class Memory {
  private readonly attempts = new BoundedMap<string, Attempt>(REMEMBERED);
  private readonly runs = new Map<string, number>();
  private nodes = 0;

  runOf({ spec, embeddings, options: { target } }: Runner): string {
    const { strategy, params, knobSet, window, own, weight, model, seed, shared } = spec;
    const key = JSON.stringify([strategy.id, params, knobSet, embeddings?.id, window, target, own, weight, model, seed, shared]);
    const known = this.runs.get(key) ?? this.runs.size;
    this.runs.set(key, known);
    return `r${known}`;
  }
  find(key: string): Attempt | undefined {
    return this.attempts.get(key);
  }
  keep(key: string, attempt: Omit<Attempt, 'node'>): Attempt {
    const kept = { ...attempt, node: ++this.nodes };
    this.attempts.set(key, kept);
    return kept;
  }
}

const memories = new WeakMap<PreparedTranscript, WeakMap<Summarizer, Memory>>();

export function memoryOf(base: PreparedTranscript, summarizer: Summarizer): Memory {
  const bySummarizer = memories.get(base) ?? new WeakMap<Summarizer, Memory>();
  memories.set(base, bySummarizer);
  const memory = bySummarizer.get(summarizer) ?? new Memory();
  bySummarizer.set(summarizer, memory);
  return memory;
}

export interface AttemptPlace {
  readonly standing: LastCompaction;
  readonly end: number;
  readonly request: number;
  readonly params: ParamValues;
  /** As in the budget; null = no check fired. */
  readonly firedAt: number | null;
}

export function fixedTokens({ counts }: PreparedTranscript, { unseen }: Pick<ReplayOptions, 'unseen'>): number {
  return counts.toolDefinitions + (unseen ?? counts.calibration?.offset ?? 0);
}

const FIRSTS = 4;
const firsts = new WeakMap<PreparedTranscript, BoundedMap<string, PreparedTranscript>>();

/** `contextOf` builds the context at the place; it is not called if another row has been there before. */
export function preparedFor(
  base: PreparedTranscript,
  recording: Recording,
  place: AttemptPlace,
  contextOf: () => Context,
  fixed: number,
): PreparedTranscript {
  const { standing, end } = place;
  const shared = standing.end === 0 && standing.state === undefined;
  const known = firsts.get(base) ?? new BoundedMap<string, PreparedTranscript>(FIRSTS);
  firsts.set(base, known);
  const key = `${end}/${fixed}`;
  const found = shared ? known.get(key) : undefined;
  if (found) return found;
  const prepared = preparedAt(base, recording, contextOf(), place, fixed);
  if (shared) known.set(key, prepared);
  return prepared;
}

/** The compaction itself. Rejects and throws as the strategy does. */
export function compactAt(prepared: PreparedTranscript, { spec, options }: Runner, { params, firedAt }: AttemptPlace, ts: string | undefined) {
  const target = spec.own ? null : resolveTarget(options.target, prepared.counts.total, spec.window);
  return runSpec(prepared, spec, { target, params, firedAt, ts });
}

export function attemptOf(prepared: PreparedTranscript, result: CompactionResult): Omit<Attempt, 'node'> {
  const { outcome, why = null, params, knob, target, tokensBefore, tokensAfter, failures, summaryMs } = result;
  const { counts, protection } = prepared;
  const delta = outcome === 'compacted' ? deltaOf(counts, result) : null;
  let fixed = counts.toolDefinitions;
  for (let i = 0; i < protection.length; i++) {
    const fate = result.plan.fates[i];
    if (protection[i] !== 0) fixed += fate === EDIT || fate === OFFLOAD ? result.left[i]! : counts.messages[i]!;
  }
  return {
    outcome,
    why,
    params: params as ParamValues,
    knob,
    target,
    before: tokensBefore,
    after: tokensAfter,
    messagesBefore: prepared.n,
    messagesAfter: result.layout.length,
    delta,
    stops: result.plan.stops === true,
    carrier: delta ? carrierAfter(prepared, delta) : -1,
    state: result.record().state,
    summaries: delta ? summariesOf(prepared, result) : [],
    summaryTokens: result.summaries.reduce((sum, { tokens }) => sum + tokens, 0),
    failures: failures.length,
    summaryMs,
    log: result.log(),
    prefix: delta ? counts.toolDefinitions + commonPrefix(counts.messages, delta) : tokensBefore,
    fixed,
  };
}

function summariesOf(prepared: PreparedTranscript, result: CompactionResult): Attempt['summaries'] {
  return writtenOf(prepared, result).map(({ summary: { outcome, tokens, generation }, usage, calls }) => ({
    tokens,
    characters: outcome.text.length,
    generation,
    input: usage.input + usage.cacheRead + usage.cacheWrite,
    calls,
    usage,
  }));
}
