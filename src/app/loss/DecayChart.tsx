/** What remains of the original after each round, as lines; the table below has the same numbers. */
import { useMemo } from 'react';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import { lookOf, Swatch } from '../charts/Swatch.tsx';
import { TipNumbers } from '../charts/Tip.tsx';
import { createView } from '../charts/Zoom.tsx';
import { lookup } from '../../i18n/index.ts';
import type { DecayRoundView } from '../../worker/loss-protocol.ts';
import { useText } from '../store/index.ts';
import type { ListInfo } from '../../engine/measures/contract.ts';
import { lossLists } from '../compare/measures.ts';
import styles from './measures.module.css';

// What the rounds of decay are told by, in their chart and their table.

export const DECAY_LISTS: readonly ListInfo[] = lossLists.filter(({ from }) => from === 'measured');

const HEIGHT = 150;
const TOP = 1.04;

interface Curve extends ChartLine {
  readonly title: string;
}

export function curvesOf(rounds: readonly DecayRoundView[], titleOf: (id: string) => string): readonly Curve[] {
  const original = rounds[0]?.tokens ?? 0;
  const values = (of: (round: DecayRoundView) => number | null): Float64Array =>
    Float64Array.from(rounds, (round) => (round.round > 0 && round.outcome !== 'compacted' ? Number.NaN : (of(round) ?? Number.NaN)));
  const kinds = DECAY_LISTS.flatMap(({ id }, i): Curve[] => {
    const line = values(({ shares }) => shares[id] ?? null);
    return line.every(Number.isNaN) ? [] : [{ key: id, title: titleOf(id), values: line, look: i, dash: '' }];
  });
  const tokens = values((round) => (original > 0 ? round.tokens / original : null));
  return [{ key: 'tokens', title: titleOf('tokens'), values: tokens, look: 'recorded', dash: '' }, ...kinds];
}

export function DecayChart({ rounds }: { readonly rounds: readonly DecayRoundView[] }) {
  const { t, n } = useText();
  const view = useMemo(() => createView(), []);
  const whole = useMemo((): readonly [number, number] => [0, rounds.length - 1], [rounds]);
  const range = view((s) => s.range) ?? whole;
  const curves = useMemo(
    () => curvesOf(rounds, (id) => (id === 'tokens' ? t('loss.decay.tokens') : (lookup(`measure.${id}.list`) ?? id))),
    [rounds, t],
  );
  const nameOf = (round: number): string => (round === 0 ? t('loss.decay.original') : `${t('loss.decay.round')} ${n.whole(round)}`);
  const shareOf = ({ values }: Curve, round: number): string => {
    const value = values[round];
    return value === undefined || Number.isNaN(value) ? '—' : n.percent(value);
  };
  return (
    <ChartFrame
      title={t('loss.decay.chart')}
      legend={
        <ul className={styles.curves}>
          {curves.map(({ key, title, look }) => (
            <li key={key} {...lookOf(look)}>
              <Swatch look={look} />
              <span>{title}</span>
            </li>
          ))}
        </ul>
      }
    >
      <LineChart
        label={t('loss.decay.chart')}
        height={HEIGHT}
        view={view}
        whole={whole}
        range={range}
        max={TOP}
        lines={curves}
        x={{ name: t('loss.decay.round'), format: n.whole }}
        y={{ name: t('loss.decay.share'), format: n.percent }}
        tooltip={(round) => (
          <>
            <b>{nameOf(round)}</b>
            <TipNumbers
              rows={curves.map((curve) => ({
                key: curve.key,
                mark: <Swatch look={curve.look} />,
                title: curve.title,
                values: [shareOf(curve, round)],
              }))}
            />
          </>
        )}
        words={(round) => [nameOf(round), ...curves.map((curve) => `${curve.title} ${shareOf(curve, round)}`)].join(', ')}
      />
    </ChartFrame>
  );
}
