/** What the rows of the last comparison lost. */
import type { Wishes } from '../../engine/answer/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { type Answer, nothing, ok } from '../answers.ts';
import type { DecayView, HandView, LossView, LostFact, MeasuresReply, MessageLosses, PaidRecall, RecallReply } from '../loss-protocol.ts';
import type { SendingView } from '../model-protocol.ts';
import type { State } from '../worker-state.ts';
import { reading, unknownRow, working, writerOf } from './method.ts';

/** Loaded with the first comparison. */
const lossPart = () => import('../worker-losses.ts');

export const lossMethods = {
  /** Every measure of the rows but those that need the future. */
  measure: working(async (comparison, { writers }, control): Promise<Answer<MeasuresReply>> => {
    const { measureRows } = await lossPart();
    return ok(await measureRows(comparison, (id, usage) => writers.price(id, usage, comparison.request.settings), control));
  }),

  /**
   * Takes seconds on a large transcript: reports progress, and is cached by everything that it depends on. `paid` = the row whose own model
   * writes at the cuts; null = none. `keys` = of these rows only; null = of all.
   */
  recall: working(async (comparison, state, control, paid: PaidRecall | null, keys: readonly string[] | null): Promise<Answer<RecallReply>> => {
    const { payForRecall, recallRows } = await lossPart();
    const { settings } = comparison.request;
    const work = await state.work();
    const builtIn = state.writers.gated(work, settings, BUILT_IN);
    if (paid) {
      const models = state.writers.models(work);
      models.begin(paid.agreed, settings.parallelCalls);
      await models.prepare();
      try {
        const own = state.writers.gated(work, settings, writerOf(comparison.request, paid.key));
        await payForRecall(comparison, paid.key, own.summarizer, builtIn, control);
      } finally {
        // The consent was for this recall.
        models.begin([], settings.parallelCalls);
      }
    }
    return ok(await recallRows(comparison, builtIn, control, keys));
  }),

  /** The smallest budget at which something works, a share of the context; null = none. Takes as long as a comparison for each that is tried. */
  smallest: working(async (comparison, state, control, wishes: Wishes): Promise<Answer<number | null>> => {
    const { smallestOf } = await lossPart();
    const writer = state.writers.gated(await state.work(), comparison.request.settings, BUILT_IN);
    return ok(await smallestOf(comparison, writer, wishes, control));
  }),

  /** What the recall of a row with its own model would send, before anything is sent; prompts as for `rehearse`. */
  rehearseRecall: working(async (comparison, state, control, key: string): Promise<Answer<readonly SendingView[]>> => {
    const { recallBy } = await lossPart();
    const { settings } = comparison.request;
    const work = await state.work();
    const builtIn = state.writers.gated(work, settings, BUILT_IN);
    const own = writerOf(comparison.request, key);
    return ok(
      await state.writers.rehearseWith(work, settings, [own], (summarizerOf) => recallBy(comparison, key, summarizerOf(own)!, builtIn, control)),
    );
  }),

  /** A row compacted repeatedly on top of itself; the built-in summariser writes. */
  decay: working(async (comparison, state, control, key: string): Promise<Answer<DecayView>> => {
    const row = comparison.request.rows.find((one) => one.key === key);
    if (!row) return unknownRow(key);
    const { decayOf } = await lossPart();
    return ok(await decayOf(comparison, row, state.writers.gated(await state.work(), comparison.request.settings, BUILT_IN), control));
  }),

  lossesIn: reading(async (comparison, index: number, key: string): Promise<Answer<MessageLosses>> => {
    const losses = (await lossPart()).lossesIn(comparison, index, key);
    return losses ? ok(losses) : unknownRow(key);
  }),

  /** What was needed later and lost by some of these rows. */
  lostBy: async (state: State, keys: readonly string[]): Promise<Answer<readonly LostFact[]>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const missing = keys.find((key) => !comparison.rows.has(key));
    if (missing !== undefined) return unknownRow(missing);
    const { lostBy, recallOnPage } = await lossPart();
    const writer = state.writers.gated(await state.work(), comparison.request.settings, BUILT_IN);
    return ok(lostBy(comparison, await recallOnPage(comparison, writer, keys), keys));
  },

  /** What these rows have in hand of one of those facts at its checkpoint. */
  inHand: async (state: State, [keys, fact]: readonly [keys: readonly string[], fact: LostFact]): Promise<Answer<readonly HandView[]>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const { inHandOf, recallOnPage } = await lossPart();
    const writer = state.writers.gated(await state.work(), comparison.request.settings, BUILT_IN);
    return ok(await inHandOf(comparison, await recallOnPage(comparison, writer, keys), keys, fact, writer));
  },

  /** What a row lost; `against` = only what this other row still has. */
  losses: async (state: State, [key, against]: readonly [key: string, against: string | null]): Promise<Answer<LossView>> => {
    const { comparison } = state;
    if (!comparison) return nothing;
    const { lossesOf, recallOnPage } = await lossPart();
    const writer = state.writers.gated(await state.work(), comparison.request.settings, BUILT_IN);
    const recalled = await recallOnPage(comparison, writer, [key, ...(against === null ? [] : [against])]);
    const view = lossesOf(comparison, recalled, key, against);
    return view ? ok(view) : unknownRow(key);
  },
};
