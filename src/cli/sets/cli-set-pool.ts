/** Files on several lanes, their lines in the order of the files. */
import type { Line, LineOptions } from '../../engine/sets/contract.ts';
import { stopSignal } from '../stop.ts';
import { Crash, type FileProgress, type Lane, type MapInput, unread } from './job.ts';

export class Changes {
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
export async function* mapped(files: AsyncIterator<MapInput>, { jobs, open, known, options, finished }: PoolOptions): AsyncGenerator<Line> {
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
