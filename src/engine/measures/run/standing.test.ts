/** What stands of a transcript: by the plan of a result, and by reading a context that goes back to it. */
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Edits, Plan } from '../../strategies/contract.ts';
import { letterPlan, resultOfPlan } from '../../testing/letter-plans.ts';
import { preparedSession, says, sessionOf } from '../../testing/sessions.ts';
import type { Message, Part } from '../../transcript/types.ts';
import { CUT, OFFLOADED, type StandingContent, WHOLE } from '../shared/stands.ts';
import { lossMaps, rememberCuts, standingIn, standingOf } from './losses.ts';

const say = (text: string): Part => ({ type: 'text', text });
const call = (args: string): Part => ({ type: 'tool-call', id: 'a', name: 'Bash', args });
const answers = (text: string): Part => ({ type: 'tool-result', callId: 'a', content: [{ type: 'text', text }] });
const PLACEHOLDER = '[offloaded result: 1200 tokens]';

/** Parts 0; 1 and 2; 3; 4; 5 of messages 0 to 4. INC-1001 and so on: a fact of each. */
const session = (): PreparedTranscript =>
  preparedSession(
    sessionOf([
      says('user', 'Look at INC-1001.'),
      { role: 'assistant', parts: [say('I look at INC-1002.'), call('{"command":"echo INC-1003"}')] },
      { role: 'tool', parts: [answers('It says INC-1004 and no more than that.')] },
      says('assistant', 'So it is INC-1005.'),
      says('user', 'Fine, INC-1006.'),
    ]),
  );

const bits = ({ parts }: StandingContent): number[] => [...parts];
/** New texts by the facts that they say, each behind the place that it is before. */
const textsIn = (p: PreparedTranscript, { texts }: StandingContent): string[] =>
  texts.map(({ before, reading }) => `${before} ${Array.from(reading.facts, (id) => lossMaps(p.transcript).facts.index.text[id]).join(' ')}`.trim());
const byPlan = (p: PreparedTranscript, plan: Plan, summaries?: Readonly<Record<string, string>>): StandingContent =>
  standingOf(lossMaps(p.transcript), p, resultOfPlan(p, plan, summaries));

describe('by the plan of a result', () => {
  test('kept messages stand whole, removed ones not at all', () => {
    expect(bits(byPlan(session(), letterPlan('KKKKK')))).toEqual([WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE]);
    expect(bits(byPlan(session(), letterPlan('KDDSK', { insertions: [] })))).toEqual([WHOLE, 0, 0, 0, 0, WHOLE]);
  });

  test('insertions and summaries are new texts, before the message that they stand before', () => {
    const p = session();
    const note = (before: number, text: string) => ({ before, role: 'user', content: { text } }) as const;
    const insertions = [note(0, 'INC-1002'), note(2, 'INC-1003'), note(5, 'INC-1004')];
    expect(textsIn(p, byPlan(p, letterPlan('KDDKK', { insertions })))).toEqual(['0 INC-1002', '2 INC-1003', '5 INC-1004']);
    expect(textsIn(p, byPlan(p, letterPlan('KSSKK'), { 'summary-1': 'About INC-1003.' }))).toEqual(['1 INC-1003']);
    // A summary that was not written says nothing.
    expect(textsIn(p, byPlan(p, letterPlan('KSSKK')))).toEqual(['1']);
  });

  test('an edited part stands but for what was cut out, an offloaded one behind its reference', () => {
    const p = session();
    const edits = new Map([
      [1, [say('I look.'), p.messages[1]!.parts[1]!]],
      [2, [answers(PLACEHOLDER)]],
    ]);
    const standing = byPlan(p, letterPlan('KEOKK', { edits }));
    expect(bits(standing)).toEqual([WHOLE, CUT, WHOLE, OFFLOADED | CUT, WHOLE, WHOLE]);
    // "I look at INC-1002." became "I look.": characters 6 to 17 are gone.
    expect([standing.cuts.out(1, 0, 19), standing.cuts.out(1, 6, 18), standing.cuts.out(1, 0, 6)]).toEqual([12, 12, 0]);
    expect([standing.placeholder(2, 0), standing.placeholder(1, 1), standing.placeholder(0, 0)]).toEqual([PLACEHOLDER, '', '']);
    expect(textsIn(p, standing)).toEqual(['1', '2']);
  });

  test('an edit without new parts leaves nothing', () => {
    const standing = byPlan(session(), letterPlan('KKEKK', { edits: new Map() }));
    expect(bits(standing)).toEqual([WHOLE, WHOLE, WHOLE, CUT, WHOLE, WHOLE]);
    expect(standing.cuts.takeAll(3, 'It says INC-1004 and no more than that.'.length)).toBe(true);
  });

  test('where the plan tells what it cuts out, nothing is compared', () => {
    const p = session();
    const edits: Edits = {
      size: 1,
      get: () => {
        throw new Error('not to be built');
      },
      gaps(i, found) {
        if (i !== 2) return false;
        found(0, 0, 0, 8);
        found(0, 0, 16, 39);
        // No such text.
        found(0, 3, 0, 8);
        return true;
      },
    };
    const standing = byPlan(p, letterPlan('KKEKK', { edits }));
    expect(bits(standing)).toEqual([WHOLE, WHOLE, WHOLE, CUT, WHOLE, WHOLE]);
    expect([standing.cuts.out(3, 0, 39), standing.cuts.touch(3, 8, 16), standing.texts]).toEqual([31, false, []]);
  });

  test('a stretch of a text that is not there is none', () => {
    const gaps: Edits['gaps'] = (_, found) => {
      found(0, 3, 0, 8);
      return true;
    };
    const standing = byPlan(session(), letterPlan('KKEKK', { edits: { size: 1, get: () => [], gaps } }));
    expect([bits(standing), standing.cuts.none]).toEqual([[WHOLE, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE], true]);
  });

  test('a result is looked at once', () => {
    const p = session();
    const map = lossMaps(p.transcript);
    const result = resultOfPlan(p, letterPlan('KDDKK'));
    expect(standingOf(map, p, result)).toBe(standingOf(map, p, result));
  });
});

describe('by reading a context', () => {
  const reads = (p: PreparedTranscript, messages: readonly Message[]): StandingContent => standingIn(lossMaps(p.transcript), messages);
  const added = (text: string): Message => ({ id: 'new', role: 'user', parts: [say(text)] });

  test("the transcript's own messages stand whole, others are new, before what follows them", () => {
    const p = session();
    const [a, , , d, e] = p.messages as [Message, Message, Message, Message, Message];
    expect(bits(reads(p, [a, d]))).toEqual([WHOLE, 0, 0, 0, WHOLE, 0]);
    expect(textsIn(p, reads(p, [added('INC-1002'), a, added('INC-1003'), e, added('INC-1004')]))).toEqual(['0 INC-1002', '1 INC-1003', '5 INC-1004']);
    // Of a new message its texts: what it calls is none.
    const calls: Message = { id: 'new', role: 'assistant', parts: [call('{"command":"echo INC-1003"}'), say('INC-1001')] };
    expect(textsIn(p, reads(p, [a, calls]))).toEqual(['1 INC-1001']);
  });

  test('one with an id of the transcript was edited, and is offloaded where it says so', () => {
    const p = session();
    const [a, , c, d] = p.messages as [Message, Message, Message, Message];
    const cut = reads(p, [a, { ...d, parts: [say('So it is.')] }, added('INC-1002')]);
    expect(bits(cut)).toEqual([WHOLE, 0, 0, 0, CUT, 0]);
    expect(cut.cuts.out(4, 0, 18)).toBe(9);
    expect(cut.placeholder(3, 0)).toBe('So it is.');
    expect(textsIn(p, cut)).toEqual(['3', '4 INC-1002']);
    expect(bits(reads(p, [{ ...c, parts: [answers(PLACEHOLDER)] }]))).toEqual([0, 0, 0, OFFLOADED | CUT, 0, 0]);
  });

  test('what a plan told of its cuts counts, and not what the new text looks like', () => {
    const p = session();
    const map = lossMaps(p.transcript);
    const gaps: Edits['gaps'] = (i, found) => {
      if (i !== 3) return false;
      found(0, 0, 0, 3);
      return true;
    };
    const edits: Edits = { size: 2, get: () => [say('cut')], gaps };
    const result = resultOfPlan(p, letterPlan('KEDEK', { edits }));
    const messages = [0, 1, 3, 4].map((i) => (i === 0 || i === 4 ? p.messages[i]! : { ...p.messages[i]!, parts: [say('See INC-1001')] }));
    rememberCuts(map, p, result, messages);
    const standing = standingIn(map, messages);
    expect(bits(standing)).toEqual([WHOLE, CUT, CUT, 0, CUT, WHOLE]);
    expect([standing.cuts.out(4, 0, 18), standing.cuts.out(1, 0, 19)]).toEqual([3, 19]);
    expect(textsIn(p, standing)).toEqual(['1 INC-1001', '3']);
  });

  test('cuts out of a message that was not the transcript’s own any more are not told', () => {
    const p = session();
    const map = lossMaps(p.transcript);
    const before = { ...p, messages: p.messages.map((message) => ({ ...message })) };
    const gaps: Edits['gaps'] = (_, found) => {
      found(0, 0, 0, 3);
      return true;
    };
    const edits: Edits = { size: 1, get: () => [say('cut')], gaps };
    const messages: Message[] = [{ ...p.messages[3]!, parts: [say('So it is.')] }];
    const plan = letterPlan('DDDED', { edits });
    rememberCuts(map, before, resultOfPlan(p, plan), messages);
    expect(standingIn(map, messages).cuts.out(4, 0, 18)).toBe(9);
    rememberCuts(map, p, resultOfPlan(p, plan), messages);
    expect(standingIn(map, messages).cuts.out(4, 0, 18)).toBe(3);
  });
});
