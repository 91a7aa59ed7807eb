/** What the checks of the terminal program share: the list they enter, the program in a process or a thread, files. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ensureBuild, root } from '../setup.mjs';

ensureBuild('library');
export const samples = path.join(root, 'fixtures/samples');
export const shared = process.env.SHARED_DIR ?? path.resolve(root, '../shared');
export const work = mkdtempSync(path.join(tmpdir(), 'terminal-'));
let passed = 0;
let failed = 0;
let skipped = 0;

/** Part of the names of the checks that are to run. */
const wanted = process.argv[2] ?? '';

/** `check` enters a check of every day, `deep` one of `npm run test:deep`. */
function entering(list) {
  const check = (name, test) => void (name.includes(wanted) && list.push({ name, test }));
  return { check, deep: process.env.DEEP === '1' ? check : () => {} };
}
/** Independent checks run in parallel, as many as there are processors. */
const apart = [];
export const { check, deep } = entering(apart);
/** Checks that inspect what the shared model server received run one after the other (they mostly wait), in parallel with the rest. */
const waiting = [];
export const inTurn = entering(waiting);

/** Says that something was not checked, and why. */
export function skip(reason) {
  skipped++;
  console.log(reason);
}

async function runAll(list) {
  for (let next = list.shift(); next; next = list.shift()) {
    try {
      await next.test();
      passed++;
    } catch (error) {
      failed++;
      console.error(`✗ ${next.name}\n  ${String(error.message).split('\n').slice(0, 12).join('\n  ')}`);
    }
  }
}

/** English output, whatever the language of the terminal. */
export const ENGLISH = { ...process.env, LC_ALL: 'C' };

/** Runs a program to its end. */
export function run(command, args, { input, env = ENGLISH } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env });
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text) => (texts[name] += text));
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...texts }));
    // A program that ends without reading its input is fine.
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
  });
}
/** Runs a command as the README says. */
export const npm = (command, args, input) => run('npm', ['run', '-s', command, '--', ...args], { input });

/** Threads with the program that wait for work. */
const idle = [];
/**
 * The same program in a thread that has run it before: no start-up, no cold code. `interruptAt`: Ctrl C comes as soon as what it has printed,
 * as on a terminal, matches this.
 */
export async function cli(command, args, input, { env = ENGLISH, interruptAt } = {}) {
  const host = idle.pop() ?? new Worker(new URL('./host.mjs', import.meta.url));
  const ended = new AbortController();
  try {
    host.postMessage({ argv: [command, ...args], input, env, interruptAt });
    const exit = once(host, 'exit', ended).then(([code]) => assert.fail(`the program ended its thread with ${code}`));
    const [done] = await Promise.race([once(host, 'message', ended), exit]);
    idle.push(host);
    return done;
  } finally {
    ended.abort();
  }
}

/** Output of the program itself, without that of the set-up (a build because a source changed). */
export const lines = (stderr) =>
  stderr
    .trimEnd()
    .split('\n')
    .filter((l) => l !== '' && !l.startsWith('[setup]') && !l.endsWith(' …'));

export const index = JSON.parse(readFileSync(path.join(samples, 'index.json'), 'utf8'));
export const first = path.join(samples, index[0].file);
/** For what any transcript shows. */
export const short = path.join(samples, 'pasted-log.json');
/** Runs all checks; their counts go to .cache/terminal.json for `npm test`. */
export async function finish() {
  await Promise.all([runAll(waiting), ...Array.from({ length: Math.max(2, availableParallelism()) }, () => runAll(apart))]);
  await Promise.all(idle.map((host) => host.terminate()));
  rmSync(work, { recursive: true, force: true });
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  writeFileSync(path.join(root, '.cache/terminal.json'), JSON.stringify({ passed, failed, skipped }));
  console.log(`terminal: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  return failed;
}
