/** The last ten attempts, statistics over them, each record, undo one level at a time, and the files. */
import { useMemo, useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import type { HistoryView } from '../../worker/protocol.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { download, fileName } from '../share/files.ts';
import { actions, client, useApp, useText } from '../store/index.ts';
import { useUi } from '../store/ui.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useDataTable, usePassing } from '../table/useDataTable.ts';
import classes from './history.module.css';
import { historyColumns, isBad, keyOf } from './historyColumns.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import shared from '../theme/shared.module.css';

/** Name of the table in the scenario. */
const HISTORY = 'history';

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

function Entries({ history }: { readonly history: HistoryView }) {
  const { t } = useText();
  const asked = useUi((s) => s.entry);
  const passing = usePassing(asked === null ? {} : { open: { [asked]: true } });
  // Newest first, the order in which they are undone.
  const entries = useMemo(() => [...history.entries].reverse(), [history]);
  const data = useDataTable({ name: HISTORY, data: entries, columns: historyColumns, rowId: keyOf, passing });
  return (
    <>
      <div className={classes.tools}>
        <ColumnChooser atEnd name={HISTORY} columns={historyColumns} defaults={data.defaults} />
      </div>
      <DataTable
        data={data}
        label={t('history.list', { count: entries.length })}
        stacks
        rowProps={({ level }) => ({ 'data-tone': level === null ? 'soft' : undefined })}
        details={(entry) => (
          <>
            {entry.why && <p className={isBad(entry) ? shared.bad : shared.muted}>{formatReason(entry.why)}</p>}
            <RecordDetails entry={entry} />
          </>
        )}
      />
    </>
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
          <p className={shared.muted}>{t('history.empty.help')}</p>
        </div>
      ) : (
        <>
          <Statistics history={history} />
          <Entries history={history} />
          <div className={classes.actions}>
            <Button icon="undo" disabled={level === 0} title={t('history.undo.help')} onClick={() => void actions.undoLevel()}>
              {t('history.bar.undo', { level: n.whole(level) })}
            </Button>
            <span className={shared.fill} />
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
        <p role="alert" className={shared.bad}>
          {error}
        </p>
      )}
    </Dialog>
  );
}
