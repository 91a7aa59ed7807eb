/** The results of a set: the table in windows of different widths, and the axes of its plots. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../i18n/en/set.ts';
import { WISHES } from '../../engine/answer/contract.ts';
import { answerOfSet } from '../../engine/answer/sets.ts';
import { defaultScenario } from '../../scenario/defaults.ts';
import { patch } from '../store/store.ts';
import { expectAxesTold } from '../testing/axes.ts';
import { expectNothingThrough, scrollerOf } from '../testing/heads.ts';
import { columnsOf, press, savedBy } from '../testing/tables.ts';
import { Results } from './SetPane.tsx';
import { EMPTY, resultRows, useSet } from './set-state.ts';
import { Groups, SetPlot } from './SetPlot.tsx';
import { info, row, shares } from './testing/fixture.ts';
import { soon } from '../testing/soon.ts';

const IDS = ['middle-removal', 'oldest-removal', 'sliding-window', 'hard-limit', 'fact-ledger', 'summary', 'context-compactor', 'random-removal'];
const infos = new Map(IDS.map((id) => [id, info(id, id === 'random-removal' ? 'control' : 'S2')]));
const ROWS = IDS.map((id, i) => {
  const one = row(id, 0.2 + i / 10, { cost: 0.02, efficiency: 0.5 });
  return { ...one, left: row(id, 0.9 - i / 10).kept };
});
const TABLES = {
  answer: answerOfSet(
    IDS.map((id, i) =>
      shares(
        id,
        Array.from({ length: 20 }, () => 0.2 + i / 10),
      ),
    ),
    (strategy) => infos.get(strategy),
    WISHES,
    'own',
  ),
  sessions: 20,
  enough: 20,
  facts: 500,
  chance: 0.3,
  groups: ['openai-chat', 'anthropic'].map((name) => ({ name, sessions: 10, rows: ROWS })),
  figures: [],
  aside: 0,
  rows: ROWS,
};

beforeEach(() => {
  patch({ scenario: defaultScenario() });
  useSet.setState({ ...EMPTY, tables: TABLES });
});
afterEach(async () => {
  useSet.setState(EMPTY);
  await page.viewport(1440, 900);
});
const rows = resultRows(TABLES, infos, ['middle-removal'], [], null);
const open = (part: React.ReactNode, height = 500) =>
  render(<div style={{ width: '100%', height, display: 'flex', flexDirection: 'column' }}>{part}</div>);

it('nothing of the table is scrolled away sideways; costs and their worth stand in windows that have room for them', async () => {
  const screen = await open(<Results rows={rows} />);
  const table = screen.getByRole('table');
  await expect.element(table.getByRole('columnheader', { name: 'Accepted', exact: true })).toBeVisible();
  const region = screen.getByRole('region').element();
  for (const width of [1280, 1366, 1420, 1440, 1560]) {
    await page.viewport(width, 720);
    await soon(() => {
      expect(innerWidth).toBe(width);
      expect(columnsOf(table).includes('efficiency'), String(width)).toBe(width >= 1420);
      expect(region.scrollWidth - region.clientWidth, String(width)).toBe(0);
    });
  }
});

it('nothing shows through its head', async () => {
  await page.viewport(1280, 720);
  const screen = await open(<Results rows={rows} />, 200);
  const head = screen.getByRole('table').element().querySelector('thead')!;
  await soon(() => expect(scrollerOf(head)).not.toBe(document.documentElement));
  await expectNothingThrough(head);
});

it('the axes of its plot name their unit, in both languages', async () => {
  const screen = await open(<SetPlot rows={rows} />);
  await expectAxesTold(screen.container, 1);
});

it('and so do those of its groups', async () => {
  const screen = await open(<Groups rows={rows} />);
  await expectAxesTold(screen.container, 2);
});

it('its table of policies is saved as CSV, one line for each', async () => {
  const screen = await open(<Results rows={rows} />);
  const { name, text } = await savedBy(() => press(screen.getByRole('button', { name: 'Policies as CSV' })));
  expect(name).toMatch(/set.*\.csv$/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(1 + IDS.length);
});
