/** The last ten attempts, statistics over them, each record, undo one level at a time, and the files. */
import { Fragment, useState } from 'react';
import { formatReason, lookup } from '../../i18n/index.ts';
import type { HistoryEntry, HistoryView } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { download, fileName } from '../share/files.ts';
import { actions, client, useApp, useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import classes from './history.module.css';
import { titleOf } from './LevelBar.tsx';
import { RecordDetails } from './RecordDetails.tsx';

function Statistics({ history }: { readonly history: HistoryView }) {
  const { t, n } = useText();
  const { statistics: s } = history;
  const figures: readonly (readonly [value: string, name: string, help: string])[] = [
    [n.whole(s.compactions), t('history.stats.compactions'), t('history.stats.compactions.help', { attempts: s.attempts, undone: s.undone })],
    [n.whole(s.tokensSaved), t('history.stats.saved'), t('history.stats.saved.help')],
    [n.whole(s.messagesRemoved), t('history.stats.messages'), t('history.stats.messages.help')],
    [s.meanEfficiency === null ? '—' : n.score(s.meanEfficiency), t('history.stats.efficiency'), t('history.stats.efficiency.help')],
    [n.whole(s.failures), t('history.stats.failures'), t('history.stats.failures.help')],
    [s.summarySuccess === null ? '—' : n.percent(s.summarySuccess), t('history.stats.summaries'), t('history.stats.summaries.help')],
    [s.meanSummaryMs === null ? '—' : n.ms(s.meanSummaryMs), t('history.stats.time'), t('history.stats.time.help')],
  ];
  return (
    <section aria-label={t('history.stats')}>
      <dl className={classes.figures}>
        {figures.map(([value, name, help]) => (
          <div key={name} title={help}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Outcome of an attempt in one word; nothing for a compaction in force. */
function outcomeOf({ outcome, level }: HistoryEntry): string | null {
  if (outcome !== 'compacted') return lookup(`history.outcome.${outcome}`);
  return level === null ? lookup('history.outcome.undone') : null;
}

function Entry({ entry, opened, onToggle }: { readonly entry: HistoryEntry; readonly opened: boolean; onToggle(): void }) {
  const { t, n, language } = useText();
  const { level, outcome, messagesBefore, messagesAfter, tokensBefore, tokensAfter, efficiency, summaryMs, ts } = entry;
  const word = outcomeOf(entry);
  const compacted = outcome === 'compacted';
  const bad = outcome === 'rejected' || outcome === 'refused' || outcome === 'failed';
  const change = (before: number, after: number): string =>
    compacted ? t('history.change', { before: n.whole(before), after: n.whole(after) }) : n.whole(before);
  const when = ts === null ? null : new Date(ts);
  return (
    <Fragment>
      <tr data-gone={level === null || undefined} data-opened={opened || undefined}>
        <td data-label={t('history.column.level')}>{level === null ? '—' : n.whole(level)}</td>
        <th scope="row">
          <button type="button" aria-expanded={opened} onClick={onToggle}>
            <Icon name="chevron" size={11} />
            {titleOf(entry)}
          </button>
          {word !== null && (
            <em data-tone={bad ? 'bad' : undefined}>
              {bad && <Icon name="warning" size={11} />}
              {word}
            </em>
          )}
        </th>
        <td data-label={t('history.column.messages')}>{change(messagesBefore, messagesAfter)}</td>
        <td data-label={t('history.column.tokens')}>{change(tokensBefore, tokensAfter)}</td>
        <td data-label={t('history.column.saved')}>{compacted ? n.share(1 - tokensAfter / Math.max(1, tokensBefore)) : '—'}</td>
        <td data-label={t('history.column.efficiency')}>{efficiency === null ? '—' : n.score(efficiency)}</td>
        <td data-label={t('history.column.summary')}>{summaryMs === null ? '—' : n.ms(summaryMs)}</td>
        <td data-label={t('history.column.when')} title={when?.toLocaleString(language)}>
          {when ? (
            <time dateTime={ts!}>
              {when.toLocaleString(language, { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false })}
            </time>
          ) : (
            t('history.when.none')
          )}
        </td>
      </tr>
      {opened && (
        <tr className={classes.opened}>
          <td colSpan={8}>
            {entry.why && <p className={bad ? classes.bad : classes.soft}>{formatReason(entry.why)}</p>}
            <RecordDetails entry={entry} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Entries({ history }: { readonly history: HistoryView }) {
  const { t } = useText();
  const asked = useUi((s) => s.entry);
  const [opened, setOpened] = useState<string | null>(asked);
  // Newest first, the order in which they are undone.
  const entries = [...history.entries].reverse();
  return (
    <div className={classes.scroll}>
      <table className={`${classes.table} num`} aria-label={t('history.list', { count: entries.length })}>
        <thead>
          <tr>
            <th scope="col">{t('history.column.level')}</th>
            <th scope="col">{t('history.column.strategy')}</th>
            <th scope="col">{t('history.column.messages')}</th>
            <th scope="col">{t('history.column.tokens')}</th>
            <th scope="col">{t('history.column.saved')}</th>
            <th scope="col">{t('history.column.efficiency')}</th>
            <th scope="col">{t('history.column.summary')}</th>
            <th scope="col">{t('history.column.when')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} opened={entry.key === opened} onToggle={() => setOpened(entry.key === opened ? null : entry.key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function HistoryDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, n } = useText();
  const history = useApp((s) => s.comparison?.history ?? null);
  const name = useApp((s) => s.loaded?.name ?? '');
  const [error, setError] = useState<string | null>(null);
  const level = history?.levels.length ?? 0;
  const save = async (part: string, text: ReturnType<typeof client.exportHistory>): Promise<void> => {
    const reply = await text;
    setError(reply.ok ? null : reply.error.message);
    if (reply.ok) download(fileName(name, part, 'json'), reply.value, 'application/json');
  };
  return (
    <Dialog title={t('history.title')} onClose={onClose} wide>
      {!history || history.entries.length === 0 ? (
        <div className={classes.empty}>
          <p>{t('history.empty')}</p>
          <p className={classes.soft}>{t('history.empty.help')}</p>
        </div>
      ) : (
        <>
          <Statistics history={history} />
          <Entries history={history} />
          <div className={classes.actions}>
            <Button icon="undo" disabled={level === 0} title={t('history.undo.help')} onClick={() => void actions.undoLevel()}>
              {t('history.bar.undo', { level: n.whole(level) })}
            </Button>
            <span className={classes.spring} />
            <Button icon="export" title={t('history.export.help')} onClick={() => void save('history', client.exportHistory())}>
              {t('history.export')}
            </Button>
            <Button
              icon="export"
              disabled={level === 0}
              title={t('history.save.help')}
              onClick={() => void save('with-history', client.saved(null, new Date().toISOString()))}
            >
              {t('history.save')}
            </Button>
          </div>
        </>
      )}
      {error !== null && (
        <p role="alert" className={classes.bad}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
