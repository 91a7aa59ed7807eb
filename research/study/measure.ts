/**
 * What the study measures of one conversation: every strategy at every cut and target, as sums from which averages are made. No model is
 * run; none of the conversation's text is kept.
 */
import { inUse } from '../../src/engine/api.ts';
import { runSpec, specOf } from '../../src/engine/pipelines/run-spec.ts';
import { resolveTarget } from '../../src/engine/tokens/contract.ts';
import type { CompactionResult } from '../../src/engine/compaction/types.ts';
import { ruleSetOf } from '../../src/engine/formats/contract.ts';
import { measureAll, measured } from '../../src/engine/measures/run/measured-values.ts';
import { strategies } from '../../src/engine/pipelines/index.ts';
import { PRODUCTS } from '../../src/engine/products/index.ts';
import { placesOf, preparedPart } from '../../src/engine/recall/recall-cuts.ts';
import { contextBefore } from '../../src/engine/signals/recorded-context.ts';
import { boundsOf, mostFacts } from '../../src/engine/recall/recall-limits.ts';
import { INDEPENDENT, type Independent } from '../../src/engine/recall/independent/contract.ts';
import type { IndependentCut } from '../../src/engine/recall/independent/cut.ts';
import { independentCut, tallyOf } from '../../src/engine/recall/independent-at.ts';
import { Checkpoint } from '../../src/engine/recall/recall-kept.ts';
import { needsOf } from '../../src/engine/recall/needs.ts';
import { sum } from '../../src/engine/recall/recall-values.ts';
import { recordedShare } from '../../src/engine/recall/recall.ts';
import type { PreparedTranscript } from '../../src/engine/signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../../src/engine/signals/signal-prepare.ts';
import { unitSizes } from '../../src/engine/signals/structure.ts';
import { removableUnits } from '../../src/engine/strategies/shared/plans.ts';
import type { Strategy } from '../../src/engine/strategies/contract.ts';
import { createBuiltIn } from '../../src/engine/summarizers/built-in.ts';
import { digestOf } from '../../src/engine/summarizers/digest.ts';
import { countTranscript } from '../../src/engine/tokens/count.ts';
import { loadTokenizer } from '../../src/engine/tokens/tokenizers.ts';
import type { Transcript } from '../../src/engine/transcript/types.ts';
import { engine as words } from '../../src/i18n/en/engine.ts';
import type { AtTarget, Conversation, IndependentCounted, Kind, Row, Strategies, Whole } from './data.ts';
import { VERSIONS } from './sets.ts';

/** Shares of the context's tokens. */
export const TARGETS = [0.1, 0.2, 0.3, 0.5] as const;
const LEDGER = 'fact-ledger';
/** The plain rule to beat, beside the newest messages. */
const PLAIN = 'newest-half';
const SEED = 1;
const WEIGHT = 0.6;
/** Fewer places to cut give no number (as in the comparison). */
const LEAST_CUTS = 3;

/**
 * Every row of the study: the registry without composed pipelines, the ledger with other numbers of words beside a fact, and every product
 * as shipped. The products come last, so that the numbers of the others in the plots stay.
 */
export interface StudyRow {
  readonly id: string;
  readonly strategy: Strategy;
  readonly params: Readonly<Record<string, unknown>>;
}
const plainRow = (strategy: Strategy): StudyRow => ({ id: strategy.id, strategy, params: {} });
export const STUDY_ROWS: readonly StudyRow[] = [
  ...strategies.filter(({ onDemand, preset }) => !onDemand && !preset).map(plainRow),
  ...[0, 2, 4].map((ledgerWords) => ({
    id: `${LEDGER}, ${ledgerWords} words`,
    strategy: strategies.find(({ id }) => id === LEDGER)!,
    params: { ledgerWords },
  })),
  ...strategies.filter(({ preset }) => preset).map(plainRow),
];

/** Rows that are held against a clairvoyant and the plain rule under the independent measures too. */
const OURS: ReadonlySet<string> = new Set(VERSIONS.map(({ id }) => id));

/** Every row as the data name it. */
export function rowsOfStudy(): readonly Strategies[] {
  const productOf = new Map(PRODUCTS.map((product) => [product.id, product]));
  const titles: Readonly<Record<string, string>> = words;
  return STUDY_ROWS.map(({ id, strategy }) => {
    const product = productOf.get(id);
    return {
      id,
      kind: id !== strategy.id ? 'variant' : product ? 'product' : strategy.kind,
      title: id === strategy.id ? (titles[`strategy.${id}.title`] ?? id) : id,
      ...(product && product.knob === undefined && { fixed: true as const }),
      ...(product?.hidden && { hidden: true as const }),
    };
  });
}

/** Formats that only coding agents write; their main line may call nothing but subagents. */
const OF_CODING_AGENTS = /^(?:claude-code|codex|pi|cline|goose|openhands|aider|swe-agent|mini-swe|gemini-cli|md-specstory)/;

/** Recordings of customer-service agents; some are stored as plain text. */
const OF_SERVICES = /^(?:tau-bench|toolbench)/;

/** By author, else by calls: files and shells make a coding agent, other tools a service; without calls it is a chat. */
function kindOf({ messages }: Transcript, format: string, file: string): Kind {
  if (OF_CODING_AGENTS.test(format) || OF_CODING_AGENTS.test(file)) return 'coding';
  if (OF_SERVICES.test(file)) return 'tools';
  let calls = 0;
  let code = 0;
  for (const message of messages) {
    for (const { digest } of digestOf(message).calls) {
      calls++;
      if (digest.files.length > 0 || digest.check !== undefined || digest.label?.startsWith('`')) code++;
    }
  }
  if (calls === 0) return 'chat';
  return code * 4 >= calls ? 'coding' : 'tools';
}

/** The built-in summariser writes everything. */
const summarizer = createBuiltIn();

/** One run; the built-in summariser answers at once. */
function run(prepared: PreparedTranscript, { strategy, params }: StudyRow, target: number, window: number, model: string | null): CompactionResult {
  const settings = { window, own: false, weight: WEIGHT, seed: SEED, summarizer, ...(model === null ? {} : { model }) };
  const spec = specOf({ strategy: strategy.id, params }, settings);
  if (!spec.ok) throw new Error(`${strategy.id}: ${spec.error.message}`);
  const result = runSpec(prepared, spec.value, { target });
  if (result instanceof Promise) throw new Error(`${strategy.id}: its summariser does not answer at once`);
  return result;
}

/** Shares of one context under the measures that share no code with the ledger: blocks to choose from, once for each cut. */
function clairvoyantOf(prefix: PreparedTranscript, cut: IndependentCut) {
  const { tokens } = unitSizes(prefix);
  const removable = removableUnits(prefix);
  const mayGo = new Set(removable);
  const fixed = prefix.counts.total - sum(Array.from(removable, (unit) => tokens[unit]!));
  const choices = INDEPENDENT.map((name) => {
    if (name === 'edits') return null;
    const { held, needed } = cut.holders(name);
    const itemsIn = (unit: number): Int32Array => Int32Array.from(new Set(prefix.units[unit]!.members.flatMap((j) => Array.from(held[j]!))));
    const free = new Uint8Array(needed);
    for (const unit of prefix.units.keys()) if (!mayGo.has(unit)) for (const item of itemsIn(unit)) free[item] = 1;
    return { needed, free, blocks: Array.from(removable, (unit) => ({ tokens: tokens[unit]!, facts: itemsIn(unit) })) };
  });
  return {
    fixed,
    /** By measure: the most that whole blocks can keep in this many tokens; null for edits. */
    most: (budget: number): readonly (number | null)[] => choices.map((one) => one && mostFacts(one.blocks, budget - fixed, one.needed, one.free)),
  };
}

/** One cut, with data that several measurements share. */
function placeAt(base: PreparedTranscript, at: number, end: number) {
  const sources = contextBefore(base, at);
  const needs = needsOf(base, { sources, at, end, reasoningSeen: true });
  const prefix = preparedPart(base, sources);
  const { cut } = independentCut(base, { at, end }, SEED, prefix);
  const recall = new Checkpoint(prefix, needs, true);
  const clairvoyant = clairvoyantOf(prefix, cut);
  const bounds = new Map<number, ReturnType<typeof boundsOf>>();
  const others = new Map<string, { readonly kept: number; readonly items: Readonly<Record<Independent, number>> }>();
  const keptIn = (result: CompactionResult): { readonly kept: number; readonly bound: number } => {
    const { there, bound } = recall.keptIn({ context: result.context, origins: result.origins, fates: result.plan.fates });
    return { kept: sum(there.subarray(0, needs.needed)), bound: sum(bound) };
  };
  return {
    prefix,
    needs,
    cut,
    clairvoyant,
    keptIn,
    /** What chance and the oracle keep in this many tokens. */
    boundsAt(tokens: number) {
      let found = bounds.get(tokens);
      if (!found) {
        found = boundsOf(prefix, needs, tokens, SEED);
        bounds.set(tokens, found);
      }
      return found;
    },
    /** What another row keeps in this many tokens, of the facts and of the items of the independent measures. */
    keptBy(id: string, tokens: number, make: () => CompactionResult) {
      let found = others.get(`${id} ${tokens}`);
      if (found === undefined) {
        const result = make();
        found = { kept: keptIn(result).kept, items: cut.kept({ context: result.context(), origins: result.origins() }) };
        others.set(`${id} ${tokens}`, found);
      }
      return found;
    },
  };
}
type Place = ReturnType<typeof placeAt>;

/** The independent measures of one row, pooled over the cuts. */
function independentOf(
  places: readonly Place[],
  results: readonly CompactionResult[],
  ledgers: readonly ReturnType<Place['keptBy']>[],
  plains: readonly ReturnType<Place['keptBy']>[] | null,
): IndependentCounted {
  const tallies = results.map((result, c) => tallyOf(places[c]!.cut, result));
  const most = plains ? results.map(({ tokensAfter }, c) => places[c]!.clairvoyant.most(tokensAfter)) : null;
  return Object.fromEntries(
    INDEPENDENT.map((name, m) => [
      name,
      {
        kept: sum(tallies.map((one) => one[name].kept)),
        chance: sum(tallies.map((one) => one[name].chance)),
        newest: sum(tallies.map((one) => one[name].newest)),
        ledger: sum(ledgers.map(({ items }) => items[name])),
        plain: plains && sum(plains.map(({ items }) => items[name])),
        oracle: most === null || most.some((one) => one[m] === null) ? null : sum(most.map((one) => one[m]!)),
      },
    ]),
  ) as unknown as IndependentCounted;
}

/** What of the study to measure; everything by default. */
export interface Part {
  readonly shares?: readonly number[];
  /** Rows by id. */
  readonly ids?: readonly string[];
}

/** Fewer answers cannot give three places to cut. */
export const mayBeMeasured = ({ messages }: Transcript): boolean => messages.filter(({ role }) => role === 'assistant').length >= LEAST_CUTS;

/** null where nothing can be measured: no place to cut, or nothing needed from before. */
export async function measureConversation(
  transcript: Transcript,
  file: string,
  name: string,
  format: string,
  { shares = TARGETS, ids }: Part = {},
): Promise<Conversation | null> {
  const { window, model, tokenizer } = inUse(transcript);
  const base = prepare(transcript, countTranscript(transcript, await loadTokenizer(tokenizer)), DEFAULT_SIGNALS);
  const found = placesOf(base);
  if (found.length < LEAST_CUTS) return null;
  const places = found.map(({ at, end }) => placeAt(base, at, end));
  const needed = sum(places.map(({ needs }) => needs.needed));
  const items = Object.fromEntries(INDEPENDENT.map((one) => [one, sum(places.map(({ cut }) => cut.needed[one]))])) as Record<Independent, number>;
  if (needed === 0 && items.strings === 0) return null;
  const rules = ruleSetOf(transcript, model);
  const [ledger, plain] = [LEDGER, PLAIN].map((id) => STUDY_ROWS.find((row) => row.id === id)!) as [StudyRow, StudyRow];
  const asked = STUDY_ROWS.filter(({ id }) => !ids || ids.includes(id));
  const targets = shares.map((share): AtTarget => {
    const targetsAt = places.map(({ prefix }) => resolveTarget(share, prefix.counts.total, window)!);
    const bounds = places.map((place, c) => place.boundsAt(targetsAt[c]!));
    const rows = asked.map((row): Row => {
      const results = places.map(({ prefix }, c) => run(prefix, row, targetsAt[c]!, window, model));
      const kept = results.map((result, c) => places[c]!.keptIn(result));
      const at = results.map(({ tokensAfter }, c) => places[c]!.boundsAt(tokensAfter));
      const inItsTokens = (other: StudyRow) =>
        results.map(({ tokensAfter }, c) =>
          places[c]!.keptBy(other.id, tokensAfter, () => run(places[c]!.prefix, other, Math.max(2, tokensAfter), window, model)),
        );
      const ledgers = inItsTokens(ledger);
      return {
        id: row.id,
        kept: sum(kept.map((one) => one.kept)),
        bound: sum(kept.map((one) => one.bound)),
        tokens: sum(results.map(({ tokensAfter, tokensBefore }) => tokensAfter / tokensBefore)) / places.length,
        used: sum(results.map(({ tokensAfter }, c) => tokensAfter / targetsAt[c]!)) / places.length,
        met: results.filter(({ tokensAfter }, c) => tokensAfter <= targetsAt[c]!).length,
        compacted: results.filter(({ outcome }) => outcome === 'compacted').length,
        invalid: results.filter((result, c) => newViolations(places[c]!.prefix, result, rules, model) > 0).length,
        lacks: results.filter(({ lack }) => lack !== undefined).length,
        randomAt: sum(at.map(({ random }) => random)),
        oracleAt: sum(at.map(({ oracle }) => oracle)),
        ledgerAt: sum(ledgers.map((one) => one.kept)),
        whole: wholeOf(base, run(base, row, resolveTarget(share, base.counts.total, window)!, window, model), model),
        independent: independentOf(places, results, ledgers, OURS.has(row.id) ? inItsTokens(plain) : null),
      };
    });
    return { share, random: sum(bounds.map(({ random }) => random)), oracle: sum(bounds.map(({ oracle }) => oracle)), rows };
  });
  return {
    file,
    name,
    format,
    kind: kindOf(transcript, format, file),
    messages: base.n,
    tokens: base.counts.total,
    cuts: places.length,
    needed,
    items,
    stays: sum(places.map(({ clairvoyant, prefix }) => clairvoyant.fixed / prefix.counts.total)) / places.length,
    seen: sum(places.map(({ needs }) => needs.seen)),
    recorded: recordedShare(base, true),
    targets,
  };
}

/** Rules broken by the compaction rather than the recording. */
function newViolations(before: PreparedTranscript, after: CompactionResult, rules: ReturnType<typeof ruleSetOf>, model: string | null): number {
  const { violations } = measureAll(before, after, { weight: WEIGHT, rules, ...(model === null ? {} : { model }) });
  return violations?.filter(({ original }) => !original).length ?? 0;
}

/** The measures without a future, of one compaction of the whole conversation, as in the comparison. */
function wholeOf(before: PreparedTranscript, after: CompactionResult, model: string | null): Whole | null {
  if (after.outcome !== 'compacted') return null;
  const { measures } = measured(before, after, { pricing: { unknown: { key: 'no-prices' } }, ...(model === null ? {} : { model }) });
  return {
    retention: measures.factRetention?.all ?? null,
    constraints: measures.constraints,
    artifacts: measures.artifactF1,
    openWork: measures.openWork,
    errorFix: measures.errorFixPairs,
    cache: measures.cacheSurvival === null ? null : measures.cacheSurvival / after.tokensAfter,
  };
}
