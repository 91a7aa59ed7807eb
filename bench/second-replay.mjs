/**
 * A replay of 10,000 requests under the strategies that are no products, with a second worker against one, as threads of Node.
 * `node bench/bench.mjs second-replay`; `REQUESTS=1200` makes it short. By the clock, and by the processor time of the engine's own thread (Linux), which is what
 * the clock shows on two idle cores.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { endpoint } from './endpoint.mjs';
import { collectGarbage, goal, n } from './figures.mjs';
import { bundle, load } from './load.mjs';
import { makeFile, makeTranscript } from './material.mjs';

const REQUESTS = Number(process.env.REQUESTS ?? 10_000);
const BYTES = 2000;
const MOST = 40;

/** Seconds of the processor of this thread alone; null where the system does not tell. */
function ownTime() {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

export async function secondReplay() {
  const engine = await load('bench/engine.ts');
  const script = await bundle('bench/session.ts');
  const { createSession } = await import(script);
  const file = makeFile(engine, makeTranscript(engine, Math.round(REQUESTS * 2.6), BYTES), 'openai-chat');
  const { settings, replay } = engine.defaultScenario();
  const request = {
    conversation: 0,
    settings: { ...settings, target: 0.5 },
    marks: {},
    rows: engine.strategies
      .filter(({ onDemand, preset }) => !onDemand && preset === undefined)
      .map(({ id }) => ({ key: id, strategy: id, params: {} })),
    systems: [],
    replay: { ...replay, ownTriggers: false, window: 200_000, triggers: [{ kind: 'ratio', share: 0.8 }] },
    whatIf: false,
  };
  const spawn = () => endpoint(new Worker(new URL('./second-thread.mjs', import.meta.url), { workerData: script }));
  const runs = [];
  for (const workers of [1, 2]) {
    collectGarbage();
    const session = createSession(undefined, undefined, { spawn: workers === 1 ? () => null : spawn });
    const bytes = new Uint8Array(file).buffer;
    const loaded = await session.load(bytes, 'long.json', null, 1);
    if (!loaded.ok) throw new Error(loaded.error.message);
    const started = performance.now();
    const own = ownTime();
    const answered = await session.replay(request, 2);
    if (!answered.ok) throw new Error(answered.error.message);
    const cpu = own === null ? null : ownTime() - own;
    const { series, requests } = answered.value;
    const compactions = series.reduce((sum, { monitoring }) => sum + monitoring.compactions, 0);
    runs.push({ workers, requests, compactions, clock: (performance.now() - started) / 1000, cpu });
  }
  const [one, two] = runs;
  if (one.compactions !== two.compactions) throw new Error(`${one.compactions} compactions with one worker, ${two.compactions} with two`);
  return {
    tables: [
      {
        title: `A second worker: replay of ${n(one.requests)} requests under ${request.rows.length} strategies, window 200,000, first run`,
        head: ['workers', 'compactions', 's by the clock', 's of the processor, the engine’s own thread'],
        rows: runs.map(({ workers, compactions, clock, cpu }) => [workers, n(compactions), n(clock), cpu === null ? 'not told' : n(cpu)]),
        note: `By the clock ${(one.clock / two.clock).toFixed(2)} ×.`,
      },
    ],
    goals: [goal('replay of 10,000 requests, first run, two workers', two.clock, `≤ ${MOST} s`, two.clock <= MOST)],
  };
}
