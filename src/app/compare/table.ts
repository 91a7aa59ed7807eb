/** Which rows the table shows, and in which order. No React here. */
import { measureColumns } from './measures.ts';
import { rankOf, type TableRow } from './rows.ts';

export interface Sort {
  readonly column: string;
  readonly desc: boolean;
}

/** Column of the order "by system": groups in the order of `SYSTEMS`, the strategies of each in the order of their seed. */
export const BY_SYSTEM = 'system';
/** Where a rule comes from; the chips of the filter and the groups of the table, in this order. */
export const SYSTEMS = ['S0', 'S1', 'S2', 'S3', 'S4', 'own', 'control'] as const;
export type System = (typeof SYSTEMS)[number];
/** Pipelines are a kind, not a system: their chip crosses the others. */
export type Chip = System | 'pipeline';
export const CHIPS: readonly Chip[] = [...SYSTEMS, 'pipeline'];

export const systemOf = ({ info }: Pick<TableRow, 'info'>): System => info.source.seed;

const hasChip = (row: TableRow, chip: Chip): boolean => (chip === 'pipeline' ? row.info.kind === 'pipeline' : systemOf(row) === chip);

/** Chips that some row has, with the number of their rows. */
export function chipCounts(rows: readonly TableRow[]): readonly { readonly chip: Chip; readonly count: number }[] {
  return CHIPS.flatMap((chip) => {
    const count = rows.filter((row) => hasChip(row, chip)).length;
    return count > 0 ? [{ chip, count }] : [];
  });
}

export interface Filter {
  readonly chips: readonly Chip[];
  readonly text: string;
}

const isChip = (word: string): word is Chip => (CHIPS as readonly string[]).includes(word);

/** The filter as links carry it: chips as `@S0`, then the text. */
export function readFilter(filter: string): Filter {
  const chips: Chip[] = [];
  let rest = filter;
  for (let found = /^@(\w+) ?/.exec(rest); found && isChip(found[1]!); found = /^@(\w+) ?/.exec(rest)) {
    chips.push(found[1] as Chip);
    rest = rest.slice(found[0].length);
  }
  return { chips, text: rest };
}

export const writeFilter = ({ chips, text }: Filter): string => [...chips.map((chip) => `@${chip}`), ...(text ? [text] : [])].join(' ');

/** Rows that have one of the chips (none chosen: all) and hold every word of the text. */
export function filterRows(rows: readonly TableRow[], filter: string): readonly TableRow[] {
  const { chips, text } = readFilter(filter);
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (chips.length === 0 && words.length === 0) return rows;
  return rows.filter((row) => (chips.length === 0 || chips.some((chip) => hasChip(row, chip))) && words.every((word) => row.search.includes(word)));
}

/** The sort in use: a link may name a column that this build does not have. */
export function knownSort(sort: Sort): Sort {
  const known = sort.column === 'strategy' || sort.column === BY_SYSTEM || measureColumns.some((c) => c.id === sort.column);
  return known ? sort : { column: 'efficiency', desc: true };
}

/** Rows without scores stay last in either direction, and so do values that are missing; equal rows keep their order. */
export function sortRows(rows: readonly TableRow[], wanted: Sort): readonly TableRow[] {
  const sort = knownSort(wanted);
  if (sort.column === BY_SYSTEM) return rows.toSorted((a, b) => SYSTEMS.indexOf(systemOf(a)) - SYSTEMS.indexOf(systemOf(b)));
  const column = measureColumns.find((c) => c.id === sort.column);
  const sign = sort.desc ? -1 : 1;
  const keyed = rows.map((row) => ({ row, rank: rankOf(row.state), value: column ? column.value(row) : null }));
  keyed.sort((a, b) => {
    if (a.rank !== b.rank) return a.rank - b.rank;
    if (!column) return sign * a.row.title.localeCompare(b.row.title);
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * (a.value - b.value);
  });
  return keyed.map(({ row }) => row);
}

/** The sort after a click on a head: another column starts with its better end, the same one turns round. */
export function nextSort(now: Sort, id: string): Sort {
  if (now.column === id) return { column: id, desc: !now.desc };
  const column = measureColumns.find((c) => c.id === id);
  return { column: id, desc: column ? column.better !== 'lower' && column.id !== 'time' && column.id !== 'valid' : false };
}
