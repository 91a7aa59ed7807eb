/** Once the file of a sent run is open: how many of the values are the sender's, and which are not. */
import '../../i18n/en/sent.ts';
import { useMemo, useState } from 'react';
import { formatValue, measureColumns } from '../rows/measures.ts';
import { checked, type Difference, isSameRun, useTableRows } from '../rows/useTableRows.ts';
import { Button, Icon } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { actions, checkedAgainst, type SentRun, useApp, useText } from '../store/index.ts';
import styles from './snapshot.module.css';
import { EDIT, FATES, type FateKind } from '../../engine/strategies/contract.ts';
import type { RowResult, TranscriptView } from '../../worker/protocol.ts';
import { most, sumsOf } from '../store/show.ts';

// Strips that are computed here against those that were sent, row by row, by the cells that were sent. No React here.

/** A strip that is not the sender's. Messages that share a cell count together. */
interface StripDifference {
  readonly key: string;
  readonly title: string;
  readonly messages: number;
  readonly of: number;
  readonly at: number;
  readonly was: CellFate;
  readonly now: CellFate;
}

interface CellFate {
  readonly fate: FateKind;
  readonly left: number | null;
}

const fatesIn =
  (fates: ArrayLike<number>, left: ArrayLike<number>) =>
  (cell: number): CellFate => ({ fate: FATES[fates[cell]!] ?? 'keep', left: fates[cell] === EDIT ? Math.round(left[cell]!) : null });

export function checkedStrips(
  rows: readonly { readonly key: string; readonly title: string; readonly result: RowResult | null }[],
  view: TranscriptView,
  { said, starts, snapshot }: Pick<SentRun, 'said' | 'starts' | 'snapshot'>,
): { readonly same: number; readonly differences: readonly StripDifference[] } {
  let same = 0;
  const differences: StripDifference[] = [];
  if (snapshot.original.messages !== view.n) return { same, differences };
  const { counts } = snapshot.cells;
  for (const { key, title, result } of rows) {
    const there = said.comparison?.rows.find((row) => row.key === key);
    if (!result || !there) continue;
    const here = fatesIn(most(result.fates, FATES.length, view.tokens, starts), sumsOf(result.left, starts));
    const sent = fatesIn(there.fates, there.left);
    const others = counts.flatMap((_, cell) => (here(cell).fate === sent(cell).fate && here(cell).left === sent(cell).left ? [] : [cell]));
    const [first] = others;
    if (first === undefined) same += 1;
    else
      differences.push({
        key,
        title,
        messages: others.reduce((sum, cell) => sum + counts[cell]!, 0),
        of: view.n,
        at: starts[first]!,
        was: sent(first),
        now: here(first),
      });
  }
  return { same, differences };
}

const LISTED = 300;

interface DifferencesProps {
  readonly found: readonly Difference[];
  readonly strips: readonly StripDifference[];
  readonly onClose: () => void;
}

function Differences({ found, strips, onClose }: DifferencesProps) {
  const { t, n } = useText();
  const said = (value: number | null, { column }: Difference): string => (value === null ? '—' : formatValue(column, value, n));
  const done = (at: number, { fate, left }: CellFate): string =>
    `#${at + 1} ${t(`fate.${fate}`)}${left === null ? '' : `, ${t('sent.strip.left', { count: left })}`}`;
  return (
    <Dialog title={t('sent.differences')} onClose={onClose} wide>
      <div className={`scrolls ${styles.differences}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('label.policy')}</th>
              <th scope="col">{t('sent.value')}</th>
              <th scope="col" className={styles.number}>
                {t('sent.was')}
              </th>
              <th scope="col" className={styles.number}>
                {t('sent.now')}
              </th>
            </tr>
          </thead>
          <tbody>
            {strips.map(({ key, title, messages, of, at, was, now }) => (
              <tr key={key}>
                <th scope="row">{title}</th>
                <td>
                  {t('sent.strip')} <small>{t('sent.strip.messages', { count: messages, of })}</small>
                </td>
                <td className={styles.number}>{done(at, was)}</td>
                <td className={styles.number}>{done(at, now)}</td>
              </tr>
            ))}
            {found.slice(0, LISTED).map((one) => (
              <tr key={`${one.key} ${one.column.id}`}>
                <th scope="row">{one.title}</th>
                <td>
                  {t(one.column.title)} <small>{t(one.column.unit)}</small>
                </td>
                <td className={styles.number}>{said(one.was, one)}</td>
                <td className={styles.number}>{said(one.now, one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.length > LISTED && <p>{t('row.more', { count: found.length - LISTED })}</p>}
    </Dialog>
  );
}

const NONE: readonly StripDifference[] = [];

export function Recomputed() {
  const { t } = useText();
  const sent = useApp(checkedAgainst);
  const comparison = useApp((s) => (s.current ? s.comparison : null));
  const scenario = useApp((s) => s.scenario);
  const rows = useTableRows(comparison);
  const [open, setOpen] = useState(false);
  const found = useMemo(() => (sent && comparison ? checked(rows, measureColumns, sent) : null), [sent, comparison, rows]);
  const strips = useMemo(() => (sent && comparison ? checkedStrips(rows, comparison.transcript, sent) : null), [sent, comparison, rows]);
  if (!sent) return null;
  const others = strips?.differences ?? NONE;
  const same = isSameRun(scenario, sent.snapshot.scenario);
  const differ = (found?.differences.length ?? 0) + others.length;
  return (
    <div className={`row fixed second ruled pad4-12 wrap leastHigh30 bgSel ${styles.line}`} data-checked={found && !found.late ? true : undefined}>
      <Icon name={differ > 0 ? 'warning' : 'check'} />
      <p role="status">
        {!same && t('sent.changed')}
        {same && !found && t('sent.computing')}
        {same && found && (
          <>
            {t('sent.checked', { version: sent.snapshot.engine })} <b className="plainText">{t('sent.checked.same', { count: found.same })}</b>
            {', '}
            <b className="plainText" data-differs={found.differences.length > 0 || undefined}>
              {t('sent.checked.differ', { count: found.differences.length })}
            </b>
            {', '}
            <b className="plainText">{t('sent.checked.new', { count: found.added })}</b>
            {strips && (
              <>
                {' · '}
                <b className="plainText">{t('sent.strips.same', { count: strips.same })}</b>
                {', '}
                <b className="plainText" data-differs={others.length > 0 || undefined}>
                  {t('sent.checked.differ', { count: others.length })}
                </b>
              </>
            )}
            {found.late && ` · ${t('sent.checked.late')}`}
          </>
        )}
      </p>
      {same && differ > 0 && <Button kind="link" onClick={() => setOpen(true)} text={t('sent.differences.show')} />}
      {!same && (
        <Button kind="link" onClick={() => void actions.openScenario({ ...sent.snapshot.scenario, view: scenario.view })} text={t('sent.back')} />
      )}
      <Button kind="ghost" icon="close" aria-label={t('sent.forget')} title={t('sent.forget')} onClick={actions.forgetSent} />
      {open && found && <Differences found={found.differences} strips={others} onClose={() => setOpen(false)} />}
    </div>
  );
}
