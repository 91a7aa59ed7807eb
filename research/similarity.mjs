/**
 * Similarity signals over 10,000 messages of about 5 KB, of which the first 4,000 characters are read: their time, and the longest slice
 * that blocks a worker.
 */
import { collectGarbage, goal, median, n, show, timed } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript } from '../bench/material.mjs';

const MESSAGES = 10_000;
const BYTES = 5000;
const RUNS = 3;
/** Part of the four seconds that all signals may take in the background (docs/performance.md#goals). */
const ALL_GOAL = 2000;
const QUERY_GOAL = 1;

async function similarity() {
  const engine = await load('research/engine.ts');
  const chars = await engine.loadTokenizer('chars4');
  const parts = [
    ['inverted index', engine.termIndex],
    ['neighbour graph', engine.neighbours],
    ['clusters on it', engine.clusters],
    ['TextTiling', engine.topicDepths],
  ];
  const measured = new Map(parts.map(([name]) => [name, []]));
  const queries = [];
  let terms = 0;
  for (let k = 0; k < RUNS; k++) {
    const transcript = makeTranscript(engine, MESSAGES, BYTES);
    // Needed by every row: structure, and with it the first pass over the messages.
    engine.prepare(transcript, engine.countTranscript(transcript, chars), engine.DEFAULT_SIGNALS);
    collectGarbage();
    for (const [name, make] of parts) measured.get(name).push(await timed(() => make(transcript)));
    const index = engine.termIndex(transcript);
    terms = index.idf.length;
    for (let q = 0; q < 50; q++) {
      const units = [index.n - 1 - 17 * q, index.n - 2 - 17 * q];
      queries.push(await timed(() => engine.scores(index, engine.queryOf(index, units, [1, 1], 'bm25'))));
    }
  }
  const rows = [...measured].map(([name, runs]) => ({
    name,
    ms: median(runs),
  }));
  const all = rows.reduce((sum, { ms }) => sum + ms, 0);
  const query = median(queries);
  return {
    tables: [
      {
        title: `Similarity: ${n(MESSAGES)} messages, ${n(terms)} terms, ms`,
        head: ['what', 'time'],
        rows: [...rows.map((r) => [r.name, n(r.ms)]), ['a query (64 terms)', n(query)]],
      },
    ],
    goals: [
      goal('similarity, all of it', all, `≤ ${n(ALL_GOAL)} ms`, all <= ALL_GOAL),
      goal('a query', query, `median ≤ ${QUERY_GOAL} ms`, query <= QUERY_GOAL),
    ],
  };
}

show(await similarity());
