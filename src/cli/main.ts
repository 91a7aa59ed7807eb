/** The terminal program. `main` never throws: wrong use and unreadable input end with one line on standard error and exit code 2. */
import { type CompareOptions, requestsOf, rowOptions } from '../engine/api.ts';
import { broughtLevels, type Level, levelOf, withHistory } from '../engine/compaction/history.ts';
import { compareAll } from '../engine/compare.ts';
import { formats, serializeTranscript } from '../engine/formats/index.ts';
import { byId } from '../engine/pipelines/index.ts';
import type { EngineRun } from '../engine/policy-run.ts';
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript, Warning } from '../engine/transcript/types.ts';
import { type Args, completionOf, readArgs, selectedId, selectedIds } from './args.ts';
import { type Column, columnLines, INSPECT_COLUMNS } from './cli-columns.ts';
import type { Command } from './cli-options.ts';
import { printReplay, replayed } from './cli-replay.ts';
import { checkFormat, choose, idsOf, type Input, readInput, settingsOf, signalsOf } from './cli-input.ts';
import {
  warn,
  clearStatus,
  colour,
  err,
  guardOutput,
  hasColour,
  inline,
  isRefusal,
  languageOfTerminal,
  notOneOf,
  numbers,
  out,
  outFile,
  say,
  speak,
  t,
  UsageError,
  warningLine,
  words,
} from './cli-words.ts';
import { runCompare } from './cli-compare.ts';
import { beginTelling, compactingOn, INTERRUPTED, InterruptError, isStopped, opened, pause, progressOn, stoppable } from './progress.ts';
import { byVectors, withModel } from './summarizer.ts';

function formatToWrite(args: Args, input: Input, transcript: Transcript): string {
  const writable = formats.filter((f) => f.serialize).map((f) => f.id);
  if (args.to !== null && !writable.includes(args.to)) throw new UsageError(notOneOf('to', args.to, writable));
  const cameIn = input.parsed.format === OWN_FORMAT ? OWN_FORMAT : transcript.format;
  return args.to ?? (writable.includes(cameIn) ? cameIn : writable[0]!);
}

/** Our own format holds full messages, context and records; every other one only the context for a model. */
const OWN_FORMAT = 'playground';

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

/** Exit code where a summary failed and the original was written: whoever runs it in a script must not take the file for a compacted one. */
const SUMMARY_FAILED = 3;

async function runCompact(args: Args): Promise<number> {
  if (args.undo) return runUndo(args);
  if (args.strategies === null) throw new UsageError(t('cli.error.strategy', { known: [...byId.keys()].join(', ') }));
  const id = selectedId(args.strategies);
  const { params, real } = await settingsOf(args);
  const signals = await signalsOf(args);
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const to = formatToWrite(args, input, transcript);
  const common = { ...args, levels, strategies: [id], params, ...(signals && { signals }) };
  const { result, measures, why, window } = await byVectors(args, transcript, common, (embedder) => {
    const run = (summarizer: Summarizer) => rowOf(transcript, { ...common, summarizer, ...(embedder && { embedder }) });
    return real ? withModel(real, run) : run(createBuiltIn({ outcome: args.summaryOutcome }));
  });
  if (!result) throw new UsageError(why ? words.reason(why) : '');
  if (result.outcome !== 'compacted') {
    warn(
      t('cli.error.not-compacted', {
        title: words.title(result.strategy),
        outcome: t(`compare.note.${result.outcome}`),
        reason: result.why ? words.reason(result.why) : '',
      }),
    );
    write(transcript, levels, to);
    return result.failures.length > 0 ? SUMMARY_FAILED : 0;
  }
  const { efficiency } = measures;
  const level = levelOf(levels.at(-1)?.transcript ?? transcript, result, efficiency === null ? {} : { efficiency });
  const dated: Level = { ...level, record: { ...level.record, ts: new Date().toISOString() } };
  write(transcript, [...levels, dated], to, { usedTokens: result.tokensAfter, maxTokens: window });
  return 0;
}

const WATCH_MS = 500;

async function rowOf(transcript: Transcript, options: CompareOptions): Promise<EngineRun & { readonly window: number }> {
  const base = await opened(transcript, options);
  const requests = await requestsOf(base, options);
  const watch = setInterval(compactingOn(), WATCH_MS);
  try {
    const rows = await compareAll(base.prepared, requests, rowOptions(base, options), { progress: pause });
    if (!rows) throw new InterruptError();
    return { ...rows[0]!, window: base.inUse.window };
  } finally {
    clearInterval(watch);
  }
}

async function runUndo(args: Args): Promise<number> {
  if (args.strategies !== null) throw new UsageError(t('cli.error.exclude', { one: '--undo', other: '--strategy' }));
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  if (levels.length === 0) throw new UsageError(t('cli.error.nothingToUndo', { file: input.name }));
  const left = levels.slice(0, -1);
  write(left.length > 0 ? transcript : withHistory(transcript, []), left, formatToWrite(args, input, transcript));
  return 0;
}

async function runInspect(args: Args): Promise<number> {
  const input = await readInput(args);
  const stored: Warning[] = [];
  const conversations = await conversationsIn(input, args, (warning) => stored.push(warning));
  if (isStopped() && conversations.length === 0) throw new InterruptError();
  const { format, confidence } = input.parsed;
  const warnings = [...input.parsed.warnings, ...stored];
  const stopped = isStopped() ? { conversations: conversations.length, of: input.conversations.length } : null;
  if (args.json) out(JSON.stringify({ format, confidence, ...(stopped && { stopped }), conversations, warnings }, null, 2));
  else {
    say(t('cli.inspect.head', { file: input.name, format, confidence }));
    out('');
    print(conversations, args);
    if (warnings.length) out('');
    for (const warning of warnings) say(warningLine(warning));
  }
  if (stopped) err(t('cli.stopped.part', { done: stopped.conversations, of: stopped.of }));
  return 0;
}

async function conversationsIn(input: Input, args: Args, warned: (warning: Warning) => void) {
  const progress = progressOn();
  const found = [];
  const parts = input.conversations.length;
  for (const [part, conversation] of input.conversations.entries()) {
    if (!(await pause())) break;
    const { transcript, parent } = conversation;
    const { levels, warning } = broughtLevels(conversation, part, input.parsed.format);
    const one = await opened(transcript, args, { progress, part, parts }).catch((error: unknown) => {
      if (error instanceof InterruptError) return null;
      throw error;
    });
    if (!one) break;
    if (warning) warned(warning);
    const { prepared } = one;
    let toolCalls = 0;
    let toolResults = 0;
    for (const message of transcript.messages) {
      for (const item of message.parts) {
        if (item.type === 'tool-call') toolCalls++;
        else if (item.type === 'tool-result') toolResults++;
      }
    }
    found.push({
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
  return found;
}

type ConversationRow = Awaited<ReturnType<typeof conversationsIn>>[number];
type InspectColumn = (typeof INSPECT_COLUMNS)[number];

function print(conversations: readonly ConversationRow[], asked: Args): void {
  const numbered = conversations.map((one, index) => ({ ...one, number: index + 1 }));
  const n = numbers();
  const column = (name: InspectColumn): { head: string; align: 'right' } => ({
    head: t(
      name === 'messages' || name === 'tokens'
        ? `unit.${name}`
        : name === 'compactions'
          ? 'cli.replay.column.compactions'
          : `cli.inspect.column.${name}`,
    ),
    align: 'right',
  });
  const title = ({ number, title: own }: (typeof numbered)[number]): string => inline(`${number}. ${own || t('cli.inspect.untitled')}`);
  const columns: Record<InspectColumn, Column<(typeof numbered)[number]>> = {
    name: { ...column('name'), align: 'left', cell: title, rank: ({ title: own }) => own },
    messages: { ...column('messages'), cell: ({ messages }) => n.whole(messages), rank: ({ messages }) => -messages },
    calls: { ...column('calls'), leaves: 2, cell: ({ toolCalls }) => n.whole(toolCalls), rank: ({ toolCalls }) => -toolCalls },
    results: { ...column('results'), leaves: 1, cell: ({ toolResults }) => n.whole(toolResults), rank: ({ toolResults }) => -toolResults },
    tokens: { ...column('tokens'), cell: ({ exact, tokens }) => `${exact ? '' : '≈ '}${n.whole(tokens)}`, rank: ({ tokens }) => -tokens },
    compactions: { ...column('compactions'), leaves: 3, cell: ({ compactions }) => n.whole(compactions), rank: ({ compactions }) => -compactions },
    parent: { ...column('parent'), leaves: 4, cell: ({ parent }) => (parent === null ? '' : n.whole(parent + 1)) },
  };
  const usual = INSPECT_COLUMNS.filter((name) => name !== 'parent' || conversations.some(({ parent }) => parent !== null));
  for (const line of columnLines(columns, numbered, { usual, asked })) say(line);
  for (const { number, levels } of numbered)
    for (const [k, { strategy, messagesBefore, messagesAfter, tokensBefore, tokensAfter }] of levels.entries()) {
      const values = { level: k + 1, title: words.title(strategy), messagesBefore, messagesAfter, tokensBefore, tokensAfter };
      if (k === 0) out('');
      say(`${number}. ${t('cli.inspect.level', values)}`);
    }
}

/** Where the build puts the program of a thread of `map`, beside this one. */
const THREAD = new URL('./map-worker.js', import.meta.url);

/**
 * Exit code: 0, 2 for wrong use and unreadable input, 3 where `map` could read no file or `compact` wrote the original because a summary
 * failed, 1 for any other failure. `installed`: run as the command of the package.
 */
export async function main(argv: readonly string[], installed = false): Promise<number> {
  await speak(languageOfTerminal(argv, process.env));
  guardOutput((message) => t('cli.error.write', { message }));
  const parsed = readArgs(argv, installed);
  if (!parsed.ok) {
    err(parsed.error);
    return 2;
  }
  if (parsed.value.kind !== 'run') {
    out(parsed.value.kind === 'help' ? parsed.value.text : completionOf(parsed.value.shell));
    return 0;
  }
  const { args } = parsed.value;
  colour(hasColour({ isTTY: process.stdout.isTTY, environment: process.env, refused: !args.color }));
  try {
    beginTelling();
    return await stoppable(() => RUNS[args.command](args));
  } catch (error) {
    if (error instanceof InterruptError) {
      err(t('cli.stopped'));
      return INTERRUPTED;
    }
    if (isRefusal(error)) {
      err(error.message);
      return 2;
    }
    err(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return 1;
  } finally {
    clearStatus();
  }
}

const RUNS: Readonly<Record<Command, (args: Args) => Promise<number>>> = {
  compare: runCompare,
  replay: runReplay,
  ask: runAsking,
  tune: runTune,
  map: runMap,
  inspect: runInspect,
  compact: runCompact,
  reduce: runReduce,
};

/** What runs, before anything is read: the rows by their ids (null = all), their parameters, the lists of words. */
async function chosenOf(args: Args) {
  const ids = args.strategies && selectedIds(args.command === 'tune' ? 'strategy' : 'strategies', args.strategies);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  if (args.format !== null) checkFormat(args.format);
  return { ids, params, ...(signals && { signals }) };
}

async function runReplay(args: Args): Promise<number> {
  const { ids: chosen, ...settings } = await chosenOf(args);
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const ids = idsOf(chosen, transcript);
  const run = await replayed(await opened(transcript, { ...args, levels, ...settings }), ids, settings.params, args);
  printReplay(run, input.parsed.format, args);
  if (isStopped()) err(t('cli.stopped.part', { done: run.replay.series.length, of: ids.length }));
  return 0;
}

async function runAsking(args: Args): Promise<number> {
  const { ids, ...settings } = await chosenOf(args);
  const { transcript, levels } = choose(await readInput(args), args);
  const { window, tokenizer, target, summaryOutcome } = args;
  // --model is the model that is asked: the window and the tokenizer stay those of the recording.
  const options = { window, tokenizer, target, summaryOutcome, levels, strategies: ids ?? [], ...settings };
  const { runAsk } = await import('./ask.ts');
  await runAsk(await opened(transcript, options), options, args);
  return 0;
}

async function runMap(args: Args): Promise<number> {
  const settings = await chosenOf(args);
  const { runMap: run } = await import('./sets/map.ts');
  return run(args, settings, THREAD);
}

async function runTune(args: Args): Promise<number> {
  const { ids, params, ...signals } = await chosenOf(args);
  if (ids === null) throw new UsageError(t('cli.error.needs', { one: 'tune', other: '--strategy' }));
  const { runTune: run } = await import('./cli-tune.ts');
  return run(args, { rows: ids.map((id) => ({ strategy: byId.get(id)!, params: params[id] ?? {} })), ...signals }, THREAD);
}

async function runReduce(args: Args): Promise<number> {
  const { runReduce: run } = await import('./sets/reduce.ts');
  await run(args);
  return 0;
}
