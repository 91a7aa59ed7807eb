/** Strategies in a row, by hand: plans as letters over small conversations. */
import { describe, expect, test } from 'vitest';
import { PROTECTIONS, type PreparedTranscript } from '../signals/contract.ts';
import { DROP, EDIT, KEEP, OFFLOAD, type Plan, type PlannedStrategy, type Stage, type StagedStrategy, SUMMARIZE } from '../strategies/contract.ts';
import { keepRecentCount } from '../strategies/shared/shared-params.ts';
import { fatesBefore, recentBoundary, summaryPlan, withinEqualTarget } from '../strategies/shared/plans.ts';
import type { Summarizer } from '../summarizers/contract.ts';
import { answer, assistant, call, contextOf, letters, preparedOf, system, user } from '../testing/plans.ts';
import { countingSummarizer, failingSummarizer } from '../testing/summarizer.ts';
import type { Message, Part } from '../transcript/types.ts';
import { derive } from './derive.ts';
import { restore } from './history.ts';
import { type CompactOptions, compactNow } from './compaction-run.ts';
import type { CompactionResult } from './types.ts';

const FATE = { K: KEEP, E: EDIT, S: SUMMARIZE, T: SUMMARIZE, O: OFFLOAD, D: DROP } as const;
const text = (words: string): Part[] => [{ type: 'text', text: words }];

/** A strategy whose plan is written in letters: S goes into a first summary, T into a second one, E and O get new words. */
function fixed(id: string, plan: string, words = 'short', extra: Partial<PlannedStrategy> = {}): PlannedStrategy {
  return {
    id,
    family: 'removal',
    source: { seed: 'own' },
    kind: 'strategy',
    params: {},
    plan(input): Plan {
      if (plan.length !== input.n) throw new Error(`${id}: ${plan} for ${input.n} messages`);
      const fates = Uint8Array.from(plan, (l) => FATE[l as keyof typeof FATE]);
      const edited = Array.from(fates.keys()).filter((i) => fates[i] === EDIT || fates[i] === OFFLOAD);
      const groups = ['S', 'T'].map((l) => Array.from(plan, (_, i) => i).filter((i) => plan[i] === l)).filter((g) => g.length > 0);
      return {
        fates,
        reason: (i) => ({ key: id, values: { index: i } }),
        edits: new Map(edited.map((i) => [i, text(words)])),
        into: Int16Array.from(plan, (_, i) => groups.findIndex((g) => g.includes(i))),
        summaries: groups.map((members, k) => ({ id: `summary-${k + 1}`, members, maxTokens: 20, style: 'plain' })),
        insertions: groups.map((members, k) => ({ before: members[0]!, role: 'user', content: { summary: `summary-${k + 1}` } })),
      };
    },
    ...extra,
  };
}

const stage = (strategy: PlannedStrategy | StagedStrategy, params = {}): Stage => ({ strategy, params, knobSet: false });
const row = (...stages: readonly (PlannedStrategy | StagedStrategy | Stage)[]): StagedStrategy => ({
  id: 'row',
  family: 'pipelines',
  source: { seed: 'own' },
  kind: 'pipeline',
  params: {},
  stages: () => ({ stages: stages.map((s) => ('strategy' in s ? s : stage(s))) }),
});

const options = (target: number, extra: Partial<CompactOptions> = {}): CompactOptions => ({
  ...contextOf({ target }),
  params: {},
  summarizer: countingSummarizer(),
  ...extra,
});

function run(p: PreparedTranscript, strategy: StagedStrategy, opts: CompactOptions): CompactionResult {
  const result = compactNow(p, strategy, opts);
  if (result instanceof Promise) throw new Error('expected an answer at once');
  return result;
}

const words = (messages: readonly Message[]): string[] => messages.map((m) => m.parts.map((p) => (p.type === 'text' ? p.text : p.type)).join());

/** System, six exchanges, a question: 14 messages of 50 tokens. */
const chat = (): PreparedTranscript =>
  preparedOf([
    system(50),
    ...Array.from({ length: 6 }, (_, i) => [user(50, `question ${i}`), assistant(50, `answer ${i}`)]).flat(),
    user(50, 'last words'),
  ]);

describe('one result over the originals', () => {
  test('a summary of a summary holds the originals of both, and says so', () => {
    const p = chat();
    const result = run(p, row(fixed('one', 'KSSSSKKKKKKKKK'), fixed('two', 'KSSSKKKKKKK')), options(100));
    expect(letters(result.plan)).toBe('KSSSSSSKKKKKKK');
    expect(result.summaries).toMatchObject([{ request: { id: 'summary-1', members: [1, 2, 3, 4, 5, 6] }, generation: 2, position: 1 }]);
    expect(Array.from(result.plan.into ?? [])).toEqual([-1, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1]);
    expect(words(result.context()).slice(0, 3)).toEqual(['You are careful.', '3 messages, from 1', 'question 3']);
    expect(result.context()[1]?.compaction).toEqual({ kind: 'summary', tokensBefore: 700, generation: 2 });
    // The first stage summarised messages 1–4; the second one 5 and 6, which were at 2 and 3 by then.
    expect(result.plan.reason(2)).toEqual({ key: 'one', values: { index: 2 }, via: { stage: 1, strategy: 'one' } });
    expect(result.plan.reason(6)).toEqual({ key: 'two', values: { index: 3 }, via: { stage: 2, strategy: 'two' } });
    // What all of them kept: the last one says why, by its own index.
    expect(result.plan.reason(13)).toEqual({ key: 'two', values: { index: 10 }, via: { stage: 2, strategy: 'two' } });
    expect(result.tokensAfter).toBe(8 * 50 + 9);
    expect(result.note).toEqual({ key: 'note-stages', values: { ran: 2, of: 2 } });
  });

  test('summaries of different stages stand where they belong; a dropped one drops its originals', () => {
    const p = chat();
    const result = run(p, row(fixed('one', 'KSSKKTTKKKKKKK'), fixed('two', 'KKKKDSSKKKKK'), fixed('three', 'KKKKDKKKKK')), options(100));
    // The second summary of the first stage (5, 6) was dropped by the second; the summary of 7 and 8 by the third.
    expect(letters(result.plan)).toBe('KSSKKDDDDKKKKK');
    expect(result.plan.reason(5)).toMatchObject({ key: 'two', via: { stage: 2 }, values: { index: 4 } });
    expect(result.plan.reason(8)).toMatchObject({ key: 'three', via: { stage: 3 }, values: { index: 4 } });
    expect(words(result.context()).slice(1, 5)).toEqual(['2 messages, from 1', 'question 1', 'answer 1', 'question 4']);
    const both = run(p, row(fixed('one', 'KSSKKKKKKKKKKK'), fixed('two', 'KKKKKSSKKKKKK')), options(100));
    expect(both.summaries.map(({ request, position }) => [request.id, request.members, position])).toEqual([
      ['summary-1', [1, 2], 1],
      ['summary-1-stage-2', [6, 7], 5],
    ]);
    expect(both.insertions.map(({ before }) => before)).toEqual([1, 6]);
    expect(new Set(both.context().map(({ id }) => id)).size).toBe(both.context().length);
  });

  test('the later edit wins, also over an offloaded message and over a summary', () => {
    const p = chat();
    const result = run(
      p,
      row(fixed('one', 'KEOKSSKKKKKKKK', 'first words here'), fixed('two', 'KEKKEKKKKKKKK', 'second one'), fixed('three', 'KKEKKKKKKKKKK', 'third')),
      options(100),
    );
    expect(letters(result.plan)).toBe('KEEKSSKKKKKKKK');
    expect([1, 2].map((i) => result.plan.edits.get(i))).toEqual([text('second one'), text('third')]);
    expect(words(result.context()).slice(1, 5)).toEqual(['second one', 'third', 'question 1', 'second one']);
    expect(result.summaries).toMatchObject([{ text: 'second one', tokens: 7, request: { members: [4, 5] } }]);
    expect(result.plan.reason(1).via).toEqual({ stage: 2, strategy: 'two' });
    expect(result.left.slice(0, 4)).toEqual(Float64Array.of(50, 7, 6, 50));
  });

  test('one record gives the very originals back', () => {
    const p = chat();
    const result = run(p, row(fixed('one', 'KSSKEOKKKKKKKK'), fixed('two', 'KSSKEDDKKKKKK')), options(100));
    const record = result.record();
    expect(record.replaced.map(({ start, originals }) => [start, originals.length])).toEqual([[1, 7]]);
    const restored = restore(result.context(), [record]);
    expect(restored.ok && restored.value.every((m, i) => m === p.messages[i])).toBe(true);
  });

  test('sentences of a summary of summaries come from the messages that the first one had them from', () => {
    const quoting: Summarizer = {
      id: 'quoting',
      title: 'Quoting',
      summarize(input, { members }) {
        const spans = members.map((source) => ({ source, text: words([input.messages[source]!])[0]!.split('; ')[0]! }));
        return { ok: true, text: spans.map((s) => s.text).join('; '), tokens: 10, spans, masked: 0, summarizer: 'quoting', ms: 0 };
      },
    };
    const result = run(chat(), row(fixed('one', 'KSSKKKKKKKKKKK'), fixed('two', 'KSSKKKKKKKKKK')), options(100, { summarizer: quoting }));
    expect(result.summaries[0]?.outcome.spans).toEqual([
      { text: 'question 0', source: 1 },
      { text: 'question 1', source: 3 },
    ]);
  });
});

describe('the way through the stages', () => {
  test('ends where the target holds; what has nothing to do is passed over, and the next works on the same', () => {
    const p = chat();
    const idle = fixed('idle', 'KKKKKKKKKKKKKK');
    const result = run(p, row(idle, fixed('one', 'KDDDDDDKKKKKKK'), fixed('never', 'K')), options(400));
    expect(letters(result.plan)).toBe('KDDDDDDKKKKKKK');
    expect(result.stages?.map(({ strategy, tokens, ran, why }) => [strategy, tokens, ran?.result.outcome, why?.key])).toEqual([
      ['idle', 700, 'unchanged', 'unchanged-nothing-to-do'],
      ['one', 700, 'compacted', undefined],
      ['never', 400, undefined, 'stage-not-run'],
    ]);
    expect(result.trace).toEqual([
      { key: 'unchanged-nothing-to-do', via: { stage: 1, strategy: 'idle' } },
      { key: 'stage-done', values: { before: 700, after: 400 }, via: { stage: 2, strategy: 'one' } },
      { key: 'stage-not-run', values: { tokens: 400, target: 400 }, via: { stage: 3, strategy: 'never' } },
    ]);
    expect([result.outcome, result.metTarget, result.note]).toEqual(['compacted', true, { key: 'note-stages', values: { ran: 1, of: 3 } }]);
  });

  test('a stage whose summary fails, or that is refused, is passed over with its reason', () => {
    const p = chat();
    const refusing = fixed('refusing', 'KDKKKKKKKKKKKK');
    const refused: PlannedStrategy = {
      ...refusing,
      plan: (...args) => ({ ...refusing.plan(...args), limit: { tokens: 10, refused: { key: 'refused-hard-limit', values: { keep: 1 } } } }),
    };
    const result = run(
      p,
      row(fixed('one', 'KSSKKKKKKKKKKK'), refused, fixed('two', 'KDDDDKKKKKKKKK')),
      options(100, { summarizer: failingSummarizer('empty') }),
    );
    expect(letters(result.plan)).toBe('KDDDDKKKKKKKKK');
    expect(result.stages?.map(({ why }) => why?.key)).toEqual(['rejected-summary', 'refused-hard-limit', undefined]);
    expect(result.failures).toEqual(['empty']);
    const none = run(p, row(fixed('one', 'KSSKKKKKKKKKKK'), refused), options(100, { summarizer: failingSummarizer('empty') }));
    expect([none.outcome, none.why?.key, none.why?.via]).toEqual(['refused', 'refused-hard-limit', { stage: 2, strategy: 'refusing' }]);
    expect(none.context()).toBe(p.messages);
  });

  test('by its own rule the first stage acts at any size, the next ones only over the target', () => {
    const p = chat();
    const strategy: StagedStrategy = { ...row(fixed('one', 'KDDKKKKKKKKKKK'), fixed('two', 'K')), ownTarget: () => 10_000 };
    const result = run(p, strategy, { ...options(0), budget: { window: 128_000, target: null, own: true } });
    expect([result.tokensAfter, result.target]).toEqual([600, 10_000]);
    expect(result.stages?.map(({ ran }) => ran?.result.outcome)).toEqual(['compacted', undefined]);
  });

  test('a pipeline within a pipeline: one numbering, and the pipelines around', () => {
    const inner: StagedStrategy = {
      ...row(fixed('a', 'KDDKKKKKKKKKKK'), fixed('b', 'KDDKKKKKKKKK')),
      id: 'inner',
      stages: (input, params, ctx) => ({
        ...row(fixed('a', 'KDDKKKKKKKKKKK'), fixed('b', 'KDDKKKKKKKKK')).stages(input, params, ctx),
        trace: [{ key: 'chosen' }],
      }),
    };
    const result = run(chat(), row(inner, fixed('c', 'KDDKKKKKKK')), options(100));
    expect(result.stages?.map(({ stage: number, strategy, within }) => [number, strategy, within])).toEqual([
      [1, 'a', ['inner']],
      [2, 'b', ['inner']],
      [3, 'c', []],
    ]);
    expect(result.trace[0]).toEqual({ key: 'chosen', via: { stage: 1, strategy: 'inner' } });
    expect(result.tokensAfter).toBe(400);
  });

  test('nothing to do in any stage, no stage at all, and a target that holds from the start', () => {
    const p = chat();
    const idle = fixed('idle', 'K'.repeat(14));
    expect(run(p, row(idle, idle), options(100)).why).toEqual({ key: 'unchanged-stages', values: { count: 2 } });
    expect(run(p, row(idle), options(100)).why).toEqual({ key: 'unchanged-nothing-to-do', via: { stage: 1, strategy: 'idle' } });
    expect(run(p, row(), options(100)).why).toEqual({ key: 'unchanged-no-stages' });
    expect(run(p, row(idle), options(700))).toMatchObject({ outcome: 'unchanged', why: { key: 'unchanged-within-target' }, stages: [{ ran: null }] });
  });

  test('with a model the stages wait for one another and give the same', async () => {
    const stages = row(fixed('one', 'KSSSSKKKKKKKKK'), fixed('two', 'KSSSKKKKKKK'));
    const later = compactNow(chat(), stages, options(100, { summarizer: countingSummarizer(true) }));
    expect(later).toBeInstanceOf(Promise);
    expect(words((await later).context())).toEqual(words(run(chat(), stages, options(100)).context()));
  });

  test('each stage writes its own log', () => {
    const log: PlannedStrategy['log'] = ({ tokensBefore }) => [{ level: 'info', reason: { key: 'line', values: { tokensBefore } } }];
    const result = run(chat(), row(fixed('one', 'KDDKKKKKKKKKKK', '', { log }), fixed('two', 'KDDKKKKKKKKK', '', { log })), options(100));
    expect(result.log()).toEqual([
      { level: 'info', reason: { key: 'line', values: { tokensBefore: 700 }, via: { stage: 1, strategy: 'one' } } },
      { level: 'info', reason: { key: 'line', values: { tokensBefore: 600 }, via: { stage: 2, strategy: 'two' } } },
    ]);
  });
});

describe('aiming', () => {
  /** Keeps the last messages, the rest goes into a summary of at most 10 tokens. */
  const recent: PlannedStrategy = {
    id: 'recent',
    family: 'removal',
    source: { seed: 'own' },
    kind: 'strategy',
    params: { keepRecentCount: { ...keepRecentCount, default: 4 } },
    plan(input, params, ctx) {
      const fates = fatesBefore(input, recentBoundary(input, Number(params.keepRecentCount)), SUMMARIZE);
      return withinEqualTarget(input, ctx) ?? summaryPlan(fates, { maxTokens: 10, style: 'plain' }, { reason: () => ({ key: 'recent' }) });
    },
  };
  const keep = (n: number, knobSet = false): Stage => ({ strategy: recent, params: { keepRecentCount: n }, knobSet });
  const knobs = (result: CompactionResult) => result.stages?.map(({ ran }) => ran && [ran.result.knob?.value, ran.result.knob?.aimed]);

  test('a stage that meets the target with its own value is relaxed until it just does, and ends the row', () => {
    // 50 for the header, 14 for the summary, 50 a message: 6 messages are 364.
    const result = run(chat(), row(keep(2), keep(1)), options(370));
    expect(knobs(result)).toEqual([[6, true], null]);
    expect(letters(result.plan)).toBe('KSSSSSSSKKKKKK');
  });

  test('one that misses runs as it is; the last one is aimed', () => {
    const result = run(chat(), row(keep(9), keep(8)), options(370));
    expect(knobs(result)).toEqual([
      [9, false],
      [6, true],
    ]);
    expect(result.summaries[0]?.generation).toBe(2);
    expect(result.trace.at(-1)).toMatchObject({ key: 'stage-aimed', values: { param: 'keepRecentCount', value: 6 } });
  });

  test('a value that the person set is never moved, nor any with own defaults', () => {
    expect(knobs(run(chat(), row(keep(2, true), keep(1)), options(370)))).toEqual([[2, false], null]);
    expect(knobs(run(chat(), row(keep(9), keep(8, true)), options(370)))).toEqual([
      [9, false],
      [8, false],
    ]);
    const own: StagedStrategy = { ...row(keep(9), keep(8)), ownTarget: () => 100 };
    expect(knobs(run(chat(), own, { ...options(0), budget: { window: 1000, target: null, own: true } }))).toEqual([
      [9, false],
      [8, false],
    ]);
  });
});

describe('what a compaction left, prepared', () => {
  test('known counts, the new structure, and the protection of what still stands', () => {
    const p = preparedOf(
      [
        system(50),
        user(50, 'task'),
        call(50, 'a'),
        answer(150, 'a'),
        assistant(50),
        user(50, 'pinned'),
        call(50, 'b'),
        answer(150, 'b'),
        user(50, 'last'),
      ],
      { marks: { m5: 'pin' } },
      30,
    );
    const result = run(p, row(fixed('one', 'KSKKEKKKK')), options(100));
    const next = derive(p, result);
    expect(Array.from(next.counts.messages)).toEqual([50, 9, 50, 150, 6, 50, 50, 150, 50]);
    expect([next.counts.total, next.counts.toolDefinitions, result.tokensAfter]).toEqual([595, 30, 595]);
    expect(next.itemType[1]).toBe('COMPACTION_SUMMARY');
    expect(Array.from(next.protection, (by) => PROTECTIONS[by])).toEqual([
      'header',
      'none',
      'none',
      'none',
      'none',
      'pinned',
      'last-tool-block',
      'last-tool-block',
      'last-user',
    ]);
    expect([next.lastUser, next.turns, next.header]).toEqual([8, 2, 1]);
  });

  test('a summary that quotes the last user message is protected in its place', () => {
    const p = chat();
    const whole = fixed('whole', 'KSSSSSSSSSSSSS');
    const quoting: PlannedStrategy = {
      ...whole,
      plan(...args) {
        const plan = whole.plan(...args);
        return { ...plan, summaries: plan.summaries.map((s) => ({ ...s, after: '\n\nlast words' })) };
      },
    };
    const next = derive(p, run(p, row(quoting), options(100)));
    expect(next.lastUser).toBe(1);
    expect(PROTECTIONS[next.protection[1]!]).toBe('last-user');
  });
});
