/** The model's own word on a row of the last comparison. */
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { type Answer, ok } from '../answers.ts';
import type { AskingView, AskView, AskWish } from '../ask-protocol.ts';
import { unknownRow, working } from './method.ts';

const askPart = () => import('../asking.ts');

export const askMethods = {
  /** What would be sent, before anything is sent. */
  planAsk: working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskingView>> => {
    const { planAsking } = await askPart();
    const work = await state.work();
    const writer = state.writers.gated(work, comparison.request.settings, BUILT_IN);
    const view = await planAsking(comparison, wish, state.writers.models(work), writer, control);
    return view ? ok(view) : unknownRow(wish.row);
  }),

  /** Sends what `planAsk` showed for the same wish: a person has said yes to that. */
  ask: working(async (comparison, state, control, wish: AskWish): Promise<Answer<AskView>> => {
    const { askNow } = await askPart();
    const view = await askNow(comparison, wish, state.writers.models(await state.work()), control);
    return view ? ok(view) : unknownRow(wish.row);
  }),
};
