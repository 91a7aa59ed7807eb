/** How values of rows are compared; ascending, the table turns it round. */
interface Valued {
  getValue<V>(id: string): V;
}

export const byNumber = (a: Valued, b: Valued, id: string): number => a.getValue<number>(id) - b.getValue<number>(id);
export const byText = (a: Valued, b: Valued, id: string): number => a.getValue<string>(id).localeCompare(b.getValue<string>(id));
/** A filter by equal values: a choice of one of them. */
export const isEqual = (row: Valued, id: string, value: unknown): boolean => String(row.getValue(id)) === value;
