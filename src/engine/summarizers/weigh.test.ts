/** What a line weighs by where it is in its range, at the edges that weigh.ts names. */
import { expect, test } from 'vitest';
import { type TalkMessage, talk } from '../testing/talks.ts';
import { surveyOf } from './survey.ts';
import { heaviestLines, type WeighedLine, ownLines, placeOf } from './weigh.ts';

const NOBODY = { task: -1, lastUser: -1, tasks: -1 };

/** Lines of `count` messages that say nothing, but for the given ones. */
function linesOf(count: number, given: Readonly<Record<number, TalkMessage>>): { readonly weighed: WeighedLine[]; readonly own: WeighedLine[] } {
  const input = talk(Array.from({ length: count }, (_, i) => given[i] ?? { call: `c${i}`, args: '{}' }));
  const survey = surveyOf(input.messages);
  const members = Array.from({ length: count }, (_, i) => i);
  const place = placeOf(survey, input, members, NOBODY);
  return { weighed: heaviestLines(survey, members, place, 1000, 'en'), own: [...ownLines(survey, members, place, 'en')] };
}
/** Weight of the first line that message `i` of `count` says; null without one. */
const weightOf = (count: number, i: number, words: TalkMessage): number | null =>
  linesOf(count, { [i]: words }).weighed.find(({ source }) => source === i)?.weight ?? null;

test('an error that nobody explained is old news in the first 85 % of the range', () => {
  const error: TalkMessage = { result: 'none', shows: "Error: ENOENT: no such file or directory, open '/src/package.json'" };
  const fresh = weightOf(101, 100, error)!;
  expect([84, 85, 86, 99].map((i) => Math.round((fresh - weightOf(101, i, error)!) * 100) / 100)).toEqual([1.4, 1.4, 0, 0]);
});

test('what was to be done next fades, and is stale after 30 messages', () => {
  const plan: TalkMessage = { says: 'Next: write the migration guide for `config.yaml`.' };
  const stated = weightOf(60, 29, plan)!;
  expect(weightOf(60, 28, plan)).toBeNull();
  // A thirtieth of 1.2 with each message.
  expect([58, 57, 44].map((i) => Math.round((weightOf(60, i, plan)! - stated) * 100) / 100)).toEqual([1.16, 1.12, 0.6]);
});

test('an error of the last 8 messages is still open', () => {
  const error: TalkMessage = { result: 'none', shows: "Error: ENOENT: no such file or directory, open '/src/package.json'" };
  const open = (i: number): string[] => linesOf(20, { [i]: error }).own.map(({ text }) => text);
  expect(open(12)).toEqual(["Not solved yet: Error: ENOENT: no such file or directory, open '/src/package.json'"]);
  expect(open(11)).toEqual([]);
});
