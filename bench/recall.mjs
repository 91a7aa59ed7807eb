/**
 * Hindsight recall of all strategies after a comparison: 12 cuts each. The first run reads the facts of every message and the signals of
 * every prefix; another target reuses them.
 */
import { collectGarbage, goal, n, used } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript } from './material.mjs';

const BYTES = 2000;
const SIZES = [500, 1000, 2000];
const GOAL = 3000;

export async function recall() {
  const engine = await load('bench/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const rows = engine.strategies.filter(({ onDemand }) => !onDemand).map(({ id }) => ({ key: id, strategy: id, params: {} }));
  const table = [];
  let last;
  for (const size of SIZES) {
    const transcript = makeTranscript(engine, size, BYTES);
    const base = engine.prepare(transcript, engine.countTranscript(transcript, tokenizer), engine.DEFAULT_SIGNALS);
    const summarizer = engine.createBuiltIn();
    // Recall follows a comparison, so the signals of the whole transcript exist. The window is larger than every transcript, or the target
    // would be a share of the window.
    const options = (target) => ({ window: 100_000_000, target, own: false, weight: 0.6, seed: 1, rules: engine.ruleSetOf(transcript), summarizer });
    await engine.compareAll(base, rows, options(0.2));
    let result;
    let longest = 0;
    const run = (target) => () => {
      const steps = engine.recallSteps(base, rows, options(target));
      let before = performance.now();
      let step = steps.next();
      while (!step.done) {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
        step = steps.next();
      }
      result = step.value;
    };
    collectGarbage();
    const first = await used(run(0.2));
    const again = await used(run(0.3));
    table.push([n(size), n(result.needed), ...[first, again].map(({ clock, cpu }) => `${n(clock)} / ${n(cpu)}`), n(longest)]);
    last = { first, again };
  }
  return {
    tables: [
      {
        title: `Hindsight recall: ${rows.length} strategies at 12 cuts, messages of ${n(BYTES)} characters; ms by the clock / of the processor`,
        head: ['messages', 'facts needed', 'first run', 'another target', 'longest slice, ms'],
        rows: table,
      },
    ],
    goals: [
      goal('recall of all strategies, 2,000 messages', last.first.clock, `≤ ${n(GOAL)} ms`, last.first.clock <= GOAL),
      goal('recall of all strategies, 2,000 messages, another target', last.again.clock, `≤ ${n(GOAL)} ms`, last.again.clock <= GOAL),
    ],
  };
}
