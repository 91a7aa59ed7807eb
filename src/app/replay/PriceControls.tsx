/** Which model's prices are used, how its provider caches, and the date of the list. */
import { CACHINGS } from '../../engine/replay/contract.ts';
import type { Replay } from '../../scenario/schema.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Pin } from '../settings/Pin.tsx';
import { useApp, useText } from '../store/index.ts';
import { setReplay } from '../store/replay.ts';
import { Field } from './Field.tsx';
import shared from '../theme/shared.module.css';

const PER_MILLION = 1e6;

interface Props {
  readonly replay: Replay;
  readonly reply: ReplayReply | null;
}

interface ModelSelectProps {
  readonly label: string;
  readonly value: string | null;
  /** What stands for null. */
  readonly own: string;
  readonly onChange: (model: string | null) => void;
}

function ModelSelect({ label, value, own, onChange }: ModelSelectProps) {
  const models = useApp((s) => s.description?.models) ?? [];
  const providers = [...new Set(models.map((m) => m.provider))];
  return (
    <select
      aria-label={label}
      title={value ?? own}
      value={value ?? ''}
      onChange={(e) => onChange(e.currentTarget.value === '' ? null : e.currentTarget.value)}
    >
      <option value="">{own}</option>
      {value !== null && !models.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {providers.map((provider) => (
        <optgroup key={provider} label={provider}>
          {models
            .filter((m) => m.provider === provider)
            .map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

export function PriceControl({ replay: { priceModel }, reply }: Props) {
  const { t, n } = useText();
  const inUse = useApp((s) => s.comparison?.transcript.model ?? null);
  const priced = reply?.priced;
  const prices = priced?.prices;
  const own = inUse === null ? t('replay.prices.none') : t('replay.prices.own', { model: inUse });
  const perMillion = (price: number): string => n.money(price * PER_MILLION);
  return (
    <Field label={t('replay.prices')} help={t('replay.prices.help')}>
      <ModelSelect label={t('replay.prices')} value={priceModel} own={own} onChange={(model) => setReplay({ priceModel: model })} />
      <Pin name="priceModel" />
      {priced && prices && (
        <span className={`${shared.muted} num`}>
          {t('replay.prices.values', {
            input: perMillion(prices.input),
            read: perMillion(prices.cacheRead),
            write: perMillion(prices.cacheWrite),
            output: perMillion(prices.output),
            list: priced.list,
            date: priced.date,
          })}
        </span>
      )}
    </Field>
  );
}

export function SummaryModelControl({ replay: { summaryModel } }: Pick<Props, 'replay'>) {
  const { t } = useText();
  return (
    <Field label={t('replay.summaryModel')} help={t('replay.summaryModel.help')}>
      <ModelSelect
        label={t('replay.summaryModel')}
        value={summaryModel}
        own={t('replay.summaryModel.own')}
        onChange={(model) => setReplay({ summaryModel: model })}
      />
    </Field>
  );
}

export function CacheControl({ replay: { caching }, reply }: Props) {
  const { t } = useText();
  const priced = reply?.priced;
  const own = priced ? t('replay.caching.own', { caching: t(`replay.caching.${priced.caching}`) }) : t('replay.caching.model');
  return (
    <Field label={t('replay.caching.short')} help={t('replay.caching.help')}>
      <select
        aria-label={t('replay.caching')}
        title={caching === null ? own : t(`replay.caching.${caching}`)}
        value={caching ?? ''}
        onChange={(e) => setReplay({ caching: CACHINGS.find((one) => one === e.currentTarget.value) ?? null })}
      >
        <option value="">{own}</option>
        {CACHINGS.map((one) => (
          <option key={one} value={one}>
            {t(`replay.caching.${one}`)}
          </option>
        ))}
      </select>
      <Pin name="caching" />
    </Field>
  );
}
