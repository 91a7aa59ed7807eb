/**
 * What every product costs on a long conversation: they are rows of the table, and follow its slider together. Processor time of a call on
 * messages that were compacted before, as at every step of the slider after the first.
 */
import { collectGarbage, goal, median, n, show, used } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript } from '../bench/material.mjs';

const MESSAGES = 10_000;
const BYTES = 5000;
const WINDOW = 200_000;
const CALLS = 15;
const EACH_GOAL = 3;
const ALL_GOAL = 100;

async function products() {
  const engine = await load('research/engine.ts');
  const { messages } = engine.chatOf(makeTranscript(engine, MESSAGES, BYTES).messages);
  const found = [];
  for (const product of engine.PRODUCTS) {
    const params = { ...product.defaults, ...product.row };
    const call = () => product.compact(messages, params, WINDOW);
    collectGarbage();
    const first = (await used(call)).cpu;
    const times = [];
    for (let k = 0; k < CALLS; k++) times.push((await used(call)).cpu);
    found.push({ id: product.id, first, again: median(times) });
  }
  found.sort((a, b) => b.again - a.again);
  const all = found.reduce((sum, { again }) => sum + again, 0);
  const [dearest] = found;
  return {
    tables: [
      {
        title: `Each product on ${n(messages.length)} messages, ms of the processor`,
        head: ['product', 'first call', 'again, median'],
        rows: found.map(({ id, first, again }) => [id, n(first), n(again)]),
      },
    ],
    goals: [
      goal(`dearest product (${dearest.id}), 10,000 messages, again`, dearest.again, `≤ ${EACH_GOAL} ms`, dearest.again <= EACH_GOAL),
      goal(`all ${found.length} products together, 10,000 messages, again`, all, `≤ ${ALL_GOAL} ms`, all <= ALL_GOAL),
    ],
  };
}

show(await products());
