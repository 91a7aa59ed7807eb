/** When the replay compacts: the triggers of all rows, or each row's own. */
import { isAtPlaces } from '../../engine/triggers/contract.ts';
import { lookup } from '../../i18n/index.ts';
import { MAX_TRIGGERS } from '../../scenario/limits.ts';
import type { Replay } from '../../scenario/schema.ts';
import type { ReplayReply } from '../../worker/replay-protocol.ts';
import { Button } from '../components/Button.tsx';
import { Definition } from '../components/Definition.tsx';
import { Icon } from '../components/Icon.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { useApp, useText } from '../store/index.ts';
import { setReplay } from '../store/store-replay.ts';
import { LISTED, type ListedTrigger, type ListedKind, newTrigger, triggerWords } from './trigger-fields.ts';
import { Letter } from './RunMarks.tsx';
import type { RunLine } from './replay-lines.ts';
import styles from './replay.module.css';
import shared from '../theme/shared.module.css';
import { TriggerFields } from './ReplayFields.tsx';

interface Props {
  readonly replay: Replay;
  readonly reply: ReplayReply | null;
}

export function Triggers({ replay, reply }: Props) {
  const { t } = useText();
  const share = useApp((s) => s.scenario.settings.trigger);
  const own = replay.triggers === null;
  const list: readonly ListedTrigger[] = (replay.triggers ?? [{ kind: 'ratio', share }]).filter((one): one is ListedTrigger => !isAtPlaces(one));
  const set = (triggers: readonly ListedTrigger[]) => setReplay({ triggers });
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

export function OwnTriggers({ replay, reply, lines }: Props & { readonly lines: readonly RunLine[] }) {
  const { t, n } = useText();
  return (
    <>
      <ul className={styles.ownTriggers} aria-label={t('replay.triggers.each')}>
        {lines.map(({ key, letter, color, title, series }) => {
          const listed = series.trigger.triggers.filter(({ kind }) => kind !== 'hand');
          return (
            <li key={key}>
              <Letter letter={letter} color={color} /> <span className="hidden-text">{title}: </span>
              {listed.length > 0 ? listed.map(triggerWords).join(' · ') : t('replay.triggers.never')}
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
