/** One row of a recall over all cuts. */
import type { RowRequest } from '../compare.ts';
import type { Loss } from '../measures/types.ts';
import { FACT_KINDS, type FactKind, type Prepared, type Reason } from '../signals/contract.ts';
import { factIndexOf, kindOfFact } from '../signals/facts/index.ts';
import { type CutOutcome, GONE, RE_FETCHABLE, type RowAtCut, THERE } from './at-cut.ts';
import { AGE_BANDS, type Cut, ORIGINS, type RecallMiss, type RecallOptions, type RecallRow, type Share } from './contract.ts';
import type { IndependentTally } from './independent/contract.ts';
import { pooledTally } from './independent/cut.ts';
import { itemsOf } from './independent/items.ts';
import { independentValues } from './independent/floors.ts';
import { bootstrap, sum } from './pooled.ts';

type Counts = { needed: number; kept: number };
const shares = (count: number): Counts[] => Array.from({ length: count }, () => ({ needed: 0, kept: 0 }));

interface TallyOptions extends Pick<RecallOptions, 'own' | 'seed'> {
  /** Key of A whose sizes are the targets: none may be exceeded. Else their mean is. */
  readonly match: string | null;
}

const mean = (values: readonly number[]): number => sum(values) / values.length;

export class Tally {
  readonly #base: Prepared;
  readonly #request: RowRequest;
  readonly #options: TallyOptions;
  #over = 0;
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
  readonly #lost: { readonly cut: number; readonly lost: RowAtCut['lost'] }[] = [];
  readonly #fates: { readonly cut: number; readonly needs: CutOutcome['needs']; readonly fate: Uint8Array }[] = [];

  constructor(base: Prepared, request: RowRequest, options: TallyOptions) {
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

  #lostItems(): readonly RecallMiss[] {
    const items = itemsOf(this.#base);
    return this.#lost.flatMap(({ cut, lost: { items: ids, seenAt, usedAt } }) =>
      Array.from(ids, (id, k): RecallMiss => {
        const fact = items.textOf(id, this.#base.messages[usedAt[k]!]!) ?? '';
        return { fact, kind: items.isStringItem(id) ? 'string' : 'path', cut, seenAt: seenAt[k]!, neededAt: usedAt[k]!, reFetchable: false };
      }),
    );
  }

  #loss(): Loss | null {
    if (this.#failed) return null;
    const things = new Set(this.#lost.flatMap(({ lost }) => Array.from(lost.items)));
    const first = this.#lost.reduce((least, { lost: { usedAt } }) => usedAt.reduce((a, b) => Math.min(a, b), least), Number.POSITIVE_INFINITY);
    return { things: things.size, first: things.size === 0 ? null : first };
  }

  #isOver(allowed: number): boolean | null {
    if (this.#options.own || this.#allowed.length === 0) return null;
    return this.#options.match === null ? sum(this.#tokens) / this.#tokens.length > allowed + ROUNDING : this.#over > 0;
  }

  #count(wanted: number): number {
    return sum(this.#fates.map(({ fate }) => countOf(fate, wanted)));
  }

  row(cuts: readonly Cut[], tooFew: Reason | null, random: number | null, oracle: number | null): RecallRow {
    const { key, strategy } = this.#request;
    const empty = tooFew !== null || this.#failed !== null;
    const needed = cuts.map((cut) => cut.needed);
    const kept = sum(this.#kept);
    const recall = empty ? null : kept / sum(needed);
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
