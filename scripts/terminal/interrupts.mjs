/**
 * Ctrl C in the terminal program: it comes when the program has said how far it is, and the program has to end by itself with what is done, one
 * line on standard error, exit code 130 and a clean terminal. In a thread it comes within the output that is waited for; one real process
 * gets the signal, while it reads what never ends.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';
import { check, cli, deep, ENGLISH, first, inTurn, short, work } from './harness.mjs';
import { server } from './models.mjs';

const ERASE = '\r\u001b[2K';
/** What is on the screen after the line of progress was taken away for the last time; work of less than a second has none. */
const left = (stderr) => stderr.split(ERASE).at(-1);

/** Ended by itself, in order. */
function assertEnded({ status, stderr }, line) {
  assert.equal(status, 130, stderr.slice(-500));
  assert.match(left(stderr), line);
  assert.equal(left(stderr).trimEnd().split('\n').length, 1, left(stderr));
}

async function interrupted(interruptAt, [command, ...args], input) {
  const run = await cli(command, args, input, { interruptAt });
  assert.ok(run.interrupted, `it ended without ${interruptAt}: ${run.stderr.slice(-500)}`);
  return run;
}

const linesOf = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A program that has not ended by then is lost. */
const MOST_MS = 120_000;
check('Ctrl C on a real process that reads what never ends: nothing is printed', async () => {
  const child = spawn(process.execPath, [path.join(root, 'scripts/terminal/host.mjs'), 'compare', '-'], { cwd: root, env: ENGLISH });
  const texts = { stdout: '', stderr: '' };
  let sent = false;
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text) => {
      texts[name] += text;
      if (sent || !texts.stderr.includes('Reading standard input')) return;
      sent = child.kill('SIGINT');
    });
  }
  child.stdin.write('{"kind":"other"}\n');
  const lost = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  const [status, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...how) => resolve(how));
  });
  clearTimeout(lost);
  assert.equal(signal, null);
  assertEnded({ status, ...texts }, /^Stopped before anything finished\.\n$/);
  assert.equal(texts.stdout, '');
});

check('Ctrl C in compare: the table of the finished rows', async () => {
  const run = await interrupted(/Comparing: 2 of \d+/, ['compare', first]);
  assertEnded(run, /^Stopped: 2 of \d\d+ finished\.\n$/);
  assert.match(run.stdout, /^claude-code · [\d,]+ messages/);
});

deep('Ctrl C in compare --json: whole JSON that says so', async () => {
  const run = await interrupted(/Comparing: 2 of \d+/, ['compare', first, '--json']);
  assertEnded(run, /^Stopped: /);
  const { results, stopped, answer } = JSON.parse(run.stdout);
  assert.equal(results.length, 2);
  assert.ok(stopped.rows === 2 && stopped.of > 2, JSON.stringify(stopped));
  assert.equal(answer, null);
});

deep('Ctrl C in the recall: every row stands, without recall', async () => {
  const run = await interrupted(/Needed later: [2-9]/, ['compare', first, '--strategies', 'hybrid,summary']);
  assertEnded(run, /^Stopped: 2 of 2 finished\.\n$/);
  assert.match(run.stdout, /Hybrid/);
  assert.match(run.stdout, /Summary/);
});

deep('Ctrl C in compare --jsonl: the rows that were told are whole lines, the last says so', async () => {
  const run = await interrupted(/(?:^\{"type":"row".*\n[\s\S]*?){2}/m, ['compare', first, '--jsonl']);
  assertEnded(run, /^Stopped: /);
  const said = linesOf(run.stdout);
  assert.equal(said[0].type, 'head');
  const end = said.at(-1);
  assert.equal(end.type, 'end');
  assert.equal(end.stopped, true);
  assert.deepEqual([said.filter(({ type }) => type === 'row').length, end.rows], [2, 2]);
});

deep('Ctrl C in a replay: the finished rows', async () => {
  const argv = ['replay', first, '--trigger', 'tokens:8000', '--strategies', 'middle-removal,sliding-window,head-tail', '--json'];
  // In the third of four runs, of which the first is that without compaction: a row that has begun is finished.
  const run = await interrupted(/━{14}.*Replay/, argv);
  assertEnded(run, /^Stopped: 2 of 3 finished\.\n$/);
  const { series, stopped } = JSON.parse(run.stdout);
  assert.deepEqual([series.map(({ strategy }) => strategy), stopped], [['middle-removal', 'sliding-window'], { rows: 2, of: 3 }]);
});

deep('Ctrl C in tune: nothing is half reported', async () => {
  const argv = ['tune', first, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.1,0.2', '--target', '0.1,0.3', '--jobs', '1'];
  const none = await interrupted(/\b1 run …/, argv);
  assertEnded(none, /^Stopped before anything finished\.\n$/);
  assert.equal(none.stdout, '');
  const one = await interrupted(/\b4 runs …/, argv);
  assertEnded(one, /^Stopped: 1 of 2 finished\.\n$/);
  assert.deepEqual(
    [...one.stdout.matchAll(/^── budget (.+)$/gm)].map(([, target]) => target.replace(/\s/, ' ')),
    ['10 %'],
  );
});

for (const argv of [
  ['inspect', '-'],
  ['compact', '-', '--strategy', 'hybrid'],
  ['reduce', '-'],
]) {
  deep(`Ctrl C in ${argv.join(' ')} while it is read: nothing is printed`, async () => {
    const run = await interrupted(/Reading standard input/, argv, '{"kind":"other"}\n');
    assertEnded(run, /^Stopped before anything finished\.\n$/);
    assert.equal(run.stdout, '');
  });
}

check('Ctrl C in map: what is written are whole lines, and --done takes them up', async () => {
  const argv = ['map', '--strategies', 'middle-removal,oldest-removal', '--jobs', '1'];
  const run = await interrupted(/\n.*\n/, argv, `${short}\n`);
  assertEnded(run, /^Stopped: 1 file, 2 lines; --done goes on from there\.\n$/);
  assert.deepEqual(
    linesOf(run.stdout).map(({ kind, row }) => [kind, row]),
    [
      ['result', 'middle-removal'],
      ['result', 'oldest-removal'],
    ],
  );
  const done = path.join(work, 'stopped.jsonl');
  writeFileSync(done, run.stdout);
  const [command, ...args] = argv;
  const rest = await cli(command, [...args, '--done', done], `${short}\n${first}\n`);
  assert.deepEqual(
    linesOf(rest.stdout).map(({ file, row }) => [file, row]),
    [
      [first, 'middle-removal'],
      [first, 'oldest-removal'],
    ],
  );
});

deep('Ctrl C in map: a Parquet file is whole, and has the lines that are finished', async () => {
  const argv = ['map', '--strategies', 'middle-removal', '--jobs', '1', '--format-out', 'parquet'];
  const run = await interrupted(/1 file, 1 line|1 of 1 files, 1 line/, argv, `${short}\n`);
  assertEnded(run, /^Stopped: 1 file, 1 line\.\n$/);
  assert.ok(run.stdout.startsWith('PAR1') && run.stdout.endsWith('PAR1'));
});

inTurn.deep('Ctrl C in ask: the answers that came are scored, and no call is made after them', async () => {
  const model = ['--provider', 'compatible', '--model', 'reader-perfect', '--base-url', `${server.origin}/v1`];
  const argv = ['ask', first, '--strategies', 'middle-removal', '--samples', '20', '--cuts', '4', ...model, '--yes', '--json'];
  const run = await interrupted(/Answers: 3 of \d/, argv);
  assert.equal(run.status, 130, run.stderr.slice(-500));
  assert.match(run.stderr, /Stopped: \d+ of \d+ finished\.\n$/);
  const { stopped, rows } = JSON.parse(run.stdout);
  assert.ok(stopped.answers >= 3 && stopped.answers < stopped.of, JSON.stringify(stopped));
  assert.equal(rows.length, 2);
});

/** A text that takes several steps to count: few of its words are twice in it. */
const longText = (seed) => Array.from({ length: 20_000 }, (_, i) => (((seed * 20_000 + i) * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');

deep('Ctrl C in inspect: the conversations that are counted', async () => {
  const small = { uuid: 'a', name: 'small', chat_messages: [{ uuid: 'a1', sender: 'human', text: 'Hello' }] };
  const texts = Array.from({ length: 12 }, (_, i) => ({ uuid: `b${i}`, sender: i % 2 ? 'assistant' : 'human', text: `${longText(i)} ${i}` }));
  const exported = path.join(work, 'two.json');
  writeFileSync(exported, JSON.stringify([small, { uuid: 'b', name: 'large', chat_messages: texts }]));
  // At 50 % the first one is counted and not told yet.
  const run = await interrupted(/Counting: (?:5[1-9]|[6-9]\d)/, ['inspect', exported, '--json']);
  assertEnded(run, /^Stopped: 1 of 2 finished\.\n$/);
  const { conversations, stopped } = JSON.parse(run.stdout);
  assert.deepEqual([conversations.map(({ title }) => title), stopped], [['small'], { conversations: 1, of: 2 }]);
});

deep('Ctrl C in compact: nothing is written', async () => {
  const run = await interrupted(/Compacting/, ['compact', first, '--strategy', 'handover-note']);
  assertEnded(run, /^Stopped before anything finished\.\n$/);
  assert.equal(run.stdout, '');
});

deep('Ctrl C while one large JSON document is read: nothing is printed', async () => {
  // Large enough to be read in slices.
  const file = path.join(work, 'large.json');
  const messages = Array.from({ length: 40_000 }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: `The limit of part ${i} is ${i * 13} ms. `.repeat(10),
  }));
  writeFileSync(file, JSON.stringify({ model: 'gpt-4.1', messages }));
  const run = await interrupted(/Reading: \d/, ['inspect', file]);
  assertEnded(run, /^Stopped before anything finished\.\n$/);
  assert.equal(run.stdout, '');
});
