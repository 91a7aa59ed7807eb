/** The editable instructions of each system, and the fixed rules around them. */
import { useEffect, useRef, useState } from 'react';
import { PROMPT_IDS, type PromptId, promptOf } from '../../engine/summarizers/contract.ts';
import { FRAME, PROMPTS } from '../../models/instructions.ts';
import { MAX_PROMPT } from '../../scenario/limits.ts';
import { Button } from '../components/Button.tsx';
import { strategyTitle } from '../compare/rows.ts';
import { Field } from '../components/Field.tsx';
import { systemName, usesSummaries } from './words.ts';
import { soon } from '../store/idle.ts';
import { actions, useApp, useText } from '../store/index.ts';
import classes from './models.module.css';
import { Panel } from '../components/Panel.tsx';
import shared from '../theme/shared.module.css';

/** Where the answer has to be in tags, whoever's wording is used (see FRAME). */
const TAGS = 'Wrap the whole summary in <summary></summary> tags.';

/** A system's wording for the summaries of another. */
const wordingFor = (id: PromptId, of: PromptId): string => (id === 'S3' && of !== 'S3' ? `${PROMPTS[of]}\n${TAGS}` : PROMPTS[of]);

/** Strategies of the table whose summaries follow the prompt. */
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

/** Pause after the last key before the text is applied: every change compares again. */
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
    <details className={classes.prompt}>
      <summary>
        <b>{strategies.length > 0 ? strategies.join(t('list.separator')) : t('models.prompt.unused')}</b> <small>{name}</small>{' '}
        {own !== undefined && <em className={shared.accent}>{t('models.prompt.changed')}</em>}
      </summary>
      <Field label={t('models.prompt.choose')}>
        <select
          value={wording}
          onChange={(e) => {
            const of = PROMPT_IDS.find((one) => one === e.currentTarget.value);
            if (!of) return;
            setTyped(null);
            take(id, wordingFor(id, of));
          }}
        >
          {PROMPT_IDS.map((of) => (
            <option key={of} value={of}>
              {systemName(of)}
            </option>
          ))}
          {wording === '' && <option value="">{t('models.prompt.edited')}</option>}
        </select>
      </Field>
      <textarea
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
      >
        {t('models.prompt.reset')}
      </Button>
    </details>
  );
}

export function Prompts() {
  const { t } = useText();
  return (
    <Panel title={t('models.prompts')} label={t('models.prompts')}>
      <p className={shared.help}>{t('models.prompts.help')}</p>
      {PROMPT_IDS.map((id) => (
        <PromptField key={id} id={id} />
      ))}
      <h4>{t('models.prompts.frame')}</h4>
      <p className={classes.frame} lang="en">
        {FRAME}
      </p>
    </Panel>
  );
}
