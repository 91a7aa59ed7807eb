/** The editable instructions of each system, and the fixed rules around them. */
import { useEffect, useRef, useState } from 'react';
import { PROMPT_IDS, type PromptId } from '../../engine/summarizers/contract.ts';
import { FRAME, PROMPTS } from '../../models/instructions.ts';
import { MAX_PROMPT } from '../../scenario/limits.ts';
import { Button } from '../components/Button.tsx';
import { actions, useApp, useText } from '../store/index.ts';
import classes from './models.module.css';
import { Panel } from '../components/Panel.tsx';
import shared from '../theme/shared.module.css';

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
    const timer = setTimeout(() => take(id, typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [id, typed]);
  useEffect(
    () => () => {
      if (latest.current !== null) take(id, latest.current);
    },
    [id],
  );
  const text = typed ?? own ?? PROMPTS[id];
  return (
    <details className={classes.prompt}>
      <summary>
        {t('models.prompt.of', { system: id })} {own !== undefined && <em className={shared.accent}>{t('models.prompt.changed')}</em>}
      </summary>
      <textarea
        aria-label={t('models.prompt.of', { system: id })}
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
