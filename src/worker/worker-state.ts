/** The state of a session: one transcript file, its last comparison and replay, and the writers of summaries. */
import type { Comparison } from './comparing.ts';
import { HistoryLog } from './worker-history.ts';
import type { LoadedFile } from './worker-loading.ts';
import type { CompareRequest, ModelProgress, SendingView } from './protocol.ts';
import type * as Reading from './reading.ts';
import type { Replayed } from './worker-replay.ts';
import type { KeptSummaries, KeptVectors } from './model-stores.ts';
import { Tickets } from './tickets.ts';
import type * as Work from './work.ts';
import type { Reason } from '../engine/signals/contract.ts';
import { BUILT_IN, type ModelUsage, type Summarizer, type SummaryOutcome } from '../engine/summarizers/contract.ts';
import { choiceId, type ModelChoice, type StoredSummary, type StoreSize } from '../models/contract.ts';
import type { EmbeddingRehearsal } from '../models/model-embedder.ts';
import { callReason } from '../models/reason.ts';
import type { Rehearsal, SendPlan } from '../models/sending.ts';
import type { Settings } from '../scenario/schema.ts';
import { type Answer, cancelled, fail, messageOf, ok } from './answers.ts';
import type { EmbeddingsOf } from './levels.ts';
import type { ModelAccess, Models } from './worker-models.ts';
import { StopSignal } from './pause.ts';

/*
 * Who writes summaries: the built-in summariser with its set outcome, and real models with their keys, cached texts, and previews of what
 * they would be sent.
 */

// Measures how long each summary took: S4 keeps that with its records, and the engine has no clock.

function timed(summarizer: Summarizer): Summarizer {
  return {
    ...summarizer,
    summarize(input, request) {
      const started = performance.now();
      const stamped = (outcome: SummaryOutcome): SummaryOutcome => ({ ...outcome, ms: performance.now() - started });
      const outcome = summarizer.summarize(input, request);
      return outcome instanceof Promise ? outcome.then(stamped) : stamped(outcome);
    },
  };
}

/** Prompts of a rehearsal that can be looked at, per model. */
const MOST_PROMPTS = 300;

interface Rehearsals {
  readonly rehearsals: readonly Rehearsal[];
  readonly embeddings: readonly EmbeddingRehearsal[];
}

class Writers {
  /** One for each outcome, so that written summaries are remembered; new ones for every file. */
  readonly #builtIn = new Map<string, Summarizer>();
  readonly #kept: KeptSummaries;
  readonly #vectors: KeptVectors;
  readonly #onProgress: (progress: ModelProgress) => void;
  #models: Models | null = null;
  readonly access: ModelAccess = { keys: {} };
  /** The last rehearsal, for its prompts. */
  #rehearsed: readonly SendPlan[] = [];

  constructor(kept: KeptSummaries, vectors: KeptVectors, onProgress: (progress: ModelProgress) => void) {
    this.#kept = kept;
    this.#vectors = vectors;
    this.#onProgress = onProgress;
  }

  models(work: typeof Work): Models {
    if (this.#models) return this.#models;
    const models = new work.Models(this.#kept, this.#vectors, this.access);
    models.listen(this.#onProgress);
    this.#models = models;
    return models;
  }

  /** The built-in summariser, told what to return, or a model's; `send` false: only what that wrote before. */
  of(work: typeof Work, settings: Settings, id = settings.summarizer, send = true): Summarizer {
    const real = id === BUILT_IN ? null : this.models(work).summarizer(id, settings, send);
    if (real) return real;
    const { summarizerOutcome: outcome } = settings;
    let made = this.#builtIn.get(outcome);
    if (!made) {
      made = timed(work.createBuiltIn({ outcome }));
      this.#builtIn.set(outcome, made);
    }
    return made;
  }

  /** Another file: summaries that the engine remembers belong to the one before. */
  newFile(): void {
    this.#builtIn.clear();
    this.#rehearsed = [];
    this.cancel();
  }

  cancel(): void {
    this.#models?.cancel();
  }

  /** US dollars; null where the price is not known. */
  price(id: string, usage: ModelUsage, settings: Settings): number | null {
    return this.#models?.price(id, usage, settings) ?? null;
  }

  async list(
    work: typeof Work,
    choice: Pick<ModelChoice, 'provider' | 'baseUrl' | 'kind'>,
  ): Promise<{ readonly models: readonly string[]; readonly failed: Reason | null }> {
    const listed = await this.models(work).list(choice);
    return listed.ok ? { models: listed.value, failed: null } : { models: [], failed: callReason(listed.error) };
  }

  /** Runs a comparison without sending anything, to collect what it would request of each model. */
  async #rehearse(work: typeof Work, loaded: LoadedFile, request: CompareRequest, signal: AbortSignal): Promise<Answer<Rehearsals>> {
    const models = this.models(work);
    const embeddings = new Map<string, EmbeddingRehearsal>();
    const embeddingsOf: EmbeddingsOf = async (settings, prepared, id) => {
      const key = JSON.stringify([id, settings.models, settings.maskSecrets, settings.maskEmails]);
      const rehearsal = embeddings.get(key) ?? models.embeddingRehearsal(id, settings);
      if (!rehearsal) return models.embeddings(id, settings, prepared);
      embeddings.set(key, rehearsal);
      return work.embeddingsOf(prepared, rehearsal.of(prepared));
    };
    const asked = new Map<string, Rehearsal>();
    const writerFor = (settings: Settings, id = settings.summarizer, row?: string): Summarizer => {
      if (id === BUILT_IN) return this.of(work, settings, id);
      // Steps have settings of their own.
      const key = JSON.stringify([id, settings.models, settings.prompts, settings.maskSecrets, settings.maskEmails]);
      const rehearsal = asked.get(key) ?? models.rehearsal(id, settings);
      if (rehearsal) asked.set(key, rehearsal);
      return (row === undefined ? rehearsal?.summarizer : rehearsal?.of(row)) ?? models.summarizer(id, settings);
    };
    try {
      await work.runRehearsal(loaded, request, { writerFor, embeddingsOf }, { progress: () => undefined, signal });
      return ok({ rehearsals: [...asked.values()], embeddings: [...embeddings.values()] });
    } catch (error) {
      return error instanceof StopSignal ? cancelled : fail('failed', messageOf(error));
    }
  }

  async rehearse(work: typeof Work, loaded: LoadedFile, request: CompareRequest, signal: AbortSignal): Promise<Answer<readonly SendingView[]>> {
    const rehearsals = await this.#rehearse(work, loaded, request, signal);
    if (!rehearsals.ok) return rehearsals;
    const sendings: SendPlan[] = [];
    for (const rehearsal of [...rehearsals.value.rehearsals, ...rehearsals.value.embeddings]) sendings.push(await rehearsal.sending());
    return ok(this.#views(sendings));
  }

  /** What a run would send to these models; `run` gets summarisers in their places. Nothing where the settings have none of them. */
  async rehearseWith(
    work: typeof Work,
    settings: Settings,
    ids: readonly string[],
    run: (summarizerOf: (id: string) => Summarizer | undefined) => Promise<unknown>,
  ): Promise<readonly SendingView[]> {
    const models = this.models(work);
    const rehearsals = new Map(
      ids.flatMap((id): readonly (readonly [string, Rehearsal])[] => {
        const rehearsal = models.rehearsal(id, settings);
        return rehearsal ? [[id, rehearsal]] : [];
      }),
    );
    if (rehearsals.size === 0) return this.#views([]);
    await run((id) => rehearsals.get(id)?.summarizer);
    const sendings: SendPlan[] = [];
    for (const rehearsal of rehearsals.values()) sendings.push(await rehearsal.sending());
    return this.#views(sendings);
  }

  #views(sendings: readonly SendPlan[]): readonly SendingView[] {
    this.#rehearsed = sendings;
    return sendings.map(({ prompts, ...sending }) => ({
      ...sending,
      id: choiceId(sending.choice),
      all: prompts.length,
      prompts: prompts.slice(0, MOST_PROMPTS).map(({ system, user, ...prompt }) => ({ characters: system.length + user.length, ...prompt })),
    }));
  }

  prompt(sending: number, index: number): Answer<{ readonly system: string; readonly user: string }> {
    const prompt = this.#rehearsed[sending]?.prompts[index];
    return prompt ? ok({ system: prompt.system, user: prompt.user }) : fail('failed', 'There is no such prompt.');
  }

  /** Remembered summaries that the comparison shows. */
  async used(work: typeof Work, loaded: LoadedFile, request: CompareRequest, signal: AbortSignal): Promise<Answer<readonly StoredSummary[]>> {
    const rehearsals = await this.#rehearse(work, loaded, request, signal);
    return rehearsals.ok ? ok(rehearsals.value.rehearsals.flatMap((rehearsal) => rehearsal.remembered())) : rehearsals;
  }

  async size(): Promise<StoreSize & { readonly vectors: number }> {
    return { ...(await this.#kept.size()), vectors: await this.#vectors.size() };
  }

  async clear(): Promise<void> {
    await this.#kept.clear();
    await this.#vectors.clear();
    this.#builtIn.clear();
    this.#models?.forget();
  }
}

export class State {
  loaded: LoadedFile | null = null;
  comparison: Comparison | null = null;
  replayed: Replayed | null = null;
  #file = new AbortController();
  readonly history = new HistoryLog();
  readonly writers: Writers;
  /** A newer comparison ends what reads the one before; a load ends everything, but only once its file is understood. */
  readonly tickets = new Tickets({ compare: ['measure', 'recall', 'decay', 'curves', 'ask'] });
  /** Receiver of real models' activity: the comparison that called them. */
  onModels: (progress: ModelProgress) => void = () => undefined;
  #work: Promise<typeof Work> | null = null;
  #reading: Promise<typeof Reading> | null = null;

  constructor(kept: KeptSummaries, vectors: KeptVectors) {
    this.writers = new Writers(kept, vectors, (progress) => this.onModels(progress));
  }

  /** Aborted when another file is open. */
  get fileSignal(): AbortSignal {
    return this.#file.signal;
  }

  take(file: LoadedFile): void {
    this.#file.abort(new StopSignal());
    this.#file = new AbortController();
    this.loaded = file;
    this.comparison = null;
    this.replayed = null;
    this.writers.newFile();
  }

  /** Strategies and everything that runs them: fetched while the first file is fetched and read. If that fails, the next call retries. */
  work(): Promise<typeof Work> {
    this.#work ??= import('./work.ts').catch((error: unknown) => {
      this.#work = null;
      throw error;
    });
    return this.#work;
  }
  /** The formats: fetched as `work` is. */
  reading(): Promise<typeof Reading> {
    this.#reading ??= import('./reading.ts').catch((error: unknown) => {
      this.#reading = null;
      throw error;
    });
    return this.#reading;
  }
}
