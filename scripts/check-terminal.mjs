/**
 * The terminal program as a person runs it (`npm run -s …`): output, exit codes, every sample, every shared transcript of a
 * known format, and hostile files. Each case is one check; the counts go to .cache/terminal.json for `npm test`. Without
 * `DEEP=1` (`npm run test:deep`) one file under 1 MB of each format, every fourth hostile file and every third way in which a model fails.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { runnerImport } from 'vite';
import { ensureBuild, root } from './setup.mjs';
import { interruptChecks } from './terminal-interrupts.mjs';

ensureBuild('library');
const deep = process.env.DEEP === '1';
const samples = path.join(root, 'fixtures/samples');
const shared = process.env.SHARED_DIR ?? path.resolve(root, '../shared');
const work = mkdtempSync(path.join(tmpdir(), 'terminal-'));
let passed = 0;
let failed = 0;
let skipped = 0;

/** Independent checks run in parallel, as many as there are processors. */
const apart = [];
/** Checks that inspect what the shared model server received run one after the other (they mostly wait), in parallel with the rest. */
const inTurn = [];
const check = (name, test, list = apart) => void list.push({ name, test });

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
const ENGLISH = { ...process.env, LC_ALL: 'C' };

/** Runs a program to its end. */
function run(command, args, { input, env = ENGLISH } = {}) {
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
const npm = (command, args, input) => run('npm', ['run', '-s', command, '--', ...args], { input });

/** Threads with the program that wait for work. */
const idle = [];
/** The same program in a thread that has run it before, for the many cases: no start-up, no cold code. */
async function cli(command, args, input, env = ENGLISH) {
  const host = idle.pop() ?? new Worker(new URL('./terminal-host.mjs', import.meta.url));
  const ended = new AbortController();
  try {
    host.postMessage({ argv: [command, ...args], input, env });
    const exit = once(host, 'exit', ended).then(([code]) => assert.fail(`the program ended its thread with ${code}`));
    const [done] = await Promise.race([once(host, 'message', ended), exit]);
    idle.push(host);
    return done;
  } finally {
    ended.abort();
  }
}

/** Output of the program itself, without that of the set-up (a build because a source changed). */
const lines = (stderr) =>
  stderr
    .trimEnd()
    .split('\n')
    .filter((l) => l !== '' && !l.startsWith('[setup]') && !l.endsWith(' …'));

const index = JSON.parse(readFileSync(path.join(samples, 'index.json'), 'utf8'));
const first = path.join(samples, index[0].file);
/** For what any transcript shows. */
const short = path.join(samples, 'pasted-log.json');
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
  'measures',
  'notes',
  'preset',
  'repaired',
];

/** Measures of a result: each is present, null only with a reason; shares are between 0 and 1. */
const MEASURES =
  'factRetention recoverable hindsightRecall recallLeft cutsIdle overBudget belowChance recallSkill binding independentRecall independent neededFacts reReadCost constraints artifactF1 openWork errorFixPairs validity cacheSurvival cost breakEvenTurns'.split(
    ' ',
  );
const SHARES = [
  'recoverable',
  'hindsightRecall',
  'recallLeft',
  'binding',
  'independentRecall',
  'constraints',
  'artifactF1',
  'openWork',
  'errorFixPairs',
];

function assertMeasures({ strategy, measures, notes }, where) {
  assert.deepEqual(Object.keys(measures).toSorted(), MEASURES.toSorted(), `${where}: ${strategy}`);
  for (const name of MEASURES) assert.equal(measures[name] === null, (notes[name] ?? '').length > 3, `${where}: ${strategy}: note of ${name}`);
  const shares = [...SHARES.map((name) => measures[name]), measures.factRetention?.all, ...Object.values(measures.factRetention?.byKind ?? {})];
  for (const share of shares) assert.ok(share === undefined || share === null || (share >= 0 && share <= 1), `${where}: ${strategy}: ${share}`);
}

function assertReport(text, where) {
  const report = JSON.parse(text);
  assert.deepEqual(Object.keys(report), ['transcript', 'budget', 'prices', 'results', 'answer'], where);
  for (const key of ['format', 'messages', 'tokens', 'tokenizer', 'exact', 'warnings'])
    assert.ok(key in report.transcript, `${where}: transcript.${key}`);
  assert.ok(report.results.length >= 11, where);
  for (const r of report.results) {
    for (const key of RESULT) assert.ok(key in r, `${where}: ${r.strategy}.${key}`);
    assert.notEqual(r.outcome, 'failed', `${where}: ${r.strategy}: ${r.note}`);
    assert.equal(r.fates.length, report.transcript.messages, `${where}: ${r.strategy}: one letter per message`);
    assert.match(r.fates, /^[KESOD]*$/, where);
    assert.equal(r.kept + r.edited + r.summarized + r.offloaded + r.dropped, report.transcript.messages, `${where}: ${r.strategy}`);
    // As shipped a product may leave more than there was: nobody verifies it.
    const grows = r.tokensAfter > r.tokensBefore;
    assert.ok(!grows || r.repaired === false, `${where}: ${r.strategy}: never more tokens than before`);
    if (r.outcome === 'compacted') assert.ok((grows || r.efficiency >= 0) && r.efficiency <= 1, `${where}: ${r.strategy}`);
    else assert.ok(r.note.length > 3, `${where}: ${r.strategy} says why it is ${r.outcome}`);
    assertMeasures(r, where);
    assertProduct(r, where);
  }
  return report;
}

/** A product's row says whose rule it is, where it stands, and whether it was compared with the product's code. */
function assertProduct({ strategy, preset, repaired }, where) {
  const at = `${where}: ${strategy}`;
  if (preset === null) return assert.equal(repaired, null, at);
  assert.deepEqual(Object.keys(preset), ['product', 'version', 'source', 'checked'], at);
  assert.ok(preset.product.length > 1 && preset.source.length > 3, at);
  assert.ok(preset.version === null || preset.version.length > 1, at);
  assert.deepEqual([typeof preset.checked, typeof repaired], ['boolean', 'boolean'], at);
}

check('compare prints a table with every strategy and a strip', async () => {
  const { status, stdout } = await npm('compare', [first]);
  assert.equal(status, 0);
  for (const title of ['Middle removal', 'Sliding window', 'Random removal'])
    assert.match(stdout, new RegExp(`^${title} .*  [█▆▄▂▒so·]{32}(  |$)`, 'm'));
  assert.match(stdout, /built-in \(extractive\)/);
});
check('every product, one, some, and the one repaired', async () => {
  const rows = async (...args) => assertProducts(JSON.parse((await cli('compare', [first, '--json', ...args])).stdout).results);
  const assertProducts = (results) => {
    for (const row of results) assertProduct(row, 'products');
    return results;
  };
  const all = (await rows('--strategies', 'product:*')).map(({ strategy }) => strategy);
  assert.equal(all.length, 64);
  assert.ok(['claude-code', 'codex', 'pi', 'openhands-window'].every((id) => all.includes(id)));
  assert.ok((await rows()).filter(({ preset }) => preset).length >= 25);
  assert.deepEqual(
    (await rows('--strategies', 'product:pi,openhands-m*', '--preset', 'codex', '--set', 'pi.repaired=true')).map((r) => [r.strategy, r.repaired]),
    [
      ['pi', true],
      ['openhands-masking', false],
      ['codex', false],
    ],
  );
});
for (const columns of [80, 120]) {
  check(`the tables fit into ${columns} columns`, async () => {
    const env = { ...ENGLISH, COLUMNS: String(columns) };
    for (const [command, ...args] of [
      ['compare', first, '--all-rows'],
      ['replay', first, '--window', '40000', '--trigger', 'own'],
    ]) {
      const { status, stdout } = await cli(command, args, undefined, env);
      assert.equal(status, 0);
      const table = stdout.split('\n\n')[1].split('\n');
      const idle = Number(/never fired here: (\d+) rows/.exec(stdout)?.[1] ?? 0);
      assert.ok(table.length + idle > 60, stdout);
      for (const line of table) assert.ok([...line].length <= columns, line);
      for (const title of ['Codex CLI', 'pi', 'goose', 'Mastra: tool-call filter']) assert.match(stdout, new RegExp(`^${title} +[▲\\d]`, 'm'));
    }
  });
}
check('--recall adds its columns and what they are held against, the same as in JSON', async () => {
  const { status, stdout } = await cli('compare', [first, '--recall', '--strategies', 'fact-list,oldest-first']);
  assert.equal(status, 0);
  const { results } = JSON.parse((await cli('compare', [first, '--json', '--strategies', 'fact-list,oldest-first'])).stdout);
  for (const { title, measures } of results) {
    const [own, independent, left, binding] = [measures.hindsightRecall, measures.independentRecall, measures.recallLeft, measures.binding].map(
      (share) => (share * 100).toFixed(1).replace('.', '\\.'),
    );
    assert.match(stdout, new RegExp(`^${title} .*${own} +(▼ )?${independent} .*${left} .*${binding}`, 'm'), stdout);
  }
  assert.match(stdout, new RegExp(`${results[0].measures.neededFacts} .*12`));
});
check('a recall has its sign, its cuts with nothing to do and what was left beside it; controls stand last', async () => {
  const ids = 'fact-list,topic-segmentation,sliding-window,oldest-first';
  const { stdout } = await cli('compare', [first, '--recall', '--target', '0.2', '--strategies', ids]);
  const { results } = JSON.parse((await cli('compare', [first, '--json', '--target', '0.2', '--strategies', ids])).stdout);
  const lines = stdout.split('\n');
  const head = lines.findIndex((line) => /controls/.test(line));
  assert.ok(head > 0, stdout);
  for (const { title, kind, outcome, measures } of results) {
    const at = lines.findIndex((line) => line.startsWith(`${title} `));
    assert.equal(at > head, kind === 'control', title);
    if (outcome !== 'compacted' || measures.hindsightRecall === null) continue;
    assert.equal(measures.overBudget, measures.recallLeft > 0.2 + 1 / 1000, `${title}: ${measures.recallLeft}`);
    const sign = measures.overBudget ? '▲ ' : measures.belowChance ? '▼ ' : '';
    assert.ok(lines[at].includes(`  ${sign}${(measures.hindsightRecall * 100).toFixed(1)}  `), lines[at]);
    assert.equal(/\d+ of 12 cuts: nothing to do/.test(lines[at]), measures.cutsIdle > 0, lines[at]);
  }
  assert.ok(
    results.some(({ measures }) => measures.belowChance),
    'one of them is below chance',
  );
  assert.match(stdout, /▼ below chance/);
});
check('Chinese by --lang or the environment; names of fields and numbers do not change', async () => {
  const chinese = { ...process.env, LC_ALL: 'zh_CN.UTF-8' };
  const table = (await cli('compare', [first, '--lang', 'zh-CN'])).stdout;
  assert.match((await cli('compare', [first], undefined, chinese)).stdout, /^策略 /m);
  for (const title of ['中间移除策略', '滑动窗口压缩', '随机移除']) assert.match(table, new RegExp(`^${title} .*  [█▆▄▂▒so·]{32}(  |$)`, 'm'));
  assert.match(table, /内置（抽取式）/);
  const report = assertReport((await cli('compare', [first, '--json'], undefined, chinese)).stdout, 'Chinese');
  assert.equal(report.results[0].title, '中间移除策略');
  assert.match((await cli('compare', ['no-such-file'], undefined, chinese)).stderr, /无法读取/);
  assert.match((await cli('compare', [first, '--lang', 'xx'])).stderr, /--lang: expected one of en, zh-CN/);
});
check('the same scenario gives the same result', async () => {
  const strip = (text) => text.replace(/"ms": [\d.e-]+/g, '');
  assert.equal(strip((await npm('compare', [short, '--json'])).stdout), strip((await cli('compare', [short, '--json'])).stdout));
});
check('standard input is a file', async () => {
  const { status, stdout } = await npm('compare', ['-', '--json'], readFileSync(short));
  assert.equal(status, 0);
  assertReport(stdout, 'standard input');
});
check('--strategies, --set, --target, --window, --model and --tokenizer act', async () => {
  const { stdout } = await cli('compare', [
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
  assert.equal(JSON.parse((await cli('compare', [first, '--json', '--model', 'gpt-4o'])).stdout).transcript.tokenizer, 'o200k_base');
  assert.equal(JSON.parse((await cli('compare', [first, '--json', '--target', 'own'])).stdout).budget.target, null);
});
for (const command of ['compare', 'compact', 'inspect', 'replay']) {
  check(`${command} --help`, async () => {
    const { status, stdout } = await npm(command, ['--help']);
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
];
for (const [command, args] of wrong) {
  check(`wrong use: ${command} ${args.slice(1).join(' ')}`, async () => {
    const { status, stdout, stderr } = await cli(command, args);
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.equal(lines(stderr).length, 1, stderr);
  });
}
for (const sample of index) {
  const file = path.join(samples, sample.file);
  check(`sample ${sample.id}`, async () => {
    assertReport((await cli('compare', [file, '--json'])).stdout, sample.id);
    const inspected = JSON.parse((await cli('inspect', [file, '--json'])).stdout);
    assert.equal(inspected.format, sample.format);
    for (const key of ['id', 'title', 'messages', 'toolCalls', 'toolResults', 'tokens', 'compactions'])
      assert.ok(key in inspected.conversations[0], key);
  });
  check(`sample ${sample.id}: compacted, written, read again`, async () => {
    const { status, stdout } = await cli('compact', [file, '--strategy', 'sliding-window']);
    assert.equal(status, 0);
    const again = JSON.parse((await cli('inspect', ['-', '--json'], stdout)).stdout);
    assert.equal(again.format, sample.format);
    assert.ok(again.conversations[0].messages > 1);
  });
}
check('--config reads S1 and S4, --set wins over it, errors name the line', async () => {
  const yaml = path.join(work, 's1.yaml');
  writeFileSync(yaml, 'context_compaction:\n  keep_recent_rounds: 4\n  summary_max_length: 700\n');
  const rows = async (...args) => JSON.parse((await cli('compare', [first, '--json', '--config', yaml, ...args])).stdout).results;
  const s1 = async (...args) => (await rows(...args)).find((r) => r.strategy === 'context-compactor').params;
  assert.equal((await s1()).keepRecentRounds, 4);
  assert.equal((await s1()).summaryMaxChars, 700);
  assert.equal((await s1('--set', 'context-compactor.keepRecentRounds=1')).keepRecentRounds, 1);
  const json = path.join(work, 's4.json');
  writeFileSync(json, '{"conversation": {"autoCompression": {"keepRecentCount": 3}}}');
  const { status, stderr } = await cli('compare', [first, '--config', json]);
  assert.equal(status, 0);
  assert.match(stderr, /Summary model required/);
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
check('a full disk is one line and exit code 1', async () => {
  if (!existsSync('/dev/full')) return;
  for (const [command, ...args] of [
    ['compare', first, '--strategies', 'summary'],
    ['compact', first, '--strategy', 'summary'],
    ['inspect', first],
  ]) {
    const { status, stderr } = await run('sh', [
      '-c',
      '"$0" "$@" > /dev/full',
      process.execPath,
      path.join(root, 'scripts/cli.mjs'),
      command,
      ...args,
    ]);
    assert.equal(status, 1, stderr);
    assert.deepEqual(lines(stderr).length, 1, stderr);
    assert.match(stderr, /cannot write the output: .*ENOSPC/);
  }
});
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
check('every format can be written and read again', async () => {
  for (const to of ['openai-chat', 'openai-finetune', 'anthropic-messages', 'claude-code', 'pi', 'sharegpt', 'text', 'playground']) {
    const { status, stdout, stderr } = await cli('compact', [first, '--strategy', 'middle-removal', '--to', to]);
    assert.equal(status, 0, `${to}: ${stderr}`);
    const again = await cli('inspect', ['-', '--json'], stdout);
    assert.equal(again.status, 0, `${to}: ${again.stderr}`);
    // One fine-tuning example is also a request body: a single line is ambiguous.
    assert.ok([to, ...(to === 'openai-finetune' ? ['openai-chat'] : [])].includes(JSON.parse(again.stdout).format), to);
  }
});
const SERIES = ['strategy', 'requests', 'compactions', 'peakTokens', 'overLimit', 'promptTokens', 'cachedTokens', 'cost', 'ms'];

function assertReplay(text, where) {
  const report = JSON.parse(text);
  for (const one of [report.baseline, ...report.series]) {
    const at = `${where}: ${one.strategy}`;
    assert.equal(one.failed, undefined, at);
    assert.deepEqual(Object.keys(one).slice(0, SERIES.length), SERIES, at);
    assert.equal(one.requests, report.transcript.requests, at);
    for (const compaction of one.compactions) {
      assert.deepEqual(Object.keys(compaction), ['at', 'before', 'after', 'summaryTokens', 'trigger'], at);
      assert.ok(compaction.at >= 1 && compaction.at <= one.requests + 1, at);
      assert.ok(compaction.after < compaction.before && compaction.summaryTokens <= compaction.after, at);
    }
    assert.ok(one.peakTokens <= report.baseline.peakTokens && one.overLimit <= one.requests, at);
    assert.ok(one.cachedTokens <= one.promptTokens && one.promptTokens <= report.baseline.promptTokens, at);
    assert.deepEqual(Object.keys(one.cost), ['currency', 'total', 'summaries'], at);
    if (report.prices) assert.ok(one.cost.total >= one.cost.summaries && one.cost.summaries >= 0, at);
    else assert.deepEqual([one.cost.total, one.cost.summaries], [null, null], at);
  }
  assert.deepEqual(report.baseline.compactions, []);
  return report;
}

/** A window in which the first sample is compacted a few times. */
const SMALL = ['--window', '40000'];
check('replay prints every strategy beside no compaction', async () => {
  const { status, stdout } = await npm('replay', [first, ...SMALL]);
  assert.equal(status, 0);
  for (const title of ['no compaction', 'Middle removal', 'Sliding window']) assert.match(stdout, new RegExp(`^${title} .*\\$`, 'm'));
  assert.match(stdout, /window 40,000 \(as given\) · ratio:0\.8 · target 50.% of the context/);
  assert.match(stdout, /genai-prices [\d.]+, \d{4}-\d\d-\d\d/);
});
check('replay --json has the shape that is documented, for every strategy', async () => {
  const report = assertReplay((await cli('replay', [first, ...SMALL, '--json'])).stdout, 'json');
  assert.ok(report.series.length >= 33);
  assert.equal(report.series.find((s) => s.strategy === 'middle-removal').compactions[0].trigger, 'ratio');
  assert.ok(report.series.some((s) => s.compactions.length > 1 && s.cost.summaries > 0));
  assert.ok(report.baseline.overLimit > 0);
});
check('replay: the same again gives the same, but for the time', async () => {
  const args = [first, ...SMALL, '--json', '--strategies', 'sliding-window,selective'];
  const timeless = (text) => text.replace(/"(ms|meanSummaryMs)": [\d.e-]+/g, '');
  assert.equal(timeless((await cli('replay', args)).stdout), timeless((await cli('replay', args)).stdout));
});
check('replay: every trigger acts, alone and with others', async () => {
  const kinds = async (...args) => {
    const { stdout, stderr } = await cli('replay', [first, ...SMALL, '--json', '--strategies', 'middle-removal', ...args]);
    assert.deepEqual(lines(stderr), [], args.join(' '));
    return assertReplay(stdout, args.join(' ')).series[0].compactions.map(({ trigger }) => trigger);
  };
  for (const written of ['ratio:0.6', 'ratio:0.6:5', 'remaining:0.4', 'tool-result:0.6', 'answer:0.6', 'hard-limit', 'turns:20:steps', 'marker:the'])
    assert.deepEqual([...new Set(await kinds('--trigger', written))], [written.split(':')[0]], written);
  assert.deepEqual(await kinds('--trigger', 'hand:60,120'), ['hand', 'hand']);
  const ratio = (await kinds('--trigger', 'ratio:0.6')).length;
  const both = ['--trigger', 'ratio:0.6', '--trigger', 'turns:30:steps'];
  assert.ok((await kinds(...both, '--all')).length < ratio);
  assert.ok((await kinds(...both, '--any')).length >= ratio);
  assert.deepEqual([...new Set(await kinds('--trigger', 'S3'))].sort(), ['tool-result']);
});
check('replay: a row has the trigger of its system, with the settings of --set and --config', async () => {
  const run = async (ids, ...args) => {
    const { status, stdout, stderr } = await cli('replay', [first, ...SMALL, '--json', '--strategies', ids, ...args]);
    assert.equal(status, 0, stderr);
    return assertReplay(stdout, args.join(' '));
  };
  const config = path.join(work, 'triggers.json');
  const s1 = path.join(work, 'triggers.yaml');
  writeFileSync(config, '{"conversation": {"autoCompression": {"threshold": 0.5}}}');
  writeFileSync(s1, 'context_compaction:\n  trigger_ratio: 0.75\n  max_context_tokens: 32000\n');
  // The first compaction is where the trigger is first reached: a request adds less than 4,000 tokens there.
  const fires = (series, level) => {
    const { before } = series.compactions[0];
    assert.ok(before >= level && before < level + 4000, `${series.strategy}: ${before} for ${level}`);
  };
  for (const [args, level] of [
    [['--trigger', 'S4'], 32_000],
    [['--trigger', 'S4', '--set', 'auto-compression.threshold=0.5'], 20_000],
    [['--trigger', 'S4', '--config', config], 20_000],
  ]) {
    const report = await run('middle-removal,auto-compression', ...args);
    assert.deepEqual(report.trigger, { own: false, combine: 'any', triggers: [`ratio:${level / 40_000}`] });
    for (const series of report.series) {
      assert.equal(series.trigger.of, 'common');
      fires(series, level);
    }
  }
  const own = await run(
    'middle-removal,auto-compression,context-compactor,head-tail',
    '--trigger',
    'own',
    '--config',
    s1,
    '--set',
    'auto-compression.threshold=0.5',
  );
  assert.deepEqual(
    own.series.map(({ trigger }) => [trigger.of, ...trigger.triggers]),
    [
      ['own', 'ratio:0.9:5'],
      ['own', 'ratio:0.5'],
      ['own', 'tokens:24000'],
      ['common', 'ratio:0.8'],
    ],
  );
  for (const [i, level] of [36_000, 20_000, 24_000, 32_000].entries()) fires(own.series[i], level);
  const aimed = await run('provider-auto', '--target', 'own', '--model', 'claude-sonnet-4-5');
  assert.deepEqual([aimed.trigger.own, aimed.series[0].trigger.triggers, aimed.series[0].warning], [true, ['ratio:0.92:5'], 0.85]);
  fires(aimed.series[0], 36_800);
  const table = (await cli('replay', [first, ...SMALL, '--strategies', 'middle-removal,head-tail', '--trigger', 'own'])).stdout;
  assert.match(table, /^trigger ratio:0\.9:5: Middle removal$/m);
  assert.match(table, /^trigger ratio:0\.8: Head \+ tail$/m);
});
check('replay: S1’s stop ends the run, and what was still to come is refused', async () => {
  const args = [first, ...SMALL, '--strategies', 'context-compactor', '--answer', 'stop'];
  const report = JSON.parse((await cli('replay', [...args, '--json'])).stdout);
  const [one] = report.series;
  assert.equal(one.requests, one.stopped.at - 1);
  assert.equal(one.refused, report.transcript.requests - one.requests);
  assert.ok(one.refused > 0 && one.overLimit === 0 && one.loops.length === 0);
  assert.match((await cli('replay', args)).stdout, /^stopped: Context compactor: before request \d+; \d+ requests were refused/m);
});
check('replay --log prints JSON lines, --lang their words', async () => {
  const args = [first, ...SMALL, '--strategies', 'context-compactor', '--log'];
  const log = (await cli('replay', args)).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.ok(log.some(({ event, level, at }) => event === 'context_compacted' && level === 'info' && at > 1));
  for (const { message } of log) assert.doesNotMatch(message, /log-replay|undefined|\{\{/);
  assert.match((await cli('replay', [...args, '--lang', 'zh-CN'])).stdout, /"message":"[^"]*[\u4e00-\u9fff]/);
});
/**
 * Codex sessions with a stated window: three questions of about 400 tokens, and usage as if `unseen` more tokens had been sent with each.
 */
function codexSession(name, unseen) {
  const line = (type, payload) => JSON.stringify({ timestamp: '2026-01-02T03:04:05.000Z', type, payload });
  const said = (role, text) =>
    line('response_item', { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] });
  const lines = [
    line('session_meta', { id: 's', base_instructions: { text: 'You are careful.' } }),
    line('turn_context', { model: 'gpt-5.1-codex-max' }),
  ];
  for (let i = 1; i <= 3; i++) {
    const input = i * 420 + unseen;
    const used = { input_tokens: input, cached_input_tokens: 64 * i, output_tokens: 100, total_tokens: input + 100 };
    const info = { total_token_usage: { total_tokens: i }, last_token_usage: used, model_context_window: 258_400 };
    lines.push(said('user', 'word '.repeat(400)), said('assistant', `Answer ${i}.`), line('event_msg', { type: 'token_count', info }));
  }
  const file = path.join(work, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
const codex = codexSession('codex.jsonl', 0);
check('the window that a recording states is in use, and where it comes from is said', async () => {
  assert.match((await cli('compare', [codex])).stdout, /window 258,400 \(from the recording\) · target /);
  const budget = async (...args) => JSON.parse((await cli('compare', [codex, '--json', ...args])).stdout).budget;
  assert.deepEqual(await budget('--target', '300'), { window: 258_400, windowFrom: 'recording', target: 300 });
  assert.deepEqual(await budget('--window', '5000', '--target', '300'), { window: 5000, windowFrom: 'set', target: 300 });
  assert.deepEqual(await budget('--model', 'gpt-4o', '--target', '300'), { window: 128_000, windowFrom: 'model', target: 300 });
  const replay = JSON.parse((await cli('replay', [codex, '--json', '--strategies', 'middle-removal'])).stdout);
  assert.deepEqual([replay.window, replay.windowFrom], [258_400, 'recording']);
});
check('a target is never over the window, and what it is a share of is said', async () => {
  const { tokens } = JSON.parse((await cli('compare', [first, '--json', '--strategies', 'head-tail'])).stdout).transcript;
  const run = async (window, target) => {
    const args = [first, '--strategies', 'head-tail', '--window', String(window), '--target', target];
    const { budget } = JSON.parse((await cli('compare', [...args, '--json'])).stdout);
    return [budget.target, (await cli('compare', args)).stdout];
  };
  const [half, plain] = await run(tokens, '0.5');
  assert.equal(half, Math.floor(tokens / 2));
  assert.doesNotMatch(plain, /a share of the window/);
  const [less, told] = await run(tokens - 2, '0.5');
  assert.equal(less, half - 1);
  assert.match(told, /target [\d,]+ \(a share of the window, which is smaller than the transcript\)/);
  assert.equal((await run(10_000, '1'))[0], 10_000);
  const [whole, over] = await run(10_000, '10001');
  assert.equal(whole, 10_000);
  assert.match(over, /target 10,000 \(the window: what was asked for is over it\)/);
});
check('replay compares with what was recorded, and never with requests that could not have been sent without saying so', async () => {
  const args = [codex, '--strategies', 'middle-removal', '--window', '1000'];
  const { stdout } = await cli('replay', args);
  assert.match(stdout, /cost +against recorded +against none/);
  assert.match(stdout, /Recorded: \$[\d.]+ for 3 of 3 requests; without compaction the same requests cost \$[\d.]+ here · /);
  assert.match(stdout, /† without compaction 1 of 3 requests is over the window of 1,000 and could not have been sent/);
  const report = assertReplay((await cli('replay', [...args, '--json'])).stdout, 'codex');
  assert.deepEqual([report.reference, report.noneOverWindow], ['recorded', 1]);
  const [series] = report.series;
  assert.ok(Math.abs(series.againstRecorded - (series.cost.total / report.recorded.cost - 1)) < 1e-3);
  assert.ok(Math.abs(series.againstNone - (series.cost.total / report.baseline.cost.total - 1)) < 1e-3);
  const marked = (text) => /^Middle removal .*%†/m.test(text);
  assert.ok(marked(stdout) && !marked((await cli('replay', [codex, '--strategies', 'middle-removal'])).stdout));
  // The file lacks too much of the requests: nothing is compared with their cost.
  const bare = codexSession('bare.jsonl', 20_000);
  const told = (await cli('replay', [bare, ...args.slice(1)])).stdout;
  assert.match(told, /The file holds too little of its requests to compare costs with: .* differ by 9[\d.]+.% in the median/);
  assert.doesNotMatch(told, /against recorded/);
  assert.equal(JSON.parse((await cli('replay', [bare, ...args.slice(1), '--json'])).stdout).reference, 'none');
  // Nothing recorded: the run without compaction is the only reference.
  const research = [path.join(samples, 'research-session.json'), '--window', '8000', '--strategies', 'middle-removal'];
  const plain = (await cli('replay', research)).stdout;
  assert.doesNotMatch(plain, /against recorded/);
  assert.ok(marked(plain));
  const none = JSON.parse((await cli('replay', [...research, '--json'])).stdout);
  assert.deepEqual([none.reference, none.noneOverWindow, none.series[0].againstRecorded], ['none', none.baseline.overLimit, null]);
  assert.ok(none.noneOverWindow > 0 && none.series[0].againstNone < 0);
});
check('replay says when nothing ever fires, and where it goes in circles', async () => {
  const quiet = (await cli('replay', [first, '--strategies', 'middle-removal'])).stdout;
  const [, largest, smaller] =
    /No trigger ever fired: the largest request has [\d,]+ tokens.*fires is [\d,]+: --window (\d+)\. --window (\d+) shows/.exec(quiet);
  const at = async (window) => (await cli('replay', [first, '--strategies', 'middle-removal', '--window', String(window)])).stdout;
  for (const window of [smaller, largest]) assert.doesNotMatch(await at(window), /No trigger ever fired/);
  assert.match(await at(Number(largest) + 1), /No trigger ever fired/);
  const report = JSON.parse((await cli('replay', [first, '--strategies', 'middle-removal', '--json'])).stdout);
  assert.equal(report.largestFiringWindow, Number(largest));
  assert.match(
    (await cli('replay', [first, ...SMALL, '--strategies', 'middle-removal', '--target', 'own', '--trigger', 'ratio:0.8'])).stdout,
    /^loop: Middle removal: /m,
  );
});
check('two compactions in our own format, undone one at a time', async () => {
  const conversation = (text) => JSON.parse(text).conversations[0];
  const one = await cli('compact', [first, '--strategy', 'sliding-window', '--to', 'playground']);
  const two = await cli('compact', ['-', '--strategy', 'head-tail'], one.stdout);
  assert.deepEqual([one.status, two.status], [0, 0], two.stderr);
  assert.deepEqual(
    conversation(two.stdout).compressions.map((c) => c.strategy),
    ['sliding-window', 'head-tail'],
  );
  const inspected = conversation((await cli('inspect', ['-', '--json'], two.stdout)).stdout);
  assert.deepEqual(
    inspected.levels.map((l) => l.strategy),
    ['sliding-window', 'head-tail'],
  );
  const report = JSON.parse((await cli('compare', ['-', '--json', '--strategies', 'hybrid'], two.stdout)).stdout);
  assert.equal(report.transcript.tokens, inspected.levels[1].tokensAfter, 'the compacted context is compared');
  const back = await cli('compact', ['-', '--undo'], two.stdout);
  assert.deepEqual(conversation(back.stdout).runtimeMessages, conversation(one.stdout).runtimeMessages);
  const bottom = await cli('compact', ['-', '--undo'], back.stdout);
  assert.equal(bottom.status, 0, bottom.stderr);
  assert.equal('runtimeMessages' in conversation(bottom.stdout), false);
  assert.equal(JSON.stringify(conversation(bottom.stdout).messages), JSON.stringify(conversation(one.stdout).messages));
  assert.match((await cli('compact', ['-', '--undo'], bottom.stdout)).stderr, /no compaction to undo/);
});
check('stored compactions that do not fit are left aside with their path', async () => {
  const file = JSON.parse((await cli('compact', [first, '--strategy', 'sliding-window', '--to', 'playground'])).stdout);
  file.conversations[0].compressions[0].originalCount += 1;
  const { status, stdout, stderr } = await cli('inspect', ['-', '--json'], JSON.stringify(file));
  assert.equal(status, 0);
  const { conversations, warnings } = JSON.parse(stdout);
  assert.deepEqual(conversations[0].levels, []);
  assert.equal(conversations[0].messages, file.conversations[0].messages.length, stderr);
  assert.equal(warnings.find((w) => w.code === 'history-does-not-fit').path, '$.conversations[0].compressions[0]');
});
check('the library has its documented names', async () => {
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

/** Our own server, which speaks the models' protocols and misbehaves by model name. */
const { module } = await runnerImport(path.join(root, 'src/models/testing/server.ts'), { configFile: false, logLevel: 'error' });
const server = await module.startModelServer();
const KEY = 'sk-thisIsTheKeyOfAPerson-0123456789';
/** A real summariser in the terminal. */
async function real(model, args = ['--yes'], { key = KEY, provider = 'compatible', command = 'compare', base = '/v1' } = {}) {
  const { OPENAI_API_KEY: _1, ANTHROPIC_API_KEY: _2, GEMINI_API_KEY: _3, ...env } = ENGLISH;
  const variable = { openai: 'OPENAI_API_KEY', compatible: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY', google: 'GEMINI_API_KEY' }[provider];
  const address = ['--base-url', `${server.origin}${base}`];
  const strategies = command === 'compare' ? ['--strategies', 'middle-removal,summary,context-compactor'] : ['--strategy', 'context-compactor'];
  const options = ['--summarizer', provider, ...(model ? ['--summary-model', model] : []), ...address, ...strategies, ...args];
  // A process of its own: a connection that a thread kept from the check before may be closed by now.
  const done = await run(process.execPath, [path.join(root, 'scripts/cli.mjs'), command, first, ...options], {
    env: key === null ? env : { ...env, [variable]: key },
  });
  assert.ok(!`${done.stdout}${done.stderr}`.includes(KEY), 'the key is printed nowhere');
  return done;
}
const talk = (name, test) => check(name, test, inTurn);
for (const [provider, base] of [
  ['compatible', '/v1'],
  ['openai', '/v1'],
  ['anthropic', '/v1'],
  ['google', '/v1beta'],
]) {
  talk(`a real model writes the summaries: ${provider}`, async () => {
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
talk('compact with a real model', async () => {
  const { status, stdout, stderr } = await real('ok', ['--yes'], { command: 'compact' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /src\/login\.ts was changed/);
});
talk('nobody to ask: nothing is sent without --yes', async () => {
  const before = server.received.length;
  const { status, stdout, stderr } = await real('ok', []);
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /Nothing was sent: there is nobody to ask\. Add --yes/);
  assert.equal(server.received.length, before);
});
talk('no model, no key, no address: said before anything is sent', async () => {
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
  ['wrong-type', /is a web page, not data/],
].filter((_, k) => deep || k % 3 === 0)) {
  talk(`a model that fails says what to do: ${model}`, async () => {
    const { status, stdout, stderr } = await real(model);
    assert.equal(status, 0, stderr);
    assert.match(stderr, words);
    assert.match(stdout, /^Middle removal .* {2}[█▆▄▂▒so·]{32}( {2}|$)/m, 'rows without a model stand');
    assert.match(stdout, words, 'the row says it too');
  });
}
talk('a refusal that passes is waited for', async () => {
  const { status, stdout, stderr } = await real('status-429-wait-then-ok', ['--yes', '--json']);
  assert.equal(status, 0);
  assert.match(stderr, /waiting 3 s: Too many requests \(429\)/);
  assert.deepEqual(
    JSON.parse(stdout).results.map((r) => r.outcome),
    ['compacted', 'compacted', 'compacted'],
  );
});
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
interruptChecks(check, work);

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
  skipped++;
  console.log('shared transcripts are not here: those checks were skipped');
}

await Promise.all([runAll(inTurn), ...Array.from({ length: Math.max(2, availableParallelism()) }, () => runAll(apart))]);
await Promise.all(idle.map((host) => host.terminate()));
await server.close();
rmSync(work, { recursive: true, force: true });
mkdirSync(path.join(root, '.cache'), { recursive: true });
writeFileSync(path.join(root, '.cache/terminal.json'), JSON.stringify({ passed, failed, skipped }));
console.log(`terminal: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed ? 1 : 0);
