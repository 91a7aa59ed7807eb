/**
 * Many sessions: threads of `map` against one, the cost of 1,000 sessions, and growth from 10 to 2,000 sessions. The sessions are the shared
 * conversations (the samples where there are none) again and again, each time with other names, so that none is known.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from '../scripts/setup.mjs';
import { goal, n } from './figures.mjs';

const SIZES = [10, 100, 500, 2000];
/** Threads are compared over so many: of few, compiling the code, which each thread does once, is most of the time. */
const POOLED = 500;
/** Time per session of the largest set against that of 100, start-up left out. */
const MOST = 1.3;
/** Of a set that fits no row of one file: only what all files can have. */
const STRATEGIES = 'oldest-removal,summary,fact-ledger';
/** Larger files would hide what a session costs behind what one file does. */
const LARGEST = 100_000;

/** Texts of transcripts, and how each becomes another one: other bytes, other names of its session. */
function sources() {
  const shared = path.join(process.env.SHARED_DIR ?? path.resolve(root, '../shared'), 'data');
  const manifest = path.join(shared, 'MANIFEST.json');
  const samples = path.join(root, 'fixtures/samples');
  const files = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
        .filter(({ bytes, conversations, messages, format }) => bytes < LARGEST && conversations === 1 && messages > 3 && KNOWN.has(format))
        .map(({ file }) => path.join(shared, file))
    : readdirSync(samples).flatMap((name) => (name === 'index.json' ? [] : [path.join(samples, name)]));
  return files.filter((file) => statSync(file).size < LARGEST).map((file) => ({ name: path.basename(file), text: readFileSync(file, 'utf8') }));
}
const KNOWN = new Set(['openai-chat', 'anthropic-messages', 'claude-code', 'codex-rollout', 'pi', 'tau-bench']);

/** Another session: `main` in names of branches, files and functions gets the number of the copy. */
const copied = (text, k) => `${text.replaceAll('main', `main${k}`)}\n`;

function run(list, jobs, out) {
  return new Promise((resolve, reject) => {
    const args = [path.join(root, 'scripts/cli.mjs'), 'map', '--strategies', STRATEGIES, '--jobs', String(jobs)];
    const began = performance.now();
    const child = spawn('sh', ['-c', `"$0" "$@" < '${list}' > '${out}'; code=$?; times > '${out}.times'; exit $code`, process.execPath, ...args], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(child.pid));
    }, 200);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code !== 0) reject(new Error(`map ended with ${code}`));
      else resolve({ ms: performance.now() - began, cpu: processorTime(`${out}.times`), peak });
    });
  });
}

/** Milliseconds of the processor that the children of a shell used: its `times` says so in its second line. */
function processorTime(file) {
  const [, children] = readFileSync(file, 'utf8').split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds), 0);
}

/** MB of the program below a shell, where the system tells. */
function memoryOf(pid) {
  try {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child || pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export async function map() {
  ensureBuild('library');
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-map-'));
  try {
    const texts = sources();
    const files = Array.from({ length: SIZES.at(-1) }, (_, k) => {
      const { name, text } = texts[k % texts.length];
      const file = path.join(folder, `${k}-${name}`);
      writeFileSync(file, copied(text, k));
      return file;
    });
    const list = path.join(folder, 'names');
    const out = path.join(folder, 'out.jsonl');
    const cores = availableParallelism();
    const at = async (size, jobs) => {
      writeFileSync(list, `${files.slice(0, size).join('\n')}\n`);
      const ran = await run(list, jobs, out);
      const lines = readFileSync(out, 'utf8').trim().split('\n');
      const results = lines.filter((line) => line.startsWith('{"kind":"result"'));
      if (new Set(results.map((line) => JSON.parse(line).session)).size < 0.95 * size) throw new Error(`${size} sessions were not read`);
      return { ...ran, lines: results.length };
    };
    const start = await at(1, 1);
    const one = await at(POOLED, 1);
    const grown = [];
    for (const size of SIZES) grown.push({ size, ...(await at(size, cores)) });
    // Of the processor: on a busy machine the wall clock means little. Start-up of the program is the same for any size.
    const perSession = ({ cpu, size }) => Math.max(0, cpu - start.cpu) / size;
    const all = grown.find(({ size }) => size === POOLED);
    const gain = (one.ms - start.ms) / (all.ms - start.ms);
    const growth = perSession(grown.at(-1)) / perSession(grown.find(({ size }) => size === 100));
    const memory = grown.at(-1).peak / grown.find(({ size }) => size === 100).peak;
    return {
      tables: [
        {
          title: `Sets: ${texts.length} conversations again with other names, ${STRATEGIES}, ${cores} threads (start-up ${n(start.cpu)} ms)`,
          head: ['sessions', 'clock, ms', 'processor, ms', 'ms per session', 'lines', 'peak MB'],
          rows: grown.map((one) => [n(one.size), n(one.ms), n(one.cpu), n(perSession(one)), n(one.lines), n(one.peak)]),
          note: `1,000 sessions: ${n(perSession(grown.at(-1)))} s of one processor. ${n(POOLED)} sessions, clock and processor: one thread ${n(one.ms)} and ${n(one.cpu)} ms, ${cores} threads ${n(all.ms)} and ${n(all.cpu)} ms.`,
        },
      ],
      goals: [
        goal(`growth of the time per session, 100 to ${n(SIZES.at(-1))} sessions`, growth, `≤ ${MOST} ×`, growth <= MOST),
        goal(`memory of ${n(SIZES.at(-1))} sessions against 100`, memory, '≤ 1.5 ×', memory <= 1.5),
        goal(`${cores} threads against one, ${n(POOLED)} sessions, start-up left out`, gain, `≥ ${(0.7 * cores).toFixed(1)} ×`, gain >= 0.7 * cores),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
