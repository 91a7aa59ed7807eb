/** Every run in one row, drawn over the requests, with what it cost: what was recorded above them, no compaction below. */
import { useDeferredValue, useMemo } from 'react';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import type { Range } from '../charts/scale.ts';
import { useMediaQuery } from '../components/elements.ts';
import { useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { defaultsOf, useDataTable } from '../table/useDataTable.ts';
import { LaneContext, type LaneView } from './Lane.tsx';
import { lanesOf, RECORDED, type RunLine } from './lanes.ts';
import styles from './panels.module.css';
import { RUN_COLUMNS } from './runColumns.tsx';
import { useReplay } from './replay-state.ts';
import { type RunRow, runRows } from './replay-summary.ts';

const SUMMARY = 'summary';
const keyOf = ({ key }: RunRow): string => key;
const FIRST: readonly string[] = ['kind'];
/** px of a lane, and in a low window. */
const LANE = 76;
const LOW_LANE = 52;

const useColumns = () => RUN_COLUMNS[useMediaQuery('(max-width: 1366px)') ? 'narrow' : 'wide'];

function useShown(reply: ReplayReply, overlay: boolean): Readonly<Record<string, boolean>> {
  const priced = reply.priced.prices !== null;
  const held = Boolean(reply.recorded?.cost) && reply.recorded?.comparable;
  return useMemo(() => {
    const costs = ['cost', 'againstNone', 'summaryCost', 'breakEven', 'paidBack'] as const;
    return {
      ...(overlay ? { lane: false } : {}),
      ...(priced ? {} : Object.fromEntries(costs.map((id) => [id, false]))),
      ...(priced && held ? {} : { againstRecorded: false }),
    };
  }, [priced, held, overlay]);
}

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function RunColumns({ reply }: Pick<Props, 'reply'>) {
  const overlay = useReplay((s) => s.overlay);
  const columns = useColumns();
  const defaults = useMemo(() => defaultsOf(columns, []), [columns]);
  return <ColumnChooser name={SUMMARY} columns={columns} defaults={defaults} away={Object.keys(useShown(reply, overlay))} />;
}

export function SummaryTable({ reply, lines, range: newest }: Props) {
  const range = useDeferredValue(newest);
  const { t, language } = useText();
  const misses = useReplay((s) => s.misses);
  const overlay = useReplay((s) => s.overlay);
  const tall = useReplay((s) => s.tall);
  const selected = useReplay((s) => s.key);
  const height = useMediaQuery('(max-height: 799px)') ? LOW_LANE : LANE;
  const columns = useColumns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are written in the language
  const rows = useMemo(() => runRows(reply, lines, misses), [reply, lines, misses, language]);
  const shown = useShown(reply, overlay);
  const data = useDataTable({ name: SUMMARY, data: rows, columns, rowId: keyOf, first: FIRST, shown });
  const lanes = useMemo(() => lanesOf(reply, lines, tall), [reply, lines, tall]);
  const view = useMemo((): LaneView => ({ reply, lines, lanes, range, height }), [reply, lines, lanes, range, height]);
  return (
    <LaneContext value={view}>
      <div className={styles.runs}>
        <DataTable
          data={data}
          label={t('replay.panel.summary')}
          caption={t('replay.summary.caption')}
          stacks
          rowProps={({ key, line }) => ({
            className: line ? (line.pinned ? styles.pinnedRow : undefined) : key === RECORDED ? styles.recordedRow : styles.softRow,
            'aria-current': key === selected || undefined,
          })}
        />
      </div>
    </LaneContext>
  );
}
