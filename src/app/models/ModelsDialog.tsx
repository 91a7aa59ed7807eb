/** Real models for summaries and embeddings: keys, prompts, masking, and stored texts. */
import { useState } from 'react';
import { choiceId, endpointOf, isEmbedding, keySlot, type ModelChoice } from '../../models/contract.ts';
import { BUILT_IN } from '../../engine/summarizers/contract.ts';
import { MAX_MODELS, RANGES } from '../../scenario/limits.ts';
import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { actions, client, useApp, useAsk, useText } from '../store/index.ts';
import { isOnDevice } from './device.ts';
import { KeyField } from './KeyField.tsx';
import { useKeys } from './keys.ts';
import { ModelForm } from './ModelForm.tsx';
import classes from './models.module.css';
import { Prompts } from './Prompts.tsx';
import { providerTitle } from './words.ts';
import shared from '../theme/shared.module.css';
import { Panel } from '../components/Panel.tsx';

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
  const hasKey = useKeys((keys) => keys[keySlot(choice)] !== undefined);
  const [open, setOpen] = useState(false);
  return (
    <li className={classes.model} data-used={used || undefined}>
      <div className={`${shared.row} ${shared.wrap} ${shared.gap6}`}>
        <span className={classes.modelName}>
          <b>{choice.model || t('models.none-chosen')}</b>
          <small>
            {providerTitle(choice.provider)} · {embeds && `${t('models.kind.embedding.of')} · `}
            {isOnDevice(choice) ? t('models.device.here') : (endpointOf(choice) ?? '—')}
          </small>
        </span>
        <Button aria-pressed={used} onClick={use} title={t(embeds ? 'models.use.embedding.help' : 'models.use.help')}>
          {used ? `✓ ${t('models.used')}` : t('models.use')}
        </Button>
        {!isOnDevice(choice) && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {t(hasKey ? 'models.key.set' : 'models.key.none')}
          </Button>
        )}
        <Button onClick={onEdit} aria-label={t('models.edit.of', { model: choice.model })}>
          {t('models.edit')}
        </Button>
        <Button
          kind="ghost"
          icon="close"
          aria-label={t('models.remove', { model: choice.model })}
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
    // The first of its kind is selected automatically.
    if (models.some((other) => isEmbedding(other) === isEmbedding(choice))) return;
    actions.set(isEmbedding(choice) ? 'embedder' : 'summarizer', choiceId(choice));
  };
  return (
    <Panel label={t('models.list.title')}>
      <p className={shared.help}>{t('models.intro')}</p>
      {models.length > 0 && (
        <ul className={classes.models}>
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
      <label className={classes.check}>
        <input type="checkbox" checked={secrets} onChange={(e) => actions.set('maskSecrets', e.currentTarget.checked)} />
        {t('models.mask.secrets')}
      </label>
      <label className={classes.check}>
        <input type="checkbox" checked={secrets && emails} disabled={!secrets} onChange={(e) => actions.set('maskEmails', e.currentTarget.checked)} />
        {t('models.mask.emails')}
      </label>
      <div className={classes.line}>
        <span aria-hidden>{t('models.parallel')}</span>
        <span className={classes.short}>
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
  // A comparison may have added some.
  const { answer: size, again } = useAsk(client.keptSummaries, [], [comparison]);
  const clear = async (): Promise<void> => {
    await client.clearSummaries();
    again();
    actions.runAgain();
  };
  return (
    <Panel title={t('models.kept')} label={t('models.kept')}>
      <p className={shared.help}>{t('models.kept.help')}</p>
      <div className={classes.line}>
        <span className="num">
          {size && t('models.kept.size', { count: size.count, size: n.bytes(size.characters) })}
          {size && size.vectors > 0 && ` · ${t('models.kept.vectors', { count: size.vectors })}`}
        </span>
        <Button disabled={!size || size.count + size.vectors === 0} onClick={() => void clear()}>
          {t('models.kept.clear')}
        </Button>
      </div>
    </Panel>
  );
}

export function ModelsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog title={t('models.title')} onClose={onClose} wide>
      <Models />
      <Rules />
      <Prompts />
      <Kept />
      <p className={shared.help}>{t('models.privacy')}</p>
    </Dialog>
  );
}
