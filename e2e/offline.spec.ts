/** The page without a network, and a newer page that waits until it is asked for. Each test has a server that it can stop. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, ready, settled, statusLine, openSamples, test, visitor as visitorOf, target } from './support.ts';

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
  const context = await visitorOf(browser, { serviceWorkers: 'allow', viewport: { width: 1600, height: 1000 } }, {});
  return context.newPage();
}

const kept = (page: Page) => page.getByRole('contentinfo').getByText('Works offline');
const update = (page: Page) => page.getByRole('group', { name: 'A new version is ready' });

test('after the first visit the page works, compares and opens files without a network', { tag: '@deep' }, async ({ browser }) => {
  const { server, address } = await serve({ build: '1' });
  const page = await visitor(browser);
  await page.goto(address);
  await ready(page);
  await expect(statusLine(page)).toContainText('249 messages');
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await page.reload();
  await ready(page);
  await target(page).fill('30');
  await expect(target(page)).toHaveValue('30');
  await openSamples(page);
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
  await expect(update(other)).toContainText('other tabs of this page first (1)');
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

test('without a network the documents and Tune work too', { tag: '@deep' }, async ({ browser }) => {
  const { server, address } = await serve({ build: '1' });
  const page = await visitor(browser);
  await page.goto(address);
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  // A document from its address, which nothing has opened before, with its pictures, and another one by a link in it.
  await page.goto(`${address}?doc=study`);
  const document = page.getByRole('dialog').filter({ has: page.locator('[data-document-page]') });
  const title = document.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/A study on real transcripts/);
  const plots = document.getByRole('article').getByRole('img');
  await expect(plots).toHaveCount(2);
  await expect.poll(() => plots.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0))).toBe(true);
  await document.getByRole('searchbox', { name: 'Search titles' }).fill('codex');
  await document.getByRole('navigation', { name: 'All documents' }).getByRole('link').first().click();
  await expect(title).toHaveText(/^Codex CLI/);
  await page.keyboard.press('Escape');
  await ready(page);

  await page.getByRole('tab', { name: 'Tune' }).click();
  const form = page.getByRole('region', { name: 'What to tune' });
  await form.getByLabel('values').fill('2');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await settled(page);
  await expect(page.getByRole('region', { name: 'What to set' })).toContainText(/chosen on \d+, reported on \d+ checkpoints/);
  await expect(page.getByRole('img', { name: /^Needed later, kept by / })).toBeVisible();
  await page.context().close();
});

test('a newer page that comes while something runs is offered and not forced: the run ends, and the offer stays', { tag: '@deep' }, async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const state = { build: '1' };
  const { server, address } = await serve(state);
  const page = await visitor(browser);
  await page.goto(address);
  await expect(kept(page)).toBeVisible({ timeout: 60_000 });
  await ready(page);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByRole('tab', { name: 'Tune' }).click();
  const form = page.getByRole('region', { name: 'What to tune' });
  const progress = form.getByRole('progressbar', { name: 'Runs' });
  // So many values take several times as long as the newer page.
  await form.getByLabel('values').fill('100');
  await form.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(progress).toBeVisible();
  state.build = '2';
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  await expect(update(page)).toBeVisible({ timeout: 60_000 });
  await expect(progress).toBeVisible();
  const at = Number(await progress.getAttribute('value'));
  await settled(page);
  await expect(page.getByRole('region', { name: 'What to set' })).toBeVisible();
  await expect(progress).toHaveCount(0);
  await expect(form.getByRole('status')).toContainText(/^\d+ runs in \d+ s/);
  expect(Number(/^\d+/.exec(await form.getByRole('status').innerText())![0])).toBeGreaterThan(at);

  // A comparison after it: the settings that a person changes are compared by the page that is open.
  await page.getByRole('tab', { name: 'All policies' }).click();
  await target(page).fill('30');
  await ready(page);
  await expect(update(page)).toBeVisible();
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
  await page.context().close();
  server.closeAllConnections();
  server.close();
});
