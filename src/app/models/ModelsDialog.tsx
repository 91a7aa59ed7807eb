/** Real models for summaries and embeddings: keys, prompts, masking, and stored texts. */
import { useEffect, useId, useRef, useState } from 'react';
import type { Reason } from '../../engine/strategies/contract.ts';
import { BUILT_IN, PROMPT_IDS, type PromptId, promptOf } from '../../engine/summarizers/contract.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { formatReason } from '../../i18n/index.ts';
import type { ModelChoice, ModelProvider } from '../../models/contract.ts';
import { choiceId, DEVICE_MODEL, EMBEDDING_PROVIDERS, endpointOf, isAddress, isEmbedding, keySlot, MODEL_PROVIDERS } from '../../models/contract.ts';
import { FRAME, PROMPTS } from '../../models/instructions.ts';
import { MAX_MODELS, MAX_PROMPT, RANGES } from '../../scenario/defaults.ts';
import { strategyTitle } from '../rows/compare-rows.ts';
import { Button, Panel } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Check, Field, Fields, NumberField, Select } from '../components/NumberField.tsx';
import { actions, client, soon, useApp, useAsk, useText, useUi } from '../store/index.ts';
import { KeyField } from './ToModel.tsx';
import { type DeviceState, isOnDevice, languageModelApi } from '../store/model-network.ts';
import { providerTitle, systemName, usesSummaries } from '../rows/model-words.ts';
import classes from './models.module.css';

async function availability(): Promise<Result<DeviceState, never>> {
  const said = await languageModelApi()
    ?.availability()
    .catch(() => null);
  return { ok: true, value: said ?? 'unavailable' };
}

const useDeviceState = (): DeviceState | null => useAsk(availability, [], []).answer;

interface Props {
  readonly choice: ModelChoice | null;
  readonly taken: readonly string[];
  readonly onSave: (choice: ModelChoice) => void;
  readonly onCancel: (() => void) | null;
}

type ModelList = { readonly models: readonly string[]; readonly failed: Reason | null };

function OnDevice({ state }: { readonly state: DeviceState | null }) {
  const { t } = useText();
  return (
    <p className="help">
      {t('models.device')} {(state === 'downloadable' || state === 'downloading') && t('models.device.load')}
    </p>
  );
}

function ModelForm({ choice, taken, onSave, onCancel }: Props) {
  const { t } = useText();
  const [embeds, setEmbeds] = useState(choice !== null && isEmbedding(choice));
  const [provider, setProvider] = useState<ModelProvider>(choice?.provider ?? 'openai');
  const [model, setModel] = useState(choice?.model ?? '');
  const [address, setAddress] = useState(choice?.baseUrl ?? '');
  const [listed, setListed] = useState<ModelList | null>(null);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const suggestions = useId();
  const baseUrl = address.trim() === '' ? null : address.trim().replace(/\/+$/, '');
  const device = useDeviceState();
  const here = provider === 'device';
  const draft: ModelChoice = here
    ? { provider, model: DEVICE_MODEL, baseUrl: null }
    : { provider, model: model.trim(), baseUrl, ...(embeds && { kind: 'embedding' as const }) };
  const providers: readonly ModelProvider[] = embeds ? EMBEDDING_PROVIDERS : MODEL_PROVIDERS;
  const endpoint = endpointOf(draft);
  const badAddress = !here && (endpoint === null || !isAddress(endpoint));
  const duplicate = taken.includes(choiceId(draft));
  const list = async (): Promise<void> => {
    setBusy(true);
    const reply = await client.listModels({ provider, baseUrl, ...(embeds && { kind: 'embedding' }) });
    setBusy(false);
    if (reply.ok) setListed(reply.value);
  };
  const save = (): void => {
    setTried(true);
    if (draft.model === '' || badAddress || duplicate) return;
    onSave(draft);
    if (choice) return;
    setAdded(draft.model);
    setModel('');
    setTried(false);
    if (here) setProvider('openai');
    else field.current?.focus();
  };
  return (
    <form
      className="stack gap8"
      aria-label={t(choice ? 'models.edit' : 'models.add')}
      autoComplete="off"
      onSubmit={(e) => {
        e.preventDefault();
        save();
      }}
    >
      <Fields>
        {!choice && (
          <Field label={t('models.kind')} className={classes.field}>
            <Select
              value={embeds ? 'embedding' : 'summaries'}
              options={[
                ['summaries', t('models.kind.summaries')],
                ['embedding', t('models.kind.embedding')],
              ]}
              onChange={(chosen) => {
                const wanted = chosen === 'embedding';
                setEmbeds(wanted);
                setListed(null);
                if (wanted && !EMBEDDING_PROVIDERS.some((id) => id === provider)) setProvider('openai');
              }}
            />
          </Field>
        )}
        <Field label={t('details.provider')} className={classes.field}>
          <Select
            value={provider}
            options={providers
              .filter((id) => id !== 'device' || here || (device !== null && device !== 'unavailable'))
              .map((id) => [id, providerTitle(id)])}
            onChange={(chosen) => {
              const found = MODEL_PROVIDERS.find((id) => id === chosen);
              if (found) setProvider(found);
              setListed(null);
            }}
          />
        </Field>
        {!here && (
          <Field label={t(provider === 'compatible' ? 'models.address' : 'models.address.optional')} className={classes.wide}>
            <input
              type="url"
              value={address}
              spellCheck={false}
              placeholder={provider === 'compatible' ? 'http://localhost:11434/v1' : (endpointOf({ ...draft, baseUrl: null }) ?? '')}
              aria-invalid={(tried || address !== '') && badAddress}
              onChange={(e) => {
                setAddress(e.currentTarget.value);
                setListed(null);
              }}
            />
          </Field>
        )}
      </Fields>
      {here && <OnDevice state={device} />}
      {embeds && <p className="help">{t('models.kind.embedding.help')}</p>}
      {(tried || address !== '') && badAddress && <p className="problem">{formatReason({ key: 'model-bad-address' })}</p>}
      {!here && !badAddress && <KeyField key={`${provider} ${endpoint}`} choice={{ provider, baseUrl }} />}
      <Fields>
        {!here && (
          <>
            <Field label={t('control.model')} className={classes.wide}>
              <input
                ref={field}
                value={model}
                list={suggestions}
                spellCheck={false}
                placeholder={t('models.model.example')}
                aria-invalid={tried && draft.model === ''}
                onChange={(e) => setModel(e.currentTarget.value)}
              />
              <datalist id={suggestions}>
                {listed?.models.map((id) => (
                  <option key={id} value={id} />
                ))}
              </datalist>
            </Field>
            <Button disabled={busy || badAddress} title={t('models.list.help')} onClick={() => void list()} text={t('models.list')} />
          </>
        )}
        <Button kind="primary" type="submit" text={t(choice ? 'models.save' : 'models.add')} />
        {onCancel && <Button onClick={onCancel} text={t('progress.cancel')} />}
      </Fields>
      <div aria-live="polite">
        {added !== null && model === '' && !tried && <p className="help">{t('models.added', { model: added })}</p>}
        {listed && !listed.failed && <p className="help">{t('models.listed', { count: listed.models.length })}</p>}
        {listed?.failed && <p className="problem">{formatReason(listed.failed)}</p>}
        {tried && draft.model === '' && <p className="problem">{t('models.model.missing')}</p>}
        {duplicate && <p className="problem">{t('models.model.twice')}</p>}
      </div>
    </form>
  );
}

const TAGS = 'Wrap the whole summary in <summary></summary> tags.';

const wordingFor = (id: PromptId, of: PromptId): string => (id === 'S3' && of !== 'S3' ? `${PROMPTS[of]}\n${TAGS}` : PROMPTS[of]);

function useStrategies(id: PromptId): readonly string[] {
  const rows = useApp((s) => s.comparison?.rows);
  const infos = useApp((s) => s.description?.strategies);
  const titles = (rows ?? []).flatMap((row) => {
    const info = infos?.find((one) => one.id === row.strategy);
    // Also those that a real model has not written yet.
    const writes = usesSummaries(row) || row.summaries.some(({ summarizer }) => summarizer !== 'strategy' && summarizer !== 'recorded');
    return info && writes && promptOf(info.source) === id ? [strategyTitle(row.strategy, row.key, row.params)] : [];
  });
  return [...new Set(titles)];
}

const PAUSE_MS = 600;

function take(id: PromptId, text: string | null): void {
  const { [id]: _old, ...others } = useApp.getState().scenario.settings.prompts;
  actions.set('prompts', text === null || text === PROMPTS[id] ? others : { ...others, [id]: text });
}

function PromptField({ id }: { readonly id: PromptId }) {
  const { t } = useText();
  const own = useApp((s) => s.scenario.settings.prompts[id]);
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(() => {
    latest.current = typed;
    if (typed === null) return;
    return soon(() => take(id, typed), PAUSE_MS);
  }, [id, typed]);
  useEffect(
    () => () => {
      if (latest.current !== null) take(id, latest.current);
    },
    [id],
  );
  const text = typed ?? own ?? PROMPTS[id];
  const strategies = useStrategies(id);
  const wording = PROMPT_IDS.find((of) => text === wordingFor(id, of)) ?? '';
  const name = t('models.prompt.of', { system: systemName(id) });
  return (
    <details className={`pad2-0 ${classes.prompt}`}>
      <summary>
        <b>{strategies.length > 0 ? strategies.join(t('list.separator')) : t('models.prompt.unused')}</b> <small>{name}</small>{' '}
        {own !== undefined && <em className="accent">{t('models.prompt.changed')}</em>}
      </summary>
      <Field label={t('compare.column.wording')}>
        <Select
          value={wording}
          none={wording === '' ? t('models.prompt.edited') : undefined}
          options={PROMPT_IDS.map((of) => [of, systemName(of)])}
          onChange={(chosen) => {
            const of = PROMPT_IDS.find((one) => one === chosen);
            if (!of) return;
            setTyped(null);
            take(id, wordingFor(id, of));
          }}
        />
      </Field>
      <textarea
        className="margin4-0"
        aria-label={name}
        rows={Math.min(16, Math.max(5, Math.ceil(text.length / 90)))}
        maxLength={MAX_PROMPT}
        spellCheck={false}
        value={text}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      <Button
        disabled={text === PROMPTS[id]}
        onClick={() => {
          setTyped(null);
          take(id, null);
        }}
        text={t('row.params.reset')}
      />
    </details>
  );
}

function Prompts() {
  const { t } = useText();
  return (
    <Panel title={t('models.prompts')} label={t('models.prompts')}>
      <p className="help">{t('models.prompts.help')}</p>
      {PROMPT_IDS.map((id) => (
        <PromptField key={id} id={id} />
      ))}
      <h4>{t('models.prompts.frame')}</h4>
      <p className={`second prose framedFaint bgSunk pad8 rounder ${classes.frame}`} lang="en">
        {FRAME}
      </p>
    </Panel>
  );
}

function ModelLine({ choice, onEdit }: { readonly choice: ModelChoice; readonly onEdit: () => void }) {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const id = choiceId(choice);
  const embeds = isEmbedding(choice);
  const used = useApp((s) => (embeds ? s.scenario.settings.embedder : s.scenario.settings.summarizer) === id);
  const use = (): void => {
    if (!embeds) actions.set('summarizer', used ? BUILT_IN : id);
    else if (used) actions.reset('embedder');
    else actions.set('embedder', id);
  };
  const hasKey = useUi((s) => s.keys[keySlot(choice)] !== undefined);
  const [open, setOpen] = useState(false);
  return (
    <li className={`${classes.model} ${used ? 'bgSel' : ''}`}>
      <div className="row wrap gap6">
        <span className="shrinks breaks" style={{ flex: '1 1 200px' }}>
          <b>{choice.model || t('models.none-chosen')}</b>
          <small className="block line16">
            {providerTitle(choice.provider)} · {embeds && `${t('models.kind.embedding')} · `}
            {isOnDevice(choice) ? t('models.device.here') : (endpointOf(choice) ?? '—')}
          </small>
        </span>
        <Button aria-pressed={used} onClick={use} text={used ? `✓ ${t('models.used')}` : t('models.use')} />
        {!isOnDevice(choice) && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)} text={t(hasKey ? 'models.key.set' : 'models.key.none')} />
        )}
        <Button onClick={onEdit} aria-label={t('list.pair', { name: t('models.edit'), value: choice.model })} text={t('models.edit')} />
        <Button
          kind="ghost"
          icon="close"
          aria-label={t('list.pair', { name: t('row.remove'), value: choice.model })}
          onClick={() =>
            actions.setModels(
              models.filter((other) => other !== choice),
              null,
            )
          }
        />
      </div>
      {open && <KeyField choice={choice} />}
    </li>
  );
}

function Models() {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const [editing, setEditing] = useState<ModelChoice | null>(null);
  const add = (choice: ModelChoice): void => {
    actions.setModels([...models, choice], null);
    if (models.some((other) => isEmbedding(other) === isEmbedding(choice))) return;
    actions.set(isEmbedding(choice) ? 'embedder' : 'summarizer', choiceId(choice));
  };
  return (
    <Panel label={t('models.list.title')}>
      <p className="help">{t('control.models.help')}</p>
      {models.length > 0 && (
        <ul className="marginBottom12 framedFaint rounder">
          {models.map((choice) =>
            choice === editing ? (
              <li key={choiceId(choice)} className={classes.model}>
                <ModelForm
                  choice={choice}
                  taken={models.filter((other) => other !== choice).map(choiceId)}
                  onCancel={() => setEditing(null)}
                  onSave={(next) => {
                    actions.setModels(
                      models.map((other) => (other === choice ? next : other)),
                      { from: choiceId(choice), to: choiceId(next) },
                    );
                    setEditing(null);
                  }}
                />
              </li>
            ) : (
              <ModelLine key={choiceId(choice)} choice={choice} onEdit={() => setEditing(choice)} />
            ),
          )}
        </ul>
      )}
      {models.length < MAX_MODELS && !editing && (
        <>
          <h3>{t('models.add')}</h3>
          <ModelForm choice={null} taken={models.map(choiceId)} onSave={add} onCancel={null} />
        </>
      )}
    </Panel>
  );
}

function Rules() {
  const { t, n } = useText();
  const secrets = useApp((s) => s.scenario.settings.maskSecrets);
  const emails = useApp((s) => s.scenario.settings.maskEmails);
  const parallel = useApp((s) => s.scenario.settings.parallelCalls);
  const { min, max } = RANGES.parallelCalls;
  const set = (value: number): boolean => {
    if (!Number.isInteger(value) || value < min || value > max) return false;
    actions.set('parallelCalls', value);
    return true;
  };
  return (
    <Panel title={t('models.rules')} label={t('models.rules')}>
      <Check className="row gap8 leastHigh28" checked={secrets} onChange={(on) => actions.set('maskSecrets', on)} text={t('models.mask.secrets')} />
      <Check
        className="row gap8 leastHigh28"
        checked={secrets && emails}
        disabled={!secrets}
        onChange={(on) => actions.set('maskEmails', on)}
        text={t('models.mask.emails')}
      />
      <div className="row gap12 leastHigh28">
        <span aria-hidden>{t('models.parallel')}</span>
        <span style={{ width: 64 }}>
          <NumberField
            label={t('models.parallel')}
            text={n.whole(parallel)}
            onCommit={(typed) => set(Number(typed.trim()))}
            onStep={(steps) => void set(Math.min(max, Math.max(min, parallel + steps)))}
          />
        </span>
      </div>
    </Panel>
  );
}

function Kept() {
  const { t, n } = useText();
  const comparison = useApp((s) => s.comparison);
  const { answer: size, again } = useAsk(client.keptSummaries, [], [comparison]);
  const clear = async (): Promise<void> => {
    await client.clearSummaries();
    again();
    actions.runAgain();
  };
  return (
    <Panel title={t('models.kept')} label={t('models.kept')}>
      <p className="help">{t('models.kept.help')}</p>
      <div className="row gap12 leastHigh28">
        <span className="num">
          {size && t('models.kept.size', { count: size.count, size: n.bytes(size.characters) })}
          {size && size.vectors > 0 && ` · ${t('models.kept.vectors', { count: size.vectors })}`}
        </span>
        <Button disabled={!size || size.count + size.vectors === 0} onClick={() => void clear()} text={t('compare.filter.clear')} />
      </div>
    </Panel>
  );
}

export function ModelsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('control.models')} onClose={onClose} wide>
      <Models />
      <Rules />
      <Prompts />
      <Kept />
      <p className="help">{t('models.privacy')}</p>
    </Dialog>
  );
}
