/** A thread of `map`, and what crosses its border. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Line, SetOptions } from '../../engine/sets/contract.ts';
import { type FileProgress, type MapInput, runFile, type JobHost } from './job.ts';

export type ThreadCommand =
  | { readonly kind: 'file'; readonly input: MapInput }
  | { readonly kind: 'known'; readonly known: FileProgress }
  | { readonly kind: 'go' };
export type ThreadReport =
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'lines'; readonly lines: readonly Line[]; readonly last: boolean }
  | { readonly kind: 'done' };

export function serve(port: MessagePort, options: SetOptions): void {
  let answer: (message: ThreadCommand) => void = () => undefined;
  const ask = (message: ThreadReport): Promise<ThreadCommand> => {
    const answered = new Promise<ThreadCommand>((resolve) => {
      answer = resolve;
    });
    port.postMessage(message);
    return answered;
  };
  const telling: JobHost = {
    known: async (hash) => {
      const found = await ask({ kind: 'hash', hash });
      return found.kind === 'known' ? found.known : { rows: {}, failed: [] };
    },
    lines: async (lines, last) => void (await ask({ kind: 'lines', lines, last })),
  };
  port.on('message', (message: ThreadCommand) => {
    if (message.kind !== 'file') return answer(message);
    void runFile(message.input, options, telling).then(() => port.postMessage({ kind: 'done' } satisfies ThreadReport));
  });
}

export interface Lane {
  run(input: MapInput, telling: JobHost): Promise<void>;
  end(): Promise<void>;
}

export class Crash extends Error {
  readonly code: 'out-of-memory' | 'crashed';
  constructor(code: Crash['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export function threadLane(script: URL, options: SetOptions, megabytes: number | null): Lane {
  const worker = new Worker(script, { workerData: options, ...(megabytes !== null && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }) });
  const post = (message: ThreadCommand): void => worker.postMessage(message);
  return {
    run: (input, telling) =>
      new Promise((resolve, reject) => {
        const over = (end: () => void): void => {
          worker.off('message', told).off('error', lost).off('exit', gone);
          end();
        };
        const lost = (error: NodeJS.ErrnoException): void =>
          over(() => reject(new Crash(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'crashed', error.message)));
        const gone = (code: number): void => over(() => reject(new Crash('crashed', `the thread ended with code ${code}`)));
        const told = (message: ThreadReport): void => {
          if (message.kind === 'done') over(resolve);
          else if (message.kind === 'hash') void telling.known(message.hash).then((known) => post({ kind: 'known', known }));
          else void telling.lines(message.lines, message.last).then(() => post({ kind: 'go' }));
        };
        worker.on('message', told).once('error', lost).once('exit', gone);
        post({ kind: 'file', input });
      }),
    end: async () => void (await worker.terminate()),
  };
}
