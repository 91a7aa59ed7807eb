/** The six independent measures of a row's recall: what is left, beside chance, the newest messages and the habit. */
import { useMemo } from 'react';
import { ASIDE, INDEPENDENT, type Independent, type IndependentValue, type IndependentValues } from '../../engine/measures/independent/contract.ts';
import { numbers, t } from '../../i18n/index.ts';
import { columnsFor } from '../table/columns.tsx';
import { ListTable } from '../table/ListTable.tsx';
import styles from './measures.module.css';

interface Line extends IndependentValue {
  readonly id: Independent;
}

const isAside = (id: Independent): boolean => ASIDE.some((one) => one === id);

const share = (value: number): string => numbers().share(value);
const { words, number } = columnsFor<Line>();
const COLUMNS = [
  words('measure', {
    title: () => t('loss.independent.measure'),
    width: 104,
    grow: true,
    value: ({ id }) => id,
    cell: ({ id, kept, needed }) => (
      <>
        {t(`loss.independent.${id}`)}
        {isAside(id) && <abbr title={t('loss.independent.aside')}> *</abbr>}
        <small className={styles.under}>{t('loss.recall.share', { kept, needed })}</small>
      </>
    ),
    order: INDEPENDENT,
    names: true,
  }),
  number('share', {
    title: () => t('loss.independent.share'),
    help: () => t('loss.independent.share.help'),
    width: 52,
    value: (line) => line.share,
    say: share,
  }),
  number('chance', {
    title: () => t('loss.independent.chance'),
    help: () => t('word.chance.help'),
    width: 56,
    value: (line) => line.chance,
    say: share,
  }),
  number('newest', {
    title: () => t('loss.independent.newest'),
    help: () => t('loss.independent.newest.help'),
    width: 56,
    value: (line) => line.newest,
    say: share,
  }),
  number('floor', { title: () => t('loss.independent.floor'), help: () => t('word.floor.help'), width: 52, value: (line) => line.floor, say: share }),
];
const idOf = ({ id }: Line): string => id;

export function IndependentTable({ values }: { readonly values: IndependentValues }) {
  const lines = useMemo(() => INDEPENDENT.map((id): Line => ({ id, ...values[id] })), [values]);
  return <ListTable name="independent" label={t('loss.independent')} columns={COLUMNS} data={lines} rowId={idOf} all />;
}
