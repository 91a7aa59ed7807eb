/** The comparison as a table for a terminal, with a strip per strategy. */
import { isBelowChance } from '../engine/measures/independent/contract.ts';
import { DROP, EDIT, KEEP, OFFLOAD, SUMMARIZE } from '../engine/strategies/contract.ts';
import type { ReportRow } from '../engine/report.ts';
import { numbers, t } from './words.ts';

const BLOCKS = ' ▂▄▆█';
const STRIP = 32;

/**
 * One character per interval of tokens. Ink = share of its tokens kept verbatim; below half, a letter shows what replaces the rest. Never
 * rounds to nothing: any kept share shows ink. `fates`: codes per message; `prefix`: running tokens, length n + 1.
 */
export function strip(fates: Uint8Array, prefix: Float64Array, width: number = STRIP): string {
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
    else text += ' ';
  }
  return text;
}

/** Columns of a character: Chinese, Japanese and Korean take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const c of text) width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(c) ? 2 : 1;
  return width;
}

/** Lines of at most so many columns, broken between words; a word that is longer stands alone. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `rest`: runs to the end of the line, and is cut there where the line has a limit. */
export type Cell = readonly [text: string, align: 'left' | 'right' | 'rest'];

/** A text of at most so many columns; what is cut ends with an ellipsis. */
export function fitted(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let cut = '';
  let width = 0;
  for (const c of text) {
    width += widthOf(c);
    if (width > most - 1) break;
    cut += c;
  }
  return `${cut.trimEnd()}…`;
}

/** Columns that a line's `rest` needs, so that it says something. */
const LEAST_REST = 16;
/** Columns of a title where the table is too wide for the screen. */
const LEAST_TITLE = 28;

export interface Fit {
  /** Columns of the screen; infinity where the output is no screen. */
  readonly columns: number;
  /** Indices of table columns that go, one after the other, until the table fits. */
  readonly leaves: readonly number[];
}

/** Cells in columns. The first column is cut before any other leaves. */
export function grid(rows: readonly (readonly Cell[])[], { columns, leaves }: Fit = { columns: Number.POSITIVE_INFINITY, leaves: [] }): string[] {
  const widths: number[] = [];
  // A rest that stands among the columns of other rows widens none of them.
  for (const row of rows)
    for (const [c, [text, align]] of row.entries())
      if (align !== 'rest' || c === rows[0]!.length - 1)
        widths[c] = Math.max(widths[c] ?? 0, align === 'rest' ? Math.min(LEAST_REST, widthOf(text)) : widthOf(text));
  const shown = new Set(widths.keys());
  const needed = (): number => [...shown].reduce((sum, c) => sum + widths[c]!, 2 * (shown.size - 1));
  const title = widths[0] ?? 0;
  if (needed() > columns) widths[0] = Math.min(title, LEAST_TITLE);
  for (const c of leaves) {
    if (needed() <= columns) break;
    shown.delete(c);
  }
  widths[0] = Math.min(title, widths[0]! + Math.max(0, columns - needed()));
  return rows.map((row) => {
    const cells = row.flatMap(([full, align], c) => {
      if (!shown.has(c)) return [];
      if (align === 'rest') return [full];
      const text = fitted(full, widths[c]!);
      const space = ' '.repeat(widths[c]! - widthOf(text));
      return [align === 'left' ? text + space : space + text];
    });
    return fitted(cells.join('  ').trimEnd(), columns);
  });
}

const AFTER_ALL = 5;

/**
 * Scored rows in the answer's order, by efficiency where there is none, then rows without scores, controls last; ties in registry order.
 * `order`: keys of all rows.
 */
export function sorted<T extends { readonly row: ReportRow }>(rows: readonly T[], order: readonly string[] | null = null): T[] {
  const places = new Map((order ?? []).map((key, place) => [key, place]));
  const place = ({ key }: ReportRow): number => places.get(key) ?? 0;
  const rank = (r: ReportRow): number =>
    ({ compacted: 0, refused: 1, rejected: 2, failed: 3, unchanged: 4 })[r.outcome] + (r.kind === 'control' ? AFTER_ALL : 0);
  return [...rows].sort((a, b) => rank(a.row) - rank(b.row) || place(a.row) - place(b.row) || (b.row.efficiency ?? 0) - (a.row.efficiency ?? 0));
}

/** The recall part of a row's note. */
function recallNote({ measures: { hindsightRecall, cutsIdle }, notes }: ReportRow, cuts: number): string[] {
  if (hindsightRecall === null) return notes.hindsightRecall ? [t('cli.note.recall', { reason: notes.hindsightRecall })] : [];
  return cutsIdle ? [t('cli.note.idle', { idle: cutsIdle, cuts })] : [];
}

/** Both recalls, each with its sign: over the budget at the cuts, below chance. */
function recallCell({ measures: { hindsightRecall, overBudget, belowChance, independentRecall: other, independent } }: ReportRow): string {
  if (hindsightRecall === null) return '—';
  const n = numbers();
  const own = `${overBudget ? '▲ ' : belowChance ? '▼ ' : ''}${n.share(hindsightRecall)}`;
  return `${own}/${independent && isBelowChance(independent) ? '▼ ' : ''}${other === null ? '—' : n.share(other)}`;
}

/** A row's name; whether a product was repaired is part of it. */
const titleOf = ({ title, repaired }: ReportRow): string => (repaired ? t('cli.title.repaired', { title }) : title);

/** A column of the table: its head, its cell of a compacted row, and when it leaves a narrow screen (the lowest first; absent: never). */
interface Column {
  readonly head: string;
  readonly align: Cell[1];
  readonly leaves?: number;
  cell(row: ReportRow, drawn: string): string;
}

function columnsOf(recall: number | null): readonly Column[] {
  const n = numbers();
  const shareOf = (share: number | null): string => (share === null ? '—' : n.share(share));
  const ofRecall: readonly Column[] = [
    { head: t('cli.column.recall'), align: 'right', cell: recallCell },
    { head: t('cli.column.left'), align: 'right', leaves: 6, cell: ({ measures }) => shareOf(measures.recallLeft) },
    { head: t('cli.column.binding'), align: 'right', leaves: 4, cell: ({ measures }) => shareOf(measures.binding) },
  ];
  return [
    { head: t('cli.column.strategy'), align: 'left', cell: titleOf },
    {
      head: t('cli.column.tokens'),
      align: 'right',
      cell: ({ metTarget, tokensAfter }) => `${metTarget === false ? '▲ ' : ''}${n.whole(tokensAfter ?? 0)}`,
    },
    { head: t('cli.column.saved'), align: 'right', cell: ({ tokenReduction }) => n.share(tokenReduction ?? 0) },
    { head: t('cli.column.kept'), align: 'right', leaves: 3, cell: ({ preservation }) => n.share(preservation ?? 0) },
    { head: t('cli.column.efficiency'), align: 'right', leaves: 7, cell: ({ efficiency }) => n.score(efficiency ?? 0) },
    { head: t('cli.column.facts'), align: 'right', cell: ({ measures }) => shareOf(measures.factRetention?.all ?? null) },
    ...(recall === null ? [] : ofRecall),
    {
      head: t('cli.column.fates'),
      align: 'right',
      leaves: 2,
      cell: ({ kept, edited, summarized, offloaded, dropped }) => `${kept}/${edited}/${summarized}/${offloaded}/${dropped}`,
    },
    {
      head: t('cli.column.valid'),
      align: 'right',
      cell: ({ violations }) => (violations?.length ? t('cli.valid.no', { count: violations.length }) : t('cli.valid.yes')),
    },
    { head: t('cli.column.ms'), align: 'right', leaves: 1, cell: ({ ms }) => n.ms(ms) },
    { head: t('cli.column.strip'), align: 'left', leaves: 5, cell: (_, drawn) => `|${drawn}|` },
    {
      head: t('cli.column.note'),
      align: 'rest',
      leaves: 0,
      cell: (row) => [row.note, ...(recall === null ? [] : recallNote(row, recall))].filter(Boolean).join(' · '),
    },
  ];
}

/**
 * The lines of the table; with `recall` (its number of cuts; null = none, or no number for any row) three more columns. What was not compacted
 * has no numbers: its reason stands in their place. Controls come last, under a heading of their own.
 */
export function tableLines(
  rows: readonly { readonly row: ReportRow; readonly strip: string }[],
  recall: number | null = null,
  screen: number = Number.POSITIVE_INFINITY,
  order: readonly string[] | null = null,
): string[] {
  const columns = columnsOf(recall);
  const inOrder = sorted(rows, order);
  const body = inOrder.map(({ row, strip: drawn }): Cell[] =>
    row.outcome === 'compacted'
      ? columns.map(({ align, cell }) => [cell(row, drawn), align])
      : [
          [titleOf(row), 'left'],
          [`${t(`cli.outcome.${row.outcome}`)}: ${row.note}`, 'rest'],
        ],
  );
  const leaves = columns
    .flatMap(({ leaves: order }, c) => (order === undefined ? [] : [{ c, order }]))
    .sort((a, b) => a.order - b.order)
    .map(({ c }) => c);
  const lines = grid([columns.map(({ head, align }): Cell => [head, align]), ...body], { columns: screen, leaves });
  const answers = inOrder.filter(({ row }) => row.kind !== 'control').length;
  return answers === inOrder.length ? lines : [...lines.slice(0, 1 + answers), t('cli.controls'), ...lines.slice(1 + answers)];
}

/** Facts left after each round, with the tokens; rows in table order. */
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
      return [round.outcome === 'compacted' ? `${facts} (${n.whole(round.tokens)})` : t(`cli.outcome.${round.outcome}`), 'right'];
    }),
  ]);
  return [...grid([head, ...body], { columns: screen, leaves: [] }), ''];
}
