/** The running context: what a compaction changes in it, and where the last words of the user stand afterwards. */
import { describe, expect, test } from 'vitest';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../strategies/contract.ts';
import { assistant, preparedOf, system, transcriptOf, user } from '../testing/plans.ts';
import type { Message } from '../transcript/types.ts';
import { carrierAfter, changed, commonPrefix, type Context, type Delta } from './running.ts';

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
