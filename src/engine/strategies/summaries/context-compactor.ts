/** S1: [system] + [tool definitions] + [summary] + [recent N rounds] + [current input]. docs/systems.md#s1-context-compactor */
import { firstWhere } from '../../lib/arrays.ts';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { ProtectionInput } from '../../signals/remember.ts';
import { DROP, type FinishedRun, type Limit, type LogLine, type Plan, type PlanContext, type Reason, SUMMARIZE } from '../contract.ts';
import type { ParamValues } from '../params.ts';
import {
  fatesBefore,
  hardBound,
  keepsAll,
  keptReason,
  planOf,
  removableUnits,
  type Rounds,
  roundsOf,
  shareOfWindow,
  summaryPlan,
  unchangedPlan,
  withinEqualTarget,
} from '../shared/plans.ts';
import { defineStrategy, enabled, MOST_MESSAGES, roundUnit, threshold } from '../shared/shared-params.ts';
import { removalOrder, removeInOrder } from '../shared/removal.ts';
import { tokensTrigger } from '../../triggers/watch.ts';

/** Answers to S1's question; the first is the default. */
const ANSWERS = ['yes', 'drop-oldest', 'new-session', 'stop'] as const;

const params = {
  keepRecentRounds: { kind: 'number', unit: 'rounds', default: 2, min: 0, max: MOST_MESSAGES, step: 1, knob: 'up' },
  unit: roundUnit,
  summaryMaxChars: { kind: 'number', unit: 'characters', default: 1000, min: 100, max: 20_000, step: 100, coarse: true },
  maxContextTokens: { kind: 'number', unit: 'tokens', default: 80_000, min: 1000, max: 10_000_000, step: 1000, coarse: true },
  triggerRatio: threshold,
  enabled,
  askFirst: { kind: 'boolean', unit: 'none', default: true },
  answer: { kind: 'choice', unit: 'none', default: 'yes', options: ANSWERS },
} as const;
type Params = ParamValues<typeof params>;

/** S1 counts a token for every two characters; the summary's bound in tokens follows from that. */
const CHARACTERS_PER_TOKEN = 2;

/** S1's own window, which cannot be larger than the one in use. */
const ownWindow = (values: Params, window: number): number => Math.min(values.maxContextTokens, window);

/** Upper bound for a result: its own window by its own rule, the common one otherwise. */
const bound = (values: Params, ctx: PlanContext): number => (ctx.budget.own ? ownWindow(values, ctx.budget.window) : hardBound(ctx));

/** A larger result is "still too long": by its own rule where the trigger would fire again at once. */
const tooLong = (values: Params, ctx: PlanContext): number => shareOfWindow(ctx.budget.own ? values.triggerRatio : 1, bound(values, ctx));

/** Tokens of what is never summarised plus the summary's bound when `keep` rounds stay before the current one. */
function estimate(input: PreparedTranscript, boundary: number, values: Params): number {
  const fates = fatesBefore(input, boundary, SUMMARIZE);
  let tokens = input.counts.total + values.summaryMaxChars / CHARACTERS_PER_TOKEN;
  for (let i = 0; i < boundary; i++) if (fates[i] === SUMMARIZE) tokens -= input.counts.messages[i]!;
  return tokens;
}

function boundaryOf(input: PreparedTranscript, rounds: Rounds, keep: number): number {
  return rounds.starts[Math.max(0, rounds.count - 1 - keep)] ?? input.header;
}

function fewerRounds(input: PreparedTranscript, rounds: Rounds, keep: number, tokens: number, values: Params): number {
  const below = Math.max(1, Math.min(keep, rounds.count));
  return firstWhere(1, below, (count) => estimate(input, boundaryOf(input, rounds, count), values) > tokens) - 1;
}

function compact(input: PreparedTranscript, rounds: Rounds, keep: number, values: Params, ctx: PlanContext): Plan {
  const asked = values.keepRecentRounds;
  const note = keep < asked ? { key: 'note-fewer-rounds', values: { keep, asked } } : rounds.fallback ? { key: 'note-auto-steps' } : undefined;
  const trace: Reason[] = values.askFirst
    ? [
        { key: 'question-compact', values: askedOf(input, values, ctx) },
        { key: 'answer', values: { answer: 'yes' } },
      ]
    : [];
  if (rounds.fallback) trace.push({ key: 'trace-auto-steps', values: { turns: input.turns, needed: rounds.needed } });
  if (keep < asked) trace.push({ key: 'trace-fewer-rounds', values: { keep, asked, limit: tooLong(values, ctx) } });
  const boundary = boundaryOf(input, rounds, keep);
  const fates = fatesBefore(input, boundary, SUMMARIZE);
  const { count, of } = rounds;
  const limit = limitOf(input, rounds, keep, values, ctx);
  if (count <= keep + 1 || keepsAll(fates)) {
    const nothing = { key: 'unchanged-rounds', values: { rounds: count, keep } };
    // While aiming, the runner tries fewer rounds itself; otherwise too many rounds to do anything also means "still too long".
    const goOn = input.counts.total > limit.tokens && (ctx.budget.own || keep === 0);
    if (!goOn) return unchangedPlan(input, nothing, { note, trace });
    return limit.otherwise?.() ?? planOf({ fates: new Uint8Array(input.n), reason: () => nothing, limit, note, trace });
  }

  return summaryPlan(
    fates,
    {
      maxChars: values.summaryMaxChars,
      maxTokens: Math.ceil(values.summaryMaxChars / CHARACTERS_PER_TOKEN),
      tooLong: 'cut',
      style: 'plain',
      before: 'Summary of the conversation so far:\n\n',
    },
    {
      reason(i) {
        const round = of[i]! + 1;
        if (fates[i] === SUMMARIZE) return { key: 'sum-older-round', values: { round, count, keep } };
        return keptReason(input, i, boundary, () =>
          round === count ? { key: 'keep-current' } : { key: 'keep-recent-round', values: { back: count - round, keep } },
        );
      },
      limit,
      note,
      trace,
    },
  );
}

function limitOf(input: PreparedTranscript, rounds: Rounds, keep: number, values: Params, ctx: PlanContext): Limit {
  const refused = { key: 'refused-new-session', values: { keep } };
  if (keep === 0) return { tokens: bound(values, ctx), refused };
  const tokens = tooLong(values, ctx);
  return {
    tokens,
    refused,
    otherwise: () => compact(input, rounds, fewerRounds(input, rounds, keep, tokens, values), values, ctx),
  };
}

/** Units from the oldest on, for a person who would rather drop than summarise. */
const oldestFirst = (input: ProtectionInput) => removalOrder(input, removableUnits(input));

/** The numbers of S1's question: current and maximum tokens. */
const askedOf = (input: PreparedTranscript, values: Params, ctx: PlanContext): { readonly tokens: number; readonly maximum: number } => ({
  tokens: input.counts.total,
  maximum: ownWindow(values, ctx.budget.window),
});

/** The three alternatives that S1 offers after a no. */
function otherwise(input: PreparedTranscript, values: Params, ctx: PlanContext): Plan {
  const asked = askedOf(input, values, ctx);
  const trace: Reason[] = [
    { key: 'question-compact', values: asked },
    { key: 'answer', values: { answer: values.answer } },
  ];
  if (values.answer === 'stop') return unchangedPlan(input, { key: 'unchanged-stopped', values: asked }, { trace, stops: true });
  if (values.answer === 'drop-oldest') {
    const plan = removeInOrder(input, oldestFirst(input), ctx, { removed: ({ rank, of }) => ({ key: 'drop-oldest-asked', values: { rank, of } }) });
    return { ...plan, trace };
  }
  const rounds = roundsOf(input, values.unit, 1);
  const boundary = boundaryOf(input, rounds, 0);
  const fates = fatesBefore(input, boundary, DROP);
  if (keepsAll(fates)) return unchangedPlan(input, { key: 'unchanged-rounds', values: { rounds: rounds.count, keep: 0 } }, { trace });
  return planOf({
    fates,
    reason: (i) => (fates[i] === DROP ? { key: 'drop-new-session' } : keptReason(input, i, boundary, () => ({ key: 'keep-current' }))),
    limit: { tokens: bound(values, ctx), refused: { key: 'refused-new-session', values: { keep: 0 } } },
    trace,
  });
}

function roundsSummarised({ fates, reason }: Plan): number {
  const round = (i: number): number => Number(reason(i).values?.round);
  return round(fates.lastIndexOf(SUMMARIZE)) - Math.max(1, round(fates.indexOf(SUMMARIZE))) + 1;
}

/** S1's event with its own field names; `rounds` as its result counts them. */
function logOf({ outcome, tokensBefore, tokensAfter, summaries, plan }: FinishedRun): readonly LogLine[] {
  const [summary] = summaries;
  if (outcome !== 'compacted' || !summary) return [];
  const fields = {
    original_tokens: tokensBefore,
    new_tokens: tokensAfter,
    saved_ratio: 1 - tokensAfter / tokensBefore,
    rounds: roundsSummarised(plan),
    summary: summary.outcome.text,
  };
  return [{ level: 'info', event: 'context_compacted', reason: { key: 'log-context-compacted', values: fields } }];
}

export const contextCompactor = defineStrategy({
  id: 'context-compactor',
  family: 'summaries',
  source: { seed: 'S1' },
  kind: 'strategy',
  params,
  trigger: (values, window) => tokensTrigger(values.triggerRatio * ownWindow(values, window)),
  ownTarget: (values, window) => shareOfWindow(values.triggerRatio, ownWindow(values, window)),
  question: (values, tokens, window) =>
    values.askFirst && values.enabled
      ? { reason: { key: 'question-compact', values: { tokens, maximum: ownWindow(values, window) } }, param: 'answer' }
      : null,
  log: logOf,
  plan(input, values, ctx) {
    if (!values.enabled) return unchangedPlan(input, { key: 'unchanged-disabled' });
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    if (values.askFirst && values.answer !== 'yes') return otherwise(input, values, ctx);
    const keep = values.keepRecentRounds;
    // While the knob is aimed it may go down to 0: then the rule needs only a second turn, at every value.
    const needed = ctx.budget.own ? keep + 2 : 2;
    return compact(input, roundsOf(input, values.unit, needed), keep, values, ctx);
  },
});
