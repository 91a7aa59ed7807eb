/** Statements and what of them a line says: the edges of words, sentences and levels. */
import { describe, expect, test } from 'vitest';
import type { Statement } from './stands.ts';
import { fateOf, lostStatements, plainText, preservedShare, statementCounts, StatementIndex, Statements } from './statements.ts';

const place = (message: number) => ({ message, part: 0, piece: 0, start: 0, end: 9 });
const indexOf = (...texts: string[]) => new StatementIndex(texts.map((text) => ({ text })));
/** Sentence and level of each that a line says. */
const said = (index: StatementIndex, line: string) => Array.from(index.read(line), (one) => [one >> 2, one & 3]);

describe('what a line says', () => {
  test('half of the words in one sentence of it, not in several', () => {
    const index = indexOf('Keep alpha bravo charlie delta.');
    expect(said(index, 'It is alpha. It is bravo. It is charlie.')).toEqual([]);
    expect(said(index, 'It is late. It is alpha, bravo, charlie. It is over.')).toEqual([[0, 1]]);
    // A word counts once, however often a sentence says it.
    expect(said(index, 'alpha alpha alpha bravo')).toEqual([]);
  });

  test('word for word also where the line goes on or has it in several sentences', () => {
    const index = indexOf('Keep it. Always!', 'Never push.');
    expect(said(index, 'He says “keep it”; never push')).toEqual([
      [0, 2],
      [2, 2],
    ]);
    expect(said(index, 'KEEP\\n it, always')).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  test('of Chinese pairs of characters, and single ones alone', () => {
    const index = indexOf('先运行测试', '停');
    expect(said(index, '运行一下测试')).toEqual([[0, 1]]);
    // Two of its four pairs: the last character alone is none.
    expect(said(index, '先运和行测')).toEqual([[0, 1]]);
    expect(said(index, '运动')).toEqual([]);
    expect(said(index, '请 停 下')).toEqual([[1, 2]]);
  });

  test('nothing, where nothing is said or asked for', () => {
    expect([said(indexOf('Keep it.'), ' \t'), said(indexOf(), 'Keep it.'), said(indexOf('…!'), '…!')]).toEqual([[], [], []]);
  });
});

describe('levels', () => {
  const level = (text: string, ...lines: string[]) => {
    const index = indexOf(text);
    return index.levels(lines.map((line) => index.read(line)))[0];
  };

  test('all sentences; half of them, also degraded ones; fewer', () => {
    const three = 'Mend alpha now. Test bravo then. Ship charlie last.';
    expect(level(three, 'mend alpha now', 'test bravo then', 'ship charlie last')).toBe(2);
    expect(level(three, 'mend alpha now', 'test bravo then', 'charlie ship')).toBe(1);
    expect(level(three, 'alpha mend', 'bravo test')).toBe(1);
    expect(level(three, 'mend alpha now')).toBe(0);
    expect(level('Mend alpha now. Test bravo then.', 'bravo test')).toBe(1);
    expect(level('Mend alpha now.', 'alpha mend')).toBe(1);
  });

  test('the best line counts, in whatever order', () => {
    expect([level('Mend alpha now.', 'mend alpha now', 'alpha mend'), level('Mend alpha now.', 'alpha mend', 'mend alpha now')]).toEqual([2, 2]);
  });

  test('a statement without words is lost, and so is one of which nobody speaks', () => {
    expect([level('…', '…'), level('Mend alpha now.')]).toEqual([0, 0]);
    expect([2, 1, 0].map(fateOf)).toEqual(['preserved', 'degraded', 'lost']);
  });
});

test('what differs from one mention to the next is no word of a text', () => {
  expect(plainText('  - “Keep”\\n`it` > now!?  ')).toBe('keep it now');
  expect(plainText('。，不要！')).toBe('不要');
  expect(plainText(' .,:; ')).toBe('');
});

test('statements of one wording are one, as it is said first', () => {
  const statements = new Statements<'user' | 'system'>();
  statements.add('  Keep it. ', 'user', place(1));
  statements.add('**keep it**', 'system', place(4));
  statements.add('...', 'user', place(5));
  expect(statements.list()).toEqual([{ text: 'Keep it.', group: 'user', places: [place(1), place(4)] }]);
});

test('counts, in all and by group, and the list of those that do not stand whole', () => {
  const all: Statement<'user' | 'system'>[] = [
    { text: 'A', group: 'user', places: [place(0), place(3)] },
    { text: 'B', group: 'user', places: [place(1)] },
    { text: 'C', group: 'system', places: [place(2), place(5)] },
  ];
  const counts = statementCounts(['system', 'user'], all, Uint8Array.of(2, 1, 0));
  expect(counts).toEqual({
    all: { preserved: 1, degraded: 1, lost: 1 },
    of: { system: { preserved: 0, degraded: 0, lost: 1 }, user: { preserved: 1, degraded: 1, lost: 0 } },
  });
  expect(preservedShare(counts!.all)).toBeCloseTo(1 / 3, 9);
  expect([statementCounts(['user'], [], new Uint8Array(0)), preservedShare({ preserved: 0, degraded: 0, lost: 0 })]).toEqual([null, null]);
  expect([...lostStatements(all, Uint8Array.of(2, 1, 0))]).toEqual([
    [1, { text: 'B', fate: 'degraded', place: place(1), group: 'user' }],
    [2, { text: 'C', fate: 'lost', place: place(2), group: 'system' }],
  ]);
});
