/** What comparisons lose: measures, decay and recall, for all strategies of the registry. */
import { atMost, collectGarbage, median, n, sliced, spread, timed, used } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { everyRow, makeTranscript, optionsOf, preparedOf } from './material.mjs';

const MESSAGES = 10_000;
const BYTES = 5000;
const STEP_GOAL = 100;
/** Targets of a moving slider; each occurs twice, so that the summaries of a step have been read before. */
const TARGETS = Array.from({ length: 9 }, (_, k) => Math.round(100 * (0.3 + 0.05 * k)) / 100);
const ROUNDS = 3;
const DECAY_MESSAGES = 2000;
const DECAY_GOAL = 3000;
const RECALL_SIZES = [500, 1000, 2000];
const RECALL_BYTES = 2000;
const RECALL_GOAL = 3000;

/**
 * All measures at one slider step over 10,000 messages of about 5 KB. What a transcript can lose is searched for once, in slices; a step reads
 * only what is new in the results.
 */
export async function measures() {
  const engine = await load('bench/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const summarizer = engine.createBuiltIn();
  const rows = everyRow(engine);
  const made = (messages) => preparedOf(engine, tokenizer, makeTranscript(engine, messages, BYTES));
  const prepared = made(MESSAGES);
  const options = (target) => ({ ...optionsOf(engine, prepared.transcript, summarizer)(target), window: 1_000_000 });
  collectGarbage();

  const once = await timed(() => engine.lossMaps(prepared.transcript));
  const byStrategy = new Map(rows.map(({ key }) => [key, []]));
  const steps = { fresh: [], again: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const target of TARGETS) {
      const compared = await engine.compareAll(prepared, rows, options(target));
      collectGarbage();
      const started = performance.now();
      let last = started;
      for (const { key, result } of compared) {
        if (result) engine.lossValues(prepared, result);
        const now = performance.now();
        if (round > 0) byStrategy.get(key).push(now - last);
        last = now;
      }
      steps[round === 0 ? 'fresh' : 'again'].push(performance.now() - started);
    }
  }

  // Decay follows a comparison, in the page and in the terminal; without one it computes the signals itself.
  const decayed = async (compared) => {
    const small = made(DECAY_MESSAGES);
    engine.lossMaps(small.transcript);
    if (compared) await engine.compareAll(small, rows, options(0.5));
    collectGarbage();
    const times = [];
    const all = await timed(async () => {
      for (const row of rows) times.push(await timed(() => engine.decayNow(small, row, options(0.5))));
    });
    return { all, times };
  };
  const [alone, decaying] = [await decayed(false), await decayed(true)];
  const { index, classes } = engine.lossMaps(prepared.transcript).facts;
  return {
    tables: [
      {
        title: `Measures of loss at a step: ${rows.length} strategies, ${n(MESSAGES)} messages, ${n(index.count)} facts in ${n(classes)} classes, ms`,
        head: ['step', 'median', 'least', 'most', 'steps'],
        rows: [
          ['target, summaries read before', ...spread(steps.again)],
          ['target, new summaries', ...spread(steps.fresh)],
        ],
      },
      {
        title: 'Each strategy of a step, summaries read before, ms',
        head: ['strategy', 'median', 'most'],
        rows: [...byStrategy].map(([key, times]) => [key, median(times).toFixed(1), Math.max(...times).toFixed(1)]),
      },
      {
        title: 'Once per transcript, ms',
        head: ['what', 'time'],
        rows: [['facts, constraints, files, open work, errors with their fixes', n(once)]],
      },
      {
        title: `Decay over 5 rounds, ${n(DECAY_MESSAGES)} messages, ms`,
        head: ['strategy', 'after a comparison', 'without one'],
        rows: [...rows.map(({ key }, k) => [key, n(decaying.times[k]), n(alone.times[k])]), ['all', n(decaying.all), n(alone.all)]],
      },
    ],
    goals: [
      atMost('measures of loss of all strategies at a step', median(steps.again), STEP_GOAL),
      atMost(`decay of all strategies over 5 rounds, ${n(DECAY_MESSAGES)} messages`, decaying.all, DECAY_GOAL, 'ms', ''),
    ],
  };
}

/**
 * Hindsight recall of all strategies after a comparison: 12 cuts each. The first run reads the facts of every message and the signals of
 * every prefix; another target reuses them.
 */
export async function recall() {
  const engine = await load('bench/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const rows = everyRow(engine);
  const table = [];
  let last;
  for (const size of RECALL_SIZES) {
    const transcript = makeTranscript(engine, size, RECALL_BYTES);
    const base = preparedOf(engine, tokenizer, transcript);
    const options = optionsOf(engine, transcript, engine.createBuiltIn());
    // Recall follows a comparison, so the signals of the whole transcript exist.
    await engine.compareAll(base, rows, options(0.2));
    let result;
    let longest = 0;
    const run = (target) => () => {
      const ran = sliced(engine.recallSteps(base, rows, options(target)));
      longest = Math.max(longest, ran.longest);
      result = ran.value;
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
        title: `Hindsight recall: ${rows.length} strategies at 12 cuts, messages of ${n(RECALL_BYTES)} characters; ms by the clock / of the processor`,
        head: ['messages', 'facts needed', 'first run', 'another target', 'longest slice, ms'],
        rows: table,
      },
    ],
    goals: [
      atMost('recall of all strategies, 2,000 messages', last.first.clock, RECALL_GOAL, 'ms', ''),
      atMost('recall of all strategies, 2,000 messages, another target', last.again.clock, RECALL_GOAL, 'ms', ''),
    ],
  };
}
