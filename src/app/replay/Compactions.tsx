/** The history of every run: each attempt with its trigger and numbers; open one to see what it replaced and what undoing gives back. */
import { Fragment, useState } from 'react';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { CompactionPoint } from '../../engine/replay/contract.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { client, useAsk, useText } from '../store/index.ts';
import type { Line } from './lines.ts';
import styles from './replay.module.css';
import { Letter } from './Letter.tsx';
import { openContext } from './state.ts';

/** Attempts listed at once. */
const LISTED = 100;

interface Attempt {
  readonly id: string;
  readonly line: Line;
  readonly point: CompactionPoint;
}

export function Compactions({ reply, lines }: { readonly reply: ReplayReply; readonly lines: readonly Line[] }) {
  const { t, n } = useText();
  const [key, setKey] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const [listed, setListed] = useState(LISTED);
  const attempts = lines
    .filter((line) => key === '' || line.key === key)
    .flatMap((line) => line.series.points.map((point, i): Attempt => ({ id: `${line.key} ${i}`, line, point })))
    .sort((a, b) => a.point.at - b.point.at);
  const priced = reply.priced.prices !== null;
  const columns = priced ? 10 : 8;
  return (
    <>
      <div className={styles.bar}>
        <select aria-label={t('replay.log.strategy')} value={key} onChange={(e) => setKey(e.currentTarget.value)}>
          <option value="">{t('replay.log.strategy.all')}</option>
          {lines.map((line) => (
            <option key={line.key} value={line.key}>
              {line.letter} {line.title}
            </option>
          ))}
        </select>
        <span>{t('replay.attempts', { count: attempts.length })}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('replay.panel.compactions')}>
        <table className={styles.table}>
          <caption className="hidden-text">{t('replay.panel.compactions')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('replay.column.request')}</th>
              <th scope="col" className={styles.words}>
                {t('replay.column.strategy')}
              </th>
              <th scope="col" className={styles.words}>
                {t('replay.column.trigger')}
              </th>
              <th scope="col" className={styles.words}>
                {t('replay.column.outcome')}
              </th>
              <th scope="col">{t('replay.column.before')}</th>
              <th scope="col">{t('replay.column.after')}</th>
              <th scope="col">{t('replay.column.messages')}</th>
              <th scope="col">{t('replay.column.summaries')}</th>
              {priced && <th scope="col">{t('replay.column.summaryCost')}</th>}
              {priced && <th scope="col">{t('replay.column.breakEven')}</th>}
            </tr>
          </thead>
          <tbody>
            {attempts.slice(0, listed).map((attempt) => {
              const { id, line, point } = attempt;
              const open = opened === id;
              return (
                <Fragment key={id}>
                  <tr>
                    <th scope="row">
                      <button type="button" className={styles.disclose} aria-expanded={open} onClick={() => setOpened(open ? null : id)}>
                        {n.whole(point.at)}
                      </button>
                    </th>
                    <td className={styles.words}>
                      <Letter letter={line.letter} color={line.color} /> {line.title}
                    </td>
                    <td className={styles.words} title={formatReason(point.trigger.reason)}>
                      {t(`replay.trigger.${point.trigger.kind}`)}
                    </td>
                    <td className={styles.words} title={point.why ? formatReason(point.why) : undefined}>
                      {point.outcome === 'compacted' ? t('replay.level', { level: point.level }) : t(`replay.outcome.${point.outcome}`)}
                      {point.skipped > 0 && <small>{t('replay.skipped', { count: point.skipped })}</small>}
                    </td>
                    <td>{n.whole(point.before)}</td>
                    <td>{n.whole(point.after)}</td>
                    <td>
                      {n.whole(point.messagesBefore)} → {n.whole(point.messagesAfter)}
                    </td>
                    <td>
                      {point.summaries.length > 0 ? t('replay.summaries', { count: point.summaries.length, tokens: point.summaryTokens }) : '—'}
                    </td>
                    {priced && <td>{point.summaryCost === null ? '—' : n.money(point.summaryCost)}</td>}
                    {priced && <td>{point.breakEven === null ? '—' : n.whole(Math.ceil(point.breakEven))}</td>}
                  </tr>
                  {open && (
                    <tr>
                      <td colSpan={columns} className={styles.opened}>
                        <Details id={reply.id} requests={reply.requests} attempt={attempt} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
        {attempts.length > listed && (
          <Button kind="link" onClick={() => setListed(listed + LISTED)}>
            {t('replay.more', { count: attempts.length - listed })}
          </Button>
        )}
        {attempts.length === 0 && <p className={styles.note}>{t('replay.attempts.none')}</p>}
      </div>
    </>
  );
}

function Details({ id, requests, attempt: { line, point } }: { readonly id: number; readonly requests: number; readonly attempt: Attempt }) {
  const { t, n } = useText();
  // An attempt that changed nothing has no record.
  const { answer, late } = useAsk(client.replayRecord, point.level > 0 ? [id, line.key, point.level] : null, []);
  const record = late ? null : answer;
  const value = (name: string, x: unknown): string =>
    typeof x === 'number'
      ? n.plain(x)
      : typeof x === 'string'
        ? (lookup(`param.${name}.${x}`) ?? x)
        : typeof x === 'boolean'
          ? x
            ? '✓'
            : '✕'
          : JSON.stringify(x);
  return (
    <div className={styles.record}>
      <p>{formatReason(point.trigger.reason)}</p>
      {point.asked && <p>{t('replay.asked', { question: formatReason(point.asked) })}</p>}
      {point.why && <p>{formatReason(point.why)}</p>}
      <p className={styles.params}>
        {Object.entries(point.params)
          .map(([name, x]) => `${lookup(`param.${name}`) ?? name} ${value(name, x)}`)
          .join(' · ')}
      </p>
      {point.summaries.length > 0 && (
        <p>
          {point.summaries
            .slice(0, 20)
            .map((summary, i) =>
              t('replay.summary.one', { number: i + 1, tokens: summary.tokens, input: summary.input, generation: summary.generation }),
            )
            .join(' · ')}
          {point.summaryFailures > 0 && ` · ${t('replay.summary.failures', { count: point.summaryFailures })}`}
        </p>
      )}
      <div className={styles.bar}>
        {point.at > 1 && <Button onClick={() => openContext(line.key, point.at - 1)}>{t('replay.context.before')}</Button>}
        <Button onClick={() => openContext(line.key, Math.min(requests + 1, point.at))}>{t('replay.context.after')}</Button>
      </div>
      {record && (
        <>
          <p>{t(record.restored.recorded ? 'replay.restored' : 'replay.restored.not', { count: record.restored.messages })}</p>
          {record.summaries.map((text, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: summaries have no identity but their place
            <details key={i}>
              <summary>{t('replay.summary.text', { number: i + 1 })}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <pre tabIndex={0}>{text}</pre>
            </details>
          ))}
          {record.replaced.map((run) => (
            <details key={run.first}>
              <summary>{t('replay.replaced', { count: run.count, first: run.first + 1, last: run.first + run.count })}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
              <ul tabIndex={0}>
                {run.originals.map((original, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: originals have no identity but their place
                  <li key={i}>
                    <b>#{n.whole(run.first + i + 1)}</b> {t(`diff.role.${original.role}`)} <span>{original.title}</span>{' '}
                    <em className="num">{n.whole(original.tokens)}</em>
                    {original.preview !== '' && <p data-mono={original.mono || undefined}>{original.preview}</p>}
                  </li>
                ))}
              </ul>
            </details>
          ))}
          {record.more > 0 && <p className={styles.note}>{t('replay.more', { count: record.more })}</p>}
        </>
      )}
    </div>
  );
}
