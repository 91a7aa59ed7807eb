import { buttonOf } from '../components/acts.ts';
import { Check } from '../components/NumberField.tsx';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type Answer as Found, rowToUse } from '../../engine/answer/contract.ts';
import { agentOfMost, mayAnswer } from '../../engine/answer/sets.ts';
import '../../i18n/en/loss.ts';
import '../../i18n/en/set.ts';
import { Button, Segmented, TabTools } from '../components/Button.tsx';
import { Popover, usePopover } from '../components/Popover.tsx';
import { Splitter, useSplit } from '../components/Splitter.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { during, openDialog, useApp, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { saveTable } from '../table/features.ts';
import { useDataTable } from '../table/useDataTable.ts';
import { Answer } from './Answer.tsx';
import { Sessions } from './Sessions.tsx';
import { Groups, SetPlot } from './SetPlot.tsx';
import { chosenOf, goneOf, type ResultRow, resultRows, type Run, show, SHOWN, useComparedInSet, useSet } from './set-state.ts';
import { cancel, compareAll, exportSet, openCurrent, refresh, showAllRows } from './set-actions.ts';
import { resultColumns } from './resultColumns.tsx';
import styles from './set.module.css';

/** Before this share of the work, a time left would be a guess. */
const SOONEST = 0.05;

/** Milliseconds left, by the tokens that are done; null = too early to say. */
export function timeLeft({ tokens: [done, of], since }: Pick<Run, 'tokens' | 'since'>, now: number): number | null {
  if (of === 0 || done / of < SOONEST) return null;
  return ((now - since) / done) * (of - done);
}

const TABLE = 'set';
const BY_SHARE = ['-together'];
const FIRST = ['compared'];
/** Folded where there is less room; the bar of the difference still shows its interval. */
const FOLDED = { differenceInterval: false };
/** Costs and their worth need a window of 1420 px beside the rest. */
const FOLDED_BELOW_1420 = { ...FOLDED, cost: false, efficiency: false };

/** A share that more rows have distinguishes none. */
const MOST_BEST = 2;

function bestOf(rows: readonly ResultRow[]): number | null {
  const values = rows.flatMap((row) => (row.together && mayAnswer(row, row.info) ? [row.together.share] : []));
  const best = values.length > 0 ? Math.max(...values) : null;
  return values.filter((value) => value === best).length > MOST_BEST ? null : best;
}

export function Results({ rows }: { readonly rows: readonly ResultRow[] }) {
  const { t } = useText();
  const all = useSet((s) => s.allRows);
  const folds = useMediaQuery('(min-width: 721px) and (max-width: 1559px)');
  const foldsMore = useMediaQuery('(max-width: 1419px)');
  const aside = useSet((s) => s.tables?.aside ?? 0);
  const best = bestOf(rows);
  const columns = useMemo(() => resultColumns(best), [best]);
  const data = useDataTable({
    name: TABLE,
    data: rows,
    columns,
    rowId: ({ key }) => key,
    sort: BY_SHARE,
    group: 'kind',
    first: FIRST,
    ...(folds && { shown: foldsMore ? FOLDED_BELOW_1420 : FOLDED }),
  });
  return (
    <>
      {aside > 0 && <p className="muted">{t('set.aside', { count: aside })}</p>}
      <DataTable
        data={data}
        label={t('set.results')}
        stacks
        rowProps={(row) => ({ className: styles.result, 'aria-current': row.letter !== null || undefined })}
      />
      <div className="row gap12 wrap small second bgApp fixed ruledAbove pad0-12 leastHigh26">
        <Key />
        <span className="fill" />
        <Check className="inline gap4" checked={all} onChange={showAllRows} text={t('set.allRows')} />
        <Button kind="ghost" icon="export" onClick={() => saveTable(data.id, 'csv')} text={t('set.rows.csv')} />
        <ColumnChooser atEnd name={TABLE} columns={columns} defaults={data.defaults} />
      </div>
    </>
  );
}

function Key() {
  const { t } = useText();
  return (
    <ul className="legend">
      <li>{t('set.key.distribution')}</li>
      <li>
        <i className={`wide0 ${styles.chanceKey}`} aria-hidden="true" />
        {t('set.key.chance')}
      </li>
      <li>
        <span className="warn">▼</span> {t('plot.point.below')}
      </li>
      <li>
        <span className="warn">▲</span> {t('plot.point.missed')}
      </li>
      <li>
        <b>{t('set.key.bold')}</b>
      </li>
    </ul>
  );
}

// How far reading or comparing is, with the time left; else what the last run was.

function Running({ run }: { readonly run: Run }) {
  const { t } = useText();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(run, now);
  return (
    <>
      <progress
        className="high6 accented"
        style={{ width: 160 }}
        max={Math.max(1, run.tokens[1])}
        value={run.tokens[0]}
        aria-label={t('set.progress')}
      />
      <span className="num">
        {t('set.done', { done: run.done, of: run.of })}
        {run.kept > 0 && ` · ${t('set.kept.before', { count: run.kept })}`}
        {left !== null && ` · ${t('set.left.time', { count: Math.max(1, Math.round(left / 1000)) })}`}
      </span>
    </>
  );
}

function Progress() {
  const { t, n } = useText();
  const run = useSet((s) => s.run);
  const ran = useSet((s) => s.ran);
  const reading = useSet((s) => s.reading);
  const chosen = useSet((s) => chosenOf(s).length);
  const gone = useSet((s) => goneOf(s).length);
  const done = useSet((s) => [...s.status.values()].filter(({ state }) => state === 'done').length);
  return (
    <span className="row gap12 wrap second" role="status">
      {reading && <span className="num">{t('set.reading', { done: reading.done, of: reading.of })}</span>}
      {!reading && run && <Running run={run} />}
      {!reading && !run && ran && (
        <span className="num">
          {t(ran.cancelled ? 'set.ran.cancelled' : 'set.ran', { computed: ran.computed, seconds: n.plain(Math.round(ran.ms / 100) / 10) })}
          {ran.kept > 0 && ` · ${t('set.kept.before', { count: ran.kept })}`}
          {ran.failed > 0 && ` · ${t('facts.set.failed', { count: ran.failed })}`}
        </span>
      )}
      {!reading && !run && !ran && <span className="second">{t('set.state', { done, of: chosen })}</span>}
      {gone > 0 && <span className="warn">{t('set.again', { count: gone })}</span>}
    </span>
  );
}

const KINDS = ['json', 'csv', 'parquet'] as const;
const NAMES = { json: 'JSON', csv: 'CSV', parquet: 'Parquet' };

function ExportButton() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const some = useSet((s) => (s.tables?.sessions ?? 0) > 0);
  return (
    <Popover
      {...popover}
      position="bottom-end"
      label={t('set.export')}
      target={<Button kind="ghost" icon="export" disabled={!some} {...button} text={t('set.export')} />}
    >
      <div className="stack gap8 pad12" style={{ width: 240 }}>
        <p>{t('set.export.help')}</p>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            onClick={() => {
              close();
              void exportSet(kind);
            }}
            text={NAMES[kind]}
          />
        ))}
      </div>
    </Popover>
  );
}

interface ResultsView {
  readonly rows: readonly ResultRow[];
  readonly answer: Found | null;
}
const NOTHING: ResultsView = { rows: [], answer: null };

function useResults(): ResultsView {
  const { language } = useText();
  // Drawn in slices: tables come every second and a half while sessions are compared.
  const tables = useDeferredValue(useSet((s) => s.tables));
  const sessions = useSet((s) => s.sessions);
  const own = useSet((s) => s.own);
  const description = useApp((s) => s.description);
  const compared = useComparedInSet();
  const rows = useApp((s) => s.scenario.rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: titles change with the language
  return useMemo(() => {
    if (!tables || !description) return NOTHING;
    const infos = new Map(description.strategies.map((info) => [info.id, info]));
    const { answer } = tables;
    return { answer, rows: resultRows(tables, infos, compared.split(' '), rows, own ? agentOfMost(sessions) : null, rowToUse(answer)) };
  }, [tables, description, compared, rows, sessions, own, language]);
}

/** Other settings, rows, pins, groups or wishes give other tables. */
function useTables(): void {
  const settings = useApp((s) => s.scenario.settings);
  const rows = useApp((s) => s.scenario.rows);
  const compared = useComparedInSet();
  const description = useApp((s) => s.description);
  const group = useSet((s) => s.group);
  const wishes = useApp((s) => s.scenario.view.wishes);
  const any = useSet((s) => s.sessions.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them changes the tables
  useEffect(() => {
    if (any && description) void refresh();
  }, [settings, rows, compared, description, group, wishes, any]);
}

function Tools() {
  const { t } = useText();
  const shown = useSet((s) => s.shown);
  return (
    <TabTools>
      <Segmented
        label={t('set.shown')}
        value={shown}
        options={SHOWN.map((value) => [value, t(`set.shown.${value}`)])}
        onChange={(value) => show({ shown: value })}
      />
      <ExportButton />
    </TabTools>
  );
}

/** Nothing is open: what a set is, and the three ways to one. */
function Empty() {
  const { t } = useText();
  const conversations = useApp((s) => s.loaded?.reply.conversations.length ?? 0);
  // The conversations of the file that is open are a set already.
  useEffect(() => {
    if (conversations > 1) void during(openCurrent());
  }, [conversations]);
  return (
    <section className={`fill surface ${styles.empty}`}>
      <h2 className="bold15">{t('set.empty')}</h2>
      <p>{t('set.empty.text')}</p>
      <div className="row wrap gap8">
        <Button kind="primary" icon="import" onClick={() => openDialog('import')} text={t('set.import')} />
        <Button {...buttonOf('samples')} />
      </div>
    </section>
  );
}

/** What the button does now: compares what is missing, goes on with it, or begins. */
function CompareButton() {
  const { t } = useText();
  const run = useSet((s) => s.run);
  const reading = useSet((s) => s.reading);
  const state = useSet((s) => s.status);
  const chosen = useSet((s) => chosenOf(s).length);
  const tables = useSet((s) => s.tables);
  if (run || reading)
    return (
      // An element of its own: a click that was meant for the other one must not cancel.
      <Button key="cancel" onClick={() => void cancel()} aria-label={t('set.cancel')} text={t('progress.cancel')} />
    );
  const missing = [...state.values()].filter(({ state: how }) => how !== 'done').length;
  const some = (tables?.sessions ?? 0) > 0;
  return (
    <Button
      key="compare"
      kind="primary"
      disabled={chosen === 0 || missing === 0}
      onClick={() => void during(compareAll())}
      text={missing === 0 && some ? t('set.compared') : some ? t('set.resume', { count: missing }) : t('set.compareAll', { count: chosen })}
    />
  );
}

export function SetPane() {
  useTables();
  const { rows, answer } = useResults();
  const shown = useSet((s) => s.shown);
  const empty = useSet((s) => s.files.length === 0);
  const stale = useSet((s) => s.stale);
  const split = useSplit('set-split');
  if (empty) return <Empty />;
  return (
    <div className="stack fill scrolls shrinksHeight narrowBlock narrowSpills">
      <Tools />
      <div className={`row gap12 wrap surface fixed ${styles.bar}`}>
        <CompareButton />
        <Progress />
      </div>
      <Answer rows={rows} found={answer} />
      {rows.length > 0 && (
        <div className={`stack surface fixed ${styles.results}`} style={split.style} aria-busy={stale} data-stale={stale || undefined}>
          {shown === 'rows' && <Results rows={rows} />}
          {shown === 'plot' && <SetPlot rows={rows} />}
          {shown === 'groups' && <Groups rows={rows} />}
        </div>
      )}
      {rows.length > 0 && <Splitter split={split} />}
      <Sessions />
    </div>
  );
}
