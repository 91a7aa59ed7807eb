import { describe, expect, test, vi } from 'vitest';
import { formatReason } from '../i18n/index.ts';
import { type CompareOptions, compareAll, compareRow } from './compare.ts';
import { equalRuns, fatesString } from './policy-run.ts';
import { assistant, preparedOf, system, user } from './testing/plans.ts';
import { countingSummarizer } from './testing/summarizer.ts';

const p = preparedOf([system(50), ...Array.from({ length: 20 }, (_, i) => (i % 2 ? assistant(50) : user(50)))]);
const options = (extra: Partial<CompareOptions> = {}): CompareOptions => ({
  window: 128_000,
  target: 0.5,
  own: false,
  weight: 0.6,
  seed: 1,
  rules: 'openai-chat',
  summarizer: countingSummarizer(),
  ...extra,
});
const row = (strategy: string, params: Record<string, unknown> = {}, key = strategy) => ({ key, strategy, params });

describe('compareAll', () => {
  test('a row that begins to wait for its summary is told as such', async () => {
    const told: string[] = [];
    const summarizer = { ...countingSummarizer(), summarize: async () => countingSummarizer().summarize({} as never, {} as never) };
    await compareAll(p, [row('oldest-removal'), row('sliding-window')], options({ summarizer: summarizer as never }), {
      waits: (key) => told.push(`${key} waits`),
      take: async (ran) => {
        told.push(`${ran.key} ran`);
      },
    });
    expect(told).toEqual(['oldest-removal ran', 'sliding-window waits', 'sliding-window ran']);
  });

  test('rows in order, with measures and the letters of their fates', async () => {
    const rows = await compareAll(p, [row('oldest-removal'), row('middle-removal')], options());
    expect(rows?.map((r) => [r.key, r.result?.outcome])).toEqual([
      ['oldest-removal', 'compacted'],
      ['middle-removal', 'compacted'],
    ]);
    const [first] = rows ?? [];
    expect(fatesString(first!.result!.plan.fates)).toMatch(/^K[KD]{20}$/);
    expect(first!.measures?.tokenReduction).toBeCloseTo(1 - first!.result!.tokensAfter / 1050, 12);
  });

  test('a row that fails says why and leaves the others alone', async () => {
    const rows = await compareAll(p, [row('no-such'), row('middle-removal', { preserveStart: -1 }), row('oldest-removal')], options());
    expect(rows?.map((r) => r.error?.message)).toEqual([
      expect.stringContaining('unknown strategy "no-such"; known: recorded, middle-removal'),
      'parameter "preserveStart": expected a number from 0 to 50, whole',
      undefined,
    ]);
    // What a person reads in English is what a program is told.
    expect(rows?.map((r) => r.error && r.why && formatReason(r.why))).toEqual(rows?.map((r) => r.error?.message ?? null));
    expect((await compareAll(p, [row('oldest-removal')], options({ target: 1.5 })))?.[0]?.why?.key).toBe('error-target');
  });

  test('a row with the same fates and tokens as an earlier one names it', async () => {
    const rows = await compareAll(p, [row('oldest-removal'), row('oldest-removal', {}, 'oldest-removal~2')], options());
    expect(equalRuns(rows!)).toEqual({ 'oldest-removal~2': 'oldest-removal' });
  });

  test('a knob set in the row is used as it is, a shared control is aimed', () => {
    const set = compareRow(p, row('auto-compression', { keepRecentCount: 3 }), options({ shared: { keepRecent: 7 } }));
    const aimed = compareRow(p, row('auto-compression'), options({ shared: { keepRecent: 7 } }));
    if (set instanceof Promise || aimed instanceof Promise) throw new Error('expected answers at once');
    expect(set.result?.knob).toEqual({ param: 'keepRecentCount', value: 3, aimed: false });
    expect(aimed.result?.knob).toMatchObject({ param: 'keepRecentCount', aimed: true });
    expect(aimed.result?.metTarget).toBe(true);
  });

  test('progress after each row; false stops', async () => {
    const seen: number[] = [];
    const rows = [row('oldest-removal'), row('middle-removal'), row('hybrid')];
    const stopped = await compareAll(p, rows, options(), {
      progress: async (done) => {
        seen.push(done);
        return done < 2;
      },
    });
    expect([stopped, seen]).toEqual([null, [1, 2]]);
  });

  test('rows that need no summary do not wait for those that do; the result is in the order of the request', async () => {
    const slow = countingSummarizer();
    const later: (() => void)[] = [];
    const summarizer = {
      ...slow,
      summarize: (...args: Parameters<typeof slow.summarize>) =>
        new Promise<Awaited<ReturnType<typeof slow.summarize>>>((resolve) => later.push(() => resolve(slow.summarize(...args)))),
    };
    const rows = [row('summary'), row('oldest-removal'), row('auto-compression'), row('oldest-removal', {}, 'oldest-removal~2')];
    const seen: string[][] = [];
    const early: string[][] = [];
    const soFar = (finished: readonly { key: string }[], waits: boolean) => (waits ? seen : early).push(finished.map((r) => r.key));
    const running = compareAll(p, rows, options({ summarizer }), { soFar });
    await vi.waitFor(() => expect(seen).toEqual([['oldest-removal', 'oldest-removal~2']]));
    // Shown one by one before that, the moment they have run.
    expect(early).toEqual([['oldest-removal'], ['oldest-removal', 'oldest-removal~2']]);
    for (const answer of later) answer();
    const compared = await running;
    expect(compared?.map((r) => r.key)).toEqual(['summary', 'oldest-removal', 'auto-compression', 'oldest-removal~2']);
    expect(seen.at(-1)).toEqual(compared?.map((r) => r.key));
    // A summariser that answers at once leaves nothing to wait for.
    await compareAll(p, rows, options(), { soFar });
    expect(seen).toHaveLength(3);
    expect(early.at(-1)).toEqual(compared?.map((r) => r.key));
  });

  test('time by the clock that it is given, summaries apart', async () => {
    let clock = 0;
    const now = (): number => clock;
    const slow = countingSummarizer();
    const summarizer = {
      ...slow,
      summarize: (...args: Parameters<typeof slow.summarize>) => {
        clock += 40;
        return slow.summarize(...args);
      },
    };
    const rows = await compareAll(p, [row('auto-compression')], options({ now, summarizer }));
    expect([rows?.[0]?.ms, rows?.[0]?.result?.summaryMs]).toEqual([0, 40]);
  });
});
