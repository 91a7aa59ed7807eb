/** The replay, and reads of the last one: `id` = of its answer, any other is answered with `unknown-row`. */
import type { Look, ReplayMiss } from '../../engine/replay/contract.ts';
import type { Reason } from '../../engine/strategies/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { type Answer, fail, nothing, ok } from '../answers.ts';
import type { DiffOp, FullMessage, InsertionView, RowView } from '../protocol.ts';
import type * as Replaying from '../worker-replay.ts';
import type { ContextView, ReplayRecordView, ReplayReply, ReplayRequest } from '../loss-protocol.ts';
import type { State } from '../worker-state.ts';
import { clip, fullMessage } from '../views.ts';
import { type Control, inRange } from './method.ts';

/** Loaded with the first replay. */
const replayPart = () => import('../worker-replay.ts');

interface LastReplay {
  readonly replayed: Replaying.Replayed;
  readonly part: typeof Replaying;
}

/** A method that reads the last replay; null = there is no such run, request or message. */
const ofReplay =
  <A extends readonly unknown[], T>(answer: (last: LastReplay, ...args: A) => T | null | Promise<T | null>) =>
  async ({ replayed }: State, [id, ...args]: readonly [id: number, ...args: A]): Promise<Answer<T>> => {
    if (replayed?.reply.id !== id) return fail('unknown-row', 'The replay has been run again.');
    const value = await answer({ replayed, part: await replayPart() }, ...args);
    return value === null ? fail('unknown-row', 'The replay has no such run, request or message.') : ok(value);
  };

/** As ofReplay, for one context: that of a run (`key` of its row; `none` = without compaction) at a request. */
const ofLook = <A extends readonly unknown[], T>(answer: (last: LastReplay & { readonly look: Look }, ...args: A) => T | null | Promise<T | null>) =>
  ofReplay((last, key: string, at: number, ...args: A) => {
    const look = last.part.lookOf(last.replayed, key, at);
    return look && answer({ ...last, look }, ...args);
  });

export const replayMethods = {
  /** Runs it; reads use the last finished one until the answer is there. */
  replay: async (state: State, [request]: readonly [request: ReplayRequest], control: Control): Promise<Answer<ReplayReply>> => {
    const { loaded, writers } = state;
    const { ticket, signal } = control;
    const [work, { runReplay }] = await Promise.all([state.work(), replayPart()]);
    signal.throwIfAborted();
    if (!loaded?.conversations[request.conversation]) return nothing;
    // A session needs hundreds of summaries: a replay writes them itself, and states what a model would have cost.
    const writer = writers.of(work, request.settings, BUILT_IN);
    // Nobody is asked for consent here: vectors from a comparison are used.
    const helpers = { writer, embeddingsOf: writers.models(work).storedEmbeddings };
    const replayed = await runReplay(loaded, request, ticket.number, helpers, control);
    signal.throwIfAborted();
    state.replayed = replayed;
    return ok(replayed.reply);
  },

  replayContext: ofReplay(({ replayed, part }, key: string, at: number): ContextView | null => part.contextView(replayed, key, at)),

  /** Messages of that context's recording; reasons are fetched one by one. */
  replayRows: ofLook(({ replayed, part, look }, indexes: readonly number[]): readonly RowView[] =>
    part.contextRows(replayed, look, inRange(indexes, look.fates.length)),
  ),

  replayInsertions: ofReplay(({ replayed, part }, key: string, at: number): readonly InsertionView[] | null =>
    part.contextInsertions(replayed, key, at),
  ),

  /** Why a message has its fate, and the compaction that decided (0 = none). */
  replayWhy: ofLook(({ part, look }, index: number): Promise<{ readonly reason: Reason; readonly level: number }> => part.contextWhy(look, index)),

  replayFull: ofReplay(({ replayed: { prepared } }, index: number): FullMessage | null =>
    prepared.messages[index] ? fullMessage(prepared, index) : null,
  ),

  replayDiff: ofLook(async ({ replayed, part, look }, index: number): Promise<readonly DiffOp[] | null> => {
    const { wordDiff } = await import('../text/text-words.ts');
    const texts = part.contextTexts(replayed, look, index);
    return texts && wordDiff(...texts).map(({ op, text }) => ({ op, text: clip(text) }));
  }),

  /** Facts that answers of a run used although its context had lost them. */
  replayMisses: ofReplay(({ replayed, part }, key: string): readonly ReplayMiss[] | null => part.missesOf(replayed, key)),

  /** What a compaction of a run (`level` from 1) replaced. */
  replayRecord: ofReplay(({ replayed, part }, key: string, level: number): ReplayRecordView | null => part.contextRecord(replayed, key, level)),
};
