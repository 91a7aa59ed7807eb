/** The sessions of the set: search, sort, choose, open. */
import { useDeferredValue, useMemo, useState } from 'react';
import { useMediaQuery } from '../components/elements.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { useDataTable, usePassing } from '../table/useDataTable.ts';
import { VirtualTable } from '../table/DataTable.tsx';
import { choose, forgetAll } from './set-actions.ts';
import { isShort, LEAST, lessOf, sessionColumns, type SessionRow } from './sessionColumns.tsx';
import { useComparedInSet } from './compared.ts';
import { show, useSet } from './set-state.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';

const TABLE = 'sessions';
const FIRST = ['failed'];
const FOLDED = { model: false, date: false };
/** Longer names lose their middle: the end tells the sessions of one file apart. */
const LONGEST = 26;
function nameOf(path: string, room = LONGEST): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length <= room ? name : `${name.slice(0, room - 9)}…${name.slice(-8)}`;
}

/** Every session, and every file that has none. */
function useRows(): readonly SessionRow[] {
  const { t } = useText();
  const files = useSet((s) => s.files);
  const sessions = useSet((s) => s.sessions);
  const left = useSet((s) => s.left);
  const status = useDeferredValue(useSet((s) => s.status));
  const tables = useDeferredValue(useSet((s) => s.tables));
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { file } of sessions) counts.set(file, (counts.get(file) ?? 0) + 1);
    const figures = new Map(tables?.figures.map((one) => [one.session, one]));
    const here = new Map(files.map(({ path, blob }) => [path, blob !== null]));
    const found = sessions.map((session): SessionRow => {
      const count = counts.get(session.file)!;
      const name =
        count > 1 ? t('set.of', { name: nameOf(session.file, LONGEST - 8), index: session.conversation + 1, count }) : nameOf(session.file);
      const how = status.get(session.session);
      return {
        id: session.session,
        name,
        session,
        path: session.file,
        why: how?.state === 'failed' ? how.why : null,
        status: how?.state ?? null,
        chosen: !left.has(session.session),
        figures: figures.get(session.session) ?? null,
        here: here.get(session.file) ?? false,
        search: [session.file, session.title, session.format, session.model, session.date].join(' ').toLowerCase(),
      };
    });
    const failed = files
      .filter(({ state }) => state === 'failed')
      .map(
        ({ path, why, blob }): SessionRow => ({
          id: path,
          name: nameOf(path),
          session: null,
          path,
          why,
          status: null,
          chosen: false,
          figures: null,
          here: blob !== null,
          search: path.toLowerCase(),
        }),
      );
    return [...found, ...failed];
  }, [files, sessions, left, status, tables, t]);
}

/** Sessions where a row that has a number there is an outlier: of B, else of A. */
function useOutliers(): ReadonlySet<string> {
  const rows = useSet((s) => s.tables?.rows);
  const compared = useComparedInSet();
  return useMemo(() => {
    const [a, b] = compared.split(' ');
    const row = rows?.find(({ key }) => key === b) ?? rows?.find(({ key }) => key === a);
    return new Set(row?.kept?.outliers ?? []);
  }, [rows, compared]);
}

export function Sessions() {
  const { t } = useText();
  const all = useRows();
  const outliers = useOutliers();
  const only = useSet((s) => s.only);
  const skipped = useSet((s) => s.skipped);
  const folds = useMediaQuery('(max-width: 1366px)');
  const [search, setSearch] = useState('');
  const [showsShort, setShowsShort] = useState(false);
  const passing = usePassing();
  const loses = useMemo(() => new Set(all.filter((row) => (lessOf(row) ?? 0) < 0).map(({ id }) => id)), [all]);
  const wanted = search.trim().toLowerCase();
  const short = useMemo(() => all.filter(isShort).length, [all]);
  // Where none counts there is nothing else to show, and what is searched for is found.
  const hidesShort = !showsShort && wanted === '' && short < all.length;
  const rows = useMemo(() => {
    const among = only === 'loses' ? loses : only === 'outliers' ? outliers : null;
    return all.filter((row) => row.search.includes(wanted) && (among === null || among.has(row.id)) && !(hidesShort && isShort(row)));
  }, [all, wanted, only, loses, outliers, hidesShort]);
  const data = useDataTable({
    name: TABLE,
    data: rows,
    columns: sessionColumns,
    rowId: ({ id }) => id,
    first: FIRST,
    passing,
    ...(folds && { shown: FOLDED }),
  });
  const can = rows.filter(({ session }) => session !== null);
  const chosen = can.filter((row) => row.chosen).length;
  const toggle = (value: typeof only) => show({ only: only === value ? 'all' : value });
  return (
    <div className={styles.sessions}>
      <div className={styles.tools}>
        <h2>{t('set.sessions')}</h2>
        <span className={`${shared.second} num`}>
          {t('set.chosen', { count: all.filter((row) => row.chosen).length, of: all.filter((row) => row.session).length })}
        </span>
        <input
          type="search"
          aria-label={t('set.find')}
          placeholder={t('set.find')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <label className={`${shared.inline} ${shared.gap4}`}>
          <input
            type="checkbox"
            checked={can.length > 0 && chosen === can.length}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < can.length;
            }}
            onChange={(event) =>
              choose(
                can.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
          {t('label.all')}
        </label>
        <button type="button" className={styles.link} aria-pressed={only === 'loses'} onClick={() => toggle('loses')}>
          {t('set.only.loses', { count: loses.size })}
        </button>
        <button type="button" className={styles.link} aria-pressed={only === 'outliers'} onClick={() => toggle('outliers')}>
          {t('set.only.outliers', { count: outliers.size })}
        </button>
        <span className={shared.fill} />
        {skipped > 0 && <span className={shared.muted}>{t('set.skipped', { count: skipped })}</span>}
        <Button icon="add" onClick={() => openDialog('import')}>
          {t('set.add')}
        </Button>
        <Button kind="ghost" title={t('set.forget.help')} onClick={() => void forgetAll()}>
          {t('set.forget')}
        </Button>
        <ColumnChooser atEnd name={TABLE} columns={sessionColumns} defaults={data.defaults} />
      </div>
      {short > 0 && short < all.length && (
        <p className={styles.short}>
          <button type="button" className={styles.link} aria-expanded={!hidesShort} onClick={() => setShowsShort(!showsShort)}>
            {t('set.short', { count: short })}
          </button>{' '}
          {t('set.short.why', { least: LEAST })}
        </p>
      )}
      {rows.length > 0 ? <VirtualTable data={data} label={t('set.sessions')} stacks /> : <p className={styles.nothing}>{t('list.none')}</p>}
    </div>
  );
}
