/** The comparison of `npm run digests`: what it stores, and what it says of a change. */
import { expect, it } from 'vitest';
import { differences, fieldsOf, listIn, textOf } from './digests/list.mjs';

const row = (tokensAfter: number, share: number | null, note = '') =>
  fieldsOf({
    key: 'a',
    title: 'A',
    ms: 3,
    outcome: 'compacted',
    tokensAfter,
    note,
    fates: 'K'.repeat(60),
    measures: { independent: { strings: { share } } },
    decay: [{ round: 1, tokens: 12 }],
  });
const list = () => ({
  compare: { head: { 'budget.target': '9' }, pi: row(10, 0.1 + 0.2), codex: row(11, null, 'Twelve of them.') },
  map: { '0 pi': row(1, 2) },
});

it('has numbers to twelve digits, digests of what is long, and no times', () => {
  expect(row(10, 0.1 + 0.2, 'a b')).toEqual({
    outcome: 'compacted',
    tokensAfter: '10',
    note: '5e229e',
    fates: 'cb8630',
    'independent.strings.share': '0.3',
    'round1.tokens': '12',
  });
});

it('is read back as it was', () => {
  const text = textOf(list());
  expect(listIn(text)).toEqual(list());
  expect(text).toMatch(/^compare\tbudget\.target\nhead\t9\n\ncompare\toutcome\tfates\tround1\.tokens\n\*\tcompacted\t/);
});

it('says nothing of equal lists, and of one changed number exactly one line', () => {
  const after = list();
  expect(differences('a.json', list(), after)).toEqual([]);
  after.compare.pi = row(12, 0.3);
  expect(differences('a.json', listIn(textOf(list())), listIn(textOf(after)))).toEqual(['a.json, compare pi, tokensAfter: 10 → 12']);
});

it('says so where every row has changed, a field has come, a row has gone or one is new', () => {
  const { compare, map } = list();
  const after = {
    compare: { head: compare.head, pi: { ...compare.pi, more: '1' }, goose: compare.codex },
    map: { '0 pi': { ...map['0 pi'], outcome: 'refused' } },
  };
  expect(differences('a.json', list(), after)).toEqual([
    'a.json, compare pi, more: absent → 1',
    'a.json, compare codex: the row is no longer there',
    'a.json, map 0 pi, outcome: compacted → refused',
    'a.json, compare goose: a new row',
  ]);
});
