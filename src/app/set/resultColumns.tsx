/** The columns of strategies over the sessions of a set. */
import { lookup, numbers, t } from '../../i18n/index.ts';
import { actions } from '../store/store-actions.ts';
import { columnsFor } from '../table/columns.tsx';
import type { AnyColumn, ColumnDef } from '../table/features.ts';
import { SortButton } from '../table/Head.tsx';
import { openSession } from './set-actions.ts';
import { DIFFERENCE_WIDTH, DifferenceAxis, DifferenceGlyph, KEPT_WIDTH, KeptAxis, KeptGlyph } from './glyphs.tsx';
import { isSure, KIND_ORDER, type ResultRow } from './set-rows.ts';
import { useSet } from './set-state.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';
import cells from '../compare/cells.module.css';

const { words, number, rank } = columnsFor<ResultRow>();

function open(session: string): void {
  const found = useSet.getState().sessions.find((one) => one.session === session);
  if (found) void openSession(found);
}

const percent = (share: number): string => numbers().share(share);
/** Shares of an interval without decimals: the column is narrow, and the picture beside it is exact. */
const between = ([from, to]: readonly [number, number]): string => `${Math.round(from * 100)}–${Math.round(to * 100)}`;
const deltas = ([from, to]: readonly [number, number]): string => t('list.range', { from: numbers().shareDelta(from), to: numbers().shareDelta(to) });

/** In a saved table: both ends, and counts as the cell has them, not the number that sorts. */
const saving = (words: (row: ResultRow) => string | null) => (row: unknown) => words(row as ResultRow);
const ends = (interval: readonly [number, number]): string => JSON.stringify(interval);

/** A head with the axis of the pictures below it. */
const withAxis = (column: ColumnDef<ResultRow>, Axis: () => React.ReactNode): ColumnDef<ResultRow> =>
  ({
    ...column,
    header: ({ column: head }: { readonly column: AnyColumn }) => (
      <SortButton column={head}>
        <Axis />
      </SortButton>
    ),
  }) as ColumnDef<ResultRow>;

function NameCell({ row }: { readonly row: ResultRow }) {
  return (
    <span className={styles.name}>
      <button
        type="button"
        className={cells.pin}
        aria-pressed={row.letter !== null}
        aria-label={t('compare.other', { title: row.title })}
        title={t('compare.other.help')}
        onClick={() => actions.compareWith(row.key)}
      >
        <span>{row.letter}</span>
      </button>
      <b className={row.letter ? shared.strong : shared.medium} title={row.title}>
        {row.title}
      </b>
      {row.answer && <span className={styles.tag}>{t('compare.answer')}</span>}
      {row.wrote !== null && <small>{row.wrote === 1 ? t('compare.agent') : t('set.wrote', { share: row.wrote })}</small>}
    </span>
  );
}

export function resultColumns(best: number | null): readonly ColumnDef<ResultRow>[] {
  return [
    rank('compared', ({ letter }) => (letter === null ? 3 : ['A', 'B', 'C'].indexOf(letter))),
    words('kind', {
      title: () => t('set.kind'),
      width: 90,
      value: ({ kind }) => kind,
      order: KIND_ORDER,
      cell: ({ kind }) => t(`compare.kind.${kind}`),
      optional: true,
      group: {
        title: (kind) => lookup(`compare.kind.${kind}`) ?? kind,
      },
    }),
    words('row', {
      title: () => t('label.policy'),
      width: 200,
      value: ({ title }) => title,
      names: true,
      grow: true,
      cell: (row) => <NameCell row={row} />,
    }),
    withAxis(
      number('kept', {
        title: () => t('compare.controls.kept'),
        help: () => t('set.key.distribution'),
        width: KEPT_WIDTH + 6,
        value: ({ together }) => together?.share ?? null,
        cell: (row) => (row.kept ? <KeptGlyph row={{ ...row, kept: row.kept }} onWorst={open} /> : <FewFacts row={row} />),
      }),
      KeptAxis,
    ),
    number('together', {
      title: () => t('set.together'),
      help: () => t('set.together.help'),
      unit: () => '%',
      width: 62,
      value: ({ together }) => together?.share ?? null,
      cell: ({ together, below }) =>
        together ? (
          <span className={below ? shared.warn : together.share === best ? styles.best : undefined} title={below ? t('plot.point.below') : undefined}>
            {below && '▼ '}
            {percent(together.share)}
          </span>
        ) : (
          '—'
        ),
    }),
    number('own', {
      title: () => t('set.own'),
      unit: () => '%',
      help: () => t('set.own.help'),
      width: 52,
      value: ({ own }) => own,
      cell: ({ own }) => <span className={shared.muted}>{own === null ? '—' : percent(own)}</span>,
    }),
    number('interval', {
      title: () => t('set.interval'),
      help: () => t('set.interval.help'),
      width: 72,
      value: ({ kept }) => kept?.interval[0] ?? null,
      saved: saving(({ kept }) => kept && ends(kept.interval)),
      cell: ({ kept }) => <span className={shared.muted}>{kept ? between(kept.interval) : '—'}</span>,
    }),
    number('worst', {
      title: () => t('set.worst'),
      help: () => t('set.worst.help'),
      width: 56,
      value: ({ kept }) => kept?.worst ?? null,
      cell: ({ kept }) =>
        kept ? (
          <button type="button" className={styles.link} title={t('set.worst.open')} onClick={() => open(kept.worstSession)}>
            {Math.round(kept.worst * 100)}
          </button>
        ) : (
          '—'
        ),
    }),
    withAxis(
      number('difference', {
        title: () => t('set.difference'),
        help: () => t('set.difference.help'),
        width: DIFFERENCE_WIDTH + 6,
        value: ({ difference }) => difference?.mean ?? null,
        cell: (row) => <DifferenceGlyph row={row} />,
      }),
      DifferenceAxis,
    ),
    number('mean', {
      title: () => t('set.mean'),
      help: () => t('set.mean.help'),
      width: 58,
      value: ({ difference }) => difference?.mean ?? null,
      cell: (row) => {
        if (!row.difference) return <span className={shared.muted}>{row.letter === 'A' ? t('compare.base') : '—'}</span>;
        return <span className={isSure(row) ? styles.best : shared.muted}>{numbers().shareDelta(row.difference.mean)}</span>;
      },
    }),
    number('differenceInterval', {
      title: () => t('set.difference.interval'),
      help: () => t('set.difference.interval.help'),
      width: 108,
      value: ({ difference }) => difference?.interval[0] ?? null,
      saved: saving(({ difference }) => difference && ends(difference.interval)),
      cell: ({ difference }) => <span className={shared.muted}>{difference ? deltas(difference.interval) : ''}</span>,
    }),
    number('counts', {
      title: () => '+ / = / −',
      help: () => t('set.counts.help'),
      width: 82,
      value: ({ difference }) => difference?.better ?? null,
      saved: saving(({ difference }) => difference && `${difference.better} / ${difference.equal} / ${difference.worse}`),
      cell: ({ difference }) =>
        difference ? (
          <span>
            <b className={shared.medium}>{difference.better}</b> <span className={shared.muted}>/ {difference.equal} /</span>{' '}
            <b className={shared.medium}>{difference.worse}</b>
          </span>
        ) : (
          ''
        ),
    }),
    number('over', {
      title: () => t('set.over'),
      help: () => t('set.over.help'),
      width: 60,
      lowFirst: true,
      value: ({ over }) => over,
      cell: ({ over }) => (over > 0 ? <span className={`${shared.warn} ${shared.strong}`}>▲ {over}</span> : <span className={shared.muted}>0</span>),
    }),
    number('valid', {
      title: () => t('set.valid'),
      help: () => t('set.valid.help'),
      width: 84,
      lowFirst: true,
      value: ({ invalid, failed }) => invalid + failed,
      cell: ({ invalid, failed }) => (
        <span title={failed > 0 ? t('set.failedIn', { count: failed }) : undefined}>
          {invalid > 0 && <span className={shared.bad}>{invalid} ✕</span>}
          {failed > 0 && <span className={shared.bad}> {failed} ⚠</span>}
          {invalid + failed === 0 && <span className={shared.second}>✓</span>}
        </span>
      ),
    }),
    number('cost', {
      title: () => t('label.cost'),
      help: () => t('set.cost.help'),
      width: 82,
      lowFirst: true,
      value: ({ cost }) => cost,
      say: (value) => numbers().money(value),
    }),
    number('efficiency', {
      title: () => t('set.efficiency'),
      help: () => t('set.efficiency.help'),
      width: 60,
      value: ({ efficiency }) => efficiency,
      say: (value) => numbers().score(value),
    }),
    number('sessions', {
      title: () => t('set.sessions'),
      help: () => t('set.sessions.help'),
      width: 66,
      value: ({ kept }) => kept?.sessions ?? 0,
      optional: true,
    }),
    number('median', {
      title: () => t('set.median'),
      unit: () => '%',
      help: () => t('set.median.help'),
      width: 66,
      value: ({ kept }) => kept?.median ?? null,
      say: percent,
      optional: true,
    }),
    number('left', {
      title: () => t('set.left'),
      help: () => t('set.left.help'),
      width: 60,
      value: ({ left }) => left?.median ?? null,
      say: percent,
      optional: true,
    }),
  ];
}

const FewFacts = ({ row }: { readonly row: ResultRow }) => (
  <span className={shared.muted}>{row.failed === row.sessions ? t('set.failedAll') : t('set.few')}</span>
);
