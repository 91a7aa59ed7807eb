/** The terminal program. `main` never throws: wrong use and unreadable input end with one line on standard error and exit code 2. */
import { byId } from '../engine/pipelines/index.ts';
import { type Args, completionOf, readArgs, selectedIds } from './args.ts';
import { runCompact, runInspect } from './compact.ts';
import { runCompare } from './compare/cli-compare.ts';
import type { Command } from './cli-options.ts';
import { clearStatus, colour, err, guardOutput, hasColour, isRefusal, languageOfTerminal, out, speak, t, UsageError } from './cli-words.ts';
import { checkFormat, readInput, choose } from './reading.ts';
import { beginTelling } from './progress.ts';
import { printReplay, replayed } from './cli-replay.ts';
import { settingsOf, signalsOf, idsOf } from './cli-settings.ts';
import { INTERRUPTED, InterruptError, isStopped, opened, stoppable } from './stop.ts';

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
  const { runTune: run } = await import('./tune/tune.ts');
  return run(args, { rows: ids.map((id) => ({ strategy: byId.get(id)!, params: params[id] ?? {} })), ...signals }, THREAD);
}

async function runReduce(args: Args): Promise<number> {
  const { runReduce: run } = await import('./sets/reduce.ts');
  await run(args);
  return 0;
}
