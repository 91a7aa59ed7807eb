/** What an earlier run has finished: by file, so that a thread learns what is left of its own. */
import { open, stat } from 'node:fs/promises';
import type { SetOptions } from '../../engine/sets/contract.ts';
import { ENGINE, readingHash, settingsHash } from '../../engine/sets/sets-settings.ts';
import { type FileProgress, PASSING } from './job.ts';
import { linesOf } from './cli-set-lines.ts';

/** Of a file: rows by session. Kept as small numbers, because there is one for each session of the run. */
type Sessions = Map<string, Set<number>>;

export class ResultIndex {
  readonly #rows: ReadonlyMap<string, number>;
  readonly #reading: string;
  readonly #files = new Map<string, Sessions>();
  readonly #failed = new Map<string, Set<string>>();

  constructor(options: SetOptions) {
    this.#rows = new Map(options.rows.map((row, r) => [`${row.key}\n${settingsHash(row, options)}`, r]));
    this.#reading = readingHash(options);
  }

  async read(file: string, skipped: () => void): Promise<boolean> {
    if (!(await exists(file))) return false;
    for await (const line of linesOf(file, process.stdin, skipped)) {
      if (line.engine !== ENGINE || line.session === null) continue;
      const hash = line.session.split('#')[0]!;
      if (line.kind === 'failed') {
        if (line.settings !== this.#reading || PASSING.includes(line.code)) continue;
        this.#failed.set(hash, (this.#failed.get(hash) ?? new Set()).add(line.session));
        continue;
      }
      const row = this.#rows.get(`${line.row}\n${line.settings}`);
      if (row === undefined) continue;
      const sessions = this.#files.get(hash) ?? new Map<string, Set<number>>();
      sessions.set(line.session, (sessions.get(line.session) ?? new Set()).add(row));
      this.#files.set(hash, sessions);
    }
    return true;
  }

  readonly known = (hash: string): FileProgress => ({
    rows: Object.fromEntries([...(this.#files.get(hash) ?? [])].map(([session, rows]) => [session, [...rows]])),
    failed: [...(this.#failed.get(hash) ?? [])],
  });
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

const NEWLINE = 10;
const PIECE = 1 << 16;

/** Cuts what a killed run left of its last line, so that what is appended begins a line of its own. */
export async function cutHalfLine(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    let end = (await handle.stat()).size;
    const piece = Buffer.alloc(PIECE);
    while (end > 0) {
      const from = Math.max(0, end - PIECE);
      const { bytesRead } = await handle.read(piece, 0, end - from, from);
      const at = piece.subarray(0, bytesRead).lastIndexOf(NEWLINE);
      if (at >= 0) return await handle.truncate(from + at + 1);
      end = from;
    }
    await handle.truncate(0);
  } finally {
    await handle.close();
  }
}

export async function isSameFile(file: string, descriptor: { readonly dev: number; readonly ino: number }): Promise<boolean> {
  const { dev, ino } = await stat(file);
  return dev === descriptor.dev && ino === descriptor.ino;
}
