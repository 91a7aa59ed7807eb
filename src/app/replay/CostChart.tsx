/** Cumulative cost of every run: where a line crosses that without compaction, compaction has paid for itself. */
import { useCallback, useMemo } from 'react';
import { useText } from '../store/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import type { Range } from '../charts/scale.ts';
import { TipNumbers } from '../charts/Tip.tsx';
import { highest } from '../charts/thin.ts';
import { FIRST, type RunLine, wholeOf } from './lines.ts';
import { Letter } from './Letter.tsx';
import { openContext, useReplay } from './state.ts';

const HEIGHT = 130;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function CostChart({ reply, lines, range }: Props) {
  const { t, n } = useText();
  const others = useReplay((s) => s.others);
  const drawn = useMemo((): readonly ChartLine[] => {
    const runs = lines.map(({ key, series, color, dash }): ChartLine => ({ key, values: series.cost, look: color, dash }));
    if (!others) return runs;
    const recorded: ChartLine[] = reply.recorded ? [{ key: 'recorded', values: reply.recorded.costs, look: 'recorded', dash: '' }] : [];
    return [{ key: reply.baseline.key, values: reply.baseline.cost, look: 'baseline', dash: '' }, ...recorded, ...runs];
  }, [lines, others, reply]);
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
        ...(reply.recorded ? [{ key: 'recorded', mark: null, title: t('replay.recorded'), values: [costOf(reply.recorded.costs)] }] : []),
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
    <LineChart
      label={t('replay.chart.cost')}
      height={HEIGHT}
      view={useReplay}
      whole={wholeOf(reply)}
      range={range}
      max={max}
      lines={drawn}
      x={{ name: t('replay.chart.requests'), format: n.whole }}
      y={{ name: t('replay.chart.dollars'), format: n.money }}
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
  );
}
