import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Entry>>;

/** Node's rule: the nearest node_modules, from the package itself outwards. */
const resolves = (packages: Packages, where: string, name: string): boolean =>
  `${where ? `${where}/` : ''}node_modules/${name}` in packages ||
  (where !== '' && resolves(packages, where.slice(0, Math.max(0, where.lastIndexOf('/node_modules/'))), name));

/**
 * Optional dependencies (platform packages, mostly) that an entry of the lock names without an entry of their own, as `where > name`. npm then
 * refuses `npm ci` on every machine, or installs no binaries on the platforms that are missing.
 */
const missingFromLock = (packages: Packages): string[] =>
  Object.entries(packages).flatMap(([where, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) => (resolves(packages, where, name) ? [] : [`${where} > ${name}`])),
  );

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
