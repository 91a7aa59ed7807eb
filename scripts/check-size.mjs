/**
 * Gzipped JavaScript that the page needs before anything lazy: the entry with its static imports, and the worker's entry with its static
 * imports. Read from Vite's manifest and the worker file itself. Parts fetched right after the start for the first file (formats, strategies,
 * words of the engine; the tokenizer's ranks are data) are listed below the sum. `node scripts/check-size.mjs [folder of the built site]`
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { precacheOf } from './offline.mjs';

const LIMIT_KB = 260;
const KEPT_LIMIT_MB = 16;
const dist = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../dist'));
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
const entry = Object.values(manifest).find((m) => m.isEntry);
const files = new Set();
const visit = (m) => {
  if (files.has(m.file)) return;
  files.add(m.file);
  for (const i of m.imports ?? []) visit(manifest[i]);
};
visit(entry);
// Workers are separate bundles missing from the manifest: their static imports are found by text.
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

const line = (bytes, text) => console.log(`${(bytes / 1024).toFixed(1).padStart(8)} KB  ${text}`);
const sizeOf = (f) => gzipSync(readFileSync(path.join(dist, f))).length;
let sum = 0;
for (const f of files) {
  sum += sizeOf(f);
  line(sizeOf(f), f);
}
line(sum, `initial JavaScript, gzip (limit ${LIMIT_KB} KB)`);
const initial = new Set(files);
const page = Object.values(manifest).find((m) => m.src?.endsWith('i18n/en/engine.ts'));
visit(page);
for (const f of assets.filter((a) => /\/(?:reading|work)-.*\.js$/.test(a))) follow(f);
const soon = [...files].filter((f) => !initial.has(f)).reduce((total, f) => total + sizeOf(f), 0);
line(soon, 'more for the first comparison: formats, strategies and the words of the engine');
const kept = [...precacheOf(dist), { url: 'sw.js' }].reduce((total, { url }) => total + statSync(path.join(dist, url)).size, 0);
line(kept, `kept by the browser for work without a network (limit ${KEPT_LIMIT_MB} MB)`);
process.exit(sum / 1024 > LIMIT_KB || kept > KEPT_LIMIT_MB * 1024 * 1024 ? 1 : 0);
