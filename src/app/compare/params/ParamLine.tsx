/** One parameter: label with its definition, the dot that removes the person's value, and the control. */
import type { Param } from '../../../engine/strategies/params.ts';
import { lookup } from '../../../i18n/index.ts';
import { Definition } from '../../components/Definition.tsx';
import { useApp, useText } from '../../store/index.ts';
import type { StrategyInfo } from '../../../worker/protocol.ts';
import styles from './params.module.css';
import { paramText } from '../rows.ts';
import { BooleanControl, ChoiceControl, NumberControl, TextControl, type Value } from './simple.tsx';
import { TableControl } from './TableControl.tsx';

interface Props {
  readonly info: StrategyInfo;
  /** Title of the row or stage, for the accessible name. */
  readonly title: string;
  readonly name: string;
  readonly param: Exclude<Param, { kind: 'stages' }>;
  /** What the person set; undefined = nothing. */
  readonly own: Value | undefined;
  /** Value found by the runner for a knob that nobody set. */
  readonly aimed: number | undefined;
  /** undefined removes the person's value. */
  set(value: Value | undefined): void;
}

export function ParamLine({ info, title, name, param, own, aimed: found, set }: Props) {
  const { t, n } = useText();
  const shared = useApp((s) => (param.shared ? s.scenario.settings[param.shared] : undefined));
  const initial: Value = shared ?? param.default;
  const aimed = own === undefined && found !== undefined;
  const value: Value = own ?? found ?? initial;
  const word = lookup(`param.${name}`) ?? name;
  const help = lookup(`strategy.${info.id}.param.${name}`) ?? lookup(`param.${name}.help`);
  const control = { label: t('row.param.of', { label: word, title }), value, set };
  const reset =
    param.kind === 'table'
      ? t('row.param.reset.table', { label: word })
      : t('row.param.reset', { label: word, value: paramText(info, name, initial, n) });
  const notes = [aimed ? t('row.param.aimed') : '', own === undefined && !aimed && param.shared ? t('row.param.shared') : ''].filter(Boolean);
  return (
    <div className={styles.param} data-aimed={aimed || undefined} data-wide={param.kind === 'table' || undefined}>
      {own !== undefined && <button type="button" className={styles.dot} aria-label={reset} title={reset} onClick={() => set(undefined)} />}
      <Definition title={word} text={[help ?? word, ...(aimed ? [t('row.param.aimed.help')] : [])]}>
        {word}
      </Definition>
      {param.kind === 'number' && <NumberControl {...control} param={param} n={n} />}
      {param.kind === 'boolean' && <BooleanControl {...control} param={param} />}
      {param.kind === 'choice' && <ChoiceControl {...control} param={param} words={info.preset ? null : name} />}
      {param.kind === 'text' && <TextControl {...control} param={param} />}
      {param.kind === 'table' && <TableControl name={name} title={title} param={param} own={own} set={set} />}
      {notes.length > 0 && <span className={styles.paramNote}>{notes.join(' · ')}</span>}
    </div>
  );
}
