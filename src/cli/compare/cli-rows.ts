/** The rows of a comparison, one after the other: each becomes a row of the report as soon as it has run, and its messages and plan are let go. */
import type { Wishes } from '../../engine/answer/contract.ts';
import { type CompareOptions, type Opened, requestsOf, rowOptions, targetOf } from '../../engine/api.ts';
import { compareAll, type ComparedRow, type CompareOptions as EngineOptions, matched, optionsFor, type RowRequest } from '../../engine/compare.ts';
import { type Decay, decaySteps } from '../../engine/decay/decay.ts';
import { warmLosses, warmResult } from '../../engine/measures/run/losses.ts';
import { areAt, REPORTED, type MeasureNames } from '../../engine/measures/run/measured-values.ts';
import { MOST_BY_ITSELF, type Recall } from '../../engine/recall/contract.ts';
import { recallSteps } from '../../engine/recall/recall.ts';
import { type ReportHead, reportHead, type ReportRow, reportRow, type RowInput, withFuture } from '../../engine/report.ts';
import { createBuiltIn } from '../../engine/summarizers/built-in.ts';
import type { ModelUsage, Summarizer } from '../../engine/summarizers/contract.ts';
import type { Transcript } from '../../engine/transcript/types.ts';
import { choiceId } from '../../models/contract.ts';
import { loadPrices, priceNow, pricingOf } from '../../models/prices.ts';
import type { RowSummaries } from '../../report/report-answer.ts';
import { smallestBudget } from '../../report/smallest.ts';
import type { Args } from '../args.ts';
import { err } from '../output.ts';
import { progressOn } from '../progress.ts';
import type { Input } from '../reading.ts';
import { InterruptError, isStopped, opened as openedInSteps, pause, withPauses } from '../stop.ts';
import { withModel } from '../summarizer.ts';
import { type ColumnName, COLUMNS, type TableRow, usualColumns } from '../cli-table.ts';
import { summarizerText, t, words } from '../cli-words.ts';
import { namedIn } from '../cli-columns.ts';

// Which measures a comparison makes: those that are asked for, and where nobody says which, those that are shown.

/** What a column shows of `measures`; all others come with the result. */
const SHOWN: Partial<Record<ColumnName, readonly string[]>> = {
  facts: ['factRetention'],
  own: ['hindsightRecall', 'overBudget', 'belowChance'],
  independent: ['independentRecall', 'independent'],
  left: ['recallLeft'],
  binding: ['binding'],
  wording: ['independent'],
  cache: ['cacheSurvival'],
  cost: ['cost'],
};

const shownBy = (columns: readonly string[]): readonly string[] => namedIn(COLUMNS, columns).flatMap((name) => SHOWN[name] ?? []);
const ofRecall = (name: string): boolean => areAt('recall', new Set([name]));
const RECALL = REPORTED.filter(ofRecall);
const ANSWERED: readonly string[] = [...RECALL, 'constraints', 'cost'];
/** Neither the future nor what is lost is looked at for these: they come with the row. */
const AT_ONCE = REPORTED.filter((name) => areAt('measured', new Set([name])));

interface MeasureChoice {
  /** Names in `measures` of a row; null = all. */
  readonly wanted: MeasureNames;
  readonly recall: boolean;
  /** Messages up to which a recall that nobody asked for is measured, where this recording has more; else null. */
  readonly recallLeftOut: number | null;
  readonly answer: boolean;
}

const MOST_AT_A_SCREEN = 2000;

/** `messages` of the context: a long one has no recall unless somebody asks, nor has a table of columns that need none. */
export function chosenIn({ json, jsonl, columns, sort, report: reports, measures, recall: asked }: Args, messages: number): MeasureChoice {
  const whole = reports.length > 0;
  const named = measures && !measures.includes('all') ? measures.filter((name) => name !== 'none') : null;
  const shown = (named ?? shownBy([...(columns ?? []), ...(sort ? [sort] : [])])).some(ofRecall);
  const byItself = json && named === null;
  const most = byItself ? MOST_BY_ITSELF : !json && !jsonl && columns === null ? MOST_AT_A_SCREEN : null;
  const recall = asked || whole || shown || measures?.includes('all') === true || (most !== null && messages <= most);
  const names = (): readonly string[] => {
    if (named) return [...named, ...(asked ? RECALL : [])];
    if (jsonl) return [...AT_ONCE, ...(recall ? ANSWERED : [])];
    return [...shownBy([...(columns ?? usualColumns(recall)), ...(sort ? [sort] : [])]), ...(recall ? ANSWERED : [])];
  };
  const isAll = whole || byItself || (measures !== null && named === null);
  const wanted = isAll ? null : new Set(names());
  return {
    wanted,
    recall,
    recallLeftOut: recall ? null : most,
    answer: recall && (wanted === null || ANSWERED.every((name) => wanted.has(name))),
  };
}

export interface CompareRun {
  readonly opened: Opened;
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  /** Id of A where the target is what it leaves; else null. */
  readonly match: string | null;
  /** Number of the recorded compaction that the context ends before, of `recorded`; null = the end. */
  readonly place: number | null;
  readonly recorded: number;
  readonly head: ReportHead;
  readonly rows: readonly TableRow[];
  readonly of: number;
  readonly recall: Recall | null;
  /** Why there is none that nobody asked for; null = there is one, or none was to be. */
  readonly leftOut: string | null;
  readonly answers: boolean;
  readonly summarized: readonly RowSummaries[];
  readonly writer: string;
  /** Looks for the smallest budget at which something works: null = there is none; undefined = Ctrl C ended it. */
  readonly smallest: (wishes: Wishes) => Promise<number | null | undefined>;
}

export interface RowListener {
  head(head: CompareRun['head']): void;
  row(row: ReportRow): void;
}

const summarizedBy = ({ key, result }: ComparedRow): RowSummaries => ({
  key,
  result: result && { summaries: result.summaries.map(({ outcome: { summarizer } }) => ({ outcome: { summarizer } })) },
});

/** Runs `chosen` on the transcript. Throws Interrupted where Ctrl C came before anything was finished. */
export async function comparedRows(
  args: Args,
  { parsed }: Input,
  transcript: Transcript,
  chosen: CompareOptions,
  told?: RowListener,
): Promise<CompareRun> {
  const { real } = args;
  const place = typeof chosen.atCompaction === 'number' ? chosen.atCompaction : null;
  const progress = progressOn();
  const options: CompareOptions = { ...chosen, now: () => performance.now() };
  await loadPrices();
  const opened = await openedInSteps(transcript, options);
  const { prepared, recording, inUse } = opened;
  const { wanted, recall: wantsRecall, recallLeftOut, answer } = chosenIn(args, prepared.n);
  const leftOut = recallLeftOut === null ? null : t('cli.recall.ask', { most: recallLeftOut });
  if (leftOut !== null && args.json) err(leftOut);
  const requests = await requestsOf(opened, options);
  const builtIn = createBuiltIn({ outcome: args.summaryOutcome });
  const writer = real ? choiceId(real.choice) : summarizerText(builtIn.title);
  const priceOf = (_: string, usage: ModelUsage) => (real && priceNow(real.choice, usage)?.total) ?? null;
  const { window, windowFrom, model } = inUse;
  const pricing = pricingOf(model, prepared.transcript, priceOf);
  const input: RowInput = { prepared, words, priceOf, pricing, model, wanted, ...(real && { writerOf: () => choiceId(real.choice) }) };
  const plain = rowOptions(opened, options);
  const settings = await matched(prepared, requests, plain, pause);
  if (!settings) throw new InterruptError();
  const target = targetOf(opened, settings);
  const head = reportHead({ prepared, parsed, window, windowFrom, target, pricing, atCompaction: place });
  if (!(await pause())) throw new InterruptError();

  const finished = new Map<string, TableRow>();
  const summarized = new Map<string, RowSummaries>();
  /** Rows whose summaries a model writes come in the order of its answers: they are told at the end, in their own. */
  const waited = new Set<string>();
  const kept = async (row: ComparedRow): Promise<ComparedRow> => {
    const slim = { ...row, result: null, measures: null };
    if (row.result && areAt('losses', wanted)) {
      for (const _ of warmLosses(prepared)) if (!(await pause())) return slim;
      for (const _ of warmResult(prepared, row.result)) if (!(await pause())) return slim;
    }
    const reported = reportRow(row, input);
    finished.set(row.key, { row: reported, fates: row.result?.plan.fates ?? null });
    summarized.set(row.key, summarizedBy(row));
    if (!waited.has(row.key)) told?.row(reported);
    return slim;
  };
  const run = async (summarizer: Summarizer, rehearsal = false): Promise<void> => {
    await compareAll(
      prepared,
      requests,
      { ...settings, summarizer },
      {
        progress: (done, of) => {
          progress('comparing', done, of);
          return pause();
        },
        inSlices: true,
        slice: pause,
        waits: (key) => waited.add(key),
        kept: rehearsal ? (row) => Promise.resolve({ ...row, result: null }) : kept,
      },
    );
    if (rehearsal && isStopped()) throw new InterruptError();
  };
  told?.head(head);
  await (real ? withModel(real, run, err) : run(builtIn));
  const ran = requests.flatMap(({ key }) => finished.get(key) ?? []);
  for (const { row } of ran) if (waited.has(row.key)) told?.row(row);

  // The built-in summariser writes at the cuts unless somebody pays: a model would be asked twelve times as often.
  const recallBy = (summarizer: Summarizer): Promise<Recall | null> =>
    withPauses(recallSteps(recording ?? prepared, requests, { ...plain, summarizer, recorded: recording !== null }), (step) => {
      if (step.kind === 'progress') progress('recall', step.done, step.of);
    });
  const measured = wantsRecall && !isStopped();
  const recall = !measured ? null : real && args.recallByModel ? await withModel(real, recallBy, err) : await recallBy(builtIn);
  const decays = args.decay ? await decaysOf(opened, requests, { ...settings, summarizer: builtIn }, progress) : null;
  const future = { recall, words, wanted, ...(input.writerOf && { writerOf: input.writerOf }), ...(decays && { decays }) };
  return {
    opened,
    target,
    match: settings === plain ? null : (settings.match?.key ?? null),
    place,
    recorded: transcript.compactions.length,
    head,
    rows: ran.map(({ row, fates }) => ({ row: withFuture(row, future), fates })),
    of: requests.length,
    recall,
    leftOut,
    answers: answer && recall !== null,
    summarized: [...summarized.values()],
    writer,
    smallest: (wishes) => {
      const search = { recording: recording ?? null, rows: requests, options: { ...plain, summarizer: builtIn }, wishes, input };
      return smallestBudget(search, { slice: pause, recall: (steps) => withPauses(steps) });
    },
  };
}

async function decaysOf(
  opened: Opened,
  requests: readonly RowRequest[],
  options: EngineOptions,
  progress: ReturnType<typeof progressOn>,
): Promise<readonly Decay[]> {
  const decays: Decay[] = [];
  for (const request of requests) {
    progress('decay', decays.length, requests.length);
    const decay = await withPauses(decaySteps(opened.prepared, request, optionsFor(request, options)));
    if (!decay) break;
    decays.push(decay);
  }
  return decays;
}
