/** The built site under a path of its own, from the plainest of file servers: no rewriting, no headers but the type. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, statusLine, openSamples, test } from './support.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};
const dist = path.resolve(import.meta.dirname, '../dist');
const PREFIX = '/tools/compaction/';

let server: Server;
test.beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) || 'index.html' : null;
    const file = name === null ? null : path.join(dist, path.normalize(decodeURIComponent(name)));
    if (!file?.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
});
test.afterAll(() => {
  server.close();
});

test('works under any path', async ({ page }) => {
  const { port } = server.address() as AddressInfo;
  const missing: string[] = [];
  page.on('response', (r) => r.status() >= 400 && missing.push(r.url()));
  await page.goto(`http://localhost:${port}${PREFIX}`);
  await expect(statusLine(page)).toContainText('249 messages', { timeout: 45_000 });
  await page.getByRole('tab', { name: 'All policies' }).click();
  await expect(page.getByRole('table', { name: 'Policies' }).getByRole('row', { name: /Sliding window/ })).toBeVisible();
  await openSamples(page);
  await page.getByRole('dialog').getByText('Research: cold-climate heat pumps').click();
  await expect(statusLine(page)).toContainText('84 messages');
  expect(missing).toEqual([]);
});
