/** What the real models' calls behind a result took. */
import type { ModelUsage, SummaryOutcome } from '../summarizers/contract.ts';
import type { CompactionResult } from './types.ts';

export interface Spent {
  /** Id of the model. */
  readonly summarizer: string;
  readonly calls: number;
  /** As the endpoint counted; null where it counted nothing. */
  readonly usage: ModelUsage | null;
  /** Sum of the calls' times. */
  readonly ms: number;
}

export function sumOfUsage(a: ModelUsage | null, b: ModelUsage | null): ModelUsage | null {
  if (!a || !b) return a ?? b;
  return { input: a.input + b.input, output: a.output + b.output, cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite };
}

/**
 * The calls that wrote the summaries of a result, those of its stages included; remembered ones count what they took when they
 * were written. null = no real model wrote any.
 */
export function spentOn({ stages, summaries }: CompactionResult): Spent | null {
  const results = stages ? stages.flatMap(({ ran }) => ran?.result.summaries ?? []) : summaries;
  // One summary may stand in several stages.
  const outcomes = new Set<Extract<SummaryOutcome, { ok: true }>>();
  for (const { outcome } of results) if (outcome.usage !== undefined) outcomes.add(outcome);
  const [first] = outcomes;
  if (!first) return null;
  const all = [...outcomes];
  return {
    summarizer: first.summarizer,
    calls: all.length,
    usage: all.reduce<ModelUsage | null>((sum, { usage }) => sumOfUsage(sum, usage ?? null), null),
    ms: all.reduce((sum, { ms }) => sum + ms, 0),
  };
}
