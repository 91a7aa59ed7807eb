/** Summaries by a real model, from our own server, which speaks the models’ protocols and misbehaves by model name. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../setup.mjs';
import { cli, ENGLISH, first, inTurn } from './harness.mjs';

const { check, deep } = inTurn;

const { module } = await runnerImport(path.join(root, 'src/models/testing/server.ts'), { configFile: false, logLevel: 'error' });
export const server = await module.startModelServer();
const KEY = 'sk-thisIsTheKeyOfAPerson-0123456789';
/** A real summariser in the terminal. */
async function real(model, args = ['--yes'], { key = KEY, provider = 'compatible', command = 'compare', base = '/v1' } = {}) {
  const { OPENAI_API_KEY: _1, ANTHROPIC_API_KEY: _2, GEMINI_API_KEY: _3, ...env } = ENGLISH;
  const variable = { openai: 'OPENAI_API_KEY', compatible: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY', google: 'GEMINI_API_KEY' }[provider];
  const address = ['--base-url', `${server.origin}${base}`];
  const strategies = command === 'compare' ? ['--strategies', 'middle-removal,summary,context-compactor'] : ['--strategy', 'context-compactor'];
  const options = ['--summarizer', provider, ...(model ? ['--summary-model', model] : []), ...address, ...strategies, ...args];
  const done = await cli(command, [first, ...options], undefined, { env: key === null ? env : { ...env, [variable]: key } });
  assert.ok(!`${done.stdout}${done.stderr}`.includes(KEY), 'the key is printed nowhere');
  return done;
}
// A key goes to another address than its provider's own only where somebody names it.
for (const [provider, base, ...named] of [
  ['compatible', '/v1'],
  ['anthropic', '/v1', '--key-env', 'ANTHROPIC_API_KEY'],
  ['google', '/v1beta', '--key-env', 'GEMINI_API_KEY'],
  ['openai', '/v1', '--key-env', 'OPENAI_API_KEY'],
]) {
  (provider === 'compatible' ? check : deep)(`a real model writes the summaries: ${provider}`, async () => {
    const before = server.received.length;
    const { status, stdout, stderr } = await real('ok', ['--yes', '--json', '--measures', 'none', ...named], { provider, base });
    assert.equal(status, 0, stderr);
    assert.match(stderr, /at least 2 calls, about [\d,]+ tokens sent, at most [\d,]+ written; price unknown/);
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
deep('compact with a real model', async () => {
  const { status, stdout, stderr } = await real('ok', ['--yes'], { command: 'compact' });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /src\/login\.ts was changed/);
});
check('no --yes, no model, no key, no address: said before anything is sent', async () => {
  const before = server.received.length;
  const { status, stdout, stderr } = await real('ok', []);
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /Nothing was sent: nobody to ask\. --yes/);
  const none = await real('');
  assert.equal(none.status, 2);
  assert.match(none.stderr, /Choose a model/);
  const keyless = await real('ok', ['--yes'], { provider: 'anthropic', key: null });
  assert.equal(keyless.status, 2);
  assert.match(keyless.stderr, /Enter a key for this provider.*name the variable with --key-env/);
  assert.match((await real('ok', ['--yes', '--base-url', 'http://example.com/v1'])).stderr, /The address is missing or not allowed/);
  assert.equal(server.received.length, before);
});
for (const [model, words] of [
  ['status-401', /key is not accepted \(401\)/],
  ['status-403', /may not use this model or endpoint \(403\)/],
  ['status-404', /Unknown model or address \(404\)/],
  ['status-413', /Too long for this model \(413\)/],
  ['status-422', /Refused \(422\)/],
  ['status-429', /Too many requests \(429\), even after waiting/],
  ['status-500', /The endpoint keeps failing \(500\)/],
  ['cut', /The answer broke off/],
  ['empty', /answered nothing/],
  ['wrong-json', /Not this provider’s format/],
  ['wrong-type', /is a web page/],
]) {
  (model === 'status-401' ? check : deep)(`a model that fails says what to do: ${model}`, async () => {
    const { status, stdout, stderr } = await real(model);
    assert.equal(status, 0, stderr);
    assert.match(stderr, words);
    assert.match(stdout, /^Middle removal .* {2}[█▆▄▂▒so·]{32}( {2}|$)/m, 'rows without a model stand');
    assert.match(stdout, words, 'the row says it too');
  });
}
deep('a refusal that passes is waited for', async () => {
  const { status, stdout, stderr } = await real('status-429-wait-then-ok', ['--yes', '--json']);
  assert.equal(status, 0);
  assert.match(stderr, /waiting 3 s: Too many requests \(429\)/);
  assert.deepEqual(
    JSON.parse(stdout).results.map((r) => r.outcome),
    ['compacted', 'compacted', 'compacted'],
  );
});

check('ask: scores of the full and the compacted context, as JSON and as a table', async () => {
  const before = server.received.length;
  const model = ['--provider', 'compatible', '--model', 'reader-perfect', '--base-url', `${server.origin}/v1`, '--yes'];
  const args = [first, '--strategies', 'middle-removal', '--cuts', '2', '--samples', '1', '--probes', '2', ...model];
  const { status, stdout, stderr } = await cli('ask', [...args, '--json']);
  assert.equal(status, 0, stderr);
  const { rows, cuts, spent } = JSON.parse(stdout);
  assert.deepEqual([rows.map(({ key }) => key), cuts.length], [['(full)', 'middle-removal'], 2]);
  assert.equal(server.received.length - before, spent.calls);
  assert.ok(spent.calls > 0 && spent.failed === 0, JSON.stringify(spent));
  assert.match((await cli('ask', args)).stdout, /^Full context .*%[\s\S]*^Middle removal .*%/m);
});
