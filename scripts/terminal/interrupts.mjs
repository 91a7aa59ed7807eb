/**
 * Ctrl C in the terminal program: a real process gets the signal when it has said how far it is, and has to end by itself with what is done,
 * one line on standard error, exit code 130 and a clean terminal.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';
import { check, first, short, work } from './harness.mjs';
import { server } from './models.mjs';

/** A program that has not ended by then is lost. */
const MOST_MS = 60_000;

/**
 * Runs the program as on a terminal, and sends the signal once `when` holds for what it has printed. Progress comes from the first second on, or
 * with `soon` at once. `input` is written to standard input, which stays open; with `more` again and again.
 */
function interrupted(argv, when, { soon = false, input = null, more = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/terminal/screen.mjs'), ...argv], {
      cwd: root,
      env: { ...process.env, LC_ALL: 'C', ...(soon && { FAST_CLOCK: '1' }) },
    });
    const texts = { stdout: '', stderr: '' };
    let sent = false;
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text) => {
        texts[name] += text;
        if (sent || !when(texts)) return;
        sent = true;
        child.kill('SIGINT');
      });
    }
    child.on('error', reject);
    child.on('close', (status, signal) => {
      clearInterval(writing);
      clearTimeout(lost);
      resolve({ status, signal, sent, ...texts });
    });
    child.stdin.on('error', () => {});
    if (input === null) child.stdin.end('');
    else child.stdin.write(input);
    const writing = more && setInterval(() => child.stdin.write(input), 50);
    const lost = setTimeout(() => child.kill('SIGKILL'), MOST_MS);
  });
}

const ERASE = '\r\u001b[2K';
/** What stands on the screen after the line of progress was taken away for the last time; work of less than a second has none. */
const left = (stderr) => stderr.split(ERASE).at(-1);

/** Ended by itself, in order. */
function ended({ status, signal, sent, stderr }, line) {
  assert.ok(sent, 'it ended before it could be interrupted');
  assert.equal(signal, null);
  assert.equal(status, 130, stderr.slice(-500));
  assert.match(left(stderr), line);
  assert.equal(left(stderr).trimEnd().split('\n').length, 1, left(stderr));
}

/** A request that takes seconds under every strategy. */
function longSession(messages) {
  const turn = (i) => [
    { role: 'user', content: `Look at src/part-${i}.ts, line ${i * 7}: the limit of INC-${1000 + i} is ${i * 13} ms. Never change the schema.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${i}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: `src/part-${i}.ts` }) } }],
    },
    {
      role: 'tool',
      tool_call_id: `c${i}`,
      content: Array.from({ length: 30 }, (_, k) => `line ${k}: const value${i}_${k} = call${i}(${k * i}); // see src/part-${k}.ts`).join('\n'),
    },
    { role: 'assistant', content: `Done: src/part-${i}.ts has ${i * 13} now, INC-${1000 + i} is repaired.` },
  ];
  return JSON.stringify({ model: 'gpt-4.1', messages: Array.from({ length: messages / 4 }, (_, i) => turn(i)).flat() });
}

/** Half a megabyte that takes a while to count: few of its words are twice in it. */
const longText = (seed) => Array.from({ length: 60_000 }, (_, i) => (((seed * 60_000 + i) * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ');

/** Two rows at least are finished, and some are not. */
const some = ({ stderr }) => /(?:[2-9]|[1-5]\d) of \d+ rows/.test(stderr);

const file = path.join(work, 'long.json');
writeFileSync(file, longSession(4000));
// Large enough to be read in slices, and for a compaction that goes on while a busy machine brings the signal.
const large = path.join(work, 'large.json');
writeFileSync(large, longSession(40_000));
const shorter = path.join(work, 'shorter.json');
writeFileSync(shorter, longSession(600));

check('Ctrl C in compare: the table of the finished rows', async () => {
  const run = await interrupted(['compare', file], some);
  ended(run, /^Stopped: \d+ of \d+ rows are finished\.\n$/);
  const [, done, of] = /Stopped: (\d+) of (\d+)/.exec(run.stderr).map(Number);
  assert.ok(done > 0 && done < of, run.stderr.slice(-200));
  assert.match(run.stdout, /^openai-chat · 4,000 messages/);
});

check('Ctrl C in compare --json: whole JSON that says so', async () => {
  const run = await interrupted(['compare', file, '--json'], some);
  ended(run, /^Stopped: /);
  const { results, stopped, answer } = JSON.parse(run.stdout);
  assert.ok(stopped.rows === results.length && results.length > 0 && results.length < stopped.of, JSON.stringify(stopped));
  assert.equal(answer, null);
});

check('Ctrl C in the recall: every row stands, without recall', async () => {
  const run = await interrupted(['compare', file, '--recall', '--strategies', 'hybrid,summary'], ({ stderr }) => /Recall: [2-9]/.test(stderr));
  ended(run, /^Stopped: 2 of 2 rows are finished\.\n$/);
  assert.match(run.stdout, /Hybrid/);
  assert.match(run.stdout, /Summary/);
});

check('Ctrl C in compare --jsonl: the rows that were told are whole lines, the last says so', async () => {
  const run = await interrupted(
    ['compare', file, '--jsonl'],
    ({ stdout }) => stdout.split('\n').filter((line) => line.startsWith('{"type":"row"')).length >= 2,
  );
  ended(run, /^Stopped: /);
  const said = run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(said[0].type, 'head');
  const end = said.at(-1);
  assert.equal(end.type, 'end');
  assert.equal(end.stopped, true);
  assert.equal(said.filter(({ type }) => type === 'row').length, end.rows);
});

check('Ctrl C in a replay: the finished rows', async () => {
  const argv = ['replay', file, '--trigger', 'tokens:8000', '--json'];
  const run = await interrupted(argv, ({ stderr }) => {
    const [, done, of] = /.*Replay: ([\d,]+) of ([\d,]+)/s.exec(stderr) ?? [];
    const number = (text) => Number(text?.replaceAll(',', ''));
    return number(done) > number(of) / 20;
  });
  ended(run, /^Stopped: \d+ of \d+ rows are finished\.\n$/);
  const { series, stopped } = JSON.parse(run.stdout);
  assert.ok(series.length > 0 && series.length === stopped.rows && stopped.rows < stopped.of, JSON.stringify(stopped));
});

check('Ctrl C in tune: nothing is half reported', async () => {
  const argv = ['tune', shorter, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.05:1', '--target', '0.1,0.3'];
  const run = await interrupted(argv, ({ stderr }) => stderr.includes('runs …'));
  // Progress is said from the first second on: a fast machine has finished a target by then.
  ended(run, /^Stopped(?:: 1 of 2 targets are finished| before anything was finished)\.\n$/);
  const targets = [...run.stdout.matchAll(/^── target (.+)$/gm)].map(([, target]) => target.replace(/\s/, ' '));
  assert.deepEqual(targets, run.stderr.includes('1 of 2') ? ['10 %'] : []);
});

// Standard input that never ends is work that never ends, whatever the machine.
for (const argv of [
  ['compare', '-'],
  ['inspect', '-'],
  ['compact', '-', '--strategy', 'hybrid'],
  ['reduce', '-'],
]) {
  check(`Ctrl C in ${argv.join(' ')} while it is read: nothing is printed`, async () => {
    const run = await interrupted(argv, ({ stderr }) => stderr.includes('Reading standard input'), {
      soon: true,
      input: '{"kind":"other"}\n',
      more: true,
    });
    ended(run, /^Stopped before anything was finished\.\n$/);
    assert.equal(run.stdout, '');
  });
}

check('Ctrl C in map: what is written are whole lines, and --done takes them up', async () => {
  const lines = (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const argv = ['map', '--strategies', 'middle-removal,oldest-removal', '--jobs', '1'];
  const run = await interrupted(argv, ({ stdout }) => stdout.split('\n').length > 2, { input: `${short}\n` });
  ended(run, /^Stopped\. Files finished: 1, lines written: 2; --done goes on after them\.\n$/);
  assert.deepEqual(
    lines(run.stdout).map(({ kind, row }) => [kind, row]),
    [
      ['result', 'middle-removal'],
      ['result', 'oldest-removal'],
    ],
  );
});

check('Ctrl C in map: a Parquet file is whole, and has the lines that are finished', async () => {
  const argv = ['map', '--strategies', 'middle-removal', '--jobs', '1', '--format-out', 'parquet'];
  const run = await interrupted(argv, ({ stderr }) => stderr.includes('1 file, 1 line'), { soon: true, input: `${short}\n` });
  ended(run, /^Stopped\. Files finished: 1, lines written: 1\.\n$/);
  assert.ok(run.stdout.startsWith('PAR1') && run.stdout.endsWith('PAR1'));
});

check('Ctrl C in ask: the answers that came are scored, and no call is made after them', async () => {
  const model = ['--provider', 'compatible', '--model', 'reader-slow', '--base-url', `${server.origin}/v1`];
  const argv = ['ask', first, '--strategies', 'middle-removal', '--samples', '20', '--cuts', '4', ...model, '--yes', '--json'];
  const run = await interrupted(argv, ({ stderr }) => /Answers: [3-9] of \d/.test(stderr), { soon: true });
  assert.ok(run.sent && run.status === 130, run.stderr.slice(-500));
  assert.match(run.stderr, /Stopped: \d+ of \d+ answers were received\.\n$/);
  const { stopped, rows } = JSON.parse(run.stdout);
  assert.ok(stopped.answers > 0 && stopped.answers < stopped.of, JSON.stringify(stopped));
  assert.equal(rows.length, 2);
});

check('Ctrl C in inspect: the conversations that are counted', async () => {
  const small = { uuid: 'a', name: 'small', chat_messages: [{ uuid: 'a1', sender: 'human', text: 'Hello' }] };
  const texts = Array.from({ length: 40 }, (_, i) => ({ uuid: `b${i}`, sender: i % 2 ? 'assistant' : 'human', text: `${longText(i)} ${i}` }));
  const exported = path.join(work, 'two.json');
  writeFileSync(exported, JSON.stringify([small, { uuid: 'b', name: 'large', chat_messages: texts }]));
  // At 50 % the first one is counted and not told yet.
  const run = await interrupted(['inspect', exported, '--json'], ({ stderr }) => /Counting tokens: (?:5[1-9]|[6-9]\d)/.test(stderr), { soon: true });
  ended(run, /^Stopped: 1 of 2 conversations are counted\.\n$/);
  const { conversations, stopped } = JSON.parse(run.stdout);
  assert.deepEqual([conversations.map(({ title }) => title), stopped], [['small'], { conversations: 1, of: 2 }]);
});

check('Ctrl C in compact: nothing is written', async () => {
  const run = await interrupted(['compact', large, '--strategy', 'handover-note'], ({ stderr }) => stderr.includes('Compacting'), { soon: true });
  ended(run, /^Stopped before anything was finished\.\n$/);
  assert.equal(run.stdout, '');
});

check('Ctrl C while one large JSON document is read: nothing is printed', async () => {
  const run = await interrupted(['inspect', large], ({ stderr }) => /Reading: \d/.test(stderr), { soon: true });
  ended(run, /^Stopped before anything was finished\.\n$/);
  assert.equal(run.stdout, '');
});
