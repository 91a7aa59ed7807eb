/** Which summaries are written anew, which are remembered, and what happens to one that fails. */
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Plan } from '../strategies/contract.ts';
import { promptOf, type Summarizer, type SummaryOutcome, type SummaryRequest } from '../summarizers/contract.ts';
import { letterPlan } from '../testing/letter-plans.ts';
import { assistant, preparedOf, system, user } from '../testing/plans.ts';
import { countingSummarizer } from '../testing/summarizer.ts';
import { writeSummaries } from './summaries.ts';

const chat = (): PreparedTranscript => preparedOf([system(50), ...Array.from({ length: 6 }, () => [user(50), assistant(50)]).flat()]);
const fail = (more: object = {}): SummaryOutcome => ({ ok: false, failure: 'error', message: 'no', summarizer: 'x', ms: 0, ...more });
const good: SummaryOutcome = { ok: true, text: 'words', tokens: 2, spans: [], masked: 0, summarizer: 'x', ms: 0 };

/** Answers in turn, and counts how often it was asked. */
function answering(...outcomes: (SummaryOutcome | Promise<SummaryOutcome> | Error)[]): Summarizer & { asked: number } {
  const one = {
    id: 'x',
    title: 'X',
    asked: 0,
    summarize() {
      const outcome = outcomes[one.asked++]!;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  return one;
}

const write = (p: PreparedTranscript, plan: Plan, summarizer: Summarizer) => writeSummaries(p, plan, summarizer, 'S0');

describe('a summary is written once for the same question', () => {
  const first = letterPlan('KSSSKKKKKKKKK');
  /** How many of two plans' summaries were written, over one transcript. */
  const written = (a: Plan, b: Plan, prompts: readonly ['S0', 'S0' | 'S3'] = ['S0', 'S0']): number => {
    const p = chat();
    const summarizer = countingSummarizer();
    writeSummaries(p, a, summarizer, prompts[0]);
    writeSummaries(p, b, summarizer, prompts[1]);
    return summarizer.asked.length;
  };
  const withRequest = (summary: Partial<SummaryRequest>): Plan => letterPlan('KSSSKKKKKKKKK', { summary });

  test('whatever its id, its frame and the plan around it', () => {
    expect(written(first, first)).toBe(1);
    expect(written(first, letterPlan('KSSSKKKKKDDKK'))).toBe(1);
    expect(written(first, withRequest({ before: '<', after: '>', spare: 9, tries: 3, timeoutMs: 5 }))).toBe(1);
  });

  test.each<[string, Partial<SummaryRequest>]>([
    ['maxTokens', { maxTokens: 19 }],
    ['maxChars', { maxChars: 30 }],
    ['style', { style: 'json' }],
    ['tooLong', { tooLong: 'cut' }],
    ['mergeEarlier', { mergeEarlier: true }],
    ['what is quoted of the task', { quotes: { task: 1, lastUser: -1, tasks: -1 } }],
  ])('another %s is another question', (_, summary) => {
    expect(written(first, withRequest(summary))).toBe(2);
    expect(written(withRequest(summary), withRequest(summary))).toBe(1);
  });

  test('each of the three quotes counts', () => {
    const quotes = { task: 1, lastUser: 2, tasks: 3 };
    for (const other of [{ task: 0 }, { lastUser: 0 }, { tasks: 0 }])
      expect(written(withRequest({ quotes }), withRequest({ quotes: { ...quotes, ...other } }))).toBe(2);
    expect(written(withRequest({ quotes }), withRequest({ quotes: { ...quotes } }))).toBe(1);
  });

  test('other instructions are another question', () => {
    expect(written(first, first, ['S0', 'S3'])).toBe(2);
  });

  test.each(['KSSKKKKKKKKKK', 'KKSSSKKKKKKKK', 'KSSKSKKKKKKKK', 'KSKSSKKKKKKKK', 'KSSSSKKKKKKKK', 'KSDSKKKKKKKKK', 'KSKSKSKKKKKKK'])(
    'other members: %s',
    (letters) => {
      expect(written(first, letterPlan(letters))).toBe(2);
    },
  );

  test('each of several summaries has its own members', () => {
    const p = chat();
    const summarizer = countingSummarizer();
    const texts = (letters: string) => write(p, letterPlan(letters), summarizer).map((one) => (one as { text: string }).text);
    expect(texts('KSSTTTKKKKKKK')).toEqual(['2 messages, from 1', '3 messages, from 3']);
    // Runs of the same messages, the other way round and interleaved.
    expect(texts('KKKTTTSSKKKKK')).toEqual(['2 messages, from 6', '3 messages, from 3']);
    expect(summarizer.asked.length).toBe(3);
    expect(texts('KSTSTKKKKKKKK')).toEqual(['2 messages, from 1', '2 messages, from 2']);
    expect(texts('KTSTSKKKKKKKK')).toEqual(['2 messages, from 2', '2 messages, from 1']);
    expect(summarizer.asked.length).toBe(5);
  });

  test('another summariser, and other counts, have answers of their own', () => {
    const p = chat();
    const [one, two] = [countingSummarizer(), countingSummarizer()];
    write(p, first, one);
    write(p, first, two);
    write({ ...p, counts: { ...p.counts } }, first, one);
    expect([one.asked.length, two.asked.length]).toEqual([2, 1]);
  });
});

test('the request names its instructions, its members and what is reserved for it', () => {
  const summarizer = countingSummarizer();
  writeSummaries(chat(), letterPlan('KSSSKKKKKKKKK', { summary: { maxTokens: 5000 } }), summarizer, 'S4');
  expect(summarizer.asked).toMatchObject([{ id: 'summary-1', prompt: 'S4', members: [1, 2, 3], maxTokens: 150 }]);
});

test('instructions are those of the system; S0’s where it has none', () => {
  const seeds = ['S0', 'S1', 'S2', 'S3', 'S4', 'control', 'own'] as const;
  expect(seeds.map((seed) => promptOf({ seed }))).toEqual(['S0', 'S1', 'S0', 'S3', 'S4', 'S0', 'S0']);
});

test('a text of the policy itself asks nobody, and is the same outcome each time', () => {
  const p = chat();
  const plan = letterPlan('KSSSKKKKKKKKK', { summary: { ready: 'three messages' } });
  const nobody = answering();
  const [one] = write(p, plan, nobody);
  expect(one).toEqual({ ok: true, text: 'three messages', tokens: 4, spans: [], masked: 0, summarizer: 'strategy', ms: 0 });
  expect(write(p, plan, nobody)[0]).toBe(one);
  expect(write(p, letterPlan('KSSSKKKKKKKKK', { summary: { ready: '' } }), nobody)).toMatchObject([{ ok: true, text: '', tokens: 0 }]);
  expect(nobody.asked).toBe(0);
});

describe('a failed summary', () => {
  const plan = (tries?: number) => letterPlan('KSSSKKKKKKKKK', { summary: tries === undefined ? {} : { tries } });

  test('is asked for as often as the request says, once by default', () => {
    for (const [tries, asked] of [
      [undefined, 1],
      [1, 1],
      [2, 2],
      [3, 3],
    ] as const) {
      const summarizer = answering(...Array.from({ length: 9 }, () => fail()));
      expect(write(chat(), plan(tries), summarizer)).toEqual([fail()]);
      expect(summarizer.asked).toBe(asked);
    }
  });

  test('is not asked for again once it succeeded, nor where a retry would not help', () => {
    const second = answering(fail(), good, fail());
    expect(write(chat(), plan(3), second)).toEqual([good]);
    expect(second.asked).toBe(2);
    const final = answering(fail({ final: true }), good);
    expect(write(chat(), plan(3), final)).toEqual([fail({ final: true })]);
    expect(final.asked).toBe(1);
  });

  test('is not remembered: the next run asks again, and then no more', () => {
    const p = chat();
    const summarizer = answering(fail(), good, fail());
    expect([1, 2, 3].map(() => write(p, plan(), summarizer)[0]!)).toMatchObject([{ ok: false }, { ok: true }, { ok: true }]);
    expect(summarizer.asked).toBe(2);
  });

  test('a summariser that throws has failed, with its words, at once and later', async () => {
    const error = (message: string) => ({ ok: false, failure: 'error', message, summarizer: 'x', ms: 0 });
    expect(write(chat(), plan(), answering(new Error('lost')))).toEqual([error('lost')]);
    expect(await Promise.all(write(chat(), plan(), answering(Promise.reject(new Error('late')))))).toEqual([error('late')]);
    const odd: Summarizer = { id: 'x', title: 'X', summarize: () => Promise.reject('a word') };
    expect(await Promise.all(write(chat(), plan(), odd))).toEqual([error('a word')]);
    const both = answering(new Error('lost'), good);
    expect(write(chat(), plan(2), both)).toEqual([good]);
  });

  test('later answers are tried again and remembered, too', async () => {
    const p = chat();
    const summarizer = answering(Promise.resolve(fail()), Promise.resolve(fail()), Promise.resolve(good), Promise.resolve(fail()));
    const [first] = write(p, plan(3), summarizer);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual(good);
    expect(write(p, plan(3), summarizer)).toEqual([good]);
    expect(summarizer.asked).toBe(3);
    const mixed = answering(Promise.resolve(fail()), fail(), good);
    expect(await Promise.all(write(chat(), plan(3), mixed))).toEqual([good]);
  });
});
