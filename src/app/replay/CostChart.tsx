/** What every run has cost so far: where a line crosses that without compaction, compaction has paid for itself. Fills the room it has. */
import { useCallback, useMemo } from 'react';
import { useText } from '../store/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import type { LineEnd } from '../charts/LineEnds.tsx';
import type { Range } from '../charts/scale.ts';
import { TipNumbers } from '../charts/Tip.tsx';
import { highest } from '../charts/thin.ts';
import { useElementSize } from '../components/useMedia.ts';
import { RECORDED } from './lanes.ts';
import { FIRST, type RunLine, wholeOf } from './lines.ts';
import { Letter } from './Letter.tsx';
import styles from './panels.module.css';
import { openContext, useReplay } from './state.ts';

/** px; it is never lower than that. */
const LEAST = 110;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function CostChart({ reply, lines, range }: Props) {
  const { t, n } = useText();
  const { ref, height } = useElementSize<HTMLDivElement>();
  const others = useReplay((s) => s.others);
  const drawn = useMemo((): readonly ChartLine[] => {
    const runs = lines.map(({ key, series, color, dash }): ChartLine => ({ key, values: series.cost, look: color, dash }));
    if (!others) return runs;
    const recorded: ChartLine[] = reply.recorded ? [{ key: RECORDED, values: reply.recorded.costs, look: 'recorded', dash: '' }] : [];
    return [{ key: reply.baseline.key, values: reply.baseline.cost, look: 'baseline', dash: '' }, ...recorded, ...runs];
  }, [lines, others, reply]);
  const ends = useMemo(() => {
    const said = (key: string, title: string, values: Float64Array): LineEnd => ({ key, text: `${title} ${n.money(values.at(-1) ?? 0)}` });
    return [
      ...(reply.recorded && others ? [said(RECORDED, t('replay.row.recorded'), reply.recorded.costs)] : []),
      ...lines.map(({ key, letter, title, series }) => said(key, `${letter} ${title}`, series.cost)),
      ...(others ? [said(reply.baseline.key, t('replay.baseline'), reply.baseline.cost)] : []),
    ];
  }, [reply, lines, others, t, n]);
  const max = Math.max(...drawn.map(({ values }) => highest(values, FIRST, range)), 0) * 1.08;
  const costs = useCallback(
    (at: number) => {
      const costOf = (values: Float64Array): string => (values[at - 1] === undefined ? '—' : n.money(values[at - 1]!));
      return [
        ...lines.map(({ key, letter, color, title, series }) => ({
          key,
          mark: <Letter letter={letter} color={color} />,
          title,
          values: [costOf(series.cost)],
        })),
        { key: reply.baseline.key, mark: null, title: t('replay.baseline'), values: [costOf(reply.baseline.cost)] },
        ...(reply.recorded ? [{ key: RECORDED, mark: null, title: t('replay.recorded'), values: [costOf(reply.recorded.costs)] }] : []),
      ];
    },
    [lines, reply, t, n],
  );
  const words = (at: number): string =>
    [
      t('replay.request', { at }),
      ...lines.map(({ title, series }) => `${title} ${series.cost[at - 1] === undefined ? '—' : n.money(series.cost[at - 1]!)}`),
      ...(reply.recorded ? [`${t('replay.recorded')} ${n.money(reply.recorded.costs[at - 1] ?? 0)}`] : []),
    ].join(', ');
  return (
    <div ref={ref} className={styles.costRoom}>
      {height > 0 && (
        <LineChart
          label={t('replay.chart.cost')}
          height={Math.max(LEAST, height)}
          ends={ends}
          view={useReplay}
          whole={wholeOf(reply)}
          range={range}
          max={max}
          lines={drawn}
          x={{ name: null, format: n.whole }}
          y={{ name: null, format: n.money }}
          tooltip={(at) => (
            <>
              <b>{t('replay.request', { at })}</b>
              <TipNumbers rows={costs(at)} />
            </>
          )}
          words={words}
          keys={t('replay.chart.keys')}
          onPick={(at, key) => openContext(key ?? lines[0]?.key ?? reply.baseline.key, at)}
        />
      )}
    </div>
  );
}
