/**
 * The built site for the browser tests, from a plain file server: no rewriting, no headers but the type and how long to keep. Below
 * `/short/` the first sample ends after its first messages, so that a page is compared and recalled in a moment. Below `/fonts/` are
 * those of the pictures, so that texts are as wide on every machine.
 * Usage: `node e2e/server.mjs PORT [FOLDER]`.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};
const SHORT = '/short/';
const SAMPLE = 'samples/coding-session.jsonl';
/** Lines of the sample that are left below `/short/`: 52 messages, 11,000 tokens, up to the second one of the user. */
const LINES = 80;

const dist = path.resolve(import.meta.dirname, '..', process.argv[3] ?? 'dist');

const FONTS = '/fonts/';
const packages = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable');
/** The first fonts of the page's own two lists; Chinese letters belong to both. A later face wins where two have a letter. */
const FAMILIES = [
  ['noto-sans-sc', 'Inter'],
  ['noto-sans-sc', 'JetBrains Mono'],
  ['inter', 'Inter'],
  ['jetbrains-mono', 'JetBrains Mono'],
];

async function font(name) {
  if (name !== 'fonts.css') {
    const file = path.join(packages, path.normalize(name));
    return file.startsWith(packages + path.sep) ? { name, body: await readFile(file) } : null;
  }
  const sheets = FAMILIES.map(async ([folder, family]) =>
    (await readFile(path.join(packages, folder, 'index.css'), 'utf8'))
      .replaceAll(/font-family: '[^']+'/g, `font-family: '${family}'`)
      .replaceAll('url(./', `url(${FONTS}${folder}/`)
      .replaceAll('font-display: swap', 'font-display: block'),
  );
  return { name, body: (await Promise.all(sheets)).join('\n') };
}

async function answer(pathname) {
  if (pathname.startsWith(FONTS)) return font(pathname.slice(FONTS.length)).catch(() => null);
  const short = pathname.startsWith(SHORT);
  const name = pathname.slice(short ? SHORT.length : 1) || 'index.html';
  const file = path.join(dist, path.normalize(name));
  if (!file.startsWith(dist + path.sep) || !(await stat(file).catch(() => null))?.isFile()) return null;
  const bytes = await readFile(file);
  return { name, body: short && name === SAMPLE ? bytes.toString().split('\n').slice(0, LINES).join('\n') : bytes };
}

const server = createServer(async (request, response) => {
  const found = await answer(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  const type = TYPES[path.extname(found.name)] ?? 'text/plain';
  // Names of assets have a hash: the browser keeps them, and what it compiled of them, from one test to the next.
  const cached = found.name.startsWith('assets/') || found.name.endsWith('.woff2') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {};
  response.writeHead(200, { 'content-type': type, ...cached }).end(found.body);
});
server.listen(Number(process.argv[2]), 'localhost');
