/** Strategies in a row over the originals: random pipelines of everything in the registry, and worked examples. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveTarget } from '../tokens/contract.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { type Strategy, SUMMARIZE } from '../strategies/contract.ts';
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

const preparedFrom = (transcript: Transcript, marked: readonly number[] = []): PreparedTranscript =>
  prepare(deepFreeze(transcript), charCounts(transcript), {
    ...DEFAULT_SIGNALS,
    marks: Object.fromEntries(marked.map((i) => [`m${i}`, (['pin', 'CRITICAL', 'LOW', 'HIGH'] as const)[i % 4]!])),
  });

const circumstanceOf = (p: PreparedTranscript, share: number, window: number, params: Circumstance['params']): Circumstance => {
  if (window > 0) return { window: Math.max(2, Math.floor(p.counts.total * window)), target: null, own: true, params };
  return { window: 128_000, target: resolveTarget(share, p.counts.total, 128_000), own: false, params };
};

const usable = strategies.filter(({ kind, preset, onDemand }) => kind !== 'control' && !preset && !onDemand);

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
        const at = (from: PreparedTranscript, to: number) =>
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

describe('what a full summary took in stays protected in the next stage', () => {
  /** Calls, each with its result. */
  const block = (id: number, ...calls: readonly number[]): Transcript['messages'] => [
    {
      id: `m${id}`,
      role: 'assistant',
      parts: [
        { type: 'text', text: '.' },
        ...calls.map((call) => ({ type: 'tool-call' as const, id: `c${call}`, name: 'Bash', args: '{"command":"."}' })),
      ],
    },
    ...calls.map((call, k) => ({
      id: `m${id + 1 + k}`,
      role: 'tool' as const,
      parts: [{ type: 'tool-result' as const, callId: `c${call}`, content: [{ type: 'text' as const, text: '....' }] }],
    })),
  ];
  const says = (id: number, role: 'user' | 'assistant', more: Partial<Transcript['messages'][number]> = {}): Transcript['messages'][number] => ({
    id: `m${id}`,
    role,
    parts: [{ type: 'text', text: '.' }],
    ...more,
  });

  test('the last tool block, where the last user message was pinned and stands', () => {
    // Found by the property above with seed −307761447.
    const messages = [
      ...block(0, 0, 1),
      ...block(3, 2, 3),
      ...block(6, 4, 5),
      says(9, 'assistant'),
      ...block(10, 6),
      ...block(12, 7),
      ...block(14, 8, 9),
      says(17, 'assistant'),
      says(18, 'user', { synthetic: true, compaction: { kind: 'summary' } }),
      says(19, 'assistant'),
      says(20, 'user'),
      says(21, 'user', { parts: [] }),
      says(22, 'user', { synthetic: true }),
      says(23, 'assistant'),
      says(24, 'assistant'),
      ...block(25, 10),
    ];
    const p = preparedFrom({ id: 'seed', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] }, [20]);
    const stages = [
      { strategy: 'combo-advanced', params: {} },
      { strategy: 'time-decay', params: { halfLife: 0.005 } },
    ];
    const result = checkRun(p, pipeline, optionsOf(pipeline, circumstanceOf(p, 0.1, 0, { stages }), summarizers.short));
    expect(result.outcome).toBe('compacted');
    expect(result.stages?.map(({ ran }) => ran?.result.outcome)).toContain('compacted');
    expect(result.plan.fates[26]).toBe(SUMMARIZE);
    expect(result.context().some(({ compaction }) => compaction)).toBe(true);
  });
});
