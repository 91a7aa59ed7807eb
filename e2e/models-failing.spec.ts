/** Real models that fail, are slow or hang: what the page says, and what stays. */
import { addModel, chooseAll, chooseSummariser, dialog, isPost, KEY, row, send, start, test } from './model-talk.ts';
import { expect, settled } from './support.ts';

const FAILURES: readonly (readonly [model: string, words: RegExp])[] = [
  ['status-401', /key is not accepted \(401\)/],
  ['status-403', /may not use this model or endpoint \(403\)/],
  ['status-404', /Unknown model or address \(404\)/],
  ['status-413', /Too long for this model \(413\)/],
  ['status-422', /Refused \(422\)/],
  ['empty', /answered nothing/],
  ['wrong-json', /Not this provider’s format/],
  ['wrong-type', /is a web page/],
];
/** No other call can end otherwise: the key, the model or the address is wrong. */
const GIVEN_UP = new Set(['status-401', 'status-403', 'status-404']);
const MOST_CALLS = 5;
test('a model that fails says what to do, one after the other', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await start(page);
  const url = `${server.origin}/v1`;
  // The key is entered with the first: it is the endpoint's.
  for (const [model, words] of FAILURES)
    await test.step(model, async () => {
      await addModel(page, { model, url, ...(model === FAILURES[0]![0] && { key: KEY }) });
      await chooseSummariser(page, { label: model });
      await settled(page);
      const waiting = page.getByText(/\d+ summaries by .*: waiting for your yes/);
      const wanted = Number(/\d+/.exec(await waiting.innerText())![0]);
      const before = server.received.length;
      await send(page);
      await settled(page);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      // Given up after the first three calls; those under way beside the third still end.
      if (GIVEN_UP.has(model)) {
        expect(wanted).toBeGreaterThan(MOST_CALLS);
        expect(server.received.slice(before).filter(isPost).length).toBeLessThanOrEqual(MOST_CALLS);
      }
      await expect(page.locator('body')).not.toContainText(KEY);
      // Rows without a model stand, and the page goes on.
      await expect(row(page, 'middle-removal')).toHaveAttribute('data-state', 'compacted');
      await expect(row(page, 'summary')).toContainText('no summary by the model');
      // Another try is asked for again.
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByRole('button', { name: 'Review and send' })).toBeVisible();
      await chooseSummariser(page, 'built-in');
      await expect(row(page, 'summary')).toHaveAttribute('data-state', 'compacted');
    });
});

test('a failure that may pass is tried again', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await start(page);
  const url = `${server.origin}/v1`;
  for (const [model, words] of [
    ['status-429-wait', /Next try in 3 s: Too many requests \(429\)/],
    ['status-500', /Next try in \d+ s: The endpoint failed \(500\)/],
    ['cut', /Next try in \d+ s: The answer broke off/],
  ] as const)
    await test.step(model, async () => {
      await addModel(page, { model, url });
      await chooseSummariser(page, { label: model });
      await send(page);
      await expect(page.getByText(words)).toBeVisible();
      await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
      await expect(page.getByRole('button', { name: 'Review and send' })).toBeVisible();
    });
});

test('an endpoint that allows no page (CORS) and one that is not there say so', { tag: '@deep' }, async ({ page, server }) => {
  await start(page);
  await addModel(page, { model: 'ok', url: `${server.origin}/no-cors/v1`, key: KEY });
  await send(page);
  await expect(page.getByRole('alert').filter({ hasText: /allows this page \(CORS\)/ })).toBeVisible();
});

test('a slow answer shows its progress; one that hangs is cancelled, and what is there stays', { tag: '@deep' }, async ({ page, server }) => {
  test.slow();
  await start(page);
  await addModel(page, { model: 'slower', url: `${server.origin}/v1`, key: KEY });
  await page.getByRole('button', { name: 'Review and send' }).click();
  await chooseAll(page);
  await dialog(page, 'Send to a model?').getByRole('button', { name: 'Yes, send' }).click();
  await expect(page.getByText(/characters received/)).toBeVisible();
  await settled(page);
  await expect(page.getByText(/summaries written/)).toBeVisible();
  await addModel(page, { model: 'hang', url: `${server.origin}/v1` });
  await chooseSummariser(page, { label: 'hang' });
  /** How a number of a row without a summary is drawn. */
  const drawn = () =>
    row(page, 'middle-removal')
      .locator('td')
      .filter({ hasText: /^[\d,]+$/ })
      .first()
      .evaluate((cell) => {
        const { color, opacity, textDecorationLine } = getComputedStyle(cell);
        return [color, opacity, textDecorationLine, getComputedStyle(cell.parentElement!).opacity];
      });
  await settled(page);
  await expect(page.getByText(/summaries by hang: waiting for your yes/)).toBeVisible();
  const before = await drawn();
  await send(page);
  await expect(page.getByText(/Summaries: 3 being written/)).toBeVisible();
  // The progress can be there before the row is: until then its numbers are of the comparison before.
  await expect.poll(drawn).toEqual(before);
  // The page is usable meanwhile: rows without a summary are there and their details open.
  await row(page, 'middle-removal').locator('[data-name]').click();
  await expect(page.locator('[data-details]').getByText('Context manager (S2) · ')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await expect(page.getByText(/summaries by hang: waiting for your yes/)).toBeVisible();
  await chooseSummariser(page, { label: 'slower' });
  await expect(page.getByText(/wait(ing)? for your yes/)).toBeHidden();
});
