/** Lists made of columns and rows alone: few rows and the rest on demand, and thousands of which only those in view are drawn. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { choose, columnsOf, forgetTables, headOf, keptOf, namesOf, savedBy, sortBy } from '../testing/tables.ts';
import { columnsFor } from './columns.tsx';
import { ListTable, VirtualTable } from './DataTable.tsx';
import { useDataTable, usePassing } from './useDataTable.ts';
import { isEqual } from './features.ts';

interface Item {
  readonly name: string;
  readonly kind: string;
  readonly size: number | null;
}
const { words, number, rank } = columnsFor<Item>();
const COLUMNS = [
  words('name', {
    title: () => 'Name',
    width: 120,
    value: ({ name }) => name,
    cell: ({ name }) => <button type="button">{name}</button>,
    names: true,
    grow: true,
  }),
  { ...words('kind', { title: () => 'Kind', width: 90, value: ({ kind }) => kind, group: { title: (kind) => kind } }), filterFn: isEqual },
  number('size', { title: () => 'Size', width: 80, value: ({ size }) => size }),
  rank('total', ({ name }) => Number(name !== 'total')),
];
const FIRST = ['total'];
const idOf = ({ name }: Item): string => name;
const items = (count: number): readonly Item[] =>
  Array.from({ length: count }, (_, i) => ({ name: `item ${i}`, kind: i % 2 ? 'odd' : 'even', size: i % 5 === 0 ? null : i % 7 }));

beforeEach(forgetTables);

describe('a list among other content', () => {
  async function list(data: readonly Item[]) {
    const screen = await render(<ListTable name="items" label="Items" columns={COLUMNS} data={data} rowId={idOf} first={FIRST} />);
    const table = screen.getByRole('table', { name: 'Items' });
    await expect.element(table).toBeVisible();
    return { screen, table };
  }
  const FOUR: readonly Item[] = [
    { name: 'b', kind: 'x', size: 1 },
    { name: 'total', kind: 'y', size: 9 },
    { name: 'a', kind: 'y', size: null },
    { name: 'c', kind: 'x', size: 3 },
    { name: 'd', kind: 'y', size: 1 },
  ];

  it('is sorted by several columns; a total stays on top, and what has no value comes last either way', async () => {
    const { table } = await list(FOUR);
    expect(namesOf(table)).toEqual(['total', 'b', 'a', 'c', 'd']);
    await sortBy(table, 'Size');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['total', 'c', 'b', 'd', 'a']));
    await sortBy(table, 'Name', true);
    await sortBy(table, 'Name', true);
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['total', 'c', 'd', 'b', 'a']));
    expect(keptOf('items')).toEqual({ sort: ['-size', '-name'] });
    await sortBy(table, 'Size');
    await vi.waitFor(() => expect(namesOf(table)).toEqual(['total', 'b', 'd', 'c', 'a']));
  });

  it('hides a column by its menu, and the menu of another brings it back', async () => {
    const { table } = await list(FOUR);
    await choose(table, 'Kind', 'Hide column');
    await vi.waitFor(() => expect(columnsOf(table)).toEqual(['name', 'size']));
    expect(keptOf('items')).toEqual({ columns: { kind: false } });
    await choose(table, 'Size', 'Default columns');
    await vi.waitFor(() => expect(columnsOf(table)).toEqual(['name', 'kind', 'size']));
    expect(keptOf('items')).toBeUndefined();
  });

  it('a column is moved by keyboard, and groups by its values', async () => {
    const { table } = await list(FOUR);
    (headOf(table, 'Size').element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await vi.waitFor(() => expect(columnsOf(table)).toEqual(['name', 'size', 'kind']));
    await choose(table, 'Kind', 'Group rows by this');
    await expect.element(table.getByRole('button', { name: 'x 2' })).toHaveAttribute('aria-expanded', 'true');
    expect(namesOf(table)).toEqual(['b', 'c', 'total', 'a', 'd']);
  });

  it('is saved as it is seen: its columns in their order, its rows as they are sorted, values instead of words', async () => {
    const { table } = await list(FOUR);
    await sortBy(table, 'Size');
    (headOf(table, 'Size').element() as HTMLElement).focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await vi.waitFor(() => expect(columnsOf(table)).toEqual(['name', 'size', 'kind']));
    expect((await savedBy(() => choose(table, 'Kind', 'Save the table as CSV'))).text).toBe(
      'name,size,kind\r\ntotal,9,y\r\nc,3,x\r\nb,1,x\r\nd,1,y\r\na,,y\r\n',
    );
    await choose(table, 'Kind', 'Group rows by this');
    await expect.element(table.getByRole('button', { name: 'x 2' })).toBeVisible();
    await choose(table, 'Size', 'Hide column');
    await vi.waitFor(() => expect(columnsOf(table)).not.toContain('size'));
    const { columns, rows } = JSON.parse((await savedBy(() => choose(table, 'Kind', 'Save the table as JSON'))).text);
    expect(columns).toEqual([
      { id: 'kind', title: 'Kind' },
      { id: 'name', title: 'Name' },
    ]);
    expect(rows.map(({ name, kind }: Item) => `${kind} ${name}`)).toEqual(['x c', 'x b', 'y total', 'y d', 'y a']);
  });

  it('of two with one name the menu saves its own', async () => {
    const screen = await render(
      <>
        <ListTable name="items" label="One" columns={COLUMNS} data={FOUR.slice(0, 1)} rowId={idOf} />
        <ListTable name="items" label="Two" columns={COLUMNS} data={FOUR.slice(2, 3)} rowId={idOf} />
      </>,
    );
    for (const [label, name] of [
      ['One', 'b'],
      ['Two', 'a'],
    ] as const)
      expect((await savedBy(() => choose(screen.getByRole('table', { name: label }), 'Kind', 'Save the table as CSV'))).text).toMatch(
        new RegExp(`^name,kind,size\r\n${name},`),
      );
  });

  it('a text that a spreadsheet would run is saved as a text', async () => {
    const screen = await render(
      <ListTable name="items" label="Items" columns={COLUMNS} data={[{ name: '=1+1', kind: 'a "b", c', size: 1 }]} rowId={idOf} />,
    );
    const { text } = await savedBy(() => choose(screen.getByRole('table', { name: 'Items' }), 'Kind', 'Save the table as CSV'));
    expect(text).toBe(`name,kind,size\r\n'=1+1,"a ""b"", c",1\r\n`);
  });

  it('shows twelve rows, and all of them on demand', async () => {
    const { screen, table } = await list(items(40));
    expect(namesOf(table)).toHaveLength(12);
    await screen.getByRole('button', { name: 'Show all 40' }).click();
    await vi.waitFor(() => expect(namesOf(table)).toHaveLength(40));
    await screen.getByRole('button', { name: 'Show fewer' }).click();
    await vi.waitFor(() => expect(namesOf(table)).toHaveLength(12));
  });

  it('names that end in numbers go by the numbers', async () => {
    const { table } = await list(items(12));
    await sortBy(table, 'Name');
    await vi.waitFor(() => expect(namesOf(table).slice(-3)).toEqual(['item 9', 'item 10', 'item 11']));
  });

  it('two of the same name share their columns, and only the changed one says so', async () => {
    const screen = await render(
      <>
        <ListTable name="items" label="One" columns={COLUMNS} data={FOUR} rowId={idOf} />
        <ListTable name="items" label="Two" columns={COLUMNS} data={FOUR} rowId={idOf} />
      </>,
    );
    await sortBy(screen.getByRole('table', { name: 'One' }), 'Name');
    await vi.waitFor(() => expect(namesOf(screen.getByRole('table', { name: 'Two' }))).toEqual(['a', 'b', 'c', 'd', 'total']));
    // Words that are said twice end in a space that is not seen.
    const said = [...screen.container.querySelectorAll('[data-announcer]')].map((element) => element.textContent!.trim());
    expect(said).toEqual(['Sorted by Name, smallest first', '']);
  });
});

describe('thousands of rows', () => {
  const MANY = items(5000);
  function Many({ data }: { readonly data: readonly Item[] }) {
    const passing = usePassing();
    const table = useDataTable({ name: 'many', data, columns: COLUMNS, rowId: idOf, passing });
    return (
      <div style={{ height: 400, display: 'grid' }}>
        <button type="button" onClick={() => table.change({ filters: { kind: 'odd' } })}>
          only odd
        </button>
        <VirtualTable data={table} label="Many" />
      </div>
    );
  }
  async function many() {
    const screen = await render(<Many data={MANY} />);
    const table = screen.getByRole('table', { name: 'Many' });
    await vi.waitFor(() => expect(namesOf(table).length).toBeGreaterThan(5));
    return { screen, table };
  }

  it('only those in view are drawn, and the table says how many there are', async () => {
    const { table } = await many();
    expect(namesOf(table).length).toBeLessThan(60);
    expect(table.element().getAttribute('aria-rowcount')).toBe('5001');
    expect(table.element().querySelector('tbody tr[data-index="0"]')!.getAttribute('aria-rowindex')).toBe('2');
  });

  it('the keys go from row to row and to both ends', async () => {
    const { screen } = await many();
    const item = (i: number) => screen.getByRole('button', { name: `item ${i}`, exact: true });
    (item(0).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(item(2)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(item(4999)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(item(4998)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect.element(item(0)).toHaveFocus();
  });

  it('are sorted as a whole', async () => {
    const { table } = await many();
    await sortBy(table, 'Name');
    await sortBy(table, 'Name');
    await vi.waitFor(() => expect(namesOf(table)[0]).toBe('item 4999'));
  });

  it('a filter of the moment leaves nothing in the scenario; the columns stay there', async () => {
    const { screen, table } = await many();
    (screen.getByRole('button', { name: 'only odd' }).element() as HTMLElement).click();
    await vi.waitFor(() => expect(namesOf(table).slice(0, 2)).toEqual(['item 1', 'item 3']));
    expect(table.element().getAttribute('aria-rowcount')).toBe('2501');
    expect(keptOf('many')).toBeUndefined();
    await sortBy(table, 'Size');
    await vi.waitFor(() => expect(keptOf('many')).toEqual({ sort: ['-size'] }));
  });
});
