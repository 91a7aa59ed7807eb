/** The terminal program. `main` never throws: wrong use and unreadable input end with one line on standard error and exit code 2. */
import { byId } from '../engine/pipelines/index.ts';
import { type Args, readArgs } from './args.ts';
import { runCompact } from './compact.ts';
import { runCompare } from './compare/compare.ts';
import { completionOf } from './completion.ts';
import { runInspect } from './inspect.ts';
import { clearStatus, err, guardOutput, out } from './output.ts';
import { colour, hasColour } from './paint.ts';
import { checkFormat, readInput, choose } from './reading.ts';
import { UsageError, isRefusal } from './refusal.ts';
import { beginTelling } from './progress.ts';
import { printReplay, replayed } from './replay.ts';
import { selectedIds } from './select.ts';
import { settingsOf, signalsOf, idsOf } from './settings.ts';
import { opened } from './steps.ts';
import { Interrupted, INTERRUPTED, isStopped, stoppable } from './stop.ts';
import { languageOfTerminal, speak, t } from './words.ts';

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
    return await stoppable(() => run(args));
  } catch (error) {
    if (error instanceof Interrupted) {
      err(t('cli.stopped'));
      return INTERRUPTED;
    }
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

/** The exit code of a command. */
async function run(args: Args): Promise<number> {
  switch (args.command) {
    case 'compare':
      return runCompare(args);
    case 'replay':
      return runReplay(args);
    case 'ask':
      return runAsking(args);
    case 'tune':
      return runTune(args);
    case 'map':
      return runMap(args);
    case 'inspect':
      return runInspect(args);
    case 'compact':
      return runCompact(args);
    case 'reduce':
      await runReduce(args);
      return 0;
  }
}

async function runReplay(args: Args): Promise<number> {
  // Before anything is read.
  const chosen = args.strategies && selectedIds('strategies', args.strategies);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  const input = await readInput(args);
  const { transcript, levels } = choose(input, args);
  const ids = idsOf(chosen, transcript);
  const run = await replayed(await opened(transcript, { ...args, levels, ...(signals && { signals }) }), ids, params, args);
  printReplay(run, input.parsed.format, args);
  if (isStopped()) err(t('cli.stopped.rows', { done: run.replay.series.length, of: ids.length }));
  return 0;
}

async function runAsking(args: Args): Promise<number> {
  const chosen = selectedIds('strategies', args.strategies ?? []);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  const { transcript, levels } = choose(await readInput(args), args);
  const { window, tokenizer, target, summaryOutcome } = args;
  // --model is the model that is asked: the window and the tokenizer stay those of the recording.
  const options = { window, tokenizer, target, summaryOutcome, levels, strategies: chosen, params, ...(signals && { signals }) };
  const { runAsk } = await import('./ask.ts');
  await runAsk(await opened(transcript, options), options, args);
  return 0;
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
  if (args.strategies === null) throw new UsageError(t('cli.error.tune.strategy'));
  const ids = selectedIds('strategy', args.strategies);
  const { params } = await settingsOf(args);
  const signals = await signalsOf(args);
  if (args.format !== null) checkFormat(args.format);
  const { runTune: run } = await import('./tune/tune.ts');
  const rows = ids.map((id) => ({ strategy: byId.get(id)!, params: params[id] ?? {} }));
  return run(args, { rows, ...(signals && { signals }) }, THREAD);
}

async function runReduce(args: Args): Promise<void> {
  const { runReduce: run } = await import('./sets/reduce.ts');
  await run(args);
}
