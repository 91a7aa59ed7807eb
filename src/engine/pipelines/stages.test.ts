/** Strategies in a row over the originals: random pipelines of everything in the registry, and worked examples. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../compaction/target.ts';
import type { Prepared } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/prepare.ts';
import type { Strategy } from '../strategies/contract.ts';
import { knobOf, type StageValue } from '../strategies/params.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { type Circumstance, checkRun, optionsOf, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { countingSummarizer, failingSummarizer, fillingSummarizer } from '../testing/summarizer.ts';
import type { Transcript } from '../transcript/types.ts';
import { ownPipeline } from './composed.ts';
import { byId, strategies } from './index.ts';
import { runs } from '../testing/scale.ts';

const pipeline = ownPipeline((id) => byId.get(id));
const summarizers = { short: countingSummarizer(), full: fillingSummarizer, real: createBuiltIn() };

const preparedFrom = (transcript: Transcript, marked: readonly number[] = []): Prepared =>
  prepare(deepFreeze(transcript), charCounts(transcript), {
    ...DEFAULT_SIGNALS,
    marks: Object.fromEntries(marked.map((i) => [`m${i}`, (['pin', 'CRITICAL', 'LOW', 'HIGH'] as const)[i % 4]!])),
  });

const circumstanceOf = (p: Prepared, share: number, window: number, params: Circumstance['params']): Circumstance => {
  if (window > 0) return { window: Math.max(2, Math.floor(p.counts.total * window)), target: null, own: true, params };
  return { window: 128_000, target: resolveTarget(share, p.counts.total, 128_000), own: false, params };
};

const usable = strategies.filter(({ kind, onDemand }) => kind !== 'control' && !onDemand);

/** A strategy with its defaults, or with its knob set by the person. */
const stage = (list: readonly Strategy[]): fc.Arbitrary<StageValue> =>
  fc.tuple(fc.constantFrom(...list), fc.option(fc.nat(8))).map(([strategy, steps]) => {
    const knob = knobOf(strategy.params);
    if (!knob || steps === null) return { strategy: strategy.id, params: {} };
    const [name, { min, max, step }] = knob;
    return { strategy: strategy.id, params: { [name]: Math.min(max, Number((min + steps * step).toPrecision(12))) } };
  });

const cases = (list: readonly Strategy[], most: number) =>
  fc.tuple(
    transcripts(),
    fc.array(stage(list), { minLength: 1, maxLength: most }),
    fc.constantFrom(0.1, 0.2, 0.3, 0.5, 0.8),
    fc.constantFrom(0, 0, 0.2, 0.6, 2),
    fc.uniqueArray(fc.nat(60), { maxLength: 4 }),
    fc.constantFrom<keyof typeof summarizers>('short', 'full', 'real'),
  );

describe('random pipelines', () => {
  test('hold everything that a strategy holds, stage by stage and as a whole, and twice the same', () => {
    fc.assert(
      fc.property(cases(usable, 5), ([transcript, stages, share, window, marked, length]) => {
        const p = preparedFrom(transcript, marked);
        const options = optionsOf(pipeline, circumstanceOf(p, share, window, { stages }), summarizers[length]);
        const result = checkRun(p, pipeline, options);
        // Once more over what is remembered, and from the beginning.
        for (const again of [runNow(p, pipeline, options), runNow(preparedFrom(transcript, marked), pipeline, options)]) {
          expect(again.plan.fates).toEqual(result.plan.fates);
          expect(again.context()).toEqual(result.context());
          expect(again.trace).toEqual(result.trace);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('a moved target finds what earlier targets left, and changes nothing of the result', () => {
    fc.assert(
      fc.property(cases(usable, 4), fc.constantFrom(0.15, 0.4, 0.9), ([transcript, stages, share, , marked, length], other) => {
        const p = preparedFrom(transcript, marked);
        const at = (from: Prepared, to: number) =>
          checkRun(from, pipeline, optionsOf(pipeline, circumstanceOf(from, to, 0, { stages }), summarizers[length]));
        at(p, other);
        const [moved, fresh] = [at(p, share), at(preparedFrom(transcript, marked), share)];
        expect(moved.context()).toEqual(fresh.context());
        expect(moved.plan.fates).toEqual(fresh.plan.fates);
        expect([moved.outcome, moved.why, moved.note, moved.trace]).toEqual([fresh.outcome, fresh.why, fresh.note, fresh.trace]);
        expect(moved.stages?.map(({ ran }) => ran?.result.why)).toEqual(fresh.stages?.map(({ ran }) => ran?.result.why));
        for (let i = 0; i < p.n; i++) expect(moved.plan.reason(i)).toEqual(fresh.plan.reason(i));
      }),
      { numRuns: runs(150) },
    );
  });

  test('of one stage equal the strategy alone', () => {
    const planned = usable.filter(({ stages }) => !stages);
    fc.assert(
      fc.property(cases(planned, 1), ([transcript, [only], share, window, marked, length]) => {
        const p = preparedFrom(transcript, marked);
        const strategy = byId.get(only!.strategy)!;
        const circumstance = circumstanceOf(p, share, window, {});
        const knob = knobOf(strategy.params)?.[0];
        const alone = runNow(p, strategy, {
          ...optionsOf(strategy, { ...circumstance, params: only!.params }, summarizers[length]),
          knobSet: knob !== undefined && only!.params[knob] !== undefined,
        });
        const row = runNow(p, pipeline, optionsOf(pipeline, { ...circumstance, params: { stages: [only!] } }, summarizers[length]));
        // By their own rules a strategy and a pipeline have different targets.
        if (window === 0 || alone.target === row.target) {
          expect(row.outcome).toBe(alone.outcome);
          expect(row.plan.fates).toEqual(alone.plan.fates);
          expect(row.context()).toEqual(alone.context());
          expect([row.tokensAfter, row.metTarget]).toEqual([alone.tokensAfter, alone.metTarget]);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test('with summaries that fail leave the original, or what needs none', () => {
    fc.assert(
      fc.property(cases(usable, 4), fc.constantFrom('empty', 'error', 'throws' as const), ([transcript, stages, share, window, marked], failure) => {
        const p = preparedFrom(transcript, marked);
        const options = optionsOf(pipeline, circumstanceOf(p, share, window, { stages }), failingSummarizer(failure as 'empty'));
        expect(checkRun(p, pipeline, options).summaries.filter(({ outcome }) => outcome.summarizer !== 'strategy')).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });
});
