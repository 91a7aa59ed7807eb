/** What a replay accepts: each option at its edge. */
import { describe, expect, test } from 'vitest';
import { preparedOf } from '../testing/plans.ts';
import { any, optionsOf, session } from '../testing/replay.ts';
import type { Trigger } from '../triggers/contract.ts';
import type { ReplayOptions } from './contract.ts';
import { replayNow } from './replay.ts';

const base = preparedOf(session(1));
/** What is wrong with options; null = they are accepted. */
function wrong(changes: Partial<ReplayOptions>): string | null {
  try {
    replayNow(base, [], optionsOf(changes));
    return null;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return error.message;
  }
}
const TARGET = 'target: expected a share above 0 and up to 1, or whole tokens from 2';

describe('options of a replay', () => {
  test('a window has tokens', () => {
    expect([1, 0.5].map((window) => wrong({ window }))).toEqual([null, null]);
    for (const window of [0, -1, Number.NaN]) expect(wrong({ window })).toBe('window: expected tokens above 0');
  });

  test('a target is a share above 0 and up to 1, or whole tokens from 2; with own targets it is not looked at', () => {
    expect([0.001, 1, 2, 3000].map((target) => wrong({ target }))).toEqual([null, null, null, null]);
    for (const target of [0, -0.5, 1.5, 2.5, -2, Number.NaN]) expect(wrong({ target }), `${target}`).toBe(TARGET);
    expect(wrong({ target: 0, own: true })).toBeNull();
  });

  test('a cooldown is whole requests from 0', () => {
    expect([0, 1].map((cooldown) => wrong({ cooldown }))).toEqual([null, null]);
    for (const cooldown of [-1, 0.5]) expect(wrong({ cooldown })).toBe('cooldown: expected whole requests from 0');
  });

  test('a warning level is a share above 0 and up to 1, or none', () => {
    expect([null, 0.01, 1].map((warning) => wrong({ warning }))).toEqual([null, null, null]);
    for (const warning of [0, 1.01]) expect(wrong({ warning })).toBe('warning: expected a share above 0 and up to 1');
  });

  test.each<[string, Trigger, string | null]>([
    ['a share of 0', { kind: 'ratio', share: 0 }, 'trigger ratio: expected a share above 0 and up to 1'],
    ['the smallest share', { kind: 'ratio', share: Number.MIN_VALUE }, null],
    ['the whole window', { kind: 'answer', share: 1 }, null],
    ['more than the window', { kind: 'answer', share: 1.01 }, 'trigger answer: expected a share above 0 and up to 1'],
    ['nothing left', { kind: 'remaining', share: 0 }, null],
    ['less than nothing left', { kind: 'remaining', share: -0.01 }, 'trigger remaining: expected a share above 0 and up to 1'],
    ['all that is left', { kind: 'remaining', share: 1 }, null],
    ['a buffer alone', { kind: 'tool-result', share: 0.8, buffer: 0 }, null],
    ['a part of a token', { kind: 'tokens', tokens: 0.5 }, null],
    ['no tokens', { kind: 'tokens', tokens: 0 }, 'trigger tokens: expected tokens above 0'],
    ['one turn', { kind: 'turns', count: 1 }, null],
    ['no turn', { kind: 'turns', count: 0 }, 'trigger turns: expected whole turns from 1'],
    ['a part of a turn', { kind: 'turns', count: 1.5 }, 'trigger turns: expected whole turns from 1'],
    ['an empty marker', { kind: 'marker', text: '' }, 'trigger marker: expected a text'],
    ['a marker', { kind: 'marker', text: ' ' }, null],
    ['the hard limit', { kind: 'hard-limit' }, null],
    ['nothing by hand', { kind: 'hand', messages: [] }, null],
  ])('a trigger at its edge: %s', (_, trigger, expected) => {
    expect(wrong({ trigger: any({ kind: 'hard-limit' }, trigger) })).toBe(expected);
  });
});
