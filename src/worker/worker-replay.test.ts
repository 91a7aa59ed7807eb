import { describe, expect, test } from 'vitest';
import { defaultScenario } from '../scenario/defaults.ts';
import type { Replay } from '../scenario/schema.ts';
import type { Progress } from './protocol.ts';
import { ruleOf } from './worker-replay.ts';
import type { ReplayRequest } from './loss-protocol.ts';
import { createSession } from './worker-session.ts';
import { answerOf, bytesOf, roundsOf } from './testing/session.ts';

const conversation = (rounds: number, model?: string): ArrayBuffer => bytesOf(roundsOf(rounds, model));

const requestOf = (replay: Partial<Replay> = {}, strategies: readonly string[] = ['middle-removal', 'summary']): ReplayRequest => ({
  conversation: 0,
  settings: { ...defaultScenario().settings, budget: 'own' as const },
  marks: {},
  rows: strategies.map((id) => ({ key: id, strategy: id, params: {} })),
  systems: [],
  replay: { ...defaultScenario().replay, ownTriggers: false, window: 4000, ...replay },
  whatIf: true,
});

async function loaded(rounds = 60, model?: string) {
  const session = createSession();
  const progress: Progress[] = [];
  await session.listen((_, p) => progress.push(p));
  expect((await session.load(conversation(rounds, model), 'talk.json', null, 1)).ok).toBe(true);
  return { session, progress };
}

describe('triggers', () => {
  test('are the page’s own until some are chosen, and what is done by hand comes with either', () => {
    const { replay } = defaultScenario();
    const settings = { ...defaultScenario().settings, budget: 'own' as const };
    expect(ruleOf(replay, settings)).toEqual({ triggers: [{ kind: 'ratio', share: 0.9 }], combine: 'any' });
    expect(ruleOf({ ...replay, triggers: [], hand: [3, 9] }, settings).triggers).toEqual([{ kind: 'hand', messages: [3, 9] }]);
  });
});

describe('own triggers', () => {
  const kept = { key: 'auto-compression', strategy: 'auto-compression', params: { threshold: 0.5 } };
  test('each row’s is that of its system with its settings, one without takes the common one', async () => {
    const { session } = await loaded();
    const rows = [
      kept,
      ...['auto-compression~2', 'head-tail', 'provider-auto'].map((key) => ({ key, strategy: key.replace(/~2$/, ''), params: {} })),
    ];
    const { series, rule } = await answerOf(session.replay({ ...requestOf({ ownTriggers: true }), rows }, 2));
    expect(series.map(({ points }) => points[0]!.trigger.level)).toEqual([2000, 3200, 3600, 3600]);
    expect(series.map(({ triggerOf }) => triggerOf)).toEqual(['own', 'own', 'common', 'own']);
    expect(series[3]).toMatchObject({ warning: 0.85, trigger: { triggers: [{ kind: 'ratio', share: 0.9, interval: 5 }] } });
    expect(rule.triggers).toEqual([{ kind: 'ratio', share: 0.9 }]);
  });
  test('those of the systems, to choose one for all from, have the settings of their rows and the window of the replay', async () => {
    const { session } = await loaded(4);
    const triggersOf = async (systems: ReplayRequest['systems'], ticket: number) =>
      Object.fromEntries(
        (await answerOf(session.replay({ ...requestOf(), systems }, ticket))).seeds.map(({ seed, rule }) => [seed, rule.triggers[0]]),
      );
    expect(await triggersOf([], 2)).toMatchObject({ S1: { kind: 'tokens', tokens: 3200 }, S4: { kind: 'ratio', share: 0.8 } });
    expect(await triggersOf([kept], 3)).toMatchObject({ S4: { kind: 'ratio', share: 0.5 } });
  });
});

describe('a replay', () => {
  test('runs each row over every request, beside doing nothing', async () => {
    const { session } = await loaded();
    const reply = await answerOf(session.replay(requestOf(), 2));
    expect(reply).toMatchObject({ id: 2, requests: 120, window: 4000, recorded: null });
    expect(reply.series.map(({ key }) => key)).toEqual(['middle-removal', 'summary']);
    expect(reply.baseline.peak).toBeGreaterThan(4000);
    for (const series of reply.series) {
      expect(series.size).toHaveLength(120);
      expect(series.monitoring.compactions).toBeGreaterThan(1);
      expect(series.totals.promptTokens).toBeLessThan(reply.baseline.totals.promptTokens);
    }
    expect(reply.seeds.map(({ seed }) => seed)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4']);
    // Crosses to the page as it is.
    expect(structuredClone(reply).series).toHaveLength(2);
  });

  test('where no trigger fires, the largest window in which one does is drawn, and its edge holds', async () => {
    const { session } = await loaded();
    const reply = await answerOf(session.replay(requestOf({ window: null }), 2));
    const { peak } = reply.baseline;
    expect(reply.whatIf).toEqual({ window: 128_000, peak });
    // The page's trigger is 90 % of the window.
    expect(reply.fires).toBe(Math.floor(peak / 0.9));
    expect(reply.window).toBe(reply.fires);
    expect(reply.series.every(({ points }) => points.length > 0)).toBe(true);
    const beside = async (window: number, ticket: number) => answerOf(session.replay(requestOf({ window }), ticket));
    expect((await beside(reply.fires!, 3)).fires).toBeNull();
    // A window that a person chose is not replaced, but the one that would do is known.
    expect(await beside(reply.fires! + 1, 4)).toMatchObject({ window: reply.fires! + 1, whatIf: null, fires: reply.fires, windowFrom: 'set' });
    const real = await answerOf(session.replay({ ...requestOf({ window: null }), whatIf: false }, 5));
    expect(real).toMatchObject({ window: 128_000, whatIf: null, fires: reply.fires, windowFrom: 'model' });
    expect(real.series.every(({ points }) => points.length === 0)).toBe(true);
  });

  test('costs with the model’s prices and caching; without a known model it says so and leaves them out', async () => {
    const { session } = await loaded(4);
    const { priced, series } = await answerOf(session.replay(requestOf(), 2));
    expect(priced).toMatchObject({ model: 'gpt-4o', caching: 'openai', prices: { input: 2.5e-6, cacheRead: 1.25e-6, output: 1e-5 } });
    expect(series[0]!.totals.cost).toBeGreaterThan(0);
    const other = await answerOf(session.replay(requestOf({ priceModel: 'anthropic/claude-sonnet-4.5' }), 3));
    expect(other.priced).toMatchObject({ caching: 'anthropic', prices: { input: 3e-6, cacheWrite: 3.75e-6 } });
    const unknown = await answerOf(session.replay(requestOf({ priceModel: 'nobody-1' }), 4));
    expect(unknown.priced).toMatchObject({ model: 'nobody-1', prices: null, caching: 'none' });
    expect(unknown.series[0]!.totals.cost).toBeNull();
  });

  test('a cheaper model can write the summaries', async () => {
    const { session } = await loaded(30);
    const costs = async (summaryModel: string | null, ticket: number) => {
      const { series } = await answerOf(session.replay(requestOf({ summaryModel }), ticket));
      return series.find(({ key }) => key === 'summary')!.totals;
    };
    const [own, mini] = [await costs(null, 2), await costs('gpt-4o-mini', 3)];
    // 0.15 and 0.60 instead of 2.5 and 10 US dollars per million.
    expect(mini.summaryCost! / own.summaryCost!).toBeCloseTo(0.06, 9);
    expect(mini.cost! - mini.summaryCost!).toBeCloseTo(own.cost! - own.summaryCost!, 12);
    expect(own.summaryCost).toBeGreaterThan(0);
    const { series } = await answerOf(session.replay(requestOf({ summaryModel: 'gpt-4', window: 64_000 }), 4));
    expect(series).toHaveLength(2);
  });

  test('a newer one, a cancel and another file stop it; the last finished one stays', async () => {
    const { session } = await loaded();
    const first = session.replay(requestOf(), 2);
    const second = session.replay(requestOf(), 3);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await second).ok).toBe(true);
    const third = session.replay(requestOf(), 4);
    await session.cancel(4, 'replay');
    expect(await third).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect((await session.replayContext(3, 'summary', 5)).ok).toBe(true);
    expect(await session.replayContext(4, 'summary', 5)).toMatchObject({ ok: false, error: { code: 'unknown-row' } });
    await session.load(conversation(3), 'other.json', null, 5);
    expect((await session.replayContext(3, 'summary', 5)).ok).toBe(false);
  });
});

describe('a context', () => {
  test('is the request as it went out, aligned with the recording', async () => {
    const { session } = await loaded();
    const { series } = await answerOf(session.replay(requestOf(), 2));
    const summary = series[1]!;
    for (const at of [1, 40, summary.points[0]!.at, 121]) {
      const context = await answerOf(session.replayContext(2, 'summary', at));
      if (at <= 120) expect(context.total).toBe(summary.size[at - 1]);
      const kept = [...context.fates].filter((fate) => fate === 0 || fate === 1 || fate === 3).length;
      expect(context.messages).toBe(kept + context.insertions.length);
      const inserted = await answerOf(session.replayInsertions(2, 'summary', at));
      expect(inserted).toHaveLength(context.insertions.length);
      const left = context.left.reduce((sum, x) => sum + x, 0) + inserted.reduce((sum, x) => sum + x.tokens, 0);
      expect(left).toBe(context.total);
    }
    const end = await answerOf(session.replayContext(2, 'summary', 121));
    expect(end.n).toBe(241);
    const [one] = await answerOf(session.replayInsertions(2, 'summary', 121));
    expect(one!.summary).toMatchObject({ id: 'summary-1' });
    expect(one!.summary!.generation).toBeGreaterThan(1);
    const rows = await answerOf(session.replayRows(2, 'summary', 121, [1, 2, 999]));
    expect(rows.map((row) => row.cells[0]!.summary?.id)).toEqual(['summary-1', 'summary-1']);
  });

  test('of a run that was stopped: up to the request before which it was, and none after it', async () => {
    const { session } = await loaded();
    const request = requestOf({ answer: 'stop' }, ['context-compactor']);
    const { series, requests } = await answerOf(session.replay(request, 2));
    const { at } = series[0]!.stopped!;
    expect(at).toBeLessThan(requests);
    expect((await answerOf(session.replayContext(2, 'context-compactor', at))).at).toBe(at);
    const none = { ok: false, error: { code: 'unknown-row' } };
    expect(await session.replayContext(2, 'context-compactor', at + 1)).toMatchObject(none);
    expect(await session.replayRows(2, 'context-compactor', requests + 1, [1])).toMatchObject(none);
    expect(await session.replayInsertions(2, 'context-compactor', at + 1)).toMatchObject(none);
    expect((await session.replayContext(2, 'none', requests + 1)).ok).toBe(true);
  });

  test('why: the compaction that decided, with its reason', async () => {
    const { session } = await loaded();
    const { series } = await answerOf(session.replay(requestOf(), 2));
    const at = series[0]!.points[1]!.at;
    const { fates } = await answerOf(session.replayContext(2, 'middle-removal', at));
    const dropped = await answerOf(session.replayWhy(2, 'middle-removal', at, fates.indexOf(4)));
    expect(dropped.level).toBeGreaterThan(0);
    expect(dropped.reason.key).not.toBe('replay-untouched');
    expect(await answerOf(session.replayWhy(2, 'none', at, 5))).toEqual({ reason: { key: 'replay-untouched' }, level: 0 });
  });

  test('a record opens, and undoing gives the recorded messages back', async () => {
    const { session } = await loaded();
    const { series } = await answerOf(session.replay(requestOf(), 2));
    for (const { key, points } of series) {
      const level = points.filter((p) => p.level > 0).length;
      const record = await answerOf(session.replayRecord(2, key, level));
      expect(record.replaced.length).toBeGreaterThan(0);
      expect(record.restored.recorded).toBe(true);
    }
    expect((await session.replayRecord(2, 'summary', 99)).ok).toBe(false);
  });
});
