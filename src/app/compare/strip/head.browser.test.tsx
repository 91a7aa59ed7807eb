/** The head of the strips where their column is narrow. */
import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../../scenario/defaults.ts';
import { useApp } from '../../store/index.ts';
import { closed, opened } from '../../testing/opened.ts';
import { StrategyTable } from '../StrategyTable.tsx';

afterEach(closed);

it('names a message over its neighbours, and has one button in the place of a switch', async () => {
  const { view, ...scenario } = defaultScenario();
  opened({ scenario: { ...scenario, view: { ...view, selected: 0 } }, compared: ['middle-removal'] });
  const screen = await render(
    <div style={{ width: 900, height: 300, display: 'flex' }}>
      <StrategyTable narrow={false} />
    </div>,
  );
  const head = screen.getByRole('columnheader', { name: /What is left/ });
  await expect.element(head).toBeVisible();
  await expect.element(head.getByText('#1', { exact: true })).toBeVisible();
  expect(getComputedStyle(head.element()).overflowX).toBe('visible');
  await expect.element(head.getByText('messages', { exact: true })).not.toBeVisible();
  const button = head.getByRole('button', { name: /^By tokens; a click/ });
  await expect.element(button).toBeVisible();
  await button.click();
  expect(useApp.getState().scenario.view.width).toBe('messages');
  await expect.element(head.getByRole('button', { name: /^Equally wide; a click/ })).toBeVisible();
});
