/** Each kind of trigger at its edge: what it says, with which numbers, and from how many tokens on. */
import { describe, expect, test } from 'vitest';
import { block, preparedSession, says, sessionOf, tokensOf } from '../testing/sessions.ts';
import { talk } from '../testing/talks.ts';
import type { FiredTrigger, Moment, Situation, Trigger, TriggerRule } from './contract.ts';
import { checkRule, EACH_REQUEST, reasonOf, situationAt, situationOf, watch } from './watch.ts';

const WINDOW = 1000;
const now = (tokens: number, changes: Partial<Situation> = {}): Situation => ({ ...situationAt(tokens, WINDOW), ...changes });
const rule = (...triggers: Trigger[]): TriggerRule => ({ triggers, combine: 'any' });
const allOf = (...triggers: Trigger[]): TriggerRule => ({ triggers, combine: 'all' });

const ratio: Trigger = { kind: 'ratio', share: 0.8 };
const turns = (count: number, unit?: 'turns' | 'steps' | 'auto'): Trigger => ({ kind: 'turns', count, ...(unit && { unit }) });

describe('a trigger at its edge', () => {
  test.each<[string, Trigger, Moment, Partial<Situation>, Partial<Situation>, FiredTrigger, ReturnType<typeof reasonOf>]>([
    [
      'a share of the window',
      ratio,
      'request',
      { tokens: 799 },
      { tokens: 800 },
      { kind: 'ratio', level: 800, reason: { key: 'trigger-share', values: { fires: true, tokens: 800, window: 1000, at: 800, share: 0.8 } } },
      { key: 'trigger-share', values: { fires: false, tokens: 799, window: 1000, at: 800, share: 0.8 } },
    ],
    [
      'tokens',
      { kind: 'tokens', tokens: 500 },
      'request',
      { tokens: 499 },
      { tokens: 500 },
      { kind: 'tokens', level: 500, reason: { key: 'trigger-tokens', values: { fires: true, tokens: 500, window: 1000, at: 500 } } },
      { key: 'trigger-tokens', values: { fires: false, tokens: 499, window: 1000, at: 500 } },
    ],
    [
      'what is left of the window',
      { kind: 'remaining', share: 0.25 },
      'request',
      { tokens: 750 },
      { tokens: 751 },
      {
        kind: 'remaining',
        level: 750,
        reason: { key: 'trigger-left', values: { fires: true, tokens: 751, window: 1000, at: 750, remaining: 249, share: 0.25 } },
      },
      { key: 'trigger-left', values: { fires: false, tokens: 750, window: 1000, at: 750, remaining: 250, share: 0.25 } },
    ],
    [
      'a result that left the newest five',
      { kind: 'result', tokens: 400, spare: 5 },
      'tool-result',
      { result: (spare) => (spare === 5 ? 400 : 900) },
      { result: (spare) => (spare === 5 ? 401 : 0) },
      { kind: 'result', level: null, reason: { key: 'trigger-result', values: { fires: true, tokens: 401, over: 400, spare: 5 } } },
      { key: 'trigger-result', values: { fires: false, tokens: 400, over: 400, spare: 5 } },
    ],
    [
      'a tool result, with a buffer of 2 %',
      { kind: 'tool-result', share: 0.8 },
      'tool-result',
      { tokens: 779 },
      { tokens: 780 },
      {
        kind: 'tool-result',
        level: 780,
        reason: { key: 'trigger-buffer', values: { fires: true, tokens: 780, window: 1000, buffer: 20, at: 800, share: 0.8 } },
      },
      { key: 'trigger-buffer', values: { fires: false, tokens: 779, window: 1000, buffer: 20, at: 800, share: 0.8 } },
    ],
    [
      'a tool result, with a buffer of its own',
      { kind: 'tool-result', share: 0.8, buffer: 0.1 },
      'tool-result',
      { tokens: 699 },
      { tokens: 700 },
      {
        kind: 'tool-result',
        level: 700,
        reason: { key: 'trigger-buffer', values: { fires: true, tokens: 700, window: 1000, buffer: 100, at: 800, share: 0.8 } },
      },
      { key: 'trigger-buffer', values: { fires: false, tokens: 699, window: 1000, buffer: 100, at: 800, share: 0.8 } },
    ],
    [
      'a recorded usage above what is counted: it fires from so many fewer tokens on',
      { kind: 'answer', share: 0.8 },
      'answer',
      { tokens: 700, recorded: 799 },
      { tokens: 700, recorded: 800 },
      { kind: 'answer', level: 700, reason: { key: 'trigger-recorded', values: { fires: true, tokens: 800, window: 1000, at: 800, share: 0.8 } } },
      { key: 'trigger-recorded', values: { fires: false, tokens: 799, window: 1000, at: 800, share: 0.8 } },
    ],
    [
      'a recorded usage below what is counted',
      { kind: 'answer', share: 0.8 },
      'answer',
      { tokens: 900, recorded: 799 },
      { tokens: 900, recorded: 800 },
      { kind: 'answer', level: 800, reason: { key: 'trigger-recorded', values: { fires: true, tokens: 800, window: 1000, at: 800, share: 0.8 } } },
      { key: 'trigger-recorded', values: { fires: false, tokens: 799, window: 1000, at: 800, share: 0.8 } },
    ],
    [
      'the window is full',
      { kind: 'hard-limit' },
      'request',
      { tokens: 1000 },
      { tokens: 1001 },
      { kind: 'hard-limit', level: 1000, reason: { key: 'trigger-hard-limit', values: { fires: true, tokens: 1001, window: 1000 } } },
      { key: 'trigger-hard-limit', values: { fires: false, tokens: 1000, window: 1000 } },
    ],
    [
      'turns',
      turns(3, 'turns'),
      'request',
      { turns: 2, steps: 9, turnsInAll: 9 },
      { turns: 3, steps: 9, turnsInAll: 9 },
      { kind: 'turns', level: null, reason: { key: 'trigger-turns', values: { fires: true, since: 3, count: 3 } } },
      { key: 'trigger-turns', values: { fires: false, since: 2, count: 3 } },
    ],
    [
      'steps',
      turns(3, 'steps'),
      'request',
      { turns: 9, steps: 2, turnsInAll: 9 },
      { turns: 9, steps: 3, turnsInAll: 9 },
      { kind: 'turns', level: null, reason: { key: 'trigger-steps', values: { fires: true, since: 3, count: 3 } } },
      { key: 'trigger-steps', values: { fires: false, since: 2, count: 3 } },
    ],
    [
      'messages',
      { kind: 'messages', count: 20 },
      'request',
      { messages: 19, turns: 9, tokens: 5000 },
      { messages: 20, turns: 9 },
      { kind: 'messages', level: null, reason: { key: 'trigger-messages', values: { fires: true, messages: 20, at: 20 } } },
      { key: 'trigger-messages', values: { fires: false, messages: 19, at: 20 } },
    ],
    [
      'messages that are not the user’s',
      { kind: 'messages', count: 10, except: 'user' },
      'request',
      { messages: 12, turns: 3 },
      { messages: 13, turns: 3 },
      { kind: 'messages', level: null, reason: { key: 'trigger-messages', values: { fires: true, messages: 10, at: 10 } } },
      { key: 'trigger-messages', values: { fires: false, messages: 9, at: 10 } },
    ],
    [
      'a marker in an answer',
      { kind: 'marker', text: '#sum' },
      'answer',
      { text: 'in sum' },
      { text: 'so #sum now' },
      { kind: 'marker', level: null, reason: { key: 'trigger-marker', values: { fires: true, marker: '#sum' } } },
      { key: 'trigger-marker', values: { fires: false, marker: '#sum' } },
    ],
  ])('%s', (_, trigger, moment, before, at, fired, not) => {
    const asked = watch(rule(trigger));
    expect(asked.ask(now(0, { moment, ...before }))).toBeNull();
    expect(asked.ask(now(0, { moment, ...at }))).toEqual(fired);
    expect(checkRule(rule(trigger), now(0, before))).toEqual({ fires: false, reason: not });
    expect(checkRule(rule(trigger), now(0, at))).toEqual({ fires: true, reason: fired.reason });
  });

  test('turns count steps where the whole recording has fewer turns than are asked for', () => {
    const asked = watch(rule(turns(3)));
    expect(asked.ask(now(0, { turns: 2, steps: 3, turnsInAll: 3 }))).toBeNull();
    expect(watch(rule(turns(3, 'turns'))).ask(now(0, { turns: 2, steps: 3, turnsInAll: 2 }))).toBeNull();
    expect(asked.ask(now(0, { turns: 2, steps: 3, turnsInAll: 2 }))?.reason).toEqual({
      key: 'trigger-steps',
      values: { fires: true, since: 3, count: 3 },
    });
  });

  test('one for each request fires before it, and at no other moment', () => {
    const asked = watch(EACH_REQUEST.rule);
    expect((['tool-result', 'answer'] as const).map((moment) => asked.ask(now(5000, { moment })))).toEqual([null, null]);
    expect(asked.ask(now(0))).toEqual({ kind: 'requests', level: null, reason: { key: 'trigger-requests' } });
  });

  test('nothing is left of a window that is more than full', () => {
    const { values } = reasonOf({ kind: 'remaining', share: 0.25 }, now(1200));
    expect(values).toMatchObject({ remaining: 0 });
  });
});

describe('each trigger is asked at its moment', () => {
  const MOMENTS: readonly Moment[] = ['request', 'tool-result', 'answer'];
  const full: Partial<Situation> = { tokens: 2000, recorded: 2000, turns: 9, steps: 9, turnsInAll: 9, text: '#sum' };
  test.each<[Trigger, readonly Moment[]]>([
    [ratio, ['request']],
    [{ kind: 'tokens', tokens: 1 }, ['request']],
    [{ kind: 'remaining', share: 0.5 }, ['request']],
    [{ kind: 'hard-limit' }, ['request']],
    [turns(1), ['request']],
    [{ kind: 'tool-result', share: 0.8 }, ['tool-result']],
    [{ kind: 'answer', share: 0.8 }, ['answer']],
    [{ kind: 'marker', text: '#sum' }, ['answer']],
    [{ kind: 'hand', messages: [] }, []],
  ])('%o', (trigger, at) => {
    expect(MOMENTS.filter((moment) => watch(rule(trigger)).ask(now(0, { ...full, moment })) !== null)).toEqual(at);
  });

  test('a rule of one trigger is that trigger, whichever way it is combined', () => {
    expect(watch(allOf(ratio)).ask(now(900, { moment: 'answer' }))).toBeNull();
    expect(watch(allOf(ratio, { kind: 'hand', messages: [] })).ask(now(900))?.kind).toBe('ratio');
  });
});

describe('an interval', () => {
  const every5 = (): ReturnType<typeof watch> => watch(rule({ kind: 'ratio', share: 0.8, interval: 5 }));
  const at = (seconds: number, tokens = 900): Situation => now(tokens, { time: seconds * 1000 });

  test('is counted from the last check, whatever that said', () => {
    const asked = every5();
    expect([at(0, 10), at(4.999), at(5), at(9.999), at(10)].map((one) => asked.ask(one) !== null)).toEqual([false, false, true, false, true]);
  });

  test('none lets every check through, also where timestamps go back', () => {
    const asked = watch(rule(ratio));
    expect([at(10), at(5)].map((one) => asked.ask(one) !== null)).toEqual([true, true]);
  });

  test('without timestamps every check is due', () => {
    const asked = every5();
    expect([now(900), now(900)].map((one) => asked.ask(one) !== null)).toEqual([true, true]);
  });
});

const marker: Trigger = { kind: 'marker', text: '#sum' };
const answer = (text: string, tokens: number): Situation => now(tokens, { moment: 'answer', text });

test('any of several fires by itself, each at its moment', () => {
  const asked = watch(rule(ratio, marker));
  expect(asked.ask(now(900))?.kind).toBe('ratio');
  expect(asked.ask(answer('#sum', 900))?.kind).toBe('marker');
  expect(asked.ask(answer('more', 900))).toBeNull();
});

describe('all together', () => {
  test('a marker stays said until something is compacted', () => {
    const asked = watch(allOf(marker, ratio));
    expect(asked.ask(answer('#sum', 100))).toBeNull();
    expect(asked.ask(answer('more', 100))).toBeNull();
    expect(asked.ask(now(800))?.kind).toBe('ratio');
    asked.reset();
    expect(asked.ask(now(800))).toBeNull();
  });

  test('the one that says it now is named, not one that said it before', () => {
    const asked = watch(allOf(ratio, marker));
    expect(asked.ask(answer('#sum', 100))).toBeNull();
    expect(asked.ask(answer('more', 900))?.kind).toBe('ratio');
  });

  test('what looks at the context is asked at every moment, and its last answer holds', () => {
    const asked = watch(allOf(ratio, marker));
    expect(asked.ask(now(900))).toBeNull();
    expect(asked.ask(answer('#sum', 100))).toBeNull();
    expect(asked.ask(answer('#sum', 900))?.kind).toBe('marker');
  });
});

describe('a context as it stands', () => {
  test('its turns, its steps and the words of its last answer', () => {
    const input = talk([{ system: 'Be brief.' }, { user: 'Go on.' }, { says: 'First.' }, { user: 'And?' }, { says: 'Done #sum' }]);
    expect(situationOf(input, WINDOW)).toMatchObject({
      moment: 'request',
      tokens: input.counts.total,
      messages: 5,
      window: WINDOW,
      recorded: input.counts.total,
      turns: 2,
      turnsInAll: 2,
      steps: 2,
      text: 'Done #sum',
      time: Number.NaN,
    });
  });

  test('the largest of its results but the newest', () => {
    const input = preparedSession(
      sessionOf([says('user', 'Go.'), ...[300, 100, 200].map((tokens, k) => block(`${k}`, 'Bash', '{}', tokensOf(tokens)))]),
    );
    expect([0, 1, 2, 3, 9].map(situationOf(input, WINDOW).result)).toEqual([300, 300, 300, 0, 0]);
  });

  test('what a person or a tool said last is no answer', () => {
    expect(situationOf(talk([{ says: '#sum' }, { user: '#sum' }]), WINDOW).text).toBe('');
    expect(situationOf(talk([]), WINDOW)).toMatchObject({ text: '', steps: 0, turns: 0 });
  });
});

describe('what a rule says of a situation', () => {
  const full: Trigger = { kind: 'hard-limit' };
  test('the first trigger that fires speaks; where none does, the first that did not', () => {
    expect(checkRule(rule(ratio, full), now(1001))?.reason.key).toBe('trigger-share');
    expect(checkRule(rule(full, ratio), now(900))?.reason.key).toBe('trigger-share');
    expect(checkRule(rule(full, ratio), now(100))?.reason.key).toBe('trigger-hard-limit');
    expect(checkRule(allOf(ratio, full), now(900))).toMatchObject({ fires: false, reason: { key: 'trigger-hard-limit' } });
  });

  test('a rule without triggers, or only by hand, says nothing', () => {
    expect(checkRule(rule(), now(2000))).toBeNull();
    expect(checkRule(rule({ kind: 'hand', messages: [] }), now(2000))).toBeNull();
    expect(reasonOf({ kind: 'hand', messages: [] }, now(1))).toEqual({ key: 'trigger-hand' });
    expect(reasonOf({ kind: 'recorded', messages: [] }, now(1))).toEqual({ key: 'trigger-as-recorded' });
  });
});
