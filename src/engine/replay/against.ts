/** Costs of a run against the recording and against no compaction, and the reasons why those two differ. */
import { costOf, writtenTo } from '../measures/shared/costs.ts';
import type { Caching, Prices } from '../measures/contract.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import type { Usage } from '../transcript/types.ts';
import { sumOfUsage } from '../transcript/transcript-usage.ts';
import type { CostChange, RecordedFigures, RecordedDifference, ReplaySeries } from './contract.ts';
import { promptOf, type Recording, usageAt } from './recording.ts';

/**
 * A file that lacks most of its requests (system prompt, tools) and has too few of them for a fit counts 60 to 90 % too little; where
 * nothing is missing, or was fitted, it is off by 2 to 4 % (docs/replay.md#checked-against-reality). This threshold separates the two.
 */
const COMPARABLE = 0.25;

type RunFigures = Pick<ReplaySeries, 'size' | 'cacheRead' | 'cacheWrite' | 'totals' | 'failed'>;

/** Recorded usage of each request; undefined where there is none, and for later parts of a split answer. */
const usages = (recording: Recording): readonly (Usage | undefined)[] =>
  Array.from(recording.answers, (k) => {
    const usage = usageAt(recording, k);
    return Number.isNaN(promptOf(usage)) ? undefined : usage;
  });

/** Recorded totals, in the order of the requests; null where nothing was recorded. */
export function recordedOf(
  { transcript, counts }: PreparedTranscript,
  recording: Recording,
  {
    baseline,
    output,
    prices,
    caching,
    unseen,
  }: { baseline: RunFigures; output: Float64Array; prices: Prices | null; caching: Caching; unseen?: number | undefined },
): RecordedFigures | null {
  const { answers, messages, source } = recording;
  const known = usages(recording);
  const requests = known.filter(Boolean).length;
  if (requests === 0) return null;
  const usage = known.reduce<Usage>((sum, one) => (one ? sumOfUsage(sum, one) : sum), { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 });
  const compactions = transcript.compactions.map(({ at }) => answers.findIndex((k) => source[k]! >= at) + 1 || answers.length + 1);
  // Where the provider wrote a summary within a request, its sums leave that out.
  const summaries = transcript.compactions.flatMap(({ usage: written }) => (prices && written ? costOf(written, prices) : 0));
  const costs = new Float64Array(prices ? answers.length : 0);
  if (prices) {
    known.forEach((one, request) => {
      costs[request]! += one ? costOf(one, prices) : 0;
    });
    summaries.forEach((cost, k) => {
      costs[Math.min(compactions[k]!, answers.length) - 1]! += cost;
    });
    for (let request = 1; request < costs.length; request++) costs[request]! += costs[request - 1]!;
  }
  const bySummaries = summaries.reduce((sum, cost) => sum + cost, 0);
  const size = Float64Array.from(answers, (k) => promptOf(messages[k]!.usage));
  const error = errorOf(recording, known, baseline.size);
  const comparable = error <= COMPARABLE;
  const difference =
    prices &&
    differenceOf(
      { known, usage, baseline, output, prices, caching },
      {
        bySummaries,
        compactions: compactions.length,
        unseen: unseen ?? counts.calibration?.offset ?? 0,
      },
    );
  return {
    size,
    requests,
    usage,
    cost: prices && costOf(usage, prices) + bySummaries,
    costs,
    error,
    comparable,
    difference,
    why: difference ? whyOf(difference, answers.length, comparable ? null : error) : [],
    compactions,
  };
}

function errorOf({ answers, ownUntil }: Recording, known: readonly (Usage | undefined)[], size: Float64Array): number {
  const errors = (until: number): number[] =>
    known.flatMap((usage, request) => (usage && answers[request]! < until ? Math.abs(size[request]! / promptOf(usage) - 1) : []));
  const before = errors(ownUntil);
  const all = (before.length > 0 ? before : errors(Number.POSITIVE_INFINITY)).sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)]!;
}

interface CostBasis {
  readonly known: readonly (Usage | undefined)[];
  readonly usage: Usage;
  readonly baseline: RunFigures;
  readonly output: Float64Array;
  readonly prices: Prices;
  readonly caching: Caching;
}

function differenceOf(
  { known, usage, baseline, output, prices, caching }: CostBasis,
  circumstances: Pick<RecordedDifference, 'bySummaries' | 'compactions' | 'unseen'>,
): RecordedDifference {
  const same = usageOf(baseline, output, caching, (request) => known[request] !== undefined);
  const promptCost = (of: Usage): number => costOf({ ...of, output: 0 }, prices);
  const prompt = ({ input, cacheRead, cacheWrite }: Usage): number => input + cacheRead + cacheWrite;
  const [recordedPrompt, nonePrompt] = [prompt(usage), prompt(same)];
  // Cost of the same requests with the recorded number of tokens, at the run's price per prompt token.
  const resized = nonePrompt > 0 ? promptCost(same) * (recordedPrompt / nonePrompt) : 0;
  return {
    requests: known.filter(Boolean).length,
    recorded: costOf(usage, prices) + circumstances.bySummaries,
    none: costOf(same, prices),
    recordedPrompt,
    nonePrompt,
    recordedRead: usage.cacheRead / recordedPrompt,
    noneRead: nonePrompt > 0 ? same.cacheRead / nonePrompt : 0,
    bySize: resized - promptCost(same),
    byCache: promptCost(usage) - resized,
    byOutput: (usage.output - same.output) * prices.output,
    ...circumstances,
  };
}

/** Parts below a hundredth of the recorded cost are not mentioned. */
const LEAST = 0.01;

/**
 * Why the two differ, in sentences: both costs, `error` if it is too large to compare anything with the recording, then each part of the
 * difference with its numbers, the largest first.
 */
function whyOf(difference: RecordedDifference, of: number, error: number | null): readonly Reason[] {
  const { bySize, byCache, byOutput, bySummaries, compactions, unseen } = difference;
  const parts = [
    { name: 'size', cost: bySize },
    { name: 'cache', cost: byCache },
    { name: 'output', cost: byOutput },
    { name: 'summaries', cost: bySummaries },
  ].filter(({ cost }) => Math.abs(cost) >= LEAST * difference.recorded);
  parts.sort((a, b) => Math.abs(b.cost) - Math.abs(a.cost));
  return [
    { key: 'recorded-difference', values: { ...difference, of } },
    ...(error === null ? [] : [{ key: 'recorded-incomparable', values: { error } }]),
    ...parts.flatMap(({ name, cost }): Reason[] => {
      const part = { key: `recorded-${name}-${cost < 0 ? 'less' : 'more'}`, values: { ...difference, cost: Math.abs(cost) } };
      if (name !== 'size') return [part];
      const agent = compactions > 0 ? [{ key: 'recorded-compactions', values: { count: compactions } }] : [];
      return [part, ...agent, unseen > 0 ? { key: 'recorded-unseen', values: { unseen } } : { key: 'recorded-unseen-unknown' }];
    }),
  ];
}

function usageOf({ size, cacheRead, cacheWrite }: RunFigures, output: Float64Array, caching: Caching, counts: (request: number) => boolean): Usage {
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (let request = 0; request < size.length; request++) {
    if (!counts(request)) continue;
    usage.input += size[request]! - cacheRead[request]! - cacheWrite[request]!;
    usage.cacheRead += cacheRead[request]!;
    usage.cacheWrite += cacheWrite[request]!;
    usage.output += output[request]!;
  }
  return { ...usage, ...writtenTo(caching, usage.cacheWrite) };
}

/** @param baseline null = the run is the one without compaction */
export function againstOf(
  run: RunFigures,
  recording: Recording,
  {
    baseline,
    recorded,
    output,
    prices,
    caching,
  }: { baseline: RunFigures | null; recorded: RecordedFigures | null; output: Float64Array; prices: Prices | null; caching: Caching },
): CostChange {
  const { cost } = run.totals;
  // A run that ended early has done only part of the work.
  if (cost === null || !prices || run.failed || run.size.length < recording.answers.length) return { recorded: null, none: null };
  const change = (value: number, other: number | null): number | null => (other ? value / other - 1 : null);
  const none = baseline && change(cost, baseline.totals.cost);
  if (!recorded?.comparable) return { recorded: null, none };
  const known = usages(recording);
  const unknown = usageOf(run, output, caching, (request) => known[request] === undefined);
  return { recorded: change(cost - costOf(unknown, prices), recorded.cost), none };
}
