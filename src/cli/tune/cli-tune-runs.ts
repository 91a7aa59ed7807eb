/** Runs settings over files for `tune`, on as many threads as `map` has. */
import { appendFileSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ResultLine, SetOptions } from '../../engine/sets/contract.ts';
import { ENGINE, settingsHash } from '../../engine/sets/sets-settings.ts';
import type { Setting, Space } from '../../engine/tune/contract.ts';
import { paramsOf } from '../../engine/tune/space.ts';
import { cutHalfLine } from '../sets/done.ts';
import type { FileProgress, MapInput } from '../sets/job.ts';
import { linesOf as readLines } from '../sets/cli-set-lines.ts';
import { mapped } from '../sets/cli-set-pool.ts';
import { InterruptError, isStopped } from '../stop.ts';
import type { Lane } from '../sets/thread.ts';

export interface Work {
  readonly kept: KeptLines;
  readonly inputs: readonly MapInput[];
  readonly jobs: number | null;
  open(options: SetOptions): Lane;
  line(line: Pick<ResultLine, 'session' | 'file'>): void;
  failed(file: string, reason: string): void;
}

export interface SessionSubset {
  readonly wanted: ReadonlySet<string>;
  readonly all: readonly Pick<ResultLine, 'session' | 'file'>[];
}

async function* each(inputs: readonly MapInput[]): AsyncGenerator<MapInput> {
  yield* inputs;
}

export class KeptLines {
  readonly #files = new Map<string, Map<string, Map<string, ResultLine>>>();
  #to: string | null = null;

  async open(files: readonly string[], skipped: (file: string) => void): Promise<void> {
    for (const file of files) {
      if (existsSync(file)) {
        await cutHalfLine(file);
        for await (const one of readLines(file, process.stdin, () => skipped(file)))
          if (one.kind === 'result' && one.engine === ENGINE) this.#put(one);
      }
      this.#to ??= file;
    }
  }

  ofFile(hash: string): ReadonlyMap<string, ReadonlyMap<string, ResultLine>> {
    return this.#files.get(hash) ?? new Map();
  }

  add(line: ResultLine): void {
    if (!this.#put(line) || this.#to === null) return;
    appendFileSync(this.#to, `${JSON.stringify(line)}\n`);
  }

  #put(line: ResultLine): boolean {
    const hash = line.session.split('#')[0]!;
    const file = this.#files.get(hash) ?? new Map<string, Map<string, ResultLine>>();
    const lines = file.get(line.session) ?? new Map<string, ResultLine>();
    if (lines.has(line.settings)) return false;
    this.#files.set(hash, file.set(line.session, lines.set(line.settings, line)));
    return true;
  }
}

function parts<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.ceil(items.length / Math.min(count, items.length));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/**
 * The lines of every setting in every session, in the order of the files; `only` = these. Few files on many threads share out the settings instead.
 */
export async function linesOf(
  { kept, inputs, jobs, open, line, failed }: Work,
  space: Space,
  options: Omit<SetOptions, 'rows'>,
  settings: readonly Setting[],
  only: SessionSubset | null = null,
): Promise<readonly ResultLine[]> {
  const threads = jobs ?? availableParallelism();
  const files = only && new Set(only.all.filter(({ session }) => only.wanted.has(session)).map(({ file }) => file));
  const read = files ? inputs.filter(({ file }) => files.has(file)) : inputs;
  if (read.length === 0) return [];
  const lanes = Math.max(1, Math.floor(threads / read.length));
  const lists = await Promise.all(
    parts(settings, lanes).map(async (some, part) => {
      const rows = some.map((setting) => ({ key: setting.key, strategy: space.strategy, params: paramsOf(space, setting) }));
      const all = { ...options, rows };
      const found: ResultLine[] = [];
      const hashes = rows.map((row) => settingsHash(row, all));
      const known = (hash: string): FileProgress => {
        const left = only ? leftOut(hash, only, rows.length) : { rows: {}, failed: [] };
        const there: Record<string, readonly number[]> = { ...left.rows };
        for (const [session, lines] of kept.ofFile(hash)) {
          if (only && !only.wanted.has(session)) continue;
          there[session] = hashes.flatMap((settings, r) => {
            const one = lines.get(settings);
            if (!one) return [];
            found.push({ ...one, row: rows[r]!.key });
            line(one);
            return [r];
          });
        }
        return { ...left, rows: there };
      };
      for await (const one of mapped(each(read), {
        jobs: Math.min(threads, read.length),
        open: () => open(all),
        known,
        options: all,
      })) {
        if (one.kind === 'failed') {
          if (part === 0) failed(one.file, one.reason);
          continue;
        }
        found.push(one);
        kept.add(one);
        line(one);
      }
      if (isStopped()) throw new InterruptError();
      return found;
    }),
  );
  return lists.flat();
}

/** Sessions that are not asked for count as done. */
function leftOut(hash: string, { wanted, all }: SessionSubset, rows: number): FileProgress {
  const every = Array.from({ length: rows }, (_, r) => r);
  const left = all.filter(({ session }) => session.startsWith(`${hash}#`) && !wanted.has(session));
  return { rows: Object.fromEntries(left.map(({ session }) => [session, every])), failed: [] };
}
