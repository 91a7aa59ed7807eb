/**
 * A person's changes to a table ↔ the state of its table (TanStack's). The scenario keeps only differences from the table's own defaults,
 * so that links stay short and a new column of a later build finds its place in an old link. No React here.
 */
import type { TableView } from '../../scenario/schema.ts';

export type Sorting = readonly { readonly id: string; readonly desc: boolean }[];
export type Edge = 'start' | 'end';

export interface TableDefaults {
  readonly order: readonly string[];
  readonly sort: readonly string[];
  /** Columns that are not shown. */
  readonly hidden: readonly string[];
  /** Columns that are always first: they cannot be moved or unfrozen. */
  readonly locked: readonly string[];
  /** Column whose values group the rows; absent = none does. */
  readonly group?: string | undefined;
}

export const readSort = (sort: readonly string[]): Sorting =>
  sort.map((id) => (id.startsWith('-') ? { id: id.slice(1), desc: true } : { id, desc: false }));

export const writeSort = (sorting: Sorting): readonly string[] => sorting.map(({ id, desc }) => (desc ? `-${id}` : id));

export function sortOf({ sort }: TableView, defaults: TableDefaults): Sorting {
  if (!sort) return readSort(defaults.sort);
  const known = readSort(sort).filter(({ id }) => defaults.order.includes(id));
  return known.length > 0 || sort.length === 0 ? known : readSort(defaults.sort);
}

export function orderOf({ moved = [] }: TableView, { order }: TableDefaults): readonly string[] {
  const known = moved.filter(([id, behind]) => order.includes(id) && (behind === '' || order.includes(behind)));
  const away = new Set(known.map(([id]) => id));
  const list = order.filter((id) => !away.has(id));
  for (const [id, behind] of known) {
    const at = behind === '' ? 0 : list.indexOf(behind) + 1;
    // After a column that has yet to be placed: by hand-made links only.
    list.splice(at === 0 && behind !== '' ? list.length : at, 0, id);
  }
  return list;
}

export function movedOf(wanted: readonly string[], { order }: TableDefaults): NonNullable<TableView['moved']> {
  const places = wanted.map((id) => order.indexOf(id));
  const stays = longestRise(places);
  return wanted.flatMap((id, i) => (stays.has(i) ? [] : [[id, wanted[i - 1] ?? ''] as const]));
}

function longestRise(values: readonly number[]): ReadonlySet<number> {
  const length = values.map(() => 1);
  const before = values.map(() => -1);
  let last = -1;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++) {
      if (values[j]! < values[i]! && length[j]! + 1 > length[i]!) {
        length[i] = length[j]! + 1;
        before[i] = j;
      }
    }
    if (last === -1 || length[i]! > length[last]!) last = i;
  }
  const rise = new Set<number>();
  for (let i = last; i >= 0; i = before[i]!) rise.add(i);
  return rise;
}

export function visibilityOf({ columns = {} }: TableView, { order, hidden }: TableDefaults): Record<string, boolean> {
  return Object.fromEntries(order.map((id) => [id, columns[id] ?? !hidden.includes(id)]));
}

export function frozenOf(view: TableView, defaults: TableDefaults): { readonly start: string[]; readonly end: string[] } {
  const order = orderOf(view, defaults).filter((id) => !defaults.locked.includes(id));
  const at = (edge: Edge): string[] => order.filter((id) => view.frozen?.[id] === edge);
  return { start: [...defaults.locked, ...at('start')], end: at('end') };
}

/** The column that groups the rows; null = none, or unknown to this build. */
export function groupOf({ group }: TableView, { order, group: byDefault }: TableDefaults): string | null {
  const id = group ?? byDefault;
  return id !== undefined && order.includes(id) ? id : null;
}

/** `TableView.group` for a wanted group: absent for the default, '' for none where there is a default. */
export const groupFor = (id: string | null, { group: byDefault }: TableDefaults): string | undefined =>
  (id ?? undefined) === byDefault ? undefined : (id ?? '');

const isEmpty = (value: unknown): boolean => value === undefined || (typeof value === 'object' && Object.keys(value as object).length === 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function withChange(view: TableView, change: TableView, { sort: byDefault }: Pick<TableDefaults, 'sort'>): TableView {
  const { sort, filters, ...rest } = { ...view, ...change };
  const texts = Object.entries(filters ?? {}).filter(([, text]) => text !== '');
  const fields = Object.entries({ ...rest, filters: Object.fromEntries(texts) }).filter(([, value]) => !isEmpty(value));
  return { ...(sort === undefined || same(sort, byDefault) ? {} : { sort }), ...Object.fromEntries(fields) };
}

export function withTable(tables: Readonly<Record<string, TableView>>, id: string, view: TableView): Readonly<Record<string, TableView>> {
  const { [id]: _old, ...rest } = tables;
  return isEmpty(view) ? rest : { ...rest, [id]: view };
}

/** `order` with a column one place to the left (-1) or right (+1) among the shown ones; the same list where it cannot go further. */
export function shifted(order: readonly string[], id: string, by: -1 | 1, passes: (id: string) => boolean): readonly string[] {
  const others = order.filter((one) => one !== id);
  const at = order.indexOf(id);
  for (let i = at + by; i >= 0 && i < order.length; i += by) {
    const neighbour = order[i]!;
    if (!passes(neighbour)) continue;
    const place = others.indexOf(neighbour) + (by === 1 ? 1 : 0);
    return [...others.slice(0, place), id, ...others.slice(place)];
  }
  return order;
}

export function placed(order: readonly string[], id: string, target: string, side: 'before' | 'behind'): readonly string[] {
  if (id === target) return order;
  const others = order.filter((one) => one !== id);
  const at = others.indexOf(target) + (side === 'behind' ? 1 : 0);
  return [...others.slice(0, at), id, ...others.slice(at)];
}
