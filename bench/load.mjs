/**
 * Bundles a TypeScript module of the project like a production build and imports it, so that benchmarks time what is shipped. The oldest
 * supported Node runs no TypeScript.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** @param entry path of the module, relative to the repository's root; returns its exports. */
export async function load(entry) {
  // Inside node_modules, so that external packages resolve.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(path.join(cache, 'bench-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: true,
      rollupOptions: { input: { entry: path.join(root, entry) }, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  return import(pathToFileURL(path.join(outDir, 'entry.mjs')).href);
}
