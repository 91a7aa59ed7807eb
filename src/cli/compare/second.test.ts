import { describe, expect, it } from 'vitest';
import { type CompareOptions, open, recall, requestsOf, rowOptions } from '../../engine/api.ts';
import { runNow } from '../../engine/compaction/steps.ts';
import type { CutOutcome } from '../../engine/recall/at-cut.ts';
import type { Recall } from '../../engine/recall/contract.ts';
import { recallSteps } from '../../engine/recall/recall.ts';
import { recordingLines } from '../../engine/testing/recordings.ts';
import { talk } from '../../engine/testing/talks.ts';
import { beginSecond, isWorthIt, serve } from './second.ts';

const { transcript } = talk(recordingLines(7, 60));
const options: CompareOptions = { target: 0.3, strategies: ['head-tail', 'fact-ledger', 'sliding-window'], seed: 3 };
const claimsOf = (...by: number[]) => {
  const claims = new Int32Array(new SharedArrayBuffer(4 * 12));
  claims.set(by);
  return claims;
};
/** With the lists that are made on demand. */
const whole = ({ rows, ...rest }: Recall): unknown => ({ ...rest, rows: rows.map(({ misses, ...row }) => ({ ...row, misses: misses() })) });
const scriptOf = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const THREAD = "import { parentPort, workerData } from 'node:worker_threads';";

describe('the second thread', () => {
  it('measures what nobody has claimed, the last cut first, and the recall is the same as without it', async () => {
    const sent = new Map<number, CutOutcome>();
    const claims = claimsOf(1, 1, 0, 1, 1);
    await serve({ postMessage: ({ cut, outcome }) => void sent.set(cut, structuredClone(outcome)) }, { transcript, options, claims });
    // Cut 3 was claimed: the first thread has come that far.
    expect([...sent.keys()]).toEqual([11, 10, 9, 8, 7, 6, 5]);
    expect([...claims]).toEqual([1, 1, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
    const opened = await open(transcript, options);
    const steps = recallSteps(opened.prepared, await requestsOf(opened, options), rowOptions(opened, options), (cut) => sent.get(cut) ?? null);
    expect(whole(await runNow(steps))).toEqual(whole(await recall(opened, options)));
  });

  it('is asked for a cut that it has claimed, and left alone with all others', async () => {
    const second = beginSecond(
      scriptOf(`${THREAD} workerData.claims[11] = 2; parentPort.postMessage({ cut: 11, outcome: workerData.options }); setTimeout(() => {}, 60000)`),
      transcript,
      options,
    );
    await expect.poll(() => second.elsewhere(11)).not.toBeNull();
    expect(await second.elsewhere(11)).toEqual(options);
    expect(second.elsewhere(10)).toBeNull();
    second.end();
  });

  it('costs nothing but its help when it is lost or ended: the cut that somebody waits for, and every later one, is the first thread’s', async () => {
    const claims = `${THREAD} workerData.claims.fill(2);`;
    const lost = beginSecond(scriptOf(`${claims} setTimeout(() => { throw new Error('gone'); }, 200)`), transcript, options);
    await expect.poll(() => lost.elsewhere(11) instanceof Promise).toBe(true);
    expect(await lost.elsewhere(11)).toBeNull();
    expect(lost.elsewhere(10)).toBeNull();
    const ended = beginSecond(scriptOf(`${claims} setTimeout(() => {}, 60000)`), transcript, options);
    await expect.poll(() => ended.elsewhere(11) instanceof Promise).toBe(true);
    const waited = ended.elsewhere(11);
    ended.end();
    expect(await waited).toBeNull();
  });

  it('starts for a long session only', () => {
    expect(isWorthIt(transcript)).toBe(false);
  });
});
