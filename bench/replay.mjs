/**
 * Replay: 10,000 requests under all strategies but those of products, a window of 200,000 tokens that fills again and again. The first run
 * writes every summary; a run with free summaries shows the remaining cost; a run with the same settings finds its compactions again (the
 * cost of a changed price, warning level or caching rule).
 */
import { atMost, collectGarbage, median, n, used } from './figures.mjs';
import { load } from '../scripts/load.mjs';
import { everyRow, makeTranscript, preparedOf } from './material.mjs';

const REQUESTS = 10_000;
const BYTES = 2000;
const GOAL = 500;
const SIZES = [2500, REQUESTS];
const MEMORY = 1.5;
const PRICES = { currency: 'USD', input: 3e-6, cacheRead: 3e-7, cacheWrite: 3.75e-6, output: 15e-6 };

/** A summariser that costs nothing, so that everything else is timed. */
const writesNothing = () => ({
  id: 'nothing',
  title: 'nothing',
  summarize: () => ({ ok: true, text: 'What was said so far, in short.', tokens: 8, spans: [], masked: 0, summarizer: 'nothing', ms: 0 }),
});

export async function replay() {
  const engine = await load('bench/engine.ts');
  const tokenizer = await engine.loadTokenizer('o200k_base');
  // About two messages per request in the samples.
  const whole = makeTranscript(engine, Math.round(REQUESTS * 2.6), BYTES);
  const upTo = (requests) => {
    let seen = 0;
    const end = whole.messages.findIndex(({ role }) => role === 'assistant' && ++seen > requests);
    return { ...whole, messages: end < 0 ? whole.messages : whole.messages.slice(0, end) };
  };
  const rows = everyRow(engine, ({ preset }) => preset === undefined);
  const options = (summarizer, changes = {}) => ({
    window: 200_000,
    trigger: { triggers: [{ kind: 'ratio', share: 0.8 }], combine: 'any' },
    target: 0.5,
    own: false,
    weight: 0.6,
    seed: 1,
    summarizer,
    warning: 0.7,
    cooldown: 0,
    answer: null,
    caching: 'anthropic',
    prices: PRICES,
    now: () => performance.now(),
    ...changes,
  });

  const growth = [];
  const perRequest = [];
  let figures;
  for (const size of SIZES) {
    const base = preparedOf(engine, tokenizer, upTo(size));
    const summarizer = engine.createBuiltIn();
    let result;
    const run = (by, changes) => () => {
      result = engine.replayNow(base, rows, options(by, changes));
    };
    collectGarbage();
    const heap = process.memoryUsage().heapUsed;
    const first = await used(run(summarizer));
    collectGarbage();
    const held = process.memoryUsage().heapUsed - heap;
    // Everything read from messages is remembered by now, so planning, applying and verifying remain.
    const nothing = await used(run(writesNothing()));
    const remembered = [];
    for (let k = 0; k < 7; k++) remembered.push(await used(run(summarizer, { warning: 0.5 + k / 20 })));
    const compactions = result.series.reduce((sum, { monitoring }) => sum + monitoring.compactions, 0);
    const times = result.requests * rows.length;
    const figure = {
      requests: result.requests,
      messages: base.n,
      compactions,
      held,
      first,
      nothing,
      remembered: { clock: median(remembered.map(({ clock }) => clock)), cpu: median(remembered.map(({ cpu }) => cpu)) },
    };
    growth.push([
      n(result.requests),
      n(base.n),
      n(compactions),
      ...['first', 'nothing', 'remembered'].map((key) => `${n(figure[key].clock)} / ${n(figure[key].cpu)}`),
      n((figure.remembered.cpu / times) * 1e6),
      n(held / 1e6),
    ]);
    perRequest.push(held / result.requests);
    figures = figure;
  }
  return {
    tables: [
      {
        title: `Replay: ${rows.length} strategies, messages of ${n(BYTES)} characters, window 200,000, ratio 0.8, target 0.5; ms by the clock / of the processor`,
        head: [
          'requests',
          'messages',
          'compactions',
          'first run',
          'new compactions, summaries for nothing',
          'the same again',
          'ns of the processor per request and row',
          'MB held after the first run',
        ],
        rows: growth,
      },
    ],
    goals: [
      atMost('replay, compactions and summaries remembered', figures.remembered.clock, GOAL),
      // Storing the contexts of every request of every row would grow with requests × messages: four times as much per request here.
      atMost('replay, memory held per request, 2,500 to 10,000 requests', perRequest.at(-1) / perRequest[0], MEMORY, '×', ''),
      atMost('replay, new compactions, summaries for nothing', figures.nothing.clock, GOAL, 'ms', ''),
    ],
  };
}
