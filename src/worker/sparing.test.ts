import { expect, test } from 'vitest';
import { strategies } from '../engine/pipelines/index.ts';
import { defaultScenario } from '../scenario/defaults.ts';
import { allRows } from '../scenario/scenario-rows.ts';
import type { CompareReply, CompareRequest } from './protocol.ts';
import { createSession } from './worker-session.ts';
import { ReplyFiller, sparing } from './sparing.ts';
import { answerOf, bytesOf, everyPause, roundsOf } from './testing/session.ts';
import { some } from '../engine/testing/scale.ts';

const request = (target: number): CompareRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget: 'own' as const, target },
  marks: {},
  rows: some(allRows([], strategies), 2),
});

/** Numbers for messages that a reply holds. */
const numbersIn = ({ transcript, rows }: CompareReply): number =>
  transcript.tokens.length + transcript.prefix.length + rows.reduce((sum, { fates, left }) => sum + fates.length + left.length, 0);

/** Two comparisons by an engine that spares: what was sent, and what the page makes of it. */
async function told(hear: () => Promise<void>) {
  const engine = sparing(createSession());
  const filling = new ReplyFiller();
  const sent: CompareReply[] = [];
  const filled: CompareReply[] = [];
  const take = (ticket: number, reply: CompareReply): void => {
    sent.push(reply);
    filled.push(filling.filled(ticket, reply));
  };
  // As Comlink's, a listener that answers; the type of listeners does not say it.
  await engine.listen((ticket, _, soFar) => {
    if (soFar) take(ticket, structuredClone(soFar));
    return hear();
  });
  await answerOf(engine.load(bytesOf(roundsOf(10)), 'talk.json', null, 1));
  for (const [ticket, target] of [
    [2, 0.5],
    [3, 0.3],
  ] as const) {
    take(ticket, structuredClone(await answerOf(everyPause(() => engine.compare(request(target), ticket)))));
  }
  return { sent, filled };
}

test('an array that the page has is not sent again, and the page has the same replies', async () => {
  const { sent, filled } = await told(() => Promise.resolve());
  const n = 41;
  expect(sent.length).toBeGreaterThan(20);
  const whole = sent.map((_, k) => numbersIn(filled[k]!));
  for (const [k, reply] of filled.entries()) {
    expect(whole[k]).toBe(2 * n + 1 + reply.rows.length * 2 * n);
    expect(reply.rows.every(({ into }) => into === null || into.length === n)).toBe(true);
  }
  // Of the first comparison everything once: the transcript's numbers and those of each row.
  const first = sent.findIndex((reply) => reply.waiting === 0);
  expect(sent.slice(0, first + 1).reduce((sum, reply) => sum + numbersIn(reply), 0)).toBe(whole[first]);
  const plain = createSession();
  await answerOf(plain.load(bytesOf(roundsOf(10)), 'talk.json', null, 1));
  for (const [ticket, reply, target] of [
    [2, filled[first]!, 0.5],
    [3, filled.at(-1)!, 0.3],
  ] as const) {
    const alone = await answerOf(plain.compare(request(target), ticket));
    expect(reply.rows.map(({ key, fates, left, into }) => ({ key, fates, left, into }))).toEqual(
      alone.rows.map(({ key, fates, left, into }) => ({ key, fates, left, into })),
    );
    expect(reply.transcript).toEqual(alone.transcript);
  }
});

test('what the page has not answered yet is sent whole', async () => {
  const { sent, filled } = await told(() => new Promise(() => undefined));
  expect(sent.map(numbersIn)).toEqual(filled.map(numbersIn));
});

test('a reply that comes after a newer comparison began is taken as it is', async () => {
  const { filled } = await told(() => Promise.resolve());
  const filling = new ReplyFiller();
  const [late, newer] = [filled[0]!, filled.at(-1)!];
  expect(filling.filled(5, newer)).toEqual(newer);
  expect(filling.filled(4, late)).toBe(late);
});
