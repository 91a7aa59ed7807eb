/**
 * Real models in the worker: keys in memory, one summariser or embedder per model, and nothing sent without consent. Cached summaries and
 * vectors need neither consent nor a key.
 */
import { sumOfUsage } from '../engine/compaction/summaries.ts';
import { BoundedMap } from '../engine/lib/bounded-map.ts';
import type { Embeddings, PreparedTranscript, Reason } from '../engine/signals/contract.ts';
import { type Embedder, embeddingsLack, embeddingsOf } from '../engine/signals/embeddings.ts';
import type { ModelUsage, PromptId, Summarizer } from '../engine/summarizers/contract.ts';
import {
  type CallError,
  choiceId,
  DEFAULT_CALL,
  DEVICE_CALL,
  isEmbedding,
  keySlot,
  type ModelChoice,
  type ModelEvent,
  type StoredSummary,
  type SummaryStore,
  type VectorStore,
} from '../models/contract.ts';
import type { DeviceModel } from '../models/device.ts';
import { type BatchOutcome, createModelEmbedder, type EmbeddingRehearsal, rehearseEmbedding } from '../models/model-embedder.ts';
import { listModels } from '../models/call.ts';
import { fetchThrough, type Network } from '../models/network.ts';
import { loadPrices, priceNow } from '../models/prices.ts';
import { PROMPTS } from '../models/instructions.ts';
import { type AnswerOptions, createModelSummarizer, Queue, type WriteOutcome } from '../models/model-summarizer.ts';
import { rehearse, type Rehearsal } from '../models/sending.ts';
import { callReason, embeddingReason, waitingReason } from '../models/reason.ts';
import type { Transcript } from '../engine/transcript/types.ts';
import type { Settings } from '../scenario/schema.ts';
import type { ModelProgress, ModelsView } from './protocol.ts';

export type ModelSettings = Pick<Settings, 'models' | 'prompts' | 'maskSecrets' | 'maskEmails' | 'parallelCalls'>;

/** Summarisers kept: one for each model and settings that its texts depend on. */
const REMEMBERED = 32;
/** Milliseconds between two reports while an answer streams. */
const STREAMING = 100;

const promptsOf = ({ prompts }: ModelSettings): Readonly<Record<PromptId, string>> => ({ ...PROMPTS, ...prompts });
const maskingOf = ({ maskSecrets, maskEmails }: ModelSettings) => ({ secrets: maskSecrets, emails: maskEmails });

const NO_USAGE: ModelUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const NOTHING: ModelProgress = {
  running: 0,
  finished: 0,
  failed: 0,
  characters: 0,
  usage: NO_USAGE,
  ms: 0,
  price: null,
  waiting: null,
  error: null,
  texts: { done: 0, running: 0, failed: 0 },
};

/** Failures that mean that nothing was asked. */
const NOT_ASKED: ReadonlySet<CallError['kind']> = new Set(['not-sent', 'no-model', 'no-key', 'bad-address', 'no-device']);

/** By what models are reached. The page may change it at any time. */
export interface ModelAccess {
  /** By slot (contract.ts: keySlot), in memory only. */
  keys: Readonly<Record<string, string>>;
  /** The browser's own model, behind the page. */
  device?: DeviceModel;
  /** What sends requests, where this worker may not. */
  network?: Network;
}

export class Models {
  #agreed: ReadonlySet<string> = new Set();
  readonly #access: ModelAccess;
  /** The same objects while nothing changes that their texts depend on, because the engine remembers by them. */
  readonly #made = new BoundedMap<string, Summarizer>(REMEMBERED);
  readonly #store: SummaryStore;
  readonly #queue = new Queue<WriteOutcome>(3);
  readonly #vectors: VectorStore;
  readonly #batches = new Queue<BatchOutcome>(3);
  /** Complete vectors of a context, by model and masking; the same objects, because the engine remembers by them. */
  #complete = new WeakMap<Transcript, Map<string, Embeddings>>();
  /** Those that are being fetched for the comparison that began last. */
  readonly #fetching = new Map<string, { readonly of: Transcript; readonly embeddings: Promise<Embeddings> }>();
  #stop = new AbortController();
  #listener: (progress: ModelProgress) => void = () => undefined;

  #progress = NOTHING;
  readonly #running = new Map<string, number>();
  readonly #embedding = new Map<string, number>();
  readonly #failed = new Set<string>();
  readonly #unsent = new Map<string, { readonly choice: string; readonly reason: Reason; readonly texts: number | undefined }>();
  #told = 0;

  constructor(store: SummaryStore, vectors: VectorStore, access: ModelAccess) {
    this.#access = access;
    this.#store = store;
    this.#vectors = vectors;
  }

  #keyOf(choice: Pick<ModelChoice, 'provider' | 'baseUrl'>): string {
    return this.#access.keys[keySlot(choice)] ?? '';
  }

  get #sender(): { readonly fetcher?: typeof fetch } {
    const { network } = this.#access;
    return network ? { fetcher: fetchThrough(network) } : {};
  }

  listen(listener: (progress: ModelProgress) => void): void {
    this.#listener = listener;
  }

  /**
   * A comparison begins: the models that may be called in it, and the number of concurrent calls. Calls waiting for an older one are
   * dropped.
   */
  begin(agreed: readonly string[], parallel: number): void {
    this.#agreed = new Set(agreed);
    this.#queue.most = parallel;
    this.#queue.nextRound();
    this.#batches.most = parallel;
    this.#batches.nextRound();
    this.#fetching.clear();
    this.#progress = this.#counted(NOTHING);
    this.#failed.clear();
    this.#unsent.clear();
  }

  /** Stops every call that is under way; summaries that are finished stay. */
  cancel(): void {
    this.#agreed = new Set();
    this.#queue.nextRound();
    this.#batches.nextRound();
    this.#fetching.clear();
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  /** What was done since `begin`, and what was not because nobody agreed to it. */
  view(): ModelsView {
    const unsent = new Map<string, ModelsView['unsent'][number]>();
    for (const { choice, reason, texts } of this.#unsent.values()) {
      const key = `${choice} ${reason.key}`;
      const known = unsent.get(key) ?? { choice, reason, summaries: 0, texts: 0 };
      unsent.set(key, texts === undefined ? { ...known, summaries: known.summaries + 1 } : { ...known, texts: known.texts + texts });
    }
    const { finished, failed, running, texts } = this.#progress;
    const any = finished + failed + running + texts.done + texts.running + texts.failed > 0;
    return { unsent: [...unsent.values()], spent: any ? this.#progress : null };
  }

  /**
   * The summariser of a model. Without consent it fails with `not-sent`, unless the summary is cached. An id missing from the settings
   * gives a summariser that says so. `send` false: whatever was agreed to, for rows that were left out.
   */
  summarizer(id: string, settings: ModelSettings, send = true): Summarizer {
    const choice = choiceOf(id, settings);
    const key = `${id} ${JSON.stringify(choice ? [promptsOf(settings), maskingOf(settings), send] : null)}`;
    return this.#made.getOrMake(key, () => (choice ? this.#create(choice, settings, send) : unknownModel(id)));
  }

  #create(choice: ModelChoice, settings: ModelSettings, send: boolean): Summarizer {
    const id = choiceId(choice);
    return createModelSummarizer({
      choice,
      key: () => this.#keyOf(choice),
      prompts: promptsOf(settings),
      masking: maskingOf(settings),
      store: this.#store,
      queue: this.#queue,
      signal: () => this.#stop.signal,
      send: () => send && this.#agreed.has(id),
      device: () => this.#access.device,
      ...this.#sender,
      call: choice.provider === 'device' ? DEVICE_CALL : DEFAULT_CALL,
      onEvent: (event) => this.#note(choice, event),
    });
  }

  /**
   * What asks this model over contexts; null for an id that the settings do not have. Whoever calls it has shown what is sent and has a yes.
   */
  asker(id: string, settings: ModelSettings): Omit<AnswerOptions, 'signal'> | null {
    const choice = choiceOf(id, settings);
    if (!choice || isEmbedding(choice)) return null;
    return {
      choice,
      key: () => this.#keyOf(choice),
      store: this.#store,
      queue: new Queue<WriteOutcome>(settings.parallelCalls),
      ...this.#sender,
      call: DEFAULT_CALL,
    };
  }

  /** What a comparison would send to a model; null for an id that the settings do not have. */
  rehearsal(id: string, settings: ModelSettings): Rehearsal | null {
    const choice = choiceOf(id, settings);
    return choice ? rehearse(choice, { prompts: promptsOf(settings), masking: maskingOf(settings), store: this.#store }) : null;
  }

  /**
   * Vectors of a context by the model with this id; a promise where the store has to be read. Without consent they are missing, and
   * `lacking` says so.
   */
  embeddings(id: string, settings: ModelSettings, prepared: PreparedTranscript): Embeddings | Promise<Embeddings> {
    const { transcript } = prepared;
    const key = JSON.stringify([id, maskingOf(settings)]);
    const known = this.#complete.get(transcript)?.get(key);
    if (known) return known;
    const fetching = this.#fetching.get(key);
    if (fetching?.of === transcript) return fetching.embeddings;
    const embeddings = this.#fetch(key, this.#embedder(id, settings, true), prepared);
    this.#fetching.set(key, { of: transcript, embeddings });
    return embeddings;
  }

  /** As `embeddings`, of those that are there: nothing is sent. */
  storedEmbeddings = (settings: ModelSettings, prepared: PreparedTranscript, id: string): Embeddings | Promise<Embeddings> => {
    const key = JSON.stringify([id, maskingOf(settings)]);
    return this.#complete.get(prepared.transcript)?.get(key) ?? this.#fetch(key, this.#embedder(id, settings, false), prepared);
  };

  async #fetch(key: string, embedder: Embedder, prepared: PreparedTranscript): Promise<Embeddings> {
    const complete = this.#complete;
    const embeddings = await embeddingsOf(prepared, embedder);
    if (embeddingsLack(prepared, embeddings)) return embeddings;
    const known = complete.get(prepared.transcript) ?? new Map<string, Embeddings>();
    complete.set(prepared.transcript, known);
    const first = known.get(key) ?? embeddings;
    known.set(key, first);
    return first;
  }

  #embedder(id: string, settings: ModelSettings, send: boolean): Embedder {
    const choice = choiceOf(id, settings);
    if (!choice || !isEmbedding(choice)) {
      return { id, embed: (texts) => Promise.resolve({ vectors: texts.map(() => null), lacking: { key: 'model-unknown', values: { id } } }) };
    }
    return createModelEmbedder({
      choice,
      key: () => this.#keyOf(choice),
      masking: maskingOf(settings),
      store: this.#vectors,
      queue: this.#batches,
      ...this.#sender,
      signal: () => this.#stop.signal,
      send: () => send && this.#agreed.has(id),
      ...(send && { onEvent: (event: ModelEvent) => this.#note(choice, event) }),
    });
  }

  /** What would be sent to an embedding model; null for an id that the settings do not have. */
  embeddingRehearsal(id: string, settings: ModelSettings): EmbeddingRehearsal | null {
    const choice = choiceOf(id, settings);
    return choice && isEmbedding(choice) ? rehearseEmbedding(choice, { masking: maskingOf(settings), store: this.#vectors }) : null;
  }

  list(choice: Pick<ModelChoice, 'provider' | 'baseUrl' | 'kind'>): ReturnType<typeof listModels> {
    return listModels(choice, this.#keyOf(choice), this.#stop.signal, this.#sender.fetcher);
  }

  /** Summaries and vectors were cleared: the engine's memory by these objects must not be used again. */
  forget(): void {
    this.#made.clear();
    this.#complete = new WeakMap();
  }

  /** Adds summaries that came with a scenario; existing ones stay. */
  async take(summaries: readonly StoredSummary[]): Promise<void> {
    for (const summary of summaries) if (!(await this.#store.get(summary.key))) await this.#store.put(summary);
  }

  #note(choice: ModelChoice, event: ModelEvent): void {
    const now = this.#progress;
    switch (event.kind) {
      case 'started':
        if (event.texts === undefined) this.#running.set(event.key, 0);
        else this.#embedding.set(event.key, event.texts);
        this.#tell(now);
        break;
      case 'streaming': {
        const characters = now.characters + event.characters - (this.#running.get(event.key) ?? 0);
        this.#running.set(event.key, event.characters);
        if (performance.now() - this.#told < STREAMING) this.#progress = { ...now, characters };
        else this.#tell({ ...now, characters, waiting: null });
        break;
      }
      case 'waiting':
        this.#tell({ ...now, waiting: { ms: event.ms, reason: waitingReason(event.why) } });
        break;
      case 'finished': {
        this.#running.delete(event.key);
        this.#embedding.delete(event.key);
        const price = event.usage && priceNow(choice, event.usage);
        this.#tell({
          ...now,
          finished: now.finished + (event.texts === undefined ? 1 : 0),
          texts: { ...now.texts, done: now.texts.done + (event.texts ?? 0) },
          usage: sumOfUsage(now.usage, event.usage) ?? NO_USAGE,
          ms: now.ms + event.ms,
          price: price ? (now.price ?? 0) + price.total : now.price,
          waiting: null,
        });
        break;
      }
      case 'failed': {
        this.#running.delete(event.key);
        this.#embedding.delete(event.key);
        const { choice: id, error, texts } = event;
        const reason = texts === undefined ? callReason(error) : embeddingReason(error);
        if (NOT_ASKED.has(error.kind)) this.#unsent.set(event.key, { choice: id, reason, texts });
        else if (error.kind !== 'cancelled' && texts === undefined) this.#failed.add(event.key);
        const failed = { ...now, texts: { ...now.texts, failed: now.texts.failed + (texts ?? 0) }, waiting: null, error: reason };
        this.#tell(NOT_ASKED.has(error.kind) ? now : failed);
        break;
      }
    }
  }

  #tell(progress: ModelProgress): void {
    this.#told = performance.now();
    this.#progress = this.#counted(progress);
    this.#listener(this.#progress);
  }

  /** With what is under way now. */
  #counted(progress: ModelProgress): ModelProgress {
    let running = 0;
    for (const texts of this.#embedding.values()) running += texts;
    return { ...progress, running: this.#running.size, failed: this.#failed.size, texts: { ...progress.texts, running } };
  }

  /** Fetches what prices are told by, where a real model is in use. */
  prepare(): Promise<void> {
    return loadPrices().catch(() => undefined);
  }

  /** US dollars; null where the price is not known. */
  price(id: string, usage: ModelUsage, settings: ModelSettings): number | null {
    const choice = choiceOf(id, settings);
    return (choice && priceNow(choice, usage)?.total) ?? null;
  }
}

const choiceOf = (id: string, { models }: ModelSettings): ModelChoice | undefined => models.find((choice) => choiceId(choice) === id);

/** A row that names a model missing from the scenario: nothing is requested, and the row says so. */
function unknownModel(id: string): Summarizer {
  return {
    id,
    title: id,
    summarize: () => ({
      ok: false,
      failure: 'not-sent',
      message: id,
      reason: { key: 'model-unknown', values: { id } },
      final: true,
      summarizer: id,
      ms: 0,
    }),
  };
}
