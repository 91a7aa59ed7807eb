import * as Comlink from 'comlink';
import { describe, expect, test } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import type { RecallReply } from './loss-protocol.ts';
import { type RecallEndpoint, RecallServer, RecallWorkers, workersOn } from './recall-workers.ts';
import { answerOf, openSession, roundsOf } from './testing/session.ts';
import type { CompareRequest } from './protocol.ts';
import { createSession } from './worker-session.ts';

const ids = ['claude-code', 'oldest-removal', 'head-tail', 'context-compactor', 'fact-list', 'fact-ledger', 'summary', 'offload', 'opencode'];
const requestOf = (target = 0.3, budget: 'own' | 'same' = 'own'): CompareRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget, target },
  marks: {},
  rows: ids.map((strategy) => ({ key: strategy, strategy, params: {} })),
});

/** A worker as the page starts it, on this thread; `opened` = whether the transcript came along, `cuts` = what it was asked. */
class FakeWorkers {
  readonly opened: boolean[] = [];
  readonly cuts: number[] = [];
  started = 0;
  ended = 0;
  /** Answers of the next cuts: none, or a crash. */
  broken: 'hangs' | 'crashes' | null = null;

  readonly spawn = (): RecallEndpoint => {
    this.started++;
    const { port1, port2 } = new MessageChannel();
    const server = new RecallServer();
    const failing = new EventTarget();
    Comlink.expose(
      {
        open: (...job: Parameters<RecallServer['open']>) => {
          this.opened.push(job[1] !== null);
          return server.open(...job);
        },
        at: (cut: number, isMatched: boolean) => {
          this.cuts.push(cut);
          if (this.broken === 'crashes') failing.dispatchEvent(new Event('error'));
          return this.broken ? new Promise(() => undefined) : server.at(cut, isMatched);
        },
      },
      port2 as unknown as Comlink.Endpoint,
    );
    port1.start();
    return {
      postMessage: (message, transfer) => port1.postMessage(message, transfer ?? []),
      addEventListener: (type, listener) => {
        const to: EventTarget = type === 'error' ? failing : (port1 as unknown as EventTarget);
        to.addEventListener(type, listener as EventListener);
      },
      removeEventListener: (type, listener) => (port1 as unknown as EventTarget).removeEventListener(type, listener as EventListener),
      terminate: () => {
        this.ended++;
        port1.close();
      },
    };
  };
}

const text = roundsOf(52);
const figures = ({ ms: _ms, ...reply }: RecallReply): unknown => structuredClone(reply);

async function recalled(workers: RecallWorkers | undefined, requests: readonly CompareRequest[]): Promise<readonly unknown[]> {
  const { session, compare, next } = await openSession(text, createSession(undefined, undefined, workers));
  const replies: unknown[] = [];
  for (const request of requests) {
    await compare(request);
    replies.push(figures(await answerOf(session.recall(null, next()))));
  }
  return replies;
}

describe('a recall that other workers share', () => {
  test('is the one of a worker alone, at a target and at the size of A; the transcript crosses once', async () => {
    const requests = [requestOf(0.3), requestOf(0.5, 'same')];
    const fake = new FakeWorkers();
    const shared = await recalled(new RecallWorkers(fake.spawn, 2), requests);
    expect(shared).toEqual(await recalled(undefined, requests));
    expect(fake.started).toBe(2);
    expect(fake.opened).toEqual([true, true, false, false]);
    expect(fake.cuts.length).toBeGreaterThanOrEqual(2 * requests.length);
  });

  test('begins with the first comparison, from the last cut on, and asks for no cut twice', async () => {
    const fake = new FakeWorkers();
    const { compare, session, next } = await openSession(text, createSession(undefined, undefined, new RecallWorkers(fake.spawn, 1)));
    await compare(requestOf());
    await expect.poll(() => fake.cuts.slice(0, 2)).toEqual([11, 10]);
    await answerOf(session.recall(null, next()));
    expect(new Set(fake.cuts).size).toBe(fake.cuts.length);
  });

  test('a worker that crashes leaves its cut to the engine, and the next recall has a new one', async () => {
    const requests = [requestOf(0.3), requestOf(0.5)];
    const fake = new FakeWorkers();
    fake.broken = 'crashes';
    const workers = new RecallWorkers(fake.spawn, 1);
    expect(await recalled(workers, requests)).toEqual(await recalled(undefined, requests));
    expect([fake.started, fake.ended]).toEqual([2, 2]);
  });

  test('a recall that is cancelled asks for no further cut', async () => {
    const fake = new FakeWorkers();
    fake.broken = 'hangs';
    const { compare, session, next } = await openSession(text, createSession(undefined, undefined, new RecallWorkers(fake.spawn, 1)));
    await compare(requestOf());
    const ticket = next();
    const recalling = session.recall(null, ticket);
    await expect.poll(() => fake.cuts.length).toBe(1);
    await session.cancel(ticket, 'recall');
    expect(await recalling).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(fake.cuts).toHaveLength(1);
  });

  test('none for a short session, for few rows, or on one processor', async () => {
    const fake = new FakeWorkers();
    const short = await openSession(roundsOf(10), createSession(undefined, undefined, new RecallWorkers(fake.spawn, 1)));
    await short.compare(requestOf());
    await answerOf(short.session.recall(null, short.next()));
    const few = await openSession(text, createSession(undefined, undefined, new RecallWorkers(fake.spawn, 1)));
    await few.compare({ ...requestOf(), rows: requestOf().rows.slice(0, 3) });
    await answerOf(few.session.recall(null, few.next()));
    expect(fake.started).toBe(0);
    expect([1, 2, 4, 8, 64].map(workersOn)).toEqual([0, 1, 2, 3, 3]);
  });
});
