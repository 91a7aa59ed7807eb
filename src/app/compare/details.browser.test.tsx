/** What opens from a row: its rules, its stages, its log. */
import type { ComponentType } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render, type RenderResult } from 'vitest-browser-react';
import type { ParamSchema } from '../../engine/strategies/params.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { Row } from '../../scenario/schema.ts';
import type { Description, StrategyInfo } from '../../worker/protocol.ts';
import { useApp } from '../store/index.ts';
import { closed, opened, requested } from '../testing/opened.ts';
import { LogLines } from '../rows/Lines.tsx';
import { ParamControls, RowDetails } from './RowDetails.tsx';
import type { TableRow } from '../rows/compare-rows.ts';
import { description } from './testing/fixture.ts';
import { useTableRows } from '../rows/useTableRows.ts';

const [known] = description.strategies;
const info = (id: string, params: ParamSchema, changes: Partial<StrategyInfo> = {}): StrategyInfo => ({ ...known!, id, params, ...changes });

/** Two of the rows of the selective compaction's rules. */
const rules: ParamSchema = {
  rules: {
    kind: 'table',
    unit: 'none',
    columns: {
      action: { kind: 'choice', unit: 'none', default: 'never', options: ['never', 'drop', 'truncate'] },
      keepRecent: { kind: 'number', unit: 'messages', default: 5, min: 0, max: 1000, step: 1 },
    },
    default: { TOOL_RESULT: { action: 'truncate', keepRecent: 5 }, ASSISTANT_MESSAGE: { action: 'truncate', keepRecent: 5 } },
  },
};
const pipeline: ParamSchema = {
  name: { kind: 'text', unit: 'none', default: '', maxLength: 60 },
  stages: {
    kind: 'stages',
    unit: 'none',
    default: [
      { strategy: 'middle-removal', params: {} },
      { strategy: 'hard-limit', params: {} },
    ],
    max: 4,
  },
};
const described: Description = {
  ...description,
  strategies: [
    info('middle-removal', {}),
    info('oldest-removal', { minMessages: { kind: 'number', unit: 'messages', default: 6, min: 1, max: 50, step: 1 } }),
    info('hard-limit', {}),
    info('selective', rules),
    info('pipeline', pipeline, { onDemand: true }),
  ],
};

afterEach(closed);

type Details = ComponentType<{ readonly row: TableRow; onClose(): void }>;

/** The rows of the comparison, as far as they are of one strategy, each with a part of its details. */
function Rows({ strategy, Part }: { readonly strategy: string; readonly Part: Details }) {
  const rows = useTableRows(useApp((s) => s.comparison));
  return rows.filter(({ info: { id } }) => id === strategy).map((row) => <Part key={row.key} row={row} onClose={() => undefined} />);
}
async function details(strategy: string, Part: Details, rows: readonly Row[] = []) {
  const { view, ...scenario } = defaultScenario();
  opened({ description: described, scenario: { ...scenario, rows, view: { ...view, allRows: true } }, compared: [] });
  const screen = await render(<Rows strategy={strategy} Part={Part} />);
  await expect.element(screen.getByRole('heading', { name: 'Settings' })).toBeVisible();
  return screen;
}
const params = (key: string) => useApp.getState().scenario.rows.find((row) => row.key === key)?.params;
const asked = (key: string) => requested()?.rows.find((row) => row.key === key)?.params;

describe('a table of rules', () => {
  it('a cell changes the row; each cell and the whole table can be reset', async () => {
    const found = await details('selective', ParamControls);
    const table = found.getByRole('table', { name: /^Rules by item type/ });
    await table.getByRole('combobox', { name: /^tool block, / }).selectOptions('never');
    expect(asked('selective')).toEqual({ rules: { TOOL_RESULT: { action: 'never' } } });
    const keep = table.getByRole('textbox', { name: /^assistant message, Keep recent/ });
    await keep.fill('9');
    await userEvent.keyboard('{Enter}');
    await expect.element(found.getByRole('button', { name: /^Reset the table · 2 changed/ })).toBeVisible();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(keep).toHaveValue('10');
    expect(asked('selective')).toEqual({ rules: { TOOL_RESULT: { action: 'never' }, ASSISTANT_MESSAGE: { keepRecent: 10 } } });
    await table.getByRole('button', { name: /^Reset tool block, / }).click();
    await expect.element(found.getByRole('button', { name: /^Reset the table · 1 changed/ })).toBeVisible();
    await found.getByRole('button', { name: /^Reset the table · / }).click();
    await expect.element(keep).toHaveValue('5');
    expect([useApp.getState().scenario.rows, asked('selective')]).toEqual([[], {}]);
  });
});

describe('an own pipeline', () => {
  const own: Row = { key: 'pipeline~2', strategy: 'pipeline', params: { name: 'Pipeline 1' } };
  const names = ({ container }: RenderResult) =>
    [...container.querySelectorAll('[data-stage-name]')].map((stage) => stage.textContent!.split(' ·')[0]!);
  const stages = () => (params(own.key)?.stages as readonly { readonly strategy: string }[] | undefined)?.map(({ strategy }) => strategy);

  it('is composed by mouse and by keyboard', async () => {
    const found = await details('pipeline', ParamControls, [own]);
    await vi.waitFor(() => expect(names(found)).toEqual(['Middle removal', 'Hard limit']));
    await found.getByRole('combobox', { name: 'Policy to add' }).selectOptions('Oldest removal');
    await found.getByRole('button', { name: 'Add', exact: true }).click();
    await vi.waitFor(() => expect(names(found)).toEqual(['Middle removal', 'Hard limit', 'Oldest removal']));
    const stage = found.getByRole('button', { name: /^Oldest removal/ });
    (stage.element() as HTMLElement).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await vi.waitFor(() => expect(names(found)).toEqual(['Middle removal', 'Oldest removal', 'Hard limit']));
    await expect.element(stage).toHaveFocus();
    await found.getByRole('button', { name: 'Move Oldest removal up' }).click();
    await vi.waitFor(() => expect(names(found)).toEqual(['Oldest removal', 'Middle removal', 'Hard limit']));
    expect(stages()).toEqual(['oldest-removal', 'middle-removal', 'hard-limit']);
    await stage.click();
    await found.getByRole('textbox', { name: 'Minimum messages of Oldest removal, value' }).fill('12');
    await userEvent.keyboard('{Enter}');
    await expect.element(stage).toHaveTextContent('1 setting changed');
    expect(asked(own.key)?.stages).toContainEqual({ strategy: 'oldest-removal', params: { minMessages: 12 } });
    (stage.element() as HTMLElement).focus();
    await userEvent.keyboard('{Delete}');
    await vi.waitFor(() => expect(names(found)).toEqual(['Middle removal', 'Hard limit']));
    await expect.element(found.getByRole('button', { name: 'Middle removal', exact: true }).last()).toHaveFocus();
  });

  it('has the name that it is given, a second row by a click, and goes by another', async () => {
    const found = await details('pipeline', RowDetails, [own]);
    await found.getByRole('textbox', { name: /^Name of / }).fill('My own');
    const heads = found.getByRole('heading', { name: 'My own', exact: true });
    await expect.element(heads).toBeVisible();
    await found.getByRole('button', { name: 'Duplicate' }).click();
    await vi.waitFor(() => expect(heads.elements()).toHaveLength(2));
    expect(requested()?.rows.filter(({ params: { name } }) => name === 'My own')).toHaveLength(2);
    await found.getByRole('button', { name: 'Remove' }).first().click();
    await vi.waitFor(() => expect(heads.elements()).toHaveLength(1));
    expect(requested()?.rows.filter(({ params: { name } }) => name === 'My own')).toHaveLength(1);
  });
});

it('the log of its own system: the event, what is said of it, its fields by its own names', async () => {
  const reason = { key: 'trigger-share', values: { fires: false, tokens: 900, at: 1000, share: 0.9, window: 1111 } };
  const log = [{ level: 'info', event: 'context_compacted', reason }] as const;
  const screen = await render(<LogLines log={log} />);
  const line = screen.getByRole('table', { name: 'Log of its own system' }).getByRole('row', { name: /context_compacted/ });
  await expect.element(line).toHaveTextContent('900 tokens, from 1,000 on');
  await expect.element(line).toHaveTextContent('tokens 900 · at 1,000');
});
