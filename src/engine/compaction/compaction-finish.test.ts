/** What a finished run says of itself. */
import { describe, expect, test } from 'vitest';
import { prepare } from '../signals/signal-prepare.ts';
import type { FinishedRun, Plan, PlannedStrategy } from '../strategies/contract.ts';
import type { ParamSchema } from '../strategies/params.ts';
import { letterPlan, run, strategyOf, text } from '../testing/letter-plans.ts';
import { assistant, contextOf, letters, preparedOf, system, user } from '../testing/plans.ts';
import { failingSummarizer } from '../testing/summarizer.ts';
import { generationsOf } from './compaction-finish.ts';

/** Header, eight messages and a question of 50 tokens each; 30 of tool definitions. */
const said = [system(50), ...Array.from({ length: 4 }, (_, k) => [user(50, `q${k}`), assistant(50, `a${k}`)]).flat(), user(50, 'end')];
const chat = () => preparedOf(said, {}, 30);

describe('a missed target', () => {
  const schema = { keep: { kind: 'number', unit: 'share', default: 5, min: 5, max: 5, step: 1, knob: 'up' } } as const satisfies ParamSchema;
  const plan = letterPlan('KSSSSKKKKK');
  const values = { tokens: 30 + 6 * 50 + 9, target: 100, over: 239, protected: 30 + 2 * 50, inserted: 9 };

  test('says what had to stay and what was put in', () => {
    const result = run(chat(), strategyOf(plan));
    expect([result.metTarget, result.why]).toEqual([false, { key: 'target-missed', values }]);
    const dropped = run(chat(), strategyOf(letterPlan('KDDDDKKKKK'), {}), contextOf({ target: 329 }));
    expect(dropped.why?.values).toEqual({ tokens: 330, target: 329, over: 1, protected: 130, inserted: 0 });
    expect(run(chat(), strategyOf(letterPlan('KDDDDKKKKK')), contextOf({ target: 330 }))).toMatchObject({ metTarget: true, tokensAfter: 330 });
    expect(run(chat(), strategyOf(letterPlan('KDDDDKKKKK')), contextOf({ target: 330 }))).not.toHaveProperty('why');
  });

  test('names the knob that was aimed, or set by a person', () => {
    const knob = { ...strategyOf(plan), params: schema };
    const named = { ...values, param: 'keep', value: 5 };
    expect(run(chat(), knob, { params: { keep: 5 } }).why).toEqual({ key: 'target-missed-aimed', values: named });
    expect(run(chat(), knob, { params: { keep: 5 }, knobSet: true }).why).toEqual({ key: 'target-missed-set', values: named });
    const own = { ...knob, ownTarget: () => 100 };
    expect(run(chat(), own, { ...contextOf({ own: true }), params: { keep: 5 } }).why).toEqual({ key: 'target-missed', values });
  });

  test('counts a protected message that was removed as nothing that had to stay', () => {
    const quoting = letterPlan('KKKKKKSSSS', { summary: { after: 'end' } });
    expect(run(chat(), strategyOf(quoting)).why?.values).toMatchObject({ protected: 30 + 50 });
  });
});

describe('a summary of summaries', () => {
  /** Messages 2 and 4 are summaries: one that does not say of which generation, and one of the third. */
  const earlier = (() => {
    const p = chat();
    const compaction: Record<number, object> = { 2: { kind: 'summary' }, 4: { kind: 'summary', generation: 3 } };
    const messages = p.messages.map((m, i) => (compaction[i] ? { ...m, role: 'user' as const, compaction: compaction[i] } : m));
    return prepare({ ...p.transcript, messages: messages as typeof p.messages }, p.counts, p.settings);
  })();

  test('is one generation later than the latest of them', () => {
    const generations = (plan: string) => generationsOf(earlier, letterPlan(plan));
    expect(generations('KSKKKKKKKK')).toEqual([1]);
    expect(generations('KSSKKKKKKK')).toEqual([2]);
    expect(generations('KSSSSKKKKK')).toEqual([4]);
    expect(generations('KSTTSKKKKK')).toEqual([4, 2]);
    // One that stays, or is dropped, makes nothing later.
    expect(generations('KSKSKKKKKK')).toEqual([1]);
    expect(generations('KSDSKKKKKK')).toEqual([1]);
  });

  test('the message says so from the second on', () => {
    const marks = (plan: string) => run(earlier, strategyOf(letterPlan(plan))).context()[1]?.compaction;
    expect(marks('KSKKKKKKKK')).toEqual({ kind: 'summary', tokensBefore: 530 });
    expect(marks('KSSKKKKKKK')).toEqual({ kind: 'summary', tokensBefore: 530, generation: 2 });
    expect(run(earlier, strategyOf(letterPlan('KSSSSKKKKK'))).summaries[0]?.generation).toBe(4);
  });
});

describe('the context', () => {
  test('insertions have ids of their own, also where the conversation has used them', () => {
    const note = { before: 1, role: 'assistant', content: { text: 'n' } } as const;
    const plan = letterPlan('KSSSSKKKKD', {
      insertions: [note, note, { ...note, before: 10 }, { before: 1, role: 'user', content: { summary: 'summary-1' } }],
    });
    const ids = (p: ReturnType<typeof chat>) =>
      run(p, strategyOf({ ...plan, fates: letterPlan('KSSSSKKKKK').fates }))
        .context()
        .filter(({ synthetic }) => synthetic)
        .map(({ id }) => id);
    expect(ids(chat())).toEqual(['insertion-1@m1', 'insertion-2@m1', 'summary-1@m1', 'insertion-3@end']);
    const p = chat();
    const messages = p.messages.map((m, i) => (i === 8 ? { ...m, id: 'insertion-1@m1' } : i === 7 ? { ...m, id: "insertion-1@m1'" } : m));
    expect(ids(prepare({ ...p.transcript, messages }, p.counts, p.settings))[0]).toBe("insertion-1@m1''");
  });

  test('insertions are marked as written by the harness; only summaries say of what', () => {
    const note = { before: 1, role: 'assistant', content: { text: 'n' } } as const;
    const context = run(chat(), strategyOf(letterPlan('KDDDDKKKKK', { insertions: [note] }))).context();
    expect(context[1]).toEqual({ id: 'insertion-1@m1', role: 'assistant', parts: text('n'), synthetic: true });
  });

  test('edited and offloaded messages keep id and role, and have the new parts', () => {
    const p = chat();
    const result = run(p, strategyOf(letterPlan('KEODKKKKKK')));
    expect(result.context().slice(1, 3)).toEqual([
      { ...p.messages[1], parts: text('short') },
      { ...p.messages[2], parts: text('short') },
    ]);
    expect(Array.from(result.origins())).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
    expect(result.context()).toBe(result.context());
    expect(Array.from(result.left)).toEqual([50, 6, 6, 0, 50, 50, 50, 50, 50, 50]);
  });

  test('where nothing happens it is the original', () => {
    const p = chat();
    const result = run(p, strategyOf(letterPlan('KKKKKKKKKK')));
    expect(result.context()).toBe(p.messages);
    expect(Array.from(result.origins())).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(Array.from(result.left)).toEqual(Array.from(p.counts.messages));
    expect(result).toMatchObject({
      tokensBefore: 530,
      tokensAfter: 530,
      layout: { length: 10, order: [] },
      insertions: [],
      summaries: [],
      checks: [],
    });
  });
});

describe('the plan of a result', () => {
  const explained = { note: { key: 'n' }, trace: [{ key: 't' }] };

  test('is the strategy’s own, with note and trace', () => {
    const plan = letterPlan('KDDDDKKKKK', explained);
    expect(run(chat(), strategyOf(plan))).toMatchObject({ plan, ...explained });
    const idle = letterPlan('KKKKKKKKKK', { ...explained, unchanged: { key: 'u' } });
    expect(run(chat(), strategyOf(idle))).toMatchObject({ outcome: 'unchanged', plan: idle, why: { key: 'u' }, ...explained });
    expect(run(chat(), strategyOf(idle))).not.toHaveProperty('attempted');
    expect(run(chat(), strategyOf(letterPlan('KDDDDKKKKK')))).not.toHaveProperty('note');
    expect(run(chat(), strategyOf(letterPlan('KDDDDKKKKK'))).trace).toEqual([]);
  });

  test('keeps everything where the run was rejected; what was attempted stands beside it', () => {
    const plan = letterPlan('DDDDDKKKKK', explained);
    const result = run(chat(), strategyOf(plan), contextOf({ target: 530 - 1 }));
    expect(result).toMatchObject({ outcome: 'rejected', attempted: plan, metTarget: false, ...explained });
    expect(letters(result.plan)).toBe('KKKKKKKKKK');
    expect([result.plan.reason(3), result.plan.unchanged, result.plan.edits.size]).toEqual([result.why, result.why, 0]);
    expect(result.checks.map(({ ok }) => ok)).toEqual([false, true, true, true]);
    expect(run(chat(), strategyOf(plan), contextOf({ own: true })).metTarget).toBeNull();
  });

  test('a target that holds already is met by doing nothing', () => {
    expect(run(chat(), strategyOf(letterPlan('DDDDDKKKKK'), { ownTarget: () => 530 }), contextOf({ own: true })).metTarget).toBe(true);
    expect(run(chat(), strategyOf(letterPlan('DDDDDKKKKK'), { ownTarget: () => 529 }), contextOf({ own: true })).metTarget).toBe(false);
  });
});

describe('log and state', () => {
  const heard: FinishedRun[] = [];
  const telling: Partial<PlannedStrategy> = {
    log: (finished) => {
      heard.push(finished);
      return [{ level: 'info', reason: { key: 'l' } }];
    },
    state: (p, { outcome, tokensAfter }) => ({ n: p.n, outcome, tokensAfter }),
  };

  test('see the finished run: sizes, window, outcome', () => {
    const result = run(chat(), strategyOf(letterPlan('KSSSSKKKKK'), telling), contextOf({ target: 100, window: 900 }));
    expect(result.log()).toEqual([{ level: 'info', reason: { key: 'l' } }]);
    expect(heard.at(-1)).toMatchObject({
      messagesBefore: 10,
      messagesAfter: 7,
      window: 900,
      outcome: 'compacted',
      tokensBefore: 530,
      tokensAfter: 339,
    });
    expect(result.record().state).toEqual({ n: 10, outcome: 'compacted', tokensAfter: 339 });
  });

  test('are made without the trace of the plan, which takes a while', () => {
    let traced = 0;
    const plan: Plan = {
      ...letterPlan('KSSSSKKKKK'),
      get trace() {
        traced++;
        return [];
      },
    };
    const result = run(chat(), strategyOf(plan, telling), contextOf({ target: 100 }));
    result.log();
    result.record();
    expect(traced).toBe(0);
    expect(result.trace).toEqual([]);
    expect(traced).toBe(1);
  });

  test('also where the original stands', () => {
    const failed = run(chat(), strategyOf(letterPlan('KSSSSKKKKK'), telling), { summarizer: failingSummarizer('empty'), ts: '2026-01-01T00:00:00Z' });
    expect(failed.log().length).toBe(1);
    expect(heard.at(-1)).toMatchObject({ outcome: 'rejected', failures: ['empty'], messagesAfter: 10, tokensAfter: 530 });
    expect(failed.record()).toEqual({
      strategy: 'test',
      params: {},
      summaries: [],
      replaced: [],
      inserted: [],
      messagesBefore: 10,
      messagesAfter: 10,
      tokensBefore: 530,
      tokensAfter: 530,
      state: { n: 10, outcome: 'rejected', tokensAfter: 530 },
      ts: '2026-01-01T00:00:00Z',
    });
    expect(run(chat(), strategyOf(letterPlan('KKKKKKKKKK'))).record()).not.toHaveProperty('state');
    expect(run(chat(), strategyOf(letterPlan('KKKKKKKKKK'))).log()).toEqual([]);
  });
});
