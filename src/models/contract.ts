/**
 * Real models as summarisers: what a person configures, what a call needs, and how it can fail. Plain data, so that the page may import it;
 * nothing here knows a key.
 */
import type { AskCall } from '../engine/ask/contract.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';

/** `compatible` = any endpoint that speaks OpenAI's chat completions: Ollama, LM Studio, vLLM, OpenRouter, a gateway. */
export const ENDPOINT_PROVIDERS = ['openai', 'anthropic', 'google', 'compatible'] as const;
/** `device` = a language model built into the browser: no endpoint, no key, and nothing leaves the computer. */
export const MODEL_PROVIDERS = [...ENDPOINT_PROVIDERS, 'device'] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];
export type EndpointProvider = (typeof ENDPOINT_PROVIDERS)[number];
/** Browsers have one model and do not name it. */
export const DEVICE_MODEL = 'language-model';

/** Providers with embedding models; Anthropic and browsers have none. */
export const EMBEDDING_PROVIDERS = ['openai', 'google', 'compatible'] as const satisfies readonly EndpointProvider[];
export type EmbeddingProvider = (typeof EMBEDDING_PROVIDERS)[number];

/** One model for summaries or embeddings. It travels in links and exports; the key never does. */
export interface ModelChoice {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Base URL of the endpoint without a trailing slash; null = the provider's own. Required for `compatible`. */
  readonly baseUrl: string | null;
  /** Embeds texts; absent = writes summaries. */
  readonly kind?: 'embedding';
}

export const isEmbedding = ({ kind }: Pick<ModelChoice, 'kind'>): boolean => kind === 'embedding';

/** Value of `embedder` for comparison by words, without a model. */
export const BY_WORDS = 'words';

export type EndpointChoice = ModelChoice & { readonly provider: EndpointProvider };
export type EmbeddingChoice = ModelChoice & { readonly provider: EmbeddingProvider; readonly kind: 'embedding' };

/** null where the choice writes summaries, or its provider has no embeddings. */
export function embeddingChoice(choice: ModelChoice): EmbeddingChoice | null {
  const provider = EMBEDDING_PROVIDERS.find((id) => id === choice.provider);
  return provider && isEmbedding(choice) ? { ...choice, provider, kind: 'embedding' } : null;
}

/** null where the choice is the browser's own model. */
export const endpointChoice = (choice: ModelChoice): EndpointChoice | null =>
  choice.provider === 'device' ? null : { ...choice, provider: choice.provider };

export const BASE_URLS: Readonly<Record<Exclude<EndpointProvider, 'compatible'>, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** Where requests of a choice go; null on the device, and for `compatible` without an address. */
export function endpointOf({ provider, baseUrl }: ModelChoice): string | null {
  if (provider === 'device') return null;
  return baseUrl?.replace(/\/+$/, '') ?? (provider === 'compatible' ? null : BASE_URLS[provider]);
}

/** Whether the choice cannot be used without a key. */
export const needsKey = ({ provider }: Pick<ModelChoice, 'provider'>): boolean => provider !== 'compatible' && provider !== 'device';

const ID = /^(embedding:)?([a-z]+)\/(.*?)(?:@(https?:\/\/.*))?$/;

export const modelOfId = (id: string): string => ID.exec(id)?.[3] ?? id;

/**
 * As `modelOfId`, followed by where it is where another of `ids` is called the same: by the provider, else the host, else the whole address.
 */
export function nameAmong(id: string, ids: readonly string[], providerTitle: (provider: ModelProvider) => string): string {
  const own = ID.exec(id);
  if (!own) return id;
  const [, kind, provider = '', model = '', address] = own;
  const namesakes = [...new Set(ids)]
    .map((other) => ID.exec(other))
    .filter((other) => other && other[0] !== id && other[1] === kind && other[3] === model);
  if (namesakes.length === 0) return model;
  const placesOf = (of: string, at: string | undefined): readonly string[] => {
    const known = MODEL_PROVIDERS.find((one) => one === of);
    const url = at ?? (known && endpointOf({ provider: known, model: '', baseUrl: null })) ?? '';
    return [known ? providerTitle(known) : of, /^\w+:\/\/([^/]*)/.exec(url)?.[1] ?? url, url.replace(/^\w+:\/\//, '')];
  };
  const places = placesOf(provider, address);
  const others = namesakes.map((other) => placesOf(other![2]!, other![4]));
  const place = places.find((one, i) => others.every((other) => other[i] !== one)) ?? places[2];
  return `${model} · ${place}`;
}

/** Identifies the endpoint that a key belongs to: a key is never sent to another. */
export const keySlot = (choice: Pick<ModelChoice, 'provider' | 'baseUrl'>): string =>
  `${choice.provider} ${endpointOf({ ...choice, model: '' }) ?? ''}`;

/** https anywhere, plain http only to this computer, as in the policy of `endpoint.html`. */
export function isAddress(text: string): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1'));
}

/**
 * Identifies a choice in caches, rows and exports: `openai/gpt-4o-mini`, `compatible/llama3.1@http://localhost:11434/v1`,
 * `embedding:openai/text-embedding-3-small`. Consent to one use of a model is no consent to the other.
 */
export function choiceId({ provider, model, baseUrl, kind }: ModelChoice): string {
  return `${kind === 'embedding' ? 'embedding:' : ''}${provider}/${model}${baseUrl === null ? '' : `@${baseUrl}`}`;
}

/**
 * Why a call produced no summary. Each kind has a sentence that says what to do (`reason.model-<kind>`). `unreachable` covers refused
 * connections and refused CORS requests, which a browser cannot tell apart.
 */
export const CALL_FAILURES = [
  'not-sent',
  'no-model',
  'no-key',
  'bad-address',
  'unauthorized',
  'forbidden',
  'not-found',
  'rate-limited',
  'too-large',
  'over-window',
  'rejected',
  'server',
  'given-up',
  'unreachable',
  'timeout',
  'cut',
  'answer-too-large',
  'empty',
  'untagged',
  'malformed',
  'wrong-type',
  'wrong-vectors',
  'no-embeddings',
  'no-device',
  'device-full',
  'device',
  'no-tools',
  'cancelled',
] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];

export interface CallError {
  readonly kind: CallFailure;
  readonly status?: number;
  /** The endpoint's own message, at most 300 characters, without the key. */
  readonly detail?: string;
  readonly tokens?: number;
  readonly window?: number;
  readonly cause?: CallError;
}

export interface Answer {
  readonly text: string;
  /** Tools that it called; absent without any. */
  readonly calls?: readonly AskCall[];
  readonly usage: ModelUsage | null;
  readonly unfinished: boolean;
  readonly ms: number;
}

export type AnswerResult = { readonly ok: true; readonly value: Answer } | { readonly ok: false; readonly error: CallError };

export interface CallOptions {
  readonly timeoutMs: number;
  readonly attempts: number;
}

export const DEFAULT_CALL: CallOptions = { timeoutMs: 30_000, attempts: 4 };
/** A model on the device is many times slower, and a retry changes nothing. */
export const DEVICE_CALL: CallOptions = { timeoutMs: 300_000, attempts: 1 };
export const DEFAULT_PARALLEL = 3;

export interface StoredSummary {
  readonly key: string;
  readonly choice: string;
  readonly text: string;
  readonly usage: ModelUsage | null;
  /** Duration of the call that wrote it, ms. */
  readonly ms: number;
}

export interface SummaryStore {
  get(key: string): Promise<StoredSummary | undefined>;
  put(summary: StoredSummary): Promise<void>;
}

export interface StoreSize {
  readonly count: number;
  readonly characters: number;
}

export interface StoredVector {
  readonly key: string;
  readonly vector: Float32Array;
}

/** Vectors made earlier, by key. IndexedDB in the page, memory in the terminal. Its promises never reject. */
export interface VectorStore {
  get(keys: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  put(vectors: readonly StoredVector[]): Promise<void>;
}

export type ModelEvent =
  | { readonly kind: 'started'; readonly key: string; readonly choice: string; readonly texts?: number }
  | { readonly kind: 'streaming'; readonly key: string; readonly characters: number }
  | { readonly kind: 'waiting'; readonly key: string; readonly ms: number; readonly why: CallError }
  | {
      readonly kind: 'finished';
      readonly key: string;
      readonly choice: string;
      readonly usage: ModelUsage | null;
      readonly ms: number;
      /** Texts embedded; absent = a summary was written. */
      readonly texts?: number;
    }
  | {
      readonly kind: 'failed';
      readonly key: string;
      readonly choice: string;
      readonly error: CallError;
      /** Texts without a vector; absent = a summary failed. */
      readonly texts?: number;
    };

/** The price list in use, with the day it was published. A test compares the version with what is installed. */
export const PRICE_LIST = { name: 'genai-prices', version: '0.1.8', date: '2026-09-23' } as const;
