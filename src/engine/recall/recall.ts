/** Hindsight recall of every row over one recording (definition and limits: docs/recall.md). */
import { runNow } from '../compaction/steps.ts';
import { resolveTarget } from '../compaction/target.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { embeddingsOfRow, type RowRequest } from '../compare.ts';
import { LEADING, LEAST_NEEDS } from '../measures/independent/contract.ts';
import { badTarget, type RunSpec, runSpec, specOf } from '../pipelines/run-spec.ts';
import { type Embeddings, FACT_KINDS, type FactKind, type Prepared, type Reason } from '../signals/contract.ts';
import { reasonOfError } from '../signals/failure.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';
import { factIndexOf, kindOfFact, warmFactIndex } from '../signals/facts/index.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { perTranscript } from '../signals/remember.ts';
import {
  AGE_BANDS,
  type Cut,
  ORIGINS,
  type Recall,
  type RecallMiss,
  type RecallOptions,
  type RecallRow,
  type RecallStep,
  type Share,
} from './contract.ts';
import { type CutPlace, placesOf, preparedPart } from './cuts.ts';
import { type Bounds, boundsOf } from './floor.ts';
import type { IndependentTally } from './independent/contract.ts';
import { IndependentCut, pooledTally } from './independent/cut.ts';
import { independentValues } from './independent/floors.ts';
import { findItems } from './independent/items.ts';
import { tallyOf } from './independent-at.ts';
import { type Kept, Measured } from './kept.ts';
import { Mentions } from './mentions.ts';
import { type Needs, needsOf } from './needs.ts';
import { bootstrap, sum } from './pooled.ts';
import { recordedShare } from './recorded.ts';
import { sharingSummaries } from './shared-summaries.ts';
import { wasWritten } from './writer.ts';

/** With fewer needed facts there is no number. */
export const LEAST_FACTS = 30;
/** With fewer cuts there is no number. */
const LEAST_CUTS = 3;

/** A context at a cut, and what both families of measures look for in it. */
interface AtCut {
  readonly measured: Measured;
  readonly independent: IndependentCut;
}

/** Data of a cut while its rows run. Nothing may outlive them, or twelve contexts with all their signals would. */
interface CutWork extends AtCut {
  /** Tokens that a row may leave; null with own defaults. */
  readonly target: number | null;
}

/**
 * Runs every row at every cut. Yields its progress, and promises of the summariser: 12 cuts ask it 12 times as often as a comparison does,
 * so a caller with a real model passes the built-in summariser here, and says so.
 */
export function* recallSteps(base: Prepared, rows: readonly RowRequest[], options: RecallOptions): Generator<RecallStep, Recall, unknown> {
  const { reasoningSeen = true, seed } = options;
  const found = placesOf(base, options.cuts);
  const of = 1 + found.length * (rows.length + 1);
  let done = 0;
  const progress = (more: number): RecallStep => {
    done += more;
    return { kind: 'progress', done, of };
  };

  for (const _ of warmFactIndex(base.transcript, 'recall')) yield progress(0);
  for (const _ of findItems(base)) yield progress(0);
  yield progress(1);

  const share = shareOf(base, options);
  const tables = rows.map((row) => new Tally(base, row, options));
  const cuts: Cut[] = [];
  const bounds: (Bounds | null)[] = [];
  const leading = LEADING.map((): BoundsAt[] => []);
  for (const [c, { at, end }] of found.entries()) {
    const places = measuredAt(base, { at, end }, reasoningSeen, seed);
    const { prefix, needs } = places.measured;
    // The share is already limited by the window: a cut's own context is not compared with the window again.
    const target = share === null ? null : Math.floor(share * prefix.counts.total);
    const { seen, needed, reRead } = needs;
    cuts.push({ at, end, tokens: prefix.counts.total, seen, needed, reRead });
    bounds.push(target === null ? null : boundsOf(prefix, needs, target, seed));
    for (const [m, measure] of LEADING.entries()) {
      if (target === null) continue;
      yield progress(0);
      const items = places.independent.holders(measure);
      leading[m]!.push({ needed: items.needed, ...boundsOf(prefix, items, target, seed) });
    }
    yield progress(1);
    for (const table of tables) {
      yield* table.at(c, { ...places, target }, progress);
      yield progress(1);
    }
  }

  const needed = sum(cuts.map((cut) => cut.needed));
  const tooFew = tooFewReason(cuts.length, needed);
  const pooled = (of: (one: Bounds) => number): number | null => (tooFew || share === null ? null : sum(bounds.map((one) => of(one!))) / needed);
  const random = pooled((one) => one.random);
  const oracle = pooled((one) => one.oracle);
  return {
    cuts,
    needed,
    tooFew,
    budget: share,
    random,
    oracle,
    independent: tooFew ? null : independentBounds(leading),
    recorded: recordedShare(base, reasoningSeen),
    rows: tables.map((table) => table.row(cuts, tooFew, random, oracle)),
  };
}

type BoundsAt = Bounds & { readonly needed: number };

/** Mean over the measures with enough items, each pooled over the cuts, as `independentRecall` is; null where none has. */
function independentBounds(leading: readonly (readonly BoundsAt[])[]): Recall['independent'] {
  const pooled = leading.flatMap((cuts) => {
    const needed = sum(cuts.map((cut) => cut.needed));
    const share = (of: 'random' | 'oracle'): number => sum(cuts.map((cut) => cut[of])) / needed;
    return needed < LEAST_NEEDS ? [] : [{ random: share('random'), oracle: share('oracle') }];
  });
  if (pooled.length === 0) return null;
  const mean = (of: 'random' | 'oracle'): number => sum(pooled.map((one) => one[of])) / pooled.length;
  return { random: mean('random'), oracle: mean('oracle') };
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

/** Messages of a recording whose contexts at the cuts are remembered: beyond, their signals take too much memory. */
const MOST_REMEMBERED = 3000;
const remembered = new WeakMap<Prepared, Map<string, AtCut>>();
const mentionsOf = perTranscript(() => new Mentions());

/** The context at a cut with its needs. Another target finds it again, with all its signals. */
export function measuredAt(base: Prepared, { at, end }: CutPlace, reasoningSeen: boolean, seed: number): AtCut {
  const known = remembered.get(base) ?? new Map<string, AtCut>();
  const key = `${at}/${end}/${reasoningSeen}/${seed}`;
  let found = known.get(key);
  if (!found) {
    const sources = contextBefore(base, at);
    const prefix = preparedPart(base, sources);
    const measured = new Measured(prefix, needsOf(base, { sources, at, end, reasoningSeen }), reasoningSeen, mentionsOf(base));
    found = { measured, independent: new IndependentCut(base, prefix, { sources, at, end }, seed) };
    if (base.n <= MOST_REMEMBERED) remembered.set(base, known.set(key, found));
  }
  return found;
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

function tooFewReason(cuts: number, needed: number): Reason | null {
  if (cuts < LEAST_CUTS) return { key: 'recall-few-cuts', values: { cuts, least: LEAST_CUTS } };
  if (needed < LEAST_FACTS) return { key: 'recall-few-facts', values: { facts: needed, least: LEAST_FACTS } };
  return null;
}

type Counts = { needed: number; kept: number };
const shares = (count: number): Counts[] => Array.from({ length: count }, () => ({ needed: 0, kept: 0 }));

/** One row over all cuts. */
class Tally {
  readonly #base: Prepared;
  readonly #request: RowRequest;
  readonly #options: RecallOptions;
  readonly #spec: RunSpec | undefined;
  /** Decided once for all cuts, so that no row is measured on two scales. */
  readonly #embeddings: Embeddings | null;
  #failed: Reason | null = null;
  readonly #kept: number[] = [];
  readonly #bound: number[] = [];
  #compacted = 0;
  #idle = 0;
  #writer: string | null = null;
  readonly #allowed: number[] = [];
  readonly #used: number[] = [];
  readonly #tokens: number[] = [];
  readonly #independent: IndependentTally[] = [];
  readonly #bands = shares(AGE_BANDS.length);
  readonly #origins = shares(ORIGINS.length);
  readonly #kinds = shares(FACT_KINDS.length);
  /** By cut: the needs, and by needed fact whether it is kept, gone, or can be fetched again. */
  readonly #fates: { readonly cut: number; readonly needs: NeedPlaces; readonly fate: Uint8Array }[] = [];

  constructor(base: Prepared, request: RowRequest, options: RecallOptions) {
    this.#base = base;
    this.#request = request;
    this.#options = options;
    this.#embeddings = embeddingsOfRow(base, request);
    const spec = specOf(request, options);
    // Contexts that begin alike share their summaries.
    if (spec.ok) this.#spec = { ...spec.value, summarizer: sharingSummaries(base, spec.value.summarizer) };
    else this.#failed = spec.error.reason;
    // Nobody knows what the agent would have kept at other places than its own (Recall.recorded).
    if (spec.ok && spec.value.strategy.recorded) this.#failed = { key: 'recall-recorded' };
  }

  *at(cut: number, { measured, independent, target }: CutWork, progress: (more: number) => RecallStep): Generator<RecallStep, void, unknown> {
    if (this.#failed) return;
    try {
      const prefix = partWithEmbeddings(measured.prefix, this.#embeddings);
      const spec = this.#spec!;
      const warming = spec.strategy.warm?.(prefix, spec.params);
      while (warming && warming.next().done !== true) yield progress(0);
      const compacting = runSpec(prefix, spec, { target });
      const result = compacting instanceof Promise ? ((yield { kind: 'waiting', for: compacting }) as CompactionResult) : compacting;
      this.#add(cut, measured, result);
      this.#independent.push(tallyOf(independent, result));
    } catch (error) {
      this.#failed = reasonOfError(error);
    }
  }

  #add(cut: number, measured: Measured, result: CompactionResult): void {
    const { needs } = measured;
    const kept = measured.keptIn({ context: result.context, origins: result.origins, fates: result.plan.fates });
    const index = factIndexOf(this.#base.transcript, 'recall');
    const fate = new Uint8Array(needs.needed);
    for (let local = 0; local < needs.needed; local++) {
      const fact = needs.facts[local]!;
      const there = kept.there[local]!;
      for (const group of [this.#bands[needs.band[local]!]!, this.#origins[needs.origin[local]!]!, this.#kinds[index.kind[fact]!]!]) {
        group.needed++;
        group.kept += there;
      }
      if (there === 0) fate[local] = reFetchable(needs, kept, local) ? RE_FETCHABLE : GONE;
    }
    this.#fates.push({ cut, needs: placesOfNeeds(needs), fate });
    this.#kept.push(sum(kept.there.subarray(0, needs.needed)));
    this.#bound.push(sum(kept.bound));
    if (result.outcome === 'compacted') this.#compacted++;
    else if (result.outcome === 'unchanged') this.#idle++;
    if (wasWritten(result)) this.#writer = this.#spec!.summarizer.id;
    if (result.target !== null) {
      this.#used.push(result.tokensAfter / result.target);
      this.#allowed.push(result.target / result.tokensBefore);
    }
    this.#tokens.push(result.tokensAfter / result.tokensBefore);
  }

  #misses(): readonly RecallMiss[] {
    const index = factIndexOf(this.#base.transcript, 'recall');
    return this.#fates.flatMap(({ cut, needs, fate }) =>
      Array.from(fate.keys())
        .filter((local) => fate[local] !== THERE)
        .map((local): RecallMiss => {
          const fact = needs.facts[local]!;
          return {
            fact: index.text[fact]!,
            kind: kindOfFact(index, fact),
            cut,
            seenAt: needs.seenAt[local]!,
            neededAt: needs.neededAt[local]!,
            reFetchable: fate[local] === RE_FETCHABLE,
          };
        }),
    );
  }

  #count(wanted: number): number {
    return sum(this.#fates.map(({ fate }) => fate.reduce((count, one) => count + Number(one === wanted), 0)));
  }

  row(cuts: readonly Cut[], tooFew: Reason | null, random: number | null, oracle: number | null): RecallRow {
    const { key, strategy } = this.#request;
    const empty = tooFew !== null || this.#failed !== null;
    const needed = cuts.map((cut) => cut.needed);
    const kept = sum(this.#kept);
    const recall = empty ? null : kept / sum(needed);
    const mean = (values: readonly number[]): number => sum(values) / values.length;
    const tokens = this.#tokens.length === 0 ? 1 : mean(this.#tokens);
    return {
      key,
      strategy,
      failed: this.#failed,
      recall,
      interval: empty ? null : bootstrap(this.#kept, needed, this.#options.seed),
      skill: skillOf(recall, random, oracle),
      independent: this.#failed !== null || this.#independent.length === 0 ? null : independentValues(pooledTally(this.#independent)),
      binding: empty || kept === 0 ? null : sum(this.#bound) / kept,
      kept: this.#kept,
      bound: this.#bound,
      byCut: this.#failed === null ? this.#independent : null,
      compacted: this.#compacted,
      idle: this.#idle,
      writer: this.#writer,
      used: this.#used.length === 0 ? null : mean(this.#used),
      tokens,
      overBudget: this.#options.own || this.#allowed.length === 0 ? null : tokens > mean(this.#allowed) + ROUNDING,
      belowChance: recall === null || random === null ? null : recall < random,
      bands: named(AGE_BANDS, this.#bands),
      origins: named(ORIGINS, this.#origins),
      kinds: Object.fromEntries(FACT_KINDS.flatMap((kind, k) => (this.#kinds[k]!.needed > 0 ? [[kind, this.#kinds[k]!]] : []))) as Partial<
        Record<FactKind, Share>
      >,
      missed: this.#count(GONE) + this.#count(RE_FETCHABLE),
      gone: this.#count(GONE),
      misses: () => this.#misses(),
    };
  }
}

/** Outcome for a needed fact. */
const THERE = 0;
const GONE = 1;
const RE_FETCHABLE = 2;

/** The parts of a miss that follow from the needs of a cut and are shared by all rows. */
type NeedPlaces = Pick<Needs, 'facts' | 'seenAt' | 'neededAt'>;
const needPlaces = new WeakMap<Needs, NeedPlaces>();
function placesOfNeeds(needs: Needs): NeedPlaces {
  const { facts, seenAt, neededAt } = needs;
  const places = needPlaces.get(needs) ?? { facts, seenAt, neededAt };
  needPlaces.set(needs, places);
  return places;
}

const named = <K extends string>(names: readonly K[], groups: readonly Share[]): Record<K, Share> =>
  Object.fromEntries(names.map((name, k) => [name, groups[k]!])) as Record<K, Share>;

function reFetchable({ pointers }: Needs, { there, offloaded }: Kept, local: number): boolean {
  return offloaded[local] === 1 || pointers[local]!.some((pointer) => there[pointer] === 1);
}

/** Rounding error of equal means. */
const ROUNDING = 1e-9;

/** A smaller distance between chance and the oracle is no basis for skill. */
const LEAST_ROOM = 0.02;

/** (recall − random) ÷ (oracle − random): may be negative or above 1; null where the two practically coincide. */
export function skillOf(recall: number | null, random: number | null, oracle: number | null): number | null {
  if (recall === null || random === null || oracle === null || oracle - random < LEAST_ROOM) return null;
  return (recall - random) / (oracle - random);
}
