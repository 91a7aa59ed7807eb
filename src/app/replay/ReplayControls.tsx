/** The settings of the replay: what matters most in one line, everything else behind a button. */
import type { Trigger } from '../../engine/triggers/contract.ts';
import { Check, Select } from '../components/NumberField.tsx';
import { useState } from 'react';
import { CACHINGS } from '../../engine/replay/contract.ts';
import { isAtPlaces } from '../../engine/triggers/contract.ts';
import { lookup } from '../../i18n/index.ts';
import { defaultScenario, MAX_BY_HAND, MAX_TRIGGERS, RANGES } from '../../scenario/defaults.ts';
import { BUDGETS, type Replay } from '../../scenario/schema.ts';
import type { ReplayReply } from '../../worker/loss-protocol.ts';
import { Button, Icon, Segmented, Tap } from '../components/Button.tsx';
import { Definition } from '../documents/DocumentLink.tsx';
import { Pin } from '../settings/Selects.tsx';
import { actions, readStored, setReplay, useApp, useText, useWindow, writeStored } from '../store/index.ts';
import type { ListedKind, ListedTrigger } from './ReplayFields.tsx';
import { Field, LISTED, newTrigger, readHand, ShareField, TextField, TriggerFields, triggerWords, WholeField, writeHand } from './ReplayFields.tsx';
import { Letter, WhatIfMark } from './Lane.tsx';
import type { RunLine } from './lanes.ts';
import styles from './replay.module.css';

interface TriggersProps {
  readonly replay: Replay;
  readonly reply: ReplayReply | null;
}

/** A name that says all of its rule has no help. */
function TriggerName({ kind }: { readonly kind: ListedKind }) {
  const { t } = useText();
  const name = t(`replay.trigger.${kind}`);
  const help = lookup(`replay.trigger.${kind}.help`);
  return help === null ? (
    name
  ) : (
    <Definition title={name} text={[help]}>
      {name}
    </Definition>
  );
}

function Triggers({ replay, reply }: TriggersProps) {
  const { t } = useText();
  const share = useApp((s) => s.scenario.settings.trigger);
  const own = replay.triggers === null;
  const list: readonly ListedTrigger[] = (replay.triggers ?? [{ kind: 'ratio', share }]).filter((one): one is ListedTrigger => !isAtPlaces(one));
  const set = (triggers: readonly ListedTrigger[]) => setReplay({ triggers });
  const nameOf = (kind: Trigger['kind']): string => t(`replay.trigger.${kind}`);
  const wordsOf = (seed: string, triggers: readonly Trigger[]): string =>
    `${lookup(`compare.chip.${seed}`) ?? seed}: ${triggers.map(({ kind }) => nameOf(kind)).join(', ')}`;
  const seeds = (reply?.seeds ?? []).filter(({ rule }) => rule.triggers.length > 0);
  return (
    <div className={styles.triggers}>
      <ul aria-label={t('replay.triggers')}>
        {list.map((trigger, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no identity but their place
          <li key={`${i} ${trigger.kind}`} className={`card bgApp ${styles.trigger}`}>
            <TriggerName kind={trigger.kind} />
            <TriggerFields trigger={trigger} onChange={(changed) => set(list.map((one, k) => (k === i ? changed : one)))} />
            <Tap
              className="icon hovers"
              aria-label={t('list.pair', { name: t('row.remove'), value: t(`replay.trigger.${trigger.kind}`) })}
              onClick={() => set(list.filter((_, k) => k !== i))}
            >
              <Icon name="close" size={10} />
            </Tap>
          </li>
        ))}
        {list.length === 0 && <li className="muted">{t('replay.triggers.none')}</li>}
      </ul>
      {list.length > 1 && (
        <Segmented
          label={t('replay.combine')}
          value={replay.combine}
          options={[
            ['any', t('replay.combine.any')],
            ['all', t('label.all')],
          ]}
          onChange={(combine) => setReplay({ combine })}
        />
      )}
      <Select
        aria-label={t('replay.trigger.add')}
        value=""
        disabled={list.length >= MAX_TRIGGERS}
        none={t('replay.trigger.add')}
        options={LISTED.map((kind): [string, string] => [kind, nameOf(kind)])}
        groups={seeds.length > 0 ? [[t('replay.trigger.replace'), seeds.map(({ seed, rule }) => [seed, wordsOf(seed, rule.triggers)])]] : []}
        onChange={(value) => {
          const seed = seeds.find((one) => one.seed === value);
          if (seed) setReplay({ triggers: seed.rule.triggers, combine: seed.rule.combine });
          else set([...list, newTrigger(value as ListedKind, share)]);
        }}
      />
      {own ? (
        <span className="muted">{t('replay.triggers.own')}</span>
      ) : (
        <Button kind="link" onClick={() => setReplay({ triggers: null, combine: 'any' })} text={t('replay.triggers.reset')} />
      )}
    </div>
  );
}

function OwnTriggers({ replay, reply, lines }: TriggersProps & { readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  return (
    <>
      <ul className="wrap flex gap2-16" aria-label={t('replay.triggers.each')}>
        {lines.map(({ key, letter, color, title, series }) => {
          const listed = series.trigger.triggers.filter(({ kind }) => kind !== 'hand');
          return (
            <li key={key}>
              <Letter letter={letter} color={color} /> <span className="hidden-text">{title}: </span>
              {listed.length > 0 ? listed.map(triggerWords).join(' · ') : t('replay.triggers.never')}
              {series.triggerOf === 'common' && <span className="muted"> ({t('replay.triggers.common')})</span>}
              {series.warning !== null && <span className="muted"> · {t('replay.triggers.warns', { share: n.percent(series.warning) })}</span>}
            </li>
          );
        })}
      </ul>
      {lines.some(({ series }) => series.triggerOf === 'common') && <Triggers replay={replay} reply={reply} />}
    </>
  );
}

const PER_MILLION = 1e6;

interface PriceControlsProps {
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
    <Select
      aria-label={label}
      title={value ?? own}
      value={value ?? ''}
      none={own}
      options={value === null || models.some(({ id }) => id === value) ? [] : [[value, value]]}
      groups={providers.map((provider) => [provider, models.filter((m) => m.provider === provider).map(({ id }) => [id, id])])}
      onChange={(chosen) => onChange(chosen || null)}
    />
  );
}

function PriceControl({ replay: { priceModel }, reply }: PriceControlsProps) {
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
        <span className="muted num">
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

function SummaryModelControl({ replay: { summaryModel } }: Pick<PriceControlsProps, 'replay'>) {
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

function CacheControl({ replay: { caching }, reply }: PriceControlsProps) {
  const { t } = useText();
  const priced = reply?.priced;
  const own = priced ? t('replay.caching.own', { caching: t(`replay.caching.${priced.caching}`) }) : t('replay.caching.model');
  return (
    <Field label={t('replay.caching.short')} help={t('replay.caching.help')}>
      <Select
        aria-label={t('replay.caching')}
        title={caching === null ? own : t(`replay.caching.${caching}`)}
        value={caching ?? ''}
        none={own}
        options={CACHINGS.map((one) => [one, t(`replay.caching.${one}`)])}
        onChange={(chosen) => setReplay({ caching: CACHINGS.find((one) => one === chosen) ?? null })}
      />
      <Pin name="caching" />
    </Field>
  );
}

/** Answers of a strategy that asks first (S1), besides yes. */
const ANSWERS = ['drop-oldest', 'new-session', 'stop'] as const;

const SHOWN = 'replay-more-settings';
const BEHIND = ['triggers', 'hand', 'warning', 'cooldown', 'answer', 'priceModel', 'summaryModel'] as const satisfies readonly (keyof Replay)[];
const INITIAL = defaultScenario().replay;
const changedIn = (replay: Replay): number => BEHIND.filter((name) => JSON.stringify(replay[name]) !== JSON.stringify(INITIAL[name])).length;

interface Props {
  readonly reply: ReplayReply | null;
  readonly lines: readonly RunLine[];
}

export function ReplayControls({ reply, lines }: Props) {
  const { t } = useText();
  const replay = useApp((s) => s.scenario.replay);
  const budget = useApp((s) => s.scenario.settings.budget);
  const [shown, setShown] = useState(() => readStored(SHOWN) === '1');
  const changed = changedIn(replay);
  const prices = reply?.priced.prices && t('replay.cost.by', { model: reply.priced.model ?? '', date: reply.priced.date });
  const showMore = (on: boolean): void => {
    setShown(on);
    writeStored(SHOWN, on ? '1' : null);
  };
  return (
    <section className={styles.controls} aria-label={t('replay.controls')}>
      <div className={`row wrap ${styles.line}`}>
        <Field label={t('replay.triggers')} help={t('replay.triggers.help')}>
          <Segmented
            label={t('replay.whose')}
            value={replay.ownTriggers ? 'own' : 'common'}
            options={[
              ['own', t('replay.whose.own')],
              ['common', t('replay.whose.common')],
            ]}
            onChange={(whose) => {
              setReplay({ ownTriggers: whose === 'own' });
              if (whose === 'common') showMore(true);
            }}
          />
        </Field>
        <WindowField replay={replay} />
        {reply && <WhatIfMark reply={reply} />}
        <Field label={t('control.budget')} help={t('replay.budget.help')}>
          <Segmented
            label={t('control.budget')}
            value={budget}
            options={BUDGETS.map((value) => [value, t(`control.compare.${value}`)])}
            onChange={(value) => actions.set('budget', value)}
          />
        </Field>
        <CacheControl replay={replay} reply={reply} />
        {prices && (
          <span className={`muted ellipsis ${styles.priced} num`} title={prices}>
            {prices}
          </span>
        )}
        <Button
          kind="link"
          className={styles.more}
          aria-expanded={shown}
          aria-controls="replay-more-settings"
          onClick={() => showMore(!shown)}
          text={changed > 0 ? t('replay.more.changed', { changed }) : t('control.more')}
        />
      </div>
      <div id="replay-more-settings">{shown && <More replay={replay} reply={reply} lines={lines} />}</div>
    </section>
  );
}

function WindowField({ replay }: { readonly replay: Replay }) {
  const { t, n } = useText();
  const window = useWindow();
  return (
    <Field label={t('param.window')} help={t('replay.window.help')}>
      <span className={`inline gap4 ${styles.tokens}`}>
        <WholeField
          label={t('param.window')}
          value={replay.window ?? window}
          least={RANGES.window.min}
          most={RANGES.window.max}
          step={1000}
          onChange={(tokens) => setReplay({ window: tokens })}
        />
        <Pin name="replayWindow" />
      </span>
      {replay.window !== null && (
        <Button kind="link" onClick={() => setReplay({ window: null })} text={t('replay.window.reset', { tokens: n.whole(window) })} />
      )}
    </Field>
  );
}

function More({ replay, reply, lines }: Props & { readonly replay: Replay }) {
  const { t } = useText();
  const messages = reply?.transcript.n ?? 0;
  return (
    <div className={`row wrap ${styles.moreSettings}`}>
      {replay.ownTriggers ? <OwnTriggers replay={replay} reply={reply} lines={lines} /> : <Triggers replay={replay} reply={reply} />}
      <Field label={t('replay.hand')} help={t('replay.hand.help')}>
        <TextField
          label={t('replay.hand.label')}
          value={writeHand(replay.hand)}
          onCommit={(typed) => {
            const hand = readHand(typed, messages);
            if (hand === null || hand.length > MAX_BY_HAND) return false;
            setReplay({ hand });
            return true;
          }}
        />
      </Field>
      <Field label={t('replay.warning')} help={t('replay.warning.help')}>
        <Check
          className="inline gap6 leastHighHit"
          aria-label={t('replay.warning.on')}
          checked={replay.warning !== null}
          onChange={(on) => setReplay({ warning: on ? 0.8 : null })}
        />
        {replay.warning !== null && (
          <ShareField label={t('replay.trigger.share')} value={replay.warning} onChange={(warning) => setReplay({ warning })} />
        )}
      </Field>
      <Field label={t('param.cooldown')} help={t('replay.cooldown.help')}>
        <WholeField label={t('param.cooldown')} value={replay.cooldown} least={0} most={1000} onChange={(cooldown) => setReplay({ cooldown })} />
      </Field>
      <Field label={t('replay.answer')} help={t('replay.answer.help')}>
        <Select
          aria-label={t('replay.answer')}
          value={replay.answer ?? ''}
          none={t('param.answer.yes')}
          options={ANSWERS.map((answer): [string, string] => [answer, t(`param.answer.${answer}`)])}
          onChange={(chosen) => setReplay({ answer: chosen || null })}
        />
      </Field>
      <PriceControl replay={replay} reply={reply} />
      <SummaryModelControl replay={replay} />
    </div>
  );
}
