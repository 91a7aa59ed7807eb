import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { falls, knobCurve } from '../../testing/knobs.ts';
import { answer, assistant, call, letters, planned, preparedOf, system, user } from '../../testing/plans.ts';
import { retrieval as strategy } from './retrieval.ts';

const own = { own: true, window: 1000 } as const;
const talk = preparedOf([
  system(50),
  user(50, 'Build the invoice service.'),
  assistant(50, 'The invoice service has a tax table.'),
  user(50, 'What is for lunch?'),
  assistant(50, 'Soup.'),
  user(50, 'Choose colors for the page.'),
  assistant(50, 'Blue and grey.'),
  assistant(50, 'The tax table of the invoice rounds wrongly.'),
  user(50, 'Which tax table did the invoice service get?'),
]);

describe('retrieval', () => {
  test('the k most relevant stay in the order of the conversation, the rest is dropped', () => {
    const plan = planned(strategy, talk, own, { k: 2, contextUnits: 0 });
    expect(letters(plan)).toBe('KKKDDDDKK');
    expect(plan.reason(2)).toMatchObject({ key: 'keep-relevant', values: { rank: 1, of: 6, k: 2 } });
    expect(String(plan.reason(7).values?.terms).split(', ').toSorted()).toEqual(['invoice', 'table', 'tax']);
    expect(plan.reason(1).key).toBe('keep-original-task');
    expect(plan.reason(4)).toMatchObject({ key: 'no-common-word', values: { score: 0 } });
    expect(plan.trace).toEqual([{ key: 'trace-retrieval-bm25', values: { units: 1, terms: expect.stringContaining('table') } }]);
  });

  test('the current context comes first, the last of it before the others', () => {
    const plan = planned(strategy, talk, own, { k: 2, contextUnits: 3 });
    expect(letters(plan)).toBe('KKDDDDKKK');
    expect([7, 6].map((i) => plan.reason(i).values?.rank)).toEqual([1, 2]);
    expect(plan.reason(6).key).toBe('keep-context');
  });

  test('a unit of the current context counts 0.8 for each step back, beside 1 for the last user message', () => {
    const input = preparedOf([
      user(50, 'Say hello.'),
      assistant(50, 'apple orchard'),
      assistant(50, 'cherry garden'),
      user(50, 'apple'),
      assistant(50, 'cherry'),
    ]);
    const plan = planned(strategy, input, own, { k: 1, contextUnits: 1 });
    const score = (i: number): number => plan.reason(i).values?.score as number;
    expect(score(2) / score(1)).toBeCloseTo(0.8, 9);
  });

  test('a reason names five words at most', () => {
    const six = 'apple cherry banana walnut papaya quince';
    const input = preparedOf([user(50, 'Say hello.'), assistant(50, six), assistant(50, 'Soup.'), user(50, six)]);
    const terms = planned(strategy, input, own, { k: 1, contextUnits: 0 }).reason(1).values?.terms as string;
    expect(terms.split(', ')).toHaveLength(5);
  });

  test('BM25 and the cosine are two rankings', () => {
    const score = (ranking: string) => planned(strategy, talk, own, { k: 1, ranking, contextUnits: 0 }).reason(2).values?.score as number;
    expect(score('bm25')).toBeGreaterThan(1);
    expect(score('cosine')).toBeLessThanOrEqual(1.001);
    expect(score('cosine')).toBeGreaterThan(0.3);
  });

  test('without key information the original task is ranked like all others; tool blocks are one', () => {
    const input = preparedOf([
      user(50, 'Say hello.'),
      call(50, 'a'),
      answer(50, 'a'),
      user(50, 'Lunch?'),
      call(20, 'b'),
      answer(20, 'b'),
      user(50, 'run it'),
    ]);
    expect(letters(planned(strategy, input, own, { k: 1, contextUnits: 0, keyInformation: false }))).toBe('DKKDKKK');
    expect(planned(strategy, input, own).unchanged).toEqual({ key: 'unchanged-retrieval', values: { of: 2, k: 20 } });
  });

  test('a stricter knob never keeps more', () => {
    fc.assert(
      fc.property(transcripts(), fc.constantFrom('bm25', 'cosine'), fc.nat(6), fc.boolean(), (transcript, ranking, contextUnits, keyInformation) => {
        const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        expect(
          falls(
            knobCurve(
              strategy,
              input,
              Array.from({ length: 30 }, (_, k) => k),
              { ranking, contextUnits, keyInformation },
            ),
          ),
        ).toEqual([]);
      }),
    );
  });
});
