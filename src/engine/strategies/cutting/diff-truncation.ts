/**
 * S0 4: all diffs of the transcript together may take a share of the window. S0 cuts one diff to that share, by lines, keeping its head; a
 * transcript has many, so the newest use the share first, the oldest are cut first, and each keeps its first lines (files, beginning of the
 * first hunk).
 */
import { perProtectionAndKey } from '../../signals/remember-by-key.ts';
import { cutterOf } from '../../cuts/cuts.ts';
import type { CutBuilder, CutKind } from '../../cuts/kinds.ts';
import { diffsIn } from './shared/diffs.ts';
import { jsonStrings } from '../../cuts/json.ts';
import type { Region } from '../../cuts/places.ts';
import { Choosing, cuttingPlan, rememberChoices, untouchable, warmCuts } from './shared/plan.ts';
import { headCuts } from '../../cuts/texts.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/params.ts';
import { shareOfWindow } from '../shared/plans.ts';
import { s0Trigger } from '../../triggers/seeds.ts';

const params = {
  diffShare: { kind: 'number', unit: 'share', default: 0.1, min: 0, max: 1, step: 0.001, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

/** Characters of the head that every diff keeps: its file and the start of its first hunk. */
const FIRST_LINES = 240;

/** Diffs of a text; of the strings in arguments or results that are JSON. */
function regionsIn(text: string): Region[] {
  const json = /^\s*[{["]/.test(text) && text.includes('\\n') ? jsonStrings(text) : null;
  return (json ?? [{ start: 0, end: text.length }]).flatMap((region) => diffsIn(text, region));
}

const DIFF: CutBuilder = {
  id: 'diff',
  cuts(text, counts, factor) {
    const regions = regionsIn(text);
    return regions.length === 0 ? null : headCuts(counts(), factor, regions, 'lines-only', FIRST_LINES);
  },
};

/** The diffs of a message by any author. */
const DIFFS: CutKind = { id: 'diffs', text: () => DIFF, args: () => DIFF, result: () => DIFF };

/** Messages with diffs that can be cut, newest first. */
interface Diffs {
  readonly messages: Int32Array;
  /** Tokens saved by cutting the message to the first lines of its diffs: those beyond them. */
  readonly beyond: Float64Array;
  /** Sum of `beyond` over the newest k. */
  readonly sum: Float64Array;
}

const diffsOf = perProtectionAndKey((input, keyInfo: number): Diffs => {
  const cutter = cutterOf(input, DIFFS);
  const fixed = untouchable(input, keyInfo);
  const messages: number[] = [];
  for (let i = input.n - 1; i >= 0; i--) if (fixed[i] === 0 && cutter.count(i) > 0) messages.push(i);
  const beyond = Float64Array.from(messages, (i) => input.counts.messages[i]! - cutter.tokens(i, 0));
  const sum = new Float64Array(messages.length + 1);
  for (let k = 0; k < messages.length; k++) sum[k + 1] = sum[k]! + beyond[k]!;
  return { messages: Int32Array.from(messages), beyond, sum };
});

const choose = rememberChoices((input, budget: number, keyInfo: number) => {
  const choice = new Choosing(input.n);
  const cutter = cutterOf(input, DIFFS);
  const { messages, sum } = diffsOf(input, keyInfo);
  const tokens = input.counts.messages;
  for (let k = 0; k < messages.length; k++) {
    if (sum[k + 1]! <= budget) continue;
    const i = messages[k]!;
    // The one at the boundary gets the rest of the budget, all older ones keep their first lines.
    const room = Math.max(0, budget - sum[k]!);
    choice.cut(i, room === 0 ? 0 : cutter.rungWithin(i, cutter.tokens(i, 0) + Math.min(room, tokens[i]!)));
  }
  return choice;
});

export const diffTruncation = defineStrategy({
  id: 'diff-truncation',
  family: 'cutting',
  source: { seed: 'S0', section: '4' },
  kind: 'strategy',
  params,
  trigger: s0Trigger,
  ownTarget: (values, window) => shareOfWindow(values.threshold, window),
  warm: (input) => warmCuts(input, DIFFS, 0),
  plan(input, { diffShare: share, keyInformation: keyInfo }, ctx) {
    const budget = shareOfWindow(share, ctx.budget.window);
    const flag = keyInfo ? 1 : 0;
    const tokens = input.counts.messages;
    const all = (): number => diffsOf(input, flag).sum.at(-1)!;
    /** Tokens of diffs newer than message i. */
    const newer = (i: number): number => {
      const { messages, sum } = diffsOf(input, flag);
      return sum[messages.indexOf(i)]!;
    };
    return cuttingPlan(input, ctx, {
      kind: DIFFS,
      keyInformation: keyInfo,
      choose: () => choose(input, budget, flag),
      nothing: () => (all() === 0 ? { key: 'unchanged-no-diff' } : { key: 'unchanged-diffs-fit', values: { diffs: all(), budget, share } }),
      cut: (i, after) => ({ key: 'cut-diff', values: { gone: tokens[i]! - after, tokens: tokens[i]!, budget, share, newer: newer(i) } }),
      kept: (i) =>
        cutterOf(input, DIFFS).count(i) > 0 ? { key: 'keep-diff-fits', values: { budget, share, newer: newer(i) } } : { key: 'keep-no-diff' },
    });
  },
});
