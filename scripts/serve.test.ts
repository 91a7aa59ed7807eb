import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, staysInside } from './serve.mjs';

const SECRET = 'not for anybody';
let top = '';
let server: PreviewServer;
let address: URL;

/** Sent verbatim: a browser or `fetch` would resolve `..` first. */
const ask = (target: string) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    get({ host: address.hostname, port: address.port, path: target, headers: { accept: 'text/html,*/*' } }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += String(chunk);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    }).on('error', reject);
  });

beforeAll(async () => {
  top = mkdtempSync(path.join(tmpdir(), 'serve-'));
  const dist = path.join(top, 'site/dist');
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  mkdirSync(path.join(top, 'site/dist-of-another'));
  mkdirSync(path.join(top, 'outside'));
  writeFileSync(path.join(dist, 'index.html'), 'the page');
  writeFileSync(path.join(dist, 'assets/a.js'), 'inside');
  for (const file of ['outside/secret.txt', 'outside/index.html', 'site/secret.txt', 'site/dist-of-another/secret.txt'])
    writeFileSync(path.join(top, file), SECRET);
  symlinkSync(path.join(top, 'outside/secret.txt'), path.join(dist, 'link.txt'));
  symlinkSync('../secret.txt', path.join(dist, 'relative.txt'));
  symlinkSync(path.join(top, 'outside/secret.txt'), path.join(dist, 'hidden.html'));
  symlinkSync(path.join(top, 'outside'), path.join(dist, 'folder'));
  symlinkSync(path.join(top, 'site/dist-of-another'), path.join(dist, 'neighbour'));
  symlinkSync('assets/a.js', path.join(dist, 'own.js'));
  server = await serve(path.join(top, 'site'), 4790);
  address = new URL(server.resolvedUrls!.local[0]!);
});
afterAll(async () => {
  await server.close();
  rmSync(top, { recursive: true, force: true });
});

describe('npm start serves what is in dist/ and nothing else', () => {
  test.each([
    ['/', 'the page'],
    ['/assets/a.js', 'inside'],
    ['/assets/a.js?v=1', 'inside'],
    ['/%61ssets/a.js', 'inside'],
    // A link that stays inside.
    ['/own.js', 'inside'],
  ])('%s', async (target, body) => {
    expect(await ask(target)).toEqual({ status: 200, body });
  });

  test.each([
    '/link.txt',
    '/link.txt?x',
    '/l%69nk.txt',
    '/relative.txt',
    '/hidden.html',
    '/hidden',
    '/folder',
    '/folder/',
    '/folder/secret.txt',
    '/folder/index.html',
    '/neighbour/secret.txt',
    '/assets/../link.txt',
    '/../secret.txt',
    '/../../outside/secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2E%2E/dist-of-another/secret.txt',
    '/../dist-of-another/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '//../secret.txt',
  ])('not %s', async (target) => {
    const { status, body } = await ask(target);
    expect(body).not.toContain(SECRET);
    expect(status).toBe(404);
  });

  test('an address that cannot be decoded', async () => {
    expect(await ask('/%zz')).toEqual({ status: 400, body: '' });
    expect((await ask('/a%00b')).body).not.toContain(SECRET);
  });

  test('a page that is itself a link outside', async () => {
    const dist = path.join(top, 'linked');
    mkdirSync(dist);
    symlinkSync(path.join(top, 'outside/index.html'), path.join(dist, 'index.html'));
    expect(await staysInside(dist, '/')).toBe(false);
    expect(await staysInside(dist, '/anything')).toBe(false);
  });
});
