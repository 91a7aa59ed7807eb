/** When the replay compacts: triggers with their numbers, and other settings of compactions. */
import { lookup } from '../../i18n/index.ts';
import { useEffect, useMemo, useState } from 'react';
import type { Replay } from '../../scenario/schema.ts';
import { isAtPlaces, S3_BUFFER, type Trigger } from '../../engine/triggers/contract.ts';
import { MAX_BY_HAND, MAX_TRIGGERS, RANGES } from '../../scenario/limits.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { Definition } from '../components/Definition.tsx';
import { Icon } from '../components/Icon.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { Pin } from '../settings/Pin.tsx';
import { useWindow } from '../settings/useWindow.ts';
import { useApp, useText } from '../store/index.ts';
import { setReplay } from '../store/replay.ts';
import { Field, ShareField, WholeField } from './Field.tsx';
import { LISTED, type Listed, type ListedKind, newTrigger, readHand, writeHand } from './fields.ts';
import { Letter } from './Letter.tsx';
import { linesOf } from './lines.ts';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';
import { PriceControls } from './PriceControls.tsx';
import { StrategyPicker } from './StrategyPicker.tsx';

/** Answers of a strategy that asks first (S1), besides yes. */
const ANSWERS = ['drop-oldest', 'new-session', 'stop'] as const;

/** The numbers of one trigger. */
function TriggerFields({ trigger, onChange }: { readonly trigger: Listed; onChange(trigger: Listed): void }) {
  const { t } = useText();
  switch (trigger.kind) {
    case 'ratio':
      return (
        <>
          <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />
          <span className={shared.muted}>{t('replay.trigger.every')}</span>
          <WholeField
            label={t('replay.trigger.interval')}
            value={trigger.interval ?? 0}
            least={0}
            most={86_400}
            unit="s"
            onChange={(interval) => onChange({ ...trigger, interval })}
          />
        </>
      );
    case 'tokens':
      return (
        <WholeField
          label={t('replay.trigger.tokens')}
          value={trigger.tokens}
          least={1}
          most={1e9}
          step={1000}
          onChange={(tokens) => onChange({ ...trigger, tokens })}
        />
      );
    case 'remaining':
      return <ShareField label={t('replay.trigger.share')} value={trigger.share} least={0} onChange={(share) => onChange({ ...trigger, share })} />;
    case 'answer':
      return <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />;
    case 'tool-result':
      return (
        <>
          <ShareField label={t('replay.trigger.share')} value={trigger.share} onChange={(share) => onChange({ ...trigger, share })} />
          <span className={shared.muted}>{t('replay.trigger.buffer')}</span>
          <ShareField
            label={t('replay.trigger.buffer')}
            value={trigger.buffer ?? 0}
            least={0}
            most={0.5}
            onChange={(buffer) => onChange({ ...trigger, buffer })}
          />
        </>
      );
    case 'turns':
      return (
        <>
          <WholeField
            label={t('replay.trigger.count')}
            value={trigger.count}
            least={1}
            most={100_000}
            onChange={(count) => onChange({ ...trigger, count })}
          />
          <select
            aria-label={t('replay.trigger.unit')}
            value={trigger.unit ?? 'auto'}
            onChange={(e) => onChange({ ...trigger, unit: e.currentTarget.value as 'auto' })}
          >
            {(['auto', 'turns', 'steps'] as const).map((unit) => (
              <option key={unit} value={unit}>
                {t(`replay.unit.${unit}`)}
              </option>
            ))}
          </select>
        </>
      );
    case 'marker':
      return <TextField label={t('replay.trigger.text')} value={trigger.text} onCommit={(text) => text !== '' && onChange({ ...trigger, text })} />;
    case 'messages':
      return (
        <WholeField
          label={t('replay.trigger.messages')}
          value={trigger.count}
          least={1}
          most={100_000}
          onChange={(count) => onChange({ ...trigger, count })}
        />
      );
    case 'requests':
    case 'hard-limit':
      return null;
  }
}

/** A text that is applied when finished: on Enter and on leaving. */
function TextField({ label, value, onCommit }: { readonly label: string; readonly value: string; onCommit(text: string): unknown }) {
  const [typed, setTyped] = useState(value);
  const [wrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(value);
    setWrong(false);
  }, [value]);
  const commit = () => setWrong(typed !== value && onCommit(typed.trim()) === false);
  return (
    <input
      className={styles.text}
      aria-label={label}
      aria-invalid={wrong}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      value={typed}
      onChange={(e) => setTyped(e.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(e) => {
        if (e.key === 'Enter') commit();
        else if (e.key === 'Escape') setTyped(value);
      }}
    />
  );
}

function Triggers({ replay, reply }: { readonly replay: Replay; readonly reply: ReplayReply | null }) {
  const { t } = useText();
  const share = useApp((s) => s.scenario.settings.trigger);
  const own = replay.triggers === null;
  const list: readonly Listed[] = (replay.triggers ?? [{ kind: 'ratio', share }]).filter((one): one is Listed => !isAtPlaces(one));
  const set = (triggers: readonly Listed[]) => setReplay({ triggers });
  const seeds = (reply?.seeds ?? []).filter(({ rule }) => rule.triggers.length > 0);
  return (
    <div className={styles.triggers}>
      <ul aria-label={t('replay.triggers')}>
        {list.map((trigger, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no identity but their place
          <li key={`${i} ${trigger.kind}`} className={styles.trigger}>
            <Definition title={t(`replay.trigger.${trigger.kind}`)} text={[t(`replay.trigger.${trigger.kind}.help`)]}>
              {t(`replay.trigger.${trigger.kind}`)}
            </Definition>
            <TriggerFields trigger={trigger} onChange={(changed) => set(list.map((one, k) => (k === i ? changed : one)))} />
            <button
              type="button"
              className={`${shared.icon} ${shared.hovers}`}
              aria-label={t('replay.trigger.remove', { title: t(`replay.trigger.${trigger.kind}`) })}
              onClick={() => set(list.filter((_, k) => k !== i))}
            >
              <Icon name="close" size={10} />
            </button>
          </li>
        ))}
        {list.length === 0 && <li className={shared.muted}>{t('replay.triggers.none')}</li>}
      </ul>
      {list.length > 1 && (
        <Segmented
          label={t('replay.combine')}
          value={replay.combine}
          options={[
            { value: 'any', label: t('replay.combine.any') },
            { value: 'all', label: t('replay.combine.all') },
          ]}
          onChange={(combine) => setReplay({ combine })}
        />
      )}
      <select
        aria-label={t('replay.trigger.add')}
        value=""
        disabled={list.length >= MAX_TRIGGERS}
        onChange={(e) => {
          const { value } = e.currentTarget;
          const seed = seeds.find((one) => one.seed === value);
          if (seed) setReplay({ triggers: seed.rule.triggers, combine: seed.rule.combine });
          else set([...list, newTrigger(value as ListedKind, share)]);
        }}
      >
        <option value="">{t('replay.trigger.add')}</option>
        {LISTED.map((kind) => (
          <option key={kind} value={kind}>
            {t(`replay.trigger.${kind}`)}
          </option>
        ))}
        {seeds.length > 0 && (
          <optgroup label={t('replay.trigger.replace')}>
            {seeds.map(({ seed, rule }) => (
              <option key={seed} value={seed}>
                {lookup(`compare.chip.${seed}`) ?? seed}: {rule.triggers.map(({ kind }) => t(`replay.trigger.${kind}`)).join(', ')}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      {own ? (
        <span className={shared.muted}>{t('replay.triggers.own')}</span>
      ) : (
        <Button kind="link" onClick={() => setReplay({ triggers: null, combine: 'any' })}>
          {t('replay.triggers.reset')}
        </Button>
      )}
    </div>
  );
}

/** The numbers of a trigger in words. */
function useTriggerWords(): (trigger: Trigger) => string {
  const { t, n } = useText();
  return (trigger) => {
    const name = t(`replay.trigger.${trigger.kind}`);
    switch (trigger.kind) {
      case 'ratio':
        return [`${name} ${n.percent(trigger.share)}`, ...(trigger.interval ? [`${t('replay.trigger.every')} ${trigger.interval} s`] : [])].join(
          ', ',
        );
      case 'tokens':
        return `${name} ${n.whole(trigger.tokens)}`;
      case 'remaining':
      case 'answer':
        return `${name} ${n.percent(trigger.share)}`;
      case 'tool-result':
        return `${name} ${n.percent(trigger.share)}, ${t('replay.trigger.buffer')} ${n.percent(trigger.buffer ?? S3_BUFFER)}`;
      case 'turns':
      case 'messages':
        return `${name} ${n.whole(trigger.count)}`;
      case 'marker':
        return `${name} ${trigger.text}`;
      case 'hand':
      case 'requests':
      case 'recorded':
      case 'hard-limit':
        return name;
    }
  };
}

/** The trigger in force for each run; rows without one of their own use the common one below. */
function OwnTriggers({ replay, reply }: { readonly replay: Replay; readonly reply: ReplayReply | null }) {
  const { t, n } = useText();
  const words = useTriggerWords();
  const lines = useMemo(() => (reply ? linesOf(reply) : []), [reply]);
  return (
    <>
      <ul className={styles.ownTriggers} aria-label={t('replay.triggers.each')}>
        {lines.map(({ key, letter, color, title, series }) => {
          const listed = series.trigger.triggers.filter(({ kind }) => kind !== 'hand');
          return (
            <li key={key}>
              <Letter letter={letter} color={color} /> <span className="hidden-text">{title}: </span>
              {listed.length > 0 ? listed.map(words).join(' · ') : t('replay.triggers.never')}
              {series.triggerOf === 'common' && <span className={shared.muted}> ({t('replay.triggers.common')})</span>}
              {series.warning !== null && <span className={shared.muted}> · {t('replay.triggers.warns', { share: n.percent(series.warning) })}</span>}
            </li>
          );
        })}
      </ul>
      {lines.some(({ series }) => series.triggerOf === 'common') && <Triggers replay={replay} reply={reply} />}
    </>
  );
}

/** All settings that belong to the replay alone. */
export function ReplayControls({ reply }: { readonly reply: ReplayReply | null }) {
  const { t, n } = useText();
  const replay = useApp((s) => s.scenario.replay);
  const window = useWindow();
  const messages = reply?.transcript.n ?? 0;
  return (
    <section className={styles.controls} aria-label={t('replay.controls')}>
      <Field label={t('replay.triggers')} help={t('replay.triggers.help')}>
        <Segmented
          label={t('replay.whose')}
          value={replay.ownTriggers ? 'own' : 'common'}
          options={[
            { value: 'own', label: t('replay.whose.own') },
            { value: 'common', label: t('replay.whose.common') },
          ]}
          onChange={(whose) => setReplay({ ownTriggers: whose === 'own' })}
        />
        {replay.ownTriggers ? <OwnTriggers replay={replay} reply={reply} /> : <Triggers replay={replay} reply={reply} />}
      </Field>
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
      <StrategyPicker replay={replay} />
      <Field label={t('replay.window')} help={t('replay.window.help')}>
        <span className={styles.tokens}>
          <WholeField
            label={t('replay.window')}
            value={replay.window ?? window}
            least={RANGES.window.min}
            most={RANGES.window.max}
            step={1000}
            onChange={(tokens) => setReplay({ window: tokens })}
          />
          <Pin name="replayWindow" />
        </span>
        {replay.window !== null && (
          <Button kind="link" onClick={() => setReplay({ window: null })}>
            {t('replay.window.reset', { tokens: n.whole(window) })}
          </Button>
        )}
      </Field>
      <Field label={t('replay.warning')} help={t('replay.warning.help')}>
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={t('replay.warning.on')}
            checked={replay.warning !== null}
            onChange={(e) => setReplay({ warning: e.currentTarget.checked ? 0.8 : null })}
          />
        </label>
        {replay.warning !== null && (
          <ShareField label={t('replay.warning.share')} value={replay.warning} onChange={(warning) => setReplay({ warning })} />
        )}
      </Field>
      <Field label={t('replay.cooldown')} help={t('replay.cooldown.help')}>
        <WholeField label={t('replay.cooldown')} value={replay.cooldown} least={0} most={1000} onChange={(cooldown) => setReplay({ cooldown })} />
      </Field>
      <Field label={t('replay.answer')} help={t('replay.answer.help')}>
        <select
          aria-label={t('replay.answer')}
          value={replay.answer ?? ''}
          onChange={(e) => setReplay({ answer: e.currentTarget.value === '' ? null : e.currentTarget.value })}
        >
          <option value="">{t('replay.answer.yes')}</option>
          {ANSWERS.map((answer) => (
            <option key={answer} value={answer}>
              {t(`replay.answer.${answer}`)}
            </option>
          ))}
        </select>
      </Field>
      <PriceControls replay={replay} reply={reply} />
    </section>
  );
}
