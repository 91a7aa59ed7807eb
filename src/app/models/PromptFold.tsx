/** One request that a person can read before it is sent: closed, and fetched when it is opened. */
import { useState } from 'react';
import type { Reply } from '../../worker/protocol.ts';
import { Field } from '../components/Field.tsx';
import { useAsk, useText } from '../store/index.ts';
import classes from './models.module.css';

interface Props<A extends readonly unknown[]> {
  readonly title: string;
  readonly ask: (...args: A) => Reply<{ readonly system: string; readonly user: string }>;
  readonly args: A;
  /** A text without instructions. */
  readonly plain?: boolean;
}

export function PromptFold<A extends readonly unknown[]>({ title, ask, args, plain = false }: Props<A>) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  const { answer: text } = useAsk(ask, opened ? args : null, []);
  return (
    <details className={classes.prompt} onToggle={(e) => e.currentTarget.open && setOpened(true)}>
      <summary>{title}</summary>
      {text && plain && <textarea readOnly rows={8} aria-label={t('send.prompt.user')} value={text.user} />}
      {text && !plain && (
        <>
          <Field label={t('send.prompt.system')}>
            <textarea readOnly rows={6} value={text.system} />
          </Field>
          <Field label={t('send.prompt.user')}>
            <textarea readOnly rows={14} value={text.user} />
          </Field>
        </>
      )}
    </details>
  );
}
