import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine, termIndex } from '../../signals/similarity/term-index.ts';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { falls, knobCurve } from '../../testing/knobs.ts';
import { assistant, letters, planned, preparedOf, system, user } from '../../testing/plans.ts';
import { semanticClustering as strategy } from './semantic-clustering.ts';

const own = { own: true, window: 1000 } as const;
const talk = preparedOf([
  system(50),
  user(50, 'Repair the parser.'),
  assistant(50, 'In the nightly suite tests of parser and lexer fail with four errors.'),
  assistant(50, 'The database has a new column.'),
  assistant(50, 'In the nightly suite tests of parser and lexer fail with three errors.'),
  assistant(50, 'Colors are blue and grey.'),
  assistant(50, 'In the nightly suite tests of parser and lexer fail with three errors.'),
  user(50, 'And now?'),
]);

describe('semantic clustering', () => {
  test('a cluster keeps its newest unit, the others are dropped', () => {
    expect(letters(planned(strategy, talk, own))).toBe('KKDKDKKK');
    expect(letters(planned(strategy, talk, own, { similarity: 1 }))).toBe('KKKKDKKK');
  });

  test('reasons: the cluster, its size, its representative and how similar it is', () => {
    const plan = planned(strategy, talk, own);
    const index = termIndex(talk.transcript);
    expect(plan.reason(2)).toEqual({
      key: 'drop-represented',
      values: { cluster: 1, clusters: 1, size: 3, message: 7, similarity: cosine(index, 2, 6), threshold: 0.6 },
    });
    expect(plan.reason(4).values?.similarity).toBe(1);
    expect(plan.reason(6)).toEqual({ key: 'keep-representative', values: { cluster: 1, clusters: 1, size: 3, count: 2, threshold: 0.6 } });
    expect(plan.reason(5)).toEqual({ key: 'keep-alone', values: { threshold: 0.6 } });
    expect(plan.reason(1).key).toBe('keep-original-task');
    expect(plan.reason(0).key).toBe('keep-header');
  });

  test('a pinned unit stays although another represents it; nothing alike: unchanged', () => {
    const pinned = prepare(talk.transcript, talk.counts, { ...DEFAULT_SIGNALS, marks: { m4: 'pin' } });
    expect(letters(planned(strategy, pinned, own))).toBe('KKDKKKKK');
    const unlike = preparedOf([user(9, 'Alpha beta.'), assistant(9, 'Gamma delta.'), assistant(9, 'Epsilon zeta.'), user(9, 'Eta theta.')]);
    expect(planned(strategy, unlike, own).unchanged).toEqual({ key: 'unchanged-clusters', values: { similarity: 0.6 } });
  });

  test('a stricter knob never keeps more', () => {
    fc.assert(
      fc.property(transcripts(), fc.boolean(), (transcript, keyInformation) => {
        const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        expect(falls(knobCurve(strategy, input, [0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9, 1], { keyInformation }))).toEqual([]);
      }),
    );
  });
});
