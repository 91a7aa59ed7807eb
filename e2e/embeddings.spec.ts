/** Embedding models: consent, what rows say they compare by, links, failures, progress and cancel. */
import { addModel, dialog, isPost, KEY, row, SECRET, send, start, test } from './model-talk.ts';
import { command } from './views/steps.ts';
import { expect, expectAccessible, openSettings, settled, settledAddress, statusLine, target } from './support.ts';

test('embeddings: nothing is sent before a yes, rows say what they compare by, and a link carries the choice without the key', {
  tag: '@deep',
}, async ({ page, server }) => {
  test.slow();
  await start(page);
  const before = server.received.length;
  const posts = () => server.received.slice(before).filter(isPost);
  await addModel(page, { kind: 'Embeddings', model: 'ok', url: `${server.origin}/v1`, key: KEY });
  await expect(page.getByText(/\d+ texts not embedded by ok yet\./)).toBeVisible();
  for (const key of ['semantic-clustering', 'retrieval']) await expect(row(page, key)).toContainText('by words, not by embeddings');
  // Who writes summaries stays as it was.
  const settings = await openSettings(page);
  await expect(settings.getByRole('combobox', { name: 'Summariser' })).toHaveValue('built-in');
  await expect(settings.getByRole('combobox', { name: 'Compare by' })).toHaveValue(`embedding:compatible/ok@${server.origin}/v1`);
  await settings.getByRole('button', { name: 'Close the settings' }).click();
  await row(page, 'retrieval').locator('[data-name]').click();
  const details = page.locator('[data-details]');
  await expect(details).toContainText(/Compared by words: \d+ of \d+ texts have no embedding .* Waits for your yes/);
  await page.getByRole('button', { name: 'Review and send' }).click();
  const ask = dialog(page, 'Send to a model?');
  await expect(ask).toContainText(`${server.origin}/v1`);
  await expect(ask).toContainText('a vector for each text');
  await expect(ask).toContainText('github-token × 1 · masked');
  await ask.getByText(/^3 · /).click();
  await expect(ask.getByRole('textbox', { name: 'Messages' })).toHaveValue(/My token is \[github-token\]/);
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'No, send nothing' }).click();
  expect(posts()).toEqual([]);
  await send(page);
  await settled(page);
  await expect(page.getByText(/\d+ texts embedded · [\d,]+ tokens in/)).toBeVisible();
  await expect(details).toContainText('Compared by embeddings (ok)');
  await expect(details).toContainText(/\d+ texts · about [\d,]+ tokens · once price unknown/);
  await expect(row(page, 'retrieval')).not.toContainText('by words');
  await expectAccessible(page);
  expect(posts().map(({ path }) => path)).toEqual(['/v1/embeddings', '/v1/embeddings']);
  for (const { body } of posts()) expect(body).not.toMatch(new RegExp(`${SECRET}|${KEY}`));
  // A row of its own choice, beside the same strategy by the embeddings.
  await details.getByRole('button', { name: 'Also with words (TF-IDF, BM25)' }).click();
  await expect(row(page, 'retrieval~2')).toBeVisible();
  // Another target and another visit send nothing; the key is nowhere in the link.
  await target(page).focus();
  await page.keyboard.press('ArrowLeft');
  expect(await settledAddress(page)).not.toContain(KEY);
  await page.reload();
  await settled(page);
  await expect(statusLine(page)).toContainText('81 messages');
  await expect((await openSettings(page)).getByRole('combobox', { name: 'Compare by' })).toHaveValue(/^embedding:/);
  await expect(page.getByText(/not embedded by ok yet/)).toBeHidden();
  expect(posts()).toHaveLength(2);
  await command(page, 'Real models, keys and prompts');
  await expect(page.getByText(/ · \d+ embeddings$/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/not embedded by ok yet/)).toBeVisible();
});

test('embeddings that fail leave the rows as words have them; a slow batch shows its progress and can be cancelled', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  test.slow();
  await start(page);
  await addModel(page, { kind: 'Embeddings', model: 'fewer', url: `${server.origin}/v1`, key: KEY });
  await send(page);
  await settled(page);
  await expect(page.getByRole('alert').filter({ hasText: /No vectors/ })).toBeVisible();
  await expect(row(page, 'semantic-clustering')).toContainText('by words, not by embeddings');
  await expect(page.locator('body')).not.toContainText(KEY);
  await addModel(page, { kind: 'Embeddings', model: 'hang', url: `${server.origin}/v1` });
  await (await openSettings(page)).getByRole('combobox', { name: 'Compare by' }).selectOption({ label: 'hang' });
  await send(page);
  await expect(page.getByText(/Embeddings: \d+ on their way, 0 done/)).toBeVisible();
  await expect(row(page, 'middle-removal')).toHaveAttribute('data-state', 'compacted');
  await page.getByRole('button', { name: 'Cancel', exact: true }).first().click();
  await expect(page.getByText(/texts not embedded by hang yet/)).toBeVisible();
  await (await openSettings(page)).getByRole('combobox', { name: 'Compare by' }).selectOption({ label: 'words (TF-IDF, BM25)' });
  await expect(page.getByText(/not embedded/)).toBeHidden();
});
