/** The contract of a strategy, over every one in the registry: examples, random transcripts, real transcripts. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { engine } from '../../i18n/en/engine.ts';
import { names } from '../../i18n/names.ts';
import { resolveTarget } from '../tokens/contract.ts';
import { strategies } from '../pipelines/index.ts';
import type { SignalSettings } from '../signals/contract.ts';
import { withEmbeddings } from '../signals/embeddings.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { astralTranscripts, loneSurrogateIn, stringsOf } from '../testing/astral.ts';
import { type Circumstance, checkRun, optionsOf, runNow } from '../testing/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { lettered } from '../testing/embeddings.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { falls, knobCurve } from '../testing/knobs.ts';
import { answer, assistant, call, system, transcriptOf, user } from '../testing/plans.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { countingSummarizer, failingSummarizer, fillingSummarizer } from '../testing/summarizer.ts';
import type { Transcript } from '../transcript/types.ts';
import type { Strategy } from './contract.ts';
import { deep, runs, some, someStrategies } from '../testing/scale.ts';
import { knobOf, resolveParams } from './params.ts';

const TARGETS = [0.1, 0.2, 0.3, 0.5, 0.8];
/** How long a random transcript may be. */
const STRETCHES = deep ? 40 : 20;
const summarizer = countingSummarizer();
const builtIn = createBuiltIn();
const summarizers = { short: summarizer, full: fillingSummarizer, real: builtIn };

const preparedFrom = (transcript: Transcript, settings: Partial<SignalSettings> = {}) =>
  prepare(deepFreeze(transcript), charCounts(transcript), { ...DEFAULT_SIGNALS, ...settings });

const equal = (share: number, total: number): Circumstance => ({ window: 128_000, target: resolveTarget(share, total, 128_000), own: false });
const own = (window: number): Circumstance => ({ window: Math.max(2, Math.floor(window)), target: null, own: true });

/** What an edit shows. */
const diff = `diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,40 +1,40 @@\n${'-old line of it\n+new line of it\n'.repeat(40)}`;

/** An agent's session: a header, ten exchanges with blocks of different sizes, a row of blocks, a question at the end. */
const session = transcriptOf([
  system(0, 'You are careful. '.repeat(20)),
  ...Array.from({ length: 10 }, (_, k) => [
    user(0, `Please look at part ${k}. ${'And mind the details. '.repeat(k * 3)}`),
    call(0, `a${k}`, `b${k}`),
    { ...answer(0, `b${k}`), text: 'line of output\n'.repeat(120 * (1 + (k % 3))) },
    { ...answer(0, `a${k}`), text: k % 2 === 0 ? 'ok' : diff },
    assistant(0, `Part ${k} is done. ${'It went like this. '.repeat(10)}`),
    user(0, 'ok'),
  ]).flat(),
  ...Array.from({ length: 5 }, (_, k) => [call(0, `c${k}`), { ...answer(0, `c${k}`), text: 'line of output\n'.repeat(60) }]).flat(),
  user(0, 'And what about the rest?'),
]);

/**
 * What was recorded is repeated as it is, whatever it breaks: recorded/recorded.test.ts. Products of which few ask for a row: where
 * everything is tested.
 */
const decided = strategies.filter(({ recorded, preset, onDemand }) => !recorded && (deep || !preset || !onDemand));

describe.each(someStrategies(decided).map((s) => [s.id, s] as const))('%s', (id, strategy: Strategy) => {
  test('has its words', () => {
    const words: Readonly<Record<string, string>> = { ...names, ...engine };
    for (const part of ['title', 'rule']) expect(words[`strategy.${id}.${part}`], `strategy.${id}.${part}`).toBeTruthy();
    for (const [name, param] of Object.entries(strategy.params)) {
      // A product's parameter goes by its own name.
      if (strategy.preset && !['repaired', 'summaryMaxTokens'].includes(name)) {
        const knob = param.kind === 'number' && param.knob ? words[`param.knob.${param.knob}`] : undefined;
        expect(words[`strategy.${id}.param.${name}`] ?? words[`param.${name}.help`] ?? knob ?? words[`param.${name}`], name).toBeTruthy();
        continue;
      }
      expect(words[`param.${name}`], `param.${name}`).toBeTruthy();
      expect(words[`unit.${param.unit}`], `unit.${param.unit}`).toBeDefined();
      const options = param.kind === 'choice' ? param.options : [];
      expect(options.filter((option) => !words[`param.${name}.${option}`])).toEqual([]);
    }
  });

  test('refuses parameters outside their ranges, and names them', () => {
    expect(resolveParams(strategy.params, { noSuch: 1 })).toMatchObject({ ok: false, error: expect.stringContaining('noSuch') });
    for (const [name, param] of Object.entries(strategy.params)) {
      const bad: unknown[] =
        param.kind === 'number'
          ? [param.min - param.step, param.max + param.step, Number.NaN, '1', null]
          : param.kind === 'boolean'
            ? ['true', 1]
            : ['no such option'.repeat(1000), 1];
      for (const value of bad) {
        expect(resolveParams(strategy.params, { [name]: value }), `${name} = ${String(value)}`).toMatchObject({
          ok: false,
          error: expect.stringContaining(name),
        });
      }
      expect(resolveParams(strategy.params, { [name]: param.default }).ok).toBe(true);
    }
  });

  test('holds on an agent session at every target and with its own rule', () => {
    const p = preparedFrom(session);
    for (const share of some(TARGETS, 2)) {
      checkRun(p, strategy, optionsOf(strategy, equal(share, p.counts.total), summarizer));
      checkRun(p, strategy, optionsOf(strategy, equal(share, p.counts.total), fillingSummarizer));
    }
    for (const window of some([0.3, 0.7, 1.1, 10], 2)) checkRun(p, strategy, optionsOf(strategy, own(p.counts.total * window), summarizer));
    const half = runNow(p, strategy, optionsOf(strategy, equal(0.5, p.counts.total), summarizer));
    // A product may find too little here.
    expect(strategy.preset ? 'compacted' : half.outcome).toBe('compacted');
  });

  test('a target of 100 % changes nothing', () => {
    const p = preparedFrom(session);
    const result = checkRun(p, strategy, optionsOf(strategy, equal(1, p.counts.total), summarizer));
    expect(result.outcome).toBe('unchanged');
    expect(result.context()).toBe(p.messages);
  });

  test('holds on random transcripts, and twice the same', () => {
    fc.assert(
      fc.property(
        transcripts(STRETCHES),
        fc.constantFrom(...TARGETS),
        fc.constantFrom(0, 0.2, 0.6, 2),
        fc.uniqueArray(fc.nat(60), { maxLength: 4 }),
        fc.constantFrom<keyof typeof summarizers>('short', 'full', 'real'),
        (transcript, share, window, marked, length) => {
          const marks = Object.fromEntries(marked.map((i) => [`m${i}`, (['pin', 'CRITICAL', 'LOW', 'HIGH'] as const)[i % 4]!]));
          const p = preparedFrom(transcript, { marks });
          const circumstance = window === 0 ? equal(share, p.counts.total) : own(p.counts.total * window);
          const options = optionsOf(strategy, circumstance, summarizers[length]);
          const result = checkRun(p, strategy, options);
          const again = runNow(preparedFrom(transcript, { marks }), strategy, options);
          expect(again.plan.fates).toEqual(result.plan.fates);
          expect(again.context()).toEqual(result.context());
        },
      ),
      { numRuns: deep ? 300 : 9 },
    );
  });

  test('makes no half of a character', () => {
    fc.assert(
      fc.property(
        astralTranscripts,
        fc.constantFrom(0.05, 0.1, 0.2, 0.4, 0.7),
        fc.constantFrom<keyof typeof summarizers>('real', 'real', 'short'),
        (transcript, share, length) => {
          const p = preparedFrom(transcript);
          const result = runNow(p, strategy, optionsOf(strategy, equal(share, p.counts.total), summarizers[length]));
          for (const message of result.context()) for (const value of stringsOf(message)) expect(loneSurrogateIn(value)).toBeUndefined();
          for (const { outcome } of result.summaries) for (const { text } of outcome.spans) expect(loneSurrogateIn(text)).toBeUndefined();
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('a failed summary leaves the original, or a plan that needs none', () => {
    fc.assert(
      fc.property(
        transcripts(STRETCHES),
        fc.constantFrom(0.2, 0.5),
        fc.boolean(),
        fc.constantFrom('empty', 'error', 'timeout', 'too-long', 'throws' as const),
        (transcript, share, ownRule, failure) => {
          const p = preparedFrom(transcript);
          const circumstance = ownRule ? own(p.counts.total * share) : equal(share, p.counts.total);
          const result = checkRun(p, strategy, optionsOf(strategy, circumstance, failingSummarizer(failure as 'empty')));
          // What a strategy writes itself asks no summariser.
          expect(result.summaries.filter(({ request }) => request.ready === undefined)).toEqual([]);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe.each(someStrategies(strategies.filter(({ embeds }) => embeds)).map((s) => [s.id, s] as const))('%s', (_id, strategy: Strategy) => {
  test('holds with embeddings, and twice the same; a stricter knob never keeps more', () => {
    fc.assert(
      fc.property(transcripts(), fc.constantFrom(...TARGETS), fc.constantFrom(0, 0.2, 0.6, 2), (transcript, share, window) => {
        const prepare = () => {
          const p = preparedFrom(transcript);
          return withEmbeddings(p, lettered(p));
        };
        const p = prepare();
        const options = optionsOf(strategy, window === 0 ? equal(share, p.counts.total) : own(p.counts.total * window), summarizer);
        const result = checkRun(p, strategy, options);
        expect(runNow(prepare(), strategy, options).plan.fates).toEqual(result.plan.fates);
        if (strategy.stages) return;
        const [name, { min, max }] = knobOf(strategy.params)!;
        const values = Array.from({ length: 12 }, (_, k) => Number((min + ((Math.min(max, 24) - min) * k) / 11).toFixed(2)));
        const knobs = name === 'k' ? values.map(Math.round) : values;
        expect(falls(knobCurve(strategy, p, knobs, {}))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });
});
