/** S0 11: the conversation in chunks of rounds; each earlier chunk becomes its own summary, the last one stays whole. */
import type { TranscriptInput } from '../../signals/remember.ts';
import type { Reason } from '../contract.ts';
import { groupFates, type Grouping, groupsPlan, summaryShare } from '../shared/groups.ts';
import { keyInformationReason } from '../shared/strategy-key-information.ts';
import { protectionReason, type Rounds, roundsOf, shareOfWindow, unchangedPlan, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, MOST_MESSAGES, roundUnit, summaryMaxTokens, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const params = {
  // The chunk size is not the knob: smaller chunks mean a shorter last one, but more summaries. The rounds kept beside it are.
  keepRecentRounds: { kind: 'number', unit: 'rounds', default: 0, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  chunk: { kind: 'number', unit: 'rounds', default: 20, min: 1, max: 1000, step: 1 },
  unit: roundUnit,
  summaryShare,
  summaryMaxTokens,
  keyInformation,
  ...s0Triggers,
} as const;

const INTRODUCTION = 'Summary of an earlier part of the conversation:';

const CHUNKS = 2;

const firstMessages = (input: TranscriptInput) => Int32Array.from(input.units, ({ members }) => members[0]!);

const chunksOf = (input: TranscriptInput, unit: string, chunk: number): Grouping => {
  const { of, count } = roundsOf(input, unit, 0);
  const groups = firstMessages(input).map((i) => (i < input.header ? -1 : Math.floor(Math.max(0, of[i]!) / chunk)));
  return { of: groups, count: Math.ceil(count / chunk) };
};

function chunkIn(rounds: Rounds, chunk: number, own: boolean): number {
  return own || rounds.count > CHUNKS * chunk ? chunk : Math.max(1, Math.floor((rounds.count - 1) / CHUNKS));
}

export const incrementalSummary = defineStrategy({
  id: 'incremental-summary',
  family: 'summaries',
  source: { seed: 'S0', section: '11' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const rounds = roundsOf(input, values.unit, CHUNKS * values.chunk + 1);
    const { unit, count, of, fallback } = rounds;
    const chunk = chunkIn(rounds, values.chunk, ctx.budget.own);
    const trace: Reason[] = fallback ? [{ key: 'trace-auto-steps', values: { turns: input.turns, needed: rounds.needed } }] : [];
    if (chunk < values.chunk) trace.push({ key: 'trace-smaller-chunk', values: { count, chunk, asked: values.chunk } });
    const note: Reason | undefined =
      chunk < values.chunk ? { key: 'note-smaller-chunk', values: { chunk } } : fallback ? { key: 'note-auto-steps' } : undefined;
    if (count <= CHUNKS * chunk) {
      return unchangedPlan(input, { key: 'unchanged-chunks', values: { count, chunk, needed: CHUNKS * chunk } }, { note, trace });
    }

    const chunks = chunksOf(input, unit, chunk);
    // Rounds from here on stay: the last chunk, and at least the current round with those before it.
    const firstKept = Math.max(0, Math.min((chunks.count - 1) * chunk, count - 1 - values.keepRecentRounds));
    const boundary = rounds.starts[firstKept] ?? input.header;
    const options = { ...values, boundary, introduction: INTRODUCTION };
    const grouped = groupFates(input, chunks, options);
    const { tokens, limit, summary } = grouped;
    const plan = groupsPlan(input, grouped, options, {
      note,
      trace: () => trace,
      reason(i) {
        if (input.protection[i] !== 0) return protectionReason(input, i);
        const kept = keyInformationReason(input, i, values.keyInformation);
        if (kept) return kept;
        const group = chunks.of[input.unitOf[i]!]!;
        const round = Math.max(0, of[i]!) + 1;
        const place = { round, count, chunk: group + 1, chunks: chunks.count, size: chunk };
        if (grouped.fates[i] !== 0) return { key: 'sum-chunk', values: { ...place, tokens: tokens[group]!, limit: limit[group]! } };
        if (i < boundary) {
          return summary[group]! >= 0 || tokens[group] === 0
            ? { key: 'keep-boundary-block' }
            : { key: 'keep-small-group', values: { tokens: tokens[group]!, limit: limit[group]! } };
        }
        return group === chunks.count - 1
          ? { key: 'keep-last-chunk', values: place }
          : { key: 'keep-recent-round', values: { back: count - round, keep: values.keepRecentRounds } };
      },
    });
    return plan ?? unchangedPlan(input, { key: 'unchanged-nothing-saved' }, { note, trace });
  },
});
