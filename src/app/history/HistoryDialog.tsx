/** The last ten attempts, statistics over them, each record, undo one level at a time, and the files. */
import { columnsFor } from '../table/columns.tsx';
import { useMemo, useState } from 'react';
import { createColumnHelper } from '@tanstack/react-table';
import { formatReason, lookup, numbers, t } from '../../i18n/index.ts';
import type { HistoryEntry, HistoryView, RecordView } from '../../worker/protocol.ts';
import { Button, Icon, Pairs } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { download, fileName } from '../components/elements.ts';
import { LogLines } from '../rows/Lines.tsx';
import { strategyTitle } from '../rows/compare-rows.ts';
import { actions, client, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable, Disclose } from '../table/DataTable.tsx';
import { byText, type ColumnDef, type features } from '../table/features.ts';
import { useDataTable, usePassing } from '../table/useDataTable.ts';
import { titleOf } from './LevelBar.tsx';
import classes from './history.module.css';

const helper = createColumnHelper<typeof features, HistoryEntry>();

const keyOf = ({ key }: HistoryEntry): string => key;
const isBad = ({ outcome }: HistoryEntry): boolean => outcome === 'rejected' || outcome === 'refused' || outcome === 'failed';

function outcomeOf({ outcome, level }: HistoryEntry): string | null {
  if (outcome !== 'compacted') return lookup(`compare.note.${outcome}`);
  return level === null ? lookup('compare.note.undone') : null;
}

function Outcome({ entry }: { readonly entry: HistoryEntry }) {
  const word = outcomeOf(entry);
  if (word === null) return null;
  const bad = isBad(entry);
  return (
    <em className={`inline gap4 muted caption ${classes.outcome} ${bad ? 'bad' : ''}`} data-tone={bad ? 'bad' : undefined}>
      {bad && <Icon name="warning" size={11} />}
      {word}
    </em>
  );
}

function When({ ts }: { readonly ts: string | null }) {
  const { language } = useText();
  if (ts === null) return t('control.model.none');
  const when = new Date(ts);
  return (
    <time dateTime={ts} title={when.toLocaleString(language)}>
      {when.toLocaleString(language, { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hour12: false })}
    </time>
  );
}

const compacted = ({ outcome }: HistoryEntry): boolean => outcome === 'compacted';

const { number } = columnsFor<HistoryEntry>();
const change = (id: 'messages' | 'tokens', width: number) =>
  number(id, {
    title: `label.${id}`,
    width,
    value: (entry) => entry[`${id}${compacted(entry) ? 'After' : 'Before'}`],
    cell: (entry) => {
      const before = numbers().whole(entry[`${id}Before`]);
      return compacted(entry) ? `${before} → ${numbers().whole(entry[`${id}After`])}` : before;
    },
  });

const historyColumns: readonly ColumnDef<HistoryEntry>[] = helper.columns([
  helper.accessor(titleOf, {
    id: 'strategy',
    cell: ({ row }) => (
      <>
        <Disclose opened={row.getIsExpanded()} onToggle={() => row.toggleExpanded()}>
          {titleOf(row.original)}
        </Disclose>
        <Outcome entry={row.original} />
      </>
    ),
    sortFn: byText,
    sortDescFirst: false,
    enableHiding: false,
    size: 180,
    minSize: 120,
    meta: { title: () => t('label.policy'), words: true, grow: true, locked: true, rowHeader: true },
  }),
  number('level', { title: 'history.column.level', width: 52 }),
  change('messages', 96),
  change('tokens', 134),
  number('saved', {
    title: 'history.column.saved',
    width: 70,
    value: (entry) => (compacted(entry) ? 1 - entry.tokensAfter / Math.max(1, entry.tokensBefore) : null),
    say: (share) => numbers().share(share),
  }),
  number('efficiency', { title: 'history.column.efficiency', width: 80, say: (score) => numbers().score(score) }),
  number('summary', { title: 'history.column.summary', width: 92, value: 'summaryMs', say: (ms) => numbers().ms(ms), lowFirst: true }),
  helper.accessor(({ ts }) => ts ?? undefined, {
    id: 'when',
    cell: ({ row }) => <When ts={row.original.ts} />,
    sortFn: byText,
    size: 104,
    meta: { title: () => t('history.column.when') },
  }),
]);

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
      <h3>{t('frame.controls')}</h3>
      <Pairs
        className={`wrap second flex ${classes.params}`}
        classes={['flex gap6 shrinks', undefined, 'breaks']}
        pairs={shown.map(([name, value]) => [lookup(`param.${name}`) ?? name, shownValue(name, value)])}
      />
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
          <summary>
            {t('history.record.run', { count: run.count, run: run.count === 1 ? run.first + 1 : `${run.first + 1}–${run.first + run.count}` })}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
          <ul tabIndex={0}>
            {run.originals.map((original, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: originals have no other identity than their place
              <li className="pad3-0 ruledAbove second" key={i}>
                <b>#{n.whole(run.first + i + 1)}</b> {t(`strip.role.${original.role}`)} <span>{original.title}</span>
                <em>{n.whole(original.tokens)}</em>
                {original.preview !== '' && <p className={`prose clamp ${original.mono ? 'code' : ''}`}>{original.preview}</p>}
              </li>
            ))}
          </ul>
        </details>
      ))}
      {record.more > 0 && <p className="muted">{t('history.record.more', { count: record.more })}</p>}
      <p className="muted">{t('history.record.inserted', { count: record.inserted })}</p>
    </section>
  );
}

function RecordDetails({ entry }: { readonly entry: HistoryEntry }) {
  const { t } = useText();
  const comparison = useApp((s) => s.comparison);
  const isLevel = comparison?.history.levels.some((l) => l.key === entry.key) ?? false;
  const { answer: record } = useAsk(client.record, isLevel && entry.level !== null ? [entry.level] : null, [comparison]);
  return (
    <div className={classes.record}>
      <Params entry={entry} />
      {record && record.summaries.length > 0 && (
        <section>
          <h3>{t('row.summaries', { count: record.summaries.length })}</h3>
          {record.summaries.map((text) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            <pre key={text} className={`scrolls ${classes.summary}`} tabIndex={0}>
              {text}
            </pre>
          ))}
        </section>
      )}
      {record && record.replaced.length > 0 && <Replaced record={record} />}
      {!isLevel && <p className="muted">{t('history.record.none')}</p>}
      {entry.log.length > 0 && <LogLines log={entry.log} />}
    </div>
  );
}

const HISTORY = 'history';

function Statistics({ history }: { readonly history: HistoryView }) {
  const { t, n } = useText();
  const { statistics: s } = history;
  const figures: readonly (readonly [value: string, name: string])[] = [
    [n.whole(s.compactions), t('history.stats.compactions', { attempts: s.attempts, undone: s.undone })],
    [n.whole(s.tokensSaved), t('history.stats.saved')],
    [n.whole(s.messagesRemoved), t('history.stats.messages')],
    [s.meanEfficiency === null ? '—' : n.score(s.meanEfficiency), t('history.stats.efficiency')],
    [n.whole(s.failures), t('history.stats.failures')],
    [s.summarySuccess === null ? '—' : n.percent(s.summarySuccess), t('history.stats.summaries')],
    [s.meanSummaryMs === null ? '—' : n.ms(s.meanSummaryMs), t('history.stats.time')],
  ];
  return (
    <section aria-label={t('history.stats')}>
      <Pairs
        className={`grid marginBottom12 ${classes.figures}`}
        classes={[undefined, 'caption line16', 'num bold15']}
        pairs={figures.map(([value, name]) => [name, value])}
      />
    </section>
  );
}

function Entries({ history }: { readonly history: HistoryView }) {
  const { t } = useText();
  const asked = useUi((s) => s.entry);
  const passing = usePassing(asked === null ? {} : { open: { [asked]: true } });
  const entries = useMemo(() => [...history.entries].reverse(), [history]);
  const data = useDataTable({ name: HISTORY, data: entries, columns: historyColumns, rowId: keyOf, passing });
  return (
    <>
      <div className="flex ruledStrong">
        <ColumnChooser atEnd name={HISTORY} columns={historyColumns} defaults={data.defaults} />
      </div>
      <DataTable
        data={data}
        label={t('history.list', { count: entries.length })}
        stacks
        rowProps={({ level }) => ({ 'data-tone': level === null ? 'soft' : undefined })}
        details={(entry) => (
          <>
            {entry.why && <p className={isBad(entry) ? 'bad' : 'muted'}>{formatReason(entry.why)}</p>}
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
        <div>
          <p className="marginBottom8">{t('history.empty')}</p>
        </div>
      ) : (
        <>
          <Statistics history={history} />
          <Entries history={history} />
          <div className="wrap gap8 flex marginTop12">
            <Button
              icon="undo"
              disabled={level === 0}
              onClick={() => void actions.undoLevel()}
              text={t('history.bar.undo', { level: n.whole(level) })}
            />
            <span className="fill" />
            <Button
              icon="export"
              title={t('history.export.help')}
              onClick={() => void save('history', client.exportHistory())}
              text={t('history.export')}
            />
            <Button
              icon="export"
              disabled={level === 0}
              title={t('history.save.help')}
              onClick={() => void save('with-history', client.saved(null, new Date().toISOString()))}
              text={t('history.save')}
            />
          </div>
        </>
      )}
      {error !== null && (
        <p role="alert" className="bad">
          {error}
        </p>
      )}
    </Dialog>
  );
}

// S1's "ask first", for every strategy that asks: its question with its numbers, and the possible answers.

export function QuestionDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const asked = useUi((s) => s.asked);
  const row = useApp((s) => s.comparison?.rows.find((r) => r.key === asked) ?? null);
  const info = useApp((s) => s.description?.strategies.find((i) => i.id === row?.strategy) ?? null);
  if (!row?.question || !info) return null;
  const { reason, param } = row.question;
  const answers = info.params[param];
  if (answers?.kind !== 'choice') return null;
  const say = (answer: string) => {
    onClose();
    void actions.carryOut(row.key, answer);
  };
  return (
    <Dialog title={t('history.question.title', { title: strategyTitle(row.strategy, row.key, row.params) })} onClose={onClose}>
      <p className="marginBottom12">{formatReason(reason)}</p>
      <div className="row wrap gap8">
        {answers.options.map((answer) => (
          <Button
            key={answer}
            kind={answer === answers.default ? 'primary' : 'default'}
            onClick={() => say(answer)}
            text={lookup(`param.${param}.${answer}`) ?? answer}
          />
        ))}
        <Button kind="ghost" onClick={onClose} text={t('progress.cancel')} />
      </div>
    </Dialog>
  );
}
