/** One cut of a recall: what every row leaves of its context. */
import type { Work } from '../lib/work.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { embeddingsOfRow, optionsFor, type RowRequest } from '../compare.ts';
import { LEADING } from '../measures/independent/contract.ts';
import { type RunSpec, runSpec, specOf } from '../pipelines/run-spec.ts';
import type { Embeddings, PreparedTranscript, Reason } from '../signals/contract.ts';
import { partWithEmbeddings } from '../signals/embeddings.ts';
import { reasonOfError } from '../signals/outcomes.ts';
import { perTranscript, perPair, perPrepared } from '../signals/remember.ts';
import { type Cut, type RecallOptions, type RecallStep, SIZES } from './contract.ts';
import { type CutPlace, prefixAt } from './recall-cuts.ts';
import { type Bounds, boundsOf } from './recall-limits.ts';
import type { IndependentTally } from './independent/contract.ts';
import { IndependentCut, type LostItems } from './independent/cut.ts';
import { type FactRetention, Checkpoint } from './recall-kept.ts';
import { Mentions } from './mentions.ts';
import { type Needs, needsOf } from './needs.ts';
import { sum } from './recall-values.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import type { Summarizer, SummaryOutcome, SummaryRequest } from '../summarizers/contract.ts';
import type { Message } from '../transcript/types.ts';
import { wasWritten } from './writer.ts';

// Summaries shared by contexts with the same beginning: written for the first cut that needs one, found again at later cuts.

/** Least number of summaries remembered for a recording. */
const REMEMBERED = 2500;

/** The same one for the same summariser, because summaries are remembered with it. */
const sharing = perPair((base: PreparedTranscript, summarizer: Summarizer) => shared(base, summarizer));

/** The summariser for contexts of a recording. One that cannot tell when its summaries are settled is returned unchanged. */
export function sharingSummaries(base: PreparedTranscript, summarizer: Summarizer): Summarizer {
  return summarizer.settledAt ? sharing(base, summarizer) : summarizer;
}

function shared(base: PreparedTranscript, summarizer: Summarizer): Summarizer {
  const written = new BoundedMap<string, SummaryOutcome>(REMEMBERED);
  const alike = new WeakMap<readonly Message[], number>();
  /** Number of leading messages that a context shares with the recording. */
  const alikeOf = ({ messages }: PreparedTranscript): number => {
    let count = alike.get(messages);
    if (count === undefined) {
      count = 0;
      while (count < messages.length && messages[count] === base.messages[count]) count++;
      alike.set(messages, count);
    }
    return count;
  };
  return {
    ...summarizer,
    summarize(input, request) {
      const settled = summarizer.settledAt?.(input, request.members) ?? null;
      const isShared = settled !== null && settled < alikeOf(input) && input.counts.text === base.counts.text;
      if (!isShared) return summarizer.summarize(input, request);
      const key = keyOf(request);
      const found = written.get(key);
      if (found) return found;
      const outcome = summarizer.summarize(input, request);
      if (outcome instanceof Promise || !outcome.ok) return outcome;
      written.set(key, outcome);
      return outcome;
    },
  };
}

/** Everything that a summariser may read besides the messages. */
function keyOf({ members, maxTokens, maxChars, style, tooLong, mergeEarlier, quotes, prompt }: SummaryRequest): string {
  return `${maxTokens}|${maxChars}|${style}|${tooLong}|${mergeEarlier}|${quotes?.task},${quotes?.lastUser},${quotes?.tasks}|${prompt}|${inRuns(members)}`;
}

/** Indexes as stretches: thousands of consecutive messages are two numbers, so keys are short. */
function inRuns(members: readonly number[] | Int32Array): string {
  let text = '';
  for (let from = 0, to = 0; from < members.length; from = to) {
    for (to = from + 1; to < members.length && members[to] === members[to - 1]! + 1; ) to++;
    text += `${members[from]}+${to - from},`;
  }
  return text;
}

/** Outcome for a needed fact. */
export const THERE = 0;
export const GONE = 1;
export const RE_FETCHABLE = 2;

export interface RowAtCut {
  /** By needed fact: THERE, GONE or RE_FETCHABLE. */
  readonly fate: Uint8Array;
  /** Needed facts that are kept among their words. */
  readonly bound: number;
  readonly outcome: CompactionResult['outcome'];
  readonly lack: Reason | null;
  /** Id of the summariser that was used; null = none was. */
  readonly writer: string | null;
  /** Target in tokens; null with own defaults. */
  readonly target: number | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly independent: IndependentTally;
  readonly lost: LostItems;
}

export interface CutOutcome {
  readonly cut: Cut;
  /** Tokens; null with own defaults. */
  readonly target: number | null;
  /** null with own defaults. */
  readonly bounds: Bounds | null;
  /** What random messages keep at each of `SIZES`, and what is needed, by leading independent measure. */
  readonly leading: readonly { readonly needed: number; readonly random: readonly number[] }[];
  readonly needs: Pick<Needs, 'facts' | 'seenAt' | 'neededAt' | 'band' | 'origin'>;
  /** In the order of the rows; why one has nothing, where it failed. */
  readonly rows: readonly (RowAtCut | { readonly failed: Reason })[];
}

/** A row as it runs at every cut. */
export class CutRow {
  readonly spec: RunSpec | null;
  /** Decided once for all cuts, so that no row is measured on two scales. */
  readonly #embeddings: Embeddings | null;
  /** Why it cannot run, or failed at a cut: it does not run at later ones. */
  #failed: Reason | null;

  constructor(base: PreparedTranscript, request: RowRequest, options: RecallOptions) {
    this.#embeddings = embeddingsOfRow(base, request);
    const spec = specOf(request, optionsFor(request, options));
    // Contexts that begin alike share their summaries.
    this.spec = spec.ok ? { ...spec.value, summarizer: sharingSummaries(base, spec.value.summarizer) } : null;
    // Nobody knows what the agent would have kept at other places than its own.
    this.#failed = spec.ok ? (spec.value.strategy.recorded && !options.recorded ? { key: 'recall-recorded' } : null) : spec.error.reason;
  }

  at(context: CutContext, target: number | null): Work<RecallStep, CutOutcome['rows'][number]> {
    return this.run(context, target, (result) => rowAt(context, result, this.spec!.summarizer.id));
  }

  /** What `read` says of its result at a cut. */
  *run<T>({ measured }: CutContext, target: number | null, read: (result: CompactionResult) => T): Work<RecallStep, T | { readonly failed: Reason }> {
    if (this.#failed) return { failed: this.#failed };
    try {
      const prefix = partWithEmbeddings(measured.prefix, this.#embeddings);
      const spec = this.spec!;
      const compacting = runSpec(prefix, spec, { target: spec.own ? null : target });
      return read(compacting instanceof Promise ? ((yield { kind: 'waiting', for: compacting }) as CompactionResult) : compacting);
    } catch (error) {
      this.#failed = reasonOfError(error);
      return { failed: this.#failed };
    }
  }
}

function rowAt({ measured, independent }: CutContext, result: CompactionResult, summarizer: string): RowAtCut {
  const { needs } = measured;
  const kept = measured.keptIn({ context: result.context, origins: result.origins, fates: result.plan.fates });
  const fate = new Uint8Array(needs.needed);
  for (let local = 0; local < needs.needed; local++) {
    if (kept.there[local] === 0) fate[local] = reFetchable(needs, kept, local) ? RE_FETCHABLE : GONE;
  }
  const { outcome, target, tokensBefore, tokensAfter, lack = null } = result;
  const writer = wasWritten(result) ? summarizer : null;
  const { tally, lost } = independent.measure({ context: result.context(), origins: result.origins() }, tokensAfter);
  return { fate, bound: sum(kept.bound), outcome, lack, writer, target, tokensBefore, tokensAfter, independent: tally, lost };
}

function reFetchable({ pointers }: Needs, { there, offloaded }: FactRetention, local: number): boolean {
  return offloaded[local] === 1 || pointers[local]!.some((pointer) => there[pointer] === 1);
}

/** The target of every row at a cut, in tokens; null with own defaults. */
export interface CutTarget {
  readonly tokens: number | null;
  /** The row that left these tokens there: it does not run again. */
  readonly by?: { readonly row: CutRow; readonly left: RowAtCut };
}

/** Runs the rows at a cut. `progress(1)` is told of the cut's own work and of each row. */
export function* cutSteps(
  places: CutContext,
  rows: readonly CutRow[],
  { at, end }: CutPlace,
  { tokens: target, by }: CutTarget,
  seed: number,
  progress: (more: number) => RecallStep,
): Work<RecallStep, CutOutcome> {
  const { prefix, needs } = places.measured;
  const { seen, needed, reRead, facts, seenAt, neededAt, band, origin } = needs;
  const bounds = target === null ? null : boundsOf(prefix, needs, target, seed);
  yield progress(1);
  const { independent } = places;
  const random = SIZES.map((share) => independent.chance(share * prefix.counts.total));
  const leading = LEADING.map((measure) => ({ needed: independent.needed[measure], random: random.map((kept) => kept[measure]) }));
  const left: CutOutcome['rows'][number][] = [];
  for (const row of rows) {
    left.push(row === by?.row ? { ...by.left, target } : yield* row.at(places, target));
    yield progress(1);
  }
  const cut = { at, end, tokens: prefix.counts.total, seen, needed, reRead };
  return { cut, target, bounds, leading, needs: { facts, seenAt, neededAt, band, origin }, rows: left };
}

/** A context at a cut, and what both families of measures look for in it. */
export interface CutContext {
  readonly measured: Checkpoint;
  readonly independent: IndependentCut;
  /** By message of the context: its index in the recording. */
  readonly sources: Int32Array;
}

/** Messages of a recording whose contexts at the cuts are remembered: beyond, their signals take too much memory. */
const MOST_REMEMBERED = 3000;
const contextsOf = perPrepared(() => new Map<string, CutContext>());
const mentionsOf = perTranscript(() => new Mentions());

/** The context at a cut with its needs. Another target finds it again, with all its signals. */
export function measuredAt(base: PreparedTranscript, place: CutPlace, reasoningSeen: boolean, seed: number): CutContext {
  const { at, end, due } = place;
  const known = contextsOf(base);
  const key = `${at}/${end}/${due}/${reasoningSeen}/${seed}`;
  let found = known.get(key);
  if (!found) {
    const { sources, prefix } = prefixAt(base, place);
    const measured = new Checkpoint(prefix, needsOf(base, { sources, at, end, reasoningSeen }), reasoningSeen, mentionsOf(base));
    found = { measured, independent: new IndependentCut(base, prefix, { sources, at, end }, seed), sources };
    if (base.n <= MOST_REMEMBERED) known.set(key, found);
  }
  return found;
}
