/** What component tests read of a table and do to its heads. */
import { expect, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { defaultScenario } from '../../scenario/defaults.ts';
import type { TableView } from '../../scenario/schema.ts';
import { useApp } from '../store/index.ts';
import { patch } from '../store/store.ts';

/** Names of the rows from top to bottom: their row heads. */
export const namesOf = (table: Locator): readonly string[] =>
  [...table.element().querySelectorAll('tbody th[scope="row"]')].map((th) => th.textContent!.trim());

/** Ids of the shown columns from left to right. */
export const columnsOf = (table: Locator): readonly string[] =>
  [...table.element().querySelectorAll<HTMLElement>('thead th[data-column]')].map((th) => th.dataset.column!);

/** The control that stands for a column's head. */
export const headOf = (table: Locator, title: string): Locator =>
  table.getByRole('columnheader', { name: title, exact: true }).getByRole('button').first();

/** A click as soon as the control is there, without a pointer on its way to it. */
export async function press(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument();
  (locator.element() as HTMLElement).click();
}

/** Sorts by a column, or by it next. */
export async function sortBy(table: Locator, title: string, next = false): Promise<void> {
  headOf(table, title)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: next }));
  await new Promise(requestAnimationFrame);
}

/** Chooses an item of a column's menu. */
export async function choose(table: Locator, title: string, item: string): Promise<void> {
  const menu = `Menu of column ${title}`;
  (table.getByRole('button', { name: menu, exact: true }).element() as HTMLElement).click();
  const found = table.getByRole('group', { name: menu }).getByRole('button', { name: item, exact: true });
  await expect.element(found).toBeVisible();
  (found.element() as HTMLElement).click();
}

/** What the scenario keeps of a table. */
export const keptOf = (name: string): TableView | undefined => useApp.getState().scenario.view.tables[name];

/** Columns that tests of all columns switch on. */
export const MORE_COLUMNS = Object.fromEntries(['saved', 'kept', 'tokens', 'time'].map((id) => [id, true]));

/** A scenario in which no table was changed. */
export const forgetTables = (): void => patch({ scenario: defaultScenario() });

/** The file that an act saves. */
export async function savedBy(act: () => Promise<unknown>): Promise<{ readonly name: string; readonly text: string }> {
  const blobs: Blob[] = [];
  const names: string[] = [];
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return '#';
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    }),
  ];
  try {
    await act();
    await vi.waitFor(() => expect(names).toHaveLength(1));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { name: names[0]!, text: await blobs[0]!.text() };
}
