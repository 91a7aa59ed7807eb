/** Prompts in the dialog of models: whose wording is sent, and that what is chosen reaches the strategies it names. */
import { PROMPTS } from '../src/models/instructions.ts';
import { addModel, dialog, isPost, KEY, send, start, test } from './model-talk.ts';
import { command } from './views/steps.ts';
import { expect, settled } from './support.ts';

test('the wording that is chosen, or written, is what the endpoint gets; reset brings the own one back', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  test.slow();
  await start(page);
  await addModel(page, { model: 'ok', url: `${server.origin}/v1`, key: KEY });
  const open = async (strategy: RegExp) => {
    await command(page, 'Real models, keys and prompts');
    const prompts = dialog(page, 'Real models').getByRole('region', { name: 'Prompts' });
    const prompt = prompts.locator('details').filter({ has: page.locator('summary', { hasText: strategy }) });
    await prompt.locator('summary').click();
    return prompt;
  };
  // Listed by the strategies that follow it, each once.
  const auto = await open(/Auto compression/);
  await expect(auto.locator('summary')).not.toContainText('Context compactor');
  await expect(auto.getByRole('textbox')).toHaveValue(PROMPTS.S4);
  await auto.getByLabel('Wording').selectOption('S0');
  await expect(auto.getByRole('textbox')).toHaveValue(PROMPTS.S0);
  await expect(auto.locator('summary')).toContainText('edited');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/\d+ summaries by ok: waiting for your yes\./)).toBeVisible();
  let before = server.received.length;
  await send(page);
  await settled(page);
  await expect(page.getByText(/\d+ summaries written · /)).toBeVisible();
  const first = server.received.slice(before).filter(isPost);
  expect(first.some(({ body }) => body.includes(PROMPTS.S0.split('\n').at(-1)!))).toBe(true);
  expect(first.filter(({ body }) => body.includes('replaces the earlier part of this conversation'))).toEqual([]);

  const again = await open(/Auto compression/);
  await again.getByRole('textbox').fill('Write it as minutes of a meeting.');
  await expect(again.getByLabel('Wording').locator('option:checked')).toHaveText('your own');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/\d+ summar(y|ies) by ok: waiting for your yes\./)).toBeVisible();
  before = server.received.length;
  await send(page);
  await settled(page);
  await expect(page.getByText(/\d+ summar(y|ies) written · /)).toBeVisible();
  const second = server.received.slice(before).filter(isPost);
  expect(second.length).toBeGreaterThan(0);
  // Only what follows this prompt is asked again.
  for (const { body } of second) expect(body).toContain('Write it as minutes of a meeting.');

  const last = await open(/Auto compression/);
  await last.getByRole('button', { name: 'Reset' }).click();
  await expect(last.getByRole('textbox')).toHaveValue(PROMPTS.S4);
  await expect(last.locator('summary')).not.toContainText('edited');
});
