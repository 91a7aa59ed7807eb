/** Compares all rows on one transcript, for the worker and the terminal. */
import { DID_NOTHING, type Match } from './answer/contract.ts';
import { finished as atOnce, type Slice } from './lib/lib-steps.ts';
import { resolveTarget } from './tokens/contract.ts';
import type { CompactionResult } from './compaction/types.ts';
import type { RuleSetId } from './measures/contract.ts';
import { measureAll } from './measures/run/measured-values.ts';
import { byId } from './pipelines/index.ts';
import { badTarget, type RunRequest, type RunSettings, runSpecSteps, specOf } from './pipelines/run-spec.ts';
import { type EmbeddingUse, type EngineRun, failedRun, runOf } from './policy-run.ts';
import type { Embeddings, PreparedTranscript, Reason } from './signals/contract.ts';
import { embeddingsLack, textsToEmbed, withEmbeddings } from './signals/embeddings.ts';
import { errorOf, reasonOfError } from './signals/outcomes.ts';
import { resolveParams } from './strategies/params.ts';
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
  readonly progress?: (done: number, of: number) => boolean | undefined | Promise<boolean | undefined>;
  readonly slice?: (share: Slice) => boolean | undefined | Promise<boolean | undefined>;
  readonly inSlices?: boolean;
  readonly soFar?: (finished: readonly EngineRun[], atOnce: boolean) => void;
  readonly waits?: (key: string) => void;
  /** Takes each run as it comes: none is held, and none is in the result. */
  readonly take?: (run: EngineRun) => Promise<void>;
}

/**
 * Runs the rows. One that fails does not stop the others. First come rows without slow work, then those whose strategy warms up (`Strategy.warm`;
 * known signals do not count), last those that wait for a summariser. The result is in request order; null = stopped by `progress` or `slice`.
 */
export async function compareAll(
  prepared: PreparedTranscript,
  rows: readonly RowRequest[],
  options: CompareOptions,
  { progress, slice, inSlices = false, soFar, waits, take }: CompareSteps = {},
): Promise<readonly EngineRun[] | null> {
  const finished: (EngineRun | undefined)[] = rows.map(() => undefined);
  const runs = (): readonly EngineRun[] => finished.filter((run) => run !== undefined);
  const cold: { readonly at: number; readonly request: RowRequest; readonly warming: WarmUp }[] = [];
  const waiting: { readonly at: number; readonly row: Promise<EngineRun> }[] = [];
  let done = 0;
  let atOnce = false;
  const goesOn = async (answer: ReturnType<NonNullable<typeof slice>>): Promise<boolean> =>
    (answer instanceof Promise ? await answer : answer) !== false;
  const run = async (at: number, request: RowRequest): Promise<boolean> => {
    const steps = rowSteps(prepared, request, options, inSlices);
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (inSlices && !(await goesOn(slice?.(step.value)))) return false;
    const row = step.value;
    if (row instanceof Promise) {
      waiting.push({ at, row });
      waits?.(request.key);
      return true;
    }
    if (take) await take(row);
    else finished[at] = row;
    soFar?.(runs(), atOnce);
    return goesOn(progress?.(++done, rows.length));
  };
  let stopped = false;
  const embeddedRow = async (request: RowRequest, embedding: Promise<Embeddings>): Promise<EngineRun> => {
    const ready = { ...request, embeddings: await embedding };
    const warming = warmingOf(prepared, ready, options);
    for (let work = warming; work && !stopped; work = advanced(work)) stopped ||= !(await goesOn(slice?.(work.slice)));
    return stopped ? failure(prepared, request, new Error('stopped')) : compareRow(prepared, ready, options);
  };
  for (const [at, request] of rows.entries()) {
    if (request.embedding && embeds(request)) {
      waiting.push({ at, row: embeddedRow(request, request.embedding) });
      continue;
    }
    const warming = warmingOf(prepared, request, options);
    if (warming) cold.push({ at, request, warming });
    else if (!(await run(at, request))) return null;
  }
  atOnce = true;
  if (cold.length + waiting.length > 0) soFar?.(runs(), true);
  for (const { at, request, warming } of cold) {
    for (let work: WarmUp | null = warming; work; work = advanced(work)) if (!(await goesOn(slice?.(work.slice)))) return null;
    if (!(await run(at, request))) return null;
  }
  const arriving = new Map(waiting.map(({ at, row }) => [at, row.then((value) => ({ at, value }))]));
  while (arriving.size > 0) {
    const { at, value } = await Promise.race(arriving.values());
    arriving.delete(at);
    if (stopped) return null;
    if (take) await take(value);
    else finished[at] = value;
    if (!(await goesOn(progress?.(++done, rows.length)))) return null;
    soFar?.(runs(), true);
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
export function* matchSteps(prepared: PreparedTranscript, rows: readonly RowRequest[], options: CompareOptions): Generator<Slice, number | null> {
  const found = options.own ? undefined : rows.find(({ key }) => key === options.match?.key);
  if (!found) return null;
  const { summarizer: _s, embedding: _e, ...row } = found;
  const plain = { ...options, summarizer: standIn };
  for (let work = warmingOf(prepared, row, plain); work; work = advanced(work)) yield work.slice;
  const made = yield* rowSteps(prepared, row, plain, true);
  const result = made instanceof Promise ? null : made.result;
  return result?.outcome === 'compacted' && !didNothing(result.tokensAfter, prepared.counts.total) ? result.tokensAfter : null;
}

/** The options with what A leaves as the target of the others; null = stopped by `slice`. */
export async function matched(
  prepared: PreparedTranscript,
  rows: readonly RowRequest[],
  options: CompareOptions,
  slice?: CompareSteps['slice'],
): Promise<CompareOptions | null> {
  const steps = matchSteps(prepared, rows, options);
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    const goesOn = slice?.(step.value);
    if ((goesOn instanceof Promise ? await goesOn : goesOn) === false) return null;
  }
  return step.value === null ? options : { ...options, target: Math.max(2, step.value) };
}

function warmingOf(prepared: PreparedTranscript, row: RowRequest, options: CompareOptions): WarmUp | null {
  const strategy = byId.get(row.strategy);
  const params = strategy?.warm && resolveParams(strategy.params, row.params, options.shared);
  const warming = params?.ok && strategy?.warm?.(contextOf(prepared, row).context, params.value);
  return warming ? advanced({ work: warming }) : null;
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

interface WarmUp {
  readonly work: Iterator<Slice, void>;
  readonly slice: Slice;
}

/** Does the next slice of the work; null when nothing is left. An error ends it: the row will meet it again and report it. */
function advanced({ work }: Pick<WarmUp, 'work'>): WarmUp | null {
  try {
    const step = work.next();
    return step.done === true ? null : { work, slice: step.value };
  } catch {
    return null;
  }
}

const failure = (prepared: PreparedTranscript, row: RowRequest, error: unknown): EngineRun =>
  failedRun(prepared, row, errorOf(error), reasonOfError(error));

export const compareRow = (prepared: PreparedTranscript, row: RowRequest, options: CompareOptions): EngineRun | Promise<EngineRun> =>
  atOnce(rowSteps(prepared, row, options));

function* rowSteps(
  prepared: PreparedTranscript,
  row: RowRequest,
  options: CompareOptions,
  inSlices = false,
): Generator<Slice, EngineRun | Promise<EngineRun>> {
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
    const result = yield* runSpecSteps(context, { ...spec.value, now }, { target, ts: options.ts }, inSlices);
    return result instanceof Promise ? result.then(finish).catch(failed) : finish(result);
  } catch (error) {
    return failed(error);
  }
}
