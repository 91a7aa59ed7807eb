/** The model's own word on rows of the last comparison. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { type Answer, fail, ok } from '../answers.ts';
import type { AskingView, AskView, AskWish } from '../ask-protocol.ts';
import { reading, unknownRow, working } from './method.ts';

const askPart = () => import('../asking.ts');
const unknown = ({ rows }: AskWish) => unknownRow(rows.join(', '));

export const askMethods = {
  /** What would be sent, before anything is sent. */
  planAsk: working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskingView>> => {
    const { planAsking } = await askPart();
    const work = await state.work();
    const writer = state.writers.gated(work, comparison.request.settings, BUILT_IN);
    const view = await planAsking(comparison, wish, state.writers.models(work), writer, control);
    return view ? ok(view) : unknown(wish);
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
