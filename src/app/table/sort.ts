/** How values of rows are compared; ascending, the table turns it round. */
interface ValueReader {
  getValue<V>(id: string): V;
}

export const byNumber = (a: ValueReader, b: ValueReader, id: string): number => a.getValue<number>(id) - b.getValue<number>(id);
const collator = new Intl.Collator(undefined, { numeric: true });
export function byText(a: ValueReader, b: ValueReader, id: string): number {
  const [left, right] = [a.getValue<string>(id), b.getValue<string>(id)];
  return left === right ? 0 : collator.compare(left, right);
}
export function byCharacters(a: ValueReader, b: ValueReader, id: string): number {
  const [left, right] = [a.getValue<string>(id), b.getValue<string>(id)];
  return left < right ? -1 : Number(left > right);
}
export const isEqual = (row: ValueReader, id: string, value: unknown): boolean => String(row.getValue(id)) === value;
