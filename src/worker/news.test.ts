import { expect, test } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { some } from '../engine/testing/scale.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import { type CompareNews, inNews, NewsReader } from './news.ts';
import type { CompareReply, CompareRequest } from './protocol.ts';
import { answerOf, bytesOf, everyPause, roundsOf } from './testing/session.ts';
import { createSession } from './worker-session.ts';

const request = (target: number): CompareRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget: 'own' as const, target },
  marks: {},
  rows: some(allRows([], strategies), 2),
});
const CALLS = [
  [2, 0.5],
  [3, 0.3],
] as const;

/** What two comparisons send, and what the page reads in it. */
async function told(hear: () => Promise<void>) {
  const engine = inNews(createSession());
  const reader = new NewsReader();
  const sent: CompareNews[] = [];
  const read: CompareReply[] = [];
  const take = (ticket: number, news: CompareNews): void => {
    sent.push(news);
    read.push(reader.read(ticket, news));
  };
  // As Comlink's, a listener that answers; the type of listeners does not say it.
  await engine.listen((ticket, _, soFar) => {
    if (soFar) take(ticket, structuredClone(soFar));
    return hear();
  });
  await answerOf(engine.load(bytesOf(roundsOf(10)), 'talk.json', null, 1));
  for (const [ticket, target] of CALLS) take(ticket, structuredClone(await answerOf(everyPause(() => engine.compare(request(target), ticket)))));
  return { sent, read };
}
const runsIn = ({ rows }: CompareNews): number => rows.filter((run) => typeof run !== 'string').length;

test('each run and the transcript are sent once, and the page has the same replies', async () => {
  const { sent, read } = await told(() => Promise.resolve());
  expect(sent.length).toBeGreaterThan(20);
  const first = sent.findIndex(({ waiting }) => waiting === 0);
  const ofFirst = sent.slice(0, first + 1);
  expect(ofFirst.reduce((sum, news) => sum + runsIn(news), 0)).toBe(read[first]!.rows.length);
  expect(ofFirst.filter(({ transcript }) => transcript !== null)).toHaveLength(1);
  const plain = createSession();
  await answerOf(plain.load(bytesOf(roundsOf(10)), 'talk.json', null, 1));
  for (const [[ticket, target], reply] of [
    [CALLS[0], read[first]!],
    [CALLS[1], read.at(-1)!],
  ] as const) {
    const alone = await answerOf(plain.compare(request(target), ticket));
    const shown = ({ rows }: CompareReply) => rows.map(({ key, fates, left, into, measures }) => ({ key, fates, left, into, measures }));
    expect(shown(reply)).toEqual(shown(alone));
    expect(reply.transcript).toEqual(alone.transcript);
  }
});

test('what the page has not answered yet is sent again', async () => {
  const { sent } = await told(() => new Promise(() => undefined));
  expect(sent.map(runsIn)).toEqual(sent.map(({ rows }) => rows.length));
});

test('news of an older comparison change nothing', async () => {
  const { sent, read } = await told(() => Promise.resolve());
  const reader = new NewsReader();
  const whole: CompareNews = read.at(-1)!;
  reader.read(5, whole);
  reader.read(4, sent[0]!);
  expect(reader.read(5, { ...whole, transcript: null, rows: whole.rows.map((run) => (run as { key: string }).key) })).toEqual(whole);
});
