/** One message in every row of the table: its fate, why, and how much of it is left. */
import type { KeyboardEvent } from 'react';
import { FATES, type FateKind } from '../../engine/strategies/contract.ts';
import { PRIORITIES } from '../../engine/signals/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason } from '../../i18n/index.ts';
import type { FateView, MessageView, WorkerError } from '../../worker/protocol.ts';
import type { TableRow } from '../compare/rows.ts';
import { useTableRows } from '../compare/useTableRows.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, client, useApp, useAsk, useText } from '../store/index.ts';
import { FateChip, PinLetter } from './Chips.tsx';
import styles from './fates.module.css';

const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

interface Known {
  readonly message: MessageView;
  readonly fates: readonly FateView[];
}

async function fatesOf(index: number): Promise<Result<Known, WorkerError>> {
  const [rows, fates] = await Promise.all([client.rows([index], []), client.fatesOf(index)]);
  if (!fates.ok) return fates;
  // A message that has fates is there.
  return rows.ok ? { ok: true, value: { message: rows.value[0]!.message, fates: fates.value } } : rows;
}

interface Group {
  readonly fate: FateKind | 'stands';
  readonly rows: readonly { readonly row: TableRow; readonly view: FateView }[];
}

/** Rows by fate in the order of the letters; rows without a change come apart, last. */
function groupsOf(rows: readonly TableRow[], fates: readonly FateView[]): readonly Group[] {
  const views = new Map(fates.map((view) => [view.key, view]));
  const all = rows.flatMap((row) => {
    const view = views.get(row.key);
    return view ? [{ row, view }] : [];
  });
  const groups: readonly Group[] = [
    ...FATES.map((fate) => ({ fate, rows: all.filter(({ row, view }) => row.state === 'compacted' && view.fate === fate) })),
    { fate: 'stands', rows: all.filter(({ row }) => row.state !== 'compacted') },
  ];
  return groups.filter((group) => group.rows.length > 0);
}

function FateRow({ row, view, tokens }: { readonly row: TableRow; readonly view: FateView; readonly tokens: number }) {
  const { t, n } = useText();
  return (
    <tr>
      <th scope="row">
        {row.pin && <PinLetter letter={row.pin} />} {row.title}
      </th>
      <td>
        {row.state === 'compacted' ? formatReason(view.reason) : (row.note?.title ?? formatReason(view.reason))}
        {view.summary !== null && row.result && row.result.summaries.length > 1 && <small> · {view.summary.replace('-', ' ')}</small>}
      </td>
      <td className={styles.number}>{view.tokensLeft === tokens ? n.whole(tokens) : `${n.whole(tokens)} → ${n.whole(view.tokensLeft)}`}</td>
      <td>
        <Button
          kind="link"
          aria-label={t('compare.pin', { title: row.title })}
          aria-pressed={row.pin !== null}
          onClick={() => actions.togglePin(row.key)}
        >
          {t(row.pin ? 'row.unpin' : 'row.pin')}
        </Button>
      </td>
    </tr>
  );
}

export function FatesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const selected = useApp((s) => s.scenario.view.selected ?? s.hover ?? s.visible?.[0] ?? 0);
  const rows = useTableRows(comparison);
  const last = (comparison?.transcript.n ?? 1) - 1;
  const index = Math.min(selected, last);
  const { answer: known, late, failed } = useAsk(fatesOf, [index], [comparison]);
  const groups = known ? groupsOf(rows, known.fates) : [];
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
    <Dialog title={t('fates.title', { number: index + 1 })} onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the dialog; the buttons do the same */}
      <div className={styles.dialog} onKeyDown={keyDown}>
        <div className={styles.bar}>
          <Button disabled={index === 0} onClick={() => go(index - 1)}>
            ← {t('fates.previous')}
          </Button>
          <Button disabled={index === last} onClick={() => go(index + 1)}>
            {t('fates.next')} →
          </Button>
          <span className={styles.counts}>
            {groups.map(({ fate, rows: list }) =>
              fate === 'stands' ? (
                <span key={fate}>
                  {t('fates.stands.short')} <b>{n.whole(list.length)}</b>
                </span>
              ) : (
                <span key={fate}>
                  <FateChip fate={fate} /> <b>{n.whole(list.length)}</b>
                </span>
              ),
            )}
          </span>
        </div>
        {failed && <p role="alert">{t('diff.failed', { message: formatReason(failed) })}</p>}
        {known && (
          <>
            <p className={styles.message}>
              <b>{t(`strip.role.${ROLES.find((role) => role === known.message.role) ?? 'user'}`)}</b> · {priority} ·{' '}
              {t('fates.tokens', { count: known.message.tokens })}
              {known.message.title && <code> {known.message.title}</code>}
            </p>
            {known.message.preview.trim() && <blockquote className={styles.preview}>{known.message.preview}</blockquote>}
            <table className={styles.table} aria-label={t('fates.table')} aria-busy={late}>
              <thead>
                <tr>
                  <th scope="col">{t('compare.strategy')}</th>
                  <th scope="col">{t('fates.why')}</th>
                  <th scope="col" className={styles.number}>
                    {t('fates.left')}
                  </th>
                  <td />
                </tr>
              </thead>
              {groups.map(({ fate, rows: list }) => (
                <tbody key={fate}>
                  <tr className={styles.group}>
                    <th scope="rowgroup" colSpan={4}>
                      {fate === 'stands' ? (
                        t('fates.stands', { count: list.length })
                      ) : (
                        <>
                          <FateChip fate={fate} /> {t(`fates.${fate}`, { count: list.length })}
                        </>
                      )}
                    </th>
                  </tr>
                  {list.map(({ row, view }) => (
                    <FateRow key={row.key} row={row} view={view} tokens={known.message.tokens} />
                  ))}
                </tbody>
              ))}
            </table>
          </>
        )}
      </div>
    </Dialog>
  );
}
