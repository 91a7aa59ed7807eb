/**
 * S0 4: all diffs of the transcript together may take a share of the window. S0 cuts one diff to that share, by lines, keeping its head; a transcript
 * has many, so the newest use the share first, the oldest are cut first, and each keeps its first lines (files, beginning of the first hunk).
 */
import type { ProtectionInput } from '../../signals/remember.ts';
import { type CutBuilder, type CutKind, cutterOf, jsonStrings } from '../../truncation/truncation.ts';
import { headCuts, type Region } from '../../truncation/texts.ts';
import { ChoiceBuilder, cuttingPlan, rememberChoices, untouchable } from './shared/cutting-plan.ts';
import { defineStrategy, keyInformation, s0Triggers } from '../shared/shared-params.ts';
import { shareOfWindow } from '../shared/plans.ts';
import { s0Trigger } from '../../triggers/watch.ts';

// Finds diffs of git, diff and apply_patch, in plain text, in fences and in JSON strings.

const OPENS = /^(?:diff --git |diff -[a-zA-Z]+ |\*\*\* Begin Patch)/;
const OLD_FILE = /^--- \S/;
const NEW_FILE = /^\+\+\+ \S/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const BETWEEN =
  /^(?:@@|--- |\+\+\+ |diff --git |diff -[a-zA-Z]+ |Index: |=====|index [0-9a-f]+\.\.|(?:new|deleted) file mode |old mode |new mode |similarity index |dissimilarity index |rename (?:from|to) |copy (?:from|to) |Binary files |\\ )/;
const PATCH = /^(?:[-+ ]|@@|\*\*\* )/;
const PATCH_BEGINS = /^\*\*\* Begin Patch/;
const PATCH_ENDS = /^\*\*\* End Patch/;
const EMPTY = /^(?:\\n|\r?\n|$)/;
const FENCE = /^(?:```|~~~)/;
const DIFF_FENCE = /^(?:```|~~~) ?(?:diff|patch)\b/;
const HEAD = 200;

const MAYBE = /@@|\*\*\* Begin Patch|(?:```|~~~) ?(?:diff|patch)\b/;

interface DiffLine {
  readonly start: number;
  readonly next: number;
  readonly head: string;
}

function* linesOf(text: string, { start, end, raw }: Region): Iterable<DiffLine> {
  const line = raw ? '\\n' : '\n';
  for (let at = start; at < end; ) {
    let stop = text.indexOf(line, at);
    // An escaped backslash before an n is not a line end.
    while (raw && stop > 0 && text[stop - 1] === '\\' && text[stop - 2] !== '\\') stop = text.indexOf(line, stop + 1);
    const next = stop < 0 || stop >= end ? end : stop + line.length;
    yield { start: at, next, head: text.slice(at, Math.min(next, at + HEAD)) };
    at = next;
  }
}

/**
 * Diffs within a region, in order; adjacent ones (the files of one diff) count as one. A line `--- a` alone is not a diff: that needs a
 * hunk, or a fence.
 */
export function diffsIn(text: string, region: Region): Region[] {
  if (!MAYBE.test(region.raw || region.start > 0 ? text.slice(region.start, region.end) : text)) return [];
  const found: Region[] = [];
  const lines = [...linesOf(text, region)];
  for (let k = 0; k < lines.length; ) {
    const first = lines[k]!;
    const fenced = DIFF_FENCE.test(first.head);
    if (!fenced && !opensAt(lines, k)) {
      k++;
      continue;
    }
    const from = fenced ? k + 1 : k;
    const last = fenced ? fenceEnd(lines, from) : PATCH_BEGINS.test(first.head) ? patchEnd(lines, from) : diffEnd(lines, from);
    if (last > from) found.push({ start: lines[from]!.start, end: lines[last - 1]!.next, ...(region.raw && { raw: true }) });
    k = Math.max(last, k + 1);
  }
  return found;
}

function opensAt(lines: readonly DiffLine[], k: number): boolean {
  const { head } = lines[k]!;
  if (HUNK.test(head) || OPENS.test(head)) return true;
  return OLD_FILE.test(head) && NEW_FILE.test(lines[k + 1]?.head ?? '');
}

function fenceEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  while (k < lines.length && !FENCE.test(lines[k]!.head)) k++;
  return k;
}

function patchEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  while (k < lines.length && (PATCH.test(lines[k]!.head) || EMPTY.test(lines[k]!.head))) if (PATCH_ENDS.test(lines[k++]!.head)) break;
  return k;
}

function diffEnd(lines: readonly DiffLine[], from: number): number {
  let k = from;
  let old = 0;
  let added = 0;
  for (; k < lines.length; k++) {
    const { head } = lines[k]!;
    if (old > 0 || added > 0) {
      const both = head[0] === ' ' || EMPTY.test(head);
      if (both || head[0] === '-') old--;
      if (both || head[0] === '+') added--;
      if (both || head[0] === '-' || head[0] === '+' || head.startsWith('\\ ')) continue;
      break;
    }
    if (!BETWEEN.test(head)) break;
    const hunk = HUNK.exec(head);
    if (hunk) [old, added] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
  }
  return k;
}

const params = {
  diffShare: { kind: 'number', unit: 'share', default: 0.1, min: 0, max: 1, step: 0.001, knob: 'up' },
  keyInformation,
  ...s0Triggers,
} as const;

const FIRST_LINES = 240;

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

const DIFFS: CutKind = { id: 'diffs', text: () => DIFF, args: () => DIFF, result: () => DIFF };

interface Diffs {
  readonly messages: Int32Array;
  readonly beyond: Float64Array;
  readonly sum: Float64Array;
}

const diffsOf = (input: ProtectionInput, keyInfo: number): Diffs => {
  const cutter = cutterOf(input, DIFFS);
  const fixed = untouchable(input, keyInfo);
  const messages: number[] = [];
  for (let i = input.n - 1; i >= 0; i--) if (fixed[i] === 0 && cutter.count(i) > 0) messages.push(i);
  const beyond = Float64Array.from(messages, (i) => input.counts.messages[i]! - cutter.tokens(i, 0));
  const sum = new Float64Array(messages.length + 1);
  for (let k = 0; k < messages.length; k++) sum[k + 1] = sum[k]! + beyond[k]!;
  return { messages: Int32Array.from(messages), beyond, sum };
};

const choose = rememberChoices((input, budget: number, keyInfo: number) => {
  const choice = new ChoiceBuilder(input.n);
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
  plan(input, { diffShare: share, keyInformation: keyInfo }, ctx) {
    const budget = shareOfWindow(share, ctx.budget.window);
    const flag = keyInfo ? 1 : 0;
    const tokens = input.counts.messages;
    const all = (): number => diffsOf(input, flag).sum.at(-1)!;
    const newer = (i: number): number => {
      const { messages, sum } = diffsOf(input, flag);
      return sum[messages.indexOf(i)]!;
    };
    return cuttingPlan(input, ctx, {
      kind: DIFFS,
      keyInformation: keyInfo,
      choose: () => choose(input, budget, flag),
      nothing: () => (all() === 0 ? { key: 'no-diff' } : { key: 'unchanged-diffs-fit', values: { diffs: all(), budget, share } }),
      cut: (i, after) => ({ key: 'cut-diff', values: { gone: tokens[i]! - after, tokens: tokens[i]!, budget, share, newer: newer(i) } }),
      kept: (i) => (cutterOf(input, DIFFS).count(i) > 0 ? { key: 'keep-diff-fits', values: { budget, share, newer: newer(i) } } : { key: 'no-diff' }),
    });
  },
});
