/**
 * A slider step in the engine: all strategies of the registry over 10,000 messages of about 5 KB. Counting and signals happen once; a step
 * is everything from the strategies to the measures.
 */
import { atMost, collectGarbage, median, n, spread, used } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { everyRow, makeTranscript, optionsOf } from './material.mjs';

const MESSAGES = 10_000;
const BYTES = 5000;
const STEP_GOAL = 16;
const SIGNALS_GOAL = 4000;
const LONGEST_GOAL = 2000;
/** Targets of a moving slider. */
const TARGETS = Array.from({ length: 25 }, (_, k) => Math.round(100 * (0.25 + 0.02 * k)) / 100);
const LONG = Array.from({ length: 25 }, (_, k) => 500 + 30 * k);
/** Passes over all targets once everything is remembered. */
const ROUNDS = 4;

export async function slider() {
  const engine = await load('bench/engine.ts');
  const transcript = makeTranscript(engine, MESSAGES, BYTES);
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const counts = engine.countTranscript(transcript, tokenizer);
  const summarizer = engine.createBuiltIn();
  const rows = everyRow(engine);
  const options = (target) => ({ ...optionsOf(engine, transcript, summarizer)(target), window: 1_000_000, now: () => performance.now() });
  collectGarbage();

  let prepared;
  const preparing = await used(() => {
    prepared = engine.prepare(transcript, counts, engine.DEFAULT_SIGNALS);
  });
  // The first comparison reads everything: the time of each row is a time in which the worker answers nothing else.
  const first = [];
  const signals = await used(async () => {
    for (const { key, ms, result } of await engine.compareAll(prepared, rows, options(0.5))) first.push({ key, ms: ms + (result?.summaryMs ?? 0) });
  });
  const longest = first.reduce((a, b) => (b.ms > a.ms ? b : a));
  const busy = preparing.cpu + signals.cpu;

  const byStrategy = new Map(rows.map(({ key }) => [key, []]));
  const step = async (from, target, times) => {
    const started = performance.now();
    const compared = await engine.compareAll(from, rows, options(target));
    times?.push(performance.now() - started);
    return compared;
  };
  const fresh = [];
  for (const target of TARGETS) await step(prepared, target, fresh);
  collectGarbage();
  const cached = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of TARGETS) for (const { key, ms } of await step(prepared, target, cached)) byStrategy.get(key).push(ms);
  }

  const priorities = async (times) => {
    for (const longTokens of LONG) {
      const started = performance.now();
      const moved = engine.prepare(transcript, counts, { ...engine.DEFAULT_SIGNALS, longTokens });
      await engine.compareAll(moved, rows, options(0.5));
      times.push(performance.now() - started);
    }
  };
  const priorityFresh = [];
  await priorities(priorityFresh);
  const priorityCached = [];
  await priorities(priorityCached);

  const steps = [
    ['target, summaries written before', cached],
    ['target, new summaries', fresh],
    ['priority threshold, summaries written before', priorityCached],
    ['priority threshold, new summaries where members changed', priorityFresh],
  ];
  return {
    tables: [
      {
        title: `Slider step in the engine: ${rows.length} strategies, ${n(MESSAGES)} messages, ${n(counts.total)} tokens, ms`,
        head: ['step', 'median', 'least', 'most', 'steps'],
        rows: steps.map(([name, times]) => [name, ...spread(times)]),
      },
      {
        title: 'Each strategy of a target step, summaries written before, ms',
        head: ['strategy', 'median', 'most'],
        rows: [...byStrategy].map(([key, times]) => [key, n(median(times)), n(Math.max(...times))]),
      },
      {
        title: 'Once per transcript, after counting, ms',
        head: ['what', 'time'],
        rows: [
          ['structure and priorities', n(preparing.clock)],
          ['the first comparison', n(signals.clock)],
          [`its longest row (${longest.key})`, n(longest.ms)],
          ['all, processor time', n(busy)],
        ],
      },
    ],
    goals: [
      atMost('target step in the engine, summaries written before', median(cached), STEP_GOAL),
      atMost('signals once, after counting, processor time', busy, SIGNALS_GOAL, 'ms', ''),
      atMost('the longest row of a first comparison', longest.ms, LONGEST_GOAL, 'ms', ''),
    ],
  };
}
