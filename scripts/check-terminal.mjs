/**
 * The terminal program as a person runs it (`npm run -s …`): output, exit codes, every sample, every shared transcript of a
 * known format, and hostile files. Each case is one check; the counts go to .cache/terminal.json for `npm test`.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { ensureBuild, root } from './setup.mjs';

ensureBuild('library');
const samples = path.join(root, 'fixtures/samples');
const shared = process.env.SHARED_DIR ?? path.resolve(root, '../shared');
const work = mkdtempSync(path.join(tmpdir(), 'terminal-'));
let passed = 0;
let failed = 0;
let skipped = 0;

async function check(name, test) {
  try {
    await test();
    passed++;
  } catch (error) {
    failed++;
    console.error(`✗ ${name}\n  ${String(error.message).split('\n').slice(0, 12).join('\n  ')}`);
  }
}

/** English words, whatever the language of the terminal that runs the checks. */
const ENGLISH = { ...process.env, LC_ALL: 'C' };

/** Runs a command the way the README says. */
function npm(command, args, input) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', command, '--', ...args], {
    cwd: root,
    env: ENGLISH,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return { status, stdout, stderr };
}
/** The same program without npm's start-up, for the many files. */
function cli(command, args, input, env = ENGLISH) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/cli.mjs'), command, ...args], {
    cwd: root,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  return { status, stdout, stderr };
}

/** Lines of the program itself: what the set-up says (a build because a source changed) is not its own. */
const lines = (stderr) =>
  stderr
    .trimEnd()
    .split('\n')
    .filter((l) => !l.startsWith('[setup]'));

const index = JSON.parse(readFileSync(path.join(samples, 'index.json'), 'utf8'));
const first = path.join(samples, index[0].file);
const RESULT = [
  'strategy',
  'title',
  'outcome',
  'tokensBefore',
  'tokensAfter',
  'messagesBefore',
  'kept',
  'edited',
  'summarized',
  'offloaded',
  'dropped',
  'tokenReduction',
  'preservation',
  'efficiency',
  'metTarget',
  'note',
  'ms',
  'fates',
];

function assertReport(text, where) {
  const report = JSON.parse(text);
  assert.deepEqual(Object.keys(report), ['transcript', 'budget', 'results'], where);
  for (const key of ['format', 'messages', 'tokens', 'tokenizer', 'exact', 'warnings'])
    assert.ok(key in report.transcript, `${where}: transcript.${key}`);
  assert.ok(report.results.length >= 11, where);
  for (const r of report.results) {
    for (const key of RESULT) assert.ok(key in r, `${where}: ${r.strategy}.${key}`);
    assert.notEqual(r.outcome, 'failed', `${where}: ${r.strategy}: ${r.note}`);
    assert.equal(r.fates.length, report.transcript.messages, `${where}: ${r.strategy}: one letter per message`);
    assert.match(r.fates, /^[KESOD]*$/, where);
    assert.equal(r.kept + r.edited + r.summarized + r.offloaded + r.dropped, report.transcript.messages, `${where}: ${r.strategy}`);
    assert.ok(r.tokensAfter <= r.tokensBefore, `${where}: ${r.strategy}: never more tokens than before`);
    if (r.outcome === 'compacted') assert.ok(r.efficiency >= 0 && r.efficiency <= 1, `${where}: ${r.strategy}`);
    else assert.ok(r.note.length > 3, `${where}: ${r.strategy} says why it is ${r.outcome}`);
  }
  return report;
}

await check('compare prints a table with every strategy and a strip', () => {
  const { status, stdout } = npm('compare', [first]);
  assert.equal(status, 0);
  for (const title of ['Middle removal', 'Sliding window', 'Random removal']) assert.match(stdout, new RegExp(`^${title} .*\\|.{32}\\|`, 'm'));
  assert.match(stdout, /built-in \(extractive\)/);
});
await check('Chinese by --lang or the environment; names of fields and numbers do not change', () => {
  const chinese = { ...process.env, LC_ALL: 'zh_CN.UTF-8' };
  const table = cli('compare', [first, '--lang', 'zh-CN']).stdout;
  assert.match(cli('compare', [first], undefined, chinese).stdout, /^策略 /m);
  for (const title of ['中间移除策略', '滑动窗口压缩', '随机移除']) assert.match(table, new RegExp(`^${title} .*\\|.{32}\\|`, 'm'));
  assert.match(table, /内置（抽取式）/);
  const report = assertReport(cli('compare', [first, '--json'], undefined, chinese).stdout, 'Chinese');
  assert.equal(report.results[0].title, '中间移除策略');
  assert.match(cli('compare', ['no-such-file'], undefined, chinese).stderr, /无法读取/);
  assert.match(cli('compare', [first, '--lang', 'xx']).stderr, /--lang: expected one of en, zh-CN/);
});
await check('the same scenario gives the same result', () => {
  const strip = (text) => text.replace(/"ms": [\d.e-]+/g, '');
  assert.equal(strip(cli('compare', [first, '--json']).stdout), strip(cli('compare', [first, '--json']).stdout));
});
await check('standard input is a file', () => {
  const { status, stdout } = npm('compare', ['-', '--json'], readFileSync(first));
  assert.equal(status, 0);
  assertReport(stdout, 'standard input');
});
await check('--strategies, --set, --target, --window, --model and --tokenizer act', () => {
  const { stdout } = cli('compare', [
    first,
    '--json',
    '--strategies',
    'middle-removal,sliding-window',
    '--set',
    'sliding-window.window=7',
    '--target',
    '0.3',
    '--window',
    '50000',
    '--tokenizer',
    'cl100k_base',
  ]);
  const report = JSON.parse(stdout);
  assert.deepEqual(
    report.results.map((r) => r.strategy),
    ['middle-removal', 'sliding-window'],
  );
  assert.equal(report.results[1].params.window, 7);
  assert.equal(report.budget.window, 50000);
  assert.equal(report.transcript.tokenizer, 'cl100k_base');
  assert.equal(report.transcript.exact, true);
  assert.ok(Math.abs(report.budget.target - 0.3 * report.transcript.tokens) <= 1);
  assert.equal(JSON.parse(cli('compare', [first, '--json', '--model', 'gpt-4o']).stdout).transcript.tokenizer, 'o200k_base');
  assert.equal(JSON.parse(cli('compare', [first, '--json', '--target', 'own']).stdout).budget.target, null);
});
for (const command of ['compare', 'compact', 'inspect']) {
  await check(`${command} --help`, () => {
    const { status, stdout } = npm(command, ['--help']);
    assert.equal(status, 0);
    assert.match(stdout, /Usage: npm run -s/);
  });
}
const wrong = [
  ['compare', []],
  ['compare', ['no-such-file.json']],
  ['compare', [first, '--nonsense']],
  ['compare', [first, '--target', '0']],
  ['compare', [first, '--target', 'half']],
  ['compare', [first, '--window', 'x']],
  ['compare', [first, '--tokenizer', 'nope']],
  ['compare', [first, '--strategies', 'nope']],
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
];
for (const [command, args] of wrong) {
  await check(`wrong use: ${command} ${args.slice(1).join(' ')}`, () => {
    const { status, stdout, stderr } = cli(command, args);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.equal(lines(stderr).length, 1, stderr);
  });
}
for (const sample of index) {
  const file = path.join(samples, sample.file);
  await check(`sample ${sample.id}`, () => {
    assertReport(cli('compare', [file, '--json']).stdout, sample.id);
    const inspected = JSON.parse(cli('inspect', [file, '--json']).stdout);
    assert.equal(inspected.format, sample.format);
    for (const key of ['id', 'title', 'messages', 'toolCalls', 'toolResults', 'tokens', 'compactions'])
      assert.ok(key in inspected.conversations[0], key);
  });
  await check(`sample ${sample.id}: compacted, written, read again`, () => {
    const { status, stdout } = cli('compact', [file, '--strategy', 'sliding-window']);
    assert.equal(status, 0);
    const again = JSON.parse(cli('inspect', ['-', '--json'], stdout).stdout);
    assert.equal(again.format, sample.format);
    assert.ok(again.conversations[0].messages > 1);
  });
}
await check('--config reads S1 and S4, --set wins over it, errors name the line', () => {
  const yaml = path.join(work, 's1.yaml');
  writeFileSync(yaml, 'context_compaction:\n  keep_recent_rounds: 4\n  summary_max_length: 700\n');
  const rows = (...args) => JSON.parse(cli('compare', [first, '--json', '--config', yaml, ...args]).stdout).results;
  const s1 = (...args) => rows(...args).find((r) => r.strategy === 'context-compactor').params;
  assert.equal(s1().keepRecentRounds, 4);
  assert.equal(s1().summaryMaxChars, 700);
  assert.equal(s1('--set', 'context-compactor.keepRecentRounds=1').keepRecentRounds, 1);
  const json = path.join(work, 's4.json');
  writeFileSync(json, '{"conversation": {"autoCompression": {"keepRecentCount": 3}}}');
  const { status, stderr } = cli('compare', [first, '--config', json]);
  assert.equal(status, 0);
  assert.match(stderr, /Summary model required/);
  writeFileSync(yaml, 'context_compaction:\n  trigger_ratio: 7\n');
  const wrong = cli('compare', [first, '--config', yaml]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /Line 2: context_compaction\.trigger_ratio is 7, expected a number from 0\.1 to 1/);
  assert.equal(cli('compare', [first, '--config', path.join(work, 'absent')]).status, 2);
});
await check('--keywords replaces lists, errors name the place', () => {
  const lists = path.join(work, 'keywords.json');
  const kept = (...args) =>
    JSON.parse(cli('compare', [first, '--json', '--target', 'own', '--strategies', 'importance-scoring', ...args]).stdout).results[0].kept;
  writeFileSync(lists, '{"important": [], "fixes": [], "completion": [], "marks": [], "tool-marks": []}');
  assert.ok(kept('--keywords', lists) < kept());
  writeFileSync(lists, '{"marks": ["ok", 7]}');
  const wrong = cli('compare', [first, '--keywords', lists]);
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /\$\.marks\.1: expected a word of 1 to 60 characters/);
  assert.equal(cli('compare', [first, '--keywords', path.join(work, 'absent')]).status, 2);
});
await check('every format can be written and read again', () => {
  for (const to of ['openai-chat', 'openai-finetune', 'anthropic-messages', 'claude-code', 'pi', 'sharegpt', 'text', 'playground']) {
    const { status, stdout, stderr } = cli('compact', [first, '--strategy', 'middle-removal', '--to', to]);
    assert.equal(status, 0, `${to}: ${stderr}`);
    const again = cli('inspect', ['-', '--json'], stdout);
    assert.equal(again.status, 0, `${to}: ${again.stderr}`);
    // One fine-tuning example is also the body of a request: with a single line nothing tells them apart.
    assert.ok([to, ...(to === 'openai-finetune' ? ['openai-chat'] : [])].includes(JSON.parse(again.stdout).format), to);
  }
});
await check('two compactions in our own format, undone one at a time', () => {
  const conversation = (text) => JSON.parse(text).conversations[0];
  const one = cli('compact', [first, '--strategy', 'sliding-window', '--to', 'playground']);
  const two = cli('compact', ['-', '--strategy', 'head-tail'], one.stdout);
  assert.deepEqual([one.status, two.status], [0, 0], two.stderr);
  assert.deepEqual(
    conversation(two.stdout).compressions.map((c) => c.strategy),
    ['sliding-window', 'head-tail'],
  );
  const inspected = conversation(cli('inspect', ['-', '--json'], two.stdout).stdout);
  assert.deepEqual(
    inspected.levels.map((l) => l.strategy),
    ['sliding-window', 'head-tail'],
  );
  const report = JSON.parse(cli('compare', ['-', '--json', '--strategies', 'hybrid'], two.stdout).stdout);
  assert.equal(report.transcript.tokens, inspected.levels[1].tokensAfter, 'the compacted context is compared');
  const back = cli('compact', ['-', '--undo'], two.stdout);
  assert.deepEqual(conversation(back.stdout).runtimeMessages, conversation(one.stdout).runtimeMessages);
  const bottom = cli('compact', ['-', '--undo'], back.stdout);
  assert.equal(bottom.status, 0, bottom.stderr);
  assert.equal('runtimeMessages' in conversation(bottom.stdout), false);
  assert.equal(JSON.stringify(conversation(bottom.stdout).messages), JSON.stringify(conversation(one.stdout).messages));
  assert.match(cli('compact', ['-', '--undo'], bottom.stdout).stderr, /no compaction to undo/);
});
await check('stored compactions that do not fit are left aside with their path', () => {
  const file = JSON.parse(cli('compact', [first, '--strategy', 'sliding-window', '--to', 'playground']).stdout);
  file.conversations[0].compressions[0].messagesBefore += 1;
  const { status, stdout, stderr } = cli('inspect', ['-', '--json'], JSON.stringify(file));
  assert.equal(status, 0);
  const { conversations, warnings } = JSON.parse(stdout);
  assert.deepEqual(conversations[0].levels, []);
  assert.equal(conversations[0].messages, file.conversations[0].messages.length, stderr);
  assert.equal(warnings.find((w) => w.code === 'history-does-not-fit').path, '$.conversations[0].compressions[0]');
});
await check('the library has its documented names', async () => {
  const engine = await import(pathToFileURL(path.join(root, 'build/engine.js')).href);
  for (const name of ['parseTranscript', 'countTokens', 'strategies', 'compare', 'compact', 'restore', 'efficiency', 'serializeTranscript'])
    assert.ok(name in engine, name);
  const parsed = engine.parseTranscript(readFileSync(first), { name: index[0].file });
  assert.ok(parsed.ok);
  const [transcript] = parsed.value.conversations;
  const result = await engine.compact(transcript, { strategy: 'sliding-window' });
  const back = engine.restore(result.context(), [result.record()]);
  assert.ok(back.ok);
  assert.deepEqual(back.value, transcript.messages);
  assert.equal(await engine.countTokens('hello world'), 2);
  await assert.rejects(engine.compact(transcript, { strategy: 'nope' }), /unknown strategy/);
});

/** Our own server that speaks the models' protocols, and misbehaves by the name of the model. */
const { module } = await runnerImport(path.join(root, 'src/models/testing/server.ts'), { configFile: false, logLevel: 'error' });
const server = await module.startModelServer();
const KEY = 'sk-thisIsTheKeyOfAPerson-0123456789';
/** A real summariser in the terminal. Not spawnSync: the server answers in this process. */
function real(model, args = ['--yes'], { key = KEY, provider = 'compatible', command = 'compare', base = '/v1' } = {}) {
  const { OPENAI_API_KEY: _1, ANTHROPIC_API_KEY: _2, GEMINI_API_KEY: _3, ...env } = ENGLISH;
  const variable = { openai: 'OPENAI_API_KEY', compatible: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY', google: 'GEMINI_API_KEY' }[provider];
  const address = ['--base-url', `${server.origin}${base}`];
  const strategies = command === 'compare' ? ['--strategies', 'middle-removal,summary,context-compactor'] : ['--strategy', 'context-compactor'];
  const options = ['--summarizer', provider, ...(model ? ['--summary-model', model] : []), ...address, ...strategies, ...args];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'scripts/cli.mjs'), command, first, ...options], {
      cwd: root,
      env: key === null ? env : { ...env, [variable]: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr += data));
    child.on('close', (status) => {
      assert.ok(!`${stdout}${stderr}`.includes(KEY), 'the key is printed nowhere');
      resolve({ status, stdout, stderr });
    });
  });
}
for (const [provider, base] of [
  ['compatible', '/v1'],
  ['openai', '/v1'],
  ['anthropic', '/v1'],
  ['google', '/v1beta'],
]) {
  await check(`a real model writes the summaries: ${provider}`, async () => {
    const before = server.received.length;
    const { status, stdout, stderr } = await real('ok', ['--yes', '--json'], { provider, base });
    assert.equal(status, 0, stderr);
    assert.match(stderr, /at least 2 calls, about [\d,]+ tokens sent, at most [\d,]+ tokens of summaries; price unknown/);
    assert.match(stderr, /Summaries: 2 calls, 2,400 tokens in, \d+ out, [\d,]+ ms, price unknown/);
    const { results } = JSON.parse(stdout);
    assert.equal(results[0].calls, null);
    for (const { outcome, calls } of results.slice(1)) {
      assert.equal(outcome, 'compacted');
      assert.equal(calls.count, 1);
      assert.equal(calls.inputTokens, 1200);
      assert.ok(calls.outputTokens > 0 && calls.ms > 0);
      assert.equal(calls.cost, null);
    }
    const posts = server.received.slice(before).filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 2);
    for (const { body } of posts) assert.ok(!body.includes(KEY));
  });
}
await check('compact with a real model', async () => {
  const { status, stdout, stderr } = await real('ok', ['--yes'], { command: 'compact' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /src\/login\.ts was changed/);
});
await check('nobody to ask: nothing is sent without --yes', async () => {
  const before = server.received.length;
  const { status, stdout, stderr } = await real('ok', []);
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /Nothing was sent: there is nobody to ask\. Add --yes/);
  assert.equal(server.received.length, before);
});
await check('no model, no key, no address: said before anything is sent', async () => {
  const before = server.received.length;
  const none = await real('');
  assert.equal(none.status, 2);
  assert.match(none.stderr, /No model is chosen/);
  const keyless = await real('ok', ['--yes'], { provider: 'anthropic', key: null });
  assert.equal(keyless.status, 2);
  assert.match(keyless.stderr, /No key is set.*It is read from ANTHROPIC_API_KEY/);
  assert.match((await real('ok', ['--yes', '--base-url', 'http://example.com/v1'])).stderr, /The address of the endpoint is missing or not allowed/);
  assert.equal(server.received.length, before);
});
for (const [model, words] of [
  ['status-401', /does not accept the key \(401\)/],
  ['status-403', /may not use this model or endpoint \(403\)/],
  ['status-404', /does not know this model or address \(404\)/],
  ['status-413', /too long for this model \(413\)/],
  ['status-422', /refused the request \(422\)/],
  ['status-429', /Too many requests \(429\), also after waiting/],
  ['status-500', /The endpoint failed \(500\), also when asked again/],
  ['cut', /The answer broke off before its end/],
  ['empty', /answered without any text/],
  ['wrong-json', /not in the format of the chosen provider/],
  ['wrong-type', /is a page and no data/],
]) {
  await check(`a model that fails says what to do: ${model}`, async () => {
    const { status, stdout, stderr } = await real(model);
    assert.equal(status, 0, stderr);
    assert.match(stderr, words);
    assert.match(stdout, /^Middle removal .*\|.{32}\|/m, 'rows without a model stand');
    assert.match(stdout, words, 'the row says it too');
  });
}
await check('a refusal that passes is waited for', async () => {
  const { status, stdout, stderr } = await real('status-429-wait-then-ok', ['--yes', '--json']);
  assert.equal(status, 0);
  assert.match(stderr, /waiting 3 s: Too many requests \(429\)/);
  assert.deepEqual(
    JSON.parse(stdout).results.map((r) => r.outcome),
    ['compacted', 'compacted', 'compacted'],
  );
});
await server.close();

const KNOWN = ['openai-chat', 'openai-finetune-jsonl', 'tau-bench', 'anthropic-messages', 'claude-code', 'pi', 'sharegpt'];
const manifest = path.join(shared, 'data/MANIFEST.json');
if (existsSync(manifest)) {
  for (const entry of JSON.parse(readFileSync(manifest, 'utf8')).filter((e) => KNOWN.includes(e.format))) {
    const file = path.join(shared, 'data', entry.file);
    await check(entry.file, () => {
      const inspected = JSON.parse(cli('inspect', [file, '--json']).stdout);
      const calls = inspected.conversations.reduce((sum, c) => sum + c.toolCalls, 0);
      if (entry.toolCalls) assert.equal(calls, entry.toolCalls, 'tool calls as in the manifest');
      for (const target of ['0.2', '0.5']) assertReport(cli('compare', [file, '--json', '--target', target]).stdout, entry.file);
    });
  }
  const stress = path.join(work, 'stress');
  spawnSync(process.execPath, [path.join(shared, 'tools/stress.mjs'), stress, '2']);
  for (const name of readdirSync(stress)) {
    await check(`hostile: ${name}`, () => {
      const { status, stdout, stderr } = cli('compare', [path.join(stress, name), '--json']);
      if (status === 0) assertReport(stdout, name);
      else {
        assert.equal(status, 2, stderr.slice(0, 500));
        assert.equal(lines(stderr).length, 1, stderr.slice(0, 500));
        assert.doesNotMatch(stderr, /\n\s+at /);
      }
    });
  }
} else {
  if (process.env.REQUIRE_SHARED) await check('shared transcripts', () => assert.fail(`missing: ${manifest}`));
  skipped++;
  console.log('shared transcripts are not here: those checks were skipped');
}

rmSync(work, { recursive: true, force: true });
mkdirSync(path.join(root, '.cache'), { recursive: true });
writeFileSync(path.join(root, '.cache/terminal.json'), JSON.stringify({ passed, failed, skipped }));
console.log(`terminal: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed ? 1 : 0);
