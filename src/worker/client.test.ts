import { stringify } from 'devalue';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createClient, type EngineClient, type RestartEvent } from './client.ts';
import { callId, loadId } from './first-replies.ts';
import { methods } from './methods/index.ts';
import type { CompareRequest, Progress } from './protocol.ts';
import { FakeWorker, type Script } from './testing/fake-worker.ts';

const quiet = (): void => undefined;
const request = (n: number): CompareRequest => ({ conversation: n }) as CompareRequest;
const text = (s: string): Blob => new Blob([s]);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until something is so; generous, as a busy machine is no failure. */
const until = (so: () => boolean): Promise<void> => vi.waitFor(() => expect(so()).toBe(true), { timeout: 30_000, interval: 2 });

let open: EngineClient[] = [];
afterEach(() => {
  for (const client of open) client.dispose();
  open = [];
});

function setUp(before?: Script['before'], options: ClientOptions = {}) {
  const script: Script = { log: [], ...(before && { before }) };
  const workers: FakeWorker[] = [];
  const restarts: RestartEvent[] = [];
  const client = createClient({
    spawn: () => {
      const worker = new FakeWorker(workers.length + 1, script);
      workers.push(worker);
      return worker;
    },
    beatMs: 10,
    stuckAfterMs: 5000,
    ...options,
  });
  open.push(client);
  client.onRestart((event) => restarts.push(event));
  return { client, workers, restarts, log: script.log };
}

/** A promise with its resolver. */
function gate() {
  let release = quiet;
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { wait, release: () => release() };
}

describe('ordinary calls', () => {
  test('load, compare and read pass through; progress finds its call', async () => {
    const { client, log } = setUp();
    const seen: Progress[] = [];
    expect(await client.load(text('talk'), 'a.json', null, (p) => seen.push(p))).toMatchObject({
      ok: true,
      value: { hash: 'hash of talk', bytes: 4 },
    });
    expect(seen.map((p) => p.phase)).toEqual(['reading', 'parsing']);
    expect(await client.compare(request(3), quiet)).toMatchObject({ ok: true, value: { ms: 3 } });
    const { ownFormat } = client;
    expect(await ownFormat()).toEqual({ ok: true, value: 'talk 3' });
    expect(log).toEqual(['1:listen', '1:load a.json', '1:compare 3', '1:ownFormat']);
  });

  test('rows that are finished come before the answer and are read from at once', async () => {
    const answer = gate();
    const { client } = setUp((call) => (call === 'compare 1001' ? answer.wait : undefined));
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    const first = gate();
    const running = client.compare(request(1001), (_, soFar) => soFar?.ms === -1 && first.release());
    await first.wait;
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1001' });
    answer.release();
    expect(await running).toMatchObject({ ok: true, value: { ms: 1001 } });
  });

  test('rows so far of a comparison that was cancelled stay in force where the page has them, else they are taken back', async () => {
    const { client } = setUp((call) => (call === 'compare 1001' ? pause(30) : undefined));
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    const unseen = client.compare(request(1001), quiet);
    client.cancel();
    expect(await unseen).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1' });
    const first = gate();
    const seen = client.compare(request(1001), (_, soFar) => soFar && first.release());
    await first.wait;
    client.cancel();
    expect(await seen).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1001' });
  });

  test('a file that is not understood leaves the transcript before it in force', async () => {
    const { client } = setUp();
    await client.load(text('talk'), 'a.json', null, quiet);
    await client.compare(request(1), quiet);
    expect(await client.load(text('bad'), 'b.json', null, quiet)).toMatchObject({ ok: false, error: { code: 'not-json' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1' });
  });

  test('every method of the table is there, and nothing else', async () => {
    const { client } = setUp();
    expect(Object.keys(client).sort()).toEqual(
      [...new Set([...Object.keys(methods), 'cancel', 'dispose', 'onRestart', 'restart', 'warm', 'warmed', 'isWarm'])].sort(),
    );
    expect('why' in client).toBe(false);
  });

  test('a source that cannot be read any more is an error', async () => {
    const { client } = setUp();
    const gone = Object.assign(text('x'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    expect(await client.load(gone, 'a', null, quiet)).toMatchObject({
      ok: false,
      error: { code: 'failed', message: expect.stringContaining('gone') },
    });
  });
});

describe('the newest wins', () => {
  test('an older compare settles at once as cancelled', async () => {
    const { wait, release } = gate();
    const { client } = setUp((call) => (call === 'compare 1' ? wait : undefined));
    await client.load(text('talk'), 'a', null, quiet);
    const first = client.compare(request(1), quiet);
    const second = client.compare(request(2), quiet);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await second).toMatchObject({ ok: true, value: { ms: 2 } });
    release();
    // The first one finished late in the worker; the page still reads what it accepted.
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 2' });
  });

  test('a burst of slider steps sends each at most once and ends with the last', async () => {
    const { client } = setUp();
    await client.load(text('talk'), 'a', null, quiet);
    const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => client.compare(request(i), quiet)));
    expect(replies.filter((r) => r.ok).length).toBe(1);
    expect(replies.at(-1)).toMatchObject({ ok: true, value: { ms: 29 } });
  });

  test('a load that was cancelled, but finished in the worker, is taken back there', async () => {
    const { wait, release } = gate();
    const { client, log } = setUp((call) => (call === 'load b' ? wait : undefined));
    await client.load(text('old'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    const loading = client.load(text('new'), 'b', null, quiet);
    await until(() => log.includes('1:load b'));
    client.cancel();
    expect(await loading).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    const reading = client.ownFormat();
    release();
    expect(await reading).toEqual({ ok: true, value: 'old 1' });
    expect(log.filter((l) => l === '1:load a').length).toBe(2);
  });

  test('what reads the comparison for long ends with the next one, or alone', async () => {
    const door = gate();
    const { client, log } = setUp((call) => (call === 'recall' ? door.wait : undefined));
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    const shares: number[] = [];
    const first = client.recall(null, null, ({ done, of }) => shares.push(done / of));
    await until(() => shares.length > 0);
    const next = client.compare(request(2), quiet);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await next).toMatchObject({ ok: true, value: { ms: 2 } });
    expect(shares).toEqual([0.25]);
    const second = client.recall(null, null, quiet);
    await until(() => log.filter((l) => l === '1:recall').length === 2);
    client.cancel('recall');
    expect(await second).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    await until(() => log.some((l) => /^1:cancel \d+ recall$/.test(l)));
    door.release();
    expect(await client.recall(null, null, quiet)).toMatchObject({ ok: true, value: { needed: 2 } });
  });

  test('nothing runs: cancel does nothing', async () => {
    const { client, log } = setUp();
    await client.load(text('old'), 'a', null, quiet);
    client.cancel();
    expect(await client.compare(request(1), quiet)).toMatchObject({ ok: true });
    expect(log.some((l) => l.includes('cancel'))).toBe(false);
  });
});

describe('restart', () => {
  test('a crash between calls: transcript and comparison are there again, listeners are told', async () => {
    const { client, workers, restarts, log } = setUp();
    await client.load(text('talk'), 'a', 'pi', quiet);
    await client.compare(request(7), quiet);
    workers[0]?.crash();
    expect(workers[0]?.terminated).toBe(true);
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 7' });
    expect(log.slice(-4)).toEqual(['2:listen', '2:load a', '2:compare 7', '2:ownFormat']);
    expect(restarts).toEqual([{ reason: 'crashed', intact: true }]);
  });

  test('a call that the crash interrupted is asked again', async () => {
    let crashes = 1;
    const { client, restarts } = setUp((call, worker) => {
      if (call === 'compare 2' && crashes-- > 0) worker.crash();
    });
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    expect(await client.compare(request(2), quiet)).toMatchObject({ ok: true, value: { ms: 2 } });
    expect(restarts.length).toBe(1);
  });

  test('a request that crashes the engine every time is given up; what was there before stays', async () => {
    const { client, workers } = setUp((call, worker) => {
      if (call === 'compare 666') worker.crash();
    });
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    expect(await client.compare(request(666), quiet)).toMatchObject({ ok: false, error: { code: 'restarted' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1' });
    expect(workers.length).toBe(3);
  });

  test('a transcript that crashes the engine every time is given up; the one before stays', async () => {
    const { client } = setUp((call, worker) => {
      if (call === 'load poison') worker.crash();
    });
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    expect(await client.load(text('x'), 'poison', null, quiet)).toMatchObject({ ok: false, error: { code: 'restarted' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1' });
  });

  test('a comparison that can no longer be run is given up, the transcript is not', async () => {
    let poisoned = false;
    const { client, workers, restarts } = setUp((call, worker) => {
      if (poisoned && call === 'compare 1') worker.crash();
    });
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    poisoned = true;
    workers[0]?.crash();
    expect(await client.compare(request(2), quiet)).toMatchObject({ ok: true, value: { ms: 2 } });
    expect(restarts).toEqual([{ reason: 'crashed', intact: false }]);
  });

  test('an engine that gives no sign of life is replaced', async () => {
    let freeze = true;
    const { client, restarts } = setUp(
      (call, worker) => {
        if (call === 'compare 1' && freeze) {
          freeze = false;
          worker.frozen = true;
        }
      },
      { stuckAfterMs: 60 },
    );
    await client.load(text('talk'), 'a', null, quiet);
    expect(await client.compare(request(1), quiet)).toMatchObject({ ok: true });
    expect(restarts).toEqual([{ reason: 'stuck', intact: true }]);
  });

  test('long work with heart-beats is not stuck', async () => {
    const { client, restarts } = setUp((call) => (call === 'compare 1' ? pause(600) : undefined), { stuckAfterMs: 300 });
    await client.load(text('talk'), 'a', null, quiet);
    expect(await client.compare(request(1), quiet)).toMatchObject({ ok: true });
    expect(restarts).toEqual([]);
  });

  test('after a cancel a stuck engine is replaced soon', async () => {
    const { client, restarts, log } = setUp(
      (call, worker) => {
        if (call === 'compare 2') worker.frozen = true;
      },
      { cancelGraceMs: 40 },
    );
    await client.load(text('talk'), 'a', null, quiet);
    await client.compare(request(1), quiet);
    const running = client.compare(request(2), quiet);
    await until(() => log.includes('1:compare 2'));
    client.cancel();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await client.ownFormat()).toEqual({ ok: true, value: 'talk 1' });
    expect(restarts).toEqual([{ reason: 'stuck', intact: true }]);
  });

  test('restart on request', async () => {
    const { client, workers, restarts } = setUp();
    await client.load(text('talk'), 'a', null, quiet);
    client.restart();
    expect(await client.compare(request(1), quiet)).toMatchObject({ ok: true });
    expect([workers.length, restarts]).toEqual([2, [{ reason: 'asked', intact: true }]]);
  });

  test('an engine that cannot start: every call says so, and restart tries again', async () => {
    let broken = true;
    const { client, workers } = setUp((call, worker) => {
      if (broken && call === 'listen') worker.crash();
    });
    expect(await client.ownFormat()).toMatchObject({ ok: false, error: { code: 'failed' } });
    expect(workers.length).toBe(3);
    broken = false;
    client.restart();
    expect(await client.load(text('talk'), 'a', null, quiet)).toMatchObject({ ok: true });
    const none = createClient({
      spawn: () => {
        throw new Error('no workers here');
      },
    });
    expect(await none.describe()).toMatchObject({ ok: false, error: { code: 'failed' } });
  });

  test('disposed: what runs settles, later calls fail', async () => {
    const { client, workers, log } = setUp((call, worker) => {
      if (call === 'compare 1') worker.frozen = true;
    });
    await client.load(text('talk'), 'a', null, quiet);
    const running = client.compare(request(1), quiet);
    await until(() => log.includes('1:compare 1'));
    client.dispose();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await client.ownFormat()).toMatchObject({ ok: false, error: { code: 'failed' } });
    expect(workers.map((w) => w.terminated)).toEqual([true]);
  });
});

describe('first replies', () => {
  const reply = <T>(value: T) => ({ ok: true, value }) as const;
  const replies = async () =>
    new Map<string, string>([
      [callId('describe', []), stringify(reply({ strategies: [] }))],
      [await loadId(text('talk'), 'a', null), stringify(reply({ hash: 'first', bytes: 4 }))],
      [callId('compare', [request(1)]), stringify(reply({ ms: 0, rows: [] }))],
      [callId('recall', [null, null]), stringify(reply({ needed: 40 }))],
    ]);
  async function opened() {
    const all = setUp(undefined, { firstReplies: replies() });
    expect(await all.client.describe()).toEqual(reply({ strategies: [] }));
    expect(await all.client.load(text('talk'), 'a', null, quiet)).toEqual(reply({ hash: 'first', bytes: 4 }));
    expect(await all.client.compare(request(1), quiet)).toEqual(reply({ ms: 0, rows: [] }));
    expect(await all.client.recall(null, null)).toEqual(reply({ needed: 40 }));
    return all;
  }

  test('they answer in the place of the worker, which is asked nothing', async () => {
    const { client, log } = await opened();
    await pause(30);
    expect([log, client.isWarm()]).toEqual([['1:listen'], false]);
  });

  test('the first other call finds the worker where the page is; after it nothing is answered from them', async () => {
    const { client, log } = await opened();
    expect(await client.ownFormat()).toEqual(reply('talk 1'));
    await client.warmed;
    expect(await client.compare(request(1), quiet)).toMatchObject(reply({ ms: 1 }));
    expect(log).toEqual(['1:listen', '1:load a', '1:compare 1', '1:ownFormat', '1:compare 1']);
  });

  test('another comparison needs the file only, and the one before is restored when it is cancelled', async () => {
    const { client, log } = await opened();
    expect(await client.compare(request(2), quiet)).toMatchObject(reply({ ms: 2 }));
    expect(log).toEqual(['1:listen', '1:load a', '1:compare 2']);
    const other = await opened();
    const running = other.client.compare(request(2), quiet);
    other.client.cancel();
    expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await other.client.ownFormat()).toEqual(reply('talk 1'));
  });

  test('another file needs nothing of the first', async () => {
    const { client, log } = await opened();
    expect(await client.load(text('walk'), 'b', null, quiet)).toMatchObject(reply({ hash: 'hash of walk' }));
    expect(log).toEqual(['1:listen', '1:load b']);
  });

  test('a worker that is lost before it was needed restores nothing; the recall that the page has is told to one that is', async () => {
    const { client, workers, log } = await opened();
    client.restart();
    await until(() => log.includes('2:listen'));
    client.warm();
    await until(() => log.includes('2:compare 1'));
    expect(log).toEqual(['1:listen', '2:listen', '2:load a', '2:compare 1']);
    expect(workers[1]!.asked).toMatchObject({ conversation: 1, recalled: true });
  });

  test('where the page came without them the worker answers', async () => {
    const { client, log } = setUp(undefined, { firstReplies: Promise.resolve(null) });
    await client.load(text('talk'), 'a', null, quiet);
    expect(await client.compare(request(1), quiet)).toMatchObject(reply({ ms: 1 }));
    expect(log).toEqual(['1:listen', '1:load a', '1:compare 1']);
  });
});
