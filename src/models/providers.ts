/** A language or embedding model of the AI SDK for a choice; each provider's package is loaded on first use. */
import type { EmbeddingModel, LanguageModel } from 'ai';
import { type EmbeddingChoice, type EndpointChoice, endpointOf } from './contract.ts';

/**
 * @param key may be empty for endpoints that need none (a local server)
 * @param fetcher for tests; the platform's `fetch` otherwise
 */
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
        // OpenAI's newer models refuse the older name of the limit.
        ...(choice.provider === 'openai'
          ? { transformRequestBody: ({ max_tokens, ...body }: Record<string, unknown>) => ({ ...body, max_completion_tokens: max_tokens }) }
          : {}),
      });
      return provider(choice.model);
    }
  }
}

/** As `languageModel`; Anthropic's package and browsers' own models have no embeddings. */
export async function embeddingModel(choice: EmbeddingChoice, key: string, fetcher: typeof fetch): Promise<EmbeddingModel> {
  const common = { baseURL: endpointOf(choice) ?? '', fetch: fetcher };
  if (choice.provider === 'google') {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ ...common, apiKey: key }).embeddingModel(choice.model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ ...common, name: choice.provider, ...(key === '' ? {} : { apiKey: key }) }).embeddingModel(choice.model);
}
