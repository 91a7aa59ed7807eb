import { beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { StrategyInfo } from '../../worker/protocol.ts';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';
import { ParamControls, Preset } from './RowDetails.tsx';
import { sourceText, tableRows } from '../rows/compare-rows.ts';
import { comparison, description, result } from './testing/fixture.ts';
import { numberFormats } from '../../i18n/index.ts';

const LANGCHAIN = { product: 'LangChain', version: '1.1.47', where: '@langchain/core, trimMessages', evidence: 'checked' } as const;

const info: StrategyInfo = {
  ...description.strategies[0]!,
  id: 'langchain-trim',
  family: 'products',
  source: { seed: 'product' },
  preset: LANGCHAIN,
  params: {
    maxTokens: { kind: 'number', default: 4000, min: 0, max: 1e6, step: 1, unit: 'tokens', knob: 'up', coarse: true },
    startOn: { kind: 'choice', default: '', options: ['', 'human'], unit: 'none' },
    repaired: { kind: 'boolean', default: false, unit: 'none' },
  },
};
const described = { ...description, strategies: [info] };
const row = () => tableRows(useApp.getState().scenario.rows, described, comparison([result('langchain-trim', 'KKDKKK')]), numberFormats('en'))[0]!;

beforeEach(() => patch({ description: described, comparison: comparison([]), scenario: { ...defaultScenario(), rows: [] } }));

describe('a row of a product', () => {
  it('says which release it is, where the rule stands and what was done to be sure of it', async () => {
    const screen = await render(<Preset row={row()} preset={LANGCHAIN} />);
    for (const text of ['LangChain', '1.1.47', '@langchain/core, trimMessages'])
      await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/own code, on the same conversations/)).toBeVisible();
    expect(sourceText(info)).toBe('LangChain 1.1.47');
  });

  it('that was read in a document of no version says both', async () => {
    const { version: _, ...undated } = LANGCHAIN;
    const screen = await render(<Preset row={row()} preset={{ ...undated, evidence: 'read' }} />);
    await expect.element(screen.getByText('none is stated')).toBeVisible();
    await expect.element(screen.getByText(/its code was not run/)).toBeVisible();
  });

  it('is as shipped until it is switched to repaired, and back', async () => {
    const screen = await render(<Preset row={row()} preset={LANGCHAIN} />);
    const choice = (name: string) => screen.getByRole('radio', { name, exact: true });
    await expect.element(choice('as shipped')).toBeChecked();
    await choice('repaired').click();
    await vi.waitFor(() =>
      expect(useApp.getState().scenario.rows).toEqual([{ key: 'langchain-trim', strategy: 'langchain-trim', params: { repaired: true } }]),
    );
    await expect.element(choice('repaired')).toBeChecked();
    await choice('as shipped').click();
    await vi.waitFor(() => expect(useApp.getState().scenario.rows).toEqual([]));
  });

  it('has parameters and options by their own names, with the help of this product', async () => {
    const screen = await render(<ParamControls row={row()} />);
    await expect.element(screen.getByRole('button', { name: /maxTokens/ })).toBeVisible();
    expect(screen.getByRole('combobox').element().textContent).toBe('—human');
    expect(screen.container.textContent).not.toContain('Repaired');
    await screen.getByRole('button', { name: /maxTokens/ }).click();
    await expect.element(screen.getByText('How much stays.')).toBeVisible();
  });
});
