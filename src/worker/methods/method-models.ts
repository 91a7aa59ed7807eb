/** Real models: previews, keys, and stored texts. */
import type { Reason } from '../../engine/strategies/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import type { ModelChoice, StoredSummary, StoreSize } from '../../models/contract.ts';
import { type Answer, fail, nothing, ok } from '../answers.ts';
import type { AskingView, AskView, AskWish } from '../loss-protocol.ts';
import type { CompareRequest, SendingView } from '../protocol.ts';
import type * as Work from '../work.ts';
import type { LoadedFile } from '../worker-loading.ts';
import type { State } from '../worker-state.ts';
import { reading, unknownRow, working, writerOf } from './method.ts';

/** Work on the file that is open, as long as it is. */
async function onFile<T>(
  state: State,
  { conversation }: CompareRequest,
  answer: (work: typeof Work, loaded: LoadedFile, signal: AbortSignal) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { loaded, fileSignal } = state;
  if (!loaded?.conversations[conversation]) return nothing;
  return answer(await state.work(), loaded, fileSignal);
}

export const modelMethods = {
  /** What the comparison would send to each model, without sending anything. */
  rehearse: (state: State, [request]: readonly [request: CompareRequest]): Promise<Answer<readonly SendingView[]>> =>
    onFile(state, request, (work, loaded, signal) => state.writers.rehearse(work, loaded, request, signal)),

  /** One prompt of the last rehearsal as it would be sent; `sending` = index into its answer. */
  prompt: async (
    { writers }: State,
    [sending, index]: readonly [sending: number, index: number],
  ): Promise<Answer<{ readonly system: string; readonly user: string }>> => writers.prompt(sending, index),

  /** Keys by endpoint (models/contract.ts: keySlot), in memory only; missing ones are forgotten. */
  setKeys: async ({ writers }: State, [keys]: readonly [keys: Readonly<Record<string, string>>]): Promise<Answer<null>> => {
    writers.access.keys = keys;
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
    onFile(state, request, (work, loaded, signal) => state.writers.used(work, loaded, request, signal)),

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

const askPart = () => import('../asking.ts');
const unknown = ({ rows }: AskWish) => unknownRow(rows.join(', '));

const sendingAsk = (what: 'askNow' | 'judgeNow') =>
  working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskView>> => {
    const view = await (await askPart())[what](comparison, wish, state.writers.models(await state.work()), control);
    return view ? ok(view) : unknown(wish);
  });

export const askMethods = {
  /** What the rows' own models would be sent for the summaries at the cuts, before anything is sent; prompts as for `rehearse`. */
  rehearseAsk: working(async (comparison, state, control, wish: AskWish): Promise<Answer<readonly SendingView[]>> => {
    const { planFor } = await askPart();
    const { request } = comparison;
    const work = await state.work();
    const builtIn = state.writers.of(work, request.settings, BUILT_IN);
    const ids = new Set(wish.rows.map((key) => writerOf(request, key)).filter((id) => id !== BUILT_IN));
    return ok(
      await state.writers.rehearseWith(work, request.settings, [...ids], (summarizerOf) =>
        planFor(comparison, wish, { builtIn, of: (key) => summarizerOf(writerOf(request, key)) }, control),
      ),
    );
  }),

  /** What would be asked, before it is; `agreed` = models that may write what `rehearseAsk` showed. */
  planAsk: working(async (comparison, state, control, wish: AskWish, agreed: readonly string[]): Promise<Answer<AskingView>> => {
    const { planAsking } = await askPart();
    const { request } = comparison;
    const { settings } = request;
    const work = await state.work();
    const models = state.writers.models(work);
    const ownOf = (key: string) => {
      const id = writerOf(request, key);
      return wish.written && id !== BUILT_IN ? state.writers.of(work, settings, id) : undefined;
    };
    const writers = { builtIn: state.writers.of(work, settings, BUILT_IN), of: ownOf };
    if (wish.written) {
      models.begin(agreed, settings.parallelCalls);
      await models.prepare();
    }
    try {
      const view = await planAsking(comparison, wish, models, writers, control);
      return view ? ok(view) : unknown(wish);
    } finally {
      // The consent was for these summaries.
      if (wish.written) models.begin([], settings.parallelCalls);
    }
  }),

  /** One request of those that `planAsk` showed, or (`judging`) of those that `ask` showed for the judge. */
  askPrompt: reading(
    async (comparison, wish: AskWish, judging: boolean, index: number): Promise<Answer<{ readonly system: string; readonly user: string }>> => {
      const { askedPrompt } = await askPart();
      const prompt = askedPrompt(comparison, wish, judging, index);
      return prompt ? ok(prompt) : fail('failed', 'There is no such prompt.');
    },
  ),

  /** Sends what `planAsk` showed for the same wish: a person has said yes to that. */
  ask: sendingAsk('askNow'),

  /** Sends what `ask` showed for the judge: a second yes. */
  judgeAsked: sendingAsk('judgeNow'),
};
