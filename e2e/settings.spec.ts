import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, open, openSettings, ready, settledAddress, SHOWN_ROWS, test } from './support.ts';

const S1 = 'context_compaction:\n  trigger_ratio: 0.75\n  keep_recent_rounds: 5\n  summary_max_length: 700\n';

const slider = (settings: Locator, name: string) => settings.getByRole('slider', { name, exact: true });
const field = (settings: Locator, name: string) => settings.getByRole('textbox', { name: `${name}, value` });

async function openDialog(page: Page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('Paste a configuration');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: /^Paste a configuration/ });
}

test('settings: every slider has its field and moves the comparison; a pasted configuration travels in the link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, SHOWN_ROWS);
  await test.step('sliders and fields', async () => {
    const settings = await openSettings(page);
    for (const name of [
      'Context window',
      'Trigger',
      'Target',
      'Keep recent',
      'Preserve start',
      'Preserve end',
      'Long, HIGH over',
      'Short, LOW under',
      'Weights',
    ]) {
      await expect(slider(settings, name)).toBeVisible();
      await expect(field(settings, name)).toBeVisible();
    }
    const row = page.getByRole('table', { name: 'Policies' }).getByRole('row', { name: /Oldest removal/ });
    /** Tokens after the strategy: the only number with a separator. */
    const tokens = async () => /\d{1,3}(,\d{3})+/.exec((await row.first().textContent())!)?.[0];
    await ready(page);
    const before = await tokens();
    expect(before).toBeDefined();
    await slider(settings, 'Target').focus();
    for (let i = 0; i < 15; i++) await page.keyboard.press('ArrowLeft');
    await expect(field(settings, 'Target')).toHaveValue('35');
    await ready(page);
    await expect.poll(tokens).not.toBe(before);
    await field(settings, 'Target').fill('50');
    await field(settings, 'Target').press('Enter');
    await ready(page);
    await expect.poll(tokens).toBe(before);
    await settings.getByRole('button', { name: 'Close the settings' }).click();
  });
  await test.step('a configuration', async () => {
    const dialog = await openDialog(page);
    await dialog.getByRole('textbox', { name: 'Paste a configuration' }).fill(S1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await expect(dialog).toBeHidden();

    await ready(page);
    const row = page.getByRole('row', { name: /Context compactor/ });
    await row.getByRole('button', { name: 'Context compactor', exact: true }).click();
    await expect(page.getByRole('textbox', { name: /Keep recent rounds of Context compactor, value/ })).toHaveValue('5');

    // The link has the open row too.
    await settledAddress(page);
    await page.reload();
    await expect(page.getByRole('textbox', { name: /Keep recent rounds of Context compactor, value/ })).toHaveValue('5');

    const again = await openDialog(page);
    await again.getByRole('button', { name: 'Copy Context compactor (S1) YAML' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(
        'context_compaction:\n  enabled: true\n  max_context_tokens: 80000\n  trigger_ratio: 0.75\n  keep_recent_rounds: 5\n  require_confirmation: true\n  summary_max_length: 700\n',
      );
  });
});

test('a configuration that is wrong says where, and changes nothing', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const dialog = await openDialog(page);
  const text = dialog.getByRole('textbox', { name: 'Paste a configuration' });
  await text.fill('context_compaction:\n  trigger_ratio: 7\n');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Line 2: context_compaction.trigger_ratio is 7, expected a number from 0.1 to 1');
  await expect(text).toHaveValue(/trigger_ratio: 7/);

  await text.fill('{"conversation": {"autoCompression": {"keepRecentCount": 3}}}');
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await expect(dialog.getByText(/does not start with a real model until summaryModel/)).toBeVisible();
  await expectAccessible(page);
});
