/** What a product decides about chat messages as a plan over the messages of a transcript: one example for each thing that can happen. */
import { describe, expect, it } from 'vitest';
import { compactNow } from '../compaction/compaction-run.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { PreparedTranscript } from '../signals/contract.ts';
import { charCounts } from '../testing/counts.ts';
import { contextOf, letters } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import type { Message, Part } from '../transcript/types.ts';
import { rowOf } from './row.ts';
import type { ChatMessage } from './shared/chat.ts';
import { defineProduct, type Fate, type Outcome, type Product, type ProductInsertion, tokens } from './shared/product.ts';

const say = (text: string): Part => ({ type: 'text', text });
const result = (callId: string, text: string): Part => ({ type: 'tool-result', callId, content: [{ type: 'text', text }] });
const message = (role: Message['role'], ...parts: Part[]): Omit<Message, 'id'> => ({ role, parts });

const preparedFrom = (...said: Omit<Message, 'id'>[]): PreparedTranscript => {
  const messages = said.map((one, i): Message => ({ id: `m${i}`, ...one }));
  const transcript = { id: 't', format: 'playground', tools: [], messages, compactions: [], branches: [], subagents: [] };
  return prepare(transcript, charCounts(transcript), DEFAULT_SIGNALS);
};

/** Two calls whose results share a message with the user's next words: chat messages 0, 1 | 2 | 3, 4, 5 | 6. */
const session = preparedFrom(
  message('system', say('Be brief.')),
  message('user', say('Look at both.')),
  message('assistant', { type: 'tool-call', id: 'a', name: 'read', args: '{}' }, { type: 'tool-call', id: 'b', name: 'read', args: '{}' }),
  message('user', result('a', 'first file'), result('b', 'second file'), say('And now?')),
  message('assistant', say('Done.')),
);

const FATES: Readonly<Record<string, Fate>> = { k: 'keep', e: 'edit', s: 'summarise', d: 'drop' };
const SUMMARY_ROLE = 'user' as const;
const text = (before: number, words: string): ProductInsertion => ({ before, role: 'assistant', content: { text: words } });
const summary = (before: number, of: readonly number[], wanted = {}): ProductInsertion => ({
  before,
  role: SUMMARY_ROLE,
  content: { summary: { of, ...wanted } },
});

interface DecisionInput {
  readonly inserted?: readonly ProductInsertion[];
  /** New texts of edited messages, by index. */
  readonly texts?: Readonly<Record<number, string>>;
}

/** A product that decides this, whatever it is asked. */
const deciding = (words: string, { inserted = [], texts = {} }: DecisionInput = {}, more: Partial<Product> = {}): Product =>
  defineProduct({
    id: 'toy',
    source: { product: 'Toy', where: 'here', evidence: 'read' },
    params: {},
    summaries: Number.POSITIVE_INFINITY,
    compact: (messages): Outcome => ({
      fates: Array.from(words, (letter) => FATES[letter]!),
      edits: new Map(Object.entries(texts).map(([i, words]) => [Number(i), { ...messages[Number(i)]!, text: words } as ChatMessage])),
      inserted,
    }),
    ...more,
  });

const planOf = (product: Product, params: Readonly<Record<string, number | boolean>> = {}, circumstances = {}, input = session) =>
  rowOf(product).plan(input, { summaryMaxTokens: 2000, repaired: false, ...params }, contextOf({ own: true, ...circumstances }));

/** The texts of the context; a summary says how many messages it is of, and the first. */
function contextWith(product: Product, input = session): string[] {
  const outcome = compactNow(input, rowOf(product), {
    ...contextOf({ own: true }),
    params: { summaryMaxTokens: 2000, repaired: false },
    summarizer: countingSummarizer(),
  });
  if (outcome instanceof Promise) throw new Error('expected an answer at once');
  const textOf = (part: Part): string =>
    part.type === 'text' ? part.text : part.type === 'tool-result' ? part.content.map(textOf).join() : part.type;
  return outcome.context().map(({ parts }) => parts.map(textOf).join('|'));
}

describe('the fate of a message that the product holds as several', () => {
  it.each([
    ['kkkkkkk', 'KKKKK', 'all stay'],
    ['kkkkddk', 'KKKEK', 'one of three stays'],
    ['kkkdddk', 'KKKDK', 'none stays'],
    ['kkkdsdk', 'KKKSK', 'one is summarised, the others go'],
    ['kkkksdk', 'KKKEK', 'one stays, one is summarised, one goes'],
    ['kkkedsk', 'KKKEK', 'one is edited, the others go'],
  ])('%s is %s: %s', (words, fates) => {
    const of = Array.from(words).flatMap((letter, c) => (letter === 's' ? [c] : []));
    const plan = planOf(deciding(words, { inserted: of.length > 0 ? [summary(7, of)] : [], texts: words.includes('e') ? { 3: 'cut' } : {} }));
    expect(letters(plan)).toBe(fates);
    expect(plan.edits.size).toBe(fates.includes('E') ? 1 : 0);
  });

  it('of several results one is edited, one is gone, and the words stay', () => {
    expect(contextWith(deciding('kkkedkk', { texts: { 3: 'cut' } }))).toEqual([
      'Be brief.',
      'Look at both.',
      'tool-call|tool-call',
      'cut|And now?',
      'Done.',
    ]);
  });
});

describe('what the product puts in', () => {
  it('stands before the message that it precedes, or at the end', () => {
    expect(contextWith(deciding('kkkkkkk', { inserted: [text(1, 'one'), text(7, 'two')] }))).toEqual([
      'Be brief.',
      'one',
      'Look at both.',
      'tool-call|tool-call',
      'first file|second file|And now?',
      'Done.',
      'two',
    ]);
  });

  it('stands behind a message of which something stays before that place', () => {
    expect(planOf(deciding('kkkkkkk', { inserted: [text(5, 'here')] })).insertions).toEqual([text(4, 'here')]);
    expect(planOf(deciding('kkkdkkk', { inserted: [text(5, 'here')] })).insertions).toEqual([text(4, 'here')]);
  });

  it('stands before a message of which only what follows stays', () => {
    expect(planOf(deciding('kkkddkk', { inserted: [text(5, 'here')] })).insertions).toEqual([text(3, 'here')]);
    expect(contextWith(deciding('ksssskk', { inserted: [summary(5, [1, 2, 3, 4])] }))).toEqual([
      'Be brief.',
      '2 messages, from 1',
      'And now?',
      'Done.',
    ]);
  });

  it('is not moved out of a pair of call and results: the product does not either', () => {
    expect(contextWith(deciding('kkkkkkk', { inserted: [text(3, 'between')] })).slice(2, 4)).toEqual(['tool-call|tool-call', 'between']);
  });

  it('is enough to be no unchanged plan', () => {
    expect(planOf(deciding('kkkkkkk', { inserted: [text(7, 'more')] })).unchanged).toBeUndefined();
    expect(planOf(deciding('kkkkkkk')).unchanged).toEqual({ key: 'unchanged-product', values: { product: 'Toy' } });
  });
});

describe('summaries', () => {
  it('several are numbered in the order in which they are put in, each with its messages', () => {
    const plan = planOf(deciding('ksskkks', { inserted: [summary(1, [6]), summary(3, [1, 2])] }));
    expect(letters(plan)).toBe('KSSKS');
    expect(plan.summaries.map(({ id, members }) => [id, members])).toEqual([
      ['summary-1', [4]],
      ['summary-2', [1, 2]],
    ]);
    expect(Array.from(plan.into!)).toEqual([-1, 1, 1, -1, 0]);
    expect(plan.insertions.map(({ before, content }) => [before, content])).toEqual([
      [1, { summary: 'summary-1' }],
      [3, { summary: 'summary-2' }],
    ]);
  });

  it('one whose messages all stay in part is of these messages, and none has its fate', () => {
    const plan = planOf(deciding('kkkskkk', { inserted: [summary(3, [3])] }));
    expect(letters(plan)).toBe('KKKEK');
    expect(plan.summaries.map(({ members }) => members)).toEqual([[3]]);
    expect(plan.into).toBeUndefined();
    expect(contextWith(deciding('kkkskkk', { inserted: [summary(3, [3])] }))).toContain('1 messages, from 3');
  });

  it('two of these are not taken for one another', () => {
    const twice = preparedFrom(message('user', result('a', 'one'), say('first')), message('user', result('b', 'two'), say('second')));
    const inserted = [summary(0, [0]), summary(2, [2])];
    expect(contextWith(deciding('sksk', { inserted }), twice)).toEqual(['1 messages, from 0', 'first', '1 messages, from 1', 'second']);
  });

  it('have the headings of the product, and no more tokens than it, the row or a tenth of the context allow', () => {
    // Four characters are a token here.
    const long = preparedFrom(message('user', say('x'.repeat(100_000))), message('assistant', say('y'.repeat(3920))));
    const asked = (wanted: object, params = {}, input = long) =>
      planOf(deciding('sk', { inserted: [summary(1, [0], wanted)] }), params, {}, input).summaries[0];
    expect(asked({})).toMatchObject({ style: 'plain', maxTokens: 2000 });
    expect(asked({})).not.toHaveProperty('headings');
    expect(asked({ sections: ['Goal', 'Next'] })).toMatchObject({ style: 'sections', headings: ['Goal', 'Next'] });
    expect(asked({ tokens: 256 })).toMatchObject({ maxTokens: 256 });
    expect(asked({ tokens: 256 }, { summaryMaxTokens: 100 })).toMatchObject({ maxTokens: 100 });
    const tenth = Math.ceil(long.counts.total / 10);
    expect(asked({}, { summaryMaxTokens: 20_000 })).toMatchObject({ maxTokens: tenth });
    expect([tenth, asked({}, {}, preparedFrom(message('user', say('a')), message('assistant', say('b'))))?.maxTokens]).toEqual([2599, 50]);
  });
});

describe('edits', () => {
  it('are the same parts when the same edit is made again', () => {
    const cut = deciding('kkkekkk', { texts: { 3: 'cut' } });
    const [one, two] = [128_000, 64_000].map((window) => planOf(cut, {}, { window }).edits);
    expect(two).not.toBe(one);
    expect(two!.get(3)).toBe(one!.get(3));
    expect(one!.keepsShape).toBe(true);
    expect(planOf(deciding('kkkdkkk')).edits.keepsShape).toBeUndefined();
    expect(planOf(cut).edits.get(2)).toBeUndefined();
  });

  it('are the same parts in another context with the same message, wherever it stands', () => {
    const cutting = deciding(
      '',
      {},
      {
        compact: (chat) => ({
          fates: chat.map(({ callId }) => (callId === 'a' ? 'edit' : 'keep')),
          edits: new Map(chat.flatMap((one, i) => (one.callId === 'a' ? [[i, { ...one, text: 'cut' }] as const] : []))),
          inserted: [],
        }),
      },
    );
    const { transcript } = session;
    const later = { ...transcript, messages: transcript.messages.slice(1) };
    const shorter = prepare(later, charCounts(later), DEFAULT_SIGNALS);
    const edited = planOf(cutting).edits.get(3);
    expect(edited?.[0]).toEqual(result('a', 'cut'));
    expect(planOf(cutting, {}, {}, shorter).edits.get(2)).toBe(edited);
  });
});

describe('the row', () => {
  const { params, trigger, ...row } = rowOf(
    deciding(
      'kkkkkkk',
      {},
      {
        params: { budget: tokens(4000, { knob: 'up' }) },
        knob: 'budget',
        row: { budget: 8000 },
        summaries: 500,
        trigger: ({ budget }, window) => ({ rule: { triggers: [{ kind: 'tokens', tokens: Number(budget) + window }], combine: 'any' } }),
      },
    ),
  );

  it('has the product’s own parameters, with the values of its row, and two more', () => {
    expect(row).toMatchObject({ id: 'toy', family: 'products', kind: 'strategy', preset: { product: 'Toy', evidence: 'read' } });
    expect(Object.keys(params)).toEqual(['budget', 'summaryMaxTokens', 'repaired']);
    expect([params.budget?.default, params.summaryMaxTokens?.default, params.repaired?.default]).toEqual([8000, 500, false]);
  });

  it('has no length of summaries where the product writes none', () => {
    const { summaries: _, ...none } = deciding('kkkkkkk');
    expect(Object.keys(rowOf(none).params)).toEqual(['repaired']);
  });

  it('has the product’s trigger, with the row’s parameters', () => {
    expect(trigger!({ budget: 10, repaired: true }, 100).rule.triggers).toEqual([{ kind: 'tokens', tokens: 110 }]);
    expect(rowOf(deciding('kkkkkkk')).trigger).toBeUndefined();
  });

  it('says so where nobody can see what the provider keeps', () => {
    expect(planOf(deciding('kdkkkkk', {}, { hidden: true })).note).toEqual({ key: 'note-product-hidden' });
  });

  it('says at an equal target that a product without a budget runs as it is', () => {
    const equal = { own: false, target: 100 };
    const note = { key: 'note-product-fixed' };
    expect(planOf(deciding('kdkkkkk'), {}, equal).note).toEqual(note);
    expect(planOf(deciding('kdkkkkk')).note).toBeUndefined();
    expect(planOf(deciding('kdkkkkk', {}, { knob: 'budget' }), {}, equal).note).toBeUndefined();
  });

  it('as shipped protects nothing; repaired it keeps what the user said last', () => {
    const shipped = planOf(deciding('kkkdddd'));
    expect([letters(shipped), shipped.asShipped]).toEqual(['KKKDD', true]);
    const mended = planOf(deciding('kkkdddd'), { repaired: true });
    expect([letters(mended), mended.asShipped]).toEqual(['KKKKD', undefined]);
  });
});
