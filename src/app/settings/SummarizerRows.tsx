/** The summariser in the settings: the built-in one or a real model, and what is compared by; what the built-in one returns. */
import { BUILT_IN, MOCK_OUTCOMES, type MockOutcome } from '../../engine/summarizers/contract.ts';
import { BY_WORDS, choiceId, isEmbedding } from '../../models/contract.ts';
import { Button } from '../components/Button.tsx';
import { Choice, Row } from './Selects.tsx';
import styles from './settings.module.css';
import { actions, useApp, useText } from '../store/index.ts';
import { openDialog } from '../store/ui.ts';
import { embedderName, writerName } from '../rows/model-words.ts';

const ADD = '+';

/** What the built-in summariser returns, so that failures can be seen without a model. */
export function OutcomeRow() {
  const { t } = useText();
  const summarizer = useApp((s) => s.scenario.settings.summarizer);
  const outcome = useApp((s) => s.scenario.settings.summarizerOutcome);
  if (summarizer !== BUILT_IN) return null;
  return (
    <Row label={t('control.outcome')} help={t('control.outcome.help')} settings={['summarizerOutcome']} initial={t('mock.ok')}>
      <Choice
        label={t('control.outcome')}
        value={outcome}
        words={t(`mock.${outcome}`)}
        onChange={(value) => actions.set('summarizerOutcome', value as MockOutcome)}
      >
        {MOCK_OUTCOMES.map((value) => (
          <option key={value} value={value}>
            {t(`mock.${value}`)}
          </option>
        ))}
      </Choice>
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
        <Choice label={t('control.summarizer')} value={summarizer} words={writerName(summarizer, ids)} onChange={choose}>
          <option value={BUILT_IN}>{t('summarizer.built-in')}</option>
          {ids.map((id) => (
            <option key={id} value={id}>
              {writerName(id, ids)}
            </option>
          ))}
          {summarizer !== BUILT_IN && !ids.includes(summarizer) && <option value={summarizer}>{summarizer}</option>}
          <option value={ADD}>{t('control.summarizer.add')}</option>
        </Choice>
      </Row>
      {(embedders.length > 0 || embedder !== BY_WORDS) && (
        <Row label={t('control.embedder')} help={t('control.embedder.help')} settings={['embedder']} initial={t('models.words')}>
          <Choice
            label={t('control.embedder')}
            value={embedder}
            words={embedderName(embedder, embedders)}
            onChange={(id) => (id === BY_WORDS ? actions.reset('embedder') : actions.set('embedder', id))}
          >
            {[...new Set([BY_WORDS, ...embedders, embedder])].map((id) => (
              <option key={id} value={id}>
                {embedderName(id, embedders)}
              </option>
            ))}
          </Choice>
        </Row>
      )}
      <Row
        label={t('control.models')}
        help={t('control.models.help')}
        settings={['models', 'prompts', 'maskSecrets', 'maskEmails', 'parallelCalls']}
        initial={t('control.models.initial')}
      >
        <span className={styles.span}>
          <Button onClick={() => openDialog('models')}>
            {models.length > 0 ? t('control.models.some', { count: models.length }) : t('control.models.edit')}
          </Button>
        </span>
      </Row>
    </>
  );
}
