/** The page without a network, and a newer page that waits until it is asked for. Each test has a server that it can stop. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, ready, seen, statusLine, test } from './support.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
const dist = path.resolve(import.meta.dirname, '../', process.env.E2E_DIST ?? 'dist');
const PREFIX = '/any/path/';

/** The built site; `build` is put into the service worker, as another build would. */
async function serve(state: { build: string }): Promise<{ server: Server; address: string }> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.slice(PREFIX.length) || 'index.html';
    const file = path.join(dist, path.normalize(decodeURIComponent(name)));
    const bytes = pathname.startsWith(PREFIX) && file.startsWith(dist) ? await readFile(file).catch(() => null) : null;
    if (!bytes) {
      response.writeHead(404).end();
      return;
    }
    const body = name === 'sw.js' ? `${bytes.toString()}\n// ${state.build}` : bytes;
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { server, address: `http://localhost:${(server.address() as AddressInfo).port}${PREFIX}` };
}

/** A page of a fresh visitor; the other tests run without service workers. */
async function visitor(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 1600, height: 1000 } })).newPage();
  await seen(page);
  return page;
}

const kept = (page: Page) => page.getByRole('contentinfo').getByText('Works offline');
const update = (page: Page) => page.getByRole('group', { name: 'A new version is ready' });

test('after the first visit the page works, compares and opens files without a network', { tag: '@deep' }, async ({ browser }) => {
  const { server, address } = await serve({ build: '1' });
  const page = await visitor(browser);
  await page.goto(address);
  await expect(statusLine(page)).toContainText('249 messages', { timeout: 60_000 });
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await page.reload();
  await ready(page);
  await page.getByRole('slider', { name: 'Target', exact: true }).fill('30');
  await expect(page.getByRole('textbox', { name: 'Target, value' })).toHaveValue('30');
  await page.getByRole('button', { name: 'Samples' }).first().click();
  await page.getByRole('dialog').getByText('Research: cold-climate heat pumps').click();
  await expect(statusLine(page)).toContainText('84 messages');
  await page.context().close();
});

test('a newer page is offered, and loaded only by a click and with no other tab open', { tag: '@deep' }, async ({ browser }) => {
  const state = { build: '1' };
  const { server, address } = await serve(state);
  const page = await visitor(browser);
  await page.goto(address);
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  state.build = '2';
  const other = await page.context().newPage();
  await other.goto(address);
  await expect(update(other)).toBeVisible({ timeout: 60_000 });
  // The tab that was open is told too, and goes on.
  await expect(update(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await update(other).getByRole('button').click();
  await expect(update(other)).toContainText('1 other tab');
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await other.close();
  await update(page).getByRole('button').click();
  await expect.poll(() => page.evaluate(() => 'stays' in window).catch(() => true)).toBe(false);
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  await expect(update(page)).toHaveCount(0);
  await page.context().close();
  server.closeAllConnections();
  server.close();
});
