/** The comparison as a table for a terminal, with a strip per strategy. */
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

export type Cell = readonly [text: string, align: 'left' | 'right'];

/** Cells in columns. */
export function grid(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) for (const [c, [text]] of row.entries()) widths[c] = Math.max(widths[c] ?? 0, widthOf(text));
  return rows.map((row) =>
    row
      .map(([text, align], c) => {
        const space = ' '.repeat(widths[c]! - widthOf(text));
        return align === 'left' ? text + space : space + text;
      })
      .join('  ')
      .trimEnd(),
  );
}

const AFTER_ALL = 5;

/** Scored rows by efficiency, then rows without scores, controls last; ties in registry order. */
export function sorted<T extends { readonly row: ReportRow }>(rows: readonly T[]): T[] {
  const rank = (r: ReportRow): number =>
    ({ compacted: 0, refused: 1, rejected: 2, failed: 3, unchanged: 4 })[r.outcome] + (r.kind === 'control' ? AFTER_ALL : 0);
  return [...rows].sort((a, b) => rank(a.row) - rank(b.row) || (b.row.efficiency ?? 0) - (a.row.efficiency ?? 0));
}

/** The recall part of a row's note. */
function recallNote({ measures: { hindsightRecall, cutsIdle }, notes }: ReportRow, cuts: number): string[] {
  if (hindsightRecall === null) return notes.hindsightRecall ? [t('cli.note.recall', { reason: notes.hindsightRecall })] : [];
  return cutsIdle ? [t('cli.note.idle', { idle: cutsIdle, cuts })] : [];
}

/** A recall with its sign: over the budget at the cuts, below chance. */
function recallCell({ measures: { hindsightRecall, overBudget, belowChance } }: ReportRow): string {
  if (hindsightRecall === null) return '—';
  return `${overBudget ? '▲ ' : belowChance ? '▼ ' : ''}${numbers().share(hindsightRecall)}`;
}

/**
 * The lines of the table; with `recall` (its number of cuts; null = none, or no number for any row) three more columns. Controls come last,
 * under a heading of their own.
 */
export function tableLines(rows: readonly { readonly row: ReportRow; readonly strip: string }[], recall: number | null = null): string[] {
  const n = numbers();
  const head: Cell[] = [
    [t('cli.column.strategy'), 'left'],
    [t('cli.column.tokens'), 'right'],
    [t('cli.column.saved'), 'right'],
    [t('cli.column.kept'), 'right'],
    [t('cli.column.efficiency'), 'right'],
    [t('cli.column.facts'), 'right'],
    ...(recall !== null
      ? ([
          [t('cli.column.recall'), 'right'],
          [t('cli.column.left'), 'right'],
          [t('cli.column.binding'), 'right'],
        ] as const)
      : []),
    [t('cli.column.fates'), 'right'],
    [t('cli.column.valid'), 'right'],
    [t('cli.column.ms'), 'right'],
    [t('cli.column.strip'), 'left'],
    [t('cli.column.note'), 'left'],
  ];
  const shareOf = (share: number | null): string => (share === null ? '—' : n.share(share));
  const inOrder = sorted(rows);
  const body = inOrder.map(({ row, strip: drawn }): Cell[] => {
    if (row.outcome !== 'compacted') {
      const dash: Cell = ['—', 'right'];
      return [
        [row.title, 'left'],
        dash,
        dash,
        dash,
        dash,
        dash,
        dash,
        dash,
        ...(recall !== null ? [dash, dash, dash] : []),
        [n.ms(row.ms), 'right'],
        [`|${' '.repeat(STRIP)}|`, 'left'],
        [`${t(`cli.outcome.${row.outcome}`)}: ${row.note}`, 'left'],
      ];
    }
    const broken = row.violations?.length ?? 0;
    return [
      [row.title, 'left'],
      [`${row.metTarget === false ? '▲ ' : ''}${n.whole(row.tokensAfter ?? 0)}`, 'right'],
      [n.share(row.tokenReduction ?? 0), 'right'],
      [n.share(row.preservation ?? 0), 'right'],
      [n.score(row.efficiency ?? 0), 'right'],
      [shareOf(row.measures.factRetention?.all ?? null), 'right'],
      ...(recall !== null
        ? ([
            [recallCell(row), 'right'],
            [shareOf(row.measures.recallLeft), 'right'],
            [shareOf(row.measures.binding), 'right'],
          ] as const)
        : []),
      [`${row.kept}/${row.edited}/${row.summarized}/${row.offloaded}/${row.dropped}`, 'right'],
      [broken ? t('cli.valid.no', { count: broken }) : t('cli.valid.yes'), 'right'],
      [n.ms(row.ms), 'right'],
      [`|${drawn}|`, 'left'],
      [[row.note, ...(recall === null ? [] : recallNote(row, recall))].filter(Boolean).join(' · '), 'left'],
    ];
  });
  const answers = inOrder.filter(({ row }) => row.kind !== 'control').length;
  const lines = grid([head, ...body]);
  return answers === inOrder.length ? lines : [...lines.slice(0, 1 + answers), t('cli.controls'), ...lines.slice(1 + answers)];
}

/** Facts left after each round, with the tokens; rows in table order. */
export function decayLines(rows: readonly ReportRow[]): string[] {
  const n = numbers();
  const shown = sorted(rows.map((row) => ({ row }))).flatMap(({ row }) =>
    row.decay && row.decay.length > 1 ? [{ title: row.title, decay: row.decay }] : [],
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
  return [...grid([head, ...body]), ''];
}
