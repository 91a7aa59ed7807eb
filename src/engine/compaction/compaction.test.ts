import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import { DROP, EDIT, KEEP, type Plan, type PlannedStrategy, SUMMARIZE } from '../strategies/contract.ts';
import type { ParamSchema, ParamValues } from '../strategies/params.ts';
import { answer, assistant, call, contextOf, preparedOf, system, user } from '../testing/plans.ts';
import { countingSummarizer, failingSummarizer } from '../testing/summarizer.ts';
import type { Message, Part } from '../transcript/types.ts';
import { aim } from './planned.ts';
import { plannedTokens } from './estimate.ts';
import { restore } from './history.ts';
import { type CompactOptions, compactNow } from './compaction-run.ts';
import { resolveTarget } from '../tokens/contract.ts';
import type { CompactionResult } from './types.ts';

const FATE = { K: KEEP, E: EDIT, S: SUMMARIZE, D: DROP } as const;

/** A plan in letters; summarised messages go into one summary where the first of them was. */
function planOf(letters: string, extra: Partial<Plan> = {}): Plan {
  const fates = Uint8Array.from(letters, (l) => FATE[l as keyof typeof FATE]);
  const first = fates.indexOf(SUMMARIZE);
  const members = Array.from(fates, (_, i) => i).filter((i) => fates[i] === SUMMARIZE);
  return {
    fates,
    reason: () => ({ key: 'keep-header' }),
    edits: new Map(),
    summaries: first < 0 ? [] : [{ id: 'summary-1', members, maxTokens: 20, style: 'plain' }],
    insertions: first < 0 ? [] : [{ before: first, role: 'user', content: { summary: 'summary-1' } }],
    ...extra,
  };
}

function strategyOf(plan: (input: PreparedTranscript) => Plan, extra: Partial<PlannedStrategy> = {}): PlannedStrategy {
  return { id: 'test', family: 'removal', source: { seed: 'own' }, kind: 'strategy', params: {}, plan, ...extra };
}

const options = (extra: Partial<CompactOptions> = {}): CompactOptions => ({
  ...contextOf({ target: 100 }),
  params: {},
  summarizer: countingSummarizer(),
  ...extra,
});

function now(result: CompactionResult | Promise<CompactionResult>): CompactionResult {
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

/** System, five exchanges, a question: 1 + 10 + 1 messages of 50 tokens. */
const chat = (): PreparedTranscript =>
  preparedOf([
    system(50),
    ...Array.from({ length: 5 }, (_, i) => [user(50, `question ${i}`), assistant(50, `answer ${i}`)]).flat(),
    user(50, 'last words'),
  ]);

describe('run', () => {
  test('kept messages are the original objects, the rest is gone, tokens add up', () => {
    const p = chat();
    const result = now(
      compactNow(
        p,
        strategyOf(() => planOf('KDDDDKKKKKKK')),
        options(),
      ),
    );
    expect(result.outcome).toBe('compacted');
    expect(result.context()).toEqual(p.messages.filter((_, i) => i === 0 || i > 4));
    expect(result.context().every((m) => p.messages.includes(m))).toBe(true);
    expect(Array.from(result.origins())).toEqual([0, 5, 6, 7, 8, 9, 10, 11]);
    expect([result.tokensBefore, result.tokensAfter, result.metTarget]).toEqual([600, 400, false]);
    expect(result.why).toEqual({ key: 'target-missed', values: { tokens: 400, target: 100, over: 300, protected: 100, inserted: 0 } });
  });

  test('a plan over its limit is replaced by a more aggressive one 200 times at most, then it is refused', () => {
    let replaced = 0;
    const over = (): Plan =>
      planOf('KDDDDKKKKKKK', {
        limit: {
          tokens: 10,
          refused: { key: 'refused-hard-limit', values: { keep: 1 } },
          otherwise: () => {
            replaced += 1;
            return over();
          },
        },
      });
    const result = now(compactNow(chat(), strategyOf(over), options()));
    expect([result.outcome, replaced]).toEqual(['refused', 200]);
    expect(result.why).toEqual({ key: 'refused-hard-limit', values: { keep: 1, tokens: 400, limit: 10 } });
  });

  test('a summary stands as a message of its own, between what surrounds it', () => {
    const p = chat();
    const plan = planOf('KSSSSKKKKKKK');
    const framed = { ...plan, summaries: [{ ...plan.summaries[0]!, before: '<', after: '>' }] };
    const result = now(
      compactNow(
        p,
        strategyOf(() => framed),
        options(),
      ),
    );
    expect(result.context()[1]).toEqual({
      id: 'summary-1@m1',
      role: 'user',
      parts: [{ type: 'text', text: '<4 messages, from 1>' }],
      synthetic: true,
      compaction: { kind: 'summary', tokensBefore: 600 },
    });
    expect(result.summaries[0]).toMatchObject({ position: 1, text: '<4 messages, from 1>', tokens: 9 });
    expect(result.tokensAfter).toBe(8 * 50 + 9);
    expect(result.layout.length).toBe(9);
  });

  test('a summariser that answers later gives the same result through a promise', async () => {
    const p = chat();
    const strategy = strategyOf(() => planOf('KSSSSKKKKKKK'));
    const at = now(compactNow(p, strategy, options()));
    const later = compactNow(p, strategy, options({ summarizer: countingSummarizer(true) }));
    expect(later).toBeInstanceOf(Promise);
    expect((await later).context()).toEqual(at.context());
  });

  test('a summary is written once for the same members and limits', () => {
    const p = chat();
    const summarizer = countingSummarizer();
    const strategy = strategyOf(() => planOf('KSSSSKKKKKKK'));
    now(compactNow(p, strategy, options({ summarizer })));
    now(compactNow({ ...p }, strategy, options({ summarizer })));
    expect(summarizer.asked).toHaveLength(1);
    now(
      compactNow(
        p,
        strategyOf(() => planOf('KSSSKKKKKKKK')),
        options({ summarizer }),
      ),
    );
    expect(summarizer.asked.map((r) => r.members)).toEqual([
      [1, 2, 3, 4],
      [1, 2, 3],
    ]);
  });

  test('the summariser may use what is reserved: no more than the messages it replaces', () => {
    const summarizer = countingSummarizer();
    const plan = planOf('KSSSSKKKKKKK');
    const wide = { ...plan, summaries: [{ ...plan.summaries[0]!, maxTokens: 5000 }] };
    now(
      compactNow(
        chat(),
        strategyOf(() => wide),
        options({ summarizer }),
      ),
    );
    expect(summarizer.asked[0]!.maxTokens).toBe(200);
  });

  test('within the target nothing is asked and nothing changes', () => {
    const p = chat();
    const strategy = strategyOf(() => {
      throw new Error('not needed');
    });
    const result = now(compactNow(p, strategy, options(contextOf({ target: 600 }))));
    expect(result).toMatchObject({ outcome: 'unchanged', why: { key: 'unchanged-within-target' }, tokensAfter: 600, metTarget: true });
    expect(result.context()).toBe(p.messages);
  });

  test('with own defaults the strategy acts although it is within its own target', () => {
    const strategy = strategyOf(() => planOf('KDDDDKKKKKKK'), { ownTarget: (_p, window) => window });
    const result = now(compactNow(chat(), strategy, options(contextOf({ own: true, window: 10_000 }))));
    expect(result).toMatchObject({ outcome: 'compacted', target: 10_000, metTarget: true });
  });

  test.each(['empty', 'error', 'timeout', 'too-long', 'throws'] as const)('a failed summary (%s) rolls everything back', (failure) => {
    const p = chat();
    const result = now(
      compactNow(
        p,
        strategyOf(() => planOf('KSSSSKKKKKKK')),
        options({ summarizer: failingSummarizer(failure) }),
      ),
    );
    expect(result).toMatchObject({
      outcome: 'rejected',
      why: { key: 'rejected-summary', values: { failure: failure === 'throws' ? 'error' : failure } },
    });
    expect(result.context()).toBe(p.messages);
    expect(result.attempted?.fates[1]).toBe(SUMMARIZE);
  });

  test('a strategy may have another plan for a failed summary', () => {
    const strategy = strategyOf(() => planOf('KSSSSKKKKKKK'), { onSummaryFailure: () => planOf('KDDDDKKKKKKK') });
    const result = now(compactNow(chat(), strategy, options({ summarizer: failingSummarizer('timeout') })));
    expect([result.outcome, result.tokensAfter]).toEqual(['compacted', 400]);
  });

  test('a plan over its own limit is replaced by the next, and refused without one', () => {
    const refused = { key: 'refused-hard-limit', values: { keep: 1 } };
    const last = planOf('KDDDDDKKKKKK', { limit: { tokens: 300, refused } });
    const first = planOf('KDDKKKKKKKKK', { limit: { tokens: 450, refused, otherwise: () => last } });
    const result = now(
      compactNow(
        chat(),
        strategyOf(() => first),
        options(),
      ),
    );
    expect(result).toMatchObject({ outcome: 'refused', why: { key: 'refused-hard-limit', values: { keep: 1, tokens: 350, limit: 300 } } });
    expect(result.attempted).toBe(last);
    const wider = planOf('KDDDDDKKKKKK', { limit: { tokens: 350, refused } });
    const met = now(
      compactNow(
        chat(),
        strategyOf(() => ({ ...first, limit: { ...first.limit!, otherwise: () => wider } })),
        options(),
      ),
    );
    expect([met.outcome, met.tokensAfter]).toEqual(['compacted', 350]);
  });

  test('a plan that keeps everything and has a limit is refused over it, unchanged under it', () => {
    const keeping = (tokens: number) => strategyOf(() => planOf('KKKKKKKKKKKK', { limit: { tokens, refused: { key: 'refused-hard-limit' } } }));
    expect(now(compactNow(chat(), keeping(599), options())).outcome).toBe('refused');
    expect(now(compactNow(chat(), keeping(600), options())).outcome).toBe('unchanged');
  });

  test('never more tokens than before: such a run is rejected and the original stands', () => {
    const long = planOf('KDKKKKKKKKKK', { insertions: [{ before: 1, role: 'user', content: { text: 'x'.repeat(400) } }] });
    const result = now(
      compactNow(
        chat(),
        strategyOf(() => long),
        options(),
      ),
    );
    expect(result).toMatchObject({ outcome: 'rejected', why: { key: 'check-tokens-not-down' }, tokensAfter: 600 });
  });

  test('an insertion never stands between a call and its result', () => {
    const p = preparedOf([user(50), assistant(50), call(50, 'a'), answer(50, 'a'), user(50), assistant(50)]);
    const plan = planOf('KDKKKK', { insertions: [{ before: 3, role: 'user', content: { text: 'note' } }] });
    const result = now(
      compactNow(
        p,
        strategyOf(() => plan),
        options(),
      ),
    );
    expect(result.context().map((m) => m.role)).toEqual(['user', 'user', 'assistant', 'tool', 'user', 'assistant']);
    expect(Array.from(result.origins())).toEqual([0, -1, 2, 3, 4, 5]);
  });
});

describe('verification', () => {
  const withBlocks = (): PreparedTranscript =>
    preparedOf([system(50), user(50, 'task'), call(50, 'a'), answer(50, 'a'), assistant(50), call(50, 'b'), answer(50, 'b'), assistant(50)]);
  const run = (plan: Plan, extra: Partial<PlannedStrategy> = {}): CompactionResult =>
    now(
      compactNow(
        withBlocks(),
        strategyOf(() => plan, extra),
        options(),
      ),
    );

  test.each([
    ['system prompt', 'DKKKKKKK', 'check-protected-lost'],
    ['last tool block', 'KKKKKDDK', 'check-protected-lost'],
    ['last user message', 'KDKKKKKK', 'check-last-user-lost'],
    ['half a block', 'KKKDKKKK', 'check-tool-blocks-broken'],
  ])('rejects a lost %s', (_what, letters, key) => {
    expect(run(planOf(letters))).toMatchObject({ outcome: 'rejected', why: { key } });
  });

  test('below the minimum', () => {
    expect(run(planOf('KKDDDKKD'), { minimum: () => 5 })).toMatchObject({
      outcome: 'rejected',
      why: { key: 'check-minimum-below', values: { kept: 4, minimum: 5 } },
    });
    expect(run(planOf('KKDDDKKD'), { minimum: () => 4 }).outcome).toBe('compacted');
  });

  test('a summary of the whole conversation may take the last block and the last user message, quoted word for word', () => {
    const plan = planOf('KSSSSSSS');
    const quoting = (after: string): Plan => ({ ...plan, summaries: [{ ...plan.summaries[0]!, after }] });
    expect(run(quoting('“task”')).outcome).toBe('compacted');
    expect(run(quoting('')).why?.key).toBe('check-last-user-lost');
    const partly = planOf('KSSSKSSS');
    expect(run({ ...partly, summaries: [{ ...partly.summaries[0]!, after: 'task' }] }).why?.key).toBe('check-protected-lost');
  });

  test('an edit keeps its calls', () => {
    const edit = (parts: readonly Part[]): Plan => planOf('KKEKKKKD', { edits: new Map([[2, parts]]) });
    expect(run(edit([{ type: 'tool-call', id: 'a', name: 'run', args: '' }])).outcome).toBe('compacted');
    expect(run(edit([{ type: 'text', text: 'cut' }])).why?.key).toBe('check-tool-blocks-broken');
  });

  test('a summary that stands nowhere', () => {
    expect(run({ ...planOf('KKSSSKKK'), insertions: [] }).why?.key).toBe('check-summaries-missing');
  });

  test('skills fall only by S3', () => {
    const p = preparedOf([user(50, 'Base directory for this skill: /s'), user(50), assistant(50)]);
    const drop = strategyOf(() => planOf('DKK'));
    expect(now(compactNow(p, drop, options())).outcome).toBe('rejected');
    expect(now(compactNow(p, { ...drop, dropsSkills: true as const }, options())).outcome).toBe('compacted');
  });
});

describe('aim', () => {
  /** Keeps the header and the last `keep` messages; everything older becomes one summary of at most 20 tokens. */
  const schema = { keep: { kind: 'number', unit: 'messages', default: 3, min: 0, max: 8, step: 1, knob: 'up' } } as const satisfies ParamSchema;
  const keepRecent: PlannedStrategy = strategyOf(() => planOf(''), {
    params: schema,
    plan: (input: PreparedTranscript, params: ParamValues) => {
      const older = Math.max(0, input.n - 1 - Number(params.keep));
      return planOf(`K${'S'.repeat(older)}${'K'.repeat(input.n - 1 - older)}`);
    },
  });
  const options600 = (target: number, extra: Partial<CompactOptions> = {}) => options({ ...contextOf({ target }), params: { keep: 3 }, ...extra });

  test('finds the largest value that meets the target by the reserve rule', () => {
    // 50 header + 50 per kept message + 20 reserved + 4 overhead: 400 holds six messages.
    const result = now(compactNow(chat(), keepRecent, options600(400)));
    expect(result.knob).toEqual({ param: 'keep', value: 6, aimed: true });
    expect(result.params).toEqual({ keep: 6 });
    expect(result.metTarget).toBe(true);
  });

  test('reaches beyond the schema to the messages that are there', () => {
    const result = now(compactNow(chat(), keepRecent, options600(580)));
    expect(result.knob?.value).toBe(10);
    expect(result.metTarget).toBe(true);
  });

  test('takes the most aggressive value and says so where none meets the target', () => {
    const p = chat();
    const aimed = aim(p, keepRecent, { keep: 3 }, contextOf({ target: 10 }), 'keep', schema.keep);
    expect([aimed.value, aimed.planned]).toEqual([0, 74]);
  });

  test('never makes many plans', () => {
    let plans = 0;
    const n = 10_000;
    const p = preparedOf([system(50), ...Array.from({ length: n }, (_, i) => (i % 2 ? assistant(50) : user(50)))]);
    const counted = {
      ...keepRecent,
      plan: (input: PreparedTranscript, params: ParamValues, ctx: Parameters<PlannedStrategy['plan']>[2]) => {
        plans++;
        return keepRecent.plan(input, params, ctx);
      },
    };
    const result = now(compactNow(p, counted, options600(250_000)));
    expect(result.knob?.value).toBe(4998);
    expect(plans).toBeLessThanOrEqual(16);
  });

  test('a knob that a person set, and own defaults, are left alone', () => {
    expect(now(compactNow(chat(), keepRecent, options600(400, { knobSet: true }))).knob).toEqual({ param: 'keep', value: 3, aimed: false });
    const own = options({ ...contextOf({ own: true }), params: { keep: 3 } });
    expect(now(compactNow(chat(), keepRecent, own)).knob).toEqual({ param: 'keep', value: 3, aimed: false });
  });

  test('a summary counts with what is reserved for it, several by their own members', () => {
    const p = chat();
    const plan = planOf('KSSSSKKKKKKK');
    expect(plannedTokens(p, plan)).toBe(8 * 50 + 20 + 4);
    const two: Plan = {
      ...plan,
      into: Int16Array.from([-1, 0, 0, 1, 1, -1, -1, -1, -1, -1, -1, -1]),
      summaries: [
        { ...plan.summaries[0]!, members: [1, 2], maxTokens: 500 },
        { ...plan.summaries[0]!, id: 'summary-2', members: [3, 4], maxTokens: 30 },
      ],
      insertions: [...plan.insertions, { before: 3, role: 'user', content: { summary: 'summary-2' } }],
    };
    expect(plannedTokens(p, two)).toBe(8 * 50 + 100 + 4 + 30 + 4);
  });
});

describe('records', () => {
  test('restore gives the very objects back, through two levels and with messages appended since', () => {
    const p = chat();
    const first = now(
      compactNow(
        p,
        strategyOf(() => planOf('KSSSSKKKKKKK')),
        options({ ts: '2026-01-01T00:00:00Z' }),
      ),
    );
    const appended: Message = { id: 'new', role: 'user', parts: [{ type: 'text', text: 'more' }] };
    const context = [...first.context(), appended];
    const p2 = preparedOf(context.map(() => user(50)));
    const second = now(
      compactNow(
        { ...p2, messages: context, transcript: { ...p2.transcript, messages: context }, header: 1 },
        strategyOf(() => planOf('KSSSEKKKKK', { edits: new Map([[4, [{ type: 'text', text: 'short' }]]]) })),
        options(),
      ),
    );
    expect(second.outcome).toBe('compacted');
    const records = [first.record(), second.record()];
    expect(records[0]).toMatchObject({ ts: '2026-01-01T00:00:00Z', messagesBefore: 12, messagesAfter: 9, tokensBefore: 600 });
    const all = restore(second.context(), records);
    expect(all.ok && all.value).toEqual([...p.messages, appended]);
    expect(all.ok && all.value.every((m, i) => m === [...p.messages, appended][i])).toBe(true);
    const one = restore(second.context(), records.slice(1));
    expect(one.ok && one.value).toEqual(context);
  });

  test('a record of something else is an error that says which', () => {
    const p = chat();
    const record = now(
      compactNow(
        p,
        strategyOf(() => planOf('KSSSSKKKKKKK')),
        options(),
      ),
    ).record();
    expect(restore(p.messages.slice(0, 3), [record])).toMatchObject({ ok: false, error: { code: 'record-does-not-fit', record: 0 } });
    expect(restore(p.messages, [{ ...record, inserted: [0, 1, 2, 3] }])).toMatchObject({ ok: false });
  });

  test('a run that changed nothing restores to the same', () => {
    const p = chat();
    const result = now(
      compactNow(
        p,
        strategyOf(() => planOf('KKKKKKKKKKKK')),
        options(),
      ),
    );
    expect(restore(result.context(), [result.record()])).toEqual({ ok: true, value: p.messages });
  });
});

test('targets: shares, tokens, and what is neither', () => {
  expect([0.5, 1, 0.333].map((t) => resolveTarget(t, 1000, 128_000))).toEqual([500, 1000, 333]);
  expect([2, 5000].map((t) => resolveTarget(t, 1000, 128_000))).toEqual([2, 5000]);
  const none = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY];
  expect(none.map((t) => resolveTarget(t, 1000, 128_000))).toEqual(none.map(() => null));
});

test('targets are never over the window: at the edge, and beside it', () => {
  const at = (total: number): unknown => [0.5, 1, 1000, 1001, 5000].map((t) => resolveTarget(t, total, 1000));
  expect(at(998)).toEqual([499, 998, 1000, 1000, 1000]);
  expect(at(1000)).toEqual([500, 1000, 1000, 1000, 1000]);
  // From here on a share is one of the window.
  expect(at(1001)).toEqual([500, 1000, 1000, 1000, 1000]);
  expect(at(1002)).toEqual([500, 1000, 1000, 1000, 1000]);
  expect(at(50_000_000)).toEqual([500, 1000, 1000, 1000, 1000]);
});
