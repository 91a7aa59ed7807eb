import { Select, type ComboboxItem } from '@mantine/core';
import { useMemo } from 'react';
import { MOCK_OUTCOMES, type MockOutcome } from '../../engine/summarizers/contract.ts';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import { Icon } from '../components/Icon.tsx';
import { actions } from '../store/actions.ts';
import { useApp } from '../store/store.ts';
import { useText } from '../store/useText.ts';
import { Row } from './Row.tsx';
import classes from './settings.module.css';

/** Value of the choice "as the transcript or the model says"; a real id is never empty, and Mantine drops an empty one. */
const OWN = '*';
const SHOWN_MODELS = 200;

/** The model sets window, tokenizer and provider; a window or tokenizer chosen before gives way to it. */
export function ModelRow() {
  const { t, n } = useText();
  const models = useApp((s) => s.description?.models);
  const chosen = useApp((s) => s.scenario.settings.model);
  const ownModel = useApp((s) => s.comparison?.transcript.ownModel ?? null);
  const own = ownModel ?? t('control.model.none');
  const { data, windows } = useMemo(() => {
    const providers = new Map<string, ComboboxItem[]>();
    for (const m of models ?? []) providers.set(m.provider, [...(providers.get(m.provider) ?? []), { value: m.id, label: m.id }]);
    const known = models?.some((m) => m.id === chosen);
    return {
      data: [
        { value: OWN, label: own },
        ...(chosen !== null && !known ? [{ value: chosen, label: chosen }] : []),
        ...[...providers].map(([group, items]) => ({ group, items })),
      ],
      windows: new Map(models?.map((m) => [m.id, m.window])),
    };
  }, [models, own, chosen]);
  return (
    <Row label={t('control.model')} help={t('control.model.help')} settings={['model']} initial={own}>
      <Select
        className={`${classes.span} ${classes.select}`}
        classNames={{ input: classes.selectInput }}
        rightSection={<Icon name="chevron" size={12} />}
        rightSectionWidth={22}
        aria-label={t('control.model')}
        data={data}
        value={chosen ?? OWN}
        onChange={(id) => actions.setSettings({ model: id === null || id === OWN ? null : id, window: null, tokenizer: null })}
        searchable
        allowDeselect={false}
        limit={SHOWN_MODELS}
        maxDropdownHeight={320}
        nothingFoundMessage={t('control.model.nothing')}
        comboboxProps={{ width: 300, position: 'bottom-end' }}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            {option.value === OWN && ownModel !== null && <small>{t('control.model.own')}</small>}
            {windows.has(option.value) && <small>{n.axis(windows.get(option.value)!)}</small>}
          </span>
        )}
      />
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
    <Row label={t('control.tokenizer')} help={t('control.tokenizer.help')} settings={['tokenizer']} initial={t('control.tokenizer.model')}>
      <Select
        className={`${classes.span} ${classes.select}`}
        classNames={{ input: approx ? `${classes.selectInput} ${classes.selectApprox}` : classes.selectInput }}
        rightSection={<Icon name="chevron" size={12} />}
        rightSectionWidth={22}
        aria-label={t('control.tokenizer')}
        leftSection={approx ? <span className={classes.approx}>≈</span> : undefined}
        leftSectionWidth={20}
        data={[{ value: OWN, label: own }, ...(tokenizers ?? []).map((x) => ({ value: x.id, label: x.exact ? name(x.id) : `≈ ${name(x.id)}` }))]}
        value={chosen ?? OWN}
        onChange={(id) => actions.set('tokenizer', id === null || id === OWN ? null : (id as TokenizerId))}
        allowDeselect={false}
        renderOption={({ option }) => (
          <span className={classes.option}>
            {option.label}
            {option.value === OWN && inUse && chosen === null && <small>{t('control.tokenizer.own')}</small>}
          </span>
        )}
      />
    </Row>
  );
}

/** Only the built-in summariser exists here; what it is told to return can be chosen, so that failures can be seen. */
export function SummarizerRows() {
  const { t } = useText();
  const summarizer = useApp((s) => s.scenario.settings.summarizer);
  const outcome = useApp((s) => s.scenario.settings.summarizerOutcome);
  return (
    <>
      <Row label={t('control.summarizer')} help={t('control.summarizer.help')} settings={['summarizer']} initial={t('summarizer.built-in')}>
        <Select
          className={`${classes.span} ${classes.select}`}
          classNames={{ input: classes.selectInput }}
          rightSection={<Icon name="chevron" size={12} />}
          rightSectionWidth={22}
          aria-label={t('control.summarizer')}
          data={[{ value: 'built-in', label: t('summarizer.built-in') }]}
          value={summarizer}
          onChange={() => actions.set('summarizer', 'built-in')}
          allowDeselect={false}
        />
      </Row>
      <Row label={t('control.outcome')} help={t('control.outcome.help')} settings={['summarizerOutcome']} initial={t('mock.ok')}>
        <Select
          className={`${classes.span} ${classes.select}`}
          classNames={{ input: classes.selectInput }}
          rightSection={<Icon name="chevron" size={12} />}
          rightSectionWidth={22}
          aria-label={t('control.outcome')}
          data={MOCK_OUTCOMES.map((value) => ({ value, label: t(`mock.${value}`) }))}
          value={outcome}
          onChange={(value) => value !== null && actions.set('summarizerOutcome', value as MockOutcome)}
          allowDeselect={false}
        />
      </Row>
    </>
  );
}
