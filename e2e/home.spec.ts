/** What the page keeps for a person: steps back and forth, what was opened here, work without a network. */
import { expect, open, test } from './support.ts';

test('a drag is undone and redone as one step, by keys and by the arrows', async ({ page }) => {
  await open(page);
  const target = page.getByRole('slider', { name: 'Target', exact: true });
  const value = page.getByRole('textbox', { name: 'Target, value' });
  const before = await value.inputValue();
  const box = (await target.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 });
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(value).not.toHaveValue(before);
  const after = await value.inputValue();
  await expect(page.getByRole('button', { name: 'Undo: Target' })).toBeEnabled();
  await page.keyboard.press('Control+z');
  await expect(value).toHaveValue(before);
  await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo: Target' }).click();
  await expect(value).toHaveValue(after);
});
