import { formatReason } from '../../i18n/index.ts';
import { SYSTEM_ROW } from '../../engine/triggers/contract.ts';
import type { RowResult } from '../../worker/protocol.ts';
import { strategyTitle } from '../compare/rows.ts';
import { Definition } from '../components/Definition.tsx';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import classes from './settings.module.css';

const ORDER = ['S1', 'S0', 'S2', 'S3', 'S4'] as const;

/** Its section in the document of the systems. */
const SECTION = {
  S0: 's0-twenty-strategies',
  S1: 's1-context-compactor',
  S2: 's2-context-manager',
  S3: 's3-selective-compaction',
  S4: 's4-automatic-compression',
} as const;

/**
 * Whether the trigger of each system, with its settings, would fire on the current transcript. One dot per system, on if any of its rows
 * would; each opens the rule with today's numbers, and the rows that differ.
 */
export function Fires() {
  const { t } = useText();
  const rows = useApp((s) => s.comparison?.rows);
  const sourceOf = useApp((s) => s.description?.strategies);
  const seedOf = new Map(sourceOf?.map(({ id, source }) => [id, source.seed]));
  return (
    <div className={classes.fires}>
      <Definition title={t('fires.title')} text={[t('fires.help')]} link={{ document: 'words', anchor: 'would-fire-now', label: t('word.more') }}>
        {t('fires.title')}
      </Definition>
      {ORDER.map((seed) => {
        const own = rows?.filter(({ strategy, fires }) => seedOf.get(strategy) === seed && fires?.own) ?? [];
        const speaks = own.find(({ key }) => key === SYSTEM_ROW[seed]);
        const differ = own.filter((row) => row !== speaks && says(row) !== (speaks && says(speaks)));
        const yes = own.some(({ fires }) => fires?.fires);
        const state = yes ? t('fires.yes') : t('fires.no');
        return (
          <Definition
            key={seed}
            className={yes ? `${classes.fire} ${classes.yes}` : classes.fire}
            title={`${t(`compare.chip.${seed}`)}: ${state}`}
            link={{ document: 'systems', anchor: SECTION[seed], label: t('fires.system') }}
            text={[
              t(`fires.${seed}`),
              ...(speaks ? [says(speaks)] : []),
              ...differ.map((row) => `${strategyTitle(row.strategy, row.key, row.params)}: ${says(row)}`),
            ]}
          >
            <i aria-hidden="true" />
            {t(`compare.chip.${seed}.help`)}
            <span className="hidden-text">{state}</span>
          </Definition>
        );
      })}
    </div>
  );
}

const says = ({ fires }: RowResult): string => (fires ? formatReason(fires.reason) : '');
