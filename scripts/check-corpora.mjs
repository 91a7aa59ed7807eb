/**
 * Whole runs under the engines of docs/corpora.md, each with a worker that is killed in the middle: the lines have to be those of a plain run.
 * Runs what is installed and says what it skips; as root on Debian it installs what is missing. `npm run nightly` runs it.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { ensureBuild, root } from './setup.mjs';
import { descendants, freePort, has, kill, listens, run, start, stopAll, until } from './corpora/machines.mjs';

// A check that is ended early leaves no daemon behind.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    stopAll();
    process.exit(1);
  });

ensureBuild('library');
const MAP = `${process.execPath} ${path.join(root, 'scripts/cli.mjs')} map`;
const OPTIONS = ['--strategies', 'oldest-removal,summary,fact-ledger', '--lang', 'en'];
const work = mkdtempSync(path.join(tmpdir(), 'corpora-'));
const results = { passed: 0, failed: 0, skipped: 0 };
const samples = path.join(root, 'fixtures/samples');
const isRoot = userInfo().uid === 0;

/** Installs packages where that is allowed; whether the programs are there then. */
function ensure(programs, packages) {
  const lacking = () => programs.filter((program) => !has(program));
  if (lacking().length > 0 && isRoot && has('apt-get')) {
    console.log(`[corpora] installing ${packages.join(', ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, stdio: 'ignore' });
  }
  return lacking();
}

/** The samples again and again, each time other bytes: other sessions. One file is none. */
function corpus(copies) {
  const folder = path.join(work, 'corpus');
  mkdirSync(folder);
  const names = readdirSync(samples).filter((name) => name !== 'index.json');
  const files = Array.from({ length: copies }, (_, k) =>
    names.map((name) => {
      const file = path.join(folder, `${k} ${name}`);
      writeFileSync(file, `${readFileSync(path.join(samples, name), 'utf8')}${'\n'.repeat(k + 1)}`);
      return file;
    }),
  ).flat();
  const bad = path.join(folder, 'no transcript.json');
  writeFileSync(bad, '{"a": [1,');
  const list = path.join(work, 'names');
  writeFileSync(list, `${[...files, bad].join('\n')}\n`);
  return { list, sessions: files.length };
}

/** Lines in an order of their own, each once: a job that ran again may have told some twice. */
const sorted = (text) => [...new Set(text.split('\n').filter(Boolean))].sort();
const linesIn = (file) => {
  try {
    return readFileSync(file, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
};

async function check(name, lacking, test) {
  if (lacking.length > 0) {
    results.skipped++;
    console.log(`[corpora] ${name}: skipped, ${lacking.join(', ')} not installed`);
    return;
  }
  const began = Date.now();
  try {
    await test();
    results.passed++;
    console.log(`[corpora] ✓ ${name} (${((Date.now() - began) / 1000).toFixed(0)} s)`);
  } catch (error) {
    results.failed++;
    console.error(`[corpora] ✗ ${name}\n  ${String(error.stack).split('\n').slice(0, 12).join('\n  ')}`);
  } finally {
    stopAll();
  }
}

const { list, sessions } = corpus(3);
const [command, ...args] = MAP.split(' ');
const plain = await run(command, [...args, ...OPTIONS, '--jobs', '1'], { input: readFileSync(list) });
const expected = sorted(plain.stdout);
function same(text) {
  const found = sorted(text);
  const without = (lines, others) => lines.filter((line) => !others.includes(line)).map((line) => line.slice(0, 160));
  assert.deepEqual({ lacking: without(expected, found), others: without(found, expected) }, { lacking: [], others: [] });
}

await check('a plain run has a line per session and row, and one for the file that is none', [], async () => {
  assert.equal(plain.status, 0, plain.stderr);
  assert.equal(expected.length, 3 * sessions + 1);
  const more = await run(command, [...args, ...OPTIONS, '--jobs', '3'], { input: readFileSync(list) });
  assert.equal(more.stdout, plain.stdout, 'three threads give the same bytes in the same order');
});

await check('a run that is killed goes on with --done: the file has the same lines', [], async () => {
  const file = path.join(work, 'killed.jsonl');
  const half = plain.stdout.slice(0, Math.floor(plain.stdout.length * 0.4));
  assert.notEqual(half.at(-1), '\n');
  writeFileSync(file, half);
  const resumed = await run('sh', ['-c', `${MAP} ${OPTIONS.join(' ')} --done "$0" >> "$0" < "$1"`, file, list]);
  assert.equal(resumed.status, 0, resumed.stderr);
  assert.equal(readFileSync(file, 'utf8'), plain.stdout);
  const again = await run(command, [...args, ...OPTIONS, '--done', file], { input: readFileSync(list) });
  assert.equal(again.stdout, '', 'nothing is left to do');
});

await check('a thread without memory costs its file: the others are the same', [], async () => {
  const big = path.join(work, 'big.json');
  const messages = Array.from({ length: 150_000 }, (_, k) => ({ role: k % 2 ? 'assistant' : 'user', content: `message ${k} of src/a${k}.ts` }));
  writeFileSync(big, JSON.stringify({ messages }));
  const names = readFileSync(list, 'utf8').split('\n').slice(0, 3);
  const ran = await run(command, [...args, ...OPTIONS, '--jobs', '2', '--heap', '96'], { input: [names[0], big, names[1], names[2]].join('\n') });
  assert.equal(ran.status, 0, ran.stderr);
  const lines = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'failed').map(({ file, code }) => [file, code]),
    [[big, 'out-of-memory']],
  );
  assert.deepEqual(
    lines.filter(({ kind }) => kind === 'result').map((line) => JSON.stringify(line)),
    plain.stdout.split('\n').slice(0, 9),
  );
});

const ssh = ensure(['parallel', 'sshd', 'ssh', 'ssh-keygen'], ['parallel', 'openssh-server', 'openssh-client']);
await check('GNU parallel over two hosts, one of which is lost', isRoot ? ssh : ['root for two sshd'], async () => {
  const folder = path.join(work, 'ssh');
  mkdirSync(folder);
  mkdirSync('/run/sshd', { recursive: true });
  const key = path.join(folder, 'key');
  for (const file of [key, path.join(folder, 'host')]) assert.equal(spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]).status, 0);
  const ports = [await freePort(), await freePort()];
  const log = openSync(path.join(folder, 'log'), 'a');
  const sshd = spawnSync('sh', ['-c', 'command -v sshd'], { encoding: 'utf8' }).stdout.trim();
  const hosts = ports.map((port) => {
    const config = path.join(folder, `sshd-${port}`);
    writeFileSync(
      config,
      [
        `Port ${port}`,
        'ListenAddress 127.0.0.1',
        `HostKey ${folder}/host`,
        `AuthorizedKeysFile ${key}.pub`,
        `PidFile ${folder}/${port}.pid`,
        'StrictModes no',
        'UsePAM no',
        'PermitRootLogin prohibit-password',
        'MaxStartups 100',
        '',
      ].join('\n'),
    );
    return start(sshd, ['-D', '-e', '-f', config], { log });
  });
  for (const port of ports) await until(`sshd on ${port}`, () => listens(port));
  const logins = path.join(folder, 'hosts');
  const option = `-i ${key} -o StrictHostKeyChecking=no -o UserKnownHostsFile=${folder}/known -o LogLevel=ERROR`;
  writeFileSync(logins, ports.map((port) => `1/ssh -p ${port} ${option} 127.0.0.1\n`).join(''));
  const file = path.join(folder, 'results.jsonl');
  const running = run('sh', [path.join(root, 'scripts/corpora/parallel.sh'), list, logins, file, ...OPTIONS], { env: { MAP, BLOCK: '3' } });
  await until('the first results', () => linesIn(file) > 0);
  // The second host goes down with all that runs there.
  for (const pid of [...descendants(hosts[1].pid), hosts[1].pid]) kill(pid);
  const { status, stderr } = await running;
  same(readFileSync(file, 'utf8'));
  assert.equal(status, 0, stderr);
  const used = readFileSync(`${file}.log`, 'utf8');
  assert.ok(used.includes(`-p ${ports[0]} `), used);
});

const python = '/usr/bin/python3';
const dask = () => spawnSync(python, ['-c', 'import distributed']).status === 0;
if (!dask()) ensure(['dask-scheduler'], ['python3-distributed']);
await check('Dask distributed with two workers, one of which is killed', dask() ? [] : ['python3-distributed'], async () => {
  const folder = path.join(work, 'dask');
  mkdirSync(folder);
  const port = await freePort();
  const log = openSync(path.join(folder, 'log'), 'a');
  const module = (name, ...rest) => start(python, ['-m', `distributed.cli.dask_${name}`, ...rest], { log });
  module('scheduler', '--host', '127.0.0.1', '--port', String(port), '--no-dashboard');
  await until('the scheduler', () => listens(port));
  const address = `tcp://127.0.0.1:${port}`;
  const worker = (k) =>
    module('worker', address, '--nthreads', '1', '--no-nanny', '--no-dashboard', '--local-directory', path.join(folder, String(k)));
  const workers = [worker(0), worker(1)];
  const file = path.join(folder, 'results.jsonl');
  const running = run(python, [path.join(root, 'scripts/corpora/dask_map.py'), address, list, file, ...OPTIONS], { env: { MAP, BLOCK: '3' } });
  await until('the first results', () => linesIn(file) > 0);
  await until('work of the second worker', () => descendants(workers[1].pid).length > 0);
  for (const pid of [...descendants(workers[1].pid), workers[1].pid]) kill(pid);
  const { status, stderr } = await running;
  assert.equal(status, 0, stderr);
  same(readFileSync(file, 'utf8'));
});

const slurm = ensure(['slurmctld', 'slurmd', 'sbatch', 'munged'], ['slurm-wlm', 'munge']);
await check('a Slurm array on one node, one task of which is killed', isRoot ? slurm : ['root for slurmd'], async () => {
  const folder = path.join(work, 'slurm');
  for (const name of ['state', 'spool', 'munge']) mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  const log = openSync(path.join(folder, 'log'), 'a');
  const key = path.join(folder, 'munge/key');
  writeFileSync(key, Buffer.alloc(64, 7), { mode: 0o400 });
  const socket = path.join(folder, 'munge/socket');
  const munge = ['key-file', 'pid-file', 'log-file', 'seed-file'].map(
    (name) => `--${name}=${name === 'key-file' ? key : path.join(folder, 'munge', name)}`,
  );
  start('munged', ['--foreground', '--force', `--socket=${socket}`, ...munge], { log });
  const [control, node] = [await freePort(), await freePort()];
  const config = path.join(folder, 'slurm.conf');
  const host = hostname().split('.')[0];
  writeFileSync(
    config,
    [
      'ClusterName=corpora',
      `SlurmctldHost=${host}(127.0.0.1)`,
      `SlurmctldPort=${control}`,
      `SlurmdPort=${node}`,
      'SlurmUser=root',
      'AuthType=auth/munge',
      `AuthInfo=socket=${socket}`,
      'CryptoType=crypto/munge',
      `StateSaveLocation=${folder}/state`,
      `SlurmdSpoolDir=${folder}/spool`,
      `SlurmctldPidFile=${folder}/ctld.pid`,
      `SlurmdPidFile=${folder}/d.pid`,
      `SlurmctldLogFile=${folder}/ctld.log`,
      `SlurmdLogFile=${folder}/d.log`,
      'ProctrackType=proctrack/linuxproc',
      'TaskPlugin=task/none',
      'JobAcctGatherType=jobacct_gather/none',
      'SelectType=select/cons_tres',
      'MpiDefault=none',
      'ReturnToService=2',
      `NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN`,
      `PartitionName=all Nodes=${host} Default=YES State=UP`,
      '',
    ].join('\n'),
  );
  const env = { SLURM_CONF: config };
  start('slurmctld', ['-D', '-f', config], { log, env });
  const daemon = start('slurmd', ['-D', '-f', config], { log, env });
  const state = () => spawnSync('sinfo', ['-h', '-o', '%T'], { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout.trim();
  await until('an idle node', () => state() === 'idle', 40).catch((error) => {
    const tail = ['ctld.log', 'd.log', 'log'].map((name) => spawnSync('tail', ['-n', '5', path.join(folder, name)], { encoding: 'utf8' }).stdout);
    throw new Error(`${error.message}: ${state()}\n${tail.join('\n')}`);
  });
  const out = path.join(folder, 'results');
  const script = path.join(root, 'scripts/corpora/slurm-array.sh');
  const running = run('sbatch', ['--wait', '--array=0-3', '--output', path.join(folder, 'job-%a.log'), script, root, list, out, ...OPTIONS], {
    env: { ...env, MAP },
  });
  await until('the first results of a task', () => linesIn(path.join(out, 'part-0.jsonl')) > 0);
  const busy = descendants(daemon.pid)
    .concat(steps())
    .filter((pid) => /cli\.mjs map/.test(commandOf(pid)) && commandOf(pid).includes('part-0.jsonl'));
  assert.ok(busy.length > 0, 'a task of the array runs');
  for (const pid of busy) kill(pid);
  const { status, stderr } = await running;
  assert.equal(status, 0, stderr);
  const parts = readdirSync(out).map((name) => readFileSync(path.join(out, name), 'utf8'));
  assert.equal(parts.length, 4);
  same(parts.join(''));
});

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
/** Processes of Slurm's steps: their daemon leaves the one that started it. The folder of this check is in their arguments. */
function steps() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(work))
    .map(Number);
}

await import('./corpora/tables.mjs').then(({ checkTables }) => checkTables({ check, run, plain: plain.stdout, work }));

rmSync(work, { recursive: true, force: true });
mkdirSync(path.join(root, '.cache'), { recursive: true });
writeFileSync(path.join(root, '.cache/corpora.json'), JSON.stringify(results));
console.log(`corpora: ${results.passed} passed, ${results.failed} failed${results.skipped ? `, ${results.skipped} skipped` : ''}`);
process.exit(results.failed ? 1 : 0);
