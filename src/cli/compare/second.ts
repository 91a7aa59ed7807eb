/**
 * A second thread for the recall of a long session: it measures cuts, the last one first, while the first thread runs the rows. Both claim
 * a cut before they measure it, so none is measured twice. A thread that is lost costs its help only.
 */
import { availableParallelism } from 'node:os';
import { type MessagePort, Worker } from 'node:worker_threads';
import { type CompareOptions, open, requestsOf, rowOptions } from '../../engine/api.ts';
import { runNow } from '../../engine/compaction/steps.ts';
import type { CutOutcome } from '../../engine/recall/at-cut.ts';
import { DEFAULT_CUTS } from '../../engine/recall/cuts.ts';
import { cutsFromTheEnd, type Elsewhere } from '../../engine/recall/recall.ts';
import { charactersOf } from '../../engine/tokens/parts.ts';
import type { Transcript } from '../../engine/transcript/types.ts';

/** Characters from which on it gains more than a copy of the transcript and counting it again cost. */
const LARGE = 4_000_000;
/** Who measures a cut. */
const NOBODY = 0;
const FIRST = 1;
const SECOND = 2;

/** Options that are plain data. */
const PLAIN = [
  'model',
  'window',
  'tokenizer',
  'target',
  'weight',
  'overhead',
  'signals',
  'shared',
  'seed',
  'summaryOutcome',
  'levels',
  'atCompaction',
  'strategies',
  'params',
] as const satisfies readonly (keyof CompareOptions)[];
type Plain = Pick<CompareOptions, (typeof PLAIN)[number]>;

const plainOf = (options: CompareOptions): Plain =>
  Object.fromEntries(PLAIN.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));

/** Plain data. */
export interface SecondData {
  readonly transcript: Transcript;
  /** Without a model: the built-in summariser writes. */
  readonly options: Plain;
  /** By cut; shared by both threads. */
  readonly claims: Int32Array<SharedArrayBuffer>;
}
interface Told {
  readonly cut: number;
  readonly outcome: CutOutcome;
}

const claimed = (claims: Int32Array<SharedArrayBuffer>, cut: number, by: number): boolean =>
  Atomics.compareExchange(claims, cut, NOBODY, by) === NOBODY;

/** The second thread's side. */
export async function serve(port: Pick<MessagePort, 'postMessage'>, { transcript, options, claims }: SecondData): Promise<void> {
  const opened = await open(transcript, options);
  const requests = await requestsOf(opened, options);
  await runNow(
    cutsFromTheEnd(opened.prepared, requests, rowOptions(opened, options), {
      begin: (cut) => claimed(claims, cut, SECOND),
      tell: (cut, outcome) => port.postMessage({ cut, outcome } satisfies Told),
    }),
  );
}

export interface Second {
  readonly elsewhere: Elsewhere;
  end(): void;
}

/** Whether a second thread is worth its start. */
export const isWorthIt = ({ messages }: Transcript): boolean => availableParallelism() > 1 && charactersOf(messages) >= LARGE;

/** Starts the thread, which runs `script`. */
export function beginSecond(script: URL, transcript: Transcript, options: CompareOptions): Second {
  const claims = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * DEFAULT_CUTS));
  const found = new Map<number, CutOutcome>();
  const awaited = new Map<number, (outcome: CutOutcome | null) => void>();
  let lost = false;
  const workerData: SecondData = { transcript, options: plainOf(options), claims };
  const worker = new Worker(script, { workerData });
  const lose = (): void => {
    lost = true;
    for (const resolve of awaited.values()) resolve(null);
  };
  worker.on('message', ({ cut, outcome }: Told) => {
    found.set(cut, outcome);
    awaited.get(cut)?.(outcome);
  });
  worker.once('error', lose).once('exit', lose);
  // Only who waits for a cut keeps the program alive for it.
  worker.unref();
  return {
    elsewhere: (cut) => {
      if (claimed(claims, cut, FIRST)) return null;
      const outcome = found.get(cut);
      if (outcome || lost) return outcome ?? null;
      worker.ref();
      return new Promise((resolve) => awaited.set(cut, resolve));
    },
    end: () => void worker.terminate(),
  };
}
