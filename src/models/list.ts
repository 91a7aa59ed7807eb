/** Models that an endpoint offers, if it lists them; a person can always type a name. */
import { type CallError, endpointChoice, endpointOf, isAddress, isEmbedding, type ModelChoice } from './contract.ts';
import { failureOf } from './failures.ts';
import { withoutKey } from './known-key.ts';
import { watched } from './watch.ts';

type Listed = { readonly ok: true; readonly value: readonly string[] } | { readonly ok: false; readonly error: CallError };

const MOST = 1000;

function headersOf({ provider }: Pick<ModelChoice, 'provider'>, key: string): Record<string, string> {
  if (key === '') return {};
  if (provider === 'google') return { 'x-goog-api-key': key };
  if (provider !== 'anthropic') return { authorization: `Bearer ${key}` };
  return { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'anthropic-dangerous-direct-browser-access': 'true' };
}

/** Ids in any of the three formats that endpoints use; where capabilities are stated, only models that have the one required. */
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
): Promise<Listed> {
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
    // Model names travel in links.
    return { ok: true, value: ids.filter((id) => withoutKey(id, key) === id).toSorted() };
  } catch (error) {
    const { kind, ...rest } = failureOf(error, key);
    return { ok: false, error: { kind: error instanceof SyntaxError ? 'malformed' : kind, ...rest } };
  }
}
