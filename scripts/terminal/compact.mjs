/** `compact`: formats, compactions in our own format and their undo; the library’s documented names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../setup.mjs';
import { check, cli, deep, first, index } from './harness.mjs';

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
deep('stored compactions that do not fit are left aside with their path', async () => {
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
