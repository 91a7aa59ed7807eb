/** Hindsight recall of every row over one recording (definition and limits: docs/recall.md). */
import { runNow } from '../compaction/steps.ts';
import { resolveTarget } from '../compaction/target.ts';
import { didNothing, type RowRequest } from '../compare.ts';
import { LEADING, LEAST_NEEDS } from '../measures/independent/contract.ts';
import { badTarget } from '../pipelines/run-spec.ts';
import type { Prepared, Reason } from '../signals/contract.ts';
import { warmFactIndex } from '../signals/facts/index.ts';
import { type AtCut, type CutOutcome, CutRow, cutSteps, measuredAt } from './at-cut.ts';
import { leastCuts, type Recall, type RecallOptions, type RecallStep, SIZES } from './contract.ts';
import { type CutPlace, placesOf, recordedPlacesOf } from './cuts.ts';
import type { Bounds } from './floor.ts';
import { findItems } from './independent/items.ts';
import { sum } from './pooled.ts';
import { recordedShare } from './recorded.ts';
import { Tally } from './tally.ts';

/** With fewer needed facts there is no number. */
export const LEAST_FACTS = 30;

/**
 * Runs every row at every cut. Yields its progress, and promises of the summariser: 12 cuts ask it 12 times as often as a comparison does,
 * so a caller with a real model passes the built-in summariser here, and says so.
 */
export function* recallSteps(base: Prepared, rows: readonly RowRequest[], options: RecallOptions): Generator<RecallStep, Recall, unknown> {
  const places = options.recorded ? recordedPlacesOf(base) : placesOf(base, options.cuts);
  const of = 1 + places.length * (rows.length + 1);
  let done = 0;
  const progress = (more: number): RecallStep => {
    done += more;
    return { kind: 'progress', done, of };
  };

  for (const _ of warmFactIndex(base.transcript, 'recall')) yield progress(0);
  for (const _ of findItems(base)) yield progress(0);
  yield progress(1);

  const { reasoningSeen = true, seed } = options;
  const share = shareOf(base, options);
  const running = rows.map((row) => new CutRow(base, row, options));
  const contextAt = (place: CutPlace): AtCut => measuredAt(base, place, reasoningSeen, seed);
  // The share is already limited by the window: a cut's own context is not compared with the window again.
  const shared = ({ measured }: AtCut): number | null => (share === null ? null : Math.floor(share * measured.prefix.counts.total));
  const mine = options.own ? undefined : running[rows.findIndex(({ key }) => key === options.match?.key)];
  const found: CutOutcome[] = [];
  if (mine) {
    for (const place of places) {
      const context = contextAt(place);
      const left = yield* mine.at(context, shared(context), progress(0));
      if ('failed' in left || didNothing(left.tokensAfter, left.tokensBefore)) yield progress(rows.length + 1);
      else found.push(yield* cutSteps(context, running, place, { tokens: left.tokensAfter, by: { row: mine, left } }, seed, progress));
    }
  }
  const isMatched = found.length >= leastCuts(options);
  if (!isMatched) {
    done = 1;
    found.length = 0;
    for (const place of places) {
      const context = contextAt(place);
      found.push(yield* cutSteps(context, running, place, { tokens: shared(context) }, seed, progress));
    }
  }
  return recallOf(base, rows, options, found, isMatched ? options.match!.key : null);
}

/** The recall that follows from what was found at the cuts, in their order. */
function recallOf(base: Prepared, rows: readonly RowRequest[], options: RecallOptions, found: readonly CutOutcome[], match: string | null): Recall {
  const cuts = found.map(({ cut }) => cut);
  const share = match === null ? shareOf(base, options) : sum(found.map(({ target, cut }) => target! / cut.tokens)) / cuts.length;
  const tables = rows.map((row) => new Tally(base, row, { seed: options.seed, own: options.own, match }));
  for (const [c, { needs, rows: left }] of found.entries()) for (const [r, table] of tables.entries()) table.add(c, needs, left[r]!);
  const needed = sum(cuts.map((cut) => cut.needed));
  const tooFew = tooFewReason(cuts.length, needed, leastCuts(options));
  const pooled = (of: (one: Bounds) => number): number | null =>
    tooFew || share === null ? null : sum(found.map(({ bounds }) => of(bounds!))) / needed;
  const random = pooled((one) => one.random);
  const oracle = pooled((one) => one.oracle);
  return {
    cuts,
    compactions: options.recorded ? cuts.length : null,
    needed,
    tooFew,
    budget: share,
    match,
    random,
    oracle,
    curve: tooFew ? null : curveOf(found),
    recorded: recordedShare(base, options.reasoningSeen ?? true),
    rows: tables.map((table) => table.row(cuts, tooFew, random, oracle)),
  };
}

/** Mean over the leading measures with enough items, each pooled over the cuts, as `independentRecall` is; null where none has. */
function curveOf(found: readonly CutOutcome[]): Recall['curve'] {
  const measures = LEADING.flatMap((_, m) => {
    const cuts = found.map(({ leading }) => leading[m]!);
    const needed = sum(cuts.map((cut) => cut.needed));
    return needed < LEAST_NEEDS ? [] : [{ needed, cuts }];
  });
  if (measures.length === 0) return null;
  const shareAt = (size: number): number => sum(measures.map(({ needed, cuts }) => sum(cuts.map(({ random }) => random[size]!)) / needed));
  return SIZES.map((_, size) => shareAt(size) / measures.length);
}

/** At once: synchronous where all summarisers are, else a promise. */
export function recallNow(
  base: Prepared,
  rows: readonly RowRequest[],
  options: RecallOptions,
  told?: (step: RecallStep) => void,
): Recall | Promise<Recall> {
  return runNow(recallSteps(base, rows, options), told);
}

/**
 * The common share of every cut: a target in tokens, or limited by the window, is converted to its share of the whole, or early cuts would
 * stay whole.
 */
export function shareOf({ counts }: Prepared, { own, target, window }: Pick<RecallOptions, 'own' | 'target' | 'window'>): number | null {
  if (own) return null;
  const tokens = resolveTarget(target, counts.total, window);
  if (tokens === null) throw badTarget();
  return target <= 1 && counts.total <= window ? target : Math.min(1, tokens / counts.total);
}

function tooFewReason(cuts: number, needed: number, least: number): Reason | null {
  if (cuts < least) return { key: 'recall-few-cuts', values: { cuts, least } };
  if (needed < LEAST_FACTS) return { key: 'recall-few-facts', values: { facts: needed, least: LEAST_FACTS } };
  return null;
}
