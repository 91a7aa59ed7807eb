/** Successive compactions as one plan over the originals, in detail. The rules in rough: stages.test.ts. */
import { describe, expect, test } from 'vitest';
import type { Insertion, Plan, PlannedStrategy } from '../strategies/contract.ts';
import type { Summarizer, SummarySpan } from '../summarizers/contract.ts';
import { type PlanExtras, letterPlan, rowOf, run, strategyOf, text } from '../testing/letter-plans.ts';
import { assistant, letters, preparedOf, system, user } from '../testing/plans.ts';
import type { CompactionResult } from './types.ts';

/** Header, ten messages and a question of 50 tokens each. */
const chat = () =>
  preparedOf([system(50), ...Array.from({ length: 5 }, (_, k) => [user(50, `q${k}`), assistant(50, `a${k}`)]).flat(), user(50, 'end')]);

type Stage = string | [string, PlanExtras];
/** One stage after the other, with plans by letters. */
function composed(...stages: Stage[]): CompactionResult {
  return run(
    chat(),
    rowOf(
      ...stages.map((one, k): PlannedStrategy => strategyOf(typeof one === 'string' ? letterPlan(one) : letterPlan(...one), { id: `s${k + 1}` })),
    ),
  );
}
const note = (before: number, words: string, role: Insertion['role'] = 'user'): Insertion => ({ before, role, content: { text: words } });
const shape = (result: CompactionResult): string[] =>
  result.context().map(({ role, parts }) => `${role}: ${parts.map((part) => (part.type === 'text' ? part.text : part.type)).join('|')}`);

describe('insertions', () => {
  test('of different stages stand in the order of the context, with their roles', () => {
    const result = composed(
      ['KDDKKKKKKKKK', { insertions: [note(1, 'first'), note(6, 'second', 'assistant')] }],
      // The input: header, first, q1, a1, q2, second, a2, …
      ['KKDKKKKKKKKK', { insertions: [note(2, 'third'), note(12, 'last')] }],
    );
    expect(shape(result)).toEqual([
      'system: You are careful.',
      'user: first',
      'user: third',
      'assistant: a1',
      'user: q2',
      'assistant: second',
      'assistant: a2',
      'user: q3',
      'assistant: a3',
      'user: q4',
      'assistant: a4',
      'user: end',
      'user: last',
    ]);
    expect(result.insertions.map(({ before, content }) => [before, content])).toEqual([
      [1, { text: 'first' }],
      [3, { text: 'third' }],
      [6, { text: 'second' }],
      [12, { text: 'last' }],
    ]);
  });

  test('before an insertion: the place is that of the earlier one', () => {
    const result = composed(['KDDKKKKKKKKK', { insertions: [note(3, 'first')] }], ['KKDKKKKKKKK', { insertions: [note(1, 'second')] }]);
    expect(shape(result).slice(1, 4)).toEqual(['user: second', 'user: first', 'assistant: a1']);
    expect(result.insertions.map(({ before }) => before)).toEqual([3, 3]);
  });

  test('of an earlier stage may be changed, dropped or summarised', () => {
    const first: Stage = ['KDDKKKKKKKKK', { insertions: [note(1, 'first')] }];
    expect(shape(composed(first, ['KEDKKKKKKKK', { words: 'changed' }]))[1]).toBe('user: changed');
    expect(shape(composed(first, 'KDDKKKKKKKK')).slice(0, 2)).toEqual(['system: You are careful.', 'assistant: a1']);
    const summarised = composed(first, 'KSSKKKKKKKK');
    expect(letters(summarised.plan)).toBe('KDDSKKKKKKKK');
    expect(summarised.summaries.map(({ request }) => request.members)).toEqual([[3]]);
  });

  test('a changed one has the texts of its new parts', () => {
    const edits = new Map([[1, [...text('one'), { type: 'reasoning' as const, text: 'hm' }, ...text('two')]]]);
    expect(shape(composed(['KDDKKKKKKKKK', { insertions: [note(1, 'first')] }], ['KEDKKKKKKKK', { edits }]))[1]).toBe('user: one\n\ntwo');
  });
});

describe('summaries', () => {
  test('keep their limits, and their frame as long as nobody changed them', () => {
    const summary = { maxTokens: 40, maxChars: 160, style: 'json', spare: 3, before: '<', after: '>' } as const;
    const [request] = composed(['KSSKKKKKKKKK', { summary }], 'KKDDKKKKKKK').plan.summaries;
    expect({ ...request! }).toEqual({ id: 'summary-1', members: [1, 2], ...summary });
    const [changed] = composed(['KSSKKKKKKKKK', { summary }], ['KEDDKKKKKKK', { words: 'new' }]).plan.summaries;
    expect({ ...changed! }).toEqual({ id: 'summary-1', members: [1, 2], maxTokens: 40, maxChars: 160, style: 'json', spare: 3 });
    const [plain] = composed('KSSKKKKKKKKK', 'KKDDKKKKKKK').plan.summaries;
    expect(Object.keys(plain!).sort()).toEqual(['id', 'maxTokens', 'members', 'style']);
  });

  test('that a later one absorbed lead to it, however many there were', () => {
    const result = composed('KSSTTKKKKKKK', 'KKSSKKKKKK', 'KSSKKKKKK');
    expect(letters(result.plan)).toBe('KSSSSSKKKKKK');
    expect(result.summaries.map(({ request, generation }) => [request.id, [...request.members], generation])).toEqual([
      ['summary-1', [1, 2, 3, 4, 5], 3],
    ]);
    expect(Array.from(result.plan.into!)).toEqual([-1, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1]);
  });

  test('two of one stage and one of the next: each message leads to its own', () => {
    const result = composed('KSSTTKKKKKKK', 'KKKKSSKKKK');
    expect(letters(result.plan)).toBe('KSSSSKSSKKKK');
    expect(Array.from(result.plan.into!)).toEqual([-1, 0, 0, 1, 1, -1, 2, 2, -1, -1, -1, -1]);
    expect(result.summaries.map(({ request }) => request.id)).toEqual(['summary-1', 'summary-2', 'summary-1-stage-2']);
  });

  test('a later stage with two: an earlier summary goes into the one that it is in', () => {
    const result = composed('KSSKKKKKKKKK', 'KTTSSKKKKKK');
    expect(letters(result.plan)).toBe('KSSSSSKKKKKK');
    // T is first in the result, and is the second summary of its stage.
    expect(result.summaries.map(({ request, generation }) => [[...request.members], generation])).toEqual([
      [[1, 2, 3], 2],
      [[4, 5], 1],
    ]);
  });

  test('a summary that was dropped drops its messages, by the stage that dropped it', () => {
    const result = composed('KSSKKKKKKKKK', 'KDDKKKKKKKK');
    expect(letters(result.plan)).toBe('KDDDKKKKKKKK');
    expect(result.plan.reason(1)).toMatchObject({ values: { index: 1 }, via: { stage: 2, strategy: 's2' } });
    expect(Array.from(result.plan.into ?? []).every((k) => k === -1)).toBe(true);
  });
});

describe('sentences of a summary', () => {
  /** Quotes the first text of each member, up to a semicolon; `extra` = spans beside those. */
  const quoting = (extra: readonly SummarySpan[] = []): Summarizer => ({
    id: 'quoting',
    title: 'Quoting',
    summarize(input, { members }) {
      const spans = members.map((source): SummarySpan => {
        const [part] = input.messages[source]!.parts;
        return { source, section: 's', text: part?.type === 'text' ? part.text.split('; ').at(-1)! : '' };
      });
      return {
        ok: true,
        text: spans.map((span) => span.text).join('; '),
        tokens: 10,
        spans: [...spans, ...extra],
        masked: 0,
        summarizer: 'quoting',
        ms: 0,
      };
    },
  });
  const spans = (summarizer: Summarizer, ...plans: [string, PlanExtras?][]): readonly SummarySpan[] =>
    run(chat(), rowOf(...plans.map(([plan, extra], k) => strategyOf(letterPlan(plan, extra), { id: `s${k + 1}` }))), { summarizer }).summaries[0]!
      .outcome.spans;

  test('have the index of the original, not that of the context they were written over', () => {
    expect(spans(quoting(), ['KDDKKKKKKKKK'], ['KSSKKKKKKK'])).toEqual([
      { text: 'q1', section: 's', source: 3 },
      { text: 'a1', section: 's', source: 4 },
    ]);
  });

  test('that come from an earlier summary have the source of the sentence there', () => {
    expect(spans(quoting(), ['KSSKKKKKKKKK'], ['KSSKKKKKKKK'])).toEqual([
      { text: 'a0', section: 's', source: 2 },
      { text: 'q1', section: 's', source: 3 },
    ]);
  });

  test('without a source have none; nor have those that the earlier one did not say', () => {
    const bare: SummarySpan = { text: 'so it was' };
    expect(spans(quoting([bare]), ['KDDKKKKKKKKK'], ['KSKKKKKKKK'])).toEqual([{ text: 'q1', section: 's', source: 3 }, bare]);
    const other: SummarySpan = { text: 'never said', source: 1 };
    expect(spans(quoting([other]), ['KSSKKKKKKKKK'], ['KSSKKKKKKKK']).at(-1)).toEqual({ text: 'never said', source: 1 });
    const note1 = note(1, 'a note');
    expect(spans(quoting(), ['KDDKKKKKKKKK', { insertions: [note1] }], ['KSSKKKKKKKK'])[0]).toEqual({ text: 'a note', section: 's' });
  });

  test('of a changed summary: those that its new text still says', () => {
    expect(spans(quoting(), ['KSSKKKKKKKKK'], ['KEDKKKKKKKK', { words: 'only q0' }])).toEqual([{ text: 'q0', section: 's', source: 1 }]);
    const result = run(
      chat(),
      rowOf(strategyOf(letterPlan('KSSKKKKKKKKK'), { id: 's1' }), strategyOf(letterPlan('KEDKKKKKKKK', { words: 'only q0' }), { id: 's2' })),
      { summarizer: quoting() },
    );
    expect(result.summaries[0]).toMatchObject({ text: 'only q0', tokens: 4 + 2, outcome: { text: 'only q0', summarizer: 'quoting' } });
  });
});

describe('edits', () => {
  const found = (plan: Plan, i: number): unknown => {
    const told: unknown[] = [];
    const all = plan.edits.gaps?.(i, (...gap) => told.push(gap));
    return [all, told];
  };
  const cutting = (i: number, extra: Partial<Plan['edits']> = {}): Plan['edits'] => ({
    size: 1,
    get: (at) => (at === i ? text('cut') : undefined),
    gaps: (at, tell) => {
      if (at !== i) return false;
      tell(0, 0, 1, 2);
      return true;
    },
    ...extra,
  });

  test('of each stage are found by the index of the original', () => {
    const { plan } = composed(['KEDKKKKKKKKK', { words: 'one' }], ['KKEKKKKKKKK', { words: 'two' }]);
    expect([0, 1, 2, 3, 4].map((i) => plan.edits.get(i))).toEqual([undefined, text('one'), undefined, text('two'), undefined]);
    expect([plan.edits.size, plan.edits.tokens?.(1), plan.edits.tokens?.(3), plan.edits.tokens?.(0)]).toEqual([2, 5, 5, 0]);
  });

  test('of an edited message that was dropped later are none any more', () => {
    const { plan } = composed(['KEKKKKKKKKKK', { words: 'one' }], 'KDDKKKKKKKKK');
    expect([letters(plan), plan.edits.size, plan.edits.get(1)]).toEqual(['KDDKKKKKKKKK', 0, undefined]);
  });

  test('tell their gaps once: of a message that was edited twice they are unknown', () => {
    const once = composed(['KEDKKKKKKKKK', { edits: cutting(1) }], ['KKEKKKKKKKK', { edits: cutting(2) }]).plan;
    expect([0, 1, 3].map((i) => found(once, i))).toEqual([
      [false, []],
      [true, [[0, 0, 1, 2]]],
      [true, [[0, 0, 1, 2]]],
    ]);
    const again = composed(['KEDKKKKKKKKK', { edits: cutting(1) }], ['KEDKKKKKKKK', { edits: { ...cutting(1), get: () => text('c') } }]).plan;
    expect(found(again, 1)).toEqual([false, []]);
    const silent = composed(['KEDKKKKKKKKK', { words: 'one' }], 'KKDKKKKKKKK').plan;
    expect(found(silent, 1)).toEqual([false, []]);
  });

  test('keep the shape of their messages where all stages with edits do', () => {
    const keeps = { keepsShape: true } as const;
    const shaped = (one: object, two: object) =>
      composed(['KEDKKKKKKKKK', { edits: cutting(1, one) }], ['KKEKKKKKKKK', { edits: cutting(2, two) }]).plan.edits.keepsShape;
    expect([shaped(keeps, keeps), shaped(keeps, {}), shaped({}, keeps)]).toEqual([true, undefined, undefined]);
    expect(composed(['KEDKKKKKKKKK', { edits: cutting(1, keeps) }], 'KKDKKKKKKKK').plan.edits.keepsShape).toBe(true);
  });
});

describe('reasons', () => {
  test('of a message that all stages kept: the last one’s, by its own index', () => {
    const result = composed('KDDKKKKKKKKK', 'KDDKKKKKKK', 'KDKKKKKK');
    expect([0, 1, 3, 5, 6, 11].map((i) => [result.plan.reason(i).values?.index, result.plan.reason(i).via?.stage])).toEqual([
      [0, 3],
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 3],
      [7, 3],
    ]);
  });

  test('of a message that two stages changed: the later one’s', () => {
    const result = composed(['KEKKKKKKKKKK', { words: 'x'.repeat(40) }], 'KEDKKKKKKKKK');
    expect(result.plan.reason(1)).toEqual({ key: 'by-letter', values: { index: 1 }, via: { stage: 2, strategy: 's2' } });
  });
});
