/** Browsers that refuse: storage that is blocked or full, parts of the page that do not come, tabs that share what is kept. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, importFile, open, ready, settledAddress, statusLine, openSamples, test, openShared } from './support.ts';
import { deflateRawSync } from 'node:zlib';

const talk = (n: number, word: string) =>
  Buffer.from(JSON.stringify(Array.from({ length: n }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `${word} ${i}` }))));
const file = (name: string, n: number) => ({ name, mimeType: 'application/json', buffer: talk(n, name) });
const linkOf = (data: unknown) => `#s=1.${deflateRawSync(JSON.stringify(data)).toString('base64url')}`;

/** The page works: a theme, a language, a drawer, a key, a file. */
async function useEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Theme/ }).click();
  const drawer = page.getByRole('button', { name: /^Side by side/ });
  const before = await drawer.getAttribute('aria-expanded');
  await page.keyboard.press('d');
  await expect(drawer).toHaveAttribute('aria-expanded', String(before !== 'true'));
  await importFile(page, file('mine.json', 6));
  await expect(statusLine(page)).toContainText('6 messages');
  await page.getByRole('button', { name: /^Language/ }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
}

test('a browser that blocks all storage shows the page, and says what it does not keep', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  await open(page, '');
  await importFile(page, file('kept.json', 4));
  await expect(page.getByText('This browser does not keep the session')).toBeVisible();
  await useEverything(page);
});

test('a full storage does not end a change of theme or language', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page);
  await useEverything(page);
});

const BROKEN: readonly (readonly [string, string, RegExp])[] = [
  [
    '150,001 rows',
    linkOf({ rows: Array.from({ length: 150_001 }, () => 1) }),
    /The link is too large \(150,001 entries at \$\.rows, over the limit of 500\); these are the defaults\./,
  ],
  [
    'messages by hand',
    linkOf({ replay: { hand: Array.from({ length: 150_001 }, () => 'x') } }),
    /entries at \$\.replay\.hand, over the limit of 1,000/,
  ],
  [
    'columns to sort by',
    linkOf({ view: { tables: { strategies: { sort: Array.from({ length: 21 }, (_, i) => `column-${i}`) } } } }),
    /The link is too large \(21 entries at \$\.view\.tables\.strategies\.sort, over the limit of 20/,
  ],
  ['levels', `#s=1.${deflateRawSync(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`).toString('base64url')}`, /over 20 levels deep/],
  ['bytes', linkOf({ view: { filter: 'x'.repeat(4_000_001) } }), /over 4,000,000 bytes/],
  ['a wrong value', linkOf({ settings: { target: 7.5 } }), /The link is not valid at \$\.settings\.target/],
];

test('links that are too large or wrong say so, and the page opens; a reload is sound again', { tag: '@deep' }, async ({ page }) => {
  for (const [, link, words] of BROKEN) {
    await open(page, link);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('radio', { name: 'same as A' })).toBeChecked();
    const address = await settledAddress(page);
    expect(address).not.toContain(link);
  }
  await expectAccessible(page);
  await page.reload();
  await ready(page);
  await expect(page.getByText('These are the defaults', { exact: false })).toHaveCount(0);
});

test('a link whose checks could not be fetched says so, and the page opens', { tag: '@deep' }, async ({ page, allowed }) => {
  allowed.errors.push(/Failed to load resource/);
  await page.route('**/assets/validate-*.js', (route) => route.abort());
  await open(page, linkOf({ settings: { target: 0.3 } }));
  await expect(page.getByText(/The link could not be read .*These are the defaults/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'same as A' })).toBeChecked();
});

test('a dialog that could not be fetched comes with "Try again", and can be put away', { tag: '@deep' }, async ({ page, allowed }) => {
  allowed.errors.push(/Failed to load resource/, /Failed to fetch dynamically imported module/);
  await open(page);
  let blocked = 0;
  await page.route(/\/assets\/(Share|Samples)Dialog-/, (route) => {
    blocked += 1;
    return route.abort();
  });
  await openShared(page, 'Link to this');
  const broken = page.getByRole('alert').filter({ hasText: 'Dialog failed' });
  await expect(broken).toBeVisible();
  expect(blocked).toBe(1);
  await broken.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => blocked).toBe(2);
  await expect(broken).toBeVisible();
  await page.unroute(/\/assets\/(Share|Samples)Dialog-/);
  await broken.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this comparison' });
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/#s=/);
  await expect(broken).toBeHidden();
  // It has its style, too.
  expect(await dialog.getByRole('textbox', { name: 'Link' }).evaluate((e) => getComputedStyle(e).resize)).not.toBe('both');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a dialog that failed while offline opens at the next click', { tag: '@deep' }, async ({ page, allowed }) => {
  allowed.errors.push(/Failed to load resource/, /Failed to fetch dynamically imported module/);
  await open(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Open a session', exact: true }).click();
  const broken = page.getByRole('alert').filter({ hasText: 'Dialog failed' });
  await broken.getByRole('button', { name: 'Close' }).click();
  await expect(broken).toBeHidden();
  await page.context().setOffline(false);
  await openSamples(page);
  await expect(page.getByRole('dialog').getByText('Customer support with policies')).toBeVisible();
});

test('two tabs keep a transcript each, and a new tab has the last; forgetting all deletes all', { tag: '@deep' }, async ({ page, context }) => {
  await open(page);
  await importFile(page, file('first.json', 4));
  await expect(statusLine(page)).toContainText('4 messages');
  await settledAddress(page);
  const other = await context.newPage();
  await open(other);
  await importFile(other, file('second.json', 8));
  await expect(statusLine(other)).toContainText('8 messages');
  await settledAddress(other);
  for (let round = 0; round < 2; round++) {
    await page.reload();
    await expect(page.getByRole('button', { name: 'first.json: details' })).toBeVisible();
    await expect(statusLine(page)).toContainText('4 messages');
    await other.reload();
    await expect(other.getByRole('button', { name: 'second.json: details' })).toBeVisible();
    await expect(statusLine(other)).toContainText('8 messages');
  }
  const third = await context.newPage();
  // Without a link: a link brings its own transcript.
  await third.goto('./');
  await ready(third);
  await expect(third.getByRole('button', { name: 'second.json: details' })).toBeVisible();
  await third.getByRole('button', { name: 'second.json: details' }).click();
  await third.getByRole('button', { name: 'Forget all kept sessions (2)' }).click();
  await expect(third.getByText('All kept sessions are deleted from this browser.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'This link needs its session' })).toContainText('first.json');
});

test('licences of the software in the page are a click away', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.keyboard.press('?');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Licences of the software here' });
  const text = await link.evaluate(async (a: HTMLAnchorElement) => (await fetch(a.href)).text());
  // Of the page, of the worker, of what is fetched later, and the licence itself that some only point to.
  for (const part of ['react-dom ', 'comlink ', 'gpt-tokenizer ', 'recharts ', 'ai ', 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION'])
    expect(text).toContain(part);
});
