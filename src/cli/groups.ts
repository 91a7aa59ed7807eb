/**
 * The short table of a screen: the agent's own row and the answer above, then the best of each group with how many more there are. A pipe,
 * `--all-rows` and rows that somebody named have every row.
 */
import { byId } from '../engine/pipelines/index.ts';
import type { ReportRow } from '../engine/report.ts';
import { t } from './words.ts';

/** Rows that a group shows; the rest is counted. */
const MOST = { products: 7, seeds: 3, own: 3, controls: 4 } as const;
type GroupName = keyof typeof MOST;

/** A row with a name, a letter or neither. */
export interface Placed<T> {
  readonly row: T;
  readonly letter: string | null;
}

export interface Group<T> {
  /** null = the rows above all groups. */
  readonly title: string | null;
  readonly rows: readonly Placed<T>[];
}

/** What can be compared with A: neither over the budget nor refused. */
const counts = ({ outcome, metTarget, violations, measures }: ReportRow): boolean =>
  outcome === 'compacted' && metTarget !== false && measures.overBudget !== true && !violations?.length;

const groupOf = ({ strategy, kind }: ReportRow): GroupName => {
  if (kind === 'control') return 'controls';
  const seed = byId.get(strategy)?.source.seed;
  return seed === 'product' ? 'products' : seed === 'own' ? 'own' : 'seeds';
};

/** How every row of a group is asked for. */
const ASKED: Record<GroupName, string> = { products: '--strategies product:*', own: '--all-rows', seeds: '--all-rows', controls: '--all-rows' };

/** `rows` in their order; `compared`: keys of A, B and C, null = nobody has the letter. */
export function grouped<T extends { readonly row: ReportRow }>(rows: readonly T[], compared: readonly (string | null)[]): Group<T>[] {
  const lettered = compared.flatMap((key, i): Placed<T>[] => rows.flatMap((one) => (one.row.key === key ? [{ row: one, letter: 'ABC'[i]! }] : [])));
  const recorded = rows.filter(({ row }) => byId.get(row.strategy)?.source.seed === 'recording');
  const pinned = [...lettered, ...recorded.map((row) => ({ row, letter: null }))];
  const taken = new Set(pinned.map(({ row }) => row));
  const rest = rows.filter((row) => !taken.has(row));
  const groups = (Object.keys(MOST) as GroupName[]).flatMap((name): Group<T>[] => {
    const all = rest.filter(({ row }) => groupOf(row) === name);
    // What does not count comes after what does; what was not compacted has no numbers to compare: it is counted only.
    const compacted = all.filter(({ row }) => row.outcome === 'compacted').toSorted((a, b) => Number(counts(b.row)) - Number(counts(a.row)));
    const shown = compacted.slice(0, MOST[name]);
    const more = all.length - shown.length;
    const title = [t(`cli.group.${name}`), ...(more > 0 ? [t('cli.group.more', { count: more, how: ASKED[name] })] : [])].join('  ');
    return all.length === 0 ? [] : [{ title, rows: shown.map((row) => ({ row, letter: null })) }];
  });
  return [...(pinned.length > 0 ? [{ title: null, rows: pinned }] : []), ...groups];
}
