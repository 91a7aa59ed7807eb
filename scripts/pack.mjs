/**
 * The package as a stranger gets it: the real tarball under publint and are-the-types-wrong, then installed without a network into fresh
 * folders and used from Node (ESM and CommonJS), from TypeScript, in a bundle, as a command, and by the code that the page writes. Counts go to
 * .cache/pack.json for `npm run nightly`.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build, transformWithOxc } from 'vite';
import {
  commandCompactsAsThePage,
  pythonCompactsAsThePage,
  snippetsCompactAsThePage,
  snippetsHaveTypes,
  snippetsRunInTheirFrameworks,
  snippetsRunOverHttp,
} from './pack/snippets.mjs';
import { packed, project, run } from './pack/tarball.mjs';
import { root } from './setup.mjs';

const read = (file) => readFileSync(path.join(root, file), 'utf8');
const sample = path.join(root, 'fixtures/samples/coding-session.jsonl');
const manifest = JSON.parse(read('package.json'));
const node = (args, options) => run(process.execPath, args, options);
let passed = 0;
let failed = 0;

async function check(name, test) {
  try {
    await test();
    passed++;
    console.log(`✓ ${name}`);
  } catch (error) {
    failed++;
    console.error(`✗ ${name}\n  ${String(error.message).split('\n').slice(0, 30).join('\n  ')}`);
  }
}

/** `**3.1 MB**` of a line of docs/library.md that begins with these words, in bytes. */
function statedSize(words) {
  const [, number, unit] = new RegExp(`${words}[^\\n]*?at most \\*\\*([\\d.]+) (MB|KB)\\*\\*`).exec(read('docs/library.md')) ?? [];
  assert.ok(number, `docs/library.md states no size of: ${words}`);
  return Number(number) * (unit === 'MB' ? 1e6 : 1e3);
}

const tarball = packed();
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;
console.log(`${path.basename(tarball.file)}: ${kb(tarball.size)}, unpacked ${kb(tarball.unpacked)}, ${tarball.files.length} files`);

await check('the tarball is not larger than docs/library.md says', () => {
  const most = statedSize('the tarball');
  assert.ok(tarball.size <= most, `${kb(tarball.size)} > ${kb(most)}`);
});

await check('it holds the build, its licences and nothing of the sources', () => {
  for (const file of ['README.md', 'LICENSE', 'build/licences.txt', 'build/bin.js', 'build/engine.js', 'build/types/engine/index.d.ts'])
    assert.ok(tarball.files.includes(file), `missing: ${file}`);
  assert.deepEqual(
    tarball.files.filter((file) => !/^(?:build\/|README\.md$|LICENSE$|package\.json$)/.test(file)),
    [],
  );
  assert.deepEqual(
    tarball.files.filter((file) => /\.test\.|\.tsbuildinfo$/.test(file)),
    [],
  );
});

await check('publint has nothing to say', async () => {
  const { buffer, byteOffset, byteLength } = readFileSync(tarball.file);
  const { messages, pkg } = await publint({ pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) }, strict: true });
  assert.equal(pkg.name, manifest.name);
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg, { color: false })),
    [],
  );
});

await check('are-the-types-wrong finds types for every way in', () => {
  const cli = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
  // Modules only: the old resolution of Node 10 knows no exports, and `require` is checked below by running it.
  const { analysis, problems } = JSON.parse(node([cli, tarball.file, '--profile', 'esm-only', '--format', 'json']));
  assert.deepEqual(Object.keys(analysis.entrypoints).sort(), Object.keys(manifest.exports).sort());
  const wrong = Object.entries(problems ?? {}).flatMap(([kind, found]) =>
    found.filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind)).map((problem) => `${kind} ${JSON.stringify(problem)}`),
  );
  assert.deepEqual(wrong, []);
});

const consumer = read('scripts/pack/consumer.ts.txt');
const folder = project(tarball.file, {
  'esm.mjs': (await transformWithOxc(consumer, 'consumer.ts')).code,
  'cjs.cjs': `const { strategies, countTokens } = require('compaction-playground');
countTokens('Hello world').then((tokens) => console.log(JSON.stringify({ strategies: strategies.length, tokens })));`,
  'consumer.ts': consumer,
  'tsconfig.json': JSON.stringify({
    compilerOptions: { target: 'ES2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: false, types: ['node'] },
    files: ['consumer.ts'],
  }),
});
/** What the same calls give without the package. */
const engine = await import(path.join(root, 'build/engine.js'));
const parsed = engine.parseTranscript(readFileSync(sample), { name: 'session' });
const [transcript] = parsed.value.conversations;
const after = (await engine.compact(transcript, { strategy: 'hybrid', target: 0.3 })).tokensAfter;
function assertUsed(printed) {
  const seen = JSON.parse(printed);
  assert.equal(seen.after, after);
  assert.equal(seen.compared[1], after);
  assert.deepEqual([seen.same, seen.written], [true, true]);
}

await check('an ES module uses it', () => assertUsed(node(['esm.mjs', sample], { cwd: folder })));
await check('CommonJS requires it', () => {
  const { strategies, tokens } = JSON.parse(node(['cjs.cjs'], { cwd: folder, env: { ...process.env, NODE_NO_WARNINGS: '1' } }));
  assert.equal(strategies, engine.strategies.length);
  assert.equal(tokens, 2);
});
await check('strict TypeScript takes its types, and refuses what they refuse', () => {
  mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction');
  const tsc = [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'];
  node(tsc, { cwd: folder });
  node([...tsc, '--module', 'esnext', '--moduleResolution', 'bundler'], { cwd: folder });
  writeFileSync(path.join(folder, 'consumer.ts'), consumer.replace("strategy: 'hybrid', target", 'strategy: 7, target'));
  assert.throws(() => node(tsc, { cwd: folder }), /Type 'number' is not assignable to type 'string'/);
});
await check('a bundle of it runs, and what a page loads of the engine is not larger than docs/library.md says', async () => {
  writeFileSync(path.join(folder, 'entry.mjs'), readFileSync(path.join(folder, 'esm.mjs')));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'entry.mjs', outDir: 'out', minify: true, target: 'node20' },
  });
  // Where it cannot fall back on what is installed.
  const alone = project(tarball.file);
  rmSync(path.join(alone, 'node_modules'), { recursive: true });
  run('cp', ['-R', path.join(folder, 'out'), alone]);
  assertUsed(node(['out/entry.js', sample], { cwd: alone }));
  rmSync(alone, { recursive: true });
  const size = gzipSync(readFileSync(path.join(folder, 'out/entry.js'))).length;
  console.log(`  ${kb(size)} gzipped before the tokenizer's ranks`);
  const most = statedSize('the engine in a bundle');
  assert.ok(size <= most, `${kb(size)} > ${kb(most)}`);
});
await check('the command compares, inspects, compacts, replays, tunes, and maps in threads', () => {
  const bin = path.join(folder, 'node_modules/.bin/compaction-playground');
  const english = { ...process.env, LC_ALL: 'C' };
  const command = (...args) => run(bin, args, { cwd: folder, env: english });
  const report = JSON.parse(command('compare', sample, '--target', '0.3', '--strategies', 'hybrid', '--json'));
  assert.equal(report.results[0].tokensAfter, after);
  assert.match(command('map', '--help'), /find FOLDER -type f \| npx compaction-playground map \[FILE/);
  assert.doesNotMatch(command('--help'), /npm run/);
  assert.match(command('inspect', sample), /messages/);
  const replayed = JSON.parse(command('replay', sample, '--strategies', 'hybrid', '--json'));
  assert.ok(JSON.stringify(replayed).includes('hybrid'));
  const tune = ['tune', sample, '--strategy', 'fact-ledger', '--vary', 'ledgerShare=0.25', '--target', '0.3', '--jobs', '1', '--json'];
  const found = JSON.parse(command(...tune, '--done', 'runs.jsonl'));
  assert.equal(found.results[0].points.length, 2);
  assert.deepEqual(JSON.parse(command(...tune, '--done', 'runs.jsonl')), found);
  assert.ok(JSON.parse(command('compact', sample, '--strategy', 'hybrid', '--to', 'openai-chat')).messages.length > 1);
  const lines = command('map', sample, path.join(root, 'fixtures/samples/research-session.json'), '--jobs', '2', '--strategies', 'hybrid')
    .trim()
    .split('\n');
  assert.ok(lines.length >= 2 && lines.every((line) => JSON.parse(line)));
  assert.throws(() => command('compare', 'no-such-file'), /ended with 2/);
});
await check('the code that the page writes has types, for every framework, model and product', () => snippetsHaveTypes(tarball.file, engine));
await check('run with messages of OpenAI it gives the numbers of the page, for every strategy', async () => {
  const { compacted, of } = await snippetsCompactAsThePage(tarball.file, engine, sample);
  console.log(`  ${compacted} of ${of} rows compacted`);
});
await check('run in AI SDK, LangChain and OpenAI Agents it compacts 30 steps twice and more', () =>
  snippetsRunInTheirFrameworks(tarball.file, engine),
);
await check('run over HTTP, with every model for summaries and as products, it goes through 30 steps that no provider refuses', async () => {
  const compactions = await snippetsRunOverHttp(tarball.file, engine);
  console.log(`  compactions: ${JSON.stringify(compactions)}`);
});
await check('its command gives the numbers of the page', () => commandCompactsAsThePage(folder, sample, engine));
await check('its module in Python gives the messages of the engine', () => pythonCompactsAsThePage(folder, sample, engine));

rmSync(folder, { recursive: true, force: true });
mkdirSync(path.join(root, '.cache'), { recursive: true });
writeFileSync(path.join(root, '.cache/pack.json'), JSON.stringify({ passed, failed, skipped: 0 }));
console.log(`package: ${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
