/**
 * The built site for the browser tests, from a plain file server: no rewriting, no headers but the type and how long to keep. Below
 * `/short/` the first sample ends after its first messages, so that a page is compared and recalled in a moment. Below `/fonts/` are
 * those that the page asks for first, so that texts are as wide on every machine.
 */
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};
const SHORT = '/short/';
const SAMPLE = 'samples/coding-session.jsonl';
/** What the page has at its first paint is of the sample that it is served. */
const REPLIES = 'samples/first-replies.json';
/** Lines of the sample that are left below `/short/`: 52 messages, 11,000 tokens, up to the second one of the user. */
const LINES = 80;

/** Another build than the one in dist/, so that two runs do not disturb each other. */
const dist = path.resolve(import.meta.dirname, '..', process.env.E2E_DIST ?? 'dist');

const FONTS = '/fonts/';
const packages = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable');
/** The first fonts of the page's own two lists; Chinese letters belong to both. A later face wins where two have a letter. */
const FAMILIES = [
  ['noto-sans-sc', 'Inter'],
  ['noto-sans-sc', 'JetBrains Mono'],
  ['inter', 'Inter'],
  ['jetbrains-mono', 'JetBrains Mono'],
] as const;

async function fontSheet(): Promise<string> {
  const sheets = FAMILIES.map(async ([folder, family]) =>
    (await readFile(path.join(packages, folder, 'index.css'), 'utf8'))
      .replaceAll(/font-family: '[^']+'/g, `font-family: '${family}'`)
      .replaceAll('url(./', `url(${FONTS}${folder}/`)
      .replaceAll('font-display: swap', 'font-display: block'),
  );
  return (await Promise.all(sheets)).join('\n');
}

async function inside(folder: string, name: string): Promise<Buffer | null> {
  const file = path.join(folder, path.normalize(name));
  if (!file.startsWith(folder + path.sep) || !(await stat(file).catch(() => null))?.isFile()) return null;
  return readFile(file);
}

type Writer = typeof import('../src/worker/first-replies-writer.ts');
interface Loader {
  readonly load: (entry: string) => Promise<Writer>;
}

/** The sample below `/short/`, and what the page has of it at its first paint; made once. */
let short: Promise<{ readonly text: string; readonly replies: string }> | undefined;
async function makeShort(bytes: Buffer): Promise<{ readonly text: string; readonly replies: string }> {
  const text = bytes.toString().split('\n').slice(0, LINES).join('\n');
  const loader = '../scripts/load.mjs';
  const { load } = (await import(loader)) as Loader;
  const { firstReplies } = await load('src/worker/first-replies-writer.ts');
  return { text, replies: await firstReplies(new TextEncoder().encode(text), path.basename(SAMPLE)) };
}

async function answer(pathname: string): Promise<{ readonly name: string; readonly body: string | Buffer } | null> {
  if (pathname.startsWith(FONTS)) {
    const name = pathname.slice(FONTS.length);
    const body = name === 'fonts.css' ? await fontSheet() : await inside(packages, name);
    return body === null ? null : { name, body };
  }
  const isShort = pathname.startsWith(SHORT);
  const name = pathname.slice(isShort ? SHORT.length : 1) || 'index.html';
  const bytes = await inside(dist, isShort && name === REPLIES ? SAMPLE : name);
  if (!bytes) return null;
  if (!isShort || (name !== SAMPLE && name !== REPLIES)) return { name, body: bytes };
  short ??= makeShort(bytes);
  const { text, replies } = await short;
  return { name, body: name === SAMPLE ? text : replies };
}

/** Serves on a port that the system chooses; `E2E_PORT` tells the processes that start browsers. Returns what ends it. */
export default async function serve(): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    const found = await answer(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!found) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[path.extname(found.name)] ?? 'text/plain';
    // Names of assets have a hash: the browser keeps them, and what it compiled of them, from one test to the next.
    const cached =
      found.name.startsWith('assets/') || found.name.startsWith('fonts') || found.name.endsWith('.woff2')
        ? { 'cache-control': 'public, max-age=31536000, immutable' }
        : {};
    response.writeHead(200, { 'content-type': type, ...cached }).end(found.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.E2E_PORT = String((server.address() as AddressInfo).port);
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
