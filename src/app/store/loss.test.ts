import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompareReply } from '../../worker/protocol.ts';

interface Call {
  readonly answer: (reply: unknown) => void;
  readonly progress: (p: { done: number; of: number }) => void;
  readonly keys?: readonly string[] | null;
}
/** An engine that answers when the test says so. */
const engine = vi.hoisted(() => ({ measures: [] as Call[], recalls: [] as Call[] }));

vi.mock('./engine.ts', () => ({
  client: {
    measure: () => new Promise((answer) => engine.measures.push({ answer, progress: () => undefined })),
    recall: (_paid: unknown, keys: readonly string[] | null, progress: Call['progress']) =>
      new Promise((answer) => engine.recalls.push({ answer, progress, keys })),
    cancel: () => undefined,
    isWarm: () => true,
  },
}));

const comparison = (waiting = 0, n = 40): CompareReply => ({ rows: [], waiting, transcript: { n } }) as unknown as CompareReply;
const measures = { ok: true, value: { rows: [{ key: 'a' }], ms: 1 } };
const recall = { ok: true, value: { rows: [{ key: 'a', recall: 0.5 }], tooFew: null, ms: 1 } };
const cancelled = { ok: false, error: { code: 'cancelled', message: '' } };

async function load() {
  vi.resetModules();
  vi.useFakeTimers();
  engine.measures.length = 0;
  engine.recalls.length = 0;
  return { ...(await import('./loading.ts')), ...(await import('./store.ts')) };
}
let it: Awaited<ReturnType<typeof load>>;
/** The page has a comparison and asks. */
function compared(of = comparison()): CompareReply {
  it.patch({ comparison: of });
  it.askWhatWasLost(of);
  return of;
}

describe('what was lost', () => {
  beforeEach(async () => {
    it = await load();
  });

  test('measures come at once, then the first recall with its progress; later ones when the comparison has stood for a moment', async () => {
    const of = compared();
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(10);
    expect(it.app().measured).toMatchObject({ of, rows: new Map([['a', { key: 'a' }]]) });
    expect(it.app().recalling).toBe(0);
    engine.recalls[0]?.progress({ done: 3, of: 12 });
    expect(it.app().recalling).toBe(0.25);
    engine.recalls[0]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app().recalled?.rows.get('a')?.recall).toBe(0.5);
    engine.recalls[1]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app().recalling).toBeNull();
    compared();
    engine.measures[1]?.answer(measures);
    await vi.advanceTimersByTimeAsync(700);
    expect(engine.recalls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(engine.recalls).toHaveLength(3);
  });

  test('rows that may be the answer are asked for first, with A, B and C, then all', async () => {
    const strategies = ['good', 'control', 'mine', 'over', 'invalid'].map((id) => ({ id, kind: id === 'control' ? 'control' : 'strategy' }));
    const row = (key: string, more: object = {}) => ({
      key,
      strategy: key,
      outcome: 'compacted',
      measures: { violations: [] },
      metTarget: true,
      summaries: [],
      ...more,
    });
    const rows = [
      row('good'),
      row('control'),
      row('mine', { outcome: 'unchanged' }),
      row('over', { metTarget: false }),
      row('invalid', { measures: { violations: [{ original: false }] } }),
      row('unchanged', { strategy: 'good', outcome: 'unchanged' }),
    ];
    it.patch({ description: { strategies } as never, compared: ['mine'] });
    compared({ ...comparison(), rows } as unknown as CompareReply);
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(10);
    expect(engine.recalls.map(({ keys }) => keys)).toEqual([['good', 'mine']]);
    engine.recalls[0]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app().recalled?.rows.get('a')?.recall).toBe(0.5);
    expect(it.app().recalling).toBe(0);
    expect(engine.recalls.map(({ keys }) => keys)).toEqual([['good', 'mine'], null]);
  });

  test('above 20,000 messages recall waits until somebody asks for it', async () => {
    compared(comparison(0, 20_001));
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(5000);
    expect(it.app().measured).not.toBeNull();
    expect(engine.recalls).toHaveLength(0);
    it.recallAgain();
    engine.recalls[0]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app().recalled?.rows.get('a')?.recall).toBe(0.5);
    const edge = compared(comparison(0, 20_000));
    engine.measures[1]?.answer(measures);
    await vi.advanceTimersByTimeAsync(900);
    expect([it.app().measured?.of === edge, engine.recalls.length]).toEqual([true, 2]);
  });

  test('a newer comparison keeps the measures of the one before until its own are there, and throws its recall away', async () => {
    const old = compared();
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(100);
    const next = compared();
    await vi.advanceTimersByTimeAsync(1000);
    expect(it.app().measured?.of).toBe(old);
    engine.recalls[0]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app()).toMatchObject({ recalled: null, recalling: null });
    expect(engine.recalls).toHaveLength(1);
    engine.measures[1]?.answer(measures);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app().measured?.of).toBe(next);
  });

  test('an answer for an older comparison is thrown away', async () => {
    compared();
    it.patch({ comparison: comparison() });
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(1000);
    expect(it.app().measured).toBeNull();
  });

  test('rows are measured while others wait for a model, but there is no recall before all are there', async () => {
    compared(comparison(2));
    await vi.advanceTimersByTimeAsync(500);
    expect(engine.measures).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(900);
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(2000);
    expect(it.app().measured).not.toBeNull();
    expect(engine.recalls).toHaveLength(0);
  });

  test('a recall that a person cancels says so and can be asked for again; one that fails says why', async () => {
    compared();
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(900);
    it.cancelRecall();
    engine.recalls[0]?.answer(cancelled);
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app()).toMatchObject({ recalling: null, lossError: { code: 'cancelled' } });
    it.recallAgain();
    expect(it.app()).toMatchObject({ recalling: 0, lossError: null });
    engine.recalls[1]?.answer({ ok: false, error: { code: 'failed', message: 'no' } });
    await vi.advanceTimersByTimeAsync(1);
    expect(it.app()).toMatchObject({ recalling: null, lossError: { code: 'failed', message: 'no' } });
  });

  test('another transcript forgets it', async () => {
    compared();
    engine.measures[0]?.answer(measures);
    await vi.advanceTimersByTimeAsync(1);
    it.forgetWhatWasLost();
    expect(it.app()).toMatchObject({ measured: null, recalled: null, recalling: null });
    engine.recalls[0]?.answer(recall);
    await vi.advanceTimersByTimeAsync(1000);
    expect(it.app()).toMatchObject({ measured: null, recalled: null, recalling: null });
    expect(engine.recalls).toHaveLength(1);
  });
});
