import { describe, expect, test, vi } from 'vitest';
import { parseTranscript } from '../../engine/formats/index.ts';
import { strategies } from '../../engine/pipelines/index.ts';
import { deep } from '../../engine/testing/scale.ts';
import { partTokens } from '../../engine/tokens/parts.ts';
import { countTranscript } from '../../engine/tokens/count.ts';
import { loadTokenizer } from '../../engine/tokens/tokenizers.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { ReplayRequest } from '../replay-protocol.ts';
import { createSession } from '../session.ts';
import { ChannelWorker } from '../testing/second.ts';
import { answerOf, openSession, roundsOf } from '../testing/session.ts';
import type { SentAttempt } from './protocol.ts';
import { shareReplay } from './replaying.ts';
import { Second } from './second.ts';

const TEXT = roundsOf(60);
const REQUEST: ReplayRequest = {
  conversation: 0,
  settings: defaultScenario().settings,
  marks: {},
  rows: strategies.filter(({ onDemand, preset }) => !onDemand && (deep || !preset)).map(({ id }) => ({ key: id, strategy: id, params: {} })),
  systems: [],
  replay: { ...defaultScenario().replay, ownTriggers: false, window: 4000 },
  whatIf: true,
};

/** Every attempt of every row, as the second worker carries them out. */
async function attemptsOf(had: ReadonlySet<string> = new Set()): Promise<readonly SentAttempt[]> {
  const parsed = parseTranscript(new TextEncoder().encode(TEXT), { name: 'talk.json' });
  if (!parsed.ok) throw new Error('not read');
  const transcript = parsed.value.conversations[0]!;
  const tokenizer = await loadTokenizer('o200k_base');
  countTranscript(transcript, tokenizer);
  const sent: SentAttempt[] = [];
  const job = { window: 4000, text: partTokens(transcript, tokenizer.base)!, had, tell: (attempt: SentAttempt) => sent.push(attempt) };
  await shareReplay(transcript, REQUEST, job, { progress: () => undefined, stopped: () => false });
  return sent;
}

/** Has carried out these attempts before the first worker begins. */
class Ahead extends Second {
  readonly #attempts: readonly SentAttempt[];
  constructor(attempts: readonly SentAttempt[]) {
    super();
    this.#attempts = attempts;
  }
  override async replay(_request: ReplayRequest, _window: number, _text: Float64Array<ArrayBuffer>, tell: (one: SentAttempt) => void): Promise<void> {
    for (const attempt of this.#attempts) tell(attempt);
  }
}

const openWith = (second: (worker: () => ChannelWorker) => Second) => {
  const spawn = (): ChannelWorker => {
    const worker: ChannelWorker = new ChannelWorker(second(() => worker));
    return worker;
  };
  return openSession(TEXT, createSession(undefined, undefined, { spawn, large: 1000, cores: () => 2 }));
};

/** Clocks differ from run to run. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, one: unknown) => (['ms', 'summaryMs', 'meanSummaryMs'].includes(key) ? undefined : one)) ?? 'null');

describe('a replay shared with a second worker', () => {
  test.each(deep ? ['all attempts', 'the last rows', 'attempts up to the middle of each row', 'none'] : ['attempts up to the middle of each row'])(
    'is that of one: %s',
    async (share) => {
      const attempts = await attemptsOf();
      const keys = REQUEST.rows.map(({ key }) => key);
      const most = new Map(keys.map((key) => [key, attempts.filter(({ row }) => row === key).length]));
      const sent = attempts.filter(({ row, k }) => {
        if (share === 'the last rows') return keys.indexOf(row) > keys.length / 2;
        if (share === 'attempts up to the middle of each row') return k < most.get(row)! / 2;
        return share === 'all attempts';
      });
      expect(sent.length > 50).toBe(share !== 'none');
      const alone = await openSession(TEXT);
      const both = await openWith(() => new Ahead(sent));
      const expected = await answerOf(alone.session.replay(REQUEST, 5));
      expect(withoutTimes(await answerOf(both.session.replay(REQUEST, 5)))).toEqual(withoutTimes(expected));
      for (const { key, points } of expected.series) {
        const at = points[0]?.at ?? 1;
        const reads = (session: typeof alone.session) =>
          Promise.all([
            session.replayContext(5, key, at),
            session.replayRows(5, key, at, [0, 1, 2, 3, 9]),
            session.replayWhy(5, key, at, 2),
            session.replayInsertions(5, key, expected.requests + 1),
            session.replayMisses(5, key),
            session.replayRecord(5, key, 1),
          ]);
        expect(withoutTimes(await reads(both.session))).toEqual(withoutTimes(await reads(alone.session)));
      }
    },
  );

  test('uses what it is sent', async () => {
    const marked = (await attemptsOf()).map(({ attempt, ...one }) => ({
      ...one,
      attempt: { ...attempt, log: [...attempt.log, { level: 'info' as const, reason: { key: 'from-the-second' } }] },
    }));
    const { session } = await openWith(() => new Ahead(marked));
    const { series } = await answerOf(session.replay(REQUEST, 5));
    const from = series.filter(({ log }) => log.some(({ reason }) => reason.key === 'from-the-second')).map(({ key }) => key);
    // The first rows may be over before anything arrives.
    expect(from).toContain(series.findLast(({ points }) => points.length > 0)!.key);
  });

  test('the second worker leaves out rows that the first has begun, and starts with the last', async () => {
    const [first, ...others] = REQUEST.rows.map(({ key }) => key);
    const rows = [...new Set((await attemptsOf(new Set([first!]))).map(({ row }) => row))];
    expect(rows).not.toContain(first);
    expect(rows).toEqual(others.toReversed().filter((key) => rows.includes(key)));
    expect(rows.length).toBeGreaterThan(20);
  });

  test('a second worker that crashes in the middle costs nothing', async () => {
    const attempts = await attemptsOf();
    const alone = await openSession(TEXT);
    let crashed = false;
    const both = await openWith((worker) => {
      class Crashing extends Ahead {
        override async replay(...args: Parameters<Second['replay']>): Promise<void> {
          await super.replay(...args);
          crashed = true;
          worker().crash();
        }
      }
      return new Crashing(attempts.slice(0, 200));
    });
    const answered = await answerOf(both.session.replay(REQUEST, 5));
    expect(crashed).toBe(true);
    expect(withoutTimes(answered)).toEqual(withoutTimes(await answerOf(alone.session.replay(REQUEST, 5))));
  });

  test('a cancel stops both', async () => {
    const began = vi.spyOn(Second.prototype, 'replay');
    const { session } = await openWith(() => new Second());
    const running = session.replay(REQUEST, 5);
    await vi.waitFor(() => expect(began).toHaveBeenCalled(), { interval: 1, timeout: 30_000 });
    await session.cancel(5);
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await expect(began.mock.results[0]!.value).resolves.toBeUndefined();
    began.mockRestore();
  });
});
