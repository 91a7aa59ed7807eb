/** Tuning in a worker of a set, in Node. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Setting, type Space, TUNE_WISHES } from '../../engine/tune/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { SetRequest } from './set-worker-protocol.ts';
import type { SearchAsk, TuneAsk } from './tuning.ts';
import { SetWorker } from './worker.ts';

const file = path.resolve(import.meta.dirname, '../../../fixtures/samples/coding-session.jsonl');
const blob = new Blob([readFileSync(file)]);
const PLAN = { strategy: 'fact-ledger', params: {}, shared: {}, axes: [{ param: 'ledgerShare', asked: { values: [0.2] } }] };

async function planned(worker: SetWorker) {
  const plan = await worker.tunePlan(PLAN);
  if (!plan.ok) throw new Error(plan.error.expected);
  return plan;
}
const requestOf = (settings: readonly { key: string; values: object }[], target: number): SetRequest => ({
  settings: { ...defaultScenario().settings, budget: 'own' as const, target },
  rows: settings.map(({ key, values }) => ({ key, strategy: 'fact-ledger', params: { ...values } })),
  byCut: true,
});
async function linesOf(worker: SetWorker, request: SetRequest): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await worker.run(blob, 'coding.jsonl', 0, request);
  if (reply.kind === 'failed') throw new Error(reply.why.code);
  return reply.lines;
}

/** Everything but what is asked for. */
const page = { ...defaultScenario().settings, budget: 'own' as const };
const askOf = (space: Space, settings: readonly Setting[], sessions: readonly string[]): TuneAsk => ({
  rows: [{ key: 'row', space, settings }],
  targets: [0.3],
  sessions,
  settings: page,
  wishes: TUNE_WISHES,
  seed: 1,
});
async function sessionOf(worker: SetWorker): Promise<string> {
  const read = await worker.read(blob, 'coding.jsonl', requestOf([], 0.3));
  if (read.kind !== 'sessions') throw new Error(read.kind);
  return read.sessions[0]!.session;
}

describe('a sweep', () => {
  it('is planned with what is set now; its result is of the lines that are kept, and only what is missing has to be run', async () => {
    const worker = new SetWorker();
    const { space, settings } = await planned(worker);
    expect(settings.map(({ key }) => key)).toEqual(['ledgerShare=0.2', 'ledgerShare=0.5']);
    const session = await sessionOf(worker);
    const ask = askOf(space, settings, [session]);
    expect(await worker.tuneMissing(ask)).toEqual([{ row: 'row', target: 0.3, session, settings }]);
    expect((await worker.tuneResult(ask)).results[0]!.points).toEqual([]);
    const lines = await linesOf(worker, requestOf(settings, 0.3));
    const told = JSON.parse(new TextDecoder().decode(lines)) as Record<string, unknown>[];
    await worker.tuneTake(0.3, lines);
    expect(await worker.tuneMissing(ask)).toEqual([]);
    const { results, races } = await worker.tuneResult(ask);
    const { of, points, best } = results[0]!;
    expect(of).toBe('cuts');
    expect(points.map(({ first }) => first.own?.mean)).toEqual(told.map(({ hindsightRecall }) => hindsightRecall));
    expect(best[0]!.chosen).not.toBeNull();
    expect(races).toEqual([]);

    // One more value, another budget, another setting of the page: only what is new.
    const more = await worker.tunePlan({ ...PLAN, axes: [{ param: 'ledgerShare', asked: { values: [0.2, 0.8] } }] });
    if (!more.ok) throw new Error(more.error.expected);
    const wider = { ...ask, rows: [{ key: 'row', space: more.space, settings: more.settings }] };
    expect((await worker.tuneMissing(wider)).map(({ settings: some }) => some.map(({ key }) => key))).toEqual([['ledgerShare=0.8']]);
    expect((await worker.tuneMissing({ ...ask, targets: [0.3, 0.2] })).map(({ target }) => target)).toEqual([0.2]);
    expect(await worker.tuneMissing({ ...ask, settings: { ...page, keepRecent: page.keepRecent + 1 } })).toHaveLength(1);
    await worker.forget();
    expect(await worker.tuneMissing(ask)).toHaveLength(1);
  });

  it('of several rows holds them against each other; a copy of a row has its numbers without a run', async () => {
    const worker = new SetWorker();
    const { space, settings } = await planned(worker);
    const session = await sessionOf(worker);
    await worker.tuneTake(0.3, await linesOf(worker, requestOf(settings, 0.3)));
    const copy = { key: 'copy', space, settings };
    const ask = askOf(space, settings, [session]);
    const both = { ...ask, rows: [...ask.rows, copy] };
    expect(await worker.tuneMissing(both)).toEqual([]);
    const { results, races } = await worker.tuneResult(both);
    expect(results[1]).toEqual(results[0]);
    expect(races[0]).toMatchObject({
      target: 0.3,
      verdict: 'equal',
      entrants: [{ row: 'row' }, { row: 'copy', difference: { mean: 0, apart: false } }],
    });
  });

  it('with a value that cannot be is an error that names the parameter', async () => {
    const wrong = { ...PLAN, axes: [{ param: 'ledgerShare', asked: { from: 0, to: 1 } }] };
    expect(await new SetWorker().tunePlan(wrong)).toMatchObject({ ok: false, error: { code: 'range', param: 'ledgerShare', expected: '0.05:1' } });
  });
});

describe('a search', () => {
  it('runs what it asks for, tells its steps, and ends where a run was stopped', async () => {
    const worker = new SetWorker();
    const plan = await worker.tunePlan({ ...PLAN, axes: [] });
    if (!plan.ok) throw new Error(plan.error.expected);
    expect(plan.settings).toEqual([]);
    const session = await sessionOf(worker);
    const steps: string[] = [];
    const ask: SearchAsk = { ...askOf(plan.space, [], [session]), runs: 20 };
    let ran = 0;
    const found = await worker.tuneSearch(
      ask,
      async (parts) => {
        ran += parts.reduce((sum, part) => sum + part.settings.length, 0);
        return Promise.all(parts.map((part) => linesOf(worker, requestOf(part.settings, 0.3))));
      },
      ({ step }, row, target) => steps.push(`${step} ${row} ${target}`),
    );
    expect(steps.slice(0, 3)).toEqual(['now row 0.3', 'screen row 0.3', 'rung row 0.3']);
    expect(found!.hows[0]![0]!.runs).toBeLessThanOrEqual(20);
    expect(ran).toBe(found!.hows[0]![0]!.runs);
    expect(found!.results[0]!.points.length).toBeGreaterThan(1);
    // A single session has no steps of sessions: all settings see all of its cuts.
    expect(found!.hows[0]![0]!.rungs).toEqual([{ settings: expect.any(Number), sessions: 1 }]);
    const again = await worker.tuneSearch(
      ask,
      async () => {
        throw new Error('everything is kept');
      },
      () => undefined,
    );
    expect(again).toEqual(found);
    await worker.forget();
    expect(
      await worker.tuneSearch(
        ask,
        async () => null,
        () => undefined,
      ),
    ).toBeNull();
  });
});
