import { useMemo, type ReactNode } from 'react';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import type { ModelInfo } from '../../worker/protocol.ts';
import { actions } from '../store/store-actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { Row } from './SettingRow.tsx';
import classes from './settings.module.css';

const OWN = '';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly words: string;
  onChange(value: string): void;
  readonly approx?: boolean;
  readonly children: ReactNode;
}

export function Choice({ label, value, words, onChange, approx, children }: ChoiceProps) {
  return (
    <span className={`${classes.span} ${classes.select}`}>
      {approx && (
        <span className={classes.approx} aria-hidden>
          ≈
        </span>
      )}
      <select aria-label={label} value={value} title={words} onChange={(e) => onChange(e.currentTarget.value)}>
        {children}
      </select>
    </span>
  );
}

export function ModelRow() {
  const { t, n } = useText();
  const models = useApp((s) => s.description?.models);
  const chosen = useApp((s) => s.scenario.settings.model);
  const ownModel = useApp((s) => s.comparison?.transcript.ownModel ?? null);
  const own = ownModel === null ? t('control.model.none') : `${ownModel} · ${t('control.model.own')}`;
  const groups = useMemo(() => {
    const providers = new Map<string, ModelInfo[]>();
    for (const m of models ?? []) providers.set(m.provider, [...(providers.get(m.provider) ?? []), m]);
    return [...providers];
  }, [models]);
  const known = models?.some((m) => m.id === chosen);
  return (
    <Row label={t('control.model')} help={t('control.model.help')} settings={['model']} initial={own} file="model">
      <Choice
        label={t('control.model')}
        value={chosen ?? OWN}
        words={chosen ?? own}
        onChange={(id) => actions.setSettings({ model: id === OWN ? null : id, window: null, tokenizer: null })}
      >
        <option value={OWN}>{own}</option>
        {chosen !== null && !known && <option value={chosen}>{chosen}</option>}
        {groups.map(([provider, list]) => (
          <optgroup key={provider} label={provider}>
            {list.map((m) => (
              <option key={m.id} value={m.id}>
                {m.id} · {n.axis(m.window)}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
    </Row>
  );
}

export function TokenizerRow() {
  const { t } = useText();
  const tokenizers = useApp((s) => s.description?.tokenizers);
  const chosen = useApp((s) => s.scenario.settings.tokenizer);
  const inUse = useApp((s) => s.comparison?.transcript.tokenizer ?? null);
  const name = (id: TokenizerId) => t(`tokenizer.${id}`);
  const own = inUse && chosen === null ? name(inUse) : t('control.tokenizer.model');
  const approx = tokenizers?.some((x) => x.id === (chosen ?? inUse) && !x.exact);
  return (
    <Row
      label={t('control.tokenizer')}
      help={t('control.tokenizer.help')}
      settings={['tokenizer']}
      initial={t('control.tokenizer.model')}
      file="tokenizer"
    >
      <Choice
        label={t('control.tokenizer')}
        value={chosen ?? OWN}
        words={chosen === null ? own : name(chosen)}
        approx={approx}
        onChange={(id) => actions.set('tokenizer', tokenizers?.find((x) => x.id === id)?.id ?? null)}
      >
        <option value={OWN}>{own}</option>
        {tokenizers?.map((x) => (
          <option key={x.id} value={x.id}>
            {x.exact ? name(x.id) : `≈ ${name(x.id)}`}
          </option>
        ))}
      </Choice>
    </Row>
  );
}
