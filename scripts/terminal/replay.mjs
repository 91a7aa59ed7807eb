/** `replay`: shapes, triggers, stated windows, what it is compared with. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check, cli, deep, first, lines, samples, work } from './harness.mjs';
import { assertReplay } from './reports.mjs';

/** A window in which the first sample is compacted a few times. */
const SMALL = ['--window', '40000'];
deep('replay prints every strategy beside no compaction', async () => {
  const { status, stdout } = await cli('replay', [first, ...SMALL]);
  assert.equal(status, 0);
  for (const title of ['no compaction', 'Middle removal', 'Sliding window']) assert.match(stdout, new RegExp(`^${title} .*\\$`, 'm'));
  assert.match(stdout, /window 40,000 \(set by you\) · ratio:0\.8 · target 50.% of the context/);
  assert.match(stdout, /genai-prices [\d.]+, \d{4}-\d\d-\d\d/);
});
check('replay --json has the shape that is documented, for every strategy', async () => {
  const report = assertReplay((await cli('replay', [first, ...SMALL, '--json'])).stdout, 'json');
  assert.ok(report.series.length >= 33);
  assert.equal(report.series.find((s) => s.strategy === 'middle-removal').compactions[0].trigger, 'ratio');
  assert.ok(report.series.some((s) => s.compactions.length > 1 && s.cost.summaries > 0));
  assert.ok(report.baseline.overLimit > 0);
});
deep('replay: the same again gives the same, but for the time', async () => {
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
deep('replay: a row has the trigger of its system, with the settings of --set and --config', async () => {
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
  assert.match((await cli('replay', args)).stdout, /^stopped: Context compactor: before request \d+; \d+ refused\./m);
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
  assert.match((await cli('compare', [codex])).stdout, /window 258,400 \(of the session\) · target /);
  const budget = async (...args) => JSON.parse((await cli('compare', [codex, '--json', ...args])).stdout).budget;
  assert.deepEqual(await budget('--target', '300'), { window: 258_400, windowFrom: 'recording', target: 300 });
  assert.deepEqual(await budget('--window', '5000', '--target', '300'), { window: 5000, windowFrom: 'set', target: 300 });
  assert.deepEqual(await budget('--model', 'gpt-4o', '--target', '300'), { window: 128_000, windowFrom: 'model', target: 300 });
  const replay = JSON.parse((await cli('replay', [codex, '--json', '--strategies', 'middle-removal'])).stdout);
  assert.deepEqual([replay.window, replay.windowFrom], [258_400, 'recording']);
});
deep('a target is never over the window, and what it is a share of is said', async () => {
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
  assert.match(told, /target [\d,]+ \(of the window, which is smaller than the session\)/);
  assert.equal((await run(10_000, '1'))[0], 10_000);
  const [whole, over] = await run(10_000, '10001');
  assert.equal(whole, 10_000);
  assert.match(over, /target 10,000 \(the whole window\)/);
});
check('replay compares with what was recorded, and never with requests that could not have been sent without saying so', async () => {
  const args = [codex, '--strategies', 'middle-removal', '--window', '1000'];
  const { stdout } = await cli('replay', args);
  assert.match(stdout, /cost +against recorded +against none/);
  assert.match(stdout, /Recorded: \$[\d.]+ for 3 of 3 requests; they cost \$[\d.]+ here without compaction · /);
  assert.match(stdout, /† Without compaction 1 of 3 requests would be over the window of 1,000\. Costing less than that is no saving\./);
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
  assert.match(told, /Costs cannot be compared: .* differ by 9[\d.]+.% \(median\)/);
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
deep('replay says when nothing ever fires, and where it goes in circles', async () => {
  const quiet = (await cli('replay', [first, '--strategies', 'middle-removal'])).stdout;
  const [, largest, smaller] = /No trigger fires: the largest request fills .*fires: --window (\d+)\. --window (\d+) shows/.exec(quiet);
  const at = async (window) => (await cli('replay', [first, '--strategies', 'middle-removal', '--window', String(window)])).stdout;
  for (const window of [smaller, largest]) assert.doesNotMatch(await at(window), /No trigger fires/);
  assert.match(await at(Number(largest) + 1), /No trigger fires/);
  const report = JSON.parse((await cli('replay', [first, '--strategies', 'middle-removal', '--json'])).stdout);
  assert.equal(report.largestFiringWindow, Number(largest));
  assert.match(
    (await cli('replay', [first, ...SMALL, '--strategies', 'middle-removal', '--target', 'own', '--trigger', 'ratio:0.8'])).stdout,
    /^loop: Middle removal: /m,
  );
});
