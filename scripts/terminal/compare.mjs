/** `compare` as a person runs it: tables, products, languages, options, the samples. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check, cli, deep, ENGLISH, first, index, lines, npm, samples, short, work } from './harness.mjs';
import { assertProduct, assertReport } from './reports.mjs';

check('compare prints a table with every strategy and a strip', async () => {
  const { status, stdout } = await cli('compare', [short]);
  assert.equal(status, 0);
  for (const title of ['Middle removal', 'Sliding window', 'Random removal'])
    assert.match(stdout, new RegExp(`^${title} .*  [█▆▄▂▒so·]{32}(  |$)`, 'm'));
  assert.match(stdout, /built-in \(extractive\)/);
});
async function productRows(...args) {
  const { results } = JSON.parse((await cli('compare', [first, '--json', ...args])).stdout);
  for (const row of results) assertProduct(row, 'products');
  return results;
}
deep('every product', async () => {
  const all = (await productRows('--strategies', 'product:*')).map(({ strategy }) => strategy);
  assert.equal(all.length, 65);
  assert.ok(['claude-code', 'codex', 'pi', 'openhands-window'].every((id) => all.includes(id)));
  assert.ok((await productRows()).filter(({ preset }) => preset).length >= 25);
});
check('one product, some, and one repaired', async () => {
  const args = ['--strategies', 'product:pi,openhands-m*', '--preset', 'codex', '--set', 'pi.repaired=true', '--measures', 'none'];
  assert.deepEqual(
    (await productRows(...args)).map((r) => [r.strategy, r.repaired]),
    [
      ['pi', true],
      ['openhands-masking', false],
      ['codex', false],
    ],
  );
});
for (const [columns, file, window] of [
  [80, short, '12000'],
  [80, first, '40000'],
  [120, first, '40000'],
]) {
  (file === short ? check : deep)(`the tables of ${path.basename(file)} fit into ${columns} columns`, async () => {
    const env = { ...ENGLISH, COLUMNS: String(columns) };
    for (const [command, ...args] of [
      ['compare', file, '--all-rows', '--columns', 'name,tokens,cost,valid,efficiency,strip'],
      ['replay', file, '--window', window, '--trigger', 'own'],
    ]) {
      const { status, stdout } = await cli(command, args, undefined, { env });
      assert.equal(status, 0);
      const table = stdout.split('\n\n')[1].split('\n');
      const idle = Number(/never fired, as without compaction: (\d+) rows/.exec(stdout)?.[1] ?? 0);
      assert.ok(table.length + idle > 60, stdout);
      for (const line of table) assert.ok([...line].length <= columns, line);
      for (const title of ['Codex CLI', 'pi', 'goose', 'Mastra: tool-call filter'])
        assert.match(stdout, new RegExp(`^${title} +(?:[▲\\d]|did nothing: )`, 'm'));
    }
  });
}
check('what was needed later is measured without --recall, the same as in JSON', async () => {
  const columns = ['--columns', 'name,own,independent,left,binding'];
  const { status, stdout } = await cli('compare', [first, '--strategies', 'fact-list,oldest-first', ...columns]);
  assert.equal(status, 0);
  const { results } = JSON.parse((await cli('compare', [first, '--json', '--strategies', 'fact-list,oldest-first'])).stdout);
  for (const { title, measures } of results) {
    const [own, independent, left, binding] = [measures.hindsightRecall, measures.independentRecall, measures.recallLeft, measures.binding].map(
      (share) => (share * 100).toFixed(1).replace('.', '\\.'),
    );
    assert.match(stdout, new RegExp(`^${title} .*${own} +([▲▼] )?${independent} +${left} +${binding}`, 'm'), stdout);
  }
  assert.match(stdout, new RegExp(`${results[0].measures.neededFacts} .*12`));
});
deep('a recall has its sign, its cuts with nothing to do and what was left beside it; controls stand last', async () => {
  const ids = 'fact-list,topic-segmentation,sliding-window,oldest-first';
  const { stdout } = await cli('compare', [first, '--target', '0.2', '--strategies', ids, '--columns', 'name,own,efficiency,note']);
  const { results } = JSON.parse((await cli('compare', [first, '--json', '--target', '0.2', '--strategies', ids])).stdout);
  const lines = stdout.split('\n');
  const head = lines.findIndex((line) => line.startsWith('-- for scale'));
  assert.ok(head > 0, stdout);
  for (const { title, kind, outcome, measures } of results) {
    const at = lines.findIndex((line) => line.startsWith(`${title} `));
    assert.equal(at > head, kind === 'control', title);
    if (outcome !== 'compacted' || measures.hindsightRecall === null) continue;
    assert.equal(measures.overBudget, measures.recallLeft > 0.2 + 1 / 1000, `${title}: ${measures.recallLeft}`);
    const sign = measures.overBudget ? '▲ ' : measures.belowChance ? '▼ ' : '';
    assert.ok(lines[at].includes(`  ${sign}${(measures.hindsightRecall * 100).toFixed(1)}  `), lines[at]);
    assert.equal(/did nothing at \d+ of 12 checkpoints/.test(lines[at]), measures.cutsIdle > 0, lines[at]);
  }
  assert.ok(
    results.some(({ measures }) => measures.belowChance),
    'one of them is below chance',
  );
  assert.match(stdout, /▼ worse than random dropping/);
});
check('Chinese by --lang or the environment; names of fields and numbers do not change', async () => {
  const chinese = { ...process.env, LC_ALL: 'zh_CN.UTF-8' };
  const table = (await cli('compare', [short, '--lang', 'zh-CN'])).stdout;
  for (const title of ['中间移除策略', '滑动窗口压缩', '随机移除']) assert.match(table, new RegExp(`^${title} .*  [█▆▄▂▒so·]{32}(  |$)`, 'm'));
  assert.match(table, /内置（抽取式）/);
  const row = async (env) =>
    JSON.parse((await cli('compare', [short, '--strategies', 'middle-removal', '--json'], undefined, { env })).stdout).results[0];
  const [english, report] = [await row(ENGLISH), await row(chinese)];
  assert.equal(report.title, '中间移除策略');
  assert.deepEqual([Object.keys(report), report.measures], [Object.keys(english), english.measures]);
  assert.match((await cli('compare', ['no-such-file'], undefined, { env: chinese })).stderr, /无法读取/);
  assert.match((await cli('compare', [first, '--lang', 'xx'])).stderr, /--lang: no "xx" here\. Expected one of en, zh-CN/);
});
check('npm run: standard input is a file, and the same scenario gives the same result', async () => {
  const strip = (text) => text.replace(/"ms": [\d.e-]+/g, '');
  const args = ['--json', '--strategies', 'hybrid,fact-ledger,random-removal'];
  const { status, stdout } = await npm('compare', ['-', ...args], readFileSync(short));
  assert.equal(status, 0);
  assert.equal(strip(stdout), strip((await cli('compare', [short, ...args])).stdout));
});
check('--jsonl: lines of several files, one of which cannot be read', async () => {
  const { status, stdout } = await cli('compare', [short, 'no-such-file', first, '--strategies', 'hybrid', '--measures', 'none', '--jsonl']);
  assert.equal(status, 2);
  const told = lines(stdout).map((line) => JSON.parse(line));
  const of = (file) => told.filter((line) => line.file === file).map(({ type }) => type);
  assert.deepEqual([of(short), of('no-such-file'), of(first)], [['head', 'row', 'end'], ['error'], ['head', 'row', 'end']]);
});
check('--report writes HTML and Markdown', async () => {
  const files = ['html', 'md'].map((ending) => path.join(work, `report.${ending}`));
  const { status, stderr } = await cli('compare', [short, '--strategies', 'hybrid,oldest-first', ...files.flatMap((file) => ['--report', file])]);
  assert.deepEqual([status, lines(stderr)], [0, files.map((file) => `report: ${file}`)]);
  const [html, markdown] = files.map((file) => readFileSync(file, 'utf8'));
  assert.match(html, /^<!doctype html>[\s\S]*Hybrid[\s\S]*<\/html>\s*$/i);
  assert.match(markdown, /^\| .*Hybrid.* \|/m);
});
check('--strategies, --set, --target, --window, --model and --tokenizer act', async () => {
  const plain = ['--json', '--measures', 'none'];
  const { stdout } = await cli('compare', [
    first,
    ...plain,
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
  assert.equal(JSON.parse((await cli('compare', [short, ...plain, '--model', 'gpt-4o'])).stdout).transcript.tokenizer, 'o200k_base');
  assert.equal(JSON.parse((await cli('compare', [short, ...plain, '--target', 'own'])).stdout).budget.target, null);
});
for (const sample of index) {
  const file = path.join(samples, sample.file);
  (file === short ? check : deep)(`sample ${sample.id}`, async () => {
    assertReport((await cli('compare', [file, '--json'])).stdout, sample.id);
    const inspected = JSON.parse((await cli('inspect', [file, '--json'])).stdout);
    assert.equal(inspected.format, sample.format);
    for (const key of ['id', 'title', 'messages', 'toolCalls', 'toolResults', 'tokens', 'compactions'])
      assert.ok(key in inspected.conversations[0], key);
    const { status, stdout } = await cli('compact', [file, '--strategy', 'sliding-window']);
    assert.equal(status, 0);
    const again = JSON.parse((await cli('inspect', ['-', '--json'], stdout)).stdout);
    assert.equal(again.format, sample.format);
    assert.ok(again.conversations[0].messages > 1);
  });
}
