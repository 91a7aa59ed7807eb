/** The running context: what a compaction changes in it, and where the last words of the user stand afterwards. */
import { describe, expect, test } from 'vitest';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import { assistant, preparedOf, system, transcriptOf, user } from '../testing/plans.ts';
import type { Message } from '../transcript/types.ts';
import type { CompactionResult } from '../compaction/types.ts';
import {
  appended,
  carrierAfter,
  changed,
  commonPrefix,
  type Context,
  type Delta,
  deltaOf as deltaOfResult,
  EMPTY,
  preparedAt,
  START,
} from './attempt.ts';
import { recordingOf } from './recording.ts';

const FATE = { K: KEEP, E: EDIT, S: SUMMARIZE, O: OFFLOAD, D: DROP } as const;
const note = (text: string): Message => ({ id: 'note', role: 'user', parts: [{ type: 'text', text }] });

function deltaOf(letters: string, inserted: readonly (readonly [before: number, text: string])[] = [], edited: readonly number[] = []): Delta {
  return {
    fates: Uint8Array.from(letters, (letter) => FATE[letter as keyof typeof FATE]),
    into: null,
    inserted: inserted.map(([before, text]) => ({ before, message: note(text), tokens: 7, isSummary: true })),
    edited: new Map(edited.map((i) => [i, { message: note(`edited ${i}`), tokens: 3 }])),
  };
}

const said = [system(10), user(20, 'Fix the parser.'), assistant(30), assistant(40), user(50, 'And now the lexer, please.'), assistant(60)];
const input = preparedOf(said);
const context: Context = {
  messages: transcriptOf(said).messages,
  tokens: Float64Array.of(10, 20, 30, 40, 50, 60),
  origins: Int32Array.of(0, 1, 2, 3, 4, 5),
};

describe('a compaction done again', () => {
  test('keeps, edits, drops, and puts in before the message that it names, also at the end', () => {
    const after = changed(
      context,
      deltaOf(
        'KSEODK',
        [
          [1, 'first'],
          [1, 'second'],
          [6, 'last'],
        ],
        [2, 3],
      ),
    );
    expect(after.messages.map(({ parts }) => (parts[0]!.type === 'text' ? parts[0]!.text : ''))).toEqual([
      'You are careful.',
      'first',
      'second',
      'edited 2',
      'edited 3',
      'This is how it is.',
      'last',
    ]);
    expect([...after.tokens]).toEqual([10, 7, 7, 3, 3, 60, 7]);
    expect([...after.origins]).toEqual([0, -1, -1, 2, 3, 5, -1]);
  });

  test.each<[string, Delta, number]>([
    ['nothing changed', deltaOf('KKKKKK'), 210],
    ['up to what goes', deltaOf('KKDKKK'), 30],
    ['up to what is edited', deltaOf('KKKEKK', [], [3]), 60],
    ['up to what is put in', deltaOf('KKKKKK', [[1, 'x']]), 10],
    ['what is put in behind all', deltaOf('KKKKKK', [[6, 'x']]), 210],
    ['from the first on', deltaOf('DKKKKK'), 0],
  ])('stands at the start as before: %s', (_, delta, tokens) => {
    expect(commonPrefix(context.tokens, delta)).toBe(tokens);
  });
});

describe('the last words of the user', () => {
  const quoting = '<last_user_message>\nAnd now the lexer, please.\n</last_user_message>';
  test.each<[string, Delta, number]>([
    ['where nothing changed', deltaOf('KKKKKK'), 4],
    ['behind what was put in and what went', deltaOf('KSSKKK', [[1, 'x']]), 3],
    ['edited', deltaOf('KDDDEK', [], [4]), 1],
    ['put aside', deltaOf('KDDDOK', [], [4]), 1],
    ['quoted, behind messages that stand', deltaOf('KEOSSS', [[3, quoting]], [1, 2]), 3],
    ['quoted, directly before a message that stands', deltaOf('KKSSDK', [[5, quoting]]), 2],
    ['quoted, before a message that stands', deltaOf('KKSSSK', [[2, quoting]]), 2],
    [
      'quoted by the last of two',
      deltaOf('KSSSSK', [
        [1, quoting],
        [1, quoting],
      ]),
      2,
    ],
    [
      'quoted by the first of two',
      deltaOf('KSSSSK', [
        [1, quoting],
        [3, 'x'],
      ]),
      1,
    ],
    ['gone', deltaOf('KSSSDK', [[1, 'x']]), -1],
  ])('%s', (_, delta, position) => {
    expect(carrierAfter(input, delta)).toBe(position);
  });

  test('nobody said anything', () => {
    expect(carrierAfter(preparedOf([system(1), assistant(1)]), deltaOf('KK'))).toBe(-1);
  });
});

describe('what a compaction did', () => {
  const image: Message = { id: 'image', role: 'user', parts: [{ type: 'image', mediaType: 'image/png' } as Message['parts'][number]] };
  const made = [note('about the parser'), note('offloaded'), note('edited'), image] as const;

  /** A summary before message 1, an insertion before message 4; message 3 put aside, 4 edited. */
  const result = {
    plan: { fates: deltaOf('KSSOEK').fates, summaries: [{ id: 'a' }], insertions: [{ content: { summary: 'a' } }, { content: { text: 'x' } }] },
    layout: { order: [0, 1], before: [1, 4], position: [1, 3], length: 6 },
    left: Float64Array.of(10, 0, 0, 11, 12, 60),
    context: () => [context.messages[0]!, made[0], made[1], made[3], made[2], context.messages[5]!],
    summaries: [{ position: 1 }],
  } as unknown as CompactionResult;

  test('what was put in, before which message, with its tokens; and what was edited or put aside, with what is left of it', () => {
    const delta = deltaOfResult(input.counts, result);
    expect(delta.inserted).toEqual([
      { before: 1, message: made[0], tokens: 8, isSummary: true },
      { before: 4, message: image, tokens: input.counts.message(image), isSummary: false },
    ]);
    expect([...delta.edited]).toEqual([
      [3, { message: made[1], tokens: 11 }],
      [4, { message: made[2], tokens: 12 }],
    ]);
    expect(delta.into).toBeNull();
    expect(changed(context, delta).messages).toEqual(result.context());
  });

  test('of several summaries, which one holds a message: numbered as they stand', () => {
    const several = {
      plan: {
        fates: deltaOf('KSSSSK').fates,
        into: Int16Array.of(-1, 0, 1, 0, 1, -1),
        summaries: [{ id: 'a' }, { id: 'b' }],
        insertions: [{ content: { summary: 'a' } }, { content: { text: 'x' } }, { content: { summary: 'b' } }],
      },
      layout: { order: [1, 2, 0], before: [1, 1, 3], position: [1, 2, 3], length: 5 },
      left: context.tokens,
      context: () => [context.messages[0]!, made[0], made[1], made[2], context.messages[5]!],
      summaries: [{ position: 2 }, { position: 3 }],
    } as unknown as CompactionResult;
    const { into, inserted } = deltaOfResult(input.counts, several);
    expect([...into!]).toEqual([-1, 2, 1, 2, 1, -1]);
    expect(inserted.map(({ isSummary }) => isSummary)).toEqual([false, true, true]);
  });
});

describe('the context before a compaction', () => {
  const recording = recordingOf(input);
  const prepared = (of: Context, standing = START, request = 0, fixed = 5) => preparedAt(input, recording, of, { standing, end: 6, request }, fixed);

  test('what stood, and the messages since, with their tokens and where they come from', () => {
    const since = appended({ messages: [made], tokens: Float64Array.of(9), origins: Int32Array.of(-1) }, recording, 3, 5);
    expect(since).toEqual({
      messages: [made, ...said.slice(3, 5).map((_, k) => input.messages[3 + k])],
      tokens: Float64Array.of(9, 40, 50),
      origins: Int32Array.of(-1, 3, 4),
    });
    expect(appended(EMPTY, recording, 0, 2).tokens).toEqual(Float64Array.of(10, 20));
  });
  const made = note('And now the lexer, please.');

  test('its counts are those of its messages and of what every request holds', () => {
    const { counts } = prepared({ messages: [input.messages[0]!, made], tokens: Float64Array.of(10, 9), origins: Int32Array.of(0, -1) });
    expect([counts.total, counts.toolDefinitions, [...counts.prefix], [...counts.messages]]).toEqual([24, 5, [0, 10, 19], [10, 9]]);
    // Parts of a recorded message as they were counted; of another one without what every message costs.
    expect([counts.parts(0), counts.parts(1)]).toEqual([[10], [7]]);
    const edited = { ...input.messages[0]!, parts: [...made.parts, ...made.parts] };
    expect(prepared({ messages: [edited], tokens: Float64Array.of(14), origins: Int32Array.of(0) }).counts.parts(0)).toEqual([7, 7]);
  });

  const summary: Message = { ...made, compaction: { kind: 'summary' } };
  const after: Context = {
    messages: [summary, input.messages[2]!, input.messages[3]!],
    tokens: Float64Array.of(9, 30, 40),
    origins: Int32Array.of(-1, 2, 3),
  };

  test('while nobody has spoken since, the message with the user’s last words is protected, also the first of all', () => {
    const plain = prepared(after);
    const carried = prepared(after, { ...START, end: 6, carrier: 0 });
    expect(carried.lastUser).toBe(0);
    expect(carried.protection[0]).not.toBe(0);
    expect(Array.from(carried.protection).slice(1)).toEqual(Array.from(plain.protection).slice(1));
    expect(prepared(after, { ...START, end: 6, carrier: 1 }).protection[1]).not.toBe(0);
    // A message of the user at index 4 came after a compaction of the first four.
    expect(prepared(after, { ...START, end: 4, carrier: 1 })).toMatchObject({ lastUser: plain.lastUser });
    expect(prepared(after, { ...START, end: 5, carrier: 1 }).lastUser).toBe(1);
    expect(prepared(after, { ...START, end: 6, carrier: -1 }).lastUser).toBe(plain.lastUser);
  });

  test('then an older message of the user is protected no longer', () => {
    const older: Context = {
      messages: [input.messages[1]!, summary, input.messages[2]!],
      tokens: Float64Array.of(20, 9, 30),
      origins: Int32Array.of(1, -1, 2),
    };
    const plain = prepared(older);
    expect([plain.lastUser, plain.protection[0] !== 0, plain.protection[1]]).toEqual([0, true, 0]);
    const carried = prepared(older, { ...START, end: 6, carrier: 1 });
    expect([carried.lastUser, carried.protection[0], carried.protection[1]]).toEqual([1, 0, plain.protection[0]]);
  });

  test('what strategies remembered is in it, before what the recording has of them; what the recording kept aside is not', () => {
    const from = { ...input, transcript: { ...input.transcript, extra: { persisted: ['old'], own: 1 } } };
    const extra = (state?: Readonly<Record<string, unknown>>) =>
      preparedAt(from, recording, after, { standing: { ...START, state }, end: 6, request: 0 }, 0).transcript.extra;
    expect([extra(), extra({ cooldown: 2 }), extra({ own: 3 })]).toEqual([{ own: 1 }, { own: 1, cooldown: 2 }, { own: 3 }]);
  });
});
