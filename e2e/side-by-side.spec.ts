import { expect, expectAccessible, importFile, open, ready, sharedFile, statusLine, test } from './support.ts';

test.use({ whole: true });

test.describe('side by side', () => {
  test('shows the original and three strategies, and why each message has its fate', async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await expect(region.getByText('Middle removal')).toBeVisible();
    await expect(region.getByText('Oldest removal')).toBeVisible();
    await expect(region.getByText('Context compactor')).toBeVisible();
    await region.getByRole('button', { name: /^Message 1,/ }).click();
    await expect(region.getByText(/why\? priority/)).toBeVisible();
    await expect(region.getByText('why? kept by A')).toBeVisible();
    await expect(region.getByText('why? dropped by B')).toBeVisible();
    await expect(region.getByText('why? summarised by C')).toBeVisible();
    await expect(region.getByText('written by built-in (extractive)')).toBeVisible();
  });

  test('a pinned message stays in every strategy', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByRole('button', { name: /^Message 1,/ }).click();
    await expect(region.getByText('why? dropped by B')).toBeVisible();
    await region.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(region.getByText('why? kept by B')).toBeVisible();
    await expect(region.getByText('why? kept by C')).toBeVisible();
    await region.getByRole('button', { name: 'Unpin' }).click();
    await expect(region.getByText('why? dropped by B')).toBeVisible();
    await region.getByRole('combobox', { name: 'Set priority' }).selectOption('CRITICAL');
    await expect(region.getByText('why? kept by B')).toBeVisible();
  });

  test('the row that was opened is among the columns, and leaves with it', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    await expect(page.getByRole('contentinfo')).toContainText('strategies compared');
    const region = page.getByRole('region', { name: 'Side by side' });
    await expect(region.getByText('Context compactor')).toBeVisible();
    await expect(region.getByText('Fact ledger')).toHaveCount(0);
    const name = page.locator('tr[data-key="fact-ledger"] [data-name]');
    await name.click();
    await expect(region.getByText('Fact ledger')).toBeVisible();
    await expect(region.getByText(/^opened/)).toBeVisible();
    await region.getByRole('button', { name: /^Message 1,/ }).click();
    await expect(region.getByText(/^why\? .+ by D$/).first()).toBeVisible();
    await name.click();
    await expect(region.getByText('Fact ledger')).toHaveCount(0);
    await expect(region.getByText('Context compactor')).toBeVisible();
  });

  test('goes from difference to difference, by key and by button', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByRole('button', { name: /Next difference/ }).click();
    const opened = region.getByRole('button', { expanded: true, name: /^Message/ });
    await expect(opened).toBeVisible();
    const first = await opened.getAttribute('aria-label');
    await opened.press('j');
    await expect(opened).not.toHaveAttribute('aria-label', first!);
    await opened.press('k');
    await expect(opened).toHaveAttribute('aria-label', first!);
  });

  test('finds text, and only differences folds what all keep', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    const box = region.getByRole('searchbox', { name: 'Find in text' });
    await box.fill('migrations');
    await expect(region.getByText(/^1 of \d+$/)).toBeVisible();
    await box.press('Enter');
    await expect(region.getByText(/^2 of \d+$/)).toBeVisible();
    await box.fill('no such words anywhere 4711');
    await expect(region.getByText('no match')).toBeVisible();
    await box.fill('');
    await region.getByLabel('Only differences').check();
    // The end of the list moves while groups on the way are measured.
    await expect(async () => {
      await page.getByRole('group', { name: 'Side by side' }).press('End');
      await expect(region.getByText(/messages? kept by all/).first()).toBeVisible({ timeout: 1000 });
    }).toPass();
  });

  test('unified and request views show the whole request as text', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByText('unified', { exact: true }).click();
    await expect(region.getByRole('group', { name: 'unified' })).toContainText('@@');
    await region.getByLabel('Strategy').selectOption({ label: 'C Context compactor' });
    await expect(region.getByRole('group', { name: 'unified' })).toContainText('Summary of the conversation');
    await region.getByText('request', { exact: true }).click();
    await region.getByLabel('Format').selectOption({ label: 'OpenAI Chat Completions' });
    await expect(region.getByRole('group', { name: 'request' })).toContainText('"messages"');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await region.getByRole('button', { name: 'Copy' }).click();
    await expect(region.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(JSON.parse(copied).messages.length).toBeGreaterThan(5);
  });

  test('markup in a transcript stays text', { tag: '@deep' }, async ({ page }) => {
    const markup = '<img src=x onerror="window.__xss=1"><script>window.__xss=1</script>[x](javascript:window.__xss=1)';
    const messages = [
      { role: 'system', content: markup },
      { role: 'user', name: markup, content: markup },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: markup, arguments: JSON.stringify({ [markup]: markup }) } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: markup },
      ...Array.from({ length: 30 }, (_, i) => ({ role: i % 2 ? 'assistant' : 'user', content: `${markup} ${'words '.repeat(40)} ${i}` })),
    ];
    await open(page);
    await importFile(page, { name: 'markup.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ messages })) });
    await expect(statusLine(page)).toContainText('34 messages');
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByRole('button', { name: /^Message 2,/ }).click();
    await expect(region.getByText(markup).first()).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { __xss?: number }).__xss)).toBeUndefined();
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`is accessible with an open message, ${scheme}`, { tag: '@deep' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await open(page);
      const region = page.getByRole('region', { name: 'Side by side' });
      await region.getByRole('button', { name: /^Message 2,/ }).click();
      await expect(region.getByText(/why\? priority/)).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('a real session: edited, summarised and dropped messages stand in their rows', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
    await expect(statusLine(page)).toContainText('pi session', { timeout: 45_000 });
    await ready(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByRole('button', { name: /^Message 3,/ }).click();
    // A is the session's own agent.
    await expect(region.getByText('why? summarised by A')).toBeVisible();
    await expect(region.getByRole('group', { name: 'Open' })).toContainText('theme');
  });

  test('narrow: a list of messages with the fates of the pinned strategies', { tag: '@deep' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('./');
    const region = page.getByRole('region', { name: 'Side by side' });
    const message = region.getByRole('button', { name: /^Message 1,/ });
    await expect(message).toBeVisible({ timeout: 45_000 });
    await message.click();
    await expect(region.getByText('why? dropped by B')).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
