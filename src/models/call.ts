/** One model call: streamed, with a time limit per attempt, retried where the failure may be transient. */
import type { EmbeddingModel, LanguageModel, ModelMessage, ToolSet } from 'ai';
import type { AgentRequest, AskCall } from '../engine/ask/contract.ts';
import { isObject, withoutLoneSurrogates } from '../engine/formats/json.ts';
import type { ModelUsage } from '../engine/summarizers/contract.ts';
import {
  type Answer,
  type AnswerResult,
  type CallError,
  type CallFailure,
  type CallOptions,
  DEFAULT_CALL,
  type EmbeddingChoice,
  type EndpointChoice,
  endpointChoice,
  endpointOf,
  type EndpointProvider,
  isAddress,
  isEmbedding,
  type ModelChoice,
  needsKey,
} from './contract.ts';
import { askDevice, type DeviceModel } from './device.ts';
import { failureOf, isPassing, retryAfter, withoutKey } from './failures.ts';
import type { Prompt } from './prompt.ts';

// What the library does not distinguish, observed at the connection: no response, a response of another type, a stream that breaks or ends early.

export interface WatchedFetch {
  readonly fetcher: typeof fetch;
  /** What was observed of the last request; null = nothing wrong at this level. */
  seen(): CallFailure | null;
}

const ENDS: Readonly<Record<EndpointProvider, RegExp>> = {
  openai: /\[DONE\]|"finish_reason"\s*:\s*"/,
  compatible: /\[DONE\]|"finish_reason"\s*:\s*"/,
  anthropic: /message_stop|"stop_reason"\s*:\s*"/,
  google: /"finishReason"\s*:\s*"/,
};
const OVERLAP = 64;

const PRIVATE = { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const;

export function guarded(endpoint: string, fetcher: typeof fetch): typeof fetch {
  return (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (!url.startsWith(`${endpoint}/`)) throw new TypeError(`a request to ${new URL(url).origin}, which is not the configured endpoint`);
    return fetcher(input, { ...init, ...PRIVATE });
  };
}

/** Most bytes of an answer, and of one line of a stream; a document of vectors may be as long as these: 64 of 4,096 numbers. */
const MOST_BYTES = 2_000_000;
const MOST_LINE_BYTES = 1_000_000;
const MOST_DOCUMENT_BYTES = 16_000_000;

const LINE_FEED = 10;

function bounds(whole: boolean): (bytes: Uint8Array) => boolean {
  let total = 0;
  let line = 0;
  return (bytes) => {
    total += bytes.length;
    const end = bytes.lastIndexOf(LINE_FEED);
    line = end < 0 ? line + bytes.length : bytes.length - end - 1;
    return whole ? total <= MOST_DOCUMENT_BYTES : total <= MOST_BYTES && line <= MOST_LINE_BYTES;
  };
}

/** A promise that rejects when the signal ends; never otherwise. */
const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

/** @param whole the response is one JSON document, not a stream, so no words end it */
export function watched(
  provider: EndpointProvider,
  endpoint: string,
  signal: AbortSignal,
  platform: typeof fetch = fetch,
  whole = false,
): WatchedFetch {
  const fetcher = guarded(endpoint, platform);
  const ending = endOf(signal);
  // Whoever waits for it is told; nobody need.
  ending.catch(() => undefined);
  let seen: CallFailure | null = null;
  const watch = (body: ReadableStream<Uint8Array>, isStream: boolean): ReadableStream<Uint8Array> => {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    const fits = bounds(whole);
    let tail = '';
    let ended = !isStream;
    const close = (reason: unknown): void => void reader.cancel(reason).catch(() => undefined);
    return new ReadableStream({
      async pull(controller) {
        try {
          const { done, value } = await Promise.race([reader.read(), ending]);
          if (done) {
            if (!ended) seen = 'cut';
            controller.close();
            return;
          }
          if (!fits(value)) {
            seen = 'answer-too-large';
            throw new RangeError('the answer is longer than any summary');
          }
          tail = tail.slice(-OVERLAP) + decoder.decode(value, { stream: true });
          ended ||= ENDS[provider].test(tail);
          controller.enqueue(value);
        } catch (error) {
          seen ??= 'cut';
          close(error);
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
  };
  const watching: typeof fetch = async (input, init) => {
    seen = null;
    let response: Response;
    try {
      response = await Promise.race([fetcher(input, init), ending]);
    } catch (error) {
      seen = 'unreachable';
      throw error;
    }
    if (response.body === null) return response;
    const { ok, status, headers } = response;
    if (ok && !/event-stream|json/.test(headers.get('content-type') ?? '')) seen = 'wrong-type';
    return new Response(watch(response.body, ok && seen === null && !whole), { status, headers });
  };
  return { fetcher: watching, seen: () => seen };
}

// Models that an endpoint offers, if it lists them; a person can always type a name.

type ModelsResult = { readonly ok: true; readonly value: readonly string[] } | { readonly ok: false; readonly error: CallError };

const MOST = 1000;

function headersOf({ provider }: Pick<ModelChoice, 'provider'>, key: string): Record<string, string> {
  if (key === '') return {};
  if (provider === 'google') return { 'x-goog-api-key': key };
  if (provider !== 'anthropic') return { authorization: `Bearer ${key}` };
  return { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' };
}

function idsIn(value: unknown, method: 'generateContent' | 'embedContent'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const list = 'data' in value ? value.data : 'models' in value ? value.models : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown): string[] => {
    if (typeof entry !== 'object' || entry === null) return [];
    if ('supportedGenerationMethods' in entry && !JSON.stringify(entry.supportedGenerationMethods).includes(method)) return [];
    const id = 'id' in entry ? entry.id : 'name' in entry ? entry.name : undefined;
    return typeof id === 'string' ? [id.replace(/^models\//, '')] : [];
  });
}

/** Asks `<endpoint>/models` once; an endpoint without a list is a failure like any other, and not fatal. */
export async function listModels(
  choice: Pick<ModelChoice, 'provider' | 'baseUrl' | 'kind'>,
  key: string,
  signal: AbortSignal,
  fetcher: typeof fetch = fetch,
): Promise<ModelsResult> {
  const remote = endpointChoice({ ...choice, model: '' });
  const endpoint = remote && endpointOf(remote);
  if (remote === null || endpoint === null || !isAddress(endpoint)) return { ok: false, error: { kind: 'bad-address' } };
  try {
    const response = await watched(remote.provider, endpoint, signal, fetcher, true).fetcher(`${endpoint}/models`, {
      headers: headersOf(choice, key),
      signal,
    });
    const body = await response.text();
    if (!response.ok) {
      const refused = Object.assign(new Error(response.statusText), { statusCode: response.status, responseBody: body });
      return { ok: false, error: failureOf(refused, key) };
    }
    const ids = idsIn(JSON.parse(body), isEmbedding(choice) ? 'embedContent' : 'generateContent').slice(0, MOST);
    return { ok: true, value: ids.filter((id) => withoutKey(id, key) === id).toSorted() };
  } catch (error) {
    const { kind, ...rest } = failureOf(error, key);
    return { ok: false, error: { kind: error instanceof SyntaxError ? 'malformed' : kind, ...rest } };
  }
}

/** @param fetcher for tests; the platform's `fetch` otherwise */
export async function languageModel(choice: EndpointChoice, key: string, fetcher?: typeof fetch): Promise<LanguageModel> {
  const baseURL = endpointOf(choice) ?? '';
  const common = { baseURL, ...(fetcher ? { fetch: fetcher } : {}) };
  switch (choice.provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Without this header Anthropic refuses requests from a page; the key is the person's own.
      const headers = { 'anthropic-dangerous-direct-browser-access': 'true' };
      return createAnthropic({ ...common, apiKey: key, headers })(choice.model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ ...common, apiKey: key })(choice.model);
    }
    case 'openai':
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        ...common,
        name: choice.provider,
        includeUsage: true,
        ...(key === '' ? {} : { apiKey: key }),
        ...(choice.provider === 'openai'
          ? { transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) => ({ ...body, max_completion_tokens: max_tokens }) }
          : {}),
      });
      return provider(choice.model);
    }
  }
}

export async function embeddingModel(choice: EmbeddingChoice, key: string, fetcher: typeof fetch): Promise<EmbeddingModel> {
  const common = { baseURL: endpointOf(choice) ?? '', fetch: fetcher };
  if (choice.provider === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ ...common, apiKey: key }).embeddingModel(choice.model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ ...common, name: choice.provider, ...(key === '' ? {} : { apiKey: key }) }).embeddingModel(choice.model);
}

export interface CallHooks {
  readonly onText?: (characters: number) => void;
  readonly onWait?: (ms: number, why: CallError) => void;
  readonly fetcher?: typeof fetch;
  readonly device?: DeviceModel | undefined;
}

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

/** Otherwise the library prints advice to the console. */
const QUIET = { AI_SDK_LOG_WARNINGS: false };

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });

/** What a choice lacks before anything can be sent; null when it is complete. Without `key` the key is not checked. */
export function incomplete(choice: ModelChoice, key?: string): CallError | null {
  if (choice.model.trim() === '') return { kind: 'no-model' };
  if (choice.provider === 'device') return null;
  const endpoint = endpointOf(choice);
  if (endpoint === null || !isAddress(endpoint)) return { kind: 'bad-address' };
  if (key === '' && needsKey(choice)) return { kind: 'no-key' };
  return null;
}

/** Asks once, with as many attempts as the options allow. Never throws. */
export async function ask(
  choice: ModelChoice,
  key: string,
  prompt: Prompt | AgentRequest,
  maxOutputTokens: number,
  signal: AbortSignal,
  options: CallOptions = DEFAULT_CALL,
  hooks: CallHooks = {},
): Promise<AnswerResult> {
  const lacking = incomplete(choice, key);
  if (lacking) return { ok: false, error: lacking };
  const remote = endpointChoice(choice);
  if (!remote) {
    // Browsers' own models know no tools.
    if ('turns' in prompt) return { ok: false, error: { kind: 'no-tools' } };
    return askDevice(hooks.device, prompt, signal, options.timeoutMs);
  }
  const sent = wellFormed(prompt);
  return repeated(() => once(remote, key, sent, maxOutputTokens, signal, options.timeoutMs, hooks), signal, options, hooks.onWait);
}

const wellFormed = <T>(sent: T): T => JSON.parse(withoutLoneSurrogates(JSON.stringify(sent)).text) as T;

/** Makes attempts until one succeeds or fails for good, waiting between them as the endpoint asks. Never throws. */
export async function repeated<T>(
  once: () => Promise<AttemptResult<T>>,
  signal: AbortSignal,
  options: CallOptions,
  onWait: CallHooks['onWait'],
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: CallError }> {
  let wait = FIRST_WAIT;
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } };
    const tried = await once();
    if (tried.ok) return tried;
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' } };
    if (attempt >= options.attempts || !isPassing(tried.error)) return { ok: false, error: tried.error };
    const pause = Math.min(LONGEST_WAIT, tried.after ?? wait);
    wait *= 2;
    onWait?.(pause, tried.error);
    await sleep(pause, signal);
  }
}

export type AttemptResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CallError; readonly after: number | null };

/** One attempt over a watched connection, with a time limit. Whatever it throws becomes a named failure without the key. */
export async function attempt<T>(
  choice: EndpointChoice,
  key: string,
  signal: AbortSignal,
  timeoutMs: number,
  fetcher: typeof fetch | undefined,
  whole: boolean,
  send: (fetcher: typeof fetch, limit: AbortSignal) => Promise<{ readonly value: T } | { readonly failure: unknown } | CallError>,
): Promise<AttemptResult<T>> {
  const limit = new AbortController();
  const cancel = () => limit.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    limit.abort(new DOMException('no answer in time', 'TimeoutError'));
  }, timeoutMs);
  const connection = watched(choice.provider, endpointOf(choice) ?? '', limit.signal, fetcher, whole);
  const failed = (error: unknown): AttemptResult<T> => {
    if (late) return { ok: false, error: { kind: 'timeout' }, after: null };
    if (signal.aborted) return { ok: false, error: { kind: 'cancelled' }, after: null };
    const named = failureOf(error, key);
    const seen = connection.seen();
    // A document that arrived whole but cannot be read was not truncated.
    const found: CallError = whole && seen === null && named.kind === 'cut' && named.status === 200 ? { ...named, kind: 'malformed' } : named;
    const clear = found.kind === 'malformed' || (found.status !== undefined && found.status >= 300);
    const told = seen === null || (clear && seen === 'cut') ? found : { ...found, kind: seen };
    return { ok: false, error: told, after: retryAfter(error, Date.now()) };
  };
  try {
    const sent = await send(connection.fetcher, limit.signal);
    if ('failure' in sent || limit.signal.aborted) return failed(('failure' in sent ? sent.failure : undefined) ?? limit.signal.reason);
    const seen = connection.seen();
    if (seen) return { ok: false, error: { kind: seen }, after: null };
    return 'kind' in sent ? { ok: false, error: sent, after: null } : { ok: true, value: sent.value };
  } catch (error) {
    return failed(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** The library, told not to print advice to the console. */
export async function library(): Promise<typeof import('ai')> {
  const loaded = await import('ai');
  Object.assign(globalThis, QUIET);
  return loaded;
}

function once(
  choice: EndpointChoice,
  key: string,
  prompt: Prompt | AgentRequest,
  maxOutputTokens: number,
  signal: AbortSignal,
  timeoutMs: number,
  hooks: CallHooks,
): Promise<AttemptResult<Answer>> {
  const started = performance.now();
  return attempt<Answer>(choice, key, signal, timeoutMs, hooks.fetcher, false, async (fetcher, limit) => {
    const [ai, model] = await Promise.all([library(), languageModel(choice, key, fetcher)]);
    let failure: unknown;
    const stream = ai.streamText({
      model,
      ...('turns' in prompt ? conversationOf(prompt, ai) : { system: prompt.system, prompt: prompt.user }),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: limit,
      onError: ({ error }) => {
        failure ??= error;
      },
    });
    let text = '';
    const calls: AskCall[] = [];
    let usage: ModelUsage | null = null;
    let finish = '';
    for await (const part of stream.fullStream) {
      if (part.type === 'text-delta') {
        text += part.text;
        hooks.onText?.(text.length);
      } else if (part.type === 'tool-call') {
        calls.push({ name: part.toolName, input: isObject(part.input) ? part.input : { input: part.input } });
      } else if (part.type === 'error') failure ??= part.error;
      else if (part.type === 'abort') failure ??= limit.reason;
      else if (part.type === 'finish') {
        finish = part.finishReason;
        usage = usageOf(part.totalUsage);
      }
    }
    if (failure !== undefined) return { failure };
    if (text.trim() === '' && calls.length === 0) return { kind: 'empty' };
    return { value: { text, ...(calls.length > 0 && { calls }), usage, unfinished: finish === 'length', ms: performance.now() - started } };
  });
}

function conversationOf(
  { system, turns, tools }: AgentRequest,
  { jsonSchema, tool }: Pick<typeof import('ai'), 'jsonSchema' | 'tool'>,
): { readonly system?: string; readonly messages: ModelMessage[]; readonly tools: ToolSet } {
  const messages = turns.map((turn): ModelMessage => {
    if (turn.role === 'user') return { role: 'user', content: turn.text };
    if (turn.role === 'tool') {
      const content = turn.results.map(({ id, name, text, isError }) => ({
        type: 'tool-result' as const,
        toolCallId: id,
        toolName: name,
        output: { type: isError ? ('error-text' as const) : ('text' as const), value: text },
      }));
      return { role: 'tool', content };
    }
    const calls = turn.calls.map(({ id, name, input }) => ({ type: 'tool-call' as const, toolCallId: id, toolName: name, input }));
    return { role: 'assistant', content: [...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []), ...calls] };
  });
  const offered = tools.map(({ name, description, schema }) => [
    name,
    tool({ ...(description && { description }), inputSchema: jsonSchema(schema) }),
  ]);
  return { ...(system && { system }), messages, tools: Object.fromEntries(offered) as ToolSet };
}

interface SdkUsage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly inputTokenDetails?: { readonly cacheReadTokens?: number | undefined; readonly cacheWriteTokens?: number | undefined };
}

/** null where the endpoint reported no usage. */
function usageOf({ inputTokens, outputTokens, inputTokenDetails }: SdkUsage): ModelUsage | null {
  if (inputTokens === undefined && outputTokens === undefined) return null;
  const cacheRead = inputTokenDetails?.cacheReadTokens ?? 0;
  const cacheWrite = inputTokenDetails?.cacheWriteTokens ?? 0;
  return { input: Math.max(0, (inputTokens ?? 0) - cacheRead - cacheWrite), output: outputTokens ?? 0, cacheRead, cacheWrite };
}
