/**
 * What each optimisation of more than a few lines gains: the same work with it and without it. Without it = the bundle is built with the
 * source text changed, so the code itself knows no switch. Results are compared, and the processor's time counts, because it says
 * something on a busy machine too.
 */
import { createHash } from 'node:crypto';
import { collectGarbage, median, n, show, used } from '../bench/figures.mjs';
import { load } from '../scripts/load.mjs';
import { makeTranscript } from '../bench/material.mjs';

const MESSAGES = 400;
const BYTES = 2000;
const ROUNDS = 3;
const TARGETS = [0.3, 0.5];
/** A model whose provider takes no thinking back before which something has changed. */
const BINDS_THINKING = 'claude-opus-5-5';

const STANDING = 'src/engine/measures/run/losses.ts';
const CUTS = 'src/engine/truncation/truncation.ts';
const RULES = 'src/engine/measures/shared/measure-rules.ts';

/** name, the work that it is for, and how the source reads without it. */
const OPTIMISATIONS = [
  { name: 'the ladder of cuts: gaps of thousands of cuts as numbers', work: 'losses', off: [[CUTS, 'const at = this.at[i]!;', 'const at = -1;']] },
  {
    name: 'Edits.gaps: edits tell what they take out',
    work: 'losses',
    off: [
      [STANDING, 'fate !== OFFLOAD) || plan.edits.gaps?.(i, () => undefined)) continue;', 'fate !== OFFLOAD)) continue;'],
      [STANDING, 'fate !== KEEP && !edits.gaps?.(i, cutOut)', 'fate !== KEEP'],
    ],
    // What was cut out is then found by comparing texts, which may come to another place where both sides of a cut are alike.
    mayDiffer: true,
  },
  {
    name: 'Edits.keepsShape: checks need not build the edits',
    work: 'compare',
    off: [
      ['src/engine/strategies/cutting/shared/cutting-plan.ts', 'keepsShape: true,', ''],
      ['src/engine/strategies/selective/shared/rules.ts', 'keepsShape: true,', ''],
      ['src/engine/strategies/selective/offload.ts', ', keepsShape: true', ''],
    ],
  },
  {
    name: 'Edits.bare: thinking that a repair took out is known',
    work: 'bound',
    off: [['src/engine/measures/request.ts', ' || plan.edits.bare?.(i)', '']],
  },
  { name: 'rules of validity go on from a known state', work: 'compare', off: [[RULES, 'if (to > shape && ', 'if (shape < 0 && ']] },
  {
    name: 'rounds of decay know what was cut out',
    work: 'decay',
    off: [['src/engine/decay/decay-rounds.ts', 'rememberCuts(map, context, result, left.messages);', '']],
    mayDiffer: true,
  },
];

const digestOf = (value) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, inner) => (ArrayBuffer.isView(inner) ? Array.from(inner) : inner)))
    .digest('hex');

/** Runs all works over one bundle; by work: median CPU milliseconds of a round, and a digest of the results. */
async function worksOf(changes, wanted) {
  const engine = await load('research/engine.ts', changes);
  const tokenizer = await engine.loadTokenizer('o200k_base');
  const transcript = makeTranscript(engine, MESSAGES, BYTES);
  const prepared = engine.prepare(transcript, engine.countTranscript(transcript, tokenizer), engine.DEFAULT_SIGNALS);
  const summarizer = engine.createBuiltIn();
  const rows = engine.strategies.filter((s) => !s.onDemand).map(({ id }) => ({ key: id, strategy: id, params: {} }));
  const options = (target, rules, model) => ({
    window: 1_000_000,
    target,
    own: false,
    weight: 0.6,
    seed: 1,
    rules,
    summarizer,
    ...(model && { model }),
  });
  const compared = (target, rules = 'openai-chat', model = undefined) => engine.compareAll(prepared, rows, options(target, rules, model));
  engine.lossMaps(prepared.transcript);
  // Everything is written, cut and read before the rounds begin.
  for (const target of TARGETS) await compared(target);
  const found = {};
  const round = async (work, run) => {
    if (!wanted.includes(work)) return;
    const times = [];
    let results;
    for (let k = 0; k <= ROUNDS; k++) {
      collectGarbage();
      const { cpu } = await used(async () => {
        results = await run();
      });
      if (k > 0) times.push(cpu);
    }
    found[work] = { times, digest: digestOf(results) };
  };
  const steps = (rules, model) => async () => {
    const all = [];
    for (const target of TARGETS) for (const { key, measures } of await compared(target, rules, model)) all.push([target, key, measures]);
    return all;
  };
  await round('compare', steps('openai-chat'));
  await round('bound', steps('anthropic', BINDS_THINKING));
  await round('losses', async () => {
    const all = [];
    for (const target of TARGETS)
      for (const { key, result } of await compared(target)) if (result) all.push([target, key, engine.lossValues(prepared, result)]);
    return all;
  });
  await round('decay', async () => {
    const all = [];
    for (const row of rows) all.push(await engine.decayNow(prepared, row, options(0.5, 'openai-chat')));
    return all;
  });
  return Object.fromEntries(Object.entries(found).map(([work, { times, digest }]) => [work, { cpu: median(times), digest }]));
}

const WORKS = {
  compare: `${TARGETS.length} slider steps of all strategies`,
  bound: `${TARGETS.length} slider steps, a model that binds its thinking`,
  losses: `measures of loss at ${TARGETS.length} slider steps`,
  decay: 'decay of all strategies',
};

async function optimisations() {
  const all = await worksOf([], Object.keys(WORKS));
  const rows = [];
  for (const { name, work, off, mayDiffer = false } of OPTIMISATIONS) {
    const without = await worksOf(off, [work]);
    const [on, gone] = [all[work], without[work]];
    const same = on.digest === gone.digest;
    if (!same && !mayDiffer) throw new Error(`${name}: other results without it`);
    rows.push([name, WORKS[work], n(on.cpu), n(gone.cpu), `${(gone.cpu / on.cpu).toFixed(2)} ×`, same ? 'equal' : 'differ']);
  }
  return {
    tables: [
      {
        title: `What optimisations gain: ${n(MESSAGES)} messages of ${n(BYTES)} characters, ms of the processor`,
        head: ['optimisation', 'work', 'with', 'without', 'ratio', 'results'],
        rows,
      },
    ],
    goals: [],
  };
}

show(await optimisations());
