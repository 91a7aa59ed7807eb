/** The tab of a set: what to compare, the strategies over all sessions, and the sessions themselves. */
import { type Answer as Found, rowToUse } from '../../engine/answer/contract.ts';
import { useDeferredValue, useEffect, useMemo } from 'react';
import '../../i18n/loss-words.ts';
import '../../i18n/set-words.ts';
import { Button } from '../components/Button.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { Splitter, useSplit } from '../frame/Splitter.tsx';
import { TabTools } from '../frame/TabBar.tsx';
import { useApp, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import { agentOfMost } from '../../engine/answer/sets.ts';
import { cancel, openCurrent } from './actions.ts';
import { compareAll } from './running.ts';
import { refresh } from './tables.ts';
import { Answer } from './Answer.tsx';
import { useComparedInSet } from './compared.ts';
import { ExportButton } from './ExportButton.tsx';
import { Progress } from './Progress.tsx';
import { Results } from './Results.tsx';
import { type ResultRow, resultRows } from './rows.ts';
import { Sessions } from './Sessions.tsx';
import { Groups, SetPlot } from './SetPlot.tsx';
import { chosenOf, SHOWN, show, useSet } from './state.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';
import { during } from '../store/idle.ts';

/** Rows of the results, as every view of them shows them, and which of them is the answer. */
interface Shown {
  readonly rows: readonly ResultRow[];
  readonly answer: Found | null;
}
const NOTHING: Shown = { rows: [], answer: null };

function useResults(): Shown {
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
        options={SHOWN.map((value) => ({ value, label: t(`set.shown.${value}`) }))}
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
    <section className={styles.empty}>
      <h2>{t('set.empty')}</h2>
      <p>{t('set.empty.text')}</p>
      <div className={`${shared.row} ${shared.wrap} ${shared.gap8}`}>
        <Button kind="primary" icon="import" onClick={() => openDialog('import')}>
          {t('set.import')}
        </Button>
        <Button icon="samples" onClick={() => openDialog('samples')}>
          {t('header.samples')}
        </Button>
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
      <Button key="cancel" onClick={() => void cancel()} aria-label={t('set.cancel')}>
        {t('progress.cancel')}
      </Button>
    );
  const missing = [...state.values()].filter(({ state: how }) => how !== 'done').length;
  const some = (tables?.sessions ?? 0) > 0;
  return (
    <Button key="compare" kind="primary" disabled={chosen === 0 || missing === 0} onClick={() => void during(compareAll())}>
      {missing === 0 && some ? t('set.compared') : some ? t('set.resume', { count: missing }) : t('set.compareAll', { count: chosen })}
    </Button>
  );
}

export function SetPane() {
  useTables();
  const { rows, answer } = useResults();
  const shown = useSet((s) => s.shown);
  const empty = useSet((s) => s.files.length === 0);
  const stale = useSet((s) => s.stale);
  const split = useSplit('set-split');
  const { t } = useText();
  if (empty) return <Empty />;
  return (
    <div className={styles.pane}>
      <Tools />
      <div className={styles.bar}>
        <CompareButton />
        <Progress />
      </div>
      <Answer rows={rows} found={answer} />
      {rows.length > 0 && (
        <div className={styles.results} style={split.style} aria-busy={stale} data-stale={stale || undefined}>
          {shown === 'rows' && <Results rows={rows} />}
          {shown === 'plot' && <SetPlot rows={rows} />}
          {shown === 'groups' && <Groups rows={rows} />}
        </div>
      )}
      {rows.length > 0 && <Splitter split={split} label={t('set.split')} />}
      <Sessions />
    </div>
  );
}
