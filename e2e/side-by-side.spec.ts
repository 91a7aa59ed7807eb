import { expect, importFile, open, ready, sharedFile, statusLine, test } from './support.ts';

test.use({ whole: true });

test.describe('side by side', () => {
  test('a real session: edited, summarised and dropped messages stand in their rows', { tag: '@deep' }, async ({ page }) => {
    await open(page);
    await importFile(page, sharedFile('pi/badlogic__large-session.jsonl'));
    await expect(statusLine(page)).toContainText('pi', { timeout: 45_000 });
    await ready(page);
    const region = page.getByRole('region', { name: 'Side by side' });
    await region.getByRole('button', { name: /^Message 3,/ }).click();
    // A is the session's own agent.
    await expect(region.getByText('why? A: summarised')).toBeVisible();
    await expect(region.getByRole('group', { name: 'Open' })).toContainText('theme');
  });
});
