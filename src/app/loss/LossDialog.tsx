/** The loss view: everything that one strategy lost, or what one of two lost and the other still has; every line leads to its message. */
import { useMemo, useState } from 'react';
import '../../i18n/loss-words.ts';
import { USES } from '../../engine/measures/types.ts';
import type { ListedLine } from '../../worker/loss-protocol.ts';
import { lossLists } from '../compare/measures.ts';
import type { TableRow } from '../compare/rows.ts';
import { useTableRows } from '../compare/useTableRows.ts';
import { Dialog } from '../components/Dialog.tsx';
import { formatReason, lookup } from '../../i18n/index.ts';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import { openLoss, useUi } from '../store/ui.ts';
import { countsBy, filterLines, type LineFate, type Use } from './lines.ts';
import { LossLines } from './LossLines.tsx';
import styles from './loss.module.css';

const NO_LINES: readonly ListedLine[] = [];

/** Which row, and whether only what another pinned row still has. */
function Choice({
  rows,
  row,
  against,
  onAgainst,
}: {
  readonly rows: readonly TableRow[];
  readonly row: TableRow;
  readonly against: string;
  onAgainst(key: string): void;
}) {
  const { t } = useText();
  const list = useUi((s) => s.loss?.list);
  const compacted = rows.filter((one) => one.state === 'compacted' || one === row);
  const pinned = compacted.filter((one) => one.pin && one !== row);
  return (
    <div className={styles.choice}>
      <label>
        {t('loss.row')}
        <select
          value={row.key}
          onChange={(e) => {
            onAgainst('');
            openLoss(e.currentTarget.value, list);
          }}
        >
          {compacted.map((one) => (
            <option key={one.key} value={one.key}>
              {one.pin ? `${one.pin} · ${one.title}` : one.title}
            </option>
          ))}
        </select>
      </label>
      {pinned.length > 0 && (
        <label>
          {t('loss.mode')}
          <select value={against} onChange={(e) => onAgainst(e.currentTarget.value)}>
            <option value="">{t('loss.mode.all')}</option>
            {pinned.map((one) => (
              <option key={one.key} value={one.key}>
                {t('loss.mode.against', { title: `${one.pin} · ${one.title}` })}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** A choice of one value with the number of matching lines; nothing if there is only one. */
function Narrow<V extends string>({
  label,
  all,
  value,
  counts,
  words,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: V | null;
  readonly counts: ReadonlyMap<V, number>;
  words(value: V): string;
  onChange(value: V | null): void;
}) {
  const { n } = useText();
  if (counts.size < 2 && value === null) return null;
  return (
    <select aria-label={label} value={value ?? ''} onChange={(e) => onChange((e.currentTarget.value || null) as V | null)}>
      <option value="">{all}</option>
      {[...counts].map(([one, count]) => (
        <option key={one} value={one}>
          {words(one)} ({n.whole(count)})
        </option>
      ))}
    </select>
  );
}

export function LossDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const recalling = useApp((s) => s.recalled?.of !== s.comparison && s.lossError === null);
  const rows = useTableRows(comparison);
  const target = useUi((s) => s.loss);
  const [against, setAgainst] = useState('');
  const [kind, setKind] = useState<string | null>(target?.kind ?? null);
  const [fate, setFate] = useState<LineFate | null>(null);
  const [use, setUse] = useState<Use | null>(null);
  const [text, setText] = useState('');
  const row = rows.find(({ key }) => key === target?.key) ?? rows.find(({ pin }) => pin === 'A') ?? rows[0];
  const list = lossLists.find(({ id }) => id === target?.list) ?? lossLists[0]!;
  const compacted = row?.state === 'compacted';
  const recalled = useApp((s) => s.recalled);
  const { answer, failed } = useAsk(client.losses, row && compacted ? [row.key, against || null] : null, [comparison, recalled]);
  const found = failed ? null : answer;
  const lines = found?.lines ?? NO_LINES;
  const counts = useMemo(() => countsBy(lines, (line) => line.list), [lines]);
  const ofList = useMemo(() => lines.filter((line) => line.list === list.id), [lines, list]);
  const shown = useMemo(() => filterLines(lines, { list: list.id, kind, fate, use, text }), [lines, list, kind, fate, use, text]);
  if (!row) return null;
  const choose = (next: string): void => {
    setKind(null);
    setFate(null);
    setUse(null);
    openLoss(row.key, next);
  };
  const empty = !compacted
    ? t('loss.none.row')
    : failed
      ? t('loss.failed', { message: formatReason(failed) })
      : !found
        ? t('loss.loading')
        : ofList.length > 0
          ? t('loss.none.filter')
          : list.from === 'recall' && recalling
            ? t('loss.none.recall')
            : t('loss.none');
  return (
    <Dialog title={t('loss.title')} onClose={onClose} wide>
      <div className={styles.dialog}>
        <Choice rows={rows} row={row} against={against} onAgainst={setAgainst} />
        <div className={styles.groups} role="radiogroup" aria-label={t('loss.groups')}>
          {lossLists.map(({ id: one, from }) => (
            <label key={one}>
              <input type="radio" name="loss-group" checked={one === list.id} onChange={() => choose(one)} />
              <span>
                {lookup(`measure.${one}.list`)} <b>{found && !(from === 'recall' && recalling) ? n.whole(counts.get(one) ?? 0) : '…'}</b>
              </span>
            </label>
          ))}
        </div>
        <p className={styles.help}>{lookup(`measure.${list.id}.list.help`)}</p>
        <div className={styles.filters}>
          <input
            type="search"
            aria-label={t('loss.find')}
            placeholder={t('loss.find')}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
          />
          <Narrow
            label={t('loss.kind')}
            all={t('loss.kind.all')}
            value={kind}
            counts={countsBy(ofList, (line) => line.kind)}
            words={(one) => lookup(`loss.kind.${one}`) ?? one}
            onChange={setKind}
          />
          <Narrow<LineFate>
            label={t('loss.fate')}
            all={t('loss.fate.all')}
            value={fate}
            counts={countsBy<LineFate>(ofList, (line) => line.fate)}
            words={(one) => t(`loss.fate.${one}`)}
            onChange={setFate}
          />
          <Narrow<Use>
            label={t('loss.use')}
            all={t('loss.use.all')}
            value={use}
            counts={usesOf(ofList)}
            words={(one) => t(`loss.use.${one}`)}
            onChange={setUse}
          />
          <span role="status">{found ? t('loss.count', { count: shown.length }) : ''}</span>
        </div>
        {shown.length > 0 ? <LossLines lines={shown} onGo={onClose} /> : <p className={styles.empty}>{empty}</p>}
        <p className={styles.honest}>{lookup('measure.presence')}</p>
      </div>
    </Dialog>
  );
}

/** Uses with matching lines, the strongest first. */
function usesOf(lines: readonly ListedLine[]): ReadonlyMap<Use, number> {
  const counts = countsBy<Use>(lines, (line) => line.use);
  return new Map(USES.flatMap((use) => (counts.has(use) ? [[use, counts.get(use)!] as const] : [])));
}
