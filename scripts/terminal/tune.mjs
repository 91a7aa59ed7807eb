/** `tune`: one parameter over a range, at several targets. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { check, cli, samples } from './harness.mjs';

const TARGETS = [0.1, 0.3];

check('tune: a range of keepRecent at two targets', async () => {
  const file = path.join(samples, 'support-policies.json');
  const argv = [file, '--strategy', 'hard-limit', '--vary', 'keepRecent=1:40:6', '--target', TARGETS.join(), '--json'];
  const { status, stdout, stderr } = await cli('tune', argv);
  assert.equal(status, 0, stderr);
  const { strategy, axes, results, failed } = JSON.parse(stdout);
  assert.deepEqual([strategy, axes.length, results.length, failed], ['hard-limit', 1, 1, 0]);
  // The strategy's own name for what follows the setting.
  const [{ param, now, values }] = axes;
  assert.equal(param, 'keepRecentCount');
  assert.ok(values.length >= 6, values.join());
  assert.deepEqual([values[0], values.at(-1)], [1, 40]);
  assert.ok(values.includes(now) && values.every(Number.isInteger), values.join());
  const [{ points, best }] = results;
  assert.deepEqual(
    points.map(({ setting, target }) => `${setting} ${target}`),
    TARGETS.flatMap((target) => values.map((value) => `keepRecentCount=${value} ${target}`)),
  );
  assert.deepEqual(
    best.map(({ target }) => target),
    TARGETS,
  );
  // The more messages stay, the more tokens are left.
  for (const at of TARGETS) {
    const left = points.filter(({ target }) => target === at).map(({ second }) => second.left.mean);
    assert.deepEqual(
      left,
      left.toSorted((a, b) => a - b),
    );
    assert.ok(left.at(-1) > 2 * left[0], left.join());
  }
});
