/** Every reason that the engine gives has its words: whatever an export or a tooltip says, it never says a key. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { engine } from './en/engine.ts';
import { names } from './names.ts';

const ENGINE = path.resolve(import.meta.dirname, '../engine');

/** Keys written in the engine's own files, tests and their helpers left out. */
function keysOfReasons(): ReadonlySet<string> {
  const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  return new Set(
    files.flatMap((file) => Array.from(readFileSync(path.join(ENGINE, file), 'utf8').matchAll(/\bkey: '([a-z0-9-]+)'/g), ([, key]) => key!)),
  );
}

test('every reason has words', () => {
  const keys = keysOfReasons();
  expect(keys.size).toBeGreaterThan(150);
  const words = Object.keys({ ...names, ...engine }).map((key) => key.replace(/_(one|other)$/, ''));
  const known = new Set(words.map((key) => key.slice(key.indexOf('.') + 1)));
  // A line of a system's log is its event and fields.
  expect([...keys].filter((key) => !known.has(key) && !key.startsWith('log-'))).toEqual([]);
});
