/** `compare`: every strategy on one conversation, for one file or several. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Answer, lettersOf, WISHES, type Wishes } from '../engine/answer/contract.ts';
import { yoursIn } from '../engine/answer/yours.ts';
import { type CompareOptions, type OpenTranscript, requestsOf, rowOptions, targetOf } from '../engine/api.ts';
import { readablePlaces, recordedPlaces } from '../engine/compaction/compaction-recorded.ts';
import { compareAll, type CompareOptions as EngineOptions, matched, optionsFor, type RowRequest } from '../engine/compare.ts';
import { type Decay, decaySteps } from '../engine/decay/decay-rounds.ts';
import { areAt, type MeasureNames, REPORTED } from '../engine/measures/run/measured-values.ts';
import { byId } from '../engine/pipelines/index.ts';
import { agentOf } from '../engine/products/agents.ts';
import { hasFewCuts, MOST_BY_ITSELF, type Recall } from '../engine/recall/contract.ts';
import { recallSteps } from '../engine/recall/recall.ts';
import type { EngineRun } from '../engine/policy-run.ts';
import { type ReportHead, reportHead, type ReportRow, reportRow, type RowInput, withFuture } from '../engine/report.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { BUILT_IN, type ModelUsage, type Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { choiceId } from '../models/contract.ts';
import { loadPrices, priceNow, pricingOf } from '../models/prices.ts';
import type { ReportData } from '../report/contract.ts';
import { htmlReport } from '../report/html.ts';
import { markdownReport } from '../report/markdown.ts';
import { answerIn, type ReportAnswer, smallestBudget } from '../report/report-answer.ts';
import { plain } from '../i18n/answer-words.ts';
import '../i18n/en/report.ts';
import { type Args, selectedIds } from './args.ts';
import { namedIn } from './cli-columns.ts';
import { choose, idsOf, type Input, readInput, type RowSettings, settingsOf, signalsOf } from './cli-input.ts';
import { type ColumnName, COLUMNS, decayLines, tableLines, type TableRow, usualColumns } from './cli-table.ts';
import {
  err,
  isRefusal,
  numbers,
  out,
  outPainted,
  paint,
  printable,
  say,
  screenColumns,
  summarizerText,
  t,
  UsageError,
  windowText,
  words,
  wrapped,
} from './cli-words.ts';
import { InterruptError, isStopped, opened as openedInSteps, pause, progressOn, withPauses } from './progress.ts';
import { byVectors, withModel } from './summarizer.ts';

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
const RECALL_COLUMNS = REPORTED.filter(ofRecall);
const ANSWERED: readonly string[] = [...RECALL_COLUMNS, 'constraints', 'cost'];
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
    if (named) return [...named, ...(asked ? RECALL_COLUMNS : [])];
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

interface CompareRun {
  readonly opened: OpenTranscript;
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
  readonly writer: string;
  /** Looks for the smallest budget at which something works: null = there is none; undefined = Ctrl C ended it. */
  readonly smallest: (wishes: Wishes) => Promise<number | null | undefined>;
}

/** Tokens left of each message, where no report is written. */
const NOT_DRAWN = new Float64Array(0);

interface RowListener {
  head(head: CompareRun['head']): void;
  row(row: ReportRow): void;
}

/** Runs `chosen` on the transcript. Throws Interrupted where Ctrl C came before anything was finished. */
async function comparedRows(args: Args, { parsed }: Input, transcript: Transcript, chosen: CompareOptions, told?: RowListener): Promise<CompareRun> {
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
  const settings = matched(prepared, requests, plain);
  const target = targetOf(opened, settings);
  const head = reportHead({ prepared, parsed, window, windowFrom, target, pricing, atCompaction: place });
  if (!(await pause())) throw new InterruptError();

  const finished = new Map<string, TableRow>();
  /** Rows whose summaries a model writes come in the order of its answers: they are told at the end, in their own. */
  const waited = new Set<string>();
  const isDrawn = args.report.length > 0;
  const take = async (one: EngineRun): Promise<void> => {
    const { key, fates, into, summaries } = one;
    const row = reportRow(one, input);
    finished.set(key, { row, run: { key, fates, into, summaries, left: isDrawn ? one.left : NOT_DRAWN } });
    if (!waited.has(key)) told?.row(row);
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
        waits: (key) => waited.add(key),
        take: rehearsal ? () => Promise.resolve() : take,
      },
    );
    if (rehearsal && isStopped()) throw new InterruptError();
  };
  told?.head(head);
  await (real ? withModel(real, run) : run(builtIn));
  const ran = requests.flatMap(({ key }) => finished.get(key) ?? []);
  for (const { row } of ran) if (waited.has(row.key)) told?.row(row);

  // The built-in summariser writes at the cuts unless somebody pays: a model would be asked twelve times as often.
  const recallBy = (summarizer: Summarizer): Promise<Recall | null> =>
    withPauses(recallSteps(recording ?? prepared, requests, { ...plain, summarizer, recorded: recording !== null }), (step) => {
      if (step.kind === 'progress') progress('recall', step.done, step.of);
    });
  const measured = wantsRecall && !isStopped();
  const recall = !measured ? null : real && args.recallByModel ? await withModel(real, recallBy) : await recallBy(builtIn);
  const decays = args.decay ? await decaysOf(opened, requests, { ...settings, summarizer: builtIn }, progress) : null;
  const future = { recall, words, wanted, ...(input.writerOf && { writerOf: input.writerOf }), ...(decays && { decays }) };
  return {
    opened,
    target,
    match: settings === plain ? null : (settings.match?.key ?? null),
    place,
    recorded: transcript.compactions.length,
    head,
    rows: ran.map(({ row, run: one }) => ({ row: withFuture(row, future), run: one })),
    of: requests.length,
    recall,
    leftOut,
    answers: answer && recall !== null,
    writer,
    smallest: (wishes) => {
      const search = { recording: recording ?? null, rows: requests, options: { ...plain, summarizer: builtIn }, wishes, input };
      return smallestBudget(search, { goesOn: pause, recall: (steps) => withPauses(steps) });
    },
  };
}

async function decaysOf(
  opened: OpenTranscript,
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

function printComparison(args: Args, compared: CompareRun, format: string, told: ReportAnswer | null, own: string | null): void {
  const { opened, place, rows, recall, writer } = compared;
  const { counts, n: messages } = opened.prepared;
  const answer = told?.answer ?? null;
  const letters = lettersOf(own, answer, (key) => byId.get(key)?.source.seed === 'own');
  const n = numbers();
  const lead = told ? [plain(told.say), plain(told.doubts)] : [recall ? recallLine(recall) : compared.leftOut];
  for (const text of lead) if (text) say(text);
  const tokenizer = counts.calibration
    ? t('cli.head.calibrated', { tokenizer: counts.tokenizer, requests: counts.calibration.requests, error: counts.calibration.error })
    : counts.exact
      ? counts.tokenizer
      : t('cli.head.estimate', { tokenizer: counts.tokenizer });
  say(t('cli.head', { format, messages, tokens: `${counts.exact ? '' : '≈ '}${n.whole(counts.total)}`, tokenizer }));
  if (place !== null) say(t('cli.head.atCompaction', { number: place, of: compared.recorded }));
  const { inUse } = opened;
  say([windowText(inUse), targetText(compared, args.target), t('cli.budget.summarizer', { summarizer: writer })].join(' · '));
  out('');
  const [, best] = letters;
  const isShort = screenColumns() < Number.POSITIVE_INFINITY && args.strategies === null && !args.allRows;
  const lines = tableLines(rows, {
    prefix: counts.prefix,
    recall: recall && !hasFewCuts(recall) ? recall.cuts.length : null,
    screen: screenColumns(),
    order: answer?.row ? answer.order : null,
    best: best ?? null,
    columns: args.columns && namedIn(COLUMNS, args.columns),
    sort: args.sort === null ? null : (namedIn(COLUMNS, [args.sort])[0] ?? null),
    ...(isShort && { short: letters }),
  });
  for (const line of lines) outPainted(line);
  out('');
  if (recall && told) say(recallLine(recall));
  const results = rows.map(({ row }) => row);
  if (args.decay) for (const line of decayLines(results, screenColumns())) out(line);
  const other = args.decay && !isStopped() ? results.filter((row) => row.outcome === 'compacted' && row.decay === null).length : 0;
  if (other > 0) say(t('cli.decay.other', { count: other, reason: words.reason({ key: 'measure-other-writer' }) }));
  legend(t('cli.legend'));
  if (isShort) legend(t('cli.legend.short', { count: rows.length }));
}

function legend(text: string): void {
  for (const line of wrapped(text, screenColumns())) outPainted(paint('quiet', printable(line)));
}

function targetText({ target, match, opened }: CompareRun, asked: Args['target']): string {
  const { total } = opened.prepared.counts;
  const { window } = opened.inUse;
  if (match !== null) return t('cli.budget.same', { target: target!, row: words.title(match) });
  if (target === null || asked === 'own') return t('control.compare.shipped');
  if (asked > 1) return t(asked > window ? 'cli.budget.overWindow' : 'cli.budget.target', { target });
  return t(total > window ? 'cli.budget.ofWindow' : 'cli.budget.target', { target });
}

function recallLine({ cuts, needed, tooFew, recorded }: Recall): string {
  if (tooFew) return t('cli.recall.none', { reason: words.reason(tooFew) });
  const parts = [t('cli.recall', { needed, cuts: cuts.length })];
  if (recorded && recorded.needed > 0)
    parts.push(t('cli.recall.recorded', { share: recorded.kept / recorded.needed, count: recorded.compactions, needed: recorded.needed }));
  return parts.join(' · ');
}

async function writeReports(args: Args, made: Omit<ReportData, 'name' | 'settings'>): Promise<void> {
  const { budget, transcript } = made.report;
  const settings: (readonly [string, string])[] = [
    ['target', args.same ? 'same' : String(args.target)],
    ['window', `${budget.window} (${budget.windowFrom})`],
    ['tokenizer', transcript.tokenizer],
    ['summaries', args.real ? `${args.real.choice.provider} ${args.real.choice.model}` : 'built-in'],
    ...Object.entries(args.set).map(([strategy, params]) => [strategy, JSON.stringify(params)] as const),
  ];
  const data: ReportData = { ...made, name: args.file === null ? transcript.title : path.basename(args.file), settings };
  for (const file of args.report) {
    await writeFile(file, file.endsWith('.md') ? markdownReport(data) : htmlReport(data));
    err(t('cli.report.written', { file }));
  }
}

/*
 * `compare --jsonl`: a line of JSON as soon as there is something to say, so that nobody has to hold the whole. First `head`, then a `row` for
 * each strategy in the order in which they run, then what needs all of them (`recall`, `decay`), last `end`.
 */

const RECALL: readonly string[] = REPORTED.filter((name) => areAt('recall', new Set([name])));
const some = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => RECALL.includes(name)));

interface Lines extends RowListener {
  end(compared: CompareRun, answer: Answer | null): void;
  failed(error: string): void;
}

function jsonLines(file: string | null): Lines {
  const say = (type: string, values: object): void => out(JSON.stringify({ type, ...(file !== null && { file }), ...values }));
  return {
    head: (head) => say('head', head),
    row: (row: ReportRow) => say('row', { ...row, decay: undefined }),
    end: ({ rows, of, recall }, answer) => {
      for (const { row } of rows) {
        const { key, measures, notes, decay } = row;
        if (recall) say('recall', { key, measures: some({ ...measures }), notes: some({ ...notes }) });
        if (decay) say('decay', { key, decay });
      }
      say('end', { rows: rows.length, of, stopped: isStopped(), answer });
    },
    failed: (error) => say('error', { error }),
  };
}

/** Number of the recorded compaction that the comparison is before, by itself the last that can be read; null = the end. */
function placeOf({ atCompaction: asked }: Args, { transcript, levels }: ReturnType<typeof choose>): number | null {
  if (asked === null) return levels.length > 0 ? null : (readablePlaces(transcript).at(-1) ?? null);
  if (asked === 'end') return null;
  const known = recordedPlaces(transcript);
  const place = asked === 'last' ? known.at(-1) : known.find((number) => number === asked);
  if (place !== undefined) return place;
  const there = known.length === 0 ? t('cli.error.atCompaction.none') : known.join(', ');
  throw new UsageError(t('cli.error.atCompaction', { known: there, value: String(asked) }));
}

interface CompareChoice {
  readonly ids: readonly string[] | null;
  readonly params: RowSettings['params'];
  readonly signals?: Pick<SignalSettings, 'keywords'>;
}

/** Several files are compared one after the other: one that cannot be read costs its own comparison only. */
export async function runCompare(asked: Args): Promise<number> {
  const ids = asked.strategies && selectedIds('strategies', asked.strategies);
  const { params, real } = await settingsOf(asked);
  const signals = await signalsOf(asked);
  const args = { ...asked, real };
  const chosen = { ids, params, ...(signals && { signals }) };
  const several = args.files.length > 1;
  let code = 0;
  for (const [index, file] of args.files.entries()) {
    if (isStopped()) break;
    if (several && !args.json && !args.jsonl) out(`${index > 0 ? '\n' : ''}── ${file}`);
    try {
      await compareFile({ ...args, file }, chosen);
    } catch (error) {
      if (!several || !isRefusal(error)) throw error;
      if (args.jsonl) jsonLines(file).failed(error.message);
      else if (args.json) out(JSON.stringify({ file, error: error.message }));
      else err(error.message);
      code = 2;
    }
  }
  return code;
}

async function compareFile(args: Args, chosen: CompareChoice): Promise<void> {
  const input = await readInput(args);
  const chose = choose(input, args);
  const { transcript, levels } = chose;
  const strategies = idsOf(chosen.ids, transcript);
  const atCompaction = placeOf(args, chose);
  const target = args.same ? ('same' as const) : args.target;
  const common = { ...args, ...chosen, target, levels, atCompaction, strategies };
  return byVectors(args, transcript, common, (embedder) => compareAndPrint(args, input, transcript, { ...common, ...(embedder && { embedder }) }));
}

async function compareAndPrint(args: Args, input: Input, transcript: Transcript, chosen: CompareOptions): Promise<void> {
  const several = args.files.length > 1;
  const lines = args.jsonl ? jsonLines(several ? args.file : null) : null;
  const compared = await comparedRows(args, input, transcript, chosen, lines ?? undefined);
  const { head, rows, of, recall, opened } = compared;
  const runs = rows.map(({ run }) => run);
  const report = { ...head, random: recall?.curve ?? null, results: rows.map(({ row }) => row) };
  const match = args.same ? yoursIn(compared.opened.prepared.transcript) : null;
  const own = match?.key ?? agentOf({ ...transcript, format: input.parsed.format });
  const held = {
    target: args.target === 'own' ? 1 : args.target,
    match,
    writerOf: () => (args.real ? choiceId(args.real.choice) : BUILT_IN),
    recorded: transcript.compactions.length,
  };
  let told = recall && compared.answers ? answerIn(report.results, runs, recall, WISHES, held) : null;
  if (recall && told?.answer.verdict === 'nothing' && match === null && args.target !== 'own' && !args.real) {
    const smallest = await compared.smallest(WISHES);
    told = answerIn(report.results, runs, recall, WISHES, { ...held, smallest });
  }
  const answer = told?.answer ?? null;
  const { counts } = opened.prepared;
  const stopped = isStopped();
  if (lines) lines.end(compared, answer);
  else if (args.json) {
    const whole = { ...report, answer, ...(stopped && { stopped: { rows: rows.length, of } }) };
    out(several ? JSON.stringify({ file: args.file, ...whole }) : JSON.stringify(whole, null, 2));
  } else if (rows.length > 0) printComparison(args, compared, input.parsed.format, told, own);
  if (stopped) {
    err(t('cli.stopped.part', { done: rows.length, of }));
    return;
  }
  await writeReports(args, { report, told, recall, yours: own, prefix: counts.prefix, runs: new Map(runs.map((run) => [run.key, run])) });
}
