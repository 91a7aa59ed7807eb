/** Many sessions, the shared transcripts and hostile files. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { check, cli, deep, lines, npm, samples, shared, skip, work } from './harness.mjs';
import { assertReplay, assertReport } from './reports.mjs';

check('map and reduce', async () => {
  const names = readdirSync(samples).map((name) => path.join('fixtures/samples', name));
  const map = (jobs) => npm('map', ['--strategies', 'oldest-removal,fact-ledger', '--jobs', jobs], `${names.join('\n')}\n`);
  const [one, three] = [await map('1'), await map('3')];
  assert.equal(one.status, 0, one.stderr);
  assert.equal(three.stdout, one.stdout, 'threads change neither the lines nor their order');
  const told = lines(one.stdout).map((line) => JSON.parse(line));
  // The list of the samples is no transcript.
  assert.deepEqual(
    told.filter(({ kind }) => kind === 'failed').map(({ file }) => file),
    ['fixtures/samples/index.json'],
  );
  assert.equal(told.length, 2 * (names.length - 1) + 1);
  const reduced = await npm('reduce', ['-', '--baseline', 'oldest-removal'], one.stdout);
  assert.equal(reduced.status, 0, reduced.stderr);
  assert.match(reduced.stdout, /^Fact ledger +\d+ .*\d+ \/ \d+ \/ \d+/m);
  assert.equal((await npm('map', [path.join(work, 'no such file')])).status, 3);
});
const KNOWN = ['openai-chat', 'openai-finetune-jsonl', 'tau-bench', 'anthropic-messages', 'claude-code', 'codex-rollout', 'pi', 'sharegpt'];
/** Calls that the manifest does not count: searches for tools, generated images. */
const MORE_CALLS = { 'codex-rollout/jazzyalex__small.jsonl': 3 };

const manifest = path.join(shared, 'data/MANIFEST.json');
if (existsSync(manifest)) {
  const entries = JSON.parse(readFileSync(manifest, 'utf8')).filter((e) => KNOWN.includes(e.format) && e.messages !== 0);
  const smallest = (entry) => entries.every((e) => e.format !== entry.format || e.bytes >= entry.bytes);
  for (const entry of entries.filter((e) => deep || (smallest(e) && e.bytes < 1e6))) {
    const file = path.join(shared, 'data', entry.file);
    check(entry.file, async () => {
      const inspected = JSON.parse((await cli('inspect', [file, '--json'])).stdout);
      const calls = inspected.conversations.reduce((sum, c) => sum + c.toolCalls, 0);
      if (entry.toolCalls) assert.equal(calls, entry.toolCalls + (MORE_CALLS[entry.file] ?? 0), 'tool calls as in the manifest');
      assertReport((await cli('compare', [file, '--json', '--target', '0.3'])).stdout, entry.file);
      const some = ['--strategies', 'middle-removal,context-compactor,selective-summary', '--window', '8000'];
      assertReplay((await cli('replay', [file, '--json', ...some])).stdout, entry.file);
    });
  }
  const stress = path.join(work, 'stress');
  spawnSync(process.execPath, [path.join(shared, 'tools/stress.mjs'), stress, deep ? '2' : '0.5']);
  for (const name of readdirSync(stress).filter((_, k) => deep || k % 4 === 0)) {
    check(`hostile: ${name}`, async () => {
      const { status, stdout, stderr } = await cli('compare', [path.join(stress, name), '--json']);
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
