/** Real models: previews, keys, and stored texts. */
import type { Reason } from '../../engine/strategies/contract.ts';
import type { ModelChoice, StoredSummary, StoreSize } from '../../models/contract.ts';
import { type Answer, nothing, ok } from '../answers.ts';
import type { LoadedFile } from '../worker-loading.ts';
import type { SendingView } from '../model-protocol.ts';
import type { CompareRequest } from '../protocol.ts';
import type { State } from '../worker-state.ts';
import type * as Work from '../work.ts';

/** Work on the file that is open, as long as it is. */
async function onFile<T>(
  state: State,
  { conversation }: CompareRequest,
  answer: (work: typeof Work, loaded: LoadedFile, stopped: () => boolean) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { loaded } = state;
  if (!loaded?.conversations[conversation]) return nothing;
  return answer(await state.work(), loaded, () => loaded !== state.loaded);
}

export const modelMethods = {
  /** What the comparison would send to each model, without sending anything. */
  rehearse: (state: State, [request]: readonly [request: CompareRequest]): Promise<Answer<readonly SendingView[]>> =>
    onFile(state, request, (work, loaded, stopped) => state.writers.rehearse(work, loaded, request, stopped)),

  /** One prompt of the last rehearsal as it would be sent; `sending` = index into its answer. */
  prompt: async (
    { writers }: State,
    [sending, index]: readonly [sending: number, index: number],
  ): Promise<Answer<{ readonly system: string; readonly user: string }>> => writers.prompt(sending, index),

  /** Keys by endpoint (models/contract.ts: keySlot), in memory only; missing ones are forgotten. */
  setKeys: async ({ writers }: State, [keys]: readonly [keys: Readonly<Record<string, string>>]): Promise<Answer<null>> => {
    writers.setKeys(keys);
    return ok(null);
  },

  /** Models that an endpoint offers; `failed` = why it gave no list. */
  listModels: async (
    state: State,
    [choice]: readonly [choice: Pick<ModelChoice, 'provider' | 'baseUrl' | 'kind'>],
  ): Promise<Answer<{ readonly models: readonly string[]; readonly failed: Reason | null }>> =>
    ok(await state.writers.list(await state.work(), choice)),

  /** Summaries of real models that the comparison shows, for a file that shows them without a key. */
  usedSummaries: (state: State, [request]: readonly [request: CompareRequest]): Promise<Answer<readonly StoredSummary[]>> =>
    onFile(state, request, (work, loaded, stopped) => state.writers.used(work, loaded, request, stopped)),

  /** Adds summaries that came with a scenario file. */
  takeSummaries: async (state: State, [summaries]: readonly [summaries: readonly StoredSummary[]]): Promise<Answer<null>> => {
    await state.writers.models(await state.work()).take(summaries);
    return ok(null);
  },

  keptSummaries: async ({ writers }: State): Promise<Answer<StoreSize & { readonly vectors: number }>> => ok(await writers.size()),

  /** Both. */
  clearSummaries: async ({ writers }: State): Promise<Answer<null>> => {
    await writers.clear();
    return ok(null);
  },
};
