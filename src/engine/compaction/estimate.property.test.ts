/** What is found by runs is what is found message by message. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { blockStarts } from '../signals/structure.ts';
import { DROP, KEEP, type Plan, SUMMARIZE } from '../strategies/contract.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { runs } from '../testing/scale.ts';
import { plannedTokens, reserveOf, runsOf, stands, sumsOf, textMessageTokens } from './estimate.ts';
import { layoutOf } from './repair.ts';
import { verify } from './verify.ts';

/** Kept, summarised in one of two, or dropped; torn blocks and insertions anywhere. */
const plans = fc.record({
  pattern: fc.array(fc.record({ fate: fc.constantFrom(KEEP, KEEP, SUMMARIZE, DROP), summary: fc.nat(1), length: fc.integer({ min: 1, max: 9 }) }), {
    minLength: 1,
  }),
  places: fc.array(fc.nat(60), { minLength: 2, maxLength: 5 }),
});

function planOf(
  p: PreparedTranscript,
  { pattern, places }: { pattern: { fate: number; summary: number; length: number }[]; places: number[] },
): Plan {
  const list = pattern.flatMap(({ length, ...one }) => Array.from({ length }, () => one));
  const at = (i: number) => list[i % list.length]!;
  const fates = Uint8Array.from({ length: p.n }, (_, i) => at(i).fate);
  const members = (k: number) => [...fates.keys()].filter((i) => fates[i] === SUMMARIZE && at(i).summary === k);
  return {
    fates,
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(),
    into: Int16Array.from(fates, (fate, i) => (fate === SUMMARIZE ? at(i).summary : -1)),
    summaries: [0, 1].map((k) => ({ id: `summary-${k + 1}`, members: members(k), maxTokens: 70, style: 'plain' })),
    insertions: places.map((place, k) => ({
      before: place % (p.n + 1),
      role: 'user',
      content: k < 2 ? { summary: `summary-${k + 1}` } : { text: `words ${k}` },
    })),
  };
}

/** An insertion moves before the call whose results come next. */
function settled(p: PreparedTranscript, fates: Uint8Array, before: number): number {
  const following = Array.from(fates.keys()).find((i) => i >= before && stands(fates[i])) ?? p.n;
  const start = following < p.n ? blockStarts(p).first[following]! : before;
  return start < before ? settled(p, fates, start) : before;
}

test('runs, sums, places of insertions and torn blocks', () => {
  fc.assert(
    fc.property(transcripts(), plans, (transcript, made) => {
      const p = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
      const plan = planOf(p, made);
      const { fates, summaries } = plan;
      const { starts, count } = runsOf(plan);
      const borders = Array.from(fates.keys()).filter((i) => i === 0 || fates[i] !== fates[i - 1] || plan.into![i] !== plan.into![i - 1]);
      expect(Array.from(starts)).toEqual([...borders, p.n]);
      expect(count).toBe(borders.length);

      const tokens = p.counts.messages;
      const sumOf = (wanted: (i: number) => boolean) => tokens.reduce((sum, t, i) => sum + (wanted(i) ? t : 0), 0);
      const kept = sumOf((i) => fates[i] === KEEP);
      const sums = sumsOf(p, plan);
      expect(sums).toMatchObject({ left: kept, retained: fates.filter((fate) => fate === KEEP).length });
      expect(sums.tokens).toEqual([0, 1, 2, 3, 4].map((fate) => sumOf((i) => fates[i] === fate)));
      expect(sums.messages).toEqual([0, 1, 2, 3, 4].map((fate) => fates.filter((f) => f === fate).length));
      const members = [0, 1].map((k) => sumOf((i) => plan.into![i] === k));
      expect(Array.from(sums.members)).toEqual(members);
      const texts = plan.insertions.map(({ content }, k) => ('text' in content ? content.text : `summary ${k}`));
      const overhead = p.counts.message({ id: '', role: 'user', parts: [] });
      const reserved = plan.insertions.map(({ content }, k) =>
        'text' in content ? textMessageTokens(p.counts, texts[k]!) : overhead + reserveOf(summaries[k]!, members[k]!),
      );
      expect(plannedTokens(p, plan)).toBe(p.counts.toolDefinitions + kept + reserved.reduce((a, b) => a + b, 0));

      const places = plan.insertions.map(({ before }, index) => ({ index, before: settled(p, fates, before) }));
      places.sort((a, b) => a.before - b.before || a.index - b.index);
      const standingBefore = (i: number) => fates.subarray(0, i).filter(stands).length;
      expect(layoutOf(p, plan)).toEqual({
        order: places.map(({ index }) => index),
        before: places.map(({ before }) => before),
        position: places.map(({ before }, k) => standingBefore(before) + k),
        length: standingBefore(p.n) + places.length,
      });

      const { first } = blockStarts(p);
      const torn = Array.from(fates.keys()).find((i) => stands(fates[i]) !== stands(fates[first[i]!]));
      const checks = verify({ prepared: p, plan, texts, tokensAfter: 0, standing: 0, mayDropSkills: false });
      const blocks = checks.find(({ id }) => id === 'tool-blocks')!;
      expect(blocks.ok).toBe(torn === undefined);
      if (torn !== undefined) expect(blocks.reason.values).toEqual({ message: torn + 1 });
    }),
    { numRuns: runs(300) },
  );
});
