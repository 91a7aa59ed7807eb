/** Facts that answers used although the context had lost them: where each was said, where it was needed, which compaction lost it. */
import { useMemo, useState } from 'react';
import type { ReplayMiss } from '../../engine/replay/contract.ts';
import { lookup } from '../../i18n/index.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { marksOf } from '../loss/lines.ts';
import { useText } from '../store/index.ts';
import { Letter } from './Letter.tsx';
import type { Line } from './lines.ts';
import styles from './replay.module.css';
import { openContext, openInContext, useReplay } from './state.ts';

/** Misses listed at once. */
const LISTED = 100;

interface Missed {
  readonly line: Line;
  readonly miss: ReplayMiss;
}

/** Misses of the runs in the order of the requests; '' = of all runs. */
export function missedOf(lines: readonly Line[], misses: ReadonlyMap<string, readonly ReplayMiss[]>, key: string): readonly Missed[] {
  return lines
    .filter((line) => key === '' || line.key === key)
    .flatMap((line) => (misses.get(line.key) ?? []).map((miss): Missed => ({ line, miss })))
    .sort((a, b) => a.miss.request - b.miss.request);
}

export function Misses({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly Line[] }) {
  const { t, n } = useText();
  const misses = useReplay((s) => s.misses);
  const [key, setKey] = useState('');
  const [listed, setListed] = useState(LISTED);
  const found = useMemo(() => missedOf(lines, misses, key), [lines, misses, key]);
  const waiting = lines.some((line) => !line.series.failed && !misses.has(line.key));
  const last = reply.requests + 1;
  return (
    <>
      <div className={styles.bar}>
        <select aria-label={t('replay.log.strategy')} value={key} onChange={(e) => setKey(e.currentTarget.value)}>
          <option value="">{t('replay.log.strategy.all')}</option>
          {lines.map((line) => (
            <option key={line.key} value={line.key}>
              {line.letter} {line.title} ({misses.has(line.key) ? n.whole(misses.get(line.key)!.length) : '…'})
            </option>
          ))}
        </select>
        <span role="status">{waiting ? t('replay.misses.waiting') : t('replay.misses.count', { count: found.length })}</span>
      </div>
      <p className={styles.note}>{t('replay.misses.help')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('replay.panel.misses')}>
        {found.length > 0 && (
          <table className={styles.table}>
            <caption className="hidden-text">{t('replay.panel.misses')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('replay.column.request')}</th>
                <th scope="col" className={styles.words}>
                  {t('replay.column.strategy')}
                </th>
                <th scope="col" className={styles.words}>
                  {t('replay.column.fact')}
                </th>
                <th scope="col" className={styles.words}>
                  {t('loss.kind')}
                </th>
                <th scope="col" className={styles.words}>
                  {t('replay.column.seen')}
                </th>
                <th scope="col" className={styles.words}>
                  {t('replay.column.needed')}
                </th>
                <th scope="col" className={styles.words}>
                  {t('replay.column.lostBy')}
                </th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, listed).map(({ line, miss }) => {
                const { fact, kind, request, seenAt, neededAt, lostBy } = miss;
                const point = line.series.points[lostBy];
                const marks = marksOf(kind, fact);
                return (
                  <tr key={`${line.key} ${request} ${kind} ${fact}`}>
                    <th scope="row">{n.whole(request)}</th>
                    <td className={styles.words}>
                      <Letter letter={line.letter} color={line.color} /> {line.title}
                    </td>
                    <td className={styles.words} title={fact}>
                      <code className={styles.fact}>{fact}</code>
                    </td>
                    <td className={styles.words}>{lookup(`loss.kind.${kind}`) ?? kind}</td>
                    <td className={styles.words}>
                      <Button kind="link" className={styles.go} title={t('loss.go')} onClick={() => openInContext(line.key, request, seenAt, marks)}>
                        #{seenAt + 1}
                      </Button>
                    </td>
                    <td className={styles.words}>
                      <Button
                        kind="link"
                        className={styles.go}
                        title={t('loss.go')}
                        onClick={() => openInContext(line.key, Math.min(last, request + 1), neededAt, marks)}
                      >
                        #{neededAt + 1}
                      </Button>
                    </td>
                    <td className={styles.words}>
                      {point ? (
                        <Button kind="link" className={styles.go} onClick={() => openContext(line.key, Math.min(last, point.at))}>
                          {t('replay.lostBy', { level: point.level, at: point.at })}
                        </Button>
                      ) : (
                        '—'
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        )}
        {found.length > listed && (
          <Button kind="link" onClick={() => setListed(listed + LISTED)}>
            {t('replay.more', { count: found.length - listed })}
          </Button>
        )}
        {found.length === 0 && !waiting && <p className={styles.note}>{t('replay.misses.none')}</p>}
      </div>
    </>
  );
}
