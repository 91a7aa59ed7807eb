/** Facts that answers used although the context had lost them: where each was said, where it was needed, which compaction lost it. */
import { useMemo, useState } from 'react';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useDataTable } from '../table/useDataTable.ts';
import type { RunLine } from './lines.ts';
import { idOf, missColumns, type Missed } from './missColumns.tsx';
import styles from './panels.module.css';
import { RunFilter } from './RunFilter.tsx';
import { useReplay } from './state.ts';

const MISSES = 'misses';
/** Misses listed at once. */
const LISTED = 100;

/** Misses of the runs in the order of the requests. */
export function missedOf(lines: readonly RunLine[], misses: ReadonlyMap<string, readonly ReplayMiss[]>, last: number): readonly Missed[] {
  return lines
    .flatMap((line) => (misses.get(line.key) ?? []).map((miss): Missed => ({ line, miss, last })))
    .sort((a, b) => a.miss.request - b.miss.request);
}

export function Misses({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  const misses = useReplay((s) => s.misses);
  const [listed, setListed] = useState(LISTED);
  const all = useMemo(() => missedOf(lines, misses, reply.requests + 1), [lines, misses, reply]);
  const data = useDataTable({ name: MISSES, data: all, columns: missColumns, rowId: idOf });
  const { rows } = data.table.getRowModel();
  const found = data.table.getFilteredRowModel().rows.length;
  const waiting = lines.some((line) => !line.series.failed && !misses.has(line.key));
  return (
    <>
      <div className={styles.bar}>
        <RunFilter
          lines={lines}
          value={data.view.filters?.strategy ?? ''}
          after={({ key }) => `(${misses.has(key) ? n.whole(misses.get(key)!.length) : '…'})`}
          onChange={(key) => data.change({ filters: { ...data.view.filters, strategy: key } })}
        />
        <span role="status">{waiting ? t('replay.misses.waiting') : t('replay.misses.count', { count: found })}</span>
        <ColumnChooser atEnd name={MISSES} columns={missColumns} defaults={data.defaults} />
      </div>
      <p className={styles.note}>{t('replay.misses.help')}</p>
      {found > 0 && <DataTable data={data} label={t('replay.panel.misses')} rows={rows.slice(0, listed)} />}
      {rows.length > listed && (
        <Button kind="link" onClick={() => setListed(listed + LISTED)}>
          {t('replay.more', { count: rows.length - listed })}
        </Button>
      )}
      {found === 0 && !waiting && <p className={styles.note}>{t('replay.misses.none')}</p>}
    </>
  );
}
