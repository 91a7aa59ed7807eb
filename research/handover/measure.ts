/**
 * What docs/handover.md measures of one file: rows, and references in as many tokens, by the independent measures at cuts of its
 * conversations.
 */
import { inUse } from '../../src/engine/api.ts';
import { resolveTarget } from '../../src/engine/tokens/contract.ts';
import type { CompactionResult } from '../../src/engine/compaction/types.ts';
import { runSpec, specOf } from '../../src/engine/pipelines/run-spec.ts';
import { conversationsOf, parseTranscript } from '../../src/engine/formats/index.ts';
import { placesOf } from '../../src/engine/recall/recall-cuts.ts';
import { independentCut, tallyOf } from '../../src/engine/recall/independent-at.ts';
import { INDEPENDENT, type Independent, type IndependentTally } from '../../src/engine/recall/independent/contract.ts';
import type { IndependentCut } from '../../src/engine/recall/independent/cut.ts';
import { Checkpoint } from '../../src/engine/recall/recall-kept.ts';
import { needsOf } from '../../src/engine/recall/needs.ts';
import { mostFacts } from '../../src/engine/recall/recall-limits.ts';
import { sum } from '../../src/engine/recall/recall-values.ts';
import type { PreparedTranscript } from '../../src/engine/signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../../src/engine/signals/signal-prepare.ts';
import { contextBefore } from '../../src/engine/signals/recorded-context.ts';
import { protectedUnits, unitSizes } from '../../src/engine/signals/structure.ts';
import { removableUnits } from '../../src/engine/strategies/shared/plans.ts';
import { createBuiltIn } from '../../src/engine/summarizers/built-in.ts';
import { countTranscript } from '../../src/engine/tokens/count.ts';
import { loadTokenizer } from '../../src/engine/tokens/tokenizers.ts';
import type { Message, Part } from '../../src/engine/transcript/types.ts';

export const SHARES = [0.1, 0.2, 0.3] as const;
/** The note comes last: the clairvoyant has its tokens. */
export const STRATEGIES = ['fact-ledger', 'handover-note'] as const;
export const MASKED = 'half newest + masked older';
export const CLAIRVOYANT = 'clairvoyant in its tokens';
const CUTS = 12;
const LEAST_CUTS = 3;
/** The clairvoyant chooses by one measure at a time. Edits need several lines at once, which it cannot weigh. */
const FORESEEN = INDEPENDENT.filter((name) => name !== 'edits');

/** Sums over the cuts of a file. */
export interface Sums {
  left: number;
  total: number;
  /** Cuts, and those of them at which the target was met. */
  cuts: number;
  met: number;
  own: { kept: number; needed: number; bound: number };
  readonly measures: Record<Independent, { kept: number; needed: number; chance: number; newest: number }>;
}
const emptySums = (): Sums => ({
  left: 0,
  total: 0,
  cuts: 0,
  met: 0,
  own: { kept: 0, needed: 0, bound: 0 },
  measures: Object.fromEntries(INDEPENDENT.map((name) => [name, { kept: 0, needed: 0, chance: 0, newest: 0 }])) as Sums['measures'],
});

/** By share: by row. */
export type OfFile = Readonly<Record<string, Readonly<Record<string, Sums>>>>;

const summarizer = createBuiltIn();

function compacted(prefix: PreparedTranscript, strategy: string, target: number, window: number, model: string | null): CompactionResult {
  const spec = specOf({ strategy, params: {} }, { window, own: false, weight: 0.6, seed: 1, summarizer, ...(model === null ? {} : { model }) });
  if (!spec.ok) throw new Error(spec.error.message);
  const result = runSpec(prefix, spec.value, { target });
  if (result instanceof Promise) throw new Error(`${strategy}: its summariser does not answer at once`);
  return result;
}

/** Tokens that removable messages may have. */
function roomOf(prefix: PreparedTranscript, target: number): number {
  const { tokens } = unitSizes(prefix);
  return target - prefix.counts.total + sum(Array.from(removableUnits(prefix), (unit) => tokens[unit]!));
}

const masked = (message: Message): Message => ({
  ...message,
  parts: message.parts.map((part): Part => (part.type === 'tool-result' ? { ...part, content: [{ type: 'text', text: '[output omitted]' }] } : part)),
});

/** The newest blocks in half of the room, in the rest those before them with their outputs masked. */
function halfMasked(prefix: PreparedTranscript, target: number): { context: Message[]; origins: number[]; tokens: number } {
  const { tokens } = unitSizes(prefix);
  const stays = protectedUnits(prefix);
  const now = new Map<number, Message>();
  let room = roomOf(prefix, target);
  let half = room / 2;
  let isWhole = true;
  for (const unit of removableUnits(prefix).toReversed()) {
    const { members } = prefix.units[unit]!;
    isWhole &&= tokens[unit]! <= half;
    const found = members.map((i) => (isWhole ? prefix.messages[i]! : masked(prefix.messages[i]!)));
    const cost = isWhole ? tokens[unit]! : sum(found.map((message) => prefix.counts.message(message)));
    if (cost > room) break;
    half -= cost;
    room -= cost;
    for (const [k, i] of members.entries()) now.set(i, found[k]!);
  }
  for (let i = 0; i < prefix.n; i++) if (stays[prefix.unitOf[i]!] === 1) now.set(i, prefix.messages[i]!);
  const origins = [...now.keys()].sort((a, b) => a - b);
  const context = origins.map((i) => now.get(i)!);
  return { context, origins, tokens: prefix.counts.toolDefinitions + sum(context.map((message) => prefix.counts.message(message))) };
}

/** Most needed items of one measure in whole blocks, chosen by who knows the future. */
function foreseen(prefix: PreparedTranscript, cut: IndependentCut, measure: Independent, target: number): { kept: number; needed: number } {
  const { held, needed } = cut.holders(measure);
  if (needed === 0) return { kept: 0, needed };
  const { tokens } = unitSizes(prefix);
  const stays = protectedUnits(prefix);
  const free = new Uint8Array(needed);
  held.forEach((items, i) => {
    if (stays[prefix.unitOf[i]!] === 1) for (const item of items) free[item] = 1;
  });
  const blocks = Array.from(removableUnits(prefix), (unit) => ({
    tokens: tokens[unit]!,
    facts: Int32Array.from(new Set(prefix.units[unit]!.members.flatMap((i) => Array.from(held[i]!)))),
  }));
  return { kept: mostFacts(blocks, roomOf(prefix, target), needed, free), needed };
}

/** null where nothing can be measured. */
export async function measureFile(bytes: Uint8Array, name: string): Promise<OfFile | null> {
  const parsed = parseTranscript(bytes, { name });
  if (!parsed.ok) return null;
  const found: Record<string, Record<string, Sums>> = {};
  for (const { transcript } of conversationsOf(parsed.value)) {
    const { tokenizer, window, model } = inUse(transcript);
    const base = prepare(transcript, countTranscript(transcript, await loadTokenizer(tokenizer)), DEFAULT_SIGNALS);
    const places = placesOf(base, CUTS);
    if (places.length < LEAST_CUTS) continue;
    for (const place of places) {
      const { prefix, cut } = independentCut(base, place, 1);
      const needs = needsOf(base, { sources: contextBefore(base, place.at), ...place, reasoningSeen: true });
      const recall = new Checkpoint(prefix, needs, true);
      for (const share of SHARES) {
        const target = resolveTarget(share, prefix.counts.total, window)!;
        found[share] ??= {};
        const rows = found[share];
        const add = (row: string, left: number, tally: Partial<IndependentTally>): Sums => {
          rows[row] ??= emptySums();
          const sums = rows[row];
          sums.left += left;
          sums.total += prefix.counts.total;
          sums.cuts++;
          if (left <= target) sums.met++;
          for (const [measure, counts] of Object.entries(tally)) {
            const into = sums.measures[measure as Independent];
            for (const key of ['kept', 'needed', 'chance', 'newest'] as const) into[key] += counts[key];
          }
          return sums;
        };
        let noteTokens = target;
        for (const strategy of STRATEGIES) {
          const result = compacted(prefix, strategy, target, window, model);
          const { own } = add(strategy, result.tokensAfter, tallyOf(cut, result));
          const { there, bound } = recall.keptIn({ context: result.context, origins: result.origins, fates: result.plan.fates });
          own.kept += sum(there.subarray(0, needs.needed));
          own.needed += needs.needed;
          own.bound += sum(bound);
          noteTokens = result.tokensAfter;
        }
        const half = halfMasked(prefix, target);
        add(MASKED, half.tokens, cut.tally(half, half.tokens));
        const best = FORESEEN.map((measure) => [measure, { ...foreseen(prefix, cut, measure, noteTokens), chance: 0, newest: 0 }] as const);
        add(CLAIRVOYANT, noteTokens, Object.fromEntries(best));
      }
    }
  }
  return Object.keys(found).length > 0 ? found : null;
}
