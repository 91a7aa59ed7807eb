import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SIGNALS, prepare } from '../../signals/signal-prepare.ts';
import { transcripts } from '../../testing/arbitraries.ts';
import { charCounts } from '../../testing/counts.ts';
import { falls, knobCurve } from '../../testing/knobs.ts';
import { answer, assistant, call, letters, planned, preparedOf, type MessageSpec, user } from '../../testing/plans.ts';
import { topicSegmentation as strategy } from './topic-segmentation.ts';

const cooking = ['boil pasta water', 'salt pasta sauce', 'tomato sauce boil', 'pasta tomato basil', 'sauce basil salt', 'water boil pasta'];
const sailing = ['hoist sail wind', 'wind harbour anchor', 'anchor sail rope', 'rope harbour wind', 'sail wind anchor', 'harbour rope hoist'];
const topic = (first: string, texts: readonly string[]): MessageSpec[] => [user(100, first), ...texts.map((text) => assistant(100, text))];
const talk = preparedOf([...topic('how boil pasta', cooking), ...topic('how hoist sail', sailing), ...topic('again pasta sauce', cooking)]);
const own = { own: true, window: 1000 } as const;

describe('topic segmentation', () => {
  test('each finished topic becomes a summary, the current one and the original task stay', () => {
    const plan = planned(strategy, talk, own);
    expect(letters(plan)).toBe(`K${'S'.repeat(6)}${'S'.repeat(7)}${'K'.repeat(7)}`);
    expect(plan.summaries.map((s) => [s.members[0], s.members.at(-1), s.maxTokens])).toEqual([
      [1, 6, 120],
      [7, 13, 140],
    ]);
    expect(plan.insertions.map((i) => i.before)).toEqual([1, 7]);
  });

  test('a summary may have 60 tokens at least', () => {
    // 20 % of six times 49 and 51 tokens are 58 and 61.
    const sizes = (tokens: number) => {
      const short = [...topic('how boil pasta', cooking), ...topic('how hoist sail', sailing), ...topic('again pasta sauce', cooking)];
      const plan = planned(strategy, preparedOf(short.map((one) => ({ ...one, tokens }))), own);
      return plan.summaries[0]!.maxTokens;
    };
    expect([sizes(49), sizes(51)]).toEqual([60, 61]);
  });

  test('a reason names the topic, its messages and its words', () => {
    const plan = planned(strategy, talk, own);
    const { key, values } = plan.reason(9);
    expect(key).toBe('sum-topic');
    expect(values).toMatchObject({ topic: 2, topics: 3, from: 8, to: 14, tokens: 700, limit: 140 });
    const words = String(values?.words).split(', ');
    expect(words).toHaveLength(5);
    expect(words.filter((word) => !sailing.join(' ').includes(word))).toEqual([]);
    expect(plan.reason(20).key).toBe('keep-current-topic');
    expect(plan.reason(0).key).toBe('keep-original-task');
    expect(plan.trace?.map((r) => r.values?.topic)).toEqual([1, 2, 3]);
  });

  test('the last twelve topics are listed', () => {
    const many = preparedOf(
      Array.from({ length: 14 }, (_, k) => (k % 2 ? topic('how hoist sail', sailing) : topic('how boil pasta', cooking))).flat(),
    );
    expect(planned(strategy, many, own).trace?.map((r) => r.values?.topic)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  test('more topics stay whole as the knob says; with all of them nothing changes', () => {
    const plan = planned(strategy, talk, own, { keepTopics: 2 });
    expect(letters(plan)).toBe(`K${'S'.repeat(6)}${'K'.repeat(14)}`);
    expect(plan.reason(8)).toMatchObject({ key: 'keep-recent-topic', values: { topic: 2, keep: 2 } });
    expect(planned(strategy, talk, own, { keepTopics: 3 }).unchanged).toEqual({ key: 'unchanged-nothing-older', values: { keep: 3 } });
    expect(planned(strategy, talk, own, { depth: 2 }).unchanged).toMatchObject({ key: 'unchanged-nothing-older' });
  });

  test('a tool block whose result comes in the next topic stays whole', () => {
    const said = [...topic('how boil pasta', cooking), ...topic('how hoist sail', sailing), ...topic('again pasta sauce', cooking)];
    const late = preparedOf([...said.slice(0, 6), call(500, 'late'), ...said.slice(6, 15), answer(100, 'late'), ...said.slice(15)]);
    const plan = planned(strategy, late, own);
    expect(plan.fates[6]).toBe(plan.fates[16]);
    expect(letters(plan)).toContain('S');
  });

  test('a stricter knob never keeps more', () => {
    fc.assert(
      fc.property(transcripts(), fc.constantFrom(0, 0.3, 0.8), fc.boolean(), (transcript, depth, keyInformation) => {
        const input = prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
        expect(falls(knobCurve(strategy, input, [1, 2, 3, 4, 5, 6, 8, 12], { depth, keyInformation }))).toEqual([]);
      }),
    );
  });
});
