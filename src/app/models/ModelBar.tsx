/** One line above the table while real models are in use: missing summaries, those being written, and their cost. */
import { buttonOf } from '../components/acts.ts';
import { useState } from 'react';
import { formatReason } from '../../i18n/index.ts';
import { choiceId } from '../../models/contract.ts';
import type { ModelProgress, ModelsView } from '../../worker/protocol.ts';
import { Button, Icon } from '../components/Button.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import classes from './models.module.css';
import { spentText, usageText, writerName } from '../rows/model-words.ts';

function Running({ progress }: { readonly progress: ModelProgress }) {
  const { t, n } = useText();
  const { running, finished, failed, characters, usage, waiting, error, texts } = progress;
  const summaries = running + finished + failed > 0;
  const embeds = texts.running + texts.done + texts.failed > 0;
  const facts = [
    ...(summaries || !embeds
      ? [t('models.bar.running', { running: n.whole(running) }), t('models.bar.finished', { finished: n.whole(finished) })]
      : []),
    ...(embeds ? [t('models.bar.texts', { running: n.whole(texts.running), done: n.whole(texts.done) })] : []),
    ...(failed > 0 ? [t('facts.set.failed', { count: n.whole(failed) })] : []),
    ...(characters > 0 ? [t('models.bar.characters', { characters: n.whole(characters) })] : []),
    ...(finished + texts.done > 0 ? [usageText(usage, n)] : []),
  ];
  return (
    <div className={`row wrap fixed shrinks second ruled bgApp pad4-12 gap4-10 ${classes.bar}`} data-tone="busy">
      <i className={`high8 bgAccent ${classes.pulse}`} aria-hidden />
      <div className={`stack shrinks breaks ${classes.barText}`}>
        <span className="num" role="status">
          {facts.join(' · ')}
        </span>
        {waiting && (
          <span className="warn">{t('models.bar.waiting', { seconds: Math.ceil(waiting.ms / 1000), reason: formatReason(waiting.reason) })}</span>
        )}
        {error && <span className="bad">{formatReason(error)}</span>}
      </div>
      <Button onClick={actions.cancelCalls} text={t('progress.cancel')} />
    </div>
  );
}

function Spent({ spent }: { readonly spent: ModelProgress }) {
  const { t, n } = useText();
  const { finished, failed, error, texts } = spent;
  const reason = error ? formatReason(error) : '';
  const facts = [
    ...(finished > 0 ? [t('models.bar.written', { count: finished })] : []),
    ...(texts.done > 0 ? [t('models.bar.embedded', { count: texts.done })] : []),
  ];
  return (
    <div
      className={`row wrap fixed shrinks second ruled bgApp pad4-12 gap4-10 ${classes.bar}`}
      data-tone={error ? 'bad' : 'plain'}
      role={error ? 'alert' : undefined}
    >
      {error && <Icon name="warning" />}
      <div className={`stack shrinks breaks ${classes.barText}`}>
        {error && (failed > 0 || texts.failed === 0) && <span className="bad">{t('models.bar.error', { count: failed, reason })}</span>}
        {error && texts.failed > 0 && <span className="bad">{t('models.bar.texts.error', { count: texts.failed, reason })}</span>}
        {facts.length > 0 && (
          <span className="num">
            {facts.join(' · ')} · <span data-duration>{spentText(spent, n)}</span>
          </span>
        )}
      </div>
      {error && <Button {...buttonOf('again')} text={t('region.retry')} />}
    </div>
  );
}

type UnsentWork = ModelsView['unsent'][number];

function NotSent({ unsent, told }: { readonly unsent: readonly UnsentWork[]; readonly told: boolean }) {
  const { t } = useText();
  const models = useApp((s) => s.scenario.settings.models);
  const ids = models.map(choiceId);
  const open = unsent.filter(({ reason }) => reason.key === 'model-not-sent');
  const lacking = unsent.filter(({ reason }) => reason.key !== 'model-not-sent');
  return (
    <>
      {open.length > 0 && !told && (
        <div className={`row wrap fixed shrinks second ruled bgApp pad4-12 gap4-10 ${classes.bar}`} data-tone="open">
          <div className={`stack shrinks breaks ${classes.barText}`}>
            {open.map(({ choice, summaries, texts }) => (
              <span key={choice}>
                {t(texts > 0 ? 'models.bar.texts.unsent' : 'models.bar.unsent', { count: texts || summaries, model: writerName(choice, ids) })}
              </span>
            ))}
          </div>
          <Button kind="primary" {...buttonOf('send')} />
        </div>
      )}
      {lacking.length > 0 && (
        <div className={`row wrap fixed shrinks second ruled bgApp pad4-12 gap4-10 ${classes.bar}`} data-tone="bad" role="alert">
          <Icon name="warning" />
          <div className={`stack shrinks breaks ${classes.barText}`}>
            {lacking.map(({ choice, reason }) => (
              <span key={`${choice} ${reason.key}`} className="bad">
                {t('list.pair', { name: writerName(choice, ids), value: formatReason(reason) })}
              </span>
            ))}
          </div>
          <Button {...buttonOf('models')} text={t('models.bar.setup')} />
        </div>
      )}
    </>
  );
}

export function ModelBar({ told = false }: { readonly told?: boolean }) {
  const { t } = useText();
  const progress = useApp((s) => s.running?.progress?.models ?? null);
  const running = useApp((s) => s.running !== null);
  const view = useApp((s) => (s.current ? (s.comparison?.models ?? null) : null));
  const [closed, setClosed] = useState<ModelProgress | null>(null);
  if (running && progress) return <Running progress={progress} />;
  if (!view) return null;
  return (
    <>
      {view.spent && view.spent !== closed && (
        <div className={`fixed ruled bgApp flex ${classes.closable}`}>
          <Spent spent={view.spent} />
          <Button kind="ghost" icon="close" aria-label={t('notice.close')} onClick={() => setClosed(view.spent)} />
        </div>
      )}
      {view.unsent.length > 0 && <NotSent unsent={view.unsent} told={told} />}
    </>
  );
}
