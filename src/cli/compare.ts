/** `compare`: every strategy on one conversation, for one file or several. */
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { compare, type CompareOptions, decay, recall } from '../engine/api.ts';
import { isMeasuredByItself, MOST_BY_ITSELF, type Recall } from '../engine/recall/contract.ts';
import { recordedPlaces } from '../engine/compaction/recorded.ts';
import { agentOf } from '../engine/presets/agents.ts';
import { reportOf } from '../engine/report.ts';
import { WISHES } from '../engine/answer/contract.ts';
import { answerIn } from '../report/answer.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import type { ModelUsage, Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import type { Args } from './args.ts';
import { choiceId } from '../models/contract.ts';
import { loadPrices, priceNow, pricingOf } from '../models/prices.ts';
import { err, out, outPainted, printable, screenColumns } from './output.ts';
import { progressOn } from './progress.ts';
import { selectedIds } from './select.ts';
import { withModel } from './summarizer.ts';
import { writeReports } from './report.ts';
import { wrapped } from './grid.ts';
import { paint } from './paint.ts';
import { decayLines, tableLines } from './table.ts';
import { numbers, summarizerText, t, windowText, words } from './words.ts';
import { UsageError, isRefusal } from './refusal.ts';
import { type Input, readInput, choose } from './reading.ts';
import { type RowSettings, settingsOf, signalsOf, idsOf } from './settings.ts';
import { byVectors } from './embedder.ts';

/** Number of the recorded compaction that the comparison stands before; null = the end. */
function placeOf({ atCompaction: asked }: Args, transcript: Transcript): number | null {
  if (asked === null) return null;
  const known = recordedPlaces(transcript);
  const place = asked === 'last' ? known.at(-1) : known.find((number) => number === asked);
  if (place !== undefined) return place;
  const there = known.length === 0 ? t('cli.error.atCompaction.none') : known.join(', ');
  throw new UsageError(t('cli.error.atCompaction', { known: there, value: String(asked) }));
}

/** What is compared, known before anything is read. */
interface Chosen {
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
  if (args.files.length === 1) {
    await compareFile(args, chosen);
    return 0;
  }
  let code = 0;
  for (const [index, file] of args.files.entries()) {
    if (!args.json) out(`${index > 0 ? '\n' : ''}── ${file}`);
    try {
      await compareFile({ ...args, file }, chosen);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (args.json) out(JSON.stringify({ file, error: error.message }));
      else err(error.message);
      code = 2;
    }
  }
  return code;
}

async function compareFile(args: Args, chosen: Chosen): Promise<void> {
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const strategies = idsOf(chosen.ids, transcript);
  const atCompaction = placeOf(args, transcript);
  const common = { ...args, ...chosen, levels, atCompaction, strategies };
  return byVectors(args, transcript, common, (embedder) => compared(args, input, transcript, { ...common, ...(embedder && { embedder }) }));
}

async function compared(args: Args, input: Input, transcript: Transcript, chosen: CompareOptions): Promise<void> {
  const { real } = args;
  // Resolved by now: `last` is a number.
  const place = typeof chosen.atCompaction === 'number' ? chosen.atCompaction : null;
  const progress = progressOn();
  const options = { ...chosen, progress };
  const run = (summarizer: Summarizer) => compare(transcript, { ...options, summarizer, now: () => performance.now() });
  const builtIn = createBuiltIn({ outcome: args.summaryOutcome });
  const result = await (real ? withModel(real, run, err) : run(builtIn));
  const title = real ? choiceId(real.choice) : summarizerText(builtIn.title);
  const { prepared, inUse, target } = result;
  const priceOf = (_: string, usage: ModelUsage) => (real && priceNow(real.choice, usage)?.total) ?? null;
  await loadPrices();
  // The built-in summariser writes at the cuts unless somebody pays: a model would be asked twelve times as often.
  const long = !isMeasuredByItself(prepared.n) && !args.recall;
  if (args.json && long) err(words.reason({ key: 'recall-long', values: { messages: prepared.n, most: MOST_BY_ITSELF } }));
  const recallBy = (summarizer: Summarizer) => recall(result, { ...options, summarizer });
  const measure = async () => (args.real && args.recallByModel ? withModel(args.real, recallBy, err) : recallBy(builtIn));
  const recalled = args.recall || args.reports.length > 0 || (args.json && !long) ? await measure() : null;
  const report = reportOf({
    prepared,
    parsed: input.parsed,
    window: inUse.window,
    windowFrom: inUse.windowFrom,
    target,
    rows: result.rows,
    words,
    priceOf,
    pricing: pricingOf(inUse.model, priceOf),
    model: inUse.model,
    atCompaction: place,
    recall: recalled,
    progress: (done, of) => progress('measuring', done, of),
    ...(args.real && { writerOf: () => title }),
    ...(args.decay && { decays: await decay(result, { ...options, summarizer: builtIn }) }),
  });
  const own = agentOf(input.parsed.format);
  const told = recalled && answerIn(report.results, result.rows, recalled, WISHES, { own, agent: true });
  const answer = told?.answer ?? null;
  await writeReports(args, { report, told, prefix: prepared.counts.prefix });
  if (args.json) {
    const several = args.files.length > 1;
    out(several ? JSON.stringify({ file: args.file, ...report, answer }) : JSON.stringify({ ...report, answer }, null, 2));
    return;
  }
  const n = numbers();
  const { counts } = prepared;
  const tokenizer = counts.calibration
    ? t('cli.head.calibrated', { tokenizer: counts.tokenizer, requests: counts.calibration.requests, error: counts.calibration.error })
    : counts.exact
      ? counts.tokenizer
      : t('cli.head.estimate', { tokenizer: counts.tokenizer });
  out(t('cli.head', { format: input.parsed.format, messages: prepared.n, tokens: `${counts.exact ? '' : '≈ '}${n.whole(counts.total)}`, tokenizer }));
  if (place !== null) out(t('cli.head.atCompaction', { number: place, of: transcript.compactions.length }));
  out(
    [windowText(inUse), targetText(target, args.target, counts.total, inUse.window), t('cli.budget.summarizer', { summarizer: title })].join(' · '),
  );
  for (const text of told ? [told.say, told.doubts] : []) for (const line of wrapped(text, screenColumns())) if (line) out(line);
  out('');
  const lines = tableLines(
    report.results.map((row, i) => ({ row, fates: result.rows[i]?.result?.plan.fates ?? null })),
    {
      prefix: counts.prefix,
      recall: recalled && recalled.tooFew === null ? recalled.cuts.length : null,
      screen: screenColumns(),
      order: answer && answer.verdict !== 'none' ? answer.order : null,
      best: answer?.row?.key ?? null,
      columns: args.columns,
      sort: args.sort,
    },
  );
  for (const line of lines) outPainted(line);
  out('');
  if (recalled) out(recallLine(recalled));
  if (args.decay) for (const line of decayLines(report.results, screenColumns())) out(line);
  const other = args.decay ? report.results.filter((row) => row.outcome === 'compacted' && row.decay === null).length : 0;
  if (other > 0) out(t('cli.decay.other', { count: other, reason: words.reason({ key: 'measure-other-writer' }) }));
  legend(t('cli.legend'));
  const shipped = report.results.filter(({ repaired }) => repaired === false).length;
  if (shipped > 0) legend(t('cli.legend.products', { count: shipped }));
  if (recalled && recalled.tooFew === null) legend(t('cli.legend.recall'));
}

function legend(text: string): void {
  for (const part of text.split('\n')) for (const line of wrapped(part, screenColumns())) outPainted(paint('quiet', printable(line)));
}

/** The target in tokens, and its share where the window limits it. */
function targetText(target: number | null, asked: Args['target'], total: number, window: number): string {
  if (target === null || asked === 'own') return t('cli.budget.own');
  if (asked > 1) return t(asked > window ? 'cli.budget.overWindow' : 'cli.budget.target', { target });
  return t(total > window ? 'cli.budget.ofWindow' : 'cli.budget.target', { target });
}

/** What the recall of the rows is to be held against. */
function recallLine({ cuts, needed, tooFew, random, oracle, recorded }: Recall): string {
  if (tooFew) return t('cli.recall.none', { reason: words.reason(tooFew) });
  const parts = [t('cli.recall', { needed, cuts: cuts.length })];
  if (random !== null && oracle !== null) parts.push(t('cli.recall.bounds', { random, oracle }));
  if (recorded && recorded.needed > 0)
    parts.push(t('cli.recall.recorded', { share: recorded.kept / recorded.needed, count: recorded.compactions, needed: recorded.needed }));
  return parts.join(' · ');
}
