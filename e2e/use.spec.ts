/** The code for a person's own agent. */
import { expect, expectAccessible, open, test } from './support.ts';

test('the answer’s row as code, for each kind of agent', { tag: '@deep' }, async ({ page }) => {
  await open(page);
  const line = page.getByRole('region', { name: 'Answer' });
  const name = await line
    .locator('p')
    .filter({ hasText: /needed later/ })
    .getByRole('button')
    .first()
    .innerText();
  await line.getByRole('button', { name: 'Use in my agent' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Use .*${name.trim().slice(-8)}.* in my agent$`) });
  await expect(dialog.getByTestId('use-code')).toContainText(/compaction-playground\/ai-sdk/);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'OpenAI messages' }).check();
  await expect(dialog.getByTestId('use-code')).toContainText(/strategy: "[\w-]+"/);
  await dialog.getByRole('radio', { name: 'terminal' }).check();
  await expect(dialog.getByTestId('use-code')).toContainText(/npx compaction-playground compact/);
});
