/**
 * Bundles a TypeScript module of the project like a production build and imports it, so that what is measured is what is shipped. The oldest
 * supported Node runs no TypeScript.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/** The exports of a module; `bundle` alone is for threads that import it themselves. */
export const load = async (entry, changes = [], rewrite = undefined) => import(await bundle(entry, changes, rewrite));

/**
 * @param entry path of the module, relative to the repository's root; returns the address of its bundle
 * @param changes `[file, from, to]`: the bundle is built with other source text, to see what a piece of code is worth. A file that does
 *   not hold `from` exactly once is an error.
 * @param rewrite of each module's path and source: its source in the bundle
 */
export async function bundle(entry, changes = [], rewrite = (_, code) => code) {
  const changed = new Set();
  const changing = {
    name: 'changed-source',
    enforce: 'pre',
    transform(code, id) {
      let text = rewrite(path.relative(root, id), code);
      for (const [file, from, to] of changes) {
        if (path.relative(root, id) !== file) continue;
        if (text.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
        text = text.replace(from, () => to);
        changed.add(file);
      }
      return text === code ? null : { code: text, map: null };
    },
  };
  // Inside node_modules, so that external packages resolve.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(path.join(cache, 'bundle-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root,
    configFile: false,
    plugins: [changing],
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
  for (const [file] of changes) if (!changed.has(file)) throw new Error(`${file} is no part of ${entry}`);
  return pathToFileURL(path.join(outDir, 'entry.mjs')).href;
}
