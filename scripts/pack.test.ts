/** What scripts/pack.mjs would only find after a build: the manifest of the package against its sources. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

describe('package.json', () => {
  test('has nothing to install: what the package runs is in its build, frameworks are there already', () => {
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.private).toBeUndefined();
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true });
      expect(manifest.devDependencies[name], name).toMatch(/^\d/);
    }
  });

  test('every way in has types first, and a source', () => {
    const ways = Object.entries<{ types: string; default: string }>(manifest.exports).filter(([way]) => way !== './package.json');
    expect(ways.length).toBeGreaterThan(0);
    for (const [way, conditions] of ways) {
      expect(Object.keys(conditions), way).toEqual(['types', 'default']);
      const source = conditions.types.replace('./build/types/', 'src/').replace(/\.d\.ts$/, '.ts');
      expect(existsSync(path.join(root, source)), `${way}: ${source}`).toBe(true);
    }
    expect(manifest.bin).toEqual({ 'compaction-playground': 'build/bin.js' });
    expect(readFileSync(path.join(root, 'src/cli/bin.ts'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});
