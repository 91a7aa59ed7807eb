/** Runs a whole replay: every strategy over one recording, compared with no compaction and with the recording. */
import { type Eventual, runNow, type Work } from '../lib/work.ts';
import { sum } from '../recall/recall-values.ts';
import { embeddedIn, embeddingsOfRow, optionsFor } from '../compare.ts';
import { firstWhere } from '../lib/arrays.ts';
import type { Caching, Prices } from '../measures/contract.ts';
import { costOf, writtenTo } from '../measures/shared/costs.ts';
import { ownTrigger, specOf } from '../pipelines/run-spec.ts';
import type { PreparedTranscript, Reason } from '../signals/contract.ts';
import { knobOf } from '../strategies/params.ts';
import { sumOfUsage } from '../transcript/transcript-json.ts';
import type { Usage } from '../transcript/types.ts';
import type { Situation, TriggerRule } from '../triggers/contract.ts';
import { watch, wordsOf } from '../triggers/watch.ts';
import { fixedTokens, type Runner } from './attempt.ts';
import type {
  CostChange,
  Loop,
  Monitoring,
  RecordedDifference,
  RecordedFigures,
  Replay,
  ReplayOptions,
  ReplayRow,
  ReplaySeries,
  ReplayStep,
  Totals,
  TriggerSetup,
} from './contract.ts';
import { lookAt, missesOf, recordsOf } from './look.ts';
import { largestResult, promptOf, type Recording, recordingOf, usageAt } from './recording.ts';
import { type AttemptRecord, walk, type WalkResult } from './walk.ts';

/**
 * A file that lacks most of its requests (system prompt, tools) and has too few of them for a fit counts 60 to 90 % too little; where
 * nothing is missing, or was fitted, it is off by 2 to 4 % (docs/replay.md#cost). This threshold separates the two.
 */
const COMPARABLE = 0.25;

type RunFigures = Pick<ReplaySeries, 'size' | 'cacheRead' | 'cacheWrite' | 'totals' | 'failed'>;

/** Recorded usage of each request; undefined where there is none, and for later parts of a split answer. */
const usages = (recording: Recording): readonly (Usage | undefined)[] =>
  Array.from(recording.answers, (k) => {
    const usage = usageAt(recording, k);
    return Number.isNaN(promptOf(usage)) ? undefined : usage;
  });

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
      const part = { key: `recorded-${name}`, values: { ...difference, cost } };
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

const MOST = 100_000_000;

interface CheckMoment {
  readonly situation: Situation;
  readonly waits: boolean;
}

function askings(base: PreparedTranscript, options: Pick<ReplayOptions, 'unseen'>, withText: boolean): readonly CheckMoment[] {
  const recording = recordingOf(base);
  const { messages, tokensBefore, turnsBefore, requestsBefore, openBefore, isResult, time, ownUntil } = recording;
  const fixed = fixedTokens(base, options);
  const all: CheckMoment[] = [];
  const add = (moment: Situation['moment'], end: number, steps: number): void => {
    const tokens = fixed + tokensBefore[end]!;
    const answer = moment === 'answer' ? messages[end - 1]! : undefined;
    const prompt = answer && end - 1 < ownUntil ? promptOf(answer.usage) : Number.NaN;
    all.push({
      situation: {
        moment,
        tokens,
        messages: end,
        window: 0,
        recorded: Number.isNaN(prompt) ? tokens : prompt + answer!.usage!.output + tokens - fixed - tokensBefore[end]!,
        turns: turnsBefore[end]!,
        steps,
        turnsInAll: turnsBefore[messages.length]!,
        text: answer && withText ? wordsOf(answer) : '',
        time: end > 0 ? time[end - 1]! : Number.NaN,
        result: (spare) => largestResult(recording, end, spare),
      },
      waits: openBefore[end]! > 0,
    });
  };
  for (let k = 0; k < messages.length; k++) {
    const requests = requestsBefore[k]!;
    if (messages[k]!.role === 'assistant') {
      add('request', k, requests);
      add('answer', k + 1, requests + 1);
    } else if (isResult[k] === 1) add('tool-result', k + 1, requests);
  }
  return all;
}

function firesIn(rule: TriggerRule, moments: readonly CheckMoment[], window: number): boolean {
  const watching = watch(rule);
  let pending = false;
  for (const { situation, waits } of moments) {
    situation.window = window;
    pending ||= watching.ask(situation) !== null;
    if (pending && !waits) return true;
  }
  return false;
}

/** The largest window, in whole tokens, in which one of the rules fires over this recording before anything is compacted; null if there is none. */
export function largestWindow(
  base: PreparedTranscript,
  rulesIn: (window: number) => readonly TriggerRule[],
  options: Pick<ReplayOptions, 'unseen'>,
): number | null {
  const withText = rulesIn(MOST).some(({ triggers }) => triggers.some(({ kind }) => kind === 'marker'));
  const moments = askings(base, options, withText);
  const fires = (window: number): boolean => rulesIn(window).some((rule) => firesIn(rule, moments, window));
  if (!fires(1)) return null;
  return firstWhere(2, MOST + 1, (window) => !fires(window)) - 1;
}

const AT_ONCE = 2;
const IDLE = 3;

const MEANT: ReadonlySet<string> = new Set(['hand', 'recorded', 'requests']);

/** Runs of compactions that each trigger the next at once, and of attempts that change nothing. Those that are meant do not count. */
export function loopsOf(done: readonly AttemptRecord[], runner: Runner | null): readonly Loop[] {
  if (!runner) return [];
  const loops: Loop[] = [];
  let run: AttemptRecord[] = [];
  const end = (): void => {
    const [first] = run;
    const idle = first?.attempt.delta === null;
    const times = run.reduce((sum, { point }) => sum + 1 + point.skipped, 0);
    if (first && (idle ? times >= IDLE : run.length > 1)) loops.push(loopOf(run, times, idle, runner));
    run = [];
  };
  for (const one of done) {
    const last = run.at(-1);
    const same = last && (last.attempt.delta === null) === (one.attempt.delta === null);
    const atOnce = same && (last.attempt.delta === null || one.point.at - last.point.at <= AT_ONCE);
    const automatic = !MEANT.has(one.point.trigger.kind);
    if (!atOnce || !automatic) end();
    if (automatic) run.push(one);
  }
  end();
  return loops;
}

function loopOf(run: readonly AttemptRecord[], times: number, idle: boolean, runner: Runner): Loop {
  const first = run[0]!;
  const last = run.at(-1)!;
  const freed = run.reduce((sum, { attempt }) => sum + attempt.before - attempt.after, 0) / run.length;
  const at = { from: first.point.at, to: last.point.at, times, freed };
  const { setting, reason } = causeOf(idle ? first : last, idle, runner);
  return { kind: idle ? 'idle' : 'again', ...at, setting, reason: { ...reason, values: { ...at, freed: Math.round(freed), ...reason.values } } };
}

function causeOf({ attempt, point }: AttemptRecord, idle: boolean, { spec: { strategy }, options }: Runner): { setting: string; reason: Reason } {
  const { after, target, fixed, knob, why } = attempt;
  const { window } = options;
  const fires = point.trigger.level;
  const values = { after, fires: fires ?? 0, window };
  // Nothing removable is left: only a larger window, or a later trigger, helps. A product as shipped protects nothing.
  const protects = !strategy.preset || attempt.params.repaired === true;
  if (protects && fires !== null && fixed >= fires) return { setting: 'window', reason: { key: 'loop-window', values: { ...values, fixed } } };
  if (idle && point.asked) return { setting: 'answer', reason: { key: 'loop-answer', values: { ...values, answer: options.answer ?? '' } } };
  if (fires !== null && target !== null && target >= fires) {
    return options.own
      ? { setting: 'trigger', reason: { key: 'loop-trigger', values: { ...values, target } } }
      : { setting: 'target', reason: { key: 'loop-target', values: { ...values, target } } };
  }
  if (idle) return { setting: 'strategy', reason: { key: 'loop-idle', values: { ...values, why: why?.key ?? '' } } };
  const name = knob?.param ?? knobOf(strategy.params)?.[0];
  if (name !== undefined && (options.own || !knob?.aimed)) {
    return { setting: name, reason: { key: 'loop-param', values: { ...values, param: name, value: Number(attempt.params[name]) } } };
  }
  if (fires !== null && target !== null && after < fires) {
    // The result is below the trigger, but the next messages fill the gap.
    return { setting: 'target', reason: { key: 'loop-narrow', values: { ...values, target } } };
  }
  return { setting: 'strategy', reason: { key: 'loop-strategy', values: { ...values, target: target ?? 0 } } };
}

export const NO_COMPACTION = 'none';

/**
 * Runs the rows one after another, after one without compaction. Yields its progress, and promises of the summariser: the caller resumes with their
 * value (or throws their error into it), or stops by not resuming. Throws for invalid options.
 */
export function* replaySteps(base: PreparedTranscript, rows: Iterable<ReplayRow>, options: ReplayOptions): Work<ReplayStep, Replay> {
  checkOptions(options);
  const recording = recordingOf(base);
  const output = outputOf(base, recording);
  const run = function* (row: string, strategy: string, found: RunnerResult | null, inForce: TriggerSetup): Work<ReplayStep, ReplaySeries> {
    const started = options.now?.() ?? 0;
    const runner = found?.runner ?? null;
    const walked = yield* walk({ base, recording, output, options, row, runner, inForce });
    const ms = (options.now?.() ?? 0) - started;
    return seriesOf({ base, recording, output, options, row, strategy, runner, inForce, walked, ms, failed: found?.failed ?? null });
  };
  const baseline = yield* run(NO_COMPACTION, NO_COMPACTION, null, common(options));
  const { prices, caching, unseen } = options;
  const recorded = recordedOf(base, recording, { baseline, output, prices, caching, unseen });
  const series: ReplaySeries[] = [];
  for (const row of rows) {
    const found = runnerOf(base, row, options);
    const one = yield* run(row.key, row.strategy, found, inForceFor(base, row, found.runner, options));
    const against = againstOf(one, recording, { baseline, recorded, output, prices, caching });
    const embedded = embeddedIn(base, row);
    series.push({ ...one, paidBack: one.stopped ? null : paidBack(one, baseline), against, ...(embedded && { embedded }) });
  }
  return {
    window: options.window,
    requests: recording.answers.length,
    answers: recording.answers.map((k) => recording.source[k]!),
    output,
    baseline: { ...baseline, against: againstOf(baseline, recording, { baseline: null, recorded, output, prices, caching }) },
    recorded,
    series,
  };
}

/** The largest window in which a trigger of one of these rows fires before anything is compacted; null if there is none. */
export function firingWindow(
  base: PreparedTranscript,
  rows: readonly ReplayRow[],
  options: ReplayOptions,
  triggerIn: (window: number) => TriggerRule = () => options.trigger,
): number | null {
  const rulesIn = (window: number): readonly TriggerRule[] => {
    const there = { ...options, window, trigger: triggerIn(window) };
    return rows.map((row) => inForceFor(base, row, runnerOf(base, row, there).runner, there).trigger);
  };
  return largestWindow(base, rulesIn, options);
}

export function replayNow(
  base: PreparedTranscript,
  rows: readonly ReplayRow[],
  options: ReplayOptions,
  told?: (step: ReplayStep) => void,
): Eventual<Replay> {
  return runNow(replaySteps(base, rows, options), told);
}

function checkOptions({ window, target, own, trigger, cooldown, warning }: ReplayOptions): void {
  const wrong = (name: string, expected: string): never => {
    throw new RangeError(`${name}: expected ${expected}`);
  };
  if (!(window > 0)) wrong('window', 'tokens above 0');
  const isTarget = (target > 0 && target <= 1) || (Number.isInteger(target) && target >= 2);
  if (!own && !isTarget) wrong('target', 'a share above 0 and up to 1, or whole tokens from 2');
  if (!Number.isInteger(cooldown) || cooldown < 0) wrong('cooldown', 'whole requests from 0');
  if (warning !== null && !(warning > 0 && warning <= 1)) wrong('warning', 'a share above 0 and up to 1');
  for (const one of trigger.triggers) {
    const least = one.kind === 'remaining' ? 0 : Number.MIN_VALUE;
    if ('share' in one && !(one.share >= least && one.share <= 1)) wrong(`trigger ${one.kind}`, 'a share above 0 and up to 1');
    if (one.kind === 'tokens' && !(one.tokens > 0)) wrong('trigger tokens', 'tokens above 0');
    if (one.kind === 'turns' && !(Number.isInteger(one.count) && one.count > 0)) wrong('trigger turns', 'whole turns from 1');
    if (one.kind === 'marker' && one.text === '') wrong('trigger marker', 'a text');
  }
}

const common = ({ trigger, warning }: ReplayOptions): TriggerSetup => ({ trigger, triggerOf: 'common', warning });

function asRecorded(base: PreparedTranscript): TriggerRule {
  const { compactions, source } = recordingOf(base);
  const messages = [...new Set(compactions.flatMap(({ end }) => source[end - 1] ?? []))];
  return { triggers: [{ kind: 'recorded', messages }], combine: 'any' };
}

export function neverFired({ requests, series }: Pick<Replay, 'requests' | 'series'>): boolean {
  const waiting = series.filter(({ trigger }) => !trigger.triggers.some(({ kind }) => kind === 'recorded'));
  return requests > 0 && waiting.length > 0 && waiting.every(({ points, failed }) => points.length === 0 && failed === null);
}

function inForceFor(base: PreparedTranscript, { trigger }: ReplayRow, runner: Runner | null, options: ReplayOptions): TriggerSetup {
  if (runner?.spec.strategy.recorded) return { trigger: asRecorded(base), triggerOf: 'own', warning: null };
  if (trigger) return { ...common(options), trigger, triggerOf: 'row' };
  const { window, model, warning } = options;
  const own = options.ownTriggers && runner ? ownTrigger(runner.spec.strategy, runner.spec.params, window, model) : undefined;
  if (!own) return common(options);
  const byHand = options.trigger.triggers.filter(({ kind }) => kind === 'hand');
  return {
    trigger: { ...own.rule, triggers: [...own.rule.triggers, ...byHand] },
    triggerOf: 'own',
    warning: warning === null ? null : (own.warning ?? warning),
  };
}

interface RunnerResult {
  readonly runner: Runner | null;
  readonly failed: Reason | null;
}

function runnerOf(base: PreparedTranscript, row: ReplayRow, options: ReplayOptions): RunnerResult {
  const spec = specOf(row, optionsFor(row, options));
  if (!spec.ok) return { runner: null, failed: spec.error.reason };
  return { runner: { spec: spec.value, embeddings: embeddingsOfRow(base, row), options }, failed: null };
}

function outputOf({ counts }: PreparedTranscript, recording: Recording): Float64Array {
  const overhead = counts.message({ id: '', role: 'assistant', parts: [] });
  return Float64Array.from(recording.answers, (k) => usageAt(recording, k)?.output || Math.max(0, counts.messages[recording.source[k]!]! - overhead));
}

interface SeriesInput {
  readonly base: PreparedTranscript;
  readonly recording: Recording;
  readonly output: Float64Array;
  readonly options: ReplayOptions;
  readonly row: string;
  readonly strategy: string;
  readonly runner: Runner | null;
  readonly inForce: TriggerSetup;
  readonly walked: WalkResult;
  readonly ms: number;
  readonly failed: Reason | null;
}

function seriesOf({ base, recording, output, options, row, strategy, runner, inForce, walked, ms, failed }: SeriesInput): ReplaySeries {
  const { done, size, cacheRead, cacheWrite, cost, warnings, overLimit, refused, stopped, log } = walked;
  const looked = { base, recording, options, runner, done };
  const points = done.map(({ point }) => point);
  return {
    key: row,
    strategy,
    params: runner?.spec.params ?? {},
    ...inForce,
    failed: failed ?? walked.failed,
    size,
    cacheRead,
    cacheWrite,
    cost,
    points,
    warnings,
    overLimit,
    refused,
    stopped,
    peak: size.reduce((most, tokens) => Math.max(most, tokens), 0),
    totals: totalsOf(walked, output, options, done),
    against: { recorded: null, none: null },
    paidBack: null,
    loops: loopsOf(done, runner),
    monitoring: monitoringOf(done),
    log,
    ms,
    contextAt: (at) => lookAt(looked, at),
    records: () => recordsOf(looked),
    misses: () => missesOf(looked).filter(({ request }) => !stopped || request < stopped.at),
  };
}

function totalsOf(
  { size, cacheRead, cacheWrite, cost }: WalkResult,
  output: Float64Array,
  { prices, caching }: Pick<ReplayOptions, 'prices' | 'caching'>,
  done: readonly AttemptRecord[],
): Totals {
  const promptTokens = sum(size);
  const read = sum(cacheRead);
  const written = sum(cacheWrite);
  const summaryCost = prices && sum(done.map(({ point }) => point.summaryCost ?? 0));
  // The cost of a compaction after the last answer is part of no request.
  const requests =
    prices &&
    costOf(
      { input: promptTokens - read - written, cacheRead: read, ...writtenTo(caching, written), output: sum(output.subarray(0, cost.length)) },
      prices,
    );
  return {
    promptTokens,
    input: promptTokens - read - written,
    cacheRead: read,
    cacheWrite: written,
    output: sum(output.subarray(0, size.length)),
    cost: requests === null || summaryCost === null ? null : requests + summaryCost,
    summaryCost,
  };
}

function monitoringOf(done: readonly AttemptRecord[]): Monitoring {
  const count = (outcome: string): number => done.filter(({ attempt }) => attempt.outcome === outcome).length;
  const summaries = done.flatMap(({ attempt }) => attempt.summaries);
  const summaryFailures = sum(done.map(({ attempt }) => attempt.failures));
  const asked = summaries.length + summaryFailures;
  const called = done.filter(({ attempt }) => attempt.summaries.length > 0);
  return {
    triggered: sum(done.map(({ point }) => 1 + point.skipped)),
    compactions: count('compacted'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    refused: count('refused'),
    summaries: summaries.length,
    summaryTokens: sum(summaries.map(({ tokens }) => tokens)),
    summaryFailures,
    summarySuccess: asked === 0 ? null : summaries.length / asked,
    meanSummaryMs: summaries.length === 0 ? null : sum(called.map(({ attempt }) => attempt.summaryMs)) / summaries.length,
    highestGeneration: summaries.reduce((most, { generation }) => Math.max(most, generation), 0),
    messagesRemoved: sum(done.map(({ attempt }) => attempt.messagesBefore - attempt.messagesAfter)),
    tokensFreed: sum(done.map(({ attempt }) => attempt.before - attempt.after)),
  };
}

function paidBack({ cost }: ReplaySeries, { cost: other }: ReplaySeries): number | null {
  let from = cost.length;
  while (from > 0 && cost[from - 1]! < other[from - 1]!) from--;
  return from < cost.length ? from + 1 : null;
}
