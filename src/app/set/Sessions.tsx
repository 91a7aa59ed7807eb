import { Search } from '../components/NumberField.tsx';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Reason } from '../../engine/transcript/types.ts';
import { formatReason, formatTitle, numbers, t } from '../../i18n/index.ts';
import type { FoundSession, SessionFigures } from '../../worker/sets/set-worker-protocol.ts';
import { Button, Icon, Tap } from '../components/Button.tsx';
import { useMediaQuery } from '../components/elements.ts';
import { openDialog, useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { VirtualTable } from '../table/DataTable.tsx';
import { columnsFor } from '../table/columns.tsx';
import type { ColumnDef } from '../table/features.ts';
import { useDataTable, usePassing } from '../table/useDataTable.ts';
import { DifferenceBar, Spark } from './resultColumns.tsx';
import { choose, dropFile, forgetAll, openFailed, openSession } from './set-actions.ts';
import { show, type Status, useComparedInSet, useSet } from './set-state.ts';
import styles from './set.module.css';

interface SessionRow {
  readonly id: string;
  readonly name: string;
  readonly session: FoundSession | null;
  readonly path: string;
  readonly why: Reason | null;
  readonly status: Status['state'] | null;
  readonly chosen: boolean;
  readonly figures: SessionFigures | null;
  readonly here: boolean;
  readonly search: string;
}

/** With fewer needed facts there is no share (docs/recall.md). */
const LEAST = 30;

/** Too little of it was needed later to count. */
const isShort = ({ figures }: Pick<SessionRow, 'figures'>): boolean => figures !== null && figures.needed !== null && figures.needed < LEAST;

const { words, number, rank } = columnsFor<SessionRow>();

function Choose({ row }: { readonly row: SessionRow }) {
  return (
    <input
      type="checkbox"
      checked={row.chosen}
      disabled={row.session === null}
      aria-label={t('set.choose', { name: row.name })}
      onChange={(event) => choose([row.id], event.currentTarget.checked)}
    />
  );
}

function Name({ row }: { readonly row: SessionRow }) {
  const { session, name, here } = row;
  return (
    <span className="row gap8 shrinks">
      <Choose row={row} />
      {session && here ? (
        <Tap
          className="underlines leastHigh24 medium narrowLeastHigh36 ellipsis"
          title={t('list.pair', { name: t('action.open'), value: row.path })}
          onClick={() => void openSession(session)}
          text={name}
        />
      ) : (
        <span className="muted ellipsis" title={row.path}>
          {name}
        </span>
      )}
    </span>
  );
}

function Failed({ row, why }: { readonly row: SessionRow; readonly why: Reason }) {
  return (
    <span className={`second ${styles.failed}`}>
      <span className="bad">
        <Icon name="warning" size={12} /> <b>{t('compare.note.failed')}</b>
      </span>{' '}
      <span title={formatReason(why)}>{formatReason(why)}</span>
      {row.here && (
        <>
          {' · '}
          <Tap
            className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
            onClick={() => void (row.session ? openSession(row.session) : openFailed(row.path))}
            text={t('set.show')}
          />
        </>
      )}
      {' · '}
      <Tap
        className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
        onClick={() => (row.session ? choose([row.id], false) : dropFile(row.path))}
        text={t('set.leaveOut')}
      />
    </span>
  );
}

/** What is to be known of a session before its numbers are believed. */
function Note({ row }: { readonly row: SessionRow }) {
  const { session, figures, status, here } = row;
  if (!session) return null;
  if (status === 'running') return <span className="accent">{t('progress.label')}</span>;
  if (status === 'waiting') return <span className="muted">○ {t('set.waiting')}</span>;
  const notes = [
    !here && status === 'missing' && t('set.gone'),
    isShort(row) && t('set.fewNeeded', { count: figures?.needed ?? 0, least: LEAST }),
    (session.parent !== null || session.ofSession) && t('set.subagent'),
    session.problems > 0 && t('set.problems', { count: session.problems }),
  ].filter(Boolean);
  return <span className="muted">{notes.join(' · ')}</span>;
}

const share = (value: number): string => numbers().share(value);
const orNull = <T,>(row: SessionRow, of: (session: FoundSession) => T): T | null => (row.session ? of(row.session) : null);
const dayOf = (date: string | null): string => date?.slice(0, 10) ?? '';

export const sessionColumns: readonly ColumnDef<SessionRow>[] = [
  rank('failed', ({ session }) => Number(session === null)),
  words('search', { title: () => '', width: 1, internal: true }),
  words('name', { title: 'palette.transcript', width: 220, names: true, cell: (row) => <Name row={row} /> }),
  words('format', {
    title: 'label.format',
    width: 116,
    value: (row) => orNull(row, ({ format }) => formatTitle(format)) ?? '',
    cell: (row) => orNull(row, ({ format }) => formatTitle(format)) ?? '—',
    group: { title: (value) => value || '—' },
  }),
  words('model', {
    title: 'control.model',
    width: 124,
    value: (row) => row.session?.model ?? '',
    cell: (row) => row.session?.model ?? '—',
    group: { title: (value) => value || '—' },
  }),
  words('date', {
    title: 'set.date',
    width: 84,
    value: (row) => dayOf(row.session?.date ?? null),
    cell: (row) => dayOf(row.session?.date ?? null) || '—',
  }),
  number('messages', { title: 'label.messages', width: 70, value: (row) => orNull(row, ({ messages }) => messages) }),
  number('tokens', {
    title: 'label.tokens',
    width: 84,
    value: (row) => orNull(row, ({ tokens }) => tokens),
    cell: (row) => orNull(row, ({ tokens, exact }) => `${exact ? '' : '≈ '}${numbers().whole(tokens)}`) ?? '—',
  }),
  words('sizes', {
    title: 'set.sizes',
    help: () => t('set.sizes.help'),
    width: 130,
    grow: true,
    value: ({ status, why }) => `${status ?? ''} ${why?.key ?? ''}`,
    cell: (row) => (row.why ? <Failed row={row} why={row.why} /> : row.session && <Spark sizes={row.session.sizes} marks={row.session.marks} />),
  }),
  number('compactions', {
    title: 'set.compacted',
    help: () => t('details.compactions'),
    width: 84,
    value: (row) => orNull(row, ({ compactions }) => compactions),
    cell: (row) =>
      orNull(row, ({ compactions }) =>
        compactions > 0 ? <span className="textSumText">◆ {numbers().whole(compactions)}</span> : <span className="muted">0</span>,
      ) ?? '—',
  }),
  number('needed', { title: 'set.needed', help: () => t('set.needed.help'), width: 66, value: ({ figures }) => figures?.needed ?? null }),
  number('a', {
    title: () => 'A',
    help: () => t('set.letter.help', { letter: 'A' }),
    unit: () => '%',
    width: 52,
    value: ({ figures }) => figures?.a ?? null,
    say: share,
  }),
  number('b', {
    title: () => 'B',
    help: () => t('set.letter.help', { letter: 'B' }),
    unit: () => '%',
    width: 52,
    value: ({ figures }) => figures?.b ?? null,
    say: share,
  }),
  words('bar', {
    title: 'set.bLessA',
    help: () => t('set.bLessA.help'),
    width: 98,
    value: () => '',
    cell: (row) => {
      const value = lessOf(row);
      return value === null ? null : <DifferenceBar value={value} />;
    },
  }),
  number('less', { title: 'set.points', help: () => t('set.bLessA.help'), width: 62, value: lessOf, say: (value) => numbers().shareDelta(value) }),
  words('note', { title: 'set.note', width: 190, value: (row) => String(row.session?.problems ?? ''), cell: (row) => <Note row={row} /> }),
];

function lessOf({ figures }: SessionRow): number | null {
  return figures?.a === null || figures?.b === null || !figures ? null : figures.b - figures.a;
}

const TABLE = 'sessions';
const FIRST = ['failed'];
const FOLDED = { model: false, date: false };
/** Longer names lose their middle: the end tells the sessions of one file apart. */
const LONGEST = 26;
function nameOf(path: string, room = LONGEST): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length <= room ? name : `${name.slice(0, room - 9)}…${name.slice(-8)}`;
}

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
    <div className={`stack surface shrinksHeight ${styles.sessions}`}>
      <div className={`row gap12 wrap fixed pad4-12 leastHighRegion ${styles.tools}`}>
        <h2>{t('set.sessions')}</h2>
        <span className="second num">
          {t('set.chosen', { count: all.filter((row) => row.chosen).length, of: all.filter((row) => row.session).length })}
        </span>
        <Search label={t('set.find')} value={search} onChange={setSearch} />
        <label className="inline gap4">
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
        <Tap
          className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
          aria-pressed={only === 'loses'}
          onClick={() => toggle('loses')}
          text={t('set.only.loses', { count: loses.size })}
        />
        <Tap
          className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
          aria-pressed={only === 'outliers'}
          onClick={() => toggle('outliers')}
          text={t('set.only.outliers', { count: outliers.size })}
        />
        <span className="fill" />
        {skipped > 0 && <span className="muted">{t('set.skipped', { count: skipped })}</span>}
        <Button icon="add" onClick={() => openDialog('import')} text={t('set.add')} />
        <Button kind="ghost" title={t('set.forget.help')} onClick={() => void forgetAll()} text={t('set.forget')} />
        <ColumnChooser atEnd name={TABLE} columns={sessionColumns} defaults={data.defaults} />
      </div>
      {short > 0 && short < all.length && (
        <p className={`muted ${styles.short}`}>
          <Tap
            className={`accent underlines leastHigh24 pad0-2 narrowLeastHigh36 ${styles.link}`}
            aria-expanded={!hidesShort}
            onClick={() => setShowsShort(!showsShort)}
            text={t('set.short', { count: short })}
          />{' '}
          {t('set.short.why', { least: LEAST })}
        </p>
      )}
      {rows.length > 0 ? <VirtualTable data={data} label={t('set.sessions')} stacks /> : <p className="margin12 second">{t('list.none')}</p>}
    </div>
  );
}
