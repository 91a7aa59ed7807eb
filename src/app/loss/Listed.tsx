/** A count that opens the list behind it. */
import { useText } from '../store/index.ts';
import { openLoss } from '../store/ui.ts';
import styles from './measures.module.css';

interface Props {
  /** Of the table of strategies. */
  readonly row: string;
  /** Id of the measure whose list it is. */
  readonly list: string;
  readonly kind?: string | null;
  readonly count: number;
}

export function Listed({ row, list, kind = null, count }: Props) {
  const { t, n } = useText();
  if (count === 0) return n.whole(0);
  return (
    <button type="button" className={styles.listed} title={t('loss.list.open', { count })} onClick={() => openLoss(row, list, kind)}>
      {n.whole(count)}
    </button>
  );
}
