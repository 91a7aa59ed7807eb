/** The code for a person's own agent. */
import { expect, expectAccessible, open, placeOf, settled, test } from './support.ts';

test('a row’s code is copied from its details: strategy, target, framework', { tag: '@deep' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);
  await page.getByRole('button', { name: 'Sliding window', exact: true }).first().click();
  await page.getByRole('button', { name: 'Use in my agent' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Use Sliding window in my agent' });
  await dialog.getByRole('radio', { name: 'OpenAI messages' }).check();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/compaction-playground\/openai'[\s\S]*strategy: "sliding-window"[\s\S]*target: 0\.5/);
});

test('the answer’s row as code, for each kind of agent', { tag: '@deep' }, async ({ page }) => {
  await open(page, '');
  await settled(page);
  const line = page.getByRole('region', { name: 'Answer' });
  const best = await page.getByRole('group', { name: /^B: / }).getAttribute('aria-label');
  await line.getByRole('button', { name: 'Use in my agent' }).click();
  const dialog = page.getByRole('dialog', { name: `Use ${best!.slice('B: '.length)} in my agent` });
  const code = dialog.getByTestId('use-code');
  for (const [framework, way] of [
    ['AI SDK', 'ai-sdk'],
    ['LangChain', 'langchain'],
    ['OpenAI Agents', 'openai-agents'],
    ['Anthropic messages', 'anthropic'],
    ['OpenAI messages', 'openai'],
  ] as const) {
    await dialog.getByRole('radio', { name: framework }).check();
    await expect(code).toContainText(`'compaction-playground/${way}'`);
    await expect(code).toContainText(/strategy: "[\w-]+"/);
  }
  await dialog.getByRole('radio', { name: 'terminal' }).check();
  await expect(code).toContainText(/^npx .*compaction-playground compact session\.jsonl/);
  await expectAccessible(page);
});

test('a product’s row: its own settings, where its numbers come from, and what it has no setting for', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill('Use Codex');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Use Codex.* in my agent$/ });
  await expect(dialog.getByRole('radio', { name: 'Codex CLI’s own settings' })).toBeChecked();
  await expect(dialog.getByTestId('use-code')).toContainText(/^model_context_window = \d+\nmodel_auto_compact_token_limit = \d+/);
  await expect(dialog).toContainText('~/.codex/config.toml');
  await expect(dialog).toContainText('Constants of the product: userTokens.');
  await expectAccessible(page);
});

test('on a phone nothing of the dialog is cut', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '');
  await page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Use in my agent' }).click();
  const dialog = page.getByRole('dialog', { name: /in my agent$/ });
  for (const radio of await dialog.getByRole('radio').all()) {
    const box = await placeOf(page, radio);
    expect([box.x >= 0, box.x + box.width <= 390]).toEqual([true, true]);
  }
  await expectAccessible(page);
});
