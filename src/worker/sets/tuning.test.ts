/** Tuning in a worker of a set, in Node. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TUNE_WISHES } from '../../engine/tune/contract.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { SetRequest } from './protocol.ts';
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
  settings: { ...defaultScenario().settings, target },
  rows: settings.map(({ key, values }) => ({ key, strategy: 'fact-ledger', params: { ...values } })),
  byCut: true,
});
async function linesOf(worker: SetWorker, request: SetRequest): Promise<Uint8Array<ArrayBuffer>> {
  const reply = await worker.run(blob, 'coding.jsonl', 0, request);
  if (reply.kind === 'failed') throw new Error(reply.why.code);
  return reply.lines;
}

describe('a sweep', () => {
  it('is planned with what is set now; its result is of the lines that came', async () => {
    const worker = new SetWorker();
    const { space, settings } = await planned(worker);
    expect(settings.map(({ key }) => key)).toEqual(['ledgerShare=0.2', 'ledgerShare=0.5']);
    const lines = await linesOf(worker, requestOf(settings, 0.3));
    const told = JSON.parse(new TextDecoder().decode(lines)) as Record<string, unknown>[];
    await worker.tuneTake(0.3, lines);
    const ask = { space, settings, targets: [0.3], wishes: TUNE_WISHES, seed: 1 };
    const { of, points, best } = await worker.tuneResult(ask);
    expect(of).toBe('cuts');
    expect(points.map(({ first }) => first.own?.mean)).toEqual(told.map(({ hindsightRecall }) => hindsightRecall));
    expect(best[0]!.chosen).not.toBeNull();
    await worker.tuneBegin();
    expect((await worker.tuneResult(ask)).points).toEqual([]);
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
    const read = await worker.read(blob, 'coding.jsonl', requestOf([], 0.3));
    if (read.kind !== 'sessions') throw new Error(read.kind);
    const sessions = read.sessions.map(({ session }) => session);
    const steps: string[] = [];
    const ask = { space: plan.space, target: 0.3, sessions: sessions.slice(0, 1), runs: 20, wishes: TUNE_WISHES, seed: 1 };
    const found = await worker.tuneSearch(
      ask,
      async (settings) => [await linesOf(worker, requestOf(settings, 0.3))],
      ({ step }) => steps.push(step),
    );
    expect(steps.slice(0, 3)).toEqual(['now', 'screen', 'rung']);
    expect(found!.runs).toBeLessThanOrEqual(20);
    expect(found!.result.points.length).toBeGreaterThan(1);
    expect(
      await worker.tuneSearch(
        ask,
        async () => null,
        () => undefined,
      ),
    ).toBeNull();
  });
});
