/** `map`: many files in, one line per session and row out. */
import { fstatSync } from 'node:fs';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { strategies } from '../../engine/pipelines/index.ts';
import type { Line, LineOptions, SetOptions } from '../../engine/sets/contract.ts';
import type { SignalSettings } from '../../engine/signals/contract.ts';
import type { Args } from '../args.ts';
import { warn, clearStatus, err, printable, t } from '../cli-words.ts';
import { isStopped, ofCommand, paceOf, stopSignal } from '../progress.ts';
import {
  Crash,
  cutHalfLine,
  type FileProgress,
  inputs,
  isSameFile,
  type Lane,
  type MapInput,
  PRICES,
  ResultIndex,
  threadLane,
  unread,
} from './job.ts';

class Changes {
  #waiting: (() => void)[] = [];
  next(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }
  tell(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one();
  }
}

const MOST_WAITING = 20_000;
const AHEAD = 8;

interface Task {
  readonly input: MapInput;
  readonly lines: Line[];
  finished: boolean;
}

export interface PoolOptions {
  readonly jobs: number;
  readonly open: () => Lane;
  readonly known: (hash: string) => FileProgress;
  readonly options: LineOptions;
  readonly finished?: (input: MapInput) => void;
}

/** The lines of every file, in the order of the files whatever lane is faster; of one file as its sessions finish. */
export async function* mapped(files: AsyncIterator<MapInput>, { jobs, open, known, options, finished }: PoolOptions): AsyncIterableIterator<Line> {
  const changes = new Changes();
  const tasks: Task[] = [];
  const lanes = new Set<Lane>();
  let waiting = 0;
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  let taking: Promise<unknown> = Promise.resolve();

  const signal = stopSignal();
  const stop = (): void => {
    ended = true;
    for (const lane of lanes) void lane.end();
    changes.tell();
  };
  signal.addEventListener('abort', stop);

  /** One after the other: the order of the tasks is that of the files. */
  const take = (): Promise<Task | null> => {
    const taken = taking.then(async () => {
      while (tasks.length >= jobs * AHEAD && !ended) await changes.next();
      if (ended) return null;
      const { value, done } = await files.next();
      if (done) {
        ended = true;
        changes.tell();
        return null;
      }
      const task: Task = { input: value, lines: [], finished: false };
      tasks.push(task);
      return task;
    });
    taking = taken.catch(() => undefined);
    return taken;
  };

  const add = async (task: Task, lines: readonly Line[]): Promise<void> => {
    task.lines.push(...lines);
    waiting += lines.length;
    changes.tell();
    // The first file in line may always go on once its own lines are taken: nobody else can make room.
    while (waiting > MOST_WAITING && !(task === tasks[0] && task.lines.length === 0) && !ended) await changes.next();
  };

  const work = async (): Promise<void> => {
    let lane: Lane | null = null;
    for (let task = await take(); task; task = await take()) {
      const own = task;
      lane ??= open();
      lanes.add(lane);
      let hash: string | null = null;
      let sessions = 0;
      let told = false;
      const isWhole = (): void => {
        if (!told) finished?.(own.input);
        told = true;
      };
      try {
        await lane.run(own.input, {
          known: async (found) => {
            hash = found;
            return known(found);
          },
          lines: (lines, last) => {
            sessions++;
            if (last) isWhole();
            return add(own, lines);
          },
        });
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        if (signal.aborted) return;
        lanes.delete(lane);
        lane = null;
        const reason = `The job ended after ${sessions} session${sessions === 1 ? '' : 's'} of the file: ${error.message}`;
        own.lines.push(unread(own.input.file, hash, error.code, reason, options));
        waiting++;
      }
      own.finished = true;
      isWhole();
      changes.tell();
    }
    await lane?.end();
  };

  const working = Promise.all(Array.from({ length: jobs }, work)).catch((error: unknown) => {
    failure = { error };
    ended = true;
    changes.tell();
  });
  try {
    for (;;) {
      if (signal.aborted) {
        for (const { lines } of tasks) yield* lines;
        return;
      }
      const head = tasks[0];
      while (head && head.lines.length > 0) {
        const lines = head.lines.splice(0);
        waiting -= lines.length;
        yield* lines;
        changes.tell();
      }
      if (failure) throw (failure as { error: unknown }).error;
      if (head?.finished) {
        tasks.shift();
        changes.tell();
      } else if (!head && ended) break;
      else if (!signal.aborted) await changes.next();
    }
    await working;
  } finally {
    signal.removeEventListener('abort', stop);
    ended = true;
    changes.tell();
  }
}

// The inputs of `map`, listed ahead of the work, so that the time left can be said.

const bytesOf = ({ text, bytes }: MapInput): number => text?.length ?? bytes ?? 0;

interface Lookahead {
  readonly inputs: AsyncIterableIterator<MapInput>;
  /** Files and their bytes; null until the last one is listed. */
  total(): { readonly files: number; readonly bytes: number } | null;
}

/** Lists names as they come; a transcript that came with its line waits until it is taken, because many of them would fill the memory. */
export function ahead(inputs: AsyncIterable<MapInput>): Lookahead {
  const queue: MapInput[] = [];
  const changes = new Changes();
  let files = 0;
  let bytes = 0;
  let ended = false;
  let failure: { readonly error: unknown } | null = null;
  const list = async (): Promise<void> => {
    for await (const input of inputs) {
      if (isStopped()) break;
      files++;
      bytes += bytesOf(input);
      queue.push(input);
      changes.tell();
      while (input.text !== undefined && queue.length > 0 && !isStopped()) await changes.next();
    }
  };
  const listing = list()
    .catch((error: unknown) => {
      failure = { error };
    })
    .finally(() => {
      ended = true;
      changes.tell();
    });
  async function* taken(): AsyncIterableIterator<MapInput> {
    for (;;) {
      const next = queue.shift();
      if (next) {
        changes.tell();
        yield next;
      } else if (ended) break;
      else await changes.next();
    }
    await listing;
    if (failure) throw (failure as { error: unknown }).error;
  }
  return { inputs: taken(), total: () => (ended ? { files, bytes } : null) };
}

interface MapSettings {
  /** null = every strategy. */
  readonly ids: readonly string[] | null;
  readonly params: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly signals?: Pick<SignalSettings, 'keywords'>;
}

export function setOptions(args: Args, { ids, params, signals }: MapSettings): SetOptions {
  const { model, window, tokenizer, same, summaryOutcome, recall, format } = args;
  const target = same ? 'same' : args.target;
  // Those on demand have no row by themselves, but the recorded compactions have one where there are some.
  const rows = ids ?? strategies.filter(({ onDemand, recorded }) => !onDemand || recorded).map(({ id }) => id);
  return {
    model,
    window,
    tokenizer,
    target,
    summaryOutcome,
    recall,
    format,
    prices: PRICES,
    ...(signals && { signals }),
    rows: rows.map((id) => ({ key: id, strategy: id, params: params[id] ?? {} })),
  };
}

/** Exit code where no file could be read: another than that of wrong use, because an engine that starts many runs goes on after this one. */
const NOTHING_READ = 3;
const WATCH_MS = 500;

export async function runMap(
  args: Args,
  settings: MapSettings,
  thread: URL,
  open: (options: SetOptions) => Lane = (options) => threadLane(thread, options, args.heap),
): Promise<number> {
  const { jobs, done, formatOut } = args;
  if (done.length > 0 && formatOut !== 'jsonl') throw new RangeError(t('cli.error.exclude', { one: '--done', other: `--format-out ${formatOut}` }));
  const options = setOptions(args, settings);
  const known = await doneOf(done, options);
  const listed = ahead(inputs(args.files, process.stdin));
  let files = 0;
  let bytes = 0;
  let read = 0;
  let lines = 0;
  const isThere = (hash: string): FileProgress => {
    const found = known(hash);
    if (Object.keys(found.rows).length > 0) read++;
    return found;
  };
  const tell = ofCommand();
  const leftAt = paceOf();
  const progress = (): void => {
    const total = listed.total();
    const left = leftAt(bytes, total?.bytes ?? 0);
    if (total && total.bytes > 0) tell(() => t('cli.progress.map.of', { files, of: total.files, lines }), left, bytes / total.bytes);
    else tell(() => t('cli.progress.map', { files, lines }));
  };
  const finished = (input: MapInput): void => {
    files++;
    bytes += bytesOf(input);
    progress();
  };
  async function* told(): AsyncIterableIterator<Line> {
    const pool = { jobs: jobs ?? availableParallelism(), open: () => open(options), known: isThere, options, finished };
    for await (const line of mapped(listed.inputs, pool)) {
      lines++;
      if (line.kind === 'result') read++;
      yield line;
      progress();
    }
  }
  const watch = setInterval(progress, WATCH_MS);
  try {
    await write(told(), formatOut);
  } finally {
    clearInterval(watch);
  }
  if (isStopped()) {
    err(t(formatOut === 'jsonl' ? 'cli.stopped.map' : 'cli.stopped.map.table', { files, lines }));
    return 0;
  }
  if (read > 0 || files === 0) return 0;
  err(t('cli.error.no-input', { count: files }));
  return NOTHING_READ;
}

async function doneOf(files: readonly string[], options: SetOptions): Promise<(hash: string) => FileProgress> {
  const done = new ResultIndex(options);
  const output = fstatSync(1);
  for (const file of files) {
    let skipped = 0;
    const isThere = await done.read(file, () => {
      skipped++;
    });
    if (skipped > 0) warn(t('cli.warning.no-lines', { count: skipped, file }));
    if (isThere && (await isSameFile(file, output))) await cutHalfLine(file);
  }
  return done.known;
}

async function put(text: string | Uint8Array): Promise<void> {
  clearStatus();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function write(lines: AsyncIterableIterator<Line>, format: Args['formatOut']): Promise<void> {
  const shown = process.stdout.isTTY ? printable : (text: string): string => text;
  if (format === 'jsonl') {
    for await (const line of lines) await put(shown(`${JSON.stringify(line)}\n`));
    return;
  }
  const { csvHead, csvOf, writeParquet } = await import('../../engine/sets/table-files.ts');
  if (format === 'parquet') {
    await writeParquet(lines, (bytes) => void process.stdout.write(bytes));
    return;
  }
  await put(csvHead());
  for await (const line of lines) await put(shown(csvOf(line)));
}
