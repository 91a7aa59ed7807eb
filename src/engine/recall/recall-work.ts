/** The work of a recall, cut by cut: for one thread, or several with the same recording. */
import { runNow } from '../compaction/compaction-run.ts';
import { resolveTarget } from '../compaction/compaction-target.ts';
import { didNothing, type RowRequest } from '../compare.ts';
import { badTarget } from '../pipelines/run-spec.ts';
import type { PreparedTranscript, SignalSettings } from '../signals/contract.ts';
import { warmFactIndex } from '../signals/facts/index.ts';
import { prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn, type BuiltInOptions } from '../summarizers/built-in.ts';
import type { TokenizerId } from '../tokens/contract.ts';
import { countTranscript } from '../tokens/count.ts';
import { loadTokenizer } from '../tokens/tokenizers.ts';
import type { Transcript } from '../transcript/types.ts';
import { type CutContext, type CutOutcome, CutRow, cutSteps, measuredAt } from './at-cut.ts';
import type { RecallOptions, RecallStep } from './contract.ts';
import { findItems } from './independent/independent-items.ts';
import { type CutPlace, placesOf, recordedPlacesOf } from './recall-cuts.ts';

/**
 * The common share of every cut: a target in tokens, or limited by the window, is converted to its share of the whole, or early cuts would
 * stay whole.
 */
export function shareOf({ counts }: PreparedTranscript, { own, target, window }: Pick<RecallOptions, 'own' | 'target' | 'window'>): number | null {
  if (own) return null;
  const tokens = resolveTarget(target, counts.total, window);
  if (tokens === null) throw badTarget();
  return target <= 1 && counts.total <= window ? target : Math.min(1, tokens / counts.total);
}

/** Told of this many more steps; gives what to yield. */
export type RecallProgress = (more: number) => RecallStep;

/** Another thread that has the same recording, rows and options. */
export interface RecallPartner {
  /** As `RecallWork.at`; rejects where the thread is lost, or nobody waits any more. */
  at(cut: number, isMatched: boolean): Promise<CutOutcome | null>;
}

export class RecallWork {
  readonly places: readonly CutPlace[];
  readonly #base: PreparedTranscript;
  readonly #options: RecallOptions;
  readonly #rows: readonly CutRow[];
  /** A, whose size may be the target of the others. */
  readonly #own: CutRow | undefined;

  constructor(base: PreparedTranscript, rows: readonly RowRequest[], options: RecallOptions) {
    this.#base = base;
    this.#options = options;
    this.places = options.recorded ? recordedPlacesOf(base) : placesOf(base, options.cuts);
    this.#rows = rows.map((row) => new CutRow(base, row, options));
    this.#own = options.own ? undefined : this.#rows[rows.findIndex(({ key }) => key === options.match?.key)];
  }

  get isMatchable(): boolean {
    return this.#own !== undefined;
  }

  /** What all cuts read: at once where it is known. */
  *warm(progress: RecallProgress): Generator<RecallStep, void, unknown> {
    for (const _ of warmFactIndex(this.#base.transcript, 'recall')) yield progress(0);
    for (const _ of findItems(this.#base)) yield progress(0);
  }

  /** Every row at a cut; null where `isMatched` and A did nothing there. */
  *at(cut: number, isMatched: boolean, progress: RecallProgress): Generator<RecallStep, CutOutcome | null, unknown> {
    const { reasoningSeen = true, seed } = this.#options;
    const place = this.places[cut]!;
    const context = measuredAt(this.#base, place, reasoningSeen, seed);
    const shared = this.#sharedAt(context);
    if (!isMatched) return yield* cutSteps(context, this.#rows, place, { tokens: shared }, seed, progress);
    const row = this.#own!;
    const left = yield* row.at(context, shared, progress(0));
    if (!('failed' in left) && !didNothing(left.tokensAfter, left.tokensBefore))
      return yield* cutSteps(context, this.#rows, place, { tokens: left.tokensAfter, by: { row, left } }, seed, progress);
    yield progress(this.#rows.length + 1);
    return null;
  }

  /** Tokens; the share is already limited by the window: a cut's own context is not compared with the window again. */
  #sharedAt({ measured }: CutContext): number | null {
    const share = shareOf(this.#base, this.#options);
    return share === null ? null : Math.floor(share * measured.prefix.counts.total);
  }
}

/** The outcomes at all cuts, in their order; those at which A did nothing left out. A partner that is lost leaves its cut to this thread. */
export function* outcomesOf(
  work: RecallWork,
  isMatched: boolean,
  partners: readonly RecallPartner[],
  progress: RecallProgress,
): Generator<RecallStep, readonly CutOutcome[], unknown> {
  const found: (CutOutcome | null)[] = work.places.map(() => null);
  const left = [...work.places.keys()];
  const lent = new Set<Promise<void>>();
  const lend = (partner: RecallPartner): void => {
    const cut = left.pop();
    if (cut === undefined) return;
    const answer = partner.at(cut, isMatched).then(
      (outcome) => {
        found[cut] = outcome;
        progress((outcome?.rows.length ?? 0) + 1);
        lend(partner);
      },
      () => void left.push(cut),
    );
    lent.add(answer);
    void answer.then(() => lent.delete(answer));
  };
  for (const partner of partners) lend(partner);
  yield* work.warm(progress);
  yield progress(1);
  while (left.length + lent.size > 0) {
    const cut = left.shift();
    if (cut === undefined) yield { kind: 'waiting', for: Promise.race(lent) };
    else found[cut] = yield* work.at(cut, isMatched, progress);
  }
  // The last cut may have been another thread's.
  yield progress(0);
  return found.filter((outcome) => outcome !== null);
}

/** Everything that a partner needs, as data that crosses to another thread. */
export interface RecallJob {
  readonly transcript: Transcript;
  readonly tokenizer: TokenizerId;
  /** Tokens beside the texts of each message. */
  readonly overhead: number | undefined;
  readonly signals: SignalSettings;
  readonly rows: readonly RowRequest[];
  readonly options: Omit<RecallOptions, 'summarizer' | 'now'>;
  /** What the built-in summariser is told to return. */
  readonly outcome: BuiltInOptions['outcome'];
}

/** With fewer messages a recall ends before another thread has begun. */
export const LEAST_SHARED = 200;

/**
 * What a partner needs; null where it is of no use (few messages) or cannot have everything (vectors, a summariser of a row's own). `base` is
 * of a transcript that is counted by itself, not from that of another one.
 */
export function jobOf(
  { transcript, counts, settings, n }: PreparedTranscript,
  rows: readonly RowRequest[],
  { summarizer: _writer, now: _clock, ...options }: RecallOptions,
  { overhead, outcome }: Pick<RecallJob, 'overhead' | 'outcome'>,
): RecallJob | null {
  if (n < LEAST_SHARED || rows.some(({ embeddings, embedding, summarizer }) => embeddings ?? embedding ?? summarizer)) return null;
  return { transcript, tokenizer: counts.tokenizer, overhead, signals: settings, rows, options, outcome };
}

/** The transcript of a job as a partner has it, counted. */
export async function baseOf({ transcript, tokenizer, overhead, signals }: RecallJob): Promise<PreparedTranscript> {
  return prepare(transcript, countTranscript(transcript, await loadTokenizer(tokenizer), { overhead }), signals);
}

/** The work of a partner. Everything that numbers facts is read at once, so that the numbers are the same on every thread. */
export function workOn(base: PreparedTranscript, { rows, options, outcome }: RecallJob): RecallWork {
  const work = new RecallWork(base, rows, { ...options, summarizer: createBuiltIn({ outcome }) });
  for (const _ of work.warm(NO_PROGRESS));
  return work;
}

const NO_PROGRESS: RecallProgress = () => ({ kind: 'progress', done: 0, of: 0 });

/** What a partner answers. */
export const outcomeAt = async (work: RecallWork, cut: number, isMatched: boolean): Promise<CutOutcome | null> =>
  runNow(work.at(cut, isMatched, NO_PROGRESS));
