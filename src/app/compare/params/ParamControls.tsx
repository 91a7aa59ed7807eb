/** Parameters of one row, each made from the strategy's schema, with its reset. */
import type { Param, StageValue } from '../../../engine/strategies/params.ts';
import { lookup } from '../../../i18n/index.ts';
import { Button } from '../../components/Button.tsx';
import { actions, useApp, useText } from '../../store/index.ts';
import styles from '../details.module.css';
import { SWITCH } from '../Preset.tsx';
import type { TableRow } from '../rows.ts';
import { ParamLine } from './ParamLine.tsx';
import type { Value } from './simple.tsx';
import { StagesControl } from './StagesControl.tsx';

function RowParam({ row, name, param }: { readonly row: TableRow; readonly name: string; readonly param: Param }) {
  const { t } = useText();
  const own = useApp((s) => s.scenario.rows.find((r) => r.key === row.key)?.params[name]) as Value | undefined;
  const set = (value: Value | undefined): void => actions.setParam(row.key, row.info.id, name, value);
  if (param.kind === 'stages') {
    const label = t('row.param.of', { label: lookup(`param.${name}`) ?? name, title: row.title });
    return <StagesControl label={label} param={param} own={own as readonly StageValue[] | undefined} result={row.result} set={set} />;
  }
  const knob = row.result?.knob;
  return (
    <ParamLine
      info={row.info}
      title={row.title}
      name={name}
      param={param}
      own={own}
      aimed={knob?.aimed && knob.param === name ? knob.value : undefined}
      set={set}
    />
  );
}

export function ParamControls({ row }: { readonly row: TableRow }) {
  const { t } = useText();
  // Whether a product runs as shipped stands with what is said of the product (Preset.tsx).
  const params = Object.entries(row.info.params).filter(([name]) => !(row.info.preset && name === SWITCH));
  return (
    <section className={styles.section}>
      <h3>
        {t('row.params')}
        {row.changed && (
          <Button kind="link" onClick={() => actions.resetRow(row.key)}>
            {t('row.params.reset')}
          </Button>
        )}
      </h3>
      {params.length === 0 && <p className={styles.note}>{t('row.params.none')}</p>}
      {params.map(([name, param]) => (
        <RowParam key={name} row={row} name={name} param={param} />
      ))}
    </section>
  );
}
