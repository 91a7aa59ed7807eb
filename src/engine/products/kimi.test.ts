import { expect, it } from 'vitest';
import { kimi } from './kimi.ts';
import { fatesOf, spelled } from './testing/spelled.ts';

const of = (words: string, max_preserved_messages = 2) => fatesOf(kimi.compact(spelled(words), { max_preserved_messages }, 200_000));

it('Kimi CLI keeps the newest 2 user or assistant messages and what follows them', () => {
  expect(of('s u c t c t a')).toBe('ksss[u]kkk');
  expect(of('u a u')).toBe('s[u]kk');
  expect(of('u a u', 1)).toBe('ss[u]k');
});

it('Kimi CLI does nothing when there is nothing before them', () => {
  expect(of('s u a')).toBe('kkk');
  expect(of('u')).toBe('k');
  expect(of('u a u', 0)).toBe('kkk');
});
