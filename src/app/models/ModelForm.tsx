/** One real model: provider, address, model. The endpoint may be asked for its list; a name can always be typed. */
import { useId, useRef, useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import {
  choiceId,
  DEVICE_MODEL,
  EMBEDDING_PROVIDERS,
  endpointOf,
  isAddress,
  isEmbedding,
  MODEL_PROVIDERS,
  type ModelChoice,
  type ModelProvider,
} from '../../models/contract.ts';
import type { Reason } from '../../engine/strategies/contract.ts';
import { Button } from '../components/Button.tsx';
import { useText } from '../store/index.ts';
import { client } from '../store/engine.ts';
import { type DeviceState, languageModelApi } from './model-device.ts';
import type { Result } from '../../engine/transcript/types.ts';
import { useAsk } from '../store/useAsk.ts';
import { KeyField } from './KeyField.tsx';
import classes from './models.module.css';
import { providerTitle } from './model-words.ts';
import shared from '../theme/shared.module.css';
import { Field, Fields } from '../components/Field.tsx';

async function availability(): Promise<Result<DeviceState, never>> {
  const said = await languageModelApi()
    ?.availability()
    .catch(() => null);
  return { ok: true, value: said ?? 'unavailable' };
}

/** The state of the browser's model; null until it is known. */
const useDeviceState = (): DeviceState | null => useAsk(availability, [], []).answer;

interface Props {
  /** null = a new one. */
  readonly choice: ModelChoice | null;
  readonly taken: readonly string[];
  readonly onSave: (choice: ModelChoice) => void;
  readonly onCancel: (() => void) | null;
}

type ModelList = { readonly models: readonly string[]; readonly failed: Reason | null };

function OnDevice({ state }: { readonly state: DeviceState | null }) {
  const { t } = useText();
  return (
    <p className={shared.help}>
      {t('models.device')} {(state === 'downloadable' || state === 'downloading') && t('models.device.load')}
    </p>
  );
}

export function ModelForm({ choice, taken, onSave, onCancel }: Props) {
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
      className={`${shared.stack} ${shared.gap8}`}
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
            <select
              value={embeds ? 'embedding' : 'summaries'}
              onChange={(e) => {
                const wanted = e.currentTarget.value === 'embedding';
                setEmbeds(wanted);
                setListed(null);
                if (wanted && !EMBEDDING_PROVIDERS.some((id) => id === provider)) setProvider('openai');
              }}
            >
              <option value="summaries">{t('models.kind.summaries')}</option>
              <option value="embedding">{t('models.kind.embedding')}</option>
            </select>
          </Field>
        )}
        <Field label={t('models.provider')} className={classes.field}>
          <select
            value={provider}
            onChange={(e) => {
              const found = MODEL_PROVIDERS.find((id) => id === e.currentTarget.value);
              if (found) setProvider(found);
              setListed(null);
            }}
          >
            {providers
              .filter((id) => id !== 'device' || here || (device !== null && device !== 'unavailable'))
              .map((id) => (
                <option key={id} value={id}>
                  {providerTitle(id)}
                </option>
              ))}
          </select>
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
      {embeds && <p className={shared.help}>{t('models.kind.embedding.help')}</p>}
      {(tried || address !== '') && badAddress && <p className={shared.problem}>{formatReason({ key: 'model-bad-address' })}</p>}
      {!here && !badAddress && <KeyField key={`${provider} ${endpoint}`} choice={{ provider, baseUrl }} />}
      <Fields>
        {!here && (
          <>
            <Field label={t('models.model')} className={classes.wide}>
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
            <Button disabled={busy || badAddress} title={t('models.list.help')} onClick={() => void list()}>
              {t('models.list')}
            </Button>
          </>
        )}
        <Button kind="primary" type="submit">
          {t(choice ? 'models.save' : 'models.add')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('models.cancel')}</Button>}
      </Fields>
      <div aria-live="polite">
        {added !== null && model === '' && !tried && <p className={shared.help}>{t('models.added', { model: added })}</p>}
        {listed && !listed.failed && <p className={shared.help}>{t('models.listed', { count: listed.models.length })}</p>}
        {listed?.failed && <p className={shared.problem}>{formatReason(listed.failed)}</p>}
        {tried && draft.model === '' && <p className={shared.problem}>{t('models.model.missing')}</p>}
        {duplicate && <p className={shared.problem}>{t('models.model.twice')}</p>}
      </div>
    </form>
  );
}
