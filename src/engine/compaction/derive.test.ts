/** The context that a compaction left, as the input of the next one. */
import { describe, expect, test } from 'vitest';
import { type PreparedTranscript, PROTECTIONS } from '../signals/contract.ts';
import { DEFAULT_SIGNALS, prepare } from '../signals/signal-prepare.ts';
import type { Plan } from '../strategies/contract.ts';
import { letterPlan, run, strategyOf } from '../testing/letter-plans.ts';
import type { Part } from '../transcript/types.ts';
import { answer, assistant, call, preparedOf, type MessageSpec, system, user } from '../testing/plans.ts';
import { derive } from './derive.ts';

const protections = ({ protection }: PreparedTranscript): string[] => Array.from(protection, (by) => PROTECTIONS[by]!);
function leftBy(p: PreparedTranscript, plan: Plan, state?: () => Record<string, unknown>): PreparedTranscript {
  const result = run(p, strategyOf(plan, state ? { state } : {}));
  expect(result.why?.key ?? '').not.toMatch(/check/);
  return derive(p, result);
}

/** Header, task, two blocks with an answer each, the user's last words. */
const said: MessageSpec[] = [
  system(50),
  user(50, 'task'),
  call(50, 'a'),
  answer(50, 'a'),
  assistant(50),
  call(50, 'b'),
  answer(50, 'b'),
  user(50, 'last words'),
];
const work = () => preparedOf(said, {}, 30);
/** The same with an image in the last message: no summary can quote it, so it stays beside one of all the rest. */
function withImage(): PreparedTranscript {
  const { transcript, counts, settings } = work();
  const image: Part = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
  const messages = transcript.messages.map((m, i) => (i === 7 ? { ...m, parts: [...m.parts, image] } : m));
  return prepare({ ...transcript, messages }, counts, settings);
}

describe('protection', () => {
  test('goes along with the messages that stand', () => {
    expect(protections(leftBy(work(), letterPlan('KKDDKKKK')))).toEqual([
      'header',
      'none',
      'none',
      'last-tool-block',
      'last-tool-block',
      'last-user',
    ]);
    const pinned = preparedOf(said, { marks: { m1: 'pin', m4: 'CRITICAL' } });
    expect(protections(leftBy(pinned, letterPlan('KKDDKKKK'))).slice(1, 3)).toEqual(['pinned', 'critical']);
  });

  test('of the last user message goes to the last insertion that quotes it; without one to nobody', () => {
    const quoting = { summary: { after: ' last words' } };
    const one = leftBy(work(), letterPlan('KKDDKKKS', quoting));
    expect([one.lastUser, protections(one).at(-1)]).toEqual([5, 'last-user']);
    const note = { before: 1, role: 'user', content: { text: 'his last words' } } as const;
    const plan = letterPlan('KKDDKKKS', quoting);
    expect(leftBy(work(), { ...plan, insertions: [note, ...plan.insertions] }).lastUser).toBe(6);
    const none = preparedOf([system(50), assistant(50), assistant(50), assistant(50)]);
    expect(leftBy(none, letterPlan('KDKK')).lastUser).toBe(-1);
    const first = leftBy(preparedOf([user(50), assistant(50), user(50, 'last words')]), letterPlan('SSS', quoting));
    expect([first.lastUser, protections(first)]).toEqual([0, ['last-user']]);
    const only = leftBy(preparedOf([user(50, 'last words'), assistant(50), assistant(50)]), letterPlan('SSK', quoting));
    expect(only.lastUser).toBe(0);
  });

  test('of the last block goes to the summary of the whole that absorbed it, whichever insertion that is', () => {
    const whole = letterPlan('KSSSSSSK');
    expect(protections(leftBy(withImage(), whole))).toEqual(['header', 'last-tool-block', 'last-user']);
    const note = { before: 1, role: 'user', content: { text: 'n' } } as const;
    expect(protections(leftBy(withImage(), { ...whole, insertions: [note, ...whole.insertions] }))).toEqual([
      'header',
      'none',
      'last-tool-block',
      'last-user',
    ]);
    // Of two summaries, the one with the block in it: the second, also where it is first.
    expect(protections(leftBy(withImage(), letterPlan('KSSSSTTK')))).toEqual(['header', 'none', 'last-tool-block', 'last-user']);
    const turned = letterPlan('KSSSSTTK');
    expect(protections(leftBy(withImage(), { ...turned, insertions: turned.insertions.map((one) => ({ ...one, before: 1 })).toReversed() }))).toEqual(
      ['header', 'last-tool-block', 'none', 'last-user'],
    );
    // A block that stands keeps its own.
    expect(protections(leftBy(work(), letterPlan('KSSSSKKK')))).toEqual(['header', 'none', 'last-tool-block', 'last-tool-block', 'last-user']);
  });

  test('a summary that quotes the last user message and absorbed the block has one protection, the first', () => {
    const next = leftBy(work(), letterPlan('KSSSSSSS', { summary: { after: 'last words' } }));
    expect(protections(next)).toEqual(['header', 'last-user']);
  });

  test('a conversation without a block has nothing to hand on', () => {
    const chat = preparedOf([system(50), user(50), assistant(50), user(50), assistant(50), user(50, 'end')]);
    expect(protections(leftBy(chat, letterPlan('KSSSSK')))).toEqual(['header', 'none', 'last-user']);
  });

  test('an insertion is CRITICAL where a person marked it', () => {
    const p = preparedOf(said, { marks: { 'summary-1@m1': 'CRITICAL' } });
    expect(protections(leftBy(p, letterPlan('KKSSKKKK')))[2]).toBe('none');
    const q = preparedOf(said, { marks: { 'summary-1@m2': 'CRITICAL' } });
    expect(protections(leftBy(q, letterPlan('KKSSKKKK')))[2]).toBe('critical');
  });
});

describe('counts', () => {
  test('are those of a fresh count: of kept, edited and new messages, and of their parts', () => {
    const p = work();
    const next = leftBy(p, letterPlan('KESSOKKK', { words: 'twelve chars' }));
    // The fourth message of the rest is the summary.
    expect(Array.from(next.counts.messages)).toEqual([50, 7, 4 + 5, 7, 50, 50, 50]);
    expect(Array.from(next.counts.prefix)).toEqual([0, 50, 57, 66, 73, 123, 173, 223]);
    expect(next.counts.total).toBe(223 + 30);
    expect([0, 1, 2, 3].map((i) => next.counts.parts(i))).toEqual([[50], [3], [5], [3]]);
  });
});

describe('what another result left', () => {
  const moved = (p: PreparedTranscript): PreparedTranscript => prepare(p.transcript, p.counts, { ...DEFAULT_SIGNALS, longTokens: 1 });

  test('is found again where the messages and the state are the same', () => {
    const p = work();
    const first = leftBy(p, letterPlan('KESSKKKK'));
    const again = leftBy(moved(p), letterPlan('KESSKKKK'));
    expect(again.transcript).toBe(first.transcript);
    expect(again.counts).toBe(first.counts);
    expect(again.protection).toBe(first.protection);
  });

  test('is another one where a message or the state differs', () => {
    const p = work();
    const first = leftBy(p, letterPlan('KESSKKKK'));
    const others = [
      leftBy(p, letterPlan('KESSKKKK', { words: 'other' })),
      leftBy(p, letterPlan('KESSKKKK', { summary: { before: 'so: ' } })),
      leftBy(p, letterPlan('KKSSKKKK')),
      leftBy(p, letterPlan('KESSKKKK'), () => ({ turn: 1 })),
      leftBy(p, letterPlan('KESSKKKK'), () => ({ turn: 2 })),
    ];
    const all = [first, ...others].map(({ transcript }) => transcript);
    expect(new Set(all).size).toBe(all.length);
    expect(others[3]!.transcript.extra).toEqual({ turn: 1 });
    expect(others[4]!.transcript.extra).toEqual({ turn: 2 });
  });
});
