import { type ReactNode, useMemo } from 'react';
import { BUILT_IN, MOCK_OUTCOMES, type MockOutcome } from '../../engine/summarizers/contract.ts';
import type { TokenizerId } from '../../engine/tokens/contract.ts';
import { lookup, type NumberFormats, type TextKey } from '../../i18n/index.ts';
import { BY_WORDS, choiceId, isEmbedding } from '../../models/contract.ts';
import { defaultScenario, RANGES } from '../../scenario/defaults.ts';
import { isAutomatic } from '../../scenario/next-file.ts';
import type { FileSetting, Settings } from '../../scenario/schema.ts';
import type { ModelInfo } from '../../worker/protocol.ts';
import { Button, Icon, Tap } from '../components/Button.tsx';
import { NumberField, Slider, Select, type SelectProps } from '../components/NumberField.tsx';
import { Definition } from '../documents/DocumentLink.tsx';
import { embedderName, writerName } from '../rows/model-words.ts';
import { actions, openDialog, parseNumber, useApp, useText } from '../store/index.ts';
import classes from './settings.module.css';
import styles from './settings.module.css';

type FieldName =
  | 'trigger'
  | 'keepRecent'
  | 'preserveStart'
  | 'preserveEnd'
  | 'longTokens'
  | 'shortTokens'
  | 'edgeStart'
  | 'edgeEnd'
  | 'weight'
  | 'overhead'
  | 'seed';

interface Field {
  readonly name: FieldName;
  readonly label: TextKey;
  readonly slider: { readonly min: number; readonly max: number; readonly step: number };
  readonly scale: 1 | 100;
  readonly unit?: TextKey;
  readonly show?: (shown: number, n: NumberFormats) => string;
}

const count = (name: FieldName, max: number, step = 1, unit?: TextKey): Field => ({
  name,
  label: `control.${name}` as TextKey,
  slider: { min: 0, max, step },
  scale: 1,
  unit,
});

export const TRIGGER: Field = { ...count('trigger', 100), slider: { min: 1, max: 100, step: 1 }, scale: 100, unit: 'unit.percent' };
export const KEEP: readonly Field[] = [count('keepRecent', 50), count('preserveStart', 20), count('preserveEnd', 20)];
export const PRIORITY: readonly Field[] = [
  count('longTokens', 2000, 25, 'unit.tok'),
  count('shortTokens', 100, 1, 'unit.tok'),
  count('edgeStart', 10),
  count('edgeEnd', 10),
  { ...count('weight', 100), scale: 100, show: (shown, n) => `${n.plain(shown)} / ${n.plain(100 - shown)}` },
];
export const COUNTING: readonly Field[] = [count('overhead', 20, 1, 'unit.tok')];

const shownValue = (field: Field, value: number): number => Number((value * field.scale).toFixed(3));

/** Value of the setting for a shown number, or null if it is not allowed. */
function settingValue(field: Field, shown: number): number | null {
  const { min, max, whole } = RANGES[field.name];
  const value = Number((shown / field.scale).toFixed(6));
  if (value < min || value > max) return null;
  return whole ? Math.round(value) : value;
}

function readField(field: Field, typed: string): number | null {
  const shown = parseNumber(typed.split('/')[0]!.replace('%', ''));
  return shown === null ? null : settingValue(field, shown);
}

export function Pin({ name, className = '' }: { readonly name: FileSetting; readonly className?: string | undefined }) {
  const { t } = useText();
  const automatic = useApp((s) => isAutomatic(s.scenario, name));
  const pinned = useApp((s) => s.scenario.kept?.includes(name) ?? false);
  if (automatic) return null;
  const label = t('pin.label', { setting: t(`control.${name}`) });
  return (
    <Tap
      className={`inline muted rounded high24 toCenter wide24 narrowHigh38 ${classes.pin} ${className}`}
      aria-pressed={pinned}
      aria-label={label}
      title={`${label}\n${t(pinned ? 'pin.on' : 'pin.off')}`}
      onClick={() => actions.pinSetting(name, !pinned)}
    >
      <Icon name="pin" size={12} />
    </Tap>
  );
}

export const DEFAULTS: Settings = defaultScenario().settings;

export function isChanged(settings: Settings, key: keyof Settings): boolean {
  const value = settings[key];
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== DEFAULTS[key];
}

interface RowProps {
  readonly label: string;
  readonly short?: string;
  /** null: the label says it. */
  readonly help: string | null;
  readonly settings: readonly (keyof Settings)[];
  readonly initial: string;
  /** The setting belongs to the file, so it can be pinned. */
  readonly file?: FileSetting;
  readonly children: ReactNode;
}

export function Row({ label, short, help, settings, initial, file, children }: RowProps) {
  const { t } = useText();
  const changed = useApp((s) => settings.some((key) => isChanged(s.scenario.settings, key)));
  const reset = t('control.resetTo', { label, value: initial });
  return (
    <div className={`gap8 second relative grid middle ${classes.row}`} data-setting={settings[0]}>
      {changed && (
        <Tap
          className={`center absolute high24 top1 wide24 narrowHigh38 ${classes.reset}`}
          aria-label={reset}
          title={reset}
          onClick={() => actions.setSettings(Object.fromEntries(settings.map((key) => [key, DEFAULTS[key]])))}
        />
      )}
      {help === null ? (
        <span>{label}</span>
      ) : (
        <Definition title={label} text={help.split('\n')}>
          {short ?? label}
        </Definition>
      )}
      {children}
      {file && <Pin name={file} className={classes.inGutter} />}
    </div>
  );
}

export function NumberRow({ field }: { readonly field: Field }) {
  const { t, n } = useText();
  const value = useApp((s) => s.scenario.settings[field.name]);
  const shown = shownValue(field, value);
  const label = t(field.label);
  const unit = field.unit ? t(field.unit) : undefined;
  const show = (x: number) => field.show?.(x, n) ?? n.plain(x);
  const set = (next: number | null): boolean => {
    if (next === null) return false;
    actions.set(field.name, next);
    return true;
  };
  return (
    <Row
      label={label}
      help={lookup(`control.${field.name}.help`)}
      settings={[field.name]}
      initial={`${show(shownValue(field, DEFAULTS[field.name]))} ${unit ?? ''}`.trim()}
    >
      <Slider
        label={label}
        value={shown}
        {...field.slider}
        text={unit ? `${show(shown)} ${unit}` : show(shown)}
        onChange={(x) => set(settingValue(field, x))}
      />
      <NumberField
        label={t('control.value', { label })}
        text={show(shown)}
        unit={unit}
        onCommit={(typed) => set(readField(field, typed))}
        onStep={(steps) => set(settingValue(field, shown + steps * field.slider.step))}
      />
    </Row>
  );
}

interface ChoiceProps extends SelectProps<string> {
  readonly label: string;
  readonly approx?: boolean | undefined;
}

function Choice({ label, approx, ...rest }: ChoiceProps) {
  return (
    <span className={`${classes.span} shrinks relative ${classes.select}`}>
      {approx && (
        <span className={`warn strong absolute through line22 ${classes.approx}`} aria-hidden>
          ≈
        </span>
      )}
      <Select aria-label={label} {...rest} />
    </span>
  );
}

export function ModelRow() {
  const { t, n } = useText();
  const models = useApp((s) => s.description?.models);
  const chosen = useApp((s) => s.scenario.settings.model);
  const ownModel = useApp((s) => s.comparison?.transcript.ownModel ?? null);
  const own = ownModel === null ? t('control.model.none') : `${ownModel} · ${t('window.recording')}`;
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
        value={chosen ?? ''}
        title={chosen ?? own}
        none={own}
        options={chosen !== null && !known ? [[chosen, chosen]] : []}
        groups={groups.map(([provider, list]) => [provider, list.map(({ id, window }) => [id, `${id} · ${n.axis(window)}`])])}
        onChange={(id) => actions.setSettings({ model: id || null, window: null, tokenizer: null })}
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
    <Row
      label={t('control.tokenizer')}
      help={t('control.tokenizer.help')}
      settings={['tokenizer']}
      initial={t('control.tokenizer.model')}
      file="tokenizer"
    >
      <Choice
        label={t('control.tokenizer')}
        value={chosen ?? ''}
        title={chosen === null ? own : name(chosen)}
        approx={approx}
        none={own}
        options={(tokenizers ?? []).map(({ id, exact }) => [id, exact ? name(id) : `≈ ${name(id)}`])}
        onChange={(id) => actions.set('tokenizer', tokenizers?.find((x) => x.id === id)?.id ?? null)}
      />
    </Row>
  );
}

const ADD = '+';

/** What the built-in summariser returns, so that failures can be seen without a model. */
export function OutcomeRow() {
  const { t } = useText();
  const summarizer = useApp((s) => s.scenario.settings.summarizer);
  const outcome = useApp((s) => s.scenario.settings.summarizerOutcome);
  if (summarizer !== BUILT_IN) return null;
  const outcomeWords = (value: MockOutcome): string => t(value === 'ok' ? 'mock.ok' : `failure.${value}`);
  return (
    <Row label={t('control.outcome')} help={t('control.outcome.help')} settings={['summarizerOutcome']} initial={t('mock.ok')}>
      <Choice
        label={t('control.outcome')}
        value={outcome}
        title={outcomeWords(outcome)}
        options={MOCK_OUTCOMES.map((value) => [value, outcomeWords(value)])}
        onChange={(value) => actions.set('summarizerOutcome', value as MockOutcome)}
      />
    </Row>
  );
}

export function SummarizerRows() {
  const { t } = useText();
  const summarizer = useApp((s) => s.scenario.settings.summarizer);
  const models = useApp((s) => s.scenario.settings.models);
  const ids = models.filter((choice) => !isEmbedding(choice)).map(choiceId);
  const embedder = useApp((s) => s.scenario.settings.embedder ?? BY_WORDS);
  const embedders = models.filter(isEmbedding).map(choiceId);
  const choose = (id: string): void => {
    if (id === ADD) openDialog('models');
    else actions.set('summarizer', id);
  };
  return (
    <>
      <Row label={t('control.summarizer')} help={t('control.summarizer.help')} settings={['summarizer']} initial={t('summarizer.built-in')}>
        <Choice
          label={t('control.summarizer')}
          value={summarizer}
          title={writerName(summarizer, ids)}
          options={[
            ...[BUILT_IN, ...ids].map((id) => [id, writerName(id, ids)] as const),
            ...(summarizer === BUILT_IN || ids.includes(summarizer) ? [] : [[summarizer, summarizer] as const]),
            [ADD, t('control.summarizer.add')],
          ]}
          onChange={choose}
        />
      </Row>
      {(embedders.length > 0 || embedder !== BY_WORDS) && (
        <Row label={t('control.embedder')} help={t('control.embedder.help')} settings={['embedder']} initial={t('models.words')}>
          <Choice
            label={t('control.embedder')}
            value={embedder}
            title={embedderName(embedder, embedders)}
            options={[...new Set([BY_WORDS, ...embedders, embedder])].map((id) => [id, embedderName(id, embedders)])}
            onChange={(id) => (id === BY_WORDS ? actions.reset('embedder') : actions.set('embedder', id))}
          />
        </Row>
      )}
      <Row
        label={t('control.models')}
        help={t('control.models.help')}
        settings={['models', 'prompts', 'maskSecrets', 'maskEmails', 'parallelCalls']}
        initial={t('control.models.initial')}
      >
        <span className={styles.span}>
          <Button
            onClick={() => openDialog('models')}
            text={models.length > 0 ? t('control.models.some', { count: models.length }) : t('control.models.edit')}
          />
        </span>
      </Row>
    </>
  );
}
