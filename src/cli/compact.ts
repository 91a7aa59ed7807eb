/** `compact`: one strategy carried out and written back, or undone. */
import { createBuiltIn } from '../engine/summarizers/built-in.ts';
import { type CompareOptions, requestsOf, rowOptions } from '../engine/api.ts';
import { compareAll } from '../engine/compare.ts';
import type { EngineRun } from '../engine/policy-run.ts';
import { type Level, levelOf, withHistory } from '../engine/compaction/history.ts';
import { formats, serializeTranscript } from '../engine/formats/index.ts';
import type { Slice } from '../engine/lib/lib-steps.ts';
import { byId } from '../engine/pipelines/index.ts';
import type { Summarizer } from '../engine/summarizers/contract.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import { type Args, selectedId } from './args.ts';
import { err, notOneOf, outFile, t, UsageError, warningLine, words } from './cli-words.ts';
import { compactingOn } from './progress.ts';
import { InterruptError, opened, pause } from './stop.ts';
import { byVectors, withModel } from './summarizer.ts';
import { type Input, readInput, choose } from './reading.ts';
import { settingsOf, signalsOf } from './cli-settings.ts';

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

export async function runCompact(args: Args): Promise<number> {
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
    return real ? withModel(real, run, err) : run(createBuiltIn({ outcome: args.summaryOutcome }));
  });
  if (!result) throw new UsageError(why ? words.reason(why) : '');
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
  const told = compactingOn();
  const slice = (share: Slice): boolean | Promise<boolean> => {
    told(share);
    return pause();
  };
  const watch = setInterval(told, WATCH_MS);
  try {
    const rows = await compareAll(base.prepared, requests, rowOptions(base, options), { inSlices: true, slice, progress: pause });
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
