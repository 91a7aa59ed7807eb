/** `tune` in the process of a test: no thread is started. */
import { vi } from 'vitest';
import { byId } from '../../engine/pipelines/index.ts';
import type { SetOptions } from '../../engine/sets/contract.ts';
import type { Language } from '../../i18n/index.ts';
import { readArgs } from '../args.ts';
import { colour, hasColour, speak } from '../cli-words.ts';
import { type Lane, runFile } from '../sets/job.ts';
import { runTune } from '../cli-tune.ts';
import type { CliResult } from './run.ts';

const lane = (options: SetOptions): Lane => ({ run: (input, telling) => runFile(input, options, telling), end: async () => undefined });

/** Runs it and gives back what it printed. */
export async function tuneIn(language: Language, ...argv: readonly string[]): Promise<CliResult> {
  await speak(language);
  const parsed = readArgs(['tune', ...argv]);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error(parsed.ok ? 'help' : parsed.error);
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      texts[name] += String(chunk);
      return true;
    }),
  );
  try {
    const { args } = parsed.value;
    colour(hasColour({ isTTY: false, environment: process.env, refused: !args.color }));
    const rows = args.strategies!.map((id) => ({ strategy: byId.get(id)!, params: {} }));
    const code = await runTune(args, { rows }, new URL('file:///none'), lane);
    return { code, out: texts.stdout, err: texts.stderr };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
