import { describe, expect, test } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import { runNow } from '../lib/work.ts';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from '../compaction/types.ts';
import { parseTranscript } from '../formats/index.ts';
import { byId } from '../pipelines/index.ts';
import { FACT_KINDS, type FactKind, type PreparedTranscript } from '../signals/contract.ts';
import { FACT_PLACES, factIndexOf, kindOfFact } from '../signals/facts/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { DROP, KEEP } from '../strategies/contract.ts';
import { resolveParams } from '../strategies/params.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { charCounts } from '../testing/counts.ts';
import { some } from '../testing/scale.ts';
import { sharedFiles } from '../testing/shared.ts';
import type { Recall, RecallOptions } from './contract.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { placesOf, preparedPart } from './recall-cuts.ts';
import { boundsOf } from './recall-limits.ts';
import { type InHand, inHandSteps } from './in-hand.ts';
import { headerFacts } from './header-facts.ts';
import { Checkpoint } from './recall-kept.ts';
import { needsOf } from './needs.ts';
import { sum } from './recall-values.ts';
import { recallNow, recordedShare } from './recall.ts';

const files = sharedFiles();
const builtIn = createBuiltIn();
const LEAST_ANSWERS = 8;

/** A recording with the project that it is of. */
interface Recording {
  readonly name: string;
  readonly project: string;
  readonly base: PreparedTranscript;
}

/** Conversations and subagents with a few requests; τ-bench has 77, of which every tenth is enough here. */
const recordings: readonly Recording[] = files.flatMap((file) => {
  const parsed = parseTranscript(file.bytes(), { name: file.file });
  if (!parsed.ok) return [];
  const all = parsed.value.conversations.flatMap((t) => [t, ...t.subagents]);
  const project = file.file.startsWith('tau-bench/') ? 'tau-bench' : /[^/]*$/.exec(file.file)![0].split('__')[0]!;
  return all
    .filter(({ messages }) => messages.filter(({ role }) => role === 'assistant').length >= LEAST_ANSWERS)
    .filter((_, i) => all.length < 20 || i % 10 === 0)
    .map((transcript, i) => ({ name: `${file.file} ${i + 1}`, project, base: prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS) }));
});

const optionsAt = (target: number): RecallOptions => ({
  window: 128_000,
  target,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'anthropic',
  summarizer: builtIn,
});
const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ key: id, strategy: id, params: {} }));
const recalled = (base: PreparedTranscript, target: number, ...ids: string[]): Recall => recallNow(base, rowsOf(ids), optionsAt(target)) as Recall;

const mean = (values: readonly number[]): number => sum(values) / values.length;

describe.skipIf(files.length === 0)('sanity over the shared transcripts', () => {
  const measurable = recordings.filter(({ base }) => recalled(base, 0.2).tooFew === null);

  test('many can be measured', () => {
    expect(measurable.length).toBeGreaterThanOrEqual(8);
  });

  test('in hand: who kept a fact has its words, who lost it has no whole message that said it', () => {
    const counts = { kept: 0, lost: 0 };
    for (const { name, base } of measurable) {
      const ids = ['claude-code', 'handover-note', 'oldest-removal', 'tool-output-truncation'];
      const recall = recalled(base, 0.2, ...ids);
      for (const miss of some(recall.rows[0]!.lostItems(), 10)) {
        const isSame = (one: typeof miss): boolean => one.cut === miss.cut && one.fact === miss.fact && one.kind === miss.kind;
        const lostBy = recall.rows.filter((row) => row.lostItems().some(isSame)).map(({ key }) => key);
        const hands = runNow(inHandSteps(base, rowsOf(ids), optionsAt(0.2), recall, { ...miss, lostBy })) as readonly InHand[];
        for (const [i, { fate, text }] of hands.entries()) {
          const isLost = lostBy.includes(ids[i]!);
          counts[isLost ? 'lost' : 'kept']++;
          expect(isLost ? fate !== 'keep' : text.includes(miss.fact), `${name} ${ids[i]} ${miss.fact}`).toBe(true);
        }
      }
    }
    expect(Math.min(counts.kept, counts.lost)).toBeGreaterThan(50);
  });

  test('keeping the oldest is below keeping the recent on average', () => {
    for (const target of some([0.1, 0.2, 0.3, 0.5], 3)) {
      const rows = measurable.map(({ base }) => recalled(base, target, 'oldest-first', 'hard-limit').rows.map(({ recall }) => recall!));
      expect(mean(rows.map(([oldest]) => oldest!)), `${target}`).toBeLessThan(mean(rows.map(([, recent]) => recent!)));
    }
  });

  test('the fact list with enough budget keeps everything', () => {
    for (const { name, base } of measurable) {
      const [row] = recalled(base, 0.9, 'fact-list').rows;
      expect(
        row!.misses().map(({ kind, fact }) => `${kind} ${fact}`),
        name,
      ).toEqual([]);
      expect(row!.recall, name).toBe(1);
    }
  });

  test('a context that grows by whole blocks never keeps less; nothing but the header keeps nothing', () => {
    for (const { name, base } of measurable) {
      const { at, end } = placesOf(base)[6]!;
      const sources = contextBefore(base, at);
      const prefix = preparedPart(base, sources);
      const needs = needsOf(base, { sources, at, end, reasoningSeen: true });
      const measured = new Checkpoint(prefix, needs, true);
      const fates = new Uint8Array(prefix.n).fill(DROP);
      const keptNow = (): number => {
        const there = [...fates.keys()].filter((i) => fates[i] === KEEP);
        const { there: held } = measured.keptIn({
          context: () => there.map((i) => prefix.messages[i]!),
          origins: () => Int32Array.from(there),
          fates,
        });
        return sum(held.subarray(0, needs.needed));
      };
      prefix.itemType.forEach((type, i) => {
        if (type === 'SYSTEM_PROMPT') fates[i] = KEEP;
      });
      let before = keptNow();
      expect(before, name).toBe(0);
      // Blocks in an order that jumps about.
      const order = [...prefix.units.keys()].map((u) => (u * 7919) % prefix.units.length);
      for (const unit of new Set([...order, ...prefix.units.keys()])) {
        for (const i of prefix.units[unit]!.members) fates[i] = KEEP;
        const now = keptNow();
        expect(now, name).toBeGreaterThanOrEqual(before);
        before = now;
      }
      expect(before, name).toBe(needs.needed);
    }
  });

  test('the oracle is at least every strategy that keeps whole blocks within the same budget', () => {
    let compared = 0;
    for (const { name, base } of measurable) {
      for (const { at, end } of some(placesOf(base, 5), 3)) {
        const sources = contextBefore(base, at);
        const prefix = preparedPart(base, sources);
        const needs = needsOf(base, { sources, at, end, reasoningSeen: true });
        const measured = new Checkpoint(prefix, needs, true);
        for (const share of [0.15, 0.4]) {
          const target = resolveTarget(share, prefix.counts.total, 128_000)!;
          const { oracle, random } = boundsOf(prefix, needs, target, 1);
          expect(oracle, name).toBeGreaterThanOrEqual(random);
          for (const id of [
            'middle-removal',
            'oldest-removal',
            'head-tail',
            'oldest-first',
            'hard-limit',
            'key-information',
            'retrieval',
            'random-removal',
          ]) {
            const strategy = byId.get(id)!;
            const params = resolveParams(strategy.params, {});
            if (!params.ok) throw new Error(params.error);
            const result = compactNow(prefix, strategy, {
              budget: { window: 128_000, target, own: false },
              params: params.value,
              summarizer: builtIn,
              weight: 0.6,
              seed: 5,
            }) as CompactionResult;
            if (result.tokensAfter > target || result.insertions.length > 0 || result.plan.fates.some((fate) => fate !== KEEP && fate !== DROP))
              continue;
            compared++;
            const { there } = measured.keptIn({ context: result.context, origins: result.origins, fates: result.plan.fates });
            expect(sum(there.subarray(0, needs.needed)), `${name} ${id} ${share}`).toBeLessThanOrEqual(oracle);
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  test('the future of another project needs less than 1 % of the facts of any kind', () => {
    const seen = new Map<FactKind, number>();
    const met = new Map<FactKind, string[]>();
    const use = (1 << FACT_PLACES.indexOf('text')) | (1 << FACT_PLACES.indexOf('arguments'));
    for (const { base, project } of recordings) {
      const mine = factIndexOf(base.transcript, 'recall');
      const inHeader = headerFacts(base);
      const facts = [...Array(mine.count).keys()].filter((fact) => inHeader[fact] === 0);
      for (const other of recordings) {
        if (other.project === project) continue;
        const theirs = factIndexOf(other.base.transcript, 'recall');
        const theirHeader = headerFacts(other.base);
        const used = new Set<number>();
        other.base.messages.forEach(({ role }, i) => {
          if (role !== 'assistant') return;
          for (let k = theirs.from[i]!; k < theirs.from[i + 1]!; k++)
            if ((theirs.places[k]! & use) !== 0 && theirHeader[theirs.ids[k]!] === 0) used.add(theirs.ids[k]!);
        });
        for (const fact of facts) {
          const kind = kindOfFact(mine, fact);
          seen.set(kind, (seen.get(kind) ?? 0) + 1);
          if (used.has(theirs.idOf(mine.key[fact]!))) met.set(kind, [...(met.get(kind) ?? []), mine.key[fact]!]);
        }
      }
    }
    for (const kind of FACT_KINDS) {
      const all = seen.get(kind) ?? 0;
      const found = met.get(kind) ?? [];
      expect(found.length / Math.max(1, all), `${kind}: ${[...new Set(found)].slice(0, 20).join(', ')}`).toBeLessThan(0.01);
    }
  });

  test('what the recorded agents kept at their own compactions is nearly all that they needed', () => {
    const shares = recordings.flatMap(({ base }) => recordedShare(base, true) ?? []);
    const needed = sum(shares.map((share) => share.needed));
    expect(needed).toBeGreaterThan(30);
    expect(sum(shares.map(({ kept }) => kept)) / needed).toBeGreaterThanOrEqual(0.9);
  });
});
