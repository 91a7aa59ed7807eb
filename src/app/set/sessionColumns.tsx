/** The columns of the sessions of a set: also of its files that cannot be read, which are rows with their reason. */
import { formatReason, formatTitle, numbers, t } from '../../i18n/index.ts';
import type { Reason } from '../../engine/transcript/types.ts';
import type { FoundSession, SessionFigures } from '../../worker/sets/set-worker-protocol.ts';
import { Icon } from '../components/Icon.tsx';
import { columnsFor } from '../table/columns.tsx';
import type { ColumnDef } from '../table/features.ts';
import { choose, dropFile, openFailed, openSession } from './set-actions.ts';
import { DifferenceBar, Spark } from './glyphs.tsx';
import type { Status } from './set-state.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';

export interface SessionRow {
  readonly id: string;
  readonly name: string;
  /** null = the file could not be read. */
  readonly session: FoundSession | null;
  readonly path: string;
  readonly why: Reason | null;
  readonly status: Status['state'] | null;
  readonly chosen: boolean;
  readonly figures: SessionFigures | null;
  /** Its file is here. */
  readonly here: boolean;
  readonly search: string;
}

/** With fewer needed facts there is no share (docs/recall.md). */
export const LEAST = 30;

/** Too little of it was needed later to count. */
export const isShort = ({ figures }: Pick<SessionRow, 'figures'>): boolean => figures !== null && figures.needed !== null && figures.needed < LEAST;

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
    <span className={styles.session}>
      <Choose row={row} />
      {session && here ? (
        <button type="button" className={styles.open} title={t('set.open', { name: row.path })} onClick={() => void openSession(session)}>
          {name}
        </button>
      ) : (
        <span className={`${shared.muted} ${shared.ellipsis}`} title={row.path}>
          {name}
        </span>
      )}
    </span>
  );
}

function Failed({ row, why }: { readonly row: SessionRow; readonly why: Reason }) {
  return (
    <span className={styles.failed}>
      <span className={shared.bad}>
        <Icon name="warning" size={12} /> <b>{t('compare.note.failed')}</b>
      </span>{' '}
      <span title={formatReason(why)}>{formatReason(why)}</span>
      {row.here && (
        <>
          {' · '}
          <button type="button" className={styles.link} onClick={() => void (row.session ? openSession(row.session) : openFailed(row.path))}>
            {t('set.show')}
          </button>
        </>
      )}
      {' · '}
      <button type="button" className={styles.link} onClick={() => (row.session ? choose([row.id], false) : dropFile(row.path))}>
        {t('set.leaveOut')}
      </button>
    </span>
  );
}

/** What is to be known of a session before its numbers are believed. */
function Note({ row }: { readonly row: SessionRow }) {
  const { session, figures, status, here } = row;
  if (!session) return null;
  if (status === 'running') return <span className={styles.running}>{t('progress.label')}</span>;
  if (status === 'waiting') return <span className={shared.muted}>○ {t('set.waiting')}</span>;
  const notes = [
    !here && status === 'missing' && t('set.gone'),
    isShort(row) && t('set.fewNeeded', { count: figures?.needed ?? 0, least: LEAST }),
    (session.parent !== null || session.ofSession) && t('set.subagent'),
    session.problems > 0 && t('set.problems', { count: session.problems }),
  ].filter(Boolean);
  return <span className={shared.muted}>{notes.join(' · ')}</span>;
}

const share = (value: number): string => numbers().share(value);
const orNull = <T,>(row: SessionRow, of: (session: FoundSession) => T): T | null => (row.session ? of(row.session) : null);
const dayOf = (date: string | null): string => date?.slice(0, 10) ?? '';

export const sessionColumns: readonly ColumnDef<SessionRow>[] = [
  rank('failed', ({ session }) => Number(session === null)),
  words('search', { title: () => '', width: 1, value: ({ search }) => search, internal: true }),
  words('name', { title: () => t('palette.transcript'), width: 220, value: ({ name }) => name, names: true, cell: (row) => <Name row={row} /> }),
  words('format', {
    title: () => t('label.format'),
    width: 116,
    value: (row) => orNull(row, ({ format }) => formatTitle(format)) ?? '',
    cell: (row) => orNull(row, ({ format }) => formatTitle(format)) ?? '—',
    group: { title: (value) => value || '—' },
  }),
  words('model', {
    title: () => t('control.model'),
    width: 124,
    value: (row) => row.session?.model ?? '',
    cell: (row) => row.session?.model ?? '—',
    group: { title: (value) => value || '—' },
  }),
  words('date', {
    title: () => t('set.date'),
    width: 84,
    value: (row) => dayOf(row.session?.date ?? null),
    cell: (row) => dayOf(row.session?.date ?? null) || '—',
  }),
  number('messages', { title: () => t('label.messages'), width: 70, value: (row) => orNull(row, ({ messages }) => messages) }),
  number('tokens', {
    title: () => t('label.tokens'),
    width: 84,
    value: (row) => orNull(row, ({ tokens }) => tokens),
    cell: (row) => orNull(row, ({ tokens, exact }) => `${exact ? '' : '≈ '}${numbers().whole(tokens)}`) ?? '—',
  }),
  words('sizes', {
    title: () => t('set.sizes'),
    help: () => t('set.sizes.help'),
    width: 130,
    grow: true,
    value: ({ status, why }) => `${status ?? ''} ${why?.key ?? ''}`,
    cell: (row) => (row.why ? <Failed row={row} why={row.why} /> : row.session && <Spark sizes={row.session.sizes} marks={row.session.marks} />),
  }),
  number('compactions', {
    title: () => t('set.compacted'),
    help: () => t('details.compactions'),
    width: 84,
    value: (row) => orNull(row, ({ compactions }) => compactions),
    cell: (row) =>
      orNull(row, ({ compactions }) =>
        compactions > 0 ? <span className={styles.diamond}>◆ {numbers().whole(compactions)}</span> : <span className={shared.muted}>0</span>,
      ) ?? '—',
  }),
  number('needed', { title: () => t('set.needed'), help: () => t('set.needed.help'), width: 66, value: ({ figures }) => figures?.needed ?? null }),
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
    title: () => t('set.bLessA'),
    help: () => t('set.bLessA.help'),
    width: 98,
    value: () => '',
    cell: (row) => {
      const value = lessOf(row);
      return value === null ? null : <DifferenceBar value={value} />;
    },
  }),
  number('less', {
    title: () => t('set.points'),
    help: () => t('set.bLessA.help'),
    width: 62,
    value: lessOf,
    say: (value) => numbers().shareDelta(value),
  }),
  words('note', { title: () => t('set.note'), width: 190, value: (row) => String(row.session?.problems ?? ''), cell: (row) => <Note row={row} /> }),
];

export function lessOf({ figures }: SessionRow): number | null {
  return figures?.a === null || figures?.b === null || !figures ? null : figures.b - figures.a;
}
