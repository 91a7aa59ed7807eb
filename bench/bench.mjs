/**
 * `npm run bench`: every hot path in one run, in the engine and in a browser, with the goals and whether they are met.
 * `-- NAME …` runs only the named parts; `-- --json` prints the figures as JSON and everything else on standard error.
 * Exits with 1 only where a figure is past its hard limit or a part could not be measured; a missed goal is shown, not fatal.
 *
 * Only ratios within a run carry over from one machine to another. Each part runs in a process of its own, one after the
 * other, so that no part inherits the heap or the compiled code of another.
 */
import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { ensurePackages } from '../scripts/setup.mjs';

/** name → its module and function, in report order. */
const PARTS = {
  counting: async () => countingPart(await import('./counting.mjs')),
  slider: async () => (await import('./slider.mjs')).slider(),
  products: async () => (await import('./products.mjs')).products(),
  peers: async () => (await import('./peers.mjs')).peers(),
  measures: async () => (await import('./measures.mjs')).measures(),
  summaries: async () => summariesPart(await import('./summaries.mjs')),
  similarity: async () => (await import('./similarity.mjs')).similarity(),
  growth: async () => (await import('./growth.mjs')).growth(),
  reading: async () => (await import('./reading.mjs')).reading(),
  map: async () => (await import('./map.mjs')).map(),
  recall: async () => (await import('./recall.mjs')).recall(),
  replay: async () => (await import('./replay.mjs')).replay(),
  optimisations: async () => (await import('./optimisations.mjs')).optimisations(),
  diff: async () => (await import('./diffs.mjs')).diffs(),
  set: async () => (await import('./sets.mjs')).set(),
  pool: async () => (await import('./sets.mjs')).pool(),
  page: async () => (await import('./page.mjs')).page(),
  terminal: async () => (await import('./terminal.mjs')).terminal(),
  'page-counting': async () => (await import('./page-counting.mjs')).pageCounting(),
};

/** The counting benchmark also runs alone, with a report of its own; here its figures become tables and goals like the others. */
async function countingPart({ counting }) {
  const { goal, n } = await import('./figures.mjs');
  const { throughput, unbroken, loadMs } = await counting();
  const pair = ({ cold, warm }) => `${n(cold)} / ${n(warm)}`;
  const slowest = unbroken.reduce((a, b) => (b.ms > a.ms ? b : a));
  const steepest = unbroken.reduce((a, b) => (b.growth > a.growth ? b : a));
  return {
    tables: [
      {
        title: `Counting in the engine, o200k_base, messages of 5 KB, MB/s cold / warm (ranks loaded in ${n(loadMs)} ms)`,
        head: ['corpus', 'ours', 'gpt-tokenizer', 'tiktoken', '× gpt', '× tiktoken', 'tokens'],
        rows: throughput.map((r) => [
          r.corpus,
          pair(r.speeds.ours),
          pair(r.speeds['gpt-tokenizer']),
          n(r.speeds.tiktoken.cold),
          n(r.overGpt),
          n(r.overTiktoken),
          r.equal ? 'equal' : 'DIFFERENT',
        ]),
      },
      {
        title: 'Unbroken runs, ms',
        head: ['kind', '200,000', '400,000', 'growth'],
        rows: unbroken.map((r) => [r.kind, n(r.ms), n(r.msTwice), r.growth.toFixed(2)]),
      },
    ],
    goals: [
      ...throughput
        .filter((r) => r.goal)
        .flatMap((r) => [
          goal(`counting ${r.corpus}, cold, against gpt-tokenizer`, r.overGpt, '≥ 2 ×', r.equal && r.overGpt >= 2),
          goal(`counting ${r.corpus}, cold, against tiktoken`, r.overTiktoken, '≥ 3 ×', r.equal && r.overTiktoken >= 3),
        ]),
      goal(`unbroken run of 200,000 characters (slowest: ${slowest.kind})`, slowest.ms, '< 1,000 ms', slowest.ms < 1000),
      goal(`twice the length (steepest: ${steepest.kind})`, steepest.growth, '≤ 2.5 × the time', steepest.growth <= 2.5),
    ],
  };
}

/** As countingPart: what summaries keep is shown, their speed is judged. */
async function summariesPart({ summaries, GOAL_RANGE, GOAL_STEP }) {
  const { goal, n } = await import('./figures.mjs');
  const { kept, times } = await summaries();
  return {
    tables: [
      {
        title: 'Summaries: facts of a real summary that ours keeps, from the same messages at the same length',
        head: ['session', 'messages', 'tokens', 'ours', 'facts kept', 'share'],
        rows: kept.map((r) => [
          r.file,
          r.members,
          n(r.tokens),
          n(r.ourTokens),
          `${r.kept} of ${r.wanted}`,
          `${Math.round((100 * r.kept) / r.wanted)} %`,
        ]),
      },
      {
        title: `Summaries: writing, ${times.file} repeated to ${n(times.tokens)} tokens, ms`,
        head: ['what', 'time'],
        rows: [
          ['first summary, every message read', n(times.first)],
          ['a new range of about all messages', n(times.range)],
          [`slider step with ${n(times.written)} new summaries`, n(times.step)],
        ],
      },
    ],
    goals: [
      goal('a new summary of about 10,000 messages', times.range, `median ≤ ${GOAL_RANGE} ms`, times.range <= GOAL_RANGE),
      goal('slider step with new summaries, real session repeated', times.step, `median ≤ ${GOAL_STEP} ms`, times.step <= GOAL_STEP),
    ],
  };
}

/** Runs a part in its own process; resolves to its figures or to the reason why there are none. */
function measure(name) {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [], {
      env: { ...process.env, BENCH_PART: name },
      execArgv: ['--expose-gc', '--max-old-space-size=6144'],
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let answer = { error: 'it ended without figures' };
    child.on('message', (message) => {
      answer = message;
    });
    child.on('close', () => resolve(answer));
  });
}

async function report(wanted, json) {
  const { n, printTable } = await import('./figures.mjs');
  const say = json ? console.error : console.log;
  const machine = { node: process.version, cpus: cpus().length, cpu: cpus()[0]?.model ?? '', platform: process.platform };
  say(`${machine.cpus} × ${machine.cpu.trim()}, Node ${machine.node}; load ${loadavg()[0].toFixed(1)} at the start`);
  const parts = {};
  for (const name of wanted) {
    say(`\n== ${name}`);
    const started = performance.now();
    const load = loadavg()[0];
    const figures = await measure(name);
    parts[name] = { ...figures, load, seconds: (performance.now() - started) / 1000 };
    if (figures.error) say(`could not be measured: ${figures.error}`);
    else if (!json) for (const table of figures.tables) printTable(table);
  }
  const goals = Object.entries(parts).flatMap(([part, { goals: list, error }]) =>
    list ? list.map((g) => ({ part, ...g })) : [{ part, name: 'measured at all', value: null, goal: error, pass: false, hard: true }],
  );
  const notMeasured = Object.values(parts).flatMap((part) => part.notMeasured ?? []);
  if (json) console.log(JSON.stringify({ machine, parts, goals, notMeasured }, null, 2));
  else {
    const rows = goals.map((g) => [g.name, n(g.value), g.goal, g.pass ? 'pass' : g.hard ? 'FAIL (hard)' : 'MISS']);
    printTable({ title: 'Goals', head: ['what', 'measured', 'goal', ''], rows });
    for (const line of notMeasured) console.log(`not measured: ${line}`);
  }
  say(`\n${goals.filter((g) => g.pass).length} of ${goals.length} goals met; load ${loadavg()[0].toFixed(1)} at the end.`);
  return goals.every((g) => g.pass || !g.hard);
}

if (process.env.BENCH_PART) {
  // A part: sends its figures to the parent process.
  let answer;
  try {
    answer = await PARTS[process.env.BENCH_PART]();
  } catch (error) {
    answer = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  process.send(answer, () => process.exit(0));
} else {
  ensurePackages();
  const names = process.argv.slice(2).filter((argument) => argument !== '--json');
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown) {
    console.error(`There is no part "${unknown}". Parts: ${Object.keys(PARTS).join(', ')}. Option: --json.`);
    process.exit(2);
  }
  const fine = await report(names.length > 0 ? names : Object.keys(PARTS), process.argv.includes('--json'));
  process.exitCode = fine ? 0 : 1;
}
