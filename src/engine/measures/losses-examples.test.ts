/** What single measures of loss count and list, on sessions that are small enough to read. */
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../signals/contract.ts';
import type { Edits, Plan } from '../strategies/contract.ts';
import { letterPlan, resultOfPlan } from '../testing/letter-plans.ts';
import { block, preparedSession, says, sessionOf, type SessionMessage } from '../testing/sessions.ts';
import { lossDifference, lossLines, lossList, lossValues } from './run/losses.ts';
import type { Place } from './types.ts';

const preparedFrom = (...lines: (SessionMessage | readonly SessionMessage[])[]): PreparedTranscript => preparedSession(sessionOf(lines));
const note = (before: number, text: string) => ({ before, role: 'user', content: { text } }) as const;
const plan = (letters: string, notes: Plan['insertions'] = [], edits?: Edits): Plan =>
  letterPlan(letters, { insertions: notes, ...(edits && { edits }) });
/** An edit of message `of` that takes out one stretch of its part `part`. */
const cut = (of: number, part: number, from: number, to: number): Edits => ({
  size: 1,
  get: () => [],
  gaps(i, found) {
    if (i !== of) return false;
    found(part, 0, from, to);
    return true;
  },
});
const bash = (id: string, command: string, result: string) => block(id, 'Bash', JSON.stringify({ command }), result);
const textAt = (p: PreparedTranscript, { message, part, start, end }: Place): string => {
  const found = p.messages[message]!.parts[part]!;
  return (found.type === 'tool-call' ? found.args : found.type === 'text' ? found.text : '').slice(start, end);
};

describe('the artifact trail', () => {
  const WRITE = '{"content":"some text","file_path":"src/a.ts"}';
  /** Calls in messages 1, 3 and 5; the first behind some words. */
  const p = preparedFrom(
    says('user', 'Please tidy up.'),
    [
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'I do.' },
          { type: 'tool-call', id: 'a', name: 'Write', args: WRITE },
        ],
      },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'a', content: [{ type: 'text', text: 'ok' }] }] },
    ],
    block('b', 'Edit', '{"file_path":"src/b.ts"}', 'ok'),
    block('c', 'Read', '{"file_path":"src/c.ts"}', 'text'),
    says('user', 'Go on.'),
  );
  const counts = (one: Plan) => lossValues(p, resultOfPlan(p, one)).artifacts;
  const lost = (one: Plan) => lossList(p, resultOfPlan(p, one)).artifacts.map(({ path, operation, told }) => [path, operation, told]);

  test('kept calls tell of their files', () => {
    expect(counts(plan('KKKKKKKK'))).toEqual({ files: 3, told: 3, right: 3, f1: 1 });
    // The words before the first call are in another part than the message before it.
    expect(counts(plan('DKKDDDDK'))).toEqual({ files: 3, told: 1, right: 1, f1: 0.5 });
    expect(counts(plan('KDDDDKKK'))).toEqual({ files: 3, told: 1, right: 1, f1: 0.5 });
  });

  test('what a text says of a file counts where it stands: after what was before it, before what follows', () => {
    const all = 'KKKDDDDK';
    expect(counts(plan(all, [note(1, 'Deleted src/a.ts.')]))).toMatchObject({ told: 1, right: 1 });
    expect(counts(plan(all, [note(3, 'Deleted src/a.ts.')]))).toMatchObject({ told: 1, right: 0 });
    expect(counts(plan(all, [note(8, 'Deleted src/a.ts.')]))).toEqual({ files: 3, told: 1, right: 0, f1: 0 });
    expect(lost(plan(all, [note(8, 'Deleted src/a.ts.')]))).toEqual([
      ['src/a.ts', 'created', 'deleted'],
      ['src/b.ts', 'modified', null],
      ['src/c.ts', 'read', null],
    ]);
  });

  test('a call tells of its file as long as no cut touches the path', () => {
    const path = WRITE.indexOf('src/a.ts');
    const told = (from: number, to: number) => counts(plan('KEKDDDDK', [], cut(1, 1, from, to)))?.told;
    expect([told(2, 6), told(13, path), told(path + 8, WRITE.length)]).toEqual([1, 1, 1]);
    expect([told(path - 3, path + 1), told(path + 7, WRITE.length), told(0, WRITE.length)]).toEqual([0, 0, 0]);
  });

  test('a lost file leads to the path in the call that touched it last', () => {
    const [first] = lossList(p, resultOfPlan(p, plan('DDDDDDDK'))).artifacts;
    expect([first!.place.message, textAt(p, first!.place)]).toEqual([1, 'src/a.ts']);
    const q = preparedFrom(
      block('a', 'Write', '{"file_path":"src/a.ts"}', 'ok'),
      block('b', 'Edit', '{"file_path":"src/a.ts"}', 'ok'),
      block('c', 'Read', '{"file_path":"src/a.ts"}', 'text'),
      block('d', 'Edit', '{"file_path":"src\\\\b.ts"}', 'ok'),
      says('user', 'Go on.'),
    );
    const places = lossList(q, resultOfPlan(q, plan('DDDDDDDDK'))).artifacts.map(({ path, place }) => [path, place.message, place.start, place.end]);
    // The second path is written with two backslashes, so that it is nowhere in the arguments as it is.
    expect(places).toEqual([
      ['src/a.ts', 2, 14, 22],
      ['src/b.ts', 6, 0, 0],
    ]);
  });

  test('without files there is nothing to tell', () => {
    const q = preparedFrom(says('user', 'Hello.'), says('assistant', 'Hello.'));
    expect(lossValues(q, resultOfPlan(q, plan('DK'))).artifacts).toBeNull();
  });
});

describe('errors and their fixes', () => {
  const FIX = '{"file_path":"src/a.ts","new_string":"x"}';
  const failed = bash('a', 'npm test', 'TypeError: x is not a function\nexit code 1');
  /** Fails in 2, is mended by the second part of 3, works in 6; src/b.ts is changed in 7. */
  const p = preparedFrom(
    says('user', 'Please mend it.'),
    failed,
    {
      role: 'assistant',
      parts: [
        { type: 'text', text: 'I see.' },
        { type: 'tool-call', id: 'b', name: 'Edit', args: FIX },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'b', content: [{ type: 'text', text: 'ok' }] }] },
    bash('c', 'npm test', '12 passed'),
    block('d', 'Write', '{"file_path":"src/b.ts","content":"x"}', 'ok'),
    says('user', 'Go on.'),
  );
  const pair = (one: Plan, of = p): string =>
    Object.entries(lossValues(of, resultOfPlan(of, one)).errorFixPairs!)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');

  test('the error stands where its line does, the fix where its call does', () => {
    expect(pair(plan('KKKKKKKKKK'))).toBe('1 both');
    expect(pair(plan('KKKDDDDDDK'))).toBe('1 errorOnly');
    expect(pair(plan('KDDKKDDDDK'))).toBe('1 fixOnly');
    // The message before that of the fix is not the fix.
    expect(pair(plan('KDKDDDDDDK'))).toBe('1 errorOnly');
    expect(pair(plan('KDDDDKKKKK'))).toBe('1 neither');
  });

  test('a text tells of the fix where it says that the file was changed', () => {
    const told = (text: string) => pair(plan('KDDDDDDDDK', [note(9, text)]));
    expect(told('Modified src/a.ts.')).toBe('1 fixOnly');
    expect(told('Read src/a.ts.')).toBe('1 neither');
    expect(told('Created src/b.ts.')).toBe('1 neither');
    expect(told('TypeError: x is not a function')).toBe('1 errorOnly');
  });

  test('a fix of which something is left stands, one that is cut out as a whole does not', () => {
    const left = (from: number, to: number) => pair(plan('KDDEDDDDDK', [], cut(3, 1, from, to)));
    expect([left(0, FIX.length), left(0, FIX.length - 1), left(1, FIX.length)]).toEqual(['1 neither', '1 fixOnly', '1 fixOnly']);
  });

  test('without a changed file only the call that worked is the fix', () => {
    const q = preparedFrom(
      block('x', 'Write', '{"file_path":"src/a.ts","content":"x"}', 'ok'),
      block('y', 'Write', '{"file_path":"src/b.ts","content":"x"}', 'ok'),
      failed,
      bash('c', 'npm test', '12 passed'),
      says('user', 'Go on.'),
    );
    expect(pair(plan('DDDDDDKDK'), q)).toBe('1 fixOnly');
    expect(pair(plan('KKKKDDDDK', [note(8, 'Created src/a.ts and src/b.ts.')]), q)).toBe('1 neither');
    expect(lossList(q, resultOfPlan(q, plan('DDDDDDDDK'))).errorFixPairs).toMatchObject([{ fix: '', errorStands: false, fixStands: false }]);
  });

  test('a pair is listed unless both stand', () => {
    const listed = (letters: string) => lossList(p, resultOfPlan(p, plan(letters))).errorFixPairs;
    expect(listed('KKKKKDDDDK')).toEqual([]);
    expect(listed('KDDKKDDDDK')).toMatchObject([{ error: 'TypeError: x is not a function', fix: 'src/a.ts', errorStands: false, fixStands: true }]);
    expect(listed('KKKDDDDDDK')).toMatchObject([
      { errorStands: true, fixStands: false, errorPlace: { message: 2 }, fixPlace: { message: 3, part: 1 } },
    ]);
  });
});

describe('a sentence of the original', () => {
  /** A constraint of 20 characters in messages 0 and 1, another one behind the second. */
  const p = preparedFrom(says('user', 'Never push to trunk.'), says('user', 'Hm. Never push to trunk. Always test it.'), says('assistant', 'Fine.'));
  const levels = (letters: string, edits?: Edits) =>
    lossList(p, resultOfPlan(p, plan(letters, [], edits))).constraints.map(({ text, fate, place }) => `${text} ${fate} ${place.message}`);

  test('is preserved where no cut goes through it, degraded as long as half of its characters are left', () => {
    const left = (from: number, to: number) => levels('EDK', cut(0, 0, from, to))[0];
    expect(levels('KKK')).toEqual([]);
    expect([left(0, 10), left(10, 20), left(4, 13)]).toEqual(Array.from({ length: 3 }, () => 'Never push to trunk. degraded 0'));
    expect([left(0, 11), left(0, 20)]).toEqual(['Never push to trunk. lost 0', 'Never push to trunk. lost 0']);
    expect(levels('DEK', cut(1, 0, 0, 4))).toEqual([]);
    expect(levels('DEK', cut(1, 0, 24, 40))).toEqual(['Always test it. lost 1']);
  });

  test('counts at its best place, and a new text may say more of it', () => {
    expect(levels('DKK')).toEqual([]);
    expect(levels('EDK', cut(0, 0, 0, 9))).toEqual(['Never push to trunk. degraded 0', 'Always test it. lost 1']);
    expect(levels('EKK', cut(0, 0, 0, 20))).toEqual([]);
    const told = resultOfPlan(p, plan('EDK', [note(0, 'Never push to trunk.')], cut(0, 0, 0, 9)));
    expect(lossList(p, told).constraints.map(({ text }) => text)).toEqual(['Always test it.']);
  });
});

describe('two results', () => {
  const p = preparedFrom(
    says('user', 'See INC-1001.'),
    says('assistant', 'See INC-1002.'),
    says('assistant', 'See INC-1003.'),
    says('user', 'Go on.'),
  );
  const [first, second] = [resultOfPlan(p, plan('KDDK')), resultOfPlan(p, plan('DKDK'))];
  const facts = (list: { readonly facts: readonly { readonly text: string }[] }) => list.facts.map(({ text }) => text);

  test('what one still has and the other loses', () => {
    const { onlyFirst, onlySecond } = lossDifference(p, first, second);
    expect([facts(onlyFirst), facts(onlySecond)]).toEqual([['INC-1001'], ['INC-1002']]);
  });

  test('the lines of a list, of all that is lost or of what the other one still has', () => {
    const lines = (against: typeof first | null) =>
      lossLines(p, first, against, () => undefined)
        .get('fact-retention')!
        .map(({ text }) => text);
    expect([lines(null), lines(second), lines(first)]).toEqual([['INC-1002', 'INC-1003'], ['INC-1002'], []]);
    const same = { ...first, outcome: 'unchanged' as const };
    expect(lines(same)).toEqual(['INC-1002', 'INC-1003']);
    expect([...lossLines(p, same, null, () => undefined).values()].flat()).toEqual([]);
  });
});
