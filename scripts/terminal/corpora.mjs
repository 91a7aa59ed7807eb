/** Many sessions, the shared transcripts and hostile files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check, cli, deep, first, lines, samples, shared, short, skip, work } from './harness.mjs';
import { assertReplay, assertReport } from './reports.mjs';

const STRATEGIES = ['--strategies', 'oldest-removal,fact-ledger'];
check('map: lines and CSV; reduce: table, JSON, CSV, report', async () => {
  const unknown = path.join(samples, 'index.json');
  const mapped = await cli('map', [...STRATEGIES, '--jobs', '2'], `${short}\n${unknown}\n${first}\n`);
  assert.equal(mapped.status, 0, mapped.stderr);
  assert.deepEqual(
    lines(mapped.stdout).map((line) => [JSON.parse(line).kind, JSON.parse(line).file]),
    [
      ['result', short],
      ['result', short],
      ['failed', unknown],
      ['result', first],
      ['result', first],
    ],
  );
  assert.equal(lines((await cli('map', [short, ...STRATEGIES, '--format-out', 'csv'])).stdout).length, 3);
  const report = path.join(work, 'set.html');
  const reduce = async (...args) => {
    const { status, stdout, stderr } = await cli('reduce', ['-', ...args], mapped.stdout);
    assert.equal(status, 0, stderr);
    return stdout;
  };
  assert.match(await reduce('--baseline', 'oldest-removal', '--report', report), /^Fact ledger +2 .*\d+ \/ \d+ \/ \d+/m);
  assert.match(readFileSync(report, 'utf8'), /Fact ledger[\s\S]*index\.json/);
  assert.deepEqual(
    JSON.parse(await reduce('--json')).groups[0].rows.map(({ row }) => row),
    ['oldest-removal', 'fact-ledger'],
  );
  assert.equal(lines(await reduce('--csv', '--measures', 'tokensAfter')).length, 3);
  assert.equal((await cli('map', [path.join(work, 'no such file')])).status, 3);
});
deep('map: threads change neither the lines nor their order', async () => {
  const names = readdirSync(samples).map((name) => path.join('fixtures/samples', name));
  const map = (jobs) => cli('map', [...STRATEGIES, '--jobs', jobs], `${names.join('\n')}\n`);
  const [one, three] = [await map('1'), await map('3')];
  assert.equal(one.status, 0, one.stderr);
  assert.equal(three.stdout, one.stdout);
  const told = lines(one.stdout).map((line) => JSON.parse(line));
  // The list of the samples is no transcript.
  assert.deepEqual(
    told.filter(({ kind }) => kind === 'failed').map(({ file }) => file),
    ['fixtures/samples/index.json'],
  );
  assert.equal(told.length, 2 * (names.length - 1) + 1);
});
const KNOWN = ['openai-chat', 'openai-finetune-jsonl', 'tau-bench', 'anthropic-messages', 'claude-code', 'codex-rollout', 'pi', 'sharegpt'];
/** Calls that the manifest does not count: searches for tools, generated images. */
const MORE_CALLS = { 'codex-rollout/jazzyalex__small.jsonl': 3 };

/** Of a file of every day. */
const MOST_BYTES = 200_000;
/** A file of every kind: the container is damaged, the content, one text is huge, it is markup, it is nothing at all. */
const EVERY_DAY = [
  'cc-every-fifth-line-damaged.jsonl',
  'openai-orphan-result.json',
  'openai-deep-nesting.json',
  'openai-prototype-keys.json',
  'openai-unbroken-chinese.json',
  'openai-markup.json',
  'binary.bin',
];

const manifest = path.join(shared, 'data/MANIFEST.json');
if (existsSync(manifest)) {
  const entries = JSON.parse(readFileSync(manifest, 'utf8')).filter((e) => KNOWN.includes(e.format) && e.messages !== 0);
  const isSmallest = (entry) => entries.every((e) => e.format !== entry.format || e.bytes >= entry.bytes);
  for (const entry of entries) {
    const file = path.join(shared, 'data', entry.file);
    (isSmallest(entry) && entry.bytes < MOST_BYTES ? check : deep)(entry.file, async () => {
      const inspected = JSON.parse((await cli('inspect', [file, '--json'])).stdout);
      const calls = inspected.conversations.reduce((sum, c) => sum + c.toolCalls, 0);
      if (entry.toolCalls) assert.equal(calls, entry.toolCalls + (MORE_CALLS[entry.file] ?? 0), 'tool calls as in the manifest');
      assertReport((await cli('compare', [file, '--json', '--target', '0.3'])).stdout, entry.file);
      const some = ['--strategies', 'middle-removal,context-compactor,selective-summary', '--window', '8000'];
      assertReplay((await cli('replay', [file, '--json', ...some])).stdout, entry.file);
    });
  }
  const stress = path.join(work, 'stress');
  spawnSync(process.execPath, [path.join(shared, 'tools/stress.mjs'), stress, '2']);
  for (const name of new Set([...EVERY_DAY, ...readdirSync(stress)])) {
    (EVERY_DAY.includes(name) ? check : deep)(`hostile: ${name}`, async () => {
      const file = path.join(stress, name);
      assert.ok(existsSync(file), 'stress.mjs does not make it');
      const { status, stdout, stderr } = await cli('compare', [file, '--json']);
      if (status === 0) assertReport(stdout, name);
      else {
        assert.equal(status, 2, stderr.slice(0, 500));
        assert.equal(lines(stderr).length, 1, stderr.slice(0, 500));
        assert.doesNotMatch(stderr, /\n\s+at /);
      }
    });
  }
} else {
  if (process.env.REQUIRE_SHARED) check('shared transcripts', () => assert.fail(`missing: ${manifest}`));
  skip('shared transcripts are not here: those checks were skipped');
}
