/** What `map` is told to read: file names or transcripts, from the arguments or from standard input. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { stopSignal } from '../stop.ts';

/** A file, or a transcript that came with its line; `bytes` where they are known. */
export type MapInput = { readonly file: string; readonly text?: string; readonly bytes?: number };

/**
 * A line of the input: a name, `{"file": "…"}`, or `{"name": "…", "text": "…"}` (any transcript as text). null for a blank one; a JSON object
 * that is none of these is taken as a name, so that its line says that there is no such file.
 */
export function inputOf(line: string): MapInput | null {
  const text = line.trim();
  if (text === '') return null;
  if (!text.startsWith('{')) return { file: text };
  try {
    const { file, name, text: own } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof own === 'string') return { file: typeof name === 'string' ? name : 'transcript', text: own };
    return { file: typeof file === 'string' ? file : text };
  } catch {
    return { file: text };
  }
}

/** The inputs in order; a folder stands for the files in it and below, by name. Read as they are asked for. */
export async function* inputs(files: readonly string[], lines: NodeJS.ReadableStream): AsyncGenerator<MapInput> {
  if (files.length > 0 && !(files.length === 1 && files[0] === '-')) {
    for (const file of files) yield* filesOf(file);
    return;
  }
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY, signal: stopSignal() })) {
    const input = inputOf(line);
    if (input === null) continue;
    if (input.text === undefined) yield* filesOf(input.file);
    else yield input;
  }
}

async function* filesOf(name: string): AsyncGenerator<MapInput> {
  const found = await stat(name).catch(() => null);
  if (!found?.isDirectory()) {
    yield { file: name, ...(found && { bytes: found.size }) };
    return;
  }
  const entries = await readdir(name, { withFileTypes: true });
  const names = new Set(entries.map((entry) => entry.name));
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // The files beside a store are read with it; what writes summaries within Claude Code is no session.
    const [, store] = /^(.+)-(?:wal|shm)$/.exec(entry.name) ?? [];
    if (/^\.|^agent-acompact-/.test(entry.name) || (store !== undefined && names.has(store))) continue;
    if (entry.isDirectory() || entry.isFile()) yield* filesOf(path.join(name, entry.name));
  }
}
