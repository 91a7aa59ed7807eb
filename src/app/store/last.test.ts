import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Kept, MOST_KEPT, MOST_KEPT_BYTES, withNewest } from './last.ts';

const kept = (hash: string, bytes = 10): Kept => ({ name: `${hash}.json`, hash, bytes, fragment: '' });
const hashes = (list: readonly Kept[]) => list.map(({ hash }) => hash);

test('the last used stands first, once, and those used longest ago make room', () => {
  const full = Array.from({ length: MOST_KEPT }, (_, i) => kept(`h${i}`));
  expect(withNewest(full, kept('h3'))).toMatchObject({ dropped: [] });
  expect(hashes(withNewest(full, kept('h3')).kept)).toEqual(['h3', 'h0', 'h1', 'h2', 'h4', 'h5', 'h6', 'h7']);
  expect(withNewest(full, kept('new')).dropped).toEqual(['h7']);
  expect(withNewest(full.slice(1), kept('new'))).toMatchObject({ dropped: [] });
});

test('their bytes together have a limit, but for the newest', () => {
  const half = MOST_KEPT_BYTES / 2;
  expect(withNewest([kept('a', half)], kept('b', half)).dropped).toEqual([]);
  expect(withNewest([kept('a', half)], kept('b', half + 1)).dropped).toEqual(['a']);
  expect(withNewest([kept('a', 5)], kept('b', MOST_KEPT_BYTES + 1))).toMatchObject({ dropped: ['a'], kept: [{ hash: 'b' }] });
});

test('docs/links.md states these limits', () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../../../docs/links.md'), 'utf8').replace(/\s+/g, ' ');
  expect(docs).toContain(`the last ${MOST_KEPT} transcripts that were opened, up to ${MOST_KEPT_BYTES / 1e6} MB together`);
});
