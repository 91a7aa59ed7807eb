/** Help, wrong use, configurations, keyword lists, a full disk, a reader that stops early. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../setup.mjs';
import { check, cli, deep, first, lines, run, samples, skip, work } from './harness.mjs';

check('--help of every command, the words of a shell', async () => {
  for (const command of ['compare', 'compact', 'inspect', 'replay', 'ask', 'map', 'reduce', 'tune']) {
    const { status, stdout } = await cli(command, ['--help']);
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`Usage: .*npm run -s ${command} --`), command);
    for (const shell of ['bash', 'zsh', 'fish']) assert.ok((await cli('completion', [shell])).stdout.includes(command), `${shell}: ${command}`);
  }
});
const wrong = [
  ['compare', []],
  ['compare', ['no-such-file.json']],
  ['compare', [first, '--nonsense']],
  ['compare', [first, '--target', '0']],
  ['compare', [first, '--target', 'half']],
  ['compare', [first, '--window', 'x']],
  ['compare', [first, '--tokenizer', 'nope']],
  ['compare', [first, '--strategies', 'nope']],
  ['compare', [first, '--strategies', 'product:nope']],
  ['compare', [first, '--preset', 'nope']],
  ['replay', [first, '--preset', 'nope']],
  ['compact', [first, '--preset', 'nope']],
  ['compact', [first, '--preset', 'product:*']],
  ['compare', [first, '--set', 'sliding-window.window=4']],
  ['compare', [first, '--set', 'sliding-window']],
  ['compare', [first, '--conversation', '99']],
  ['compare', [first, '--format', 'nope']],
  ['compact', [first]],
  ['compact', [first, '--strategy', 'nope']],
  ['compact', [first, '--strategy', 'hybrid', '--to', 'nope']],
  ['compact', [first, '--undo']],
  ['compact', [first, '--undo', '--strategy', 'hybrid']],
  ['inspect', [samples]],
  ['replay', []],
  ['replay', ['no-such-file.json']],
  ['replay', [first, '--trigger', 'ratio:2']],
  ['replay', [first, '--trigger', 'hand:100000']],
  ['replay', [first, '--any', '--all']],
  ['replay', [first, '--cooldown', '-1']],
  ['replay', [first, '--caching', 'nope']],
  ['replay', [first, '--strategies', 'nope']],
  ['replay', [first, '--summarizer', 'openai']],
  ['ask', [first, '--strategies', 'hybrid']],
  ['map', [first, '--jobs', '0']],
  ['reduce', ['no-such-file.jsonl']],
  ['tune', [first]],
];
check('wrong use is one line and exit code 2', async () => {
  for (const [command, args] of wrong) {
    const { status, stdout, stderr } = await cli(command, args);
    const asked = `${command} ${args.join(' ')}\n${stderr}`;
    assert.deepEqual([status, stdout, lines(stderr).length], [2, '', 1], asked);
  }
  assert.match((await cli('compare', [first, '--stratgies', 'hybrid'])).stderr, /--stratgies.*Did you mean --strategies\?/);
});
check('--config reads S1 and S4, --set wins over it, errors name the line', async () => {
  const yaml = path.join(work, 's1.yaml');
  writeFileSync(yaml, 'context_compaction:\n  keep_recent_rounds: 4\n  summary_max_length: 700\n');
  const rows = async (...args) =>
    JSON.parse((await cli('compare', [first, '--json', '--strategies', 'context-compactor', '--config', yaml, ...args])).stdout).results;
  const s1 = async (...args) => (await rows(...args)).find((r) => r.strategy === 'context-compactor').params;
  assert.equal((await s1()).keepRecentRounds, 4);
  assert.equal((await s1()).summaryMaxChars, 700);
  assert.equal((await s1('--set', 'context-compactor.keepRecentRounds=1')).keepRecentRounds, 1);
  const json = path.join(work, 's4.json');
  writeFileSync(json, '{"conversation": {"autoCompression": {"keepRecentCount": 3}}}');
  const { status, stderr } = await cli('compare', [first, '--strategies', 'auto-compression', '--config', json]);
  assert.equal(status, 0);
  assert.match(stderr, /does not start with a real model until summaryModel/);
  writeFileSync(yaml, 'context_compaction:\n  trigger_ratio: 7\n');
  const wrong = await cli('compare', [first, '--config', yaml]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /Line 2: context_compaction\.trigger_ratio is 7, expected a number from 0\.1 to 1/);
  assert.equal((await cli('compare', [first, '--config', path.join(work, 'absent')])).status, 2);
});
check('--keywords replaces lists, errors name the place', async () => {
  const lists = path.join(work, 'keywords.json');
  const kept = async (...args) =>
    JSON.parse((await cli('compare', [first, '--json', '--target', 'own', '--strategies', 'importance-scoring', ...args])).stdout).results[0].kept;
  writeFileSync(lists, '{"important": [], "fixes": [], "completion": [], "marks": [], "tool-marks": []}');
  assert.ok((await kept('--keywords', lists)) < (await kept()));
  writeFileSync(lists, '{"marks": ["ok", 7]}');
  const wrong = await cli('compare', [first, '--keywords', lists]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /\$\.marks\.1: expected a word of 1 to 60 characters/);
  assert.equal((await cli('compare', [first, '--keywords', path.join(work, 'absent')])).status, 2);
});
for (const [command, ...args] of [
  ['inspect', first],
  ['compare', first, '--strategies', 'summary'],
  ['compact', first, '--strategy', 'summary'],
]) {
  (command === 'inspect' ? check : deep)(`a full disk is one line and exit code 1: ${command}`, async () => {
    if (!existsSync('/dev/full')) return skip('there is no /dev/full here: a full disk was not checked');
    const program = [process.execPath, path.join(root, 'scripts/cli.mjs'), command, ...args];
    const { status, stderr } = await run('sh', ['-c', '"$0" "$@" > /dev/full', ...program]);
    assert.equal(status, 1, stderr);
    assert.deepEqual(lines(stderr).length, 1, stderr);
    assert.match(stderr, /cannot write the output: .*ENOSPC/);
  });
}
check('a reader that stops early ends it without a word', async () => {
  const script = 'exec 3>&1; { "$0" "$@" 2>&3; echo "status $?" >&3; } | head -c 1 > /dev/null';
  const { stdout } = await run('sh', [
    '-c',
    script,
    process.execPath,
    path.join(root, 'scripts/cli.mjs'),
    'compact',
    first,
    '--strategy',
    'middle-removal',
  ]);
  assert.equal(stdout.trim(), 'status 0');
});
