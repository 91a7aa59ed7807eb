import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { precacheOf } from './offline.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'offline-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every file of the site is kept: under its name where that has a hash, else with the hash of its bytes', () => {
  for (const [name, text] of [
    ['index.html', 'a'],
    ['sw.js', 'the worker itself'],
    ['.vite/manifest.json', '{}'],
    ['assets/index-abc.js', '1'],
    ['docs/measures/recall.html', 'b'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const first = precacheOf(folder);
  expect(first.map(({ url }) => url)).toEqual(['assets/index-abc.js', 'docs/measures/recall.html', 'index.html']);
  expect(first.map(({ revision }) => revision?.length)).toEqual([undefined, 16, 16]);
  writeFileSync(path.join(folder, 'index.html'), 'changed');
  const second = precacheOf(folder);
  expect(second.map(({ revision }, i) => revision === first[i]!.revision)).toEqual([true, true, false]);
});
