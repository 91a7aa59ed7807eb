/**
 * Growth: time per message of every strategy from 1,000 to 100,000 messages. Summaries are written before, so that only the strategy,
 * applying and measuring grow. The best of several runs, because only the shape matters.
 */
import { collectGarbage, goal, n, show } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript } from '../bench/material.mjs';

const SIZES = [1000, 10_000, 100_000];
const BYTES = 400;
/** Runs per size: many of the small ones, so that their code is compiled like that of the large ones. */
const runsOf = (size) => Math.max(60, Math.round(1_500_000 / size));
/** Growth of the time per message under n log n from the smallest to the largest size, plus half for memory caches. */
const MOST = (Math.log(SIZES.at(-1)) / Math.log(SIZES[0])) * 1.5;

async function growth() {
  const engine = await load('research/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const best = new Map(engine.strategies.map(({ id }) => [id, []]));
  for (const size of SIZES) {
    const transcript = makeTranscript(engine, size, BYTES);
    const counts = engine.countTranscript(transcript, tokenizer);
    const prepared = engine.prepare(transcript, counts, engine.DEFAULT_SIGNALS);
    const summarizer = engine.createBuiltIn();
    const options = {
      // Larger than every transcript: the target is a share of all of it.
      window: 100_000_000,
      target: 0.5,
      own: false,
      weight: 0.6,
      seed: 1,
      rules: engine.ruleSetOf(transcript),
      summarizer,
      now: () => performance.now(),
    };
    for (const { id } of engine.strategies) {
      const row = { key: id, strategy: id, params: {} };
      await engine.compareRow(prepared, row, options);
      collectGarbage();
      let least = Infinity;
      for (let run = 0; run < runsOf(size); run++) least = Math.min(least, (await engine.compareRow(prepared, row, options)).ms);
      best.get(id).push((least / size) * 1e6);
    }
  }
  const grown = [...best].map(([id, perMessage]) => ({ id, perMessage, growth: perMessage.at(-1) / perMessage[0] }));
  const worst = grown.reduce((a, b) => (b.growth > a.growth ? b : a));
  return {
    tables: [
      {
        title: 'Growth: time per message, ns',
        head: ['strategy', ...SIZES.map((size) => n(size)), 'growth'],
        rows: grown.map(({ id, perMessage, growth: g }) => [id, ...perMessage.map(n), g.toFixed(2)]),
      },
    ],
    goals: [
      goal(
        `growth of the time per message, 1,000 to 100,000 messages (worst: ${worst.id})`,
        worst.growth,
        `≤ ${MOST.toFixed(2)} × (n log n)`,
        worst.growth <= MOST,
      ),
    ],
  };
}

show(await growth());
