/** The charts' data as a table: size and cost of every run at each visible request. */
import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { useText } from '../store/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import type { Range } from '../charts/scale.ts';
import type { Line } from './lines.ts';
import styles from './replay.module.css';
import { Letter } from './Letter.tsx';
import { openContext, showRequests, useReplay } from './state.ts';

const PAGE = 100;

interface Props {
  readonly reply: ReplayReply;
  readonly lines: readonly Line[];
  readonly range: Range;
}

export function RequestsTable({ reply, lines, range }: Props) {
  const { t, n } = useText();
  const at = useReplay((s) => s.at);
  const [page, setPage] = useState(0);
  const what = useReplay((s) => s.amount);
  const first = Math.max(1, Math.ceil(range[0]));
  const last = Math.min(reply.requests, Math.floor(range[1]));
  const pages = Math.max(1, Math.ceil((last - first + 1) / PAGE));
  const shown = Math.min(page, pages - 1);
  const from = first + shown * PAGE;
  const to = Math.min(last, from + PAGE - 1);
  const say = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? '—' : what === 'size' ? n.whole(value) : n.money(value);
  const priced = reply.priced.prices !== null;
  const marks = lines.map(({ series }) => new Map(series.points.map((point) => [point.at, point])));
  return (
    <>
      <div className={styles.bar}>
        {priced && (
          <Segmented
            label={t('replay.requests.what')}
            value={what}
            options={[
              { value: 'size', label: t('replay.chart.size') },
              { value: 'cost', label: t('replay.chart.cost') },
            ]}
            onChange={showRequests}
          />
        )}
        <span className="num">{t('replay.requests.range', { from, to, count: reply.requests })}</span>
        <Button disabled={shown === 0} onClick={() => setPage(shown - 1)}>
          {t('replay.requests.earlier')}
        </Button>
        <Button disabled={shown >= pages - 1} onClick={() => setPage(shown + 1)}>
          {t('replay.requests.later')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('replay.panel.requests')}>
        <table className={styles.table}>
          <caption className="hidden-text">{t('replay.requests.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('replay.column.request')}</th>
              <th scope="col">{t('replay.column.message')}</th>
              {lines.map(({ key, letter, color, title }) => (
                <th key={key} scope="col">
                  <Letter letter={letter} color={color} /> {title}
                </th>
              ))}
              <th scope="col">{t('replay.baseline')}</th>
              {reply.recorded && <th scope="col">{t('replay.recorded')}</th>}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).map((request) => (
              <tr key={request} aria-current={request === at || undefined}>
                <th scope="row">{n.whole(request)}</th>
                <td>#{n.whole((reply.answers[request - 1] ?? 0) + 1)}</td>
                {lines.map(({ key, title, series }, k) => {
                  const point = marks[k]!.get(request);
                  return (
                    <td key={key}>
                      <button
                        type="button"
                        className={styles.cell}
                        aria-label={t('replay.open', { at: request, title })}
                        onClick={() => openContext(key, request)}
                      >
                        {point && what === 'size' && (
                          <small title={t(`replay.outcome.${point.outcome}`)}>
                            {point.outcome === 'compacted' ? `▾ ${n.wholeDelta(point.after - point.before)}` : t(`replay.outcome.${point.outcome}`)}
                          </small>
                        )}{' '}
                        {say((what === 'size' ? series.size : series.cost)[request - 1])}
                      </button>
                    </td>
                  );
                })}
                <td>{say((what === 'size' ? reply.baseline.size : reply.baseline.cost)[request - 1])}</td>
                {reply.recorded && <td>{say((what === 'size' ? reply.recorded.size : reply.recorded.costs)[request - 1])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
