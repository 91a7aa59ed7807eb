/** `replay`: a recorded session under each strategy, as a table, JSON or log lines. */
import type { OpenTranscript } from '../engine/api.ts';
import { DEFAULT_WEIGHT } from '../engine/measures/shared/define.ts';
import { cachingOf } from '../engine/measures/shared/costs.ts';
import { resolveModel } from '../engine/tokens/tokenizers.ts';
import type { Caching, Prices, Replay, ReplayOptions, ReplaySeries } from '../engine/replay/contract.ts';
import { firingWindow, neverFired, NO_COMPACTION, replaySteps } from '../engine/replay/replay.ts';
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { reportedProduct } from '../engine/report.ts';
import '../i18n/en/replay-page.ts';
import { PRICE_LIST } from '../models/contract.ts';
import { systemTrigger } from '../engine/pipelines/run-spec.ts';
import { isAtPlaces, type TriggerRule } from '../engine/triggers/contract.ts';
import { loadPrices, tokenPrices } from '../models/prices.ts';
import { smallerWindow } from '../scenario/defaults.ts';
import type { Args, ReplayTriggers } from './args.ts';
import { type Column, columnLines, REPLAY_COLUMNS } from './cli-columns.ts';
import { LEAST_WINDOW } from '../engine/tokens/contract.ts';
import { numbers, out, paint, type PaintedText, say, summarizerText, t, windowText, words } from './cli-words.ts';
import { InterruptError, isStopped, progressOn, withPauses } from './progress.ts';
import { written } from './cli-options.ts';

export interface ReplayRun {
  readonly opened: OpenTranscript;
  readonly replay: Replay;
  readonly of: number;
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly trigger: TriggerRule;
  readonly caching: Caching;
  readonly prices: Prices | null;
  readonly summarizer: string;
  /** Model whose prices its calls have; null = that of `prices`. */
  readonly summaryModel: string | null;
  readonly summaryWindow: number;
  /** If no trigger fired: the largest window in which one does, in tokens; null where one fired, or where none would in any. */
  readonly fires: number | null;
}

/** Runs it. Throws a RangeError for what the replay refuses: a message to compact after that does not exist, a bad option. */
export async function replayed(
  opened: OpenTranscript,
  ids: readonly string[],
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  { target, summaryOutcome, replay: asked, ...args }: Args,
): Promise<ReplayRun> {
  const { prepared, inUse } = opened;
  const last = prepared.n;
  for (const one of asked.triggers)
    if (one.kind === 'hand' && one.messages.some((i) => i >= last))
      throw new RangeError(t('cli.error.number', { name: 'trigger hand', expected: `1–${last}`, value: written(one) }));
  await loadPrices();
  const prices = inUse.model === null ? null : tokenPrices(inUse.model);
  const summaryPrices = args.summaryModel === null ? null : tokenPrices(args.summaryModel);
  if (args.summaryModel !== null && !summaryPrices) throw new RangeError(t('cli.replay.summary-model', { model: args.summaryModel }));
  const summaryWriter = args.summaryModel === null ? null : resolveModel(args.summaryModel);
  const caching = args.caching ?? cachingOf(inUse.provider, prices, prepared.transcript);
  const summarizer = createBuiltIn({ outcome: summaryOutcome });
  const rows = ids.map((id) => ({ key: id, strategy: id, params: params[id] ?? {} }));
  const { warning, cooldown, answer } = args;
  const triggerIn = (window: number): TriggerRule => commonRule(asked, params, { ...inUse, window });
  const trigger = triggerIn(inUse.window);
  const options: ReplayOptions = {
    window: inUse.window,
    trigger,
    ownTriggers: asked.own,
    target: target === 'own' ? 1 : target,
    own: target === 'own',
    weight: DEFAULT_WEIGHT,
    ...(inUse.model !== null && { model: inUse.model }),
    seed: 1,
    summarizer,
    warning,
    cooldown,
    answer: answer === 'yes' ? null : answer,
    caching,
    prices,
    ...(summaryPrices && { summaryPrices }),
    ...(summaryWriter && !summaryWriter.unknownWindow && { summaryWindow: summaryWriter.window }),
    now: () => performance.now(),
  };
  const progress = progressOn();
  const order = [NO_COMPACTION, ...ids];
  function* untilStopped() {
    for (const row of rows) {
      if (isStopped()) return;
      yield row;
    }
  }
  const steps = replaySteps(prepared, untilStopped(), options);
  const replay = await withPauses(
    steps,
    (step) => {
      if (step.kind === 'progress') progress('replay', order.indexOf(step.row) * step.of + step.done, order.length * step.of);
    },
    true,
  );
  if (!replay || (isStopped() && replay.series.length === 0)) throw new InterruptError();
  const fires = !isStopped() && neverFired(replay) ? firingWindow(prepared, rows, options, triggerIn) : null;
  const summaryWindow = options.summaryWindow ?? options.window;
  return {
    opened,
    replay,
    of: rows.length,
    params,
    trigger,
    caching,
    prices,
    summarizer: summarizer.title,
    summaryModel: args.summaryModel,
    summaryWindow,
    fires,
  };
}

function commonRule(
  { triggers, combine }: ReplayTriggers,
  params: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  { window, model }: OpenTranscript['inUse'],
): TriggerRule {
  const rules = triggers.flatMap((one) =>
    one.kind === 'system' ? systemTrigger(one.seed, params, window, model === null ? {} : { model }).rule.triggers : [one],
  );
  return { triggers: rules, combine };
}

const rounded = (change: number | null): number | null => (change === null ? null : Math.round(change * 1e6) / 1e6);
const cents = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e6) / 1e6);

const ruleJson = ({ combine, triggers }: TriggerRule) => ({ combine, triggers: triggers.map(written) });

function seriesJson(series: ReplaySeries, params: Readonly<Record<string, unknown>> = {}) {
  const { strategy, failed, size, points, peak, overLimit, refused, totals, against, paidBack, loops, monitoring, warnings, stopped, ms } = series;
  const done = points.filter(({ outcome }) => outcome === 'compacted');
  return {
    strategy,
    requests: size.length,
    compactions: done.map(({ at, before, after, summaryTokens, summariesOver, trigger }) => ({
      at,
      before,
      after,
      summaryTokens,
      ...(summariesOver && { summariesOver }),
      trigger: trigger.kind,
    })),
    peakTokens: peak,
    overLimit: overLimit.length,
    promptTokens: totals.promptTokens,
    cachedTokens: totals.cacheRead,
    cost: { currency: 'USD', total: cents(totals.cost), summaries: cents(totals.summaryCost) },
    ms: Math.round(ms * 1000) / 1000,
    cacheWriteTokens: totals.cacheWrite,
    outputTokens: totals.output,
    refused: refused.length,
    stopped: stopped && { at: stopped.at, reason: words.reason(stopped.reason) },
    ...reportedProduct(strategy, params),
    trigger: { of: series.triggerOf, ...ruleJson(series.trigger) },
    warning: series.warning,
    warnings,
    // Relative changes of the cost. Compared with no compaction this is not a saving where that exceeds the window: `baseline.overLimit`.
    againstRecorded: rounded(against.recorded),
    againstNone: rounded(against.none),
    paidBackAt: paidBack,
    loops: loops.map(({ kind, from, to, times, freed, setting }) => ({ kind, from, to, times, freed: Math.round(freed), setting })),
    monitoring,
    misses: series.misses().map(({ fact, kind, request, neededAt, seenAt, lostBy }) => ({
      fact,
      kind,
      request,
      message: neededAt,
      saidIn: seenAt,
      lostBy: { compaction: points[lostBy]!.level, at: points[lostBy]!.at },
    })),
    ...(failed && { failed: words.reason(failed) }),
  };
}

export function printReplay(run: ReplayRun, format: string, asked: Args): void {
  const { target, json, log: wantsLog, replay: args } = asked;
  const { opened, replay, params, trigger, caching, prices, summarizer, fires } = run;
  const { prepared, inUse } = opened;
  const { counts, transcript } = prepared;
  if (wantsLog) {
    for (const { log } of replay.series) for (const line of log) out(JSON.stringify({ ...line, message: words.reason(line.reason) }));
    return;
  }
  const unseen = counts.calibration?.offset ?? 0;
  if (json) {
    const { recorded } = replay;
    out(
      JSON.stringify(
        {
          transcript: {
            format,
            messages: prepared.n,
            requests: replay.requests,
            tokens: counts.total,
            tokenizer: counts.tokenizer,
            exact: counts.exact,
          },
          window: inUse.window,
          windowFrom: inUse.windowFrom,
          trigger: { own: args.own, ...ruleJson(trigger) },
          target,
          caching,
          prices,
          ...(run.summaryModel !== null && { summaryModel: run.summaryModel, summaryWindow: run.summaryWindow }),
          unseenTokens: unseen,
          recorded: recorded && {
            requests: recorded.requests,
            usage: recorded.usage,
            cost: cents(recorded.cost),
            compactions: recorded.compactions,
            error: rounded(recorded.error),
            comparable: recorded.comparable,
            difference: recorded.difference,
          },
          // The first reference of the costs, and the number of requests without compaction that could not have been sent.
          reference: recorded?.cost && recorded.comparable ? 'recorded' : 'none',
          noneOverWindow: replay.baseline.overLimit.length,
          largestFiringWindow: fires,
          baseline: seriesJson(replay.baseline),
          ...(isStopped() && { stopped: { rows: replay.series.length, of: run.of } }),
          series: replay.series.map((one) => seriesJson(one, params[one.strategy])),
        },
        null,
        2,
      ),
    );
    return;
  }
  const n = numbers();
  const tokens = `${counts.exact ? '' : '≈ '}${n.whole(counts.total)}`;
  say(t('cli.replay.head', { format, messages: transcript.messages.length, requests: replay.requests, tokens, tokenizer: counts.tokenizer }));
  if (unseen > 0) say(t('reason.recorded-unseen', { unseen }));
  const aim =
    target === 'own'
      ? t('control.compare.shipped')
      : target <= 1
        ? t('cli.replay.target', { target: n.percent(target) })
        : t('cli.budget.target', { target });
  say(
    t('cli.replay.settings', {
      window: windowText(inUse),
      triggers: args.own ? t('cli.replay.own', { others: joined(trigger) }) : joined(trigger),
      target: aim,
      caching,
      prices: prices ? `${inUse.model} (${PRICE_LIST.name} ${PRICE_LIST.version}, ${PRICE_LIST.date})` : t('cli.replay.no-prices'),
      summarizer: run.summaryModel === null ? summarizerText(summarizer) : `${summarizerText(summarizer)} (${run.summaryModel})`,
    }),
  );
  const { recorded } = replay;
  if (recorded) {
    const { requests, usage, compactions } = recorded;
    const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
    const parts = [t('cli.replay.recorded', { requests, of: replay.requests, prompt })];
    if (compactions.length > 0) parts.push(t('reason.recorded-compactions', { count: compactions.length }));
    say(parts.join(' · '));
    if (recorded.why.length > 0) say(recorded.why.map(words.reason).join(' · '));
  }
  out('');
  for (const line of tableOf(run, asked)) say(line);
  out('');
  if (args.own) {
    for (const line of ownTriggerLines(replay)) say(line);
    out('');
  }
  const quiet = quietLine(replay, fires);
  if (quiet) say(quiet);
  say(t('cli.replay.legend'));
  const unsendable = replay.baseline.overLimit.length;
  if (unsendable > 0) say(`† ${t('replay.doubt.over', { count: unsendable, of: replay.requests, window: replay.window })} ${t('replay.unsendable')}`);
  for (const { strategy, stopped, refused } of replay.series)
    if (stopped)
      say(t('cli.replay.stopped', { title: words.title(strategy), at: stopped.at, refused: refused.length, text: words.reason(stopped.reason) }));
  for (const { strategy, points } of replay.series) {
    const over = points.reduce((sum, { summariesOver = 0 }) => sum + summariesOver, 0);
    if (over > 0) say(t('cli.replay.summaries-over', { title: words.title(strategy), count: over, window: run.summaryWindow }));
  }
  for (const { strategy, loops } of replay.series)
    for (const loop of loops.slice(0, 1)) say(t('cli.replay.loop', { title: words.title(strategy), text: words.reason(loop.reason) }));
}

const joined = ({ triggers, combine }: TriggerRule): string => triggers.map(written).join(t(`cli.replay.join.${combine}`));

/** Rows that never compacted nor tried to: what they cost is what no compaction costs. */
const isQuiet = ({ points, failed, stopped }: ReplaySeries): boolean => points.length === 0 && !failed && !stopped;

function ownTriggerLines({ series }: Replay): string[] {
  const quiet = series.filter(isQuiet);
  const lines = linesByRule(series.filter((one) => !isQuiet(one)));
  return quiet.length === 0 ? lines : [...lines, t('cli.replay.idle', { count: quiet.length }), ...linesByRule(quiet).map((line) => `  ${line}`)];
}

function linesByRule(series: readonly ReplaySeries[]): string[] {
  const titles = new Map<string, string[]>();
  for (const { strategy, trigger } of series) {
    const rule = trigger.triggers.length > 0 ? joined(trigger) : t('replay.triggers.never');
    titles.set(rule, [...(titles.get(rule) ?? []), words.title(strategy)]);
  }
  return [...titles].map(([rule, list]) => t('cli.replay.trigger', { rule, titles: list.join(', ') }));
}

/** Where no trigger ever fired: why, and what to try; null where one did. */
function quietLine(replay: Replay, fires: number | null): string | null {
  const { series, baseline, window, requests } = replay;
  if (requests === 0) return t('replay.noRequests');
  if (!neverFired(replay)) return null;
  const triggers = series.flatMap(({ trigger }) => trigger.triggers);
  if (triggers.every((one) => one.kind === 'turns' || one.kind === 'marker' || isAtPlaces(one))) return t('cli.replay.quiet');
  const { peak } = baseline;
  const why = t('replay.never', { peak, share: peak / window, window });
  if (fires === null || fires < LEAST_WINDOW) return `${why} ${t('cli.replay.quiet.none', { least: LEAST_WINDOW })}`;
  const smaller = smallerWindow(baseline.size[0] ?? 0, peak);
  const offers = [t('cli.replay.quiet.largest', { fires })];
  if (smaller >= LEAST_WINDOW && smaller < fires) offers.push(t('cli.replay.quiet.smaller', { smaller }));
  return [why, ...offers].join(' ');
}

function titleOf(strategy: string, params: ReplayRun['params']): string {
  const title = words.title(strategy);
  return reportedProduct(strategy, params[strategy] ?? {}).repaired ? t('cli.title.repaired', { title }) : title;
}

type ReplayColumn = (typeof REPLAY_COLUMNS)[number];

const change = (value: number | null): string => (value === null ? '—' : `${value > 0 ? '+' : ''}${numbers().percent(value)}`);

function columnsOf({ replay: { baseline }, params }: ReplayRun): Record<ReplayColumn, Column<ReplaySeries>> {
  const n = numbers();
  // A comparison with requests that could not have been sent is marked everywhere.
  const mark = baseline.overLimit.length > 0 ? '†' : '';
  const cached = ({ totals }: ReplaySeries): number => (totals.promptTokens === 0 ? 0 : totals.cacheRead / totals.promptTokens);
  const hasBack = (one: ReplaySeries): boolean => one !== baseline && one.totals.cost !== null && !one.stopped;
  const column = (name: Exclude<ReplayColumn, 'name' | 'ms'>): { head: string; align: 'right' } => ({
    head: t(`cli.replay.column.${name}`),
    align: 'right',
  });
  const title = ({ strategy }: ReplaySeries): string =>
    strategy === NO_COMPACTION ? t('replay.baseline').toLocaleLowerCase() : titleOf(strategy, params);
  return {
    name: { head: t('cli.column.strategy'), align: 'left', cell: title, rank: title },
    compactions: {
      ...column('compactions'),
      cell: ({ points, monitoring: { compactions } }) => {
        const tried = points.length - compactions;
        return `${n.whole(compactions)}${tried > 0 ? ` / ${n.whole(tried)}` : ''}`;
      },
      rank: ({ monitoring }) => monitoring.compactions,
    },
    peak: { ...column('peak'), cell: ({ peak }) => n.whole(peak), rank: ({ peak }) => peak },
    over: {
      ...column('over'),
      leaves: 6,
      cell: ({ overLimit }) => n.whole(overLimit.length),
      painted: ({ overLimit }) => (overLimit.length > 0 ? (text) => paint('warn', text) : undefined),
      rank: ({ overLimit }) => overLimit.length,
    },
    prompt: { ...column('prompt'), leaves: 2, cell: ({ totals }) => n.whole(totals.promptTokens), rank: ({ totals }) => totals.promptTokens },
    cached: { ...column('cached'), leaves: 4, cell: (one) => n.percent(cached(one)), rank: (one) => -cached(one) },
    summaries: {
      ...column('summaries'),
      leaves: 1,
      cell: ({ monitoring }) => n.whole(monitoring.summaryTokens),
      rank: ({ monitoring }) => monitoring.summaryTokens,
    },
    cost: { ...column('cost'), cell: ({ totals: { cost } }) => (cost === null ? '—' : n.money(cost)), rank: ({ totals }) => totals.cost },
    againstRecorded: {
      ...column('againstRecorded'),
      leaves: 5,
      cell: ({ against }) => change(against.recorded),
      rank: ({ against }) => against.recorded,
    },
    against: {
      ...column('against'),
      cell: ({ against: { none } }) => (none === null ? '—' : `${change(none)}${mark}`),
      rank: ({ against }) => against.none,
    },
    back: {
      ...column('back'),
      leaves: 3,
      cell: (one) => (!hasBack(one) ? '—' : one.paidBack === null ? t('cli.replay.never') : `${n.whole(one.paidBack)}${mark}`),
      rank: (one) => (hasBack(one) ? one.paidBack : null),
    },
    ms: { head: t('unit.ms'), align: 'right', leaves: 0, cell: ({ ms }) => n.ms(ms), rank: ({ ms }) => ms },
  };
}

function tableOf(run: ReplayRun, args: Args): readonly PaintedText[] {
  const { baseline, series, recorded } = run.replay;
  const knowsRecorded = Boolean(recorded?.cost && recorded.comparable);
  return columnLines(columnsOf(run), [baseline, ...(args.replay.own ? series.filter((one) => !isQuiet(one)) : series)], {
    usual: REPLAY_COLUMNS.filter((name) => knowsRecorded || name !== 'againstRecorded'),
    asked: args,
    first: baseline,
    instead: ({ failed }) => (failed ? words.reason(failed) : null),
  });
}
