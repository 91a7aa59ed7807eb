/** The model's own word on rows of the last comparison. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { type Answer, fail, ok } from '../answers.ts';
import type { AskingView, AskView, AskWish } from '../loss-protocol.ts';
import type { SendingView } from '../model-protocol.ts';
import { reading, unknownRow, working, writerOf } from './method.ts';

const askPart = () => import('../asking.ts');
const unknown = ({ rows }: AskWish) => unknownRow(rows.join(', '));

export const askMethods = {
  /** What the rows' own models would be sent for the summaries at the cuts, before anything is sent; prompts as for `rehearse`. */
  rehearseAsk: working(async (comparison, state, control, wish: AskWish): Promise<Answer<readonly SendingView[]>> => {
    const { planFor } = await askPart();
    const { request } = comparison;
    const work = await state.work();
    const builtIn = state.writers.gated(work, request.settings, BUILT_IN);
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
      return wish.written && id !== BUILT_IN ? state.writers.gated(work, settings, id).summarizer : undefined;
    };
    const writers = { builtIn: state.writers.gated(work, settings, BUILT_IN), of: ownOf };
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
  ask: working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskView>> => {
    const { askNow } = await askPart();
    const view = await askNow(comparison, wish, state.writers.models(await state.work()), control);
    return view ? ok(view) : unknown(wish);
  }),

  /** Sends what `ask` showed for the judge: a second yes. */
  judgeAsked: working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskView>> => {
    const { judgeNow } = await askPart();
    const view = await judgeNow(comparison, wish, state.writers.models(await state.work()), control);
    return view ? ok(view) : unknown(wish);
  }),
};
