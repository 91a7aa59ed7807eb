/** Loops of a run, and the setting that causes each. */
import { describe, expect, test } from 'vitest';
import { byId } from '../pipelines/index.ts';
import type { Runner } from './attempt.ts';
import type { ReplayOptions } from './contract.ts';
import { loopsOf } from './replay.ts';
import type { AttemptRecord } from './walk.ts';

interface AttemptInput {
  readonly at?: number;
  readonly kind?: string;
  readonly level?: number | null;
  readonly skipped?: number;
  readonly before?: number;
  readonly after?: number;
  readonly changed?: boolean;
  readonly target?: number | null;
  readonly fixed?: number;
  readonly knob?: { readonly param: string; readonly aimed: boolean } | null;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly asked?: boolean;
  readonly why?: string;
}
/** Attempts one request after the other, from 10,000 to 8,000 tokens, by a trigger at 7,000, aimed at 5,000. */
const done = (...all: readonly AttemptInput[]): AttemptRecord[] =>
  all.map(
    ({ at, kind = 'ratio', level = 7000, skipped = 0, before = 10_000, after = 8000, changed = true, target = 5000, fixed = 100, ...one }, k) =>
      ({
        attempt: {
          delta: changed ? {} : null,
          before,
          after,
          target,
          fixed,
          knob: one.knob ?? null,
          params: one.params ?? {},
          why: one.why === undefined ? null : { key: one.why },
        },
        place: {},
        point: { at: at ?? k + 1, skipped, trigger: { kind, level }, asked: one.asked ? { key: 'question-compact' } : null },
      }) as unknown as AttemptRecord,
  );
const runner = (strategy = 'random-removal', options: Partial<ReplayOptions> = {}): Runner =>
  ({
    spec: { strategy: byId.get(strategy)! },
    embeddings: null,
    options: { window: 9000, own: false, answer: null, ...options },
  }) as unknown as Runner;
const loops = (all: readonly AttemptInput[], of = runner()) => loopsOf(done(...all), of);
/** The cause of a loop of two compactions, or of three attempts without a change. */
const cause = (one: AttemptInput, of = runner()) => {
  const [loop] = loops([one, one, one], of);
  return [loop?.setting, loop?.reason.key, loop?.reason.values] as const;
};
const idle: AttemptInput = { changed: false, before: 8000, after: 8000 };

describe('what is meant is no loop', () => {
  test.each(['hand', 'recorded', 'requests'])('compactions by %s, with and without a change', (kind) => {
    expect(loops([{ kind }, { kind }, { kind }])).toEqual([]);
    expect(
      loops([
        { kind, ...idle },
        { kind, ...idle },
        { kind, ...idle },
      ]),
    ).toEqual([]);
    expect(loops([{}, { kind }, {}])).toEqual([]);
    expect(loops([{ kind }, {}, {}])).toMatchObject([{ kind: 'again', times: 2 }]);
  });
});

describe('a product', () => {
  const params = { repaired: true };
  test('as shipped protects nothing: only repaired can what is protected be the cause', () => {
    const stuck: AttemptInput = { fixed: 7000 };
    expect(cause(stuck, runner('langchain-trim'))[0]).not.toBe('window');
    expect(cause({ ...stuck, ...idle }, runner('langchain-trim'))[0]).toBe('strategy');
    expect(cause({ ...stuck, params }, runner('langchain-trim'))).toMatchObject(['window', 'loop-window', { fixed: 7000 }]);
  });
});

describe('where there is a loop', () => {
  test('compactions at most two requests apart, from the first to the last, with the mean of what they freed', () => {
    expect(loops([{ at: 1 }, { at: 3, after: 9000 }, { at: 5, after: 9000 }])).toMatchObject([
      { kind: 'again', from: 1, to: 5, times: 3, freed: 4000 / 3 },
    ]);
    expect(loops([{ at: 1 }, { at: 4 }])).toEqual([]);
    expect(loops([{ at: 1 }, { at: 2 }, { at: 9 }, { at: 11 }, { at: 20 }])).toMatchObject([
      { from: 1, to: 2, times: 2 },
      { from: 9, to: 11, times: 2 },
    ]);
    expect(loops([{}])).toEqual([]);
    expect(loops([])).toEqual([]);
  });

  test('three attempts without a change, however far apart; those that were skipped count', () => {
    expect(loops([idle, { ...idle, at: 50 }, { ...idle, at: 90 }])).toMatchObject([{ kind: 'idle', from: 1, to: 90, times: 3, freed: 0 }]);
    expect(loops([idle, idle])).toEqual([]);
    expect(loops([idle, { ...idle, skipped: 1 }])).toMatchObject([{ kind: 'idle', from: 1, to: 2, times: 3 }]);
    expect(loops([{ ...idle, skipped: 2 }])).toMatchObject([{ kind: 'idle', from: 1, to: 1, times: 3 }]);
  });

  test('a compaction and an attempt without a change are no run', () => {
    expect(loops([{}, idle, {}, idle])).toEqual([]);
    expect(loops([{}, {}, idle, idle, idle])).toMatchObject([
      { kind: 'again', from: 1, to: 2 },
      { kind: 'idle', from: 3, to: 5 },
    ]);
  });

  test('what is done by hand is part of none, and ends one', () => {
    expect(loops([{ kind: 'hand' }, { kind: 'hand' }])).toEqual([]);
    expect(loops([{}, { kind: 'hand' }, {}])).toEqual([]);
    expect(loops([{}, {}, { kind: 'hand' }, {}, {}])).toMatchObject([
      { from: 1, to: 2 },
      { from: 4, to: 5 },
    ]);
  });

  test('a run without compaction has none', () => {
    expect(loopsOf(done({}, {}), null)).toEqual([]);
  });
});

describe('the setting behind it', () => {
  const again = { from: 1, to: 3, times: 3, freed: 2000, after: 8000, fires: 7000, window: 9000 };
  const still = { ...again, freed: 0 };

  test('the window, where what may not be touched reaches the trigger', () => {
    expect(cause({ fixed: 7000 })).toEqual(['window', 'loop-window', { ...again, fixed: 7000 }]);
    expect(cause({ fixed: 6999 })[0]).not.toBe('window');
    expect(cause({ fixed: 7000, level: null })[0]).not.toBe('window');
  });

  test('the answer, where a person refused and nothing changed, whatever was aimed at', () => {
    const asked = { ...idle, asked: true, target: 9000 };
    expect(cause(asked, runner('context-compactor', { answer: 'new-session' }))).toEqual([
      'answer',
      'loop-answer',
      { ...still, answer: 'new-session' },
    ]);
    expect(cause({ ...idle, asked: true })[2]).toMatchObject({ answer: '' });
    expect(cause({ asked: true, target: 9000 })[0]).toBe('target');
    expect(cause({ ...asked, asked: false })[0]).toBe('target');
  });

  test('a target that is not below the trigger: the target, or the trigger where the target is the strategy’s own', () => {
    expect(cause({ target: 7000 })).toEqual(['target', 'loop-target', { ...again, target: 7000 }]);
    expect(cause({ target: 7000 }, runner('random-removal', { own: true }))).toEqual(['trigger', 'loop-trigger', { ...again, target: 7000 }]);
    expect(cause({ target: 6999 })[1]).not.toBe('loop-target');
    expect(cause({ target: 7000, level: null })[1]).not.toBe('loop-target');
    expect(cause({ target: null })[1]).not.toBe('loop-target');
  });

  test('the strategy, where it finds nothing to do, with its reason', () => {
    expect(cause({ ...idle, why: 'unchanged-nothing' })).toEqual(['strategy', 'loop-idle', { ...still, why: 'unchanged-nothing' }]);
    expect(cause(idle)[2]).toMatchObject({ why: '' });
  });

  test('a parameter that keeps too much, where the target is not aimed at with it', () => {
    const knob = { param: 'keepRecent', aimed: false };
    const params = { keepRecent: 12 };
    expect(cause({ knob, params })).toEqual(['keepRecent', 'loop-param', { ...again, param: 'keepRecent', value: 12 }]);
    expect(cause({ knob: { ...knob, aimed: true }, params })[1]).toBe('loop-strategy');
    expect(cause({ knob: { ...knob, aimed: true }, params }, runner('random-removal', { own: true }))[0]).toBe('keepRecent');
    // A strategy with a knob that no attempt has moved.
    expect(cause({ params: { window: 10 } }, runner('sliding-window'))).toEqual(['window', 'loop-param', { ...again, param: 'window', value: 10 }]);
  });

  test('the target, where the result is below the trigger and the next messages fill the gap', () => {
    expect(cause({ after: 6999 })).toEqual(['target', 'loop-narrow', { ...again, after: 6999, freed: 3001, target: 5000 }]);
    expect(cause({ after: 7000 })).toEqual(['strategy', 'loop-strategy', { ...again, after: 7000, freed: 3000, target: 5000 }]);
    expect(cause({ after: 6999, level: null })).toEqual([
      'strategy',
      'loop-strategy',
      { ...again, after: 6999, freed: 3001, fires: 0, target: 5000 },
    ]);
    expect(cause({ after: 6999, target: null })).toEqual(['strategy', 'loop-strategy', { ...again, after: 6999, freed: 3001, target: 0 }]);
  });

  test('of compactions the last one tells, of attempts without a change the first', () => {
    expect(loops([{ target: 7000 }, { after: 6999 }])[0]!.reason.key).toBe('loop-narrow');
    expect(loops([{ ...idle, why: 'first' }, idle, { ...idle, target: 9000 }])[0]!.reason).toMatchObject({
      key: 'loop-idle',
      values: { why: 'first' },
    });
  });
});
