/** What is said of a published product: its release, where its rule stands, how far that is certain, and the switch to repair its flaws. */
import type { PresetSource } from '../../engine/strategies/contract.ts';
import { Segmented } from '../components/Segmented.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import styles from './details.module.css';
import type { TableRow } from './rows.ts';

/** The parameter of every product that this switch sets. */
export const SWITCH = 'repaired';

export function Preset({ row, preset }: { readonly row: TableRow; readonly preset: PresetSource }) {
  const { t } = useText();
  const repaired = useApp((s) => s.scenario.rows.find(({ key }) => key === row.key)?.params[SWITCH] === true);
  const { product, version, where, evidence } = preset;
  const facts = [
    [t('row.preset.product'), product],
    [t('row.preset.version'), version ?? t('row.preset.version.none')],
    [t('row.preset.where'), where],
    [t(`row.preset.${evidence}`), t(`row.preset.${evidence}.help`)],
  ] as const;
  return (
    <>
      <dl className={styles.preset}>
        {facts.map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.shipped}>
        <Segmented
          label={t('row.shipped', { title: row.title })}
          value={repaired ? 'repaired' : 'shipped'}
          options={[
            { value: 'shipped', label: t('row.shipped.shipped') },
            { value: 'repaired', label: t('row.shipped.repaired') },
          ]}
          onChange={(chosen) => actions.setParam(row.key, row.info.id, SWITCH, chosen === 'repaired' ? true : undefined)}
        />
        <p className={styles.note}>{t(repaired ? 'row.shipped.repaired.help' : 'row.shipped.shipped.help')}</p>
      </div>
    </>
  );
}
