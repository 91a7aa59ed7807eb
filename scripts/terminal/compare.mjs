/** `compare` as a person runs it: tables, products, languages, options, the samples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check, cli, deep, ENGLISH, first, index, npm, samples, short } from './harness.mjs';
import { assertProduct, assertReport } from './reports.mjs';

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
for (const columns of deep ? [80, 120] : [80]) {
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
  assert.match((await cli('compare', [short], undefined, chinese)).stdout, /^策略 /m);
  for (const title of ['中间移除策略', '滑动窗口压缩', '随机移除']) assert.match(table, new RegExp(`^${title} .*  [█▆▄▂▒so·]{32}(  |$)`, 'm'));
  assert.match(table, /内置（抽取式）/);
  const report = assertReport((await cli('compare', [short, '--json'], undefined, chinese)).stdout, 'Chinese');
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
  assert.equal(JSON.parse((await cli('compare', [short, '--json', '--model', 'gpt-4o'])).stdout).transcript.tokenizer, 'o200k_base');
  assert.equal(JSON.parse((await cli('compare', [short, '--json', '--target', 'own'])).stdout).budget.target, null);
});
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
