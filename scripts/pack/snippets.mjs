/**
 * The code that the page writes (src/app/share/snippet.ts), used as a stranger would: against the tarball, with the real packages of the frameworks, which
 * are linked from this checkout so that nothing is asked of a network.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { load } from '../load.mjs';
import { root } from '../setup.mjs';
import { project, run } from './tarball.mjs';

const PACKAGES = ['ai', 'langchain', '@langchain/core', '@openai/agents', '@ai-sdk/anthropic', '@ai-sdk/google', '@ai-sdk/openai-compatible'];
const TYPES = ['@types/node', 'undici-types', 'zod'];
const FRAMEWORKS = ['ai-sdk', 'langchain', 'openai-agents', 'anthropic', 'openai'];
const WRITERS = [
  { provider: 'openai', model: 'gpt-5-mini', baseUrl: null },
  { provider: 'anthropic', model: 'claude-haiku-4-5', baseUrl: null },
  { provider: 'google', model: 'gemini-2.5-flash', baseUrl: null },
  { provider: 'compatible', model: 'llama3.1', baseUrl: 'http://localhost:11434/v1' },
];
/** Of the sample in its place: it is over nine tenths of this window. */
const WINDOW = 12_000;

const { snippet } = await load('src/app/share/snippet.ts');
const { productSettings } = await load('src/app/share/products.ts');
const { defaultScenario } = await load('src/scenario/defaults.ts');
const { resolveParams } = await load('src/engine/strategies/params.ts');
const { settings } = defaultScenario();

/** A row of the page with what it is run with. */
const used = ({ id, params: schema }, more = {}) => ({
  strategy: id,
  params: {},
  inForce: resolveParams(schema).value,
  schema,
  settings,
  defaults: settings,
  model: 'gpt-4o',
  window: WINDOW,
  writer: null,
  ...more,
});

function folderWith(tarball, files) {
  const folder = project(tarball, files);
  for (const name of [...PACKAGES, ...TYPES]) {
    const link = path.join(folder, 'node_modules', name);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(root, 'node_modules', name), link, 'junction');
  }
  return folder;
}

const inJavaScript = async (code) => (await transformWithOxc(code, 'agent.ts')).code;

/** Every framework with and without each model for summaries, and the programs of products: strict TypeScript takes them. */
export function snippetsHaveTypes(tarball, engine) {
  const hybrid = engine.strategies.find(({ id }) => id === 'hybrid');
  const files = {};
  for (const framework of FRAMEWORKS)
    for (const writer of [null, ...WRITERS]) files[`${framework}-${writer?.provider ?? 'none'}.ts`] = snippet(framework, used(hybrid, { writer }));
  for (const strategy of engine.strategies) {
    const own = productSettings(used(strategy));
    if (own?.file === null) files[`product-${strategy.id}.ts`] = own.text;
  }
  const options = { target: 'ES2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: ['node'] };
  files['tsconfig.json'] = JSON.stringify({ compilerOptions: options, files: Object.keys(files) });
  const folder = folderWith(tarball, files);
  run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'], { cwd: folder });
  rmSync(folder, { recursive: true });
  return Object.keys(files).length - 1;
}

/** OpenAI messages: every strategy gives the numbers of the page. */
export async function snippetsCompactAsThePage(tarball, engine, sample) {
  const session = engine.parseTranscript(readFileSync(sample), { name: 'session' }).value.conversations[0];
  const { messages } = JSON.parse(engine.serializeTranscript(session, 'openai-chat').value.text);
  const transcript = engine.parseTranscript(JSON.stringify({ messages }), { name: 'chat.json' }).value.conversations[0];
  const page = await engine.compare(transcript, { target: settings.target, window: WINDOW, model: 'gpt-4o' });
  const files = { 'messages.json': JSON.stringify(messages) };
  for (const { strategy } of page.rows)
    files[`${strategy}.mjs`] = await inJavaScript(snippet('openai', used(engine.strategies.find(({ id }) => id === strategy))));
  files['run.mjs'] = `import { readFileSync } from 'node:fs';
const messages = JSON.parse(readFileSync('messages.json', 'utf8'));
const log = console.log;
const told = {};
for (const id of ${JSON.stringify(page.rows.map(({ strategy }) => strategy))}) {
  console.log = (...values) => (told[id] = values);
  const sent = await (await import('./' + id + '.mjs')).compaction.messages(messages);
  told[id].push(sent.length);
}
log(JSON.stringify(told));`;
  const folder = folderWith(tarball, files);
  const told = JSON.parse(run(process.execPath, ['run.mjs'], { cwd: folder }));
  let compacted = 0;
  for (const { strategy, result } of page.rows) {
    const [outcome, before, after, sent] = told[strategy];
    assert.equal(before, result.tokensBefore, strategy);
    if (outcome === 'compacted') {
      assert.equal(after, result.tokensAfter, strategy);
      compacted++;
      // What a provider would refuse is not used, and neither is what was not done.
    } else assert.deepEqual([outcome === 'invalid' ? 'compacted' : outcome, sent], [result.outcome, messages.length], strategy);
  }
  assert.ok(compacted > page.rows.length / 2);
  rmSync(folder, { recursive: true });
  return { compacted, of: page.rows.length };
}

/** What `agents.mjs.txt` saw of programs (`name → code`) that it ran, by name. */
async function seenOf(tarball, programs, kinds) {
  const files = { 'agents.mjs': readFileSync(path.join(root, 'scripts/pack/agents.mjs.txt'), 'utf8') };
  for (const [name, code] of programs) files[`${name}.mjs`] = await inJavaScript(code);
  const folder = folderWith(tarball, files);
  const keys = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g', SUMMARY_API_KEY: 's' };
  const seen = JSON.parse(run(process.execPath, ['agents.mjs', JSON.stringify(kinds)], { cwd: folder, env: { ...process.env, ...keys } }));
  rmSync(folder, { recursive: true });
  return seen;
}

/** The three frameworks run 30 steps with a model that only calls a tool: at least two compactions each. */
export async function snippetsRunInTheirFrameworks(tarball, engine) {
  const hybrid = engine.strategies.find(({ id }) => id === 'hybrid');
  const small = used(hybrid, { window: 6000, settings: { ...settings, trigger: 0.7 } });
  const frameworks = ['ai-sdk', 'langchain', 'openai-agents'];
  const seen = await seenOf(tarball, new Map(frameworks.map((name) => [name, snippet(name, small)])), { frameworks });
  for (const name of frameworks) {
    const { steps, compactions, orphans, most } = seen[name];
    assert.ok(steps >= 30 && compactions >= 2, `${name}: ${JSON.stringify(seen[name])}`);
    assert.deepEqual(orphans, [], name);
    assert.ok(most < 6000 * 4, `${name}: a request of ${most} characters`);
  }
}

/** The command of the page, in a shell; written in our own format, which states the tokens. */
export async function commandCompactsAsThePage(folder, sample, engine) {
  cpSync(sample, path.join(folder, 'session.jsonl'));
  const [transcript] = engine.parseTranscript(readFileSync(sample), { name: 'session' }).value.conversations;
  const target = { ...settings, target: 0.3 };
  for (const id of ['hybrid', 'sliding-window', 'fact-ledger']) {
    const strategy = engine.strategies.find((one) => one.id === id);
    const command = snippet('terminal', used(strategy, { model: transcript.model ?? null, settings: target }));
    run('sh', ['-c', command.replace(/^npx (.*jsonl)/, 'npx --no-install $1 --to playground')], { cwd: folder });
    const { tokensAfter } = await engine.compact(transcript, { strategy: id, target: 0.3, window: WINDOW });
    const written = readFileSync(path.join(folder, 'compacted.json'), 'utf8');
    assert.match(written, new RegExp(`"used_?[tT]okens":\\s*${tokensAfter}\\b`), id);
  }
}

/** The module in Python, imported by a real one; nothing where the machine has none. */
export async function pythonCompactsAsThePage(folder, sample, engine) {
  if (spawnSync('python3', ['--version']).status !== 0) return;
  const [transcript] = engine.parseTranscript(readFileSync(sample), { name: 'session' }).value.conversations;
  const chat = JSON.parse(engine.serializeTranscript(transcript, 'openai-chat').value.text);
  const strategy = engine.strategies.find(({ id }) => id === 'fact-ledger');
  writeFileSync(path.join(folder, 'compaction.py'), snippet('python', used(strategy)));
  const asked = 'import json, sys; from compaction import compact; print(json.dumps(compact(json.load(sys.stdin))))';
  const sent = JSON.parse(run('python3', ['-c', asked], { cwd: folder, input: JSON.stringify(chat.messages) }));
  const [again] = engine.parseTranscript(JSON.stringify({ messages: chat.messages }), { name: 'chat.json' }).value.conversations;
  const result = await engine.compact(again, { strategy: 'fact-ledger', target: settings.target, window: WINDOW, model: 'gpt-4o' });
  const { text } = engine.serializeTranscript({ ...again, messages: result.context() }, 'openai-chat').value;
  assert.deepEqual(sent, JSON.parse(text).messages);
  assert.ok(sent.length < chat.messages.length);
}

/** Programs that only ask over HTTP, those with a model for summaries, and those of products, against a provider on this machine. */
export async function snippetsRunOverHttp(tarball, engine) {
  const strategy = (id) => engine.strategies.find((one) => one.id === id);
  const small = { window: 6000, settings: { ...settings, trigger: 0.7 } };
  const programs = new Map();
  const write = (name, code) => {
    programs.set(name, code);
    return name;
  };
  const edits = ['anthropic-clear-tool-uses', 'anthropic-compaction'];
  const requests = [
    ...['anthropic', 'openai'].map((framework) => write(framework, snippet(framework, used(strategy('hybrid'), small)))),
    ...edits.map((id) => write(id, productSettings(used(strategy(id), small)).text)),
  ];
  const often = { ...small, settings: { ...settings, trigger: 0.35 } };
  const writers = WRITERS.map((writer) => write(`writer-${writer.provider}`, snippet('openai', used(strategy('summary'), { ...often, writer }))));
  const products = [];
  for (const { id } of engine.strategies) {
    if (edits.includes(id)) continue;
    // They keep more of their own accord: a lower threshold lets them act more than once.
    const own = productSettings(used(strategy(id), { ...small, settings: { ...settings, trigger: 0.5 } }));
    if (own?.file === null) products.push(write(id, own.text));
  }
  assert.ok(products.length >= 3, `${products}`);
  const seen = await seenOf(tarball, programs, { requests, products, writers });
  for (const name of [...requests, ...products, ...writers]) {
    const { steps, refused } = seen[name];
    assert.deepEqual([steps, refused], [30, []], `${name}: ${JSON.stringify(seen[name])}`);
  }
  // What the provider compacts by itself is no step of the program: it gets the whole list, and the edit.
  for (const name of requests.filter((one) => !edits.includes(one)).concat(products, writers))
    assert.ok(seen[name].compactions >= 2, `${name}: ${JSON.stringify(seen[name])}`);
  for (const name of ['anthropic', 'openai']) assert.ok(seen[name].most < 6000 * 4, `${name}: a request of ${seen[name].most} characters`);
  for (const name of writers) assert.ok(seen[name].summaries >= 2, `${name}: ${JSON.stringify(seen[name])}`);
  assert.deepEqual(
    edits.map((name) => [seen[name].edits.map(({ type }) => type), seen[name].beta]),
    [
      [['clear_tool_uses_20250919'], 'context-management-2025-06-27'],
      [['compact_20260112'], 'compact-2026-01-12'],
    ],
  );
  return Object.fromEntries(Object.entries(seen).map(([name, { compactions }]) => [name, compactions]));
}
