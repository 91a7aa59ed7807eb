/** How values of rows are compared; ascending, the table turns it round. */
interface Valued {
  getValue<V>(id: string): V;
}

export const byNumber = (a: Valued, b: Valued, id: string): number => a.getValue<number>(id) - b.getValue<number>(id);
/** Numbers in words by their size: 10 after 9. */
const collator = new Intl.Collator(undefined, { numeric: true });
export const byText = (a: Valued, b: Valued, id: string): number => collator.compare(a.getValue(id), b.getValue(id));
/** A filter by equal values: a choice of one of them. */
export const isEqual = (row: Valued, id: string, value: unknown): boolean => String(row.getValue(id)) === value;
