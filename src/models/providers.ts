/** A language or embedding model of the AI SDK for a choice; each provider's package is loaded on first use. */
import {
  type CallError,
  type EmbeddingChoice,
  type EndpointChoice,
  endpointChoice,
  endpointOf,
  isAddress,
  isEmbedding,
  type ModelChoice,
} from './contract.ts';
import { failureOf, withoutKey } from './failures.ts';
import { watched } from './model-watch.ts';
import type { EmbeddingModel, LanguageModel } from 'ai';

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
