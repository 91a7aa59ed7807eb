/** The terminal program. `main` never throws: wrong use and unreadable input end with one line on standard error and exit code 2. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { compare, type CompareOptions, decay, open, recall } from '../engine/api.ts';
import { isMeasuredByItself, MOST_BY_ITSELF, type Recall } from '../engine/recall/contract.ts';
import { recordedPlaces } from '../engine/compaction/recorded.ts';
import { broughtLevels, type Level, levelOf, withHistory } from '../engine/compaction/history.ts';
import { conversationsOf, formats, formatById, type ListedConversation, parseTranscript, serializeTranscript } from '../engine/formats/index.ts';
import type { Parsed as ParsedFile } from '../engine/formats/contract.ts';
import { byId, strategies } from '../engine/pipelines/index.ts';
import { agentOf } from '../engine/presets/agents.ts';
import { reportOf } from '../engine/report.ts';
import { WISHES } from '../engine/answer/contract.ts';
import { answerIn } from '../report/answer.ts';
import type { SignalSettings } from '../engine/signals/contract.ts';
import type { Embedder } from '../engine/signals/embeddings.ts';
import { type Keywords, keywordsError } from '../engine/signals/keywords.ts';
import { hasRow, type Strategy } from '../engine/strategies/contract.ts';
import { type Param, resolveParams } from '../engine/strategies/params.ts';
import type { ModelUsage, Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript, Warning } from '../engine/transcript/types.ts';
import { formatReason } from '../i18n/index.ts';
import { readConfig } from '../scenario/config/config.ts';
import { type Args, helpText, readArgs } from './args.ts';
import { choiceId } from '../models/contract.ts';
import { loadPrices, priceNow, pricingOf } from '../models/prices.ts';
import { clearStatus, err, guardOutput, out, outFile, outPainted, printable, screenColumns } from './output.ts';
import { progressOn } from './progress.ts';
import { printReplay, replayed } from './replay.ts';
import { withEmbedder } from './embedder.ts';
import { selectedId, selectedIds } from './select.ts';
import { didYouMean } from './suggest.ts';
import { withModel } from './summarizer.ts';
import { writeReports } from './report.ts';
import { wrapped } from './grid.ts';
import { colour, hasColour, paint } from './paint.ts';
import { decayLines, tableLines } from './table.ts';
import { languageOfTerminal, numbers, speak, summarizerText, t, warningLine, windowText, words } from './words.ts';

const helpOf = ({ id, params }: Strategy) => ({ id, title: words.title(id), params: Object.keys(params).join(', ') });

/** Where the build puts the program of a thread of `map`, beside this one. */
const THREAD = new URL('./map-worker.js', import.meta.url);

/** A failure of the input: its message is the one line to print. */
class UsageError extends Error {}

/** Wrong use, or input that cannot be read: the message says all. */
const isRefusal = (error: unknown): error is Error => error instanceof UsageError || error instanceof RangeError;

/** How the help names a command: of a checkout, and of the installed package. */
const OF_PACKAGE = { from: /npm run -s (\w+) --/g, to: 'npx compaction-playground $1' } as const;

/**
 * Exit code: 0, 2 for wrong use and unreadable input, 3 where `map` could read no file, 1 for any other failure. `installed`: run as the
 * command of the package.
 */
export async function main(argv: readonly string[], installed = false): Promise<number> {
  await speak(languageOfTerminal(argv, process.env));
  guardOutput((message) => t('cli.error.write', { message }));
  if (argv[0] === 'completion') return runCompletion(argv.slice(1));
  const parsed = readArgs(argv);
  if (!parsed.ok) {
    err(parsed.error);
    return 2;
  }
  if (parsed.value.kind === 'help') {
    const help = helpText(parsed.value.command, {
      strategies: strategies.filter(({ preset }) => !preset).map(helpOf),
      products: strategies.filter(({ preset }) => preset).map(helpOf),
      formats: formats.map((f) => f.id),
    });
    out(installed ? help.replace(OF_PACKAGE.from, OF_PACKAGE.to) : help);
    return 0;
  }
  const { args } = parsed.value;
  colour(hasColour({ isTTY: process.stdout.isTTY, environment: process.env, refused: args.noColor }));
  try {
    if (args.command === 'inspect') await runInspect(args);
    else if (args.command === 'compact') await runCompact(args);
    else if (args.command === 'replay') await runReplay(args);
    else if (args.command === 'ask') await runAsking(args);
    else if (args.command === 'map') return await runMap(args);
    else if (args.command === 'reduce') await runReduce(args);
    else if (args.command === 'tune') return await runTune(args);
    else return await runCompare(args);
    return 0;
  } catch (error) {
    if (isRefusal(error)) {
      err(error.message);
      return 2;
    }
    // A defect of ours: a report needs its place.
    err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  } finally {
    clearStatus();
  }
}

/** `completion bash`: what a shell reads to complete the installed command. */
async function runCompletion(argv: readonly string[]): Promise<number> {
  const { SHELLS, completionOf } = await import('./completion.ts');
  const shell = SHELLS.find((one) => one === argv[0]);
  if (!shell) {
    err(t('cli.error.completion', { known: SHELLS.join(', '), value: argv[0] ?? '' }) + didYouMean(argv[0] ?? '', SHELLS));
    return 2;
  }
  out(completionOf(shell));
  return 0;
}

const unreadable = (file: string, error: unknown): UsageError =>
  new UsageError(t('cli.error.unreadable', { file, message: error instanceof Error ? error.message.replace(/, \w+ '.*$/s, '') : String(error) }));

interface Input {
  readonly name: string;
  readonly parsed: ParsedFile;
  readonly conversations: readonly ListedConversation[];
}

function checkFormat(id: string): void {
  if (!formatById(id))
    throw new UsageError(
      t('cli.error.choice', { name: 'format', known: formats.map((f) => f.id).join(', '), value: id }) +
        didYouMean(
          id,
          formats.map((f) => f.id),
        ),
    );
}

async function readInput(args: Args): Promise<Input> {
  const name = args.file === '-' ? t('cli.standardInput') : path.basename(args.file);
  let bytes: Uint8Array;
  try {
    bytes = args.file === '-' ? await readStandardInput() : await readFile(args.file);
  } catch (error) {
    throw unreadable(args.file, error);
  }
  if (args.format !== null) checkFormat(args.format);
  const parsed = parseTranscript(bytes, { name, format: args.format });
  if (!parsed.ok) {
    const { error } = parsed;
    const place =
      error.line !== undefined
        ? t('cli.error.line', { line: error.line })
        : error.path !== undefined
          ? t('cli.error.path', { path: error.path })
          : '';
    throw new UsageError(
      t('cli.error.import', {
        file: name,
        place,
        message: words.reason(error.reason),
        expected: error.expects.map(words.reason).join('; '),
      }).replace(/\s*\n\s*/g, ' '),
    );
  }
  return { name, parsed: parsed.value, conversations: conversationsOf(parsed.value) };
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** The chosen conversation with the file's compactions. Warnings go to standard error, so that standard output holds the result only. */
function choose(input: Input, args: Args): { readonly transcript: Transcript; readonly levels: readonly Level[] } {
  for (const warning of input.parsed.warnings) err(warningLine(warning));
  const count = input.conversations.length;
  if (args.conversation === null && count > 1) err(t('cli.warning', { text: t('cli.warning.more', { count }) }));
  const chosen = input.conversations[(args.conversation ?? 1) - 1];
  if (!chosen) throw new UsageError(t('cli.error.conversation', { count, value: String(args.conversation) }));
  const { levels, warning } = broughtLevels(chosen, (args.conversation ?? 1) - 1, input.parsed.format);
  if (warning) err(warningLine(warning));
  return { transcript: chosen.transcript, levels };
}

/** What runs: parameters, and who writes the summaries (null = the built-in summariser). */
interface RowSettings {
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly real: Args['real'];
}

/** Parameters of --config, overridden by --set; S4's summaryModel counts as --summary-model. */
async function settingsOf(args: Args): Promise<RowSettings> {
  const set = paramsOf(args);
  const { real } = args;
  if (args.config === null) return { params: set, real };
  let text: string;
  try {
    text = await readFile(args.config, 'utf8');
  } catch (error) {
    throw unreadable(args.config, error);
  }
  const read = await readConfig(text, (strategy) => byId.get(strategy)?.params);
  if (!read.ok) throw new UsageError(`${args.config}: ${formatReason(read.error)}`);
  for (const notice of read.value.notices) err(t('cli.warning', { text: formatReason(notice) }));
  const params: Record<string, Record<string, unknown>> = { ...set };
  for (const [strategy, values] of Object.entries(read.value.params)) params[strategy] = { ...values, ...set[strategy] };
  const { summaryModel } = read.value;
  if (!summaryModel || (real && real.choice.model !== '')) return { params, real };
  if (!real) err(t('cli.warning', { text: t('cli.warning.summary-model', { model: summaryModel }) }));
  return { params, real: real && { ...real, choice: { ...real.choice, model: summaryModel } } };
}

/** Lists of --keywords: a JSON object with words by list id. */
async function signalsOf(args: Args): Promise<Pick<SignalSettings, 'keywords'> | undefined> {
  if (args.keywords === null) return undefined;
  let text: string;
  try {
    text = await readFile(args.keywords, 'utf8');
  } catch (error) {
    throw unreadable(args.keywords, error);
  }
  const keywords = parsedJson(text);
  const wrong = keywordsError(keywords);
  if (wrong) {
    throw new UsageError(
      t('cli.error.keywords', { file: args.keywords, place: ['$', ...wrong.path].join('.'), expected: words.reason(wrong.expects) }),
    );
  }
  return { keywords: keywords as Keywords };
}

/** Values of --set by strategy, converted to each parameter's type and checked against its range. */
function paramsOf(args: Args): Record<string, Record<string, unknown>> {
  const params: Record<string, Record<string, unknown>> = {};
  for (const [id, values] of Object.entries(args.set)) {
    const strategy = byId.get(id);
    if (!strategy)
      throw new UsageError(t('cli.error.choice', { name: 'set', known: [...byId.keys()].join(', '), value: id }) + didYouMean(id, [...byId.keys()]));
    const typed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, typedValue(strategy.params[name]?.kind, text)]));
    const checked = resolveParams(strategy.params, typed);
    if (!checked.ok) {
      const known = Object.keys(strategy.params);
      const unknown = Object.keys(typed).find((name) => !known.includes(name));
      throw new UsageError(`--set ${id}: ${checked.error}${unknown === undefined ? '' : didYouMean(unknown, known)}`);
    }
    params[id] = typed;
  }
  return params;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Text that is no value of the kind stays text: the schema refuses it and says what was expected. */
function typedValue(kind: Param['kind'] | undefined, text: string): unknown {
  if (kind === 'number' && text.trim() !== '') return Number.isNaN(Number(text)) ? text : Number(text);
  if (kind === 'table' || kind === 'stages') return parsedJson(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The chosen strategies, else all with a row of their own in this conversation. */
function idsOf(chosen: readonly string[] | null, { compactions }: Transcript): readonly string[] {
  return chosen ?? strategies.filter((s) => hasRow(s, compactions.length)).map((s) => s.id);
}

async function runReplay(args: Args): Promise<void> {
  // Before anything is read.
  const chosen = args.strategies && selectedIds('strategies', args.strategies);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const ids = idsOf(chosen, transcript);
  const opened = await open(transcript, { ...args, levels, ...(signals && { signals }) });
  const run = await replayed(opened, ids, params, args);
  printReplay(run, input.parsed.format, args, out);
}

async function runAsking(args: Args): Promise<void> {
  const chosen = selectedIds('strategies', args.strategies ?? []);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  const { transcript, levels } = choose(await readInput(args), args);
  const options = { ...args, levels, strategies: chosen, params, ...(signals && { signals }) };
  const { runAsk } = await import('./ask.ts');
  if (args.ask) await runAsk(await open(transcript, options), options, args.ask, args.json);
}

async function runMap(args: Args): Promise<number> {
  const chosen = args.strategies && selectedIds('strategies', args.strategies);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  if (args.format !== null) checkFormat(args.format);
  const { runMap: run } = await import('./sets/map.ts');
  return run(args, { ids: chosen, params, ...(signals && { signals }) }, THREAD);
}

async function runTune(args: Args): Promise<number> {
  if (args.strategy === null) throw new UsageError(t('cli.error.tune.strategy'));
  const strategy = byId.get(selectedId(args.strategy))!;
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  if (args.format !== null) checkFormat(args.format);
  const { runTune: run } = await import('./tune/tune.ts');
  return run(args, { strategy, params: params[strategy.id] ?? {}, ...(signals && { signals }) }, THREAD);
}

async function runReduce(args: Args): Promise<void> {
  const { runReduce: run } = await import('./sets/reduce.ts');
  await run(args);
}

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
async function runCompare(asked: Args): Promise<number> {
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

/** Runs with the embedding model of the arguments if a strategy can use it, else without. */
async function byVectors<T>(
  { vectors }: Args,
  transcript: Transcript,
  options: CompareOptions & { readonly strategies: readonly string[] },
  run: (embedder: Embedder | null) => Promise<T>,
): Promise<T> {
  if (!vectors) return run(null);
  if (!options.strategies.some((id) => byId.get(id)?.embeds)) {
    err(t('cli.warning', { text: t('cli.embedder.unused', { known: strategies.flatMap(({ id, embeds }) => (embeds ? [id] : [])).join(', ') }) }));
    return run(null);
  }
  const { prepared } = await open(transcript, options);
  return withEmbedder(vectors, prepared, run, err);
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

/** The output format: as requested, else the input's, if it can be written. */
function formatToWrite(args: Args, input: Input, transcript: Transcript): string {
  const writable = formats.filter((f) => f.serialize).map((f) => f.id);
  if (args.to !== null && !writable.includes(args.to))
    throw new UsageError(t('cli.error.choice', { name: 'to', known: writable.join(', '), value: args.to }));
  const cameIn = input.parsed.format === OWN_FORMAT ? OWN_FORMAT : transcript.format;
  return args.to ?? (writable.includes(cameIn) ? cameIn : writable[0]!);
}

/** Our own format holds full messages, context and records; every other one only the context for a model. */
const OWN_FORMAT = 'playground';

/** Writes the context that the levels leave. */
function write(base: Transcript, levels: readonly Level[], to: string, used?: { readonly usedTokens: number; readonly maxTokens: number }): void {
  const context = levels.at(-1)?.transcript ?? base;
  const whole = to === OWN_FORMAT;
  const saved = { updatedAt: new Date().toISOString(), ...(used && { tokenUsage: used }) };
  const ours = levels.length > 0 ? withHistory(base, levels, saved) : base;
  const plain = withHistory(context, []);
  const transcript = whole ? ours : levels.length > 0 ? { ...plain, branches: [], compactions: [] } : plain;
  const written = serializeTranscript(transcript, to);
  if (!written.ok) throw new UsageError(words.reason(written.error.reason));
  for (const warning of written.value.warnings) err(warningLine(warning));
  outFile(written.value.text);
}

async function runCompact(args: Args): Promise<void> {
  if (args.undo) return runUndo(args);
  if (args.strategy === null) throw new UsageError(t('cli.error.strategy', { known: [...byId.keys()].join(', ') }));
  const id = selectedId(args.strategy);
  const { params, real } = await settingsOf(args);
  const signals = await signalsOf(args);
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const to = formatToWrite(args, input, transcript);
  const common = { ...args, levels, strategies: [id], params, ...(signals && { signals }) };
  const { rows, inUse } = await byVectors(args, transcript, common, (embedder) => {
    const run = (summarizer: Summarizer) => compare(transcript, { ...common, summarizer, ...(embedder && { embedder }) });
    return real ? withModel(real, run, err) : run(createBuiltIn({ outcome: args.summaryOutcome }));
  });
  const { result, measures, failed } = rows[0]!;
  if (!result) throw new UsageError(failed ? words.reason(failed) : '');
  if (result.outcome !== 'compacted') {
    err(
      t('cli.warning', {
        text: t('cli.error.not-compacted', {
          title: words.title(result.strategy),
          outcome: t(`cli.outcome.${result.outcome}`),
          reason: result.why ? words.reason(result.why) : '',
        }),
      }),
    );
    write(transcript, levels, to);
    return;
  }
  const efficiency = measures?.efficiency ?? null;
  const level = levelOf(levels.at(-1)?.transcript ?? transcript, result, efficiency === null ? {} : { efficiency });
  const dated: Level = { ...level, record: { ...level.record, ts: new Date().toISOString() } };
  write(transcript, [...levels, dated], to, { usedTokens: result.tokensAfter, maxTokens: inUse.window });
}

/** Undoes the last compaction of the file. */
async function runUndo(args: Args): Promise<void> {
  if (args.strategy !== null) throw new UsageError(t('cli.error.undoStrategy'));
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  if (levels.length === 0) throw new UsageError(t('cli.error.nothingToUndo', { file: input.name }));
  const left = levels.slice(0, -1);
  write(left.length > 0 ? transcript : withHistory(transcript, []), left, formatToWrite(args, input, transcript));
}

async function runInspect(args: Args): Promise<void> {
  const input = await readInput(args);
  const conversations = [];
  const stored: Warning[] = [];
  for (const [index, conversation] of input.conversations.entries()) {
    const { transcript, parent } = conversation;
    const { levels, warning } = broughtLevels(conversation, index, input.parsed.format);
    if (warning) stored.push(warning);
    const { prepared } = await open(transcript, args);
    let toolCalls = 0;
    let toolResults = 0;
    for (const message of transcript.messages) {
      for (const part of message.parts) {
        if (part.type === 'tool-call') toolCalls++;
        else if (part.type === 'tool-result') toolResults++;
      }
    }
    conversations.push({
      id: transcript.id,
      title: transcript.title ?? '',
      parent,
      messages: prepared.n,
      toolCalls,
      toolResults,
      tokens: prepared.counts.total,
      tokenizer: prepared.counts.tokenizer,
      exact: prepared.counts.exact,
      compactions: transcript.compactions.length,
      levels: levels.map(({ record: { strategy, messagesBefore, messagesAfter, tokensBefore, tokensAfter, ts } }) => ({
        strategy,
        messagesBefore,
        messagesAfter,
        tokensBefore,
        tokensAfter,
        ...(ts !== undefined && { ts }),
      })),
    });
  }
  const { format, confidence } = input.parsed;
  const warnings = [...input.parsed.warnings, ...stored];
  if (args.json) {
    out(JSON.stringify({ format, confidence, conversations, warnings }, null, 2));
    return;
  }
  const n = numbers();
  out(t('cli.inspect.head', { file: input.name, format, confidence }));
  conversations.forEach((c, i) => {
    const title = t('cli.inspect.conversation', { number: i + 1, title: c.title || t('cli.inspect.untitled') });
    out(`\n${title}${c.parent === null ? '' : ` · ${t('cli.inspect.subagent', { number: c.parent + 1 })}`}`);
    out(
      `   ${t('cli.inspect.facts', { messages: c.messages, calls: c.toolCalls, results: c.toolResults, tokens: `${c.exact ? '' : '≈ '}${n.whole(c.tokens)}`, compactions: c.compactions })}`,
    );
    c.levels.forEach((level, k) => {
      const { messagesBefore, messagesAfter, tokensBefore, tokensAfter } = level;
      const values = { level: k + 1, title: words.title(level.strategy), messagesBefore, messagesAfter, tokensBefore, tokensAfter };
      out(`   ${t('cli.inspect.level', values)}`);
    });
  });
  if (warnings.length) out('');
  for (const warning of warnings) out(warningLine(warning));
}
