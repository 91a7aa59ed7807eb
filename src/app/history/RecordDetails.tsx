/** One opened record: parameters, summaries, the originals that it replaced, log lines. */
import { lookup } from '../../i18n/index.ts';
import type { HistoryEntry, RecordView } from '../../worker/protocol.ts';
import { LogLines } from '../compare/LogLines.tsx';
import { client, useApp, useAsk, useText } from '../store/index.ts';
import classes from './history.module.css';
import shared from '../theme/shared.module.css';

function Params({ entry }: { readonly entry: HistoryEntry }) {
  const { t, n } = useText();
  const shown = Object.entries(entry.params);
  if (shown.length === 0) return null;
  const shownValue = (name: string, value: unknown): string => {
    if (typeof value === 'number') return n.plain(value);
    if (typeof value === 'string') return lookup(`param.${name}.${value}`) ?? value;
    if (typeof value === 'boolean') return value ? '✓' : '✕';
    return JSON.stringify(value);
  };
  return (
    <section>
      <h3>{t('history.record.params')}</h3>
      <dl className={classes.params}>
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt>{lookup(`param.${name}`) ?? name}</dt>
            <dd>{shownValue(name, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Replaced({ record }: { readonly record: RecordView }) {
  const { t, n } = useText();
  const count = record.replaced.reduce((sum, run) => sum + run.count, 0);
  return (
    <section>
      <h3>{t('history.record.replaced', { count })}</h3>
      {record.replaced.map((run) => (
        <details key={run.first} className={classes.run}>
          <summary>{t('history.record.run', { count: run.count, first: run.first + 1, last: run.first + run.count })}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <ul tabIndex={0}>
            {run.originals.map((original, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: originals have no other identity than their place
              <li key={i}>
                <b>#{n.whole(run.first + i + 1)}</b> {t(`diff.role.${original.role}`)} <span>{original.title}</span>
                <em>{n.whole(original.tokens)}</em>
                {original.preview !== '' && (
                  <p className={`${shared.prose} ${shared.clamp} ${original.mono ? shared.mono : ''}`}>{original.preview}</p>
                )}
              </li>
            ))}
          </ul>
        </details>
      ))}
      {record.more > 0 && <p className={shared.muted}>{t('history.record.more', { count: record.more })}</p>}
      <p className={shared.muted}>{t('history.record.inserted', { count: record.inserted })}</p>
    </section>
  );
}

export function RecordDetails({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const isLevel = comparison?.history.levels.some((l) => l.key === entry.key) ?? false;
  const { answer: record } = useAsk(client.record, isLevel && entry.level !== null ? [entry.level] : null, [comparison]);
  return (
    <div className={classes.record}>
      <Params entry={entry} />
      {record && record.summaries.length > 0 && (
        <section>
          <h3>{t('history.record.summaries', { count: record.summaries.length })}</h3>
          {record.summaries.map((text) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            <pre key={text} className={classes.summary} tabIndex={0}>
              {text}
            </pre>
          ))}
        </section>
      )}
      {record && record.replaced.length > 0 && <Replaced record={record} />}
      {!isLevel && <p className={shared.muted}>{t('history.record.none')}</p>}
      {entry.log.length > 0 && <LogLines log={entry.log} />}
    </div>
  );
}
