import { describe, expect, test } from 'vitest';
import { type TalkMessage, talk } from '../testing/talks.ts';
import { contextBefore } from '../signals/recorded-context.ts';
import { placesOf, preparedPart } from './recall-cuts.ts';

const answers = (count: number): TalkMessage[] => [
  { system: 'Be careful.' },
  ...Array.from({ length: count }, (_, i): readonly TalkMessage[] => [{ user: `Question ${i}` }, { says: `Answer ${i}` }]).flat(),
];

describe('where a recording is cut', () => {
  test('twelve places, evenly over 20–85 % of the requests, each before an answer', () => {
    const base = talk(answers(100));
    const places = placesOf(base);
    // Request r (from 0) is message 2 + 2 r.
    expect(places.map(({ at }) => (at - 2) / 2)).toEqual([20, 26, 32, 38, 44, 50, 55, 61, 67, 73, 79, 85]);
    expect(places.every(({ end }) => end === base.n)).toBe(true);
  });

  test('few requests: no place twice, and none before the first', () => {
    expect(placesOf(talk(answers(3))).map(({ at }) => at)).toEqual([4, 6]);
    expect(placesOf(talk(answers(1)))).toEqual([]);
    expect(placesOf(talk([{ user: 'Hello' }]))).toEqual([]);
  });

  test('a single cut stands in the middle, at 52.5 % of the requests; none is asked for, none is made', () => {
    expect(placesOf(talk(answers(100)), 1).map(({ at }) => (at - 2) / 2)).toEqual([52]);
    expect(placesOf(talk(answers(100)), 2).map(({ at }) => (at - 2) / 2)).toEqual([20, 85]);
    expect(placesOf(talk(answers(100)), 0)).toEqual([]);
  });

  test('a request is an answer behind the header and the first message', () => {
    // A greeting directly behind the header is no request: 0.2 and 0.85 of two requests are both nearest to the second.
    const greeted = talk([{ system: 'Be careful.' }, { says: 'Hello.' }, { user: 'A' }, { says: 'B' }, { user: 'C' }, { says: 'D' }]);
    expect(placesOf(greeted, 2).map(({ at }) => at)).toEqual([5]);
  });

  test('where two requests are equally near, the earlier one', () => {
    // 52.5 % of 20 requests are 10.5.
    expect(placesOf(talk(answers(20)), 1).map(({ at }) => (at - 2) / 2)).toEqual([10]);
  });

  test('never within a tool block', () => {
    const lines: TalkMessage[] = [{ user: 'Go.' }];
    for (let i = 0; i < 10; i++) {
      // The answer to the first call comes after a second one was made.
      lines.push({ call: `a${i}`, args: '{}' }, { call: `b${i}`, args: '{}' }, { result: `a${i}`, shows: 'x' }, { result: `b${i}`, shows: 'y' });
    }
    const base = talk(lines);
    const places = placesOf(base);
    expect(places.length).toBeGreaterThan(5);
    for (const { at } of places) {
      expect((at - 1) % 4).toBe(0);
      expect(base.units.every(({ members }) => members.at(-1)! < at || members[0]! >= at)).toBe(true);
    }
  });

  test('the future ends at the next compaction, and the context begins with the last one', () => {
    const lines = answers(20);
    lines.splice(21, 0, { user: 'Summary of it.' });
    const base = talk(lines, { compactions: [{ at: 21, summaryId: 'm21', keptFrom: 'm19' }] });
    const places = placesOf(base);
    expect(places.map(({ at, end }) => end === (at < 21 ? 21 : base.n))).toEqual(places.map(() => true));
    expect([...contextBefore(base, 25)]).toEqual([0, 21, 19, 20, 22, 23, 24]);
    expect([...contextBefore(base, 20)]).toEqual([...Array(20).keys()]);
  });

  test('the future ends at the next of several compactions, not at one that stands at the cut', () => {
    const base = talk(answers(20), { compactions: [{ at: 4 }, { at: 22 }, { at: 32 }] });
    expect(placesOf(base, 3).map(({ at, end }) => [at, end])).toEqual([
      [10, 22],
      [22, 32],
      [36, base.n],
    ]);
  });

  test('a compaction without a readable summary: the header and what came since', () => {
    const base = talk(answers(10), { compactions: [{ at: 11 }] });
    expect([...contextBefore(base, 14)]).toEqual([0, 11, 12, 13]);
    expect([...contextBefore(base, 11)]).toEqual([0]);
    expect([...contextBefore(base, 10)]).toEqual([...Array(10).keys()]);
  });

  test('the last of several compactions makes the context', () => {
    const base = talk(answers(10), {
      compactions: [
        { at: 5, keptFrom: 'm3' },
        { at: 11, keptFrom: 'm9' },
      ],
    });
    expect([...contextBefore(base, 13)]).toEqual([0, 9, 10, 11, 12]);
    expect([...contextBefore(base, 8)]).toEqual([0, 3, 4, 5, 6, 7]);
  });

  test('messages kept from the header on, or from behind the compaction on, are not there twice and not left out', () => {
    const from = (keptFrom: string) => [...contextBefore(talk(answers(10), { compactions: [{ at: 6, keptFrom }] }), 9)];
    expect(from('m0')).toEqual([...Array(9).keys()]);
    expect(from('m8')).toEqual([0, 6, 7, 8]);
    expect(from('unknown')).toEqual([0, 6, 7, 8]);
  });

  test('messages that stayed one by one are there, and those between them are not', () => {
    const kept = ['m1', 'm4', 'unknown', 'm7'];
    expect([...contextBefore(talk(answers(10), { compactions: [{ at: 6, kept }] }), 9)]).toEqual([0, 1, 4, 6, 7, 8]);
    expect([...contextBefore(talk(answers(10), { compactions: [{ at: 6, summaryId: 'm6', kept }] }), 8)]).toEqual([0, 6, 1, 4, 7]);
  });

  test('a summary that stands later than the cut is not in its context; before the first message there is nothing', () => {
    const late = (summaryId: string) => [...contextBefore(talk(answers(10), { compactions: [{ at: 6, summaryId }] }), 8)];
    expect(late('m8')).toEqual([0, 8, 6, 7]);
    expect(late('m9')).toEqual([0, 6, 7]);
    expect([...contextBefore(talk(answers(2)), 0)]).toEqual([]);
  });

  test('a part of a transcript has the counts of its messages', () => {
    const base = talk(answers(5), { tools: [{ name: 'read' }] });
    const part = preparedPart(base, Int32Array.of(0, 3, 4));
    expect(part.messages).toEqual([0, 3, 4].map((i) => base.messages[i]));
    expect([...part.counts.messages]).toEqual([0, 3, 4].map((i) => base.counts.messages[i]));
    expect(part.counts.total).toBe(part.counts.prefix[3]! + base.counts.toolDefinitions);
    expect(part.counts.parts(1)).toEqual(base.counts.parts(3));
    expect([...part.protection]).toEqual([1, 4, 0]);
  });
});
