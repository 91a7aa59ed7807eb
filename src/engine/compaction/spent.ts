/** Usage and time of the real models' calls behind a result. */
import type { ModelUsage, SummaryOutcome } from '../summarizers/contract.ts';
import type { Usage } from '../transcript/types.ts';
import { sumOfUsage as sum } from '../transcript/transcript-usage.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { CompactionResult, WrittenSummary } from './types.ts';

export interface SummaryExpense {
  readonly summarizer: string;
  readonly calls: number;
  /** As the endpoint reported; null if it reported nothing. */
  readonly usage: ModelUsage | null;
  readonly ms: number;
}

export function sumOfUsage(a: ModelUsage | null, b: ModelUsage | null): ModelUsage | null {
  if (!a || !b) return a ?? b;
  return sum(a, b);
}

/**
 * The calls that wrote the summaries of a result, including its stages; cached summaries count with their original usage. null = no real
 * model wrote any.
 */
export function spentOn({ stages, summaries }: CompactionResult): SummaryExpense | null {
  const results = stages ? stages.flatMap(({ ran }) => ran?.result.summaries ?? []) : summaries;
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

export interface SummaryCost {
  readonly summary: WrittenSummary;
  readonly usage: Usage;
  readonly calls: 0 | 1;
}

export function writtenOf({ counts }: PreparedTranscript, { stages, summaries }: CompactionResult): readonly SummaryCost[] {
  const written = stages
    ? stages.flatMap(({ ran }) => ran?.result.summaries.map((summary) => ({ summary, tokens: ran.input.counts.messages })) ?? [])
    : summaries.map((summary) => ({ summary, tokens: counts.messages }));
  return written.map(({ summary, tokens }) => {
    const { request, outcome } = summary;
    if (outcome.summarizer === 'strategy') return { summary, usage: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 }, calls: 0 };
    const counted = outcome.usage ?? request.usage;
    const read = counted ? 0 : request.members.reduce((sum, i) => sum + tokens[i]!, 0);
    return { summary, usage: counted ?? { input: read, cacheRead: 0, cacheWrite: 0, output: outcome.tokens }, calls: 1 };
  });
}
