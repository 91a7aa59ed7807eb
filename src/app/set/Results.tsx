/** Strategies × measures over the sessions, with their distributions and their differences to A. */
import { useMemo } from 'react';
import { useMediaQuery } from '../components/useMedia.ts';
import { useText } from '../store/index.ts';
import { ColumnChooser } from '../table/ColumnChooser.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { useDataTable } from '../table/useDataTable.ts';
import { showAllRows } from './actions.ts';
import { resultColumns } from './resultColumns.tsx';
import { mayAnswer } from '../../engine/answer/sets.ts';
import type { ResultRow } from './rows.ts';
import { useSet } from './state.ts';
import styles from './set.module.css';
import shared from '../theme/shared.module.css';

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
      {aside > 0 && <p className={shared.muted}>{t('set.aside', { count: aside })}</p>}
      <DataTable
        data={data}
        label={t('set.results')}
        stacks
        rowProps={(row) => ({ className: styles.result, 'aria-current': row.letter !== null || undefined })}
      />
      <div className={styles.key}>
        <Key />
        <span className={shared.fill} />
        <label className={`${shared.inline} ${shared.gap4}`}>
          <input type="checkbox" checked={all} onChange={(event) => showAllRows(event.currentTarget.checked)} />
          {t('set.allRows')}
        </label>
        <ColumnChooser atEnd name={TABLE} columns={columns} defaults={data.defaults} />
      </div>
    </>
  );
}

/** What the marks mean. */
function Key() {
  const { t } = useText();
  return (
    <ul className={shared.legend}>
      <li>{t('set.key.distribution')}</li>
      <li>
        <i className={styles.chanceKey} aria-hidden="true" />
        {t('set.key.chance')}
      </li>
      <li>
        <span className={shared.warn}>▼</span> {t('set.key.below')}
      </li>
      <li>
        <span className={shared.warn}>▲</span> {t('set.key.over')}
      </li>
      <li>
        <b>{t('set.key.bold')}</b>
      </li>
    </ul>
  );
}
