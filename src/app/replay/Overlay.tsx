/** All runs in one chart: a switch, for what lanes below one another do not show. */
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { ChartFrame } from '../charts/ChartFrame.tsx';
import type { Range } from '../charts/scale.ts';
import { lookOf, Swatch } from '../charts/Swatch.tsx';
import { useText } from '../store/index.ts';
import type { RunLine } from './lines.ts';
import marks from './marks.module.css';
import styles from './replay.module.css';
import { SizeChart } from './SizeChart.tsx';
import { show, showRequests, useReplay } from './state.ts';

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly RunLine[];
  readonly range: Range;
}

export function Overlay({ reply, lines, range }: Props) {
  const { t } = useText();
  return (
    <div className={styles.overlay}>
      <ChartFrame
        title={t('replay.chart.size')}
        legend={<Lines lines={lines} recorded={reply.recorded !== null} />}
        table={{ open: () => showRequests('size') }}
      >
        <SizeChart reply={reply} lines={lines} range={range} />
      </ChartFrame>
    </div>
  );
}

/** Every line with its letter, colour and dash. */
function Lines({ lines, recorded }: { readonly lines: readonly RunLine[]; readonly recorded: boolean }) {
  const { t } = useText();
  const others = useReplay((s) => s.others);
  const missed = useReplay((s) => [...s.misses.values()].some((list) => list.length > 0));
  return (
    <ul className={styles.legend} aria-label={t('replay.legend')}>
      {lines.map(({ key, letter, title, color, dash }) => (
        <li key={key} {...lookOf(color)}>
          <Swatch look={color} dash={dash} />
          <b>{letter}</b>
          <span>{title}</span>
        </li>
      ))}
      {others && (
        <li>
          <Swatch look="baseline" />
          <span>{t('replay.baseline')}</span>
        </li>
      )}
      {others && recorded && (
        <li>
          <Swatch look="recorded" />
          <span>{t('replay.recorded')}</span>
        </li>
      )}
      {missed && (
        <li>
          <svg width={12} height={8} aria-hidden="true">
            <path d="M2 1v6M6 1v6M10 1v6" className={marks.mark} data-kind="missed" />
          </svg>
          <span>{t('replay.missed')}</span>
        </li>
      )}
      <li>
        <label className={styles.check}>
          <input type="checkbox" checked={others} onChange={(e) => show({ others: e.currentTarget.checked })} />
          {t('replay.others')}
        </label>
      </li>
    </ul>
  );
}
