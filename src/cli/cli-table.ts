/** The comparison as a table for a terminal, with a strip per strategy. */
import { byId, isHidden } from '../engine/pipelines/index.ts';
import type { ReportRow } from '../engine/report.ts';
import type { DrawnRun } from '../report/contract.ts';
import { byRank, type Column as ReportColumn, leavesOf } from './cli-columns.ts';
import { type Cell, grid, numbers, paint, type Style, t } from './cli-words.ts';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../engine/strategies/contract.ts';

/*
 * The short table of a screen: the agent's own row and the answer above, then the best of each group with how many more there are. A pipe,
 * `--all-rows` and rows that somebody named have every row.
 */

const MOST = { products: 7, seeds: 3, own: 3, controls: 4 } as const;
type GroupName = keyof typeof MOST;

interface LetteredRow<T> {
  readonly row: T;
  readonly letter: string | null;
}

interface Group<T> {
  /** null = the rows above all groups. */
  readonly title: string | null;
  readonly rows: readonly LetteredRow<T>[];
}

/** What can be compared with A: neither over the budget nor refused. */
const counts = ({ outcome, metTarget, violations, measures }: ReportRow): boolean =>
  outcome === 'compacted' && metTarget !== false && measures.overBudget !== true && !violations?.length;

const groupOf = ({ strategy, kind }: ReportRow): GroupName => {
  if (kind === 'control') return 'controls';
  const seed = byId.get(strategy)?.source.seed;
  return seed === 'product' ? 'products' : seed === 'own' ? 'own' : 'seeds';
};

const groupTitle = (name: GroupName): string => (name === 'controls' ? t('family.controls.help') : t(`compare.kind.${name}`).toLocaleLowerCase());

const ASKED: Record<GroupName, string> = { products: '--strategies product:*', own: '--all-rows', seeds: '--all-rows', controls: '--all-rows' };

/** `rows` in their order; `compared`: keys of A, B and C, null = nobody has the letter. */
function grouped<T extends { readonly row: ReportRow }>(rows: readonly T[], compared: readonly (string | null)[]): Group<T>[] {
  const lettered = compared.flatMap((key, i): LetteredRow<T>[] =>
    rows.flatMap((one) => (one.row.key === key ? [{ row: one, letter: 'ABC'[i]! }] : [])),
  );
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
    const title = [groupTitle(name), ...(more > 0 ? [t('cli.group.more', { count: more, how: ASKED[name] })] : [])].join('  ');
    return all.length === 0 ? [] : [{ title, rows: shown.map((row) => ({ row, letter: null })) }];
  });
  return [...(pinned.length > 0 ? [{ title: null, rows: pinned }] : []), ...groups];
}

const BLOCKS = ' ▂▄▆█';
const DROPPED = '·';
const USUAL_STRIP = 32;

const STYLE_OF: Readonly<Record<string, Style>> = { '▒': 'edited', s: 'summarized', o: 'offloaded', [DROPPED]: 'quiet' };

/** One character per interval of tokens. Never rounds to nothing: any kept share shows ink. */
export function strip(fates: Uint8Array, prefix: Float64Array, width: number = USUAL_STRIP): string {
  const n = fates.length;
  const total = prefix[n] ?? 0;
  let text = '';
  let i = 0;
  for (let x = 0; x < width; x++) {
    const from = (x / width) * total;
    const to = ((x + 1) / width) * total;
    while (i < n - 1 && prefix[i + 1]! <= from) i++;
    const share = new Float64Array(5);
    for (let j = i; j < n && prefix[j]! < to; j++) {
      const part = Math.min(to, prefix[j + 1]!) - Math.max(from, prefix[j]!);
      if (part > 0) share[fates[j]!]! += part / (to - from);
    }
    const kept = share[KEEP]!;
    if (kept >= 0.5) text += BLOCKS[Math.min(4, Math.max(1, Math.round(kept * 4)))];
    else if (share[EDIT]! > 0.25) text += '▒';
    else if (share[SUMMARIZE]! > 0.5) text += 's';
    else if (share[OFFLOAD]! > 0.5) text += 'o';
    else if (kept > 0) text += BLOCKS[Math.max(1, Math.round(kept * 4))];
    else if (share[SUMMARIZE]! > share[DROP]!) text += 's';
    else text += DROPPED;
  }
  return text;
}

export const paintedStrip = (drawn: string): string => drawn.replace(/▒+|s+|o+|·+/g, (run) => paint(STYLE_OF[run[0]!]!, run));

const LEAST_STRIP = 14;
/** Columns of a name that is never cut while others can leave. */
const MOST_TITLE = 40;
const STRIP_SHARE = 1 / 6;
const MOST_STRIP = 72;

/** Columns by name, as `--columns` and `--sort` take them, in their order. */
export const COLUMNS = [
  'name',
  'strip',
  'independent',
  'left',
  'cost',
  'valid',
  'efficiency',
  'tokens',
  'saved',
  'kept',
  'facts',
  'own',
  'binding',
  'wording',
  'fates',
  'cache',
  'ms',
  'note',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** Unless somebody asks for others: those of the page, with the tokens in place of what was not measured. */
export const usualColumns = (isRecalled: boolean): readonly ColumnName[] =>
  isRecalled
    ? ['name', 'strip', 'independent', 'left', 'cost', 'valid', 'efficiency', 'note']
    : ['name', 'strip', 'tokens', 'cost', 'valid', 'efficiency', 'note'];

export interface TableRow {
  readonly row: ReportRow;
  readonly run: DrawnRun;
}

export interface TableOptions {
  readonly prefix: Float64Array;
  /** Cuts of the recall; null = none, or no number for any row. */
  readonly recall?: number | null;
  /** Columns of the screen; infinity where the output is no screen. */
  readonly screen?: number;
  readonly order?: readonly string[] | null;
  readonly best?: string | null;
  readonly columns?: readonly ColumnName[] | null;
  readonly sort?: ColumnName | null;
  /** The short table, in groups: with the keys of A, B and C above. Absent: every row. */
  readonly short?: readonly (string | null)[];
}

type Column = Omit<ReportColumn<ReportRow>, 'head'>;

const negative = (value: number | null | undefined): number | null => (value == null ? null : -value);
const warned = (text: string): string => paint('warn', text);
const isBad = ({ violations }: ReportRow): boolean => Boolean(violations?.length);

const ownSign = ({ measures: { overBudget, belowChance } }: ReportRow): string => (overBudget ? '▲ ' : belowChance ? '▼ ' : '');
const otherSign = ({ measures: { overBudget, independentRecall: kept, independentChance: chance } }: ReportRow): string =>
  overBudget ? '▲ ' : kept !== null && chance !== null && kept < chance ? '▼ ' : '';

/** `recall`: its number of cuts; null = none. */
function columnsOf(recall: number | null, best: string | null): Record<ColumnName, Column> {
  const n = numbers();
  const shareOf = (share: number | null | undefined): string => (share == null ? '—' : n.share(share));
  const recalled = ({ strategy }: ReportRow, sign: string, share: number | null): string =>
    share === null && isHidden({ strategy }) ? t('compare.hidden') : sign + shareOf(share);
  return {
    name: {
      align: 'left',
      cell: titleOf,
      rank: titleOf,
      painted: ({ key, kind }) => (key === best ? (text) => paint('best', text) : kind === 'control' ? (text) => paint('quiet', text) : undefined),
    },
    tokens: {
      align: 'right',
      cell: ({ metTarget, tokensAfter }) => `${metTarget === false ? '▲ ' : ''}${n.whole(tokensAfter ?? 0)}`,
      painted: ({ metTarget }) => (metTarget === false ? warned : undefined),
      rank: ({ tokensAfter }) => tokensAfter,
    },
    saved: {
      align: 'right',
      cell: ({ tokenReduction }) => shareOf(tokenReduction),
      rank: (r) => negative(r.tokenReduction),
    },
    kept: {
      align: 'right',
      cell: ({ preservation }) => shareOf(preservation),
      rank: (r) => negative(r.preservation),
    },
    efficiency: { align: 'right', leaves: 1, cell: ({ efficiency }) => n.score(efficiency ?? 0), rank: (r) => negative(r.efficiency) },
    facts: {
      align: 'right',
      cell: (row) => (isHidden(row) ? t('compare.hidden') : shareOf(row.measures.factRetention?.all)),
      rank: ({ measures }) => negative(measures.factRetention?.all),
    },
    own: {
      align: 'right',
      cell: (row) => recalled(row, ownSign(row), row.measures.hindsightRecall),
      painted: (row) => (ownSign(row) ? warned : undefined),
      rank: ({ measures }) => negative(measures.hindsightRecall),
    },
    independent: {
      align: 'right',
      cell: (row) => recalled(row, otherSign(row), row.measures.independentRecall),
      painted: (row) => (otherSign(row) ? warned : undefined),
      rank: ({ measures }) => negative(measures.independentRecall),
    },
    left: { align: 'right', cell: ({ measures }) => shareOf(measures.recallLeft), rank: ({ measures }) => measures.recallLeft },
    binding: { align: 'right', cell: ({ measures }) => shareOf(measures.binding), rank: ({ measures }) => negative(measures.binding) },
    wording: {
      align: 'right',
      cell: ({ measures }) => shareOf(measures.independent?.wording?.share),
      rank: ({ measures }) => negative(measures.independent?.wording?.share),
    },
    fates: {
      align: 'right',
      cell: ({ kept, edited, summarized, offloaded, dropped }) => `${kept}/${edited}/${summarized}/${offloaded}/${dropped}`,
    },
    valid: {
      align: 'right',
      leaves: 3,
      cell: ({ violations }) => (violations?.length ? t('compare.note.refused') : t('label.yes')),
      painted: (row) => (text) => paint(isBad(row) ? 'bad' : 'quiet', text),
      rank: ({ violations }) => violations?.length ?? null,
    },
    cache: {
      align: 'right',
      cell: ({ measures: { cacheSurvival } }) => (cacheSurvival === null ? '—' : n.whole(cacheSurvival)),
      rank: ({ measures }) => negative(measures.cacheSurvival),
    },
    cost: {
      align: 'right',
      leaves: 2,
      cell: ({ measures: { cost } }) => (cost === null ? '—' : n.money(cost)),
      rank: ({ measures }) => measures.cost,
    },
    ms: { align: 'right', cell: ({ ms }) => n.ms(ms), rank: ({ ms }) => ms },
    strip: { align: 'left', cell: () => '' },
    note: { align: 'rest', leaves: 0, cell: (row) => [row.note, ...(recall === null ? [] : recallNote(row, recall))].filter(Boolean).join(' · ') },
  };
}

const AFTER_ALL = 5;

/** Scored rows in the answer's order, by efficiency where there is none, then rows without scores, controls last; ties in registry order. */
export function sorted<T extends { readonly row: ReportRow }>(
  rows: readonly T[],
  order: readonly string[] | null = null,
  by: NonNullable<Column['rank']> = () => null,
): T[] {
  const places = new Map((order ?? []).map((key, place) => [key, place]));
  const place = ({ key }: ReportRow): number => places.get(key) ?? 0;
  const rank = (r: ReportRow): number =>
    ({ compacted: 0, refused: 1, rejected: 2, failed: 3, unchanged: 4 })[r.outcome] + (r.kind === 'control' ? AFTER_ALL : 0);
  const asked = byRank(by);
  return [...rows].sort(
    (a, b) => rank(a.row) - rank(b.row) || asked(a.row, b.row) || place(a.row) - place(b.row) || (b.row.efficiency ?? 0) - (a.row.efficiency ?? 0),
  );
}

function recallNote({ measures: { recallLeft, cutsIdle }, notes }: ReportRow, cuts: number): string[] {
  if (recallLeft === null) return notes.recallLeft ? [t('cli.recall.none', { reason: notes.recallLeft })] : [];
  return cutsIdle ? [t('compare.recall.idle', { idle: cutsIdle, cuts })] : [];
}

const titleOf = ({ title, repaired, violations }: ReportRow): string =>
  `${repaired ? t('cli.title.repaired', { title }) : title}${violations?.length ? ' ✗' : ''}`;

/** The lines of the table, ready for the screen. What was not compacted has no numbers: its reason is in their place. */
export function tableLines(rows: readonly TableRow[], options: TableOptions): string[] {
  const { recall = null, screen = Number.POSITIVE_INFINITY, order = null, sort = null, prefix } = options;
  const all = columnsOf(recall, options.best ?? null);
  const names = options.columns ?? usualColumns(recall !== null);
  const inOrder = sorted(rows, order, sort ? all[sort].rank : undefined);
  const short = options.short && grouped(inOrder, options.short);
  const headLine = (of: (name: ColumnName) => string): Cell[] =>
    names.map((name): Cell => [of(name), all[name].align, { painted: (text) => paint('head', text) }]);
  const idOf = (name: ColumnName) => (name === 'name' ? 'strategy' : name);
  const head = (name: ColumnName): readonly string[] => t(`cli.column.${idOf(name)}`).split('\n');
  // Two lines make narrow columns: with them the numbers of the page fit 80 characters.
  const heads =
    screen < Number.POSITIVE_INFINITY
      ? [headLine((name) => head(name).at(-2) ?? ''), headLine((name) => head(name).at(-1)!)]
      : [headLine((name) => head(name).join(' '))];
  const line = ({ row, run }: TableRow, before = ''): Cell[] => {
    const title: Cell = [before + titleOf(row), 'left', look(all.name.painted?.(row))];
    if (row.outcome !== 'compacted')
      return [title, [`${t(`compare.note.${row.outcome}`)}: ${row.note}`, 'rest', { painted: (text) => paint('quiet', text) }]];
    return names.map((name): Cell => {
      const { align, cell, painted } = all[name];
      if (name === 'name') return title;
      if (name === 'strip') return ['', align, { draw: (width) => strip(run.fates, prefix, width), painted: paintedStrip }];
      return [cell(row), align, look(painted?.(row))];
    });
  };
  const quiet = (text: string): Cell[] => [[text, 'rest', { painted: (shown) => paint('quiet', shown) }]];
  const inGroup = ({ title, rows: placed }: Group<TableRow>): Cell[][] => [
    ...(title === null ? [] : [quiet(title)]),
    ...placed.map(({ row, letter }) => line(row, `${letter ?? ' '} `)),
  ];
  const answers = inOrder.filter(({ row }) => row.kind !== 'control');
  const controls = inOrder.filter(({ row }) => row.kind === 'control');
  const body = short
    ? short.flatMap(inGroup)
    : [
        ...answers.map((row) => line(row)),
        ...(controls.length > 0 ? [quiet(`-- ${groupTitle('controls')}`)] : []),
        ...controls.map((row) => line(row)),
      ];
  const leaves = options.columns ? [] : leavesOf(names, all);
  const column = names.indexOf('strip');
  return grid([...heads, ...body], {
    columns: screen,
    leaves,
    title: MOST_TITLE,
    ...(column >= 0 && { grows: { column, least: Math.max(LEAST_STRIP, Math.floor(screen * STRIP_SHARE)), usual: USUAL_STRIP, most: MOST_STRIP } }),
  });
}

const look = (painted: ((text: string) => string) | undefined): { painted?: (text: string) => string } => (painted ? { painted } : {});

export function decayLines(rows: readonly ReportRow[], screen: number = Number.POSITIVE_INFINITY): string[] {
  const n = numbers();
  const shown = sorted(rows.map((row) => ({ row }))).flatMap(({ row }) =>
    row.decay && row.decay.length > 1 ? [{ title: titleOf(row), decay: row.decay }] : [],
  );
  const rounds = Math.max(1, ...shown.map(({ decay }) => decay.length)) - 1;
  const head: Cell[] = [
    [t('cli.decay.head'), 'left'],
    ...Array.from({ length: rounds }, (_, k): Cell => [t('cli.decay.round', { round: k + 1 }), 'right']),
  ];
  const body = shown.map(({ title, decay }): Cell[] => [
    [title, 'left'],
    ...Array.from({ length: rounds }, (_, k): Cell => {
      const round = decay[k + 1];
      if (!round) return ['', 'right'];
      const facts = round.factRetention ? n.share(round.factRetention.all) : '—';
      return [round.outcome === 'compacted' ? `${facts} (${n.whole(round.tokens)})` : t(`compare.note.${round.outcome}`), 'right'];
    }),
  ]);
  return [...grid([head, ...body], { columns: screen, leaves: [] }), ''];
}
