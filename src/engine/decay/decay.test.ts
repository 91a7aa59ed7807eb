import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompareOptions, compareRow } from '../compare.ts';
import { lossValues } from '../measures/run/losses.ts';
import { parseTranscript } from '../formats/index.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import { createBuiltIn } from '../summarizers/built-in.ts';
import { transcripts } from '../testing/arbitraries.ts';
import { charCounts } from '../testing/counts.ts';
import { deepFreeze } from '../testing/freeze.ts';
import { sharedFiles } from '../testing/shared.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Transcript } from '../transcript/types.ts';
import { type Decay, decayNow, decaySteps } from './decay-rounds.ts';
import { runs } from '../testing/scale.ts';

const preparedFrom = (transcript: Transcript): PreparedTranscript => prepare(deepFreeze(transcript), charCounts(transcript), DEFAULT_SIGNALS);
const options: CompareOptions = {
  window: 128_000,
  target: 0.5,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'openai-chat',
  summarizer: createBuiltIn(),
};
const rowOf = (strategy: string, params: Readonly<Record<string, unknown>> = {}) => ({ key: strategy, strategy, params });
const now = (p: PreparedTranscript, strategy: string, more: Partial<CompareOptions> = {}): Decay => {
  const decay = decayNow(p, rowOf(strategy), { ...options, ...more });
  if (decay instanceof Promise) throw new Error('expected an answer at once');
  return decay;
};
const session = preparedFrom(fc.sample(transcripts(40), { numRuns: 5, seed: 11 }).toSorted((a, b) => b.messages.length - a.messages.length)[0]!);

describe('decay', () => {
  test('the first round is the comparison itself', () => {
    fc.assert(
      fc.property(
        transcripts(25),
        fc.constantFrom('middle-removal', 'summary', 'offload', 'message-truncation', 'combo-advanced'),
        (transcript, id) => {
          const p = preparedFrom(transcript);
          const { rounds, failed } = now(p, id);
          expect(failed).toBeNull();
          const row = compareRow(p, rowOf(id), options);
          if (row instanceof Promise || !row.result) throw new Error('expected an answer at once');
          expect(rounds[0]).toMatchObject({ round: 0, tokens: p.counts.total });
          if (rounds.length < 2 || row.result.outcome !== 'compacted') return;
          expect(rounds[1]!.tokens).toBe(row.result.tokensAfter);
          expect(rounds[1]!.values).toEqual(lossValues(p, row.result));
        },
      ),
      { numRuns: runs(20) },
    );
  });

  // Its cuts are marked with numbers that the session says elsewhere.
  const cutSession = sharedFiles().find(({ file }) => file === 'pi/badlogic__before-compaction.jsonl');
  test.skipIf(!cutSession)('the first round is the comparison where the mark of a cut has a number of the transcript', () => {
    const parsed = parseTranscript(cutSession!.bytes());
    if (!parsed.ok) throw new Error(parsed.error.message);
    const p = preparedFrom(parsed.value.conversations[0]!);
    const row = compareRow(p, rowOf('message-truncation'), options);
    if (row instanceof Promise || !row.result) throw new Error('expected an answer at once');
    const [, first] = now(p, 'message-truncation').rounds;
    expect(first!.values).toEqual(lossValues(p, row.result));
    expect(first!.values.facts!.all.lost).toBeGreaterThan(0);
  });

  test('tokens fall, removal never brings a fact back, a round that does nothing ends it', () => {
    fc.assert(
      fc.property(transcripts(25), fc.constantFrom('oldest-removal', 'random-removal', 'head-tail'), (transcript, id) => {
        const { rounds } = now(preparedFrom(transcript), id);
        for (let k = 1; k < rounds.length; k++) {
          const [before, after] = [rounds[k - 1]!, rounds[k]!];
          expect(after.round).toBe(k);
          if (after.outcome !== 'compacted') {
            expect(after.tokens).toBe(before.tokens);
            expect(rounds).toHaveLength(k + 1);
            continue;
          }
          expect(after.tokens).toBeLessThan(before.tokens);
          expect(after.values.facts?.all.retained ?? 0).toBeLessThanOrEqual(before.values.facts?.all.retained ?? 0);
        }
        expect(rounds.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: runs(25) },
    );
  });

  test('in slices, each with how far it is; a summariser that takes its time is waited for', async () => {
    const slices = [...decaySteps(session, rowOf('middle-removal'), options)];
    expect(slices.length).toBeGreaterThan(1);
    expect(slices.every((step) => step.kind === 'progress' && step.done <= step.of)).toBe(true);
    const later = await decayNow(session, rowOf('summary'), { ...options, summarizer: countingSummarizer(true) });
    expect(later).toEqual(now(session, 'summary', { summarizer: countingSummarizer() }));
  });

  test('an unknown strategy and a bad parameter fail the row', () => {
    expect(now(session, 'no-such')).toMatchObject({ failed: { key: 'error-unknown-strategy' }, rounds: [] });
    expect(decayNow(session, rowOf('summary', { noSuch: 1 }), options)).toMatchObject({
      failed: { key: 'error-parameter', values: { param: 'noSuch' } },
    });
  });
});
