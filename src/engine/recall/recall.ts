/** Hindsight recall of every row over one recording (definition and limits: docs/recall.md). */
import { type Eventual, runNow, type Work } from '../lib/work.ts';
import { resolveTarget } from '../tokens/contract.ts';
import { didNothing, type RowRequest } from '../compare.ts';
import { LEADING, leastNeeds, retainedOf } from '../measures/independent/contract.ts';
import { isHidden } from '../pipelines/index.ts';
import { badTarget } from '../pipelines/run-spec.ts';
import { FACT_KINDS, type FactKind, type PreparedTranscript, type Reason } from '../signals/contract.ts';
import { factIndexOf, kindOfFact } from '../signals/facts/index.ts';
import { type CutContext, type CutOutcome, CutRow, cutSteps, GONE, measuredAt, RE_FETCHABLE, type RowAtCut, THERE } from './at-cut.ts';
import {
  AGE_BANDS,
  type Cut,
  hasFewCuts,
  leastCuts,
  ORIGINS,
  type Recall,
  type RecallMiss,
  type RecallOptions,
  type RecallLists,
  type RecallRow,
  type RecallStep,
  type Share,
  SIZES,
} from './contract.ts';
import { type CutPlace, cutsOf, preparedPart } from './recall-cuts.ts';
import type { Bounds } from './recall-limits.ts';
import { itemsOf } from './independent/independent-items.ts';
import { bootstrap, sum } from './recall-values.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { DROP, KEEP } from '../strategies/contract.ts';
import type { RecordedCompaction } from '../transcript/types.ts';
import { Checkpoint } from './recall-kept.ts';
import { type Needs, needsOf } from './needs.ts';
import type { Loss } from '../measures/types.ts';
import type { IndependentTally } from './independent/contract.ts';
import { independentValues, pooledTally } from './independent/cut.ts';

// One row of a recall over all cuts.

type Counts = { needed: number; kept: number };
const shares = (count: number): Counts[] => Array.from({ length: count }, () => ({ needed: 0, kept: 0 }));

interface TallyOptions extends Pick<RecallOptions, 'own' | 'recorded' | 'seed'> {
  /** Key of A whose sizes are the targets: none may be exceeded. Else their mean is. */
  readonly match: string | null;
}

const mean = (values: readonly number[]): number => sum(values) / values.length;

class Tally {
  readonly #base: PreparedTranscript;
  readonly #request: RowRequest;
  readonly #options: TallyOptions;
  #over = 0;
  #failed: Reason | null = null;
  readonly #kept: number[] = [];
  readonly #bound: number[] = [];
  #compacted = 0;
  #idle = 0;
  readonly #lacks: Reason[] = [];
  #writer: string | null = null;
  readonly #allowed: number[] = [];
  readonly #used: number[] = [];
  readonly #tokens: number[] = [];
  readonly #independent: IndependentTally[] = [];
  readonly #bands = shares(AGE_BANDS.length);
  readonly #origins = shares(ORIGINS.length);
  readonly #kinds = shares(FACT_KINDS.length);
  readonly #lost: { readonly cut: number; readonly lost: RowAtCut['lost'] }[] = [];
  readonly #fates: { readonly cut: number; readonly needs: CutOutcome['needs']; readonly fate: Uint8Array }[] = [];

  constructor(base: PreparedTranscript, request: RowRequest, options: TallyOptions) {
    this.#base = base;
    this.#request = request;
    this.#options = options;
  }

  /** The next cut. What comes after one at which the row failed does not count. */
  add(cut: number, needs: CutOutcome['needs'], row: RowAtCut | { readonly failed: Reason }): void {
    if (this.#failed) return;
    if ('failed' in row) {
      this.#failed = row.failed;
      return;
    }
    const { fate, target, tokensBefore, tokensAfter } = row;
    const index = factIndexOf(this.#base.transcript, 'recall');
    for (const [local, one] of fate.entries()) {
      const kind = index.kind[needs.facts[local]!]!;
      for (const group of [this.#bands[needs.band[local]!]!, this.#origins[needs.origin[local]!]!, this.#kinds[kind]!]) {
        group.needed++;
        group.kept += Number(one === THERE);
      }
    }
    this.#fates.push({ cut, needs, fate });
    this.#kept.push(countOf(fate, THERE));
    this.#bound.push(row.bound);
    if (row.outcome === 'compacted') this.#compacted++;
    else if (row.outcome === 'unchanged') this.#idle++;
    if (row.lack) this.#lacks.push(row.lack);
    this.#writer = row.writer ?? this.#writer;
    if (target !== null) {
      if (tokensAfter > target) this.#over++;
      this.#used.push(tokensAfter / target);
      this.#allowed.push(target / tokensBefore);
    }
    this.#tokens.push(tokensAfter / tokensBefore);
    this.#independent.push(row.independent);
    this.#lost.push({ cut, lost: row.lost });
  }

  /** Of a row that only its provider can read nobody knows what it lost. */
  get #isUnknown(): boolean {
    return this.#failed !== null || isHidden(this.#request);
  }

  #misses(): readonly RecallMiss[] {
    if (this.#isUnknown) return [];
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

  #lostItems(): readonly RecallMiss[] {
    if (this.#isUnknown) return [];
    const items = itemsOf(this.#base);
    return this.#lost.flatMap(({ cut, lost: { items: ids, seenAt, usedAt } }) =>
      Array.from(ids, (id, k): RecallMiss => {
        const fact = items.textOf(id, this.#base.messages[usedAt[k]!]!) ?? '';
        return { fact, kind: items.isStringItem(id) ? 'string' : 'path', cut, seenAt: seenAt[k]!, neededAt: usedAt[k]!, reFetchable: false };
      }),
    );
  }

  #loss(): Loss | null {
    if (this.#isUnknown) return null;
    const things = new Set(this.#lost.flatMap(({ lost }) => Array.from(lost.items)));
    const first = this.#lost.reduce((least, { lost: { usedAt } }) => usedAt.reduce((a, b) => Math.min(a, b), least), Number.POSITIVE_INFINITY);
    return { things: things.size, first: things.size === 0 ? null : first };
  }

  /** The worst of it: no message at all, else none of the user. */
  #lack(cuts: number): Reason | null {
    const empty = this.#lacks.filter(({ key }) => key === 'note-no-message').length;
    if (this.#lacks.length === 0) return null;
    return empty > 0
      ? { key: 'recall-no-message', values: { count: empty, cuts } }
      : { key: 'recall-no-last-user', values: { count: this.#lacks.length, cuts } };
  }

  #isOver(allowed: number): boolean | null {
    if (this.#options.own || this.#allowed.length === 0) return null;
    return this.#options.match === null ? sum(this.#tokens) / this.#tokens.length > allowed + ROUNDING : this.#over > 0;
  }

  #count(wanted: number): number {
    return sum(this.#fates.map(({ fate }) => countOf(fate, wanted)));
  }

  row(cuts: readonly Cut[], tooFew: Reason | null, random: number | null, oracle: number | null): RecallRow & RecallLists {
    const { key, strategy } = this.#request;
    const unknown = this.#isUnknown;
    const empty = tooFew !== null || unknown;
    const needed = cuts.map((cut) => cut.needed);
    const kept = sum(this.#kept);
    const recall = empty ? null : kept / sum(needed);
    const tokens = this.#tokens.length === 0 ? 1 : mean(this.#tokens);
    const independent = unknown || this.#independent.length === 0 ? null : independentValues(pooledTally(this.#independent));
    return {
      key,
      strategy,
      failed: this.#failed,
      recall,
      interval: empty ? null : bootstrap(this.#kept, needed, this.#options.seed),
      skill: skillOf(recall, random, oracle),
      independent,
      retained: independent && retainedOf(independent, leastNeeds(this.#options.recorded)),
      binding: empty || kept === 0 ? null : sum(this.#bound) / kept,
      kept: this.#kept,
      bound: this.#bound,
      byCut: unknown ? null : this.#independent,
      compacted: this.#compacted,
      idle: this.#idle,
      lack: this.#lack(cuts.length),
      writer: this.#writer,
      used: this.#used.length === 0 ? null : mean(this.#used),
      tokens,
      overBudget: this.#isOver(mean(this.#allowed)),
      belowChance: recall === null || random === null ? null : recall < random,
      bands: named(AGE_BANDS, this.#bands),
      origins: named(ORIGINS, this.#origins),
      kinds: Object.fromEntries(FACT_KINDS.flatMap((kind, k) => (this.#kinds[k]!.needed > 0 ? [[kind, this.#kinds[k]!]] : []))) as Partial<
        Record<FactKind, Share>
      >,
      missed: this.#count(GONE) + this.#count(RE_FETCHABLE),
      gone: this.#count(GONE),
      misses: () => this.#misses(),
      lost: this.#loss(),
      lostItems: () => this.#lostItems(),
    };
  }
}

const countOf = (fate: Uint8Array, wanted: number): number => fate.reduce((count, one) => count + Number(one === wanted), 0);

const named = <K extends string>(names: readonly K[], groups: readonly Share[]): Record<K, Share> =>
  Object.fromEntries(names.map((name, k) => [name, groups[k]!])) as Record<K, Share>;

/** Rounding error of equal means. */
const ROUNDING = 1e-9;

/** A smaller distance between chance and the oracle is no basis for skill. */
const LEAST_ROOM = 0.02;

/** (recall − random) ÷ (oracle − random): may be negative or above 1; null where the two practically coincide. */
export function skillOf(recall: number | null, random: number | null, oracle: number | null): number | null {
  if (recall === null || random === null || oracle === null || oracle - random < LEAST_ROOM) return null;
  return (recall - random) / (oracle - random);
}

// The recorded agent's own compactions, measured like a strategy: a test of the list of facts.

/** One readable compaction of the recording. Locals of `kept` and `bound` are those of `needs`. */
interface RecordedCut {
  readonly at: number;
  readonly needs: Needs;
  /** By needed fact: 1 where the agent's next context held it, and where among its words. */
  readonly there: Uint8Array;
  readonly bound: Uint8Array;
  /** By needed fact: 1 where only the summary held it. */
  readonly told: Uint8Array;
}

/** Needs after each readable compaction, from the context before it, and what of them the agent really had. */
export function recordedCuts(base: PreparedTranscript, reasoningSeen: boolean): readonly RecordedCut[] {
  return base.transcript.compactions.flatMap((compaction) =>
    compaction.summaryId === undefined || compaction.at <= 0 ? [] : cutAt(base, compaction, reasoningSeen),
  );
}

function cutAt(base: PreparedTranscript, { at }: RecordedCompaction, reasoningSeen: boolean): RecordedCut {
  const { transcript, messages, n } = base;
  const earlier = { ...transcript, compactions: transcript.compactions.filter((one) => one.at < at) };
  const end = transcript.compactions.reduce((next, one) => (one.at > at ? Math.min(next, one.at) : next), n);
  const sources = contextBefore({ ...base, transcript: earlier }, at);
  const needs = needsOf(base, { sources, at, end, reasoningSeen });
  const prefix = preparedPart(base, sources);
  const placeOf = new Map(Array.from(sources, (i, j) => [i, j]));
  const after = contextBefore(base, at);
  const fates = new Uint8Array(prefix.n).fill(DROP);
  const origins = Int32Array.from(after, (i) => placeOf.get(i) ?? -1);
  for (const j of origins) if (j >= 0) fates[j] = KEEP;
  const measured = new Checkpoint(prefix, needs, reasoningSeen);
  const { there, bound } = measured.keptIn({ context: () => Array.from(after, (i) => messages[i]!), origins: () => origins, fates });
  const whole = after.filter((i) => placeOf.has(i));
  const { there: stands } = measured.keptIn({
    context: () => Array.from(whole, (i) => messages[i]!),
    origins: () => whole.map((i) => placeOf.get(i)!),
    fates,
  });
  const told = Uint8Array.from(bound, (_, local) => (there[local] === 1 && stands[local] === 0 ? 1 : 0));
  return { at, needs, there: there.subarray(0, needs.needed), bound, told };
}

/**
 * Pooled over all readable compactions. The recorded future was made with that context, so whatever is missing there was no memory: a false
 * need.
 */
export function recordedShare(base: PreparedTranscript, reasoningSeen: boolean): Recall['recorded'] {
  const cuts = recordedCuts(base, reasoningSeen);
  if (cuts.length === 0) return null;
  const pooled = (of: (cut: RecordedCut) => number): number => sum(cuts.map(of));
  return {
    compactions: cuts.length,
    needed: pooled(({ needs }) => needs.needed),
    kept: pooled(({ there }) => sum(there)),
    bound: pooled(({ bound }) => sum(bound)),
  };
}

/** With fewer needed facts there is no number. */
export const LEAST_FACTS = 30;

/**
 * Runs every row at every cut. Yields its progress, and promises of the summariser: 12 cuts ask it 12 times as often as a comparison does,
 * so a caller with a real model passes the built-in summariser here, and says so.
 */
export function* recallSteps(base: PreparedTranscript, rows: readonly RowRequest[], options: RecallOptions): Work<RecallStep, Recall> {
  const places = cutsOf(base, options);
  const of = 1 + places.length * (rows.length + 1);
  let done = 0;
  const progress = (more: number): RecallStep => {
    done += more;
    return { kind: 'progress', done, of };
  };

  yield progress(1);

  const { reasoningSeen = true, seed } = options;
  const share = shareOf(base, options);
  const running = rows.map((row) => new CutRow(base, row, options));
  const contextAt = (place: CutPlace): CutContext => measuredAt(base, place, reasoningSeen, seed);
  const shared = (context: CutContext): number | null => targetAt(context, share);
  const mine = options.own ? undefined : running[rows.findIndex(({ key }) => key === options.match?.key)];
  const found: CutOutcome[] = [];
  if (mine) {
    for (const place of places) {
      const context = contextAt(place);
      const left = yield* mine.at(context, shared(context));
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
function recallOf(
  base: PreparedTranscript,
  rows: readonly RowRequest[],
  options: RecallOptions,
  found: readonly CutOutcome[],
  match: string | null,
): Recall {
  const cuts = found.map(({ cut }) => cut);
  const share = match === null ? shareOf(base, options) : sum(found.map(({ target, cut }) => target! / cut.tokens)) / cuts.length;
  const tables = rows.map((row) => new Tally(base, row, { seed: options.seed, own: options.own, recorded: options.recorded, match }));
  for (const [c, { needs, rows: left }] of found.entries()) for (const [r, table] of tables.entries()) table.add(c, needs, left[r]!);
  const compactions = options.recorded ? cuts.length : null;
  const needed = sum(cuts.map((cut) => cut.needed));
  const tooFew = tooFewReason(cuts.length, needed, leastCuts(options));
  const pooled = (of: (one: Bounds) => number): number | null =>
    tooFew || share === null ? null : sum(found.map(({ bounds }) => of(bounds!))) / needed;
  const random = pooled((one) => one.random);
  const oracle = pooled((one) => one.oracle);
  return {
    cuts,
    compactions,
    needed,
    tooFew,
    budget: share,
    match,
    random,
    oracle,
    curve: hasFewCuts({ cuts, compactions }) ? null : curveOf(found, leastNeeds(options.recorded)),
    recorded: recordedShare(base, options.reasoningSeen ?? true),
    rows: tables.map((table) => table.row(cuts, tooFew, random, oracle)),
  };
}

/** Mean over the leading measures with enough items, each pooled over the cuts, as `retainedOf` is; null where none has. */
function curveOf(found: readonly CutOutcome[], least: number): Recall['curve'] {
  const measures = LEADING.flatMap((_, m) => {
    const cuts = found.map(({ leading }) => leading[m]!);
    const needed = sum(cuts.map((cut) => cut.needed));
    return needed < least ? [] : [{ needed, cuts }];
  });
  if (measures.length === 0) return null;
  const shareAt = (size: number): number => sum(measures.map(({ needed, cuts }) => sum(cuts.map(({ random }) => random[size]!)) / needed));
  return SIZES.map((_, size) => shareAt(size) / measures.length);
}

/** At once: synchronous where all summarisers are, else a promise. */
export function recallNow(
  base: PreparedTranscript,
  rows: readonly RowRequest[],
  options: RecallOptions,
  told?: (step: RecallStep) => void,
): Eventual<Recall> {
  return runNow(recallSteps(base, rows, options), told);
}

/**
 * The common share of every cut: a target in tokens, or limited by the window, is converted to its share of the whole, or early cuts would
 * stay whole.
 */
export function shareOf({ counts }: PreparedTranscript, { own, target, window }: Pick<RecallOptions, 'own' | 'target' | 'window'>): number | null {
  if (own) return null;
  const tokens = resolveTarget(target, counts.total, window);
  if (tokens === null) throw badTarget();
  return target <= 1 && counts.total <= window ? target : Math.min(1, tokens / counts.total);
}

/** The target of a cut in tokens. The share is already limited by the window: a cut's own context is not compared with the window again. */
export const targetAt = ({ measured }: CutContext, share: number | null): number | null =>
  share === null ? null : Math.floor(share * measured.prefix.counts.total);

function tooFewReason(cuts: number, needed: number, least: number): Reason | null {
  if (cuts < least) return { key: 'recall-few-cuts', values: { cuts, least } };
  if (needed < LEAST_FACTS) return { key: 'recall-few-facts', values: { facts: needed, least: LEAST_FACTS } };
  return null;
}
