/** Cumulative cost of every run: where a line crosses that of doing nothing, compaction has paid for itself. */
import { useCallback, useMemo } from 'react';
import { useText } from '../store/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import type { Range } from '../charts/scale.ts';
import { highest } from '../charts/thin.ts';
import { FIRST, type Line, wholeOf } from './lines.ts';
import styles from './replay.module.css';
import { Letter } from './Letter.tsx';
import { openContext, useReplay } from './state.ts';

const HEIGHT = 130;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly Line[];
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
  const tooltip = useCallback(
    (at: number) => (
      <>
        <b>{t('replay.request', { at })}</b>
        <table className={styles.tip}>
          <tbody>
            {lines.map(({ key, letter, color, title, series }) => (
              <tr key={key}>
                <td>
                  <Letter letter={letter} color={color} />
                </td>
                <th scope="row">{title}</th>
                <td className="num">{series.cost[at - 1] === undefined ? '—' : n.money(series.cost[at - 1]!)}</td>
              </tr>
            ))}
            <tr>
              <td />
              <th scope="row">{t('replay.baseline')}</th>
              <td className="num">{n.money(reply.baseline.cost[at - 1] ?? 0)}</td>
            </tr>
            {reply.recorded && (
              <tr>
                <td />
                <th scope="row">{t('replay.recorded')}</th>
                <td className="num">{n.money(reply.recorded.costs[at - 1] ?? 0)}</td>
              </tr>
            )}
          </tbody>
        </table>
      </>
    ),
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
      tooltip={tooltip}
      words={words}
      keys={t('replay.chart.keys')}
      onPick={(at, key) => openContext(key ?? lines[0]?.key ?? reply.baseline.key, at)}
    />
  );
}
