/** Which rows the table of strategies shows, and what they are grouped by. No React here. */
import type { TableView } from '../../scenario/schema.ts';
import type { TableRow } from './compare-rows.ts';

export { STRATEGIES } from '../../scenario/scenario-rows.ts';
/** The default sort: the answer's order, by a column that is never shown. */
export const PLACE = 'place';
export const BY_ANSWER: readonly string[] = [PLACE];
export const SEARCH = 'search';
export const KIND = 'kind';
export const SYSTEM = 'system';
export const FAMILY = 'family';

export const filterOf = ({ filters }: TableView): string => filters?.[SEARCH] ?? '';

export const SYSTEMS = ['recording', 'S0', 'S1', 'S2', 'S3', 'S4', 'own', 'product', 'control'] as const;
export type System = (typeof SYSTEMS)[number];
/** Pipelines are a kind, not a system, so their chip overlaps the others. */
export type Chip = System | 'pipeline';
export const CHIPS: readonly Chip[] = [...SYSTEMS, 'pipeline'];

export const systemOf = ({ info }: Pick<TableRow, 'info'>): System => info.source.seed;

export const KINDS = ['compared', 'agent', 'products', 'seeds', 'own', 'aside', 'controls'] as const;
export type Kind = (typeof KINDS)[number];

const KIND_OF: Readonly<Partial<Record<System, Exclude<Kind, 'aside'>>>> = {
  recording: 'agent',
  product: 'products',
  own: 'own',
  control: 'controls',
};

export const rulesOf = (row: Pick<TableRow, 'info' | 'agent' | 'pin' | 'isAnswer'>): Exclude<Kind, 'aside'> =>
  row.pin !== null || row.isAnswer ? 'compared' : row.agent ? 'agent' : (KIND_OF[systemOf(row)] ?? 'seeds');

/** The group of a row. A, B, C and the person's own agent are never set aside. */
export function kindOf(row: Pick<TableRow, 'info' | 'agent' | 'pin' | 'isAnswer' | 'aside'>): Kind {
  const kind = rulesOf(row);
  return row.aside !== null && kind !== 'compared' && kind !== 'agent' ? 'aside' : kind;
}

const hasChip = (row: TableRow, chip: Chip): boolean => (chip === 'pipeline' ? row.info.kind === 'pipeline' : systemOf(row) === chip);

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

export const filterRows = (rows: readonly TableRow[], filter: string): readonly TableRow[] => rows.filter((row) => passes(row, filter));

export function passes(row: TableRow, filter: string): boolean {
  const { chips, text } = readFilter(filter);
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return (chips.length === 0 || chips.some((chip) => hasChip(row, chip))) && words.every((word) => row.search.includes(word));
}
