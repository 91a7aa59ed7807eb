/** One message in every row of the table: its fate, why, and how much of it is left. */
import { columnsFor } from '../table/columns.tsx';
import { type KeyboardEvent, useMemo } from 'react';
import { PRIORITIES } from '../../engine/signals/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason, numbers, t } from '../../i18n/index.ts';
import type { FateView, MessageView, WorkerError } from '../../worker/protocol.ts';
import type { TableRow } from '../rows/compare-rows.ts';
import { useTableRows } from '../rows/useTableRows.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, client, useApp, useAsk, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { defaultsOf, useDataTable, usePassing } from '../table/useDataTable.ts';
import { FateChip, PinLetter } from '../rows/Chips.tsx';
import { createColumnHelper } from '@tanstack/react-table';
import { FATES, type FateKind } from '../../engine/strategies/contract.ts';
import type { ColumnDef, features } from '../table/features.ts';
import styles from './diff.module.css';

interface FateRow {
  readonly row: TableRow;
  readonly view: FateView;
  readonly tokens: number;
}

type Fate = FateKind | 'stands';
const ALL_FATES: readonly Fate[] = [...FATES, 'stands'];

const keyOf = ({ row }: FateRow): string => row.key;
const fateOf = ({ row, view }: FateRow): Fate => (row.state === 'compacted' ? view.fate : 'stands');
const FATE = 'fate';

const fateTitle = (fate: Fate): string => t(fate === 'stands' ? 'fates.stands.short' : `fate.${fate}`);

function why({ row, view }: FateRow): string {
  const reason = row.state === 'compacted' ? formatReason(view.reason) : (row.note?.title ?? formatReason(view.reason));
  // The number of the summary tells something only where there are several.
  const several = view.summary !== null && (row.result?.summaries.length ?? 0) > 1;
  return several ? `${reason} · ${view.summary!.replace('-', ' ')}` : reason;
}

const helper = createColumnHelper<typeof features, FateRow>();

const { words, number } = columnsFor<FateRow>();
const fateColumns: readonly ColumnDef<FateRow>[] = helper.columns([
  words('strategy', {
    title: 'label.policy',
    width: 190,
    value: ({ row }) => row.title,
    cell: ({ row }) => (
      <>
        {row.pin && <PinLetter letter={row.pin} />} {row.title}
      </>
    ),
    names: true,
    wraps: true,
  }),
  words(FATE, {
    title: 'fates.fate',
    width: 110,
    value: fateOf,
    cell: (row) => fateTitle(fateOf(row)),
    order: ALL_FATES,
    optional: true,
    group: {
      title: (fate) => (
        <>
          {fate !== 'stands' && <FateChip fate={fate as FateKind} />} {fateTitle(fate as Fate)}
        </>
      ),
    },
  }),
  words('why', { title: 'row.why', width: 160, value: why, wraps: true, grow: true }),
  number('left', {
    title: 'compare.column.tokens',
    width: 130,
    value: ({ view }) => view.tokensLeft,
    cell: ({ tokens, view }) => {
      const n = numbers();
      return view.tokensLeft === tokens ? n.whole(tokens) : `${n.whole(tokens)} → ${n.whole(view.tokensLeft)}`;
    },
  }),
  helper.display({
    id: 'pin',
    cell: ({ row: { original } }) => (
      <Button
        kind="link"
        aria-label={t('compare.other', { title: original.row.title })}
        aria-pressed={original.row.pin !== null}
        onClick={() => actions.compareWith(original.row.key)}
        text={t('row.other')}
      />
    ),
    enableResizing: false,
    size: 72,
    meta: { title: () => t('compare.head.pin'), words: true },
  }),
]);

const MESSAGE_FATES = 'fates';
const DEFAULTS = defaultsOf(fateColumns, [], FATE);
const NONE: readonly FateRow[] = [];
const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

interface MessageFates {
  readonly message: MessageView;
  readonly fates: readonly FateView[];
}

async function fatesOf(index: number): Promise<Result<MessageFates, WorkerError>> {
  const [rows, fates] = await Promise.all([client.rows([index], []), client.fatesOf(index)]);
  if (!fates.ok) return fates;
  return rows.ok ? { ok: true, value: { message: rows.value[0]!.message, fates: fates.value } } : rows;
}

function fatedRows(rows: readonly TableRow[], { message, fates }: MessageFates): readonly FateRow[] {
  const views = new Map(fates.map((view) => [view.key, view]));
  return rows.flatMap((row) => {
    const view = views.get(row.key);
    return view ? [{ row, view, tokens: message.tokens }] : [];
  });
}

function Fates({ fated, busy }: { readonly fated: readonly FateRow[]; readonly busy: boolean }) {
  const { t } = useText();
  const passing = usePassing();
  const data = useDataTable({ name: MESSAGE_FATES, data: fated, columns: fateColumns, rowId: keyOf, group: FATE, passing });
  return <DataTable data={data} label={t('compare.legend')} stacks busy={busy} />;
}

export function FatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const selected = useApp((s) => s.scenario.view.selected ?? s.hover ?? s.visible?.[0] ?? 0);
  const rows = useTableRows(comparison);
  const last = (comparison?.transcript.n ?? 1) - 1;
  const index = Math.min(selected, last);
  const { answer: known, late, failed } = useAsk(fatesOf, [index], [comparison]);
  const fated = useMemo(() => (known ? fatedRows(rows, known) : NONE), [rows, known]);
  const go = (to: number): void => {
    if (to >= 0 && to <= last) actions.select(to);
  };
  const keyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowLeft') go(index - 1);
    else if (event.key === 'ArrowRight') go(index + 1);
    else return;
    event.preventDefault();
  };
  const priority = known ? PRIORITIES[PRIORITIES.indexOf(known.message.priority)] : null;
  return (
    <Dialog title={t('palette.fates', { number: index + 1 })} onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the dialog; the buttons do the same */}
      <div style={{ minHeight: 'min(560px, 70dvh)' }} onKeyDown={keyDown}>
        <div className={`row wrap ${styles.fatesBar}`}>
          <Button disabled={index === 0} onClick={() => go(index - 1)}>
            ← {t('fates.previous')}
          </Button>
          <Button disabled={index === last} onClick={() => go(index + 1)}>
            {t('fates.next')} →
          </Button>
          <span className={`legend second num atEnd ${styles.counts}`}>
            {ALL_FATES.map((fate) => {
              const count = fated.filter((one) => fateOf(one) === fate).length;
              return count === 0 ? null : (
                <span className="middle gap5" key={fate}>
                  {fate === 'stands' ? fateTitle(fate) : <FateChip fate={fate} />} <b>{n.whole(count)}</b>
                </span>
              );
            })}
          </span>
          <ColumnChooser name={MESSAGE_FATES} columns={fateColumns} defaults={DEFAULTS} />
        </div>
        {failed && <p role="alert">{t('diff.failed', { message: formatReason(failed) })}</p>}
        {known && (
          <>
            <p className={`second breaks ${styles.fatesMessage}`}>
              <b className="plainText">{t(`strip.role.${ROLES.find((role) => role === known.message.role) ?? 'user'}`)}</b> · {priority} ·{' '}
              {t('tokens.count', { count: known.message.tokens })}
              {known.message.title && <code> {known.message.title}</code>}
            </p>
            {known.message.preview.trim() && <blockquote className={`breaks second ${styles.preview}`}>{known.message.preview}</blockquote>}
            <Fates fated={fated} busy={late} />
          </>
        )}
      </div>
    </Dialog>
  );
}
