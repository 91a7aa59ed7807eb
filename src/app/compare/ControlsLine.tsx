/** Controls in one line below the table: what they keep, for scale. */
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import styles from './compare.module.css';
import { Missing } from './MeasureCell.tsx';
import { formatValue, isLate, measureColumns } from './measures.ts';
import { belowChance, recallWords, SIGNS } from './compare-recall.ts';
import type { TableRow } from './compare-rows.ts';

const INDEPENDENT = measureColumns.find(({ id }) => id === 'independent')!;

interface Props {
  readonly rows: readonly TableRow[];
  /** px */
  readonly room: number;
  onShow(): void;
}

function Value({ row }: { readonly row: TableRow }) {
  const { n } = useText();
  const value = INDEPENDENT.value(row);
  if (value === null) return <Missing row={row} measure={INDEPENDENT} late={isLate(row, INDEPENDENT)} />;
  const below = belowChance(row);
  return (
    <b data-missed={below || undefined}>
      {below && SIGNS.below}
      {formatValue(INDEPENDENT, value, n)}
    </b>
  );
}

/** Narrower rooms, px, have no words about what controls are for: they stand in the tooltip. */
const ROOMY = 900;

export function ControlsLine({ rows, room, onShow }: Props) {
  const { t } = useText();
  return (
    <div className={styles.controls} role="group" aria-label={t('compare.controls')}>
      <b title={t('compare.controls.help')}>{t('compare.controls')}</b>
      {room >= ROOMY && <small>{t('compare.controls.help')}</small>}
      <small>{t('compare.controls.kept')}</small>
      <ul>
        {rows.map((row) => (
          <li key={row.key} title={recallWords(row).join('\n') || undefined}>
            {row.title} <Value row={row} />
          </li>
        ))}
      </ul>
      <Button kind="link" onClick={onShow}>
        {t('compare.controls.show')}
      </Button>
    </div>
  );
}
