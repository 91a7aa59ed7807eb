/** What is skipped of a request because it goes as the original went changes nothing of what is found in it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf } from '../../compaction/repair.ts';
import type { CompactionResult } from '../../compaction/types.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import type { Plan } from '../../strategies/contract.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { brokenIn, CHECKERS, type Way, wayThrough } from './measure-rules.ts';
import { compactedRequest, originalRequest } from './shapes.ts';
import { runs } from '../../testing/scale.ts';

const RULE_SETS = Object.keys(CHECKERS) as (keyof typeof CHECKERS)[];

/** A way that is never gone along: every message is looked at. */
function noWay(n: number): Way {
  const zeros = new Int32Array(n + 1);
  return { states: new Int8Array(n + 1).fill(-1), settled: zeros.map((_, i) => i), broken: [], found: zeros };
}

test('a request breaks what it breaks when every message of it is looked at, by every set of rules', () => {
  let broken = 0;
  fc.assert(
    fc.property(
      transcripts(),
      // Runs of fates, torn blocks among them, and insertions anywhere.
      fc.array(fc.record({ fate: fc.constantFrom(0, 1, 2, 3, 4, 0, 0), length: fc.integer({ min: 1, max: 12 }) }), { minLength: 1 }),
      fc.array(fc.record({ place: fc.nat(60), role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const) }), { maxLength: 3 }),
      fc.boolean(),
      (transcript, runs, inserted, keepsShape) => {
        const p = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        const letters = runs.flatMap(({ fate, length }) => Array.from({ length }, () => fate));
        const fates = Uint8Array.from({ length: p.n }, (_, i) => letters[i % letters.length]!);
        const get = (i: number) => (keepsShape ? p.messages[i]!.parts : p.messages[i]!.parts.slice(1));
        const plan: Plan = {
          fates,
          reason: () => ({ key: 'keep-header' }),
          edits: { size: p.n, get, ...(keepsShape && { keepsShape }) },
          summaries: [],
          insertions: inserted.map(({ place, role }) => ({ before: place % (p.n + 1), role, content: { text: 'words' } })),
        };
        const result = { plan, layout: layoutOf(p, plan) } as unknown as CompactionResult;
        for (const rules of RULE_SETS) {
          const way = wayThrough(rules, originalRequest(p).shapes, p.n);
          const request = compactedRequest(p, result);
          const each = brokenIn(rules, request, noWay(p.n));
          broken += each.length;
          expect(brokenIn(rules, request, way)).toEqual(each);
          expect(request.starts.subarray(0, request.count).reduce((sum, from, k) => sum + request.ends[k]! - from, 0)).toBe(request.length);
        }
      },
    ),
    // Below 60 too few contexts break a rule.
    { numRuns: Math.max(60, runs(300)) },
  );
  expect(broken).toBeGreaterThan(100);
});
