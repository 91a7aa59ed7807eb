/** The terminal program in the process of a test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { main } from '../main.ts';

export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `main` and gives back what it printed, in English unless told otherwise. */
export async function run(...argv: readonly string[]): Promise<CliResult> {
  const texts = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      texts[name] += String(chunk);
      return true;
    }),
  );
  // Progress comes by the clock: on a busy machine it would be in what a test expects.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const language = argv.some((arg) => arg.startsWith('--lang')) ? [] : ['--lang', 'en'];
    const code = await main([...argv, ...(argv.length > 1 ? language : [])]);
    return { code, out: texts.stdout, err: texts.stderr };
  } finally {
    for (const spy of [...spies, clock]) spy.mockRestore();
  }
}

/** A file for the time of a test. */
export function fileOf(text: string | Uint8Array, name = 'session.json'): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'terminal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, name);
  writeFileSync(file, text);
  return file;
}
