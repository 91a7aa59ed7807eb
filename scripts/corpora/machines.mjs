/** What the check of corpora starts and stops: only its own processes, in a temporary folder. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const started = new Set();

/** A process that goes on until `stop`; its output goes to a log. */
export function start(command, args, { env = {}, log } = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'] });
  child.on('error', () => {});
  started.add(child);
  child.on('exit', () => started.delete(child));
  return child;
}

/** Ends every process that is still running, and what it started. */
export function stopAll() {
  for (const child of started) for (const pid of [...descendants(child.pid), child.pid]) kill(pid);
}

export function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Processes below one, by /proc. */
export function descendants(pid) {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      return [{ pid: Number(name), parent: Number(parent) }];
    } catch {
      return [];
    }
  });
  const found = [];
  for (let next = [pid]; next.length > 0; ) {
    next = parents.filter(({ parent }) => next.includes(parent)).map((one) => one.pid);
    found.push(...next);
  }
  return found;
}

/** Runs to the end. */
export function run(command, args, { env = {}, input, seconds = 240, cwd } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } });
    started.add(child);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].on('data', (text) => (texts[name] += text));
    const timer = setTimeout(() => kill(child.pid), 1000 * seconds);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      started.delete(child);
      resolve({ status, ...texts });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
  });
}

export const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** A free port of this machine. */
export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for something to be true; rejects with its name after some seconds. */
export async function until(name, test, seconds = 60) {
  for (const end = Date.now() + 1000 * seconds; Date.now() < end; await pause(100)) if (await test()) return;
  throw new Error(`waited ${seconds} s for ${name}`);
}

export const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
