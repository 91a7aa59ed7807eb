import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingFromLock } from './lock.mjs';

const read = (name: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, '..', name), 'utf8'));

describe('package-lock.json', () => {
  const { packages } = read('package-lock.json');

  test('every optional dependency that an entry names has an entry of its own, so npm ci runs on every platform', () => {
    expect(missingFromLock(packages)).toEqual([]);
  });

  test('a platform package that is gone is found, wherever it stood', () => {
    const { 'node_modules/@biomejs/cli-darwin-arm64': gone, ...rest } = packages;
    expect(gone).toBeDefined();
    expect(missingFromLock(rest)).toEqual(['node_modules/@biomejs/biome > @biomejs/cli-darwin-arm64']);
    const nested = { 'node_modules/a': {}, 'node_modules/a/node_modules/b': { optionalDependencies: { c: '1', d: '1' } } };
    expect(missingFromLock({ ...nested, 'node_modules/a/node_modules/c': {}, 'node_modules/d': {} })).toEqual([]);
    expect(missingFromLock({ ...nested, 'node_modules/x/node_modules/c': {}, 'node_modules/d': {} })).toHaveLength(1);
  });

  test('package.json and the lock name the same exact versions', () => {
    const { dependencies, devDependencies } = read('package.json');
    expect(packages[''].dependencies).toEqual(dependencies);
    expect(packages[''].devDependencies).toEqual(devDependencies);
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      expect(packages[`node_modules/${name}`].version, name).toBe(version);
    }
  });
});
