/**
 * Gzipped JavaScript that the page needs before anything lazy: the entry, what it imports statically, and the worker's
 * entry with its static imports. Read from Vite's manifest and the worker file itself.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT_KB = 260;
const dist = path.resolve(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const entry = Object.values(manifest).find((m) => m.isEntry);
const files = new Set();
const visit = (m) => {
  if (files.has(m.file)) return;
  files.add(m.file);
  for (const i of m.imports ?? []) visit(manifest[i]);
};
visit(entry);
// Workers are bundles of their own and not in the manifest: follow their static imports by text.
const assets = readdirSync(path.join(dist, 'assets')).map((f) => `assets/${f}`);
const follow = (file) => {
  if (files.has(file)) return;
  files.add(file);
  for (const [, name] of readFileSync(path.join(dist, file), 'utf8').matchAll(
    /(?:^|[;}\s])import\s*(?:[\w${},*\s]+from\s*)?["']\.\/([^"']+\.js)["']/g,
  ))
    follow(`assets/${name}`);
};
const worker = assets.filter((f) => /engine\.worker-.*\.js$/.test(f));
if (worker.length !== 1) {
  console.error(`size: expected one worker bundle in dist/assets, found ${worker.length}`);
  process.exit(1);
}
follow(worker[0]);

let sum = 0;
for (const f of files) {
  const bytes = gzipSync(readFileSync(path.join(dist, f))).length;
  sum += bytes;
  console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${f}`);
}
console.log(`${(sum / 1024).toFixed(1).padStart(8)} KB  initial JavaScript, gzip (limit ${LIMIT_KB} KB)`);
process.exit(sum / 1024 > LIMIT_KB ? 1 : 0);
