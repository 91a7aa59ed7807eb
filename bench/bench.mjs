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
  counting: async () => (await import('./counting.mjs')).counting(),
  slider: async () => (await import('./slider.mjs')).slider(),
  measures: async () => (await import('./measures.mjs')).measures(),
  reading: async () => (await import('./reading.mjs')).reading(),
  map: async () => (await import('./terminal.mjs')).map(),
  recall: async () => (await import('./measures.mjs')).recall(),
  answer: async () => (await import('./terminal.mjs')).answer(),
  replay: async () => (await import('./replay.mjs')).replay(),
  set: async () => (await import('./sets.mjs')).set(),
  pool: async () => (await import('./sets.mjs')).pool(),
  page: async () => (await import('./page.mjs')).page(),
  terminal: async () => (await import('./terminal.mjs')).terminal(),
};

/** Runs a part in its own process; resolves to its figures or to the reason why there are none. */
function measure(name) {
  return new Promise((resolve) => {
    const child = fork(import.meta.filename, [], {
      env: { ...process.env, BENCH_PART: name },
      execArgv: ['--max-old-space-size=6144'],
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
  const { printGoals, printTable } = await import('./figures.mjs');
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
  if (json) console.log(JSON.stringify({ machine, parts, goals }, null, 2));
  else printGoals(goals);
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
