/** Every session × row × measure as a file. */
import { Button } from '../components/Button.tsx';
import { Popover } from '../components/Popover.tsx';
import { usePopover } from '../components/usePopover.ts';
import { useText } from '../store/index.ts';
import { exportSet } from './actions.ts';
import { useSet } from './state.ts';
import styles from './set.module.css';

const KINDS = ['json', 'csv', 'parquet'] as const;
const NAMES = { json: 'JSON', csv: 'CSV', parquet: 'Parquet' };

export function ExportButton() {
  const { t } = useText();
  const { popover, button, close } = usePopover();
  const some = useSet((s) => (s.tables?.sessions ?? 0) > 0);
  return (
    <Popover
      {...popover}
      position="bottom-end"
      label={t('set.export')}
      target={
        <Button kind="ghost" icon="export" disabled={!some} {...button}>
          {t('set.export')}
        </Button>
      }
    >
      <div className={styles.menu}>
        <p>{t('set.export.help')}</p>
        {KINDS.map((kind) => (
          <Button
            key={kind}
            onClick={() => {
              close();
              void exportSet(kind);
            }}
          >
            {NAMES[kind]}
          </Button>
        ))}
      </div>
    </Popover>
  );
}
