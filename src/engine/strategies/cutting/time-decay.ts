/**
 * S0 14: the tokens that a message keeps halve with every half-life of its age. Recent messages stay unchanged, older ones are shortened,
 * and a unit whose youngest message would keep too little is dropped.
 */
import type { Message } from '../../transcript/types.ts';
import { perTranscriptAndKey, type TranscriptInput } from '../../signals/remember.ts';
import { blockStarts } from '../../signals/structure.ts';
import { DROP, EDIT, type Reason } from '../contract.ts';
import type { ParamValues } from '../params.ts';
import { ARGS, type CutKind, cutterOf, ENDS, HEAD } from '../../truncation/truncation.ts';
import { ChoiceBuilder, cutEdits, rememberChoices, untouchable, untouchableReason } from './shared/cutting-plan.ts';
import { planOf, shareOfWindow, unchangedPlan, unitEnds, withinEqualTarget } from '../shared/plans.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { s0Trigger } from '../../triggers/watch.ts';

const share = { kind: 'number', unit: 'share', min: 0, max: 1, step: 0.01 } as const;
const params = {
  halfLife: { kind: 'number', unit: 'share', default: 0.25, min: 0.005, max: 2, step: 0.005, knob: 'up' },
  halfLifeMinutes: { kind: 'number', unit: 'minutes', default: 0, min: 0, max: 1_000_000, step: 1 },
  ageBy: { kind: 'choice', unit: 'none', default: 'auto', options: ['auto', 'time', 'position'] },
  recentAbove: { ...share, default: 0.5 },
  dropBelow: { ...share, default: 0.1 },
  keyInformation,
  ...s0Triggers,
} as const;
type Params = ParamValues<typeof params>;

const DECAY: CutKind = { id: 'decay', text: () => HEAD, args: () => ARGS, result: () => ENDS };

interface Ages {
  readonly by: 'time' | 'position';
  readonly share: Float64Array;
  readonly span: number;
}

const MINUTE = 60_000;

/** Milliseconds of a message's timestamp; NaN without one. */
const timeOf = ({ ts }: Message): number => (ts === undefined ? Number.NaN : Date.parse(ts));

/** Age by time: a message without a timestamp is as old as the one before it. Null where fewer than half have one, or all the same. */
const agesByTime = (input: TranscriptInput): Ages | null => {
  const { messages, n, header } = input;
  const times = Float64Array.from(messages, timeOf);
  let known = 0;
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let i = header; i < n; i++) {
    if (Number.isNaN(times[i])) continue;
    known++;
    first = Math.min(first, times[i]!);
    last = Math.max(last, times[i]!);
  }
  if (known * 2 < n - header || last <= first) return null;
  const ages = new Float64Array(n);
  let time = first;
  for (let i = header; i < n; i++) {
    if (!Number.isNaN(times[i])) time = times[i]!;
    ages[i] = (last - time) / (last - first);
  }
  return { by: 'time', share: ages, span: (last - first) / MINUTE };
};

const agesByPosition = (input: TranscriptInput): Ages => {
  const span = Math.max(1, input.n - input.header);
  return { by: 'position', share: Float64Array.from(input.messages, (_, i) => (input.n - 1 - i) / span), span };
};

const agesOf = (input: TranscriptInput, by: string): Ages => (by === 'position' ? null : agesByTime(input)) ?? agesByPosition(input);

const unitAges = perTranscriptAndKey((input: TranscriptInput, by: string): Float64Array => {
  const { share: ages } = agesOf(input, by);
  const { first } = blockStarts(input);
  const ends = unitEnds(input);
  // Positions and times increase within a unit, except for timestamps recorded out of order.
  return Float64Array.from(ages, (age, i) => (first[i] === ends[i] ? age : Math.min(...input.units[input.unitOf[i]!]!.members.map((k) => ages[k]!))));
});

const halfLives = (left: number): number => (left <= 0 ? Number.POSITIVE_INFINITY : -Math.log2(left));

const choose = rememberChoices((input, by: string, halfLife: number, recentAbove: number, dropBelow: number, keyInfo: number) => {
  const choice = new ChoiceBuilder(input.n);
  const cutter = cutterOf(input, DECAY);
  const fixed = untouchable(input, keyInfo);
  const { share: ages } = agesOf(input, by);
  const youngest = unitAges(input, by);
  const tokens = input.counts.messages;
  const recent = halfLife * halfLives(recentAbove);
  const old = halfLife * halfLives(dropBelow);
  const rate = -Math.LN2 / halfLife;
  for (let i = 0; i < input.n; i++) {
    if (fixed[i] !== 0 || ages[i]! <= recent) continue;
    if (youngest[i]! > old && input.protection[i] === 0) choice.drop(i);
    else choice.cut(i, cutter.rungWithin(i, tokens[i]! * Math.exp(ages[i]! * rate)));
  }
  return choice;
});

const tenths = (value: number): number => Math.round(value * 10) / 10;

function halfLifeOf({ halfLife, halfLifeMinutes }: Params, { by, span }: Ages): number {
  return by === 'time' && halfLifeMinutes > 0 ? halfLifeMinutes / span : halfLife;
}

export const timeDecay = defineStrategy({
  id: 'time-decay',
  family: 'cutting',
  source: { seed: 'S0', section: '14' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  plan(input, values, ctx) {
    const within = withinEqualTarget(input, ctx);
    if (within) return within;
    const { recentAbove, dropBelow, ageBy, keyInformation: keyInfo } = values;
    const ages = agesOf(input, ageBy);
    const halfLife = halfLifeOf(values, ages);
    const note = ageBy === 'time' && ages.by === 'position' ? { note: { key: 'note-age-by-position' } } : {};
    const numbers = (i: number): Readonly<Record<string, number>> => ({
      age: tenths(ages.share[i]! * ages.span),
      halfLife: tenths(halfLife * ages.span),
      factor: 2 ** (-ages.share[i]! / halfLife),
      recentAbove,
      dropBelow,
      tokens: input.counts.messages[i]!,
    });
    const reason = (what: string, i: number, more: Readonly<Record<string, number>> = {}): Reason => ({
      key: `decay-${what}`,
      values: { by: ages.by, ...numbers(i), ...more },
    });
    const choice = choose(input, ageBy, halfLife, recentAbove, dropBelow, keyInfo ? 1 : 0);
    if (choice.cutMessages + choice.dropped === 0) {
      return unchangedPlan(
        input,
        { key: 'unchanged-all-recent', values: { by: ages.by, halfLife: tenths(halfLife * ages.span), recentAbove } },
        note,
      );
    }
    const cutter = cutterOf(input, DECAY);
    return planOf({
      fates: choice.fates,
      edits: cutEdits(cutter, choice),
      ...note,
      reason(i) {
        if (choice.fates[i] === DROP) return reason('drop', i);
        if (choice.fates[i] === EDIT) return reason('cut', i, { after: cutter.tokens(i, choice.rungs[i]!) });
        const fixed = untouchableReason(input, i, keyInfo);
        return fixed ?? reason(2 ** (-ages.share[i]! / halfLife) >= recentAbove ? 'recent' : 'short', i);
      },
    });
  },
});
