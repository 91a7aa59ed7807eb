/**
 * Real models in the worker: keys in memory, one summariser for each model, and nothing sent that a person has not agreed to.
 * A summary that is remembered needs no agreement and no key.
 */
import type { ModelUsage, PromptId, Summarizer } from '../engine/summarizers/contract.ts';
import {
  type CallError,
  choiceId,
  endpointOf,
  type ModelChoice,
  type ModelEvent,
  type StoredSummary,
  type SummaryStore,
} from '../models/contract.ts';
import { listModels } from '../models/list.ts';
import { PROMPTS } from '../models/prompt.ts';
import { priceOf } from '../models/prices.ts';
import { Queue } from '../models/queue.ts';
import { rehearse, type Rehearsal } from '../models/sending.ts';
import { callReason, createModelSummarizer } from '../models/summarizer.ts';
import type { Settings } from '../scenario/schema.ts';
import type { ModelProgress } from './protocol.ts';

/** Which key belongs to which endpoint: never sent to another. */
export const keySlot = (choice: ModelChoice): string => `${choice.provider} ${endpointOf(choice) ?? ''}`;

type ModelSettings = Pick<Settings, 'models' | 'prompts' | 'maskSecrets' | 'maskEmails' | 'parallelCalls'>;

const promptsOf = ({ prompts }: ModelSettings): Readonly<Record<PromptId, string>> => ({ ...PROMPTS, ...prompts });
const maskingOf = ({ maskSecrets, maskEmails }: ModelSettings) => ({ secrets: maskSecrets, emails: maskEmails });

/** Everything that a summariser's texts depend on, so that a change makes a new one and the engine's memory of the old is not used. */
const settingsKey = (settings: ModelSettings): string => JSON.stringify([promptsOf(settings), maskingOf(settings)]);

interface Made {
  readonly key: string;
  readonly summarizer: Summarizer;
}

export class Models {
  #keys: Readonly<Record<string, string>> = {};
  readonly #made = new Map<string, Made>();
  readonly #used = new Map<string, StoredSummary>();
  readonly #store: SummaryStore;
  #queue = new Queue(3);
  #parallel = 3;
  #stop = new AbortController();
  #progress: ModelProgress = {
    running: 0,
    finished: 0,
    failed: 0,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    ms: 0,
    price: null,
    waiting: null,
    error: null,
  };
  #listener: (progress: ModelProgress) => void = () => undefined;

  constructor(store: SummaryStore) {
    this.#store = {
      get: async (key) => {
        const found = await store.get(key);
        if (found) this.#used.set(key, found);
        return found;
      },
      put: async (summary) => {
        this.#used.set(summary.key, summary);
        await store.put(summary);
      },
    };
  }

  /** Keys by slot; what is not in it is forgotten. */
  setKeys(keys: Readonly<Record<string, string>>): void {
    this.#keys = keys;
  }

  listen(listener: (progress: ModelProgress) => void): void {
    this.#listener = listener;
  }

  /** Stops every call that is under way; summaries that are finished stay. */
  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#made.clear();
  }

  /** A new file: summaries that were used belong to the one before. */
  forgetFile(): void {
    this.cancel();
    this.#used.clear();
  }

  /** Summaries of real models that this file's comparisons showed, for an export. */
  used(): readonly StoredSummary[] {
    return [...this.#used.values()];
  }

  /** Summaries that came with a scenario. */
  async take(summaries: readonly StoredSummary[]): Promise<void> {
    for (const summary of summaries) await this.#store.put(summary);
  }

  choiceOf(id: string, settings: ModelSettings): ModelChoice | undefined {
    return settings.models.find((choice) => choiceId(choice) === id);
  }

  /**
   * The summariser of a model. Without agreement it gives what is remembered, and the failure `not-sent` for everything else.
   * The same object as long as nothing changes that its texts depend on.
   */
  summarizer(choice: ModelChoice, settings: ModelSettings, agreed: boolean): Summarizer {
    const id = choiceId(choice);
    const key = `${settingsKey(settings)} ${agreed}`;
    const known = this.#made.get(id);
    if (known?.key === key) return known.summarizer;
    if (this.#parallel !== settings.parallelCalls) {
      this.#parallel = settings.parallelCalls;
      this.#queue = new Queue(settings.parallelCalls);
    }
    const summarizer = createModelSummarizer({
      choice,
      key: () => this.#keys[keySlot(choice)] ?? '',
      prompts: promptsOf(settings),
      masking: maskingOf(settings),
      store: this.#store,
      queue: this.#queue,
      signal: this.#stop.signal,
      send: agreed,
      onEvent: (event) => void this.#note(choice, event),
    });
    this.#made.set(id, { key, summarizer });
    return summarizer;
  }

  /** What a comparison would send to a model. */
  rehearsal(choice: ModelChoice, settings: ModelSettings): Rehearsal {
    return rehearse(choice, { prompts: promptsOf(settings), masking: maskingOf(settings), store: this.#store });
  }

  /** Models that an endpoint offers. */
  async list(
    choice: Pick<ModelChoice, 'provider' | 'baseUrl'>,
  ): Promise<{ readonly ok: true; readonly value: readonly string[] } | { readonly ok: false; readonly error: CallError }> {
    return listModels(choice, this.#keys[keySlot({ ...choice, model: '' })] ?? '', this.#stop.signal);
  }

  /** What was done so far in this run. */
  reset(): void {
    this.#progress = {
      ...this.#progress,
      running: 0,
      finished: 0,
      failed: 0,
      usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      ms: 0,
      price: null,
      waiting: null,
      error: null,
    };
  }

  async #note(choice: ModelChoice, event: ModelEvent): Promise<void> {
    const now = this.#progress;
    switch (event.kind) {
      case 'started':
        this.#tell({ ...now, running: now.running + 1 });
        break;
      case 'waiting':
        this.#tell({ ...now, waiting: { ms: event.ms, reason: callReason(event.why) } });
        break;
      case 'failed':
        if (event.error.kind === 'not-sent') return;
        this.#tell({ ...now, running: Math.max(0, now.running - 1), failed: now.failed + 1, waiting: null, error: callReason(event.error) });
        break;
      case 'finished': {
        if (event.remembered) return;
        const usage = sum(now.usage, event.usage);
        this.#tell({ ...now, running: Math.max(0, now.running - 1), finished: now.finished + 1, usage, ms: now.ms + event.ms, waiting: null });
        const price = event.usage && (await priceOf(choice, event.usage));
        if (price) this.#tell({ ...this.#progress, price: (this.#progress.price ?? 0) + price.total });
        break;
      }
      case 'streaming':
        break;
    }
  }

  #tell(progress: ModelProgress): void {
    this.#progress = progress;
    this.#listener(progress);
  }
}

function sum(a: ModelUsage, b: ModelUsage | null): ModelUsage {
  if (!b) return a;
  return { input: a.input + b.input, output: a.output + b.output, cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite };
}
