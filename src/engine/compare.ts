/** Compares all rows on one transcript, for the worker and the terminal. */
import { DID_NOTHING, type Match } from './answer/contract.ts';
import { type Eventual, whenDone } from './lib/work.ts';
import { resolveTarget } from './tokens/contract.ts';
import type { CompactionResult } from './compaction/types.ts';
import type { RuleSetId } from './measures/contract.ts';
import { measureAll } from './measures/run/measured-values.ts';
import { byId } from './pipelines/index.ts';
import { badTarget, type RunRequest, type RunSettings, runSpec, specOf } from './pipelines/run-spec.ts';
import { type EmbeddingUse, type EngineRun, failedRun, runOf } from './policy-run.ts';
import type { Embeddings, PreparedTranscript, Reason } from './signals/contract.ts';
import { embeddingsLack, textsToEmbed, withEmbeddings } from './signals/embeddings.ts';
import { errorOf, reasonOfError } from './signals/outcomes.ts';
import { createBuiltIn } from './summarizers/built-in.ts';

export interface RowRequest extends RunRequest {
  readonly key: string;
  /** Vectors that a strategy with `embeds` compares by, if all are present; else it compares by words, and the row says so. Absent = by words. */
  readonly embeddings?: Embeddings;
  readonly embedding?: Promise<Embeddings>;
}

export interface CompareOptions extends RunSettings {
  readonly target: number;
  readonly match?: Match;
  readonly rules: RuleSetId;
  readonly ts?: string;
}

export interface CompareSteps {
  /** Told of every finished row; `false` stops. */
  readonly progress?: (done: number, of: number) => Eventual<boolean | undefined>;
  /** `waits`: only rows that wait for a model are left. */
  readonly soFar?: (finished: readonly EngineRun[], waits: boolean) => void;
  readonly waits?: (key: string) => void;
  /** Takes each run as it comes: none is held, and none is in the result. */
  readonly take?: (run: EngineRun) => Promise<void>;
}

/**
 * Runs the rows. One that fails does not stop the others; those that wait for a model come last, in the order of their answers. The result is in
 * request order; null = stopped by `progress`.
 */
export async function compareAll(
  prepared: PreparedTranscript,
  rows: readonly RowRequest[],
  options: CompareOptions,
  { progress, soFar, waits, take }: CompareSteps = {},
): Promise<readonly EngineRun[] | null> {
  const finished: (EngineRun | undefined)[] = rows.map(() => undefined);
  const runs = (): readonly EngineRun[] => finished.filter((run) => run !== undefined);
  const waiting = new Map<number, Promise<{ readonly at: number; readonly run: EngineRun }>>();
  let done = 0;
  const goesOn = async (at: number, run: EngineRun, others: boolean): Promise<boolean> => {
    if (take) await take(run);
    else finished[at] = run;
    soFar?.(runs(), others);
    return (await progress?.(++done, rows.length)) !== false;
  };
  for (const [at, request] of rows.entries()) {
    const { embedding } = request;
    const run =
      embedding && embeds(request)
        ? embedding.then((embeddings) => compareRow(prepared, { ...request, embeddings }, options))
        : compareRow(prepared, request, options);
    if (run instanceof Promise) {
      waiting.set(
        at,
        run.then((value) => ({ at, run: value })),
      );
      waits?.(request.key);
    } else if (!(await goesOn(at, run, false))) return null;
  }
  if (waiting.size > 0) soFar?.(runs(), true);
  // In order of completion: a slow model delays only its own row.
  while (waiting.size > 0) {
    const { at, run } = await Promise.race(waiting.values());
    waiting.delete(at);
    if (!(await goesOn(at, run, true))) return null;
  }
  return runs();
}

export const didNothing = (tokensAfter: number, tokensBefore: number): boolean => tokensAfter > DID_NOTHING * tokensBefore;

export const optionsFor = <T extends Pick<CompareOptions, 'own' | 'match'>>({ key }: Pick<RowRequest, 'key'>, options: T): T =>
  options.match?.shipped && options.match.key === key ? { ...options, own: true } : options;

/** Summaries of A where only their size counts: nobody is asked, and nobody waits. */
const standIn = createBuiltIn();

/**
 * Tokens that A leaves of the whole context; null where it does nothing, or is no row. Its size is that with the built-in summary: a model
 * would have to answer before any other row could run.
 */
function matchOf(prepared: PreparedTranscript, rows: readonly RowRequest[], options: CompareOptions): number | null {
  const found = options.own ? undefined : rows.find(({ key }) => key === options.match?.key);
  if (!found) return null;
  const { summarizer: _s, embedding: _e, ...row } = found;
  const made = compareRow(prepared, row, { ...options, summarizer: standIn });
  const result = made instanceof Promise ? null : made.result;
  return result?.outcome === 'compacted' && !didNothing(result.tokensAfter, prepared.counts.total) ? result.tokensAfter : null;
}

/** The options with what A leaves as the target of the others. */
export function matched(prepared: PreparedTranscript, rows: readonly RowRequest[], options: CompareOptions): CompareOptions {
  const tokens = matchOf(prepared, rows, options);
  return tokens === null ? options : { ...options, target: Math.max(2, tokens) };
}

type Embedding = Pick<RowRequest, 'strategy' | 'embeddings'>;

const embeds = ({ strategy }: Pick<RowRequest, 'strategy'>): boolean => byId.get(strategy)?.embeds === true;

/** Vectors for the row in this context; null if it compares by words. */
export function embeddingsOfRow(context: PreparedTranscript, row: Embedding): Embeddings | null {
  return row.embeddings && embeds(row) && !embeddingsLack(context, row.embeddings) ? row.embeddings : null;
}

export function embeddedIn(context: PreparedTranscript, row: Embedding): EmbeddingUse | null {
  if (!row.embeddings || !embeds(row)) return null;
  return { id: row.embeddings.id, texts: textsToEmbed(context).size, lacking: embeddingsLack(context, row.embeddings) };
}

function contextOf(prepared: PreparedTranscript, row: Embedding): { readonly context: PreparedTranscript; readonly embedded: EmbeddingUse | null } {
  const embedded = embeddedIn(prepared, row);
  return { context: embedded?.lacking === null ? withEmbeddings(prepared, row.embeddings!) : prepared, embedded };
}

const byWords = (result: CompactionResult, lacking: Reason): CompactionResult => ({
  ...result,
  note: result.note ?? { key: 'note-by-words' },
  trace: [...result.trace, lacking],
});

const failure = (prepared: PreparedTranscript, row: RowRequest, error: unknown): EngineRun =>
  failedRun(prepared, row, errorOf(error), reasonOfError(error));

export function compareRow(prepared: PreparedTranscript, row: RowRequest, options: CompareOptions): Eventual<EngineRun> {
  const spec = specOf(row, optionsFor(row, options));
  if (!spec.ok) return failure(prepared, row, spec.error);
  const target = spec.value.own ? null : resolveTarget(options.target, prepared.counts.total, options.window);
  if (!spec.value.own && target === null) return failure(prepared, row, badTarget());

  const now = options.now ?? (() => 0);
  const started = now();
  const { context, embedded } = contextOf(prepared, row);
  const finish = (made: CompactionResult): EngineRun => {
    const result = embedded?.lacking ? byWords(made, embedded.lacking) : made;
    const measures = measureAll(prepared, result, {
      weight: options.weight,
      rules: options.rules,
      ...(options.model === undefined ? {} : { model: options.model }),
    });
    return runOf(result, measures, { key: row.key, embedded, ms: now() - started - result.summaryMs });
  };
  const failed = (error: unknown): EngineRun => failure(prepared, row, error);
  try {
    const made = whenDone(runSpec(context, { ...spec.value, now }, { target, ts: options.ts }), finish);
    return made instanceof Promise ? made.catch(failed) : made;
  } catch (error) {
    return failed(error);
  }
}
