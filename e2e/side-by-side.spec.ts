import { expect, importFile, open, ready, sharedFile, statusLine, test } from './support.ts';

test.use({ whole: true });

test.describe('side by side', () => {
  test('shows the original and three strategies, and why each message has its fate', async ({ page }) => {
    await open(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    for (const letter of ['A', 'B', 'C']) await expect(region.getByText(letter, { exact: true }).first()).toBeVisible();
    await expect(region.getByText('Claude Code').first()).toBeVisible();
    await region.getByRole('button', { name: /^Message 1,/ }).click();
    await expect(region.getByText(/why\? priority/)).toBeVisible();
    for (const letter of ['A', 'B', 'C']) await expect(region.getByText(new RegExp(`why\\? .* by ${letter}$`))).toBeVisible();
  });

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
});
