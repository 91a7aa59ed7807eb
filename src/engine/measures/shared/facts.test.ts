/** Which facts a result keeps, leads to, or loses, on sessions that are small enough to read. */
import { describe, expect, test } from 'vitest';
import type { PreparedTranscript } from '../../signals/contract.ts';
import type { Edits, Plan } from '../../strategies/contract.ts';
import { letterPlan, resultOfPlan } from '../../testing/letter-plans.ts';
import { block, preparedSession, says, type SessionMessage, sessionOf } from '../../testing/sessions.ts';
import type { ImagePart, Part } from '../../transcript/types.ts';
import { lossList, lossValues } from '../run/losses.ts';
import type { Place } from '../types.ts';
import { factMaps, textNumber } from './fact-map.ts';
import { retainedShare } from '../fact-retention.ts';

const preparedFrom = (...lines: (SessionMessage | readonly SessionMessage[])[]): PreparedTranscript => preparedSession(sessionOf(lines));
const text = (words: string): Part => ({ type: 'text', text: words });
const image: ImagePart = { type: 'image', mime: 'image/png', bytes: 3, data: 'AAAA' };
const plan = (letters: string, extra: Partial<Plan> = {}): Plan => letterPlan(letters, { insertions: [], ...extra });
const note = (words: string) => ({ before: 0, role: 'user', content: { text: words } }) as const;
/** Stretches that are cut out of messages: message, part, piece, from, to. */
const cut = (...gaps: (readonly [number, number, number, number, number])[]): Edits => ({
  size: gaps.length,
  get: () => [],
  gaps(i, found) {
    const own = gaps.filter(([message]) => message === i);
    for (const [, part, piece, from, to] of own) found(part, piece, from, to);
    return own.length > 0;
  },
});
/** Facts that are, that something leads to, and that are lost. */
function counts(p: PreparedTranscript, one: Plan): readonly number[] {
  const { retained, recoverable, lost } = lossValues(p, resultOfPlan(p, one)).facts!.all;
  return [retained, recoverable, lost];
}
const lost = (p: PreparedTranscript, one: Plan) => lossList(p, resultOfPlan(p, one)).facts;
const names = (p: PreparedTranscript, one: Plan) => lost(p, one).map((fact) => `${fact.text} ${fact.fate}`);
const span = ({ message, part, piece, start, end }: Place): number[] => [message, part, piece, start, end];

describe('a fact', () => {
  /** INC-1001 twice, the others once each. */
  const p = preparedFrom(
    says('user', 'See INC-1001 and INC-1002.'),
    says('assistant', 'INC-1001 it is, not INC-1003.'),
    says('user', 'And INC-1004?'),
  );

  test('stands where one of the messages that say it does', () => {
    expect(counts(p, plan('KKK'))).toEqual([4, 0, 0]);
    expect(names(p, plan('KDK'))).toEqual(['INC-1003 lost']);
    expect(names(p, plan('DKK'))).toEqual(['INC-1002 lost']);
    expect(names(p, plan('DDK'))).toEqual(['INC-1001 lost', 'INC-1002 lost', 'INC-1003 lost']);
    expect(counts(p, plan('DDD'))).toEqual([0, 0, 4]);
  });

  test('stands where a new text says it', () => {
    expect(names(p, plan('DDK', { insertions: [note('It is INC-1002.')] }))).toEqual(['INC-1001 lost', 'INC-1003 lost']);
    expect(counts(p, plan('DDD', { insertions: [note('INC-1001, INC-1002, INC-1003, INC-1004, INC-1005')] }))).toEqual([4, 0, 0]);
  });

  test('stands in a text that is cut as long as no cut touches it', () => {
    // "See INC-1001 and INC-1002.": from 4 to 12 and from 17 to 25.
    const left = (from: number, to: number) => names(p, plan('EDK', { edits: cut([0, 0, 0, from, to]) }));
    expect(left(0, 4)).toEqual(['INC-1003 lost']);
    expect(left(12, 17)).toEqual(['INC-1003 lost']);
    expect(left(0, 5)).toEqual(['INC-1001 lost', 'INC-1003 lost']);
    expect(left(24, 26)).toEqual(['INC-1002 lost', 'INC-1003 lost']);
    expect(left(0, 26)).toEqual(['INC-1001 lost', 'INC-1002 lost', 'INC-1003 lost']);
    expect(counts(p, plan('EDK', { edits: cut([0, 0, 0, 11, 18]) }))).toEqual([1, 0, 3]);
    // What one message has lost another one still says.
    expect(names(p, plan('EKK', { edits: cut([0, 0, 0, 0, 26]) }))).toEqual(['INC-1002 lost']);
  });

  test('is said by which messages, and where in the first and the last of them', () => {
    const [first, second] = lost(p, plan('DDD'));
    expect([first!.text, first!.kind, first!.messages, span(first!.first), span(first!.last)]).toEqual([
      'INC-1001',
      'ticket',
      2,
      [0, 0, 0, 4, 12],
      [1, 0, 0, 0, 8],
    ]);
    expect([second!.messages, span(second!.first), span(second!.last)]).toEqual([1, [0, 0, 0, 17, 25], [0, 0, 0, 17, 25]]);
  });

  test('is said first where its message says it first: in its first part, first piece, first place', () => {
    const answers = (...words: string[]): Part => ({ type: 'tool-result', callId: 'a', content: words.map((one) => ({ type: 'text', text: one })) });
    const q = preparedFrom(
      { role: 'assistant', parts: [image, text('Hm.'), text('So: INC-1001, INC-1001.'), text('INC-1001!')] },
      { role: 'user', parts: [answers('nothing', 'and INC-1001', 'INC-1001')] },
      says('user', 'INC-1002'),
    );
    const [fact] = lost(q, plan('DDK'));
    expect([span(fact!.first), span(fact!.last), fact!.messages]).toEqual([[0, 2, 0, 4, 12], [1, 0, 1, 4, 12], 2]);
    // A later part of the message still says it.
    expect(names(q, plan('EDK', { edits: cut([0, 2, 0, 0, 23]) }))).toEqual([]);
    expect(names(q, plan('EDK', { edits: cut([0, 2, 0, 0, 23], [0, 3, 0, 0, 9]) }))).toEqual(['INC-1001 lost']);
    expect(names(q, plan('DEK', { edits: cut([1, 0, 1, 0, 12]) }))).toEqual([]);
  });

  test('counts in the tenth of the tokens in which it is said first', () => {
    const q = preparedFrom(...Array.from({ length: 10 }, (_, k) => says('user', `It is INC-10${k}${k}.`)));
    const tenths = lossValues(q, resultOfPlan(q, plan('KKKDDKKKKK'))).facts!.byTenth;
    expect(tenths.map(({ retained, lost: gone }) => [retained, gone].join(' '))).toEqual([
      '1 0',
      '1 0',
      '1 0',
      '0 1',
      '0 1',
      '1 0',
      '1 0',
      '1 0',
      '1 0',
      '1 0',
    ]);
  });

  test('counts for its kind', () => {
    const q = preparedFrom(says('user', 'INC-1001 is in src/a.ts and src/b.ts.'), says('user', 'src/b.ts'));
    const { byKind } = lossValues(q, resultOfPlan(q, plan('DK'))).facts!;
    expect([byKind.ticket, byKind.path, byKind.url]).toEqual([
      { retained: 0, recoverable: 0, lost: 1 },
      { retained: 1, recoverable: 0, lost: 1 },
      { retained: 0, recoverable: 0, lost: 0 },
    ]);
    expect([retainedShare(byKind.path), retainedShare(byKind.url)]).toEqual([0.5, null]);
  });
});

describe('what leads back to a fact', () => {
  /** 0: the user names the file; 1, 2: it is read; 3, 4: a page is fetched; 5: the agent says something of its own. */
  const p = preparedFrom(
    says('user', 'Look at src/a.ts.'),
    block('a', 'Read', '{"file_path":"src/a.ts"}', 'It says INC-1001.'),
    block('b', 'fetch', '{"url":"https://x.org/page"}', 'It says INC-1002.'),
    says('assistant', 'I say INC-1003.'),
    says('user', 'Go on.'),
  );

  test('the path or the address of the call that brought it, wherever that stands', () => {
    expect(names(p, plan('KDDKDDK'))).toEqual(['INC-1001 recoverable', 'INC-1002 recoverable', 'INC-1003 lost']);
    expect(lost(p, plan('KDDKDDK')).map(({ pointer }) => pointer)).toEqual([
      { kind: 'path', text: 'src/a.ts' },
      { kind: 'url', text: 'https://x.org/page' },
      null,
    ]);
    expect(counts(p, plan('KDDKDDK'))).toEqual([2, 2, 1]);
    const told = plan('DDDDDDK', { insertions: [note('See https://x.org/page.')] });
    expect(names(p, told)).toEqual(['src/a.ts lost', 'INC-1001 lost', 'INC-1002 recoverable', 'INC-1003 lost']);
  });

  test('a path leads to what a call wrote there, too', () => {
    const write = block('a', 'Write', '{"file_path":"src/a.ts","content":"INC-1001"}', 'Fine.');
    const q = preparedFrom(says('user', 'Make src/a.ts.'), write, says('assistant', 'It is there.'), says('user', 'Go on.'));
    expect(lost(q, plan('KDDKK')).map((fact) => [fact.text, fact.pointer])).toEqual([['INC-1001', { kind: 'path', text: 'src/a.ts' }]]);
    expect(names(q, plan('DDDKK'))).toEqual(['src/a.ts lost', 'INC-1001 lost']);
  });

  test('the reference in place of what was put aside', () => {
    const reference = '[offloaded result: 12 tokens]';
    const answers: Part = { type: 'tool-result', callId: 'a', content: [{ type: 'text', text: reference }] };
    const [path, fact] = lost(p, plan('DDODDDK', { edits: new Map([[2, [answers]]]) }));
    expect([path!.text, path!.fate]).toEqual(['src/a.ts', 'lost']);
    expect([fact!.text, fact!.fate, fact!.pointer]).toEqual(['INC-1001', 'recoverable', { kind: 'offload', text: reference }]);
  });

  test('a file that the call removed leads nowhere', () => {
    const q = preparedFrom(
      says('user', 'Remove src/a.ts.'),
      block('a', 'Bash', '{"command":"rm src/a.ts"}', 'It was INC-1001.'),
      says('user', 'Go on.'),
    );
    expect(names(q, plan('KDDK'))).toEqual(['rm src/a.ts lost', 'INC-1001 lost']);
  });
});

test('the map of a transcript: parts and texts in order, pieces without a text left out', () => {
  const result: Part = {
    type: 'tool-result',
    callId: 'a',
    content: [{ type: 'text', text: 'INC-1001' }, image, { type: 'text', text: 'INC-1002' }],
  };
  const p = preparedFrom({ role: 'user', parts: [image, text('INC-1003'), image] }, { role: 'tool', parts: [result] }, says('user', 'INC-1001'));
  const map = factMaps(p.transcript);
  expect([...map.firstPart]).toEqual([0, 3, 4, 5]);
  const numbers = [textNumber(map, 0, 0), textNumber(map, 1, 0), textNumber(map, 2, 0), ...[0, 1, 2].map((piece) => textNumber(map, 3, piece))];
  expect([...numbers, textNumber(map, 4, 0)]).toEqual([-1, 0, -1, 1, -1, 2, 3]);
  expect([...map.textPart]).toEqual([1, 3, 3, 4]);
  // Of a fact the newest text first.
  const id = map.index.text.indexOf('INC-1001');
  expect([...map.text.subarray(map.occurrences[id], map.occurrences[id + 1])]).toEqual([3, 1]);
});
