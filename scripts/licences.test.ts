import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { build } from 'vite';
import { licenceOf, licences, licencesText, packageOf } from './licences.mjs';

let dir = '';
afterEach(() => dir && rmSync(dir, { recursive: true, force: true }));

/** A program that bundles `one` in its page and `two` in a worker; `files` override its files. */
function program(files: Readonly<Record<string, string>> = {}): string {
  dir = mkdtempSync(path.join(tmpdir(), 'licences-'));
  const all: Readonly<Record<string, string>> = {
    'main.js': `import { one } from 'one';\nnew Worker(new URL('./worker.js', import.meta.url), { type: 'module' });\nconsole.log(one);`,
    'worker.js': `import { two } from 'two/esm/two.js';\nconsole.log(two);`,
    'node_modules/one/package.json': '{"name":"one","version":"1.0.0","license":"MIT","type":"module","main":"index.js"}',
    'node_modules/one/index.js': 'export const one = Math.random();',
    'node_modules/one/LICENSE': 'The text of one.',
    'node_modules/two/package.json': '{"name":"two","version":"2.0.0","license":"Apache-2.0","type":"module"}',
    'node_modules/two/esm/package.json': '{"name":"two","type":"module"}',
    'node_modules/two/esm/two.js': 'export const two = Math.random();',
    'node_modules/two/COPYING': 'The text of two.',
    'node_modules/two/NOTICE': 'The notice of two.',
    'node_modules/unused/package.json': '{"name":"unused","version":"3.0.0"}',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    if (text !== '') writeFileSync(path.join(dir, file), text);
  }
  return dir;
}

async function built(root: string): Promise<string> {
  const bundled = licences('licences.txt');
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [bundled.emit()],
    worker: { format: 'es', plugins: () => [bundled.collect()] },
    build: { write: false, rollupOptions: { input: path.join(root, 'main.js') } },
  });
  const [{ output }] = [result].flat() as [{ output: readonly { fileName: string; source?: unknown }[] }];
  return String(output.find(({ fileName }) => fileName === 'licences.txt')?.source);
}

describe('licences of what is bundled', () => {
  test('page and worker, each package with its text and notice; what is not bundled is left out', async () => {
    const text = await built(program());
    for (const part of [
      'one 1.0.0 · MIT',
      'The text of one.',
      'two 2.0.0 · Apache-2.0',
      'The text of two.',
      'The notice of two.',
      'vite ',
      'rolldown ',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('unused');
    expect(text.match(/two 2\.0\.0/g)?.length).toBe(1);
  });

  test.each([
    ['no text', { 'node_modules/two/COPYING': '' }, /two@2\.0\.0 \(Apache-2\.0\) is bundled and brings no licence text/],
    ['an empty text', { 'node_modules/two/COPYING': '  \n' }, /two@2\.0\.0.*no licence text/],
    [
      'no licence',
      { 'node_modules/one/package.json': '{"name":"one","version":"1.0.0","type":"module","main":"index.js"}' },
      /one@1\.0\.0.*names no licence/,
    ],
  ])('%s: the build fails', async (_, files, error) => {
    await expect(built(program(files))).rejects.toThrow(error);
  });

  test('the package of a module: the nearest with a version, also inside another', () => {
    const root = program({ 'node_modules/one/node_modules/two/package.json': '{"name":"two","version":"9.0.0","license":"MIT"}' });
    const at = (...parts: string[]) => path.join(root, 'node_modules', ...parts);
    expect(packageOf(at('two', 'esm', 'two.js'))).toBe(at('two'));
    expect(packageOf(`${at('one', 'index.js')}?worker`)).toBe(at('one'));
    expect(packageOf(at('one', 'node_modules', 'two', 'x.js'))).toBe(at('one', 'node_modules', 'two'));
    expect(packageOf(path.join(root, 'main.js'))).toBeNull();
    expect(packageOf('\0vite/preload-helper.js')).toBeNull();
  });

  test('a package without a text has that of its repository', () => {
    const modules = path.resolve(import.meta.dirname, '../node_modules');
    expect(licenceOf(path.join(modules, '@ai-sdk/provider-utils'))).toMatchObject({
      identifier: 'Apache-2.0',
      text: licenceOf(path.join(modules, 'ai')).text,
    });
  });

  test('names in order, each once', () => {
    const one = (name: string) => ({ name, version: '1', identifier: 'MIT', text: 'x' });
    expect([...licencesText([one('b'), one('a')]).matchAll(/^(\w) 1 · MIT$/gm)].map(([, name]) => name)).toEqual(['a', 'b']);
  });
});
